"""Fixtures and hooks of all tests: no real screen or sound, own home, repeatable examples."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads only wait for each other
# Set before any import of the program, so that no test can write to the player's own folders.
_HOME = tempfile.mkdtemp(prefix="castlecards-tests-")
os.environ["CASTLECARDS_HOME"] = _HOME
# Drawn card faces, shared by all processes of this run, or by all runs of one check.
_ART = "" if "CASTLECARDS_TEST_ART" in os.environ else tempfile.mkdtemp(prefix="castlecards-art-")
os.environ.setdefault("CASTLECARDS_TEST_ART", _ART)

import pluggy  # noqa: E402
import pytest  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402
from hypothesis.internal.conjecture import providers  # noqa: E402
from hypothesis.internal.constants_ast import Constants  # noqa: E402

from castlecards.ui.shell import memory  # noqa: E402
from castlecards.ui.writer import Job, Writer, WriteResult  # noqa: E402
from tests import trees  # noqa: E402
from tests.depth import Depth  # noqa: E402
from tests.quick import quick_choice  # noqa: E402

NEEDS = {"window": ("Xvfb", "xdotool"), "browser": ("chromium",)}  # programs, by mark
MUCH = 320 << 20  # bytes that the process must hold before caches are emptied
MORE = 48 << 20  # bytes by which it must have grown since caches were last emptied
QUICK_MORE = 112 << 20  # the same of quick tests, which hold less and then take a tenth less time
FULL = 400 << 20  # bytes; above it, pictures that tests share are freed, too
MOST = 600 << 20  # bytes that a process of the tests may hold at any time
# Modules whose caches stay: they are small and save much time, or are emptied elsewhere.
LASTING = (
    "castlecards.content", "tests.games.play", "tests.trees", "tests.ui.conftest",
    "tests.ui.driving", "tests.ui.shots.analysis", "tests.ui.shots.matches",
)  # fmt: skip
YOUNG = 20_000  # new objects between two garbage collections; the default costs 5 % more time
_held = 0  # bytes after caches were last emptied
_cleared = 0  # bytes after memoised functions were last emptied
_peaks: list[int] = []  # bytes, of each process that has finished

settings.register_profile(
    "castlecards",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", parent=settings.get_profile("castlecards"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "castlecards"))
# Hypothesis would read the source of all loaded modules, seconds in each process, and try constants
# found there: examples that depend on which tests ran before.
providers._get_local_constants = Constants


def pytest_addoption(parser: pytest.Parser) -> None:
    """Define the options of the test run."""
    parser.addoption(
        "--require-window",
        action="store_true",
        default=os.environ.get("CI", "").lower() in ("1", "true", "yes"),
        help="a test of a real window or browser that is skipped, whatever the reason, fails",
    )
    parser.addoption(
        "--thorough",
        action="store_true",
        help="as many random matches and inputs as before a release, not only those of every day",
    )

    parser.addoption(
        "--quick",
        action="store_true",
        help="only the fast tests, and one case of each that has several",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose window or browser cannot be started."""
    for mark, programs in NEEDS.items():
        if item.get_closest_marker(mark) is None:
            continue
        if missing := [name for name in programs if shutil.which(name) is None]:
            pytest.skip(f"a real {mark} needs {' and '.join(missing)}")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pluggy.Result[pytest.TestReport], None]:
    """Fail a skipped test of a window or browser if all tests must run."""
    report = (yield).get_result()
    mark = next((each for each in NEEDS if item.get_closest_marker(each) is not None), "")
    if report.skipped and mark and item.config.getoption("--require-window"):
        report.outcome = "failed"
        report.longrepr = (
            f"a test of a real {mark} was skipped: {call.excinfo and call.excinfo.value}"
        )


def pytest_collection_finish() -> None:
    """Make collections of garbage rarer and cheaper: modules loaded now stay to the end."""
    memory.tune_allocator()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


def resident_memory(field: str = "VmRSS") -> int:
    """Return the memory of this process, bytes; 0 if unknown. "VmHWM" is its peak."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(field))


def reads_trees(item: pytest.Item | None) -> bool:
    """True if the file of a test reads syntax trees."""
    names = vars(getattr(item, "module", None) or object)
    return any(getattr(value, "__module__", "") == "tests.trees" for value in names.values())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the tests that read syntax trees first: the trees of all files hold 300 MB."""
    global MORE
    if config.getoption("--quick"):
        MORE = QUICK_MORE
        kept = quick_choice(items)
        config.hook.pytest_deselected(items=list(set(items) - set(kept)))
        items[:] = kept
    items.sort(key=lambda item: not reads_trees(item))


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Free what memoised functions hold between files, if the process has grown since the last
    time; syntax trees before tests that hold pictures, and the reverse."""
    global _cleared
    if nextitem is not None and nextitem.path != item.path:
        if (held := resident_memory()) > max(MUCH, _cleared + MORE):
            clear_caches()
            _cleared = resident_memory()
        _cleared = min(_cleared, held)  # syntax trees may have gone
    if reads_trees(item) and not reads_trees(nextitem):
        trees.forget()
    if reads_trees(nextitem) and not reads_trees(item):
        forget_pictures()


@pytest.hookimpl(trylast=True)
def pytest_runtest_logfinish() -> None:
    """Free the pictures of finished tests once they are many.

    Apps form reference cycles, and the allocator keeps the holes that pictures leave.
    """
    global _held
    held = resident_memory()
    if held <= max(MUCH, _held + MORE):
        return
    memory.release()
    _held = resident_memory()
    if _held > FULL:
        forget_pictures()


def clear_caches() -> None:
    """Empty the memoised functions of the project and of its tests, but for `LASTING` ones."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("castlecards.", "tests.")) and name not in LASTING:
            for value in list(vars(module).values()):
                lasts = getattr(value, "__module__", "") in LASTING  # imported from there
                if not lasts and callable(clear := getattr(value, "cache_clear", None)):
                    clear()


def forget_pictures() -> None:
    """Free the pictures that tests share."""
    global _held
    if (driving := sys.modules.get("tests.ui.driving")) is not None:
        driving.clear_shared_caches()
        memory.release()
        _held = resident_memory()


@pytest.hookimpl(optionalhook=True)  # hook of pytest-xdist
def pytest_testnodedown(node: Any) -> None:
    _peaks.append(getattr(node, "workeroutput", {}).get("peak", 0))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Record the peak memory of this process."""
    _peaks.append(resident_memory("VmHWM"))
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["peak"] = _peaks[-1]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if max(_peaks) > MOST:
        told = ", ".join(str(peak >> 20) for peak in _peaks)
        terminalreporter.write_line(f"too much memory: {told} MB; at most {MOST >> 20}", red=True)


def pytest_unconfigure() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)
    if _ART:
        shutil.rmtree(_ART, ignore_errors=True)


@pytest.fixture(scope="session")
def depth(pytestconfig: pytest.Config) -> Depth:
    return Depth(pytestconfig.getoption("--thorough"))


@pytest.fixture(autouse=True)
def kept_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep display, fonts and sounds open when an app closes, for the next test.

    To quit the display would destroy windows of other apps, which crash when they are collected.
    """
    if (pygame := sys.modules.get("pygame")) is not None:

        def forget() -> None:
            if pygame.display.get_init():
                pygame.event.clear()

        monkeypatch.setattr(pygame, "quit", forget)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for one test: its saves, settings and logs."""
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make every frame wait for pending writes, so that no test depends on the speed of a disk.

    The threads of a test's writers end with it: each holds a match, as long as it waits.
    """
    take_results, put = Writer.take_results, Writer.put
    writers: set[Writer] = set()

    def after_all(writer: Writer) -> list[WriteResult]:
        writer.wait()
        return take_results(writer)

    def put_and_record(writer: Writer, job: Job) -> None:
        writers.add(writer)
        put(writer, job)

    monkeypatch.setattr(Writer, "take_results", after_all)
    monkeypatch.setattr(Writer, "put", put_and_record)
    yield
    for writer in writers:
        writer.end_when_idle()
