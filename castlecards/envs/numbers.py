"""Observation of a player: a row of 16-bit integers, of one length in all positions of a match.

First come the cards, then the player who is asked, the game's public state
(`Game.observation_fields`), and the ids that this player has chosen for the present answer.
`sections` names the columns, which are fixed. Codes mean the same in all matches of one game. The
row holds nothing beyond the view.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from itertools import accumulate

from castlecards.core.cards import NATURE, UNSEEN
from castlecards.core.observation import columns
from castlecards.core.view import View, view
from castlecards.envs.action_ids import LONGEST
from castlecards.envs.match import Match

CARD = ("face, 0 unseen", "zone", "height in it", "face up", "marks")
NOBODY = -2  # number of a spectator, who is no player
MOST = 32_767  # greatest absolute value of a number


def length(match: Match) -> int:
    """Length of `observed`, for every position of this match."""
    return int(sections(match)["chosen"].stop)


def sections(match: Match) -> Mapping[str, slice]:
    """Slices of `observed` by name, for every position of this match.

    The names of the state's fields begin with "state.".
    """
    widths = {
        "cards": match.pos.box.size * len(CARD),
        "player": match.players,
        "asked": match.players + 2,
        **{f"state.{field.name}": field.width for field in match.fields},
        "chosen": LONGEST,
    }
    ends = accumulate(widths.values())
    return {name: slice(end - widths[name], end) for name, end in zip(widths, ends, strict=True)}


def observed(match: Match, player: int) -> array[int]:
    """Observation of a player.

    Raises OverflowError if a number or a field of the state is too large for its columns.
    """
    return _row(match, match.view(player), player)


def public(match: Match, player: int = NOBODY) -> array[int]:
    """Observation of a spectator, as long as `observed`: no hidden faces, no ids chosen.

    It is the same for every `player`.
    """
    return _row(match, view(match.pos, NATURE), NOBODY)


def private(match: Match, player: int) -> list[int]:
    """Private faces by card: the face that this player knows but a spectator does not, from 1; else
    0."""
    own, all_ = match.view(player).position.faces, view(match.pos, NATURE).position.faces
    return [face + 1 if face != known else 0 for face, known in zip(own, all_, strict=True)]


def _row(match: Match, seen: View, player: int) -> array[int]:
    asked = [0] * (match.players + 2)  # the players, a card in the air, nobody
    over, flying = match.decision is None, match.is_in_flight
    asked[match.players + 1 if over else match.players if flying else match.current_player] = 1
    own = [int(player == number) for number in range(match.players)]
    rows = _cards(seen) + own + asked + columns(match.fields, seen.position)
    chosen = match.chosen(player)
    rows += chosen + (0,) * (LONGEST - len(chosen))
    try:
        return array("h", rows)
    except OverflowError:
        raise OverflowError(f"the observation has a number beyond {MOST}") from None


def _cards(seen: View) -> list[int]:
    pos, size = seen.position, len(CARD)
    row = [0] * (pos.box.size * size)
    for zone, cards in enumerate(pos.zones):
        for height, card in enumerate(cards):
            row[card * size + 1], row[card * size + 2] = zone, height
    row[::size] = [0 if face == UNSEEN else face + 1 for face in pos.faces]
    row[3::size] = [pos.up >> card & 1 for card in range(pos.box.size)]
    for kind, mask in enumerate(pos.marks):
        for card in range(pos.box.size) if mask else ():
            row[card * size + 4] |= (mask >> card & 1) << kind
    return row
