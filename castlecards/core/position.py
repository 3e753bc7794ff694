"""Position of a match as one value: cards, zones, pending steps and the game's own state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from castlecards.core.action import Action, Decision
from castlecards.core.cards import CardId, Face, Field, Pose, Seat, Value, Zone, ZoneSpec

S = TypeVar("S")


class Box:
    """Constants of a match: printed faces, zones and seats, shared by all its positions.

    `sides[seat]` is the side of the table where a seat sits (0 south, 1 north); in team games,
    seats on the same side are a team. `field` is the play area for loose cards, or None. Raises
    ValueError for more than 255 cards.
    """

    __slots__ = (
        "_hash",
        "backs",
        "everyone",
        "faces",
        "field",
        "names",
        "seats",
        "shown",
        "sides",
        "sight_bits",
        "sight_masks",
        "size",
        "zones",
    )  # fmt: skip

    def __init__(
        self,
        faces: tuple[Face, ...],
        zones: tuple[ZoneSpec, ...],
        sides: tuple[int, ...],
        field: Field | None = None,
    ) -> None:
        if len(faces) > 255:
            raise ValueError(f"a box holds at most 255 cards, not {len(faces)}")
        self.faces = faces  # as printed, public; before a shuffle card n has face n
        self.zones = zones
        self.names = tuple(zone.name for zone in zones)
        self._hash = hash(self.names)  # kept because many caches are keyed by boxes
        self.sides = sides
        self.seats = len(sides)
        self.field = field
        self.size = size = len(faces)  # `known` holds one block of `size` bits a seat
        self.everyone = sum(1 << seat * size for seat in range(self.seats))
        # By zone: bit seat * size for each seat that sees face-down cards there.
        self.sight_masks = tuple(self._sight_mask(zone) for zone in zones)
        spread = {mask: _by_card(mask, size) for mask in {0, self.everyone, *self.sight_masks}}
        # By zone and card: `sight_masks` shifted by the card; () if no seat sees the zone.
        self.sight_bits = tuple([spread[mask] for mask in self.sight_masks])
        self.shown = spread[self.everyone]  # by card: bits of `known` if all seats see it
        self.backs = tuple(face.back for face in faces)

    def __reduce__(self) -> tuple[Any, ...]:
        return Box, (self.faces, self.zones, self.sides, self.field)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Box) and self.__reduce__()[1] == other.__reduce__()[1]

    def __hash__(self) -> int:
        return self._hash

    def _sight_mask(self, zone: ZoneSpec) -> int:
        if zone.sight == "all":
            return self.everyone
        return (
            1 << zone.owner * self.size if zone.sight == "owner" and zone.owner is not None else 0
        )

    def zone(self, name: str) -> Zone:
        """Index of the zone with this name. Raises ValueError if there is none."""
        return self.names.index(name)

    def text(self, action: Action) -> str:
        return action.text(self.names)

    def parse(self, text: str) -> Action:
        return Action.parse(text, self.names)


def _by_card(mask: int, size: int) -> tuple[int, ...]:
    """Bits of `known` of each card for the seats in `mask`; () if there are none."""
    return tuple([mask << card for card in range(size)]) if mask else ()


class Position(Generic[S]):
    """Complete state of a match at one moment.

    All fields are immutable values except the lists `zones` and `poses`, which only Table changes.
    """

    __slots__ = (
        "box", "decision", "faces", "filled", "known", "marks", "poses", "result", "seed",
        "shuffles", "state", "steps", "up", "zones",
    )  # fmt: skip

    box: Box
    faces: bytes  # by CardId: index into box.faces; UNSEEN only inside a View
    zones: list[bytes]  # by Zone: card ids, bottom to top
    filled: int  # bit mask of the zones that hold cards
    up: int  # bit mask of the face-up cards
    known: int  # bit seat * box.size + card: this seat has seen the face since the last shuffle
    marks: tuple[int, ...]  # by kind of mark: bit mask of the cards that have it
    poses: list[Pose | None] | None  # by CardId: pose of a loose card; None: the box has no field
    state: S  # the game's own value for everything that is not a card
    steps: tuple[Step, ...]  # pending steps, next one first
    decision: Decision | None  # decision of the first step; `Table.settle` sets it
    result: tuple[float, ...] | None  # by seat: 1 won, 0 lost, 0.5 drawn
    seed: int  # of all shuffles and rolls
    shuffles: int  # number of random draws so far: index of the next (`core.rng`)

    @classmethod
    def new(
        cls, box: Box, zones: Mapping[Zone, bytes], state: S, first: Step, marks: int = 0
    ) -> Position[S]:
        """Create a position with all cards in printed order; `marks` is the number of kinds."""
        pos: Position[S] = cls()
        pos.box = box
        pos.faces = bytes(range(box.size))
        pos.zones = [zones.get(zone, b"") for zone in range(len(box.zones))]
        pos.filled = sum(1 << zone for zone, cards in zones.items() if cards)
        pos.up = 0
        pos.known = 0
        for zone, cards in zones.items():
            for card in cards:
                pos.known |= box.sight_masks[zone] << card
        pos.marks = (0,) * marks
        pos.poses = [None] * box.size if box.field is not None else None
        pos.state = state
        pos.steps = (first,)
        pos.decision = None
        pos.result = None
        pos.seed = pos.shuffles = 0
        return pos

    def copy(self) -> Position[S]:
        new: Position[S] = Position.__new__(Position)
        new.box = self.box
        new.faces = self.faces
        new.zones = self.zones[:]
        new.filled = self.filled
        new.up = self.up
        new.known = self.known
        new.marks = self.marks
        new.poses = None if self.poses is None else self.poses[:]
        new.state = self.state
        new.steps = self.steps
        new.decision = self.decision
        new.result = self.result
        new.seed = self.seed
        new.shuffles = self.shuffles
        return new

    def supposing(self, faces: bytes | None = None, state: S | None = None) -> Position[S]:
        """Copy with other faces or another state, for what-if queries."""
        new = self.copy()
        new.faces = self.faces if faces is None else faces
        new.state = self.state if state is None else state
        return new

    def key(self) -> tuple[Any, ...]:
        """Fields that decide equality: equal keys are the same moment of the same match."""
        poses = None if self.poses is None else tuple(self.poses)
        return (
            self.faces, tuple(self.zones), self.up, self.known, self.marks, poses,
            self.state, self.steps, self.result, self.seed, self.shuffles,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def face(self, card: CardId) -> Face:
        """Printed face of a card. Raises IndexError if it is UNSEEN."""
        return self.box.faces[self.faces[card]]

    def zone_of(self, card: CardId) -> Zone:
        """Zone of a card, by a slow search for screens and tests; rules know their zones.

        Raises ValueError if the card lies nowhere.
        """
        for zone, cards in enumerate(self.zones):
            if card in cards:
                return zone
        raise ValueError(f"card {card} lies nowhere")

    def picked(self, action: Action) -> CardId:
        """Single card that an action picks, or the top of its pile; -1 for none or several."""
        if action.zones:
            top = self.zones[action.zones[0]]
            return top[-1] if top else -1
        one = len(action.cards) == 1 and 0 <= action.cards[0] < self.box.size
        return action.cards[0] if one else -1

    def target(self, action: Action) -> Zone:
        """Target zone of an action; -1 for none."""
        if action.to >= 0:
            return action.to
        return self.zone_of(action.onto) if 0 <= action.onto < self.box.size else -1

    def knows(self, seat: Seat, card: CardId) -> bool:
        """True if this seat has seen the face of this card since its last shuffle."""
        return bool(self.known >> seat * self.box.size + card & 1)


class Step(Value):
    """Pending step of the rules: a value of ids and numbers, never of faces."""

    __slots__ = ()

    def ask(self, pos: Position[Any]) -> Decision | None:
        """Decision that the step needs, or None if it runs by itself, with PASS."""
        return None

    def run(self, table: Any, action: Action) -> None:
        """Carry out the step through the verbs of `table`, a `core.table.Table` of this game."""
        raise NotImplementedError
