"""Reaction bar: asks a player to react to an action while all private cards stay hidden.

Two people who share a screen need no curtain for it: passing reveals nothing, and a player who
wants to see their own cards opens the curtain. Also the stop levels: how often a player is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pygame import Rect

from castlecards.core import narration
from castlecards.core.action import ATTACK, PASS, Decision
from castlecards.core.session import ALWAYS, ATTACKED, ATTACKS, MATTERS, NEVER, STOPS, Session
from castlecards.texts import tr
from castlecards.ui.cardart.seat_signs import draw_sign, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look, Style
from castlecards.ui.kit.widgets.base import Act as Callback
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, draw_panel, fit_row
from castlecards.ui.services import Services
from castlecards.ui.table.clash.layout import stage_frame
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.model import PANEL
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay.prompt_panel import draw_clock_bar
from castlecards.ui.table.overlay.side_column import SideColumn
from castlecards.ui.table.overlay.widgets import with_key
from castlecards.ui.table.render.arrows import DECLARED, draw_arrow
from castlecards.ui.table.render.table_view import TableView

WHO = Style("bold", 17, "gold_high")
NEWS_STYLE = Style("ui", 14, "text")
WIDE = 640  # units, width of the bar
HIGH = 88  # units, height of the bar
BUTTON = 34  # units, height of a button
ROW = 18  # units, height of a news line below the question
LOW = 58  # units below the bar, for the hands at the edge of the table
EARLY = 0.35  # s; earlier key presses were meant for something else
STOP_WORDS = {
    ALWAYS: tr("Ask me: always"),
    MATTERS: tr("Ask me: when needed"),
    ATTACKS: tr("Ask me: every attack"),
    ATTACKED: tr("Ask me: if attacked"),
    NEVER: tr("Ask me: never"),
}
STOP_TIP = tr("How often the game asks if you want to respond")


# -- cause ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReactionCause:
    """Cards of the declared action (`picked`) and its targets (`goals`)."""

    picked: tuple[Target, ...] = ()
    goals: tuple[Target, ...] = ()


def reaction_cause(session: Session[Any], moment: int) -> ReactionCause:
    """Cause of the reaction window pending before the log record `moment`."""
    now = session.positions[moment]
    opener = now.decision.opener if now.decision is not None else None
    if opener is None:
        return ReactionCause()
    picked, goals = (
        tuple(Target(card, now.zone_of(card)) for card in cards)
        for cards in (opener.cards, opener.goals)
    )
    if opener.off:
        return ReactionCause((*picked, *goals))  # called off: no arrow
    return ReactionCause(picked, goals)


def draw_reaction_cause(canvas: Canvas, table_view: TableView, cause: ReactionCause) -> None:
    """Draw a glow on the cards, and an arrow from each attacker to its target."""
    table_view.draw_glow(canvas, cause.picked, Target())
    table_view.draw_glow(canvas, cause.goals, cause.goals[0] if cause.goals else Target())
    for goal in cause.goals:
        for target in cause.picked:
            start, end = table_view.rect_of(target), table_view.rect_of(goal)
            if start.width and end.width:
                draw_arrow(canvas, start, end, DECLARED)


# -- words ----------------------------------------------------------------------------------------


def reaction_question(session: Session[Any], decision: Decision) -> str:
    """Question of a reaction window; the attacker too is asked before the attack counts."""
    opener, name = decision.opener, session.name(decision.seat)
    if decision.window != ATTACK or opener is None:
        return tr(
            "{name}: {question}", name=name, question=session.with_player_names(decision.prompt)
        )
    if opener.off:
        return tr("{name}: the attack is off. Play anything else?", name=name)
    if session.owner(opener.seat) == session.owner(decision.seat):
        return tr("{name}: play anything first?", name=name)
    return tr("{name}: respond to the attack?", name=name)


def reaction_news(session: Session[Any], viewer: int) -> str:
    """Sentence about the action to react to: the newest one that is no pass."""
    last = narration.newest(session, viewer)
    return last.text.removesuffix(".") if last is not None else ""


# -- stops ----------------------------------------------------------------------------------------


class StopButton(Button):
    """Button with the stop level of a player; a click selects the next level."""

    def __init__(self, key: str, stop: str, act: Callback, tall: float = 30) -> None:
        """`key`: title of the bound key, "" if none; `stop`: current level."""
        super().__init__(
            "stops", STOP_WORDS[stop], act, "quiet", with_key(STOP_TIP, key), tall=tall
        )


def next_stop_level(session: Session[Any], player: int) -> None:
    """Set the player's next stop level, effective from the next reaction window."""
    session.stops[player] = STOPS[(STOPS.index(session.stops[player]) + 1) % len(STOPS)]


# -- the bar --------------------------------------------------------------------------------------


class ReactionBar(Widget):
    """Bar on a shared screen that says who can react to which action."""

    shade = 40
    touchable = True
    animated = True

    def __init__(
        self,
        app: Services,
        model: TableModel,
        table_view: TableView,
        column: SideColumn,
        decision: Decision,
        passes: Callback,
        look: Callback,
        stops: StopButton,
    ) -> None:
        """`column`: side column; if it has no width, the prompt panel lies on the table.

        `passes`, `look`: callbacks to pass and to see the player's own cards.
        """
        session, viewer = model.session, model.viewer.reader
        self.sign = sign_of(session, decision.seat)
        self.question = reaction_question(session, decision)
        self.table_view = table_view
        self.staged = model.playback.pending_clash is not None
        self.news = reaction_news(session, viewer) if not self.staged else ""  # the stage shows it
        super().__init__("window", self.question)
        self.app = app
        self.session = session
        self.column = column
        self.clock = -1.0
        describe = session.game.describe
        seen = session.shown(viewer)
        self.age = 0.0
        self.passes = Button("pass", describe(PASS, seen), self._pass, "primary", tall=BUTTON)
        self.look = Button("look", tr("Look at my cards"), look, tall=BUTTON)
        self.look.visible = not model.viewer.covers_hand  # a key shows them
        self.stops = stops
        self.children = (self.passes, self.look, stops)
        self.act = passes
        self.decision = decision
        self.focusable = app.settings.speech  # the question can be heard again

    def update(self, dt: float) -> None:
        self.age += dt

    def _pass(self) -> None:
        if self.age >= EARLY and self.session.decision is self.decision:
            self.act()

    def set_clock(self, clock: float) -> None:
        """Set the share of time left, 0 to 1, or -1 without a clock."""
        if clock != self.clock:
            self.clock = clock
            self.changed()

    def _news_lines(self, look: Look, wide: int) -> list[str]:
        """Lines of the news below the question; [] if they fit beside it."""
        beside = wide - look.px(18 + 20 + 14 + 18) - look.width(self.question, WHO)
        if not self.news or (beside > 0 and len(look.wrap(self.news, NEWS_STYLE, beside)) <= 2):
            return []
        return look.wrap(self.news, NEWS_STYLE, wide - look.px(36))

    def measure(self, look: Look, width: int) -> Size:
        wide = min(look.px(WIDE), width - look.px(24))
        return wide, look.px(HIGH + ROW * len(self._news_lines(look, wide)))

    def place(self, look: Look, rect: Rect) -> None:
        size = self.measure(look, rect.width)
        self.rect = Rect((0, 0), size)
        mirrored = self.app.settings.left_handed
        corner = 0 if self.column.wide else look.px(PANEL)
        beside = corner // (-2 if mirrored else 2)  # in line with the hands below
        if rect.width - corner < size[0] + look.px(24):
            beside = 0
        self.rect.midbottom = (rect.centerx + beside, rect.bottom - look.px(LOW))
        if self.staged:
            self.rect.top = min(
                round(stage_frame(self.table_view.layout.viewport).bottom), self.rect.top
            )
        row = Rect(self.rect.left, 0, self.rect.width, look.px(BUTTON))
        row.bottom = self.rect.bottom - look.px(9)
        fit_row(look, self.children, row.inflate(-2 * look.px(14), 0), look.px(10), "first")

    def draw(self, canvas: Canvas) -> None:
        look = canvas.look
        draw_panel(canvas, self.rect, radius=12)
        x, y = self.rect.left + look.px(18), self.rect.top + look.px(20)
        draw_sign(canvas, self.sign, (x + look.px(5), y), look.px(6))
        room = self.rect.width - look.px(52)
        who, style = look.fit(self.question, WHO, room)
        at = canvas.text(who, (x + look.px(20), y), style, "w")
        below = self._news_lines(look, self.rect.width)
        for n, line in enumerate(below):
            canvas.text(line, (x, y + look.px(21 + ROW * n)), NEWS_STYLE, "w")
        if self.news and not below:
            left = at.right + look.px(14)
            lines = look.wrap(self.news, NEWS_STYLE, self.rect.right - left - look.px(18))
            for n, line in enumerate(lines):
                down = look.px(17) * (n - (len(lines) - 1) / 2)
                canvas.text(line, (left, y - look.px(len(lines) - 1) + down), NEWS_STYLE, "w")
        if self.clock >= 0:
            top = self.rect.top + look.px(36 + ROW * len(below))
            wide = self.rect.width - look.px(28)
            bar = Rect(self.rect.left + look.px(14), top, wide, look.px(4))
            draw_clock_bar(canvas, bar, self.clock)
        super().draw(canvas)
