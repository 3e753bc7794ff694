"""Waiting times of a person in matches of Card Barrage against each character.

    python -m benchmarks rhythm [--matches N] [--quick]

Time of the program, in frames of 1/60 s that are neither drawn nor waited for, with the default
settings. The person takes 3 s for a throw and 1 s for any other decision, and throws with a
practised hand. A wait lasts from the release of a throw to the next decision of the person; it is
measured without any key, and with Space pressed again and again. The characters play by rules of
thumb, because the time that they take does not depend on their search. Exits 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from statistics import median, quantiles
from typing import Any, NamedTuple

from benchmarks.rows import Row, print_rows
from benchmarks.screen import without_screen
from castlecards.content import characters
from castlecards.core.landing import PRACTISED, Limits
from castlecards.core.rng import noise
from castlecards.core.session import HUMAN, Session
from castlecards.players.player import Question, Think, answer_to

GAME = "card_barrage"
PERSON = 0  # seat
MATCHES = 3  # against each character
CORES = 2
FRAME = 1 / 60  # s
THROW_THOUGHT = 3.0  # s from the question to the release of a throw
OTHER_THOUGHT = 1.0  # s from the question to any other answer
KEY_PERIOD = 0.2  # s between two presses of Space
LONGEST = 3600.0  # s of a match, after which it counts as stuck
MEDIAN, P90 = 5.0, 7.0  # s: bars for a wait without a key
KEY_MEDIAN = 3.0  # s: bar for a wait with Space
OWN = 45.0  # %: bar for the person's own share of a match
KINDS = {
    "own": "decisions of the person",
    "flight": "cards in flight",
    "hold": "pauses to read a verdict or caption",
    "thought": "decisions of the character",
    "motion": "cards that move, and all else",
}


class Match(NamedTuple):
    """Times of one match, s: each wait after a throw, and all time by kind (see `KINDS`)."""

    waits: tuple[float, ...]
    spent: dict[str, float]


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--matches", type=int, default=MATCHES, help="against each character")
    parser.add_argument("--quick", action="store_true", help="one match against each, same bars")
    args = parser.parse_args(words)
    count = 1 if args.quick else args.matches
    if count < 1:
        parser.error("at least one match is needed")
    ids = list(characters())
    jobs = [(id, n, key) for key in (False, True) for id in ids for n in range(1, count + 1)]
    with multiprocessing.get_context("spawn").Pool(CORES) as pool:
        played = pool.starmap(play, jobs, chunksize=1)
    plain, keyed = played[: len(jobs) // 2], played[len(jobs) // 2 :]
    for n, id in enumerate(ids):
        some = plain[n * count : (n + 1) * count]
        print(f"{id:10}{summary(some)}   with Space {summary(keyed[n * count : (n + 1) * count])}")
    return print_rows(rows(plain, keyed))


def summary(matches: list[Match]) -> str:
    """Number of waits with their median and p90, and the own share."""
    waits = [wait for match in matches for wait in match.waits]
    return (
        f"{len(waits):3} waits {median(waits):5.1f} {p90(waits):5.1f} s, own {own(matches):3.0f} %"
    )


def rows(plain: list[Match], keyed: list[Match]) -> Iterator[Row]:
    """Rows with bars, and the time of the matches without a key by kind."""
    waits = [wait for match in plain for wait in match.waits]
    hurried = [wait for match in keyed for wait in match.waits]
    for what, figure, bar in (
        ("release to the next decision, median", median(waits), MEDIAN),
        ("release to the next decision, p90", p90(waits), P90),
        ("the same with Space, median", median(hurried), KEY_MEDIAN),
    ):
        yield Row(what, f"{figure:.1f} s", f"<= {bar:g} s", figure <= bar)
    share = own(plain)
    yield Row("own share of a match", f"{share:.0f} %", f">= {OWN:g} %", share >= OWN)
    spent: Counter[str] = Counter()
    for match in plain:
        spent.update(match.spent)
    for kind, seconds in spent.most_common():
        yield Row(f"  {KINDS[kind]}", f"{seconds / len(plain):.0f} s a match", "", True)


def p90(waits: list[float]) -> float:
    return quantiles(waits, n=10)[-1] if len(waits) > 1 else waits[0]


def own(matches: list[Match]) -> float:
    """Share of the time in which the person decides, %."""
    every = sum(sum(match.spent.values()) for match in matches)
    return 100 * sum(match.spent["own"] for match in matches) / every


def play(character: str, seed: int, with_key: bool) -> Match:
    """Play a match against a character; `with_key`: press Space while the person waits."""
    without_screen()
    from castlecards.players.worker import Supervisor
    from castlecards.settings import Settings
    from castlecards.ui.kit.intents import Act, Command
    from castlecards.ui.routes import Table
    from castlecards.ui.scene import Reset
    from castlecards.ui.shell.app import App
    from castlecards.ui.table.commands import Submit

    app = App(Settings())
    app._draw = lambda: None  # type: ignore[method-assign]
    for worker in ("thinker", "second_thinker"):  # a process of the pool may start no other
        app.__dict__[worker] = Supervisor(_no_process)
    rules, cast = app.games[GAME], app.characters
    session: Session[Any] = Session(
        rules, rules.options(), 2, seed, (HUMAN, cast[character].strength.id),
        ("You", cast[character].name), characters=("", character),
    )  # fmt: skip
    app.follow(Reset(Table(session)))
    scene: Any = app.scene
    spent = dict.fromkeys(KINDS, 0.0)
    waits: list[float] = []
    thought = wait = since_key = 0.0
    waiting = False
    while not session.over and sum(spent.values()) < LONGEST:
        kind = _kind(scene)
        if kind == "own":
            if waiting:
                waits.append(wait)
            waiting = False
            decision = session.decision
            assert decision is not None
            thought += FRAME
            throws = isinstance(decision.aim, Limits)
            if thought >= (THROW_THOUGHT if throws else OTHER_THOUGHT):
                action = _answer(scene, seed)
                scene.execute([Submit(decision.seat, action, just_thrown=action.verb == "toss")])
                waiting, wait, thought, since_key = action.verb == "toss", 0.0, 0.0, 0.0
        keys = []
        if app.scene is not scene:  # a pile is spread out for the decision of the person
            keys = [Command(Act.CANCEL), Command(Act.CANCEL, down=False)]
        elif with_key and kind != "own":
            since_key += FRAME
            if since_key >= KEY_PERIOD:
                since_key, keys = 0.0, [Command(Act.THROW), Command(Act.THROW, down=False)]
        app.feed(keys, FRAME)
        spent[kind] += FRAME
        wait += FRAME
    app.close()
    if not session.over:
        raise SystemExit(f"{character}, deal {seed}: nobody is asked any more")
    return Match(tuple(waits), spent)


def _no_process() -> Any:
    raise OSError("rules of thumb answer at once")


def _kind(scene: Any) -> str:
    """Kind of the present moment; see `KINDS`."""
    playback = scene.playback
    if scene.selection is not None:
        return "own"
    if playback.flying:
        return "flight"
    if playback.animation.running:
        return "motion"
    if playback.pause > 0:
        return "hold"
    return "thought" if scene.computer_players.moving else "motion"


def _answer(scene: Any, seed: int) -> Any:
    """Answer of the person: by rules of thumb, and thrown with a practised hand."""
    from castlecards.bots.aim import throw_with_hand_error

    session = scene.session
    events = scene.computer_players.seating.events_seen(PERSON)
    think = Think(seed=noise(seed, session.at, 1)[0])
    advice = session.game.advice.for_thrower(PRACTISED)
    question = Question(advice, session.view(PERSON), events, think, PRACTISED)
    return throw_with_hand_error(question, answer_to(question).action)
