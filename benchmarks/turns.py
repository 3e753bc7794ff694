"""Length of a computer player's turn in Castle Rampage, as a person sees it.

    python -m benchmarks turns [--matches N] [--level LEVEL] [--quick]

Time of the program, without drawing: the animations of a turn, with the sentences that are read,
and the delays of its answers. The set-up, in which both players place their first cards, is not a
turn. Two computer players play the match; a person at the other seat sees it, with the default
settings. Exits 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from statistics import median, quantiles
from typing import Any
from unittest.mock import patch

from benchmarks.rows import Row, at_most, print_rows
from benchmarks.screen import without_screen

MATCHES, FEW_MATCHES = 24, 5
FRAME = 1 / 50  # s
MEASURED_PLAYER = 1  # player whose turns are measured
P95 = 12.0  # s: bar for a turn, with and without the delays


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if a bar is missed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--level", default="knight", help="of both players")
    parser.add_argument("--quick", action="store_true", help=f"{FEW_MATCHES} matches, same bar")
    args = parser.parse_args(words)
    without_screen()
    turns = [
        turn
        for seed in range(1, (FEW_MATCHES if args.quick else args.matches) + 1)
        for turn in turns_of(seed, args.level)
    ]
    print(f"{len(turns)} turns")
    return print_rows(rows(turns))


def rows(turns: list[tuple[float, float]]) -> Iterator[Row]:
    """Yield the rows of the times of turns: of their animations, and with the delays (s)."""
    for what, times in (
        ("animations", [animated for animated, _ in turns]),
        ("with the delays of the answers", [animated + delays for animated, delays in turns]),
    ):
        yield at_most(f"{what}, median", median(times), None, "s")
        yield at_most(f"{what}, p95", quantiles(times, n=20)[-1], P95, "s")


def turns_of(seed: int, level: str) -> list[tuple[float, float]]:
    """Time of each turn of one player in a match, s: its animations, and the delays before them."""
    from castlecards.content import characters, games
    from castlecards.core.session import HUMAN, Session
    from castlecards.playout import play_match
    from castlecards.settings import Settings
    from castlecards.ui.scene import Reset
    from castlecards.ui.shell.app import App
    from castlecards.ui.table.flow.computer_players import ComputerPlayers
    from castlecards.ui.table.scene import TableScene

    game = games()["castle_rampage"]
    played: Session[Any] = Session(game, game.options(), 2, seed, (level, level))
    play_match(played, characters())
    seen: Session[Any] = Session(game, game.options(), 2, seed, (HUMAN, level))
    spent: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])  # by number of the turn
    whose: dict[int, int] = {}
    with patch.object(ComputerPlayers, "ask"), patch.object(ComputerPlayers, "ponder"):
        app = App(Settings(music=0), (1280, 800))
        scene = TableScene(app, seen)
        app.follow(Reset(scene))
        scene.finish()
        for record in played.log:
            turn, decision = game.turn(seen.position), seen.decision
            in_turn = bool(game.phases(seen.position))
            player = seen.owner(record.seat) if record.seat >= 0 and in_turn else -1
            if player >= 0:
                whose.setdefault(turn, player)
            if player == MEASURED_PLAYER and decision is not None:
                spent[turn][1] += scene.computer_players._delay_of(decision)
            scene.submit(record.seat, record.action)
            while scene.playback_control.update(FRAME):
                spent[turn][0] += FRAME * in_turn
        app.close()
    return [
        (shown, delays)
        for turn, (shown, delays) in spent.items()
        if whose.get(turn) == MEASURED_PLAYER
    ]
