"""Positions of Tricks of the Trade by the names of cards and zones.

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
from castlecards.core.action import Action, Decision
from castlecards.core.events import Said, apply, begin
from castlecards.core.position import Position, Step
from castlecards.core.view import View, view
from castlecards.games.tricks_of_the_trade import Options, TricksOfTheTrade
from castlecards.games.tricks_of_the_trade.places import Plan, Trade

GAME = games()["tricks_of_the_trade"]
assert isinstance(GAME, TricksOfTheTrade)


class Match:
    """A position under way; `events` are those of the last action."""

    def __init__(self, pos: Position[Trade]) -> None:
        self.pos, self.events = begin(pos)
        self.plan: Plan = pos.state.ground
        self.cards = {face.key: face_id for face_id, face in enumerate(pos.box.faces)}

    # -- looking ----------------------------------------------------------------------------

    def __getitem__(self, zone: str) -> list[str]:
        """The keys of the cards in a zone, bottom to top."""
        return [self.pos.face(card).key for card in self.pos.zones[self.pos.box.zone(zone)]]

    @property
    def decision(self) -> Decision:
        assert self.pos.decision is not None
        return self.pos.decision

    @property
    def seat(self) -> int:
        return self.decision.seat

    @property
    def options(self) -> list[str]:
        """All legal actions, with keys instead of numbers."""
        keys = {f"c{card}": self.pos.face(card).key for card in range(self.pos.box.size)}
        texts = [self.pos.box.text(action).split() for action in self.decision.options]
        return [" ".join(keys.get(word, word) for word in words) for words in texts]

    def card(self, key: str) -> int:
        return self.pos.faces.index(self.cards[key])

    def is_up(self, key: str) -> bool:
        return bool(self.pos.up >> self.card(key) & 1)

    def knows(self, seat: int, key: str) -> bool:
        return self.pos.knows(seat, self.card(key))

    def copies(self) -> dict[str, str]:
        """What cards count as by Mirror."""
        return {
            self.pos.face(card).key: "KSTV"[kind]
            for kind, marked in enumerate(self.pos.marks)
            for card in range(self.pos.box.size)
            if marked >> card & 1
        }

    def view(self, seat: int | None = None) -> View:
        return view(self.pos, self.seat if seat is None else seat)

    @property
    def said(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Said)]

    # -- playing ----------------------------------------------------------------------------

    def action(self, text: str) -> Action:
        """`play K05 >0.trick` with keys for cards."""
        words = [
            "+".join(f"c{self.card(part)}" if part in self.cards else part for part in parts)
            for parts in (word.split("+") for word in text.split())
        ]
        return self.pos.box.parse(" ".join(words))

    def play(self, *texts: str) -> Match:
        for text in texts:
            self.pos, self.events = apply(self.pos, self.action(text))
        return self

    def bid(self, *bids: int) -> Match:
        """From the first player on."""
        for number in bids:
            self.play(f"bid bid{self.seat}.{number} >{self.seat}.bid")
        return self

    def offer(self, card: str, to: int, wish: str) -> Match:
        return self.play(f"offer {card} >{to}.offer", f"wish wish.{wish} >{to}.offer")

    def tricks(self, *cards: str) -> Match:
        """Each is played by whoever is asked."""
        for card in cards:
            self.play(f"play {card} >{self.seat}.trick")
        return self


def lying(
    players: int,
    every: list[str],
    hands: Mapping[int, str],
    goals: Mapping[int, str],
    piles: Mapping[str, str],
) -> dict[str, list[str]]:
    """The cards of the deck by the names of zones, with all that is not named."""
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
) -> Match:
    """A match in the middle of a round; see the module's text."""
    pos = GAME.setup(Options(**options), players)
    pos.seed = seed
    box, ground = pos.box, pos.state.ground
    cards = {face.key: card for card, face in enumerate(box.faces)}
    named = lying(players, list(cards), hands or {}, goals or {}, piles or {})
    zones = {box.zone(name): [cards[key] for key in keys] for name, keys in named.items()}
    for seat in range(players):
        tokens = [cards[f"bid{seat}.{n}"] for n in range(7)]
        if seat in (bids or {}):
            zones[ground.bids[seat]] = [tokens.pop((bids or {})[seat])]
        zones[ground.resting[seat]] = tokens
    zones[ground.wishes] = [card for key, card in cards.items() if key.startswith("wish.")]
    pos.zones = [bytes(zones.get(zone, ())) for zone in range(len(box.zones))]
    pos.filled = sum(1 << zone for zone, pile in enumerate(pos.zones) if pile)
    faced = [*ground.won, *ground.bids, ground.discard, ground.spot, ground.past, ground.expelled]
    if not ground.hidden or rounds:
        faced += ground.goals
    pos.up = sum(1 << card for zone in faced for card in pos.zones[zone])
    pos.known = sum(pos.up << seat * box.size for seat in range(box.seats))
    for zone, pile in enumerate(pos.zones):
        for card in pile:
            pos.known |= box.eyes[zone] << card
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
    return Match(pos)


def dealt(players: int, seed: int = 0, **options: Any) -> Match:
    """A fresh match, as the session begins it."""
    pos = GAME.setup(Options(**options), players)
    pos.seed = seed
    return Match(pos)
