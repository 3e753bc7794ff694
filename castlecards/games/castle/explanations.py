"""Explanations of actions in Castle, from the knowledge of one seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from castlecards.core.action import PASS, Action
from castlecards.core.cards import UNSEEN, CardId, Seat, Zone
from castlecards.core.table import Table
from castlecards.core.view import View
from castlecards.games.castle.attack import Defend, defence_at
from castlecards.games.castle.plays import lay
from castlecards.games.castle.rules import Play
from castlecards.games.castle.state import (
    CASTLE,
    CODES,
    DECK,
    KIND,
    MARKET,
    OWN,
    PLOT,
    POINTS,
    QUEENS,
    RANKS,
    SETS,
    SIZE,
    STALLS,
    Pos,
    defence,
    hand_limit,
    knights,
    survey,
    usable_knights,
)
from castlecards.texts import counted, ntr, tr

HIGH, QUEEN = 10, 12  # ranks
FEW_DISCARDS = 2  # at most; more are no reason to end a turn
OWN_COLOUR = {
    10: tr("a 10 of your colour"),
    11: tr("a jack of your colour"),
    12: tr("a queen of your colour"),
    13: tr("a king of your colour"),
}
MAKES = {
    "castle": tr("makes a castle with one of your cards"),
    "knight": tr("makes a knight with one of your cards"),
    "peasant": tr("makes a peasant with one of your cards"),
    "wall": tr("makes a wall with one of your cards"),
}
BUILDS = ("hovel", "barracks", "castle", "wall", "royalty", "knight", "peasant")


def reasons(view: View, action: Action) -> Iterator[str]:
    """Reasons for an action, each at most 44 letters."""
    pos, me = view.position, view.seat
    if action.verb in BUILDS:
        yield from _gains(pos, me, action)
    elif action.verb == "attack":
        yield from _attack(pos, me, action.onto)
    elif action.verb == "guard":
        yield from _guard(pos)
    elif action.verb == "discard":
        if not partners(pos, me, action.cards[0]):
            yield tr("pairs with nothing in your hand")
        yield from _part(pos, me, action.cards[0])
    elif action.verb == "keep":
        yield from _part(pos, me, action.cards[0])
    elif action.verb == "draw":
        yield from _draw(pos, me, action.zones[0])
    elif action == PASS and isinstance(pos.steps[0], Play):
        yield from _end(view)


def _end(view: View) -> Iterator[str]:
    """Reasons to end the turn."""
    pos, me = view.position, view.seat
    cards, limit = pos.zones[me * OWN], hand_limit(pos, me)
    hand = len(cards)
    if view.decision is not None and len(view.decision.options) == 1:
        yield tr("there is nothing to play or attack")
    elif 0 < hand <= limit:
        royal = sum(RANKS[pos.faces[card]] >= QUEEN for card in cards)
        if royal and knights(pos, 1 - me):
            yield ntr(
                royal, "keeps {n} royal card out of reach", "keeps {n} royal cards out of reach"
            )
        if hand == 2:
            yield tr("you can keep both cards")
        else:
            yield ntr(hand, "you can keep your last card", "you can keep all {n} cards")
    elif 0 < hand - limit <= FEW_DISCARDS:
        yield ntr(hand - limit, "you discard only {n} card", "you discard only {n} cards")


def _part(pos: Pos, me: Seat, card: CardId) -> Iterator[str]:
    """Reasons to part with this card of the hand."""
    faces, codes = pos.faces, CODES[pos.state.red == me]
    hand = pos.zones[me * OWN]
    if codes[faces[card]] & 1:
        yield tr("it isn’t of your colour")
    if len(hand) > 1 and RANKS[faces[card]] == min(RANKS[faces[each]] for each in hand):
        yield tr("the lowest card in your hand")


def _draw(pos: Pos, me: Seat, zone: Zone) -> Iterator[str]:
    stalls = range(MARKET, MARKET + STALLS)
    if zone == DECK:
        if not any(partners(pos, me, pos.zones[stall][-1]) for stall in stalls if pos.zones[stall]):
            yield tr("no market card pairs with yours")
        yield tr("they can’t see what you draw")
        return
    card = pos.zones[zone][-1]
    rank = RANKS[pos.faces[card]]
    sets = [plot >> SIZE for plot in pos.state.plots[me] if plot & KIND == SETS.get(rank)]
    if sets:
        old, new = POINTS[max(sets)], POINTS[max(sets) + 1]
        yield tr("can raise a set from {old} to {new} points", old=old, new=new)
    for what in partners(pos, me, card)[:1]:
        yield MAKES[what]
    if not CODES[pos.state.red == me][pos.faces[card]] & 1:
        yield OWN_COLOUR[rank] if rank >= HIGH else tr("a card of your colour")


@dataclass(frozen=True)
class _Count:
    """Values of an estate that a play can change."""

    points: int
    limit: int
    knights: int
    guards: int
    barracks: int


def _count(pos: Pos, me: Seat) -> _Count:
    estate = survey(pos.state.plots[me], me)
    men = knights(pos, me)
    barracks = estate.barracks
    return _Count(estate.points, hand_limit(pos, me), men, min(men, barracks), barracks)


def _gains(pos: Pos, me: Seat, action: Action) -> Iterator[str]:
    """Gains of a play in hand limit, points, people and defence."""
    before = _count(pos, me)
    unseen = iter(sorted(set(range(pos.box.size)) - set(pos.faces)))
    # Nothing below reads unseen cards, so their order does not matter.
    faces = bytes([next(unseen) if face == UNSEEN else face for face in pos.faces])
    table = Table(pos.supposing(faces))
    lay(table, me, action)
    after = _count(table.pos, me)
    if after.points > before.points:
        yield tr("points up from {old} to {new}", old=before.points, new=after.points)
    if after.limit > before.limit:
        yield tr("hand limit up from {old} to {new}", old=before.limit, new=after.limit)
    if after.knights > before.knights:
        yield tr("knights up from {old} to {new}", old=before.knights, new=after.knights)
    if after.guards > before.guards:
        yield tr("guards up from {old} to {new}", old=before.guards, new=after.guards)
    elif after.barracks > before.barracks:
        yield tr("barracks up from {old} to {new}", old=before.barracks, new=after.barracks)
    if action.verb == "wall":
        n = action.to - me * OWN - PLOT
        old, new = pos.state.plots[me], table.pos.state.plots[me]
        if n < len(old) and old[n] & KIND:
            levels = defence(new, n), defence(old, n)
            yield tr("defence there up from {old} to {new}", old=levels[1], new=levels[0])
    if action.verb == "castle" and _defences(table.pos, me) > _defences(pos, me):
        yield tr("makes your other plots harder to take")


def _defences(pos: Pos, me: Seat) -> int:
    """Sum of the defences of all plots without a castle."""
    plots = pos.state.plots[me]
    kinds = [plot & KIND for plot in plots]
    return sum(defence(plots, n) for n, kind in enumerate(kinds) if kind not in (0, CASTLE))


def _attack(pos: Pos, me: Seat, card: CardId) -> Iterator[str]:
    opponent = 1 - me
    zone, plots = pos.zone_of(card), pos.state.plots[opponent]
    plot = plots[zone - opponent * OWN - PLOT]
    men = usable_knights(pos, me, survey(pos.state.plots[me], me))
    if plot & KIND >= QUEENS:
        points = counted(POINTS[plot >> SIZE], "point")
        yield tr("costs them {points} if it works", points=points)
    if not min(survey(plots, opponent).barracks, knights(pos, opponent)):
        yield tr("no knight can guard it")
    yield ntr(
        men,
        "{n} knight against a defence of {need}",
        "{n} knights against a defence of {need}",
        need=defence_at(pos, zone),
    )


def _guard(pos: Pos) -> Iterator[str]:
    step = pos.steps[0]
    if not isinstance(step, Defend):
        return
    standing, need = step.count - step.fallen, defence_at(pos, step.zone)
    if standing == need:
        if need == 1:
            yield tr("leaves no attacker")
        else:
            yield ntr(
                need - 1,
                "leaves {n} attacker, and it takes {need}",
                "leaves {n} attackers, and it takes {need}",
                need=need,
            )


def partners(pos: Pos, me: Seat, card: CardId) -> list[str]:
    """Names of what this card can build together with another hand card."""
    codes, faces = CODES[pos.state.red == me], pos.faces
    rank, own = RANKS[faces[card]], not codes[faces[card]] & 1
    buildings = []
    for other in pos.zones[me * OWN]:
        if other == card or not (own or not codes[faces[other]] & 1):
            continue
        with_ = RANKS[faces[other]]
        if rank + with_ == 10 and max(rank, with_) < 10:
            buildings.append("knight")
        elif rank + with_ == 5:
            buildings.append("peasant")
        elif rank == with_:
            buildings.append("wall")
        elif {rank, with_} == {10, 11} and own and not codes[faces[other]] & 1:
            buildings.append("castle")
    return sorted(buildings, key=("castle", "knight", "peasant", "wall").index)
