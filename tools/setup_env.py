"""Virtual environment of the project, and the commands `play` and `check` that run in it.

Needs only the standard library. A stamp in `.venv` identifies the installed project file, so that a
second run installs nothing and needs no network.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, STDOUT

ROOT = Path(__file__).resolve().parents[1]
NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|Failed to establish a new connection"
    r"|Temporary failure in name resolution|getaddrinfo failed|Network is unreachable"
    r"|ConnectTimeout|ProxyError|Connection refused|Max retries exceeded",
    re.IGNORECASE,
)
NOTHING_COLLECTED = 5  # pytest's exit code
QUICK = "--quick"  # also an option of pytest here: see `tests/quick.py`
SCREEN = "tests/ui"  # a third of all tests, and half of the work
TABLE = f"{SCREEN}/table"
INPUT = "tests/bad_input"
LOW_PRIORITY = 5  # niceness; a process without it gets three times the CPU time
STOP_TIMEOUT = 20.0  # s until a test run that was interrupted is killed
Finished = tuple[int, list[str]]  # exit code and output lines of a command


class SetupError(Exception):
    """Failure to prepare the environment; the text is one sentence."""


def play(arguments: Sequence[str]) -> int:
    """Start the program in the environment and return its exit code."""
    if not arguments and not display(os.environ, sys.platform):
        return fail("there is no display to open a window on; `text GAME` plays in a terminal.")
    try:
        python = ready_python(ROOT)
    except SetupError as error:
        return fail(str(error))
    say("starting")
    try:
        return subprocess.call([str(python), "-m", "castlecards", *arguments])
    except KeyboardInterrupt:
        return 130


def check(arguments: Sequence[str]) -> int:
    """Run every check until one fails. Return 0 if all pass, else 1.

    QUICK among the arguments selects the quick tests; all others are passed to pytest.
    """
    try:
        python = str(ready_python(ROOT, "dev"))
    except SetupError as error:
        return fail(str(error))
    steps = {
        "formatting": ["ruff", "format", "--check", "."],
        "lint": ["ruff", "check", "."],
        "types": ["mypy"],
        "rules": ["tools.rules_index"],
    }
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # tests start the program again and again
    rest = [word for word in arguments if word != QUICK]
    try:
        with compiling(python) if not rest else nullcontext(int) as compiled:
            for name, module in steps.items():
                say(name)
                if run_command([python, "-m", *module])[0]:
                    return fail(f"{name} failed, nothing after it was run.")
            compiled()
        with tempfile.TemporaryDirectory(prefix="castlecards-art-") as art:
            os.environ["CASTLECARDS_TEST_ART"] = art  # card faces that all test runs share
            return tests(python, rest, quick=QUICK in arguments)
    except KeyboardInterrupt:
        return fail("stopped.")


@contextmanager
def compiling(python: str) -> Iterator[Callable[[], int]]:
    """Compile all tests in the background if no test has run yet, so that several processes do not
    do so at once. Yields a function that waits for the end."""
    if any((ROOT / "tests" / "__pycache__").glob("*pytest*.pyc")):
        yield int
        return
    command = [python, "-m", "pytest", "--collect-only"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
    ) as process:
        try:
            yield process.wait
        finally:
            process.kill()


def tests(python: str, arguments: Sequence[str], quick: bool) -> int:
    """Run the tests on several cores, and in parallel those of a real window.

    Window tests mostly wait. The others run at lower priority, so that they do not delay the
    simulated hand of a window test. Each group gets processes of its own, because no process gives
    back all the memory that thousands of tests have used.
    """
    cores = max(2, min(8, os.cpu_count() or 2))
    groups = {"tests": []} if arguments else test_groups(quick)

    def chosen(selection: Sequence[str], processes: int, ignored: Sequence[str]) -> list[str]:
        several = ["-n", str(processes), "--dist", "worksteal"] if processes > 1 else []
        ignore = [f"--ignore={path}" for path in ignored]
        return [python, "-m", "pytest", *selection, *several, *ignore, *arguments]

    def bad(result: Finished) -> bool:
        return result[0] != 0 and not (arguments and result[0] == NOTHING_COLLECTED)

    runs: dict[str, Finished] = {}
    in_window = ["-m", "window", *([] if arguments else window_files())]
    window = chosen(in_window, min(3, cores // 2), ())
    selection = [QUICK] if quick else ["-m", "not window"]
    with nullcontext() if quick else in_background(window) as of_window:
        for name, ignored in groups.items():
            say(f"quick {name}" if quick else f"{name}, and beside them those of a window")
            runs[name] = run_command(chosen(selection, cores, ignored), low_priority=not quick)
        if of_window is not None and not any(map(bad, runs.values())):
            say("window tests")
            runs["window tests"] = of_window()
    for name, result in runs.items():
        if bad(result):
            return fail(f"{name} failed.")
    if {code for code, _ in runs.values()} == {NOTHING_COLLECTED}:
        return fail("no test was found.")
    sums = sum((outcomes(lines) for _, lines in runs.values()), Counter[str]())
    numbers = ", ".join(f"{n} {what}" for what, n in sums.items())
    well = "what was run is well" if quick else "all is well"
    say(f"{well}: {numbers or 'all tests passed'}")
    return 0


def test_groups(quick: bool) -> dict[str, list[str]]:
    """Groups of all tests that need no window, with the paths that each leaves out.

    Each start of a group costs seconds: the quick tests, which use less memory, are two groups.
    """
    if quick:
        return {"tests": [SCREEN], "screen tests": tests_beside(SCREEN)}
    return {
        "tests": [SCREEN, INPUT],
        "tests of bad input and of the table": [
            *(path for path in tests_beside(SCREEN) if path != INPUT),
            *tests_beside(TABLE),
        ],
        "screen tests": [*tests_beside(SCREEN), TABLE],
    }


def window_files() -> list[str]:
    """Paths of the test files that mark a test as one of a window.

    The packaged program is tested by `tools/package.py`.
    """
    files = sorted({*(ROOT / "tests").rglob("test_*.py")} - {ROOT / "tests/ui/test_packaged.py"})
    marked = [path for path in files if "pytest.mark.window" in path.read_text(encoding="utf-8")]
    return [path.relative_to(ROOT).as_posix() for path in marked]


def tests_beside(folder: str) -> list[str]:
    """Paths of the test files and packages of tests that lie beside a folder."""
    found = (path for path in (ROOT / folder).parent.iterdir() if has_tests(path))
    paths = (path.relative_to(ROOT).as_posix() for path in found)
    return sorted(path for path in paths if path != folder)


def has_tests(path: Path) -> bool:
    """True for a test file and for a package of tests."""
    return path.name.startswith("test_") if path.is_file() else (path / "__init__.py").exists()


def outcomes(lines: Sequence[str]) -> Counter[str]:
    """Counts by outcome from pytest's last line, `3 passed, 1 skipped in 2.10s`."""
    last = next((line for line in reversed(lines) if re.search(r" in [0-9.]+s", line)), "")
    words = re.findall(r"([0-9]+) (passed|skipped|xfailed)", last)
    return Counter({what: int(n) for n, what in words})


def display(environment: Mapping[str, str], system: str) -> bool:
    """True if a window can be expected to open."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return not system.startswith("linux") or any(environment.get(name) for name in names)


def ready_python(root: Path, extra: str = "") -> Path:
    """Python of `.venv`, with the project and its libraries installed. Raises SetupError."""
    home = root / ".venv"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = fingerprint(root, python)
    if python.exists() and any(
        stamp.exists() and stamp.read_text(encoding="utf-8") == wanted
        for stamp in {home / f"installed-{name or 'play'}" for name in (extra, "dev")}
    ):
        return python
    make_environment(home, python)
    say("installing the libraries, this needs a network and a minute or two")
    target = f"{root}[{extra}]" if extra else str(root)
    command = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--retries=2"]
    if extra:  # of the large libraries of the tests little is ever loaded, and compiled then
        command.append("--no-compile")
    code, lines = run_command([str(python), *command, "--editable", target], brief=True)
    if code:
        raise SetupError(install_failed(lines))
    stamp = home / f"installed-{extra or 'play'}"
    stamp.write_text(fingerprint(root, python), encoding="utf-8")
    return python


def fingerprint(root: Path, python: Path) -> str:
    """Checksum of all that an installation depends on: libraries, Python, path of the project."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [project.get(table) for table in ("project", "build-system")]
    text = json.dumps([*parts, python.resolve().name, str(root)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def make_environment(home: Path, python: Path) -> None:
    """Create a virtual environment at `home`, unless a complete one exists. Raises SetupError."""
    if python.exists() and not subprocess.call(
        [str(python), "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"],
        stdin=DEVNULL,
        stderr=DEVNULL,
    ):
        return
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise SetupError(
                f"this Python comes without the module {module}"
                " (on Debian and Ubuntu: sudo apt install python3-venv)."
            )
    if home.exists() and not (home / "pyvenv.cfg").exists() and any(home.iterdir()):
        raise SetupError(f"{home} is there, but is no virtual environment; please move it away.")
    say(f"making a virtual environment in {home}")
    code, lines = run_command([sys.executable, "-m", "venv", "--clear", str(home)])
    if code:
        reason = lines[-1] if lines else f"exit code {code}"
        raise SetupError(f"the virtual environment could not be made: {reason}")


def install_failed(lines: Sequence[str]) -> str:
    """Sentence on the reason of a failed installation."""
    if any(NO_NETWORK.search(line) for line in lines):
        return "there is no network, and the first start must fetch the libraries; try again later."
    errors = [line for line in lines if line.lower().startswith("error")]
    return f"the libraries could not be installed: {(errors or lines or ['no reason given'])[-1]}"


def run_command(
    command: Sequence[str], brief: bool = False, low_priority: bool = False
) -> Finished:
    """Run a command without input, show its lines as they come, return its exit code and them.

    `brief` shows only the important lines of pip; `low_priority` lowers the priority.
    """
    lines: list[str] = []
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=command_environment(),
        stdin=DEVNULL,
        stdout=subprocess.PIPE,
        stderr=STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        preexec_fn=partial(os.nice, LOW_PRIORITY) if low_priority and hasattr(os, "nice") else None,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip())
            if not brief or re.match(r"Collecting|Installing|Successfully|\s*error", line, re.I):
                print(line, end="", flush=True)
    return process.returncode, lines


@contextmanager
def in_background(command: Sequence[str]) -> Iterator[Callable[[], Finished]]:
    """Context manager: run a command without input in the background.

    Yields a function that waits for its end, prints its lines and returns exit code and lines. The
    command is stopped if the block ends earlier.
    """
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output,
        subprocess.Popen(
            command, cwd=ROOT, env=command_environment(), stdin=DEVNULL, stdout=output,
            stderr=STDOUT, start_new_session=True,
            preexec_fn=_interruptible if os.name != "nt" else None,
        ) as process,
    ):  # fmt: skip

        def ended() -> Finished:
            process.wait()
            output.seek(0)
            lines = output.read().splitlines()
            print("\n".join(lines), flush=True)
            return process.returncode, lines

        try:
            yield ended
        finally:
            if process.poll() is None:
                stop(process)


def _interruptible() -> None:
    """Restore SIGINT, which the child of a shell's background job ignores, so that `stop` works."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Interrupt a test run, with all its child processes, as Ctrl-C would."""
    try:
        if os.name == "nt":
            process.terminate()
        else:
            os.killpg(process.pid, signal.SIGINT)
        process.wait(STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()


def command_environment() -> dict[str, str]:
    """Environment of a command whose output is shown."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if sys.stdout.isatty():
        environment.setdefault("FORCE_COLOR", "1")
    return environment


def say(text: str) -> None:
    """Print a message."""
    print(f"castlecards: {text}", flush=True)


def fail(text: str) -> int:
    """Print an error message; return 1."""
    sys.stdout.flush()
    print(f"castlecards: {text}", file=sys.stderr, flush=True)
    return 1
