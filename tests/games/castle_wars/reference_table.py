"""Table of the reference implementation of Castle Wars: zones, faces seen, and public facts."""

from __future__ import annotations

from typing import Any

PILES = ["pile0", "pile1", "pile2", "pile3"]
COURT = ["J", "Q", "K", "A", "joker"]  # kinds that are resources
MOST_SHOTS = 130  # with more pairs of an Ace and a target, only one of equal Aces is offered


class Over(Exception):
    """Exception: the match has ended; its one argument is the result."""


class Table:
    """State of a reference match. `zones`: as dealt, or before the deal with `arranging`.

    `kinds`: a soldier's number, "J", "Q", "K", "A", "dragon" or "joker" (of the Mages) by card.
    """

    def __init__(
        self,
        zones: dict[str, list[str]],
        kinds: dict[str, Any],
        factions: tuple[str, str],
        first: int = 0,
        epic: bool = False,
        stalemate: int = 20,
        arrange: bool = False,
    ) -> None:
        self.zones = {name: list(cards) for name, cards in zones.items()}
        self.kinds = dict(kinds)
        self.factions = factions
        self.epic = epic
        self.stalemate = stalemate
        self.arrange = arrange
        self.active = first
        self.quiet = 0  # turns without progress
        self.turns = 0
        self.progress = False
        self.up: set[str] = set()
        self.infected: set[str] = set()
        self.seen: list[set[str]] = [set(), set()]
        self.queens = [0, 0]
        self.mechanised = 0  # value of all the active player's soldiers; 0: their own values
        self.may_mechanise = True
        self.swapped: set[str] = set()  # piles
        self.attacked: list[str] = []  # piles; a pile that attacked twice is in it twice
        self.declared: dict[str, str] = {}  # pile to card, in a declared attack
        self.loose: list[str] | None = None  # soldiers that may still be moved in a move phase
        self.shuffles: list[list[str]] = []
        self.home = {}
        for name, cards in self.zones.items():
            for card in cards:
                self.home[card] = int(name[0]) if name[0] in "01" else -1
                self.learn(card, name)

    # -- the table

    def is_a(self, seat: int, faction: str) -> bool:
        return self.factions[seat] == faction

    def learn(self, card: str, zone: str) -> None:
        for seat in (0, 1):
            part = zone[2:]
            own = zone[0] == str(seat)
            looks = part in ("dead", "spent") or card in self.up
            looks = looks or (own and (part in PILES or part in ("hand", "sleeve")))
            looks = looks or (
                own and part in ("soldiers", "resources") and self.is_a(seat, "seers")
            )
            if looks:
                self.seen[seat].add(card)

    def where(self, card: str) -> str:
        return next(name for name, cards in self.zones.items() if card in cards)

    def move(self, card: str, to: str, bottom: bool = False) -> None:
        self.zones[self.where(card)].remove(card)
        if bottom:
            self.zones[to].insert(0, card)
        else:
            self.zones[to].append(card)
        part = to[2:]
        if part not in PILES:
            self.infected.discard(card)
        if part in ("hand", "sleeve", "soldiers", "resources"):
            self.up.discard(card)
        self.learn(card, to)
        if part == "hand" and len(self.zones[to]) > 1:  # cards cannot be followed into a hand
            self.seen[1 - int(to[0])] -= set(self.zones[to])

    def turn_up(self, card: str) -> None:
        self.up.add(card)
        self.seen = [seen | {card} for seen in self.seen]

    def piles(self, seat: int) -> list[str]:
        """Return the piles that are not destroyed."""
        return [f"{seat}.{pile}" for pile in PILES if self.zones.get(f"{seat}.{pile}")]

    def places(self, seat: int) -> list[str]:
        """Return all piles, destroyed ones too."""
        return [f"{seat}.{pile}" for pile in PILES if f"{seat}.{pile}" in self.zones]

    def tops(self, seat: int) -> list[str]:
        return [self.zones[pile][-1] for pile in self.piles(seat)]

    def in_play(self, seat: int) -> list[str]:
        return [card for pile in self.piles(seat) for card in self.zones[pile]]

    def printed_value(self, card: str) -> int:
        kind = self.kinds[card]
        return int({"K": 10, "joker": 10, "dragon": 20}.get(kind, kind))

    def value(self, card: str, seat: int) -> int:
        worth = self.printed_value(card)
        own_turn = seat == self.active
        if own_turn and self.mechanised:
            worth = self.mechanised
        if self.is_a(seat, "assassins"):
            worth += 2 if own_turn else -2
        if self.is_a(seat, "golems"):
            worth += -2 if own_turn else 2
        return max(0, worth + 3 * self.queens[seat])

    def discard(self, card: str) -> None:
        """Move a card from its pile, hand or deck to the discards of that seat."""
        seat = int(self.where(card)[0])
        kind = self.kinds[card]
        self.move(
            card, f"{seat}.spent" if kind in ("J", "Q", "K", "A", "joker") else f"{seat}.dead"
        )
        self.progress = True

    def check_end(self) -> None:
        alive = [bool(self.piles(0)), bool(self.piles(1))]
        if alive == [False, False]:
            raise Over([0.5, 0.5])
        if alive != [True, True]:
            raise Over([float(alive[0]), float(alive[1])])

    # -- asking

    def plays(self, seat: int) -> set[str]:
        """Return all actions that are possible at any time."""
        options = set()
        targets = self.in_play(0) + self.in_play(1)
        shots = [c for c in self.zones[f"{seat}.sleeve"] if self.kinds[c] in ("A", "joker")]
        left_out = set()
        if len(shots) * len(targets) > MOST_SHOTS:
            for kind in ("A", "joker"):
                left_out |= set([c for c in shots if self.kinds[c] == kind][1:])
        for card in self.zones[f"{seat}.sleeve"]:
            kind = None if card in left_out else self.kinds[card]
            if kind in ("J", "Q"):
                options.add(f"play {card}")
            if kind == "K":
                options |= {f"play {card} >{place}" for place in self.places(seat)}
            if kind == "A":
                options |= {f"play {card} >{target}" for target in targets}
            if kind == "joker":
                options |= {f"play {card} 11", f"play {card} 12"}
                options |= {f"play {card} >{place} 13" for place in self.places(seat)}
                options |= {f"play {card} >{target} 14" for target in targets}
                if self.returning_resources(seat):
                    options.add(f"reshuffle {card}")
        if self.is_a(seat, "blood_mages") and self.blood_flows(seat):
            options |= {f"blood {card} >{seat}.dead" for card in self.in_play(seat)}
        if self.is_a(seat, "shape_shifters"):
            for pile in self.piles(seat):
                if pile not in self.swapped:
                    top = self.zones[pile][-1]
                    options |= {f"swap {card} >{top}" for card in self.zones[f"{seat}.hand"]}
        return options

    def returning_resources(self, seat: int) -> list[str]:
        """Return the resources that a reshuffle would bring back."""
        return [card for card in self.zones[f"{seat}.spent"] if self.kinds[card] != "joker"]

    def blood_flows(self, seat: int) -> bool:
        soldiers = self.in_play(seat)
        knights = [card for card in soldiers if self.kinds[card] == "K"]
        there = self.zones[f"{seat}.resources"] + self.zones[f"{seat}.spent"] + knights
        return len(soldiers) >= 2 and bool(there)

    def may_react(self, seat: int) -> bool:
        """Return True if the seat might react, as far as all players can see."""
        if self.zones[f"{seat}.sleeve"]:
            return True
        if self.is_a(seat, "blood_mages") and self.blood_flows(seat):
            return True
        if self.is_a(seat, "shape_shifters"):
            return bool(self.zones[f"{seat}.hand"]) and bool(set(self.piles(seat)) - self.swapped)
        return False

    def shuffle(self, zone: str) -> None:
        order = self.shuffles.pop(0) if self.shuffles else self.zones[zone]
        assert sorted(order) == sorted(self.zones[zone]), (order, self.zones[zone])
        self.zones[zone] = list(order)
        for card in order:
            self.up.discard(card)
            for seat in (0, 1):
                self.seen[seat].discard(card)
            self.learn(card, zone)

    def count_out(self) -> list[float]:
        sums = []
        for seat in (0, 1):
            cards = self.in_play(seat) + self.zones[f"{seat}.hand"] + self.zones[f"{seat}.soldiers"]
            sums.append((len(cards), sum(self.printed_value(card) for card in cards)))
        if sums[0] == sums[1]:
            return [0.5, 0.5]
        return [float(sums[0] > sums[1]), float(sums[1] > sums[0])]


def is_ordered(zone: str) -> bool:
    """Return True if the order of the cards in the zone matters."""
    return zone[2:] in PILES or zone[2:] in ("soldiers", "resources")


def fight(attackers: dict[str, tuple[int, bool]], target: tuple[int, bool]) -> set[str]:
    """Return the fallen cards: keys of attackers, and "target". Values are (value, infected)."""
    falls = {card for card, (_, ill) in attackers.items() if ill}
    healthy = [card for card in attackers if card not in falls]
    if target[1]:
        return falls | {"target"}
    if not healthy:
        return falls
    total = sum(attackers[card][0] for card in healthy)
    if total >= target[0]:
        falls.add("target")
    if total <= target[0]:
        falls |= set(healthy)
    return falls


def parts(text: str) -> tuple[str, str, str, int]:
    """Return verb, card, target and number of an action."""
    verb, *words = text.split()
    card = target = ""
    number = 0
    for word in words:
        if word.lstrip("-").isdigit():
            number = int(word)
        elif word[0] == ">":
            target = word[1:]
        else:
            card = word
    return verb, card, target, number
