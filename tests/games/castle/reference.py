"""Reference implementation of Castle, straight from the rule text: no shared code.

It uses plain lists and dicts. A match is one generator: it yields a seat and its options, and is
sent one of them. Cards are keys ("10H", "QS.2"). If there is only one option, it does not ask.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import Any

Question = tuple[int, set[str]]
Asking = Generator[Question, str, Any]
LADDER = {1: 1, 2: 3, 3: 6, 4: 12, 5: 20, 6: 48, 7: 84, 8: 144}
ROOM = {"plot": 20, "knight": 16, "peasant": 12}
LARGE = 20


def rank(key: str) -> int:
    figure = key.split(".")[0][:-1]
    return {"A": 1, "J": 11, "Q": 12, "K": 13}.get(figure) or int(figure)


def colour(key: str) -> str:
    return "red" if key.split(".")[0][-1] in "HD" else "black"


def played(verb: str, cards: list[str] | tuple[str, ...], place: str) -> str:
    return f"{verb} {'+'.join(sorted(cards))} >{place}"


class Side:
    """Hand, plots and people of one seat."""

    def __init__(self, seat: int, mine: str, hand: list[str]) -> None:
        self.seat = seat
        self.colour = mine
        self.hand = hand
        self.returned: set[str] = set()
        # each plot: wall (none or two cards), kind, cards (the top card last)
        self.plots: list[dict[str, Any]] = [
            {"wall": [], "kind": "", "cards": []} for _ in range(ROOM["plot"])
        ]
        self.people: dict[str, list[list[str]]] = {
            who: [[] for _ in range(ROOM[who])] for who in ("knight", "peasant")
        }

    def mine(self, key: str) -> bool:
        return colour(key) == self.colour

    def count(self, kind: str) -> int:
        """Return the number of cards of hovels or barracks (a castle has two), or of people."""
        if kind in self.people:
            return sum(1 for pair in self.people[kind] if pair)
        return sum(len(plot["cards"]) for plot in self.plots if plot["kind"] == kind)

    def usable(self) -> int:
        there = self.count("knight")
        return there if self.count("barracks") else min(there, 2)

    def limit(self) -> int:
        return max(1, 3 * self.count("hovel") + 2 * self.count("peasant"))

    def defence(self, n: int) -> int:
        plot = self.plots[n]
        level = 3 if plot["kind"] == "castle" else 1
        if plot["wall"]:
            level += 1
        if plot["kind"] != "castle" and any(p["kind"] == "castle" for p in self.plots):
            level += 1
        return level

    def points(self) -> int:
        sets = [p for p in self.plots if p["kind"] in ("queen", "king")]
        return sum(LADDER[len(p["cards"])] for p in sets)

    # -- what may be laid

    def fits(self, n: int, kind: str) -> bool:
        """Return True if a card of this kind can go on the n-th plot, alone or with others."""
        plot = self.plots[n]
        if not plot["cards"]:
            return bool(plot["wall"]) or n == self.first_free()
        if plot["kind"] != kind or kind == "castle":
            return False
        return bool(plot["wall"]) or kind in ("queen", "king")

    def first_free(self) -> int:
        for n, plot in enumerate(self.plots):
            if not plot["cards"] and not plot["wall"]:
                return n
        return -1

    def plays(self, late: bool) -> set[str]:
        found = set()
        for key in self.hand:
            found |= self.with_one(key) if not late or key in self.returned else set()
        for one, two in combinations(self.hand, 2):
            if not late or one in self.returned or two in self.returned:
                found |= self.with_two(one, two)
        return found

    def with_one(self, key: str) -> set[str]:
        kind = {10: "hovel", 11: "barracks", 12: "queen", 13: "king"}.get(rank(key))
        if kind is None:
            return set()
        verb = kind if kind in ("hovel", "barracks") else "royalty"
        found = set()
        for n, plot in enumerate(self.plots):
            grows = verb == "royalty" and plot["kind"] == kind
            if self.fits(n, kind) and (self.mine(key) or grows):
                found.add(played(verb, [key], f"{self.seat}.plot{n}"))
        return found

    def with_two(self, one: str, two: str) -> set[str]:
        found = set()
        pair = (one, two)
        owned = sum(self.mine(key) for key in pair)
        ranks = sorted(map(rank, pair))
        laid = ranks[0] == ranks[1] or ranks == [10, 11]  # only such a pair goes on a plot
        for n, plot in enumerate(self.plots if laid else ()):
            place = f"{self.seat}.plot{n}"
            occupied = plot["cards"] or plot["wall"]
            if ranks[0] == ranks[1] and owned and not plot["wall"]:  # noqa: SIM102
                if occupied or n == self.first_free():
                    found.add(played("wall", pair, place))
            if ranks == [10, 11] and owned == 2 and self.fits(n, "castle"):
                found.add(played("castle", pair, place))
            if ranks in ([12, 12], [13, 13]):
                kind = "queen" if ranks[0] == 12 else "king"
                if self.fits(n, kind) and (owned or plot["kind"] == kind):
                    found.add(played("royalty", pair, place))
        for who, total, house in (("peasant", 5, "hovel"), ("knight", 10, "barracks")):
            if sum(ranks) == total and ranks[1] < 10 and owned:
                there = self.people[who]
                if self.count(who) < (ROOM[who] if self.count(house) else 2):
                    found.add(played(who, pair, f"{self.seat}.{who}{there.index([])}"))
        return found


class ReferenceMatch:
    """Match of the reference. `deck`: the last card is on top; `first`: the seat of player 1."""

    def __init__(
        self, hands: list[list[str]], red: int, first: int, market: list[str], deck: list[str]
    ) -> None:
        self.sides = [
            Side(seat, "red" if seat == red else "black", list(hands[seat])) for seat in (0, 1)
        ]
        self.turn = first
        self.market: list[str | None] = list(market)
        self.deck = list(deck)
        self.discards: list[str] = []

    # -- the course of a match

    def play(self) -> Asking:
        """Play the match; return the points of both seats."""
        while self.deck or any(self.market):
            yield from self.draw(self.turn)
            yield from self.take_turn(self.turn, late=False)
            self.turn = 1 - self.turn
        passes = 0
        while passes < 2:
            active = yield from self.take_turn(self.turn, late=True)
            passes = 0 if active else passes + 1
            self.turn = 1 - self.turn
        return [side.points() for side in self.sides]

    def ask(self, seat: int, options: set[str]) -> Generator[Question, str, str]:
        if len(options) == 1:
            return next(iter(options))
        answer = yield seat, options
        return answer

    def draw(self, seat: int) -> Asking:
        for _ in range(2):
            options = {f"draw market{n}" for n, card in enumerate(self.market) if card}
            if self.deck:
                options.add("draw deck")
            if not options:
                return
            answer = yield from self.ask(seat, options)
            hand = self.sides[seat].hand
            if answer == "draw deck":
                hand.append(self.deck.pop())
                continue
            n = int(answer[-1])
            taken = self.market[n]
            assert taken is not None
            hand.append(taken)
            self.market[n] = self.deck.pop() if self.deck else None

    def take_turn(self, seat: int, late: bool) -> Asking:
        """Play a turn; return True if a card was played or an attack made."""
        side, attacked, active = self.sides[seat], False, False
        while True:
            plays, raids = side.plays(late), set() if attacked else self.attacks(seat)
            if len(side.hand) > LARGE:  # first choose a card, then what to do with it
                cards = {key for play in plays for key in play.split()[1].split("+")}
                options = {f"pick {key}" for key in cards} | raids | {"pass"}
            else:
                options = plays | raids | {"pass"}
            answer = yield seat, options  # in every turn, whatever the hand allows
            if answer == "pass":
                break
            if answer.startswith("pick"):
                with_it = {p for p in plays if answer.split()[1] in p.split()[1].split("+")}
                answer = yield seat, with_it | {"pass"}
                if answer == "pass":  # the card is put back
                    continue
            active = True
            if answer.startswith("attack"):
                attacked = True
                yield from self.attack(seat, answer.split(">")[1])
            else:
                self.lay(side, answer)
                if late and answer.startswith("royalty"):
                    yield from self.extend(side, answer.split(">")[1])
        for who, house in (("peasant", "hovel"), ("knight", "barracks")):
            while side.count(who) > 2 and not side.count(house):
                gone = yield from self.ask(seat, self.pairs(side, "dismiss", who))
                self.sack(side, who, gone)
        while not late and len(side.hand) > side.limit():
            answer = yield from self.ask(seat, {f"discard {key}" for key in side.hand})
            self.leave_hand(side, answer.split()[1])
            self.discards.append(answer.split()[1])
        return active

    def extend(self, side: Side, place: str) -> Asking:
        """Ask for more cards of the rank, laid in the same play after the deck is used up.

        It asks as long as a hidden card of the hand could be one of them.
        """
        cards = side.plots[int(place.split("plot")[1])]["cards"]
        while not side.returned.issuperset(side.hand):
            same = [key for key in side.hand if rank(key) == rank(cards[0])]
            if side.returned.issuperset(same):
                same = []
            options = {played("royalty", [key], place) for key in same} | {"pass"}
            answer = yield side.seat, options
            if answer == "pass":
                return
            self.lay(side, answer)

    # -- cards

    def leave_hand(self, side: Side, key: str) -> None:
        side.hand.remove(key)
        side.returned.discard(key)

    def lay(self, side: Side, answer: str) -> None:
        verb, names, place = answer.split()
        cards = names.split("+")
        for key in cards:
            self.leave_hand(side, key)
        if verb in ("peasant", "knight"):
            pairs = side.people[verb]
            pairs[int(place.split(verb)[1])] = sorted(cards, key=side.mine)
            return
        plot = side.plots[int(place.split("plot")[1])]
        if verb == "wall":
            plot["wall"] = cards
            return
        plot["kind"] = verb
        if verb == "royalty":
            plot["kind"] = "queen" if rank(cards[0]) == 12 else "king"
        plot["cards"] = sorted(plot["cards"] + cards, key=side.mine)

    def pairs(self, side: Side, verb: str, who: str) -> set[str]:
        return {f"{verb} {side.seat}.{who}{n}" for n, pair in enumerate(side.people[who]) if pair}

    def sack(self, side: Side, who: str, answer: str) -> None:
        n = int(answer.split(who)[1])
        self.discards += side.people[who][n]
        side.people[who][n] = []

    # -- attacks

    def attacks(self, seat: int) -> set[str]:
        opponent, able = self.sides[1 - seat], self.sides[seat].usable()
        return {
            f"attack >{key}"
            for n, plot in enumerate(opponent.plots)
            if opponent.defence(n) <= able
            for key in plot["cards"]
        }

    def attack(self, seat: int, target: str) -> Asking:
        side, opponent = self.sides[seat], self.sides[1 - seat]
        n = next(n for n, plot in enumerate(opponent.plots) if target in plot["cards"])
        need = opponent.defence(n)
        attackers = need
        if opponent.count("barracks") and opponent.count("knight") and side.usable() > need:
            counts = {f"commit {k}" for k in range(need, side.usable() + 1)}
            answer = yield from self.ask(seat, counts)
            attackers = int(answer.split()[1])
        traded = 0
        while traded < min(opponent.count("barracks"), attackers) and opponent.count("knight"):
            answer = yield from self.ask(
                opponent.seat, self.pairs(opponent, "guard", "knight") | {"pass"}
            )
            if answer == "pass":
                break
            self.sack(opponent, "knight", answer)
            traded += 1
        success = attackers - traded >= need
        falling = traded + success
        while falling:
            options = self.pairs(side, "lose", "knight")
            if len(options) <= falling:  # all of them: no choice
                for gone in options:
                    self.sack(side, "knight", gone)
                break
            gone = yield from self.ask(seat, options)
            self.sack(side, "knight", gone)
            falling -= 1
        if success:
            yield from self.capture(side, opponent, n, target)

    def capture(self, side: Side, opponent: Side, n: int, target: str) -> Asking:
        plot = opponent.plots[n]
        answer = yield from self.ask(side.seat, {"pass"} | {f"keep {key}" for key in side.hand})
        plot["cards"].remove(target)
        if answer == "pass":
            self.discards.append(target)
        else:
            self.leave_hand(side, answer.split()[1])
            self.discards.append(answer.split()[1])
            side.hand.append(target)
        if plot["kind"] in ("hovel", "barracks") and plot["cards"]:
            return
        back = plot["cards"] + plot["wall"]
        opponent.hand += back
        opponent.returned |= set(back)
        opponent.plots[n] = {"wall": [], "kind": "", "cards": []}
