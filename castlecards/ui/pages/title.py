"""Title page: logo, main menu and scattered cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from castlecards import database
from castlecards.texts import tr
from castlecards.ui import routes
from castlecards.ui.cardart.card_still_life import CardStillLife, show_faces
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.logo import draw_logo
from castlecards.ui.kit.theme import SMALL, Look
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Kind, Label
from castlecards.ui.kit.widgets.boxes import Column, Row
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page
from castlecards.ui.pages import match_start
from castlecards.ui.pages.profiles import ProfileButton
from castlecards.ui.scene import Go, Push

if TYPE_CHECKING:
    from castlecards.ui.services import Services

MENU = 300  # units wide
# Units: space above the logo, its height, space below it; the last is for a low window.
HEAD_SPACES = ((48, 96, 28), (16, 84, 14), (6, 60, 14))
CORNER = 12  # units between the profile and the corner of the window
NARROW = 760  # units: a narrower window shows no cards


class Logo(Widget):
    """Logo: name of the program with its ornament."""

    shade = 4
    tall = 96

    def draw(self, canvas: Canvas) -> None:
        high = self.rect.height
        at, largest = (self.rect.centerx, self.rect.top + high * 0.42), high / canvas.look.scale
        draw_logo(canvas, at, self.rect.width, largest)


class TitleLayout(Widget):
    """Layout of the title page: logo on top, menu and cards side by side; no cards if narrow."""

    shade = 0

    def __init__(
        self, logo: Logo, menu: Widget, cards: CardStillLife, who: Widget, foot: Widget
    ) -> None:
        super().__init__()
        self.logo, self.menu, self.cards, self.who, self.foot = logo, menu, cards, who, foot
        self.children = cards, logo, menu, who, foot
        self.left_handed = False

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        margin = look.px(36)
        wide = rect.width >= look.px(NARROW)
        tall = rect.height >= look.px(420)
        self.cards.visible = wide
        self.foot.visible = tall
        foot = self.foot.measure(look, rect.width)[1]
        bottom = rect.bottom - (max(look.px(44), foot + look.px(8)) if tall else look.px(6))
        menu_height = self.menu.measure(look, look.px(MENU))[1]
        above, high, gap = next(
            (
                spaces
                for spaces in HEAD_SPACES[:-1]
                if tall and rect.top + look.px(sum(spaces)) + menu_height <= bottom
            ),
            HEAD_SPACES[-2] if tall else HEAD_SPACES[-1],
        )
        top, high = rect.top + look.px(above), look.px(high)
        edge = look.px(CORNER)
        wish, tallness = self.who.measure(look, rect.width // 3)
        left = rect.left + edge if self.left_handed else rect.right - edge - wish
        self.who.place(look, Rect(left, rect.top + edge, wish, tallness))
        logo = min(rect.width - 2 * max(margin, wish + 2 * edge), look.px(680))
        self.logo.place(look, Rect(rect.centerx - logo // 2, top, logo, high))
        below = top + high + look.px(gap)
        if wide:
            column = look.px(MENU)
            side = min(look.px(110), (rect.width - column) // 9)
            room = bottom - below
            left = rect.right - side - column if self.left_handed else rect.left + side
            y = below + max(0, (room - menu_height) // 2)
            self.menu.place(look, Rect(left, y, column, min(menu_height, room)))
            gap = look.px(48)
            start = rect.left + margin if self.left_handed else left + column + gap
            end = left - gap if self.left_handed else rect.right - margin
            self.cards.place(look, Rect(start, below, end - start, bottom - below))
        else:
            column = min(rect.width - 2 * look.px(16), look.px(MENU))
            area = Rect(rect.centerx - column // 2, below, column, bottom - below)
            self.menu.place(look, area)
        # one line of text and a button have the same middle
        low = rect.bottom - look.px(14) + min((foot - look.line(SMALL)) // 2, look.px(8))
        self.foot.place(look, Rect(rect.left, low - foot, rect.width, foot))


class Title(Page):
    """Title page, the first page of the program."""

    music = "title", False

    shows_records = True

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.cards: CardStillLife | None = None
        self._dealt = False  # True once the cards are shown
        app.phones.close()  # nobody sits at a table any more

    def build(self) -> Widget:
        from castlecards import __version__

        app = self.app
        entry = app.keep.unfinished
        buttons: list[Widget] = []
        if entry is not None:
            go_on = Button(
                "title.continue", tr("Continue"), self.resume, "primary", entry.title, tall=50
            )
            buttons.append(go_on)
        if database.holds("game", app.profiles.folder):
            day = Button("title.today", tr("Today"), lambda: self.go(Push(routes.Today())),
                         "plain" if buttons else "primary", tr("Ten cards, a deal and a puzzle"),
                         tall=50)  # fmt: skip
            buttons.insert(0, day)
        is_first = not (buttons or database.holds("throw", app.profiles.folder))
        if not database.holds("throw", app.profiles.folder):
            rank: Kind = "plain" if buttons else "primary"
            about = tr("Learn to throw in one minute")
            first = Button("title.learn", tr("Your first throw"), self.learn, rank, about, tall=50)
            buttons.append(first)
        kind: Kind = "plain" if buttons else "primary"
        buttons.append(Button("title.play", tr("Play"), self.play, kind, tall=50))
        if app.keep.has_other_saves:
            buttons.append(Button("title.library", tr("Library"), self.library))
        for id, text, act in (
            ("title.practice", tr("Practice"), self.practice),
            ("title.statistics", tr("Statistics"), self.statistics),
            ("title.settings", tr("Settings"), lambda: self.go(Push(routes.Settings()))),
            ("title.rules", tr("Rules"), lambda: self.go(Push(routes.Rules()))),
            ("title.credits", tr("Credits"), self.credits),
            ("title.quit", tr("Quit"), app.quit),
        ):
            buttons.append(Button(id, text, act))
        menu = Scroll(Column(buttons, 11))
        if self.cards is None:
            self.cards = CardStillLife(app.art, (), slide=not app.settings.reduced_motion)
            self._deal()
        hint = tr("? keys · F1 rules · F11 full screen · Version {version}", version=__version__)
        who = ProfileButton(
            app, "title.profile", app.profiles.chosen,
            lambda: self.go(Push(routes.Profiles())), "quiet", 30,
        )  # fmt: skip
        foot: Widget = Label(hint, SMALL, "centre")
        if is_first:  # nobody has played yet
            says = tr("Would larger text, more contrast or speech help you?")
            to = lambda: self.go(Push(routes.Settings("access")))  # noqa: E731
            offer = Button("title.access", tr("Accessibility"), to, tall=28)
            foot = Row([Label(says, SMALL), offer], side="centre")
        layout = TitleLayout(Logo(), menu, self.cards, who, foot)
        layout.left_handed = app.settings.left_handed
        return layout

    @property
    def moving(self) -> bool:
        return super().moving or not self._dealt

    def update(self, dt: float) -> Go:
        self._deal()
        return super().update(dt)

    def _deal(self) -> None:
        """Show the cards once the games are loaded; the page itself does not wait for them."""
        if self._dealt or self.cards is None or not self.app.loaded:
            return
        self._dealt = True
        games = self.app.offered
        self.cards.show(show_faces(games[0], 10) if games else ())

    def resume(self) -> None:
        to = match_start.resume(self.app)
        if to is None:
            self.rebuild()
        else:
            self.go(to)

    def play(self) -> None:
        self.go(Push(routes.Picker()))

    def library(self) -> None:
        self.go(Push(routes.Library()))

    def drop(self, file: str) -> None:
        """Import a match from a file that was dropped on the window."""
        self.go(Push(routes.Library(file)))

    def learn(self) -> None:
        from castlecards import lessons

        self.go(Push(routes.Lesson(lessons.all_lessons()[0])))

    def practice(self) -> None:
        self.go(Push(routes.Practice()))

    def statistics(self) -> None:
        self.go(Push(routes.Statistics()))

    def credits(self) -> None:
        self.go(Push(routes.Credits()))
