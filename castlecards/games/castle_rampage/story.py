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
    OMITTED,
    RECRUITED,
    SILENT,
    Story,
    Template,
)
from castlecards.games.castle_rampage.deck import UNIT_NAMES, UNITS
from castlecards.games.castle_rampage.state import CASTLES, DISCARD, PERMANENTS, PLAY, Pos
from castlecards.texts import tr


def short_title(face: Face) -> str:
    """Title of a card without its kind: `Axe man`, `Charge` for `Attack Scheme: Charge`."""
    return face.title.rpartition(": ")[2]


def card_name(face: Face) -> str:
    """Name of a card with its article: `an Axe man`."""
    title = short_title(face)
    return f"{'an' if title[:1] in 'AEIOU' else 'a'} {title}"


PAID_FOR = ("play", "attack", "strengthen", "played")
ASSAULT = ("assault",)
TEMPLATES = {
    # set-up and the quiet part of a turn
    "place": Template(
        "{who} added {cards} to {to}.",
        hidden="{who} added a card face down to {to}.",
        many="{who} placed {n:card} face down.",  # at one place or at both
        rank=RECRUITED,
    ),
    "drew": Template(
        "{who} drew {cards}.", many="{who} drew {cards}.", tail="& drew {cards}",
        after=("play", "attack", "played"), joint_tail=OMITTED, rank=DREW,
    ),
    "strengthen": Template(
        "{who} strengthened {to} with {cards}.", hidden="{who} strengthened {to} with a card.",
        rank=BUILT,
    ),
    "reshuffled": Template("The discard pile was shuffled into a new draw pile.", rank=DREW),
    "pass": SILENT,
    # a card is played
    "play": Template("", hidden="{who} set a card aside to pay for it."),
    "attack": Template("", hidden="{who} set a card aside to pay for it."),
    "pay": Template(
        "{who} discarded {cards} to pay.", many="{who} discarded {cards} to pay.",
        tail=" (paid: {bare})", after=PAID_FOR,
    ),
    "played": Template("{who} played {cards}.", replaces=("play", "attack"), sound="effect"),
    "set_up": Template(
        "{who} put {cards} into play.", replaces=("play", "attack"), rank=BUILT, sound="effect"
    ),
    # attacks
    "assault": Template(
        "{whose} {bare} ({0}) attacked {to}.", replaces=("play", "attack", "played"), rank=FOUGHT,
        title="the {bare} attacks {to}",
    ),
    "storming": Template("{whose} {bare} had {0} left against {to}.", rank=FOUGHT),
    "felled": Template(
        "{whose} {bare} ({0}) beat {onto} ({1}): {rest} left.",
        tail="& beat {onto}", after=ASSAULT, joint_tail="& beat {n:card}", rank=FOUGHT,
        sound="clash", emotions=("glad", "cross"), title="the {bare} at the {place}",
    ),
    "repelled": Template(
        "{onto} ({1}) stopped {whose} {bare} ({0}).",
        tail="& lost to {onto} ({1})", after=ASSAULT, rank=FOUGHT, sound="clash",
        emotions=("cross", "glad"), title="the {bare} stopped at the {place}",
    ),
    "traded": Template(
        "{whose} {bare} and {onto} tied at {0}: both fell.",
        tail="& fell with {onto} ({0})", after=ASSAULT, rank=FOUGHT, sound="clash",
        title="the {bare} falls at the {place}",
    ),
    "gate": Template(
        "{opponents} gate fell: the castle is open.", tail="& broke the gate", after=ASSAULT,
        rank=FOUGHT, sound="fall", collapses="gate", emotions=("glad", "worried"),
        title="{opponents} gate falls",
    ),
    "through": Template(
        "{whose} {bare} went on into {to} with {0}.",
        tail="& went on into the castle with {0}", after=ASSAULT, joint_tail=OMITTED, rank=FOUGHT,
    ),
    "blown": Template(
        "A bomb blew up {whose} {bare}.", tail="& was blown up", after=ASSAULT, rank=FOUGHT,
        sound="clash", emotions=("cross", "glad"), title="a bomb for the {bare}",
    ),
    # effects of cards
    "shot": Template("{who} shot {cards} out of {opponents} hand.", emotions=("glad", "cross")),
    "back": Template("The {bare} went back to {whose} hand."),
    "burnt": Template("{who} burned {opponents} {bare}.", emotions=("glad", "cross")),
    "turned": Template("{who} revealed {cards}."),
    "jest": Template(
        "{who} revealed {cards}, which can’t attack: {own} castle lost {onto}.",
        emotions=("cross", "glad"),
    ),
    "named": Template("{who} named “{word}” and saw {opponents} hand: {onto}."),
    "purged": Template("{opponent} discarded {cards}.", tail="; {opponent} discarded {cards}",
                       after=("named",)),
    "fell": Template(
        "{cards} fell.", tail="{cards} fell", after=("played",), rank=FOUGHT
    ),
    "gate_fell": Template(
        "{opponents} gate fell: the castle is open.", rank=FOUGHT, sound="fall", collapses="gate",
        emotions=("glad", "worried"), title="{opponents} gate falls",
    ),
    "discard": Template(
        "{who} had to discard {cards}.", many="{who} had to discard {cards}."
    ),
    "stolen": Template(
        "{opponent} stole {cards} from {whose} hand.",
        hidden="{opponent} stole a card from {whose} hand.",
        emotions=("cross", "glad"),
    ),
    "destroy": SILENT,
    "name": SILENT,
    "seen": SILENT,
    # the end
    "castle": Template(
        "{opponents} castle fell: {who} won.", rank=ENDED, sound="fall", collapses="keep",
        title="{opponents} castle falls",
    ),
    "counted": Template("Stalemate: the castles were counted, {0} to {1}.", rank=ENDED),
}  # fmt: skip

STORY = Story(TEMPLATES, card_name)


# -- lines ----------------------------------------------------------------------------------------


def assault(pos: Pos, me: Seat, card: CardId, target: Zone, strength: int) -> Line:
    return Line("assault", me, named_cards((card,)), to=target, numbers=(strength,))


def through(pos: Pos, me: Seat, card: CardId, target: Zone, strength: int) -> Line:
    return Line("through", me, named_cards((card,)), to=target, numbers=(strength,))


def jester_line(pos: Pos, me: Seat, turned: CardId, lost: CardId) -> Line:
    return Line("jest", me, named_cards((turned,)), named_cards((lost,)))


def unit_named(pos: Pos, me: Seat, unit: int, hand: Sequence[CardId]) -> Line:
    """Line of a named unit, with the hand that is shown for it."""
    return Line("named", me, onto=named_cards(hand), words=(UNIT_NAMES[UNITS[unit]],))


def last_discards(pos: Pos, verb: str, seat: Seat, count: int) -> Line:
    """Line of the last `count` discarded cards."""
    return Line(verb, seat, named_cards(pos.zones[DISCARD][-count:]))


def stalemate_line(pos: Pos) -> Line:
    return Line("counted", NATURE, numbers=tuple(len(pos.zones[zone]) for zone in CASTLES))


# -- clashes --------------------------------------------------------------------------------------

WORDS = {"felled": tr("beats"), "repelled": tr("loses to"), "traded": tr("ties with")}
RULES = {"felled": "CR20", "repelled": "CR20", "traded": "CR20"}


def attack_clash(
    pos: Pos, card: CardId, strength: int, target: Zone, against: int, kind: str
) -> Clash:  # CR20
    """Clash of an attacking card with the card turned up on top of `target`.

    `strength`: what is left to the attacker; `against`: defence, with its owner's permanents.
    """
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
    """Summand of a defence: the permanent that makes a card stronger by `more`."""
    kinds = pos.state.ground.kinds
    row = pos.zones[PERMANENTS[seat]]
    card = next((card for card in row if kinds[pos.faces[card]].id == name), -1)
    label = kinds[pos.faces[card]].name if card >= 0 else name.capitalize()
    return Part(f"+{more}", label, card)


def storming(pos: Pos, card: CardId, strength: int, target: Zone) -> Clash:
    """Clash of an attack that waits for a choice; the next defender lies face down."""
    me = pos.state.active
    goal = target if pos.zones[target] else CASTLES[1 - me]
    ours = Party(me, named_cards((card,)), (PLAY,), (strength,), strength)
    theirs = Party(1 - me, named_cards(pos.zones[goal][-1:]), (goal,))
    return Clash("storming", (ours, theirs), OPEN, word=tr("against"), rule="CR20")
