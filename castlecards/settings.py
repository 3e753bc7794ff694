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
from castlecards.texts import tr

TABS = {
    "game": tr("Game"), "graphics": tr("Graphics"), "sound": tr("Sound"),
    "throwing": tr("Throwing"), "keys": tr("Keys"), "access": tr("Accessibility"),
}  # fmt: skip
SEATS = 6
AUTOMATIC = tr("Automatic")
NO_RESTORE = tr("You can’t get a deleted game back.")
USUAL = tr("The default settings are in use.")
SCALES = (0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)  # sizes of text and buttons
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
        tuple(tr("Player {n}", n=n) for n in range(1, SEATS + 1)),
        tr("Player names"), tr("Names for the seats at the table."), "game",
    )  # fmt: skip
    phone_names: tuple[str, ...] = _field(
        (), tr("Players on phones"), tr("Names of the people who hold their cards on a phone."),
        "game", shown=False,
    )  # fmt: skip
    profile: str = _field(
        "", tr("Profile"), tr("The player who was chosen last."), "game", shown=False
    )
    sign: int = _field(
        0, tr("Sign"), tr("Shape and colour that stand for you."), "game",
        low=0, high=SEATS - 1, shown=False,
    )  # fmt: skip
    face: str = _field(
        "", tr("Face"), tr("The character whose portrait stands for you."), "game", shown=False
    )
    opponents: Mapping[str, tuple[str, ...]] = _field(
        {}, tr("Opponents"), tr("Computer players of the last match, by game."), "game", shown=False
    )
    pace: Literal["swift", "person", "slow"] = _field(
        "person", tr("Computer speed"),
        tr("How long computer players take. Space skips the wait."), "game",
        choices=(("swift", tr("Fast")), ("person", tr("Like a person")), ("slow", tr("Slow"))),
    )  # fmt: skip
    player_counts: Mapping[str, int] = _field(
        {}, tr("Players"), tr("Number of players of the last match, by game."), "game", shown=False
    )
    animation_speed: float = _field(
        1.0, tr("Card speed"), tr("How fast cards glide and turn."), "game",
        low=0.5, high=4.0, step=0.5, unit="x",
    )  # fmt: skip
    instant: bool = _field(
        False, tr("No waiting"), tr("Cards jump to their places; throws still fly."), "game"
    )
    clashes: Literal["short", "full", "slow"] = _field(
        "full", tr("Fight scenes"),
        tr("How long they last. The first few in a new game are slower."), "game",
        choices=(("short", tr("Short")), ("full", tr("Full")), ("slow", tr("Slow"))),
    )  # fmt: skip
    think_ahead: bool = _field(
        True, tr("Think during your turns"),
        tr("A Monarch uses them, and a second core. Not on battery."), "game",
    )  # fmt: skip
    table_talk: bool = _field(
        True, tr("Table talk"), tr("Characters say a line at big moments."), "game"
    )
    turn_table: bool = _field(
        True, tr("Turn the table"), tr("The player whose turn it is sits at the bottom."), "game"
    )
    left_handed: bool = _field(
        False, tr("Left-handed"), tr("Moves buttons and panels to the other side."), "game"
    )
    sorted_hand: bool = _field(
        True, tr("Sort your hand"), tr("Keeps your hand in order of suit and rank."), "game",
        shown=False,
    )  # fmt: skip
    confirm_leave: bool = _field(
        True, tr("Ask before leaving a game"), tr("Your game is saved either way."), "game"
    )
    confirm_new: bool = _field(
        True, tr("Ask before a new game"), tr("A new game replaces an unfinished one."), "game"
    )
    confirm_delete: bool = _field(True, tr("Ask before deleting"), NO_RESTORE, "game")
    undo_consent: bool = _field(
        True, tr("Ask before undoing"), tr("The other players must agree to an undo."), "game"
    )

    warn: Literal["never", "practice", "always"] = _field(
        "practice", tr("Warn of costly moves"),
        tr("Asks before a move that costs more than 10 % of your chances."), "game",
        choices=(
            ("never", tr("Never")), ("practice", tr("In practice")), ("always", tr("Always")),
        ),
    )  # fmt: skip

    hinted_matches: int = _field(
        0, tr("Key hints"), tr("Matches that have shown the keys of a throw."), "game",
        low=0, high=10, shown=False,
    )  # fmt: skip
    films: int = _field(
        0, tr("Films"), tr("How often a film of missed moves has started by itself."), "game",
        low=0, high=3, shown=False,
    )  # fmt: skip

    display: Literal["window", "fullscreen"] = _field(
        "window", tr("Display"), tr("F11 switches between the two at any time."), "graphics",
        choices=(("window", tr("Window")), ("fullscreen", tr("Full screen"))),
    )  # fmt: skip
    table: Literal["felt", "wood", "morning", "evening", "rain", "night"] = _field(
        "felt", tr("Table"),
        tr("How the table looks. Time of day and weather only change its light."), "graphics",
        choices=(
            ("felt", tr("Green felt")), ("wood", tr("Dark wood")), ("morning", tr("Morning")),
            ("evening", tr("Evening")), ("rain", tr("Rain")), ("night", tr("Night")),
        ),
    )  # fmt: skip
    camera_tilt: int = _field(
        38, tr("Camera tilt"), tr("0 looks straight down at the table."), "graphics",
        low=0, high=44, step=2, unit="°",
    )  # fmt: skip
    show_fps: bool = _field(
        False, tr("Show frame rate"), tr("Shows frames per second in a corner."), "graphics"
    )
    present: Literal["auto", "shared", "gpu"] = _field(
        "auto", tr("Renderer"), tr("Takes effect after a restart."), "graphics",
        choices=(("auto", AUTOMATIC), ("shared", tr("Shared memory")), ("gpu", tr("GPU"))),
    )  # fmt: skip

    volume: int = _field(
        70, tr("Effects volume"), tr("Cards, throws and bells."), "sound",
        low=0, high=100, step=5, unit="%",
    )  # fmt: skip
    ambience: int = _field(
        30, tr("Ambience volume"), tr("Wind and water while you are at a table."), "sound",
        low=0, high=100, step=5, unit="%",
    )  # fmt: skip
    music: int = _field(
        35, tr("Music volume"), tr("A quiet piece for the menus, the table and the end."), "sound",
        low=0, high=100, step=5, unit="%",
    )  # fmt: skip
    other_player: bool = _field(
        False, tr("Other music"),
        tr("Castlecards plays no music, so that you can hear your own."), "sound",
    )  # fmt: skip
    mute: bool = _field(
        False, tr("Mute"), tr("Turns all sound off. M does the same at the table."), "sound"
    )

    pointer: Literal["mouse", "trackpad", "touch"] = _field(
        "mouse", tr("Throw with"),
        tr("Each keeps its own strength. A finger on the screen always uses the touch strength."),
        "throwing",
        choices=(("mouse", tr("Mouse")), ("trackpad", tr("Trackpad")), ("touch", tr("Touch"))),
    )  # fmt: skip
    mouse_strength: float = _field(
        1.0, tr("Mouse strength"),
        tr("How far a flick throws. The practice range can measure it for you."),
        "throwing", low=0.5, high=2.0, step=0.05, unit="x",
    )  # fmt: skip
    trackpad_strength: float = _field(
        1.0, tr("Trackpad strength"), tr("How far a flick throws."),
        "throwing", low=0.5, high=2.0, step=0.05, unit="x",
    )  # fmt: skip
    touch_strength: float = _field(
        1.0, tr("Touch strength"), tr("How far a flick with a finger throws."),
        "throwing", low=0.5, high=2.0, step=0.05, unit="x",
    )  # fmt: skip
    assist: Literal["full", "direction", "none"] = _field(
        "full", tr("Aiming help"), tr("What you see while aiming."), "throwing",
        choices=(
            ("full", tr("Ruler and arc")), ("direction", tr("Direction only")),
            ("none", tr("None")),
        ),
    )  # fmt: skip
    feel: Literal["felt", "wood", "sticky"] = _field(
        "felt", tr("Surface"), tr("How cards slide. A game in progress keeps its own."), "throwing",
        choices=(
            ("felt", tr("Felt")), ("wood", tr("Varnished wood")), ("sticky", tr("Sticky cards")),
        ),
    )  # fmt: skip
    time_scale: float = _field(
        0.6, tr("Flight speed"), tr("1 is real time; lower is slower."), "throwing",
        low=0.25, high=1.0, step=0.05, unit="x",
    )  # fmt: skip
    keys: Mapping[str, tuple[str, ...]] = _field(
        {}, tr("Keys"), tr("Choose an action, then press its new key. Backspace removes it."),
        "keys",
    )  # fmt: skip

    ui_scale: float | Literal["auto"] = _field(
        "auto", tr("Size of text and buttons"),
        tr("Automatic follows the window size. At a table, text grows as far as it fits."),
        "access",
        choices=(
            ("auto", AUTOMATIC),
            *((size, tr("{n} %", n=round(100 * size))) for size in SCALES),
        ),
        low=SCALES[0], high=SCALES[-1], open=True,
    )  # fmt: skip
    bold_text: bool = _field(
        False, tr("Bold text"), tr("Heavier letters in all menus and at the table."), "access"
    )
    high_contrast: bool = _field(
        False, tr("High contrast"), tr("White text on black, with bright edges, on a dark table."),
        "access",
    )  # fmt: skip
    four_colour: bool = _field(
        False, tr("Four colours"), tr("Each suit of a standard deck gets its own colour."),
        "access",
    )  # fmt: skip
    colour_blind: bool = _field(
        False, tr("Colours for colour blindness"),
        tr("Suits of a standard deck in black, orange, blue and purple."), "access",
    )  # fmt: skip
    large_index: bool = _field(
        False, tr("Large index"), tr("Larger numbers on cards on the table and in your hand."),
        "access",
    )  # fmt: skip
    reduced_motion: bool = _field(
        False, tr("Reduced motion"),
        tr("Cards fade instead of gliding; the view doesn’t swing."), "access",
    )  # fmt: skip
    sound_captions: bool = _field(
        False, tr("Captions for sounds"),
        tr("Shows in writing what a sound means, even when sound is off."), "access",
    )  # fmt: skip
    speech: bool = _field(
        False, tr("Speech"),
        tr("Reads everything aloud. Tab goes from part to part; ? lists the other keys."),
        "access",
    )  # fmt: skip
    hold_time: float = _field(
        0.6, tr("Hold time"),
        tr("How long you hold a key to see your cards, or a finger to read a card."), "access",
        low=0.2, high=2.0, step=0.1, unit="s",
    )  # fmt: skip

    @property
    def suits(self) -> Literal["two", "four", "safe"]:
        """Colours of the suits: black and red, one for each suit, or safe for colour blindness."""
        return "safe" if self.colour_blind else "four" if self.four_colour else "two"

    @property
    def cloth(self) -> Literal["felt", "wood", "morning", "evening", "rain", "night", "dark"]:
        """Look of the tabletop; high contrast has its own."""
        return "dark" if self.high_contrast else self.table

    @property
    def tilt(self) -> float:
        """Tilt of the camera, rad; 0 looks straight down."""
        return self.camera_tilt * 0.017453292

    @property
    def strength(self) -> float:
        """Factor on the speed of the hand for the selected pointer device."""
        return float(getattr(self, f"{self.pointer}_strength"))

    def __post_init__(self) -> None:
        for name, about in ABOUT.items():
            _check(name, about, getattr(self, name))
        if len(self.player_names) != SEATS:
            message = tr("expected {most} names, got {n}", most=SEATS, n=len(self.player_names))
            raise ValueError(f"player_names: {message}")
        # At the table a number may follow the name: "Anna 2".
        for field, most in (("player_names", LONGEST_NAME), ("phone_names", LONGEST_NAME + 2)):
            for name in getattr(self, field):
                if not 0 < len(name.strip()) <= most or not name.isprintable():
                    message = tr("a name has 1 to {most} letters", most=most)
                    raise ValueError(f"{field}: {message}")
        if not re.fullmatch("[a-z0-9]{0,40}", self.profile):
            raise ValueError(f"profile: {tr('expected the id of a profile')}")
        for game, count in self.player_counts.items():
            if not re.fullmatch("[a-z0-9_]{1,40}", game) or not 0 < count <= SEATS:
                message = tr(
                    "expected 1 to {most} players for each game, got {n}", most=SEATS, n=count
                )
                raise ValueError(f"player_counts: {message}")
        for game, ids in self.opponents.items():
            if not re.fullmatch("[a-z0-9_]{1,40}", game) or len(ids) > SEATS:
                n = len(ids)
                message = tr("expected at most {most} for each game, got {n}", most=SEATS, n=n)
                raise ValueError(f"opponents: {message}")
            if not all(re.fullmatch("[a-z0-9_]{0,40}", id) for id in ids):
                message = tr("expected ids of characters, got {ids}", ids=ids)
                raise ValueError(f"opponents: {message}")
        for act, keys in self.keys.items():
            if not re.fullmatch("[a-z_]{1,30}", act):
                message = tr("{act} is not the name of an action", act=repr(act))
                raise ValueError(f"keys: {message}")
            if not all(0 < len(key) <= 30 and key.isprintable() for key in keys):
                message = tr("{act} has a key without a name", act=act)
                raise ValueError(f"keys: {message}")


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
        entries, message = store.newest(path, _entries)
    except store.StoreError as error:
        return Settings(), f"{error}\n{USUAL}"
    if entries is None:
        return Settings(), f"{USUAL}\n{message}" if message else ""
    return entries.value, "\n".join(filter(None, (message, _problem_text(entries.problems))))


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
    store.write(path, data.dump(chosen | unknown, unprintable=True), tr("Settings of Castlecards"))


def _entries(path: Path) -> data.Entries[Settings]:
    return data.load_entries(data.read_text(path, path.name), Settings, path.name)


def _problem_text(problems: Sequence[data.Problem]) -> str:
    """Message that says what happens to bad settings, then lists the first of them."""
    if not problems:
        return ""
    lines = [str(problem) for problem in problems[:TOLD]]
    if len(problems) > TOLD:
        lines.append(data.MORE)
    head = tr("Some settings are not valid. Their defaults are in use; your file is unchanged.")
    return "\n".join([head, *lines])


def _check(name: str, about: About, value: Any) -> None:
    values = [choice for choice, _ in about.choices]
    if value in values:
        return
    if values and not about.open:
        choices = ", ".join(map(str, values))
        message = tr("expected one of {choices}, got {value}", choices=choices, value=repr(value))
        raise ValueError(f"{name}: {message}")
    low, high = about.low, about.high
    if low is not None and high is not None and not low <= value <= high:
        message = tr("expected {low:g} to {high:g}, got {value}", low=low, high=high, value=value)
        raise ValueError(f"{name}: {message}")
