"""Previews of actions in Tricks of the Trade: points of a bid, and the rank of a card."""

from __future__ import annotations

from castlecards import texts
from castlecards.core.action import Action
from castlecards.core.game import OutcomePreview
from castlecards.core.view import View
from castlecards.games.tricks_of_the_trade.rules import Play, turn_order
from castlecards.games.tricks_of_the_trade.scoring import power, round_score
from castlecards.games.tricks_of_the_trade.state import TRICKS, Ground, bid_of, domain, domain_name
from castlecards.texts import ntr, tr


def outcome_preview(view: View, action: Action) -> OutcomePreview | None:
    """Preview of an action; None if nothing can be predicted."""
    match action.verb:
        case "bid":
            return _bid(view, action)
        case "play":
            return _play(view, action)
    return None


def _bid(view: View, action: Action) -> OutcomePreview | None:  # TT16
    """Preview of a bid: points for exactly as many tricks, for one more and for one fewer.

    Points for goal tricks are left out.
    """
    ground: Ground = view.position.state.ground
    face = view.face(action.cards[0])
    if face is None:
        return None
    bid = face.rank
    best = round_score(ground, bid, bid).total
    other_counts = [n for n in (bid + 1, bid - 1) if 0 <= n <= TRICKS]
    alternatives = [_tricks_for(n, round_score(ground, bid, n).total) for n in other_counts]
    tricks = str(bid) if bid else tr("none")
    more = tr(
        "win {tricks} for {points}, {others}",
        tricks=tricks,
        points=texts.counted(best, "point"),
        others=", ".join(alternatives),
    )
    return OutcomePreview(
        ntr(best, "win {tricks}: {n} point", "win {tricks}: {n} points", tricks=tricks),
        "open",
        more,
    )


def _tricks_for(tricks: int, points: int) -> str:
    return tr("{tricks} for {points}", tricks=tricks or tr("none"), points=points)


def _play(view: View, action: Action) -> OutcomePreview | None:  # TT15
    """Preview of a card: highest so far or not; the last card decides the trick.

    A result that leads to the bid is good.
    """
    step = view.position.steps[0]
    if not isinstance(step, Play):
        return None
    ground, card = view.position.state.ground, action.cards[0]
    if step.seat == step.leader:
        return OutcomePreview(tr("leads {domain}", domain=domain_name(domain(view.position, card))))
    order = turn_order(ground.seats, step.leader)
    pos = view.position
    led = domain(pos, pos.zones[ground.tricks[step.leader]][-1])
    laid = [pos.zones[ground.tricks[seat]][-1] for seat in order[: order.index(step.seat)]]
    wants = len(pos.zones[ground.won[step.seat]]) // ground.seats != bid_of(pos, step.seat)
    if power(pos, card, led) <= max(power(pos, each, led) for each in laid):
        return OutcomePreview(tr("can’t win"), "even" if wants else "good")
    if order[-1] != step.seat:
        return OutcomePreview(tr("highest so far"))
    return OutcomePreview(tr("wins the trick"), "good" if wants else "bad")
