"""How a match went: the share of winning line by line, what choices cost, and what was luck.

Each choice is looked at as its seat knew the table ("knowing your cards"), and the table as it lay
("knowing all cards"). While the match goes on, only the choices of the reader are looked at, and
only as the reader knew the table: the task holds nothing else. What is lost is the best option's
share less that of the chosen one, both in the same worlds; what a reveal, a draw or a throw did
afterwards is luck, and never a mistake. The same seed gives the same analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from castlecards.core.action import Action
from castlecards.core.advice import Advice, Deal
from castlecards.core.cards import NATURE, UNSEEN, Seat
from castlecards.core.events import CardFlipped, CardMoved, CardShown, Event, seen_by
from castlecards.core.landing import Limits
from castlecards.core.narration import whose
from castlecards.core.position import Position
from castlecards.core.session import Record, Session
from castlecards.core.view import view
from castlecards.players.coach import ranked_options
from castlecards.players.player import Think
from castlecards.players.search import Node, compare, simulate

THOUGHT = 80  # simulations of a decision as its seat knows the table,
OPEN = 30  # and as it lies
DUELS, WORLDS = 8, 100  # choices that seemed to cost most are judged again, in so many worlds
ENOUGH = 8  # visits that a chosen option needs to be judged by them
ROUGH = 12  # worlds in which it is compared where it has fewer,
SLOW = 8  # half as many from this effort on
MISTAKE = 0.03  # shares lost: less is none
SWING = 0.08  # a share that luck has to move to be told

Luck = Literal["", "reveal", "draw", "throw"]


@dataclass(frozen=True)
class DecisionReview:
    """One decision: shares of winning, 0 to 1."""

    at: int  # line of the log
    seat: Seat
    known: float  # of the best option, as the seat knew the table
    shares: tuple[float, ...]  # by seat, as the table lay; () while the match goes on
    chosen: Action
    best: Action  # the same as `chosen` where nothing better was found
    lost: float  # what the choice cost, 0 where it was as good


@dataclass(frozen=True)
class Recheck:
    """What the closer look at one decision came to."""

    at: int
    lost: float


@dataclass(frozen=True)
class WorkEstimate:
    """So many decisions will be looked at."""

    decisions: int


@dataclass(frozen=True)
class TurningPoint:
    """A line of the log with which the match turned; `change`: of the share of `seat`."""

    at: int
    seat: Seat
    change: float
    luck: Luck = ""  # what it came from; "": from a choice
    better: Action | None = None  # what should have been chosen


@dataclass(frozen=True)
class Analysis:
    """Curves are pairs of a line of the log, len(log) at the end, and a share."""

    whole: tuple[tuple[int, tuple[float, ...]], ...]  # by seat, as the table lay
    known: dict[Seat, tuple[tuple[int, float], ...]]  # by seat, as it knew the table
    points: tuple[TurningPoint, ...]  # in the order of play


@dataclass(frozen=True)
class AnalysisTask:
    """The task, as a value that travels: `pieces` yields Ahead, then a Weighed a decision, then
    Findings.

    `reader`: the only seat whose decisions are weighed, where positions and events are such as it
    has seen; NATURE: all seats are, and all cards are there."""

    advice: Advice[Any]
    positions: tuple[Position[Any], ...]
    log: tuple[Record, ...]
    opening: tuple[Event, ...]
    seed: int = 0
    reader: Seat = NATURE

    def pieces(self, stop: Callable[[], bool]) -> Iterator[WorkEstimate | DecisionReview | Recheck]:
        every = [at for at in range(len(self.log)) if self._choice(at)]
        yield WorkEstimate(len(every))
        told: dict[Seat, list[Event]] = {}
        heard = 0  # lines
        found: list[DecisionReview] = []
        seats = self.positions[0].box.seats
        for seat in range(seats):
            told[seat] = [seen_by(event, seat) for event in self.opening]
        for at in every:
            if stop():
                return
            for record in self.log[heard:at]:
                for seat in range(seats):
                    told[seat] += [seen_by(event, seat) for event in record.events]
            heard = at
            found.append(self._weigh(at, told[self.log[at].seat], stop))
            yield found[-1]
        for each in sorted(found, key=lambda each: -each.lost)[:DUELS]:
            if stop():
                return
            if each.lost >= MISTAKE / 2:
                yield Recheck(each.at, self._duel(each, stop))

    def accepts(self, piece: Any) -> bool:
        """True if `piece` is one that `pieces` yields about this match."""
        if isinstance(piece, WorkEstimate):
            return isinstance(piece.decisions, int)
        return isinstance(piece, DecisionReview | Recheck) and piece.at in range(len(self.log))

    def _choice(self, at: int) -> bool:
        """Was there anything to choose, that a rule of thumb does not answer at once?"""
        pos, record = self.positions[at], self.log[at]
        decision = pos.decision
        if decision is None or record.seat == NATURE or not record.chosen:
            return False
        if record.action.verb == "foul" or self.advice.idle(pos, decision):
            return False
        return isinstance(decision.aim, Limits) or len(decision.options) > 1

    def _weigh(self, at: int, told: Sequence[Event], stop: Callable[[], bool]) -> DecisionReview:
        advice, pos, seat = self.advice, self.positions[at], self.log[at].seat
        effort = advice.effort(pos)
        shares: tuple[float, ...] = ()
        if self.reader == NATURE:
            shares = self._shares(at, lambda _: pos.copy(), Random(f"{self.seed} {at} open"))
        # The seat thinks with a Random of its own: nothing of the true position reaches it.
        random = Random(f"{self.seed} {at}")
        chosen = self._meant(at)
        seen, think = (
            view(pos, seat),
            Think(THOUGHT // effort, seed=random.getrandbits(32), stop=stop),
        )
        assert pos.decision is not None
        ranked, _ = ranked_options(advice, seen, told, pos.decision, think)
        best = ranked[0]
        if not best.visits:  # nobody would think about this
            known = self._shares(at, advice.believe(seen, told), random)[seat]
            return DecisionReview(at, seat, known, shares, chosen, chosen, 0.0)
        own = next((each for each in ranked if each.action == chosen), None)
        if own is None or own.visits < ENOUGH:
            deal = advice.believe(seen, told)
            worlds = ROUGH if effort < SLOW else ROUGH // 2
            both = compare(advice, deal, random, (best.action, chosen), worlds, stop)
            values = {each.action: each.value for each in both}
            value = best.value + values[chosen] - values[best.action]
        else:
            value = own.value
        lost = max(0.0, best.value - value)
        better = best.action if lost else chosen
        return DecisionReview(at, seat, best.value, shares, chosen, better, lost)

    def _shares(self, at: int, deal: Deal, random: Random) -> tuple[float, ...]:
        """By seat, in worlds that are dealt."""
        pos = self.positions[at]
        root = Node()
        total, times = [0.0] * pos.box.seats, OPEN // self.advice.effort(pos)
        for _ in range(times):
            for n, share in enumerate(simulate(self.advice, root, deal(random), random)):
                total[n] += share
        return tuple([each / times for each in total])

    def _meant(self, at: int) -> Action:
        """What was played, a throw as one that the advice knows."""
        pos, action = self.positions[at], self.log[at].action
        assert pos.decision is not None
        return self.advice.meant(pos, pos.decision, action)

    def _duel(self, each: DecisionReview, stop: Callable[[], bool]) -> float:
        """What the choice cost, in more worlds, the same for both."""
        told = [seen_by(event, each.seat) for event in self.opening]
        told += [seen_by(e, each.seat) for record in self.log[: each.at] for e in record.events]
        deal = self.advice.believe(view(self.positions[each.at], each.seat), told)
        random = Random(f"{self.seed} {each.at} again")
        worlds = WORLDS // self.advice.effort(self.positions[each.at])
        both = compare(self.advice, deal, random, (each.best, each.chosen), worlds, stop)
        values = {option.action: option.value for option in both}
        return max(0.0, values[each.best] - values[each.chosen])


def analysis_task(session: Session[Any], seed: int = 0) -> AnalysisTask:
    """Of a match up to the end of its log; of one that goes on, as its reader has seen it. Raises
    ValueError where nobody knows the game, or where nothing has been played."""
    advice = session.game.advice
    if advice is None:
        raise ValueError(f"nobody here knows how {session.game.title} is played well")
    if not session.log:
        raise ValueError("nothing has been played yet")
    if session.over:
        return AnalysisTask(
            advice, tuple(session.positions), tuple(session.log), session.opening, seed
        )  # fmt: skip
    reader = whose(session)

    def seen(events: Iterable[Event]) -> tuple[Event, ...]:
        return tuple([seen_by(event, reader) for event in events])

    return AnalysisTask(
        advice,
        tuple([view(pos, reader).position for pos in session.positions]),
        tuple([Record(r.seat, r.action, seen(r.events), r.chosen) for r in session.log]),
        seen(session.opening),
        seed,
        reader,
    )


def analysis_from(
    task: AnalysisTask, pieces: Iterable[WorkEstimate | DecisionReview | Recheck]
) -> Analysis:
    """What the pieces that there are say; all of them, once the work is done."""
    looked: dict[int, DecisionReview] = {}
    closer: dict[int, float] = {}
    for piece in pieces:
        if isinstance(piece, DecisionReview):
            looked[piece.at] = piece
        elif isinstance(piece, Recheck):
            closer[piece.at] = piece.lost
    lines = [looked[at] for at in sorted(looked)]
    whole = [(each.at, each.shares) for each in lines if each.shares]
    known: dict[Seat, list[tuple[int, float]]] = {}
    for each in lines:
        known.setdefault(each.seat, []).append((each.at, each.known))
    result = task.positions[-1].result
    if result is not None:
        end = len(task.log)
        whole.append((end, result))
        for seat, curve in known.items():
            curve.append((end, result[seat]))
    points = [
        TurningPoint(each.at, each.seat, -closer[each.at], better=each.best)
        for each in lines
        if closer.get(each.at, 0.0) >= MISTAKE
    ]
    points += swings(task, lines, closer)
    points.sort(key=lambda point: point.at)
    curves = {seat: tuple(curve) for seat, curve in known.items()}
    return Analysis(tuple(whole), curves, tuple(points))


def swings(
    task: AnalysisTask, lines: Sequence[DecisionReview], closer: dict[int, float]
) -> Iterator[TurningPoint]:
    """What luck did between two decisions of a seat: the share after it, less that of what was
    chosen before it."""
    before: dict[Seat, DecisionReview] = {}
    for each in lines:
        last = before.get(each.seat)
        before[each.seat] = each
        if last is None:
            continue
        change = each.known - (last.known - closer.get(last.at, last.lost))
        if abs(change) < SWING:
            continue
        for at in range(last.at, each.at):
            luck = luck_of(task.log[at], each.seat)
            if luck:
                yield TurningPoint(at, each.seat, change, luck)
                break


def luck_of(record: Record, seat: Seat) -> Luck:
    """What chance brought to light with this line, as far as this seat has seen it."""
    if record.seat == NATURE:
        return "throw"
    for event in record.events:
        seen = seen_by(event, seat)
        if isinstance(seen, CardMoved) and seen.face != UNSEEN and record.action.verb == "draw":
            return "draw" if record.seat == seat else ""
        if isinstance(seen, CardFlipped) and seen.up and seen.card not in record.action.cards:
            return "reveal"
        if isinstance(seen, CardShown) and seen.seat == seat:
            return "reveal"
    return ""
