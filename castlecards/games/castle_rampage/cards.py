"""Card types of Castle Rampage: one small class for each card with behaviour of its own.

Figures come from the deck, behaviour from here; `state.CardType` is the base class.
"""

from __future__ import annotations

from functools import lru_cache

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Seat, Zone, value
from castlecards.core.log_lines import cards_line, event_line
from castlecards.core.position import Step
from castlecards.games.castle_rampage.attack import Launch, Sabotage, launch
from castlecards.games.castle_rampage.deck import UNIT_NAMES, UNITS, RampageCard, RampageDeck
from castlecards.games.castle_rampage.state import (
    CASTLES,
    DISCARD,
    DRAW,
    GATES,
    HANDS,
    PERMANENTS,
    PLAY,
    CardType,
    Ground,
    Pos,
    RampageTable,
    by_card,
    discard,
    draw,
    random_hand_card,
    top_card,
    win,
)
from castlecards.games.castle_rampage.story import jester_line, last_discards, unit_named
from castlecards.texts import tr

# -- attackers ------------------------------------------------------------------------------------


class Attacker(CardType):
    """Attack with the printed strength (Mercenary, Giant, Attack Schemes); base of the others."""

    __slots__ = ()
    plays = True

    def actions(self, me: Seat, gate_stands: bool) -> tuple[Action, ...]:
        return by_card("attack", self.hits(1 - me, gate_stands))

    def resolve(self, table: RampageTable, me: Seat, card: CardId, extra: int) -> None:
        steps = self.on_play(table, me)
        if steps:
            table.push(*steps, Launch(card, extra))
        else:
            launch(table, card, extra)


class AxeMan(Attacker):
    """Attack after drawing `amount` cards (CR18)."""

    __slots__ = ()

    def on_play(self, table: RampageTable, me: Seat) -> tuple[Step, ...]:
        draw(table, me, self.amount)
        return ()


class Archer(Attacker):
    """Attack after the enemy has discarded a random hand card (CR18, CR28)."""

    __slots__ = ()

    def on_play(self, table: RampageTable, me: Seat) -> tuple[Step, ...]:
        shot = random_hand_card(table, 1 - me)
        if shot >= 0:  # CR28
            discard(table, shot, HANDS[1 - me])
            table.tell(cards_line, "shot", me, shot)
        return ()


class Knight(Attacker):
    """Attack that is stronger by `amount` against a castle."""

    __slots__ = ()

    def strength(self, pos: Pos, target: Zone) -> int:
        return (self.attack or 0) + (self.amount if target in CASTLES else 0)


class Catapult(Attacker):
    """Attack that is stronger by the number of cards in its target."""

    __slots__ = ()

    def strength(self, pos: Pos, target: Zone) -> int:
        return (self.attack or 0) + len(pos.zones[target])


class Veteran(Attacker):
    """Attack whose card returns to the hand if repelled, and rests for the turn (CR29).

    A tie or a bomb destroys it.
    """

    __slots__ = ()
    conditional = True

    def playable(self, pos: Pos, me: Seat, card: CardId) -> bool:
        return not pos.state.spent >> pos.faces[card] & 1

    def repelled(self, table: RampageTable, me: Seat, card: CardId) -> None:
        state = table.pos.state
        table.put(state.with_(spent=state.spent | 1 << table.pos.faces[card]))
        table.tell(cards_line, "back", me, card)
        table.flip(card, False)
        table.move(card, PLAY, HANDS[me])
        table.conceal(HANDS[me])


class Digger(Attacker):
    """Attack on the castle, past a standing gate (CR19)."""

    __slots__ = ()

    def hits(self, opponent: Seat, gate_stands: bool) -> Zone:
        return CASTLES[opponent]


class Raider(Attacker):
    """Attack after destroying an opposing permanent, if there is one: Arsonist, Dragon (CR30)."""

    __slots__ = ()

    def on_play(self, table: RampageTable, me: Seat) -> tuple[Step, ...]:
        row = table.pos.zones[PERMANENTS[1 - me]]
        if len(row) > 1:
            return (Raze(),)
        for card in row:
            raze(table, me, card)
        return ()


def raze(table: RampageTable, me: Seat, card: CardId) -> None:
    discard(table, card, PERMANENTS[1 - me])
    table.tell(cards_line, "burnt", me, card)


@value
class Raze(Step):  # CR38
    """Choice of the opposing permanent that is destroyed."""

    def ask(self, pos: Pos) -> Decision | None:
        me = pos.state.active
        burns = by_card("destroy")
        options = tuple([burns[card] for card in pos.zones[PERMANENTS[1 - me]]])
        return Decision(me, tr("Choose the enemy permanent to destroy"), options, options[0])

    def run(self, table: RampageTable, action: Action) -> None:
        raze(table, table.pos.state.active, action.cards[0])


class Jester(Attacker):
    """Attack if the turned-up card has an attack value, else loss of a castle card (CR24)."""

    __slots__ = ()
    conditional = True

    def playable(self, pos: Pos, me: Seat, card: CardId) -> bool:  # CR31
        return bool(pos.zones[DRAW] or pos.zones[DISCARD])

    def strength(self, pos: Pos, target: Zone) -> int:
        return self.amount

    def resolve(self, table: RampageTable, me: Seat, card: CardId, extra: int) -> None:
        turned = top_card(table)
        pos = table.pos
        if turned >= 0:
            discard(table, turned, DRAW)
            if pos.state.ground.kinds[pos.faces[turned]].attack is not None:  # CR24
                table.tell(cards_line, "turned", me, turned)
                launch(table, card, extra)
                return
            own = CASTLES[me]
            lost = pos.zones[own][-1]
            discard(table, lost, own)
            table.tell(jester_line, me, turned, lost)
        discard(table, card, PLAY)
        if not pos.zones[CASTLES[me]]:  # CR34
            win(table, 1 - me)


# -- effects without an attack --------------------------------------------------------------------


class OneShot(CardType):
    """Card with one immediate effect, then discarded."""

    __slots__ = ()
    plays = True


class Priest(OneShot):
    """Naming of a unit: the enemy discards every hand card with its symbol (CR31, CR38)."""

    __slots__ = ()
    conditional = True

    def playable(self, pos: Pos, me: Seat, card: CardId) -> bool:  # CR31
        return bool(pos.zones[HANDS[1 - me]])

    def resolve(self, table: RampageTable, me: Seat, card: CardId, extra: int) -> None:
        table.push(Name(card))


UNIT_CHOICES = tuple(Action("name", args=(unit,)) for unit in range(len(UNITS)))
SEEN = Action("seen")


@value
class Name(Step):  # CR38
    """Choice of the unit that the Priest in PLAY names."""

    card: CardId

    def ask(self, pos: Pos) -> Decision | None:
        prompt = tr("Name a unit: the enemy discards every card with it")
        return Decision(pos.state.active, prompt, UNIT_CHOICES, UNIT_CHOICES[0])

    def run(self, table: RampageTable, action: Action) -> None:
        unit = action.args[0]
        me = table.pos.state.active
        hand = HANDS[1 - me]
        held = table.pos.zones[hand]
        for shown in held:
            table.move(shown, hand, PLAY)
            table.flip(shown, True)
        table.tell(unit_named, me, unit, held)
        table.push(Inspect(self.card, unit))


@value
class Inspect(Step):
    """Look at the other hand, face up beside the Priest until its player goes on."""

    card: CardId
    unit: int

    def ask(self, pos: Pos) -> Decision | None:
        unit = UNIT_NAMES[UNITS[self.unit]]
        prompt = tr("The enemy hand: every {unit} will be discarded", unit=unit)
        return Decision(pos.state.active, prompt, (SEEN,), SEEN)

    def run(self, table: RampageTable, action: Action) -> None:
        pos = table.pos
        me, ground = pos.state.active, pos.state.ground
        gone = 0
        for card in pos.zones[PLAY]:
            if card == self.card:
                continue
            if ground.symbols[pos.faces[card]] >> self.unit & 1:
                discard(table, card, PLAY)
                gone += 1
            else:
                table.move(card, PLAY, HANDS[1 - me])
                table.flip(card, False)
        if gone:
            table.tell(last_discards, "purged", me, gone)
        table.conceal(HANDS[1 - me])
        draw(table, me, ground.kinds[pos.faces[self.card]].amount)
        discard(table, self.card, PLAY)


class Summoner(OneShot):
    """Fall of the uppermost card of both gates and both castles (CR33, CR40)."""

    __slots__ = ()

    def resolve(self, table: RampageTable, me: Seat, card: CardId, extra: int) -> None:
        opponent, zones = 1 - me, table.pos.zones
        fell = 0
        stood = [seat for seat in (0, 1) if zones[GATES[seat]]]
        for zone in (GATES[me], CASTLES[me], GATES[opponent], CASTLES[opponent]):  # CR40
            if zones[zone]:
                discard(table, zones[zone][-1], zone)
                fell += 1
        table.tell(last_discards, "fell", me, fell)
        for seat in stood:
            if not zones[GATES[seat]]:
                table.tell(event_line, "gate_fell", 1 - seat)
        discard(table, card, PLAY)
        if not zones[CASTLES[me]]:  # CR33
            win(table, opponent)
        elif not zones[CASTLES[opponent]]:
            win(table, me)


class Witch(OneShot):
    """Fall of the uppermost card of the enemy's gate, or of the castle without a gate."""

    __slots__ = ()

    def actions(self, me: Seat, gate_stands: bool) -> tuple[Action, ...]:
        return by_card("play", self.hits(1 - me, gate_stands))

    def resolve(self, table: RampageTable, me: Seat, card: CardId, extra: int) -> None:
        zones, target = table.pos.zones, self.target(table.pos, 1 - me)
        discard(table, zones[target][-1], target)
        table.tell(last_discards, "fell", me, 1)
        if target in GATES and not zones[target]:
            table.tell(event_line, "gate_fell", me)
        discard(table, card, PLAY)
        if not zones[CASTLES[1 - me]]:
            win(table, me)


# -- purple ---------------------------------------------------------------------------------------


class Bomber(CardType):
    """Defender that destroys the attacker which destroys it."""

    __slots__ = ()
    bomb = True


class Saboteur(CardType):
    """Defender whose destruction costs the attacker hand cards (CR28)."""

    __slots__ = ()

    def on_destroyed(self, table: RampageTable, me: Seat) -> tuple[Step, ...]:
        return (Sabotage(self.amount),) if table.pos.zones[HANDS[me]] else ()  # CR28


class Spy(CardType):
    """Defender whose destruction takes a random hand card from the attacker (CR28)."""

    __slots__ = ()

    def on_destroyed(self, table: RampageTable, me: Seat) -> tuple[Step, ...]:
        taken = random_hand_card(table, me)
        if taken >= 0:  # CR28
            table.move(taken, HANDS[me], HANDS[1 - me])
            table.tell(cards_line, "stolen", me, taken)
            table.conceal(HANDS[1 - me])
        return ()


class Ogre(CardType):
    """Defender that costs `amount` cards to place (CR9)."""

    __slots__ = ()

    def __init__(self, card: RampageCard) -> None:
        super().__init__(card)
        self.placing = card.amount  # CR9


# -- permanents -----------------------------------------------------------------------------------


class Permanent(CardType):
    """Permanent card in front of its owner; `Ground.bonus` reads its effect."""

    __slots__ = ()
    plays = True
    conditional = True

    def actions(self, me: Seat, gate_stands: bool) -> tuple[Action, ...]:
        return by_card("play", PERMANENTS[me])

    def playable(self, pos: Pos, me: Seat, card: CardId) -> bool:  # CR30: one of each name
        return not pos.state.ground.bonus(pos, me, self.id)

    def play(
        self, table: RampageTable, me: Seat, card: CardId, source: Zone, extra: int = 0
    ) -> None:
        table.move(card, source, PERMANENTS[me])
        table.flip(card, True)
        table.tell(cards_line, "set_up", me, card)


TYPES: dict[str, type[CardType]] = {
    "axe_man": AxeMan,
    "archer": Archer,
    "knight": Knight,
    "mercenary": Attacker,
    "giant": Attacker,
    "scheme_pincer": Attacker,
    "scheme_charge": Attacker,
    "scheme_raid": Attacker,
    "dragon": Raider,
    "catapult": Catapult,
    "veteran": Veteran,
    "digger": Digger,
    "arsonist": Raider,
    "jester": Jester,
    "priest": Priest,
    "summoner": Summoner,
    "witch": Witch,
    "bomber": Bomber,
    "saboteur": Saboteur,
    "spy": Spy,
    "ogre": Ogre,
    "quartermaster": Permanent,
    "siege_ram": Permanent,
    "palisade": Permanent,
    "castellan": Permanent,
}


# -- a match --------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def ground(deck: RampageDeck, last_storm: bool) -> Ground:
    """Ground of a match; cached, so that equal arguments give the same object, also after
    unpickling."""
    types = {card.id: TYPES[card.id](card) for card in deck.cards}
    lasting = [name for name, type_ in TYPES.items() if type_ is Permanent]
    return Ground((ground, deck, last_storm), deck, last_storm, types, lasting)
