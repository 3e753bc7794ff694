"""Builder of Card Barrage positions from names of cards and zones, with scripted throws.

    match = barrage(walls={1: "K05 - T02 S09 V11"}, hands={0: "S03"})
    match.throw("S03", on=["1.wall0"])
    assert match["A.score"] == ["K05"]

Walls are given from location 0 on, `-` for an empty one; piles from bottom to top. What is not
named is out of the game. Nobody draws before the first decision: the match begins with `Play`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from castlecards.content import games
from castlecards.core.cards import NATURE, Pose
from castlecards.core.landing import LOB, TABLE, Contact, Landing, Release, toss
from castlecards.core.position import Position, Step
from castlecards.games.card_barrage import CardBarrage, Options
from castlecards.games.card_barrage.state import Barrage, Ground
from tests.games.match import Match, bits, lay_cards

GAME = games()["card_barrage"]
assert isinstance(GAME, CardBarrage)
LIKELY = Release(LOB, speed=1900, loft=940, spin=20_000)
DEALT_WALLS = {0: "K02 K03 K04 K05 K06", 1: "T02 T03 T04 T05 T06"}


class BarrageMatch(Match):
    """Match of Card Barrage with poses on the field and scripted throws."""

    def __init__(self, pos: Position[Barrage]) -> None:
        super().__init__(pos)
        self.ground: Ground = pos.state.ground

    # -- looking ----------------------------------------------------------------------------

    def pose(self, key: str) -> Pose:
        pose = self.pos.poses[self.card(key)]
        assert pose is not None, f"{key} does not lie on the field"
        return pose

    def mark(self, zone: str) -> Pose:
        return self.ground.mark(self.pos.box.zone(zone))

    def points(self) -> tuple[int, int]:
        return len(self["A.score"]), len(self["B.score"])

    # -- playing ----------------------------------------------------------------------------

    def toss(self, key: str, release: Release = LIKELY) -> BarrageMatch:
        return self.submit(toss(self.card(key), release))

    def land(self, landing: Landing) -> BarrageMatch:
        assert self.seat == NATURE
        return self.submit(landing.action())

    def throw(
        self,
        key: str,
        on: Sequence[str] = (),
        *,
        perfect: Iterable[str] = (),
        first: str | int | None = None,
        under: Iterable[str] = (),
        off: bool = False,
        face_up: bool = True,
        area: int = 3000,
        moved: Mapping[str, Pose] | None = None,
        pose: Pose | None = None,
    ) -> BarrageMatch:
        """Throw a card that comes to rest on the cards of the zones `on`; if none, it misses."""
        self.toss(key)
        lying = {name: self.pos.zones[self.pos.box.zone(name)][0] for name in {*on, *under}}
        whole = set(perfect)
        contacts = [
            Contact(lying[name], area, 15 if name in whole else 5)
            for name in sorted(on, key=lying.__getitem__)
        ]
        touched: int
        if isinstance(first, str):
            touched = self.pos.zones[self.pos.box.zone(first)][0]
        else:
            touched = first if first is not None else lying[on[0]] if on else TABLE
        pushed = tuple(
            (self.pos.zones[self.pos.box.zone(name)][0], to) for name, to in (moved or {}).items()
        )
        at = pose or Pose(0, 0, 0, 1 if on else 0)
        below = tuple(lying[name] for name in under)
        return self.land(
            Landing(self.card(key), at, face_up, off, touched, tuple(contacts), below, pushed)
        )


def barrage(
    players: int = 2,
    *,
    hands: Mapping[int, str] | None = None,
    walls: Mapping[int, str] | None = None,
    piles: Mapping[str, str] | None = None,
    poses: Mapping[str, Pose] | None = None,
    first: int = 0,
    turn: int = 0,
    stormed: int = 0,
    begin_with: str | Step = "Play",
    seed: int = 0,
    **options: Any,
) -> BarrageMatch:
    """Return a match between two teams in the middle of a turn; see the module docstring."""
    pos = GAME.setup(Options(**options), players)
    pos.seed = seed
    box, ground = pos.box, pos.state.ground
    cards = {face.key: card for card, face in enumerate(box.faces)}
    zones: dict[int, list[int]] = {ground.castles[s]: [] for s in range(ground.seats)}
    zones = {zone: list(pos.zones[zone]) for zone in (*zones, ground.aside)}
    if walls is None and players <= 2:
        walls = DEALT_WALLS
    for seat, row in (walls or {}).items():
        for zone, key in zip(ground.walls[seat], row.split(), strict=False):
            zones[zone] = [cards[key]] if key != "-" else []
    for seat, keys in (hands or {}).items():
        zones[ground.hands[seat]] = [cards[key] for key in keys.split()]
    for name, keys in (piles or {}).items():
        zones[box.zone(name)] = [cards[key] for key in keys.split()]
    used = [card for pile in zones.values() for card in pile]
    twice = [box.faces[card].key for card in set(used) if used.count(card) > 1]
    assert not twice, f"in two places: {twice}"
    zones[ground.expelled] = sorted(set(range(box.size)) - set(used))
    faced = [zone for seat in range(ground.seats) for zone in ground.walls[seat]]
    faced += [*ground.discards[:2], *ground.scores, ground.expelled]
    lay_cards(pos, zones, bits(zones, faced), bits(zones, ground.castles))
    lying: list[Pose | None] = [None] * box.size
    for zone in (*ground.targets[0], *ground.targets[1]):
        for card in pos.zones[zone]:
            lying[card] = (poses or {}).get(box.names[zone], ground.mark(zone))
    pos.poses = lying
    pos.state = Barrage(ground, first, turn, stormed)
    pos.steps = (begin_with if isinstance(begin_with, Step) else GAME.entries[begin_with],)
    return BarrageMatch(pos)


def new_match(players: int, seed: int = 0, **options: Any) -> BarrageMatch:
    """Return a new match from the deal, as a session begins it."""
    pos = GAME.setup(Options(**options), players)
    pos.seed = seed
    return BarrageMatch(pos)
