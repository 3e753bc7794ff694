"""Previews of actions in Castle: buildings, people, points and attacks."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Zone
from castlecards.core.game import Outlook, Tone
from castlecards.core.view import View
from castlecards.games.castle.raid import Defend, level
from castlecards.games.castle.state import (
    CASTLE,
    KIND,
    OF_RANK,
    OWN,
    PLOT,
    POINTS,
    SIZE,
    WALL,
    Pos,
    defence,
    hand_limit,
    knights,
    replaced,
    survey,
    usable,
)
from castlecards.texts import counted

NAMES = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
SETS = {12: "queens", 13: "kings"}


def outlook(view: View, action: Action) -> Outlook | None:
    """Preview of an action; None without one, or if its cards are hidden."""
    if view.seat < 0 or any(view.face(card) is None for card in action.cards):
        return None
    match action.verb:
        case "wall" | "castle" | "hovel" | "barracks":
            return _building(view, action)
        case "royalty":
            return _royalty(view, action)
        case "peasant" | "knight":
            return _person(view, action)
        case "attack":
            return _attack(view, action.onto)
        case "commit":
            return _committed(view, action.args[0])
        case "guard":
            return _guarded(view)
    return None


# -- buildings -----------------------------------------------------------------------------------


def _ranks(view: View, action: Action) -> list[int]:
    return [face.rank for card in action.cards if (face := view.face(card)) is not None]


def _called(rank: int) -> str:
    return NAMES.get(rank, str(rank))


def _building(view: View, action: Action) -> Outlook:
    """Preview of a building: its name, and the change on its plot."""
    pos, seat, verb = view.position, view.seat, action.verb
    plots, n = pos.state.plots[seat], action.to - seat * OWN - PLOT
    plot = plots[n] if n < len(plots) else 0
    ranks = _ranks(view, action)
    if verb == "wall":  # CA12
        together = f"a wall: two {_called(ranks[0])}s"
        if not plot & KIND:
            return Outlook("a wall to build behind", sum=together)
        then = replaced(plots, n, plot | WALL)
        return Outlook(f"defence {defence(plots, n)} → {defence(then, n)}", "good", sum=together)
    if verb == "castle":  # CA11, CA18
        then = replaced(plots, n, plot & ~KIND | CASTLE | 2 << SIZE)
        text = f"a castle: defence {defence(then, n)}"
        return Outlook(
            text, "good", "one more for the defence of all the rest", "a castle: jack + 10"
        )
    estate = survey(plots, seat)
    if verb == "hovel":  # CA5, CA13
        return Outlook(_keeps(pos, seat, 3), "good", sum="a hovel")
    count = estate.barracks + 1
    return Outlook(f"your {_ordinal(count)} barracks", "good", sum="barracks")


def _ordinal(n: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(n, f"{n}th")


def _keeps(pos: Pos, seat: int, more: int) -> str:
    """CA5: hand limit now and afterwards."""
    now = hand_limit(pos, seat)
    bare = now == 1 and not survey(pos.state.plots[seat], seat).hovels
    then = more if bare else now + more  # the least of 1 is no part of a sum
    return f"keep {now} → {counted(then, 'card')}"


def _royalty(view: View, action: Action) -> Outlook:  # CA16, CA26
    seat, ranks = view.seat, _ranks(view, action)
    plots, n = view.position.state.plots[seat], action.to - seat * OWN - PLOT
    plot = plots[n] if n < len(plots) else 0
    size = plot >> SIZE if plot & KIND == OF_RANK[ranks[0]] else 0
    then = size + len(ranks)
    points = counted(POINTS[then], "point")
    text = f"{POINTS[size]} → {points}" if size else f"a new set: {points}"
    together = f"a set: two {SETS[ranks[0]]}" if len(ranks) > 1 else ""
    return Outlook(text, "good", sum=together, reach=then - 1)


def _person(view: View, action: Action) -> Outlook:  # CA14, CA15
    pos, seat = view.position, view.seat
    pair = " + ".join(_called(rank) for rank in sorted(_ranks(view, action), reverse=True))
    if action.verb == "peasant":
        return Outlook(_keeps(pos, seat, 2), "good", sum=f"a peasant: {pair}")
    count = knights(pos, seat) + 1
    return Outlook(f"your {_ordinal(count)} knight", "good", sum=f"a knight: {pair}")


# -- attacks --------------------------------------------------------------------------------------


def _attack(view: View, card: CardId) -> Outlook | None:  # CA18 to CA20
    """Preview of an attack with all usable knights, against the defender's guards."""
    pos, seat = view.position, view.seat
    zone = pos.zone_of(card)
    mine = usable(pos, seat, survey(pos.state.plots[seat], seat))
    return _balance(pos, mine, zone)


def _committed(view: View, count: int) -> Outlook | None:
    step = view.position.steps[0]
    zone: Zone = getattr(step, "zone", -1)
    return _balance(view.position, count, zone) if zone >= 0 else None


def _balance(pos: Pos, mine: int, zone: Zone) -> Outlook:
    """Outlook of `mine` knights against the plot at `zone`."""
    foe, need = zone // OWN, level(pos, zone)
    guards = min(survey(pos.state.plots[foe], foe).barracks, knights(pos, foe))
    if not guards:
        return Outlook(f"{counted(need, 'knight')} {'take' if need > 1 else 'takes'} it", "good")
    tone: Tone = "good" if mine - guards >= need else "open"
    return Outlook(f"{mine} against {need}, {counted(guards, 'guard')}", tone)


def _guarded(view: View) -> Outlook | None:  # CA20
    step = view.position.steps[0]
    if not isinstance(step, Defend):
        return None
    left, need = step.count - step.fallen - 1, level(view.position, step.zone)
    return Outlook(f"{left} left against {need}", "good" if left < need else "bad")
