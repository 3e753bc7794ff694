"""Resources of Castle Wars: reaction windows, effects of cards, rearranging, and deaths."""

from __future__ import annotations

from castlecards.core.action import ATTACK, PASS, Action, Decision, Opener
from castlecards.core.cards import NATURE, ONE, SIDES, CardId, Seat, Zone, value
from castlecards.core.log_lines import cards_line
from castlecards.core.position import Step
from castlecards.games.castle_wars.state import (
    ACE,
    JACK,
    KING,
    LEADER,
    QUEEN,
    Pos,
    Side,
    Steps,
    WarsTable,
    any_time,
    can_react,
    in_play,
    owner,
    pile_of,
    tops,
)
from castlecards.games.castle_wars.story import end_line, pile_line, resource_line
from castlecards.texts import tr

ATTACK_PHASE = "attacks"  # cause of the window at the start of the attack phase
AFTER_ATTACK = "battle"  # cause of the window after an attack
CALLED_OFF = tr("The attack is called off. Play anything else?")
DYING = tr("Save your soldier by sacrificing another, or let it die")


def _prompts_in_own_turn(opponent: str) -> dict[str, str]:
    """Prompts of the windows by cause, for the player to move."""
    return {
        "draw": tr("Your draw phase begins. Play anything first?"),
        ATTACK_PHASE: tr("Your attack phase begins. Play anything first?"),
        ATTACK: tr("Play anything before your attack is resolved?"),
        AFTER_ATTACK: tr("The attack is over. Play anything?"),
        "move": tr("Your move phase begins. Play anything first?"),
        "recruit": tr("Your recruit phase begins. Play anything first?"),
        "end": tr("Your turn is ending. Play anything first?"),
        "play": tr("{name} played something. Respond?", name=opponent),
    }


def _prompts_in_opponent_turn(opponent: str) -> dict[str, str]:
    """Prompts of the windows by cause, for the waiting player."""
    return {
        "draw": tr("{name} is about to draw. Respond?", name=opponent),
        ATTACK_PHASE: tr("{name}’s attack phase begins. Respond?", name=opponent),
        ATTACK: tr("{name} attacks. Respond before it is resolved?", name=opponent),
        AFTER_ATTACK: tr("{name}’s attack is over. Respond?", name=opponent),
        "move": tr("{name}’s move phase begins. Respond?", name=opponent),
        "recruit": tr("{name}’s recruit phase begins. Respond?", name=opponent),
        "end": tr("{name}’s turn is ending. Respond?", name=opponent),
        "play": tr("{name} played something. Respond?", name=opponent),
    }


# First index: 1 for the player to move, 0 for the other. Second index: seat.
PROMPTS = tuple(
    tuple(map(prompts, SIDES[::-1]))
    for prompts in (_prompts_in_opponent_turn, _prompts_in_own_turn)
)

# -- windows --------------------------------------------------------------------------------------


@value
class WindowCause:
    """Cause of a window: the action that opened it and, for an attack, the fighters."""

    opener: Opener
    cards: bytes = b""  # of an attack: the attackers and, last, the target
    piles: tuple[Zone, ...] = ()  # their piles while the attack waits; () once it is decided

    def now(self, pos: Pos) -> Opener:
        """Cause at present: without fallen fighters, with their substitutes after swaps (CW35)."""
        cards, seat = self.cards, self.opener.seat
        off = False
        if self.piles:
            now_there = tops(pos, self.piles)
            if now_there == cards:
                return self.opener
            cards = after_swaps(cards, pos.state.relief)
            if now_there == cards:
                return Opener(seat, True, False, tuple(cards[:-1]), (cards[-1],))
            off = True  # CW23
        elif not cards:
            return self.opener
        ours, theirs = pos.state.ground.sides
        still_own = in_play(pos, ours) + in_play(pos, theirs)
        attackers = tuple([card for card in cards[:-1] if card in still_own])
        target = (cards[-1],) if cards[-1] in still_own else ()
        return Opener(seat, True, off, attackers, target)


def attack_cause(me: Seat, cards: bytes, piles: tuple[Zone, ...] = ()) -> WindowCause:
    """Cause of a window after an attack; arguments as of `WindowCause`."""
    return WindowCause(Opener(me, True, False, tuple(cards[:-1]), (cards[-1],)), cards, piles)


PHASE_BEGINS = (Opener(0), Opener(1))  # by player to move


@value
class Window(Step):  # CW17, CW18
    """Reaction window: a player can play a resource or use a power, or pass (CW17, CW18)."""

    seat: Seat
    cause: str
    passes: int  # passes in a row; two close the window
    trigger: WindowCause | None = None  # None: a phase begins, or ends

    def ask(self, pos: Pos) -> Decision | None:
        state, trigger = pos.state, self.trigger
        side = state.ground.sides[self.seat]
        if not can_react(pos, side):
            return None
        options = (PASS, *any_time(pos, side))
        if len(options) == 1:
            return None
        # A phase belongs to the player to move, also if that player answers now.
        opener = PHASE_BEGINS[state.active] if trigger is None else trigger.now(pos)
        prompts = PROMPTS[self.seat == state.active][self.seat]
        prompt = CALLED_OFF if opener.off else prompts[self.cause]
        return Decision(self.seat, prompt, options, PASS, self.cause, None, -1, opener)

    def is_called_off(self, pos: Pos) -> bool:
        """True if its attack has been called off."""
        return self.trigger is not None and self.trigger.now(pos).off

    def run(self, table: WarsTable, action: Action) -> None:
        if action.verb == "pass" and self.passes:
            return
        pos, seat = table.pos, self.seat
        sides = pos.state.ground.sides
        answers = can_react(pos, sides[1 - seat])  # our own play cannot bring them a card
        if action.verb == "pass":
            if answers:
                table.push(self.with_(seat=1 - seat, passes=1))
            return
        # The same window stays open for the next player.
        who, passes = (1 - seat, 0) if answers else (seat, 1)
        table.push(self.with_(seat=who, passes=passes))
        use(table, sides[seat], action)


def after_swaps(cards: bytes, relief: bytes) -> bytes:
    """Fighting cards after all swaps (CW35); `relief`: pairs (old, new)."""
    if not relief:
        return cards
    for old, new in zip(relief[::2], relief[1::2], strict=True):
        cards = cards.replace(bytes((old,)), bytes((new,)))
    return cards


def act(table: WarsTable, side: Side, action: Action, again: Step) -> None:
    """Play an action at an own decision; the other side can answer, then `again` follows (CW18)."""
    pos, other = table.pos, 1 - side.seat
    if can_react(pos, pos.state.ground.sides[other]):
        goals = (action.onto,) if action.onto >= 0 else ()
        trigger = WindowCause(Opener(side.seat, False, False, action.cards, goals))
        table.push(Window(other, "play", 1, trigger), again)
    else:
        table.push(again)
    use(table, side, action)


# -- resources ------------------------------------------------------------------------------------


def use(table: WarsTable, side: Side, action: Action) -> None:
    """Carry out a resource or power; the steps that it pushes happen first."""
    pos = table.pos
    if action.verb != "play":
        side.faction.use_power(table, side, action)
        return
    settle_swaps(table)
    card = action.cards[0]
    rank = action.args[0] if action.args else side.ranks[pos.faces[card]]
    if rank == KING:  # CW21
        if pos.state.loose is not None:
            cover(table, side, pos.zones[action.to][-1:] + ONE[card])
        filled_before = pos.filled
        table.move(card, side.resource_hand, action.to)
        table.flip(card, True)
        table.tell(resource_line, side.seat, rank, card, (), action.to)
        table.flip(card, False)
        if not filled_before >> action.to & 1:
            table.tell(pile_line, filled_before, 0)
        return
    discard_face_up(table, card, side.resource_hand, side.spent)
    if rank == ACE:  # CW22
        goal = action.onto
        pile = pile_of(pos, goal)
        if pos.state.ground.has_death_powers:
            table.tell(resource_line, side.seat, rank, card, (goal,), pile)
            kill(table, ONE[goal], (pile,), attack=False)
        else:
            filled_before = pos.filled
            discard_soldier(table, goal, pile)
            table.tell(resource_line, side.seat, rank, card, (goal,), pile)
            check_piles(table, filled_before)
        return
    table.tell(resource_line, side.seat, rank, card, (), -1)
    if rank == QUEEN:  # CW20
        state = pos.state
        ours, theirs = state.bonus
        bonus = (ours, theirs + LEADER) if side.seat else (ours + LEADER, theirs)
        table.put(state.with_(bonus=bonus, swapped=0))
    elif rank == JACK:  # CW19
        spy(table, side)


def discard_face_up(table: WarsTable, card: CardId, source: Zone, to: Zone) -> None:
    """Discard face up, to the dead soldiers or used resources."""
    table.move(card, source, to)
    if not table.pos.up >> card & 1:
        table.flip(card, True)


def spy(table: WarsTable, side: Side) -> None:
    """Carry out a Jack: enemy tops face up, own tops face down, to be rearranged (CW19)."""
    pos = table.pos
    other = pos.state.ground.sides[1 - side.seat]
    for card in tops(pos, other.piles):
        if not pos.up >> card & 1:
            table.flip(card, True)
    own = tops(pos, side.piles)
    for card in own:
        if pos.up >> card & 1:
            table.flip(card, False)
    table.forget(*own)  # CW32: they can be rearranged
    table.push(Rearrangement(side.seat, own, pos.filled))


def settle_swaps(table: WarsTable, over: bool = False) -> None:
    """Allow swaps on all piles again (CW35); `over`: no declared attack is pending any more."""
    state = table.pos.state
    if state.swapped or (over and state.relief):
        relief = b"" if over else state.relief
        table.put(state.with_(swapped=0, relief=relief))


# -- rearranging ----------------------------------------------------------------------------------


def rearrange_actions(pos: Pos, side: Side, left: bytes) -> tuple[Action, ...]:
    """Actions that lay one of these cards on another pile (CW11)."""
    zones, moves = pos.zones, side.moves
    options: list[Action] = []
    for pile in side.piles:
        cards = zones[pile]
        if not cards:
            continue
        top = cards[-1]
        for card in left:
            if card == top:
                options += moves[card][pile]
            elif card in cards:
                options += moves[card][-1]
    return tuple(options)


@value
class Rearrangement(Step):  # CW11, CW19
    """Rearranging of top soldiers, card by card; no window opens until it ends."""

    seat: Seat
    left: bytes  # cards that can still be moved to another pile
    filled_before: int  # bit mask of the zones that were filled when it began
    phase: bool = False  # True in the move phase, False by a Jack

    def ask(self, pos: Pos) -> Decision | None:
        options = rearrange_actions(pos, pos.state.ground.sides[self.seat], self.left)
        if not options:
            return None
        prompt = tr("Rearrange your top soldiers, or keep them")
        return Decision(self.seat, prompt, (PASS, *options))

    def run(self, table: WarsTable, action: Action) -> None:
        if action.verb != "pass":
            rearrange(table, action, self.seat, self.left, self.filled_before, self.phase)
        else:
            end_rearrangement(table, self.seat, self.filled_before)


def end_rearrangement(table: WarsTable, seat: Seat, filled_before: int) -> None:
    """End the rearranging: a pile that was empty only in between is not destroyed (CW11)."""
    if table.pos.state.loose is not None:
        settle_tops(table, seat)
    if filled_before != table.pos.filled:
        tell_piles(table, filled_before, "left")


def rearrange(
    table: WarsTable, action: Action, seat: Seat, left: bytes, filled_before: int, phase: bool
) -> None:
    """Lay one card on another pile, then go on with the rest; arguments as of `Rearrangement`."""
    card = action.cards[0]
    pos = table.pos
    zones = pos.zones
    for pile in pos.state.ground.sides[seat].piles:
        if card in zones[pile]:
            table.move(card, pile, action.to)
            break
    remaining = left.replace(ONE[card], b"")
    if remaining:
        table.push(Rearrangement(seat, remaining, filled_before, phase))
    else:
        end_rearrangement(table, seat, filled_before)


# CW11: in a move phase the state's `loose` are the tops that can be laid elsewhere. It is None
# until something is played in the phase: until then they are all tops.


def loosen(table: WarsTable, loose: bytes | None) -> None:
    """Set the cards that can be laid elsewhere."""
    table.put(table.pos.state.with_(loose=loose))


def cover(table: WarsTable, side: Side, cards: bytes) -> None:
    """Take these cards out of `loose`: a knight, and the card that it covers."""
    loose = table.pos.state.loose
    if loose is not None and side.seat == table.pos.state.active:
        loosen(table, bytes([card for card in loose if card not in cards]))


def settle_tops(table: WarsTable, seat: Seat) -> None:
    """Take covered cards out of `loose` after a rearrangement."""
    state = table.pos.state
    if state.loose is not None and seat == state.active:
        top_cards = tops(table.pos, state.ground.sides[seat].piles)
        loosen(table, bytes([card for card in state.loose if card in top_cards]))


# -- deaths ---------------------------------------------------------------------------------------


def kill(table: WarsTable, cards: bytes, piles: tuple[Zone, ...], attack: bool) -> None:
    """Kill these cards on these piles at the same moment; step by step if a faction has
    `has_death_powers`."""
    pos = table.pos
    state = pos.state
    if not state.ground.has_death_powers:
        filled_before = pos.filled
        for n, card in enumerate(cards):
            discard_soldier(table, card, piles[n])
        check_piles(table, filled_before)
        return
    own = state.ground.sides[state.active].piles_mask  # CW42: the player to move decides first
    both = list(zip(cards, piles, strict=True))
    order = bytes([card for card, pile in both if own >> pile & 1])
    order += bytes([card for card, pile in both if not own >> pile & 1])
    table.push(DeathStep(order, order, 0, attack))


def discard_soldier(table: WarsTable, card: CardId, pile: Zone) -> None:
    """Discard a soldier to the owner of its pile (CW21, CW26)."""
    pos = table.pos
    if pos.marks[0] >> card & 1:
        table.mark(card, 0, False)
    ground = pos.state.ground
    discard_face_up(table, card, pile, ground.discard_zones[pile][ground.knights[pos.faces[card]]])


@value
class DeathStep(Step):
    """Deaths of one moment; card by card another soldier can die instead (CW39)."""

    victims: bytes
    dying: bytes  # the victims or their substitutes
    at: int  # index of the victim that is asked about
    attack: bool

    def ask(self, pos: Pos) -> Decision | None:
        card = self.victims[self.at]
        side = owner(pos, pile_of(pos, card))
        if not side.faction.has_death_powers:
            return None
        substitutes = side.faction.on_loss(pos, side, card, self.victims + self.dying)
        if not substitutes:
            return None
        return Decision(side.seat, DYING, (PASS, *substitutes))

    def run(self, table: WarsTable, action: Action) -> None:
        dying, at = self.dying, self.at
        if action.verb != "pass":
            dying = dying[:at] + bytes(action.cards) + dying[at + 1 :]
        if at + 1 < len(dying):
            table.push(self.with_(dying=dying, at=at + 1))
        else:
            discard_dead(table, dying, self.attack)


def discard_dead(table: WarsTable, cards: bytes, attack: bool) -> None:
    """Discard the dead, or let the killer's faction take them (CW26); then survey the piles."""
    pos = table.pos
    filled_before = pos.filled
    sides = pos.state.ground.sides
    captures: tuple[Steps, Steps] = ((), ())  # by capturing seat
    for card in cards:
        pile = pile_of(pos, card)
        seat = owner(pos, pile).seat
        killer = sides[1 - seat]
        taken = killer.faction.on_kill(killer, card) if attack else ()
        if not taken:
            discard_soldier(table, card, pile)
        elif seat:
            captures = captures[0] + taken, captures[1]
        else:
            captures = captures[0], captures[1] + taken
    if not attack:
        table.tell(cards_line, "fell", pos.state.active, *cards)
    tell_piles(table, filled_before)
    active = pos.state.active
    steps = captures[active] + captures[1 - active]  # CW42
    if steps and all(has_survivor(pos, side, cards) for side in sides):
        table.push(*steps, PileCheck())
        return
    for step in steps:  # CW15: the game is over: no decision where the dead go
        step.run(table, PASS)
    check_piles(table, pos.filled)


def tell_piles(table: WarsTable, filled_before: int, lost: str = "destroyed") -> None:
    """Log the piles destroyed or restored since a moment (CW14).

    `filled_before`: bit mask of the zones that were filled at that moment.

    If a side has none left, the line of the match's end reports it. `lost`: as in `pile_line`.
    """
    pos = table.pos
    filled = pos.filled
    ours, theirs = pos.state.ground.sides
    if filled & ours.piles_mask and filled & theirs.piles_mask:
        for n in range(
            ((filled_before ^ filled) & (ours.piles_mask | theirs.piles_mask)).bit_count()
        ):
            table.tell(pile_line, filled_before, n, lost)


def has_survivor(pos: Pos, side: Side, dying: bytes) -> bool:
    """True if a soldier of this side stays in play without the dying ones."""
    return any(card not in dying for card in in_play(pos, side))


def check_piles(table: WarsTable, filled_before: int) -> None:  # CW15
    """End the match if a side has no pile left, else log the destroyed piles by `tell_piles`."""
    pos = table.pos
    ours, theirs = pos.state.ground.sides
    if not pos.filled & ours.piles_mask:
        won = bool(pos.filled & theirs.piles_mask)
        table.tell(end_line, 1 if won else NATURE)
        table.end(*((0.0, 1.0) if won else (0.5, 0.5)))
    elif not pos.filled & theirs.piles_mask:
        table.tell(end_line, 0)
        table.end(1.0, 0.0)
    elif filled_before & ~pos.filled:
        tell_piles(table, filled_before)


@value
class PileCheck(Step):
    """Check whether a side has lost its last pile (CW15)."""

    def run(self, table: WarsTable, action: Action) -> None:
        check_piles(table, table.pos.filled)
