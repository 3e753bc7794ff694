"""What the editor holds while it works: the draft with its past, what is selected, what is carried.

Places are millimetres on the table, x to the right and y forward of its middle. Each act that
changes the draft is one step of undo; the same act again and again (`what`) is one, too.
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

STEP, FINE, FAR = 5, 1, 50  # mm: by itself, with Shift, with Ctrl
TURN, TURN_FINE = 15, 1  # degrees
PAST = 300  # steps of undo kept
USUAL: dict[Kind, tuple[int, int, int]] = {  # x, y, angle where nothing else is wished
    "wall": (0, 200, 180), "castle": (0, 354, -90), "own": (0, -60, 0), "ring": (0, 150, 0),
}  # fmt: skip
ASIDE = tuple(side * n * 80 for n in range(7) for side in (1, -1))[1:]  # mm


@dataclass(frozen=True)
class DraggedItem:
    """A thing on its way: from its place (`origin`, its number) or new from the tray (-1)."""

    spot: Spot
    origin: int = -1
    inside: bool = False  # over the table; let go elsewhere, it is gone


@dataclass(frozen=True)
class BenchState:
    """The draft, with the number of the selected thing (-1: none) and the carried thing.

    Both belong to this draft: a number that it has no thing for selects nothing, and nothing is
    carried from a place that it does not have.
    """

    draft: Draft
    selected: int = -1
    carry: DraggedItem | None = None

    def __post_init__(self) -> None:
        numbers = range(0 if self.draft.ladder else len(self.draft.spots))
        if self.selected not in numbers:
            object.__setattr__(self, "selected", -1)
        if self.carry is not None and self.carry.origin >= len(numbers):
            object.__setattr__(self, "carry", None)


class EditorState:
    """`changed` is called after every change of the draft, `moved` after any other."""

    def __init__(self, draft: Draft) -> None:
        self.changed: Callable[[], object] = lambda: None
        self.moved: Callable[[], object] = lambda: None
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
        return self.state.draft

    @property
    def selected(self) -> int:
        """The number of the selected thing; -1: none."""
        return self.state.selected

    @property
    def carry(self) -> DraggedItem | None:
        return self.state.carry

    # -- the draft ----------------------------------------------------------------------------

    def begin(self, draft: Draft) -> None:
        """Takes a draft without a past; nothing is selected or carried."""
        self.state = BenchState(draft)
        self._past = [draft]
        self._at = 0
        self._what = ""  # the last act, while it may go on

    def change(self, draft: Draft, what: str = "", selected: int | None = None) -> None:
        """Takes another draft. `what`: the act; while it is the same, it stays one step of undo.
        `selected`: the thing to select in it; None: the same number as before."""
        selected = self.selected if selected is None else selected
        if draft == self.draft:
            self.state = replace(self.state, selected=selected)
            return
        if draft.physics != self.draft.physics:
            draft = replace(draft, solution=())
        keep = self._at if what and what == self._what else self._at + 1
        self._past = [*self._past[:keep], draft][-PAST:]
        self._at = len(self._past) - 1
        self._what = what
        carry = self.carry if draft.spots == self.draft.spots else None
        self._take(BenchState(draft, selected, carry))

    def set(self, name: str, value: Any) -> None:
        """A field of the draft."""
        self.change(replace(self.draft, **{name: value}), name)

    def pause(self) -> None:
        """What comes now is another act."""
        self._what = ""

    @property
    def can_undo(self) -> bool:
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        return self._at < len(self._past) - 1

    def undo(self) -> bool:
        return self._go(-1) if self.can_undo else False

    def redo(self) -> bool:
        return self._go(1) if self.can_redo else False

    def _go(self, step: int) -> bool:
        self._at += step
        self._what = ""
        self._take(BenchState(replace(self._past[self._at], file=self.draft.file), self.selected))
        return True

    def name(self, file: str) -> None:
        """The draft is this file from now on; that cannot be undone."""
        draft = self._past[self._at] = replace(self.draft, file=file)
        self.state = replace(self.state, draft=draft)

    def _take(self, state: BenchState) -> None:
        self.state = state
        self.changed()

    # -- things on the table ------------------------------------------------------------------

    @property
    def spot(self) -> Spot | None:
        """What is selected, or carried."""
        if self.carry is not None:
            return self.carry.spot
        return self.draft.spots[self.selected] if self.selected >= 0 else None

    @property
    def laid(self) -> tuple[Spot, ...]:
        """All things as they would lie if what is carried were let go now."""
        spots, carry = self.draft.spots, self.carry
        if carry is None:
            return spots
        at = carry.origin if carry.origin >= 0 else len(spots)
        return (*spots[:at], *([carry.spot] if carry.inside else []), *spots[at + 1 :])

    @property
    def number(self) -> int:
        """Among those, of what is carried or else selected; -1: of none."""
        carry = self.carry
        if carry is None:
            return self.selected
        at = carry.origin if carry.origin >= 0 else len(self.draft.spots)
        return at if carry.inside else -1

    def select(self, number: int) -> None:
        self.state = replace(self.state, selected=number)
        self._what = ""
        self.moved()

    def walk(self, step: int) -> bool:
        """Selects the next one; False beyond the last and before the first."""
        count = len(self.draft.spots)
        following = self.selected + step if self.selected >= 0 or step > 0 else count - 1
        if self.draft.ladder or not 0 <= following < count:
            self.select(-1)
            return False
        self.select(following)
        return True

    def within(self, x: float, y: float, step: int = STEP) -> tuple[int, int]:
        """The nearest place of the grid inside the play area."""
        found = []
        for place, reach in ((x, self.field.half_width), (y, self.field.half_depth)):
            far = reach // step * step
            found.append(min(max(floor(place / step + 0.5) * step, -far), far))
        return found[0], found[1]

    def add(self, kind: Kind) -> bool:
        """One more, on the first free place near the usual one; whether there is room."""
        if not self.draft.free(kind):
            return False
        x, y, angle = USUAL[kind]
        places = [Spot(kind, x + dx, y + dy, angle) for dy in (0, 105, -105) for dx in ASIDE]
        spots = self.draft.spots
        free = [s for s in places if not any(editor_draft.close(s, other) for other in spots)]
        draft = replace(self.draft, spots=(*spots, (free or places)[0]))
        self.change(draft, selected=len(spots))
        return True

    def nudge(self, dx: int, dy: int) -> None:
        """Moves what is selected by mm, to the right and forward."""
        if self.selected >= 0:
            spot = self.draft.spots[self.selected]
            x, y = self.within(spot.x + dx, spot.y + dy, 1)
            self._put(replace(spot, x=x, y=y), f"nudge {self.selected}")

    def turn(self, way: int, step: int = TURN) -> None:
        """By one step: +1 anticlockwise, -1 clockwise; to the next multiple of `step` degrees."""
        spot = self.spot
        if spot is None or spot.kind == "ring":
            return
        part = spot.angle / step
        self.turn_to((floor(part) + 1 if way > 0 else ceil(part) - 1) * step)

    def turn_to(self, angle: int, what: str = "") -> None:
        spot = self.spot
        if spot is None or spot.kind == "ring":
            return
        spot = replace(spot, angle=(angle - 1) % 360 - 359 if angle % 360 > 180 else angle % 360)
        if self.carry is not None:
            self._carry(replace(self.carry, spot=spot))
        else:
            self._put(spot, what or f"turn {self.selected}")

    def remove(self) -> None:
        """Takes what is selected off the table."""
        if self.selected >= 0:
            spots = self.draft.spots
            spots = (*spots[: self.selected], *spots[self.selected + 1 :])
            selected = min(self.selected, len(spots) - 1)
            self.change(replace(self.draft, spots=spots), selected=selected)

    def _put(self, spot: Spot, what: str) -> None:
        spots = list(self.draft.spots)
        spots[self.selected] = spot
        self.change(replace(self.draft, spots=tuple(spots)), what)

    # -- carrying -----------------------------------------------------------------------------

    def take(self, number: int) -> None:
        """Lifts a thing off its place."""
        self._carry(DraggedItem(self.draft.spots[number], number, True))

    def bring(self, kind: Kind) -> bool:
        """A new one out of the tray, not over the table yet; whether there is one more."""
        if self.draft.free(kind):
            self._carry(DraggedItem(Spot(kind, *USUAL[kind])))
        return self.carry is not None

    def carry_to(self, x: float, y: float, inside: bool, step: int = STEP) -> None:
        if self.carry is not None:
            x, y = self.within(x, y, step)
            spot = replace(self.carry.spot, x=round(x), y=round(y))
            self._carry(replace(self.carry, spot=spot, inside=inside))

    def drop(self) -> None:
        """Lays down what is carried, or does away with it."""
        if self.carry is None:
            return
        spots, number, origin = self.laid, self.number, self.carry.origin
        selected = number if number >= 0 or origin >= 0 else self.selected
        self.state = replace(self.state, carry=None)
        self.change(replace(self.draft, spots=spots), selected=selected)
        self.moved()

    def cancel(self) -> bool:
        """What is carried goes back; whether there was anything."""
        carried = self.carry is not None
        if carried:
            self._carry(None)
        return carried

    def _carry(self, carry: DraggedItem | None) -> None:
        self.state = replace(self.state, carry=carry)
        self.moved()
