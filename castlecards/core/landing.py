"""Interface between rules and physics for a thrown card, in plain integers.

A player's toss is a `Release`. The rules wrap it into a `Throw` and ask NATURE, which answers with
a `Landing`. Both are stored inside an `Action`, so the log holds them and replay needs no physics.

The thrower's frame: origin at `Throw.start`, x to the thrower's right, y forward (the direction of
`start.angle`, 0 = north), z up. All angles in mrad, anticlockwise seen from above where they turn
about the vertical, except `heading`, which is positive to the right.
"""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Field, Pose, value
from castlecards.core.rng import noise
from castlecards.texts import tr

METHODS = ("lob", "frisbee", "flip")
METHOD_TITLES = {"lob": tr("Lob"), "frisbee": tr("Frisbee"), "flip": tr("Flip")}
LOB, FRISBEE, FLIP = range(3)
TABLE: CardId = -1  # Landing.first: the card touched the table first
NOTHING: CardId = -2  # Landing.first: the card touched neither table nor card in the play area
FOULS = ("gate", "line", "backward", "slow")  # faults of a hand movement; index in a foul action
TOO_SLOW = tr("Too slow for a throw: flick faster.")


@value
class Release:
    """State of the card as it leaves the hand. `Release(*release.args())` round-trips."""

    method: int  # index into METHODS
    x: int = 0  # mm, right of the start
    y: int = 0  # mm, forward of the start (0: at the release line; negative: behind it)
    height: int = 100  # mm, of the card's centre above the table
    speed: int = 2000  # mm/s
    heading: int = 0  # mrad, to the right of straight ahead
    loft: int = 0  # mrad, above the horizontal
    pitch: int = 0  # mrad, leading edge up
    bank: int = 0  # mrad, right edge down
    yaw: int = 0  # mrad, anticlockwise; 0: lengthwise, 1571: crosswise
    spin: int = 0  # mrad/s about the face normal, anticlockwise seen from above
    tumble: int = 0  # mrad/s about the horizontal crosswise axis; positive: leading edge rises

    def args(self) -> tuple[int, ...]:
        """Arguments of a `toss` action: all fields in their order."""
        return (
            self.method, self.x, self.y, self.height, self.speed, self.heading, self.loft,
            self.pitch, self.bank, self.yaw, self.spin, self.tumble,
        )  # fmt: skip


Ranges = tuple[tuple[int, int], ...]  # lowest and highest, in the order of Release's fields
RANGES: Ranges = (
    (0, len(METHODS) - 1), (-400, 400), (-600, 0), (20, 300), (100, 8000), (-1571, 1571),
    (-600, 1571), (-3142, 3142), (-1571, 1571), (-3142, 3142), (-250_000, 250_000),
    (-250_000, 250_000),
)  # fmt: skip


@value
class Limits:
    """Limits of a player's throw: the legal arguments of a `toss` action (`Decision.aim`).

    `gate` is the line (0.1 mm, table axes: x from, x to, y) that the hand must carry the card over
    before it leaves the hand, at the latest on the release line through `start`.
    """

    cards: bytes  # cards that can be thrown
    start: Pose  # middle of the release line, angle: straight ahead (0 north, 3142 south)
    gate: tuple[int, int, int]
    field: Field
    strict: bool = False  # True if a foul hand movement counts as a `foul` action
    ranges: Ranges = RANGES

    def allows(self, action: Action) -> bool:
        verb, cards, args = action.verb, action.cards, action.args
        if len(cards) != 1 or not self.has_card(cards[0]) or action.zones:
            return False
        if action.to != -1 or action.onto != -1:
            return False
        if verb == "toss":
            return len(args) == len(self.ranges) and all(
                low <= arg <= high for arg, (low, high) in zip(args, self.ranges, strict=True)
            )
        if verb == "foul" and self.strict:
            return len(args) == 1 and 0 <= args[0] < len(FOULS)
        return False

    def has_card(self, card: CardId) -> bool:
        """True if this card can be thrown; False for numbers that are no card."""
        return 0 <= card < 256 and card in self.cards

    def sample(self, seed: int) -> Action:
        """Random legal toss for bots: any card, any method, roughly forward."""
        card, method, speed, heading, loft = noise(seed, 0, 5)
        release = Release(
            method % len(METHODS),
            speed=1200 + speed % 1600,
            heading=heading % 700 - 350,
            loft=200 + loft % 800,
            spin=20_000,
        )
        return toss(self.cards[card % len(self.cards)], release)


@value
class Throw:
    """Card in flight: NATURE's decision accepts its `Landing` (`Decision.aim`)."""

    card: CardId
    start: Pose
    release: Release
    field: Field

    def allows(self, action: Action) -> bool:
        if action.verb != "landed" or action.cards != (self.card,) or action.zones:
            return False
        try:
            return Landing.of(action).action() == action
        except ValueError:
            return False


@value
class Thrower:
    """Throwing skill of a player: error, known methods and the preferred one."""

    error: float = 1.0  # multiple of a practised player's spread; a beginner has about 2
    methods: tuple[int, ...] = (LOB, FRISBEE, FLIP)  # indices into METHODS, at least one
    favourite: int = -1  # index into METHODS; -1: prefers none


PRACTISED = Thrower()

# Layout of the arguments of a `landed` action.
FIXED = 7  # numbers before the contacts; the last is the number of contacts
CONTACT = 3  # numbers of a contact
MOVED = 5  # numbers of a pushed card


@value
class Contact:
    """A lying card that the thrown card rests on."""

    card: CardId
    area: int  # mm² of overlap, rounded down so that a limit is met exactly (CB21)
    covered: int  # bit mask of the index boxes whose centres it covers; 15 is all four


@value
class Landing:
    """Result of a throw: final pose of the card, its contacts and the cards that it pushed."""

    card: CardId
    pose: Pose  # level: above all cards that it lies on
    face_up: bool
    off: bool  # True if its centre rests outside the play area
    first: CardId  # first card touched, or TABLE, or NOTHING
    on: tuple[Contact, ...] = ()  # cards that it lies on, in order of id
    under: tuple[CardId, ...] = ()  # cards that lie on any part of it
    moved: tuple[tuple[CardId, Pose], ...] = ()  # pushed or dragged cards with their new poses
    touch: tuple[int, int] | None = None  # first point of contact, 0.1 mm; None in older logs

    def action(self) -> Action:
        """Action `landed` of NATURE, the inverse of `of`."""
        pose = self.pose
        args = [pose.x, pose.y, pose.angle, pose.level, self.face_up + 2 * self.off, self.first]
        args.append(len(self.on))
        for contact in self.on:
            args += (contact.card, contact.area, contact.covered)
        args.append(len(self.under))
        args += self.under
        for card, to in self.moved:
            args += (card, to.x, to.y, to.angle, to.level)
        args += self.touch or ()
        return Action("landed", (self.card,), args=tuple(args))

    @classmethod
    def of(cls, action: Action) -> Landing:
        """Read a landing from a `landed` action. Raises ValueError if it is malformed."""
        args = action.args
        try:
            x, y, angle, level, flags, first, count = args[:FIXED]
            at = FIXED + CONTACT * count
            on = tuple(Contact(*args[i : i + CONTACT]) for i in range(FIXED, at, CONTACT))
            under = args[at + 1 : at + 1 + args[at]]
            rest, touch = _tail(args[at + 1 + len(under) :])
            moved = tuple((rest[i], Pose(*rest[i + 1 : i + 5])) for i in range(0, len(rest), 5))
        except (IndexError, OverflowError, TypeError, ValueError) as error:  # overflow: compiled
            raise ValueError(f"not a landing: {args}") from error
        card = action.cards[0]
        pose = Pose(x, y, angle, level)
        return cls(card, pose, bool(flags & 1), bool(flags & 2), first, on, under, moved, touch)


def _tail(args: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, int] | None]:
    """Split the end of the arguments into the pushed cards and the point of first contact."""
    if len(args) % MOVED != 2:
        return args, None
    return args[:-2], (args[-2], args[-1])


def moved_at(args: tuple[int, ...]) -> range:
    """Offsets of the pushed cards in a landing's arguments; each is an id and then a pose.

    Raises IndexError if the numbers are no landing.
    """
    under = FIXED + CONTACT * args[FIXED - 1]
    begin = under + 1 + args[under]
    return range(begin, begin + len(_tail(args[begin:])[0]), MOVED)


def touch_of(args: tuple[int, ...]) -> tuple[int, int] | None:
    """Point of first contact of a landing, 0.1 mm; None in older logs."""
    under = FIXED + CONTACT * args[FIXED - 1]
    return _tail(args[under + 1 + args[under] :])[1]


def toss(card: CardId, release: Release) -> Action:
    """Action that throws `card`."""
    return Action("toss", (card,), args=release.args())
