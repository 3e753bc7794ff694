"""Blunders of computer players in Castle Wars: moves that no good player makes, counted by kind.

    python -m benchmarks blunders [--quick] [--matches N]

Each level that searches plays matches against itself. Counted are an Ace on an open soldier worth
LOW or less that does not win the match, a King on an own soldier worth HIGH or more outside a
fight, and a recruit worth LOW or less on an own hidden soldier worth STRONG or more. Exits 1 if
there is one.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

from benchmarks.belief import play
from benchmarks.rows import Row, print_rows
from benchmarks.strength import GAMES
from castlecards.content import built_in
from castlecards.core.action import Action
from castlecards.core.position import Position
from castlecards.core.table import Table
from castlecards.games.castle_wars.rules import Battle
from castlecards.games.castle_wars.state import ACE, KING
from castlecards.players.levels import LEVELS

LOW = 4  # most that a weak soldier is worth
STRONG = 8  # least that a strong soldier is worth
HIGH = 9  # least worth of a soldier that a King does not cover
MATCHES, FEW_MATCHES = 100, 10  # of each level
SIMULATIONS = 400  # of a level that thinks longer, so that a run ends
ACE_ON_LOW = "Ace on an open soldier worth 4 or less"
KING_ON_HIGH = "King on an own 9 or 10 outside a fight"
WEAK_ON_STRONG = "recruit of 4 or less on a hidden top of 8 or more"
KINDS = (ACE_ON_LOW, KING_ON_HIGH, WEAK_ON_STRONG)


def blunder(pos: Position[Any], action: Action) -> str:
    """Kind of blunder, one of KINDS; empty if the action is none."""
    assert pos.decision is not None
    side, faces = pos.state.ground.sides[pos.decision.seat], pos.faces
    values = pos.state.ground.values
    cards = pos.zones[action.to] if action.to >= 0 else b""
    top = values[faces[cards[-1]]] if cards else 0
    if action.verb == "recruit":
        hidden = bool(cards) and not pos.up >> cards[-1] & 1
        weak = values[faces[action.cards[0]]] <= LOW
        return WEAK_ON_STRONG if hidden and weak and top >= STRONG else ""
    if action.verb != "play":
        return ""
    rank = action.args[0] if action.args else side.ranks[faces[action.cards[0]]]
    if rank == KING and top >= HIGH and not any(isinstance(step, Battle) for step in pos.steps):
        return KING_ON_HIGH
    open_low = rank == ACE and pos.up >> action.onto & 1 and values[faces[action.onto]] <= LOW
    return ACE_ON_LOW if open_low and not _wins(pos, action) else ""


def _wins(pos: Position[Any], action: Action) -> bool:
    """True if the action ends the match."""
    table = Table(pos.copy())
    table.play(action)
    return table.pos.result is not None


def count_blunders(level: str, matches: int) -> tuple[Counter[str], int]:
    """Blunders of a level by kind in matches against itself, and its decisions."""
    game = built_in()[GAMES["wars"]]
    advice = game.advice
    assert advice is not None
    known = next(each for each in LEVELS if each.id == level)
    found, decisions = Counter[str](), 0

    def note(pos: Position[Any], action: Action) -> None:
        nonlocal decisions
        decisions += 1
        found[blunder(pos, action)] += 1

    for seed in range(1, matches + 1):
        play(
            game, (advice, advice), min(known.simulations, SIMULATIONS), seed,
            error=known.error, note=note,
        )  # fmt: skip
    return found, decisions


def rows(matches: int) -> Iterator[Row]:
    """Yield a row for each level that searches and each kind of blunder."""
    for known in LEVELS:
        if not known.simulations:
            continue
        found, decisions = count_blunders(known.id, matches)
        for kind in KINDS:
            what = f"{known.id}: {kind}"
            yield Row(what, f"{found[kind]} in {decisions} decisions", "none", not found[kind])


def main(words: list[str] | None = None) -> int:
    """Run the benchmark. Return 1 if there is a blunder, else 0."""
    parser = argparse.ArgumentParser(description="moves that no good player makes, in Castle Wars")
    parser.add_argument("--quick", action="store_true", help="few matches")
    parser.add_argument("--matches", type=int, help="of each level")
    args = parser.parse_args(words)
    matches = args.matches or (FEW_MATCHES if args.quick else MATCHES)
    return print_rows(rows(matches))
