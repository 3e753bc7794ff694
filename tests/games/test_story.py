"""Tests of the story of a match: every event once, in sentences, without hidden faces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from castlecards.core import narration, sentence_templates
from castlecards.core.cards import NATURE, UNSEEN, Seat
from castlecards.core.events import CardFlipped, CardMoved, CardShown, Event, PileShuffled, seen_by
from castlecards.core.game import Game
from castlecards.core.log_lines import Clash, Line, NamedCard, Party, Tellable
from castlecards.core.sentence_templates import DREW, SILENT, Template, begins_turn
from castlecards.core.session import Session
from castlecards.core.view import view
from tests.games.play import GAMES, MOST_ACTIONS, matches, random_answer
from tests.ui.shots.matches import FOLDER as MATCH_FILES
from tests.ui.shots.matches import match

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


def played(game: Game[Any], match: tuple[Any, int, int], most: int = 250) -> Session[Any]:
    """Return a random match, or its beginning."""
    options, players, seed = match
    names = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay")[:players]
    session = Session(game, options, players, seed, names=names)
    for n in range(min(most, MOST_ACTIONS)):
        if (decision := session.decision) is None:
            break
        session.submit(decision.seat, random_answer(game, session.position, seed, n))
    return session


def readers(session: Session[Any]) -> list[Seat]:
    return [*range(session.start.box.seats), NATURE]


def seen_lines(events: tuple[Event, ...], seat: Seat) -> Iterator[Tellable]:
    for event in events:
        if isinstance(event, Line | Clash):
            seen = seen_by(event, seat)
            assert isinstance(seen, Line | Clash)
            yield seen


def named_cards(event: Tellable) -> Iterator[NamedCard]:
    if isinstance(event, Line):
        yield from event.cards + event.onto
        return
    yield from event.fallen
    for side in event.sides:
        yield from side.cards


# -- nothing hidden -------------------------------------------------------------------------------


def known_faces(session: Session[Any], at: int, seat: Seat) -> set[int]:
    """Return faces that a seat knows before or after a record, or sees in it.

    Of other hands, only faces that the record shows count, because their ids cannot be followed.
    """
    faces: set[int] = set()
    for n in (at, at + 1):
        pos = session.positions[n]
        seen = view(pos, seat).position
        for zone, cards in enumerate(seen.zones):
            spec = pos.box.zones[zone]
            foreign = spec.shape == "fan" and spec.owner not in (None, seat)
            faces |= {seen.faces[c] for c in cards if not foreign or pos.up >> c & 1}
    return (faces | shown_faces(session.log[at].events, seat)) - {UNSEEN}


def shown_faces(events: tuple[Event, ...], seat: Seat) -> set[int]:
    faces: set[int] = set()
    for event in events:
        if isinstance(event, CardMoved | CardFlipped | CardShown | PileShuffled):
            match seen_by(event, seat):
                case (
                    CardMoved(_, _, _, _, face, _)
                    | CardFlipped(_, _, face, _)
                    | CardShown(_, _, face, _)
                ):
                    faces.add(face)
                case PileShuffled(_, mixed, _):
                    faces.update(mixed)
    return faces


def leaking_events(session: Session[Any]) -> list[str]:
    """Return the events that name a face to a seat which does not know it."""
    found = []
    for at, record in enumerate(session.log):
        for seat in range(session.start.box.seats):
            known: set[int] | None = None
            for event in seen_lines(record.events, seat):
                faces = {card.face for card in named_cards(event)} - {UNSEEN}
                if faces and known is None:
                    known = known_faces(session, at, seat)
                found += [f"{seat}: {event}" for face in faces if face not in (known or ())]
    return found


@every_game
def test_a_face_is_named_to_nobody_who_does_not_know_it(game: Game[Any]) -> None:
    @settings(max_examples=12)
    @given(matches(game))
    def run(match: tuple[Any, int, int]) -> None:
        assert leaking_events(played(game, match, 150)) == []

    run()


@every_game
def test_what_the_public_is_told_everybody_knows(game: Game[Any]) -> None:
    @settings(max_examples=8)
    @given(matches(game))
    def run(match: tuple[Any, int, int]) -> None:
        session = played(game, match, 120)
        for record in session.log:
            for seat in range(session.start.box.seats):
                for one, other in zip(
                    seen_lines(record.events, NATURE), seen_lines(record.events, seat), strict=True
                ):
                    for public, own in zip(named_cards(one), named_cards(other), strict=True):
                        assert public.face in (UNSEEN, own.face)

    run()


def test_a_named_card_that_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NamedCard, "seen_by", lambda self, seat: self)
    match = (GAMES[0].options(), GAMES[0].players[0], 5)
    assert leaking_events(played(GAMES[0], match, 60))


@every_game
def test_a_side_with_an_unseen_card_does_not_tell_what_it_counts(game: Game[Any]) -> None:
    session = played(game, (game.options(), game.players[0], 11))
    for record in session.log:
        for event in record.events:
            if isinstance(event, Clash):
                hidden = event.with_(
                    sides=tuple(
                        side.with_(cards=tuple(NamedCard(card.card, 3, 0) for card in side.cards))
                        for side in event.sides
                    )
                )
                seen = seen_by(hidden, 0)
                assert isinstance(seen, Clash)
                assert all(
                    (side.values, side.total, side.parts) == ((), -1, ()) for side in seen.sides
                )


# -- everything told ------------------------------------------------------------------------------


@every_game
def test_every_verb_has_a_template(game: Game[Any]) -> None:
    """The verbs of all options and events that occur are checked."""

    @settings(max_examples=12)
    @given(matches(game))
    def run(match: tuple[Any, int, int]) -> None:
        session = played(game, match, 200)
        templates = game.story.templates
        for pos in session.positions:
            asked = pos.decision
            if asked is not None and asked.seat != NATURE:
                assert {action.verb for action in asked.options} <= set(templates)
        for events in (session.opening, *(record.events for record in session.log)):
            for event in events:
                if isinstance(event, Line | Clash):
                    key = event.verb if isinstance(event, Line) else event.kind
                    assert key in templates or begins_turn(event)

    run()


@every_game
def test_sentences_are_whole(game: Game[Any]) -> None:
    @settings(max_examples=6)
    @given(matches(game))
    def run(match: tuple[Any, int, int]) -> None:
        session = played(game, match, 150)
        for reader in readers(session):
            for at in range(narration.DEAL, len(session.log)):
                for each in narration.sentences(session, reader, at, at + 1):
                    whole(each.text)
            for chapter in narration.chapters(session, reader):
                for each in chapter.sentences:
                    whole(each.text)

    run()


def whole(text: str) -> None:
    assert text[0] == text[0].upper(), text
    assert text.endswith("."), text
    assert not re.search(r"[{}?]|\bNone\b|\bnobody\b|  |\.\.| ,|\(\)|’s ’s| \.", text), text
    assert not re.search(
        r"\b[Yy]ou was\b|\b1 (card|soldier|knight|point|turn|trick)s\b|\ba [aeiou]", text
    ), text
    assert "enemy" not in text, text


def test_a_slot_that_there_is_not_is_refused() -> None:
    game = GAMES[0]
    with pytest.raises(ValueError, match=r"'draw' has a slot \{whom\}"):
        type(game.story)({"draw": Template("{who} drew {whom}.")})


def tellable(session: Session[Any], reader: Seat, start: int) -> list[tuple[int, Tellable]]:
    """Return the events from a record on that templates tell."""
    return [
        (at, event)
        for at in range(start, session.at)
        for event in narration.lines(session, at, reader)
        if session.game.story.of(event) is not SILENT and not begins_turn(event)
    ]


def drew(event: Tellable) -> bool:
    return isinstance(event, Line) and event.verb in ("drew", "draw")


def check_recap(session: Session[Any], seat: Seat) -> None:
    """Check the recap for a seat: each missed event is in one sentence of the full news."""
    start = narration.first_unseen(session, seat)
    events = Counter(map(str, tellable(session, NATURE, start)))
    full = narration.news(session, seat)

    def quiet(event: Tellable) -> bool:
        return drew(event) and session.game.story.of(event).rank == DREW

    parts = Counter(str(part) for each in full for part in each.parts)
    assert parts <= events, "something is told twice, or did not happen"
    for each in full:
        assert not all(quiet(event) for _, event in each.parts), "a draw is no news"
    for at, event in tellable(session, NATURE, start):
        if quiet(event):
            continue
        assert parts[str((at, event))] or not session.game.story.of(event).text, event
    short, more = narration.recap(session, seat)
    assert len(short) + bool(more) <= 4
    assert len(short) + more == len(full)
    assert [each for each in full if each in short] == short


def check_match(session: Session[Any], every: int = 1) -> None:
    for end in range(every, len(session.log) + 1, every):
        session.jump(end)
        for seat in range(session.start.box.seats):
            check_recap(session, seat)


@every_game
def test_all_that_was_missed_is_told_once(game: Game[Any]) -> None:
    @settings(max_examples=8)
    @given(matches(game))
    def run(match: tuple[Any, int, int]) -> None:
        check_match(played(game, match, 150), 7)

    run()


@pytest.mark.parametrize("times", [0, 2])
def test_what_is_told_twice_or_not_at_all_is_found(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = next(game for game in GAMES if game.id == "castle_wars")
    session = played(game, (game.options(), 2, 5), 60)
    add = sentence_templates._add

    def faulty(entries: list[Any], at: int, event: Tellable, template: Template) -> None:
        for _ in range(times if at % 5 == 0 else 1):
            add(entries, at, event, template)

    monkeypatch.setattr(sentence_templates, "_add", faulty)
    with pytest.raises(AssertionError):
        check_match(session)


@every_game
def test_what_moves_or_turns_is_spoken_of(game: Game[Any]) -> None:
    """A record that moves or turns cards has a sentence, or belongs to a line that has one."""

    @settings(max_examples=8)
    @given(matches(game))
    def run(match: tuple[Any, int, int]) -> None:
        session = played(game, match, 150)
        fallen: set[int] = set()  # of the last clash: they may leave one line later
        for at, record in enumerate(session.log):
            changes = any(
                (
                    isinstance(event, CardMoved)
                    and event.source != event.to
                    and event.card not in fallen
                )
                or (isinstance(event, CardFlipped) and event.up)
                for event in record.events
            )
            for event in record.events:
                if isinstance(event, Clash):
                    fallen = {card.card for card in event.fallen}
            if changes and record.seat != NATURE:
                lines = narration.lines(session, at, NATURE)
                assert any(game.story.of(line) is not SILENT for line in lines), (at, record)

    run()


def test_a_side_of_a_clash_adds_up() -> None:
    """In games that count values: the printed values and the parts add up to the total."""
    game = next(game for game in GAMES if game.id == "castle_wars")
    values = Session(game, game.options(), 2, 1).position.state.ground.values

    @settings(max_examples=25)
    @given(matches(game))
    def run(match: tuple[Any, int, int]) -> None:
        session = played(game, match, 200)
        grounds = session.position.state.ground.values
        for record in session.log:
            for event in record.events:
                if isinstance(event, Clash):
                    for side in event.sides:
                        assert sums_up(side, grounds)

    assert values
    run()


def sums_up(side: Party, values: bytes) -> bool:
    printed = sum(values[card.face] for card in side.cards)
    parts = sum(int(part.text.replace("−", "-")) for part in side.parts)
    return side.total == sum(side.values) == printed + parts


def test_a_queen_that_helps_is_named_only_where_it_was_she() -> None:
    found = 0
    for name in ("wars", "wars-seers", "wars-epic"):
        session = match(name)
        box = session.start.box
        for at, record in enumerate(session.log):
            after = session.positions[at + 1]
            for event in record.events:
                if not isinstance(event, Clash):
                    continue
                for side in event.sides:
                    for part in side.parts:
                        if part.card < 0:
                            continue
                        found += 1
                        assert part.label in ("Queen", "Queens")
                        face = box.faces[after.faces[part.card]]
                        assert face.title.startswith("Queen")
                        assert box.names[after.zone_of(part.card)].endswith(".spent")
    assert found


STRAIGHT = re.compile(r"(?:^|[A-Za-z}])'[a-z]|s' ")  # should be typographic quotes
MATCHES = tuple(path.stem for path in sorted(MATCH_FILES.glob("*.yaml")))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_words_of_a_game_have_typographic_apostrophes(game: Game[Any]) -> None:
    for template in game.story.templates.values():
        for text in (
            template.text,
            template.hidden,
            template.many,
            template.tail,
            template.joint_tail,
            template.title,
        ):
            assert not STRAIGHT.search(text)
    faces = game.setup(game.options(), game.players[0]).box.faces
    for face in faces:
        assert not STRAIGHT.search(f"{face.title} {face.text}")


@pytest.mark.parametrize("name", MATCHES)
def test_what_is_told_of_a_match_has_typographic_apostrophes(name: str) -> None:
    session = match(name)
    for seat in range(session.start.box.seats):
        for chapter in narration.chapters(session, seat):
            for sentence in chapter.sentences:
                assert not STRAIGHT.search(sentence.text)
                assert not STRAIGHT.search(sentence.full_text)


@pytest.mark.parametrize("name", MATCHES)
def test_no_turn_has_a_heading_and_nothing_below_it(name: str) -> None:
    session = match(name)
    for at in range(len(session.log) // 2, len(session.log), 7):
        session.jump(at)
        chapters = narration.chapters(session, NATURE)
        assert chapters
        assert all(each.sentences for each in chapters)
    session.jump(len(session.log))


@pytest.mark.parametrize("name", ["barrage-2", "barrage-4"])
def test_where_ones_own_card_came_to_rest_is_no_news(name: str) -> None:
    session, landed = match(name), 0
    for at, record in enumerate(session.log[:-1]):
        if record.seat >= 0 and session.log[at + 1].seat == NATURE:
            landed += 1
            session.jump(at + 2)
            assert narration.first_unseen(session, record.seat) == at + 2
            others = [seat for seat in range(session.start.box.seats) if seat != record.seat]
            assert all(narration.first_unseen(session, seat) <= at for seat in others)
    session.jump(len(session.log))
    assert landed > 10
