"""Builder of Tricks of the Trade positions from names of cards and zones.

    match = trade(hands={0: "K05 K09", 1: "K13 S04"}, piles={"trump": "V02"}, begin="Tricks")
    match.play("play K05 >0.trick", "play K13 >1.trick")
    assert match["1.won"] == ["K05", "K13"]

Piles are given from bottom to top. What is not named lies with the expelled cards, but for goals,
which are dealt in the order of domains, and cards of value 2, which are in the Trump deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castlecards.content import games
from castlecards.core.position import Position, Step
from castlecards.games.tricks_of_the_trade import Options, TricksOfTheTrade
from castlecards.games.tricks_of_the_trade.state import Ground, Trade
from tests.games.match import Match, bits, lay_cards

GAME = games()["tricks_of_the_trade"]
assert isinstance(GAME, TricksOfTheTrade)


class TradeMatch(Match):
    """Match of Tricks of the Trade with short names for bids, offers and tricks."""

    def __init__(self, pos: Position[Trade]) -> None:
        super().__init__(pos)
        self.ground: Ground = pos.state.ground

    def copies(self) -> dict[str, str]:
        """Return the domains that cards have copied with Mirror."""
        return {
            self.pos.face(card).key: "KSTV"[kind]
            for kind, marked in enumerate(self.pos.marks)
            for card in range(self.pos.box.size)
            if marked >> card & 1
        }

    def bid(self, *bids: int) -> TradeMatch:
        """Place bids, from the first player on."""
        for number in bids:
            self.play(f"bid bid{self.seat}.{number} >{self.seat}.bid")
        return self

    def offer(self, card: str, to: int, wish: str) -> TradeMatch:
        return self.play(f"offer {card} >{to}.offer", f"wish wish.{wish} >{to}.offer")

    def tricks(self, *cards: str) -> TradeMatch:
        """Play these cards, each for the seat that is asked."""
        for card in cards:
            self.play(f"play {card} >{self.seat}.trick")
        return self


def cards_by_zone(
    players: int,
    every: list[str],
    hands: Mapping[int, str],
    goals: Mapping[int, str],
    piles: Mapping[str, str],
) -> dict[str, list[str]]:
    """Return the cards of the deck by zone, including all unnamed ones."""
    named = {f"{seat}.hand": keys.split() for seat, keys in hands.items()}
    named |= {f"{seat}.goal": [key] for seat, key in goals.items()}
    named |= {zone: keys.split() for zone, keys in piles.items()}
    used = [key for keys in named.values() for key in keys]
    twice = {key for key in used if used.count(key) > 1}
    assert not twice, f"in two places: {twice}"
    ones = [f"{domain}01" for domain in "KSTV" if f"{domain}01" not in used]
    for seat in range(players):
        if f"{seat}.goal" not in named:
            named[f"{seat}.goal"] = [ones.pop(0)]
            used += named[f"{seat}.goal"]
    rest = [key for key in every if key[0] in "KSTV" and key not in used]
    trumps = [key for key in rest if key.endswith("02") and "trumps" not in named]
    named["trumps"] = named.get("trumps", trumps)
    named["expelled"] = named.get("expelled", []) + [key for key in rest if key not in trumps]
    return named


def trade(
    players: int = 2,
    *,
    hands: Mapping[int, str] | None = None,
    goals: Mapping[int, str] | None = None,
    piles: Mapping[str, str] | None = None,
    bids: Mapping[int, int] | None = None,
    first: int = 0,
    rounds: int = 0,
    turned: str = "",
    copies: Mapping[str, str] | None = None,
    begin: str | Step = "Effects",
    seed: int = 0,
    state: Mapping[str, Any] | None = None,
    **options: Any,
) -> TradeMatch:
    """Return a match in the middle of a round; see the module docstring."""
    pos = GAME.setup(Options(**options), players)
    pos.seed = seed
    box, ground = pos.box, pos.state.ground
    cards = {face.key: card for card, face in enumerate(box.faces)}
    named = cards_by_zone(players, list(cards), hands or {}, goals or {}, piles or {})
    zones = {box.zone(name): [cards[key] for key in keys] for name, keys in named.items()}
    for seat in range(players):
        tokens = [cards[f"bid{seat}.{n}"] for n in range(7)]
        if seat in (bids or {}):
            zones[ground.bids[seat]] = [tokens.pop((bids or {})[seat])]
        zones[ground.resting[seat]] = tokens
    zones[ground.wishes] = [card for key, card in cards.items() if key.startswith("wish.")]
    faced = [*ground.won, *ground.bids, ground.discard, ground.spot, ground.past, ground.expelled]
    if not ground.hidden or rounds:
        faced += ground.goals
    lay_cards(pos, zones, bits(zones, faced))
    for key, domain in (copies or {}).items():
        marks = list(pos.marks)
        marks["KSTV".index(domain)] |= 1 << cards[key]
        pos.marks = tuple(marks)
    fields = {
        "phase": 3, "round": rounds, "first": first, "won": (b"",) * players,
        "turned": "KSTV".find(turned[:1] or "-") + 1, **(state or {}),
    }  # fmt: skip
    pos.state = Trade(ground, **fields)
    pos.steps = (begin if isinstance(begin, Step) else GAME.entries[begin],)
    return TradeMatch(pos)


def new_match(players: int, seed: int = 0, **options: Any) -> TradeMatch:
    """Return a new match from the deal, as a session begins it."""
    pos = GAME.setup(Options(**options), players)
    pos.seed = seed
    return TradeMatch(pos)
