"""What rules and physics say to each other about a thrown card: plain integers.

A player's toss is a `Release`; the rules wrap it into a `Throw` and ask NATURE, which answers with
a `Landing`. Both travel inside an `Action`, so a log holds them and replay needs no physics.

The thrower's frame: origin at `Throw.start`, x to the thrower's right, y forward (the direction of
`start.angle`, 0 = north), z up. All angles in mrad, anticlockwise seen from above where they turn
about the vertical, except `heading`, which is positive to the right.
"""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Field, Pose, value
from castlecards.core.rng import noise

METHODS = ("lob", "frisbee", "flip")
LOB, FRISBEE, FLIP = range(3)
TABLE: CardId = -1  # Landing.first: the table was touched first
NOTHING: CardId = -2  # Landing.first: neither table nor card was touched inside the play area
FOULS = (
    "gate",
    "line",
    "backward",
    "slow",
)  # why a hand movement is no throw; index in a foul action


@value
class Release:
    """The moment the card leaves the hand. `Release(*release.args())` round-trips."""

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
    tumble: int = (
        0  # mrad/s about the horizontal axis across the flight; positive: leading edge rises
    )

    def args(self) -> tuple[int, ...]:
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
    """The `Aim` of a player's decision to throw: what a `toss` action may contain.

    `gate` is the line (0.1 mm, table axes: x from, x to, y) that the hand must carry the card over
    before it leaves the hand, at the latest on the release line through `start`.
    """

    cards: bytes  # any one of these may be thrown
    start: Pose  # middle of the release line, angle: straight ahead (0 north, 3142 south)
    gate: tuple[int, int, int]
    field: Field
    strict: bool = False  # a foul hand movement may be played, as `foul`
    ranges: Ranges = RANGES

    def allows(self, action: Action) -> bool:
        verb, cards, args = action.verb, action.cards, action.args
        if len(cards) != 1 or not self.holds(cards[0]) or action.zones:
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

    def holds(self, card: CardId) -> bool:
        """May this card be thrown? False for numbers that are no card."""
        return 0 <= card < 256 and card in self.cards

    def sample(self, seed: int) -> Action:
        """Some legal toss, for robots: any card, any method, somewhere forward."""
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
    """The `Aim` of NATURE's decision: this card has left the hand; where does it come to rest?"""

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
    """A hand as far as it throws: how far it strays, and what it has learnt."""

    error: float = 1.0  # times the spread of a practised hand; a newcomer has about 2
    methods: tuple[int, ...] = (LOB, FRISBEE, FLIP)  # indices into METHODS, one at least


PRACTISED = Thrower()


FIXED, CONTACT, MOVED = 7, 3, 5  # numbers of a landing: always there, a contact, a pushed card


@value
class Contact:
    """A lying card that the thrown card rests on."""

    card: CardId
    area: (
        int  # whole mm² of overlap: what is more is cut off, so that a limit is met exactly (CB21)
    )
    covered: int  # bit mask of the index boxes whose centres it covers: 15 is all four


@value
class Landing:
    """Where a thrown card came to rest, and what it did on the way."""

    card: CardId
    pose: Pose  # level: above all it lies on
    face_up: bool
    off: bool  # its centre rests outside the play area
    first: CardId  # the first card touched, or TABLE, or NOTHING
    on: tuple[Contact, ...] = ()  # in order of card id
    under: tuple[CardId, ...] = ()  # cards that lie on any part of it
    moved: tuple[tuple[CardId, Pose], ...] = ()  # cards that it pushed or dragged, where they are
    touch: tuple[int, int] | None = None  # 0.1 mm, where it first touched; None in older logs

    def action(self) -> Action:
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
        """Raises ValueError when the numbers do not describe a landing."""
        args = action.args
        try:
            x, y, angle, level, flags, first, count = args[:FIXED]
            at = FIXED + CONTACT * count
            on = tuple(Contact(*args[i : i + CONTACT]) for i in range(FIXED, at, CONTACT))
            under = args[at + 1 : at + 1 + args[at]]
            rest, touch = _tail(args[at + 1 + len(under) :])
            moved = tuple((rest[i], Pose(*rest[i + 1 : i + 5])) for i in range(0, len(rest), 5))
        except (IndexError, TypeError, ValueError) as error:
            raise ValueError(f"not a landing: {args}") from error
        card = action.cards[0]
        pose = Pose(x, y, angle, level)
        return cls(card, pose, bool(flags & 1), bool(flags & 2), first, on, under, moved, touch)


def _tail(args: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, int] | None]:
    """What stands after the cards above: pushed cards, and two numbers of the first touch."""
    if len(args) % MOVED != 2:
        return args, None
    return args[:-2], (args[-2], args[-1])


def moved_at(args: tuple[int, ...]) -> range:
    """Where in the numbers of a landing each pushed card begins: its id, and then its pose.

    Raises IndexError for numbers that are no landing.
    """
    under = FIXED + CONTACT * args[FIXED - 1]
    begin = under + 1 + args[under]
    return range(begin, begin + len(_tail(args[begin:])[0]), MOVED)


def touch_of(args: tuple[int, ...]) -> tuple[int, int] | None:
    """Where the card of a landing first touched, 0.1 mm; None where the log does not say."""
    under = FIXED + CONTACT * args[FIXED - 1]
    return _tail(args[under + 1 + args[under] :])[1]


def toss(card: CardId, release: Release) -> Action:
    """The action of a player who throws `card`."""
    return Action("toss", (card,), args=release.args())
