"""Analysis of a match: win shares line by line, the cost of each choice, and the effect of luck.

Each choice is evaluated with the cards that its seat knew ("knowing your cards"), and the position
with all cards ("knowing all cards"). While the match goes on, only the reader's choices are
evaluated, only with cards that the reader knew: the task holds no others. The cost of a choice is
the best option's share less that of the chosen one, both in the same worlds. The effect of a later
reveal, draw or throw is luck, never a mistake. The same seed gives the same analysis.
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
from castlecards.core.narration import default_reader
from castlecards.core.position import Position
from castlecards.core.session import Record, Session
from castlecards.core.view import view
from castlecards.players.coach import ranked_options
from castlecards.players.player import Think
from castlecards.players.search import Node, compare, simulate

THOUGHT = 80  # simulations of a decision with the cards that its seat knows
OPEN = 30  # simulations of a position with all cards
RECHECKS = 8  # costliest choices that are evaluated again
WORLDS = 100  # worlds of each of them
ENOUGH = 8  # least visits of a chosen option whose value is used as it is
ROUGH = 12  # worlds of a comparison with the best option if it has fewer
SLOW = 8  # effort from which on half as many worlds are used
MISTAKE = 0.03  # least cost of a mistake, share of winning
SWING = 0.08  # least change by luck that is reported, share of winning

Luck = Literal["", "reveal", "draw", "throw"]


@dataclass(frozen=True)
class DecisionReview:
    """Evaluation of one decision; shares of winning are from 0 to 1."""

    at: int  # line of the log
    seat: Seat
    known: float  # share of the best option, with the cards that the seat knew
    shares: tuple[float, ...]  # by seat, with all cards; () while the match goes on
    chosen: Action
    best: Action  # the same as `chosen` if no option was better
    lost: float  # cost of the choice, 0 if none was better


@dataclass(frozen=True)
class Recheck:
    """Second, more exact evaluation of one decision."""

    at: int
    lost: float


@dataclass(frozen=True)
class WorkEstimate:
    """Number of decisions that will be evaluated."""

    decisions: int


@dataclass(frozen=True)
class TurningPoint:
    """Line of the log that turned the match; `change` of the share of `seat`."""

    at: int
    seat: Seat
    change: float
    luck: Luck = ""  # kind of luck; "": a choice
    better: Action | None = None  # the better choice


@dataclass(frozen=True)
class Analysis:
    """Result of an analysis. Curves are pairs of a line of the log, len(log) at the end, and a
    share of winning."""

    whole: tuple[tuple[int, tuple[float, ...]], ...]  # shares by seat, with all cards
    known: dict[Seat, tuple[tuple[int, float], ...]]  # by seat, with the cards that it knew
    points: tuple[TurningPoint, ...]  # in the order of play


@dataclass(frozen=True)
class AnalysisTask:
    """Task of the child process: `pieces` yields a WorkEstimate, a DecisionReview a decision,
    then Rechecks.

    `reader`: the only seat whose decisions are evaluated; positions and events then hold only cards
    that it has seen. NATURE: all seats, all cards.
    """

    advice: Advice[Any]
    positions: tuple[Position[Any], ...]
    log: tuple[Record, ...]
    opening: tuple[Event, ...]
    seed: int = 0
    reader: Seat = NATURE

    def pieces(self, stop: Callable[[], bool]) -> Iterator[WorkEstimate | DecisionReview | Recheck]:
        every = [at for at in range(len(self.log)) if self._is_choice(at)]
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
            found.append(self._review(at, told[self.log[at].seat], stop))
            yield found[-1]
        for each in sorted(found, key=lambda each: -each.lost)[:RECHECKS]:
            if stop():
                return
            if each.lost >= MISTAKE / 2:
                yield Recheck(each.at, self._recheck(each, stop))

    def accepts(self, piece: Any) -> bool:
        """True if `piece` is one that `pieces` yields about this match."""
        if isinstance(piece, WorkEstimate):
            return isinstance(piece.decisions, int)
        return isinstance(piece, DecisionReview | Recheck) and piece.at in range(len(self.log))

    def _is_choice(self, at: int) -> bool:
        """True if line `at` was a real choice: made by a player, and not an idle window."""
        pos, record = self.positions[at], self.log[at]
        decision = pos.decision
        if decision is None or record.seat == NATURE or not record.chosen:
            return False
        if record.action.verb == "foul" or self.advice.idle(pos, decision):
            return False
        return isinstance(decision.aim, Limits) or len(decision.options) > 1

    def _review(self, at: int, told: Sequence[Event], stop: Callable[[], bool]) -> DecisionReview:
        advice, pos, seat = self.advice, self.positions[at], self.log[at].seat
        effort = advice.effort(pos)
        shares: tuple[float, ...] = ()
        if self.reader == NATURE:
            shares = self._shares(at, lambda _: pos.copy(), Random(f"{self.seed} {at} open"))
        # A Random of its own for each seat: nothing of the true position reaches it.
        random = Random(f"{self.seed} {at}")
        chosen = self._meant(at)
        seen, think = (
            view(pos, seat),
            Think(THOUGHT // effort, seed=random.getrandbits(32), stop=stop),
        )
        assert pos.decision is not None
        ranked, _ = ranked_options(advice, seen, told, pos.decision, think)
        best = ranked[0]
        if not best.visits:  # decided by rules of thumb alone
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
        """Mean share of winning by seat over worlds from `deal`."""
        pos = self.positions[at]
        root = Node()
        total, times = [0.0] * pos.box.seats, OPEN // self.advice.effort(pos)
        for _ in range(times):
            for n, share in enumerate(simulate(self.advice, root, deal(random), random)):
                total[n] += share
        return tuple([each / times for each in total])

    def _meant(self, at: int) -> Action:
        """Chosen action; a throw is replaced by the nearest one that the advice knows."""
        pos, action = self.positions[at], self.log[at].action
        assert pos.decision is not None
        return self.advice.meant(pos, pos.decision, action)

    def _recheck(self, each: DecisionReview, stop: Callable[[], bool]) -> float:
        """Cost of a choice, from more worlds, the same for both options."""
        told = [seen_by(event, each.seat) for event in self.opening]
        told += [seen_by(e, each.seat) for record in self.log[: each.at] for e in record.events]
        deal = self.advice.believe(view(self.positions[each.at], each.seat), told)
        random = Random(f"{self.seed} {each.at} again")
        worlds = WORLDS // self.advice.effort(self.positions[each.at])
        both = compare(self.advice, deal, random, (each.best, each.chosen), worlds, stop)
        values = {option.action: option.value for option in both}
        return max(0.0, values[each.best] - values[each.chosen])


def analysis_task(session: Session[Any], seed: int = 0) -> AnalysisTask:
    """Task for the log of a match; for one that goes on, only with cards that its reader has seen.
    Raises ValueError if the game has no heuristics, or if the log is empty."""
    advice = session.game.advice
    if advice is None:
        raise ValueError(f"nobody here knows how {session.game.title} is played well")
    if not session.log:
        raise ValueError("nothing has been played yet")
    if session.over:
        return AnalysisTask(
            advice, tuple(session.positions), tuple(session.log), session.opening, seed
        )  # fmt: skip
    reader = default_reader(session)

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
    """Analysis from the pieces that have arrived so far."""
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
    """Turning points by luck between two decisions of a seat: its share at the second, less that of
    its choice at the first."""
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
    """Kind of luck in a line of the log, as this seat has seen it."""
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
