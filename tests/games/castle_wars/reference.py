"""Reference implementation of Castle Wars, straight from the rule text: no shared code.

It uses lists, dicts and strings. A match is one generator: it yields a question and is sent the
answer. Cards are keys ("7H"). It is told the result of each shuffle (`shuffles`). If the rule text
leaves the form of a question open, it asks as the game does: moving soldiers card by card, for one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from itertools import combinations
from typing import Any

from tests.games.castle_wars.reference_table import Over, Table, fight, parts

Question = dict[str, Any]  # seat, options (texts), window
Ask = Generator[Question, str, Any]

PHASES = ["draw", "attack", "move", "recruit"]
LONGEST = 300  # turns


class ReferenceMatch(Table):
    """Course of a reference match: phases, reactions, deaths, and the set-up."""

    def ask(self, seat: int, options: Iterable[str], window: str = "") -> Ask:
        answer = yield {"seat": seat, "options": set(options), "window": window}
        return answer

    def window(self, seat: int, cause: str, passes: int) -> Ask:
        """Ask the seats in turn until both have passed; `passes` counts earlier passes."""
        while True:
            answer = "pass"
            if self.may_react(seat):
                answer = yield from self.ask(seat, {"pass"} | self.plays(seat), cause)
            if answer != "pass":
                yield from self.use(seat, answer)
                seat, passes = 1 - seat, 0
            elif passes == 0:
                seat, passes = 1 - seat, 1
            else:
                return

    def own(self, options: set[str]) -> Ask:
        """Ask the active player, who may use a resource instead. Return None after a resource."""
        seat = self.active
        while True:
            answer = yield from self.ask(seat, options | self.plays(seat))
            if answer in options:
                return answer
            yield from self.use(seat, answer)
            yield from self.window(1 - seat, "play", 1)
            return None

    # -- what may be done at any time

    def use(self, seat: int, text: str) -> Ask:
        verb, card, target, number = parts(text)
        if verb != "swap":
            self.swapped.clear()
        if verb == "play":
            kind = {0: self.kinds[card], 11: "J", 12: "Q", 13: "K", 14: "A"}[number]
            if kind == "K":
                if self.loose is not None and target[0] == str(self.active):
                    under = self.zones[target][-1:]  # CW11: covered; the knight is not a top yet
                    self.loose = [c for c in self.loose if c not in (*under, card)]
                self.move(card, target)
                self.seen = [seen | {card} for seen in self.seen]
                self.progress = True
                return
            self.discard(card)
            if kind == "J":
                yield from self.jack(seat)
            if kind == "Q":
                self.queens[seat] += 1
            if kind == "A":
                yield from self.deaths([target], attack=False)
        if verb == "reshuffle":
            back = self.returning_resources(seat)
            for each in back:
                self.move(each, f"{seat}.resources")
            self.shuffle(f"{seat}.resources")
            self.discard(card)
        if verb == "swap":
            place = self.where(target)
            new_home = "sleeve" if self.kinds[target] in ("K", "joker") else "hand"
            was_up = target in self.up
            at = self.zones[place].index(target)
            held = self.zones[f"{seat}.hand"]
            held.remove(card)  # the two cards change places
            self.move(target, f"{seat}.{new_home}")
            held.append(card)
            self.move(card, place)
            assert self.zones[place].index(card) == at
            if self.loose is not None and seat == self.active:  # CW11: an ability put it on top
                self.loose = [c for c in self.loose if c != target] + [card]
            if was_up:
                self.turn_up(card)
            for pile, fighter in self.declared.items():
                if fighter == target:
                    self.declared[pile] = card
            self.swapped.add(place)
        if verb == "blood":
            yield from self.blood(seat, card)

    def jack(self, seat: int) -> Ask:
        for card in self.tops(1 - seat):
            self.turn_up(card)
        for card in self.tops(seat):
            self.up.discard(card)
        yield from self.lay_again(seat, self.tops(seat))
        if self.loose is not None and seat == self.active:  # CW11: covered by the new order
            self.loose = [card for card in self.loose if card in self.tops(seat)]

    def lays(self, seat: int, cards: list[str]) -> set[str]:
        options = {f"move {card} >{place}" for card in cards for place in self.places(seat)}
        return options - {f"move {self.zones[pile][-1]} >{pile}" for pile in self.piles(seat)}

    def lay_again(self, seat: int, left: list[str]) -> Ask:
        """CW11, CW19: let a player move each card once, onto any pile, without interruption."""
        while options := self.lays(seat, left):
            answer = yield from self.ask(seat, options | {"pass"})
            if answer == "pass":
                return
            left = self.lay(left, answer)

    def lay(self, left: list[str], text: str) -> list[str]:
        """Move a soldier to another pile; return the cards that may still be moved."""
        _, card, place, _ = parts(text)
        self.swapped.clear()
        self.move(card, place)
        return [other for other in left if other != card]

    def blood(self, seat: int, card: str) -> Ask:
        self.discard(card)
        others = self.in_play(seat)
        if not self.zones[f"{seat}.resources"] + self.zones[f"{seat}.spent"]:
            others = [other for other in others if self.kinds[other] == "K"]  # else nothing to take
        dead = f"{seat}.dead"
        answer = yield from self.ask(seat, {f"blood {other} >{dead}" for other in others})
        self.discard(parts(answer)[1])
        self.check_end()
        deck = self.zones[f"{seat}.resources"]
        self.seen[seat] |= set(deck)
        options = {f"take {each}" for each in deck + self.zones[f"{seat}.spent"]}
        if options:
            answer = yield from self.ask(seat, options)
            self.move(parts(answer)[1], f"{seat}.sleeve")
        if deck:
            self.shuffle(f"{seat}.resources")

    # -- deaths

    def deaths(self, victims: list[str], attack: bool, by: dict[str, int] | None = None) -> Ask:
        """Remove soldiers that die together. `by`: the seat that killed each, in an attack."""
        dying = list(victims)
        killers = dict(by or {})
        order = sorted(victims, key=lambda card: int(self.where(card)[0]) != self.active)
        for card in order:
            place = self.where(card)
            seat = int(place[0])
            if not self.is_a(seat, "fateweavers"):
                continue
            others = [
                self.zones[pile][-1]
                for pile in self.piles(seat)
                if pile != place and self.zones[pile][-1] not in dying
            ]
            others = [other for other in others if other not in victims]
            if others:
                options = {f"instead {other} >{card}" for other in others} | {"pass"}
                answer = yield from self.ask(seat, options)
                if answer != "pass":
                    instead = parts(answer)[1]
                    dying[dying.index(card)] = instead
                    if card in killers:
                        killers[instead] = killers.pop(card)
        captured: list[list[str]] = [[], []]
        for card in dying:
            seat = int(self.where(card)[0])
            if attack and killers.get(card, seat) != seat and self.is_a(1 - seat, "undead"):
                captured[1 - seat].append(card)
            else:
                self.discard(card)
        left = [set(self.in_play(seat)) - set(dying) for seat in (0, 1)]
        for seat in (self.active, 1 - self.active):
            for card in captured[seat]:
                yield from self.capture(seat, card, over=not all(left))
        self.check_end()

    def capture(self, seat: int, card: str, over: bool) -> Ask:
        """Move a captured card to the top or bottom of the deck; ask unless the game is over."""
        deck = f"{seat}.soldiers"
        answer = "top"
        if not over:
            answer = yield from self.ask(seat, {f"top {card} >{deck}", f"bottom {card} >{deck}"})
        self.move(card, deck, bottom=answer.startswith("bottom"))
        self.seen = [seen | {card} for seen in self.seen]
        self.progress = True
        if self.kinds[card] == "joker":
            self.kinds[card] = "K"

    # -- a turn

    def play(self) -> Generator[Question, str, list[float]]:
        try:
            yield from self.before()
            while True:
                yield from self.turn()
        except Over as over:
            result: list[float] = over.args[0]
            return result

    def before(self) -> Ask:
        """Play the set-up: Seers order their decks; then the cards are dealt and arranged."""
        order = (self.active, 1 - self.active)
        for seat in order:
            if self.is_a(seat, "seers"):
                for deck in ("soldiers", "resources"):
                    yield from self.foresee(seat, f"{seat}.{deck}")
        for seat in order:
            self.deal(seat)
            if self.arranges(seat):
                yield from self.arrange_piles(seat)

    def foresee(self, seat: int, deck: str) -> Ask:
        left = list(self.zones[deck])
        while left:
            answer = yield from self.ask(seat, {f"arrange {card}" for card in left} | {"pass"})
            if answer == "pass":
                return
            card = parts(answer)[1]
            left.remove(card)
            self.move(card, deck)

    def arranges(self, seat: int) -> bool:
        return self.arrange or self.is_a(seat, "war_mongers")

    def first_piles(self, seat: int) -> list[int]:
        """Return how many soldiers lie on each pile at the start."""
        usual = [5, 5, 5] if self.epic else [3, 3, 3]
        if self.is_a(seat, "royal_kingdom"):
            usual = [4, 3, 3, 3] if self.epic else [2, 2, 2, 2]
        fewer = len(self.zones[f"{seat}.dead"])
        left = max(sum(usual) - fewer, len(usual))
        if self.is_a(seat, "war_mongers"):
            left = len(self.zones[f"{seat}.soldiers"])
        elif not fewer:
            return usual
        number, more = divmod(left, len(usual))
        return [number + (pile < more) for pile in range(len(usual))]

    def deal(self, seat: int) -> None:
        for pile, number in zip(self.places(seat), self.first_piles(seat), strict=True):
            for _ in range(number):
                to = f"{seat}.hand" if self.arranges(seat) else pile
                self.move(self.zones[f"{seat}.soldiers"][-1], to)

    def arrange_piles(self, seat: int) -> Ask:
        hand = self.zones[f"{seat}.hand"]
        most = dict(zip(self.places(seat), self.first_piles(seat), strict=True))
        while hand:
            options = {f"lay {c} >{place}" for c in hand for place in self.room(seat, most)}
            answer = yield from self.ask(seat, options | {"rest"})
            if answer == "rest":
                for card in list(hand):
                    room = self.room(seat, most)
                    self.move(card, min(room, key=lambda place: len(self.zones[place])))
            else:
                _, card, place, _ = parts(answer)
                self.move(card, place)

    def room(self, seat: int, most: dict[str, int]) -> list[str]:
        """Return the piles that may get another card, so that none stays empty or is too large."""
        if not self.is_a(seat, "war_mongers"):
            return [place for place in most if len(self.zones[place]) < most[place]]
        empty = [place for place in most if not self.zones[place]]
        return empty if 0 < len(self.zones[f"{seat}.hand"]) <= len(empty) else list(most)

    def turn(self) -> Ask:
        self.progress = False
        self.queens = [0, 0]
        self.mechanised = 0
        self.may_mechanise = True
        self.attacked = []
        me = self.active
        if self.is_a(me, "outcasts"):
            yield from self.free_turn()
        else:
            for phase in PHASES:
                yield from self.phase(phase)
        yield from self.window(1 - me, "end", 1)
        for seat in (0, 1):
            if self.is_a(seat, "ninjas"):
                self.up -= set(self.in_play(seat))
        self.quiet = 0 if self.progress else self.quiet + 1
        self.turns += 1
        if self.stalemate and self.quiet >= self.stalemate:
            raise Over(self.count_out())
        if self.turns == LONGEST:
            raise Over([0.5, 0.5])
        self.swapped.clear()
        self.active = 1 - me

    def free_turn(self) -> Ask:
        left = [0, 1, 2, 3]
        while left:
            me = self.active
            must = 0 in left and bool(self.zones[f"{me}.soldiers"] + self.zones[f"{me}.resources"])
            options = {f"phase {n}" for n in left} | (set() if must else {"pass"})
            answer = yield from self.own(options)
            if answer == "pass":
                return
            if answer is not None:
                number = int(answer.split()[1])
                left.remove(number)
                yield from self.phase(PHASES[number])

    def phase(self, name: str) -> Ask:
        self.swapped.clear()
        yield from self.window(1 - self.active, "attacks" if name == "attack" else name, 1)
        course: Any = getattr(self, f"{name}_phase")
        yield from course()

    def draw_phase(self) -> Ask:
        me, drawn = self.active, 0
        while drawn < 2:
            decks = [d for d in (f"{me}.soldiers", f"{me}.resources") if self.zones[d]]
            if not decks and not self.zones[f"{me}.sleeve"]:
                return
            options = ({f"draw {deck}" for deck in decks} or {"pass"}) | self.mechanise()
            if len(options | self.plays(me)) == 1:
                answer = options.pop()
            else:
                answer = yield from self.own(options)
            if answer == "pass":
                return
            if answer == "mechanise":
                self.do_mechanise()
            elif answer is not None:
                self.draw(me, answer.split()[1])
                drawn += 1

    def draw(self, me: int, deck: str) -> None:
        card = self.zones[deck][-1]
        kind = self.kinds[card]
        self.swapped.clear()
        self.progress = True
        self.move(
            card, f"{me}.hand" if kind not in ("J", "Q", "K", "A", "joker") else f"{me}.sleeve"
        )
        if kind == "dragon" and self.home[card] != me:
            self.move(card, f"{self.home[card]}.dead")

    def mechanise(self) -> set[str]:
        return {"mechanise"} if self.is_a(self.active, "mechas") and self.may_mechanise else set()

    def do_mechanise(self) -> None:
        self.swapped.clear()
        for card in self.tops(self.active):
            self.turn_up(card)
        self.mechanised = max(self.printed_value(card) for card in self.tops(self.active))
        self.may_mechanise = False

    def attack_phase(self) -> Ask:
        me = self.active
        while True:
            options = self.attacks(me)
            if not options:
                return
            if self.is_a(me, "infected") and not self.attacked:
                options.add("infect")
            answer = yield from self.own(options | self.mechanise() | {"pass"})
            if answer is None:
                continue
            if answer == "pass":
                return
            if answer == "mechanise":
                self.do_mechanise()
            elif answer == "infect":
                self.infected |= set(self.tops(1 - me))
                return
            else:
                yield from self.attack(answer)

    def attacks(self, me: int) -> set[str]:
        most = len(self.places(me)) + self.is_a(me, "berserkers")
        groups = []
        for n in range(1, 5):
            for group in combinations(self.piles(me), n):
                after = self.attacked + list(group)
                twice = [pile for pile in set(after) if after.count(pile) > 1]
                extra = 1 if self.is_a(me, "berserkers") else 0
                if len(twice) <= extra and all(after.count(pile) <= 1 + extra for pile in twice):
                    groups.append(group)
        assert most >= 0
        return {
            f"attack {'+'.join(group)} >{target}"
            for group in groups
            for target in self.piles(1 - me)
        }

    def attack(self, text: str) -> Ask:
        me = self.active
        group, target = text.split()[1].split("+"), text.split()[2][1:]
        self.swapped.clear()
        self.declared = {pile: self.zones[pile][-1] for pile in [*group, target]}
        for card in self.declared.values():
            self.turn_up(card)
        yield from self.window(1 - me, "attack", 0)
        declared, self.declared = self.declared, {}
        self.swapped.clear()
        if any(self.zones[pile][-1:] != [card] for pile, card in declared.items()):
            return  # called off
        self.attacked += group
        self.may_mechanise = False
        for card in declared.values():
            self.turn_up(card)
        ours, theirs = [declared[pile] for pile in group], declared[target]
        victims = fight(
            {card: (self.value(card, me), card in self.infected) for card in ours},
            (self.value(theirs, 1 - me), theirs in self.infected),
        )
        dead = [card for card in ours if card in victims] + (
            [theirs] if "target" in victims else []
        )
        killers = dict.fromkeys(ours, 1 - me) | {theirs: me}
        yield from self.deaths(dead, attack=True, by=killers)
        yield from self.window(1 - me, "battle", 1)

    def move_phase(self) -> Ask:
        """CW11: move soldiers that are on top now and were on top when the phase began."""
        me = self.active
        self.loose = self.tops(me)
        while options := self.lays(me, [card for card in self.tops(me) if card in self.loose]):
            answer = yield from self.own(options | {"pass"})
            if answer == "pass":
                break
            if answer is not None:
                movable = [card for card in self.tops(me) if card in self.loose]
                yield from self.lay_again(me, self.lay(movable, answer))
                break
        self.loose = None

    def recruit_phase(self) -> Ask:
        me = self.active
        while self.zones[f"{me}.hand"]:
            hand = self.zones[f"{me}.hand"]
            options = {f"recruit {c} >{place}" for c in hand for place in self.places(me)}
            answer = yield from self.own(options | {"pass"})
            if answer == "pass":
                return
            if answer is not None:
                _, card, place, _ = parts(answer)
                self.swapped.clear()
                self.move(card, place)
                self.progress = True
