"""Settings page, built from the descriptions of the settings; changes apply at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from castlecards.settings import ABOUT, LONGEST_NAME, TABS, About, Settings
from castlecards.texts import tr
from castlecards.ui.cardart.card_still_life import SUITS_ROW, CardStillLife, suit_faces
from castlecards.ui.dialog import Answer, Dialog
from castlecards.ui.kit.intents import FIXED, Act, key_title
from castlecards.ui.kit.theme import SMALL, Style
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Toggle, title
from castlecards.ui.kit.widgets.binder import KeyBinder
from castlecards.ui.kit.widgets.boxes import Beside, Column, Grid, Row, Split
from castlecards.ui.kit.widgets.choice import Choice
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.kit.widgets.slider import Slider
from castlecards.ui.kit.widgets.tabs import Tabs
from castlecards.ui.page import Page, sheet
from castlecards.ui.scene import Push

if TYPE_CHECKING:
    from castlecards.ui.services import Services

REBUILDING = (
    "left_handed",
    "four_colour",
    "colour_blind",
    "large_index",
)  # settings that change the page itself
PREVIEWED = "large_index"  # last setting of the print; cards are shown below it
PREVIEW = 2.7, 170  # width over height of the preview; units, its height
COLUMNS = 948  # units of width, below which the settings stand in one column
FEW = 8  # fewer settings than these stand in one column
WORDS = 0.6  # share of the width of a row for its title and help
KEYS = 340  # units, least width of an action with its key
ACTION = Style("ui", 15, "text")  # name of an action beside its key
NAME = 110  # units, least width of the field of a name


class SettingsPage(Page):
    """Settings page with one tab shown at a time; controls have the id "settings.<name>"."""

    def __init__(self, app: Services, tab: str = "") -> None:
        super().__init__(app)
        self.tab = tab or next(iter(TABS))
        self._scroll: Scroll | None = None

    def build(self) -> Widget:
        tabs = Tabs("tab", tuple(TABS.items()), self.tab, self.show)
        scroll = self._scroll = Scroll(Column(self._rows(), 18), before=self._scroll)
        buttons = [
            Button("settings.defaults", tr("Defaults"), self.ask_defaults, wide=140),
            Button("settings.done", tr("Done"), self.leave, "primary", wide=140),
        ]
        head = Row([title(tr("Settings")), tabs], 28)
        return sheet(head, [scroll], buttons, 1240, 768, self.left_handed)

    def show(self, tab: str) -> None:
        """Show a tab, scrolled to its top."""
        self.tab = tab
        self._scroll = None
        self.rebuild(f"tab.{tab}")

    def _rows(self) -> list[Widget]:
        """Two columns of settings, read one after the other, or all keys."""
        rows: list[Widget] = []
        names: list[Widget] = []
        for name, about in ABOUT.items():
            if about.tab != self.tab or not about.shown:
                continue
            if name == "player_names":
                names = [self._names()]
            elif name == "keys":
                return [Label(about.help, SMALL), self._keys()]
            else:
                rows.append(row(self.app, name, self._changed(name)))
            if name == PREVIEWED:  # cards as they are printed with the settings above
                faces, (shape, tall) = suit_faces(self.app.offered), PREVIEW
                cards = CardStillLife(self.app.art, faces, SUITS_ROW, shape, tall=tall)
                rows[-1] = Column([rows[-1], cards], 14)
        rows += names
        if len(rows) < FEW:
            return rows
        half = (len(rows) + 1) // 2
        left, right = Column(rows[:half], 14), Column(rows[half:], 14)
        return [Split(left, right, 0.5, COLUMNS, 28)]

    def _changed(self, name: str) -> Callable[[], object]:
        """Return the callback for a change of this setting: rebuild the page or do nothing."""
        return self.rebuild if name in REBUILDING else lambda: None

    def _names(self) -> Widget:
        """Row with a field for each name, but not for that of a profile."""
        fields: list[Widget] = []
        for number, name in enumerate(self.app.settings.player_names):
            usual = Settings().player_names[number]
            field = Field(
                f"settings.name{number}", usual, name,
                lambda text, number=number: self._rename(number, text),  # type: ignore[misc]
                hint=usual, limit=LONGEST_NAME,
            )  # fmt: skip
            if number or not self.app.profiles.several:  # the name of a profile is changed there
                fields.append(field)
        about = ABOUT["player_names"]
        words = Column([Label(about.title), Label(about.help, SMALL)], 2)
        return Beside(words, Grid(fields, NAME, 8), 0.36)

    def _rename(self, number: int, text: str) -> None:
        names = list(self.app.settings.player_names)
        names[number] = text.strip() or Settings().player_names[number]
        self.app.change(player_names=tuple(names))

    # Keys

    def _keys(self) -> Widget:
        rows: list[Widget] = []
        bindings = self.app.bindings
        for act in Act:
            if act in FIXED:
                continue
            binder = KeyBinder(
                f"key.{act.value}", act.words, bindings.keys[act],
                lambda key, act=act: self._bind(act, key),  # type: ignore[misc]
            )  # fmt: skip
            rows.append(Beside(Label(act.words, ACTION), binder, 0.5, least=KEYS))
        return Grid(rows, KEYS, 8)

    def _bind(self, act: Act, key: str) -> None:
        """Bind a key to one action and unbind it from any other. Fixed keys are refused."""
        bindings = self.app.bindings
        owner = bindings.taken(key) if key else None
        if owner in FIXED:
            title = owner.words if owner is not None else ""
            text = tr("{key} always means “{action}”.", key=key_title(key), action=title)
            self.app.notify(text, "error")
            self.rebuild()
            return
        keys = {Act(name): value for name, value in self.app.settings.keys.items() if name in _ACTS}
        if owner is not None and owner != act:
            keys[owner] = tuple(other for other in bindings.keys[owner] if other != key)
            about = {"key": key_title(key), "action": owner.words}
            self.app.notify(tr("{key} no longer means “{action}”.", **about))
        keys[act] = (key,) if key else ()
        changed = {one: value for one, value in keys.items() if value != one.usual}
        self.app.change(keys={one.value: value for one, value in changed.items()})
        self.rebuild()

    # Defaults

    def ask_defaults(self) -> None:
        answers = (
            Answer("defaults.cancel", tr("Cancel"), lambda: None),
            Answer("defaults.yes", tr("Reset"), self.defaults, "danger"),
        )
        text = tr("Reset everything under {tab}?", tab=TABS[self.tab])
        self.go(Push(Dialog(self.app, tr("Defaults"), text, answers)))

    def defaults(self) -> None:
        usual = Settings()
        names = [name for name, about in ABOUT.items() if about.tab == self.tab and about.shown]
        self.app.change(**{name: getattr(usual, name) for name in names})
        self.rebuild()


_ACTS = frozenset(act.value for act in Act)


def row(app: Services, name: str, changed: Callable[[], object] = lambda: None) -> Widget:
    """Row of one setting: title, help and control; `changed` is called after each change."""
    about = ABOUT[name]
    words = Column([Label(about.title), Label(about.help, SMALL)], 2)
    setter = control(app, name, about, changed)
    setter.help = about.help
    return Beside(words, setter, WORDS)


def control(app: Services, name: str, about: About, changed: Callable[[], object]) -> Widget:
    """Control that changes a setting at once, with the id "settings.<name>"."""
    id = f"settings.{name}"
    value = getattr(app.settings, name)

    def act(value: Any) -> None:
        app.change(**{name: value})
        changed()

    if about.choices:
        choices = list(about.choices)
        if value not in [choice for choice, _ in choices]:
            choices.append((value, f"{value:g}"))
        return Choice(id, about.title, choices, value, act)
    if about.low is not None and about.high is not None:
        whole = isinstance(value, int)
        return Slider(
            id, about.title, value, (about.low, about.high, about.step),
            (lambda number: act(int(number))) if whole else act,
            lambda number: _figure(number, about.unit),
        )  # fmt: skip
    return Toggle(id, about.title, bool(value), act)


def _figure(number: float, unit: str) -> str:
    if unit == "%" and not number:
        return tr("off")
    gap = "" if unit in ("°", "") else " "
    sign = "×" if unit == "x" else unit
    return f"{number:g}{gap}{sign}"
