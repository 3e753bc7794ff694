"""Tests of faulty data files: a player's own deck, the table layout, the settings."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards import content, paths
from castlecards import settings as settings_file
from castlecards.cli import main
from castlecards.core.session import Session
from castlecards.data import DataError, load
from castlecards.games.card_barrage import CardBarrage, Measures
from castlecards.games.decks import TechDeck
from castlecards.ui.shell import app as app_module
from castlecards.ui.shell.app import App
from tests.bad_input.matches import RUBBISH
from tests.ui.driving import Driver

GAME = "card_barrage"
DECK = (paths.assets() / "decks" / "tech.yaml").read_text(encoding="utf-8")
TABLE = (paths.assets() / "layouts" / "card_barrage.yaml").read_text(encoding="utf-8")


@pytest.fixture
def shelf(home: Path) -> Iterator[Path]:
    """Fixture: home folder from whose files the games are loaded again."""
    content.games.cache_clear()
    yield home
    content.games.cache_clear()


def write_own_deck(home: Path, raw: bytes) -> Path:
    path = home / "decks" / "tech.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    return path


# kind: (old text, new text, message). `old` occurs once in the deck.
FAULTS = {
    "wrong key": ("name: Wiki", "nmae: Wiki", "unknown key 'nmae', did you mean 'name'?"),
    "wrong type": ("value: 3, domain: K", "value: three, domain: K", "expected a whole number"),
    "wrong range": ("value: 3, domain: K", "value: 14, domain: K", "value"),
    "missing key": ("id: K03, ", "", "missing key 'id'"),
    "an alias": ("name: Wiki", "name: *wiki", "anchors (&) and aliases (*) are not allowed"),
}


@pytest.mark.parametrize("kind", [*FAULTS, *(k for k in RUBBISH if k not in ("prose",))])
@pytest.mark.long
def test_a_broken_deck_is_told_at_the_start_and_the_built_in_one_plays(
    shelf: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    if kind in FAULTS:
        old, new, words = FAULTS[kind]
        assert DECK.count(old) == 1
        raw = DECK.replace(old, new).encode()
        line = str(DECK[: DECK.index(old)].count("\n") + 1)
    else:
        raw, words = RUBBISH[kind]
        words, line = ("" if "missing" in words or "expected" in words else words), r"\d+"
    path = write_own_deck(shelf, raw)
    assert main(["check-data"]) == 1
    printed = capsys.readouterr().out
    assert re.search(rf"^{re.escape(str(path))}:{line}:\d+: ", printed, re.MULTILINE)
    assert words in printed
    driver = Driver(instant=True)
    (toast,) = driver.app.toasts.shown
    assert toast.text.startswith(
        f"Your own deck can’t be used. The built-in deck is in use.\n{path}:"
    )
    assert toast.text.count("\n") <= 2
    for id in ("title.play", f"picker.{GAME}", "setup.start"):
        driver.click(id)
    assert driver.scene == "TableScene"
    driver.app.close()
    assert path.read_bytes() == raw


@given(st.integers(0, 2**30))
@settings(max_examples=60)
def test_a_deck_with_any_fault_is_refused_with_its_line_or_plays(seed: int) -> None:
    rnd = random.Random(seed)
    lines = DECK.splitlines()
    at = rnd.randrange(len(lines))
    word = rnd.choice(["-1", "99", "[]", "{}", "''", "null", "true", "K01", "&a", "{D}", "x" * 300])
    lines[at] = re.sub(r"(?<=: )[^,}]+", lambda old: rnd.choice([word, old[0]]), lines[at])
    if rnd.random() < 0.3:
        del lines[at]
    try:
        deck = load("\n".join(lines) + "\n", TechDeck, "deck")
    except DataError as error:
        places = [(problem.name, problem.line) for problem in error.problems]
        game = None
        assert all(name == "deck" and 1 <= line <= len(lines) + 1 for name, line in places)
    else:
        game = CardBarrage(deck, content.barrage_layout())
    if game is not None:
        session = Session(game, game.options(), 2, seed)
        assert session.decision is not None


NUMBERS = [-1, 0, 1, 10, 300, 5000, 100_000, 10**9, 10**18, 10**40, "x", "1.5", "[]", "null", "yes"]


@given(st.sampled_from(re.findall(r"^(\w+):", TABLE, re.MULTILINE)), st.sampled_from(NUMBERS))
@settings(max_examples=100)
def test_measures_are_refused_by_name_or_make_a_table(name: str, value: int | str) -> None:
    changed = re.sub(rf"(?m)^{name}: *\S+", f"{name}: {value}", TABLE)
    try:
        layout = load(changed, Measures, "table")
    except DataError as error:
        said = str(error)
        assert re.match(r"table:\d+:\d+: \w+: \w", said)
        return
    game = CardBarrage(content.tech_deck(), layout)
    for players in (1, 2, 6):
        session = Session(game, game.options(), players, 1)
        assert session.decision is not None


def test_a_broken_installation_ends_with_one_sentence(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assets = shelf / "assets"
    shutil.copytree(paths.assets(), assets)
    monkeypatch.setattr(paths, "assets", lambda: assets)
    (assets / "layouts" / "card_barrage.yaml").write_text("battlefeld: 3\n")
    assert app_module.run() == 2
    first, *_ = capsys.readouterr().err.splitlines()
    assert first.startswith(f"castlecards: {assets / 'layouts' / 'card_barrage.yaml'}:1:1: ")
    assert main(["text", GAME]) == 2
    assert main(["check-data"]) == 1


NO_MAPPING = [k for k in RUBBISH if k not in ("prose", "no version", "another program's")]


@pytest.mark.parametrize("kind", NO_MAPPING)
def test_broken_settings_are_told_kept_aside_and_replaced(
    home: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    raw = RUBBISH[kind][0]
    path = paths.settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    monkeypatch.setattr(App, "run", lambda self: self)
    app: Any = app_module.run()
    (toast,) = app.toasts.shown
    assert "\nsettings.yaml:" in toast.text
    assert "settings.yaml.broken-1" in toast.text
    assert app.settings == settings_file.Settings()
    app.change(volume=15)
    app.close()
    assert settings_file.load()[0].volume == 15
    assert path.with_name("settings.yaml.broken-1").read_bytes() == raw
