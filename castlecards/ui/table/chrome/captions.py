"""What is said while cards move: a plate above the card of which it is, or at the top."""

from __future__ import annotations

from dataclasses import dataclass, field

from pygame import Rect

from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.text import Style

SAID = Style("bold", 17, "text")
SHOWN, EACH = 2.0, 0.06  # s that it stays at least, and for each letter of a long one
WIDEST = 560.0  # units of its lines


@dataclass
class Caption:
    """`at`: px, above a card; None: at the top. `left`: s that it still stays."""

    text: str
    at: tuple[float, float] | None = None
    sign: SeatSign | None = None  # of the player whom it speaks of
    left: float = field(init=False)

    def __post_init__(self) -> None:
        self.left = max(SHOWN, EACH * len(self.text))

    def draw(self, canvas: Canvas, table: Rect, free: Rect, score: Rect) -> None:
        """Within `table`, below the tools, and beside a score that lies on it; `free`: in the
        middle of that, where it stands at the top."""
        look = canvas.look
        lines = look.wrap(self.text, SAID, min(look.px(WIDEST), free.width - look.px(60)))
        beside = look.px(22) if self.sign is not None else 0
        width = max(look.width(line, SAID) for line in lines) + look.px(36) + beside
        rect = Rect(0, 0, width, look.px(16) + len(lines) * look.px(22))
        rect.center = (free.centerx, look.px(128))
        if self.at is not None:
            rect.midbottom = (round(self.at[0]), round(self.at[1]) - look.px(10))
        rect.clamp_ip(table.inflate(-look.px(20), -look.px(108)))
        if rect.colliderect(score) and score.right + width < table.right:
            rect.left = score.right + look.px(8)
        canvas.shadow(rect, 12, 10, 150)
        canvas.box(rect, 12, look.palette.panel, look.palette.panel_low, look.palette.gold)
        for n, line in enumerate(lines):
            middle = (rect.centerx + beside / 2, rect.top + look.px(19 + 22 * n))
            canvas.text(line, middle, SAID, "c")
        if self.sign is not None:
            draw_sign(
                canvas, self.sign, (rect.left + look.px(22), rect.top + look.px(19)), look.px(6)
            )
