"""Factions with powers at any time or when a soldier dies, and the steps of their choices."""

from __future__ import annotations

from functools import cache

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Seat, Zone, value
from castlecards.core.position import Step
from castlecards.games.castle_wars.deaths import (
    check_piles,
    discard_face_up,
    discard_soldier,
    tell_piles,
)
from castlecards.games.castle_wars.rearrangement import loosen
from castlecards.games.castle_wars.resources import settle_swaps
from castlecards.games.castle_wars.state import (
    ACE,
    CARDS,
    JACK,
    JOKER,
    KING,
    QUEEN,
    Faction,
    Pos,
    Side,
    Steps,
    WarsTable,
    card_actions,
    in_play,
    pile_actions,
    pile_of,
    target_actions,
    tops,
)
from castlecards.games.castle_wars.story import draw_line
from castlecards.texts import tr

# -- the dead -------------------------------------------------------------------------------------


class Undead(Faction):  # CW26
    """Faction that takes killed enemies into its own deck (CW26)."""

    id = "undead"
    title = tr("Undead")
    about = tr(
        "Enemy soldiers that you kill in an attack go to the top or bottom of your soldier deck."
    )
    rule = "CW26"
    has_death_powers = True
    can_draw_captured = True

    def on_kill(self, side: Side, card: CardId) -> Steps:
        return (Raise(side.seat, card),)

    def draw(self, table: WarsTable, side: Side, deck: Zone) -> None:
        pos = table.pos
        ground = pos.state.ground
        card = pos.zones[deck][-1]
        resource = deck == side.resources or ground.knights[pos.faces[card]]
        hand = side.resource_hand if resource else side.hand
        table.move(card, deck, hand)
        table.tell(draw_line, side.seat, card, deck)
        table.conceal(side.hand)
        other = ground.sides[1 - side.seat]
        other.faction.on_captured(table, other, card, hand)


@value
class Raise(Step):  # CW26
    """Choice of the place of a killed soldier in the killer's deck: top or bottom."""

    seat: Seat
    card: CardId

    def ask(self, pos: Pos) -> Decision | None:
        options = raises(self.card, pos.state.ground.sides[self.seat].soldiers)
        prompt = tr("Captured soldier: on top of your deck, or at the bottom?")
        return Decision(self.seat, prompt, options, options[0])

    def run(self, table: WarsTable, action: Action) -> None:
        pos, card = table.pos, self.card
        pile, deck = pile_of(pos, card), pos.state.ground.sides[self.seat].soldiers
        filled_before = pos.filled
        if pos.marks[0] >> card & 1:
            table.mark(card, 0, False)
        if action.verb == "bottom":
            table.tuck(card, pile, deck)
        else:
            table.move(card, pile, deck)
        tell_piles(table, filled_before)
        table.flip(card, True)  # a dying soldier is shown, also a substitute that lay face down
        table.flip(card, False)


def raises(card: CardId, deck: Zone) -> tuple[Action, ...]:
    """Actions that put a killed soldier on top of a deck or under it."""
    return pile_actions("top", (deck,))[card] + pile_actions("bottom", (deck,))[card]


class Fateweavers(Faction):  # CW39
    """Faction that can sacrifice another soldier for a dying one (CW39)."""

    id = "fateweavers"
    title = tr("Fateweavers")
    about = tr(
        "When one of your soldiers dies, you can sacrifice the top soldier of another pile instead."
    )
    rule = "CW39"
    has_death_powers = True

    def on_loss(self, pos: Pos, side: Side, card: CardId, victims: bytes) -> tuple[Action, ...]:
        pile = pile_of(pos, card)
        substitutes = tops(pos, tuple([other for other in side.piles if other != pile]))
        return tuple(
            [instead(substitute)[card] for substitute in substitutes if substitute not in victims]
        )


def instead(other: CardId) -> tuple[Action, ...]:
    """By dying card: the action that lets this soldier die instead."""
    return target_actions("instead", other)


# -- any time -------------------------------------------------------------------------------------


class ShapeShifters(Faction):  # CW35
    """Faction that can swap a top soldier with one from the hand (CW35)."""

    id = "shape_shifters"
    title = tr("Shape-Shifters")
    about = tr("At any time, you can swap the top soldier of a pile for one from your hand.")
    rule = "CW35"
    phase_hints = (tr("Drop a soldier from your hand on a top soldier to swap them."),) * 4
    reaction_zones = ("resource_hand", "hand")
    has_any_time_powers = True
    can_swap = True

    def any_time_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        hand, swapped = pos.zones[side.hand], pos.state.swapped
        plays: tuple[Action, ...] = ()
        for pile in side.piles:
            cards = pos.zones[pile]
            if cards and not swapped >> pile & 1:
                plays += tuple(map(exchanges(cards[-1]).__getitem__, hand))
        return plays

    def use_power(self, table: WarsTable, side: Side, action: Action) -> None:
        pos = table.pos
        new, old = action.cards[0], action.onto
        pile = pile_of(pos, old)
        up = pos.up >> old & 1
        ground = pos.state.ground
        if pos.marks[0] >> old & 1:  # CW40
            table.mark(old, 0, False)
        if up:
            table.flip(old, False)
        table.move(new, side.hand, pile)
        table.move(old, pile, side.resource_hand if ground.knights[pos.faces[old]] else side.hand)
        if up:
            table.flip(new, True)
        state = pos.state
        relief = state.relief + bytes((old, new))
        table.put(state.with_(swapped=state.swapped | 1 << pile, relief=relief))
        table.conceal(side.hand)
        if state.loose is not None and side.seat == state.active:  # CW11: a new top
            loosen(table, bytes([card for card in state.loose if card != old]) + bytes((new,)))


@cache
def exchanges(top: CardId) -> tuple[Action, ...]:
    """By card from the hand: the action that swaps it for this top card."""
    return tuple(Action("swap", (card,), onto=top) for card in CARDS)


class Mages(Faction):  # CW30
    """Faction with a joker among its resources (CW30)."""

    id = "mages"
    title = tr("Mages")
    about = tr(
        "Your resource deck has a joker. Play it as any resource, or to shuffle your used "
        "resources into a new deck."
    )
    rule = "CW30"
    jokers = 1
    joker_rank = JOKER

    def joker_actions(
        self, pos: Pos, side: Side, card: CardId, targets: bytes
    ) -> tuple[Action, ...]:
        plays = wild_plays(card, side.piles)
        plays += tuple(map(target_actions("play", card, ACE).__getitem__, targets))
        if returning(pos, side):
            plays += card_actions("reshuffle")[card]
        return plays

    def use_power(self, table: WarsTable, side: Side, action: Action) -> None:
        pos = table.pos
        settle_swaps(table)
        for card in returning(pos, side):
            if pos.up >> card & 1:
                table.flip(card, False)
            table.move(card, side.spent, side.resources)
        table.shuffle(side.resources)
        discard_face_up(table, action.cards[0], side.resource_hand, side.spent)


@cache
def wild_plays(card: CardId, piles: tuple[Zone, ...]) -> tuple[Action, ...]:
    """Plays of a joker as Jack, Queen or King."""
    ranks = (JACK, QUEEN)
    return (
        *(Action("play", (card,), args=(rank,)) for rank in ranks),
        *pile_actions("play", piles, KING)[card],
    )


def returning(pos: Pos, side: Side) -> bytes:
    """Used resources that a joker shuffles back: all but jokers."""
    faces, ranks = pos.faces, side.ranks
    return bytes([card for card in pos.zones[side.spent] if ranks[faces[card]] != JOKER])


class BloodMages(Faction):  # CW29
    """Faction that pays soldiers for a resource (CW29)."""

    id = "blood_mages"
    title = tr("Blood-Mages")
    about = tr(
        "At any time, you can sacrifice two soldiers to take a resource of your choice from your "
        "deck or your used resources."
    )
    rule = "CW29"
    phase_hints = (tr("Drop two soldiers on your dead soldiers to take a resource."),) * 4
    reaction_zones = ("resource_hand", "piles")
    has_any_time_powers = True

    def any_time_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        soldiers, zones = in_play(pos, side), pos.zones
        if len(soldiers) < 2:
            return ()
        if not (zones[side.resources] or zones[side.spent] or paid_knights(pos, soldiers)):
            return ()
        return tuple(map(bleeds(side.dead).__getitem__, soldiers))

    def use_power(self, table: WarsTable, side: Side, action: Action) -> None:
        filled_before = table.pos.filled
        discard_soldier(table, action.cards[0], own_pile(table.pos, side, action.cards[0]))
        tell_piles(table, filled_before)
        settle_swaps(table)
        table.push(Bleed(side.seat))


@cache
def bleeds(dead: Zone) -> tuple[Action, ...]:
    """By card: the action that drops it on the own dead, a move hard to make by accident."""
    return tuple(Action("blood", (card,), to=dead) for card in CARDS)


def own_pile(pos: Pos, side: Side, card: CardId) -> Zone:
    """Own pile that holds the soldier. Raises ValueError if there is none."""
    zones = pos.zones
    for pile in side.piles:
        if card in zones[pile]:
            return pile
    raise ValueError(f"soldier {card} lies on no pile of seat {side.seat}")


TAKES = tuple(Action("take", (card,)) for card in CARDS)


def paid_knights(pos: Pos, soldiers: bytes) -> bytes:
    """Knights among these soldiers, which can be taken back after they were paid (CW29)."""
    knights = pos.state.ground.knights
    return bytes([card for card in soldiers if knights[pos.faces[card]]])


@value
class Bleed(Step):  # CW29: the second soldier
    """Payment of the second soldier for a resource (CW29)."""

    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        side = pos.state.ground.sides[self.seat]
        soldiers = in_play(pos, side)
        if not (pos.zones[side.resources] or pos.zones[side.spent]):
            soldiers = paid_knights(pos, soldiers)
        options = tuple(map(bleeds(side.dead).__getitem__, soldiers))
        prompt = tr("Sacrifice a second soldier")
        return Decision(self.seat, prompt, options, options[0])

    def run(self, table: WarsTable, action: Action) -> None:
        pos = table.pos
        side = pos.state.ground.sides[self.seat]
        filled_before = pos.filled
        discard_soldier(table, action.cards[0], own_pile(pos, side, action.cards[0]))
        check_piles(table, filled_before)
        if pos.result is None:
            table.look(side.resources, self.seat)
            table.push(Take(self.seat))


@value
class Take(Step):  # CW29
    """Choice of a resource from the deck or the used ones."""

    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        side = pos.state.ground.sides[self.seat]
        cards = pos.zones[side.resources] + pos.zones[side.spent]
        options = tuple(map(TAKES.__getitem__, cards))
        return Decision(self.seat, tr("Take a resource into your hand"), options, options[0])

    def run(self, table: WarsTable, action: Action) -> None:
        pos, card = table.pos, action.cards[0]
        side = pos.state.ground.sides[self.seat]
        source = side.resources if card in pos.zones[side.resources] else side.spent
        if pos.up >> card & 1:
            table.flip(card, False)
        table.move(card, source, side.resource_hand)
        if pos.zones[side.resources]:
            table.shuffle(side.resources)
