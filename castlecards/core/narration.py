"""Narration of a session: its log in sentences for one reader, without hidden cards.

A reader is a seat, or NATURE for spectators: a closed curtain, a replay of several people, a
printed record. Faces that the memory aids hide are hidden here too.
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
from castlecards.core.reminders import watched_zones
from castlecards.core.sentence_templates import (
    DREW,
    FOUGHT,
    YOU,
    Sentence,
    Sound,
    begins_turn,
    fold,
    sentence_for,
    title_for,
)
from castlecards.core.sentence_templates import recap as best
from castlecards.core.session import HUMAN, Session
from castlecards.texts import capital, tr

DEAL = -1  # record index of the deal, before the first decision
DRAWS = ("drew", "draw")  # first letters of the verbs for drawing cards

ME = "\x00"  # placeholder for the reader's name until `SPOKEN_TO` replaces it by "you"
SPOKEN_TO = tuple(
    (re.compile(f"{ME}{end}"), words)
    for end, words in (
        ("’s", tr("your")), (" wins", tr("you win")), (" has", tr("you have")), ("", tr("you")),
    )
)  # fmt: skip
YOUR_TEAM, OTHER_TEAM = tr("your team"), tr("the other team")
STARTS = re.compile(rf"(?:^|(?<=\. ))(?:your?|{OTHER_TEAM})\b")
OWN = re.compile(r"\byour\b")
A = re.compile(r"\ban?\b")
ARTICLE = re.compile(r"^(?:an?|the)\b")
ENEMY = re.compile(r"\bthe enemy(?:’s)?(?= )")


@value
class Chapter:
    """One turn of a match in sentences, as far as it has been played."""

    heading: str  # "Turn 4 · Ben"; "" before the first turn
    seat: Seat  # seat whose turn it is; NATURE: nobody
    sentences: tuple[Sentence, ...]
    seen: tuple[tuple[int, Tellable], ...] = ()  # its lines, each with its record index


# -- reader ---------------------------------------------------------------------------------------


def default_reader(session: Session[Any]) -> Seat:
    """Seat of the default reader: the first person's, or seat 0 if no person plays."""
    return next(iter(_people(session)), 0)


def _people(session: Session[Any]) -> list[Seat]:
    """Seats that people play."""
    owners = enumerate(session.owners)
    return [seat for seat, owner in owners if owner >= 0 and session.kinds[owner] == HUMAN]


def withheld(session: Session[Any], reader: Seat) -> str:
    """Sentence that refuses the story and analysis of a seat; "" if they are allowed.

    During a match they would show a person the cards of other players.
    """
    people = _people(session)
    if session.over or reader == NATURE or not people:
        return ""
    if len({session.owner(seat) for seat in people}) > 1:
        return tr("You can review a match of several people once it is over.")
    if reader not in people:
        return tr("You can read another player’s story once the match is over.")
    return ""


def addressed(session: Session[Any], text: str, reader: Seat) -> str:
    """Text of the game with the players' names, and "you" for the reader unless it is NATURE.

    Sides of several players are the reader's team and the other one.
    """
    names = seat_names(session, reader)
    result = session.with_player_names(text, [name or ME for name in names])
    for side, name in enumerate(SIDES) if reader >= 0 and session.game.teams else ():
        if len(people := session.people(side)) > 1:
            team = YOUR_TEAM if session.owner(reader) in people else OTHER_TEAM
            result = re.sub(rf"\b{name}\b(?! \d)", team, result)
    for pattern, words in SPOKEN_TO:
        result = pattern.sub(words, result)
    return STARTS.sub(lambda start: start[0].capitalize(), result)


def as_done(session: Session[Any], text: str, actor: Seat, reader: Seat) -> str:
    """Action text, written for its actor, as the reader should see it.

    If the reader is another seat, `your gate` becomes `their gate` and `the enemy` a name.
    """
    names = seat_names(session, reader)
    if names[actor] != YOU:
        text = OWN.sub("their", text)
    sides = session.start.box.sides
    opponents = {names[seat] or ME for seat, side in enumerate(sides) if side != sides[actor]}
    if len(opponents) == 1:
        opponent = opponents.pop()
        text = ENEMY.sub(lambda _: f"{opponent}’s", text)
    return addressed(session, text, reader)


def next_step(before: str, step: str) -> str:
    """Step of a plan in words, shorter if it repeats the beginning of the step `before` it:
    `attack the gate with the Knight`, then `with another Knight`."""
    start, mark, cards = step.partition(" with ")
    if before == step and not mark:
        return tr("{verb} again", verb=step.partition(" ")[0])
    if not mark or not before.startswith(start + mark):
        return step
    if A.search(start):  # `raise a knight`, then `raise another knight`
        return A.sub(tr("another"), step, count=1)
    if before == step:
        cards = ARTICLE.sub(tr("another"), cards)
    return tr("with {cards}", cards=cards)


# -- lines that a reader has seen -----------------------------------------------------------------


def seat_names(session: Session[Any], reader: Seat) -> tuple[str, ...]:
    """Name of each seat in sentences; YOU for the seats of the reader's player."""
    own = session.owner(reader)
    return tuple(
        YOU
        if reader >= 0 and (seat == reader or 0 <= own == session.owner(seat))
        else session.name(seat)
        for seat in range(session.start.box.seats)
    )


def lines(session: Session[Any], at: int, reader: Seat) -> tuple[Tellable, ...]:
    """Lines and clashes of record `at` (or DEAL) with only the faces this reader may see.

    Faces that the reader has seen but that the memory aids hide are left out. Results are cached in
    `session.narration_cache`.
    """
    if at == DEAL:
        return tuple([_seen(event, reader) for event in session.opening if _is_line(event)])
    record = session.log[at]
    cached = session.narration_cache.get((at, reader))
    if cached is not None and cached[0] is record:
        return cached[1]
    seen = [_seen(event, reader) for event in record.events if _is_line(event)]
    hidden = _forgotten(session, at, reader, {card for event in seen for card in _known(event)})
    if hidden:
        seen = [as_seen(event, lambda card: _without(card, hidden)) for event in seen]
    session.narration_cache[at, reader] = record, tuple(seen)
    return tuple(seen)


def masked_events(
    session: Session[Any], at: int, reader: Seat, events: Iterable[Event]
) -> tuple[Event, ...]:
    """Events of a record, with its lines and clashes masked by `lines` for this reader."""
    masked = iter(lines(session, at, reader))
    return tuple([next(masked) if _is_line(event) else event for event in events])


def _is_line(event: Any) -> bool:
    return isinstance(event, Line | Clash)


def _seen(event: Any, reader: Seat) -> Tellable:
    seen: Any = seen_by(event, reader)
    return seen  # type: ignore[no-any-return]


def _known(event: Tellable) -> Iterable[CardId]:
    """Cards that the event names with their faces."""
    if isinstance(event, Line):
        names = event.cards + event.onto
    else:
        names = sum([side.cards for side in event.sides], event.fallen)
    return [card.card for card in names if card.face != UNSEEN]


def _forgotten(
    session: Session[Any], at: int, reader: Seat, known: set[CardId]
) -> frozenset[CardId]:
    """Cards of `known` whose faces the memory aids hide from the reader and the record left down.

    Only face-down cards in watched zones (`reminders.watched_zones`) count.
    """
    before = session.positions[at]
    covered = {
        card
        for zone in watched_zones(before.box)
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
    """Undecided clash now, or before line `at`, with only the faces this reader knows; or None."""
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
    """Seat that acted; in a clash the attacker or leader; NATURE for events without an actor."""
    return event.actor if isinstance(event, Line) else event.sides[0].seat


def acting_seat(session: Session[Any], at: int) -> Seat:
    """Seat of the last player who acted up to record `at` of the log; NATURE if none has.

    A landing belongs to its thrower, because records of chance and physics are skipped.
    """
    done = (record.seat for record in reversed(session.log[: at + 1]) if record.seat != NATURE)
    return next(done, NATURE)


def cards(event: Tellable) -> tuple[CardId, ...]:
    """Ids of all cards of the event, as they were at that time."""
    if isinstance(event, Line):
        return tuple(card.card for card in event.cards + event.onto)
    return tuple(card.card for side in event.sides for card in side.cards)


# -- sentences ------------------------------------------------------------------------------------


def caption(session: Session[Any], event: Tellable, *, reader: Seat) -> str:
    """Caption of a line or clash during playback, or "".

    `event` comes from `lines` for this reader. The start of a turn and the reader's own minor
    actions have no caption.
    """
    story, names = session.game.story, seat_names(session, reader)
    own = actor(event) >= 0 and names[actor(event)] == YOU
    template = story.of(event)
    if begins_turn(event) or (own and template.rank < FOUGHT and not template.waits):
        return ""
    return sentence_for(session.start.box, story, event, names)


def waits_for_reader(session: Session[Any], event: Tellable) -> bool:
    """True if playback halts until the player has read the event."""
    return session.game.story.of(event).waits


def sound_kind(session: Session[Any], event: Tellable) -> Sound:
    """Kind of sound of a line or clash; "" for none."""
    return session.game.story.of(event).sound


def open_clash(session: Session[Any], reader: Seat) -> str:
    """Sentence for the undecided clash; "" if there is none."""
    clash = pending_clash(session, reader)
    box, story = session.start.box, session.game.story
    return "" if clash is None else sentence_for(box, story, clash, seat_names(session, reader))


def newest(session: Session[Any], reader: Seat) -> Sentence | None:
    """Last sentence of the log up to now; None if there is none yet."""
    for at in range(session.at - 1, DEAL - 1, -1):
        if latest := sentences(session, reader, at, at + 1):
            return latest[-1]
    return None


def sentences(session: Session[Any], reader: Seat, start: int, end: int) -> list[Sentence]:
    """Sentences for the records from `start` up to, not including, `end`; related lines merge."""
    seen = [(at, event) for at in range(start, end) for event in lines(session, at, reader)]
    return fold(session.start.box, session.game.story, seen, seat_names(session, reader))


def heading(session: Session[Any], reader: Seat, at: int) -> tuple[str, Seat]:
    """Heading and seat of the turn of line `at`; "" and NATURE before the first turn."""
    for line in range(at - 1, DEAL - 1, -1):
        for event in reversed(lines(session, line, reader)):
            if begins_turn(event):
                names = seat_names(session, reader)
                return sentence_for(session.start.box, session.game.story, event, names), actor(
                    event
                )
    return "", NATURE


def moment_title(session: Session[Any], event: Tellable, at: int) -> str:
    """Title of an event of record `at` for spectators: `Turn 9: the Queen at the gate`.

    It is the heading of the turn if the event has no title."""
    turn, _ = heading(session, NATURE, at)
    title = title_for(session.start.box, session.game.story, event, seat_names(session, NATURE))
    if not title or not turn:
        return turn or capital(title)
    return tr("{turn}: {title}", turn=turn.partition(" · ")[0], title=title)


def chapters(session: Session[Any], reader: Seat, before: Sequence[Chapter] = ()) -> list[Chapter]:
    """Chapters of the match up to now, one for each turn with something to tell.

    `before`: an earlier result for the same reader; unchanged chapters are reused from it.
    """
    known = {(item.heading, item.seen[0][0]): item for item in before if item.seen}
    box, story, names = session.start.box, session.game.story, seat_names(session, reader)
    turns: list[tuple[str, Seat, list[tuple[int, Tellable]]]] = [("", NATURE, [])]
    for at in range(DEAL, session.at):
        for event in lines(session, at, reader):
            if begins_turn(event):
                turns.append((sentence_for(box, story, event, names), actor(event), []))
            else:
                turns[-1][2].append((at, event))
    result = []
    for heading, seat, seen in turns:
        chapter = known.get((heading, seen[0][0])) if seen else None
        if chapter is None or (chapter.seat, chapter.seen) != (seat, tuple(seen)):
            chapter = Chapter(heading, seat, tuple(fold(box, story, seen, names)), tuple(seen))
        result.append(chapter)
    return [item for item in result if item.sentences]


# -- recap ----------------------------------------------------------------------------------------


def first_unseen(session: Session[Any], seat: Seat) -> int:
    """Index of the first record that the seat's player has not seen; DEAL if it never chose.

    Results of its own choice by chance or physics, such as a landing, count as seen.
    """
    own = session.owner(seat)
    after = session.at  # first later record that is not an answer of NATURE
    for at in range(session.at - 1, -1, -1):
        record, asked = session.log[at], session.positions[at].decision
        passed = asked is not None and bool(asked.window) and record.action == PASS
        if record.seat >= 0 and session.owner(record.seat) == own and not passed:
            return after
        after = at if record.seat >= 0 else after
    return DEAL


def news(session: Session[Any], seat: Seat, reader: Seat = NATURE) -> list[Sentence]:
    """Sentences since `seat` last chose, for `reader`; without ordinary draws of cards."""
    recent = sentences(session, reader, first_unseen(session, seat), session.at)
    return [sentence for sentence in recent if not is_draw(sentence)]


def is_draw(sentence: Sentence) -> bool:
    """True if the sentence only says that a player drew cards."""
    event = sentence.event
    return isinstance(event, Line) and event.verb.startswith(DRAWS) and sentence.rank == DREW


def recap(
    session: Session[Any], seat: Seat, reader: Seat = NATURE, most: int = 4
) -> tuple[list[Sentence], int]:
    """Most important of the `news` for `reader`, at most `most`, and the number left out.

    On a closed curtain the reader is NATURE.
    """
    return best(news(session, seat, reader), most)


def texts(sentences: Sequence[Sentence], more: int) -> list[str]:
    """Text lines of a recap; `more` sentences were left out."""
    last = [tr("… and {n} more", n=more)] if more else []
    return [sentence.text for sentence in sentences] + last
