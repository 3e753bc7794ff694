"""Log lines and clashes of Castle: makers that the rules call, and sentence templates."""

from __future__ import annotations

from castlecards.core.cards import CardId, Face, Seat, Zone
from castlecards.core.log_lines import OPEN, Clash, Line, Part, Party, named_cards
from castlecards.core.sentence_templates import (
    BUILT,
    DREW,
    ENDED,
    FOUGHT,
    MOVED,
    SCORED,
    SILENT,
    Story,
    Template,
)
from castlecards.games.castle.state import (
    ALL_KNIGHTS,
    BARRACKS,
    CASTLE,
    CASTLES,
    HOVEL,
    KIND,
    KINGS,
    OWN,
    PLOT,
    QUEENS,
    SIZE,
    STRENGTH,
    WALL,
    Pos,
    defence,
    royalty,
)
from castlecards.texts import plural

KINDS = {HOVEL: "hovel", BARRACKS: "barracks", CASTLE: "castle", QUEENS: "queen", KINGS: "king"}
SETS = {QUEENS: "queens", KINGS: "kings"}  # verbs


SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
COURT = {1: "ace", 11: "jack", 12: "queen", 13: "king"}


def card_name(face: Face) -> str:
    """`queen of hearts`."""
    return f"{COURT.get(face.rank, str(face.rank))} of {SUITS[face.suit]}"


TEMPLATES = {
    # set-up
    "suits": Template("{cards} was dealt last: {word} became {whose} colour.", rank=DREW),
    # a turn
    "draw": Template(
        "{who} took {cards} from {zones}.", hidden="{who} drew a card from the deck.",
        many="{who} drew {cards}.", rank=DREW,
    ),
    "pick": SILENT,
    "pass": SILENT,
    "hovel": Template("{who} built a hovel with {cards} on {to}.", rank=BUILT),
    "barracks": Template("{who} built barracks with {cards} on {to}.", rank=BUILT),
    "castle": Template("{who} built a castle with {cards} on {to}.", rank=BUILT),
    "wall": Template("{who} built a wall with {cards} on {to}.", rank=BUILT),
    "royalty": Template("{who} laid {cards} on {to}.", rank=SCORED),
    "queens": Template(
        "{who} laid {cards} on {to}: {0:queen}, worth {1:point}.",
        tail="now {0:queen}, worth {1:point}", after=("royalty",), rank=SCORED,
    ),
    "kings": Template(
        "{who} laid {cards} on {to}: {0:king}, worth {1:point}.",
        tail="now {0:king}, worth {1:point}", after=("royalty",), rank=SCORED,
    ),
    "peasant": Template("{who} housed a peasant, {cards}.", rank=BUILT),
    "knight": Template("{who} called a knight, {cards}.", rank=BUILT),
    "discard": Template("{who} discarded {cards}.", many="{who} discarded {cards}.", rank=MOVED),
    "dismiss": Template("{who} had no house left for {zones} and dismissed it.", rank=BUILT),
    # attacks
    "attack": SILENT,
    "commit": SILENT,
    "declared": Template(
        "{who} attacked {onto} on {to} with {0:knight}, against a defence of {1}.", rank=FOUGHT
    ),
    "guard": Template(
        "{who} gave up {n:knight} to fell as many.",
        tail="{who} gave up {n:knight} to fell as many",
        after=("declared",), rank=FOUGHT,
    ),
    "stormed": Template(
        "{winner} took {target} from {foe}, {0:knight} against a defence of {1}.",
        instead=("declared",), rank=FOUGHT, sound="clash",
    ),
    "held": Template(
        "{foes} {target} withstood {who}, a defence of {1} against {0:knight}.",
        instead=("declared",), rank=FOUGHT, sound="clash",
    ),
    "lose": Template(
        "{who} lost {n:knight}.", tail="{who} lost {n:knight}", after=("stormed", "held"),
        rank=FOUGHT,
    ),
    "keep": SILENT,
    "kept": Template(
        "{who} discarded {onto} and took {cards} into {own} hand.",
        tail="{who} discarded {onto} and kept the captured card", after=("stormed",), rank=FOUGHT,
    ),
    "razed": Template(
        "{cards} was discarded.", tail="the captured card was discarded", after=("stormed",),
        rank=FOUGHT,
    ),
    "returned": Template(
        "{cards} went back into {whose} hand.", tail="{cards} went back into {whose} hand",
        after=("stormed",), rank=FOUGHT,
    ),
    # the end
    "last": Template(
        "No card was left to draw: from then on there were attacks and returned cards only.",
        rank=ENDED,
    ),
    "won": Template("{who} won with {0} to {1:point}.", rank=ENDED),
    "even": Template("Nobody won: {0:point} each.", rank=ENDED),
}  # fmt: skip

STORY = Story(TEMPLATES, lambda face: f"the {card_name(face)}")


# -- lines ----------------------------------------------------------------------------------------


def suits(pos: Pos, holder: Seat, card: CardId, colour: str) -> Line:  # CA1
    return Line("suits", holder, named_cards((card,)), words=(colour,))


def court(pos: Pos, seat: Seat, card: CardId, to: Zone) -> Line:
    """Line of a royalty set: its size with this card, and its points (CA26)."""
    plots = pos.state.plots[seat]
    n = to - seat * OWN - PLOT
    score = dict(royalty(plots))[n]
    numbers = (plots[n] >> SIZE, score)
    return Line(SETS[plots[n] & KIND], seat, named_cards((card,)), to=to, numbers=numbers)


def drew(pos: Pos, seat: Seat, card: CardId, zone: Zone) -> Line:
    """From the one place that has a card; told as if it had been chosen (CA3)."""
    return Line("draw", seat, named_cards((card,)), zones=(zone,))


def declared(pos: Pos, seat: Seat, card: CardId, zone: Zone, count: int, need: int) -> Line:
    """Line of a declared attack: `count` knights against a card whose defence is `need`."""
    return Line("declared", seat, onto=named_cards((card,)), to=zone, numbers=(count, need))


def lost(pos: Pos, seat: Seat, zone: Zone) -> Line:
    """A knight that falls without a choice, told before it goes (CA20)."""
    return Line("lose", seat, named_cards(pos.zones[zone][-1:]), zones=(zone,))


def razed(pos: Pos, seat: Seat, card: CardId) -> Line:  # CA21
    return Line("razed", seat, named_cards((card,)))


def kept(pos: Pos, seat: Seat, card: CardId, price: CardId) -> Line:  # CA22
    """Told while the captured card can still be seen."""
    return Line("kept", seat, named_cards((card,)), named_cards((price,)))


def returned(pos: Pos, seat: Seat, cards: bytes) -> Line:  # CA21
    """Told while they can still be seen."""
    return Line("returned", seat, named_cards(cards))


def last(pos: Pos, seat: Seat) -> Line:  # CA25
    return Line("last", seat)


def ending(pos: Pos, points: tuple[int, int]) -> Line:  # CA26
    ours, theirs = points
    if ours == theirs:
        return Line("even", 0, numbers=(ours,))
    numbers = (max(points), min(points))
    return Line("won", int(theirs > ours), numbers=numbers)


# -- clashes --------------------------------------------------------------------------------------


def storm(pos: Pos, seat: Seat, card: CardId, zone: Zone, count: int, fallen: int = 0) -> Clash:
    """`count` knights of `seat` against the defence of the plot on which a card lies, `fallen` of
    them felled already; still open (CA18 to CA20)."""
    foe = 1 - seat
    plots = pos.state.plots[foe]
    n = zone - foe * OWN - PLOT
    plot = plots[n]
    kind = plot & KIND
    castle = kind != CASTLE and any(each in plots for each in CASTLES)  # CA11
    levels = ((int(bool(plot & WALL)), "wall"), (int(castle), "castle"))
    size = plot >> SIZE if kind in SETS else 1
    base = Part(str(STRENGTH[kind]), plural(size, KINDS[kind]))
    knights = pos.filled & ALL_KNIGHTS[seat]
    zones = [z for z in range(knights.bit_length()) if knights >> z & 1][:count]
    riders = [each for each in zones for each in pos.zones[each]]
    attackers = Party(
        seat, named_cards(riders), tuple([z for z in zones for _ in pos.zones[z]]),
        total=count - fallen,
        parts=(
            Part(str(count), plural(count, "knight")),
            *((Part(f"−{fallen}", "felled"),) if fallen else ()),
        ),
    )  # fmt: skip
    defenders = Party(
        foe, named_cards((card,)), (zone,), total=defence(plots, n),
        parts=(base, *[Part(f"+{more}", label) for more, label in levels if more]),
    )  # fmt: skip
    return Clash("declared", (attackers, defenders), OPEN, word="against", rule="CA18", enough=True)


def stormed(pos: Pos, seat: Seat, card: CardId, zone: Zone, count: int, fallen: int) -> Clash:
    """Clash of an attack after the defence, with its result (CA21)."""
    open_ = storm(pos, seat, card, zone, count, fallen)
    if open_.sides[0].total >= open_.sides[1].total:
        fallen_ = open_.sides[1].cards
        return open_.with_(kind="stormed", winner=0, fallen=fallen_, word="is enough for")
    return open_.with_(kind="held", winner=1, word="is too few for")
