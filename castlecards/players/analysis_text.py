"""An analysis in words: what turned the match, as its page shows it and as text to keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from castlecards.core import narration
from castlecards.core.action import Action
from castlecards.core.cards import NATURE, Seat
from castlecards.core.log_lines import Line
from castlecards.core.narration import whose, withheld
from castlecards.core.plurals import signed
from castlecards.core.sentence_templates import Sentence, joined_list
from castlecards.core.session import HUMAN, Record, Session
from castlecards.players.analysis import Analysis, TurningPoint

LUCK = {
    "reveal": "That was luck, no mistake.",
    "draw": "What was drawn was luck, no mistake.",
    "throw": "Where the card came to rest was luck and hand, no choice.",
}
TOLD, LUCKY = 4, 2  # turning points at most, and those of luck among them
STEP = 10  # lines tell the curve, about


@dataclass(frozen=True)
class PointWords:
    """A turning point: whose, when, and what it did."""

    head: str  # "Turn 4 · Ben", "Turn 5 · You"
    change: str  # "−6 %"
    did: tuple[str, ...]  # sentences: what was done, and what followed from it
    better: str  # what would have been better; "": it was luck
    luck: str  # a sentence; "": it was a choice
    turn: Seat = NATURE  # whose turn it was


def refusal_to_analyse(session: Session[Any]) -> str:
    """Sentence that says why this match can't be looked into yet; "" where it can."""
    return withheld(session, whose(session))


def reader(session: Session[Any]) -> Seat:
    """The seat that is spoken to; NATURE where no person plays."""
    return whose(session) if HUMAN in session.kinds else NATURE


def called(session: Session[Any], seat: Seat) -> str:
    """`You`, a name, or the side of a seat that nobody plays."""
    return narration.seat_names(session, reader(session))[seat] or "You"


def main_points(session: Session[Any], analysis: Analysis) -> tuple[TurningPoint, ...]:
    """The weightiest, in the order of play: choices of all, and luck as whoever reads met it; of a
    match that goes on only what is theirs."""
    seat = whose(session)
    every = sorted(analysis.points, key=lambda point: -abs(point.change))
    choices = [each for each in every if not each.luck and (session.over or each.seat == seat)]
    luck = [each for each in every if each.luck and each.seat == seat]
    least = max(0, TOLD - LUCKY - len(choices))
    luck = luck[: LUCKY + least]
    return tuple(sorted([*choices[: TOLD - len(luck)], *luck], key=lambda point: point.at))


def in_words(session: Session[Any], point: TurningPoint) -> PointWords:
    """A turning point as it is told to the reader. `did` begins with the very action that was
    chosen; then comes what else was seen of it."""
    record, you = session.log[point.at], reader(session)
    own = session.owner(point.seat) == session.owner(you)
    eyes = point.seat if own or not session.over else you  # of the reader
    turns = session.game.turn(session.positions[-1])
    head, turn = narration.heading(session, you, point.at) if turns else ("", NATURE)
    if not head:
        turn = record.seat if record.seat >= 0 else point.seat
        number = session.game.turn(session.positions[point.at]) + 1
        when = f"Turn {number}" if turns else f"Move {point.at + 1}"
        head = f"{when} · {called(session, turn)}"
    told = narration.sentences(session, eyes, point.at, point.at + 1)
    did: list[str] = []
    if record.seat != NATURE:
        who = called(session, record.seat)
        did.append(f"{who} chose: {_worded(session, point, record.seat, record.action)}.")
        told = told[1:] if told and _retold(told[0], record) else told
    did += [each.text for each in told if each.text]
    better = ""
    if point.better is not None:
        better = f"{_worded(session, point, record.seat, point.better)}."
    change = f"{signed(round(100 * point.change))} %"
    return PointWords(head, change, tuple(did) or ("The card came to rest.",), better,
                      LUCK[point.luck] if point.luck else "", turn)  # fmt: skip


def _worded(session: Session[Any], point: TurningPoint, actor: Seat, action: Action) -> str:
    """An action at a turning point; while the match goes on as the reader knows its cards."""
    eyes = actor if session.over else point.seat
    said = session.game.describe(action, session.shown(eyes, point.at))
    return narration.as_done(session, said, eyes, reader(session))


def _retold(told: Sentence, record: Record) -> bool:
    """True if the sentence says no more than which action was chosen."""
    event, action = told.event, record.action
    if not isinstance(event, Line) or len(told.parts) > 1 or event.numbers or event.words:
        return False
    cards = {card.card for card in event.cards + event.onto}
    own = event.actor == record.seat and (cards or event.verb == action.verb)
    return bool(own) and cards <= {*action.cards, action.onto}


def players(session: Session[Any]) -> list[str]:
    """All of them, by number, the reader as `You`."""
    own = session.owner(reader(session))
    return ["You" if n == own else name for n, name in enumerate(session.names)]


def ends(session: Session[Any]) -> list[str]:
    """The end of a match that is over, told to the reader."""
    said = session.game.outcome(session.position) if session.over else ()
    return [narration.addressed(session, line, reader(session)) for line in said]


def text(session: Session[Any], analysis: Analysis) -> str:
    """The whole of it, a paragraph a turning point, and the curve in ten lines."""
    title = f"{session.game.title}: {joined_list(players(session))}"
    lines = [title, "=" * len(title), "", *ends(session)]
    points = main_points(session, analysis)
    if not points:
        lines += ["", "No choice cost much, and luck turned nothing."]
    for number, point in enumerate(points, 1):
        words = in_words(session, point)
        lines += ["", f"{number}. {words.head}, line {point.at + 1}: {words.change}"]
        lines.append(" ".join(words.did))
        lines += [f"Better: {words.better}"] if words.better else [words.luck]
    return "\n".join([*lines, *_curve(session, analysis)]) + "\n"


def _curve(session: Session[Any], analysis: Analysis) -> list[str]:
    """As the table lay; as the person knew it where the match goes on."""
    seat = whose(session)
    if session.over:
        curve: Sequence[tuple[int, tuple[float, ...]]] = analysis.whole
        head = "  line " + " ".join(
            f"{called(session, seat):>10}" for seat in range(session.start.box.seats)
        )
        about = "Share of winning, knowing all cards:"
    else:
        curve = [(at, (share,)) for at, share in analysis.known.get(seat, ())]
        head = f"  line {called(session, seat):>10}"
        about = "Share of winning, knowing your cards:"
    step = max(1, len(curve) // STEP)
    some = [*curve[::step], *curve[-1:]]
    rows = [
        f"{at:>6} " + " ".join(f"{100 * share:>8.0f} %" for share in shares)
        for at, shares in dict.fromkeys(some)
    ]
    return ["", about, head, *rows] if rows else []
