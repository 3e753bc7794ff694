"""Tests of the window mark: a window test without a window is skipped, or fails if all must run."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import conftest, trees

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ("Xvfb", "xdotool", "chromium")
INNER = """
import os, pytest

@pytest.mark.window
def test_window():
    if os.environ.get("NO_MOUSE"):
        pytest.skip("there is no mouse")

def test_home():
    assert os.environ["CASTLECARDS_HOME"] != "/the/players/own"
    assert os.environ["SDL_VIDEODRIVER"] and os.environ["SDL_AUDIODRIVER"]
"""


def run(
    folder: Path, programs: tuple[str, ...], *options: str, inner: str = INNER, **environment: str
) -> list[str]:
    """Return the lines of a run of `inner` on a machine with these programs."""
    (folder / "test_inner.py").write_text(inner)
    for program in programs:
        (folder / program).touch(mode=0o755)
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command += ["-c", os.devnull, "-o", "markers=window\nbrowser", "-rsfE", str(folder), *options]
    clean = {"PATH": str(folder), "CASTLECARDS_HOME": "/the/players/own", **environment}
    done = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def test_without_a_window_its_tests_are_skipped(tmp_path: Path) -> None:
    lines = run(tmp_path, ())
    assert "1 passed, 1 skipped" in lines[-1]
    assert any("a real window needs Xvfb and xdotool" in line for line in lines)


def test_with_the_programs_they_run(tmp_path: Path) -> None:
    assert "2 passed" in run(tmp_path, ("Xvfb", "xdotool"), CI="true")[-1]


@pytest.mark.parametrize(("option", "ci"), [("--require-window", ""), ("-q", "true")])
def test_where_all_must_run_a_missing_window_is_a_failure(
    tmp_path: Path, option: str, ci: str
) -> None:
    lines = run(tmp_path, ("Xvfb",), option, CI=ci)
    assert "1 passed, 1 error" in lines[-1]
    assert any("a real window needs xdotool" in line for line in lines)


@pytest.mark.parametrize(
    ("ci", "told"), [("", "1 passed, 1 skipped"), ("true", "1 failed, 1 passed")]
)
def test_where_all_must_run_a_window_test_skipped_for_any_reason_is_a_failure(
    tmp_path: Path, ci: str, told: str
) -> None:
    lines = run(tmp_path, ("Xvfb", "xdotool"), CI=ci, NO_MOUSE="1")
    assert told in lines[-1]
    assert any("there is no mouse" in line for line in lines)


@pytest.mark.long
def test_a_browser_is_needed_likewise(tmp_path: Path) -> None:
    inner = INNER.replace("mark.window", "mark.browser")
    lines = run(tmp_path, (), CI="true", inner=inner)
    assert "1 passed, 1 error" in lines[-1]
    assert any("a real browser needs chromium" in line for line in lines)
    assert "1 passed, 1 skipped" in run(tmp_path, (), inner=inner)[-1]
    assert "2 passed" in run(tmp_path, ("chromium",), CI="true", inner=inner)[-1]


CASES = """
import pytest

@pytest.mark.parametrize("game", "abcde")
def test_a_contract(game): print("ran", game)

@pytest.mark.parametrize("game", "abcde")
def test_another_contract(game): print("ran", game)

class TestGroup:
    @pytest.mark.parametrize("game", "ab")
    def test_a_contract(self, game): print("ran", game)

def test_plain(): print("ran plain")

@pytest.mark.long
def test_long(): print("ran long")

@pytest.mark.window
def test_window(): print("ran window")

@pytest.mark.browser
def test_browser(): print("ran browser")
"""


@pytest.mark.long
@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_quick_run_takes_one_case_of_each_fast_test(tmp_path: Path, processes: str) -> None:
    marks = "markers=window\nbrowser\nlong"
    more = ("-o", marks, "-rP", "-n", processes)
    lines = run(tmp_path, NEEDED, *more, "--quick", inner=CASES)
    ran = [line.split()[1] for line in lines if line.startswith("ran ")]
    assert len(ran) == 4
    assert "plain" in ran
    assert len(set(ran) - {"plain"}) > 1, "different tests take different cases"
    assert "4 passed" in lines[-1]
    assert "16 passed" in run(tmp_path, NEEDED, *more, inner=CASES)[-1]


@pytest.mark.long
@pytest.mark.parametrize(("program", "count"), [("", 0), ("/opt/castlecards/castlecards", 2)])
def test_a_packaged_program_is_tested_where_one_is_named(program: str, count: int) -> None:
    """If no package is named, its tests are not collected."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only"]
    command += ["tests/ui", "--ignore-glob=*/test_[!p]*", "--ignore-glob=*/test_p[!a]*"]
    command += ["--ignore-glob=*/tests/ui/*/*"]
    clean = {**os.environ, "CASTLECARDS_PACKAGED": program}
    done = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
    collected = [line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line]
    assert "tests/ui/test_path.py" in collected
    assert collected.count("tests/ui/test_packaged.py") == count


@pytest.mark.skipif(not conftest.resident_memory(), reason="the system does not tell")
@pytest.mark.parametrize("processes", ["0", "2"])
@pytest.mark.long
def test_a_run_that_holds_too_much_memory_tells_it(tmp_path: Path, processes: str) -> None:
    (tmp_path / "conftest.py").write_text("from tests import conftest; conftest.MOST = 1 << 20")
    lines = run(tmp_path, ("Xvfb", "xdotool"), "-n", processes)
    assert "2 passed" in lines[-1]
    told = next(line for line in lines if line.startswith("too much memory"))
    assert told.count(",") == int(processes)
    assert told.endswith("MB; at most 1")


def test_what_is_memoised_is_given_back_only_when_memory_has_grown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held, cleared = conftest.MUCH + 1, []
    monkeypatch.setattr(conftest, "_cleared", 0)
    monkeypatch.setattr(conftest, "resident_memory", lambda: held)
    monkeypatch.setattr(conftest, "clear_caches", lambda: cleared.append(held))
    one, other = (SimpleNamespace(path=name, module=None) for name in "ab")
    for grown in (0, 0, conftest.MORE, 1):
        held += grown
        conftest.pytest_runtest_teardown(one, one)
        conftest.pytest_runtest_teardown(one, other)
    assert cleared == [conftest.MUCH + 1, held]
    held = conftest.MUCH
    conftest.pytest_runtest_teardown(one, other)
    held += conftest.MORE + 1
    conftest.pytest_runtest_teardown(one, other)
    assert cleared[2:] == [held]


def test_a_lasting_cache_is_kept_in_a_module_that_imports_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = cache(lambda number: number)
    module = SimpleNamespace(tree=trees.tree, own=own)
    monkeypatch.setattr(conftest, "sys", SimpleNamespace(modules={"tests.importer": module}))
    first = trees.tree("a = 1")
    own(1)
    conftest.clear_caches()
    assert own.cache_info().currsize == 0
    assert trees.tree("a = 1") is first
