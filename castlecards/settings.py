"""Settings of the player, with labels and ranges from which the settings screen is built.

Every field has an `About`: title, help, tab, and its choices or range. The file is YAML with the
field names as keys; missing settings have their defaults.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from castlecards import data, paths, store

TABS = ("game", "graphics", "sound", "controls", "access")
SEATS = 6
STRENGTH = "How far a movement of your hand throws."
LONGEST_NAME = 24  # letters of a player's name
TOLD = 3  # most bad settings that a message lists


@dataclass(frozen=True, slots=True)
class About:
    """Description of a field for the settings screen.

    A boolean is a switch, a field with `choices` a choice, one with a range a slider; the others
    (names, keys) have their own widgets. `open`: values between the choices are allowed. `shown`:
    on the settings screen; otherwise the field is only remembered.
    """

    title: str
    help: str
    tab: str
    choices: tuple[tuple[Any, str], ...] = ()  # value, label
    low: float | None = None
    high: float | None = None
    step: float = 1.0
    unit: str = ""
    open: bool = False
    shown: bool = True


def _field(default: Any, title: str, help: str, tab: str, **about: Any) -> Any:
    shown = About(title, help, tab, **about)
    if isinstance(default, dict):
        return dataclasses.field(default_factory=default.copy, metadata={"about": shown})
    return dataclasses.field(default=default, metadata={"about": shown})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings of the player. Raises ValueError, beginning with the field's name, if one is bad."""

    player_names: tuple[str, ...] = _field(
        tuple(f"Player {n}" for n in range(1, SEATS + 1)), "Names", "Who sits where.", "game"
    )
    opponents: Mapping[str, tuple[str, ...]] = _field(
        {}, "Opponents", "Who sat at each game the last time.", "game", shown=False
    )
    pace: Literal["swift", "person", "slow"] = _field(
        "person", "Pace of the computer", "How long a computer player takes for a move; Space: at "
        "once.", "game",
        choices=(("swift", "Swift"), ("person", "Like a person"), ("slow", "Slow")),
    )  # fmt: skip
    player_counts: Mapping[str, int] = _field(
        {}, "Players", "How many sat at each game the last time.", "game", shown=False
    )
    assist: Literal["full", "direction", "none"] = _field(
        "full", "Aiming help", "What is drawn before a throw: the start of the arc, too, or less.",
        "game",
        choices=(("full", "Ruler and arc"), ("direction", "Direction only"), ("none", "None")),
    )  # fmt: skip
    feel: Literal["felt", "wood", "sticky"] = _field(
        "felt", "Surface", "How cards slide. A game that has begun keeps its own.", "game",
        choices=(("felt", "Felt"), ("wood", "Varnished wood"), ("sticky", "Sticky cards")),
    )  # fmt: skip
    time_scale: float = _field(
        0.6, "Speed of flight", "1 is true to life; less is easier to watch.", "game",
        low=0.25, high=1.0, step=0.05, unit="x",
    )  # fmt: skip
    animation_speed: float = _field(
        1.0, "Speed of cards", "How quickly cards glide and turn.", "game",
        low=0.5, high=4.0, step=0.5, unit="x",
    )  # fmt: skip
    instant: bool = _field(
        False, "No waiting", "Cards are at once where they go; throws still fly.", "game"
    )
    clashes: Literal["short", "full", "slow"] = _field(
        "full", "Clashes", "How long cards that fight are shown. The first ones in a new game "
        "take longer.", "game",
        choices=(("short", "Short"), ("full", "Full"), ("slow", "Slow")),
    )  # fmt: skip
    turn_table: bool = _field(
        True, "Turn the table", "The side that plays next sits at the lower edge.", "game"
    )
    confirm_leave: bool = _field(
        True, "Ask before leaving a game", "The game is saved either way.", "game"
    )
    confirm_new: bool = _field(
        True, "Ask before a new game", "It takes the place of the unfinished one.", "game"
    )
    confirm_delete: bool = _field(
        True, "Ask before deleting", "A deleted game does not come back.", "game"
    )
    undo_consent: bool = _field(
        True, "Undo by consent", "The other player is asked before a move is taken back.", "game"
    )

    films: int = _field(
        0, "Films", "How often the film of what was missed has begun by itself.", "game",
        low=0, high=3, shown=False,
    )  # fmt: skip

    display: Literal["window", "fullscreen"] = _field(
        "window", "Display", "F11 changes between the two at any time.", "graphics",
        choices=(("window", "Window"), ("fullscreen", "Full screen")),
    )  # fmt: skip
    ui_scale: float | Literal["auto"] = _field(
        "auto", "Size of text and buttons", "Automatic follows the size of the window.", "graphics",
        choices=(
            ("auto", "Automatic"), (0.75, "75 %"), (1.0, "100 %"), (1.25, "125 %"),
            (1.5, "150 %"), (2.0, "200 %"), (2.5, "250 %"), (3.0, "300 %"),
        ),
        low=0.75, high=3.0, open=True,
    )  # fmt: skip
    table: Literal["felt", "wood", "night"] = _field(
        "felt", "Table", "Its look, but where cards slide on varnished wood.", "graphics",
        choices=(("felt", "Green felt"), ("wood", "Dark wood"), ("night", "Night")),
    )  # fmt: skip
    camera_tilt: int = _field(
        38, "Tilt of the view", "0 looks straight down on the table.", "graphics",
        low=0, high=44, step=2, unit="°",
    )  # fmt: skip
    show_fps: bool = _field(
        False, "Show frame rate", "Pictures a second and time for each, in a corner.", "graphics"
    )
    present: Literal["auto", "shared", "gpu"] = _field(
        "auto", "Present", "How pictures reach the screen; it counts from the next start.",
        "graphics",
        choices=(("auto", "Automatic"), ("shared", "Shared memory"), ("gpu", "GPU")),
    )  # fmt: skip

    volume: int = _field(
        70, "Volume of effects", "Cards, throws and bells.", "sound",
        low=0, high=100, step=5, unit="%",
    )  # fmt: skip
    ambience: int = _field(
        30, "Volume of the ambience", "Wind and water, as long as one is at a table.", "sound",
        low=0, high=100, step=5, unit="%",
    )  # fmt: skip
    mute: bool = _field(False, "Mute", "No sound at all; M does the same at the table.", "sound")

    left_handed: bool = _field(False, "Left-handed", "Buttons and panels change sides.", "controls")
    pointer: Literal["mouse", "trackpad"] = _field(
        "mouse", "You throw with", "Each has a strength of its own.", "controls",
        choices=(("mouse", "Mouse"), ("trackpad", "Trackpad")),
    )  # fmt: skip
    mouse_strength: float = _field(
        1.0, "Strength with the mouse", f"{STRENGTH} The practice range can measure it.",
        "controls", low=0.5, high=2.0, step=0.05, unit="x",
    )  # fmt: skip
    trackpad_strength: float = _field(
        1.0, "Strength with the trackpad", STRENGTH, "controls",
        low=0.5, high=2.0, step=0.05, unit="x",
    )  # fmt: skip
    keys: Mapping[str, tuple[str, ...]] = _field(
        {}, "Keys", "Choose an action, then press its new key.", "controls"
    )

    reduced_motion: bool = _field(
        False, "Reduced motion", "Cards fade instead of gliding; the view does not swing.", "access"
    )
    four_colour: bool = _field(
        False,
        "Four colours",
        "Every suit of a standard deck, too, has a colour of its own.",
        "access",
    )
    large_index: bool = _field(
        False, "Large index", "Larger figures on the cards of the table and the hand.", "access"
    )

    @property
    def strength(self) -> float:
        """Factor on the speed of the hand for the selected pointer device."""
        return self.trackpad_strength if self.pointer == "trackpad" else self.mouse_strength

    def __post_init__(self) -> None:
        for name, about in ABOUT.items():
            _check(name, about, getattr(self, name))
        if len(self.player_names) != SEATS:
            raise ValueError(f"player_names: expected {SEATS} names, got {len(self.player_names)}")
        for name in self.player_names:
            if not 0 < len(name.strip()) <= LONGEST_NAME or not name.isprintable():
                raise ValueError(f"player_names: a name has 1 to {LONGEST_NAME} letters")
        for game, count in self.player_counts.items():
            if not re.fullmatch("[a-z0-9_]{1,40}", game) or not 0 < count <= SEATS:
                raise ValueError(f"player_counts: expected 1 to {SEATS} by game, got {count}")
        for game, ids in self.opponents.items():
            if not re.fullmatch("[a-z0-9_]{1,40}", game) or len(ids) > SEATS:
                raise ValueError(f"opponents: expected at most {SEATS} by game, got {len(ids)}")
            if not all(re.fullmatch("[a-z0-9_]{0,40}", id) for id in ids):
                raise ValueError(f"opponents: expected ids of characters, got {ids}")
        for act, keys in self.keys.items():
            if not re.fullmatch("[a-z_]{1,30}", act):
                raise ValueError(f"keys: {act!r} is not the name of an action")
            if not all(0 < len(key) <= 30 and key.isprintable() for key in keys):
                raise ValueError(f"keys: {act} has a key without a name")


ABOUT: Mapping[str, About] = {
    field.name: field.metadata["about"] for field in dataclasses.fields(Settings)
}


def load(path: Path | None = None) -> tuple[Settings, str]:
    """Read the settings from their file. Return them with a message for the player, or "".

    A bad value, or the bad part of a value, gets its default and stays in the file, as unknown
    settings do. The last of repeated keys counts. An unreadable file is put aside; the state saved
    before it is used, or the defaults if there is none.
    """
    path = path or paths.settings_file()
    try:
        found, told = store.newest(path, _entries)
    except store.StoreError as error:
        return Settings(), f"{error}\nThe usual settings are in use."
    if found is None:
        return Settings(), f"{told}\nThe usual settings are in use." if told else ""
    return found.value, "\n".join(filter(None, (told, _told(found.problems))))


def save(
    settings: Settings, path: Path | None = None, names: Collection[str] | None = None
) -> None:
    """Write the settings of these names, or all; other entries of the file are kept.

    Raises StoreError, also if the existing file cannot be read. The file is then unchanged.
    """
    path = path or paths.settings_file()
    try:
        entries: Mapping[Any, Any] = _entries(path).plain
    except (FileNotFoundError, NotADirectoryError, ValueError):
        entries, names = {}, None
    except OSError as error:
        raise store.StoreError(store.sentence(error, path)) from error
    chosen = {
        name: entries[name] if names is not None and name not in names and name in entries
        else getattr(settings, name)
        for name in ABOUT
    }  # fmt: skip
    unknown = {name: value for name, value in entries.items() if name not in ABOUT}
    store.write(path, data.dump(chosen | unknown, unshown=True), "Settings of Castlecards")


def _entries(path: Path) -> data.Entries[Settings]:
    return data.load_entries(data.read_text(path, path.name), Settings, path.name)


def _told(problems: Sequence[data.Problem]) -> str:
    """Message that lists the first bad settings and says what happens to them."""
    if not problems:
        return ""
    lines = [str(problem) for problem in problems[:TOLD]]
    if len(problems) > TOLD:
        lines.append("... and more")
    return "\n".join([*lines, "What is bad has its usual value; it all stays in the file."])


def _check(name: str, about: About, value: Any) -> None:
    values = [choice for choice, _ in about.choices]
    if value in values:
        return
    if values and not about.open:
        raise ValueError(f"{name}: expected one of {', '.join(map(str, values))}, got {value!r}")
    low, high = about.low, about.high
    if low is not None and high is not None and not low <= value <= high:
        raise ValueError(f"{name}: expected {low:g} to {high:g}, got {value}")
