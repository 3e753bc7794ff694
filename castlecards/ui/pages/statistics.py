"""Statistics page: matches, wins by name, and hit rates of throws."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from castlecards.core.landing import METHOD_TITLES, METHODS
from castlecards.core.sentence_templates import joined_list
from castlecards.core.session import LEVELS
from castlecards.players import levels
from castlecards.practice import reviews
from castlecards.practice.reviews import PhaseLoss
from castlecards.texts import tr
from castlecards.ui import history, routes
from castlecards.ui.cardart.card_still_life import FAN, CardStillLife, show_faces
from castlecards.ui.cardart.text_table import TextTable
from castlecards.ui.history import FinishedGame, Tally
from castlecards.ui.kit.theme import SMALL
from castlecards.ui.kit.widgets.base import Act, Widget
from castlecards.ui.kit.widgets.basic import Align, Button, Label, heading, title
from castlecards.ui.kit.widgets.boxes import Column, Grid, Row, Split
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.kit.widgets.tabs import Tabs
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages.tally_rows import GameRow, OpponentRow
from castlecards.ui.scene import Swap

TITLE = tr("Statistics")
TABS = (("games", tr("Games")), ("throws", tr("Throws")), ("medals", tr("Medals")))
ROUTES: Mapping[str, routes.Route] = {
    "games": routes.Statistics(),
    "throws": routes.Throws(),
    "medals": routes.Medals(),
}
COUNTS = (tr("Games"), tr("Won"), tr("Drawn"), tr("Won, %"))  # heads of `_counts`
RECENT = (5, 3)  # games in the list; with reviews
BANNERS = (320, 230)  # units, least width of the banner of a game; with reviews
LATEST = 5  # reviews that are also shown by themselves
PHASE_TITLES = (tr("Opening"), tr("Middle"), tr("End", context="of a match"))
LOSS = tr("How much winning chance they cost you")
NARROWEST = 860  # units of width for two columns


class Statistics(Page):
    """Statistics of finished games; the history file is read each time the page is built."""

    def build(self) -> Widget:
        played, message = history.read(self.app.profiles.database)
        if message:
            self.app.notify(message, "error")
        tabs = statistics_tabs(self, "games")
        buttons = [Button("statistics.back", tr("Back"), self.leave, "primary", wide=140)]
        if not played.games:
            return sheet(
                TITLE,
                [tabs, *self._nothing()],
                buttons,
                widest=620,
                tallest=0,
                left_handed=self.left_handed,
            )
        people, throws = _people(played.games)
        phases = self._phases()
        left = [*people, *self._opponents(played.games), *throws]
        right = [*self._games(played.games, bool(phases)), *phases]
        both = Split(Column(left, 5), Column(right, 5), 0.54, NARROWEST, 28)
        scroll = Scroll(both, "statistics.scroll", focusable=True)
        head = Row([title(TITLE), tabs], 28)
        return sheet(head, [scroll], buttons, 1180, 770, self.left_handed)

    def _nothing(self) -> list[Widget]:
        text = tr("You haven’t finished a game yet. Your results will appear here.")
        faces = show_faces(self.app.offered[0], 4) if self.app.offered else ()
        return [CardStillLife(self.app.art, faces, FAN, 2.1, tall=150), Label(text, align="centre")]

    def _opponents(self, games: tuple[FinishedGame, ...]) -> list[Widget]:
        """Results against computer players by character, strongest first."""
        others, cast, rows = history.against(games), self.app.characters, list[Widget]()
        strongest = sorted(others, key=lambda one: (-_strength(one.level), one.character))
        for other in strongest:
            tally, who = others[other], cast.get(other.character)
            name = who.name if who is not None else other.character or tr("Unknown")
            title = _level(other.level)
            rows.append(OpponentRow(self.app.art, who, name, other.level, title, tally))
        if not rows:
            return []
        return [heading(tr("Against the computer")), Grid(rows, 270, 8, wide=False)]

    def _phases(self) -> list[Widget]:
        """Losses of the player’s moves by phase of the match, from the reviews."""
        _, found, message = reviews.read(self.app.profiles.database)
        if message:
            self.app.notify(message, "error")
        if not found:
            return []
        head = [tr("Part of a match"), tr("Moves"), tr("Loss per move")]
        parts = [reviews.total(found)]
        if len(found) > LATEST:
            head.append(tr("Last {n} reviews", n=LATEST))
            parts.append(reviews.total(found[-LATEST:]))
        lines = [
            (title, str(parts[0][n].choices), *(_loss(part[n]) for part in parts))
            for n, title in enumerate(PHASE_TITLES)
        ]
        sides: list[Align] = ["left", *["right" for _ in head[1:]]]  # type: ignore[list-item]
        table = TextTable([tuple(head), *lines], sides)
        return [Row([heading(tr("Reviewed moves")), Label(LOSS, SMALL)], 14), table]

    def _games(self, games: tuple[FinishedGame, ...], brief: bool) -> list[Widget]:
        """Games that were played, with their banners, and the newest results.

        `brief`: leaves room for the reviewed moves."""
        known = {game.title: game for game in self.app.games.values()}
        rows: list[Widget] = [
            GameRow(self.app.art, known.get(title), title, tally.games)
            for title, tally in history.by_game(games).items()
        ]
        banners = Grid(rows, BANNERS[brief], 8, wide=False)
        recent = _recent(games[: -RECENT[brief] - 1 : -1])
        return [heading(tr("Games")), banners, heading(tr("Recent games")), recent]


def statistics_tabs(page: Page, open: str, close: Act = lambda: None) -> Tabs:
    """Tabs of the statistics for one of their pages. `open`: key of its own tab; `close`: called
    before another one opens."""

    def choose(key: str) -> None:
        if key != open:
            close()
            page.go(Swap(ROUTES[key]))

    return Tabs("statistics", TABS, open, choose)


def _people(games: tuple[FinishedGame, ...]) -> tuple[list[Widget], list[Widget]]:
    """Tables of the results and of the throws of people, each with its heading."""
    words: tuple[Align, ...] = ("left", "right", "right", "right", "right")
    people = history.by_name(games)
    ranked = sorted(people.items(), key=lambda item: (-item[1].won, -item[1].games, item[0]))
    table = [(tr("Player"), *COUNTS)]
    table += [(name, *_counts(t)) for name, t in ranked]
    results: list[Widget] = [heading(tr("Players")), TextTable(table, words)]
    throws: list[Widget] = []
    thrown = [(name, t) for name, t in ranked if t.throws]
    if thrown:
        text = tr("Stopped on a card without touching the table")
        head = Row([heading(tr("Throws on target")), Label(text, SMALL)])
        throws += [head, _throws(thrown)]
    return results, throws


def _level(level: str) -> str:
    """Title of a level of computer players, or its key if it is unknown."""
    return next((known.title for known in levels.LEVELS if known.id == level), level)


def _strength(level: str) -> int:
    return LEVELS.index(level) if level in LEVELS else -1


def _counts(tally: Tally) -> tuple[str, str, str, str]:
    won = f"{100 * tally.won / tally.games:.0f}"
    return str(tally.games), str(tally.won), str(tally.drawn), won


def _throws(people: list[tuple[str, Tally]]) -> TextTable:
    methods = [method for method in METHODS if any(tally.throws[method] for _, tally in people)]
    head = (tr("Player"), *(METHOD_TITLES[method] for method in methods), tr("All"))
    lines = [
        (
            name,
            *(_rate(tally.on_target[method], tally.throws[method]) for method in methods),
            _rate(tally.on_target.total(), tally.throws.total()),
        )
        for name, tally in people
    ]
    right: Align = "right"
    return TextTable([head, *lines], ("left", *(right for _ in head[1:])))


def _rate(hit: int, thrown: int) -> str:
    if not thrown:
        return "–"
    return tr("{hit} of {n}, {share:.0f} %", hit=hit, n=thrown, share=100 * hit / thrown)


def _loss(phase: PhaseLoss) -> str:
    """Mean cost of a choice in percent; a dash without any."""
    return tr("{n:.1f} %", n=100 * phase.mean) if phase.choices else "–"


def _recent(games: tuple[FinishedGame, ...]) -> TextTable:
    lines = [(_day(line.date), line.title, _winners_text(line)) for line in games]
    return TextTable([(tr("Date"), tr("Game"), tr("Result")), *lines], ("left", "left", "left"))


def _day(date: str) -> str:
    try:
        return f"{datetime.datetime.fromisoformat(date):%d %b %Y, %H:%M}"
    except ValueError:
        return date


def _winners_text(line: FinishedGame) -> str:
    won = [name for name, r in zip(line.names, line.results, strict=False) if r > 0.5]
    if won:
        names = won if len(won) < len(line.names) else won[:1]
        return tr("{names} won", names=joined_list(names))
    if 0.5 in line.results:
        return history.DRAW
    return tr("{names} lost", names=joined_list(line.names))
