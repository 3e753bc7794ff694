"""Save format: game, options, seed and a log with one line per action; loading replays it.

The header is checked as data. Each log line is then submitted to a session, so only legal games
load. A bad line is reported with its place, and the good lines before it are offered as a session.
The log ends the text, so one more action appends one line (`IncrementalSave`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, make_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from castlecards.core.action import Action, Illegal
from castlecards.core.cards import NATURE, Seat
from castlecards.core.events import apply
from castlecards.core.game import Game
from castlecards.core.position import Box, Position
from castlecards.core.session import ID, KINDS, STOPS, Record, Session
from castlecards.data import DataError, Problem, dump, nearest, shown
from castlecards.texts import ntr, tr

if TYPE_CHECKING:
    from castlecards.data.text import Document

FORMAT = 1
LONGEST_NAME = 40
LONGEST_WORDS = 200  # longest message about a log line, letters


@dataclass(frozen=True, kw_only=True)
class Header:
    """Header of a save; `options`, of the game's type, and the `log` follow it."""

    castlecards: int
    game: str
    rules: str
    players: int
    seed: int
    kinds: tuple[str, ...]
    names: tuple[str, ...]
    clock: float
    at: int | None = None  # current line of the log; None: its end
    stops: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()  # ids by player, "" for none; (): no computer characters

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in KINDS:
                raise _problem_of("kinds", _not_among(KINDS, repr(kind)))
        for stop in self.stops:
            if stop not in STOPS:
                raise _problem_of("stops", _not_among(STOPS, repr(stop)))
        for character in self.characters:
            if character and not re.fullmatch(ID, character):
                message = tr("expected the id of a character, got {id}", id=repr(character))
                raise _problem_of("characters", message)
        for name in self.names:
            if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
                message = tr("a name has 1 to {most} letters", most=LONGEST_NAME)
                raise _problem_of("names", message)
        if not 0 <= self.clock <= 3600:
            raise _problem_of("clock", tr("expected 0 to 3600 seconds"))
        if not 0 <= self.seed < 2**63:
            raise _problem_of("seed", tr("expected 0 to 2^63 - 1"))


def _problem_of(key: str, message: str) -> ValueError:
    return ValueError(f"{key}: {message}")


def _not_among(known: Iterable[str], given: str) -> str:
    return tr("expected one of {known}, got {found}", known=", ".join(known), found=given)


class SaveError(DataError):
    """Error: a save cannot be replayed completely; `good` is the match before the bad line."""

    def __init__(
        self, problems: tuple[Problem, ...], good: Session[Any] | None = None, more: bool = False
    ) -> None:
        super().__init__(problems, more)
        self.playable = good


class VersionMismatch(SaveError):
    """Error: a save is for another version of the program, its rules or its cards."""


def plain_words(error: DataError) -> str:
    """Message for the player about a broken save; the error itself has the details."""
    if isinstance(error, VersionMismatch):
        return tr("Another version of Castlecards saved this game. This one can’t open it.")
    good = error.playable if isinstance(error, SaveError) else None
    if good is None or not good.log:
        return tr("This saved game is damaged and can’t be opened.")
    return ntr(
        len(good.log),
        "This saved game is damaged, but you can play its first move.",
        "This saved game is damaged, but you can play its first {n} moves.",
    )


def line(box: Box, seat: Seat, action: Action) -> str:
    """Log line such as `0: build c12 >0.wall3`; the seat of NATURE is written `nature`."""
    return f"{'nature' if seat == NATURE else seat}: {box.text(action)}"


def read_line(box: Box, text: str) -> tuple[Seat, Action]:
    """Parse a log line, the inverse of `line`. Raises ValueError with the expected form."""
    who, colon, action = text.partition(": ")
    if not colon or not (who == "nature" or who.isdecimal()):
        raise ValueError(tr("expected a line like '0: pass'"))
    return (NATURE if who == "nature" else int(who)), box.parse(action)


def dump_session(session: Session[Any]) -> str:
    """YAML text of a session; equal sessions give equal texts."""
    return IncrementalSave().full_text(session)


class IncrementalSave:
    """Incremental writer of a running match's save; each log line is formatted once.

    `full_text` followed by every `appended_text` equals `dump_session`, byte for byte.
    """

    def __init__(self) -> None:
        self._session: Session[Any] | None = None
        self._above: tuple[object, ...] = ()  # changeable values in the text above the log
        self._records: list[Record] = []  # records written so far
        self._lines: list[str] = []  # their text, line by line

    def full_text(self, session: Session[Any]) -> str:
        """Complete text of the save."""
        self._follow(session)
        self._above = _above(session)
        return _head(session) + "".join(self._lines)

    def appended_text(self, session: Session[Any]) -> str | None:
        """Text to append since the last call; None if `full_text` is needed: earlier text changed.

        Earlier text changes with another session, an undo, a jump or another stop setting.
        """
        known = len(self._lines)
        if self._follow(session) < known or _above(session) != self._above:
            return None
        return "".join(self._lines[known:])

    def _follow(self, session: Session[Any]) -> int:
        """Format the new log lines. Return the number of lines that were kept."""
        records, lines = self._records, self._lines
        if session is not self._session:
            self._session, self._above = session, ()
            records.clear()
            lines.clear()
        log, box = session.log, session.position.box
        while records and (len(records) > len(log) or log[len(records) - 1] is not records[-1]):
            records.pop()  # a log changes only at its end: lines are cut off, others appended
            lines.pop()
        kept = len(records)
        for record in log[kept:]:
            records.append(record)
            lines.append(_entry(line(box, record.seat, record.action)))
        return kept


def _entry(words: str) -> str:
    """YAML list item of a log line, exactly as `dump` writes it; quoted because of the colon."""
    return "- '" + words.replace("'", "''") + "'\n"


def _above(session: Session[Any]) -> tuple[object, ...]:
    at = None if session.at == len(session.log) else session.at
    people = session.kinds, session.characters, session.names
    return at, bool(session.log), tuple(session.stops), people


def _head(session: Session[Any]) -> str:
    """Text of the save above the log lines."""
    head: dict[str, Any] = {
        "castlecards": FORMAT,
        "game": session.game.id,
        "rules": session.game.version,
        "players": session.players,
        "seed": session.seed,
        "kinds": session.kinds,
        "names": session.names,
        "clock": session.clock,
        "at": session.at,
        "stops": tuple(session.stops),
        "characters": session.characters if any(session.characters) else (),
        "options": session.options,
    }
    if session.at == len(session.log):
        del head["at"]
    return dump(head) + ("log:\n" if session.log else "log: []\n")


def logged_line(content: str) -> int | None:
    """Current line of a save's log, read without parsing it; None if the text has no log."""
    head, log, lines = content.partition("\nlog:\n")
    if not log:
        return 0 if content.endswith("\nlog: []\n") else None
    at = re.search(r"^at: (\d+)$", head, re.MULTILINE)
    return int(at[1]) if at else len(lines.splitlines())


def load_session(content: str, name: str, games: Mapping[str, Game[Any]]) -> Session[Any]:
    """Load a session from YAML text. `name` begins the message of every problem.

    Raises SaveError; if only a later line is bad, its `good` holds the match before that line.
    """
    try:
        document = _document(content, name)
    except DataError as error:
        raise SaveError(error.problems, _salvage(content, error, games), error.more) from None
    try:
        return _replay(document, name, games)
    except SaveError as error:
        if error.playable is None and error.problems[0].path.startswith("log["):
            error.playable = _salvage(content, error, games)  # a log item that is not text
        raise


def _document(content: str, name: str) -> Document:
    from castlecards.data.text import Document  # loads PyYAML

    return Document(content, name)


def _replay(document: Document, name: str, games: Mapping[str, Game[Any]]) -> Session[Any]:
    from castlecards.data.values import build  # loads cattrs

    def fail(path: tuple[Any, ...], message: str, good: Session[Any] | None = None) -> SaveError:
        first, *rest = path
        where = first + "".join(f".{key}" if isinstance(key, str) else f"[{key}]" for key in rest)
        return SaveError((Problem(name, *document.where(path), where, message),), good)

    game = _game(document, games)
    is_repeated = bool(document.problems)
    try:
        header: Any = build(document, _kind(game))
    except DataError as error:
        if not is_repeated and (strange := _strange(document, game)):
            raise strange from None
        raise SaveError(error.problems, more=error.more) from None
    if header.rules != game.version:
        versions = {"ours": repr(game.version), "found": repr(header.rules)}
        problem = tr("saved with other rules or cards: expected {ours}, got {found}", **versions)
        raise _foreign(document, problem, "rules")
    try:
        session = Session(
            game, header.options, header.players, header.seed, header.kinds, header.names,
            header.clock, header.stops, characters=header.characters,
        )  # fmt: skip
    except ValueError as error:
        raise fail(_unknown(header.options) or ("players",), str(error)) from None
    box, end = session.position.box, len(header.log)
    where = at = end if header.at is None else header.at
    for number, words in enumerate(header.log):
        try:
            seat, action = read_line(box, words)
            action = action._replace(verb=game.renamed.get(action.verb, action.verb))
            missing = unasked(session.position, seat, action)
            where += len(missing) if number < at else 0
            for record in (*missing, (seat, action)):
                session.submit(*record)
        except (Illegal, ValueError) as error:
            message = str(error)
            message = message if len(message) <= LONGEST_WORDS else f"{message[:LONGEST_WORDS]}..."
            raise fail(("log", number), message, session) from None
    if not 0 <= at <= end:
        raise fail(("at",), tr("expected 0 to {end}, the lines of the log", end=end), session)
    session.jump(where)
    return session


def _strange(document: Document, game: Game[Any]) -> VersionMismatch | None:
    """Error for a save whose only faults are unknown keys: a newer version may have written it.

    None if there are other faults.
    """
    from castlecards.data.values import build

    top: Any = document.top
    head = {field.name for field in fields(_kind(game))}
    options = {field.name for field in fields(game.options)}
    chosen = top.get("options")
    more: list[tuple[Any, ...]] = [(key,) for key in top if key not in head]
    known = {key: value for key, value in top.items() if key in head}
    if isinstance(chosen, dict):
        more += [("options", key) for key in chosen if key not in options]
        known["options"] = {key: value for key, value in chosen.items() if key in options}
    document.top, document.problems = known, []
    try:
        build(document, _kind(game))
    except DataError:
        return None
    path = more[0]
    close = nearest(path[-1], sorted(head if len(path) == 1 else options))
    message = tr("this program does not know {key}", key=shown(path[-1])) + close
    return VersionMismatch(
        (Problem(document.name, *document.keys[path], ".".join(map(str, path)), message),)
    )


def unasked(pos: Position[Any], seat: Seat, action: Action) -> list[tuple[Seat, Action]]:
    """Forced answers that must come before a log line to make it legal; [] if none help.

    Older versions did not ask a seat with a single option, so their logs lack these lines.
    """
    answers: list[tuple[Seat, Action]] = []
    while (asked := pos.decision) is not None:
        if asked.seat == seat and asked.allows(action):
            return answers
        if len(asked.options) != 1 or asked.aim is not None:
            break
        answers.append((asked.seat, asked.options[0]))
        pos, _ = apply(pos, answers[-1][1])
    return []


def _unknown(options: Any) -> tuple[str, ...]:
    """Path of the first option whose value is not among its choices; () if there is none."""
    for field in fields(options):
        values = [choice for choice, _ in field.metadata.get("choices", ())]
        if values and getattr(options, field.name) not in values:
            return "options", field.name
    return ()


def _game(document: Document, games: Mapping[str, Game[Any]]) -> Game[Any]:
    """Game of a save. Raises VersionMismatch if it is unknown, SaveError for bad data."""
    top = document.top if isinstance(document.top, dict) else {}
    version, id = top.get("castlecards"), top.get("game")
    if type(version) is int and version != FORMAT:
        message = tr("this program reads format {ours}, not {found}", ours=FORMAT, found=version)
        raise _foreign(document, message, "castlecards")
    if isinstance(id, str) and id in games:
        return games[id]
    error = _foreign(document, _not_among(games, shown(id)), "game")
    raise error if isinstance(id, str) else SaveError(error.problems)


def _foreign(document: Document, message: str, *path: str) -> VersionMismatch:
    return VersionMismatch(
        (Problem(document.name, *document.where(path), ".".join(path), message),)
    )


def _salvage(content: str, error: DataError, games: Mapping[str, Game[Any]]) -> Session[Any] | None:
    """Match from the lines above the fault, or above the last line; None if neither loads."""
    lines = content.splitlines()
    for end in (error.problems[0].line - 1, len(lines) - 1):
        try:
            return _replay(_document("\n".join(lines[:end]) + "\n", ""), "", games)
        except SaveError as again:
            if again.playable is not None:
                return again.playable
        except DataError:
            continue
    return None


@cache
def _kind(game: Game[Any]) -> type[Any]:
    more = [("options", game.options), ("log", tuple[str, ...])]
    return make_dataclass("Save", more, bases=(Header,), frozen=True, kw_only=True)
