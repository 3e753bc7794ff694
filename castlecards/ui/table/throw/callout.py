"""Callout of a throw: its verdict in a few words beside the place of the first touch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pygame import Rect

from castlecards.core.cards import Seat
from castlecards.core.session import Session
from castlecards.texts import counted, tr
from castlecards.ui.table.layout.free_space import first_free, grid_places
from castlecards.ui.table.playback.state import FADE_AFTER, FADE_TIME, Callout, ImpactTimeline

FADED = 0.6  # opacity of a faded callout
ASIDE = (150.0, 260.0)  # units from the first touch to the middle of the callout, tried in order
ROWS = (0.0, 80.0, -80.0, 160.0)  # units below the first touch, tried in order
EDGE = 2.0  # mm from an edge, below which no distance is named
CENTIMETRE = 10.0  # mm


def callout_of(session: Session[Any], seat: Seat, impact: ImpactTimeline) -> Callout:
    """Callout for the throw of a seat. A hit names the card and its points, a miss the reason."""
    scored, clip = impact.scored_throw, impact.clip
    head, detail = scored.word, ""
    if scored.hits:
        zone = clip.pos.box.zones[clip.pos.zone_of(scored.hits[0])]
        head = tr("{headline}!", headline=scored.headline or scored.word)
        detail = tr(
            "{name}’s {place}, {points}",
            name=session.name(zone.owner if zone.owner is not None else seat),
            place=session.game.story.place(zone),
            points=counted(sum(scored.gains), "point"),
        )
    elif impact.near is not None:
        head, detail = miss_text(impact), tr("{verdict}.", verdict=scored.word)
    return Callout(session.name(seat), head, detail, impact)


def miss_text(impact: ImpactTimeline) -> str:
    """Distance of a near miss from the nearest edge, as the thrower sees it: `2 cm short`."""
    near = impact.near
    if near is None or near.off < EDGE:
        return tr("On the very edge!")
    dx, dy = near.x - impact.touch[0], near.y - impact.touch[1]
    cos, sin = math.cos(impact.clip.ahead / 1000), math.sin(impact.clip.ahead / 1000)
    right, far = dx * cos + dy * sin, dy * cos - dx * sin
    if near.off < CENTIMETRE:
        distance = tr("{n} mm", n=round(near.off))
    else:
        distance = tr("{n} cm", n=round(near.off / CENTIMETRE))
    if abs(far) >= abs(right):
        short = tr("{distance} short", distance=distance)
        return short if far > 0 else tr("{distance} long", distance=distance)
    left = tr("{distance} left", distance=distance)
    return left if right > 0 else tr("{distance} right", distance=distance)


def opacity(age: float) -> float:
    """Opacity of a callout `age` s after the landing."""
    part = min(max((age - FADE_AFTER) / FADE_TIME, 0.0), 1.0)
    return 1.0 - (1.0 - FADED) * part


def place_callout(
    size: tuple[int, int],
    touch: tuple[float, float],
    start: tuple[float, float],
    taken: Sequence[Rect],
    within: Rect,
    unit: float,
) -> Rect | None:
    """Place of a callout of this size, px, inside `within`; None if there is no free place.

    It covers nothing of `taken`. The side of the `touch` away from the `start` of the flight is
    tried first, then the nearest free place; `unit`: px.
    """
    away = 1 if touch[0] >= start[0] else -1
    usual = Rect((0, 0), size)
    usual.center = round(touch[0] + away * ASIDE[0] * unit), round(touch[1])
    places = []
    for down in ROWS:
        for aside in ASIDE:
            for side in (away, -away):
                place = Rect((0, 0), size)
                place.center = (
                    round(touch[0] + side * aside * unit),
                    round(touch[1] + down * unit),
                )
                places.append(place)
    free = [place for place in places if within.contains(place)]
    return first_free(free, taken) or first_free(
        filter(within.contains, grid_places(size, usual, within, round(4 * unit))), taken
    )
