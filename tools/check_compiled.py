"""Check of the compiled build: builds its wheel and compares its results with plain Python.

    python tools/check_compiled.py [arguments for pytest]

The wheel is installed in a fresh environment in a temporary folder. Throws, random matches and
choices of computer players must equal those of the sources bit for bit. Then the tests of core,
games, players and toss run on it, except the few that read the sources or replace parts of compiled
modules. Takes some minutes; needs a C compiler and a network.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
TESTED = ("core", "games", "players", "toss")
COPIED = (
    "tests",
    "tools",
    "benchmarks",
    "assets",
    "levels",
    "docs",
    "pyproject.toml",
    "README.md",
)
THROWS = 180
MATCHES = 20  # of each game
SIMULATIONS = 100  # of a decision
NESTED = 500  # levels of nesting; CPython frees values nested deeper than about 50 differently
# Tests that look for dataclasses or texts in the sources or replace parts of compiled modules.
UNCOMPILED_TESTS = (
    "tests/test_texts.py::test_no_text_of_the_program_counts_by_hand",
    "tests/core/test_log_lines.py::test_a_shuffle_that_is_not_heeded_would_name_another_card",
    "tests/core/test_proof.py",
    "tests/core/test_values.py",
    "tests/games/test_story.py::test_a_named_card_that_is_hidden_is_found",
    "tests/games/test_texts.py::test_every_text_is_listed",
    "tests/games/test_two_worlds.py::test_a_line_that_names_cards_to_a_seat_that_does_not_know_them_is_found",
)
LIBRARIES = ("pytest", "hypothesis", "scipy", "joblib", "pytest-xdist", "matplotlib")


def main(words: Sequence[str]) -> int:
    """Run the check. Return 0 if all results agree."""
    if list(words) == ["--throws"]:
        print(throws(), matches(), choices())
        return 0
    if list(words) == ["--nested"]:
        nested()
        return 0
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="castlecards-compiled-") as work:
        tree = Path(work, "tree")
        python = Path(work, "venv", "bin", "python")
        run(sys.executable, "-m", "venv", str(Path(work, "venv")))
        pip = [str(python), "-m", "pip", "-qq", "--disable-pip-version-check"]
        wheel = [*pip, "wheel", "--no-deps", "--wheel-dir", work, str(ROOT)]
        run(*wheel, env={**os.environ, "CASTLECARDS_COMPILE": "1"})
        (wheel_file,) = Path(work).glob("castlecards-*.whl")
        size, seconds = wheel_file.stat().st_size / 1e6, time.monotonic() - begun
        print(f"{wheel_file.name}: {size:.1f} MB, {seconds:.0f} s", flush=True)
        run(*pip, "install", str(wheel_file), *LIBRARIES)
        for name in COPIED:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, _made(tree) / name)
        version = run(str(python), "-m", "castlecards", "--version", cwd=tree)
        print(version.strip(), flush=True)
        if "compiled" not in version:
            return fail("what was installed is not compiled")
        home = {"CASTLECARDS_HOME": str(Path(work, "home"))}  # without decks of the user's own
        sources = {**environment_without_path(), **home, "PYTHONPATH": str(ROOT)}
        plain = run(str(python), __file__, "--throws", env=sources)
        digests = [str(python), "tools/check_compiled.py", "--throws"]
        compiled = run(*digests, cwd=tree, env={**environment_without_path(), **home})
        if plain != compiled:
            return fail("compiled throws, matches or choices come to something else")
        what = f"{THROWS} throws, {MATCHES} matches of each game, choices of computer players"
        print(f"{what}: the same bits", flush=True)
        strict = {**environment_without_path(), "PYTHONMALLOC": "debug"}
        run(str(python), "tools/check_compiled.py", "--nested", cwd=tree, env=strict)
        print(f"values {NESTED} levels deep are freed and leave the memory whole", flush=True)
        folders = [f"tests/{name}" for name in TESTED]
        marked = ["-m", "not window and not long", "-n", "2"]
        without = [f"--deselect={name}" for name in UNCOMPILED_TESTS]
        command = [str(python), "-m", "pytest", *marked, *without, *folders, *words]
        code = subprocess.run(command, cwd=tree, env=environment_without_path()).returncode
    print(f"{time.monotonic() - begun:.0f} s")
    return code


def throws() -> str:
    """Digest of films and landings by every method on every surface."""
    from castlecards.core.landing import Throw
    from castlecards.one_toss import standard
    from castlecards.toss.hand_error import with_hand_error
    from castlecards.toss.stock import MATERIAL_OF
    from castlecards.toss.styles import STYLES, release
    from castlecards.toss.world import TossWorld

    position, limits = standard()
    rng, digest = Random(5), hashlib.sha256()
    worlds = [TossWorld.of(position, material) for material in MATERIAL_OF.values()]
    for number in range(THROWS):
        wanted = release(STYLES[number % len(STYLES)], rng.uniform(0.7, 2.5))
        thrown, wobble = with_hand_error(wanted, 1.0, rng)
        card = limits.cards[number % len(limits.cards)]
        throw = Throw(card, limits.start, thrown, limits.field)
        toss = worlds[number % len(worlds)].toss(throw, wobble)
        digest.update(repr((toss.frames, toss.cues, toss.landing)).encode())
    return digest.hexdigest()


def matches() -> str:
    """Digest of the ends of random matches of every game, and of all events of one."""
    from castlecards.content import built_in
    from castlecards.core.events import Recorder
    from castlecards.core.table import Table
    from castlecards.playout import Robot, opening, play

    digest = hashlib.sha256()
    for game in built_in().values():
        for seed in range(MATCHES):
            kind = Table if seed else Recorder
            table = kind(opening(game, game.options(), game.players[-1], seed))
            count = play(table, Robot(seed))
            pos = table.pos
            end = (pos.faces, pos.zones, pos.up, pos.known, pos.marks, pos.poses, pos.result)
            digest.update(repr((game.id, count, end)).encode())
            digest.update(repr(getattr(table, "events", ())).encode())
    return digest.hexdigest()


def choices() -> str:
    """Digest of a computer player's choices in some decisions of every game."""
    from benchmarks.strength import timed_positions
    from castlecards.content import built_in
    from castlecards.core.view import view
    from castlecards.players.player import Think, choose

    digest = hashlib.sha256()
    for game in built_in().values():
        for seed, pos in enumerate(timed_positions(game) if game.advice is not None else ()):
            assert game.advice is not None
            assert pos.decision is not None
            known = view(pos, pos.decision.seat)
            choice = choose(game.advice, known, (), Think(SIMULATIONS, seed=seed))
            digest.update(repr((game.id, choice)).encode())
    return digest.hexdigest()


def nested() -> None:
    """Create and free deeply nested values of every game. With PYTHONMALLOC=debug, Python finds a
    write outside their memory and ends the program."""
    from castlecards.content import built_in
    from castlecards.core.action import Action
    from castlecards.playout import opening

    for game in built_in().values():
        pos = opening(game, game.options(), game.players[-1], 0)
        within: list[object] = []
        for number in range(NESTED):
            within = [within, Action("move", (number,)), pos.state.with_()]
        del within


def run(*words: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """Run a command and return its output. Raises CalledProcessError."""
    env = environment_without_path() if env is None else env
    done = subprocess.run(words, cwd=cwd, env=env, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def environment_without_path() -> dict[str, str]:
    """Environment variables without PYTHONPATH, so that the sources are not found."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


def fail(why: str) -> int:
    """Print a message; return 1."""
    print(f"check_compiled: {why}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
