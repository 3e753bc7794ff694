"""Callout of a throw: its verdict in a few words beside the place of the first touch."""

from __future__ import annotations

import math
from typing import Any

from castlecards.core.cards import Seat
from castlecards.core.session import Session
from castlecards.texts import counted, tr
from castlecards.ui.table.layout.easing import progress
from castlecards.ui.table.playback.state import FADE_AFTER, FADE_TIME, Callout, ImpactTimeline
from castlecards.ui.table.viewer import Viewer

FADED = 0.6  # opacity of a faded callout
EDGE = 2.0  # mm from an edge, below which no distance is named
CENTIMETRE = 10.0  # mm


def callout_of(
    session: Session[Any],
    seat: Seat,
    impact: ImpactTimeline,
    name: str = "",
    figures: tuple[tuple[str, str], ...] = (),
) -> Callout:
    """Callout for the throw of a seat. A hit names the card and its points, a miss the reason.

    `name`: of the thrower, "" if it goes without saying; `figures`: for the details panel.
    """
    scored = impact.scored_throw
    head, detail = scored.word, ""
    if scored.hits:
        head = tr("{headline}!", headline=scored.headline or scored.word)
        detail = _hit_text(session, seat, impact)
    elif impact.near_miss is not None:
        head, detail = near_miss_text(impact), tr("{verdict}.", verdict=scored.word)
    near, alone = impact.near_miss, not Viewer(session).is_shared
    edge = (near.x, near.y) if near is not None else None
    return Callout(seat, name, head, detail, impact, bool(scored.hits), edge, figures, alone)


def _hit_text(session: Session[Any], seat: Seat, impact: ImpactTimeline) -> str:
    """Card that a throw hit, with its owner and the points, if there are any."""
    scored, pos = impact.scored_throw, impact.clip.pos
    zone = pos.box.zones[pos.zone_of(scored.hits[0])]
    owner = zone.owner if zone.owner is not None else seat
    if not scored.gains:
        return session.with_player_names(zone.title)  # a target of the range
    place = session.game.story.place(zone)
    return tr(
        "{name}’s {place}, {points}",
        name=session.name(owner), place=place, points=counted(sum(scored.gains), "point"),
    )  # fmt: skip


def near_miss_text(impact: ImpactTimeline) -> str:
    """Distance of a near miss from the nearest edge, as the thrower sees it: `2 cm short`."""
    near = impact.near_miss
    if near is None or near.off < EDGE:
        return tr("On the very edge!")
    dx, dy = near.x - impact.touch_place[0], near.y - impact.touch_place[1]
    cos, sin = math.cos(impact.clip.ahead / 1000), math.sin(impact.clip.ahead / 1000)
    right, far = dx * cos + dy * sin, dy * cos - dx * sin
    distance = distance_text(near.off)
    if abs(far) >= abs(right):
        short = tr("{distance} short", distance=distance)
        return short if far > 0 else tr("{distance} long", distance=distance)
    left = tr("{distance} left", distance=distance)
    return left if right > 0 else tr("{distance} right", distance=distance)


def distance_text(off: float) -> str:
    """Text of a distance, mm: in centimetres from 1 cm up."""
    if off < CENTIMETRE:
        return tr("{n} mm", n=round(off))
    return tr("{n} cm", n=round(off / CENTIMETRE))


def opacity(age: float) -> float:
    """Opacity of a callout `age` s after the landing."""
    part = progress(age, FADE_AFTER, FADE_AFTER + FADE_TIME)
    return 1.0 - (1.0 - FADED) * part
