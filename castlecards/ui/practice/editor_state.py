"""State of the level editor: the draft with its undo history, the selection and the drag.

Positions are mm on the table, x to the right and y forward of its middle. Each change of the draft
is one undo step; repeated changes with the same name (`what`) are merged into one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Any

from castlecards import levels
from castlecards.core.cards import Field, Pose
from castlecards.practice.range import Kind, Spot
from castlecards.ui.practice import editor_draft
from castlecards.ui.practice.editor_draft import Draft

STEP = 5  # mm, grid and arrow keys
FINE = 1  # mm, with Shift
FAR = 50  # mm, with Ctrl
TURN = 15  # degrees
TURN_FINE = 1  # degrees, with Shift
UNDO_LIMIT = 300  # undo steps kept
DEFAULT_PLACES: dict[Kind, tuple[int, int, int]] = {  # default x, y (mm) and angle (degrees)
    "wall": (0, 200, 180), "castle": (0, 354, -90), "own": (0, -60, 0), "ring": (0, 150, 0),
}  # fmt: skip
# mm, offsets to the side that are tried for a free place.
ASIDE = tuple(side * n * 80 for n in range(7) for side in (1, -1))[1:]


@dataclass(frozen=True)
class DraggedItem:
    """Item during a drag. `origin`: its number; -1 if it is new from the tray."""

    spot: Spot
    origin: int = -1
    inside: bool = False  # over the table; dropped outside, the item is deleted


@dataclass(frozen=True)
class EditorSnapshot:
    """Draft with the number of the selected item (-1: none) and the dragged item.

    Both are cleared on creation if the draft has no item of that number.
    """

    draft: Draft
    selected: int = -1
    dragged: DraggedItem | None = None

    def __post_init__(self) -> None:
        numbers = range(0 if self.draft.ladder else len(self.draft.spots))
        if self.selected not in numbers:
            object.__setattr__(self, "selected", -1)
        if self.dragged is not None and self.dragged.origin >= len(numbers):
            object.__setattr__(self, "dragged", None)


class EditorState:
    """Editor state with undo; calls `on_draft_change`, or `on_view_change` after other changes."""

    def __init__(self, draft: Draft) -> None:
        self.on_draft_change: Callable[[], object] = lambda: None
        self.on_view_change: Callable[[], object] = lambda: None
        game = levels.shelf()[editor_draft.GAME]
        pos = game.setup(game.options(), levels.players_of(game))
        field = pos.box.field
        assert field is not None
        self.field: Field = field
        self.start: Pose = pos.state.ground.start  # the middle of the release line
        self.gate: tuple[int, int, int] = pos.state.ground.gate
        self.begin(draft)

    @property
    def draft(self) -> Draft:
        return self.snapshot.draft

    @property
    def selected(self) -> int:
        """Number of the selected item; -1: none."""
        return self.snapshot.selected

    @property
    def dragged(self) -> DraggedItem | None:
        return self.snapshot.dragged

    # -- the draft ----------------------------------------------------------------------------

    def begin(self, draft: Draft) -> None:
        """Start with a draft: empty undo history, no selection, no drag."""
        self.snapshot = EditorSnapshot(draft)
        self._history = [draft]
        self._history_index = 0
        self._what = ""  # name of the last change, while more may be merged into it

    def change(self, draft: Draft, what: str = "", selected: int | None = None) -> None:
        """Replace the draft. Consecutive changes with the same `what` are one undo step.

        `selected`: the item to select; None keeps the number. A change of `Draft.physics` drops the
        solution.
        """
        selected = self.selected if selected is None else selected
        if draft == self.draft:
            self.snapshot = replace(self.snapshot, selected=selected)
            return
        if draft.physics != self.draft.physics:
            draft = replace(draft, solution=())
        keep = self._history_index if what and what == self._what else self._history_index + 1
        self._history = [*self._history[:keep], draft][-UNDO_LIMIT:]
        self._history_index = len(self._history) - 1
        self._what = what
        dragged = self.dragged if draft.spots == self.draft.spots else None
        self._take(EditorSnapshot(draft, selected, dragged))

    def set(self, name: str, value: Any) -> None:
        """Set one field of the draft."""
        self.change(replace(self.draft, **{name: value}), name)

    def pause(self) -> None:
        """End the current undo step: the next change starts a new one."""
        self._what = ""

    @property
    def can_undo(self) -> bool:
        return self._history_index > 0

    @property
    def can_redo(self) -> bool:
        return self._history_index < len(self._history) - 1

    def undo(self) -> bool:
        return self._go(-1) if self.can_undo else False

    def redo(self) -> bool:
        return self._go(1) if self.can_redo else False

    def _go(self, step: int) -> bool:
        self._history_index += step
        self._what = ""
        self._take(
            EditorSnapshot(
                replace(self._history[self._history_index], file=self.draft.file), self.selected
            )
        )
        return True

    def name(self, file: str) -> None:
        """Set the file name of the draft, without an undo step."""
        draft = self._history[self._history_index] = replace(self.draft, file=file)
        self.snapshot = replace(self.snapshot, draft=draft)

    def _take(self, state: EditorSnapshot) -> None:
        self.snapshot = state
        self.on_draft_change()

    # -- items on the table -------------------------------------------------------------------

    @property
    def spot(self) -> Spot | None:
        """Dragged item, otherwise the selected one; None: neither."""
        if self.dragged is not None:
            return self.dragged.spot
        return self.draft.spots[self.selected] if self.selected >= 0 else None

    @property
    def shown_spots(self) -> tuple[Spot, ...]:
        """Items on the table as they would be if the drag ended now."""
        spots, dragged = self.draft.spots, self.dragged
        if dragged is None:
            return spots
        at = dragged.origin if dragged.origin >= 0 else len(spots)
        return (*spots[:at], *([dragged.spot] if dragged.inside else []), *spots[at + 1 :])

    @property
    def number(self) -> int:
        """Index in `shown_spots` of the dragged item, otherwise of the selected one; -1: none."""
        dragged = self.dragged
        if dragged is None:
            return self.selected
        at = dragged.origin if dragged.origin >= 0 else len(self.draft.spots)
        return at if dragged.inside else -1

    def select(self, number: int) -> None:
        self.snapshot = replace(self.snapshot, selected=number)
        self._what = ""
        self.on_view_change()

    def select_next(self, step: int) -> bool:
        """Select the next item (`step` 1) or the previous one (-1); False past either end."""
        count = len(self.draft.spots)
        following = self.selected + step if self.selected >= 0 or step > 0 else count - 1
        if self.draft.ladder or not 0 <= following < count:
            self.select(-1)
            return False
        self.select(following)
        return True

    def snapped(self, x: float, y: float, step: int = STEP) -> tuple[int, int]:
        """Return the nearest grid point inside the play area, mm."""
        found = []
        for place, reach in ((x, self.field.half_width), (y, self.field.half_depth)):
            far = reach // step * step
            found.append(min(max(floor(place / step + 0.5) * step, -far), far))
        return found[0], found[1]

    def add(self, kind: Kind) -> bool:
        """Add an item at the first free place near its default. False if no more are allowed."""
        if not self.draft.free(kind):
            return False
        x, y, angle = DEFAULT_PLACES[kind]
        places = [Spot(kind, x + dx, y + dy, angle) for dy in (0, 105, -105) for dx in ASIDE]
        spots = self.draft.spots
        free = [
            s for s in places if not any(editor_draft.items_overlap(s, other) for other in spots)
        ]
        draft = replace(self.draft, spots=(*spots, (free or places)[0]))
        self.change(draft, selected=len(spots))
        return True

    def nudge(self, dx: int, dy: int) -> None:
        """Move the selected item by mm, to the right and forward."""
        if self.selected >= 0:
            spot = self.draft.spots[self.selected]
            x, y = self.snapped(spot.x + dx, spot.y + dy, 1)
            self._put(replace(spot, x=x, y=y), f"nudge:{self.selected}")

    def turn(self, way: int, step: int = TURN) -> None:
        """Rotate to the next multiple of `step` degrees. `way`: +1 anticlockwise, -1 clockwise."""
        spot = self.spot
        if spot is None or spot.kind == "ring":
            return
        part = spot.angle / step
        self.turn_to((floor(part) + 1 if way > 0 else ceil(part) - 1) * step)

    def turn_to(self, angle: int, what: str = "") -> None:
        """Rotate the current item to `angle` degrees, stored as -179 to 180; rings stay."""
        spot = self.spot
        if spot is None or spot.kind == "ring":
            return
        spot = replace(spot, angle=(angle - 1) % 360 - 359 if angle % 360 > 180 else angle % 360)
        if self.dragged is not None:
            self._set_dragged(replace(self.dragged, spot=spot))
        else:
            self._put(spot, what or f"turn:{self.selected}")

    def remove(self) -> None:
        """Delete the selected item."""
        if self.selected >= 0:
            spots = self.draft.spots
            spots = (*spots[: self.selected], *spots[self.selected + 1 :])
            selected = min(self.selected, len(spots) - 1)
            self.change(replace(self.draft, spots=spots), selected=selected)

    def _put(self, spot: Spot, what: str) -> None:
        spots = list(self.draft.spots)
        spots[self.selected] = spot
        self.change(replace(self.draft, spots=tuple(spots)), what)

    # -- drag ---------------------------------------------------------------------------------

    def start_drag(self, number: int) -> None:
        """Start a drag of the item with this number."""
        self._set_dragged(DraggedItem(self.draft.spots[number], number, True))

    def start_new_drag(self, kind: Kind) -> bool:
        """Start a drag of a new item from the tray. False if no more are allowed."""
        if self.draft.free(kind):
            self._set_dragged(DraggedItem(Spot(kind, *DEFAULT_PLACES[kind])))
        return self.dragged is not None

    def drag_to(self, x: float, y: float, inside: bool, step: int = STEP) -> None:
        """Move the dragged item to the nearest grid point of (x, y), mm."""
        if self.dragged is not None:
            x, y = self.snapped(x, y, step)
            spot = replace(self.dragged.spot, x=round(x), y=round(y))
            self._set_dragged(replace(self.dragged, spot=spot, inside=inside))

    def drop(self) -> None:
        """End the drag: place the item, or delete it if it is outside the table."""
        if self.dragged is None:
            return
        spots, number, origin = self.shown_spots, self.number, self.dragged.origin
        selected = number if number >= 0 or origin >= 0 else self.selected
        self.snapshot = replace(self.snapshot, dragged=None)
        self.change(replace(self.draft, spots=spots), selected=selected)
        self.on_view_change()

    def cancel(self) -> bool:
        """Cancel the drag. True if there was one."""
        carried = self.dragged is not None
        if carried:
            self._set_dragged(None)
        return carried

    def _set_dragged(self, dragged: DraggedItem | None) -> None:
        self.snapshot = replace(self.snapshot, dragged=dragged)
        self.on_view_change()
