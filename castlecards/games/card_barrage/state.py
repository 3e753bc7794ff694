"""State of Card Barrage: zones, and helpers that keep walls and castles in their places.

A `Ground` holds all that never changes during a match; positions share it, and options are looked
up by its zones and by the mask of walls that stand.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from castlecards.core.action import Action, Decision
from castlecards.core.cards import (
    NATURE,
    SIDES,
    CardId,
    Pose,
    Seat,
    Surface,
    Value,
    Zone,
    ZoneSpec,
    value,
)
from castlecards.core.keyed_value import KeyedValue
from castlecards.core.log_lines import cards_line
from castlecards.core.position import Position, Step
from castlecards.core.proof import Proofs, settle
from castlecards.core.table import Table
from castlecards.games.card_barrage.geometry import WALLS, Measures
from castlecards.games.card_barrage.overlaps import REACH, overlap
from castlecards.games.card_barrage.story import wall_line
from castlecards.games.decks import DOMAINS, VALUES, WILD_CARDS
from castlecards.games.tech_effects import by_card
from castlecards.games.tech_effects.story import draw_line
from castlecards.texts import tr

AUTOMATON: Seat = 1  # CB36: the seat that nobody plays in a solo game


class Ground(KeyedValue):
    """Fixed facts of a match: zones, marked places, what faces are worth, whose turn follows.

    Seats are numbered in the order of play when South begins: even ones South, odd ones North.
    """

    __slots__ = (
        "aside", "automaton", "castles", "discards", "does", "draws", "expelled", "field", "gates",
        "hands", "layout", "loose", "marks", "opponents_of", "orders", "owner", "ranks", "rows",
        "scores", "seats", "starts", "strict", "suits", "targets", "thrown", "wall_mask", "walls",
        "worth",
    )  # fmt: skip

    def __init__(
        self,
        layout: Measures,
        does: tuple[str, ...],
        seats: int,
        decks: int,
        solo: bool,
        strict: bool,
        surface: Surface = "felt",
    ) -> None:
        super().__init__(ground, layout, does, seats, decks, solo, strict, surface)
        self.layout = layout
        self.does = does
        self.seats = seats
        self.automaton = AUTOMATON if solo else -1
        self.strict = strict
        self._number_zones()
        own = range(seats)
        self.marks: tuple[Pose | None, ...] = self._poses()
        self.field = layout.field(seats, surface)
        self.starts = tuple(layout.start(seats, seat % 2, seat // 2) for seat in own)
        self.gates = tuple(layout.gate(seats, seat % 2, seat // 2) for seat in own)
        values = bytes(VALUES)
        self.ranks = (values * len(DOMAINS) + bytes(WILD_CARDS)) * decks
        domains = b"".join(bytes((n + 1,)) * len(values) for n in range(len(DOMAINS)))
        self.suits = (domains + bytes(WILD_CARDS)) * decks
        pairs = zip(self.ranks, self.suits, strict=True)
        self.worth = bytes([16 * rank + suit for rank, suit in pairs])  # to compare, CB36
        # CB7: A1 B1 A2 B2 or B1 A1 B2 A2, by who begins
        self.orders = tuple(
            tuple(place * 2 + (turn + first) % 2 for place in range(seats // 2) for turn in (0, 1))
            for first in (0, 1)
        )
        self.opponents_of = tuple(
            tuple(self._after(order, seat) for seat in own) for order in self.orders
        )

    def _after(self, order: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
        """Seats of the other side in turn order after a seat."""
        turn = order.index(seat)
        return tuple(each for each in order[turn:] + order[:turn] if each % 2 != seat % 2)

    def _number_zones(self) -> None:
        seats, row = self.seats, WALLS[self.seats]
        size, own = 2 + row, range(seats)
        self.hands: tuple[Zone, ...] = tuple(seat * size for seat in own)
        self.castles: tuple[Zone, ...] = tuple(seat * size + 1 for seat in own)
        self.walls = tuple(tuple(range(seat * size + 2, (seat + 1) * size)) for seat in own)
        piles = seats * size
        self.draws = tuple(piles + seat % 2 * 3 for seat in own)
        self.discards = tuple(piles + seat % 2 * 3 + 1 for seat in own)
        self.scores = (piles + 2, piles + 5)  # by team
        self.thrown, self.expelled, self.aside = piles + 6, piles + 7, piles + 8
        self.owner = tuple(zone // size for zone in range(piles))
        self.rows = tuple(sum(1 << zone for zone in walls) for walls in self.walls)  # by seat
        self.wall_mask = tuple(sum(self.rows[team::2]) for team in (0, 1))
        self.targets = tuple(
            tuple(zone for walls in self.walls[team::2] for zone in walls) + self.castles[team::2]
            for team in (0, 1)
        )

        self.loose = self.targets[0] + self.targets[1]

    def _poses(self) -> tuple[Pose | None, ...]:
        marks: list[Pose | None] = []
        for seat in range(self.seats):
            at = self.seats, seat % 2, seat // 2
            marks += [None, self.layout.castle(*at)]
            marks += [self.layout.wall(*at, location) for location in range(WALLS[self.seats])]
        return tuple(marks)

    def mark(self, zone: Zone) -> Pose:
        """Marked place of a wall location or castle."""
        pose = self.marks[zone]
        assert pose is not None
        return pose

    # -- what the effects ask (tech_effects.Ground) ---------------------------------------------

    def draw(self, table: BarrageTable, seat: Seat, count: int) -> int:  # CB12
        deck, hand = self.draws[seat], self.hands[seat]
        zones = table.pos.zones
        for drawn in range(count):
            if not zones[deck] and not self.refill(table, seat):
                count = drawn
                break
            table.move(zones[deck][-1], deck, hand)
        if count:
            table.tell(draw_line, seat, count, hand)
        return count

    def refill(self, table: BarrageTable, seat: Seat) -> bool:
        deck, pile = self.draws[seat], self.discards[seat]
        cards = table.pos.zones[pile]
        if not cards:
            return False
        settle(table, cards)
        for card in cards:
            table.move(card, pile, deck)
        table.shuffle(deck)
        table.tell(cards_line, "reshuffled", seat)
        return True

    def opponents(self, pos: Pos, seat: Seat) -> tuple[Seat, ...]:  # CB37: not the automaton
        opponents = self.opponents_of[pos.state.first][seat]
        return tuple(each for each in opponents if each != self.automaton)

    def vulnerable_opponents(self, pos: Pos, seat: Seat) -> tuple[Seat, ...]:
        return self.opponents(pos, seat)

    def neutrals(self, pos: Pos) -> tuple[Zone, ...]:  # CB29: there are none
        return ()

    def own_cards(self, pos: Pos, seat: Seat) -> tuple[Zone, ...]:
        return filled_places(self.walls[seat], pos)

    def foreign_cards(self, pos: Pos, seat: Seat) -> tuple[Zone, ...]:
        return tuple(
            zone for walls in self.walls[1 - seat % 2 :: 2] for zone in filled_places(walls, pos)
        )

    def exchange(self, table: BarrageTable, seat: Seat, card: CardId, place: Zone) -> None:
        upgrade(table, seat, card, place)
        table.tell(wall_line, "upgrade", seat, card, place)

    def expel(self, table: BarrageTable, place: Zone) -> None:  # CB29, CB30
        card = table.pos.zones[place][0]
        table.move(card, place, self.expelled)
        table.tell(cards_line, "expelled", NATURE, card)
        settle_cards(table)


@lru_cache(maxsize=64)
def ground(
    layout: Measures,
    does: tuple[str, ...],
    seats: int,
    decks: int,
    solo: bool,
    strict: bool,
    surface: Surface = "felt",
) -> Ground:
    """Ground of a match; cached, so that equal arguments give the same object, also after
    unpickling."""
    return Ground(layout, does, seats, decks, solo, strict, surface)


@value
class Barrage(Value):
    """State of a match besides its cards."""

    ground: Ground
    first: int = 0  # the team that bears the marker (CB7)
    turn: int = 0  # turns taken
    stormed: int = 0  # bit mask of the teams that hit a castle without walls (CB32)
    proofs: Proofs = ()  # what play has proved about hands


Pos = Position[Barrage]
BarrageTable = Table[Barrage]


def mover(state: Barrage) -> Seat:
    """Seat whose turn it is (CB7)."""
    ground = state.ground
    return ground.orders[state.first][state.turn % ground.seats]


def filled_places(walls: tuple[Zone, ...], pos: Pos) -> tuple[Zone, ...]:
    filled = pos.filled
    return tuple([zone for zone in walls if filled >> zone & 1])


# -- loose cards --------------------------------------------------------------------------------


def resting_pose(pos: Pos, card: CardId, at: Pose) -> Pose:
    """CB24: resting pose of a card put there, above the cards that overlap it."""
    zones, poses = pos.zones, pos.poses
    assert poses is not None
    level, x = 0, at.x
    for zone in pos.state.ground.loose:
        if (cards := zones[zone]) and cards[0] != card:
            pose = poses[cards[0]]
            if pose is None or not -REACH < pose.x - x < REACH:  # most are far away
                continue
            if pose.level >= level and overlap(pose, at):
                level = pose.level + 1
    return at if level == at.level else at.with_(level=level)


def place_on_top(table: BarrageTable, card: CardId, at: Pose) -> None:
    """Place a card at a pose, above the cards that it overlaps there (CB24)."""
    table.place(card, resting_pose(table.pos, card, at))


def settle_cards(table: BarrageTable) -> None:
    """Lower the levels of cards after a card below them is taken away."""
    pos = table.pos
    zones, poses = pos.zones, pos.poses
    assert poses is not None
    lying: list[tuple[int, CardId, Pose]] = []
    highest = 0
    for zone in pos.state.ground.loose:
        if (cards := zones[zone]) and (pose := poses[cards[0]]) is not None:
            lying.append((pose.level, cards[0], pose))
            highest |= pose.level
    if not highest:
        return
    lying.sort(key=lambda entry: entry[:2])
    below: list[Pose] = []
    for height, card, pose in lying:
        level = 0
        for other in below if height else ():
            if other.level >= level and overlap(other, pose):
                level = other.level + 1
        settled = pose
        if level != height:
            settled = pose.with_(level=level)
            table.place(card, settled)
        below.append(settled)


def build(table: BarrageTable, card: CardId, hand: Zone, place: Zone) -> None:
    """Lay a card face up on the marked place of a location."""
    table.move(card, hand, place)
    table.flip(card, True)
    place_on_top(table, card, table.pos.state.ground.mark(place))


def upgrade(table: BarrageTable, seat: Seat, card: CardId, place: Zone) -> None:  # CB14, CB29
    """Swap a wall with a hand card; if its place matters, the player chooses it."""
    pos = table.pos
    ground = pos.state.ground
    hand, old = ground.hands[seat], pos.zones[place][0]
    assert pos.poses is not None
    pose, mark = pos.poses[old], ground.mark(place)
    assert pose is not None
    table.move(old, place, hand)
    table.flip(old, False)
    table.move(card, hand, place)
    table.flip(card, True)
    table.place(card, pose)
    if pose != resting_pose(pos, card, mark):
        table.push(WallPlaceChoice(seat, place))


STRAIGHTEN, STAY = Action("straighten"), Action("stay")


@value
class WallPlaceChoice(Step):  # CB14
    """Choice of the new wall's place: where the old one lay, or the marked place."""

    seat: Seat
    place: Zone

    def ask(self, pos: Pos) -> Decision | None:
        prompt = tr("Straighten the new wall, or keep the old place?")
        return Decision(self.seat, prompt, (STRAIGHTEN, STAY), STRAIGHTEN)

    def run(self, table: BarrageTable, action: Action) -> None:
        cards = table.pos.zones[self.place]
        if action.verb == "straighten" and cards:
            place_on_top(table, cards[0], table.pos.state.ground.mark(self.place))
            settle_cards(table)


# -- options: made once, looked up in play ------------------------------------------------------

FRESH, UPGRADED, BUILT = range(3)  # progress of a turn


@cache
def wall_actions(
    walls: tuple[Zone, ...], filled: int, stage: int
) -> tuple[tuple[Action, ...], ...]:
    """By card: building with it and upgrading with it; `filled` is a mask of zones."""
    places: list[tuple[Action, ...]] = []
    for zone in walls:
        stands = filled >> zone & 1
        if stands and stage != UPGRADED:
            places.append(by_card("upgrade", zone))
        elif not stands and stage == FRESH:
            places.append(by_card("build", zone))
    return tuple(zip(*places, strict=True)) if places else ((),) * 256


# -- the zones as the screen sees them ----------------------------------------------------------


def seat_title(seat: Seat, seats: int) -> str:
    """Name of a seat: `North`, or `North 2` where a team has several seats."""
    side, place = SIDES[seat % 2], seat // 2
    return tr("{side} {place}", side=side, place=place + 1) if seats > 2 else side


def specs(ground: Ground) -> tuple[ZoneSpec, ...]:
    """Zones in the order of their numbers in the ground."""
    zones: list[ZoneSpec] = []
    for seat in range(ground.seats):
        place, name = seat // 2, seat_title(seat, ground.seats)
        x = 6.0 * (place - (ground.seats // 2 - 1) / 2)
        zones.append(
            ZoneSpec(
                f"{seat}.hand", (x, 0.1), seat, None, "fan", (0.7, 0.0), 5, "owner",
                tr("{side}’s hand", side=name),
            )
        )  # fmt: skip
        castle = _loose(f"{seat}.castle", tr("{side}’s castle", side=name), ground, seat, 1, "yard")
        zones.append(castle)
        for n in range(len(ground.walls[seat])):
            title = tr("{side}’s wall {n}", side=name, n=n + 1)
            zones.append(_loose(f"{seat}.wall{n}", title, ground, seat, n + 2, "bastion"))
    for side, team in enumerate(SIDES):
        letter = "AB"[side]
        zones += [
            ZoneSpec(
                f"{letter}.draw", (7.0, 0.1), None, side, title=tr("{side}’s draw deck", side=team)
            ),
            ZoneSpec(
                f"{letter}.discard", (8.2, 0.1), None, side, sight="all",
                title=tr("{side}’s discard pile", side=team),
            ),
            ZoneSpec(
                f"{letter}.score", (-7.0, 0.1), None, side, sight="all",
                title=tr("{side}’s score pile", side=team),
            ),
        ]  # fmt: skip
    zones.append(ZoneSpec("field", shape="loose", sight="all", title=tr("Thrown card")))
    zones.append(ZoneSpec("expelled", (8.2, 0.0), sight="all", title=tr("Expelled cards")))
    zones.append(ZoneSpec("aside", (-8.2, 0.0), sight="all", title=tr("Cards set aside")))
    return tuple(zones)


def _loose(
    name: str,
    title: str,
    ground: Ground,
    seat: Seat,
    offset: int,
    fortification: Literal["bastion", "yard"],
) -> ZoneSpec:
    mark = ground.marks[ground.hands[seat] + offset]
    return ZoneSpec(
        name, owner=seat, shape="loose", title=title, mark=mark, fortification=fortification
    )
