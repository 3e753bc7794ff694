"""Explanations of actions in Card Barrage, with hit odds from the table of throw outcomes."""

from __future__ import annotations

from collections.abc import Iterator

from castlecards.core.action import PASS, Action
from castlecards.core.cards import UNSEEN, CardId, Zone
from castlecards.core.landing import Thrower
from castlecards.core.view import View
from castlecards.games.card_barrage.outcome_odds import (
    OutcomeOdds,
    ThrowOption,
    interpolation,
    throw_options,
)
from castlecards.games.card_barrage.state import Pos
from castlecards.texts import counted, ntr, tr


def reasons(view: View, action: Action, odds: OutcomeOdds, thrower: Thrower) -> Iterator[str]:
    """Reasons for an action, strongest first, from what the seat knows."""
    pos, me = view.position, view.seat
    verb = action.verb
    if verb == "toss":
        found = throw_options(odds, pos.state.ground, me).get(action.args)
        if found is not None:
            yield from _throw(pos, found, thrower)
        yield from _part(view, action.cards[0])
    elif verb in ("upgrade", "shift") and action.to >= 0:
        yield from _exchange(view, action)
    elif verb in ("discard", "give", "replace", "tuck"):
        yield from _part(view, action.cards[0])
    if verb in ("build", "replace"):
        yield tr("a wall of {value}", value=_rank(view, action.cards[0]))
        walls = sum(bool(pos.zones[zone]) for zone in pos.state.ground.walls[me])
        yield tr("you have {more}, not {walls}", more=counted(walls + 1, "wall"), walls=walls)
    elif action == PASS and (hand := pos.zones[pos.state.ground.hands[me]]):
        yield ntr(len(hand), "keeps {n} card in your hand", "keeps {n} cards in your hand")


def hit_percentage(pos: Pos, option: ThrowOption, thrower: Thrower, least: int = 1) -> int:
    """Percentage of throws like this one that hit at least `least` present cards."""
    low, high, part = interpolation(thrower.error)
    total = 0.0
    for weight, outcomes in ((1 - part, option.outcomes[low]), (part, option.outcomes[high])):
        for share, first, hits in outcomes:
            there = sum(pos.filled >> zone & 1 for zone, _ in hits)
            if pos.filled >> first & 1 and there >= least:
                total += weight * share
    return round(100 * total)


def _throw(pos: Pos, found: ThrowOption, thrower: Thrower) -> Iterator[str]:
    yield tr("{n} of 100 such throws hit", n=hit_percentage(pos, found, thrower))
    if double := hit_percentage(pos, found, thrower, 2):
        yield tr("{n} of 100 hit two cards", n=double)
    walls = _walls(pos, found.target)
    if not walls:
        yield tr("they have no walls left")
    elif found.target in walls and len(walls) > 1:
        if walls[found.target] == max(walls.values()):
            yield tr("their highest wall")
    elif found.target in walls:
        yield tr("their last wall")


def _walls(pos: Pos, target: Zone) -> dict[Zone, int]:
    """Values of the standing walls on the side of a target."""
    ground = pos.state.ground
    side = next(side for side in (0, 1) if target in ground.targets[side])
    return {
        zone: ground.ranks[pos.faces[pos.zones[zone][0]]]
        for zone in ground.targets[side]
        if ground.wall_mask[side] >> zone & 1 and pos.zones[zone]
    }


def _exchange(view: View, action: Action) -> Iterator[str]:
    old, new = _rank(view, view.position.zones[action.to][0]), _rank(view, action.cards[0])
    if 0 < new < old:
        yield tr("a wall of {new} instead of {old}", old=old, new=new)


def _part(view: View, card: CardId) -> Iterator[str]:
    """Reasons to part with this card of the hand."""
    pos = view.position
    hand = pos.zones[pos.state.ground.hands[view.seat]]
    ranks = [_rank(view, each) for each in hand]
    if card not in hand or len(hand) < 2 or 0 in ranks:
        return
    rank = _rank(view, card)
    if rank == min(ranks):
        yield tr("your lowest card")
    elif higher := sum(rank < other for other in ranks):
        yield ntr(higher, "keeps {n} higher card", "keeps {n} higher cards")


def _rank(view: View, card: CardId) -> int:
    """Value of a card; 0 if the seat has not seen it."""
    face = view.position.faces[card]
    return 0 if face == UNSEEN else view.position.state.ground.ranks[face]
