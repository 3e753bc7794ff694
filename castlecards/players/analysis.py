"""Analysis of a match: win shares line by line, the cost of each choice, and the effect of luck.

Each choice is evaluated with the cards that its seat knew ("knowing your cards"), and the position
with all cards ("knowing all cards"). While the match goes on, only the reader's choices are
evaluated, only with cards that the reader knew: the task holds no others. The cost of a choice is
the best option's share less that of the chosen one, both in the same worlds. The effect of a later
reveal, draw or throw is luck, never a mistake. The same seed gives the same analysis.

The reader's choices come first, in the order of play; each that seems a mistake is evaluated again
at once, so that mistakes can be shown while the rest is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal

from castlecards.core.action import Action
from castlecards.core.advice import Advice, WorldSampler
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

OWN_SIMULATIONS = 80  # simulations of a decision with the cards that its seat knows
OPEN_SIMULATIONS = 30  # simulations of a position with all cards
RECHECK_WORLDS = 100  # worlds of each second evaluation
ENOUGH_VISITS = 8  # least visits of a chosen option whose value is used as it is
COMPARED_WORLDS = 12  # worlds of a comparison with the best option if it has fewer visits
SLOW_EFFORT = 8  # effort from which on half as many worlds are used
MISTAKE = 0.03  # least cost of a mistake, share of winning
SWING = 0.08  # least change by luck that is reported, share of winning

Luck = Literal["", "reveal", "draw", "throw"]


@dataclass(frozen=True)
class DecisionReview:
    """Evaluation of one decision; shares of winning are from 0 to 1."""

    at: int  # line of the log
    seat: Seat
    best_share: float  # share of the best option, with the cards that the seat knew
    shares: tuple[float, ...]  # by seat, with all cards; () while the match goes on
    chosen: Action
    best: Action  # the same as `chosen` if no option was better
    cost: float  # cost of the choice, 0 if none was better


@dataclass(frozen=True)
class Recheck:
    """Second, more exact evaluation of one decision."""

    at: int
    cost: float


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
    share of winning; `costs` by seat are pairs of a line and the cost of its choice."""

    with_all_cards: tuple[tuple[int, tuple[float, ...]], ...]  # shares by seat, with all cards
    with_own_cards: dict[Seat, tuple[tuple[int, float], ...]]  # with the cards that the seat knew
    points: tuple[TurningPoint, ...]  # in the order of play
    costs: dict[Seat, tuple[tuple[int, float], ...]] = field(default_factory=dict)  # of choices


@dataclass(frozen=True)
class AnalysisTask:
    """Task of the child process: `pieces` yields a WorkEstimate, then a DecisionReview a decision,
    some followed by a Recheck.

    `reader`: the only seat whose decisions are evaluated; positions and events then hold only cards
    that it has seen. NATURE: all seats, all cards. `first`: the seat whose decisions come first.
    `only`: the line of the only decision that is evaluated; -1: all are.
    """

    advice: Advice[Any]
    positions: tuple[Position[Any], ...]
    log: tuple[Record, ...]
    opening: tuple[Event, ...]
    seed: int = 0
    reader: Seat = NATURE
    first: Seat = 0
    only: int = -1

    def pieces(self, stop: Callable[[], bool]) -> Iterator[WorkEstimate | DecisionReview | Recheck]:
        """Yield the results; end soon after `stop` returns True."""
        lines = range(len(self.log)) if self.only < 0 else (self.only,)
        choices = [at for at in lines if self._is_choice(at)]
        yield WorkEstimate(len(choices))
        seats = self.positions[0].box.seats
        for seat in sorted(range(seats), key=lambda seat: seat != self.first):
            events, next_line = [seen_by(event, seat) for event in self.opening], 0
            for at in choices:
                if self.log[at].seat != seat:
                    continue
                if stop():
                    return
                for record in self.log[next_line:at]:
                    events += [seen_by(event, seat) for event in record.events]
                next_line = at
                review = self._review(at, events, stop)
                yield review
                if review.cost >= MISTAKE / 2:
                    yield Recheck(at, self._recheck(review, events, stop))

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
        if record.action.verb == "foul" or self.advice.is_routine(pos, decision):
            return False
        return isinstance(decision.aim, Limits) or len(decision.options) > 1

    def _review(self, at: int, events: Sequence[Event], stop: Callable[[], bool]) -> DecisionReview:
        advice, pos, seat = self.advice, self.positions[at], self.log[at].seat
        effort = advice.effort(pos)
        shares: tuple[float, ...] = ()
        if self.reader == NATURE:
            shares = self._shares(at, lambda _: pos.copy(), Random(f"{self.seed} {at} open"))
        # A Random of its own for each seat: nothing of the true position reaches it.
        random = Random(f"{self.seed} {at}")
        chosen = self._known_choice(at)
        seat_view = view(pos, seat)
        think = Think(OWN_SIMULATIONS // effort, seed=random.getrandbits(32), stop=stop)
        assert pos.decision is not None
        ranked, _ = ranked_options(advice, seat_view, events, pos.decision, think)
        best = ranked[0]
        if not best.visits:  # decided by rules of thumb alone
            known = self._shares(at, advice.world_sampler(seat_view, events), random)[seat]
            return DecisionReview(at, seat, advice.share(known), shares, chosen, chosen, 0.0)
        own = next((option for option in ranked if option.action == chosen), None)
        if own is None or own.visits < ENOUGH_VISITS:
            sample = advice.world_sampler(seat_view, events)
            worlds = COMPARED_WORLDS if effort < SLOW_EFFORT else COMPARED_WORLDS // 2
            compared = compare(advice, sample, random, (best.action, chosen), worlds, stop)
            values = {option.action: option.value for option in compared}
            value = best.value + values[chosen] - values[best.action]
        else:
            value = own.value
        best_share = advice.share(best.value)
        cost = max(0.0, best_share - advice.share(value))
        better = best.action if cost else chosen
        return DecisionReview(at, seat, best_share, shares, chosen, better, cost)

    def _shares(self, at: int, sample: WorldSampler, random: Random) -> tuple[float, ...]:
        """Mean share of winning by seat over worlds from `sample`."""
        pos = self.positions[at]
        root = Node()
        total, count = [0.0] * pos.box.seats, OPEN_SIMULATIONS // self.advice.effort(pos)
        for _ in range(count):
            for n, share in enumerate(simulate(self.advice, root, sample(random), random)):
                total[n] += share
        return tuple([amount / count for amount in total])

    def _known_choice(self, at: int) -> Action:
        """Chosen action; a throw is replaced by the nearest one that the advice knows."""
        pos, action = self.positions[at], self.log[at].action
        assert pos.decision is not None
        return self.advice.nearest_known(pos, pos.decision, action)

    def _recheck(
        self, review: DecisionReview, events: Sequence[Event], stop: Callable[[], bool]
    ) -> float:
        """Cost of a choice, from more worlds, the same for both options."""
        sample = self.advice.world_sampler(view(self.positions[review.at], review.seat), events)
        random = Random(f"{self.seed} {review.at} again")
        worlds = RECHECK_WORLDS // self.advice.effort(self.positions[review.at])
        compared = compare(self.advice, sample, random, (review.best, review.chosen), worlds, stop)
        values = {option.action: self.advice.share(option.value) for option in compared}
        return max(0.0, values[review.best] - values[review.chosen])


def analysis_task(session: Session[Any], seed: int = 0) -> AnalysisTask:
    """Task for the log of a match; for one that goes on, only with cards that its reader has seen.
    Raises ValueError if the game has no heuristics, or if the log is empty."""
    advice = session.game.advice
    if advice is None:
        raise ValueError(f"nobody here knows how {session.game.title} is played well")
    if not session.log:
        raise ValueError("nothing has been played yet")
    reader = default_reader(session)
    if session.over:
        return AnalysisTask(
            advice, tuple(session.positions), tuple(session.log), session.opening, seed,
            first=reader,
        )  # fmt: skip

    def seen(events: Iterable[Event]) -> tuple[Event, ...]:
        return tuple([seen_by(event, reader) for event in events])

    return AnalysisTask(
        advice,
        tuple([view(pos, reader).position for pos in session.positions]),
        tuple([Record(r.seat, r.action, seen(r.events), r.chosen) for r in session.log]),
        seen(session.opening),
        seed,
        reader,
        reader,
    )


def choice_task(session: Session[Any], at: int) -> AnalysisTask:
    """Task for the choice in line `at` alone; otherwise like `analysis_task`."""
    return replace(analysis_task(session), only=at)


def analysis_from(
    task: AnalysisTask, pieces: Iterable[WorkEstimate | DecisionReview | Recheck]
) -> Analysis:
    """Analysis from the pieces that have arrived so far."""
    reviews: dict[int, DecisionReview] = {}
    rechecked: dict[int, float] = {}
    for piece in pieces:
        if isinstance(piece, DecisionReview):
            reviews[piece.at] = piece
        elif isinstance(piece, Recheck):
            rechecked[piece.at] = piece.cost
    lines = [reviews[at] for at in sorted(reviews)]
    with_all_cards = [(review.at, review.shares) for review in lines if review.shares]
    with_own_cards: dict[Seat, list[tuple[int, float]]] = {}
    costs: dict[Seat, list[tuple[int, float]]] = {}
    for review in lines:
        with_own_cards.setdefault(review.seat, []).append((review.at, review.best_share))
        cost = rechecked.get(review.at, review.cost)
        costs.setdefault(review.seat, []).append((review.at, cost))
    result = task.positions[-1].result
    if result is not None:
        end = len(task.log)
        with_all_cards.append((end, result))
        for seat, curve in with_own_cards.items():
            curve.append((end, result[seat]))
    points = [
        TurningPoint(review.at, review.seat, -rechecked[review.at], better=review.best)
        for review in lines
        if rechecked.get(review.at, 0.0) >= MISTAKE
    ]
    points += swings(task, lines, rechecked)
    points.sort(key=lambda point: point.at)
    curves = {seat: tuple(curve) for seat, curve in with_own_cards.items()}
    losses = {seat: tuple(own) for seat, own in costs.items()}
    return Analysis(tuple(with_all_cards), curves, tuple(points), losses)


def swings(
    task: AnalysisTask, lines: Sequence[DecisionReview], rechecked: dict[int, float]
) -> Iterator[TurningPoint]:
    """Turning points by luck between two decisions of a seat: its share at the second, less that of
    its choice at the first."""
    before: dict[Seat, DecisionReview] = {}
    for review in lines:
        last = before.get(review.seat)
        before[review.seat] = review
        if last is None:
            continue
        change = review.best_share - (last.best_share - rechecked.get(last.at, last.cost))
        if abs(change) < SWING:
            continue
        for at in range(last.at, review.at):
            luck = luck_of(task.log[at], review.seat)
            if luck:
                yield TurningPoint(at, review.seat, change, luck)
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
