"""What a player sees, as a row of whole numbers that is as long in every position of a match.

Cards come first, then who is asked, the game's own public state, and a line for each option. Codes
mean the same in all matches of one game; nothing stands there that the view does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import NATURE, UNSEEN
from castlecards.core.game import Game
from castlecards.core.view import View, view
from castlecards.envs.match import MOST_OPTIONS, Match

CARD = ("face, 0 unseen", "zone", "height in it", "face up", "marks")
OPTION = (
    "verb", "first card", "second card", "first pile", "second pile", "third pile", "fourth pile",
    "onto a place", "onto a card", "number",
)  # fmt: skip
NOBODY = -2  # a player who is none: whoever looks on
STATE = 96  # numbers of the game's own state; what is longer is cut off
MOST = 32_767  # no number is larger, or smaller than its negative


def length(match: Match) -> int:
    """Of `observed`, for every position of this match."""
    asked = 2 * match.players + 2
    return match.pos.box.size * len(CARD) + asked + STATE + MOST_OPTIONS * len(OPTION)


def observed(match: Match, player: int) -> list[int]:
    """The view of a player and, while they are asked, their options."""
    return _row(match, match.view(player), player)


def public(match: Match) -> list[int]:
    """What everybody sees, as long as `observed`: no hidden face, nobody's options."""
    return _row(match, view(match.pos, NATURE), NOBODY)


def private(match: Match, player: int) -> list[int]:
    """By card: the face that this player knows and not everybody, counted from 1; else 0."""
    own, all_ = match.view(player).position.faces, view(match.pos, NATURE).position.faces
    return [face + 1 if face != known else 0 for face, known in zip(own, all_, strict=True)]


def _row(match: Match, seen: View, player: int) -> list[int]:
    asked = [0] * (match.players + 2)  # the players, a card in the air, nobody
    over, flying = match.decision is None, match.flying
    asked[match.players + 1 if over else match.players if flying else match.asked] = 1
    own = [int(player == each) for each in range(match.players)]
    rows = list(_cards(seen)) + own + asked + _state(seen)
    verbs = {verb: n for n, verb in enumerate(sorted(match.game.story.templates), 1)}
    asks = not over and not flying and match.asked == player
    options = match.options() if asks else ()
    for action in options:
        rows += _option(match.game, seen, action, verbs)
    rows += [0] * (length(match) - len(rows))
    return [max(-MOST, min(MOST, number)) for number in rows]


def _cards(seen: View) -> Iterator[int]:
    pos = seen.position
    lies = {
        card: (zone, height)
        for zone, cards in enumerate(pos.zones)
        for height, card in enumerate(cards)
    }
    for card, face in enumerate(pos.faces):
        zone, height = lies[card]
        marks = sum([1 << kind for kind, mask in enumerate(pos.marks) if mask >> card & 1])
        yield from (0 if face == UNSEEN else face + 1, zone, height, pos.up >> card & 1, marks)


def _state(seen: View) -> list[int]:
    """The public state, number by number, as its classes name their fields."""
    numbers = list(_flat(seen.position.state))[:STATE]
    return numbers + [0] * (STATE - len(numbers))


def _flat(thing: Any) -> Iterator[int]:
    if isinstance(thing, bool | int):
        yield int(thing)
    elif is_dataclass(thing):
        for field in fields(thing):
            if field.name != "ground":  # it never changes in a match
                yield from _flat(getattr(thing, field.name))
    elif isinstance(thing, tuple | bytes):
        yield len(thing)
        for part in thing:
            yield from _flat(part)


def _option(game: Game[Any], seen: View, action: Action, verbs: dict[str, int]) -> Sequence[int]:
    assert game.advice is not None
    to = action.to if action.to >= 0 else game.advice.goal(seen.position, action)
    cards = (*action.cards, -1, -1)[:2]
    piles = (*action.zones, -1, -1, -1, -1)[:4]
    number = action.args[0] if action.args else -1
    return (verbs.get(action.verb, 0), *cards, *piles, to, action.onto, number)
