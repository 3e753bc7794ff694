"""Reasons why an action is illegal in Castle; each cites its rule.

The intention is read from the picked card and the place of the drop, not from the verb: without a
legal action the screen passes on any verb.
"""

from __future__ import annotations

from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import SIDES, CardId, Seat, Zone
from castlecards.core.game import GAME_OVER, Refusal
from castlecards.core.position import Position
from castlecards.core.view import View
from castlecards.games.castle.attack import Capture, Commit, Defend, KnightLoss
from castlecards.games.castle.labels import buildings_text
from castlecards.games.castle.plays import FEW
from castlecards.games.castle.rules import ChoosePlayStep, Draw, Extend, Play, TurnEnd
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
    usable_knights,
)
from castlecards.games.castle.story import COLOURS, rank_name
from castlecards.texts import capital, counted, ntr, tr

AnyPos = Position[Any]
DRAWN = Refusal("CA3", tr("You have already drawn: you draw two cards as your turn starts."))
NOT_FROM = {  # by kind of the first picked card's zone
    "market": DRAWN,
    "deck": DRAWN,
    "discard": Refusal("CA3", tr("Discarded cards are gone for good.")),
    "plot": Refusal("CA6", tr("Buildings never move, and you can’t take back cards in play.")),
    "peasant": Refusal("CA6", tr("Peasants stay in play: you can’t take them back.")),
    "knight": Refusal("CA19", tr("Choose the enemy card: the knights you need will attack it.")),
    "enemy hand": Refusal("CA4", tr("That card is in your opponent’s hand.")),
    "enemy peasant": Refusal("CA14", tr("You can’t attack peasants.")),
    "enemy knight": Refusal("CA15", tr("You can’t attack knights.")),
}
NOT_TO = {  # by kind of the zone where cards of the own hand were dropped
    "market": Refusal("CA3", tr("You can’t put cards into the market.")),
    "deck": Refusal("CA3", tr("You can’t put cards back on the deck.")),
    "discard": Refusal(
        "CA5", tr("You discard at the end of your turn, if you hold too many cards.")
    ),
    "enemy": Refusal("CA7", tr("You can only build on your own plots.")),
}
NOT_MIXED = Refusal("CA16", tr("A set holds queens or kings, never both."))


def refuse(view: View, action: Action) -> Refusal:
    """Reason why this action is illegal now."""
    decision, pos = view.decision, view.position
    if pos.result is not None:
        return Refusal("CA25", GAME_OVER)
    step = pos.steps[0]
    if decision is None:
        if isinstance(step, Defend):
            text = tr("Wait for {name} to answer your attack.", name=SIDES[step.seat])
            return Refusal("CA20", text)
        return Refusal("CA3", tr("Wait: {name} has the turn.", name=SIDES[mover(pos.state)]))
    if isinstance(step, Play):
        return _play(view, action, step)
    if isinstance(step, TurnEnd):
        return _close(view)
    return WAITING[type(step)]


WAITING: dict[type, Refusal] = {
    Draw: Refusal("CA3", tr("First draw: take a market card or the top card of the deck.")),
    ChoosePlayStep: Refusal("CA4", tr("Play the card you chose, or put it back.")),
    Extend: Refusal("CA25", tr("Only cards of the same rank can join the set in this play.")),
    Commit: Refusal("CA19", tr("First choose how many knights to send.")),
    Defend: Refusal("CA20", tr("Discard one of your knights to stop an attacker, or skip.")),
    KnightLoss: Refusal("CA21", tr("First choose which of your knights to discard.")),
    Capture: Refusal(
        "CA22", tr("Discard a card from your hand to keep the captured card, or let it go.")
    ),
}


def _close(view: View) -> Refusal:
    pos, seat = view.position, view.seat
    estate = survey(pos.state.plots[seat], seat)
    if not estate.hovels and peasants(pos, seat) > FEW:
        return Refusal("CA17", tr("Without a hovel you can keep two peasants. Discard one."))
    if not estate.barracks and knights(pos, seat) > FEW:
        return Refusal("CA17", tr("Without barracks you can keep two knights. Discard one."))
    return Refusal(
        "CA5",
        tr(
            "Your turn is ending. Discard from your hand until you reach your limit: three cards "
            "for each hovel, two for each peasant."
        ),
    )


def zone_kind(seat: Seat, zone: Zone) -> str:
    """Kind of a zone as this seat sees it: a key of NOT_FROM, "hand", or "enemy plot"."""
    if zone >= MARKET:
        return "market" if zone < DECK else "deck" if zone == DECK else "discard"
    offset = zone % OWN
    name = (
        "hand" if offset < PLOT
        else "plot" if offset < KNIGHT
        else "knight" if offset < PEASANT
        else "peasant"
    )  # fmt: skip
    return name if zone // OWN == seat else f"enemy {name}"


def _picked(pos: AnyPos, action: Action) -> list[CardId]:
    tops = [pos.zones[zone][-1] for zone in action.zones if pos.zones[zone]]
    return [card for card in (*action.cards, *tops) if 0 <= card < pos.box.size]


def _play(view: View, action: Action, step: Play) -> Refusal:
    pos, seat = view.position, view.seat
    cards, to = _picked(pos, action), pos.target(action)
    where = [zone_kind(seat, pos.zone_of(card)) for card in cards]
    aim = action.onto if 0 <= action.onto < pos.box.size else -1
    at = zone_kind(seat, pos.zone_of(aim)) if aim >= 0 else ""
    if where in ([], ["knight"]) and at.startswith("enemy"):
        return _attack(view, aim, step)
    if where == ["enemy plot"]:
        return _attack(view, cards[0], step)
    for name in where:
        if name != "hand":
            return NOT_FROM.get(name, NOT_FROM["enemy knight"])
    if not cards:
        return Refusal(
            "CA4", tr("Choose cards from your hand to play, or an enemy card to attack.")
        )
    if to >= 0:
        name = zone_kind(seat, to)
        if name.startswith("enemy"):
            return NOT_TO["enemy"]
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
        tr(
            "The deck is empty. You can only play cards that a knight has returned, and other "
            "cards together with one of those."
        ),
    )


# -- attacks ------------------------------------------------------------------------------------


def _attack(view: View, card: CardId, step: Play) -> Refusal:
    pos, seat = view.position, view.seat
    zone = pos.zone_of(card)
    name = zone_kind(seat, zone)
    if name != "enemy plot":
        return NOT_FROM[name]
    if pos.marks[WALL_MARK] >> card & 1:
        return Refusal("CA12", tr("You can’t attack a wall. Attack the building behind it."))
    if step.attacked:
        return Refusal("CA4", tr("You have already attacked this turn."))
    need = defence(pos.state.plots[1 - seat], zone % OWN - PLOT)
    count, able = knights(pos, seat), usable_knights(pos, seat, survey(pos.state.plots[seat], seat))
    if able < need <= count:  # more than two
        text = tr("Without barracks only two of your {count} knights can attack.", count=count)
        return Refusal("CA17", text)
    if able < need:
        have = counted(able, "knight") if able else tr("no knight")
        text = ntr(
            need,
            "You need {n} knight to attack here; you have {have}.",
            "You need {n} knights to attack here; you have {have}.",
            have=have,
        )
        return Refusal("CA19", text)
    return Refusal("CA19", tr("Choose only the enemy card: the knights go by themselves."))


# -- cards from hand ----------------------------------------------------------------------------


def _own(view: View, card: CardId) -> bool:
    pos = view.position
    return RED[pos.faces[card]] == bool(pos.state.red == view.seat)


def _colour(view: View) -> str:
    return COLOURS[view.position.state.red == view.seat]


def _plot(view: View, to: Zone) -> int:
    """Bits of the plot at the drop; -1 if it is no plot."""
    if to < 0 or zone_kind(view.seat, to) != "plot":
        return -1
    n, plots = to % OWN - PLOT, view.position.state.plots[view.seat]
    return plots[n] if n < len(plots) else 0


RANK = {1: tr("an ace"), 8: tr("an 8")}  # those that do not fit the usual pattern
SINGLE = {
    HOVEL: (
        "CA9",
        tr("A hovel needs a 10 of your own colour, {colour}."),
        tr("A hovel goes on a plot. Drop the 10 on a free one."),
    ),
    BARRACKS: (
        "CA10",
        tr("Barracks need a jack of your own colour, {colour}."),
        tr("Barracks go on a plot. Drop the jack on a free one."),
    ),
}
WRONG_COLOUR = {  # by rank; with a set in play, without one
    12: (
        tr("A queen of the other colour can only join a set of queens in play."),
        tr("Start the set with a queen of your own colour, {colour}."),
    ),
    13: (
        tr("A king of the other colour can only join a set of kings in play."),
        tr("Start the set with a king of your own colour, {colour}."),
    ),
}


def _rank(rank: int) -> str:
    return RANK.get(rank) or tr("a {rank}", rank=rank_name(rank))


def _single(view: View, card: CardId, to: Zone) -> Refusal:
    rank = RANKS[view.position.faces[card]]
    if rank < 10:
        rule, text = _alone(rank)
        if not _own(view, card):
            partner = tr("The other card must be {colour}, your colour.", colour=_colour(view))
            text = f"{text} {partner}"
        return Refusal(rule, text)
    if rank >= 12:
        return _royal(view, card, rank, to)
    kind = HOVEL if rank == 10 else BARRACKS
    rule, coloured, placed = SINGLE[kind]
    if not _own(view, card):
        return Refusal("CA8", coloured.format(colour=_colour(view)))
    plot = _plot(view, to)
    if plot < 0:
        return Refusal(rule, placed)
    if plot & (KIND | WALL) == kind:
        return Refusal(
            "CA13", tr("A second one needs a wall here: build one first, or use a free plot.")
        )
    return _taken(plot)


def _alone(rank: int) -> tuple[str, str]:
    """Rule and text that refuse a low card without its partner."""
    card, other = capital(_rank(rank)), rank_name(rank)
    if rank < 5:
        text = tr(
            "{card} needs a partner: another {rank} (wall), {low} (peasant) or {high} (knight).",
            card=card,
            rank=other,
            low=_rank(5 - rank),
            high=_rank(10 - rank),
        )
        return "CA14", text
    if rank == 5:
        return "CA15", tr("A 5 needs a partner: another 5 (wall or knight).")
    text = tr(
        "{card} needs a partner: another {rank} (wall) or {low} (knight).",
        card=card,
        rank=other,
        low=_rank(10 - rank),
    )
    return "CA15", text


def _taken(plot: int) -> Refusal:
    if plot:
        text = tr(
            "This plot already holds {building}. Choose another.", building=buildings_text(plot)
        )
        return Refusal("CA7", text)
    return Refusal("CA7", tr("Use the first free plot: your estate grows from there."))


def _royal(view: View, card: CardId, rank: int, to: Zone) -> Refusal:
    plot = _plot(view, to)
    if not _own(view, card):
        grown = survey(view.position.state.plots[view.seat], view.seat).sets[rank - ROYAL]
        joins, starts = WRONG_COLOUR[rank]
        if grown:
            return Refusal("CA16", joins)
        return Refusal("CA8", starts.format(colour=_colour(view)))
    if plot & KIND in SETS.values() and plot > 0:
        return NOT_MIXED
    if plot < 0:
        return Refusal("CA16", tr("Queens and kings go on a free plot or on their own set."))
    return _taken(plot)


def _pair(view: View, cards: list[CardId], to: Zone) -> Refusal:
    pos = view.position
    low, high = sorted(RANKS[pos.faces[card]] for card in cards)
    own = sum(_own(view, card) for card in cards)
    plot = _plot(view, to)
    if (low, high) == (10, 11):
        if own < 2:
            text = tr(
                "Both cards of a castle must be your own colour, {colour}.", colour=_colour(view)
            )
            return Refusal("CA11", text)
        return _taken(plot) if plot > 0 else Refusal("CA11", tr("A castle needs a free plot."))
    if (low, high) == (12, 13):
        return NOT_MIXED
    if low != high and low + high not in (5, 10):
        return Refusal(
            "CA12",
            tr(
                "These two don’t go together. A wall is two of one rank, a castle a 10 and a "
                "jack. A peasant adds up to 5, a knight to 10."
            ),
        )
    if not own:
        text = tr("One of the two must be your own colour, {colour}.", colour=_colour(view))
        return Refusal("CA8", text)
    if low != high or (low == 5 and plot < 0):
        return _people(view, low + high == 5)
    if plot > 0 and plot & WALL:
        return Refusal("CA12", tr("This plot already has a wall. A plot can only have one."))
    if plot == 0:
        return _taken(plot)
    return Refusal("CA12", tr("A wall goes on a plot. Drop the pair on one without a wall."))


def _people(view: View, poor: bool) -> Refusal:
    """Pairs that add up to 5 or to 10."""
    pos, seat = view.position, view.seat
    estate = survey(pos.state.plots[seat], seat)
    if poor:
        if not estate.hovels and peasants(pos, seat) >= FEW:
            return Refusal("CA14", tr("Without a hovel you can have only two peasants."))
        if peasants(pos, seat) == PEASANTS:
            text = tr("You can’t have more than {most} peasants.", most=PEASANTS)
            return Refusal("CA14", text)
        return Refusal("CA14", tr("That makes a peasant. Drop the pair on the place for peasants."))
    if not estate.barracks and knights(pos, seat) >= FEW:
        return Refusal("CA15", tr("Without barracks you can have only two knights."))
    if knights(pos, seat) == KNIGHTS:
        return Refusal("CA15", tr("You can’t have more than {most} knights.", most=KNIGHTS))
    return Refusal("CA15", tr("That makes a knight. Drop the pair on the place for knights."))


def _many(view: View, cards: list[CardId]) -> Refusal:
    ranks = {RANKS[view.position.faces[card]] for card in cards}
    if len(ranks) == 1 and ranks <= set(SETS):
        return Refusal("CA16", tr("Build a large set in steps: one or two cards at a time."))
    return Refusal("CA4", tr("You can play one or two cards at a time."))
