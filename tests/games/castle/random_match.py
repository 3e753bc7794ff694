"""Random positions in the middle of a match, for Castle and for its reference implementation."""

from __future__ import annotations

from random import Random

from tests.games.castle.build import CastleMatch, castle
from tests.games.castle.reference import ReferenceMatch, Side, colour, rank


class CardPool:
    """Shuffled cards of both decks, from which a random position takes its cards."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        figures = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
        self.keys = [f"{f}{suit}{copy}" for copy in ("", ".2") for suit in "CDHS" for f in figures]
        chance.shuffle(self.keys)

    def take(self, *ranks: int, red: bool | None = None) -> list[str]:
        """Return a card of each rank, the last one of a colour if given; [] if one is missing."""
        found: list[str] = []
        for n, wanted in enumerate(ranks):
            shown = red if n == len(ranks) - 1 else None
            for key in self.keys:
                if rank(key) == wanted and key not in found and shown in (None, is_red(key)):
                    found.append(key)
                    break
        if len(found) < len(ranks):
            return []
        self.keys = [key for key in self.keys if key not in found]
        return found

    def plot(self, red: bool) -> tuple[str, list[str], list[str]]:
        """Return kind, cards and wall of a random plot."""
        kind = self.chance.choice(["", "hovel", "barracks", "castle", "queen", "king"])
        one = self.chance.randint(1, 13)
        wall = self.take(one, one, red=red) if self.chance.random() < 0.5 else []
        size = self.chance.choice((1, 1, 2, 3))
        if kind == "castle":
            ten = self.take(10, red=red)
            jack = self.take(11, red=red) if ten else []
            self.keys += ten if not jack else []
            cards = [*ten, *jack] if jack else []
        elif kind in ("hovel", "barracks"):
            value = 10 if kind == "hovel" else 11
            cards = [key for _ in range(size if wall else 1) for key in self.take(value, red=red)]
        elif kind:
            cards = self.take(*[12 if kind == "queen" else 13] * size, red=red)
        else:
            cards = []
        return kind if cards else "", cards, wall

    def person(self, total: int, red: bool) -> list[str]:
        low = self.chance.randint(1, 4)
        pair = [low, total - low]
        self.chance.shuffle(pair)
        return self.take(*pair, red=red)

    def some(self, most: int) -> list[str]:
        count = self.chance.randint(0, most)
        found, self.keys = self.keys[:count], self.keys[count:]
        return found


def is_red(key: str) -> bool:
    return colour(key) == "red"


def random_match(chance: Random) -> tuple[CastleMatch, ReferenceMatch]:
    """Return a random position, seat 0 to draw; in most of them both decks are empty."""
    pool = CardPool(chance)
    red = chance.randrange(2)
    sides = [Side(seat, "red" if seat == red else "black", []) for seat in (0, 1)]
    for side in sides:
        for n in range(chance.randint(1, 7)):
            kind, cards, wall = pool.plot(side.seat == red)
            side.plots[n].update(kind=kind, cards=cards, wall=wall)
        for who, total in (("knight", 10), ("peasant", 5)):
            pairs = [pool.person(total, side.seat == red) for _ in range(chance.randint(0, 5))]
            for n, pair in enumerate(pair for pair in pairs if pair):
                side.people[who][n] = pair
        side.hand = pool.some(9)
        side.returned = {key for key in side.hand if chance.random() < 0.3}
    late = chance.random() < 0.6
    market = [] if late else pool.some(3)
    deck = [] if late or len(market) < 3 else pool.some(5)
    match = match_of(sides, market, len(deck), red)
    model = ReferenceMatch([side.hand for side in sides], red, 0, [], match["deck"])
    model.sides = sides
    model.market = [*market, None, None, None][:3]
    model.discards = match["discard"]
    return match, model


def match_of(sides: list[Side], market: list[str], stock: int, red: int) -> CastleMatch:
    """Return a match with these sides."""

    def plots(side: Side) -> list[str]:
        return [f"{' '.join(p['wall'])} | {' '.join(p['cards'])}" for p in side.plots]

    def people(side: Side, who: str) -> list[str]:
        return [" ".join(pair) for pair in side.people[who]]

    ours, theirs = sides
    return castle(
        hand=" ".join(ours.hand), plots=plots(ours), knights=people(ours, "knight"),
        peasants=people(ours, "peasant"), opponent_hand=" ".join(theirs.hand),
        opponent_plots=plots(theirs), opponent_knights=people(theirs, "knight"),
        opponent_peasants=people(theirs, "peasant"), market=market, stock=stock, red=red,
        returned=" ".join(ours.returned | theirs.returned), begin_with="Turn",
    )  # fmt: skip
