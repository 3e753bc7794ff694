"""Tracks of a hand that is shuffled: its cards change their numbers, and their faces lie still.

A hand is shuffled after a trade, so that nobody can follow one card of it. Its owner sees the
faces, which would fly past each other if each card were drawn from its own old place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from castlecards.core.cards import UNSEEN, CardId, Zone
from castlecards.ui.table.layout.model import Layout
from castlecards.ui.table.playback.animation import Track


def held_cards(before: Layout, moved: Mapping[CardId, Zone], zone: Zone) -> list[CardId]:
    """Cards of a zone now; `moved`: zone of each card that has left its place in `before`."""
    lay = {spot.card: zone for spot in before.spots if spot.zone == zone}
    return [card for card, at in {**lay, **moved}.items() if at == zone]


def follow_faces(tracks: Sequence[Track], faces: Sequence[int]) -> dict[CardId, Track]:
    """Track of each card of a shuffled hand, from where its face lay before.

    `tracks`: of the cards before the shuffle; `faces`: of all cards after it, `UNSEEN` for a card
    that has left since. Tracks of hidden cards stay as they are.
    """
    if any(_face(track) == UNSEEN for track in tracks):
        return {track.card: track for track in tracks}
    rest = list(tracks)
    found: dict[CardId, Track] = {}
    for card in [track.card for track in tracks]:
        same = [track for track in rest if _face(track) == faces[card]]
        if same:
            track = next((one for one in same if one.card == card), same[0])
            rest.remove(track)
            found[card] = track
    missing = [track.card for track in tracks if track.card not in found]
    found.update(zip(missing, rest, strict=True))
    return {
        card: replace(track, card=card, tweens=[*track.tweens]) for card, track in found.items()
    }


def _face(track: Track) -> int:
    return track.tweens[-1].face if track.tweens else track.face
