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
    OMITTED,
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
from castlecards.texts import plural, tr

KINDS = {  # one, several
    HOVEL: (tr("hovel"), tr("hovels")),
    BARRACKS: (tr("barracks"), tr("barracks")),
    CASTLE: (tr("castle"), tr("castle")),
    QUEENS: (tr("queen"), tr("queens")),
    KINGS: (tr("king"), tr("kings")),
}
SETS = {QUEENS: "queens", KINGS: "kings"}  # verbs


COLOURS = (tr("black"), tr("red"))
SUITS = {"C": tr("clubs"), "D": tr("diamonds"), "H": tr("hearts"), "S": tr("spades")}
COURT = {1: tr("ace"), 11: tr("jack"), 12: tr("queen"), 13: tr("king")}


def rank_name(rank: int) -> str:
    """Name of a rank: `queen`, `7`."""
    return COURT.get(rank) or str(rank)


def card_name(face: Face) -> str:
    """Name of a card: `queen of hearts`."""
    return tr("{rank} of {suit}", rank=rank_name(face.rank), suit=SUITS[face.suit])


TEMPLATES = {
    # set-up
    "suits": Template("The last card dealt was {cards}, so {who} got {word}.", rank=DREW),
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
    "royalty": Template("{who} played {cards} on {to}.", rank=SCORED, title="{cards}"),
    "queens": Template(
        "{who} played {cards} on {to}: {0:queen}, worth {1:point}.",
        tail="{0:queen}, worth {1:point}", after=("royalty",), rank=SCORED,
        emotions=("glad", "calm"), title="{0:queen}, worth {1:point}",
    ),
    "kings": Template(
        "{who} played {cards} on {to}: {0:king}, worth {1:point}.",
        tail="{0:king}, worth {1:point}", after=("royalty",), rank=SCORED,
        emotions=("glad", "calm"), title="{0:king}, worth {1:point}",
    ),
    "peasant": Template("{who} settled a peasant with {cards}.", rank=BUILT),
    "knight": Template("{who} raised a knight with {cards}.", rank=BUILT),
    "discard": Template("{who} discarded {cards}.", many="{who} discarded {cards}.", rank=MOVED),
    "dismiss": Template("{who} had no building for {zones} and had to discard it.", rank=BUILT),
    # attacks
    "attack": SILENT,
    "commit": SILENT,
    "declared": Template(
        "{who} attacked {onto} on {to} with {0:knight} against a defence of {1}.", rank=FOUGHT,
        title="an attack on {onto}",
    ),
    "guard": Template(
        "{who} gave up {n:knight} in defence.", tail=" (against {n:guard})", after=("declared",),
        rank=FOUGHT,
    ),
    "stormed": Template(
        "{who} captured {onto} from {opponent}.",
        replaces=("declared",), rank=FOUGHT, sound="clash", emotions=("glad", "worried"),
        title="{onto} captured",
    ),
    "held": Template(
        "{who} failed to capture {onto} from {opponent}.",
        replaces=("declared",), rank=FOUGHT, sound="clash", emotions=("cross", "glad"),
        title="{onto} defended",
    ),
    "lose": Template(
        "{who} lost {n:knight}.", tail=", losing {n:knight}", after=("stormed", "held"), rank=FOUGHT
    ),
    "keep": SILENT,
    "kept": Template(
        "{who} discarded {onto} and took {cards} into {own} hand.",
        tail=", and kept it by discarding {onto}", after=("stormed",), rank=FOUGHT,
        title="{cards} taken",
    ),
    "razed": Template(
        "{cards} was discarded.", tail=", and discarded it", after=("stormed",), rank=FOUGHT
    ),
    "returned": Template(
        "{who} took back {cards}.", tail="; {n:card} returned", after=("stormed",),
        joint_tail=OMITTED, rank=FOUGHT,
    ),
    # the end
    "last": Template(
        "No cards were left to draw. Only attacks and returned cards remained.",
        rank=ENDED,
    ),
    "won": Template("{who} won by {0:point} to {1}.", rank=ENDED),
    "even": Template("It was a draw at {0:point} each.", rank=ENDED),
}  # fmt: skip

STORY = Story(TEMPLATES, lambda face: tr("the {card}", card=card_name(face)))


# -- lines ----------------------------------------------------------------------------------------


def colours_line(pos: Pos, holder: Seat, card: CardId, colour: str) -> Line:  # CA1
    """Line of the deal: the last card decides the colours (CA1)."""
    return Line("suits", holder, named_cards((card,)), words=(colour,))


def royalty_line(pos: Pos, seat: Seat, card: CardId, to: Zone) -> Line:
    """Line of a royalty set: its size with this card, and its points (CA26)."""
    plots = pos.state.plots[seat]
    n = to - seat * OWN - PLOT
    score = dict(royalty(plots))[n]
    numbers = (plots[n] >> SIZE, score)
    return Line(SETS[plots[n] & KIND], seat, named_cards((card,)), to=to, numbers=numbers)


def draw_line(pos: Pos, seat: Seat, card: CardId, zone: Zone) -> Line:
    """Line of a draw; a draw without choice is logged like a chosen one (CA3)."""
    return Line("draw", seat, named_cards((card,)), zones=(zone,))


def declaration_line(pos: Pos, seat: Seat, card: CardId, zone: Zone, count: int, need: int) -> Line:
    """Line of a declared attack: `count` knights against a card whose defence is `need`."""
    return Line("declared", seat, onto=named_cards((card,)), to=zone, numbers=(count, need))


def loss_line(pos: Pos, seat: Seat, zone: Zone) -> Line:
    """Line of a knight lost without a choice; log it before the discard (CA20)."""
    return Line("lose", seat, named_cards(pos.zones[zone][-1:]), zones=(zone,))


def discard_line(pos: Pos, seat: Seat, card: CardId) -> Line:  # CA21
    """Line of a captured card that is discarded (CA21)."""
    return Line("razed", seat, named_cards((card,)))


def keep_line(pos: Pos, seat: Seat, card: CardId, price: CardId) -> Line:  # CA22
    """Line of a kept capture; log it while the captured card is still visible."""
    return Line("kept", seat, named_cards((card,)), named_cards((price,)))


def return_line(pos: Pos, seat: Seat, cards: bytes) -> Line:  # CA21
    """Line of returned cards; log it while they are still visible."""
    return Line("returned", seat, named_cards(cards))


def last_turns_line(pos: Pos, seat: Seat) -> Line:  # CA25
    """Line of the start of the last turns (CA25)."""
    return Line("last", seat)


def end_line(pos: Pos, points: tuple[int, int]) -> Line:  # CA26
    """Line of the end of the match (CA26)."""
    ours, theirs = points
    if ours == theirs:
        return Line("even", 0, numbers=(ours,))
    numbers = (max(points), min(points))
    return Line("won", int(theirs > ours), numbers=numbers)


# -- clashes --------------------------------------------------------------------------------------


def open_clash(
    pos: Pos, seat: Seat, card: CardId, zone: Zone, count: int, fallen: int = 0
) -> Clash:
    """Undecided clash of `count` knights of `seat` with the plot of a card (CA18 to CA20).

    `fallen`: number of these knights that the defender has stopped.
    """
    opponent = 1 - seat
    plots = pos.state.plots[opponent]
    n = zone - opponent * OWN - PLOT
    plot = plots[n]
    kind = plot & KIND
    castle = kind != CASTLE and any(each in plots for each in CASTLES)  # CA11
    levels = ((int(bool(plot & WALL)), tr("wall")), (int(castle), tr("castle")))
    size = plot >> SIZE if kind in SETS else 1
    base = Part(str(STRENGTH[kind]), plural(size, *KINDS[kind]))
    knights = pos.filled & ALL_KNIGHTS[seat]
    zones = [z for z in range(knights.bit_length()) if knights >> z & 1][:count]
    riders = [each for each in zones for each in pos.zones[each]]
    attackers = Party(
        seat, named_cards(riders), tuple([z for z in zones for _ in pos.zones[z]]),
        total=count - fallen,
        parts=(
            Part(str(count), plural(count, tr("knight"), tr("knights"))),
            *((Part(f"−{fallen}", tr("stopped")),) if fallen else ()),
        ),
    )  # fmt: skip
    defenders = Party(
        opponent, named_cards((card,)), (zone,), total=defence(plots, n),
        parts=(base, *[Part(f"+{more}", label) for more, label in levels if more]),
    )  # fmt: skip
    return Clash(
        "declared", (attackers, defenders), OPEN, word=tr("against"), rule="CA18", enough=True
    )


def attack_clash(pos: Pos, seat: Seat, card: CardId, zone: Zone, count: int, fallen: int) -> Clash:
    """Clash of an attack after the defence, with its result (CA21)."""
    open_ = open_clash(pos, seat, card, zone, count, fallen)
    if open_.sides[0].total >= open_.sides[1].total:
        fallen_ = open_.sides[1].cards
        return open_.with_(kind="stormed", winner=0, fallen=fallen_, word=tr("is enough for"))
    return open_.with_(kind="held", winner=1, word=tr("is not enough for"))
