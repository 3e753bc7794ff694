"""Rules of Castle Rampage: set-up, turn and payment; see also `attack` and `cards`."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import comb

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import ONE, CardId, Seat, Zone, value
from castlecards.core.log_lines import turn_begins
from castlecards.core.position import Step
from castlecards.core.sentence_templates import counted_cards, joined_list
from castlecards.games.castle_rampage.deck import UNIT_NAMES, UNITS
from castlecards.games.castle_rampage.state import (
    ANY,
    ASIDES,
    CASTLES,
    DISCARD,
    DRAW,
    GATES,
    HANDS,
    CardType,
    Pos,
    Rampage,
    RampageTable,
    by_card,
    discard,
    draw,
    note_progress,
    structure_name,
)
from castlecards.games.castle_rampage.story import stalemate_line
from castlecards.texts import counted, tr

DEALT = 5  # CR2, in each of two rounds
STORIES = 2  # CR2: cards a structure and round
PLACE_FIRST = {
    (2, 2): tr("Place 2 cards at your gate and 2 in your castle"),
    (1, 2): tr("Place 1 more card at your gate and 2 in your castle"),
    (2, 1): tr("Place 2 cards at your gate and 1 more in your castle"),
    (1, 1): tr("Place 1 more card at your gate and 1 in your castle"),
    (2, 0): tr("Place 2 cards at your gate"),
    (1, 0): tr("Place 1 more card at your gate"),
    (0, 2): tr("Place 2 cards in your castle"),
    (0, 1): tr("Place 1 more card in your castle"),
}  # by the cards that gate and castle still need
PLACE_MORE = {
    (2, 2): tr("Place 2 more cards at each: they go underneath"),
    (1, 2): tr("Place 1 more card at your gate and 2 in your castle"),
    (2, 1): tr("Place 2 more cards at your gate and 1 in your castle"),
    (1, 1): tr("Place 1 more card at each: they go underneath"),
    (2, 0): tr("Place 2 more cards at your gate: they go underneath"),
    (1, 0): tr("Place 1 more card at your gate: it goes underneath"),
    (0, 2): tr("Place 2 more cards in your castle: they go underneath"),
    (0, 1): tr("Place 1 more card in your castle: it goes underneath"),
}  # in the second round
USUAL_DRAW, FIRST_DRAW = 2, 1  # CR1, CR4
MOST_TURNS, MOST_IDLE = 200, 4  # CR36

# -- set-up ---------------------------------------------------------------------------------------


@value
class Deal(Step):  # CR1, CR2
    """Deal of one of two rounds: five cards each, purple ones replaced."""

    round: int = 0

    def run(self, table: RampageTable, action: Action) -> None:
        pos = table.pos
        if self.round == 0:
            table.shuffle(DRAW)
            table.put(Rampage(pos.state.ground, table.roll(2)))
        first = pos.state.active
        for seat in (first, 1 - first):
            table.draw(DRAW, HANDS[seat], DEALT)
        for seat in (first, 1 - first):
            replace_purple(table, seat)
        table.carry(pos.zones[DISCARD], DISCARD, DRAW)
        table.shuffle(DRAW)
        after: Step = Deal(1) if self.round == 0 else TURN
        table.push(Arrange(first, self.round), Arrange(1 - first, self.round), after)


def replace_purple(table: RampageTable, seat: Seat) -> None:
    """Replace purple hand cards by drawn ones until none is left."""
    pos, hand = table.pos, HANDS[seat]
    kinds = pos.state.ground.kinds
    while purple := [card for card in pos.zones[hand] if not kinds[pos.faces[card]].plays]:
        for card in purple:
            discard(table, card, hand)
            table.draw(DRAW, hand)


@value
class Arrange(Step):  # CR2, CR3
    """Placement of two cards at the gate and two in the castle, the first chosen uppermost."""

    seat: Seat
    round: int

    def ask(self, pos: Pos) -> Decision | None:
        seat, full = self.seat, STORIES * (self.round + 1)
        places = GATES[seat], CASTLES[seat]
        gate, castle = (full - len(pos.zones[place]) for place in places)
        if not gate and not castle:
            return None
        needs = zip(places, (gate, castle), strict=True)
        moves = [by_card("place", place) for place, more in needs if more]
        options = tuple([each[card] for card in pos.zones[HANDS[seat]] for each in moves])
        prompt = (PLACE_MORE if self.round else PLACE_FIRST)[gate, castle]
        return Decision(seat, prompt, options, options[0])

    def run(self, table: RampageTable, action: Action) -> None:
        hand, aside = HANDS[self.seat], ASIDES[self.seat]
        if action.verb == "place":
            table.tuck(action.cards[0], hand, action.to)
            table.push(self)
        elif self.round == 0:
            table.draw(hand, aside)
        else:
            table.draw(aside, hand)


# -- a turn ---------------------------------------------------------------------------------------


@value
class Turn(Step):
    """Start of a turn: draw cards (CR4)."""

    def run(self, table: RampageTable, action: Action) -> None:
        state = table.pos.state
        me = state.active
        table.tell(turn_begins, me, state.turn + 1)
        count = USUAL_DRAW if state.turn else FIRST_DRAW
        draw(table, me, count + state.ground.bonus(table.pos, me, "quartermaster"))
        table.push(ACT)


FREE = tr("Strengthen a structure, play cards, or end your turn")
AFTER_PLACING = tr("Play cards, or end your turn")
NOTHING_LEFT = tr("Nothing left to do")


@value
class ActionStep(Step):
    """Decision of a turn, asked again and again: strengthen, play a card or end it (CR4, CR5)."""

    def ask(self, pos: Pos) -> Decision | None:
        state, faces = pos.state, pos.faces
        me, ground = state.active, state.ground
        hand = pos.zones[HANDS[me]]
        if not hand:
            return None
        size, kinds = len(hand), ground.kinds
        places = not state.placed and not (ground.last_storm and state.stormy)  # CR37
        strengthen = ground.strengthen[me]
        moves = ground.moves[2 * me + (pos.filled >> GATES[1 - me] & 1)]
        options = [PASS]
        for card in hand:
            face = faces[card]
            kind = kinds[face]
            if places and size > kind.placing:  # CR9
                options += strengthen[card]
            if size > kind.price and (not kind.checked or is_playable(pos, me, card, kind)):  # CR13
                options.append(moves[face][card])
        if len(options) == 1:  # asked all the same: that nobody is asked would tell of the hand
            return Decision(me, NOTHING_LEFT, (PASS,), ends=True)
        return Decision(me, FREE if places else AFTER_PLACING, tuple(options), ends=True)

    def run(self, table: RampageTable, action: Action) -> None:
        verb = action.verb
        if verb == "pass":
            end_turn(table)
            return
        table.push(self)
        pos = table.pos
        me, card = pos.state.active, action.cards[0]
        kind = pos.state.ground.kinds[pos.faces[card]]
        if verb == "strengthen":
            if kind.placing:
                begin_payment(table, me, card, action.to)
            else:
                place(table, me, card, HANDS[me], action.to)
        elif kind.cost:
            begin_payment(table, me, card, PLAYING)
        else:
            note_progress(table)
            kind.play(table, me, card, HANDS[me])


def is_playable(pos: Pos, me: Seat, card: CardId, kind: CardType) -> bool:
    """True if this card can be played, apart from the size of the hand."""
    return has_units(pos, me, card, kind) and kind.playable(pos, me, card)


def has_units(pos: Pos, me: Seat, card: CardId, kind: CardType) -> bool:
    """True if the other hand cards have the units that `card` costs (CR15)."""
    if kind.demands:
        symbols, faces = pos.state.ground.symbols, pos.faces
        hand = pos.zones[HANDS[me]]
        for units, wanted in kind.demands:
            for other in hand:
                if other != card and symbols[faces[other]] & units:
                    wanted -= 1
            if wanted > 0:
                return False
    return True


def place(table: RampageTable, me: Seat, card: CardId, source: Zone, to: Zone) -> None:
    """Place a card face down under the others; its text has no effect (CR9, CR10)."""
    table.tuck(card, source, to)
    table.put(table.pos.state.with_(active=me, busy=True, placed=True))


def end_turn(table: RampageTable) -> None:
    """End the turn, or the match after too many turns or idle turns."""
    state = table.pos.state
    turn, idle = state.turn + 1, 0 if state.busy else state.idle + 1
    opponent = 1 - state.active
    table.put(state.with_(active=opponent, turn=turn, idle=idle, busy=False, placed=False, spent=0))
    if turn >= MOST_TURNS or idle >= MOST_IDLE:
        stop(table)
    else:
        table.push(TURN)


def stop(table: RampageTable) -> None:  # CR36
    ours, theirs = (cards_left(table.pos, seat) for seat in (0, 1))
    share = 0.5 if ours == theirs else float(ours > theirs)
    table.tell(stalemate_line)
    table.end(share, 1 - share)


def cards_left(pos: Pos, seat: Seat) -> tuple[int, int]:
    """Number of cards in the castle and at the gate of a seat."""
    return len(pos.zones[CASTLES[seat]]), len(pos.zones[GATES[seat]])


TURN, ACT = Turn(), ActionStep()

# -- paying ---------------------------------------------------------------------------------------

PLAYING: Zone = -1  # `Pay.to` of a card that will be played, not placed in a structure
MOST = 280  # ways to pay that are offered at once


def begin_payment(table: RampageTable, me: Seat, card: CardId, to: Zone) -> None:
    """Set a card aside, unseen by the other side, until it is paid for (CR13)."""
    table.move(card, HANDS[me], ASIDES[me])
    table.push(Pay(card, to))


@value
class Pay(Step):  # CR13 to CR16
    """Payment for a card set aside.

    The cost is read from the card: a step is public, but the card is still hidden.
    """

    card: CardId  # in ASIDES
    to: Zone
    paid: bytes = b""  # the unit that each card discarded so far stands for, or ANY

    def ask(self, pos: Pos) -> Decision | None:
        me = pos.state.active
        kind = pos.state.ground.kinds[pos.faces[self.card]]
        hand = pos.zones[HANDS[me]]
        owed = self.remaining_cost(kind)
        if owed:
            options = payments(pos, hand, owed)
            if not options:  # only where the card is a guess
                return None
            return Decision(me, asking(owed, self.to), options, options[0])
        if self.to != PLAYING or kind.bonus_unit < 0 or len(self.paid) > kind.price or not hand:
            return None
        extra = unit_payments(pos, hand, bytes((kind.bonus_unit,)))  # CR16
        unit = UNIT_NAMES[UNITS[kind.bonus_unit]]
        if not extra:  # asked all the same, see ActionStep
            return Decision(me, tr("No {unit} left for the bonus", unit=unit), (PASS,))
        prompt = tr("Discard one more {unit} for +{bonus}?", unit=unit, bonus=kind.bonus)
        return Decision(me, prompt, (*extra, PASS))

    def remaining_cost(self, kind: CardType) -> bytes:
        cost = kind.cost if self.to == PLAYING else ONE[ANY] * kind.placing
        for unit in self.paid:
            cost = cost.replace(ONE[unit], b"", 1)
        return cost

    def run(self, table: RampageTable, action: Action) -> None:
        pos, card = table.pos, self.card
        me = pos.state.active
        if action.verb == "pay":
            for other in action.cards:
                discard(table, other, HANDS[me])
            units = bytes(action.args) or ONE[ANY] * len(action.cards)
            table.push(Pay(card, self.to, self.paid + units))
            return
        if self.to != PLAYING:
            place(table, me, card, ASIDES[me], self.to)
            return
        kind = pos.state.ground.kinds[pos.faces[card]]
        extra = kind.bonus if len(self.paid) > kind.price else 0
        note_progress(table)
        kind.play(table, me, card, ASIDES[me], extra)


def payments(pos: Pos, hand: bytes, owed: bytes) -> tuple[Action, ...]:
    """Ways to pay: first all units at once, then other cards one by one.

    The number of lines in the log must not depend on the hand, which is hidden.
    """
    units = owed.rstrip(ONE[ANY])
    if units:
        if len(units) == 1 or comb(len(hand), len(units)) > MOST:
            return unit_payments(pos, hand, units)
        return joint_payments(pos, hand, units)
    if len(hand) == len(owed) > 1:
        return (Action("pay", tuple(hand)),)
    pays = by_card("pay")
    return tuple([pays[card] for card in hand]) if len(hand) >= len(owed) else ()


def unit_payments(pos: Pos, hand: bytes, units: bytes) -> tuple[Action, ...]:
    """Payments by one card for one unit, after which the other units can still be paid."""
    symbols, faces = pos.state.ground.symbols, pos.faces
    shown = {card: symbols[faces[card]] for card in hand}
    options: list[Action] = []
    for unit in sorted(set(units)):
        rest = units.replace(bytes((unit,)), b"", 1)
        pays = by_card("pay", PLAYING, unit)
        for card, mask in shown.items():
            if mask >> unit & 1 and covers({**shown, card: 0}, rest):
                options.append(pays[card])
    return tuple(options)


def joint_payments(pos: Pos, hand: bytes, units: bytes) -> tuple[Action, ...]:
    """Payments of all these units by a set of cards, a different card for each unit (CR15).

    The n-th card pays the n-th unit. A set that can pay in several ways is offered once.
    """
    symbols, faces = pos.state.ground.symbols, pos.faces
    shown = {card: symbols[faces[card]] for card in hand if symbols[faces[card]]}
    found: dict[frozenset[CardId], Action] = {}
    for cards in permutations(shown, len(units)):
        if all(shown[card] >> unit & 1 for card, unit in zip(cards, units, strict=True)):
            found.setdefault(frozenset(cards), Action("pay", cards, args=tuple(units)))
    return tuple(found.values())


def covers(shown: dict[CardId, int], units: bytes) -> bool:
    """True if each of these units can be paid by a different card."""
    if not units:
        return True
    wanted = 1 << units[0]
    return any(
        mask & wanted and covers({**shown, card: 0}, units[1:]) for card, mask in shown.items()
    )


@cache
def asking(owed: bytes, to: Zone) -> str:
    """Prompt for the discards, which reveals nothing about the card."""
    words = [counted_cards(1, UNIT_NAMES[UNITS[unit]]) for unit in owed if unit != ANY]
    if rest := owed.count(ANY):
        words.append(counted(rest, "card"))
    what = joined_list(words)
    if to == PLAYING:
        return tr("Discard {cards} to pay for your card", cards=what)
    return tr("Discard {cards} to strengthen your {place}", cards=what, place=structure_name(to))
