"""Attacks of Castle Rampage: one card against the cards of a structure, top card first."""

from __future__ import annotations

from castlecards.core.action import PASS, Action, Decision
from castlecards.core.cards import CardId, Seat, Zone, value
from castlecards.core.log_lines import Clash, cards_line, event_line
from castlecards.core.position import Step
from castlecards.games.castle_rampage.state import (
    CASTLES,
    DISCARD,
    GATES,
    HANDS,
    PLAY,
    Pos,
    RampageTable,
    by_card,
    discard,
    win,
)
from castlecards.games.castle_rampage.story import assault, attack_clash, storming, through
from castlecards.texts import ntr


def defence(pos: Pos, zone: Zone, card: CardId) -> int:
    """Defence of a card in a structure, with its owner's permanents."""
    ground = pos.state.ground
    castle = zone in CASTLES
    owner = zone == GATES[1] or zone == CASTLES[1]
    bonus = ground.bonus(pos, owner, "castellan" if castle else "palisade")
    return ground.defences[castle][pos.faces[card]] + bonus


@value
class Strike(Step):  # CR17, CR20 to CR23
    """Rest of an attack; the next card of the structure is still face down."""

    card: CardId  # the attacker, in PLAY
    strength: int
    target: Zone

    def run(self, table: RampageTable, action: Action) -> None:
        """Fight on until the attack is over, or until the attacker has something to choose."""
        pos, card, strength, target = table.pos, self.card, self.strength, self.target
        me, zones = pos.state.active, pos.zones
        kinds, castle = pos.state.ground.kinds, CASTLES[1 - me]
        while True:
            if not zones[target]:  # CR21, CR35: through the gate, with what is left
                target = castle
                table.tell(through, me, card, target, strength)
            top = zones[target][-1]
            table.flip(top, True)
            against = defence(pos, target, top)
            if against > strength:
                table.tell(attack_clash, card, strength, target, against, "repelled")
                table.flip(top, False)
                kinds[pos.faces[card]].repelled(table, me, card)
                return
            kind = "traded" if against == strength else "felled"
            table.tell(attack_clash, card, strength, target, against, kind)
            table.move(top, target, DISCARD)
            if not zones[target] and target != castle:
                table.tell(event_line, "gate", me)
            if not zones[castle]:  # CR27, CR32
                discard(table, card, PLAY)
                win(table, me)
                return
            fallen = kinds[pos.faces[top]]
            if against == strength:  # CR26: no bomb can add to it
                discard(table, card, PLAY)
                table.push(*fallen.on_destroyed(table, me))
                return
            strength -= against
            if fallen.bomb:
                table.tell(cards_line, "blown", me, card)
                discard(table, card, PLAY)
                return
            steps = fallen.on_destroyed(table, me)
            if steps:
                table.push(*steps, Strike(card, strength, target))
                return


def forecast(pos: Pos, me: Seat, strength: int, target: Zone) -> tuple[int, bool]:
    """Number of cards that an attack on `target` destroys in this world, and True if it takes the
    whole castle; without what an extra unit may add (CR20, CR21, CR26)."""
    castle, kinds = CASTLES[1 - me], pos.state.ground.kinds
    zones = (target,) if target == castle else (target, castle)
    way = [(zone, card) for zone in zones for card in reversed(pos.zones[zone])]
    for fallen, (zone, card) in enumerate(way):
        against = defence(pos, zone, card)
        if against > strength:
            return fallen, False
        strength -= against
        if not strength or kinds[pos.faces[card]].bomb:
            return fallen + 1, fallen + 1 == len(way)
    return len(way), True


def pending(pos: Pos) -> Clash | None:
    """Clash of the attack that waits for a choice; None without one."""
    strike = next((step for step in pos.steps if isinstance(step, Strike)), None)
    return None if strike is None else storming(pos, strike.card, strike.strength, strike.target)


def launch(table: RampageTable, card: CardId, extra: int) -> None:
    """Fix the strength and the target of the card in PLAY, then attack (CR18, CR19)."""
    pos = table.pos
    me, ground = pos.state.active, pos.state.ground
    kind = ground.kinds[pos.faces[card]]
    target = kind.target(pos, 1 - me)
    strength = kind.strength(pos, target) + extra
    if target == GATES[1 - me]:  # CR21: by where it starts
        strength += ground.bonus(pos, me, "siege_ram")
    table.tell(assault, me, card, target, strength)
    Strike(card, strength, target).run(table, PASS)


@value
class Launch(Step):
    """Start of an attack, after the choices that come first."""

    card: CardId
    extra: int

    def run(self, table: RampageTable, action: Action) -> None:
        launch(table, self.card, self.extra)


@value
class Sabotage(Step):  # CR26, CR38
    """Discard of `count` hand cards, chosen by the attacker."""

    count: int

    def ask(self, pos: Pos) -> Decision | None:
        me = pos.state.active
        hand = pos.zones[HANDS[me]]
        if len(hand) <= self.count:  # CR28: nothing to choose
            return None
        discards = by_card("discard")
        options = tuple([discards[card] for card in hand])
        prompt = ntr(
            self.count,
            "Sabotage! Discard a card from your hand",
            "Sabotage! Discard {n} cards from your hand",
        )
        return Decision(me, prompt, options, options[0])

    def run(self, table: RampageTable, action: Action) -> None:
        hand = HANDS[table.pos.state.active]
        if action.verb != "discard":
            held = table.pos.zones[hand]
            for card in held:
                discard(table, card, hand)
            table.tell(cards_line, "discard", table.pos.state.active, *held)
            return
        discard(table, action.cards[0], hand)
        if self.count > 1:
            table.push(Sabotage(self.count - 1))
