"""Practice range: a table of targets, as a game for one player that can go on without end.

Verdicts are those of Card Barrage (CB20 to CB23). After every throw the next card is in the hand.
When it is thrown, pushed cards return to their places and the last thrown card is taken away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from typing import Any, Literal

from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE, CardId, Field, Pose, Surface, Zone, ZoneSpec, value
from castlecards.core.game import Fact, Game, Refusal, ScoredThrow, option, surface_option
from castlecards.core.landing import (
    CONTACT,
    FIXED,
    FOULS,
    METHOD_TITLES,
    METHODS,
    TABLE,
    TOO_SLOW,
    Landing,
    Limits,
    Release,
    Throw,
)
from castlecards.core.log_lines import Line, named_cards
from castlecards.core.position import Box, Position, Step
from castlecards.core.sentence_templates import FOUGHT, SILENT, Story, Template
from castlecards.core.table import Table
from castlecards.core.view import View
from castlecards.games.card_barrage.first_touch import feedback
from castlecards.games.card_barrage.geometry import NORTHWARD, SOUTHWARD, Measures
from castlecards.games.card_barrage.scoring import Verdict, headline, judge, pose_of, push_cards
from castlecards.games.decks import TechDeck
from castlecards.texts import counted, ntr, tr

HAND, STOCK, GONE, THROWN = 0, 1, 2, 3
SPOTS = 4  # first zone of a target
SEATS = 2  # the table is measured as for a duel
CORNERS = 4  # corner signs of a card (TD4)
RINGS = (20, 50, 90)  # mm, radii
RING_POINTS = (10, 6, 3)  # points by ring; the first ring is a perfect hit
LADDER_Y = (0, 90, 180, -70, 45, 130, -40)  # mm beyond the marked place, throw by throw
LADDER_X = (0, -60, 70, 40, -90, 110, -20)  # mm to the right of it, throw by throw
BARE = "bare"  # an empty table, which no menu offers
Kind = Literal["wall", "castle", "own", "ring"]
TITLES: dict[Kind, str] = {
    "wall": tr("Wall {n}"), "castle": tr("Castle"), "own": tr("Own card"), "ring": tr("Rings"),
}  # fmt: skip
FORTIFICATIONS: dict[Kind, Literal["", "bastion", "yard"]] = {
    "wall": "bastion",
    "castle": "yard",
    "ring": "",
}


@dataclass(frozen=True)
class Spot:
    """One item on the table: a wall or castle as target, an own card in the way, or rings.

    `x` mm to the right of the middle, `y` mm forward of it, `angle` degrees anticlockwise.
    """

    kind: Kind
    x: int
    y: int
    angle: int = 0

    def __post_init__(self) -> None:
        if not (-900 <= self.x <= 900 and -500 <= self.y <= 500):
            raise ValueError("x, y: a place on the table, -900 to 900 and -500 to 500 mm")
        if not -180 <= self.angle <= 180:
            raise ValueError("angle: -180 to 180 degrees")


@dataclass(frozen=True)
class Options:
    """Options of the practice range."""

    layout: str = option(
        "duel",
        tr("Targets"),
        tr("What you throw at."),
        choices=(
            ("duel", tr("Two castles")), ("one", tr("One wall")), ("row", tr("A row of walls")),
            ("ladder", tr("A moving wall")), ("rings", tr("Rings on an empty table")),
        ),
        about=(
            tr("Both castles and their walls, as in Card Barrage."),
            tr("A single wall, straight ahead."),
            tr("Five walls side by side, and nothing else."),
            tr("One wall that moves after every throw."),
            tr("No cards to hit: stop as close to the middle as you can."),
        ),
    )  # fmt: skip
    strict_fouls: bool = option(
        False, tr("Strict fouls"), tr("A throw that breaks the rules counts as a miss.")
    )
    wind: int = option(
        0,
        tr("Wind"),
        tr("Wind across the table."),
        choices=((0, tr("None")), (300, tr("Light, from the left")),
                 (600, tr("Fresh, from the left")), (1200, tr("Strong, from the left")),
                 (-300, tr("Light, from the right")), (-600, tr("Fresh, from the right")),
                 (-1200, tr("Strong, from the right"))),
    )  # fmt: skip
    surface: Surface = surface_option()  # noqa: RUF009 (a field, as by option)
    gust: int = 0  # mm/s against the thrower; negative: wind from behind
    spots: tuple[Spot, ...] = ()  # replace the lay-out
    cards: int = 0  # number of throws; 0: no end
    falls: bool = False  # True: a wall that is hit is taken away

    def __post_init__(self) -> None:
        if not 0 <= self.cards <= 200:
            raise ValueError("cards: 0 to 200")
        if len(self.spots) > 24:
            raise ValueError("spots: at most 24")
        if not (abs(self.wind) <= 2000 and abs(self.gust) <= 2000):
            raise ValueError("wind, gust: -2000 to 2000 mm/s")
        for kinds, most in ((("castle",), 2), (("wall", "own"), 22)):
            if sum(spot.kind in kinds for spot in self.spots) > most:
                raise ValueError(f"spots: at most {most} of {' and '.join(kinds)}")


@value
class Ground:
    """Fixed facts of a range; `targets` and `wall_mask` are by side, as `judge` needs them."""

    spots: tuple[Spot, ...]
    marks: tuple[Pose, ...]  # of the spots
    field: Field
    start: Pose
    gate: tuple[int, int, int]
    strict: bool
    cards: int
    falls: bool
    ladder: bool
    targets: tuple[tuple[Zone, ...], tuple[Zone, ...]]
    wall_mask: tuple[int, int]

    @property
    def has_rings(self) -> bool:
        return any(spot.kind == "ring" for spot in self.spots)


@value
class RangeState:
    """State of a range: counts of the throws so far."""

    ground: Ground
    throws: int = 0
    hits: int = 0  # throws that hit
    perfect: int = 0  # throws that hit something perfectly
    doubles: int = 0  # throws that hit more than one card
    castles: int = 0  # throws that hit a castle
    fouls: int = 0
    row: int = 0  # hits in a row up to now
    best: int = 0  # most hits in a row
    points: int = 0  # of the rings
    methods: tuple[int, ...] = (0, 0, 0)  # hits by method
    falls: int = 0  # walls taken away
    corners: int = 0  # corner signs covered, summed over throws, of the best covered wall (CB23)


Pos = Position[RangeState]
RangeTable = Table[RangeState]
TIDY = Action("tidy")
FOUL_TEXTS = {
    "gate": tr("Foul: the card missed the gate"),
    "line": tr("Foul: you let go too late"),
    "backward": tr("Foul: thrown backwards"),
    "slow": tr("Foul: dropped, not thrown"),
}
FOUL_REFUSALS = {  # CB18, CB19, where no castle stands
    "gate": Refusal("", tr("Flick the card through the gate, and let go before the red line.")),
    "line": Refusal("", tr("Too late: let go of the card before the red line.")),
    "backward": Refusal("", tr("That went backwards: flick the card forward through the gate.")),
    "slow": Refusal("", TOO_SLOW),
}


def preset(name: str, layout: Measures) -> tuple[Spot, ...]:
    """Spots of a lay-out. Raises ValueError for an unknown name."""
    walls = [layout.wall(SEATS, 1, 0, n) for n in range(5)]
    castle = layout.castle(SEATS, 1, 0)
    method_hits = [layout.wall(SEATS, 0, 0, n) for n in range(5)] + [layout.castle(SEATS, 0, 0)]
    row = [Spot("wall", pose.x // 10, pose.y // 10, 180) for pose in walls]
    middle = row[2]
    if name == "duel":
        mine = [Spot("own", p.x // 10, p.y // 10, 90 * (p.angle != NORTHWARD)) for p in method_hits]
        return (*row, Spot("castle", castle.x // 10, castle.y // 10, -90), *mine)
    if name == "row":
        return tuple(row)
    if name in ("one", "ladder"):
        return (middle,)
    if name == "rings":
        return (Spot("ring", middle.x, middle.y),)
    if name == BARE:
        return ()
    raise ValueError(f"no lay-out {name!r}")


@lru_cache(maxsize=64)
def ground(options: Options, layout: Measures) -> Ground:
    """Fixed facts of a range with these options. Raises ValueError for an unknown lay-out."""
    spots = options.spots or preset(options.layout, layout)
    marks = tuple(_pose(spot) for spot in spots)
    zones = list(zip(range(SPOTS, SPOTS + len(spots)), spots, strict=True))
    theirs = tuple(zone for zone, spot in zones if spot.kind in ("wall", "castle"))
    ours = tuple(zone for zone, spot in zones if spot.kind == "own")
    walls = sum(1 << zone for zone, spot in zones if spot.kind == "wall")
    field = replace(layout.field(SEATS, options.surface), wind=(options.wind, -options.gust))
    return Ground(
        spots, marks, field, layout.start(SEATS, 0, 0), layout.gate(SEATS, 0, 0),
        options.strict_fouls, options.cards, options.falls,
        not options.spots and options.layout == "ladder", (ours, theirs), (0, walls),
    )  # fmt: skip


def _drawn_kind(spot: Spot) -> Kind:
    """Kind that a spot is drawn as: an own card is a castle if it lies crosswise, else a wall."""
    return ("castle" if abs(spot.angle) == 90 else "wall") if spot.kind == "own" else spot.kind


def _pose(spot: Spot) -> Pose:
    angle = {180: SOUTHWARD, 90: 1571, -90: -1570}.get(spot.angle, round(spot.angle * 17.4533))
    return Pose(10 * spot.x, 10 * spot.y, angle)


# -- play ---------------------------------------------------------------------------------------


@value
class Lay(Step):
    """Step of the set-up: targets on their places, the first card in the hand."""

    def run(self, table: RangeTable, action: Action) -> None:
        for zone in range(SPOTS, len(table.pos.zones)):
            for card in table.pos.zones[zone]:
                table.flip(card, True)
        reset_targets(table)
        table.draw(STOCK, HAND)
        table.push(Ready())


def reset_targets(table: RangeTable) -> None:
    """Reset the table for the next throw; the last card goes back under the stock."""
    pos = table.pos
    for card in pos.zones[THROWN]:
        table.flip(card, False)
        table.tuck(card, THROWN, STOCK)
    state, poses = pos.state, pos.poses
    assert poses is not None
    turn = (state.throws + state.fouls) % len(LADDER_Y) if state.ground.ladder else 0
    for n, mark in enumerate(state.ground.marks):
        at = Pose(mark.x + 10 * LADDER_X[turn], mark.y + 10 * LADDER_Y[turn], mark.angle)
        for card in pos.zones[SPOTS + n]:
            if poses[card] != at:
                table.place(card, at)


@value
class Ready(Step):
    """Step that asks for the next throw."""

    def ask(self, pos: Pos) -> Decision | None:
        ground, hand = pos.state.ground, pos.zones[HAND]
        if not hand:
            return None
        aim = Limits(hand, ground.start, ground.gate, ground.field, ground.strict)
        return Decision(0, tr("Throw the card"), (TIDY,), TIDY, "", aim)

    def run(self, table: RangeTable, action: Action) -> None:
        pos = table.pos
        state = pos.state
        if action.verb == "pass":  # no card left
            share = float(state.hits > 0)
            table.end(share, 1.0 - share)
            return
        reset_targets(table)
        if action.verb == "tidy":
            table.push(self)
            return
        card = action.cards[0]
        if action.verb == "toss":
            ground = state.ground
            table.move(card, HAND, THROWN)
            table.flip(card, True)
            throw = Throw(card, ground.start, Release(*action.args), ground.field)
            table.push(Fly(throw), self)
            return
        table.tuck(card, HAND, STOCK)
        table.tell(verdict_line, FOUL_TEXTS[FOULS[action.args[0]]], card)
        table.put(_with_counts(state, fouls=state.fouls + 1, row=0))
        next_card(table)
        table.push(self)


@value
class Fly(Step):
    """Step that asks NATURE where a thrown card comes to rest."""

    throw: Throw

    def ask(self, pos: Pos) -> Decision | None:
        throw = self.throw
        short = Landing(throw.card, Pose(throw.start.x, 0, 0), True, False, TABLE).action()
        return Decision(NATURE, tr("Flying …"), (), short, "", throw)

    def run(self, table: RangeTable, action: Action) -> None:
        pos, args, card = table.pos, action.args, self.throw.card
        push_cards(table, args)
        rest = pose_of(args[:4])
        table.place(card, rest)
        if not args[4] & 1:
            table.flip(card, False)
        verdict = judge(pos, 0, action)
        points = ring_points(pos.state.ground, rest)
        words = points_text(points) or feedback(pos, 0, self.throw, action, verdict)
        hits = [pos.zones[zone][0] for zone in verdict.hits]
        table.tell(verdict_line, words, card, *hits)
        count(table, verdict, points, self.throw.release.method, corners(pos, verdict, args))
        next_card(table)


def verdict_line(pos: Pos, words: str, *cards: CardId) -> Line:
    """Log line with the verdict on a throw, the thrown card and the cards that it hit."""
    return Line("verdict", NATURE, named_cards(cards), words=(words,))


STORY = Story(
    {
        "verdict": Template("{word}", rank=FOUGHT, waits=True),
        **dict.fromkeys(("toss", "tidy", "foul", "pass"), SILENT),
    }
)


def points_text(points: int) -> str:
    """Feedback to the thrower on rings: `6 points!`; "" without points."""
    return ntr(points, "{n} point!", "{n} points!") if points else ""


def ring_points(ground: Ground, rest: Pose) -> int:
    """Points of a card that comes to rest at `rest`; 0 outside all rings."""
    for spot, mark in zip(ground.spots, ground.marks, strict=True):
        if spot.kind == "ring":
            off = hypot(rest.x - mark.x, rest.y - mark.y) / 10
            for radius, points in zip(RINGS, RING_POINTS, strict=True):
                if off <= radius:
                    return points
    return 0


def corners(pos: Pos, verdict: Verdict, args: tuple[int, ...]) -> int:
    """Most corner signs of one wall that a landing covers, among the walls that it hits."""
    ground = pos.state.ground
    walls = {pos.zones[zone][0] for zone in verdict.hits if ground.wall_mask[1] >> zone & 1}
    contacts = (args[at : at + CONTACT] for at in range(FIXED, FIXED + CONTACT * args[6], CONTACT))
    covered = [bits.bit_count() for card, _, bits in contacts if card in walls]
    return max(covered, default=0)


def count(table: RangeTable, verdict: Verdict, points: int, method: int, corners: int) -> None:
    """Add a throw to the counts; takes away the walls that fall."""
    state = table.pos.state
    hit = bool(verdict.hits) or points > 0
    perfect = bool(verdict.perfect) or points == RING_POINTS[0]
    by = state.methods
    fallen = 0
    for zone in verdict.hits:
        spot = state.ground.spots[zone - SPOTS]
        if state.ground.falls and spot.kind == "wall":
            table.move(table.pos.zones[zone][0], zone, GONE)
            fallen += 1
    castle = any(state.ground.spots[zone - SPOTS].kind == "castle" for zone in verdict.hits)
    table.put(
        _with_counts(
            state,
            throws=state.throws + 1,
            hits=state.hits + hit,
            perfect=state.perfect + perfect,
            doubles=state.doubles + (len(verdict.hits) > 1),
            castles=state.castles + castle,
            row=state.row + 1 if hit else 0,
            best=max(state.best, state.row + 1 if hit else 0),
            points=state.points + points,
            methods=tuple(n + (hit and m == method) for m, n in enumerate(by)),
            falls=state.falls + fallen,
            corners=state.corners + corners,
        )
    )


def _with_counts(state: RangeState, **new: Any) -> RangeState:
    names = (
        "ground", "throws", "hits", "perfect", "doubles", "castles", "fouls", "row", "best",
        "points", "methods", "falls", "corners",
    )  # fmt: skip
    return RangeState(**{name: new.get(name, getattr(state, name)) for name in names})


def next_card(table: RangeTable) -> None:
    """Draw the next card, unless all are thrown or all targets are taken away."""
    pos = table.pos
    state, ground = pos.state, pos.state.ground
    left = not ground.cards or state.throws + state.fouls < ground.cards
    bare = state.falls > 0 and not any(pos.zones[zone] for zone in ground.targets[1])
    if left and (ground.has_rings or not bare):
        table.draw(STOCK, HAND)


# -- the game -----------------------------------------------------------------------------------


class Range(Game[RangeState]):
    """Practice range as a game, with the deck and the table measures of Card Barrage."""

    id = "range"
    title = tr("Practice range")
    tagline = tr("Throw card after card, and see what you hit.")
    minutes = (1, 30)
    players = range(1, 2)
    options = Options
    listed = False
    story = STORY

    def __init__(self, deck: TechDeck, layout: Measures) -> None:
        self.deck = deck
        self.measures = layout

    def owners(self, options: Options, players: int) -> tuple[int, ...]:
        return (0, -1)

    def layout(self, options: Options, players: int) -> tuple[ZoneSpec, ...]:
        fixed = ground(options, self.measures)
        zones = [
            ZoneSpec("0.hand", (0, 0.1), 0, None, "fan", (0.7, 0.0), 5, "owner", tr("Your card")),
            ZoneSpec("stock", side=0, title=tr("Cards"), hidden=True),
            ZoneSpec("gone", side=1, sight="all", title=tr("Walls taken down"), hidden=True),
            ZoneSpec("field", shape="loose", sight="all", title=tr("Thrown card")),
        ]
        for n, (spot, mark) in enumerate(zip(fixed.spots, fixed.marks, strict=True), 1):
            owner = 0 if spot.kind == "own" else 1
            rings = RINGS if spot.kind == "ring" else ()
            title = TITLES[spot.kind].format(n=n)
            zones.append(
                ZoneSpec(
                    f"spot{n}", owner=owner, shape="loose", sight="all", title=title,
                    mark=None if fixed.ladder else mark, rings=rings,
                    fortification=FORTIFICATIONS[_drawn_kind(spot)],
                )
            )  # fmt: skip
        return tuple(zones)

    def setup(self, options: Options, players: int) -> Position[RangeState]:
        fixed = ground(options, self.measures)
        faces = self.deck.faces(1)
        wild = [card for card, face in enumerate(faces) if not face.rank]
        rest = [card for card, face in enumerate(faces) if face.rank]
        zones: dict[Zone, bytes] = {}
        for n, spot in enumerate(fixed.spots):
            if spot.kind != "ring":
                pool = wild if spot.kind == "castle" and wild else rest
                zones[SPOTS + n] = bytes((pool.pop(0),))
        zones[STOCK] = bytes(sorted((*wild, *rest), reverse=True))
        box = Box(faces, self.layout(options, players), (0, 1), fixed.field)
        return Position.new(box, zones, RangeState(fixed), Lay())

    def scored_throw(self, pos: Position[Any], landing: Action) -> ScoredThrow:
        fixed, zones = pos.state.ground, pos.zones
        verdict = judge(pos, 0, landing)
        rings = 0 if verdict.hits else ring_points(fixed, pose_of(landing.args[:4]))
        if rings:
            shout = tr("Perfect") if rings == RING_POINTS[0] else ""
            return ScoredThrow(counted(rings, "point"), shout, total=1)
        castle = any(fixed.spots[zone - SPOTS].kind == "castle" for zone in verdict.hits)
        hits = tuple(zones[zone][0] for zone in verdict.hits)
        perfect = tuple(zones[z][0] for z in verdict.hits if verdict.perfect >> z & 1)
        return ScoredThrow(verdict.word, headline(verdict, castle, False), hits, (), perfect, 1)

    def describe(self, action: Action, view: View) -> str:
        if action.verb == "tidy":
            return tr("Remove the card")
        if action.verb == "toss":
            return tr("Throw: {method}", method=METHOD_TITLES[METHODS[action.args[0]]])
        return tr("A foul")

    def why_not(self, view: View, action: Action) -> Refusal:
        if action.verb == "foul":
            return FOUL_REFUSALS[FOULS[action.args[0]]]
        return Refusal("", tr("You can only throw cards here: flick one through the gate."))

    def facts(self, pos: Position[Any]) -> tuple[Fact, ...]:
        state: RangeState = pos.state
        ground = state.ground
        found = [Fact(0, tr("Throws"), str(state.throws)), Fact(0, tr("Hits"), str(state.hits))]
        if ground.has_rings:
            found.append(Fact(0, tr("Points"), str(state.points)))
        if state.perfect:
            found.append(Fact(0, tr("Perfect hits"), str(state.perfect)))
        row = tr("{n} (best {best})", n=state.row, best=state.best)
        found.append(Fact(0, tr("Streak"), row))
        if state.fouls:
            found.append(Fact(0, tr("Fouls"), str(state.fouls)))
        if ground.cards:
            left = ground.cards - state.throws - state.fouls
            found.append(Fact(0, tr("Cards left"), str(left)))
        return tuple(found)

    def tallies(self, pos: Position[Any], seat: int) -> Mapping[str, int]:
        state: RangeState = pos.state
        walls = sum(spot.kind == "wall" for spot in state.ground.spots)
        method_hits = dict(
            zip((f"{method}_hits" for method in METHODS), state.methods, strict=True)
        )
        return {
            "throws": state.throws + state.fouls, "hits": state.hits, "perfect": state.perfect,
            "doubles": state.doubles, "castles": state.castles, "fouls": state.fouls,
            "row": state.best, "points": state.points, "fallen": state.falls,
            "standing": walls - state.falls, "corners": state.corners,
            "open_corners": CORNERS * state.throws - state.corners, **method_hits,
        }  # fmt: skip

    def outcome(self, pos: Position[Any]) -> tuple[str, ...]:
        state: RangeState = pos.state
        thrown = state.throws + state.fouls
        return (tr("No cards left: {n} of {all} hit.", n=state.hits, all=thrown),)
