"""A save is a log: game, options, seed, one line an action. Loading plays it again.

The header is checked as data; each line of the log is then submitted, so what loads is lawful. A
bad line is reported with its place, and the good lines before it are offered as a session. The
log is the end of the text, so one more action is one more line (`Diary`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, make_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from castlecards.core.action import Action, Illegal
from castlecards.core.cards import NATURE, Seat
from castlecards.core.events import apply
from castlecards.core.game import Game
from castlecards.core.plurals import counted
from castlecards.core.position import Box, Position
from castlecards.core.session import ID, KINDS, STOPS, Record, Session
from castlecards.data import DataError, Problem, dump, nearest, shown

if TYPE_CHECKING:
    from castlecards.data.text import Document

FORMAT = 1
LONGEST_NAME = 40
LONGEST_WORDS = 200  # letters of what is wrong with a line


@dataclass(frozen=True, kw_only=True)
class Header:
    """The head of a save; below it come `options`, whose type the game knows, and the `log`."""

    castlecards: int
    game: str
    rules: str
    players: int
    seed: int
    kinds: tuple[str, ...]
    names: tuple[str, ...]
    clock: float
    at: int | None = None  # where the match stands in its log; None: at the end
    stops: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()  # of computer players; empty: there are none

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in KINDS:
                raise ValueError(f"kinds: expected one of {', '.join(KINDS)}, got {kind!r}")
        for stop in self.stops:
            if stop not in STOPS:
                raise ValueError(f"stops: expected one of {', '.join(STOPS)}, got {stop!r}")
        for character in self.characters:
            if character and not re.fullmatch(ID, character):
                raise ValueError(f"characters: expected the id of one, got {character!r}")
        for name in self.names:
            if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
                raise ValueError(f"names: a name has 1 to {LONGEST_NAME} letters")
        if not 0 <= self.clock <= 3600:
            raise ValueError("clock: expected 0 to 3600 seconds")
        if not 0 <= self.seed < 2**63:
            raise ValueError("seed: expected 0 to 2^63 - 1")


class SaveError(DataError):
    """A save that cannot be played whole; `good` is the match up to the bad line, if any."""

    def __init__(
        self,
        problems: tuple[Problem, ...],
        good: Session[Any] | None = None,
        more: bool = False,
    ) -> None:
        super().__init__(problems, more)
        self.good = good


class Foreign(SaveError):
    """A save that may be good, but for another version of the program, its rules or its cards."""


def plain_words(error: DataError) -> str:
    """What is wrong with a save, in one sentence for a player; the error itself tells where."""
    if isinstance(error, Foreign):
        return "Another version of Castlecards saved this game, and this one can't open it."
    good = error.good if isinstance(error, SaveError) else None
    if good is None or not good.log:
        return "This saved game is damaged and can't be opened."
    moves = counted(len(good.log), "move")
    return f"This saved game is damaged, but {moves} from its beginning can be played."


def line(box: Box, seat: Seat, action: Action) -> str:
    """`0: build c12 >0.wall3`; NATURE is called nature."""
    return f"{'nature' if seat == NATURE else seat}: {box.text(action)}"


def read_line(box: Box, text: str) -> tuple[Seat, Action]:
    """The inverse of `line`. Raises ValueError saying what was expected."""
    who, colon, action = text.partition(": ")
    if not colon or not (who == "nature" or who.isdecimal()):
        raise ValueError("expected a line like '0: pass'")
    return (NATURE if who == "nature" else int(who)), box.parse(action)


def dump_session(session: Session[Any]) -> str:
    """The session as YAML, the same text for the same session."""
    return Diary().whole(session)


class Diary:
    """The save of a match while it is played on; what was put in words once is not again.

    A file with the text of `whole` to which every text of `more` is appended is, byte for byte,
    what `dump_session` makes of the session.
    """

    def __init__(self) -> None:
        self._session: Session[Any] | None = None
        self._above: tuple[object, ...] = ()  # what can change of the text above the log
        self._records: list[Record] = []  # in words so far,
        self._lines: list[str] = []  # and these

    def whole(self, session: Session[Any]) -> str:
        """All of the save."""
        self._follow(session)
        self._above = _above(session)
        return _head(session) + "".join(self._lines)

    def more(self, session: Session[Any]) -> str | None:
        """What the save has grown by since the last text; None: it is another one, or an undo, a
        jump or a wish has changed what was written before: `whole` has to be taken."""
        known = len(self._lines)
        if self._follow(session) < known or _above(session) != self._above:
            return None
        return "".join(self._lines[known:])

    def _follow(self, session: Session[Any]) -> int:
        """Puts in words what is new in the log; how many lines of it were there before."""
        records, lines = self._records, self._lines
        if session is not self._session:
            self._session, self._above = session, ()
            records.clear()
            lines.clear()
        log, box = session.log, session.position.box
        while records and (len(records) > len(log) or log[len(records) - 1] is not records[-1]):
            records.pop()  # a log changes by what is cut off at its end, and what comes there then
            lines.pop()
        kept = len(records)
        for record in log[kept:]:
            records.append(record)
            lines.append(_entry(line(box, record.seat, record.action)))
        return kept


def _entry(words: str) -> str:
    """A line of the log as `dump` writes it in a list: in quotes, for there is a colon in it."""
    return "- '" + words.replace("'", "''") + "'\n"


def _above(session: Session[Any]) -> tuple[object, ...]:
    at = None if session.at == len(session.log) else session.at
    people = session.kinds, session.characters, session.names
    return at, bool(session.log), tuple(session.stops), people


def _head(session: Session[Any]) -> str:
    """The save down to where the lines of the log begin."""
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


def reached(content: str) -> int | None:
    """At how many lines of its log a save stands, by its form alone; None where it has no log."""
    head, log, lines = content.partition("\nlog:\n")
    if not log:
        return 0 if content.endswith("\nlog: []\n") else None
    at = re.search(r"^at: (\d+)$", head, re.MULTILINE)
    return int(at[1]) if at else len(lines.splitlines())


def load_session(content: str, name: str, games: Mapping[str, Game[Any]]) -> Session[Any]:
    """The session that `content` describes; `name` stands before every problem.

    Raises SaveError; where only a later line is bad, its `good` holds the match before it.
    """
    try:
        document = _document(content, name)
    except DataError as error:
        raise SaveError(error.problems, _salvage(content, error, games), error.more) from None
    try:
        return _replay(document, name, games)
    except SaveError as error:
        if error.good is None and error.problems[0].path.startswith("log["):
            error.good = _salvage(content, error, games)  # a line that is no text
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
    twice = bool(document.problems)
    try:
        header: Any = build(document, _kind(game))
    except DataError as error:
        if not twice and (strange := _strange(document, game)):
            raise strange from None
        raise SaveError(error.problems, more=error.more) from None
    if header.rules != game.version:
        why = "saved with other rules or cards than those here"
        said = f"{why}: expected {game.version!r}, got {header.rules!r}"
        raise _foreign(document, said, "rules")
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
        raise fail(("at",), f"expected 0 to {end}, the lines of the log", session)
    session.jump(where)
    return session


def _strange(document: Document, game: Game[Any]) -> Foreign | None:
    """Where the head, or the options in it, say more than this program knows, and all else is good:
    perhaps a newer one wrote it."""
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
    message = f"this program does not know {shown(path[-1])}{close}"
    return Foreign(
        (Problem(document.name, *document.keys[path], ".".join(map(str, path)), message),)
    )


def unasked(pos: Position[Any], seat: Seat, action: Action) -> list[tuple[Seat, Action]]:
    """What must be answered before a line of the log fits: questions with a single answer.

    Where a hand allows nothing older programs did not ask. Empty where that does not help.
    """
    found: list[tuple[Seat, Action]] = []
    while (asked := pos.decision) is not None:
        if asked.seat == seat and asked.allows(action):
            return found
        if len(asked.options) != 1 or asked.aim is not None:
            break
        found.append((asked.seat, asked.options[0]))
        pos, _ = apply(pos, found[-1][1])
    return []


def _unknown(options: Any) -> tuple[str, ...]:
    """Where an option is that has none of its values; () where all have."""
    for field in fields(options):
        values = [choice for choice, _ in field.metadata.get("choices", ())]
        if values and getattr(options, field.name) not in values:
            return "options", field.name
    return ()


def _game(document: Document, games: Mapping[str, Game[Any]]) -> Game[Any]:
    """Whose save it is. Raises Foreign where it is none that this program can know."""
    top = document.top if isinstance(document.top, dict) else {}
    form, wanted = top.get("castlecards"), top.get("game")
    if type(form) is int and form != FORMAT:
        raise _foreign(document, f"this program reads format {FORMAT}, not {form}", "castlecards")
    if isinstance(wanted, str) and wanted in games:
        return games[wanted]
    message = f"expected one of {', '.join(games)}, got {shown(wanted)}"
    found = _foreign(document, message, "game")
    raise found if isinstance(wanted, str) else SaveError(found.problems)


def _foreign(document: Document, message: str, *path: str) -> Foreign:
    return Foreign((Problem(document.name, *document.where(path), ".".join(path), message),))


def _salvage(content: str, error: DataError, games: Mapping[str, Game[Any]]) -> Session[Any] | None:
    """The match in the lines above a broken one: where the fault was found, or the last."""
    lines = content.splitlines()
    for end in (error.problems[0].line - 1, len(lines) - 1):
        try:
            return _replay(_document("\n".join(lines[:end]) + "\n", ""), "", games)
        except SaveError as again:
            if again.good is not None:
                return again.good
        except DataError:
            continue
    return None


@cache
def _kind(game: Game[Any]) -> type[Any]:
    more = [("options", game.options), ("log", tuple[str, ...])]
    return make_dataclass("Save", more, bases=(Header,), frozen=True, kw_only=True)
