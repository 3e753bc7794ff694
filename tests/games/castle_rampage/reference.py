"""Reference implementation of Castle Rampage, straight from the rule text: no shared code.

It uses lists of names. A match is one generator: it yields a question and is sent the answer. Cards
are keys ("knight", "knight.2"); structures and the draw pile lie top first. Results of chance are
given beforehand: `orders` of new draw piles, `picks` of random cards.
"""

from __future__ import annotations

import copy
from collections.abc import Generator
from itertools import permutations
from typing import Any

FIGURES = """
axe_man,17,2,1,2,X,0,
archer,14,1,3,2,A,0,
knight,14,3,1,4,K,0,
mercenary,6,1,1,3,KAX,0,
giant,4,4,4,6,KX,1,
scheme_pincer,4,1,1,9,,0,KA
scheme_charge,3,1,1,9,,0,KX
scheme_raid,3,1,1,8,,0,AX
dragon,3,2,3,8,,2,
catapult,6,2,1,2,,1,
veteran,4,2,2,3,,0,
digger,4,2,1,3,,1,
arsonist,3,2,1,2,,0,
jester,3,1,1,0,,0,
priest,3,1,3,,,0,
summoner,2,1,3,,,2,
witch,4,1,3,,,1,
bomber,4,1,1,,,0,
saboteur,3,2,1,,,0,
spy,3,2,1,,,0,
ogre,3,6,6,,,0,
quartermaster,2,1,1,,,2,
siege_ram,2,4,2,,,1,
palisade,2,2,2,,,1,
castellan,2,2,2,,,1,
"""
TABLE = {row.split(",")[0]: row.split(",") for row in FIGURES.split()}
EXTRA = {"scheme_pincer": "A", "scheme_charge": "K", "scheme_raid": "X"}
PURPLE = ("bomber", "saboteur", "spy", "ogre")
LASTING = ("quartermaster", "siege_ram", "palisade", "castellan")

Question = dict[str, Any]  # seat, options
Play = Generator[Question, str, None]


def name(key: str) -> str:
    return key.split(".")[0]


def gate_defence(key: str) -> int:
    return int(TABLE[name(key)][2])


def castle_defence(key: str) -> int:
    return int(TABLE[name(key)][3])


def attack_value(key: str) -> int | None:
    text = TABLE[name(key)][4]
    return int(text) if text else None


def symbols(key: str) -> str:
    return TABLE[name(key)][5]


def cards_to_pay(key: str) -> int:
    return int(TABLE[name(key)][6])


def units_to_pay(key: str) -> str:
    return TABLE[name(key)][7]


def whole_box() -> list[str]:
    """Return the keys of all cards."""
    keys = []
    for row in TABLE.values():
        keys += [row[0]] + [f"{row[0]}.{n}" for n in range(2, int(row[1]) + 1)]
    return keys


class Over(Exception):
    """Exception: the match has a winner."""


class ReferenceMatch:
    """Match of the reference. `zones`: by name, top first. Seat `active` has drawn."""

    def __init__(self, zones: dict[str, list[str]], active: int, storm_option: bool) -> None:
        self.zones = copy.deepcopy(zones)
        self.active = active
        self.storm_option = storm_option
        self.reshuffled = False
        self.turns = 0
        self.quiet = 0
        self.something = False
        self.strengthened = False
        self.tired: set[str] = set()
        self.result: list[float] = []
        self.orders: list[list[str]] = []
        self.picks: list[str] = []

    # -- small things

    def mine(self, part: str) -> list[str]:
        return self.zones[f"{self.active}.{part}"]

    def theirs(self, part: str) -> list[str]:
        return self.zones[f"{1 - self.active}.{part}"]

    def has(self, seat: int, what: str) -> bool:
        return any(name(key) == what for key in self.zones[f"{seat}.permanents"])

    def throw_away(self, key: str, where: list[str]) -> None:
        where.remove(key)
        self.zones["discard"].insert(0, key)

    def next_card(self) -> str | None:
        if not self.zones["draw"]:
            if not self.zones["discard"]:
                return None
            order = self.orders.pop(0)
            assert sorted(order) == sorted(self.zones["discard"])
            self.zones["draw"] = list(order)
            self.zones["discard"] = []
            self.reshuffled = True
        return self.zones["draw"][0]

    def draw(self, count: int) -> None:
        for _ in range(count):
            key = self.next_card()
            if key is not None:
                self.zones["draw"].remove(key)
                self.mine("hand").append(key)
                self.something = True

    def random_card(self, hand: list[str]) -> str:
        key = self.picks.pop(0)
        assert key in hand
        return key

    def won(self, seat: int) -> None:
        self.result = [float(seat == 0), float(seat == 1)]
        raise Over

    def ask(self, *options: str) -> Generator[Question, str, str]:
        answer = yield {"seat": self.active, "options": set(options)}
        assert answer in options
        return answer

    # -- the whole match

    def whole(self) -> Play:
        """Play the whole match from the set-up; seat `active` begins."""
        self.zones["draw"] = self.orders.pop(0)
        first = self.active
        for round_ in (1, 2):
            for seat in (first, 1 - first):
                self.zones[f"{seat}.hand"] = [self.zones["draw"].pop(0) for _ in range(5)]
            for seat in (first, 1 - first):
                hand = self.zones[f"{seat}.hand"]
                while any(name(key) in PURPLE for key in hand):
                    for key in [key for key in hand if name(key) in PURPLE]:
                        self.throw_away(key, hand)
                        hand.append(self.zones["draw"].pop(0))
            order = self.orders.pop(0)
            assert sorted(order) == sorted(self.zones["draw"] + self.zones["discard"])
            self.zones["draw"], self.zones["discard"] = order, []
            for seat in (first, 1 - first):
                self.active = seat
                yield from self.arrange(seat, 2 * round_)
        self.active = first
        yield from self.turns_from(True)

    def arrange(self, seat: int, full: int) -> Play:
        hand = self.zones[f"{seat}.hand"]
        while len(hand) > 1:
            free = [p for p in ("gate", "castle") if len(self.zones[f"{seat}.{p}"]) < full]
            answer = yield from self.ask(
                *(f"place {key} >{seat}.{place}" for key in hand for place in free)
            )
            _, key, to = answer.split()
            hand.remove(key)
            self.zones[to[1:]].append(key)
        aside = self.zones[f"{seat}.aside"]
        if full == 2:
            aside.append(hand.pop())
        else:
            hand.append(aside.pop())

    def turns_from(self, fresh: bool) -> Play:
        """Play turns. `fresh`: the player has not drawn yet."""
        try:
            while True:
                if fresh:
                    self.something = False
                    count = 1 if self.turns == 0 else 2
                    self.draw(count + self.has(self.active, "quartermaster"))
                fresh = True
                yield from self.turn()
                self.turns += 1
                self.quiet = 0 if self.something else self.quiet + 1
                self.active = 1 - self.active
                self.strengthened = False
                self.tired = set()
                if self.turns >= 200 or self.quiet >= 4:
                    self.stop()
                    return
        except Over:
            return

    def stop(self) -> None:
        south, north = (
            [len(self.zones[f"{seat}.{part}"]) for part in ("castle", "gate")] for seat in (0, 1)
        )
        self.result = [0.5, 0.5]
        if south != north:
            self.result = [float(south > north), float(north > south)]

    def turn(self) -> Play:
        while self.mine("hand"):
            options = self.strengthenings() + self.plays()
            answer = yield from self.ask("pass", *options)
            if answer == "pass":
                return
            verb, key, to = answer.split()
            if verb == "strengthen":
                yield from self.strengthen(key, to[1:])
            else:
                yield from self.play(key)

    def strengthenings(self) -> list[str]:
        if self.strengthened or (self.storm_option and self.reshuffled):
            return []
        hand = self.mine("hand")
        return [
            f"strengthen {key} >{self.active}.{place}"
            for key in hand
            for place in ("gate", "castle")
            if name(key) != "ogre" or len(hand) >= 3
        ]

    def strengthen(self, key: str, to: str) -> Play:
        self.mine("hand").remove(key)
        if name(key) == "ogre":
            yield from self.pay("??")
        self.zones[to].append(key)
        self.strengthened = self.something = True

    def plays(self) -> list[str]:
        return [f"{self.how(key)}" for key in self.mine("hand") if self.playable(key)]

    def how(self, key: str) -> str:
        struck = f">{1 - self.active}.{self.struck(key)}"
        if attack_value(key) is not None:
            return f"attack {key} {struck}"
        if name(key) == "witch":
            return f"play {key} {struck}"
        return f"play {key} >" + (f"{self.active}.permanents" if name(key) in LASTING else "play")

    def struck(self, key: str) -> str:
        return "gate" if self.theirs("gate") and name(key) != "digger" else "castle"

    def playable(self, key: str) -> bool:
        others = [other for other in self.mine("hand") if other != key]
        what = name(key)
        if what in PURPLE or len(others) < cards_to_pay(key):
            return False
        if not self.ways(units_to_pay(key), others):
            return False
        if what in LASTING:
            return not self.has(self.active, what)
        if what == "priest":
            return len(self.theirs("hand")) > 0
        if what == "jester":
            return len(self.zones["draw"]) + len(self.zones["discard"]) > 0
        return key not in self.tired

    # -- paying; "?" stands for a card of any kind

    def ways(self, units: str, hand: list[str]) -> list[tuple[str, ...]]:
        """Return all ways to pay for these units with cards, in their order."""
        return [
            cards
            for cards in permutations(hand, len(units))
            if all(unit in symbols(card) for card, unit in zip(cards, units, strict=True))
        ]

    def pay(self, owed: str) -> Generator[Question, str, None]:
        while owed:
            hand = self.mine("hand")
            if owed.strip("?"):
                numbers = " ".join(str("KAX".index(unit)) for unit in owed)
                single = {
                    f"pay {'+'.join(sorted(ways))} {numbers}" for ways in self.ways(owed, hand)
                }
            else:
                single = {f"pay {card}" for card in hand}
                if len(hand) == len(owed) > 1:
                    single = {"pay " + "+".join(sorted(hand))}
            answer = yield from self.ask(*single)
            _, cards, *numbers_ = answer.split()
            for n, card in enumerate(cards.split("+")):
                self.throw_away(card, hand)
                unit = "KAX"[int(numbers_[n])] if numbers_ else "?"
                owed = owed.replace(unit, "", 1)

    def extra(self, unit: str) -> Generator[Question, str, int]:
        hand = self.mine("hand")
        if not hand:
            return 0
        number = "KAX".index(unit)
        options = [f"pay {card} {number}" for card in hand if unit in symbols(card)]
        answer = yield from self.ask(*options, "pass")
        if answer == "pass":
            return 0
        self.throw_away(answer.split()[1], hand)
        return 5

    # -- playing

    def play(self, key: str) -> Play:
        what = name(key)
        self.mine("hand").remove(key)
        yield from self.pay(units_to_pay(key) + "?" * cards_to_pay(key))
        more = 0
        if what in EXTRA:
            more = yield from self.extra(EXTRA[what])
        self.something = True
        if what in LASTING:
            self.mine("permanents").append(key)
            return
        self.zones["play"].append(key)
        if what == "priest":
            yield from self.priest()
        elif what == "summoner":
            self.summoner()
        elif what == "witch":
            structure = self.theirs(self.struck(key))
            self.throw_away(structure[0], structure)
            self.finish(key)
            self.look_at_castles()
        elif what != "jester" or self.jest():
            yield from self.attack(key, more)
        if key in self.zones["play"]:
            self.finish(key)
            self.look_at_castles()

    def finish(self, key: str) -> None:
        self.throw_away(key, self.zones["play"])

    def look_at_castles(self) -> None:
        if not self.mine("castle"):
            self.won(1 - self.active)
        if not self.theirs("castle"):
            self.won(self.active)

    def priest(self) -> Play:
        answer = yield from self.ask("name 0", "name 1", "name 2")
        unit = "KAX"[int(answer[-1])]
        hand = self.theirs("hand")
        shown = list(hand)
        self.zones["play"] += shown
        hand.clear()
        yield from self.ask("seen")
        for card in shown:
            if unit in symbols(card):
                self.throw_away(card, self.zones["play"])
            else:
                self.zones["play"].remove(card)
                hand.append(card)
        self.draw(1)

    def summoner(self) -> None:
        for structure in (
            self.mine("gate"), self.mine("castle"), self.theirs("gate"), self.theirs("castle"),
        ):  # fmt: skip
            if structure:
                self.throw_away(structure[0], structure)

    def jest(self) -> bool:
        """Turn over a card; return True if the Jester may attack."""
        turned = self.next_card()
        assert turned is not None
        self.throw_away(turned, self.zones["draw"])
        if attack_value(turned) is not None:
            return True
        self.throw_away(self.mine("castle")[0], self.mine("castle"))
        return False

    def attack(self, key: str, more: int) -> Play:
        what = name(key)
        if what == "axe_man":
            self.draw(1)
        if what == "archer" and self.theirs("hand"):
            hand = self.theirs("hand")
            self.throw_away(self.random_card(hand), hand)
        if what in ("dragon", "arsonist") and self.theirs("permanents"):
            row = self.theirs("permanents")
            burnt = row[0]
            if len(row) > 1:
                answer = yield from self.ask(*(f"destroy {card}" for card in row))
                burnt = answer.split()[1]
            self.throw_away(burnt, row)
        place = self.struck(key)
        strength = (attack_value(key) or 0) + more
        if what == "knight" and place == "castle":
            strength += 1
        if what == "catapult":
            strength += len(self.theirs(place))
        if what == "jester":
            strength = 6
        if place == "gate" and self.has(self.active, "siege_ram"):
            strength += 1
        yield from self.fight(key, place, strength)

    def fight(self, key: str, place: str, strength: int) -> Play:
        opponent = 1 - self.active
        while True:
            if place == "gate" and not self.theirs("gate"):
                place = "castle"
            structure = self.theirs(place)
            defender = structure[0]
            if place == "gate":
                defence = gate_defence(defender) + self.has(opponent, "palisade")
            else:
                defence = castle_defence(defender) + self.has(opponent, "castellan")
            if defence > strength:
                if name(key) == "veteran":
                    self.zones["play"].remove(key)
                    self.mine("hand").append(key)
                    self.tired.add(key)
                else:
                    self.finish(key)
                return
            self.throw_away(defender, structure)
            if not self.theirs("castle"):
                self.finish(key)
                self.won(self.active)
            tie = defence == strength
            strength -= defence
            if tie or name(defender) == "bomber":
                self.finish(key)
            if name(defender) == "saboteur":
                yield from self.sabotage()
            if name(defender) == "spy" and self.mine("hand"):
                taken = self.random_card(self.mine("hand"))
                self.mine("hand").remove(taken)
                self.theirs("hand").append(taken)
            if tie or name(defender) == "bomber":
                return

    def sabotage(self) -> Play:
        left = 2
        hand = self.mine("hand")
        while left:
            if len(hand) <= left:
                for card in list(hand):
                    self.throw_away(card, hand)
                return
            answer = yield from self.ask(*(f"discard {card}" for card in hand))
            self.throw_away(answer.split()[1], hand)
            left -= 1
