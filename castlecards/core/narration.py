"""The log of a session told: what any of its readers may read of it, in sentences.

A reader is a seat, or NATURE for whoever only watches: a closed curtain, a replay of several
people, a record on paper. What the table does not remind of is not told either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from castlecards.core.action import PASS
from castlecards.core.cards import NATURE, SIDES, UNSEEN, CardId, Seat, value
from castlecards.core.events import CardFlipped, Event, name_card, seen_by
from castlecards.core.log_lines import Clash, Line, NamedCard, Tellable, as_seen
from castlecards.core.position import Position
from castlecards.core.reminders import watched
from castlecards.core.sentence_templates import (
    DREW,
    FOUGHT,
    YOU,
    Sentence,
    Sound,
    begins_turn,
    fold,
    sentence_for,
)
from castlecards.core.sentence_templates import recap as best
from castlecards.core.session import HUMAN, Session

DEAL = -1  # the record of what happened before the first decision
DRAWS = ("drew", "draw")  # beginnings of verbs

ME = "\x00"  # stands for the reader in a text, until the words around it are known
SPOKEN_TO = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (rf"\b(\w+) of {ME}", r"your \1"),
        (f"{ME}’s", "your"),
        (f"{ME} wins", "you win"),
        (f"{ME} has", "you have"),
        (ME, "you"),
    )
)
STARTS = re.compile(r"(?:^|(?<=\. ))your?\b")
OWN = re.compile(r"\byour\b")
ENEMY = re.compile(r"\bthe enemy(?:’s)?(?= )")


@value
class Chapter:
    """One turn of a match, as far as it has been played."""

    heading: str  # "Turn 4 · Ben"; "" of what comes before the first turn
    seat: Seat  # whose it is; NATURE: nobody's
    sentences: tuple[Sentence, ...]
    seen: tuple[tuple[int, Tellable], ...] = ()  # of what they are told, each with its record


# -- who reads ------------------------------------------------------------------------------------


def whose(session: Session[Any]) -> Seat:
    """The seat of the person who reads: the first person's, or the first seat if none plays."""
    return next(iter(_people(session)), 0)


def _people(session: Session[Any]) -> list[Seat]:
    """The seats that people play."""
    owners = enumerate(session.owners)
    return [seat for seat, owner in owners if owner >= 0 and session.kinds[owner] == HUMAN]


def withheld(session: Session[Any], reader: Seat) -> str:
    """Sentence that refuses a seat's story and analysis; "" where they may be told.

    While a match goes on, they would show a person the cards of other players."""
    people = _people(session)
    if session.over or reader == NATURE or not people:
        return ""
    if len({session.owner(seat) for seat in people}) > 1:
        return "A match of several people can be looked into once it is over."
    if reader not in people:
        return "What another player has seen can be told once the match is over."
    return ""


def addressed(session: Session[Any], text: str, reader: Seat) -> str:
    """A text of the game with the players' names, and "you" for the reader; `reader` NATURE: with
    names alone."""
    who = seat_names(session, reader)
    found = session.named(text, [name or ME for name in who])
    for pattern, words in SPOKEN_TO:
        found = pattern.sub(words, found)
    return STARTS.sub(lambda each: each[0].capitalize(), found)


def as_done(session: Session[Any], text: str, actor: Seat, reader: Seat) -> str:
    """An action in the words of whoever does it, `actor`, told to the reader: `your gate` is
    `their gate`, where the reader does not do it, and the enemy has a name."""
    who = seat_names(session, reader)
    if who[actor] != YOU:
        text = OWN.sub("their", text)
    sides = session.start.box.sides
    foes = {who[seat] or ME for seat, side in enumerate(sides) if side != sides[actor]}
    if len(foes) == 1:
        foe = foes.pop()
        text = ENEMY.sub(lambda _: f"{foe}’s", text)
    return addressed(session, text, reader)


# -- what a reader has seen -----------------------------------------------------------------------


def seat_names(session: Session[Any], reader: Seat) -> tuple[str, ...]:
    """By seat, what a sentence calls whoever sits there: YOU the reader's own."""
    own = session.owner(reader)
    sides = session.start.box.sides
    return tuple(
        YOU
        if reader >= 0 and (seat == reader or 0 <= own == session.owner(seat))
        else session.name(seat) or SIDES[side]
        for seat, side in enumerate(sides)
    )


def lines(session: Session[Any], at: int, reader: Seat) -> tuple[Tellable, ...]:
    """What a record tells, as this reader has seen it and is reminded of it; DEAL: the opening."""
    if at == DEAL:
        return tuple([_seen(each, reader) for each in session.opening if _tells(each)])
    record = session.log[at]
    kept = session.told.get((at, reader))
    if kept is not None and kept[0] is record:
        return kept[1]
    found = [_seen(each, reader) for each in record.events if _tells(each)]
    hidden = _forgotten(session, at, reader, {c for each in found for c in _known(each)})
    if hidden:
        found = [as_seen(each, lambda card: _without(card, hidden)) for each in found]
    session.told[at, reader] = record, tuple(found)
    return tuple(found)


def masked_events(
    session: Session[Any], at: int, reader: Seat, events: Iterable[Event]
) -> tuple[Event, ...]:
    """The events of a record with its lines and clashes as this reader has seen them."""
    found = iter(lines(session, at, reader))
    return tuple([next(found) if _tells(event) else event for event in events])


def _tells(event: Any) -> bool:
    return isinstance(event, Line | Clash)


def _seen(event: Any, reader: Seat) -> Tellable:
    seen: Any = seen_by(event, reader)
    return seen  # type: ignore[no-any-return]


def _known(event: Tellable) -> Iterable[CardId]:
    """The cards that it names with their faces."""
    if isinstance(event, Line):
        names = event.cards + event.onto
    else:
        names = sum([side.cards for side in event.sides], event.fallen)
    return [card.card for card in names if card.face != UNSEEN]


def _forgotten(
    session: Session[Any], at: int, reader: Seat, known: set[CardId]
) -> frozenset[CardId]:
    """Those of the known cards in watched places of which the table does not remind the reader,
    and which the record has not turned up."""
    before = session.positions[at]
    covered = {
        card
        for zone in watched(before.box)
        for card in before.zones[zone]
        if card in known and not before.up >> card & 1
    }
    if not covered:
        return frozenset()
    shown, after = (session.shown(reader, at + n).position.faces for n in (0, 1))
    turned = {e.card for e in session.log[at].events if isinstance(e, CardFlipped) and e.up}
    return frozenset(
        card for card in covered - turned if shown[card] == UNSEEN and after[card] == UNSEEN
    )


def _without(card: NamedCard, hidden: frozenset[int]) -> NamedCard:
    return NamedCard(card.card) if card.card in hidden else card


def pending_clash(session: Session[Any], reader: Seat, at: int = -1) -> Clash | None:
    """The clash that somebody is asked about now, or before line `at`, as this reader knows it."""
    at = session.at if at < 0 else at
    pos: Position[Any] = session.positions[at]
    clash = session.game.clash(pos)
    if clash is None:
        return None
    full = as_seen(clash, lambda card: name_card(pos, card.card))
    shown = session.shown(reader, at).position.faces
    hidden = frozenset(
        card for card, face in enumerate(shown) if face == UNSEEN and not pos.up >> card & 1
    )
    seen: Any = as_seen(_seen(full, reader), lambda card: _without(card, hidden))
    return seen  # type: ignore[no-any-return]


def actor(event: Tellable) -> Seat:
    """Who did it; of a clash the attacker or leader; NATURE: nobody."""
    return event.actor if isinstance(event, Line) else event.sides[0].seat


def cards(event: Tellable) -> tuple[CardId, ...]:
    """All cards that it is about, as they were called then."""
    if isinstance(event, Line):
        return tuple(card.card for card in event.cards + event.onto)
    return tuple(card.card for side in event.sides for card in side.cards)


# -- told -----------------------------------------------------------------------------------------


def caption(session: Session[Any], event: Tellable, *, reader: Seat) -> str:
    """One line or clash that `lines` has given for this reader, for whoever watches it happen: ""
    of what one has just done oneself, unless it is great, and of the beginning of a turn."""
    story, who = session.game.story, seat_names(session, reader)
    own = actor(event) >= 0 and who[actor(event)] == YOU
    template = story.of(event)
    if begins_turn(event) or (own and template.rank < FOUGHT and not template.waits):
        return ""
    return sentence_for(session.start.box, story, event, who)


def waits_for_reader(session: Session[Any], event: Tellable) -> bool:
    """Does nothing go on before it has been read?"""
    return session.game.story.of(event).waits


def sound_kind(session: Session[Any], event: Tellable) -> Sound:
    """What is heard of a line or a clash."""
    return session.game.story.of(event).sound


def open_clash(session: Session[Any], reader: Seat) -> str:
    """The clash that somebody is asked about now, in words; "" where there is none."""
    clash = pending_clash(session, reader)
    box, story = session.start.box, session.game.story
    return "" if clash is None else sentence_for(box, story, clash, seat_names(session, reader))


def newest(session: Session[Any], reader: Seat) -> Sentence | None:
    """What the last record that tells anything has told; None: nothing yet."""
    for at in range(session.at - 1, DEAL - 1, -1):
        if found := sentences(session, reader, at, at + 1):
            return found[-1]
    return None


def sentences(session: Session[Any], reader: Seat, start: int, end: int) -> list[Sentence]:
    """The records from `start` to before `end`, what belongs together in one sentence."""
    seen = [(at, each) for at in range(start, end) for each in lines(session, at, reader)]
    return fold(session.start.box, session.game.story, seen, seat_names(session, reader))


def heading(session: Session[Any], reader: Seat, at: int) -> tuple[str, Seat]:
    """Heading of the turn in which line `at` was played, and whose turn it was; "" and NATURE
    before the first turn."""
    for line in range(at - 1, DEAL - 1, -1):
        for event in reversed(lines(session, line, reader)):
            if begins_turn(event):
                who = seat_names(session, reader)
                return sentence_for(session.start.box, session.game.story, event, who), actor(event)
    return "", NATURE


def chapters(session: Session[Any], reader: Seat, before: Sequence[Chapter] = ()) -> list[Chapter]:
    """The match turn by turn, up to now. `before`: as it was told to the same reader last; chapters
    to which nothing has come are taken from there."""
    known = {(each.heading, each.seen[0][0]): each for each in before if each.seen}
    box, story, who = session.start.box, session.game.story, seat_names(session, reader)
    parts: list[tuple[str, Seat, list[tuple[int, Tellable]]]] = [("", NATURE, [])]
    for at in range(DEAL, session.at):
        for event in lines(session, at, reader):
            if begins_turn(event):
                parts.append((sentence_for(box, story, event, who), actor(event), []))
            else:
                parts[-1][2].append((at, event))
    found = []
    for heading, seat, seen in parts:
        chapter = known.get((heading, seen[0][0])) if seen else None
        if chapter is None or (chapter.seat, chapter.seen) != (seat, tuple(seen)):
            chapter = Chapter(heading, seat, tuple(fold(box, story, seen, who)), tuple(seen))
        found.append(chapter)
    return [each for each in found if each.heading or each.sentences]


# -- what was missed ------------------------------------------------------------------------------


def first_unseen(session: Session[Any], seat: Seat) -> int:
    """The first record since this seat, or who plays it, last chose anything; what came of that by
    chance or physics, as where a card that was thrown came to rest, is no news to it."""
    own = session.owner(seat)
    after = session.at  # the first record that is no answer of chance or physics to the one before
    for at in range(session.at - 1, -1, -1):
        record, asked = session.log[at], session.positions[at].decision
        idle = asked is not None and bool(asked.window) and record.action == PASS
        if record.seat >= 0 and session.owner(record.seat) == own and not idle:
            return after
        after = at if record.seat >= 0 else after
    return DEAL


def news(session: Session[Any], seat: Seat, reader: Seat = NATURE) -> list[Sentence]:
    """What happened since `seat` was last asked, for `reader`; that it drew itself, as everybody
    does whose turn begins, is none."""
    found = sentences(session, reader, first_unseen(session, seat), session.at)
    return [each for each in found if not _drew(session, each, seat)]


def _drew(session: Session[Any], told: Sentence, seat: Seat) -> bool:
    """Is it only of cards that this seat, or who plays it, drew?"""
    event, own = told.event, session.owner(seat)
    draws = isinstance(event, Line) and event.verb.startswith(DRAWS) and told.rank == DREW
    return draws and own >= 0 and session.owner(actor(event)) == own


def recap(
    session: Session[Any], seat: Seat, reader: Seat = NATURE, most: int = 4
) -> tuple[list[Sentence], int]:
    """What happened since `seat` was last asked, in at most `most` sentences for `reader`, and how
    many more there would be. On a closed curtain the reader is NATURE."""
    return best(news(session, seat, reader), most)


def texts(found: Sequence[Sentence], more: int) -> list[str]:
    """A recap in lines."""
    last = f"… and {more} {'thing' if more == 1 else 'things'} more."
    return [each.text for each in found] + ([last] if more else [])
