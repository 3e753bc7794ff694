"""The sixteen factions: what each changes, and the steps that its choices need."""

from __future__ import annotations

from functools import cache

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat, Zone, value
from castlecards.core.position import Step
from castlecards.games.castle_wars.factions import Faction, Phases
from castlecards.games.castle_wars.places import (
    ACE,
    CARDS,
    DRAGON,
    JACK,
    JOKER,
    KING,
    QUEEN,
    Pos,
    Side,
    Steps,
    WarsTable,
    alone,
    any_time,
    in_play,
    lay,
    onto,
    pile_of,
    tops,
)
from castlecards.games.castle_wars.resources import act, bury, changed, settle_swaps, survey

# -- the dead -------------------------------------------------------------------------------------


class Undead(Faction):  # CW26
    id = "undead"
    title = "Undead"
    about = "The enemy soldiers that you kill in battle go to the top or bottom of your own deck."
    rule = "CW26"
    fated = True
    captures = True

    def on_kill(self, side: Side, card: CardId) -> Steps:
        return (Raise(side.seat, card),)

    def draw(self, table: WarsTable, side: Side, deck: Zone) -> None:
        pos = table.pos
        ground = pos.state.ground
        card = pos.zones[deck][-1]
        resource = deck == side.resources or ground.knights[pos.faces[card]]
        hand = side.sleeve if resource else side.hand
        table.move(card, deck, hand)
        other = ground.sides[1 - side.seat]
        other.faction.seized(table, other, card, hand)


@value
class Raise(Step):  # CW26
    seat: Seat
    card: CardId

    def ask(self, pos: Pos) -> Decision | None:
        options = raises(self.card, pos.state.ground.sides[self.seat].soldiers)
        prompt = "Take the dead soldier into your deck: on top, or to the bottom?"
        return Decision(self.seat, prompt, options, options[0])

    def run(self, table: WarsTable, action: Action) -> None:
        pos, card = table.pos, self.card
        pile, deck = pile_of(pos, card), pos.state.ground.sides[self.seat].soldiers
        if pos.marks[0] >> card & 1:
            table.mark(card, 0, False)
        if action.verb == "top":
            table.move(card, pile, deck)
        else:
            table.tuck(card, pile, deck)
        table.flip(card, True)  # who dies is seen, also a substitute that lay face down
        table.flip(card, False)


def raises(card: CardId, deck: Zone) -> tuple[Action, ...]:
    return lay("top", (deck,))[card] + lay("bottom", (deck,))[card]


class Fateweavers(Faction):  # CW39
    id = "fateweavers"
    title = "Fateweavers"
    about = (
        "When a soldier of yours dies, the top soldier of another of your piles may die instead."
    )
    rule = "CW39"
    fated = True

    def on_loss(self, pos: Pos, side: Side, card: CardId, victims: bytes) -> tuple[Action, ...]:
        pile = pile_of(pos, card)
        others = tops(pos, [each for each in side.piles if each != pile])
        return tuple([instead(other)[card] for other in others if other not in victims])


def instead(other: CardId) -> tuple[Action, ...]:
    return onto("instead", other)


# -- set-up ---------------------------------------------------------------------------------------


class RoyalKingdom(Faction):  # CW27
    id = "royal_kingdom"
    title = "Royal Kingdom"
    about = "You begin with four piles instead of three, but with fewer soldiers on them."
    rule = "CW27"
    deal = (2, 2, 2, 2)
    epic_deal = (4, 3, 3, 3)


class DragonTamers(Faction):  # CW28
    id = "dragon_tamers"
    title = "Dragon-Tamers"
    about = "A joker among your soldiers is a dragon worth 20, which obeys nobody else."
    rule = "CW28"
    dragons = 1

    def seized(self, table: WarsTable, side: Side, card: CardId, hand: Zone) -> None:
        pos = table.pos
        if pos.state.ground.values[pos.faces[card]] == DRAGON:
            table.say("The dragon flies away", card)
            table.move(card, hand, side.dead)


class Seers(Faction):  # CW31
    id = "seers"
    title = "Seers"
    about = (
        "You put both your decks in order before the game and may look through them at any time."
    )
    rule = "CW31"
    looks = True

    def opening(self, side: Side) -> Steps:
        return Foresee(side.seat, side.soldiers), Foresee(side.seat, side.resources)


@value
class Foresee(Step):  # CW31
    seat: Seat
    deck: Zone
    laid: bytes = b""

    def ask(self, pos: Pos) -> Decision | None:
        left = [card for card in pos.zones[self.deck] if card not in self.laid]
        if not left:
            return None
        options = (PASS, *map(FORESEES.__getitem__, left))
        prompt = "Put your deck in order: the card that you lay last is drawn first"
        return Decision(self.seat, prompt, options, order=self.deck)

    def run(self, table: WarsTable, action: Action) -> None:
        if action.verb == "arrange":
            card = action.cards[0]
            table.move(card, self.deck, self.deck)
            table.push(Foresee(self.seat, self.deck, self.laid + bytes((card,))))


FORESEES = tuple(Action("arrange", (card,)) for card in CARDS)


class WarMongers(Faction):  # CW41
    id = "war_mongers"
    title = "War-Mongers"
    about = "All your soldiers begin in play, laid out as you like, but you have no resources."
    rule = "CW41"
    resources = False
    musters = True


# -- values ---------------------------------------------------------------------------------------


class Assassins(Faction):  # CW33
    id = "assassins"
    title = "Assassins"
    about = "Your soldiers are worth 2 more in your own turn and 2 less in the enemy’s."
    rule = "CW33"
    modifies = True

    def strength(self, pos: Pos, side: Side, value: int) -> int:
        return value + 2 if pos.state.active == side.seat else value - 2


class Golems(Faction):  # CW38
    id = "golems"
    title = "Golems"
    about = "Your soldiers are worth 2 less in your own turn and 2 more in the enemy’s."
    rule = "CW38"
    modifies = True

    def strength(self, pos: Pos, side: Side, value: int) -> int:
        return value - 2 if pos.state.active == side.seat else value + 2


MECHANISE = Action("mechanise")


class Mechas(Faction):  # CW36
    id = "mechas"
    title = "Mechas"
    about = (
        "Before you attack you may turn your top soldiers face up: all your soldiers are worth as "
        "much as the best of them for this turn."
    )
    rule = "CW36"
    raids = True
    modifies = True

    def strength(self, pos: Pos, side: Side, value: int) -> int:
        state = pos.state
        return state.machine if state.machine and state.active == side.seat else value

    def prepare(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        return () if pos.state.machine else (MECHANISE,)

    def raid(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        return () if pos.state.machine else (MECHANISE,)

    def do(self, table: WarsTable, side: Side, action: Action) -> None:
        pos = table.pos
        values = pos.state.ground.values
        best = 0
        for card in tops(pos, side.piles):
            if not pos.up >> card & 1:
                table.flip(card, True)
            best = max(best, values[pos.faces[card]])
        table.put(changed(pos.state, machine=best))


# -- turns and attacks ----------------------------------------------------------------------------


class Ninjas(Faction):  # CW32
    id = "ninjas"
    title = "Ninjas"
    about = "At the end of every turn all your soldiers turn face down again."
    rule = "CW32"
    cleans_up = True

    def on_turn_end(self, table: WarsTable, side: Side) -> None:
        up = table.pos.up
        for card in in_play(table.pos, side):
            if up >> card & 1:
                table.flip(card, False)


class Berserkers(Faction):  # CW34
    id = "berserkers"
    title = "Berserkers"
    about = "One of your piles may attack twice in each of your turns."
    rule = "CW34"
    twice = True


class Outcasts(Faction):  # CW37
    id = "outcasts"
    title = "Outcasts"
    about = "You take the four phases of your turn in any order."
    rule = "CW37"

    def turn(self, me: Seat, phases: Phases) -> Steps:
        return (Wander(me, 0),)


@cache
def wanders(done: int, free: bool) -> tuple[Action, ...]:
    """CW37: the phases still to come, and the end of the turn."""
    left = tuple(Action("phase", args=(n,)) for n in range(4) if not done >> n & 1)
    return (*left, PASS) if free else left


@value
class Wander(Step):  # CW37
    seat: Seat
    done: int  # bit mask of phases

    def ask(self, pos: Pos) -> Decision | None:
        if self.done == 15:
            return None
        side = pos.state.ground.sides[self.seat]
        free = bool(self.done & 1) or not pos.filled & side.decks  # CW6
        options = wanders(self.done, free)
        if pos.filled & side.reacts:
            options += any_time(pos, side)
        prompt = "Which phase comes next?"
        return Decision(self.seat, prompt, options, PASS if free else options[0])

    def run(self, table: WarsTable, action: Action) -> None:
        if action.verb == "pass":
            return
        ground = table.pos.state.ground
        if action.verb != "phase":
            act(table, ground.sides[self.seat], action, self)
            return
        phase = action.args[0]
        table.push(*ground.phases[self.seat][phase], Wander(self.seat, self.done | 1 << phase))


INFECT = Action("infect")


class Infected(Faction):  # CW40
    id = "infected"
    title = "Infected"
    about = (
        "Instead of attacking you may infect the enemy’s top soldiers: they die when they fight."
    )
    rule = "CW40"
    raids = True
    instead = ("infect",)

    def raid(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        return (INFECT,)

    def do(self, table: WarsTable, side: Side, action: Action) -> None:
        pos = table.pos
        settle_swaps(table)
        for card in tops(pos, pos.state.ground.sides[1 - side.seat].piles):
            if not pos.marks[0] >> card & 1:
                table.mark(card, 0, True)


# -- any time -------------------------------------------------------------------------------------


class ShapeShifters(Faction):  # CW35
    id = "shape_shifters"
    title = "Shape-Shifters"
    about = "At any time you may swap the top soldier of a pile with one from your hand."
    rule = "CW35"
    reacts = ("sleeve", "hand")
    powers = True
    swaps = True

    def actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        hand, swapped = pos.zones[side.hand], pos.state.swapped
        plays: tuple[Action, ...] = ()
        for pile in side.piles:
            cards = pos.zones[pile]
            if cards and not swapped >> pile & 1:
                plays += tuple(map(exchanges(cards[-1]).__getitem__, hand))
        return plays

    def do(self, table: WarsTable, side: Side, action: Action) -> None:
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
        table.move(old, pile, side.sleeve if ground.knights[pos.faces[old]] else side.hand)
        if up:
            table.flip(new, True)
        state = pos.state
        relief = state.relief + bytes((old, new))
        table.put(changed(state, swapped=state.swapped | 1 << pile, relief=relief))


@cache
def exchanges(top: CardId) -> tuple[Action, ...]:
    """By card from the hand."""
    return tuple(Action("swap", (card,), onto=top) for card in CARDS)


class Mages(Faction):  # CW30
    id = "mages"
    title = "Mages"
    about = (
        "A joker among your resources is played as any of them, or shuffles your used resources "
        "into a new deck."
    )
    rule = "CW30"
    jokers = 1
    joker_rank = JOKER

    def joker(self, pos: Pos, side: Side, card: CardId, targets: bytes) -> tuple[Action, ...]:
        plays = wild_plays(card, side.piles)
        plays += tuple(map(onto("play", card, ACE).__getitem__, targets))
        if returning(pos, side):
            plays += alone("reshuffle")[card]
        return plays

    def do(self, table: WarsTable, side: Side, action: Action) -> None:
        pos = table.pos
        settle_swaps(table)
        for card in returning(pos, side):
            if pos.up >> card & 1:
                table.flip(card, False)
            table.move(card, side.spent, side.resources)
        table.shuffle(side.resources)
        table.move(action.cards[0], side.sleeve, side.spent)


@cache
def wild_plays(card: CardId, piles: tuple[Zone, ...]) -> tuple[Action, ...]:
    """A joker as Jack, Queen or King."""
    ranks = (JACK, QUEEN)
    return (
        *(Action("play", (card,), args=(rank,)) for rank in ranks),
        *lay("play", piles, KING)[card],
    )


def returning(pos: Pos, side: Side) -> bytes:
    """The used resources that a joker shuffles back: all but jokers."""
    faces, ranks = pos.faces, side.ranks
    return bytes([card for card in pos.zones[side.spent] if ranks[faces[card]] != JOKER])


class BloodMages(Faction):  # CW29
    id = "blood_mages"
    title = "Blood-Mages"
    about = (
        "At any time you may discard two of your soldiers and take a resource of your choice from "
        "your deck or your discards."
    )
    rule = "CW29"
    reacts = ("sleeve", "castle")
    powers = True

    def actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        soldiers = in_play(pos, side)
        if len(soldiers) < 2 or not (stocked(pos, side) or paid_knights(pos, soldiers)):
            return ()
        return tuple(map(BLEEDS.__getitem__, soldiers))

    def do(self, table: WarsTable, side: Side, action: Action) -> None:
        bury(table, action.cards[0], pile_of(table.pos, action.cards[0]))
        settle_swaps(table)
        table.push(Bleed(side.seat))


BLEEDS = tuple(Action("blood", (card,)) for card in CARDS)
TAKES = tuple(Action("take", (card,)) for card in CARDS)


def stocked(pos: Pos, side: Side) -> bool:
    return bool(pos.zones[side.resources] or pos.zones[side.spent])


def paid_knights(pos: Pos, soldiers: bytes) -> bytes:
    knights = pos.state.ground.knights
    return bytes([card for card in soldiers if knights[pos.faces[card]]])


@value
class Bleed(Step):  # CW29: the second soldier
    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        side = pos.state.ground.sides[self.seat]
        soldiers = in_play(pos, side)
        if not stocked(pos, side):
            soldiers = paid_knights(pos, soldiers)
        options = tuple(map(BLEEDS.__getitem__, soldiers))
        return Decision(self.seat, "Discard a second soldier", options, options[0])

    def run(self, table: WarsTable, action: Action) -> None:
        pos = table.pos
        side = pos.state.ground.sides[self.seat]
        bury(table, action.cards[0], pile_of(pos, action.cards[0]))
        survey(table)
        if pos.result is None:
            for card in pos.zones[side.resources]:
                table.show(card, self.seat)
            table.push(Take(self.seat))


@value
class Take(Step):  # CW29
    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        side = pos.state.ground.sides[self.seat]
        cards = pos.zones[side.resources] + pos.zones[side.spent]
        options = tuple(map(TAKES.__getitem__, cards))
        return Decision(self.seat, "Take a resource into your hand", options, options[0])

    def run(self, table: WarsTable, action: Action) -> None:
        pos, card = table.pos, action.cards[0]
        side = pos.state.ground.sides[self.seat]
        source = side.resources if card in pos.zones[side.resources] else side.spent
        if pos.up >> card & 1:
            table.flip(card, False)
        table.move(card, source, side.sleeve)
        if pos.zones[side.resources]:
            table.shuffle(side.resources)
