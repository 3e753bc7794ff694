"""Result overlay of a level: stars, verdict and the next steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from castlecards import levels
from castlecards.texts import tr
from castlecards.ui.cardart.outlines import sign
from castlecards.ui.dialog import Overlay
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.practice.trial import Trial
from castlecards.ui.scene import Back

if TYPE_CHECKING:
    from castlecards.ui.services import Services

STAR = 44  # units, size of a star
LEAVE = "leave"  # answer: return to the list of levels


class Stars(Widget):
    """Row of three stars, `count` of them filled."""

    shade = 0

    def __init__(self, count: int) -> None:
        super().__init__("stars", tr("{n} of {all} stars", n=count, all=levels.STARS))
        self.count = count

    def measure(self, look: Look, width: int) -> Size:
        return look.px(STAR * 1.25 * levels.STARS), look.px(STAR)

    def draw(self, canvas: Canvas) -> None:
        step = self.rect.width / levels.STARS
        for n in range(levels.STARS):
            centre = (self.rect.left + step * (n + 0.5), self.rect.centery)
            draw_star(canvas, centre, self.rect.height / 2, n < self.count)


def draw_star(canvas: Canvas, centre: tuple[float, float], radius: float, filled: bool) -> None:
    """Draw a star; `radius`: px from the centre to its points."""
    colours = canvas.look.palette
    colour = colours.gold_high if filled else colours.inset_edge
    canvas.blit_centred(sign("spark", round(2 * radius), colour), centre)


class LevelResult(Overlay):
    """Result of a level. Answers with the level to play next, or LEAVE."""

    def __init__(self, app: Services, trial: Trial) -> None:
        super().__init__(app)
        self.trial = trial

    def build(self) -> Widget:
        trial = self.trial
        next_one = next_level(trial.loaded)
        buttons: list[Widget] = [
            Button("decided.leave", tr("Back to levels"), self._leave, wide=140),
            Button("decided.again", tr("Again"), self._again, wide=140),
        ]
        if next_one is not None and trial.status.reached:
            act = lambda: self._open(next_one)  # noqa: E731
            buttons.append(Button("decided.next", tr("Next level"), act, "primary", wide=150))
        rows: list[Widget] = [title(trial.loaded.level.title, align="centre")]
        rows.append(Row([Stars(trial.status.stars)], side="centre"))
        rows.append(Label(trial.verdict(), align="centre", id="decided.verdict"))
        rows += [Label(line, align="centre", tone="muted") for line in trial.lines()]
        if trial.status.stars < levels.STARS:
            wanted = trial.stars()[max(trial.status.stars - 1, 0) :]
            rows += [
                Label(tr("For another star: {limits}", limits=line), align="centre", tone="muted")
                for line in wanted[:1]
            ]
        return Centre(
            Panel(Column([*rows, Space(4), Row(buttons, side="centre")], 10)), 560, pad=12
        )

    def layout(self, look: Look, size: tuple[int, int]) -> None:
        first = not self._built
        super().layout(look, size)
        if first:
            last = "decided.next" if self._has("decided.next") else "decided.again"
            self.layer.focus_on(self.find(last), ring=False)

    def _has(self, id: str) -> bool:
        return any(widget.id == id for widget in self.layer.root.walk())

    def _again(self) -> None:
        self._open(self.trial.loaded)

    def _open(self, loaded: levels.LoadedLevel) -> None:
        self.go(Back(loaded))

    def _leave(self) -> None:
        self.go(Back(LEAVE))


def next_level(loaded: levels.LoadedLevel) -> levels.LoadedLevel | None:
    """Return the level after this one, across packs; None after the last."""
    all_levels = [level for pack in levels.packs()[0] for level in pack.levels]
    ids = [level.id for level in all_levels]
    at = ids.index(loaded.id) + 1 if loaded.id in ids else len(ids)
    return all_levels[at] if at < len(all_levels) else None
