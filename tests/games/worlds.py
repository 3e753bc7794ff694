"""Two worlds that one seat cannot tell apart: the same match, but for faces that it has never seen.

In the second world faces that are hidden from the viewer have changed places since before the deal.
The same actions are played in both. As long as nobody shows the viewer one of these faces, the two
must look and read alike to it, in everything; `Worlds.play` says when they have parted lawfully.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import NATURE, UNSEEN, CardId, Seat
from castlecards.core.events import (
    CardFlipped,
    CardMoved,
    CardShown,
    Event,
    PileShuffled,
    apply,
    seen_by,
)
from castlecards.core.game import Game
from castlecards.core.landing import Throw
from castlecards.core.log_lines import Clash, Line
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.core.view import view
from castlecards.playout import answers
from tests.games.play import answer, opening

TRIES = 12  # actions that are tried at a decision before the worlds may part
AHEAD = 60  # random actions after which the faces to exchange are chosen, at most


class Leak(AssertionError):
    """The viewer could tell the worlds apart without having been shown a face."""


@dataclass
class Worlds:
    """Two matches under way; `swapped` are the faces that have changed places."""

    game: Game[Any]
    seat: Seat  # who looks
    swapped: frozenset[int]
    sessions: tuple[Session[Any], Session[Any]]
    parted: bool = False
    random: Random = field(default_factory=Random)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def positions(self) -> tuple[Position[Any], Position[Any]]:
        here, there = self.sessions
        return here.position, there.position

    def check(self) -> None:
        """Raises Leak where the viewer sees a difference now."""
        looks = [look(pos, self.seat) for pos in self.positions]
        for name in looks[0]:
            self.same(name, looks[0][name], looks[1][name])

    def same(self, what: str, here: Any, there: Any) -> None:
        """Raises Leak where something that the viewer sees or reads is not alike."""
        if here != there:
            where = f"{self.game.id}, seat {self.seat}, after {len(self.sessions[0].log)} actions"
            raise Leak(f"{what} tells what is hidden ({where}): {here!r} is not {there!r}")

    # -- playing ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.parted or any(session.over for session in self.sessions)

    def common(self) -> list[Action]:
        """The actions that are allowed in both worlds; throws and landings apart."""
        here, there = (pos.decision for pos in self.positions)
        assert here is not None
        assert there is not None
        allowed = frozenset(there.options)
        return [action for action in here.options if action in allowed]

    def play(self, action: Action | None = None) -> None:
        """The same action in both worlds, one that keeps them alike if there is one.

        Raises Leak where the worlds part and the viewer has been shown none of the faces.
        """
        pos = self.positions[0]
        assert pos.decision is not None
        asked = pos.decision.seat
        for chosen in self.candidates() if action is None else [action]:
            after = [apply(each, chosen) for each in self.positions]
            events = [told(each, self.seat) for _, each in after]
            lawful = self.revealed(events) or permitted(self.positions, self.game, chosen)
            if not (lawful or alike(events)):
                break  # a leak
            if alike(events) and all(each.result is None for each, _ in after):
                break
        else:
            if action is None and not self.common() and asked != NATURE:
                self.forced()
                return
        for session in self.sessions:
            session.submit(asked, chosen)
        self.compare()

    def candidates(self) -> Iterator[Action]:
        """In random order; throws as robots throw, landings as they come."""
        pos = self.positions[0]
        decision = pos.decision
        assert decision is not None
        if decision.aim is not None:
            yield answer(self.game, pos, self.random.getrandbits(32), 0)
            if isinstance(decision.aim, Throw):
                return
        options = self.common()
        self.random.shuffle(options)
        yield from options[:TRIES]

    def compare(self) -> None:
        """What the last action has told: the same, or one of the faces and so an end."""
        records = [session.log[-1] for session in self.sessions]
        before = [session.positions[-2] for session in self.sessions]
        events = [told(record.events, self.seat) for record in records]
        if self.revealed(events):
            self.parted = True
        elif permitted(before, self.game, records[0].action):
            self.parted = not alike(events) or any(session.over for session in self.sessions)
        else:
            self.same("an event", *events)
        if not self.parted:
            self.check()

    def revealed(self, events: Sequence[Sequence[Event]]) -> bool:
        """Has the viewer seen one of the faces in either world, or another card here than there?

        A card picked at random among those of a kind may be another one where a hand differs.
        """
        here, there = (plain(each) for each in events)
        if any(face in self.swapped for _, face in shown(here) | shown(there)):
            return True
        pairs = zip(here, there, strict=False)
        first = next((pair for pair in pairs if pair[0] != pair[1]), ())
        return bool(first) and all(shown([event]) for event in first)

    def forced(self) -> None:
        """Nothing is allowed in both: then everything must show what it was that hid it."""
        for pos, other in zip(self.positions, reversed(self.positions), strict=True):
            for action in answers(pos)[:TRIES]:
                _, events = apply(pos, action)
                seen = shown(told(events, self.seat))
                apart = any(card >= 0 and other.faces[card] != face for card, face in seen)
                if not apart and not permitted((pos, other), self.game, action):
                    here, there = (each.decision for each in self.positions)
                    assert here is not None
                    assert there is not None
                    self.same(
                        f"what {type(pos.steps[0]).__name__} offers", here.options, there.options
                    )
        self.parted = True


# -- what a seat is told --------------------------------------------------------------------------


def look(pos: Position[Any], seat: Seat) -> dict[str, Any]:
    """What a seat sees of a position, by name; the names say what leaks where they differ."""
    seen = view(pos, seat)
    asked = pos.decision
    parts = (
        "faces",
        "zones",
        "up",
        "known",
        "marks",
        "poses",
        "state",
        "steps",
        "result",
        "shuffles",
    )
    return {
        **{f"the position ({part})": getattr(seen.position, part) for part in parts},
        "who is asked": None if asked is None else asked.seat,
        "what opened the window": None if asked is None else asked.window,
        "what is put in order": None if asked is None else asked.order,
        "the own decision": seen.decision,
    }


def told(events: Sequence[Event], seat: Seat) -> list[Event]:
    return [seen_by(event, seat) for event in events]


def plain(events: Sequence[Event]) -> list[Event]:
    """Without what is told of them: that shows no faces, it repeats them."""
    return [event for event in events if not isinstance(event, Line | Clash)]


def alike(events: Sequence[Sequence[Event]]) -> bool:
    here, there = events
    return here == there


def shown(events: Sequence[Event]) -> set[tuple[int, int]]:
    """Cards and their faces in events as they were told; of a shuffle, -1 and the faces."""
    found: set[tuple[int, int]] = set()
    for event in events:
        match event:
            case (
                CardMoved(card, _, _, _, face, _)
                | CardFlipped(card, _, face, _)
                | CardShown(card, _, face, _)
            ):
                found.add((card, face))
            case PileShuffled(_, mixed, _):
                found.update((-1, face) for face in mixed)
    return {(card, face) for card, face in found if face != UNSEEN}


@dataclass(frozen=True)
class RuleTells:
    """What a rule itself tells all players of a hidden card, without showing it."""

    game: str
    step: str  # that is answered
    rule: str
    card: Callable[[Position[Any], Action], CardId]  # that lies hidden and is told of

    def fits(
        self, game: Game[Any], here: Position[Any], there: Position[Any], action: Action
    ) -> bool:
        if (self.game, self.step) != (game.id, type(here.steps[0]).__name__):
            return False
        card = self.card(here, action)
        return card < 0 or here.faces[card] != there.faces[card]


def picked(pos: Position[Any], action: Action) -> CardId:
    return action.cards[0] if action.cards else -1


RULES_TELL = (
    RuleTells("card_barrage", "Replace", "CB27: who can replace a wall must", lambda _, __: -1),
    RuleTells("card_barrage", "BarterGive", "effect 6: a card of the domain brings one", picked),
    RuleTells("tricks_of_the_trade", "BarterGive", "effect 6, likewise", picked),
    RuleTells(
        "castle_rampage", "ActionStep", "CR9: an Ogre alone is paid for to be placed", picked
    ),
    RuleTells(
        "castle_rampage", "Pay", "CR13: what is paid is seen first", lambda p, _: p.steps[0].card
    ),
)


def permitted(worlds: Sequence[Position[Any]], game: Game[Any], action: Action) -> bool:
    """Before an action, by one of these rules."""
    here, there = worlds
    return any(rule.fits(game, here, there, action) for rule in RULES_TELL)


# -- making them ----------------------------------------------------------------------------------


def two_worlds(
    game: Game[Any],
    options: Any,
    players: int,
    seed: int,
    seat: Seat,
    kinds: Sequence[str] = (),
) -> Worlds | None:
    """Two matches that look alike to `seat` for a while, each with its whole history.

    They have been played to the moment from which on they differ in what somebody holds. None:
    with this seed nothing is hidden that could lie elsewhere.
    """
    random = Random(seed)
    start = game.setup(options, players)
    start.seed = seed
    pos = opening(game, options, players, seed)
    history: list[Action] = []
    for n in range(random.randrange(AHEAD)):
        if pos.decision is None:
            break
        history.append(answer(game, pos, seed, n))
        pos, _ = apply(pos, history[-1])
    if pos.decision is None:
        return None
    for _ in range(8):
        swap = exchange(start, pos, seat, random)
        if not swap:
            return None
        other = start.copy()
        other.faces = start.faces.translate(bytes.maketrans(bytes(swap), bytes(swap.values())))
        sessions = tuple(
            Session(game, options, players, seed, kinds, start=each) for each in (start, other)
        )
        worlds = Worlds(game, seat, frozenset(swap), (sessions[0], sessions[1]), random=random)
        if replayed(worlds, history):
            return worlds
    return None


def exchange(
    start: Position[Any], pos: Position[Any], seat: Seat, random: Random
) -> dict[int, int]:
    """Which faces change places: some that others hide from this seat, with any that are hidden.

    Only faces with the same back that lie in the same zone before the deal.
    """
    born = {start.faces[card]: zone for zone, cards in enumerate(start.zones) for card in cards}
    backs, zones = pos.box.backs, pos.box.zones
    groups: dict[tuple[int, str], list[int]] = {}
    held: list[int] = []
    for zone, cards in enumerate(pos.zones):
        for card in cards:
            if pos.knows(seat, card):
                continue
            face = pos.faces[card]
            groups.setdefault((born[face], backs[card]), []).append(face)
            if zones[zone].sight == "owner" or zones[zone].owner is not None:
                held.append(face)
    home = {face: group for group in groups.values() for face in group}
    held = [face for face in held if len(home[face]) > 1]
    if not held:
        return {}
    swap: dict[int, int] = {}
    for face in random.sample(held, random.randint(1, min(3, len(held)))):
        other = random.choice([each for each in home[face] if each != face])
        if face not in swap and other not in swap:
            swap[face], swap[other] = other, face
    return swap


def replayed(worlds: Worlds, history: Sequence[Action]) -> bool:
    """Plays both to the same moment; False where they have parted before."""
    openings = [told(session.opening, worlds.seat) for session in worlds.sessions]
    if worlds.revealed(openings):
        return False
    worlds.same("the deal", *openings)
    worlds.check()
    for action in history:
        decisions = [pos.decision for pos in worlds.positions]
        if not all(decision is not None and decision.allows(action) for decision in decisions):
            return False
        worlds.play(action)
        if worlds.over:
            return False
    return True


def moments(worlds: Worlds, most: int = 60) -> Iterator[Worlds]:
    """Plays on, a moment after the other, while both look alike; at most so many."""
    for _ in range(most):
        yield worlds
        if worlds.over:
            return
        worlds.play()
        if worlds.over:
            return
