"""Observation of a player as a row of integers, of the same length in every position of a match.

First come the cards, then the player who is asked, the game's public state
(`Game.observation_fields`), and a part for each option. `sections` names the columns, which are
fixed. Codes mean the same in all matches of one game. The row holds nothing beyond the view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import NATURE, UNSEEN
from castlecards.core.game import Game
from castlecards.core.observation import columns
from castlecards.core.view import View, view
from castlecards.envs.match import MOST_OPTIONS, Match

CARD = ("face, 0 unseen", "zone", "height in it", "face up", "marks")
OPTION = (
    "verb", "first card", "second card", "first pile", "second pile", "third pile", "fourth pile",
    "onto a place", "onto a card", "number",
)  # fmt: skip
NOBODY = -2  # number of a spectator, who is no player
MOST = 32_767  # greatest absolute value of a number


def length(match: Match) -> int:
    """Length of `observed`, for every position of this match."""
    return sum([width for _, width in _widths(match)])


def sections(match: Match) -> Mapping[str, slice]:
    """Slices of `observed` by name, for every position of this match.

    The names of the state's fields begin with "state.".
    """
    slices, end = {}, 0
    for name, width in _widths(match):
        slices[name] = slice(end, end := end + width)
    return slices


def _widths(match: Match) -> Sequence[tuple[str, int]]:
    return (
        ("cards", match.pos.box.size * len(CARD)),
        ("player", match.players),
        ("asked", match.players + 2),
        *[(f"state.{field.name}", field.width) for field in match.fields],
        ("options", MOST_OPTIONS * len(OPTION)),
    )


def observed(match: Match, player: int) -> list[int]:
    """Observation of a player, with their options while they are asked.

    Raises OverflowError if a number or a field of the state is too large for its columns.
    """
    return _row(match, match.view(player), player)


def public(match: Match) -> list[int]:
    """Observation of a spectator, as long as `observed`: no hidden faces, no options."""
    return _row(match, view(match.pos, NATURE), NOBODY)


def private(match: Match, player: int) -> list[int]:
    """Private faces by card: the face that this player knows but a spectator does not, from 1; else
    0."""
    own, all_ = match.view(player).position.faces, view(match.pos, NATURE).position.faces
    return [face + 1 if face != known else 0 for face, known in zip(own, all_, strict=True)]


def _row(match: Match, seen: View, player: int) -> list[int]:
    asked = [0] * (match.players + 2)  # the players, a card in the air, nobody
    over, flying = match.decision is None, match.is_in_flight
    asked[match.players + 1 if over else match.players if flying else match.current_player] = 1
    own = [int(player == number) for number in range(match.players)]
    rows = list(_cards(seen)) + own + asked + columns(match.fields, seen.position)
    verbs = {verb: n for n, verb in enumerate(sorted(match.game.story.templates), 1)}
    is_asked = not over and not flying and match.current_player == player
    options = match.options() if is_asked else ()
    for action in options:
        rows += _option(match.game, seen, action, verbs)
    rows += [0] * (length(match) - len(rows))
    if max(rows) > MOST or min(rows) < -MOST:
        raise OverflowError(f"the observation has a number beyond {MOST}")
    return rows


def _cards(seen: View) -> Iterator[int]:
    pos = seen.position
    zone_of = {
        card: (zone, height)
        for zone, cards in enumerate(pos.zones)
        for height, card in enumerate(cards)
    }
    for card, face in enumerate(pos.faces):
        zone, height = zone_of[card]
        marks = sum([1 << kind for kind, mask in enumerate(pos.marks) if mask >> card & 1])
        yield from (0 if face == UNSEEN else face + 1, zone, height, pos.up >> card & 1, marks)


def _option(game: Game[Any], seen: View, action: Action, verbs: dict[str, int]) -> Sequence[int]:
    assert game.advice is not None
    to = action.to if action.to >= 0 else game.advice.goal(seen.position, action)
    cards = (*action.cards, -1, -1)[:2]
    piles = (*action.zones, -1, -1, -1, -1)[:4]
    number = action.args[0] if action.args else -1
    return (verbs.get(action.verb, 0), *cards, *piles, to, action.onto, number)
