"""An analysis in words: what turned the match, as its page shows it and as text to keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from castlecards.core import chronicle
from castlecards.core.cards import NATURE, Seat
from castlecards.core.counts import signed
from castlecards.core.session import HUMAN, Session
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

    head: str  # "Turn 4 · Ben"
    change: str  # "−6 %"
    did: tuple[str, ...]  # sentences: what was done, and what followed from it
    better: str  # what would have been better; "": it was luck
    luck: str  # a sentence; "": it was a choice


def whose(session: Session[Any]) -> Seat:
    """The seat of the person who reads: the first one, or the first seat where nobody is one."""
    people = [
        seat
        for seat, owner in enumerate(session.owners)
        if owner >= 0 and session.kinds[owner] == HUMAN
    ]
    return people[0] if people else 0


def readable(session: Session[Any]) -> str:
    """Why this match may not be looked into yet; "" where it may: while it goes on, whoever plays
    against others at the same screen would see their cards."""
    people = sum(kind == HUMAN for kind in session.kinds)
    if not session.over and people > 1:
        return "A match of several people can be looked into once it is over."
    return ""


def told_points(session: Session[Any], analysis: Analysis) -> tuple[TurningPoint, ...]:
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
    seat = point.seat
    turns = session.game.turn(session.positions[-1])
    turn = session.game.turn(session.positions[point.at]) + 1
    when = f"Turn {turn}" if turns else f"Move {point.at + 1}"
    sentences = chronicle.sentences(session, seat, point.at, point.at + 1)
    view = session.shown(seat, point.at)
    record = session.log[point.at]
    did = tuple([each.text for each in sentences if each.text]) if seat == whose(session) else ()
    if not did and record.seat != NATURE:
        did = (f"{session.named(session.game.describe(record.action, view))}.",)
    if not did:
        did = ("The card came to rest.",)
    better = ""
    if point.better is not None:
        better = f"{session.named(session.game.describe(point.better, view))}."
    change = f"{signed(round(100 * point.change))} %"
    return PointWords(f"{when} · {session.name(seat)}", change, did, better,
                      LUCK[point.luck] if point.luck else "")  # fmt: skip


def text(session: Session[Any], analysis: Analysis) -> str:
    """The whole of it, a paragraph a turning point, and the curve in ten lines."""
    title = f"{session.game.title}: {' and '.join(session.names)}"
    lines = [title, "=" * len(title), ""]
    lines += [session.named(line) for line in session.game.outcome(session.position)]
    points = told_points(session, analysis)
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
            f"{session.name(seat) or '-':>10}" for seat in range(session.start.box.seats)
        )
        about = "Share of winning, knowing all cards:"
    else:
        curve = [(at, (share,)) for at, share in analysis.known.get(seat, ())]
        head = f"  line {session.name(seat):>10}"
        about = "Share of winning, knowing your cards:"
    step = max(1, len(curve) // STEP)
    some = [*curve[::step], *curve[-1:]]
    rows = [
        f"{at:>6} " + " ".join(f"{100 * share:>8.0f} %" for share in shares)
        for at, shares in dict.fromkeys(some)
    ]
    return ["", about, head, *rows] if rows else []
