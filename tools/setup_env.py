"""A virtual environment of the project's own, and what the two commands do in it.

Only the standard library is needed to come this far. A stamp in `.venv` tells what was installed
from which project file, so that a second run goes straight on and needs no network.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from subprocess import DEVNULL

ROOT = Path(__file__).resolve().parents[1]
NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|Failed to establish a new connection"
    r"|Temporary failure in name resolution|getaddrinfo failed|Network is unreachable"
    r"|ConnectTimeout|ProxyError|Connection refused|Max retries exceeded",
    re.IGNORECASE,
)
NOTHING_COLLECTED = 5  # pytest's exit code
QUICK = "--quick"  # leaves out tests marked `long`, and those of a real window


class SetupError(Exception):
    """The environment cannot be made ready; the text is one sentence."""


def play(arguments: Sequence[str]) -> int:
    """Starts the program in the environment and returns its exit code."""
    if not arguments and not display(os.environ, sys.platform):
        return fail("there is no display to open a window on; `text GAME` plays in a terminal.")
    try:
        python = ready(ROOT)
    except SetupError as error:
        return fail(str(error))
    say("starting")
    try:
        return subprocess.call([str(python), "-m", "castlecards", *arguments])
    except KeyboardInterrupt:
        return 130


def check(arguments: Sequence[str]) -> int:
    """Every check in turn; stops at the first that fails. 0 if all is well, else 1.

    QUICK among the arguments chooses; all others go on to pytest.
    """
    try:
        python = str(ready(ROOT, "dev"))
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
                if tell([python, "-m", *module])[0]:
                    return fail(f"{name} failed, nothing after it was run.")
            compiled()
        return tests(python, rest, quick=QUICK in arguments)
    except KeyboardInterrupt:
        return fail("stopped.")


@contextmanager
def compiling(python: str) -> Iterator[Callable[[], int]]:
    """Meanwhile a core that is free reads all tests, so that what Python makes of them lies on the
    disk before several processes need it. What it gives waits for that."""
    command = [python, "-m", "pytest", "--collect-only"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
    ) as process:
        try:
            yield process.wait
        finally:
            process.kill()


def tests(python: str, arguments: Sequence[str], quick: bool) -> int:
    """Tests on several cores; those that watch a real window apart."""
    workers = max(2, min(8, os.cpu_count() or 2))
    every = {
        "tests": ["-m", "not window", "-n", str(workers), "--dist", "worksteal"],
        "window tests": ["-m", "window", "-n", str(min(3, workers + 1)), "--dist", "worksteal"],
    }
    quickly = ["-m", "not window and not long", "-n", str(workers), "--dist", "worksteal"]
    short = {"quick tests": quickly}
    runs = short if quick else every
    sums: Counter[str] = Counter()
    codes = set()
    for name, options in runs.items():
        say(name)
        code, lines = tell([python, "-m", "pytest", *options, *arguments])
        if code and not (arguments and code == NOTHING_COLLECTED):
            return fail(f"{name} failed.")
        codes.add(code)
        sums += outcomes(lines)
    if codes == {NOTHING_COLLECTED}:
        return fail("no test was found.")
    told = ", ".join(f"{n} {what}" for what, n in sums.items())
    well = "what was run is well" if quick else "all is well"
    say(f"{well}: {told or 'all tests passed'}")
    return 0


def outcomes(lines: Sequence[str]) -> Counter[str]:
    """From pytest's last line, `3 passed, 1 skipped in 2.10s`."""
    last = next((line for line in reversed(lines) if re.search(r" in [0-9.]+s", line)), "")
    words = re.findall(r"([0-9]+) (passed|skipped|xfailed)", last)
    return Counter({what: int(n) for n, what in words})


def display(environment: Mapping[str, str], system: str) -> bool:
    """Whether a window can be expected to open."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return not system.startswith("linux") or any(environment.get(name) for name in names)


def ready(root: Path, extra: str = "") -> Path:
    """The Python of `.venv`, with the project and its libraries in it; raises SetupError."""
    home = root / ".venv"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = fingerprint(root, python)
    if python.exists() and any(
        stamp.exists() and stamp.read_text(encoding="utf-8") == wanted
        for stamp in {home / f"installed-{name or 'play'}" for name in (extra, "dev")}
    ):
        return python
    make(home, python)
    say("installing the libraries, this needs a network and a minute or two")
    target = f"{root}[{extra}]" if extra else str(root)
    command = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--retries=2"]
    if extra:  # of the large libraries of the tests little is ever loaded, and compiled then
        command.append("--no-compile")
    code, lines = tell([str(python), *command, "--editable", target], brief=True)
    if code:
        raise SetupError(install_failed(lines))
    stamp = home / f"installed-{extra or 'play'}"
    stamp.write_text(fingerprint(root, python), encoding="utf-8")
    return python


def fingerprint(root: Path, python: Path) -> str:
    """Changes when another installation is needed: libraries, Python, place of the project."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [project.get(table) for table in ("project", "build-system")]
    text = json.dumps([*parts, python.resolve().name, str(root)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def make(home: Path, python: Path) -> None:
    """A virtual environment at `home`, unless a whole one is there; raises SetupError."""
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
    code, lines = tell([sys.executable, "-m", "venv", "--clear", str(home)])
    if code:
        reason = lines[-1] if lines else f"exit code {code}"
        raise SetupError(f"the virtual environment could not be made: {reason}")


def install_failed(lines: Sequence[str]) -> str:
    if any(NO_NETWORK.search(line) for line in lines):
        return "there is no network, and the first start must fetch the libraries; try again later."
    errors = [line for line in lines if line.lower().startswith("error")]
    return f"the libraries could not be installed: {(errors or lines or ['no reason given'])[-1]}"


def tell(command: Sequence[str], brief: bool = False) -> tuple[int, list[str]]:
    """Run a command without input, show its lines as they come, return its exit code and them.

    `brief` shows only what is worth waiting for of pip's many lines.
    """
    lines: list[str] = []
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if sys.stdout.isatty():
        environment.setdefault("FORCE_COLOR", "1")
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip())
            if not brief or re.match(r"Collecting|Installing|Successfully|\s*error", line, re.I):
                print(line, end="", flush=True)
    return process.returncode, lines


def say(text: str) -> None:
    print(f"castlecards: {text}", flush=True)


def fail(text: str) -> int:
    sys.stdout.flush()
    print(f"castlecards: {text}", file=sys.stderr, flush=True)
    return 1
