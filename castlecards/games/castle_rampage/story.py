"""Log lines and clashes of Castle Rampage: makers that the rules call, and templates."""

from __future__ import annotations

from collections.abc import Sequence

from castlecards.core.cards import NATURE, CardId, Face, Seat, Zone
from castlecards.core.log_lines import ALL_FALL, OPEN, Clash, Line, Part, Party, named_cards
from castlecards.core.sentence_templates import (
    BUILT,
    DREW,
    ENDED,
    FOUGHT,
    RECRUITED,
    SILENT,
    Story,
    Template,
)
from castlecards.games.castle_rampage.deck import UNIT_NAMES, UNITS
from castlecards.games.castle_rampage.state import CASTLES, DISCARD, PERMANENTS, PLAY, Pos


def card_name(face: Face) -> str:
    """Name of a card: `Axe Man`."""
    return face.title


PAID_FOR = ("play", "attack", "strengthen", "played")
TEMPLATES = {
    # set-up and the quiet part of a turn
    "place": Template(
        "{who} placed {cards} at {to}.",
        hidden="{who} placed a card face down at {to}.",
        many="{who} placed {n:card} face down.",  # at one place or at both
        rank=RECRUITED,
    ),
    "drew": Template("{who} drew {cards}.", many="{who} drew {cards}.", rank=DREW),
    "strengthen": Template(
        "{who} strengthened {to} with {cards}.", hidden="{who} strengthened {to} with a card.",
        rank=BUILT,
    ),
    "reshuffled": Template("The discards became the new draw pile.", rank=DREW),
    "pass": SILENT,
    # a card is played
    "play": Template("", hidden="{who} set a card aside to play it."),
    "attack": Template("", hidden="{who} set a card aside to play it."),
    "pay": Template(
        "{who} discarded {cards} to pay.", many="{who} discarded {cards} to pay.",
        tail=", paid with {cards}", after=PAID_FOR,
    ),
    "played": Template("{who} played {bare}.", instead=("play", "attack"), sound="effect"),
    "set_up": Template(
        "{who} set up {bare}.", instead=("play", "attack"), rank=BUILT, sound="effect"
    ),
    # attacks
    "assault": Template(
        "{whose} {bare} attacked {to} with {0}.", instead=("play", "attack", "played"), rank=FOUGHT
    ),
    "storming": Template("{whose} {bare} had {0} left against {to}.", rank=FOUGHT),
    "felled": Template(
        "{onto} fell to {whose} {bare}, {0} to {1}: {rest} left.",
        tail="{onto} fell, {0} to {1}", after=("assault",), sum="more card fell/more cards fell",
        rank=FOUGHT, sound="clash",
    ),
    "repelled": Template(
        "{onto} repelled {whose} {bare}, {1} to {0}.",
        tail="{onto} repelled it, {1} to {0}", after=("assault",), rank=FOUGHT, sound="clash",
    ),
    "traded": Template(
        "{whose} {bare} and {onto} fell together, {0} to {1}.",
        tail="it fell together with {onto}, {0} to {1}", after=("assault",), rank=FOUGHT,
        sound="clash",
    ),
    "gate": Template(
        "{foes} gate has fallen: the castle lies open.", tail="the gate fell", after=("assault",),
        rank=FOUGHT, sound="fall", falls="gate",
    ),
    "through": Template(
        "{whose} {bare} went on into {to} with {0}.",
        tail="on into the castle with {0}", after=("assault",), rank=FOUGHT,
    ),
    "blown": Template(
        "A bomb blew up {whose} {bare}.", tail="a bomb blew it up", after=("assault",), rank=FOUGHT,
        sound="clash",
    ),
    # what cards do
    "shot": Template("{bare} was shot out of {foes} hand."),
    "back": Template("{bare} came back into {own} hand."),
    "burnt": Template("{foes} {bare} was burnt down."),
    "turned": Template("{who} turned up {cards}."),
    "jest": Template("{who} turned up {cards}, which cannot attack: {own} castle lost {onto}."),
    "named": Template("{who} named the {word}s and saw {foes} hand: {onto}."),
    "purged": Template("{cards} left {foes} hand.", tail="{cards} had to go", after=("named",)),
    "fell": Template(
        "{cards} fell.", tail="{cards} fell", after=("played",), rank=FOUGHT
    ),
    "discard": Template(
        "{who} had to discard {cards}.", many="{who} had to discard {cards}."
    ),
    "stolen": Template(
        "{cards} went from {whose} hand to {foe}.", hidden="A card of {whose} hand went to {foe}."
    ),
    "destroy": SILENT,
    "name": SILENT,
    "seen": SILENT,
    # the end
    "castle": Template(
        "{foes} castle has fallen: {who} won.", rank=ENDED, sound="fall", falls="keep"
    ),
    "counted": Template(
        "Nothing could be decided any more, and castles were counted: {0} to {1}.", rank=ENDED
    ),
}  # fmt: skip

STORY = Story(TEMPLATES, card_name)


# -- lines ----------------------------------------------------------------------------------------


def happened(pos: Pos, verb: str, seat: Seat, *numbers: int) -> Line:
    return Line(verb, seat, numbers=numbers)


def assault(pos: Pos, me: Seat, card: CardId, target: Zone, strength: int) -> Line:
    return Line("assault", me, named_cards((card,)), to=target, numbers=(strength,))


def through(pos: Pos, me: Seat, card: CardId, target: Zone, strength: int) -> Line:
    return Line("through", me, named_cards((card,)), to=target, numbers=(strength,))


def jest(pos: Pos, me: Seat, turned: CardId, lost: CardId) -> Line:
    return Line("jest", me, named_cards((turned,)), named_cards((lost,)))


def unit_named(pos: Pos, me: Seat, unit: int, hand: Sequence[CardId]) -> Line:
    """The unit, and the hand that lies open for it."""
    return Line("named", me, onto=named_cards(hand), words=(UNIT_NAMES[UNITS[unit]],))


def last_discards(pos: Pos, verb: str, seat: Seat, count: int) -> Line:
    """Of so many cards that have just been discarded."""
    return Line(verb, seat, named_cards(pos.zones[DISCARD][-count:]))


def stopped(pos: Pos) -> Line:
    return Line("counted", NATURE, numbers=tuple(len(pos.zones[zone]) for zone in CASTLES))


# -- clashes --------------------------------------------------------------------------------------

WORDS = {"felled": "fells", "repelled": "is repelled by", "traded": "falls with"}
RULES = {"felled": "CR20", "repelled": "CR20", "traded": "CR20"}


def blow(
    pos: Pos, card: CardId, strength: int, target: Zone, against: int, kind: str
) -> Clash:  # CR20
    """The attacker, with what is left of its strength, and the card turned up on top of `target`,
    whose defence is `against`, its owner's permanents included."""
    me, top = pos.state.active, pos.zones[target][-1]
    ours = Party(me, named_cards((card,)), (PLAY,), (strength,), strength)
    castle = target in CASTLES
    more = against - pos.state.ground.defences[castle][pos.faces[top]]
    parts = (aid(pos, 1 - me, "castellan" if castle else "palisade", more),) if more else ()
    theirs = Party(
        1 - me, named_cards((top,)), (target,), (against,), against, parts, (against - more,)
    )
    winner, fallen = {
        "felled": (0, theirs.cards),
        "repelled": (1, ours.cards),
        "traded": (ALL_FALL, ours.cards + theirs.cards),
    }[kind]
    return Clash(kind, (ours, theirs), winner, fallen, WORDS[kind], RULES[kind])


def aid(pos: Pos, seat: Seat, name: str, more: int) -> Part:
    """A permanent that makes a card stronger."""
    kinds = pos.state.ground.kinds
    row = pos.zones[PERMANENTS[seat]]
    card = next((card for card in row if kinds[pos.faces[card]].id == name), -1)
    label = kinds[pos.faces[card]].name if card >= 0 else name.capitalize()
    return Part(f"+{more}", label, card)


def storming(pos: Pos, card: CardId, strength: int, target: Zone) -> Clash:
    """An attack that waits for something to be decided; the next defender lies face down."""
    me = pos.state.active
    goal = target if pos.zones[target] else CASTLES[1 - me]
    ours = Party(me, named_cards((card,)), (PLAY,), (strength,), strength)
    theirs = Party(1 - me, named_cards(pos.zones[goal][-1:]), (goal,))
    return Clash("storming", (ours, theirs), OPEN, word="against", rule="CR20")
