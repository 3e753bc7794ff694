"""Spots: widgets by which the keyboard reaches cards and places of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from castlecards.core.cards import Seat
from castlecards.texts import tr
from castlecards.ui.table.commands import ChooseTarget, Command, InspectPile
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.model import is_hand
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay.widgets import SpotWidget
from castlecards.ui.table.pointer.covered_cards import is_covered, pile_contents
from castlecards.ui.table.render.table_view import TableView

Queue = Callable[[Command], object]


def keyboard_spots(
    model: TableModel, table_view: TableView, queue: Queue, speech: bool
) -> list[SpotWidget]:
    """Spots of all that can be chosen, and of the piles to inspect; with `speech`, of all that can
    be read. `queue` gets their commands."""

    def spot(target: Target, prefix: str = "") -> SpotWidget:
        spec, rect = table_view.box.zones[target.zone], table_view.rect_of(target)
        id = f"card:{target.card}" if target.card >= 0 else f"zone:{spec.name}"
        act = lambda: queue(ChooseTarget(target, table_view.rect_of(target).center))  # noqa: E731
        return SpotWidget(
            prefix + id, model.target_name(target), target, rect, act, table_view.quad_of(target)
        )

    things = model.selection.selectable_targets() if model.selection is not None else ()
    found = [spot(each) for each in things if table_view.rect_of(each).width]
    found = [each for each in found if not is_covered(table_view, each.target)]
    found += pile_spots(model, table_view, queue)
    if speech:
        extra = places_to_read(table_view, found, model.viewer.seat)
        found += [spot(target, "read:") for target in extra]
    return found


def pile_spots(model: TableModel, table_view: TableView, queue: Queue) -> list[SpotWidget]:
    """Spots of piles with covered cards, one each, which open the pile inspector."""
    found = []
    for area in table_view.layout.areas:
        zone = area.zone
        if pile_contents(table_view, model.selection, zone):
            spec = table_view.box.zones[zone]
            target = Target(table_view.pos.zones[zone][-1], zone)
            name = tr("Cards in {pile}", pile=spec.title or spec.name)
            act = lambda zone=zone: queue(InspectPile(zone))  # noqa: E731
            rect, quad = table_view.rect_of(target), table_view.quad_of(target)
            found.append(SpotWidget(f"pile:{spec.name}", name, target, rect, act, quad))
    return found


def places_to_read(table_view: TableView, spots: Sequence[SpotWidget], seat: Seat) -> list[Target]:
    """Other cards of the hand of `seat`, and places without a spot, which speech can read."""
    there, zones = {spot.target for spot in spots}, {spot.target.zone for spot in spots}
    found = []
    for area in table_view.layout.areas:
        zone, held = area.zone, table_view.pos.zones[area.zone]
        spec = table_view.box.zones[zone]
        spread = zone in zones and spec.shape != "stack"  # its cards are chosen one by one
        if spread or (is_hand(spec) and spec.owner == seat):
            found += [Target(card, zone) for card in held]
        elif zone not in zones:
            found.append(Target(held[-1] if held else -1, zone))
    return [each for each in found if each not in there and table_view.rect_of(each).width]
