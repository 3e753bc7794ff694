"""Scoring of landings (CB20 to CB23), and the leader (CB34)."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from castlecards.core.action import Action, Illegal
from castlecards.core.cards import CardId, Pose, Seat, Zone
from castlecards.core.landing import CONTACT, FIXED, TABLE, moved_at
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.games.card_barrage.state import Pos
from castlecards.texts import tr

LEAST_OVERLAP = 25  # mm², CB21
ALL_INDICES = 15  # CB23: the bit mask of four index boxes
FARTHEST = 1_000_000  # 0.1 mm; no card comes to rest 100 m away
MOST_TURNED = 1_000_000  # mrad
HIGHEST = 255  # a heap of all cards

TARGET_SCORE = 10  # CB32


class Verdict(NamedTuple):
    """Verdict on a landing: its name, the cards that it hits, and which of them perfectly."""

    word: str
    hits: tuple[Zone, ...] = ()  # wall locations and castles
    perfect: int = 0  # bit mask of the walls among them that were hit perfectly


LEFT = Verdict(tr("Left the play area"))
UNDERNEATH = Verdict(tr("Ended under a card"))
TABLE_FIRST = Verdict(tr("Hit the table first"))
OWN_FIRST = Verdict(tr("Hit a friendly card first"))
SLID_OFF = Verdict(tr("Slid off"))
HITS = ("", tr("Hit"), tr("Double hit"), tr("Triple hit"), tr("Multiple hit"))


class ThrowTargets(Protocol):
    """Facts on which a verdict depends, by side: zones that can be hit, and a bit mask of walls."""

    @property
    def targets(self) -> tuple[tuple[Zone, ...], ...]: ...

    @property
    def wall_mask(self) -> tuple[int, ...]: ...


def judge(pos: Position[Any], seat: Seat, action: Action) -> Verdict:
    """Verdict on a landed card, thrown by `seat`; the walls still lie where they were hit.

    `pos.state.ground` has the `ThrowTargets`.

    Raises Illegal for a landing that rests on one card twice.
    """
    args = action.args
    if args[4] & 2:
        return LEFT
    end = FIXED + CONTACT * args[6]
    if args[end]:
        return UNDERNEATH
    if args[5] == TABLE:
        return TABLE_FIRST
    ground: ThrowTargets = pos.state.ground
    targets = ground.targets[1 - seat % 2]
    if _find(pos, targets, args[5]) < 0:
        return OWN_FIRST if _find(pos, ground.targets[seat % 2], args[5]) >= 0 else SLID_OFF
    hits: list[Zone] = []
    perfect = 0
    for at in range(FIXED, end, CONTACT):
        zone = _find(pos, targets, args[at]) if args[at + 1] >= LEAST_OVERLAP else -1
        if zone >= 0:
            if zone in hits:
                raise Illegal(tr("card {card} is named twice", card=args[at]))
            hits.append(zone)
            if args[at + 2] == ALL_INDICES and ground.wall_mask[1 - seat % 2] >> zone & 1:
                perfect |= 1 << zone
    if not hits:
        return SLID_OFF
    return Verdict(_hit_name(len(hits), perfect), tuple(hits), perfect)


def _find(pos: Position[Any], places: tuple[Zone, ...], card: CardId) -> Zone:
    zones = pos.zones
    for zone in places:
        if (cards := zones[zone]) and cards[0] == card:
            return zone
    return -1


def _hit_name(count: int, perfect: int) -> str:
    word = HITS[min(count, len(HITS) - 1)]
    if not perfect:
        return word
    if count == 1:
        return tr("Perfect hit")
    whole = perfect.bit_count()
    if whole == count:
        return tr("{hits}, all perfect", hits=word)
    return tr("{hits}, {n} perfect", hits=word, n=whole)


def headline(verdict: Verdict, castle: bool, storms: bool) -> str:
    """Headline of a hit, one or two words. `castle`: a castle was hit; `storms`: without walls."""
    if storms:
        return tr("Stormed")
    if verdict.perfect:
        return tr("Perfect")
    if castle and len(verdict.hits) == 1:
        return tr("Castle hit")
    return HITS[min(len(verdict.hits), len(HITS) - 1)]


def push_cards(table: Table[Any], args: tuple[int, ...]) -> tuple[bool, list[CardId]]:
    """Move the pushed cards to where they now lie; returns True if there were any, and the castles.

    Raises Illegal for a landing that moves what does not lie on the table.
    """
    poses = table.pos.poses
    assert poses is not None
    castles: list[CardId] = []
    moved = moved_at(args)
    for at in moved:
        card = args[at]
        pose = pose_of(args[at + 1 : at + 5])
        if not 0 <= card < len(poses) or poses[card] is None:
            raise Illegal(tr("card {card} is not on the table", card=card))
        table.place(card, pose)
        if not table.pos.up >> card & 1:
            castles.append(card)
    return bool(moved), castles


def pose_of(numbers: tuple[int, ...]) -> Pose:
    """Raises Illegal for numbers that no card can have."""
    x, y, angle, level = numbers
    if not (
        -FARTHEST <= x <= FARTHEST
        and -FARTHEST <= y <= FARTHEST
        and -MOST_TURNED <= angle <= MOST_TURNED
        and 0 <= level <= HIGHEST
    ):
        raise Illegal(tr("no card fits at {place}", place=numbers))
    return Pose(x, y, angle, level)


def points(pos: Pos, team: int) -> int:
    return len(pos.zones[pos.state.ground.scores[team]])


def ranking(pos: Pos, team: int) -> list[tuple[int, int]]:
    """CB34: value and domain of the scored cards, the highest first."""
    ground, faces = pos.state.ground, pos.faces
    cards = pos.zones[ground.scores[team]]
    return sorted([(ground.ranks[faces[c]], ground.suits[faces[c]]) for c in cards], reverse=True)


def leader(pos: Pos) -> int:
    """Team that is ahead, -1 when nothing tells them apart (CB33, CB34)."""
    south, north = points(pos, 0), points(pos, 1)
    if south != north:
        return int(north > south)
    ours, theirs = ranking(pos, 0), ranking(pos, 1)
    return -1 if ours == theirs else int(theirs > ours)
