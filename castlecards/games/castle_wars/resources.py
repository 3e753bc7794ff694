"""Castle Wars at any time: windows, resources, deaths, and the re-laying that a Jack brings."""

from __future__ import annotations

from castlecards.core.action import ATTACK, PASS, Action, Decision, Opener
from castlecards.core.cards import NATURE, ONE, CardId, Seat, Zone, value
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
from castlecards.games.castle_wars.story import about, ending, pile_changed, played

CLASH = "attacks"  # the cause of the window at the start of the attack phase
BATTLE = "battle"  # after an attack
PROMPTS = {
    "draw": "The other side is about to draw. Play something first?",
    CLASH: "The other side’s attack phase begins. Play something first?",
    ATTACK: "An attack is declared. Play something before it is decided?",
    BATTLE: "The attack is over. Play something?",
    "move": "The other side may move its soldiers now. Play something first?",
    "recruit": "The other side may recruit now. Play something first?",
    "end": "The turn is ending. Play something first?",
    "play": "The other side has played something. Answer it?",
}
CALLED_OFF = "The attack is called off. Play something all the same?"


DYING = "Your soldier is dying. Lay on it who shall die instead, or let it die."

# -- windows --------------------------------------------------------------------------------------


@value
class WindowCause:
    """What opened a window, and of an attack who fights."""

    opener: Opener
    cards: bytes = b""  # of an attack: those who attack and, last, the one that is attacked,
    piles: tuple[Zone, ...] = ()  # and where they lie, as long as it waits

    def now(self, pos: Pos) -> Opener:
        """Without the fallen, with those who stand in for others (CW35)."""
        cards, seat = self.cards, self.opener.seat
        off = False
        if self.piles:
            there = tops(pos, self.piles)
            if there == cards:
                return self.opener
            cards = relieved(cards, pos.state.relief)
            if there == cards:
                return Opener(seat, True, False, tuple(cards[:-1]), (cards[-1],))
            off = True  # CW23
        elif not cards:
            return self.opener
        ours, theirs = pos.state.ground.sides
        left = in_play(pos, ours) + in_play(pos, theirs)
        attackers = tuple([card for card in cards[:-1] if card in left])
        target = (cards[-1],) if cards[-1] in left else ()
        return Opener(seat, True, off, attackers, target)


def attack_deed(me: Seat, cards: bytes, piles: tuple[Zone, ...] = ()) -> WindowCause:
    return WindowCause(Opener(me, True, False, tuple(cards[:-1]), (cards[-1],)), cards, piles)


PHASE_BEGINS = (Opener(0), Opener(1))  # by who is to move


@value
class Window(Step):  # CW17, CW18
    seat: Seat
    cause: str
    passes: int  # in a row; two close it
    deed: WindowCause | None = None  # None: a phase begins, or ends

    def ask(self, pos: Pos) -> Decision | None:
        state, deed = pos.state, self.deed
        side = state.ground.sides[self.seat]
        if not can_react(pos, side):
            return None
        options = (PASS, *any_time(pos, side))
        if len(options) == 1:
            return None
        # Whoever it is that answers: only the player to move does what opens a window.
        opener = PHASE_BEGINS[state.active] if deed is None else deed.now(pos)
        prompt = CALLED_OFF if opener.off else PROMPTS[self.cause]
        return Decision(self.seat, prompt, options, PASS, self.cause, None, -1, opener)

    def off(self, pos: Pos) -> bool:
        """Is it about an attack that will not be decided?"""
        return self.deed is not None and self.deed.now(pos).off

    def run(self, table: WarsTable, action: Action) -> None:
        if action.verb == "pass" and self.passes:
            return
        pos, seat = table.pos, self.seat
        sides = pos.state.ground.sides
        answers = can_react(pos, sides[1 - seat])  # no play of ours can change a no into a yes
        if action.verb == "pass":
            if answers:
                table.push(self.with_(seat=1 - seat, passes=1))
            return
        # the same window, for whoever is asked next in it
        who, passes = (1 - seat, 0) if answers else (seat, 1)
        table.push(self.with_(seat=who, passes=passes))
        use(table, sides[seat], action)


def relieved(cards: bytes, relief: bytes) -> bytes:
    """CW35: who fights after all swaps."""
    if not relief:
        return cards
    for old, new in zip(relief[::2], relief[1::2], strict=True):
        cards = cards.replace(bytes((old,)), bytes((new,)))
    return cards


def act(table: WarsTable, side: Side, action: Action, again: Step) -> None:
    """CW18: played at an own decision; the other side may answer, then the decision comes again."""
    pos, other = table.pos, 1 - side.seat
    if can_react(pos, pos.state.ground.sides[other]):
        goals = (action.onto,) if action.onto >= 0 else ()
        deed = WindowCause(Opener(side.seat, False, False, action.cards, goals))
        table.push(Window(other, "play", 1, deed), again)
    else:
        table.push(again)
    use(table, side, action)


# -- resources ------------------------------------------------------------------------------------


def use(table: WarsTable, side: Side, action: Action) -> None:
    """A resource or a power; may push steps, which happen first."""
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
        stood = pos.filled
        table.move(card, side.resource_hand, action.to)
        table.flip(card, True)
        table.tell(played, side.seat, rank, card, (), action.to)
        table.flip(card, False)
        if not stood >> action.to & 1:
            table.tell(pile_changed, stood, 0)
        return
    retire(table, card, side.resource_hand, side.spent)
    if rank == ACE:  # CW22
        goal = action.onto
        pile = pile_of(pos, goal)
        if pos.state.ground.has_death_powers:
            table.tell(played, side.seat, rank, card, (goal,), pile)
            kill(table, ONE[goal], (pile,), attack=False)
        else:
            stood = pos.filled
            bury(table, goal, pile)
            table.tell(played, side.seat, rank, card, (goal,), pile)
            survey(table, stood)
        return
    table.tell(played, side.seat, rank, card, (), -1)
    if rank == QUEEN:  # CW20
        state = pos.state
        ours, theirs = state.bonus
        bonus = (ours, theirs + LEADER) if side.seat else (ours + LEADER, theirs)
        table.put(state.with_(bonus=bonus, swapped=0))
    elif rank == JACK:  # CW19
        spy(table, side)


def retire(table: WarsTable, card: CardId, source: Zone, to: Zone) -> None:
    """To dead soldiers or used resources, which lie face up for all to see."""
    table.move(card, source, to)
    if not table.pos.up >> card & 1:
        table.flip(card, True)


def spy(table: WarsTable, side: Side) -> None:
    pos = table.pos
    other = pos.state.ground.sides[1 - side.seat]
    for card in tops(pos, other.piles):
        if not pos.up >> card & 1:
            table.flip(card, True)
    own = tops(pos, side.piles)
    for card in own:
        if pos.up >> card & 1:
            table.flip(card, False)
    table.forget(*own)  # CW32: they may be re-laid
    table.push(Relay(side.seat, own, pos.filled))


def settle_swaps(table: WarsTable, over: bool = False) -> None:
    """CW35: something else has happened; `over`: no declared attack waits any more."""
    state = table.pos.state
    if state.swapped or (over and state.relief):
        relief = b"" if over else state.relief
        table.put(state.with_(swapped=0, relief=relief))


# -- re-laying ------------------------------------------------------------------------------------


def relays(pos: Pos, side: Side, left: bytes) -> tuple[Action, ...]:
    """CW11: where these cards may be laid."""
    zones, moves = pos.zones, side.relays
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
class Relay(Step):  # CW11, CW19: once begun, nobody may interrupt
    seat: Seat
    left: bytes  # may still be laid elsewhere
    stood: int  # bit mask of the zones that were filled when it began
    phase: bool = False  # in the move phase, not by a Jack

    def ask(self, pos: Pos) -> Decision | None:
        options = relays(pos, pos.state.ground.sides[self.seat], self.left)
        if not options:
            return None
        prompt = "Lay your top soldiers anew, or leave them like this"
        return Decision(self.seat, prompt, (PASS, *options))

    def run(self, table: WarsTable, action: Action) -> None:
        if action.verb != "pass":
            lay_anew(table, action, self.seat, self.left, self.stood, self.phase)
        else:
            laid(table, self.seat, self.stood)


def laid(table: WarsTable, seat: Seat, stood: int) -> None:
    """The end of the re-laying: a pile that was empty only on the way is not destroyed (CW11)."""
    if table.pos.state.loose is not None:
        settle_tops(table, seat)
    if stood != table.pos.filled:
        tell_piles(table, stood, "left")


def lay_anew(
    table: WarsTable, action: Action, seat: Seat, left: bytes, stood: int, phase: bool
) -> None:
    card = action.cards[0]
    pos = table.pos
    zones = pos.zones
    for pile in pos.state.ground.sides[seat].piles:
        if card in zones[pile]:
            table.move(card, pile, action.to)
            break
    rest = left.replace(ONE[card], b"")
    if rest:
        table.push(Relay(seat, rest, stood, phase))
    else:
        laid(table, seat, stood)


# CW11: while a move phase lasts, `loose` are the tops that may be laid elsewhere. It is None until
# something is played in the phase: till then they are simply the tops.


def loosen(table: WarsTable, loose: bytes | None) -> None:
    table.put(table.pos.state.with_(loose=loose))


def cover(table: WarsTable, side: Side, cards: bytes) -> None:
    """These are no longer loose: a knight, and what it covers."""
    loose = table.pos.state.loose
    if loose is not None and side.seat == table.pos.state.active:
        loosen(table, bytes([card for card in loose if card not in cards]))


def settle_tops(table: WarsTable, seat: Seat) -> None:
    """Soldiers have been laid anew: whoever is covered now stays so."""
    state = table.pos.state
    if state.loose is not None and seat == state.active:
        there = tops(table.pos, state.ground.sides[seat].piles)
        loosen(table, bytes([card for card in state.loose if card in there]))


# -- deaths ---------------------------------------------------------------------------------------


def kill(table: WarsTable, cards: bytes, piles: tuple[Zone, ...], attack: bool) -> None:
    """These die on these piles at the same moment: at once, unless a faction has a say."""
    pos = table.pos
    state = pos.state
    if not state.ground.has_death_powers:
        stood = pos.filled
        for n, card in enumerate(cards):
            bury(table, card, piles[n])
        survey(table, stood)
        return
    castle = state.ground.sides[state.active].piles_mask  # CW42: the player to move decides first
    both = list(zip(cards, piles, strict=True))
    order = bytes([card for card, pile in both if castle >> pile & 1])
    order += bytes([card for card, pile in both if not castle >> pile & 1])
    table.push(DeathStep(order, order, 0, attack))


def bury(table: WarsTable, card: CardId, pile: Zone) -> None:
    """CW21, CW26: to the discards of the player on whose pile it lies."""
    pos = table.pos
    if pos.marks[0] >> card & 1:
        table.mark(card, 0, False)
    ground = pos.state.ground
    retire(table, card, pile, ground.discard_zones[pile][ground.knights[pos.faces[card]]])


@value
class DeathStep(Step):
    """Deaths of one moment, each of which may be turned aside in its turn."""

    victims: bytes
    dying: bytes  # the same, or who dies instead
    at: int
    attack: bool

    def ask(self, pos: Pos) -> Decision | None:
        card = self.victims[self.at]
        side = owner(pos, pile_of(pos, card))
        if not side.faction.has_death_powers:
            return None
        others = side.faction.on_loss(pos, side, card, self.victims + self.dying)
        if not others:
            return None
        return Decision(side.seat, DYING, (PASS, *others))

    def run(self, table: WarsTable, action: Action) -> None:
        dying, at = self.dying, self.at
        if action.verb != "pass":
            dying = dying[:at] + bytes(action.cards) + dying[at + 1 :]
        if at + 1 < len(dying):
            table.push(self.with_(dying=dying, at=at + 1))
        else:
            deaths(table, dying, self.attack)


def deaths(table: WarsTable, cards: bytes, attack: bool) -> None:
    pos = table.pos
    stood = pos.filled
    sides = pos.state.ground.sides
    captures: tuple[Steps, Steps] = ((), ())  # by who captures
    for card in cards:
        pile = pile_of(pos, card)
        seat = owner(pos, pile).seat
        killer = sides[1 - seat]
        taken = killer.faction.on_kill(killer, card) if attack else ()
        if not taken:
            bury(table, card, pile)
        elif seat:
            captures = captures[0] + taken, captures[1]
        else:
            captures = captures[0], captures[1] + taken
    if not attack:
        table.tell(about, "fell", pos.state.active, cards)
    tell_piles(table, stood)
    active = pos.state.active
    steps = captures[active] + captures[1 - active]  # CW42
    if steps and all(standing(pos, side, cards) for side in sides):
        table.push(*steps, Survey())
        return
    for step in steps:  # CW15: the game is over, nobody is asked where the dead shall go
        step.run(table, PASS)
    survey(table, pos.filled)


def tell_piles(table: WarsTable, stood: int, lost: str = "destroyed") -> None:
    """CW14: tells which piles were destroyed or restored since `stood`, a bit mask of the zones
    that were filled then. That a side has none left, the end of the match tells. `lost`: as in
    `pile_changed`."""
    pos = table.pos
    filled = pos.filled
    ours, theirs = pos.state.ground.sides
    if filled & ours.piles_mask and filled & theirs.piles_mask:
        for n in range(((stood ^ filled) & (ours.piles_mask | theirs.piles_mask)).bit_count()):
            table.tell(pile_changed, stood, n, lost)


def standing(pos: Pos, side: Side, dying: bytes) -> bool:
    """Will a pile be left without these?"""
    return any(card not in dying for card in in_play(pos, side))


def survey(table: WarsTable, stood: int) -> None:  # CW15
    """Ends the match for whoever has no pile left, else tells which piles were destroyed since
    `stood`, as `tell_piles` does."""
    pos = table.pos
    ours, theirs = pos.state.ground.sides
    if not pos.filled & ours.piles_mask:
        won = bool(pos.filled & theirs.piles_mask)
        table.tell(ending, 1 if won else NATURE)
        table.end(*((0.0, 1.0) if won else (0.5, 0.5)))
    elif not pos.filled & theirs.piles_mask:
        table.tell(ending, 0)
        table.end(1.0, 0.0)
    elif stood & ~pos.filled:
        tell_piles(table, stood)


@value
class Survey(Step):
    def run(self, table: WarsTable, action: Action) -> None:
        survey(table, table.pos.filled)
