"""Reasons why an action is illegal in Castle; each cites its rule.

The intention is read from the picked card and the place of the drop, not from the verb: without a
legal action the screen passes on any verb.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import SIDES, CardId, Seat, Zone
from castlecards.core.game import Refusal
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.games.castle.labels import COLOURS, stands
from castlecards.games.castle.plays import FEW
from castlecards.games.castle.raid import Capture, Commit, Defend, Lose
from castlecards.games.castle.rules import ChoosePlayStep, Close, Draw, Extend, Play
from castlecards.games.castle.state import (
    BARRACKS,
    DECK,
    HOVEL,
    KIND,
    KNIGHT,
    KNIGHTS,
    MARKET,
    OWN,
    PEASANT,
    PEASANTS,
    PLOT,
    RANKS,
    RED,
    RETURNED,
    ROYAL,
    SETS,
    WALL,
    WALL_MARK,
    defence,
    knights,
    mover,
    peasants,
    survey,
    usable,
)
from castlecards.texts import counted

AnyPos = Position[Any]
NAMES = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
NOT_FROM = {  # by kind of the first picked card's zone
    "market": Refusal("CA3", "You draw at the start of your turn only; that is done."),
    "deck": Refusal("CA3", "You draw at the start of your turn only; that is done."),
    "discard": Refusal("CA3", "Discarded cards never come back."),
    "plot": Refusal("CA6", "Cards in play are not picked up again, and buildings never move."),
    "peasant": Refusal("CA6", "Cards in play are not picked up again: peasants stay."),
    "knight": Refusal("CA19", "Choose the enemy card: as many knights as it takes attack it."),
    "foe hand": Refusal("CA4", "This card is in the other hand."),
    "foe peasant": Refusal("CA14", "Peasants cannot be attacked."),
    "foe knight": Refusal("CA15", "Knights cannot be attacked."),
}
NOT_TO = {  # by kind of the zone where cards of the own hand were dropped
    "market": Refusal("CA3", "The market gives cards, it takes none."),
    "deck": Refusal("CA3", "Cards do not go back to the deck."),
    "discard": Refusal("CA5", "You discard at the end of your turn, when you hold too many cards."),
    "foe": Refusal("CA7", "You build on your own plots only."),
}


def refuse(view: View, action: Action) -> Refusal:
    """Reason why this action is illegal now."""
    decision, pos = view.decision, view.position
    if pos.result is not None:
        return Refusal("CA25", "The game is over.")
    step = pos.steps[0]
    if decision is None:
        if isinstance(step, Defend):
            return Refusal("CA20", "Wait until the other side has answered the attack.")
        return Refusal("CA3", f"It is the turn of {SIDES[mover(pos.state)]}.")
    if isinstance(step, Play):
        return _play(view, action, step)
    if isinstance(step, Close):
        return _close(view)
    return WAITING[type(step)]


WAITING: dict[type, Refusal] = {
    Draw: Refusal("CA3", "First draw: a face-up card of the market, or the top card of the deck."),
    ChoosePlayStep: Refusal("CA4", "Play the card that you have chosen, or put it back."),
    Extend: Refusal("CA25", "Only cards of the same rank may join the set in this play."),
    Commit: Refusal("CA19", "First say how many knights take part in the attack."),
    Defend: Refusal("CA20", "Discard one of your own knights against the attack, or none."),
    Lose: Refusal("CA21", "First choose which of your own knights falls."),
    Capture: Refusal(
        "CA22", "Discard a card of your hand to keep the captured card, or let it be discarded."
    ),
}


def _close(view: View) -> Refusal:
    pos, seat = view.position, view.seat
    estate = survey(pos.state.plots[seat], seat)
    if not estate.hovels and peasants(pos, seat) > FEW:
        return Refusal("CA17", "Without a hovel two peasants may stay: discard one of the others.")
    if not estate.barracks and knights(pos, seat) > FEW:
        return Refusal("CA17", "Without barracks two knights may stay: discard one of the others.")
    return Refusal(
        "CA5",
        "Your turn ends: discard cards of your hand until you hold no more than three a hovel and "
        "two a peasant.",
    )


def place(seat: Seat, zone: Zone) -> str:
    """Kind of a zone as this seat sees it: a key of NOT_FROM, "hand", or "foe plot"."""
    if zone >= MARKET:
        return "market" if zone < DECK else "deck" if zone == DECK else "discard"
    offset = zone % OWN
    name = (
        "hand" if offset < PLOT
        else "plot" if offset < KNIGHT
        else "knight" if offset < PEASANT
        else "peasant"
    )  # fmt: skip
    return name if zone // OWN == seat else f"foe {name}"


def _picked(pos: AnyPos, action: Action) -> list[CardId]:
    tops = [pos.zones[zone][-1] for zone in action.zones if pos.zones[zone]]
    return [card for card in (*action.cards, *tops) if 0 <= card < pos.box.size]


def _play(view: View, action: Action, step: Play) -> Refusal:
    pos, seat = view.position, view.seat
    cards, to = _picked(pos, action), pos.target(action)
    where = [place(seat, pos.zone_of(card)) for card in cards]
    aim = action.onto if 0 <= action.onto < pos.box.size else -1
    at = place(seat, pos.zone_of(aim)) if aim >= 0 else ""
    if where in ([], ["knight"]) and at.startswith("foe"):
        return _attack(view, aim, step)
    if where == ["foe plot"]:
        return _attack(view, cards[0], step)
    for name in where:
        if name != "hand":
            return NOT_FROM.get(name, NOT_FROM["foe knight"])
    if not cards:
        return Refusal("CA4", "Pick cards of your hand to play, or an enemy card to attack.")
    if to >= 0:
        name = place(seat, to)
        if name.startswith("foe"):
            return NOT_TO["foe"]
        if name in NOT_TO:
            return NOT_TO[name]
    late = _late(pos, cards, step)
    if late:
        return late
    if len(cards) == 1:
        return _single(view, cards[0], to)
    return _pair(view, cards, to) if len(cards) == 2 else _many(view, cards)


def _late(pos: AnyPos, cards: list[CardId], step: Play) -> Refusal | None:
    if not step.late or any(pos.marks[RETURNED] >> card & 1 for card in cards):
        return None
    return Refusal(
        "CA25",
        "The deck is used up: only cards that a knight has returned may be played, and others "
        "together with one of them.",
    )


# -- attacks ------------------------------------------------------------------------------------


def _attack(view: View, card: CardId, step: Play) -> Refusal:
    pos, seat = view.position, view.seat
    zone = pos.zone_of(card)
    name = place(seat, zone)
    if name != "foe plot":
        return NOT_FROM[name]
    if pos.marks[WALL_MARK] >> card & 1:
        return Refusal("CA12", "Walls cannot be attacked. Attack what stands behind them.")
    if step.attacked:
        return Refusal("CA4", "You may attack once a turn.")
    need = defence(pos.state.plots[1 - seat], zone % OWN - PLOT)
    count, able = knights(pos, seat), usable(pos, seat, survey(pos.state.plots[seat], seat))
    if able < need <= count:  # more than two
        text = f"Without barracks only two of your {counted(count, 'knight')} may attack."
        return Refusal("CA17", text)
    if able < need:
        have = counted(able, "knight") if able else "no knight"
        return Refusal("CA19", f"The defence here is {need}; you have {have}.")
    return Refusal("CA19", "Choose the enemy card alone: the knights go by themselves.")


# -- cards from hand ----------------------------------------------------------------------------


def _own(view: View, card: CardId) -> bool:
    pos = view.position
    return RED[pos.faces[card]] == bool(pos.state.red == view.seat)


def _colour(view: View) -> str:
    return COLOURS[view.position.state.red == view.seat]


def _plot(view: View, to: Zone) -> int:
    """Bits of the plot at the drop; -1 if it is no plot."""
    if to < 0 or place(view.seat, to) != "plot":
        return -1
    n, plots = to % OWN - PLOT, view.position.state.plots[view.seat]
    return plots[n] if n < len(plots) else 0


def _rank(rank: int) -> str:
    name = NAMES.get(rank, str(rank))
    return f"an {name}" if name in ("ace", "8") else f"a {name}"


def _single(view: View, card: CardId, to: Zone) -> Refusal:
    rank = RANKS[view.position.faces[card]]
    if rank < 10:
        pairs = [f"with another {NAMES.get(rank, rank)} as a wall{' or a knight' * (rank == 5)}"]
        if rank < 5:
            pairs.append(f"with {_rank(5 - rank)} as a peasant")
        if rank != 5:
            pairs.append(f"with {_rank(10 - rank)} as a knight")
        rule = "CA14" if rank < 5 else "CA15"
        text = f"{_rank(rank).capitalize()} is played in pairs only: {', or '.join(pairs)}."
        return Refusal(rule, text)
    if rank >= 12:
        return _royal(view, card, rank, to)
    rule, what, kind = (
        ("CA9", "A hovel is a 10", HOVEL)
        if rank == 10
        else ("CA10", "Barracks are a jack", BARRACKS)
    )
    if not _own(view, card):
        return Refusal("CA8", f"{what} of your own colour, {_colour(view)}.")
    plot = _plot(view, to)
    if plot < 0:
        return Refusal(rule, f"{what} on a plot: drop it on a free one.")
    if plot & (KIND | WALL) == kind:
        return Refusal(
            "CA13",
            "Another one joins a plot only under a wall: take a free plot, or wall this one.",
        )
    return _taken(plot)


def _taken(plot: int) -> Refusal:
    if plot:
        return Refusal("CA7", f"Here stands {stands(plot)}: a plot holds one kind.")
    return Refusal("CA7", "Take the first free plot: the estate grows from there.")


def _royal(view: View, card: CardId, rank: int, to: Zone) -> Refusal:
    name, plot = NAMES[rank], _plot(view, to)
    grown = survey(view.position.state.plots[view.seat], view.seat).sets[rank - ROYAL]
    if not _own(view, card):
        if grown:
            text = f"A {name} of the other colour joins a set of {name}s that you have in play."
        else:
            colour = _colour(view)
            text = f"The top card of a set shows your colour, {colour}: lay such a {name} first."
        return Refusal("CA16" if grown else "CA8", text)
    if plot & KIND in SETS.values() and plot > 0:
        return Refusal("CA16", "Queens and kings never stand in one set.")
    if plot < 0:
        return Refusal("CA16", "Royalty stands on plots: drop it on a free one, or on its set.")
    return _taken(plot)


def _pair(view: View, cards: list[CardId], to: Zone) -> Refusal:
    pos = view.position
    low, high = sorted(RANKS[pos.faces[card]] for card in cards)
    own = sum(_own(view, card) for card in cards)
    plot = _plot(view, to)
    if (low, high) == (10, 11):
        if own < 2:
            return Refusal("CA11", f"Both cards of a castle are of your colour, {_colour(view)}.")
        return _taken(plot) if plot > 0 else Refusal("CA11", "A castle takes a free plot.")
    if (low, high) == (12, 13):
        return Refusal("CA16", "Queens and kings never stand in one set.")
    if low != high and low + high not in (5, 10):
        return Refusal(
            "CA12",
            "These two make nothing: a wall is two of a rank, a peasant adds up to 5, a knight to "
            "10, a castle is a 10 and a jack.",
        )
    if not own:
        return Refusal("CA8", f"One of the two must be of your colour, {_colour(view)}.")
    if low != high or (low == 5 and plot < 0):
        return _people(view, low + high == 5)
    if plot > 0 and plot & WALL:
        return Refusal("CA12", "This plot has a wall already; one is the most.")
    if plot == 0:
        return _taken(plot)
    return Refusal("CA12", "A wall stands on a plot: drop the pair on one without a wall.")


def _people(view: View, poor: bool) -> Refusal:
    """Pairs that add up to 5 or to 10."""
    pos, seat = view.position, view.seat
    estate = survey(pos.state.plots[seat], seat)
    if poor:
        if not estate.hovels and peasants(pos, seat) >= FEW:
            return Refusal("CA14", "Without a hovel your estate houses two peasants.")
        if peasants(pos, seat) == PEASANTS:
            return Refusal("CA14", f"The table has room for {PEASANTS} peasants.")
        return Refusal("CA14", "This is a peasant: drop the pair on the free place for peasants.")
    if not estate.barracks and knights(pos, seat) >= FEW:
        return Refusal("CA15", "Without barracks your estate keeps two knights.")
    if knights(pos, seat) == KNIGHTS:
        return Refusal("CA15", f"The table has room for {KNIGHTS} knights.")
    return Refusal("CA15", "This is a knight: drop the pair on the free place for knights.")


def _many(view: View, cards: list[CardId]) -> Refusal:
    ranks = {RANKS[view.position.faces[card]] for card in cards}
    if len(ranks) == 1 and ranks <= set(SETS):
        return Refusal("CA16", "Lay a large set step by step, one or two cards at a time.")
    return Refusal("CA4", "No more than two cards are played at once.")
