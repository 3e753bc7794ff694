"""Rules of Castle Wars: set-up and turn as steps, in playing order."""

from __future__ import annotations

from functools import cache

from castlecards.core.action import ATTACK, PASS, Action, Decision
from castlecards.core.cards import NATURE, UNSEEN, Seat, Zone, value
from castlecards.core.log_lines import Clash, event_line, turn_begins
from castlecards.core.position import Step
from castlecards.games.castle_wars.deaths import kill
from castlecards.games.castle_wars.reaction_windows import (
    AFTER_ATTACK,
    ATTACK_PHASE,
    Window,
    act,
    after_swaps,
    attack_cause,
)
from castlecards.games.castle_wars.rearrangement import loosen, rearrange, rearrange_actions
from castlecards.games.castle_wars.resources import settle_swaps
from castlecards.games.castle_wars.state import (
    Phases,
    Pos,
    Side,
    Steps,
    Wars,
    WarsTable,
    any_time,
    attacks,
    can_react,
    draws,
    in_play,
    pile_actions,
    pile_of,
    stock,
    strength,
    tops,
)
from castlecards.games.castle_wars.story import (
    attack_clash,
    call_off_line,
    declaration_line,
    draw_line,
    infection_clash,
    open_clash,
    pile_line,
)
from castlecards.texts import tr

DRAWS = 2  # cards drawn in a turn, CW6
MOST_TURNS = 300  # of both players, CW42
DRAW_PROMPTS = ("", tr("Draw your second card"), tr("Draw your first card"))
NO_DECKS = tr("Your decks are empty. Play something, or skip drawing.")


# -- set-up ---------------------------------------------------------------------------------------


@value
class Deal(Step):  # CW1, CW5, CW43
    """Deal of the match: shuffle the decks and deal the first soldiers (CW2)."""

    def run(self, table: WarsTable, action: Action) -> None:
        ground = table.pos.state.ground
        for side in ground.sides:
            table.shuffle(side.soldiers)
            table.shuffle(side.resources)
        first = table.roll(2) if ground.beginner == NATURE else ground.beginner
        table.put(Wars(ground, first))
        for side in ground.sides:
            if side.handicap:
                for card in table.pos.zones[side.soldiers][: -side.handicap - 1 : -1]:
                    table.move(card, side.soldiers, side.dead)
                table.tell(event_line, "absent", side.seat, side.handicap)
        table.push(*ground.openings[first])


@value
class DealSoldiers(Step):  # CW2, CW25, CW27
    """Deal of a player's first soldiers onto the piles (CW2)."""

    seat: Seat

    def run(self, table: WarsTable, action: Action) -> None:
        ground = table.pos.state.ground
        side = ground.sides[self.seat]
        if ground.arrange or side.faction.has_free_deployment:
            table.draw(side.soldiers, side.hand, sum(side.deal))
            table.tell(event_line, "dealt", self.seat, sum(side.deal))
            table.push(Arrange(self.seat))
            return
        drawn = iter(table.pos.zones[side.soldiers][::-1])
        for pile, count in zip(side.piles, side.deal, strict=True):
            for _ in range(count):
                table.move(next(drawn), side.soldiers, pile)


REST = Action("rest")


@value
class Arrange(Step):  # CW2, CW41
    """Free placement of the first soldiers: their owner lays them from the hand on the piles."""

    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        side = pos.state.ground.sides[self.seat]
        hand = pos.zones[side.hand]
        if not hand:
            return None
        lays = pile_actions("lay", places_left(pos, side))
        options: tuple[Action, ...] = (REST,)
        for card in hand:
            options += lays[card]
        return Decision(self.seat, tr("Put your soldiers on your piles"), options, REST)

    def run(self, table: WarsTable, action: Action) -> None:
        pos = table.pos
        side = pos.state.ground.sides[self.seat]
        if action.verb == "lay":
            table.move(action.cards[0], side.hand, action.to)
            table.push(self)
        elif action.verb == "rest":
            for card in pos.zones[side.hand]:
                zones = pos.zones
                place = min(places_left(pos, side), key=lambda pile: len(zones[pile]))
                table.move(card, side.hand, place)


def places_left(pos: Pos, side: Side) -> tuple[Zone, ...]:
    """Piles that can take one more soldier so that every pile still gets its number."""
    zones, piles = pos.zones, side.piles
    if not side.faction.has_free_deployment:
        deal = zip(piles, side.deal, strict=True)
        return tuple([pile for pile, count in deal if len(zones[pile]) < count])
    bare = tuple([pile for pile in piles if not zones[pile]])
    return bare if bare and len(zones[side.hand]) <= len(bare) else piles


# -- draw -----------------------------------------------------------------------------------------


@value
class Draw(Step):  # CW6
    """Draw of one card; `left`: number of draws still to come (CW6)."""

    left: int

    def ask(self, pos: Pos) -> Decision | None:
        state = pos.state
        side = state.ground.sides[state.active]
        decks = pos.filled & side.decks_mask
        if not decks and not pos.zones[side.resource_hand]:
            return None
        reacting = can_react(pos, side)
        if not reacting and not side.has_phase_powers:
            return draw_decision(side.seat, decks, self.left)
        options = draws(decks) if decks else (PASS,)
        if side.has_phase_powers:
            options += side.faction.draw_phase_actions(pos, side)
        if reacting:
            options += any_time(pos, side)
        if len(options) == 1:
            return None
        prompt = DRAW_PROMPTS[self.left] if decks else NO_DECKS
        return Decision(side.seat, prompt, options, options[0])

    def run(self, table: WarsTable, action: Action) -> None:
        pos = table.pos
        side = pos.state.ground.sides[pos.state.active]
        verb = action.verb
        if verb == "draw":
            deck = action.zones[0]
        elif verb == "pass":  # the only deck left, if any
            deck = side.soldiers if pos.zones[side.soldiers] else side.resources
            if not pos.zones[deck]:
                return
        elif side.has_phase_powers and action in side.faction.draw_phase_actions(pos, side):
            table.push(self)
            side.faction.use_power(table, side, action)
            return
        else:
            act(table, side, action, self)
            return
        if self.left > 1:
            table.push(DRAW[self.left - 1])
        if pos.state.swapped:
            settle_swaps(table)
        if side.can_draw_captured:
            side.faction.draw(table, side, deck)
        else:
            hand = side.hand if deck == side.soldiers else side.resource_hand
            card = pos.zones[deck][-1]
            table.move(card, deck, hand)
            table.tell(draw_line, side.seat, card, deck)
            if side.faction.can_swap:
                table.conceal(side.hand)


DRAW = (Draw(0), Draw(1), Draw(2))


@cache
def draw_decision(seat: Seat, decks: int, left: int) -> Decision | None:
    """Decision of a player who can do nothing but draw; None if only one deck is left."""
    options = draws(decks)
    return Decision(seat, DRAW_PROMPTS[left], options, options[0]) if len(options) > 1 else None


# -- attack ---------------------------------------------------------------------------------------


ATTACK_PROMPT = tr("Attack, or end the attack phase")


@cache
def attack_decision(seat: Seat, ready: int, targets: int, again: int) -> Decision:
    """Decision of a player who can do nothing but attack; arguments as of `attacks`."""
    return Decision(seat, ATTACK_PROMPT, attacks(ready, targets, again))


@value
class Attack(Step):  # CW7
    """Choice of an attack, as long as piles can attack (CW7)."""

    used: int  # bit mask of the piles that have attacked
    spare: int = 0  # bit mask of the piles that can attack a second time, CW34

    def ready_piles(self, pos: Pos, side: Side) -> int:
        """Bit mask of the standing piles that have not attacked (CW7, CW14)."""
        return pos.filled & side.piles_mask & ~self.used

    def ready_again(self, pos: Pos) -> int:
        """Bit mask of the standing piles that can attack a second time (CW34)."""
        return pos.filled & self.used & self.spare

    def ask(self, pos: Pos) -> Decision | None:
        state = pos.state
        me = state.active
        sides = state.ground.sides
        ours, theirs = sides[me], sides[1 - me]
        ready = self.ready_piles(pos, ours)
        again = self.ready_again(pos) if self.spare else 0
        if not ready and not again:
            return None
        targets, reacting = pos.filled & theirs.piles_mask, can_react(pos, ours)
        if not reacting and not ours.has_phase_powers:
            return attack_decision(me, ready, targets, again)
        options = attacks(ready, targets, again)
        if ours.has_phase_powers and not self.used:
            options += ours.faction.attack_phase_actions(pos, ours)
        if reacting:
            options += any_time(pos, ours)
        return Decision(me, ATTACK_PROMPT, options)

    def run(self, table: WarsTable, action: Action) -> None:
        verb = action.verb
        if verb == "pass":
            return
        pos = table.pos
        me = pos.state.active
        if verb != "attack":
            self._other(table, pos.state.ground.sides[me], action)
            return
        if pos.state.ground.can_swap:
            settle_swaps(table, over=True)
        piles = (*action.zones, action.to)
        cards = tops(pos, piles)
        up = pos.up
        for card in cards:
            if not up >> card & 1:
                table.flip(card, True)  # CW8, CW10
        ours, theirs = pos.state.ground.sides
        if can_react(pos, ours) or can_react(pos, theirs):
            table.push(Battle(piles, cards, self.used, self.spare))
            table.push(Window(1 - me, ATTACK, 0, attack_cause(me, cards, piles)))
            table.tell(declaration_line, me, cards, piles)
        else:
            fight(table, piles, cards, self.used, self.spare)

    def _other(self, table: WarsTable, side: Side, action: Action) -> None:
        """Play a resource, or use a power, which can replace all attacks of the turn."""
        if not side.has_phase_powers or action not in side.faction.attack_phase_actions(
            table.pos, side
        ):
            act(table, side, action, self)
            return
        if action.verb not in side.faction.replacing_attacks:
            table.push(self)
        side.faction.use_power(table, side, action)


@value
class Battle(Step):  # CW8, CW9
    """Declared attack that waits until both players have passed."""

    piles: tuple[Zone, ...]  # the attacking piles and, last, the attacked one
    cards: bytes  # their top cards when the attack was declared
    used: int
    spare: int

    def is_called_off(self, pos: Pos) -> bool:  # CW23
        """True if one of its soldiers is no longer the top of its pile."""
        return tops(pos, self.piles) != after_swaps(self.cards, pos.state.relief)

    def run(self, table: WarsTable, action: Action) -> None:
        pos = table.pos
        state = pos.state
        cards = after_swaps(self.cards, state.relief)
        off = tops(pos, self.piles) != cards
        if state.ground.can_swap:
            settle_swaps(table, over=True)
        if off:
            table.tell(call_off_line, state.active, self.piles)
            table.push(Attack(self.used, self.spare))
            return
        for card in cards:
            if not pos.up >> card & 1:
                table.flip(card, True)  # CW23: a Jack turned it down
        fight(table, self.piles, cards, self.used, self.spare)


def declared_attack(pos: Pos) -> Battle | None:
    """Attack that is declared; None if there is none or it is called off."""
    battle = next((step for step in pos.steps if isinstance(step, Battle)), None)
    return None if battle is None or battle.is_called_off(pos) else battle


def pending(pos: Pos) -> Clash | None:
    """Clash of the declared attack.

    None if there is none, or if a Jack has turned down a soldier of it that this position does not
    show (CW23).
    """
    battle = declared_attack(pos)
    if battle is None:
        return None
    cards = after_swaps(battle.cards, pos.state.relief)
    if any(pos.faces[card] == UNSEEN for card in cards):
        return None
    return open_clash(pos, pos.state.active, cards, battle.piles)


def is_decided(pos: Pos) -> bool:  # CW18
    """True if the player of the open window wins the declared attack, and the other cannot react.

    A pass in reply to a pass closes the window, so the other player cannot react either.
    """
    state = pos.state
    window = pos.steps[0] if pos.steps else None
    battle = next((step for step in pos.steps if isinstance(step, Battle)), None)
    if not isinstance(window, Window) or battle is None or battle.is_called_off(pos):
        return False
    cards = after_swaps(battle.cards, state.relief)
    known = all(pos.up >> card & 1 and not pos.marks[0] >> card & 1 for card in cards)
    other = state.ground.sides[1 - window.seat]
    if not known or (can_react(pos, other) and not window.passes):
        return False
    ours, theirs = state.ground.sides[state.active], state.ground.sides[1 - state.active]
    balance = strength(pos, ours, cards[:-1]) - strength(pos, theirs, cards[-1:])
    return balance > 0 if window.seat == state.active else balance < 0


def fight(
    table: WarsTable, piles: tuple[Zone, ...], cards: bytes, used: int, spare: int
) -> None:  # CW8, CW9
    """Decide an attack; then the attacker can attack again with other piles."""
    for pile in piles[:-1]:
        if used >> pile & 1:
            spare = 0  # CW34: the extra attack
        used |= 1 << pile
    table.push(Attack(used, spare))
    pos = table.pos
    state = pos.state
    me = state.active
    sides = state.ground.sides
    ours, theirs = cards[:-1], cards[-1:]
    if can_react(pos, sides[1 - me]):
        table.push(Window(1 - me, AFTER_ATTACK, 1, attack_cause(me, cards)))
    if pos.marks[0] and any(pos.marks[0] >> card & 1 for card in cards):
        losses = infected_losses(pos, sides[me], ours, sides[1 - me], theirs)
        table.tell(infection_clash, me, cards, piles, losses)
        piles = tuple([pile_of(pos, card) for card in losses])
    else:
        table.tell(attack_clash, me, cards, piles)
        losses = cards
        balance = strength(pos, sides[me], ours) - strength(pos, sides[1 - me], theirs)
        if balance > 0:
            losses, piles = theirs, piles[-1:]
        elif balance < 0:
            losses, piles = ours, piles[:-1]
    kill(table, losses, piles, attack=True)


def infected_losses(pos: Pos, us: Side, ours: bytes, them: Side, theirs: bytes) -> bytes:
    """Soldiers that die in an attack with infected soldiers (CW40)."""
    ill = pos.marks[0]
    sick = bytes([card for card in ours if ill >> card & 1])
    if ill >> theirs[0] & 1:
        return sick + theirs
    healthy = bytes([card for card in ours if not ill >> card & 1])
    if not healthy:
        return sick
    balance = strength(pos, us, healthy) - strength(pos, them, theirs)
    if balance > 0:
        return sick + theirs
    return ours if balance < 0 else ours + theirs


# -- move and recruit -----------------------------------------------------------------------------


@value
class Move(Step):  # CW11
    """Move phase: top soldiers are laid on other piles (CW11)."""

    seat: Seat

    def loose(self, pos: Pos) -> bytes:
        """Top soldiers that can be laid elsewhere: on top since the phase began, or put there by an
        ability."""
        top_cards, loose = tops(pos, pos.state.ground.sides[self.seat].piles), pos.state.loose
        return top_cards if loose is None else bytes([card for card in top_cards if card in loose])

    def ask(self, pos: Pos) -> Decision | None:
        side = pos.state.ground.sides[self.seat]
        options = rearrange_actions(pos, side, self.loose(pos))
        if not options:
            return None
        if can_react(pos, side):
            options += any_time(pos, side)
        return Decision(self.seat, tr("Rearrange your top soldiers, or skip"), (PASS, *options))

    def run(self, table: WarsTable, action: Action) -> None:
        verb, pos = action.verb, table.pos
        if verb in ("pass", "move"):
            loose = self.loose(pos)
            if pos.state.loose is not None:
                loosen(table, None)
            if verb == "move":
                settle_swaps(table)
                rearrange(table, action, self.seat, loose, pos.filled, True)
            return
        if pos.state.loose is None:
            loosen(table, self.loose(pos))
        act(table, pos.state.ground.sides[self.seat], action, self)


RECRUIT_PROMPTS = (
    tr("Recruit soldiers, or end your turn"),
    tr("Recruit soldiers, or end the recruit phase"),  # CW37: it need not be the last phase
)


@value
class Recruit(Step):  # CW12
    """Recruit phase: soldiers go from the hand onto piles (CW12)."""

    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        side = pos.state.ground.sides[self.seat]
        hand = pos.zones[side.hand]
        if not hand:
            return None
        recruits = side.recruits
        options: tuple[Action, ...] = (PASS,)
        for card in hand:
            options += recruits[card]
        if can_react(pos, side):
            options += any_time(pos, side)
        prompt = RECRUIT_PROMPTS[side.faction.chooses_phases]
        return Decision(self.seat, prompt, options)

    def run(self, table: WarsTable, action: Action) -> None:
        verb = action.verb
        if verb == "pass":
            return
        pos = table.pos
        side = pos.state.ground.sides[self.seat]
        if verb != "recruit":
            act(table, side, action, self)
            return
        if pos.state.swapped:
            settle_swaps(table)
        table.push(self)
        filled_before = pos.filled
        table.move(action.cards[0], side.hand, action.to)
        if not filled_before >> action.to & 1:
            table.tell(pile_line, filled_before, 0)


# -- the turn -------------------------------------------------------------------------------------


@value
class SettleSwaps(Step):
    """Start of a phase, which allows swaps on all piles again (CW35)."""

    def run(self, table: WarsTable, action: Action) -> None:
        settle_swaps(table)


def phases_of(me: Seat, spare: int, swaps: bool) -> Phases:
    """The four phases of a turn, each with the window at its start (CW18).

    `spare`: bit mask of the piles that can attack twice; `swaps`: a side can swap soldiers.
    """
    first: Steps = (SettleSwaps(),) if swaps else ()
    return (
        (*first, Window(1 - me, "draw", 1), DRAW[DRAWS]),
        (*first, Window(1 - me, ATTACK_PHASE, 1), Attack(0, spare)),
        (*first, Window(1 - me, "move", 1), Move(me)),
        (*first, Window(1 - me, "recruit", 1), Recruit(me)),
    )


def end_of(me: Seat) -> Steps:
    """Steps at the end of a player's turn."""
    return Window(1 - me, "end", 1), TurnEnd()


@value
class TurnEnd(Step):  # CW13, CW16
    """End of a turn (CW13): stalemate check (CW16), then the next turn."""

    def run(self, table: WarsTable, action: Action) -> None:
        pos = table.pos
        state = pos.state
        ground, me = state.ground, state.active
        if ground.has_turn_end_power:
            for side in ground.sides:
                side.faction.on_turn_end(table, side)
        now = stock(pos) if state.stock else ()
        quiet = state.quiet + 1 if now and now == state.stock else 0
        turn = state.turn + 1
        # A player with cards in the decks must draw, which is progress: no need to compare.
        then = () if pos.filled & ground.sides[1 - me].decks_mask else now or stock(pos)
        table.put(Wars(ground, 1 - me, (0, 0), quiet, then, turn))
        if quiet and quiet == ground.stalemate:
            counts = [army_size(pos, side)[0] for side in ground.sides]
            table.tell(event_line, "counted", NATURE, *counts)
            table.end(*count_out(pos))
        elif turn == MOST_TURNS:
            table.tell(event_line, "tired", NATURE, turn)
            table.end(0.5, 0.5)
        else:
            table.tell(turn_begins, 1 - me, turn + 1)
            table.push(*next_turn(pos, 1 - me))


def next_turn(pos: Pos, me: Seat) -> Steps:
    """Steps of a turn; without windows if the other player cannot use one in this turn."""
    ground = pos.state.ground
    other = ground.sides[1 - me]
    return ground.turns[me] if can_react(pos, other) else ground.turns_without_windows[me]


def count_out(pos: Pos) -> tuple[float, float]:  # CW16
    """Result by the count of soldiers after too many quiet turns (CW16)."""
    ours, theirs = (army_size(pos, side) for side in pos.state.ground.sides)
    return (0.5, 0.5) if ours == theirs else (1.0, 0.0) if ours > theirs else (0.0, 1.0)


def army_size(pos: Pos, side: Side) -> tuple[int, int]:
    """Number of soldiers of a player in play, hand and deck, and the sum of their values."""
    cards = in_play(pos, side) + pos.zones[side.hand] + pos.zones[side.soldiers]
    values = pos.state.ground.values
    return len(cards), sum([values[pos.faces[card]] for card in cards])


@value
class Begin(Step):
    """Start of the first turn; levels and tests begin it at a later phase."""

    phase: int  # 0 draw, 1 attack, 2 move, 3 recruit, 4 the end of the turn

    def run(self, table: WarsTable, action: Action) -> None:
        pos = table.pos
        state = pos.state
        ground, me = state.ground, state.active
        table.tell(turn_begins, me, state.turn + 1)
        if self.phase or not pos.filled & ground.sides[me].decks_mask:
            table.put(state.with_(stock=stock(pos)))
        if not self.phase:
            table.push(*next_turn(pos, me))
            return
        phases = ground.phases[me][self.phase :]
        table.push(*[step for steps in phases for step in steps], *end_of(me))
