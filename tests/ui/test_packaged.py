"""Tests of the packaged program in an environment without Python, with an empty path and a new
home.

CASTLECARDS_PACKAGED names the program; `tools/package.py --check` sets it. Without it, this file is
not collected.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards import store
from castlecards.content import games
from castlecards.core.cards import NATURE
from castlecards.core.landing import Limits
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from tests.ui.conftest import NAMED
from tests.ui.window import PATIENCE, Window, screen, targets

PROGRAM = os.environ[NAMED]
pytestmark = [pytest.mark.window, pytest.mark.long]
THINKS = 15  # lines of a match until a computer player has been asked


class PackagedWindow(Window):
    command = (PROGRAM,)

    def __init__(self, display: str, folder: Path) -> None:
        self.folder = folder
        config = folder / ".config" / "castlecards"
        config.mkdir(parents=True)
        super().__init__(display, folder / ".local" / "share" / "castlecards")
        (self.home / "settings.yaml").unlink()

    def start(self) -> subprocess.Popen[bytes]:
        settings = self.folder / ".config" / "castlecards" / "settings.yaml"
        settings.write_bytes((self.home / "settings.yaml").read_bytes())
        self.env = {
            "HOME": str(self.folder), "DISPLAY": self.env["DISPLAY"], "SDL_AUDIODRIVER": "dummy",
        }  # fmt: skip
        return super().start()

    def children(self) -> list[str]:
        """Return the command lines of the processes that the program has started."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                about = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(about[1]) == self.process.pid:
                    found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
        return found


def begin(window: Window) -> Session[Any]:
    """Go from the title to the first throw by mouse."""
    for id in ("title.play", "picker.card_barrage", "setup.start"):
        window.click_on(id)
    now = window.wait()
    while now is not None and now.decision is not None:
        if isinstance(now.decision.aim, Limits):
            return now
        now = window.play(now, now.decision.options[0])
    raise AssertionError("nobody may throw")


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PackagedWindow]:
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path / "twin"))
    with screen() as display:
        window = PackagedWindow(display, tmp_path / "Jürgens Rechner")
        yield window
        window.close()


def test_a_throw_flies_is_saved_and_comes_down(window: PackagedWindow) -> None:
    session = begin(window)
    card, target = session.decision.aim.cards[0], targets(session, session.decision)[0]  # type: ignore[union-attr]
    for _ in range(5):
        window.lob(session, card, target)
        after = window.session()
        if after is not None and len(after.log) > len(session.log):
            break
    after = window.wait(len(session.log) + 1)
    assert [record.seat == NATURE for record in after.log[len(session.log) :][:2]] == [False, True]
    assert not list(window.folder.rglob("crash*"))


def test_a_computer_player_thinks_in_a_process_of_its_own(window: PackagedWindow) -> None:
    game = games()["castle_wars"]
    session = Session(game, game.options(), 2, 7, ("knight", "knight"), ("One", "Two"))
    window.process.terminate()
    window.process.wait(PATIENCE)
    store.write(window.save_file, dump_session(session), "A match of computer players")
    (window.home / "settings.yaml").write_text("instant: true\n")
    window.process = window.start()
    window.xdo("key", "Return")  # the first button continues the game
    end, thinks = time.monotonic() + PATIENCE, ""
    while time.monotonic() < end and not thinks:
        time.sleep(0.2)
        thinks = next((line for line in window.children() if "spawn_main" in line), "")
        thinks = thinks or next((s for s in window.children() if "multiprocessing-fork" in s), "")
    assert thinks, "no process was started"
    while time.monotonic() < end:
        time.sleep(0.2)
        after = window.session()
        if after is not None and len(after.log) >= THINKS:
            break
    assert len(after.log) >= THINKS
    assert any("multiprocessing-fork" in s or "spawn_main" in s for s in window.children())
