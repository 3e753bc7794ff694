"""Result overlay of a level: stars, verdict and the next steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from castlecards import levels
from castlecards.core.table_words import as_sentence
from castlecards.texts import tr
from castlecards.ui.cardart.outlines import sign
from castlecards.ui.dialog import Overlay
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, title
from castlecards.ui.kit.widgets.boxes import Centre, Column, Row, Space
from castlecards.ui.practice.trial import Trial, star_texts
from castlecards.ui.scene import Back

if TYPE_CHECKING:
    from castlecards.ui.services import Services

STAR = 44  # units, size of a star
SMALL_STAR = 8.0  # units, radius of a star before a line
INDENT = 24.0  # units, of a line behind its star
LINE = Style("medium", 14, "text")
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


class StarLine(Label):
    """Line with what a star asks for, behind the star, which is filled if it is `won`."""

    def __init__(self, text: str, won: bool) -> None:
        super().__init__(text, LINE)
        self.won = won

    @property
    def readings(self) -> Sequence[str]:
        return (tr("{goal} Star won.", goal=as_sentence(self.name)) if self.won else self.name,)

    def measure(self, look: Look, width: int) -> Size:
        indent = look.px(INDENT)
        wide, high = super().measure(look, width - indent)
        return wide + indent, high

    def place(self, look: Look, rect: Rect) -> None:
        indent = look.px(INDENT)
        super().place(look, Rect(rect.left + indent, rect.top, rect.width - indent, rect.height))

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        centre = (self.rect.left - look.px(INDENT / 2), self.rect.top + look.line(LINE) / 2)
        draw_star(canvas, centre, look.px(SMALL_STAR), self.won)
        super().draw(canvas)


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
        if trial.status.reached and trial.loaded.level.why:
            rows.append(Label(trial.loaded.level.why, align="centre", id="decided.why"))
        won = trial.status.won
        if won:
            lines = zip(star_texts(trial.loaded), won, strict=True)
            rows += [StarLine(text, is_won) for text, is_won in lines]
        else:
            rows += [Label(line, align="centre", tone="muted") for line in trial.lines()]
        if not won and trial.status.stars < levels.STARS:
            wanted = trial.stars()[max(trial.status.stars - 1, 0) :]
            rows += [
                Label(tr("For another star: {limits}", limits=line), align="centre", tone="muted")
                for line in wanted[:1]
            ]
        return Centre(
            Panel(Column([*rows, Space(4), Row(buttons, side="centre")], 10)), 560, pad=12
        )

    def focus_first(self) -> None:
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
    """Return the level after this one, on the path or across packs; None after the last."""
    packs = levels.packs()[0]
    all_levels = [level for pack in packs for level in pack.levels]
    if loaded.level.path:
        all_levels = levels.path_of(packs)
    ids = [level.id for level in all_levels]
    at = ids.index(loaded.id) + 1 if loaded.id in ids else len(ids)
    return all_levels[at] if at < len(all_levels) else None
