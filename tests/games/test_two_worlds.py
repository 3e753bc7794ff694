"""What a seat is told in any game: the same in two worlds that differ in what it has not seen."""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from castlecards import text_client
from castlecards.content import games
from castlecards.core import chronicle
from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE
from castlecards.core.events import Event, seen_by
from castlecards.core.game import Game
from castlecards.core.lines import Named
from castlecards.core.position import Position, Step
from castlecards.core.session import Session
from castlecards.games.card_barrage import rules as barrage
from castlecards.games.castle import rules as castle
from castlecards.games.castle_rampage import rules as rampage
from castlecards.games.tech_effects import callers
from castlecards.players.coach import Counsel, advise
from castlecards.players.player import Think
from castlecards.players.seated import Seated
from castlecards.ui.table.chrome.history import latest, told
from tests.depth import Depth
from tests.games.play import GAMES, kinds
from tests.games.worlds import Leak, Worlds, moments, two_worlds

pytestmark = pytest.mark.long

DAILY, MATCHES = 24, 80  # a game
STEPS = 70
PAGES = 12  # moments from one look at what is long to read to the next


def matches(game: Game[Any], first: int, most: int) -> Iterator[Worlds]:
    """All options, numbers of players and seats by turns."""
    every = kinds(game)
    for n in range(first, first + most):
        options, players = every[n * 89 % len(every)]
        seats = [seat for seat, owner in enumerate(game.owners(options, players)) if owner >= 0]
        worlds = two_worlds(game, options, players, n, seats[n % len(seats)])
        if worlds is not None:
            yield worlds


def words(session: Session[Any], seat: int) -> dict[str, Any]:
    """What a seat may read at any moment, by where it stands."""
    game, seen = session.game, session.shown(seat)
    last = len(session.log) - 1
    found: dict[str, Any] = {
        "the facts": game.facts(session.public),
        "the own facts": game.facts(seen.position),
        "the phases": game.phases(session.public),
        "the sheet": game.sheet(session.public),
        "the badges": game.badges(session.public),
        "the own badges": game.own_badges(seen),
        "the form": game.form(seen),
        "a refusal": [game.refusal(seen, action) for action in attempts(session.public)],
    }
    if seen.decision is not None:
        found["the prompt"] = seen.decision.prompt
        found["an outlook"] = [game.outlook(seen, action) for action in seen.decision.options]
        found["an option"] = [game.describe(action, seen) for action in seen.decision.options]
    if last >= 0:
        found["the move list"] = told(session, last, seat)
        found["the corner"] = latest(session, seat)
        found["a sentence"] = sentences(session, last, seat)
        found["a public sentence"] = sentences(session, last, NATURE)
    return found


def sentences(session: Session[Any], at: int, reader: int) -> list[str]:
    """What a record tells, and what is being fought about now."""
    found = [each.text for each in chronicle.sentences(session, reader, at, at + 1)]
    open_ = chronicle.pending(session, reader)
    return found if open_ is None else [*found, str(open_)]


def pages(session: Session[Any], seat: int) -> dict[str, Any]:
    """What is longer to read or to work out."""
    record, screen = io.StringIO(), io.StringIO()
    text_client.retell(session, record)
    found: dict[str, Any] = {"the retold match": record.getvalue()}
    own = io.StringIO()
    text_client.story(session, seat, own)
    found["the story"] = own.getvalue()
    found["the recap"] = chronicle.texts(*chronicle.recap(session, seat, seat))
    found["the public recap"] = chronicle.texts(*chronicle.recap(session, seat))
    asked = session.decision
    if asked is not None and asked.seat == seat:
        text_client.play(session, io.StringIO("quit\n"), screen)
        found["the text client"] = screen.getvalue()
        found["a hint"] = counsel(session, seat)
    return found


def counsel(session: Session[Any], seat: int) -> Counsel | None:
    """What the coach says, with little thought."""
    advice = session.game.advice
    if advice is None:
        return None
    view, told = Seated(session, {}).shown(seat)
    return advise(advice, view, told, Think(12, seed=session.at))


def attempts(pos: Position[Any]) -> Iterator[Action]:
    """What anybody might try: cards of everybody, laid anywhere."""
    chance = Random(pos.shuffles)
    for _ in range(6):
        card, zone = chance.randrange(pos.box.size), chance.randrange(-1, len(pos.zones))
        yield Action(chance.choice(["lay", "toss", "pass", "give"]), (card,), to=zone)


def read(game: Game[Any], most: int, first: int = 0) -> int:
    """Raises Leak where something reads otherwise in the second world; how often was it read?"""
    count = 0
    for worlds in matches(game, first, most):
        for n, each in enumerate(moments(worlds, STEPS)):
            here, there = (words(session, each.seat) for session in each.sessions)
            if n % PAGES == 0:
                here |= pages(each.sessions[0], each.seat)
                there |= pages(each.sessions[1], each.seat)
            for where in here:
                each.same(where, here[where], there.get(where))
            count += 1
    return count


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_a_seat_reads_the_same_in_worlds_that_look_alike(game: Game[Any], depth: Depth) -> None:
    most = depth(DAILY, MATCHES)
    assert read(game, most) > most / 2


# -- planted leaks --------------------------------------------------------------------------------

SHELF = games()


def leaks(game: str, what: str, first: int = 0) -> None:
    """`first`: a match near which it is known to be found."""
    with pytest.raises(Leak, match=what):
        read(SHELF[game], 1500, first)


def silent(step: type[Step], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever can do nothing is not asked."""
    ask = step.ask

    def unasked(self: Step, pos: Position[Any]) -> Decision | None:
        asked = ask(self, pos)
        return asked if asked is None or asked.aim or len(asked.options) > 1 else None

    monkeypatch.setattr(step, "ask", unasked)


@pytest.mark.parametrize(
    ("game", "step", "first"),
    [("castle", castle.Play, 0), ("card_barrage", barrage.Replace, 0),
     ("tricks_of_the_trade", callers.MirrorChoice, 60), ("castle_rampage", rampage.Acting, 0)],
    ids=lambda value: getattr(value, "__name__", value),
)  # fmt: skip
def test_a_question_that_is_not_asked_for_want_of_a_choice_is_found(
    game: str, step: type[Step], first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent(step, monkeypatch)
    leaks(game, "tells what is hidden", first)


def test_a_payment_in_as_many_lines_as_the_hand_makes_it_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def payments(pos: Position[Any], hand: bytes, owed: bytes) -> tuple[Action, ...]:
        units = owed.rstrip(bytes((rampage.ANY,)))
        if not units:
            return several(pos, hand, owed)
        single = rampage.unit_payments(pos, hand, units)
        if len(single) != len(units):
            return single
        cards = tuple(action.cards[0] for action in single)
        return (Action("pay", cards, args=tuple(action.args[0] for action in single)),)

    several = rampage.payments
    monkeypatch.setattr(rampage, "payments", payments)
    leaks("castle_rampage", "what Pay offers tells", first=400)


def test_a_record_that_names_what_its_player_knew_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def knowing(event: Event, reader: int) -> Event:
        """As whoever did it has seen it."""
        return seen_by(event, chronicle.actor(event) if reader == NATURE else reader)  # type: ignore[arg-type]

    monkeypatch.setattr(chronicle, "_seen", knowing)
    leaks("castle_wars", "(a public sentence|the retold match|the public recap) tells")


def test_a_line_that_names_cards_to_whoever_does_not_know_them_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Named, "seen_by", lambda self, seat: self)
    leaks("castle_wars", "tells")
