from __future__ import annotations

import ast
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from tools import check, play, setup_env
from tools.setup_env import SetupError

ROOT = Path(__file__).resolve().parents[2]
PROJECT = '[project]\nname = "x"\ndependencies = ["y"]\n'

Result = tuple[int, list[str]]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    return tmp_path


class Machine:
    """Fake for running commands: it records them and creates the files that they would create."""

    def __init__(self, root: Path) -> None:
        self.python = root / ".venv" / "bin" / "python"
        self.ran: list[str] = []
        self.answers: dict[str, Result] = {}
        self.waited: list[str] = []

    def run_command(
        self, command: Sequence[str], brief: bool = False, low_priority: bool = False
    ) -> Result:
        words = " ".join(command)
        self.ran.append(words)
        if " venv " in words:
            self.python.parent.mkdir(parents=True, exist_ok=True)
            self.python.with_name("python3.11").touch()
            self.python.symlink_to("python3.11")
            (self.python.parents[1] / "pyvenv.cfg").touch()
        found = [answer for part, answer in self.answers.items() if part in words]
        return found[0] if found else (0, [])

    @contextmanager
    def in_background(self, command: Sequence[str]) -> Iterator[Callable[[], Result]]:
        result = self.run_command(command)
        yield lambda: self.waited.append(command[4]) or result  # type: ignore[func-returns-value]


@pytest.fixture
def machine(root: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(root)
    monkeypatch.setattr(setup_env, "run_command", made.run_command)
    monkeypatch.setattr(setup_env, "in_background", made.in_background)
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: 0)  # a whole environment
    monkeypatch.setattr(os, "name", "posix")
    return made


# The environment.


def test_the_first_run_installs_and_the_second_does_nothing(root: Path, machine: Machine) -> None:
    assert setup_env.ready_python(root) == machine.python
    assert [" venv " in words or words.split()[3] for words in machine.ran] == [True, "install"]
    machine.ran.clear()
    assert setup_env.ready_python(root) == machine.python
    assert machine.ran == []


def test_what_checks_need_is_more_than_what_play_needs(root: Path, machine: Machine) -> None:
    setup_env.ready_python(root)
    setup_env.ready_python(root, "dev")
    assert machine.ran[-1].endswith(f"--no-compile --editable {root}[dev]")
    assert not any("--no-compile" in words for words in machine.ran[:-1])  # for a faster start
    (machine.python.parents[1] / "installed-play").unlink()
    machine.ran.clear()
    setup_env.ready_python(root)
    assert machine.ran == []


def test_new_libraries_are_installed_but_new_lint_rules_are_nothing(
    root: Path, machine: Machine
) -> None:
    setup_env.ready_python(root)
    machine.ran.clear()
    (root / "pyproject.toml").write_text(PROJECT + "[tool.ruff]\nline-length = 10\n")
    setup_env.ready_python(root)
    assert machine.ran == []
    (root / "pyproject.toml").write_text(PROJECT.replace('"y"', '"y", "z"'))
    setup_env.ready_python(root)
    assert len(machine.ran) == 1


def test_an_environment_whose_python_is_gone_is_made_again(root: Path, machine: Machine) -> None:
    setup_env.ready_python(root)
    machine.python.unlink()
    machine.ran.clear()
    setup_env.ready_python(root)
    assert " venv " in machine.ran[0]


def test_a_failed_installation_is_tried_again(root: Path, machine: Machine) -> None:
    machine.answers = {" pip ": (1, ["ERROR: nothing fits"])}
    with pytest.raises(SetupError, match="could not be installed: ERROR: nothing fits"):
        setup_env.ready_python(root)
    machine.answers = {}
    assert setup_env.ready_python(root) == machine.python


def test_no_network(root: Path, machine: Machine) -> None:
    warning = "WARNING: Retrying ... NewConnectionError('<...>: Failed to establish a new connect"
    machine.answers = {" pip ": (1, [warning, "ERROR: No matching distribution found"])}
    with pytest.raises(SetupError, match=r"^there is no network, [^.]*\.$"):
        setup_env.ready_python(root)


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv(
    root: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    real = setup_env.importlib.util.find_spec
    monkeypatch.setattr(
        setup_env.importlib.util, "find_spec", lambda name: None if name == module else real(name)
    )
    with pytest.raises(SetupError, match=f"without the module {module} .*python3-venv"):
        setup_env.ready_python(root)
    assert machine.ran == []


def test_a_folder_that_is_no_environment_is_left_alone(root: Path, machine: Machine) -> None:
    (root / ".venv").mkdir()
    (root / ".venv" / "thesis.txt").touch()
    with pytest.raises(SetupError, match="is no virtual environment; please move it away"):
        setup_env.ready_python(root)
    assert machine.ran == []
    assert (root / ".venv" / "thesis.txt").exists()


def test_a_full_disk(root: Path, machine: Machine) -> None:
    machine.answers = {" venv ": (1, ["Error: No space left on device"])}
    with pytest.raises(SetupError, match="could not be made: Error: No space left on device"):
        setup_env.ready_python(root)


# The two commands.


@pytest.mark.parametrize("script", [play, check])
def test_an_old_python_is_told_so_in_one_sentence(
    script: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(script.__file__)  # type: ignore[attr-defined]
    ast.parse(path.read_text(), feature_version=(3, 4))
    monkeypatch.setattr(sys, "version_info", (3, 10, 13, "final", 0))
    assert script.main() == 1  # type: ignore[attr-defined]
    assert capsys.readouterr().err == "Castlecards needs Python 3.11 or newer.\n"


def test_no_display(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(setup_env, "display", lambda *_: False)
    monkeypatch.setattr(setup_env, "ready_python", lambda *_: pytest.fail("it went on"))
    assert setup_env.play([]) == 1
    assert capsys.readouterr().err.startswith("castlecards: there is no display")


@pytest.mark.parametrize(
    ("environment", "system", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"SDL_VIDEODRIVER": "dummy"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
    ],
)
def test_where_a_window_can_open(environment: dict[str, str], system: str, expected: bool) -> None:
    assert setup_env.display(environment, system) is expected


def test_play_hands_its_arguments_and_the_exit_code_on(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(setup_env, "ready_python", lambda _: Path("py"))
    monkeypatch.setattr(subprocess, "call", lambda command: called.append(command) or 7)
    assert setup_env.play(["text", "x y"]) == 7
    assert called == [["py", "-m", "castlecards", "text", "x y"]]


Check = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def checked(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Run `check` with given answers. Return its exit code and the commands it ran."""
    monkeypatch.setattr(setup_env, "ready_python", lambda *_: Path("py"))
    monkeypatch.setattr(setup_env, "compiling", lambda *_: nullcontext(int))
    monkeypatch.setattr(os, "environ", dict(os.environ))
    machine.answers = {"pytest": (0, ["3 passed in 0.1s"])}

    def run(*arguments: str, **answers: Result) -> tuple[int, list[str]]:
        machine.answers = {
            **answers,
            **{k: v for k, v in machine.answers.items() if k not in answers},
        }
        return setup_env.check(arguments), machine.ran

    return run


def test_all_checks_run_in_order(checked: Check, capsys: pytest.CaptureFixture[str]) -> None:
    code, ran = checked()
    assert code == 0
    modules = [words.split()[2] for words in ran]
    assert modules == ["ruff", "ruff", "mypy", "tools.rules_index"] + ["pytest"] * 4
    assert " -m window" in ran[4]
    assert all(" -m not window -n " in words for words in ran[5:])
    assert all("--dist worksteal" in words for words in ran[5:])
    assert capsys.readouterr().out.endswith("castlecards: all is well: 12 passed\n")


def test_only_files_with_a_window_test_are_read_for_them(checked: Check) -> None:
    _, ran = checked()
    files = [word for word in ran[4].split() if word.startswith("tests/")]
    assert "tests/ui/test_killed.py" in files
    assert all(re.search(r"\bmark\.window\b", (ROOT / path).read_text()) for path in files)
    left = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")}
    left -= {*files, "tests/ui/test_packaged.py"}
    assert [p for p in left if re.search(r"mark[.]window", (ROOT / p).read_text())] == []
    assert checked("-k", "some")[1][-2].split()[-2:] == ["-k", "some"]


@pytest.mark.parametrize("arguments", [(), ("--quick",)])
def test_each_test_is_in_one_of_the_groups(checked: Check, arguments: tuple[str, ...]) -> None:
    runs = [words for words in checked(*arguments)[1] if " -n " in words]
    ignored = [set(re.findall("--ignore=(tests/[^ ]+)", words)) for words in runs]
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    for path in found:
        left_out = [path in each or any(path.startswith(f"{p}/") for p in each) for each in ignored]
        assert left_out.count(False) == 1, path


@pytest.mark.parametrize(
    ("failing", "count", "sentence"),
    [
        ("format", 1, "formatting failed, nothing after it was run."),
        ("mypy", 3, "types failed, nothing after it was run."),
        ("tools.rules_index", 4, "rules failed, nothing after it was run."),
    ],
)
def test_the_first_failure_ends_it(
    checked: Check, capsys: pytest.CaptureFixture[str], failing: str, count: int, sentence: str
) -> None:
    code, ran = checked(**{failing: (2, [])})
    assert (code, len(ran)) == (1, count)
    assert capsys.readouterr().err == f"castlecards: {sentence}\n"


@pytest.mark.skipif(os.name == "nt", reason="no shell there")
def test_tests_are_read_beforehand_only_where_none_has_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python, ran, kept = (tmp_path / name for name in ("python", "ran", "tests/__pycache__"))
    python.write_text(f'#!/bin/sh\necho "$@" >> {ran}\n')
    python.chmod(0o755)
    monkeypatch.setattr(setup_env, "ROOT", tmp_path)
    kept.mkdir(parents=True)
    for name in ("", "depth.cpython-311.pyc", "test_cli.cpython-311-pytest-9.pyc"):
        (kept / name).touch()
        with setup_env.compiling(str(python)) as done:
            done()
    assert ran.read_text().splitlines() == ["-m pytest --collect-only"] * 2


def test_after_tests_that_fail_nobody_waits_for_those_of_a_window(
    checked: Check, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(**{"-m not window": (1, ["1 failed, 2 passed in 1.0s"])})[0] == 1
    assert capsys.readouterr().err == "castlecards: tests failed.\n"
    assert machine.waited == []
    assert checked(**{"-m not window": (0, ["2 passed in 1.0s"])})[0] == 0
    assert machine.waited == ["window"]


def test_tests_of_a_window_that_fail_fail(
    checked: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(**{"pytest -m window": (1, ["1 failed, 2 passed in 1.0s"])})[0] == 1
    assert capsys.readouterr().err == "castlecards: window tests failed.\n"


def test_no_window_test_at_all_is_a_failure(checked: Check) -> None:
    assert checked(**{"pytest -m window": (5, ["9 deselected in 1.0s"])})[0] == 1


def test_arguments_may_choose_no_window_test(checked: Check) -> None:
    nothing = (5, ["9 deselected in 1.0s"])
    code, ran = checked("-k", "some", **{"pytest -m window": nothing})
    assert code == 0
    assert ran[-1].endswith("-k some")


def test_arguments_that_choose_nothing_are_a_failure(checked: Check) -> None:
    assert checked("-k", "none", pytest=(5, ["9 deselected in 1.0s"]))[0] == 1


def test_a_run_that_tells_no_numbers_is_a_run(checked: Check) -> None:
    assert checked("-q", pytest=(0, ["..."]))[0] == 0


def test_quick_is_left_to_pytest_and_opens_no_window(
    checked: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    code, ran = checked("--quick")
    assert code == 0
    assert [words.split()[2] for words in ran] == [
        "ruff", "ruff", "mypy", "tools.rules_index", "pytest", "pytest",
    ]  # fmt: skip
    assert all(" pytest --quick " in words for words in ran[-2:])
    assert capsys.readouterr().out.endswith("castlecards: what was run is well: 6 passed\n")
    assert checked("-k", "some", "--quick")[1][-1].endswith(" -k some")


def test_without_quick_nothing_long_is_left_out(checked: Check) -> None:
    _, ran = checked()
    assert not any("long" in words or "--quick" in words for words in ran)


def test_all_runs_of_a_check_share_drawn_cards_which_go_with_it(
    checked: Check, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = []
    run = machine.run_command

    def run_and_record(command: Sequence[str], **more: Any) -> Result:
        if "pytest" in command:
            folders.append(os.environ["CASTLECARDS_TEST_ART"])
            assert Path(folders[-1]).is_dir()
        return run(command, **more)

    monkeypatch.setattr(setup_env, "run_command", run_and_record)
    checked()
    assert len(folders) == 3
    assert len(set(folders)) == 1
    assert not Path(folders[0]).exists()


def test_the_automatic_check_leaves_nothing_out() -> None:
    """Nor may `long` be left out for everybody in the project file."""
    assert "tools/check.py </dev/null" in (ROOT / ".ci" / "run").read_text()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    assert settings["addopts"].split() == ["-q", "--strict-markers", "--strict-config"]


def test_commands_get_no_input_and_show_their_lines(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = setup_env.run_command(
        [sys.executable, "-c", "import sys; print(repr(sys.stdin.read())); sys.exit(3)"]
    )
    assert (code, lines) == (3, ["''"])
    assert capsys.readouterr().out == "''\n"


SHOWN = "import sys; print('one'); print('two', file=sys.stderr, flush=True); sys.exit(3)"


def test_what_runs_beside_shows_its_lines_when_it_is_asked(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with setup_env.in_background([sys.executable, "-u", "-c", SHOWN]) as ended:
        print("meanwhile", flush=True)
        assert ended() == (3, ["one", "two"])
    assert capfd.readouterr().out == "meanwhile\none\ntwo\n"


WAITS = """
import subprocess, sys, time
with open(sys.argv[1], "w") as told:
    child = subprocess.Popen(["sleep", "40"], stdout=told)
    try:
        print("begun", file=told, flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        child.wait()
        print("in order", file=told)
"""


@pytest.mark.skipif(os.name == "nt", reason="no groups of processes there")
@pytest.mark.parametrize("usual", [signal.default_int_handler, signal.SIG_IGN])
def test_what_runs_beside_ends_in_order_with_all_that_it_started(
    tmp_path: Path, usual: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds too if a shell has started everything in the background, where Ctrl-C is ignored."""
    monkeypatch.setattr(setup_env, "STOP_TIMEOUT", 90.0)
    before = signal.signal(signal.SIGINT, usual)
    try:
        ends_in_order(tmp_path / "told")
    finally:
        signal.signal(signal.SIGINT, before)


def ends_in_order(pipe: Path) -> None:
    os.mkfifo(pipe)
    with setup_env.in_background([sys.executable, "-c", WAITS, str(pipe)]):
        told = pipe.open()
        assert told.readline() == "begun\n"
    with told:
        assert told.read() == "in order\n"  # read to the end: no writer is left


@pytest.mark.skipif(not hasattr(os, "nice"), reason="no niceness there")
def test_what_low_priority_is_nicer() -> None:
    nice = [sys.executable, "-c", "import os; print(os.nice(0))"]
    (_, usual), (_, nicer) = (
        setup_env.run_command(nice),
        setup_env.run_command(nice, low_priority=True),
    )
    assert min(19, int(usual[0]) + setup_env.LOW_PRIORITY) == int(nicer[0])


def test_of_pip_only_what_is_worth_waiting_for_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code = "print('Requirement already satisfied'); print('Collecting numpy')"
    assert len(setup_env.run_command([sys.executable, "-c", code], brief=True)[1]) == 2
    assert capsys.readouterr().out == "Collecting numpy\n"


def test_the_script_of_the_automatic_check_is_sound() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True)
