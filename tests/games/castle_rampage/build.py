"""Builder of Castle Rampage positions from ids of cards, with actions in words.

    match = rampage(hands={0: "knight"}, gates={1: "ogre spy"})
    match.play("attack knight >1.gate")
    assert match["1.gate"] == ["ogre", "spy"]

Structures and piles are given, and read, from the top. A bare id stands for a copy that is not yet
used; in a play, for the first copy among the cards that are offered. What is not named lies at the
bottom of `rest`. Seat 0 plays, and nobody draws before the first decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castlecards.content import games
from castlecards.core.action import Action
from castlecards.core.game import Refusal
from castlecards.core.position import Step
from castlecards.games.castle_rampage import CastleRampage, Options
from castlecards.games.castle_rampage.cards import ground
from castlecards.games.castle_rampage.state import PERMANENTS, Rampage
from tests.games.match import Match, bits, lay_cards

GAME = games()["castle_rampage"]
assert isinstance(GAME, CastleRampage)
CASTLE = "witch"  # default: one card with defence 3


IDS = {card.id for card in GAME.deck.cards}


def bare(key: str) -> str:
    return key.partition(".")[0]


class RampageMatch(Match):
    """Match of Castle Rampage. Cards are named by id, with many copies; structures from the top."""

    # -- looking ----------------------------------------------------------------------------

    def keys(self, zone: str) -> list[str]:
        """Return the keys of the cards in a zone, bottom to top."""
        return [self.pos.face(card).key for card in self.pos.zones[self.pos.box.zone(zone)]]

    def __getitem__(self, zone: str) -> list[str]:
        """Return the ids of the cards in a zone, top first; of a hand, sorted."""
        ids = [bare(key) for key in reversed(self.keys(zone))]
        return sorted(ids) if "hand" in zone else ids

    @property
    def state(self) -> Rampage:
        return self.pos.state

    @property
    def options(self) -> list[str]:
        """Return all legal actions with ids instead of numbers, sorted, without repeats."""
        texts = (self.text(action).split() for action in self.decision.options)
        return sorted({" ".join(map(_bare_word, words)) for words in texts})

    def card(self, key: str) -> int:
        """Return a card by its key, or the first copy by its id, offered copies first."""
        offered = [card for action in self.decision.options for card in action.cards]
        hand = self.pos.zones[self.pos.box.zone(f"{self.seat}.hand")]
        for cards in ([*offered, *hand], range(self.pos.box.size)):
            for name in (str, bare):
                for card in cards:
                    if name(self.pos.face(card).key) == key:
                        return card
        raise AssertionError(f"no {key}")

    def faces_up(self, zone: str) -> list[bool]:
        """Return whether each card of a zone is face up, top first."""
        cards = self.pos.zones[self.pos.box.zone(zone)]
        return [bool(self.pos.up >> card & 1) for card in reversed(cards)]

    def knows(self, seat: int, zone: str) -> list[bool]:
        """Return whether the seat knows each card of a zone, top first."""
        cards = self.pos.zones[self.pos.box.zone(zone)]
        return [self.pos.knows(seat, card) for card in reversed(cards)]

    @property
    def winner(self) -> int | None:
        result = self.pos.result
        return None if result is None else result.index(1.0)

    # -- playing ----------------------------------------------------------------------------

    def action(self, text: str) -> Action:
        """Parse an action with ids, `attack knight >1.gate`; an id used twice names two copies."""
        words, used = [], set[int]()
        for word in text.split():
            body = word.removeprefix(">")
            parts = []
            for part in body.split("+"):
                if bare(part) in IDS:
                    card = self._unused(part, used)
                    used.add(card)
                    parts.append(f"c{card}")
                else:
                    parts.append(part)
            words.append(word[: len(word) - len(body)] + "+".join(parts))
        return self.pos.box.parse(" ".join(words))

    def _unused(self, key: str, used: set[int]) -> int:
        first = self.card(key)
        if first not in used:
            return first
        hand = self.pos.zones[self.pos.box.zone(f"{self.seat}.hand")]
        return next(c for c in hand if c not in used and bare(self.pos.face(c).key) == bare(key))

    def end(self, turns: int = 1) -> RampageMatch:
        """End this turn, and more turns after it."""
        for _ in range(turns):
            self.play("pass")
        return self

    def why(self, text: str, seat: int | None = None) -> Refusal:
        """Return the refusal of an illegal action."""
        refusal = GAME.refusal(self.view(seat), self.action(text))
        assert refusal is not None, f"{text} is allowed"
        return refusal


def _bare_word(word: str) -> str:
    if word[0] == ">":
        return word
    return "+".join(bare(part) for part in word.split("+"))


def rampage(
    *,
    hands: Mapping[int, str] | None = None,
    gates: Mapping[int, str] | None = None,
    castles: Mapping[int, str] | None = None,
    permanents: Mapping[int, str] | None = None,
    draw: str = "",
    discard: str = "",
    rest: str = "draw",
    begin_with: str | Step = "Act",
    seed: int = 0,
    last_storm: bool = False,
    remember: str = "all",
    game: CastleRampage | None = None,
    **state: Any,
) -> RampageMatch:
    """Return a match in the middle of the turn of seat 0; see the module docstring."""
    game = game or GAME
    pos = game.setup(Options(remember, last_storm), 2)
    pos.seed = seed
    box = pos.box
    numbers = {face.key: card for card, face in enumerate(box.faces)}
    named = {"draw": draw, "discard": discard}
    for part, given in (("hand", hands), ("gate", gates), ("permanents", permanents)):
        named |= {f"{seat}.{part}": words for seat, words in (given or {}).items()}
    named |= {f"{seat}.castle": (castles or {}).get(seat, CASTLE) for seat in (0, 1)}
    used = {word for words in named.values() for word in words.split() if "." in word}
    zones: dict[int, list[int]] = {zone: [] for zone in range(len(box.zones))}
    for name, words in named.items():
        for word in words.split():
            key = word if "." in word else _copy(word, numbers, used)
            used.add(key)
            zones[box.zone(name)].insert(0, numbers[key])
    left = [card for key, card in numbers.items() if key not in used]
    zones[box.zone(rest)] = left + zones[box.zone(rest)]
    assert len({card for cards in zones.values() for card in cards}) == box.size
    faced = [*PERMANENTS, box.zone("discard"), box.zone("play")]
    lay_cards(pos, zones, bits(zones, faced))
    known = {"turn": 10, "busy": True} | state
    pos.state = Rampage(ground(game.deck, last_storm), **known)
    pos.steps = (begin_with if isinstance(begin_with, Step) else game.entries[begin_with],)
    return RampageMatch(pos)


def _copy(name: str, numbers: Mapping[str, int], used: set[str]) -> str:
    """Return the first copy that is in no zone yet."""
    every = [name, *(f"{name}.{n}" for n in range(2, 119))]
    return next(key for key in every if key in numbers and key not in used)


def new_match(seed: int = 0, **options: bool) -> RampageMatch:
    """Return a new match from the deal, as a session begins it."""
    pos = GAME.setup(Options(**options), 2)
    pos.seed = seed
    return RampageMatch(pos)
