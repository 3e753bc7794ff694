"""Log lines and clashes of Castle Wars: makers that the rules call, and sentence templates."""

from __future__ import annotations

from collections.abc import Sequence

from castlecards.core.cards import NATURE, CardId, Face, Seat, Zone
from castlecards.core.log_lines import ALL_FALL, OPEN, Clash, Line, Part, Party, named_cards
from castlecards.core.sentence_templates import (
    DREW,
    ENDED,
    FOUGHT,
    MOVED,
    RECRUITED,
    SILENT,
    Expression,
    Story,
    Template,
)
from castlecards.games.castle_wars.state import (
    ACE,
    JACK,
    JOKER,
    KING,
    LEADER,
    QUEEN,
    Pos,
    Side,
    strength,
)
from castlecards.texts import ntr, signed, tr

REUSING = ("mages", "blood_mages")  # factions that take used resources back
ROLES = {JACK: "spy", QUEEN: "leader", KING: "knight", ACE: "artillery"}  # rank -> verb of a line


def card_name(face: Face) -> str:
    """Name of a card: `the 7 of hearts`, `the jack of spades`."""
    return tr("the {card}", card=face.title[:1].lower() + face.title[1:])


def unseen(back: str) -> str:
    """Noun for an unseen card with this back."""
    return tr("soldier") if back.endswith("soldiers") else tr("resource")


def attack_template(
    text: str, title: str, own: Expression = "calm", other: Expression = "calm"
) -> Template:
    """Template of an attack's end, which replaces the line of its declaration.

    `own`, `other`: emotions of the attacker and the defender.
    """
    return Template(
        text, title=title, replaces=("declared",), rank=FOUGHT, sound="clash",
        emotions=(own, other),
    )  # fmt: skip


TEMPLATES = {
    # set-up
    "absent": Template("{who} began without {0:soldier}.", rank=MOVED),
    "dealt": Template("{who} took {0:soldier} to put on {own} piles.", rank=MOVED),
    "lay": Template(
        "{who} put {cards:soldier} on {to}.", many="{who} put {n:soldier} on {own} piles.",
        rank=RECRUITED,
    ),
    "rest": Template("{who} dealt the rest of {own} soldiers.", rank=RECRUITED),
    "arrange": Template(
        "{who} began to put {own} decks in order.", many="{who} put {own} decks in order.",
        rank=MOVED,
    ),
    # a turn
    "draw": SILENT,
    "drew": Template("{who} drew {cards}.", many="{who} drew {cards}.", rank=DREW),
    "move": Template(
        "{who} moved {cards:top soldier} to {to}.", many="{who} moved {cards:top soldier}.",
        rank=MOVED,
    ),
    "recruit": Template(
        "{who} recruited {cards:soldier} to {to}.",
        many="{who} recruited {cards:soldier}.",
        rank=RECRUITED,
    ),
    "phase": SILENT,
    "pass": SILENT,
    # attacks
    "attack": SILENT,
    "declared": Template(
        "{who} attacked {opponents} {target} with {group}.", rank=FOUGHT,
        title="{cards:soldier} against {to}",
    ),
    "beat": attack_template(
        "{whose} {group} beat {opponents} {target}, {0} to {1}.", "{cards:soldier} at {to}",
        "glad", "cross",
    ),
    "failed": attack_template(
        "{whose} {group} lost to {opponents} {target}, {0} to {1}.", "{to} holds", "cross", "glad"
    ),
    "tied": attack_template(
        "{whose} {group} and {opponents} {target} tied at {0} and fell.", "a tie at {to}"
    ),
    "infected": attack_template(
        "{whose} {group} fought {opponents} {target}; some were infected, and {fallen} fell.",
        "an infection at {to}",
        "glad", "worried",
    ),
    "called_off": attack_template(
        "{whose} attack on {to} was called off.", "{to} is spared", "cross"
    ),
    # piles
    "destroyed": Template(
        "{whose} {place} was destroyed: {0} of {1} left.",
        tail="; {whose} {place} was destroyed: {0} of {1} left",
        after=("beat", "failed", "tied", "infected", "artillery", "aimed", "blood"),
        rank=FOUGHT, sound="fall", emotions=("worried", "glad"), title="{whose} {place} falls",
    ),
    "left": Template(
        "{whose} {place} was destroyed: {0} of {1} left.", rank=FOUGHT,
        title="{whose} {place} falls",
    ),
    "restored": Template(
        "{whose} {place} was restored: {0} of {1} in play.", rank=RECRUITED,
        emotions=("glad", "calm"), title="{whose} {place} is back",
    ),
    # resources
    "play": SILENT,
    "spy": Template(
        "{who} played {cards}: {opponents} top soldiers were revealed, {whose} own hidden.",
        sound="effect",
    ),
    "leader": Template(
        "{who} played {cards}: +3 to each of {own} soldiers this turn.", sound="effect"
    ),
    "knight": Template("{who} played {cards} as a knight on {to}.", sound="effect"),
    "artillery": Template(
        "{who} fired {cards} at {to}: {onto:soldier} fell.", sound="effect",
        emotions=("glad", "cross"),
    ),
    "aimed": Template("{who} fired {cards} at {onto:soldier} on {to}.", sound="effect"),
    "fell": Template(
        "{cards} fell.", tail="{cards} fell", after=("aimed", "blood"), rank=FOUGHT
    ),
    # factions
    "dragon": Template(
        "{opponent} drew {whose} dragon, and it was discarded.",
        emotions=("glad", "cross"),
    ),
    "mechanised": Template(
        "{who} mechanised {own} soldiers: each is worth {0} this turn.", sound="effect"
    ),
    "mechanise": SILENT,
    "infect": Template("{who} infected {opponents} top soldiers.", sound="effect"),
    "hidden": Template("All of {whose} soldiers were turned face down.", rank=MOVED),
    "blood": Template(
        "{who} sacrificed {cards:soldier}.",
        many="{who} sacrificed {cards:soldier} for a resource.",
    ),
    "take": Template("{who} took {cards:resource} into {own} hand."),
    "top": Template("{who} put {cards:captured soldier} on top of {own} deck."),
    "bottom": Template("{who} put {cards:captured soldier} at the bottom of {own} deck."),
    "reshuffle": Template(
        "{who} played {cards} to shuffle {own} used resources into a new deck."
    ),
    "swap": Template(
        "{who} swapped {onto:soldier} for {cards:soldier}.",
        hidden="{who} swapped a top soldier for one from {own} hand.",
    ),
    "instead": Template("{who} sacrificed {cards:soldier} to save {onto:soldier}.", rank=FOUGHT),
    # the end
    "won": Template(
        "All of {opponents} piles were destroyed: {who} won.", rank=ENDED, collapses="keep",
        title="{opponents} last pile falls",
    ),
    "drawn": Template("Both sides lost their last pile together: it was a draw.", rank=ENDED),
    "counted": Template(
        "The armies made no progress, and the soldiers were counted: {0} to {1}.", rank=ENDED
    ),
    "tired": Template("After {0:turn} the game ended in a draw.", rank=ENDED),
}  # fmt: skip

STORY = Story(TEMPLATES, card_name, unseen)


# -- lines ----------------------------------------------------------------------------------------


def draw_line(pos: Pos, seat: Seat, card: CardId, deck: Zone) -> Line:
    """Line of a drawn card."""
    return Line("drew", seat, named_cards((card,)), zones=(deck,))


def declaration_line(pos: Pos, me: Seat, cards: bytes, piles: tuple[Zone, ...]) -> Line:
    """Line of a declared attack; `cards` and `piles`: the attackers and, last, the target."""
    return Line(
        "declared", me, named_cards(cards[:-1]), named_cards(cards[-1:]), piles[:-1], piles[-1]
    )


def pile_line(pos: Pos, filled_before: int, n: int, lost: str = "destroyed") -> Line:
    """Line of the `n`-th pile destroyed or restored since a moment (CW14).

    `filled_before`: bit mask of the zones filled at that moment. The player to move comes first,
    and losses. `lost`: verb of a loss, `left` if the soldiers were moved to other piles.
    """
    sides, me, filled = pos.state.ground.sides, pos.state.active, pos.filled
    lines = []
    for side in (sides[me], sides[1 - me]):
        left = (filled_before & side.piles_mask).bit_count()
        for verb, changed, step in (
            (lost, filled_before & ~filled, -1),
            ("restored", filled & ~filled_before, 1),
        ):
            for pile in side.piles:
                if changed >> pile & 1:
                    left += step
                    numbers = left, len(side.piles)
                    lines.append(Line(verb, side.seat, to=pile, numbers=numbers))
    return lines[n]


def call_off_line(pos: Pos, me: Seat, piles: tuple[Zone, ...]) -> Line:
    """Line of an attack that was called off (CW23)."""
    return Line("called_off", me, to=piles[-1])


def resource_line(
    pos: Pos, seat: Seat, rank: int, card: CardId, goal: Sequence[CardId], to: Zone
) -> Line:
    """Line of a resource played as `rank`; `goal`: an Ace's target, on the pile `to`."""
    verb = ROLES[rank]
    if goal and pos.state.ground.has_death_powers:
        verb = "aimed"  # a substitute can die (CW39)
    return Line(verb, seat, named_cards((card,)), named_cards(goal), to=to)


# -- clashes --------------------------------------------------------------------------------------


def party(pos: Pos, side: Side, cards: bytes, piles: tuple[Zone, ...]) -> Party:
    """One side of an attack: its soldiers, their values now, and the parts of the sum."""
    state = pos.state
    values, bonus = state.ground.values, state.bonus[side.seat]
    printed = [values[pos.faces[card]] for card in cards]
    worth = [side.faction.strength(pos, side, value) for value in printed]
    each = tuple([strength(pos, side, bytes((card,))) for card in cards])
    own, queen = sum(worth) - sum(printed), bonus * len(cards)
    lost = sum(each) - sum(worth) - queen  # CW42: none counts less than 0
    leaders = ntr(bonus // LEADER, "Queen", "Queens")
    parts = [
        (own, side.faction.title, -1),
        (queen, leaders, leader(pos, side) if queen else -1),
        (lost, tr("never below 0"), -1),
    ]
    shown = tuple([Part(signed(more), label, card) for more, label, card in parts if more])
    return Party(side.seat, named_cards(cards), piles, each, sum(each), shown, tuple(printed))


def leader(pos: Pos, side: Side) -> CardId:
    """Last Queen played for a side this turn (CW20).

    -1 if it could be a joker, or if used resources come back.
    """
    ranks, faces, used = side.ranks, pos.faces, pos.zones[side.spent]
    played = [ranks[faces[card]] for card in used]
    if JOKER in played or QUEEN not in played or side.faction.id in REUSING:
        return -1
    return used[len(played) - 1 - played[::-1].index(QUEEN)]


def attack_clash(pos: Pos, me: Seat, cards: bytes, piles: tuple[Zone, ...]) -> Clash:
    """Clash of an attack decided by strength; `cards` and `piles`: the attackers and, last, the
    target."""
    open_ = open_clash(pos, me, cards, piles)
    ours, theirs = (side.total for side in open_.sides)
    if ours > theirs:
        return open_.with_(kind="beat", winner=0, fallen=open_.sides[1].cards, word=tr("beats"))
    if ours < theirs:
        word = tr("loses to")
        return open_.with_(kind="failed", winner=1, fallen=open_.sides[0].cards, word=word)
    fallen = open_.sides[0].cards + open_.sides[1].cards
    return open_.with_(kind="tied", winner=ALL_FALL, fallen=fallen, word=tr("ties with"))


def open_clash(pos: Pos, me: Seat, cards: bytes, piles: tuple[Zone, ...]) -> Clash:
    """Clash of an attack that is not decided yet; arguments as of `attack_clash`."""
    sides = pos.state.ground.sides
    ours = party(pos, sides[me], cards[:-1], piles[:-1])
    theirs = party(pos, sides[1 - me], cards[-1:], piles[-1:])
    rule = "CW9" if len(piles) > 2 else "CW8"
    return Clash("declared", (ours, theirs), OPEN, word=tr("against"), rule=rule)


def infection_clash(
    pos: Pos, me: Seat, cards: bytes, piles: tuple[Zone, ...], losses: bytes
) -> Clash:  # CW40
    """Clash with infected soldiers; those in `losses` die."""
    open_ = open_clash(pos, me, cards, piles)
    ours = any(card in losses for card in cards[:-1])
    winner = ALL_FALL if ours and cards[-1] in losses else int(ours)
    return open_.with_(
        kind="infected", winner=winner, fallen=named_cards(losses), word=tr("meets"), rule="CW40"
    )


def end_line(pos: Pos, winner: Seat) -> Line:
    """Line of the end: the winner, or NATURE if the last piles of both sides fell together."""
    return Line("drawn" if winner == NATURE else "won", winner)
