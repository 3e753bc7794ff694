"""Explanations of actions in Castle, from the knowledge of one seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from castlecards.core.action import PASS, Action
from castlecards.core.cards import UNSEEN, CardId, Seat, Zone
from castlecards.core.table import Table
from castlecards.core.view import View
from castlecards.games.castle.plays import lay
from castlecards.games.castle.raid import Defend, level
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
    SIZE,
    STALLS,
    Pos,
    defence,
    hand_limit,
    knights,
    survey,
    usable,
)
from castlecards.texts import counted

HIGH = 10
NAMED = {10: "a 10", 11: "a jack", 12: "a queen", 13: "a king"}
BUILDS = ("hovel", "barracks", "castle", "wall", "royalty", "knight", "peasant")


def reasons(view: View, action: Action) -> Iterator[str]:
    pos, me = view.position, view.seat
    if action.verb in BUILDS:
        yield from _gains(pos, me, action)
    elif action.verb == "attack":
        yield from _attack(pos, me, action.onto)
    elif action.verb == "guard":
        yield from _guard(pos)
    elif action.verb == "discard":
        if not partners(pos, me, action.cards[0]):
            yield "makes a pair with no card of yours"
        hand, limit = len(pos.zones[me * OWN]), hand_limit(pos, me)
        if hand > limit:
            yield f"you hold {counted(hand, 'card')} and may keep {limit}"
    elif action.verb == "draw":
        yield from _draw(pos, me, action.zones[0])
    elif action == PASS and isinstance(pos.steps[0], Play):
        hand, limit = len(pos.zones[me * OWN]), hand_limit(pos, me)
        if view.decision is not None and len(view.decision.options) == 1:
            yield "nothing can be laid or attacked"
        elif 0 < hand <= limit:
            yield f"you may keep all {counted(hand, 'card')} of your hand"
        elif hand > limit:
            yield f"all but {counted(hand - limit, 'card')} of your hand can stay"


def _draw(pos: Pos, me: Seat, zone: Zone) -> Iterator[str]:
    stalls = range(MARKET, MARKET + STALLS)
    if zone == DECK:
        if not any(partners(pos, me, pos.zones[each][-1]) for each in stalls if pos.zones[each]):
            yield "no open card makes a pair with yours"
        hand = len(pos.zones[me * OWN])
        yield f"you hold {counted(hand, 'card')} and may keep {hand_limit(pos, me)}"
        return
    card = pos.zones[zone][-1]
    for what in partners(pos, me, card)[:1]:
        yield f"makes a {what} with a card of yours"
    rank = RANKS[pos.faces[card]]
    if not CODES[pos.state.red == me][pos.faces[card]] & 1 and rank >= HIGH:
        yield f"{NAMED[rank]} of your colour"


@dataclass(frozen=True)
class _Count:
    points: int
    limit: int
    knights: int
    guards: int


def _count(pos: Pos, me: Seat) -> _Count:
    estate = survey(pos.state.plots[me], me)
    men = knights(pos, me)
    return _Count(estate.points, hand_limit(pos, me), men, min(men, estate.barracks))


def _gains(pos: Pos, me: Seat, action: Action) -> Iterator[str]:
    """Gains of a lay in hand limit, points, people and defence."""
    before = _count(pos, me)
    unseen = iter(sorted(set(range(pos.box.size)) - set(pos.faces)))
    # Nothing below reads unseen cards, so their order does not matter.
    faces = bytes([next(unseen) if face == UNSEEN else face for face in pos.faces])
    table = Table(pos.supposing(faces))
    lay(table, me, action)
    after = _count(table.pos, me)
    if after.points > before.points:
        yield f"your points: {after.points} instead of {before.points}"
    if after.limit > before.limit:
        yield f"you may keep {counted(after.limit, 'card')}, not {before.limit}"
    if after.knights > before.knights:
        yield f"your knights: {after.knights} instead of {before.knights}"
    if after.guards > before.guards:
        yield f"knights that may guard: {after.guards}, not {before.guards}"
    if action.verb == "wall":
        n = action.to - me * OWN - PLOT
        old, new = pos.state.plots[me], table.pos.state.plots[me]
        if n < len(old) and old[n] & KIND:
            yield f"defence {defence(new, n)} there instead of {defence(old, n)}"
    if action.verb == "castle" and _defences(table.pos, me) > _defences(pos, me):
        yield "your other plots are harder to take"


def _defences(pos: Pos, me: Seat) -> int:
    """Sum of the defences of all plots without a castle."""
    plots = pos.state.plots[me]
    kinds = [plot & KIND for plot in plots]
    return sum(defence(plots, n) for n, kind in enumerate(kinds) if kind not in (0, CASTLE))


def _attack(pos: Pos, me: Seat, card: CardId) -> Iterator[str]:
    foe = 1 - me
    zone, plots = pos.zone_of(card), pos.state.plots[foe]
    plot = plots[zone - foe * OWN - PLOT]
    men = usable(pos, me, survey(pos.state.plots[me], me))
    if plot & KIND >= QUEENS:
        points = POINTS[plot >> SIZE]
        yield f"{counted(points, 'point')} of theirs at stake"
    if not min(survey(plots, foe).barracks, knights(pos, foe)):
        yield "no knight of theirs can guard it"
    yield f"{counted(men, 'knight')} against a defence of {level(pos, zone)}"


def _guard(pos: Pos) -> Iterator[str]:
    step = pos.steps[0]
    if not isinstance(step, Defend):
        return
    standing, need = step.count - step.fallen, level(pos, step.zone)
    if standing == need:
        yield f"leaves {counted(standing - 1, 'knight')} against {need}: it fails"


def partners(pos: Pos, me: Seat, card: CardId) -> list[str]:
    """Lays of this card together with another one of the hand."""
    codes, faces = CODES[pos.state.red == me], pos.faces
    rank, own = RANKS[faces[card]], not codes[faces[card]] & 1
    found = []
    for other in pos.zones[me * OWN]:
        if other == card or not (own or not codes[faces[other]] & 1):
            continue
        with_ = RANKS[faces[other]]
        if rank + with_ == 10 and max(rank, with_) < 10:
            found.append("knight")
        elif rank + with_ == 5:
            found.append("peasant")
        elif rank == with_:
            found.append("wall")
        elif {rank, with_} == {10, 11} and own and not codes[faces[other]] & 1:
            found.append("castle")
    return sorted(found, key=("castle", "knight", "peasant", "wall").index)
