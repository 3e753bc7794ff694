"""Tests of odd environments: strange homes and locales, closed streams, no sound, no display."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards import text_client
from castlecards.cli import main
from castlecards.core.save import dump_session, load_session
from castlecards.ui.routes import Title
from castlecards.ui.scene import Reset
from tests.bad_input.matches import played, text
from tests.ui.driving import Driver, autosave_and_wait

ROOT = Path(__file__).resolve().parents[2]
GAME = "card_barrage"


def start(
    home: Path, *args: str, words: str | bytes = "", shell: str = "", **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a process of its own; `shell` holds redirections."""
    surroundings = {**os.environ, "CASTLECARDS_HOME": str(home), "PYTHONPATH": str(ROOT), **env}
    command = [sys.executable, "-m", "castlecards", *args]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    raw = words.encode() if isinstance(words, str) else words
    return subprocess.run(command, env=surroundings, input=raw, capture_output=True, timeout=60)


def no_traceback(done: subprocess.CompletedProcess[bytes]) -> None:
    assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")


@pytest.mark.parametrize("shell", ["<&-", "</dev/null"])
def test_without_an_input_the_text_client_ends(tmp_path: Path, shell: str) -> None:
    done = start(tmp_path, "text", "high_card", shell=shell)
    no_traceback(done)
    assert done.returncode == 0
    assert b"> " in done.stdout


@pytest.mark.parametrize(("shell", "code"), [(">&-", 0), (">/dev/full", 2), ("| head -1", None)])
def test_without_an_output_there_is_no_traceback(
    tmp_path: Path, shell: str, code: int | None
) -> None:
    done = start(tmp_path, "text", "high_card", words=b"1\n" * 400, shell=shell)
    no_traceback(done)
    if code is not None:
        assert done.returncode == code
        assert done.stderr.count(b"\n") <= 1


LOCALES = {
    "plain C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "ascii": {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.long
def test_letters_that_the_terminal_does_not_know_end_nothing(tmp_path: Path, locale: str) -> None:
    home = tmp_path / "Jürgens Ablage – häßlich"
    home.mkdir()
    save = home / "größe 1.yaml"
    save.write_text(text(GAME, 20).replace("[Anna, Bert]", "[Jürgen, Łukasz]"), encoding="utf-8")
    done = start(home, "replay", str(save), **LOCALES[locale])
    no_traceback(done)
    assert done.returncode == 0
    assert b"rgen" in done.stdout
    done = start(home, "replay", str(save) + "x", **LOCALES[locale])
    no_traceback(done)
    assert done.returncode == 2
    done = start(home, "--timing", **LOCALES[locale])
    no_traceback(done)
    assert done.returncode == 0


def test_bytes_that_are_no_letters_are_a_wrong_answer(tmp_path: Path) -> None:
    done = start(tmp_path, "text", "high_card", words=b"\xff\xfe\n1\nquit\n")
    no_traceback(done)
    assert done.returncode == 0
    assert done.stdout.count(b"> ") == 3


@pytest.mark.parametrize("home", ["~no such user/x", "/sys/castlecards", "/dev/null/castlecards"])
@pytest.mark.long
def test_a_home_that_cannot_be(home: str, tmp_path: Path) -> None:
    for args in (["check-data"], ["--timing"]):
        surroundings = {"CASTLECARDS_HOME": home, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "castlecards", *args]
        env = {**os.environ, **surroundings}
        done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, timeout=60)
        no_traceback(done)
        assert done.returncode == 0
        assert not list(tmp_path.iterdir())


def test_matches_are_kept_under_a_path_with_spaces_and_umlauts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "Jürgens Ablage – häßlich" / "ä b"
    monkeypatch.setenv("CASTLECARDS_HOME", str(home))
    driver = Driver(instant=True)
    autosave_and_wait(driver.app.keep, played(GAME, 6))
    driver.app.follow(Reset(Title()))
    driver.click("title.continue")
    assert driver.scene == "TableScene"
    driver.app.close()
    assert (home / "saves" / "autosave.yaml").is_file()


def test_a_home_whose_name_is_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / os.fsdecode(b"\xff\xfe")
    home.write_text("a file where the folder should be")
    monkeypatch.setenv("CASTLECARDS_HOME", str(home))
    driver = Driver(instant=True)
    autosave_and_wait(driver.app.keep, played(GAME, 6))
    driver.settle()
    assert driver.scene == "Title"
    assert "was not saved" in driver.app.toasts.shown[0].text
    driver.app.close()


def test_no_audio_device_is_said_once_and_play_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = (
        "from castlecards.settings import Settings\n"
        "from castlecards.ui.shell.app import App\n"
        "app = App(Settings())\napp.begin()\n"
        "app.play('tick')\napp.play('slide')\napp.step([], 0.1)\n"
        "print([toast.text for toast in app.toasts.shown])\napp.close()\n"
    )
    env = {"SDL_AUDIODRIVER": "nosuch", "CASTLECARDS_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env={**os.environ, **env}, capture_output=True, timeout=60)
    no_traceback(done)
    assert done.returncode == 0
    assert done.stdout.count(b"There is no sound") == 1


@pytest.mark.parametrize("driver", ["nowhere", "x11"])
def test_no_display_is_one_sentence_and_exit_code_2(tmp_path: Path, driver: str) -> None:
    done = start(tmp_path, SDL_VIDEODRIVER=driver, DISPLAY=":987")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"castlecards: there is no display")


def test_sdl_may_not_fall_back_to_a_window_that_nobody_sees(tmp_path: Path) -> None:
    screens = ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")
    env = {name: text for name, text in os.environ.items() if name not in screens}
    env |= {"CASTLECARDS_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "castlecards"]
    done = subprocess.run(command, env=env, capture_output=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.strip().endswith(b"castlecards: there is no display to open a window on")


# Any input of the text client

WORDS = (
    "throw c0 c12 c99999 lob flip frisbee speed loft heading spin nan inf -inf 1e999 -1 0 9 "
    "undo save help 1 2 ² ١ pass build upgrade >0.wall3 >9.x @c1 <> : ' \x00 \ud7ff"
)
LINES = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS.split(" ")), max_size=8).map(" ".join),
    st.builds(lambda n: f"throw c{n} lob speed 2.0", st.integers(0, 70)),
    st.just("1"),
)


@pytest.mark.long
@given(st.lists(LINES, max_size=25), st.sampled_from([GAME, "high_card"]), st.integers(0, 40))
@settings(max_examples=40)
def test_absurd_lines_never_raise(lines: list[str], game: str, moves: int) -> None:
    session = played(game, moves)
    source = io.StringIO("\n".join(line.replace("\n", " ") for line in lines) + "\n")
    assert text_client.play(session, source, io.StringIO()) == 0
    again = load_session(dump_session(session), "x", {game: session.game})
    assert again.position == session.position


@given(st.lists(st.text(max_size=12), max_size=5))
@settings(max_examples=60)
@pytest.mark.long
def test_absurd_arguments_are_refused_with_code_2(words: list[str]) -> None:
    for command in (["text", *words], ["perft", *words], ["replay", *words], ["nonsense", *words]):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO())
            patch.setattr(sys, "stderr", io.StringIO())
            try:
                code = main(command)
            except SystemExit as error:
                code = int(error.code or 0)
            assert code in (0, 2)
