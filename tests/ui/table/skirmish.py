"""Skirmish, a toy game with everything that a turn can show: phases, reaction windows of both
causes, the reordering of a pile, a sequence of small decisions, and a score sheet.

A turn: draw a card; attack with own piles, each once; put the own deck in order; lay any number of
hand cards on own piles. A player without piles has lost. A trick from the sleeve, played in a
window, destroys the top card of an enemy pile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from castlecards.core.action import ATTACK, PASS, Action, Decision, Opener
from castlecards.core.cards import CardId, Seat, Zone, ZoneSpec, value
from castlecards.core.game import Fact, Game, Phase, Refusal, Sheet, option
from castlecards.core.log_lines import Line, named_cards
from castlecards.core.position import Box, Position, Step
from castlecards.core.sentence_templates import Story, Template
from castlecards.core.table import Table
from castlecards.core.view import View
from castlecards.games.decks import standard

OWN = 7  # zones a seat: hand, sleeve, three piles, deck, discard
HAND, SLEEVE, PILES, DECK, DISCARD = 0, 1, (2, 3, 4), 5, 6
ORDERED = 6  # cards of a deck that may be put in order
PHASES = ("Draw", "Attack", "Arrange", "Recruit")


@value
class Skirmish:
    """State of the game; `active`: the seat whose turn it is."""

    active: Seat = 0
    phase: int = 0
    rows: tuple[tuple[str, str, str], ...] = ()  # of the sheet
    order: int = ORDERED


Pos = Position[Skirmish]
Field = Table[Skirmish]


@dataclass(frozen=True)
class Options:
    """Options of the game, with short and long lists of choices."""

    order: int = option(
        ORDERED, "Cards in order", "How many cards of the deck are put in order.",
        choices=((0, "None"), (ORDERED, "Six"), (36, "All")),
    )  # fmt: skip
    south: str = option(
        "none", "Faction", "Whose banner it is.",
        choices=(("none", "None"), ("orc", "Orcs"), ("elf", "Elves"), ("fay", "Fays")),
        about=(
            "Plays by the plain rules.", "Strong and slow: an orc counts one more.",
            "An elf shoots from the wood, and nobody has ever found out where the wood is, or what "
            "it is made of.", "A fay is where it likes.",
        ),
        seat=0,
    )  # fmt: skip
    north: str = option(
        "none", "Faction", "Whose banner it is.",
        choices=tuple((f"f{n}" if n else "none", f"Faction {n}") for n in range(16)),
        about=tuple(f"What number {n} may do that others may not." for n in range(16)), seat=1,
    )  # fmt: skip
    quick: bool = option(False, "Quick", "A short game.")


def of(seat: Seat, zone: int) -> Zone:
    return seat * OWN + zone


def piles(pos: Pos, seat: Seat) -> list[Zone]:
    return [of(seat, zone) for zone in PILES if pos.zones[of(seat, zone)]]


def tricks(pos: Pos, seat: Seat) -> tuple[Action, ...]:
    """Return the tricks that a seat can play in a window."""
    goals = [pos.zones[zone][-1] for zone in piles(pos, 1 - seat)]
    return tuple(
        Action("trick", (card,), onto=goal)
        for card in pos.zones[of(seat, SLEEVE)]
        for goal in goals
    )


def begin_phase(table: Field, phase: int) -> None:
    state = table.pos.state
    table.put(Skirmish(state.active, phase, state.rows, state.order))


@value
class Deal(Step):
    """Step: deal the hands, sleeves and piles."""

    def run(self, table: Field, action: Action) -> None:
        for seat in (0, 1):
            deck = of(seat, DECK)
            table.shuffle(deck)
            table.draw(deck, of(seat, HAND), 3)
            table.draw(deck, of(seat, SLEEVE), 2)
            for zone in PILES:
                table.draw(deck, of(seat, zone), 2)
        table.push(Turn(0))


@value
class Turn(Step):
    """Step: push the phases of a turn."""

    seat: Seat

    def run(self, table: Field, action: Action) -> None:
        state = table.pos.state
        table.put(Skirmish(self.seat, 0, state.rows, state.order))
        other = 1 - self.seat
        table.push(
            Window(other, "draw"), Draw(self.seat), Begin(1), Attack(self.seat, ()), Begin(2),
            Arrange(self.seat, None), Begin(3), Recruit(self.seat), Turn(other),
        )  # fmt: skip


@value
class Begin(Step):
    """Step: begin a phase."""

    phase: int

    def run(self, table: Field, action: Action) -> None:
        begin_phase(table, self.phase)


@value
class Window(Step):
    """Step: a seat can react with a trick; `cards`: those of the attack."""

    seat: Seat
    cause: str
    passes: int = 1
    cards: tuple[CardId, ...] = ()  # of an attack
    goals: tuple[CardId, ...] = ()

    def ask(self, pos: Pos) -> Decision | None:
        if not pos.zones[of(self.seat, SLEEVE)]:
            return None
        cards, goals = (
            tuple(card for card in each if pos.zone_of(card) % OWN != DISCARD)
            for each in (self.cards, self.goals)
        )
        off = (cards, goals) != (self.cards, self.goals)
        prompt = "The attack is called off. React?" if off else "React?"
        opener = Opener(pos.state.active, self.cause == ATTACK, off, cards, goals)
        options = (PASS, *tricks(pos, self.seat))
        return Decision(self.seat, prompt, options, PASS, self.cause, opener=opener)

    def run(self, table: Field, action: Action) -> None:
        if action.verb == "trick":
            table.push(Window(1 - self.seat, self.cause, 1, self.cards, self.goals))
            table.move(action.cards[0], of(self.seat, SLEEVE), of(self.seat, DISCARD))
            destroy(table, action.onto)


def destroy(table: Field, card: CardId) -> None:
    """Discard a card face up; a seat without piles has lost."""
    zone = table.pos.zone_of(card)
    seat = zone // OWN
    table.flip(card, True)
    table.move(card, zone, of(seat, DISCARD))
    if not piles(table.pos, seat):
        table.end(*(float(side != seat) for side in (0, 1)))


@value
class Draw(Step):
    """Step: draw a card, or pass."""

    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        deck = of(self.seat, DECK)
        if not pos.zones[deck]:
            return None
        return Decision(self.seat, "Draw a card", (Action("draw", zones=(deck,)), PASS))

    def run(self, table: Field, action: Action) -> None:
        if action.verb == "draw":
            table.draw(action.zones[0], of(self.seat, HAND))


@value
class Attack(Step):
    """Step: attack with one or two piles that have not attacked; `used`: those that have."""

    seat: Seat
    used: tuple[Zone, ...]

    def ask(self, pos: Pos) -> Decision | None:
        fresh = [zone for zone in piles(pos, self.seat) if zone not in self.used]
        goals = piles(pos, 1 - self.seat)
        picks = [(zone,) for zone in fresh] + [
            (one, two) for one in fresh for two in fresh if one < two
        ]
        options = tuple(Action("attack", zones=pick, to=goal) for pick in picks for goal in goals)
        return Decision(self.seat, "Attack", (*options, PASS), PASS) if options else None

    def run(self, table: Field, action: Action) -> None:
        if action.verb != "attack":
            return
        zones = table.pos.zones
        for zone in (*action.zones, action.to):
            table.flip(zones[zone][-1], True)
        cards = tuple(zones[zone][-1] for zone in action.zones)
        after = Attack(self.seat, (*self.used, *action.zones))
        goal = zones[action.to][-1]
        asked = (Window(seat, ATTACK, 1, cards, (goal,)) for seat in (1 - self.seat, self.seat))
        table.push(*asked, Battle(cards, goal, after))


def line(pos: Pos, verb: str, seat: Seat, *goal: CardId) -> Line:
    return Line(verb, seat, named_cards(goal))


@value
class Battle(Step):
    """Step: compare the cards of an attack, and destroy the loser."""

    cards: tuple[CardId, ...]
    goal: CardId
    after: Attack

    def run(self, table: Field, action: Action) -> None:
        pos = table.pos
        table.push(self.after)
        theirs = pos.zone_of(self.goal)
        if theirs % OWN == DISCARD or any(pos.zone_of(c) % OWN == DISCARD for c in self.cards):
            table.tell(line, "called_off", self.after.seat)
            return
        ours = sum(pos.face(card).rank for card in self.cards)
        won = ours >= pos.face(self.goal).rank
        table.tell(line, "felled" if won else "held", self.after.seat, self.goal)
        state = pos.state
        row = (f"Attack {len(state.rows) + 1}", *("1" if (self.after.seat == s) == won else "0"
                                                  for s in (0, 1)))  # fmt: skip
        table.put(Skirmish(state.active, state.phase, (*state.rows, row), state.order))  # type: ignore[arg-type]
        destroy(table, self.goal if won else self.cards[0])


@value
class Arrange(Step):
    """Step: put the top of the deck in order, one card at a time."""

    seat: Seat
    left: bytes | None  # cards that have no place yet; None: at the beginning

    def ask(self, pos: Pos) -> Decision | None:
        deck = of(self.seat, DECK)
        left = pos.zones[deck][-pos.state.order :] if self.left is None else self.left
        if not pos.state.order or len(left) < 2 or (self.left is not None and not left):
            return None
        options = tuple(Action("order", (card,), to=deck) for card in left)
        return Decision(self.seat, "Put your deck in order", (*options, PASS), PASS, order=deck)

    def run(self, table: Field, action: Action) -> None:
        if action.verb != "order":
            return
        deck, card = of(self.seat, DECK), action.cards[0]
        cards = table.pos.zones[deck][-table.pos.state.order :] if self.left is None else self.left
        table.move(card, deck, deck)
        table.push(Arrange(self.seat, cards.replace(bytes((card,)), b"")))


@value
class Recruit(Step):
    """Step: lay a hand card on an own pile, or pass."""

    seat: Seat

    def ask(self, pos: Pos) -> Decision | None:
        goals = [of(self.seat, zone) for zone in PILES]
        options = tuple(
            Action("lay", (card,), to=goal) for card in pos.zones[of(self.seat, HAND)]
            for goal in goals
        )  # fmt: skip
        return Decision(self.seat, "Recruit", (*options, PASS), PASS) if options else None

    def run(self, table: Field, action: Action) -> None:
        if action.verb == "lay":
            table.move(action.cards[0], of(self.seat, HAND), action.to)
            table.push(self)


PASSES: dict[type[Step], str] = {
    Draw: "Draw nothing", Attack: "End the attack", Recruit: "End the turn",
    Window: "Do not react", Arrange: "Leave them like this",
}  # fmt: skip


class Toy(Game[Skirmish]):
    """Skirmish; see the module."""

    id = "skirmish"
    title = "Skirmish"
    tagline = "Three piles a side, a card up the sleeve, and never a quiet moment."
    minutes = (5, 10)
    players = range(2, 3)
    options = Options
    windows = True
    story = Story(
        {
            "draw": Template("{who} drew {cards}."),
            "attack": Template("{who} attacked {to} with {cards}."),
            "called_off": Template("The attack was called off.", waits=True),
            "felled": Template("{cards} fell.", waits=True),
            "held": Template("{cards} stood.", waits=True),
            "trick": Template("{who} played {cards}: {onto} was gone."),
            "order": Template("{who} put a card in order.", many="{who} put {own} deck in order."),
            "lay": Template("{who} laid {cards} on {to}."),
        }
    )

    def layout(self, options: Options, players: int) -> tuple[ZoneSpec, ...]:
        zones: list[ZoneSpec] = []
        for seat in (0, 1):
            zones += [
                ZoneSpec(f"{seat}.hand", (0, 0.1), seat, None, "fan", (0.7, 0), 5, "owner", "Hand"),
                ZoneSpec(
                    f"{seat}.sleeve", (3, 0.1), seat, None, "fan", (0.7, 0), 3, "owner", "Sleeve"
                ),
            ]
            for n in range(3):
                zones.append(
                    ZoneSpec(f"{seat}.pile{n}", (1.4 * n - 1.4, 1.3), seat, sight="owner",
                             title=f"Pile {n + 1}")
                )  # fmt: skip
            zones += [
                ZoneSpec(f"{seat}.deck", (-3.2, 1.3), seat, sight="owner", title="Deck"),
                ZoneSpec(f"{seat}.discard", (3.2, 1.3), seat, sight="all", title="Discard"),
            ]
        return tuple(zones)

    def setup(self, options: Options, players: int) -> Position[Skirmish]:
        second = tuple(replace(face, key=f"{face.key}.2", back="moat") for face in standard())
        box = Box(standard() + second, self.layout(options, players), (0, 1))
        decks = {of(0, DECK): bytes(range(52)), of(1, DECK): bytes(range(52, 104))}
        return Position.new(box, decks, Skirmish(order=options.order), Deal())

    def describe(self, action: Action, view: View) -> str:
        if action == PASS:
            return PASSES[type(view.position.steps[0])]
        names = view.position.box.zones
        face = view.face(action.cards[0]) if action.cards else None
        card = face.key if face else "a card"
        if action.verb == "attack":
            ours = " and ".join(names[zone].title for zone in action.zones)
            return f"Attack {names[action.to].title} with {ours}"
        if action.verb == "trick":
            return f"Play {card} from the sleeve"
        return {"draw": "Draw", "order": f"Put {card} on top", "lay": f"Lay {card}"}[action.verb]

    def refusal(self, view: View, action: Action) -> Refusal | None:
        if view.decision is not None and view.decision.allows(action):
            return None
        return Refusal("SK1", "That is not what is asked now.")

    def facts(self, pos: Position[Any]) -> tuple[Fact, ...]:
        return tuple(Fact(seat, "Piles", str(len(piles(pos, seat)))) for seat in (0, 1))

    def phases(self, pos: Position[Any]) -> tuple[Phase, ...]:
        now = pos.state.phase
        says = (
            "Draw the top card of your deck.", "Attack with fresh piles, alone or in twos.",
            "Put the top of your deck in any order.", "Lay hand cards on your piles.",
        )  # fmt: skip
        states = ["past" if n < now else "now" if n == now else "ahead" for n in range(4)]
        if now == 2:
            states[3] = "free"
        return tuple(
            Phase(title, state, text)  # type: ignore[arg-type]
            for title, state, text in zip(PHASES, states, says, strict=True)
        )

    def sheet(self, pos: Position[Any]) -> Sheet | None:
        return Sheet(("Attack", "South", "North"), pos.state.rows)

    def outcome(self, pos: Position[Any]) -> tuple[str, ...]:
        return ("One side has no piles left.",)
