"""Labels of Castle: actions, cards and places, from the knowledge of a seat."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Seat, Zone
from castlecards.core.view import View
from castlecards.games.castle.raid import Capture, Defend
from castlecards.games.castle.rules import ChoosePlayStep, Extend, Play
from castlecards.games.castle.state import (
    BARRACKS,
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
)
from castlecards.games.castle.story import KINDS, card_name
from castlecards.texts import counted

COLOURS = ("black", "red")
MANY = {HOVEL: "hovels", BARRACKS: "barracks", QUEENS: "queens", KINGS: "kings"}

LAYING = {
    "hovel": "Build a hovel with the {cards} {place}",
    "barracks": "Build barracks with the {cards} {place}",
    "castle": "Build a castle with the {cards} {place}",
    "wall": "Build a wall with the {cards} {place}",
    "royalty": "Lay the {cards} {place}",
    "peasant": "House a peasant with the {cards}",
    "knight": "Call a knight with the {cards}",
}
WITH_CARD = {
    "pick": "Play the {cards}",
    "discard": "Discard the {cards}",
    "keep": "Discard the {cards} and keep the captured card",
}
WITH_PAIR = {
    "dismiss": "Discard this {who}",
    "lose": "Discard this knight",
    "guard": "Discard this knight, and one of the attackers with it",
}


def describe(action: Action, view: View) -> str:
    """Label of an action in one line, without faces that the seat does not know."""
    verb = action.verb
    if verb == "pass":
        return _pass(view)
    if verb == "draw":
        return _draw(action.zones[0], view)
    if verb == "attack":
        return f"Attack the {name_of(action.onto, view)}"
    if verb == "commit":
        return f"Attack with {counted(action.args[0], 'knight')}"
    if verb in WITH_PAIR:
        who = "knight" if _offset(action.zones[0]) < PEASANT else "peasant"
        return WITH_PAIR[verb].format(who=who)
    if verb not in LAYING and verb not in WITH_CARD:
        return verb.capitalize()
    cards = " and the ".join(name_of(card, view) for card in action.cards)
    place = place_name(action.to, view) if verb in LAYING else ""
    return (LAYING.get(verb) or WITH_CARD[verb]).format(cards=cards, place=place)


def _pass(view: View) -> str:
    steps = view.position.steps
    step = steps[0] if steps else None
    if isinstance(step, Play):
        return "Pass" if step.late and not step.acted else "End the turn"
    if isinstance(step, Defend):
        return "Discard no more knights" if step.fallen else "Discard no knight"
    if isinstance(step, Capture):
        return "Let the captured card be discarded"
    if isinstance(step, Extend):
        return "Add no more to the set"
    return "Put the card back" if isinstance(step, ChoosePlayStep) else "Go on"


def _draw(zone: Zone, view: View) -> str:
    if zone == DECK:
        return "Draw from the deck"
    pile = view.position.zones[zone]
    return f"Take the {name_of(pile[-1], view)} from the market" if pile else "Take a market card"


def name_of(card: CardId, view: View) -> str:
    known = 0 <= card < view.position.box.size
    face = view.face(card) if known else None
    return card_name(face) if face else "card"


def _offset(zone: Zone) -> int:
    return zone % OWN if zone < MARKET else -1


def stands(plot: int) -> str:
    """Buildings on a plot: `2 hovels behind a wall`."""
    kind, size = plot & KIND, plot >> 4
    what = f"{size} {MANY[kind]}" if size > 1 and kind in MANY else KINDS.get(kind, "")
    if not what:
        return "a wall" if plot & WALL else "nothing"
    article = "" if (size > 1 and kind in MANY) or kind == BARRACKS else "a "
    return f"{article}{what}" + (" behind a wall" if plot & WALL else "")


def place_name(zone: Zone, view: View) -> str:
    """Place of a lay with its buildings: `on plot 3`."""
    offset = _offset(zone)
    if not PLOT <= offset < KNIGHT:
        return "here"
    seat: Seat = zone // OWN
    n, plots = offset - PLOT, view.position.state.plots[seat]
    plot = plots[n] if n < len(plots) else 0
    return f"on plot {n + 1}" + (f" ({stands(plot)})" if plot else "")
