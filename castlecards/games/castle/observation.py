"""Observation columns of Castle's state for learning programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from castlecards.core.observation import ObservationField, scalar
from castlecards.core.position import Position
from castlecards.games.castle.state import KIND, PLOTS, SIZE, WALL


def _plots(pos: Position[Any]) -> Sequence[int]:
    row: list[int] = []
    for plots in pos.state.plots:
        for plot in plots:
            row += (plot & KIND, int(plot & WALL > 0), plot >> SIZE)
        row += [0] * (3 * (PLOTS - len(plots)))
    return row


FIELDS = (
    scalar("first", "seat of player 1"),
    scalar("red", "seat that plays red"),
    scalar("turn", "turns taken"),
    ObservationField(
        "plots",
        2 * PLOTS * 3,
        f"by seat and plot, {PLOTS} each: kind (0 empty, 1 hovel, 2 barracks, 3 castle, 4 queens, "
        "5 kings), wall, cards beside the wall",
        _plots,
    ),
    scalar("passed", "the last turn was passed"),
)
