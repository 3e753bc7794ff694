"""Report of arena results: text, CSV, JSON, or a heat map."""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from castlecards.arena import DealResult, Matchup, PlayerResult, first_place, grid, run
from castlecards.arena import standings as standings_of
from castlecards.texts import counted, tr


def standings(
    matchup: Matchup, deals: Iterable[DealResult], args: argparse.Namespace, out: TextIO
) -> int:
    """Print the result of each player. Return the exit code."""
    played = list(deals)
    results = standings_of(matchup, played)
    games = len(played) * len(matchup.players)
    if args.json:
        rows = [asdict(result) for result in results]
        print(json.dumps({**matchup.key(), "games": games, "standings": rows}), file=out)
        return 0
    if args.csv:
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(("player", "games", "share", "low", "high", "elo"))
        for result in results:
            figures = (f"{number:.4f}" for number in (result.share, result.low, result.high))
            lines.writerow((result.player, games, *figures, _elo(result)))
        return 0
    decisions = sum(deal.decisions for deal in played) / games
    head = tr(
        "{game}: {games} of {deals}, {decisions:.0f} decisions a game",
        game=matchup.game.title, games=counted(games, "game"), deals=counted(len(played), "deal"),
        decisions=decisions,
    )  # fmt: skip
    print(head, file=out)
    for result in results:
        elo = _elo(result)
        text = tr(
            "{player:>14}  {share:5.1f} % ({low:.1f} to {high:.1f})", player=result.player,
            share=100 * result.share, low=100 * result.low, high=100 * result.high,
        )  # fmt: skip
        print(tr("{line}   Elo {elo}", line=text, elo=elo) if elo else text, file=out)
    return 0


def _elo(standing: PlayerResult) -> str:
    return "" if standing.elo is None else f"{standing.elo:+.0f}"


def table(matchup: Matchup, first: str, second: str, args: argparse.Namespace, out: TextIO) -> int:
    """Print the first place's share for each pair of option values. Return the exit code.

    With `args.png`, also write a heat map.
    """
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow((first, second, "games", "first_place", "decisions"))
    shares: dict[tuple[Any, Any], float] = {}
    for one, other, each in grid(matchup, first, second):
        record = _beside(args.record, f"{one}-{other}") if args.record else None
        deals = list(run(each, args.games, args.seed, args.jobs, args.dask, record))
        games = len(deals) * len(matchup.players)
        shares[one, other] = first_place(deals)
        decisions = sum(deal.decisions for deal in deals) / games
        lines.writerow((one, other, games, f"{shares[one, other]:.4f}", f"{decisions:.0f}"))
        out.flush()
    if args.png:
        heat_map(shares, first, second, args.png)
    return 0


def _beside(path: Path, word: str) -> Path:
    return path.with_name(f"{path.stem}-{word}{path.suffix}")


def heat_map(shares: dict[tuple[Any, Any], float], first: str, second: str, path: Path) -> None:
    """Write a heat map; its rows are the first option. Raises ValueError without matplotlib."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        message = tr('a picture needs matplotlib: type pip install "castlecards[report]"')
        raise ValueError(message) from error
    rows = list(dict.fromkeys(one for one, _ in shares))
    columns = list(dict.fromkeys(other for _, other in shares))
    size = 2.2 + 0.45 * len(columns), 1.6 + 0.38 * len(rows)
    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    values = [[100 * shares[one, other] for other in columns] for one in rows]
    image = axes.imshow(values, cmap="RdBu", vmin=0, vmax=100)
    axes.set_xticks(range(len(columns)), [str(each) for each in columns], rotation=60, ha="right")
    axes.set_yticks(range(len(rows)), [str(each) for each in rows])
    axes.set_xlabel(second)
    axes.set_ylabel(first)
    for y, row in enumerate(values):
        for x, share in enumerate(row):
            dark = share < 20 or share > 80
            axes.text(x, y, f"{share:.0f}", ha="center", va="center", fontsize=7,
                      color="white" if dark else "black")  # fmt: skip
    figure.colorbar(image, ax=axes, label=tr("won by the first place, %"))
    figure.savefig(path, dpi=120)
