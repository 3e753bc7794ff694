"""Reaction windows of Castle Wars: when a player can respond, and the prompts (CW17, CW18)."""

from __future__ import annotations

from castlecards.core.action import ATTACK, PASS, Action, Decision, Opener
from castlecards.core.cards import SIDES, Seat, Zone, value
from castlecards.core.position import Step
from castlecards.games.castle_wars.resources import use
from castlecards.games.castle_wars.state import (
    Pos,
    Side,
    WarsTable,
    any_time,
    can_react,
    in_play,
    tops,
)
from castlecards.texts import tr

ATTACK_PHASE = "attacks"  # cause of the window at the start of the attack phase
AFTER_ATTACK = "battle"  # cause of the window after an attack
CALLED_OFF = tr("The attack is called off. Play anything else?")


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
