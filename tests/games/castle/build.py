"""Builder of Castle positions from names of cards, with actions in words.

    match = castle(hand="10H 5C", plots=["7H 7C | JH"], opponent_plots=["QS QC"], knights=["9H AC"])
    match.play("attack >QS")

Seat 0 is to play and plays red unless said otherwise. A plot is its wall, `|`, and what stands
there, the top card last; people are pairs. Cards that are not named are discarded, but for `stock`
of them, which are the deck.
"""

from __future__ import annotations

from collections.abc import Sequence

from castlecards.core.action import Action
from castlecards.games.castle import Castle
from castlecards.games.castle.state import (
    DECK,
    DISCARD,
    KNIGHT,
    MARKET,
    OWN,
    PEASANT,
    PLOT,
    RETURNED,
    WALL_MARK,
    Realm,
)
from tests.games.match import Match, bits, lay_cards

GAME = Castle()


class CastleMatch(Match):
    """Match of Castle. The cards of an action can be named in any order."""

    def row(self, zone: str) -> list[list[str]]:
        """Return the cards of all zones with this prefix, without the empty ones at the end."""
        names = self.pos.box.names
        found = [self[name] for name in names if name.rstrip("0123456789") == zone]
        while found and not found[-1]:
            found.pop()
        return found

    def text(self, action: Action) -> str:
        """Return an action in words, with keys instead of numbers, and its cards sorted."""
        words = []
        for word in self.pos.box.text(action).split():
            sign = ">" * word.startswith(">")
            parts = sorted(map(self.key, word.removeprefix(">").split("+")))
            words.append(sign + "+".join(parts))
        return " ".join(words)

    def with_verb(self, verb: str) -> set[str]:
        return {text for text in self.options if text.split()[0] == verb}

    def marked_cards(self, kind: int) -> set[str]:
        marks = self.pos.marks[kind]
        return {self.name(card) for card in range(self.pos.box.size) if marks >> card & 1}

    def facts(self, seat: int) -> dict[str, str]:
        return {fact.label: fact.text for fact in GAME.facts(self.pos) if fact.side == seat}

    def levels(self) -> dict[str, str]:
        """Return the texts of the badges by name of zone."""
        return {self.pos.box.names[badge.zone]: badge.text for badge in GAME.badges(self.pos)}

    # -- playing

    def play(self, *texts: str) -> CastleMatch:
        for text in texts:
            wanted = self.text(self.action(text))
            found = [option for option in self.decision.options if self.text(option) == wanted]
            assert found, f"{wanted} is not among {self.options}"
            self.submit(found[0])
        return self

    def refusal(self, text: str, seat: int | None = None) -> str:
        """Return the rule and the text with which an action is refused; "" if it is legal."""
        found = GAME.refusal(self.view(seat), self.action(text))
        return f"{found.rule}: {found.text}" if found else ""


def castle(
    *,
    hand: str = "",
    plots: Sequence[str] = (),
    knights: Sequence[str] = (),
    peasants: Sequence[str] = (),
    opponent_hand: str = "",
    opponent_plots: Sequence[str] = (),
    opponent_knights: Sequence[str] = (),
    opponent_peasants: Sequence[str] = (),
    market: Sequence[str] = (),
    stock: int = 8,
    returned: str = "",
    red: int = 0,
    first: int = 0,
    turn: int = 0,
    begin_with: str = "Play",
) -> CastleMatch:
    """Return a match in the middle of a turn of seat 0; see the module docstring."""
    pos = GAME.setup(None, 2)
    faces = {face.key: n for n, face in enumerate(pos.box.faces)}
    zones: dict[int, list[int]] = {}
    walls = 0
    mine, theirs = (
        (hand, plots, knights, peasants),
        (opponent_hand, opponent_plots, opponent_knights, opponent_peasants),
    )
    for seat, (held, built, riders, folk) in enumerate((mine, theirs)):
        zones[seat * OWN] = [faces[key] for key in held.split()]
        for n, plot in enumerate(built):
            wall, bar, cards = plot.partition("|")
            below = wall.split() if bar else []
            walls |= sum(1 << faces[key] for key in below)
            stands = [*below, *(cards if bar else wall).split()]
            zones[seat * OWN + PLOT + n] = [faces[key] for key in stands]
        for start, pairs in ((KNIGHT, riders), (PEASANT, folk)):
            for n, pair in enumerate(pairs):
                zones[seat * OWN + start + n] = [faces[key] for key in pair.split()]
    for n, key in enumerate(market):
        zones[MARKET + n] = [faces[key]] if key else []
    used = [card for pile in zones.values() for card in pile]
    twice = {pos.box.faces[card].key for card in used if used.count(card) > 1}
    assert not twice, f"in two places: {twice}"
    rest = sorted(set(range(pos.box.size)) - set(used))
    zones[DECK], zones[DISCARD] = rest[:stock], rest[stock:]
    lay_cards(pos, zones, bits(zones, zones.keys() - {0, OWN, DECK}))
    marks = [0, 0]
    marks[WALL_MARK] = walls
    marks[RETURNED] = sum(1 << faces[key] for key in returned.split())
    pos.marks = tuple(marks)
    pos.state = Realm(first, red, turn)
    pos.steps = (GAME.entries[begin_with],)
    return CastleMatch(pos)


def new_match(seed: int = 0) -> CastleMatch:
    """Return a new match from the deal, as a session begins it."""
    pos = GAME.setup(None, 2)
    pos.seed = seed
    return CastleMatch(pos)
