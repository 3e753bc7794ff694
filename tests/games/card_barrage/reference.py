"""Reference implementation of Card Barrage, straight from the rule text: no shared code.

It uses plain lists and dicts. A match is one generator: it yields a question and is sent the
answer. Cards are keys ("K05", "V13.2"). It does not model poses in millimetres, and of the game
effects only that they are offered.
"""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Any

SEATS = {1: 2, 2: 2, 3: 4, 4: 4, 5: 6, 6: 6}
WALLS = {2: 5, 4: 4, 6: 3}
DOMAINS = "KSTV"

Question = dict[str, Any]  # seat, options, throwable; or thrown
Play = Generator[Question, Any, list[float]]


def value(key: str) -> int:
    return int(key[1:3])


def worth(key: str) -> tuple[int, int]:
    return value(key), DOMAINS.index(key[0])


def whole_box(decks: int) -> list[str]:
    """Return the keys of all cards of some decks."""
    keys = []
    for deck in range(1, decks + 1):
        copy = "" if deck == 1 else f".{deck}"
        keys += [f"{d}{v:02}{copy}" for d in DOMAINS for v in range(1, 14)]
        keys += [f"W0{n}{copy}" for n in (1, 2)]
    return keys


def castles(players: int, decks: int) -> list[str]:
    """Return the castle cards: wild cards first, then the ones of K, S, T, V."""
    wild = [key for key in whole_box(decks) if key[0] == "W"]
    return [*wild, "K01", "S01", "T01", "V01"][: SEATS[players]]


def deal(players: int, decks: int, chance: Random) -> dict[str, list[str]]:
    """Return the zones of a new match by name."""
    seats, own = SEATS[players], castles(players, decks)
    rest = [key for key in whole_box(decks) if key not in own and key[0] != "W"]
    chance.shuffle(rest)
    half = len(rest) // 2
    stock = [rest[:half], rest[half:]]
    zones = {}
    for seat in range(seats):
        for n in range(WALLS[seats]):
            zones[f"{seat}.wall{n}"] = [stock[seat % 2].pop()]
    for seat in range(seats):
        zones[f"{seat}.hand"] = []
        for _ in range(0 if players == 1 and seat == 1 else 4):
            zones[f"{seat}.hand"].append(stock[seat % 2].pop())
    zones["A.draw"], zones["B.draw"] = stock
    return zones


def verdict(landing: dict[str, Any], targets: dict[str, str], own: set[str]) -> dict[str, bool]:
    """Return the hit enemy locations, True for a perfect hit; {} for a miss.

    `landing`: off; under, a list; first, a card or "table" or "nothing"; on, a list of (card, mm²,
    indices covered). `targets`: enemy cards by location; `own`: cards of the thrower's side.
    """
    if landing["off"]:
        return {}
    if len(landing["under"]) > 0:
        return {}
    if landing["first"] in ("table", "nothing") or landing["first"] in own:
        return {}
    if landing["first"] not in targets.values():
        return {}
    hits = {}
    for card, area, covered in landing["on"]:
        for location, lying in targets.items():
            if lying == card and area >= 25:
                hits[location] = covered == 4 and "wall" in location
    return hits


class ReferenceMatch:
    """Match of the reference. `zones` as from `deal`; `shuffles`: next refilled decks by team."""

    def __init__(self, players: int, decks: int, first: int, zones: dict[str, list[str]]) -> None:
        self.seats = SEATS[players]
        self.solo = players == 1
        self.first = first
        self.turn = 0
        self.stormed: set[int] = set()
        self.zones: dict[str, list[str]] = {
            f"{team}.{pile}": [] for team in "AB" for pile in ("draw", "discard", "score")
        }
        for seat in range(self.seats):
            self.zones[f"{seat}.hand"] = []
            self.zones[f"{seat}.castle"] = [castles(players, decks)[seat]]
            for n in range(WALLS[self.seats]):
                self.zones[f"{seat}.wall{n}"] = []
        for name, cards in zones.items():
            self.zones[name] = list(cards)
        self.shuffles: dict[str, list[list[str]]] = {"A": [], "B": []}

    # -- piles

    def top(self, team: str) -> str | None:
        """Take the top card of a draw deck, which is refilled if it is empty."""
        deck, discards = self.zones[f"{team}.draw"], self.zones[f"{team}.discard"]
        if not deck:
            if not discards:
                return None
            order = self.shuffles[team].pop(0)
            assert sorted(order) == sorted(discards)
            deck += order
            discards.clear()
        return deck.pop()

    def locations(self, team: int) -> list[str]:
        seats = range(team, self.seats, 2)
        return [f"{seat}.wall{n}" for seat in seats for n in range(WALLS[self.seats])]

    def after(self, seat: int) -> list[int]:
        """Return the enemy seats in turn order after a seat."""
        opponents = []
        for turn in range(self.turn + 1, self.turn + self.seats + 1):
            opponent = self.who(turn)
            if opponent % 2 != seat % 2:
                opponents.append(opponent)
        return opponents

    def who(self, turn: int) -> int:
        team = (self.first + turn) % 2
        return 2 * (turn // 2 % (self.seats // 2)) + team

    # -- the course of a match

    def play(self) -> Play:
        while True:
            seat = self.who(self.turn)
            if self.solo and seat == 1:
                yield from self.automaton()
            else:
                yield from self.take_turn(seat)
            self.turn += 1
            points = [len(self.zones["A.score"]), len(self.zones["B.score"])]
            triggered = max(points) >= 10 or self.stormed or self.turn >= 100 * self.seats
            if self.turn % self.seats == 0 and triggered:
                return self.result()

    def result(self) -> list[float]:
        piles = [self.zones["A.score"], self.zones["B.score"]]
        south, north = ((len(p), sorted(map(worth, p), reverse=True)) for p in piles)
        if south == north:
            return [0.5] * self.seats
        return [float((seat % 2 == 0) == (south > north)) for seat in range(self.seats)]

    def take_turn(self, seat: int) -> Generator[Question, Any, None]:
        team = "AB"[seat % 2]
        hand = self.zones[f"{seat}.hand"]
        for _ in range(2 if len(hand) < 3 else 1):
            card = self.top(team)
            if card is not None:
                hand.append(card)
        built = upgraded = False
        while hand and not (built and upgraded):
            options = {"pass"}
            for n in range(WALLS[self.seats]):
                place = f"{seat}.wall{n}"
                if self.zones[place] and not upgraded:
                    options |= {f"upgrade {card} >{place}" for card in hand}
                if not self.zones[place] and not built and not upgraded:
                    options |= {f"build {card} >{place}" for card in hand}
            throwable = set() if built else set(hand)
            answer = yield {"seat": seat, "options": options, "throwable": throwable}
            verb, card, place = (answer + " - -").split()[:3]
            wall = self.zones.get(place[1:], [])
            if verb == "pass":
                return
            hand.remove(card)
            if verb == "toss":
                yield from self.attack(seat, card)
                return
            if verb == "foul":
                self.zones[f"{team}.discard"].append(card)
                return
            if verb == "upgrade":
                hand.append(wall.pop())
                upgraded = True
            else:
                built = True
            wall.append(card)

    def attack(self, seat: int, card: str) -> Generator[Question, Any, None]:
        us, them = seat % 2, 1 - seat % 2
        team = "AB"[us]
        landing = yield {"thrown": card}
        theirs = [f"{s}.castle" for s in range(them, self.seats, 2)] + self.locations(them)
        mine = [f"{s}.castle" for s in range(us, self.seats, 2)] + self.locations(us)
        targets = {place: self.zones[place][0] for place in theirs if self.zones[place]}
        hits = verdict(landing, targets, {key for place in mine for key in self.zones[place]})
        bare = not any(self.zones[place] for place in self.locations(them))
        score = self.zones[f"{team}.score"]
        before = len(score)
        self.zones[f"{team}.discard"].append(card)
        gaps: dict[str, int] = {}
        for place, perfect in hits.items():
            if "wall" not in place:
                continue
            wall = self.zones[place].pop()
            score.append(wall)
            if not perfect:
                gaps[place] = value(wall)
        owners = [opponent for opponent in self.after(seat) if f"{opponent}.castle" in hits]
        if owners and bare:
            self.stormed.add(us)
        for opponent in owners:
            yield from self.tribute(opponent, us)
        for opponent in self.after(seat):
            yield from self.replace(
                opponent, {p: most for p, most in gaps.items() if p.startswith(f"{opponent}.")}
            )
        thirds = [n for n in range(before + 1, len(score) + 1) if n % 3 == 0]
        if thirds:
            options = {f"effect {key}" for key in score[before:]} | {"pass"}
            answer = yield {"seat": seat, "options": options, "throwable": set()}
            assert answer == "pass"

    def tribute(self, opponent: int, us: int) -> Generator[Question, Any, None]:
        score = self.zones["AB"[us] + ".score"]
        if self.solo and opponent == 1:
            card = self.top("B")
            if card is not None:
                score.append(card)
            return
        hand = self.zones[f"{opponent}.hand"]
        if not hand:
            return
        pile = "AB"[us] + ".score"
        answer = yield {
            "seat": opponent,
            "options": {f"give {card} >{pile}" for card in hand},
            "throwable": set(),
        }
        hand.remove(answer.split()[1])
        score.append(answer.split()[1])

    def replace(self, opponent: int, gaps: dict[str, int]) -> Generator[Question, Any, None]:
        if self.solo and opponent == 1:
            for place in gaps:
                card = self.top("B")
                if card is not None:
                    self.zones[place].append(card)
            return
        hand = self.zones[f"{opponent}.hand"]
        while gaps and hand:
            options = {
                f"replace {card} >{place}"
                for place, most in gaps.items()
                for card in hand
                if value(card) <= most
            }
            if not options and self.solo:  # no other person could learn anything from it
                return
            if not options:
                yield {"seat": opponent, "options": {"decline"}, "throwable": set()}
                return
            answer = yield {"seat": opponent, "options": options, "throwable": set()}
            _, card, place = answer.split()
            hand.remove(card)
            self.zones[place[1:]].append(card)
            gaps = {other: most for other, most in gaps.items() if other != place[1:]}

    def automaton(self) -> Generator[Question, Any, None]:
        card = self.top("B")
        if card is None:
            return
        self.zones["B.discard"].append(card)
        if value(card) >= 11:
            return
        walls = [place for place in self.locations(0) if self.zones[place]]
        if not walls:
            self.stormed.add(1)
            yield from self.tribute(0, 1)
            return
        lowest = min(walls, key=lambda place: worth(self.zones[place][0]))
        wall = self.zones[lowest].pop()
        self.zones["B.score"].append(wall)
        yield from self.replace(0, {lowest: value(wall)})
