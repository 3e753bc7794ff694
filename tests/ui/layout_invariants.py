"""Invariants of the layout of a table: faces, hit test, titles, form, badges and the own hand."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards.ui.table.layout.camera import in_quad
from castlecards.ui.table.layout.card_shape import corners, moved
from castlecards.ui.table.layout.form_layout import CROWN, is_on_form
from castlecards.ui.table.layout.model import CardSpot
from castlecards.ui.table.render.labels import label_rects
from castlecards.ui.table.render.table_signs import area_rect, badge_places, nameplates
from castlecards.ui.table.render.table_view import bounds

if TYPE_CHECKING:
    from tests.ui.invariants import Watch

COMMON = (1280, 800)  # units of the smallest window in which no texts may overlap
SAMPLE = 12  # number of cards of a layout whose hit test is checked


def faces_are_known(watch: Watch) -> str:
    """Check that only faces are drawn that the viewer knows."""
    model, view = watch.model, watch.table_view
    if view.view.seat != model.viewer.seat:
        return f"the view of seat {view.view.seat} is drawn, and seat {model.viewer.seat} looks"
    seen = watch.session.shown(model.viewer.seat)
    hidden = model.cards_hidden and not model.peeking
    for spot in view.layout.spots:
        if spot.up and view.pos.faces[spot.card] != seen.position.faces[spot.card]:
            return f"card {spot.card} shows a face that seat {model.viewer.seat} does not know"
        area = view.layout.by_zone.get(spot.zone)
        if (
            spot.up
            and hidden
            and area is not None
            and area.own
            and not view.pos.up >> spot.card & 1
        ):
            return f"card {spot.card} of the hidden hand is open"
    return ""


def hover_lies_under_the_pointer(watch: Watch) -> str:
    """Check that the hovered zone is the one at the pointer."""
    state = watch.model.input_state
    area = watch.table_view.layout.by_zone.get(state.hover.zone)
    if area is None or area.own or watch.model.curtain is not None or state.press is not None:
        return ""
    here = watch.table_view.target_at(*state.pointer)
    return (
        ""
        if here.zone == state.hover.zone
        else f"{state.hover} is hovered, {here} is below the pointer"
    )


def hit_test_finds_what_is_drawn(watch: Watch) -> str:
    """Check that the hit test finds the card that is drawn at a point."""
    view, layout = watch.table_view, watch.table_view.layout
    own = {area.zone for area in layout.areas if area.own}
    sheet = layout.sheet

    def rank(spot: CardSpot) -> tuple[bool, bool, int]:
        return spot.zone in own, sheet is not None and is_on_form(sheet, spot), order[spot.card]

    order = {spot.card: n for n, spot in enumerate(layout.spots)}
    spots = [spot for spot in layout.spots if spot.shown or spot.zone in own]
    for spot in spots[:: max(1, len(spots) // SAMPLE)]:
        at = view.shape_of(spot)
        if sheet is not None and sheet.holds(at.x, at.y) and not any(rank(spot)[:2]):
            continue
        hit = view.target_at(at.x, at.y)
        found = layout.by_card.get(hit.card)
        if found is None or rank(found) < rank(spot):
            return f"{hit} is hit where card {spot.card} is drawn"
        if hit.zone != found.zone:
            return f"card {hit.card} is hit in zone {hit.zone}, but lies in {found.zone}"
        up = view.raised_by.get(hit.card, 0.0) * layout.viewport.u
        quads = [corners(view.shape_of(found)), corners(moved(view.shape_of(found), 0, up))]
        if not any(in_quad(quad, at.x, at.y) for quad in quads):
            return f"card {hit.card} is hit beside its picture"
    for area in layout.areas:
        held = len(view.pos.zones[area.zone])
        if area.count not in (-1, held):
            return f"{area.count} is written at the {held} cards of {area.title}"
    return ""


def is_common(watch: Watch) -> bool:
    at = watch.table_view.layout.viewport
    return at.left + at.width >= COMMON[0] * at.u and at.height >= COMMON[1] * at.u


def hand_is_in_the_window(watch: Watch) -> str:
    """Check that the cards of the own hand are in the window."""
    view, (_, high) = watch.table_view, watch.table.playback_control.size
    own = {area.zone for area in view.layout.areas if area.own}
    for spot in view.layout.spots:
        if spot.zone in own:
            at = view.geometry.shape(spot)
            if at.y - 0.2 * at.height > high:
                return f"hand card {spot.card} lies {at.y - high:.0f} px below the window"
    return ""


def titles_stand_apart(watch: Watch) -> str:
    """Check that titles do not overlap."""
    look, layout = watch.overlay.layer.look, watch.table_view.layout
    if look is None or not is_common(watch):
        return ""
    window = Rect((0, 0), watch.table.playback_control.size)
    found = label_rects(look, layout, nameplates(watch.session), window)
    lines = [
        rect.inflate(-4, -0.4 * rect.height) for rect in found
    ]  # lines of one title touch each other
    for one, two in combinations(lines, 2):
        if one.colliderect(two):
            return f"titles at {one} and {two} run into each other"
    return ""


def form_covers_no_crown(watch: Watch) -> str:
    """Check that the form covers no crown and no name plate."""
    layout = watch.table_view.layout
    if layout.sheet is None or not is_common(watch):
        return ""
    sheet = area_rect(layout.sheet).inflate(-2, -2)
    for area in layout.areas:
        card = area_rect(area)
        crown = card.union(card.move(0, -round(CROWN * layout.viewport.u)))
        if area.part == "crown" and sheet.colliderect(crown):
            return f"the form at {sheet} covers the crown at {crown}"
    for plate in layout.round.plates if layout.round is not None else ():
        rect = Rect(0, 0, round(plate.width), round(plate.height))
        rect.center = (round(plate.x), round(plate.y))
        if sheet.colliderect(rect):
            return f"the form at {sheet} covers the plate of seat {plate.seat} at {rect}"
    return ""


def badges_sit_on_their_piles(watch: Watch) -> str:
    """Check that each badge is at its pile or card."""
    view, layout, look = watch.table_view, watch.table_view.layout, watch.overlay.layer.look
    if look is None or layout.round is not None or not is_common(watch):
        return ""
    window = Rect((0, 0), watch.table.playback_control.size)
    for shield in badge_places(look, window, layout, view.badges):
        spot, area = layout.by_card.get(shield.badge.card), layout.by_zone.get(shield.badge.zone)
        home = bounds(corners(view.geometry.shape(spot))) if spot is not None else None
        home = area_rect(area) if home is None and area is not None else home
        if home is not None and not shield.rect.colliderect(home.inflate(16, 16)):
            return f"{shield.badge.text} at {shield.rect} is not at {home}"
    return ""


def raised_card_is_hit_where_it_is_drawn(watch: Watch) -> str:
    """Check that the hit test of a raised card fits its picture."""
    view, u = watch.table_view, watch.table_view.layout.viewport.u
    for card, up in view.raised_by.items():
        spot = view.layout.by_card.get(card)
        if spot is None or up * u < 4:
            continue
        at = view.shape_of(spot)
        top = min(at.y - at.height / 2, *(y for _, y in corners(at)))
        if view.target_at(at.x, top - 2).card == card:
            return f"card {card} is hit above its picture"
        below = view.target_at(at.x, at.y + at.height / 2 + 0.5 * up * u)
        if below.card < 0 and at.y + at.height / 2 + up * u < watch.table.playback_control.size[1]:
            return f"the pointer falls off card {card} when it rises"
    return ""
