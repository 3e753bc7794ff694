"""Command line: parses arguments and calls the module of each command.

Errors are one line on standard error; bad arguments exit with code 2.
"""

from __future__ import annotations

import argparse
import datetime
import io
import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from castlecards import __version__, files
from castlecards.data import printable_lines
from castlecards.texts import counted, spanned
from castlecards.throw_words import FIGURES

if TYPE_CHECKING:
    from castlecards.core.game import Game
    from castlecards.core.session import Session
    from castlecards.players.characters import Character

MOST_SEED = 2**63 - 1


class Parser(argparse.ArgumentParser):
    """Argument parser whose errors are one line instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (try {self.prog} --help)\n")


class _Version(argparse.Action):
    """Option `--version`, which imports the compiled modules only when it is used."""

    def __call__(self, parser: argparse.ArgumentParser, *words: object) -> NoReturn:
        from castlecards.toss import flight

        compiled = flight.__file__.endswith(tuple(EXTENSION_SUFFIXES))
        print(f"castlecards {__version__}, {'compiled' if compiled else 'plain Python'}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Return its exit code: 0 done, 1 failed, 2 bad arguments or files."""
    args = _parser().parse_args(argv)
    _forgiving_streams()
    out, err = (stream and _EscapedStream(stream) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(err):
        return _run(args)


def _run(args: argparse.Namespace) -> int:
    try:
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


def _parser() -> Parser:
    parser = Parser(prog="castlecards", description="A card table for castle-and-craft card games.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print version and build")
    parser.add_argument("--timing", action="store_true", help="print how fast the window starts")
    parser.set_defaults(run=_window, command=None)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)

    _text_game(commands.add_parser("text", help="play a game in the terminal"))

    playout = commands.add_parser(
        "playout", help="random games, or games of computer players: speed, length, results"
    )
    _game(playout)
    playout.add_argument(
        "--kinds", default="", help="who plays, as in text: knight,page; random unless given"
    )
    playout.add_argument("--games", type=_number(1, 1_000_000), default=100, metavar="N")
    playout.add_argument("--players", type=_number(1, 8))
    playout.add_argument("--json", action="store_true")
    playout.set_defaults(run=_playout)

    _arena(commands.add_parser("arena", help="matches of computer players against each other"))

    perft = commands.add_parser("perft", help="count the sequences of legal answers")
    _game(perft)
    perft.add_argument("--depth", type=_number(1, 12), default=3, metavar="N")
    perft.add_argument("--players", type=_number(1, 8))
    perft.set_defaults(run=_perft)

    _toss(commands.add_parser("toss", help="one toss onto the standard lay-out"))

    _retelling(commands)
    _report(commands.add_parser("report", help="pictures and a table of the recorded throws"))

    export = commands.add_parser("export", help="the whole record of throws as JSON lines or CSV")
    export.add_argument("--form", choices=("jsonl", "csv"), help="jsonl, unless --out tells")
    export.add_argument("--out", type=Path, metavar="FILE", help="where to; else it is printed")
    export.set_defaults(run=_export)

    level = commands.add_parser("check-level", help="check a level and play its solution")
    level.add_argument("file", type=Path)
    level.set_defaults(run=_check_level)

    check = commands.add_parser(
        "check-data", help="check decks and lay-outs, built in and your own"
    )
    check.set_defaults(run=_check_data)
    return parser


def _text_game(text: Parser) -> None:
    _game(text)
    text.add_argument("--players", type=_number(1, 8), help="how many people play")
    text.add_argument(
        "--kinds",
        default="human",
        help="by player: human, random, a level (page, squire, knight, marshal, regent) or the id "
        "of a character: human,roth (the last repeats)",
    )
    text.add_argument(
        "--stops",
        help="how often to be asked whether to react, by player: always, in every attack (attacks, "
        "the usual), in those of the others (attacked) or never",
    )
    text.set_defaults(run=_text)


def _retelling(commands: argparse._SubParsersAction[Parser]) -> None:
    replay = commands.add_parser("replay", help="retell a saved game")
    replay.add_argument("file", type=Path)
    replay.add_argument("--check", action="store_true", help="only say whether it can be replayed")
    replay.set_defaults(run=_replay)

    story = commands.add_parser("story", help="tell a saved game turn by turn")
    story.add_argument("file", type=Path)
    story.add_argument(
        "--seat", type=_number(0, 7), metavar="N",
        help="as this seat has seen it, counted from 0; else only what all could see. While "
        "several people play, and of other players' seats, only once the match is over",
    )  # fmt: skip
    story.add_argument(
        "--missed", action="store_true",
        help="only the most important of what has happened since that seat last played; without "
        "--seat since the one who is asked now did",
    )  # fmt: skip
    story.set_defaults(run=_story)

    analyse = commands.add_parser(
        "analyse", help="what turned a saved game, and what would be better"
    )
    analyse.add_argument("file", type=Path)
    analyse.add_argument("--seed", type=_number(0, 2**32), default=0, help="of the thought; 0")
    analyse.add_argument("--text", type=Path, metavar="OUT", help="a file for it, too")
    analyse.add_argument("--png", type=Path, metavar="OUT", help="the page as a picture")
    analyse.set_defaults(run=_analyse)


def _arena(parser: Parser) -> None:
    _game(parser)
    parser.add_argument(
        "--players", default="squire,random", metavar="A,B",
        help="random, page, squire, knight, marshal, regent or search:N, one for each player; "
        "knight@0.7: with a hand that strays 0.7 times as far as a practised one, not its level's",
    )  # fmt: skip
    parser.add_argument(
        "--physics", action="store_true",
        help="throws fly by physics; else they fare as a table of such throws says",
    )  # fmt: skip
    parser.add_argument("--games", type=_number(1, 1_000_000), default=40, metavar="N")
    parser.add_argument("--jobs", type=_number(1, 512), default=1, metavar="N", help="processes")
    parser.add_argument("--dask", default="", metavar="ADDRESS", help="of a scheduler")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="goes on where an interrupted run stopped"
    )
    parser.add_argument(
        "--grid", metavar="OPTION,OPTION",
        help="a table: every value of one option against every value of another",
    )  # fmt: skip
    parser.add_argument("--png", type=Path, metavar="FILE", help="the table as a picture")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true")
    shape.add_argument("--csv", action="store_true")
    parser.set_defaults(run=_play_arena)


def _toss(parser: Parser) -> None:
    parser.add_argument("--method", choices=("lob", "frisbee", "flip"), default="lob")
    for name, figure in FIGURES.items():
        kind = _number(figure.low, figure.high)
        parser.add_argument(f"--{name}", type=kind, help=figure.help, metavar="X")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=_one_toss)


def _report(parser: Parser) -> None:
    parser.add_argument("--out", type=Path, default=Path(), metavar="FOLDER", help="where to")
    parser.add_argument("--formats", default="png,svg,csv", help="of png, svg and csv")
    parser.add_argument("--method", choices=("lob", "frisbee", "flip"), default="")
    parser.add_argument("--level", help="the id of a level; empty: free practice")
    for name in ("since", "until"):
        parser.add_argument(f"--{name}", type=_day, metavar="YYYY-MM-DD")
    parser.set_defaults(run=_write_report)


def _day(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        message = f"expected a day like 2026-01-31, got {text!r}"
        raise argparse.ArgumentTypeError(message) from None


def _game(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seed", type=_number(0, MOST_SEED), default=1, metavar="S")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="of the game, as often as wanted: first=undead",
    )  # fmt: skip


def _number(low: float, high: float) -> Any:
    """Argument type for numbers of the type of `low` from `low` to `high`."""
    kind = type(low)

    def number(text: str) -> float:
        try:
            found = kind(text)
        except ValueError:
            found = None
        if found is None or not low <= found <= high:
            word = "a whole number" if kind is int else "a number"
            raise argparse.ArgumentTypeError(f"expected {word} from {low} to {high}, got {text!r}")
        return found

    return number


def _chosen(args: argparse.Namespace) -> tuple[Game[Any], int]:
    """Game of the command line and number of players. Raises ValueError with a message."""
    from castlecards.content import games

    game = games().get(args.game)
    if game is None:
        raise ValueError(f"no game {args.game!r}; there is {', '.join(games())}")
    players = args.players or (2 if 2 in game.players else min(game.players))
    if players not in game.players:
        raise ValueError(f"{game.title} is for {spanned(game.players, 'player')}, not {players}")
    return game, players


def _window(args: argparse.Namespace) -> int:
    from castlecards.ui.shell.app import run

    return run(args)


def _text(args: argparse.Namespace) -> int:
    from castlecards import option_args, text_client
    from castlecards.core.session import ALWAYS, HUMAN, STOPS, USUAL, Session

    game, players = _chosen(args)
    stops = (args.stops or USUAL).split(",")
    if wrong := [stop for stop in stops if stop not in STOPS]:
        raise ValueError(f"no stop {wrong[0]!r}; there is {', '.join(STOPS)}")
    stops = (stops + stops[-1:] * players)[:players]
    kinds, names, characters = _who(args.kinds, players)
    asked = [ALWAYS if kind != HUMAN else stop for kind, stop in zip(kinds, stops, strict=True)]
    options = option_args.read(game, args.option)
    session = Session(
        game, options, players, args.seed, kinds, names, stops=asked, characters=characters
    )
    nothing = io.StringIO()  # in place of closed standard streams
    return text_client.play(session, sys.stdin or nothing, sys.stdout or nothing)


def _who(words: str, players: int) -> tuple[list[str], list[str], list[str]]:
    """Kinds, names and characters of the players. Raises ValueError that lists what there is."""
    from castlecards.content import characters
    from castlecards.core.session import KINDS, NAMES, unique_names

    cast = characters()
    given = words.split(",")
    if wrong := [word for word in given if word not in KINDS and word not in cast]:
        raise ValueError(f"no kind of player {wrong[0]!r}; there is {', '.join((*KINDS, *cast))}")
    given = (given + given[-1:] * players)[:players]
    kinds = [word if word in KINDS else cast[word].level for word in given]
    ids = [word if word in cast else "" for word in given]
    names = unique_names(cast[id].name if id else NAMES[n] for n, id in enumerate(ids))
    return kinds, [*names], ids


def _playout(args: argparse.Namespace) -> int:
    from castlecards import option_args
    from castlecards.playout import matches, playouts

    game, players = _chosen(args)
    options = option_args.read(game, args.option)
    if args.kinds:
        found = matches(_dealer(args, game, options, players), _cast(), args.games, args.seed)
    else:
        found = playouts(game, options, players, args.games, args.seed)
    if args.json:
        print(json.dumps({**asdict(found), "rate": round(found.rate)}))
        return 0
    kind = "game" if args.kinds else "random game"
    who, games = counted(players, "player"), counted(found.games, kind)
    print(f"{game.title}, {who}: {games}")
    asked = counted(found.decisions, "decision")
    print(f"{asked} in {found.seconds:.2f} s of CPU time: {found.rate:,.0f}/s")
    mean = found.decisions / found.games
    print(f"length {found.shortest} to {found.longest}, {mean:.1f} on average")
    for result, count in found.results.items():
        print(f"{result}: {count}")
    return 0


def _dealer(
    args: argparse.Namespace, game: Game[Any], options: Any, players: int
) -> Callable[[int], Session[Any]]:
    """Function that deals the match of a seed with the players of `--kinds`."""
    from castlecards.core.session import Session

    kinds, names, ids = _who(args.kinds, players)
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
    game, _ = _chosen(args)
    bout = arena.Bout(game, option_args.read(game, args.option), names, args.physics)
    if args.grid:
        first, _, second = args.grid.partition(",")
        return arena_report.table(bout, first, second, args, sys.stdout)
    deals = arena.run(bout, args.games, args.seed, args.jobs, args.dask, args.record)
    return arena_report.standings(bout, deals, args, sys.stdout)


def _perft(args: argparse.Namespace) -> int:
    from castlecards import option_args
    from castlecards.playout import opening, perft

    game, players = _chosen(args)
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
        good = error.good if isinstance(error, SaveError) else None
        if good is not None and not args.check:
            text_client.retell(good, sys.stdout)
        print(f"{plain_words(error)}\n{error}", file=sys.stderr)
        return 1
    if args.check:
        result = session.positions[-1].result
        end = "unfinished" if result is None else f"result {' '.join(f'{r:g}' for r in result)}"
        print(f"{args.file}: {counted(len(session.log), 'line')}, {end}")
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
    if args.seat is not None and args.seat >= seats:
        print(f"{args.file}: seats are numbered 0 to {seats - 1}, not {args.seat}", file=sys.stderr)
        return 1
    if args.seat is not None and (reason := narration.withheld(session, args.seat)):
        print(f"{args.file}: {reason}", file=sys.stderr)
        return 1
    if args.missed:
        asked = session.decision
        now = max(asked.seat, 0) if asked is not None else 0
        seat = now if args.seat is None else args.seat
        reader = NATURE if args.seat is None else seat
        print("\n".join(narration.texts(*narration.recap(session, seat, reader))))
        return 0
    text_client.story(session, NATURE if args.seat is None else args.seat, sys.stdout)
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
    from castlecards.players.analysis_text import refusal_to_analyse, text

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
    pieces, bar, every = [], _Bar(), 1
    for piece in task.pieces(lambda: False):
        pieces.append(piece)
        if isinstance(piece, WorkEstimate):
            every = max(1, piece.decisions)
        bar.show(sum(isinstance(each, DecisionReview) for each in pieces) / every)
    analysis = analysis_from(task, pieces)
    report = text(session, analysis)
    print(report, end="")
    try:
        if args.text is not None:
            store.write(args.text, report)
        if args.png is not None:
            from castlecards.ui.shell.developed import page_of

            page_of(session, analysis, args.png)
    except store.StoreError as error:
        print(f"castlecards: {error}", file=sys.stderr)
        return 1
    return 0


def _write_report(args: argparse.Namespace) -> int:
    from castlecards.practice import report, throws
    from castlecards.store import StoreError

    formats = args.formats.split(",")
    if wrong := [form for form in formats if form not in report.FORMATS]:
        raise ValueError(f"no format {wrong[0]!r}; there is {', '.join(report.FORMATS)}")
    try:
        record = throws.read()
        if record.told:
            print(record.told, file=sys.stderr)
        chosen = tuple(
            throws.chosen(
                record.throws,
                method=args.method,
                level=args.level,
                since=args.since or "",
                until=args.until or "",
            )
        )
        whole = True
        try:
            written = report.write(chosen, args.out, formats, progress=_Bar().show)
        except report.MissingLibrary as error:
            whole = "csv" in formats
            written = report.write(chosen, args.out, ("csv",))
            print(f"castlecards: {error} The table alone was written.", file=sys.stderr)
        for path in written:
            print(path)
    except StoreError as error:
        print(f"castlecards: {error}", file=sys.stderr)
        return 1
    return 0 if whole else 1


def _export(args: argparse.Namespace) -> int:
    from castlecards import store
    from castlecards.practice import export, throws

    ending = args.out.suffix.removeprefix(".").lower() if args.out else ""
    form = args.form or (ending if ending in export.FORMS else "jsonl")
    try:
        record = throws.read()
        if record.told:
            print(record.told, file=sys.stderr)
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


class _Bar:
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
        print(f"{args.file}: good, {stars} {'star' if stars == 1 else 'stars'}")
    else:
        print(f"{args.file}: good, but no solution yet: nothing shows that the goal can be reached")
    if puzzles.solvable(loaded) and (found := puzzles.count_ways(loaded)) is not None:
        fewest, ways = found
        print(f"  {fewest} {'answer' if fewest == 1 else 'answers'} at least, ", end="")
        print(f"{ways} {'way' if ways == 1 else 'ways'} of doing it with so few")
    return 0


def _check_data(args: argparse.Namespace) -> int:
    from castlecards.content import check_data

    faults = 0
    for path, error in check_data():
        print(error if error else f"{path}: good")
        faults += error is not None
    return 1 if faults else 0
