"""Arguments of the command line: the parser, with description, examples and meaning of each."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from castlecards.texts import capital, tr
from castlecards.throw_words import FIGURES

MOST_SEED = 2**63 - 1
WHOLE_NUMBER = tr("expected a whole number from {low} to {high}, got {text!r}")
NUMBER = tr("expected a number from {low} to {high}, got {text!r}")

Run = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """Argument parser whose errors are one line instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        tried = tr("{message} (try {program} --help)", message=message, program=self.prog)
        self.exit(2, f"{self.prog}: {tried}\n")


def command_parser(window: Run, runs: Mapping[str, Run]) -> Parser:
    """Parser that sets `run`: to `window` without a command, else to that of the command."""
    parser = Parser(
        prog="castlecards",
        description=tr(
            "Five castle card games on one table. Without a command, the window opens. "
            "`castlecards COMMAND --help` explains a command."
        ),
    )
    parser.add_argument("--version", action="store_true", help=tr("print version and build"))
    parser.add_argument(
        "--timing", action="store_true", help=tr("open the window, print how long it took, and end")
    )
    parser.add_argument(
        "--speech", action="store_true", help=tr("open the window and read everything aloud")
    )
    parser.set_defaults(run=window, command=None)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    _text_game(commands)
    _playouts(commands)
    _arena(commands)
    _perfts(commands)
    _toss(commands)
    _retelling(commands)
    _throw_records(commands)
    _checks(commands)
    for name, command in commands.choices.items():
        command.set_defaults(run=runs[name])
    return parser


Commands = argparse._SubParsersAction  # of `Parser`


def _command(
    commands: Commands[Parser], name: str, summary: str, about: str, *examples: str
) -> Parser:
    """Add a sub-command. `about`: more sentences of its help; `examples`: its arguments."""
    lines = [f"  castlecards {name} {example}".rstrip() for example in examples]
    return commands.add_parser(
        name,
        help=summary,
        description=f"{capital(summary)}. {about}".rstrip(),
        epilog="\n".join([tr("examples:"), *lines]),
        formatter_class=_Help,
    )


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help formatter that keeps the lines of the examples and wraps the description."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return super()._fill_text(text, width, indent)
        return argparse.HelpFormatter._fill_text(self, text, width, indent)


def _text_game(commands: Commands[Parser]) -> None:
    text = _command(
        commands, "text", tr("play a game in the terminal"),
        tr("Type the number of an answer or its first words; `help` lists what else you can type."),
        "castle_wars --kinds human,roth", "tricks_of_the_trade --players 3 --seed 7",
    )  # fmt: skip
    _game(text)
    _players(text)
    text.add_argument(
        "--kinds", default="human", metavar="KIND,KIND",
        help=tr(
            "who plays, by seat: human, random, a level (page to monarch) or "
            "the id of a character; the last one repeats (default: human)"
        ),
    )  # fmt: skip
    text.add_argument(
        "--stops", metavar="STOP,STOP",
        help=tr(
            "when to ask each player for a reaction: always, in attacks that are not won yet "
            "(matters, the default), in every attack (attacks), only in attacks of others "
            "(attacked) or never; the last one repeats"
        ),
    )  # fmt: skip


def _playouts(commands: Commands[Parser]) -> None:
    playout = _command(
        commands, "playout", tr("play many games at once, with random moves or computer players"),
        tr("Prints the number of decisions, the speed, the length and the results."),
        "castle --games 1000", "castle_wars --kinds knight,page --games 20",
    )  # fmt: skip
    _game(playout)
    _players(playout)
    playout.add_argument(
        "--kinds", default="", metavar="KIND,KIND",
        help=tr("who plays, by seat, as in the command text (default: random moves)"),
    )  # fmt: skip
    _games(playout, 100)
    _json(playout)


def _perfts(commands: Commands[Parser]) -> None:
    perft = _command(
        commands, "perft", tr("count the sequences of legal answers"),
        tr("A check of the rules: the counts change only if a rule changes."),
        "high_card --depth 4",
    )  # fmt: skip
    _game(perft)
    _players(perft)
    perft.add_argument(
        "--depth", type=_number(1, 12), default=3, metavar="N",
        help=tr("longest sequence, 1 to 12 answers (default: 3)"),
    )  # fmt: skip


def _retelling(commands: Commands[Parser]) -> None:
    replay = _command(
        commands, "replay", tr("retell a saved game from beginning to end"),
        tr("Shows only what everyone at the table could see."),
        "my-game.yaml", "my-game.yaml --check",
    )  # fmt: skip
    _file(replay, tr("saved game"))
    replay.add_argument(
        "--check", action="store_true", help=tr("only check that the game can be replayed")
    )

    story = _command(
        commands, "story", tr("tell a saved game turn by turn"), "",
        "my-game.yaml", "my-game.yaml --seat 2 --missed",
    )  # fmt: skip
    _file(story, tr("saved game"))
    story.add_argument(
        "--seat", type=_number(1, 8), metavar="N",
        help=tr(
            "tell it as seat N saw it, counted from 1 (default: only what everyone saw). During a "
            "match this works only for the one person who plays against computers"
        ),
    )  # fmt: skip
    story.add_argument(
        "--missed", action="store_true",
        help=tr(
            "only the most important events since that seat last played (without --seat: since "
            "the player whose turn it is last played)"
        ),
    )  # fmt: skip

    analyse = _command(
        commands, "analyse", tr("review a saved game: what turned it, and what was better"),
        tr("This takes some minutes for a long game."),
        "my-game.yaml", "my-game.yaml --text review.txt --png review.png",
    )  # fmt: skip
    _file(analyse, tr("saved game"))
    analyse.add_argument(
        "--seed", type=_number(0, 2**32), default=0, metavar="S",
        help=tr("random seed of the analysis (default: 0)"),
    )  # fmt: skip
    analyse.add_argument(
        "--text", type=Path, metavar="FILE", help=tr("also write the text to this file")
    )
    analyse.add_argument(
        "--png", type=Path, metavar="FILE", help=tr("also draw the page in this file")
    )


def _arena(commands: Commands[Parser]) -> None:
    parser = _command(
        commands, "arena", tr("let computer players compete on the same deals"),
        tr("Each deal is played from every seat, so that luck cancels out."),
        "castle --players knight,squire --games 40",
        "castle_wars --grid first,second --games 20 --csv",
    )  # fmt: skip
    _game(parser)
    parser.add_argument(
        "--players", default="squire,random", metavar="A,B",
        help=tr(
            "one for each seat: random, a level (page to monarch) or search:N; "
            "knight@0.7 throws with 0.7 times a practised player’s error (default: squire,random)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--physics", action="store_true",
        help=tr("simulate each throw (default: look its outcome up in a table)"),
    )  # fmt: skip
    _games(parser, 40)
    parser.add_argument(
        "--jobs", type=_number(1, 512), default=1, metavar="N",
        help=tr("number of processes (default: 1)"),
    )  # fmt: skip
    parser.add_argument(
        "--dask", default="", metavar="ADDRESS", help=tr("address of a Dask scheduler")
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE",
        help=tr("keep the results in this file; an interrupted run resumes from it"),
    )  # fmt: skip
    parser.add_argument(
        "--grid", metavar="OPTION,OPTION",
        help=tr("make a table of every value of one option against every value of another"),
    )  # fmt: skip
    parser.add_argument(
        "--png", type=Path, metavar="FILE", help=tr("also draw the table in this file")
    )
    shape = parser.add_mutually_exclusive_group()
    _json(shape)
    shape.add_argument("--csv", action="store_true", help=tr("print the result as CSV"))


def _toss(commands: Commands[Parser]) -> None:
    parser = _command(
        commands, "toss", tr("simulate one throw and print where it lands"),
        tr("The card flies over a new Card Barrage table. Numbers left out are the method’s own."),
        "--method lob --speed 1.8", "--method frisbee --heading 5 --json",
    )  # fmt: skip
    _method(parser, "lob")
    for name, figure in FIGURES.items():
        kind = _number(figure.low, figure.high)
        parser.add_argument(f"--{name}", type=kind, help=figure.help, metavar="X")
    _json(parser)


def _throw_records(commands: Commands[Parser]) -> None:
    report = _command(
        commands, "report", tr("draw your recorded throws"),
        tr("Pictures need the extra `report`; the table does not."),
        "--out report", "--method lob --since 2026-01-31 --formats csv",
    )  # fmt: skip
    report.add_argument(
        "--out", type=Path, default=Path(), metavar="FOLDER",
        help=tr("output folder (default: the current one)"),
    )  # fmt: skip
    report.add_argument(
        "--formats", default="png,svg,csv", metavar="A,B",
        help=tr("any of png, svg and csv (default: all)"),
    )  # fmt: skip
    _method(report, "")
    report.add_argument("--level", metavar="ID", help=tr("only throws of this level"))
    days = {"since": tr("first day of the throws"), "until": tr("last day of the throws")}
    for name, meaning in days.items():
        report.add_argument(f"--{name}", type=_day, metavar="YYYY-MM-DD", help=meaning)

    export = _command(
        commands, "export", tr("write out every recorded throw"), "",
        "--out throws.csv", "--form jsonl",
    )  # fmt: skip
    export.add_argument(
        "--form", choices=("jsonl", "csv"),
        help=tr("file format (default: that of the file’s name, or jsonl)"),
    )  # fmt: skip
    export.add_argument(
        "--out", type=Path, metavar="FILE", help=tr("output file (default: standard output)")
    )


def _checks(commands: Commands[Parser]) -> None:
    level = _command(
        commands, "check-level", tr("check a level and play its solution"),
        tr("Lists every fault with file, line and what was expected."),
        "my-level.yaml",
    )  # fmt: skip
    _file(level, tr("level, as described in levels/README.md"))
    _command(
        commands, "check-data", tr("check decks and layouts, built in and your own"),
        tr("Lists every fault with file, line and what was expected."), "",
    )  # fmt: skip


def _file(parser: Parser, meaning: str) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=meaning)


def _game(parser: Parser) -> None:
    parser.add_argument(
        "game", metavar="GAME",
        help=tr("card_barrage, castle_wars, castle_rampage, castle or tricks_of_the_trade"),
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=_number(0, MOST_SEED), default=1, metavar="S",
        help=tr("deal number; the same number gives the same cards (default: 1)"),
    )  # fmt: skip
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help=tr("game option, repeatable, such as first=undead"),
    )  # fmt: skip


def _players(parser: Parser) -> None:
    parser.add_argument(
        "--players", type=_number(1, 8), metavar="N", help=tr("number of players (default: 2)")
    )


def _games(parser: Parser, usual: int) -> None:
    parser.add_argument(
        "--games", type=_number(1, 1_000_000), default=usual, metavar="N",
        help=tr("number of games (default: {usual})", usual=usual),
    )  # fmt: skip


def _method(parser: Parser, usual: str) -> None:
    meaning = tr("way of throwing (default: lob)") if usual else tr("only throws of this method")
    parser.add_argument("--method", choices=("lob", "frisbee", "flip"), default=usual, help=meaning)


def _json(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--json", action="store_true", help=tr("print the result as JSON"))


def _day(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        message = tr("expected a day such as 2026-01-31, got {text!r}", text=text)
        raise argparse.ArgumentTypeError(message) from None


def _number(low: float, high: float) -> Any:
    """Argument type for numbers of the type of `low` from `low` to `high`."""
    kind = type(low)

    def number(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            expected = WHOLE_NUMBER if kind is int else NUMBER
            message = expected.format(low=low, high=high, text=text)
            raise argparse.ArgumentTypeError(message)
        return value

    return number
