"""Factions that change the set-up, values, attacks or turns, and the steps of their choices."""

from __future__ import annotations

from functools import cache

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat, Zone, value
from castlecards.core.log_lines import cards_line, event_line
from castlecards.core.position import Step
from castlecards.games.castle_wars.deaths import discard_face_up
from castlecards.games.castle_wars.reaction_windows import act
from castlecards.games.castle_wars.resources import settle_swaps
from castlecards.games.castle_wars.state import (
    CARDS,
    DRAGON,
    Faction,
    Phases,
    Pos,
    Side,
    Steps,
    WarsTable,
    any_time,
    can_react,
    in_play,
    tops,
)
from castlecards.texts import tr

# -- set-up ---------------------------------------------------------------------------------------


class RoyalKingdom(Faction):  # CW27
    """Faction that begins with four piles (CW27)."""

    id = "royal_kingdom"
    title = tr("Royal Kingdom")
    about = tr("You begin with four piles instead of three, but with fewer soldiers on each.")
    rule = "CW27"
    deal = (2, 2, 2, 2)
    epic_deal = (4, 3, 3, 3)


class DragonTamers(Faction):  # CW28
    """Faction with a dragon in its soldier deck (CW28)."""

    id = "dragon_tamers"
    title = tr("Dragon-Tamers")
    about = tr("Your soldier deck has a dragon worth 20. It obeys only you.")
    rule = "CW28"
    dragons = 1

    def on_captured(self, table: WarsTable, side: Side, card: CardId, hand: Zone) -> None:
        pos = table.pos
        if pos.state.ground.values[pos.faces[card]] == DRAGON:
            discard_face_up(table, card, hand, side.dead)
            table.tell(cards_line, "dragon", side.seat, card)


class Seers(Faction):  # CW31
    """Faction that orders its decks and can look through them (CW31)."""

    id = "seers"
    title = tr("Seers")
    about = tr(
        "You put both your decks in order before the game, and you can look through them at any "
        "time."
    )
    rule = "CW31"
    can_view_decks = True

    def opening(self, side: Side) -> Steps:
        return OrderDeck(side.seat, side.soldiers), OrderDeck(side.seat, side.resources)


@value
class OrderDeck(Step):  # CW31
    """Choice of the order of a Seer's deck: each chosen card goes on top of the earlier ones."""

    seat: Seat
    deck: Zone
    laid: bytes = b""

    def ask(self, pos: Pos) -> Decision | None:
        left = [card for card in pos.zones[self.deck] if card not in self.laid]
        if not left:
            return None
        options = (PASS, *map(ARRANGE_ACTIONS.__getitem__, left))
        return Decision(self.seat, tr("Put your deck in order"), options, order=self.deck)

    def run(self, table: WarsTable, action: Action) -> None:
        if action.verb == "arrange":
            card = action.cards[0]
            table.move(card, self.deck, self.deck)
            table.push(self.with_(laid=self.laid + bytes((card,))))


ARRANGE_ACTIONS = tuple(Action("arrange", (card,)) for card in CARDS)


class WarMongers(Faction):  # CW41
    """Faction with all soldiers in play and no resources (CW41)."""

    id = "war_mongers"
    title = tr("War-Mongers")
    about = tr(
        "All your soldiers begin in play, on the piles you choose, but you have no resources."
    )
    rule = "CW41"
    resources = False
    has_free_deployment = True


# -- values ---------------------------------------------------------------------------------------


class Assassins(Faction):  # CW33
    """Faction that is stronger in its own turn (CW33)."""

    id = "assassins"
    title = tr("Assassins")
    about = tr("Your soldiers are worth 2 more in your turn and 2 less in the enemy’s turn.")
    rule = "CW33"
    has_value_modifier = True

    def strength(self, pos: Pos, side: Side, value: int) -> int:
        return value + 2 if pos.state.active == side.seat else value - 2


class Golems(Faction):  # CW38
    """Faction that is stronger in the enemy's turn (CW38)."""

    id = "golems"
    title = tr("Golems")
    about = tr("Your soldiers are worth 2 less in your turn and 2 more in the enemy’s turn.")
    rule = "CW38"
    has_value_modifier = True

    def strength(self, pos: Pos, side: Side, value: int) -> int:
        return value - 2 if pos.state.active == side.seat else value + 2


MECHANISE = Action("mechanise")


class Mechas(Faction):  # CW36
    """Faction that can raise all soldiers to its best one for a turn (CW36)."""

    id = "mechas"
    title = tr("Mechas")
    about = tr(
        "Before you attack, you can turn your top soldiers face up. Each of your soldiers is then "
        "worth as much as the best of them for this turn."
    )
    rule = "CW36"
    has_phase_powers = True
    has_value_modifier = True

    def strength(self, pos: Pos, side: Side, value: int) -> int:
        state = pos.state
        return state.machine if state.machine and state.active == side.seat else value

    def draw_phase_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        return () if pos.state.machine else (MECHANISE,)

    def attack_phase_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        return () if pos.state.machine else (MECHANISE,)

    def use_power(self, table: WarsTable, side: Side, action: Action) -> None:
        pos = table.pos
        values = pos.state.ground.values
        best = 0
        for card in tops(pos, side.piles):
            if not pos.up >> card & 1:
                table.flip(card, True)
            best = max(best, values[pos.faces[card]])
        table.put(pos.state.with_(machine=best, swapped=0))
        table.tell(event_line, "mechanised", side.seat, best)


# -- turns and attacks ----------------------------------------------------------------------------


class Ninjas(Faction):  # CW32
    """Faction whose soldiers turn face down after every turn (CW32)."""

    id = "ninjas"
    title = tr("Ninjas")
    about = tr("At the end of every turn, all your soldiers turn face down again.")
    rule = "CW32"
    has_turn_end_power = True

    def on_turn_end(self, table: WarsTable, side: Side) -> None:
        up = table.pos.up
        face_up = [card for card in in_play(table.pos, side) if up >> card & 1]
        for card in face_up:
            table.flip(card, False)
        if face_up:
            table.tell(event_line, "hidden", side.seat)


class Berserkers(Faction):  # CW34
    """Faction with one pile that attacks twice a turn (CW34)."""

    id = "berserkers"
    title = tr("Berserkers")
    about = tr("In each of your turns, one of your piles can attack twice.")
    rule = "CW34"
    phase_hints = ("", tr("One of your piles can attack twice."), "", "")
    has_double_attack = True


class Outcasts(Faction):  # CW37
    """Faction that takes its phases in any order (CW37)."""

    id = "outcasts"
    title = tr("Outcasts")
    about = tr("You take the four phases of your turn in any order.")
    rule = "CW37"
    chooses_phases = True

    def turn(self, me: Seat, phases: Phases) -> Steps:
        return (ChoosePhase(me, 0),)


@cache
def phase_actions(done: int, free: bool) -> tuple[Action, ...]:
    """Actions that begin a phase not `done` (bit mask) or, if `free`, end the turn (CW37)."""
    left = tuple(Action("phase", args=(n,)) for n in range(4) if not done >> n & 1)
    return (*left, PASS) if free else left


@value
class ChoosePhase(Step):  # CW37
    """Choice of the next phase by Outcasts (CW37)."""

    seat: Seat
    done: int  # bit mask of phases

    def ask(self, pos: Pos) -> Decision | None:
        if self.done == 15:
            return None
        side = pos.state.ground.sides[self.seat]
        free = bool(self.done & 1) or not pos.filled & side.decks_mask  # CW6
        options = phase_actions(self.done, free)
        if can_react(pos, side):
            options += any_time(pos, side)
        prompt = tr("Choose your next phase")
        return Decision(self.seat, prompt, options, PASS if free else options[0])

    def run(self, table: WarsTable, action: Action) -> None:
        if action.verb == "pass":
            return
        ground = table.pos.state.ground
        if action.verb != "phase":
            act(table, ground.sides[self.seat], action, self)
            return
        phase = action.args[0]
        table.push(*ground.phases[self.seat][phase], ChoosePhase(self.seat, self.done | 1 << phase))


INFECT = Action("infect")


class InfectedPower(Faction):  # CW40
    """Faction that can infect enemy soldiers instead of attacking (CW40)."""

    id = "infected"
    title = tr("Infected")
    about = tr(
        "Instead of attacking, you can infect the enemy’s top soldiers: they die when they fight."
    )
    rule = "CW40"
    has_phase_powers = True
    replacing_attacks = ("infect",)

    def attack_phase_actions(self, pos: Pos, side: Side) -> tuple[Action, ...]:
        return (INFECT,)

    def use_power(self, table: WarsTable, side: Side, action: Action) -> None:
        pos = table.pos
        settle_swaps(table)
        for card in tops(pos, pos.state.ground.sides[1 - side.seat].piles):
            if not pos.marks[0] >> card & 1:
                table.mark(card, 0, True)
