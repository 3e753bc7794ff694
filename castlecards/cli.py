"""Command line: runs the command that the arguments name, through the module that does it.

Errors are one line on standard error; bad arguments exit with code 2.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict
from importlib.machinery import EXTENSION_SUFFIXES
from typing import TYPE_CHECKING, Any, TextIO

from castlecards import __version__, files
from castlecards.arguments import command_parser
from castlecards.data import printable_lines
from castlecards.texts import counted, spanned, tr

if TYPE_CHECKING:
    from castlecards.core.game import Game
    from castlecards.core.session import Session
    from castlecards.players.characters import Character


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Return its exit code: 0 done, 1 failed, 2 bad arguments or files."""
    args = command_parser(_window, _RUNS).parse_args(argv)
    _forgiving_streams()
    out, err = (stream and _EscapedStream(stream) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(err):
        return _run(args)


def _run(args: argparse.Namespace) -> int:
    try:
        if args.version:
            return _version()
        files.check_data_folder()
        return int(args.run(args))
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:  # no such file, a full disk
        where = f"{error.filename}: " if error.filename else ""
        print(f"castlecards: {where}{error.strerror or error}", file=sys.stderr)
        return 2
    except ValueError as error:  # a DataError, options that do not fit
        print(f"castlecards: {error}", file=sys.stderr)
        return 2
    finally:
        if not getattr(sys.stderr, "closed", True):
            for notice in files.removed_links():
                print(f"castlecards: {notice}", file=sys.stderr)


def _version() -> int:
    from castlecards.toss import flight

    compiled = flight.__file__.endswith(tuple(EXTENSION_SUFFIXES))
    build = tr("compiled") if compiled else tr("plain Python")
    print(tr("castlecards {version}, {build}", version=__version__, build=build))
    return 0


class _EscapedStream:
    """Output stream that escapes control characters, which a terminal would obey.

    Standard output and errors of every command use it, because files are untrusted. `raw`: the
    wrapped stream, which answers all other calls.
    """

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        return self.raw.write(printable_lines(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


def _forgiving_streams() -> None:
    """Replace characters that a terminal cannot encode or decode, instead of failing."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _chosen_game(args: argparse.Namespace) -> tuple[Game[Any], int]:
    """Game of the command line and number of players. Raises ValueError with a message."""
    from castlecards.content import games

    game = games().get(args.game)
    if game is None:
        raise ValueError(_choice_error(tr("unknown game"), args.game, games()))
    players = args.players or (2 if 2 in game.players else min(game.players))
    if players not in game.players:
        raise ValueError(
            tr(
                "{game} is for {players}, not {number}; type --players N",
                game=game.title, players=spanned(game.players, "player"), number=players,
            )
        )  # fmt: skip
    return game, players


def _choice_error(problem: str, word: str, choices: Iterable[str]) -> str:
    """Message for a word that is none of the choices."""
    return tr(
        "{problem} {word!r}; choose from {choices}",
        problem=problem, word=word, choices=", ".join(choices),
    )  # fmt: skip


def _window(args: argparse.Namespace) -> int:
    from castlecards.ui.shell.app import run

    return run(args)


def _text(args: argparse.Namespace) -> int:
    from castlecards import option_args, text_client
    from castlecards.core.session import ALWAYS, HUMAN, STOPS, USUAL, Session

    game, players = _chosen_game(args)
    stops = (args.stops or USUAL).split(",")
    if wrong := [stop for stop in stops if stop not in STOPS]:
        raise ValueError(_choice_error(tr("unknown stop"), wrong[0], STOPS))
    stops = (stops + stops[-1:] * players)[:players]
    kinds, names, characters = _seated_players(args.kinds, players)
    asked = [ALWAYS if kind != HUMAN else stop for kind, stop in zip(kinds, stops, strict=True)]
    options = option_args.read(game, args.option)
    session = Session(
        game, options, players, args.seed, kinds, names, stops=asked, characters=characters
    )
    nothing = io.StringIO()  # in place of closed standard streams
    return text_client.play(session, sys.stdin or nothing, sys.stdout or nothing)


def _seated_players(words: str, players: int) -> tuple[list[str], list[str], list[str]]:
    """Kinds, names and characters of the players. Raises ValueError that lists what there is."""
    from castlecards.content import characters
    from castlecards.core.session import KINDS, NAMES, unique_names

    cast = characters()
    given = words.split(",")
    if wrong := [word for word in given if word not in KINDS and word not in cast]:
        raise ValueError(_choice_error(tr("unknown player"), wrong[0], (*KINDS, *cast)))
    given = (given + given[-1:] * players)[:players]
    kinds = [word if word in KINDS else cast[word].level for word in given]
    ids = [word if word in cast else "" for word in given]
    names = unique_names(cast[id].name if id else NAMES[n] for n, id in enumerate(ids))
    return kinds, [*names], ids


def _playout(args: argparse.Namespace) -> int:
    from castlecards import option_args
    from castlecards.playout import matches, playouts

    game, players = _chosen_game(args)
    options = option_args.read(game, args.option)
    if args.kinds:
        statistics = matches(_dealer(args, game, options, players), _cast(), args.games, args.seed)
    else:
        statistics = playouts(game, options, players, args.games, args.seed)
    if args.json:
        print(json.dumps({**asdict(statistics), "rate": round(statistics.rate)}))
        return 0
    who = counted(players, "player")
    games = (
        counted(statistics.games, "game")
        if args.kinds
        else counted(statistics.games, "random game")
    )
    print(tr("{game}, {players}: {games}", game=game.title, players=who, games=games))
    decisions = counted(statistics.decisions, "decision")
    print(
        tr(
            "{decisions} in {seconds:.2f} s of CPU time: {rate:,.0f}/s",
            decisions=decisions, seconds=statistics.seconds, rate=statistics.rate,
        )
    )  # fmt: skip
    mean = statistics.decisions / statistics.games
    print(
        tr(
            "{shortest} to {longest} decisions a game (mean {mean:.1f})",
            shortest=statistics.shortest, longest=statistics.longest, mean=mean,
        )
    )  # fmt: skip
    for result, count in statistics.results.items():
        print(f"{result}: {count}")
    return 0


def _dealer(
    args: argparse.Namespace, game: Game[Any], options: Any, players: int
) -> Callable[[int], Session[Any]]:
    """Function that deals the match of a seed with the players of `--kinds`."""
    from castlecards.core.session import Session

    kinds, names, ids = _seated_players(args.kinds, players)
    return lambda seed: Session(game, options, players, seed, kinds, names, characters=ids)


def _cast() -> dict[str, Character]:
    from castlecards.content import characters

    return characters()


def _play_arena(args: argparse.Namespace) -> int:
    from castlecards import arena, arena_report, option_args
    from castlecards.players.levels import level

    names = tuple(args.players.split(","))
    for name in names:
        level(name)
    args.players = len(names)
    game, _ = _chosen_game(args)
    matchup = arena.Matchup(game, option_args.read(game, args.option), names, args.physics)
    if args.grid:
        first, _, second = args.grid.partition(",")
        return arena_report.table(matchup, first, second, args, sys.stdout)
    deals = arena.run(matchup, args.games, args.seed, args.jobs, args.dask, args.record)
    return arena_report.standings(matchup, deals, args, sys.stdout)


def _perft(args: argparse.Namespace) -> int:
    from castlecards import option_args
    from castlecards.playout import opening, perft

    game, players = _chosen_game(args)
    pos = opening(game, option_args.read(game, args.option), players, args.seed)
    for depth in range(1, args.depth + 1):
        print(f"{depth} {perft(pos, depth)}", flush=True)
    return 0


def _one_toss(args: argparse.Namespace) -> int:
    from castlecards import one_toss

    result = one_toss.throw(args.method, args.speed, args.loft, args.heading, args.spin)
    print(json.dumps(result.plain()) if args.json else result.words())
    return 0


def _replay(args: argparse.Namespace) -> int:
    from castlecards import text_client
    from castlecards.content import games
    from castlecards.core.save import SaveError, load_session, plain_words
    from castlecards.data import DataError, read_text

    shelf = games()
    try:
        session = load_session(read_text(args.file), str(args.file), shelf)
    except DataError as error:
        good = error.playable if isinstance(error, SaveError) else None
        if good is not None and not args.check:
            text_client.retell(good, sys.stdout)
        print(f"{plain_words(error)}\n{error}", file=sys.stderr)
        return 1
    if args.check:
        result = session.positions[-1].result
        lines = counted(len(session.log), "line")
        if result is None:
            print(tr("{file}: {lines}, unfinished", file=args.file, lines=lines))
        else:
            shares = " ".join(f"{share:g}" for share in result)
            print(
                tr("{file}: {lines}, result {shares}", file=args.file, lines=lines, shares=shares)
            )
        return 0
    text_client.retell(session, sys.stdout)
    return 0


def _story(args: argparse.Namespace) -> int:
    from castlecards import text_client
    from castlecards.content import games
    from castlecards.core import narration
    from castlecards.core.cards import NATURE
    from castlecards.core.save import load_session, plain_words
    from castlecards.data import DataError, read_text

    try:
        session = load_session(read_text(args.file), str(args.file), games())
    except DataError as error:
        print(f"{plain_words(error)}\n{error}", file=sys.stderr)
        return 1
    seats = session.start.box.seats
    if args.seat is not None and args.seat > seats:
        message = tr("This game has seats 1 to {seats}, not {seat}.", seats=seats, seat=args.seat)
        print(f"{args.file}: {message}", file=sys.stderr)
        return 1
    viewer = NATURE if args.seat is None else args.seat - 1
    if viewer >= 0 and (reason := narration.withheld(session, viewer)):
        print(f"{args.file}: {reason}", file=sys.stderr)
        return 1
    if args.missed:
        asked = session.decision
        asked_seat = max(asked.seat, 0) if asked is not None else 0
        seat = asked_seat if viewer < 0 else viewer
        print("\n".join(narration.texts(*narration.recap(session, seat, viewer))))
        return 0
    text_client.story(session, viewer, sys.stdout)
    text_client.retell_end(session, sys.stdout)
    return 0


def _analyse(args: argparse.Namespace) -> int:
    from castlecards import store
    from castlecards.content import games
    from castlecards.core.save import load_session, plain_words
    from castlecards.data import DataError, read_text
    from castlecards.players.analysis import (
        DecisionReview,
        WorkEstimate,
        analysis_from,
        analysis_task,
    )
    from castlecards.players.analysis_text import refusal_to_analyse, whole_text

    try:
        session = load_session(read_text(args.file), str(args.file), games())
        if reason := refusal_to_analyse(session):
            raise ValueError(reason)
        task = analysis_task(session, args.seed)
    except DataError as error:
        print(f"{plain_words(error)}\n{error}", file=sys.stderr)
        return 1
    except ValueError as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return 1
    pieces, bar, decisions = [], _ProgressBar(), 1
    for piece in task.pieces(lambda: False):
        pieces.append(piece)
        if isinstance(piece, WorkEstimate):
            decisions = max(1, piece.decisions)
        bar.show(sum(isinstance(done, DecisionReview) for done in pieces) / decisions)
    analysis = analysis_from(task, pieces)
    report = whole_text(session, analysis)
    print(report, end="")
    try:
        if args.text is not None:
            store.write(args.text, report)
        if args.png is not None:
            from castlecards.ui.shell.analysis_png import write_analysis_png

            write_analysis_png(session, analysis, args.png)
    except store.StoreError as error:
        print(f"castlecards: {error}", file=sys.stderr)
        return 1
    return 0


def _write_report(args: argparse.Namespace) -> int:
    from castlecards.practice import report, throws
    from castlecards.store import StoreError

    formats = args.formats.split(",")
    if wrong := [form for form in formats if form not in report.FORMATS]:
        raise ValueError(_choice_error(tr("unknown format"), wrong[0], report.FORMATS))
    try:
        record = throws.read()
        if record.message:
            print(record.message, file=sys.stderr)
        chosen = tuple(
            throws.select_throws(
                record.throws,
                method=args.method,
                level=args.level,
                since=args.since or "",
                until=args.until or "",
            )
        )
        complete = True
        try:
            written = report.write(chosen, args.out, formats, progress=_ProgressBar().show)
        except report.MissingLibrary as error:
            complete = "csv" in formats
            written = report.write(chosen, args.out, ("csv",))
            written_anyway = tr("{error} Only the table was written.", error=error)
            print(f"castlecards: {written_anyway}", file=sys.stderr)
        for path in written:
            print(path)
    except StoreError as error:
        print(f"castlecards: {error}", file=sys.stderr)
        return 1
    return 0 if complete else 1


def _export(args: argparse.Namespace) -> int:
    from castlecards import store
    from castlecards.practice import export, throws

    ending = args.out.suffix.removeprefix(".").lower() if args.out else ""
    form = args.form or (ending if ending in export.FORMS else "jsonl")
    try:
        record = throws.read()
        if record.message:
            print(record.message, file=sys.stderr)
        text = export.FORMS[form](record.throws)
        if args.out:
            store.write_bytes(args.out, text.encode())
            print(args.out)
        elif sys.stdout:
            sys.stdout.write(text)
    except store.StoreError as error:
        print(f"castlecards: {error}", file=sys.stderr)
        return 1
    return 0


class _ProgressBar:
    """Progress bar on a terminal, for tasks of more than a second."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._shown = False

    def show(self, share: float) -> None:
        late = time.monotonic() - self._start > 1.0
        if not sys.stderr.isatty() or not (self._shown or (late and share < 1)):
            return
        self._shown = True
        full = round(30 * share)
        end = "\n" if share >= 1 else ""
        raw = getattr(sys.stderr, "raw", sys.stderr)  # not escaped, so that \r moves the cursor
        print(f"\r[{'#' * full}{'.' * (30 - full)}]", end=end, file=raw, flush=True)


def _check_level(args: argparse.Namespace) -> int:
    from castlecards import levels, puzzles
    from castlecards.data import DataError, read_text

    if problems := levels.check(args.file):
        print(DataError(problems))
        return 1
    loaded = levels.load(read_text(args.file), str(args.file))
    if loaded.level.solution:
        stars = levels.replay(loaded)[1].stars
        print(tr("{file}: good, {stars}", file=args.file, stars=counted(stars, "star")))
    else:
        print(
            tr(
                "{file}: good, but without a solution nothing shows that the goal can be reached",
                file=args.file,
            )
        )
    if puzzles.solvable(loaded) and (shortest := puzzles.count_ways(loaded)) is not None:
        answers, ways = counted(shortest[0], "answer"), counted(shortest[1], "way")
        print("  " + tr("at least {answers}; {ways} to do it", answers=answers, ways=ways))
    return 0


def _check_data(args: argparse.Namespace) -> int:
    from castlecards.content import check_data

    faults = 0
    for path, error in check_data():
        print(error if error else tr("{file}: good", file=path))
        faults += error is not None
    return 1 if faults else 0


_RUNS = {
    "text": _text,
    "playout": _playout,
    "arena": _play_arena,
    "perft": _perft,
    "toss": _one_toss,
    "replay": _replay,
    "story": _story,
    "analyse": _analyse,
    "report": _write_report,
    "export": _export,
    "check-level": _check_level,
    "check-data": _check_data,
}
