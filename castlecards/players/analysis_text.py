"""Text of an analysis: the turning points of a match, for its page and for a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from castlecards.core import narration
from castlecards.core.action import Action
from castlecards.core.cards import NATURE, UNSEEN, Seat
from castlecards.core.log_lines import Line
from castlecards.core.narration import default_reader, withheld
from castlecards.core.sentence_templates import Sentence, grouped, joined_list, slots
from castlecards.core.session import HUMAN, Record, Session
from castlecards.players.analysis import Analysis, TurningPoint
from castlecards.texts import signed, tr

LUCK = {
    "reveal": tr("Luck, not a mistake."),
    "draw": tr("Luck of the draw, not a mistake."),
    "throw": tr("Luck and aim, not a mistake."),
}
NOTHING_TURNED = tr("No costly mistakes, no decisive luck.")
MOST_OTHERS = 2  # turning points by choices of the other players
MOST_LUCK = 2  # turning points by luck
CURVE_LINES = 10  # about as many lines in the table of the curve


@dataclass(frozen=True)
class PointWords:
    """Words of a turning point."""

    head: str  # "Turn 4 · Ben", "Turn 5 · You"
    change: str  # "−6 %"
    sentences: tuple[str, ...]  # the action and its consequences
    better: str  # the better choice; "" if it was luck
    luck: str  # a sentence; "" if it was a choice
    turn: Seat = NATURE  # seat whose turn it was

    @property
    def verdict(self) -> str:
        """Sentence with the better choice, or that it was luck."""
        return tr("Better: {move}", move=self.better) if self.better else self.luck


def refusal_to_analyse(session: Session[Any]) -> str:
    """Sentence that says why this match cannot be analysed yet; "" if it can."""
    return withheld(session, default_reader(session))


def reader(session: Session[Any]) -> Seat:
    """Seat that the text addresses as "you"; NATURE if no person plays."""
    return default_reader(session) if HUMAN in session.kinds else NATURE


def seat_name(session: Session[Any], seat: Seat) -> str:
    """Name of a seat for the reader: `You`, a name, or its side if it has no player."""
    return narration.seat_names(session, reader(session))[seat] or tr("You")


def main_points(session: Session[Any], analysis: Analysis) -> tuple[TurningPoint, ...]:
    """Turning points in the order of play: all mistakes of the reader, and those of greatest change
    by luck of the reader and by choices of the others; without a person, all mistakes.

    While the match goes on, only the reader's own.
    """
    seat, nobody = default_reader(session), reader(session) == NATURE
    points = sorted(analysis.points, key=lambda point: -abs(point.change))
    choices = [point for point in points if not point.luck]
    own = [point for point in choices if point.seat == seat or (nobody and session.over)]
    others = [point for point in choices if point not in own and session.over]
    luck = [point for point in points if point.luck and point.seat == seat]
    shown = [*own, *others[:MOST_OTHERS], *luck[:MOST_LUCK]]
    return tuple(sorted(shown, key=lambda point: point.at))


def decisive_point(session: Session[Any], analysis: Analysis) -> TurningPoint | None:
    """Turning point of greatest change; None if nothing turned the match."""
    points = main_points(session, analysis)
    return max(points, key=lambda point: abs(point.change), default=None)


def point_words(session: Session[Any], point: TurningPoint) -> PointWords:
    """Words of a turning point for the reader.

    `sentences` begins with the chosen action; then come the other events that the reader saw.
    """
    record, you = session.log[point.at], reader(session)
    own = session.owner(point.seat) == session.owner(you)
    viewer = point.seat if own or not session.over else you  # of the reader
    turns = session.game.turn(session.positions[-1])
    head, turn = narration.heading(session, you, point.at) if turns else ("", NATURE)
    if not head:
        turn = record.seat if record.seat >= 0 else point.seat
        number = session.game.turn(session.positions[point.at]) + 1
        name = seat_name(session, turn)
        by_turn = tr("Turn {number} · {name}", number=number, name=name)
        head = by_turn if turns else tr("Move {number} · {name}", number=point.at + 1, name=name)
    sentences = narration.sentences(session, viewer, point.at, point.at + 1)
    consequences: list[str] = []
    if record.seat != NATURE:
        action = _action_words(session, point, record.seat, record.action)
        name = seat_name(session, record.seat)
        consequences.append(tr("{name} chose: {action}.", name=name, action=action))
        knower = record.seat if session.over else point.seat
        known = session.shown(knower, point.at).position.faces
        revealed = _retold(session, sentences[0], record, known, action) if sentences else None
        if revealed is not None:
            sentences = sentences[1:]
        if revealed:
            consequences.append(tr("Turned up: {cards}.", cards=joined_list(grouped(revealed))))
    consequences += [sentence.text for sentence in sentences if sentence.text]
    better = ""
    if point.better is not None:
        better = f"{_action_words(session, point, record.seat, point.better)}."
    change = tr("{change} %", change=signed(round(100 * point.change)))
    return PointWords(head, change, tuple(consequences) or (tr("The card stopped."),), better,
                      LUCK[point.luck] if point.luck else "", turn)  # fmt: skip


def _action_words(session: Session[Any], point: TurningPoint, actor: Seat, action: Action) -> str:
    """Words for an action at a turning point; while the match goes on, only with cards that the
    reader knows."""
    viewer = actor if session.over else point.seat
    words = session.game.describe(action, session.shown(viewer, point.at))
    return narration.as_done(session, words, viewer, reader(session))


def _retold(
    session: Session[Any], sentence: Sentence, record: Record, known: bytes, label: str
) -> list[str] | None:
    """Names of the cards that an attack turned up, if the sentence only repeats the chosen action;
    None if it tells more. `known`: faces that the player knew before; `label`: of the action."""
    event, action, story = sentence.event, record.action, session.game.story
    if not isinstance(event, Line) or event.actor != record.seat:
        return None
    words = [*event.words]
    for _, part in sentence.parts:
        if part != event and (not isinstance(part, Line) or part.cards or part.numbers):
            return None
        words += part.words if isinstance(part, Line) else ()
    if any(word not in label for word in words):
        return None
    if any(slot.isdigit() for slot, _ in slots(story.of(event).text)):
        return None
    named = event.cards + event.onto
    new = [c for c in named if c.face != UNSEEN and known[c.card] == UNSEEN]
    if event.to >= 0 and event.zones and (event.zones, event.to) == (action.zones, action.to):
        return [story.card(session.start.box.faces[card.face]) for card in new]
    cards = {card.card for card in named}
    same = event.verb == action.verb or (cards and cards <= {*action.cards, action.onto})
    return [] if same and not new else None


def player_names(session: Session[Any]) -> list[str]:
    """Names of all players by number, the reader as `You`."""
    own = session.owner(reader(session))
    return [tr("You") if n == own else name for n, name in enumerate(session.names)]


def end_sentences(session: Session[Any]) -> list[str]:
    """Sentences about the end of a finished match, for the reader."""
    sentences = session.game.outcome(session.position) if session.over else ()
    return [narration.addressed(session, sentence, reader(session)) for sentence in sentences]


def whole_text(session: Session[Any], analysis: Analysis) -> str:
    """Text of the whole analysis: a paragraph for each turning point, and a table of the curve."""
    title = f"{session.game.title}: {joined_list(player_names(session))}"
    lines = [title, "=" * len(title), "", *end_sentences(session)]
    points = main_points(session, analysis)
    if not points:
        lines += ["", NOTHING_TURNED]
    for number, point in enumerate(points, 1):
        words = point_words(session, point)
        head = words.head
        if session.game.turn(session.positions[-1]):
            head = tr("{head}, move {move}", head=head, move=point.at + 1)
        head = tr("{number}. {head}: {change}", number=number, head=head, change=words.change)
        lines += ["", head]
        lines.append(" ".join(words.sentences))
        lines.append(words.verdict)
    return "\n".join([*lines, *_curve(session, analysis)]) + "\n"


def _curve(session: Session[Any], analysis: Analysis) -> list[str]:
    """Table of the win shares: with all cards, or while the match goes on with the reader's own."""
    seat = default_reader(session)
    if session.over:
        curve: Sequence[tuple[int, tuple[float, ...]]] = analysis.with_all_cards
        head = f"  {tr('move')} " + " ".join(
            f"{seat_name(session, seat):>10}" for seat in range(session.start.box.seats)
        )
        about = tr("Winning chances with all cards open:")
    else:
        curve = [(at, (share,)) for at, share in analysis.with_own_cards.get(seat, ())]
        head = f"  {tr('move')} {seat_name(session, seat):>10}"
        about = tr("Winning chances from your view:")
    step = max(1, len(curve) // CURVE_LINES)
    some = [*curve[::step], *curve[-1:]]
    rows = [
        f"{at:>6} " + " ".join(f"{100 * share:>8.0f} %" for share in shares)
        for at, shares in dict.fromkeys(some)
    ]
    return ["", about, head, *rows] if rows else []
