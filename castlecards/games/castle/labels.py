"""Labels of Castle: actions, cards and places, from the knowledge of a seat."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Seat, Zone
from castlecards.core.sentence_templates import grouped, joined_list
from castlecards.core.view import View
from castlecards.games.castle.attack import Capture, Defend
from castlecards.games.castle.plays import FEW
from castlecards.games.castle.rules import ChoosePlayStep, Extend, Play
from castlecards.games.castle.state import (
    ALL_PEASANTS,
    BARRACKS,
    CASTLE,
    DECK,
    HOVEL,
    KIND,
    KINGS,
    KNIGHT,
    MARKET,
    OWN,
    PEASANT,
    PLOT,
    QUEENS,
    WALL,
    hand_limit_of,
    mover,
    survey,
)
from castlecards.games.castle.story import STORY
from castlecards.texts import ntr, tr

END_TURN = tr("End turn")
BUILDING_TEXTS = {  # by kind: text for one, for several
    HOVEL: (tr("a hovel"), tr("{n} hovels")),
    BARRACKS: (tr("barracks"), tr("{n} barracks")),
    CASTLE: (tr("a castle"), tr("a castle")),
    QUEENS: (tr("a queen"), tr("{n} queens")),
    KINGS: (tr("a king"), tr("{n} kings")),
}

WITH_PLACE = {
    "hovel": tr("Build a hovel with {cards} on {place}"),
    "barracks": tr("Build barracks with {cards} on {place}"),
    "castle": tr("Build a castle with {cards} on {place}"),
    "wall": tr("Build a wall with {cards} on {place}"),
    "royalty": tr("Play {cards} on {place}"),
    "peasant": tr("Settle a peasant with {cards}"),
    "knight": tr("Raise a knight with {cards}"),
}
WITH_CARD = {
    "pick": tr("Play {cards}"),
    "discard": tr("Discard {cards}"),
    "keep": tr("Discard {cards} to keep the captured card"),
}
WITH_PAIR = {
    "dismiss": (tr("Discard the knight with {card}"), tr("Discard the peasant with {card}")),
    "lose": (tr("Discard the knight with {card}"),),
    "guard": (tr("Discard the knight with {card} to stop one"),),
}


def describe(action: Action, view: View) -> str:
    """Label of an action in one line, without faces that the seat does not know."""
    verb = action.verb
    if verb == "pass":
        return _pass(view)
    if verb == "draw":
        return _draw(action.zones[0], view)
    if verb == "attack":
        return tr("Attack {card}", card=name_of(action.onto, view))
    if verb == "commit":
        return ntr(action.args[0], "Send {n} knight", "Send {n} knights")
    if verb in WITH_PAIR:
        zone = action.zones[0]
        pair = view.position.zones[zone]
        card = name_of(pair[-1], view) if pair else tr("a card")
        return WITH_PAIR[verb][_offset(zone) >= PEASANT].format(card=card)
    if verb not in WITH_PLACE and verb not in WITH_CARD:
        return verb.capitalize()
    cards = joined_list(grouped([name_of(card, view) for card in action.cards]))
    place = place_name(action.to, view) if verb in WITH_PLACE else ""
    return (WITH_PLACE.get(verb) or WITH_CARD[verb]).format(cards=cards, place=place)


def _pass(view: View) -> str:
    steps = view.position.steps
    step = steps[0] if steps else None
    if isinstance(step, Play):
        return tr("Pass") if step.late and not step.acted else _end(view, step.late)
    if isinstance(step, Defend):
        return tr("Discard no more") if step.fallen else tr("Discard no knight")
    if isinstance(step, Capture):
        return tr("Don’t keep the card")
    if isinstance(step, Extend):
        return tr("Add no more")
    return tr("Put the card back") if isinstance(step, ChoosePlayStep) else tr("Continue")


def _end(view: View, late: bool) -> str:
    """Label of the end of a turn, with the cards that have to be discarded then (CA5)."""
    pos = view.position
    seat = mover(pos.state)
    estate = survey(pos.state.plots[seat], seat)
    peasants = (pos.filled & ALL_PEASANTS[seat]).bit_count()
    leaving = 0 if estate.hovels else max(peasants - FEW, 0)  # CA17: they are discarded first
    surplus = len(pos.zones[seat * OWN]) - max(hand_limit_of(pos, seat, estate) - 2 * leaving, 1)
    return tr("End turn: discard {n}", n=surplus) if surplus > 0 and not late else END_TURN


def _draw(zone: Zone, view: View) -> str:
    if zone == DECK:
        return tr("Draw from the deck")
    pile = view.position.zones[zone]
    card = name_of(pile[-1], view) if pile else tr("a card")
    return tr("Take {card} from the market", card=card)


def name_of(card: CardId, view: View) -> str:
    """Card with its article: `the queen of hearts`, `a card`."""
    known = 0 <= card < view.position.box.size
    face = view.face(card) if known else None
    return STORY.card(face) if face else tr("a card")


def _offset(zone: Zone) -> int:
    return zone % OWN if zone < MARKET else -1


def buildings_text(plot: int) -> str:
    """Text of the buildings on a plot: `2 hovels behind a wall`."""
    kind, size = plot & KIND, plot >> 4
    if not kind:
        return tr("a wall") if plot & WALL else tr("nothing")
    building = BUILDING_TEXTS[kind][size > 1].format(n=size)
    return tr("{building} behind a wall", building=building) if plot & WALL else building


def place_name(zone: Zone, view: View) -> str:
    """Plot of a play with its buildings: `plot 3 (a hovel)`."""
    offset = _offset(zone)
    if not PLOT <= offset < KNIGHT:
        return tr("your estate")
    seat: Seat = zone // OWN
    n, plots = offset - PLOT, view.position.state.plots[seat]
    plot = plots[n] if n < len(plots) else 0
    if not plot:
        return tr("plot {n}", n=n + 1)
    return tr("plot {n} ({building})", n=n + 1, building=buildings_text(plot))
