"""Builder of Castle Wars positions from names of cards, with actions in words.

    game = wars(ours="7H | 2H", theirs="10S", sleeve="AH")
    game.play("attack 7H+2H >10S")
    assert game["0.dead"] == ["7H", "2H"]

Piles are split by |, cards stand from bottom to top; jokers are called `dragon` and `joker`, the
second of a kind `joker.2`. What is not named is out of the game. A match begins with the first own
decision of a phase; with `begin="turn"`, with whatever is asked first.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from castlecards.content import games
from castlecards.core.action import Action, Illegal
from castlecards.core.cards import CardId, Zone
from castlecards.core.position import Position
from castlecards.games.castle_wars import CastleWars
from tests.games.match import Match, lay_cards

GAME = games()["castle_wars"]
assert isinstance(GAME, CastleWars)
LONGEST = 4000  # answers; a longer match does not end
PHASES = {"turn": "Turn", "draw": "Turn", "attack": "Attack", "move": "Move",
          "recruit": "Recruit", "end": "End"}  # fmt: skip


class WarsMatch(Match):
    """Match of Castle Wars. Cards go by names; actions may name a pile by its top card."""

    def __init__(self, pos: Position[Any], names: list[str], out: Iterable[str] = ()) -> None:
        super().__init__(pos)
        self.out = frozenset(out)
        self.names = names
        self.cards = {name: card for card, name in enumerate(self.names)}  # by printed face
        self.first = self.pos.state.active
        self.length = 0

    # -- looking ----------------------------------------------------------------------------

    def name(self, card: CardId) -> str:
        return self.names[self.pos.faces[card]]

    def __getitem__(self, zone: str) -> list[str]:
        """Return the names of the cards in a zone, bottom to top, without those out of the game."""
        cards = self.pos.zones[self.pos.box.zone(zone)]
        return [name for name in map(self.name, cards) if name not in self.out]

    @property
    def window(self) -> str:
        return self.decision.window

    @property
    def active(self) -> int:
        """Return the seat whose turn it is."""
        active: int = self.pos.state.active
        return active

    @property
    def result(self) -> tuple[float, ...] | None:
        return self.pos.result

    def ill(self, name: str) -> bool:
        """Return True if a soldier is infected."""
        return bool(self.pos.marks[GAME.marks.index("infected")] >> self.card(name) & 1)

    # -- playing ----------------------------------------------------------------------------

    def action(self, text: str) -> Action | None:
        """Return the legal action with this text; None if there is none.

        A card stands for itself, or for the pile of which it is the top card.
        """
        if self.pos.decision is None:
            return None
        legal = self.options
        verb, *words = text.split()
        piles = [self.by_piles(word) for word in words]
        for spelled in (words, piles, words[:1] + piles[1:]):
            if (found := " ".join([verb, *spelled])) in legal:
                return self.decision.options[legal.index(found)]
        return None

    def by_piles(self, word: str) -> str:
        """Return `>10S` as `>1.pile0` if that card tops the pile; groups are sorted."""
        zones = self.pos.box.names
        tops = {self.name(cards[-1]): zones[z] for z, cards in enumerate(self.pos.zones) if cards}
        body = word.removeprefix(">")
        parts = [tops.get(part, part) for part in body.split("+")]
        return word[: len(word) - len(body)] + "+".join(sorted(parts))

    def parse(self, text: str) -> Action:
        """Parse any action in words, legal or not."""
        return super().action(text)

    def rule_against(self, text: str, seat: int | None = None) -> str:
        """Return the rule that forbids an action; "" if it is legal."""
        refusal = GAME.refusal(self.view(seat), self.parse(text))
        return refusal.rule if refusal is not None else ""

    def offers(self, text: str) -> bool:
        return self.action(text) is not None

    def any_of(self, *verbs: str) -> str:
        """Return the text of the first legal action with one of these verbs."""
        for verb in verbs:
            for text in self.options:
                if text.split()[0] == verb:
                    return text
        raise Illegal(f"none of {verbs} among {self.options}")

    def play(self, *texts: str) -> WarsMatch:
        for text in texts:
            action = self.action(text)
            if action is None:
                legal = self.options if self.pos.decision is not None else "nothing: it is over"
                raise Illegal(f"{text!r} is not among {legal}")
            self.submit(action)
            self.length += 1
            assert self.length < LONGEST, "no end"
        return self

    def play_if(self, text: str) -> WarsMatch:
        return self.play(text) if self.offers(text) else self

    def pass_windows(self) -> WarsMatch:
        """Pass in all open reaction windows."""
        while self.pos.decision is not None and self.window:
            self.play("pass")
        return self

    def finish_laying(self) -> WarsMatch:
        while self.pos.decision is not None and any(o.startswith("move") for o in self.options):
            self.play("pass")
        return self

    def until(self, text: str) -> WarsMatch:
        """Draw and pass until an action is offered."""
        while not self.offers(text):
            self.play(self.any_of("draw", "pass"))
        return self

    def pass_until(self, active: int) -> WarsMatch:
        """Draw and pass until the turn of this player, who is then to attack."""
        while self.pos.decision is not None and self.active != active:
            self.play(self.any_of("draw", "pass"))
        return self.pass_windows()


def names(pos: Position[Any]) -> list[str]:
    """Return the names of all cards in the order of their faces."""
    found = []
    counts = {"dragon": 0, "joker": 0}
    where = {card: pos.box.names[zone] for zone, cards in enumerate(pos.zones) for card in cards}
    for number, face in enumerate(pos.box.faces):
        if face.suit and face.suit in "CDHS" and 1 <= face.rank <= 13:
            found.append(face.key)
            continue
        kind = "joker" if jokers_home(where[number]) else "dragon"
        counts[kind] += 1
        found.append(kind if counts[kind] == 1 else f"{kind}.{counts[kind]}")
    return found


def jokers_home(zone: str) -> bool:
    return zone.endswith(("resources", "sleeve", "spent"))


def wars(
    ours: str = "",
    theirs: str = "",
    *,
    hand: str = "",
    sleeve: str = "",
    their_hand: str = "",
    their_sleeve: str = "",
    piles: Mapping[str, str] | None = None,
    up: str = "",
    infected: str = "",
    active: int = 0,
    begin: str = "attack",
    seed: int = 0,
    **options: Any,
) -> WarsMatch:
    """Return a match in the middle of a turn of `active`; see the module docstring."""
    pos = GAME.setup(GAME.options(**{"first_colour": "red", **options}), 2)
    pos.seed = seed
    box = pos.box
    known = names(pos)
    named = {
        **{f"0.pile{n}": part for n, part in enumerate(ours.split("|"))},
        **{f"1.pile{n}": part for n, part in enumerate(theirs.split("|"))},
        "0.hand": hand, "0.sleeve": sleeve, "1.hand": their_hand, "1.sleeve": their_sleeve,
        **(piles or {}),
    }  # fmt: skip
    zones: dict[Zone, list[CardId]] = {
        box.zone(name): [known.index(key) for key in keys.split()] for name, keys in named.items()
    }
    used = [card for cards in zones.values() for card in cards]
    twice = [known[card] for card in set(used) if used.count(card) > 1]
    assert not twice, f"in two places: {twice}"
    out = [card for card in range(box.size) if card not in used]
    for card in out:
        home = box.names[pos.zone_of(card)]
        grave = home[:2] + "dead" if home[0] in "01" else home
        zones.setdefault(box.zone(grave), []).insert(0, card)
    lay_cards(pos, zones, sum(1 << known.index(key) for key in up.split()))
    if infected:
        ill = sum(1 << known.index(key) for key in infected.split())
        pos.marks = tuple(ill if kind == "infected" else 0 for kind in GAME.marks)
    pos.state = dataclasses.replace(pos.state, active=active)
    pos.steps = (GAME.entries[PHASES[begin]],)
    match = WarsMatch(pos, known, [known[card] for card in out])
    return match if begin == "turn" else match.pass_windows()


def new_match(options: Any, seed: int) -> WarsMatch:
    """Return a new match from the deal, as a session begins it."""
    pos = GAME.setup(options, 2)
    pos.seed = seed
    return WarsMatch(pos, names(pos))
