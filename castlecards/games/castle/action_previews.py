"""Previews of actions in Castle: buildings, people, points and attacks."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Zone
from castlecards.core.game import OutcomePreview, Tone
from castlecards.core.view import View
from castlecards.games.castle.attack import Defend, defence_at
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
    usable_knights,
)
from castlecards.games.castle.story import rank_name
from castlecards.texts import counted, nth, ntr, tr

WALLS = {
    1: tr("a wall: two aces"),
    11: tr("a wall: two jacks"),
    12: tr("a wall: two queens"),
    13: tr("a wall: two kings"),
}
SETS = {12: tr("a set: two queens"), 13: tr("a set: two kings")}


def outcome_preview(view: View, action: Action) -> OutcomePreview | None:
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


def _building(view: View, action: Action) -> OutcomePreview:
    """Preview of a building: its name, and the change on its plot."""
    pos, seat, verb = view.position, view.seat, action.verb
    plots, n = pos.state.plots[seat], action.to - seat * OWN - PLOT
    plot = plots[n] if n < len(plots) else 0
    ranks = _ranks(view, action)
    if verb == "wall":  # CA12
        together = WALLS.get(ranks[0]) or tr("a wall: two {rank}s", rank=ranks[0])
        if not plot & KIND:
            return OutcomePreview(tr("a wall for later"), sum_text=together)
        then = replaced(plots, n, plot | WALL)
        text = tr("defence {old} → {new}", old=defence(plots, n), new=defence(then, n))
        return OutcomePreview(text, "good", sum_text=together)
    if verb == "castle":  # CA11, CA18
        then = replaced(plots, n, plot & ~KIND | CASTLE | 2 << SIZE)
        text = tr("castle: defence {n}", n=defence(then, n))
        more = tr("adds 1 to the defence of your other plots")
        return OutcomePreview(text, "good", more, tr("a castle: jack + 10"))
    estate = survey(plots, seat)
    if verb == "hovel":  # CA5, CA13
        return OutcomePreview(_keeps(pos, seat, 3), "good", sum_text=tr("a hovel"))
    count = estate.barracks + 1
    return OutcomePreview(tr("{nth} barracks", nth=nth(count)), "good", sum_text=tr("barracks"))


def _keeps(pos: Pos, seat: int, more: int) -> str:
    """CA5: hand limit now and afterwards."""
    now = hand_limit(pos, seat)
    bare = now == 1 and not survey(pos.state.plots[seat], seat).hovels
    then = more if bare else now + more  # the least of 1 is no part of a sum
    return ntr(then, "keep {now} → {n} card", "keep {now} → {n} cards", now=now)


def _royalty(view: View, action: Action) -> OutcomePreview:  # CA16, CA26
    seat, ranks = view.seat, _ranks(view, action)
    plots, n = view.position.state.plots[seat], action.to - seat * OWN - PLOT
    plot = plots[n] if n < len(plots) else 0
    size = plot >> SIZE if plot & KIND == OF_RANK[ranks[0]] else 0
    then = size + len(ranks)
    points = counted(POINTS[then], "point")
    text = tr("new set: {points}", points=points)
    if size:
        text = tr("{old} → {points}", old=POINTS[size], points=points)
    together = SETS[ranks[0]] if len(ranks) > 1 else ""
    return OutcomePreview(text, "good", sum_text=together, rung=then - 1)


def _person(view: View, action: Action) -> OutcomePreview:  # CA14, CA15
    pos, seat = view.position, view.seat
    pair = " + ".join(rank_name(rank) for rank in sorted(_ranks(view, action), reverse=True))
    if action.verb == "peasant":
        return OutcomePreview(
            _keeps(pos, seat, 2), "good", sum_text=tr("a peasant: {pair}", pair=pair)
        )
    count = knights(pos, seat) + 1
    text = tr("{nth} knight", nth=nth(count))
    return OutcomePreview(text, "good", sum_text=tr("a knight: {pair}", pair=pair))


# -- attacks --------------------------------------------------------------------------------------


def _attack(view: View, card: CardId) -> OutcomePreview | None:  # CA18 to CA20
    """Preview of an attack with all usable knights, against the defender's guards."""
    pos, seat = view.position, view.seat
    zone = pos.zone_of(card)
    mine = usable_knights(pos, seat, survey(pos.state.plots[seat], seat))
    return _balance(pos, mine, zone)


def _committed(view: View, count: int) -> OutcomePreview | None:
    step = view.position.steps[0]
    zone: Zone = getattr(step, "zone", -1)
    return _balance(view.position, count, zone) if zone >= 0 else None


def _balance(pos: Pos, mine: int, zone: Zone) -> OutcomePreview:
    """OutcomePreview of `mine` knights against the plot at `zone`."""
    opponent, need = zone // OWN, defence_at(pos, zone)
    guards = min(survey(pos.state.plots[opponent], opponent).barracks, knights(pos, opponent))
    if not guards:
        return OutcomePreview(ntr(need, "{n} knight takes it", "{n} knights take it"), "good")
    tone: Tone = "good" if mine - guards >= need else "open"
    text = tr("{n} vs {need} ({guards})", n=mine, need=need, guards=counted(guards, "guard"))
    return OutcomePreview(text, tone)


def _guarded(view: View) -> OutcomePreview | None:  # CA20
    step = view.position.steps[0]
    if not isinstance(step, Defend):
        return None
    left, need = step.count - step.fallen - 1, defence_at(view.position, step.zone)
    text = tr("{n} left vs {need}", n=left, need=need)
    return OutcomePreview(text, "good" if left < need else "bad")
