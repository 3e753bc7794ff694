"""Levels: a table that is set up, a goal, three stars, and a solution that proves it can be done.

One YAML file each (levels/README.md); drills at the range and positions of the other games are the
same thing. A level is checked as data first, then by playing its solution.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, make_dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from castlecards import data, files, paths
from castlecards.content import barrage_layout, built_in, tech_deck
from castlecards.core.action import Illegal
from castlecards.core.cards import CardId, Seat, Surface, ZoneSpec
from castlecards.core.game import Game
from castlecards.core.plurals import counted, spanned
from castlecards.core.position import Box, Position
from castlecards.core.save import line, read_line
from castlecards.core.session import HUMAN, STILL, Session
from castlecards.core.table import Table
from castlecards.data import DataError, Problem
from castlecards.data.problems import MOST
from castlecards.playout import Robot
from castlecards.practice.range import Range

if TYPE_CHECKING:
    from castlecards.data.text import Document

FORMAT = 1
OUT = "out"  # the zone of the cards that a level leaves out
WON, ACTIONS, SECONDS = "won", "actions", "seconds"  # what may be counted in every game
STARS = 3
LONGEST = 2000  # lines of a solution
STRAY = "a card is missing, or lies where none can"
TRIALS, LONGEST_TRIAL = (
    3,
    150,
)  # random games and answers in each, to see that a table can be played


@dataclass(frozen=True, kw_only=True)
class Level:
    """What a file says. `goal`, `never` and `stars` count what the game tallies, `won`, `actions`
    (own decisions answered) and `seconds`: at least, at most, and at most for each further star.
    """

    level: int
    game: str
    title: str
    teaches: str
    task: str
    hint: str = ""
    seed: int = 1
    seat: int = 0  # who is to reach the goal; all others answer as a clock would for them
    table: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    state: dict[str, int | bool] = dataclasses.field(default_factory=dict)
    begin: str = ""
    goal: dict[str, int]
    never: dict[str, int] = dataclasses.field(default_factory=dict)
    stars: tuple[dict[str, int], ...] = ()
    assist: Literal["", "full", "direction", "none"] = ""  # "": as the player likes
    surface: Literal["", "felt", "wood", "sticky"] = ""
    left: bool = False  # the screen mirrored, for the left hand
    solution: tuple[str, ...] = ()


@dataclass(frozen=True)
class LoadedLevel:
    """A level that is ready to be played. `id` is `pack/name`."""

    id: str
    level: Level
    options: Any
    game: Game[Any]
    own: bool = False  # the player's own
    method: str = ""  # one of METHODS, with which a level of this pack begins; "": as it comes


@dataclass(frozen=True)
class Pack:
    """A folder of levels that teach one thing; `title` and `about` come from its pack.yaml."""

    id: str
    title: str
    about: str
    levels: tuple[LoadedLevel, ...]


@dataclass(frozen=True)
class AboutPack:
    """The file pack.yaml of a folder. `method`: the throw that its levels begin with."""

    title: str
    about: str = ""
    method: Literal["", "lob", "frisbee", "flip"] = ""


@cache
def shelf() -> dict[str, Game[Any]]:
    """The games that levels are made for, by id: with the built-in decks, but for the range."""
    practice: Game[Any] = Range(tech_deck(strict=False), barrage_layout())
    return {practice.id: practice, **built_in()}


# -- reading ------------------------------------------------------------------------------------


def load(text: str, name: str, id: str = "", own: bool = False) -> LoadedLevel:
    """The level that `text` describes; its solution is not played. Raises DataError."""
    from castlecards.data.text import Document

    return _loaded(Document(text, name), id or Path(name).stem, own)


def _loaded(document: Document, id: str, own: bool) -> LoadedLevel:
    found, problems = _examined(document, id, own)
    if problems or found is None:
        raise DataError(problems)
    return found


def _examined(document: Document, id: str, own: bool) -> tuple[LoadedLevel | None, list[Problem]]:
    """The level of a document and all its faults; None where it cannot even be made in part."""
    try:
        game = game_of(document)
    except DataError as error:
        if not isinstance(document.top, dict):
            return None, list(error.problems)
        # Nobody knows which options there are; all else can be looked at.
        document.top = {key: item for key, item in document.top.items() if key != "options"}
        document.top["game"] = ""
        _, problems = _built(document, Level)
        return None, [*error.problems, *problems]
    level, problems = _built(document, with_options(game, Level))
    if level is None:
        return None, problems
    loaded = LoadedLevel(id, level, level.options, game, own)
    if level.level != FORMAT:
        message = f"this program reads format {FORMAT}, not {level.level}"
        return loaded, [_problem(document, ("level",), message)]
    bad = set(map(_part, problems))
    for fault in _faults(document, loaded):
        if len(problems) > MOST:
            break  # enough is told
        # Of bad options and a bad beginning nobody knows what table they were meant for.
        if not (bad & {"options", "begin"} and _part(fault) in ("table", "state")):
            problems.append(fault)
    if not _TABLE & set(map(_part, problems)):
        problems += _unplayable(document, loaded)
    return loaded, problems


def _built(document: Document, kind: type[Any]) -> tuple[Any, list[Problem]]:
    """The value of a document, with usual values for parts that are bad, and what is wrong with
    them; None where too much is wrong."""
    from castlecards.data.values import build

    top = document.top
    try:
        return build(document, kind), []
    except DataError as error:
        problems = list(error.problems)
    if not isinstance(top, dict):
        return None, problems
    bad = set(map(_part, problems))
    known = {field.name for field in dataclasses.fields(kind)} - bad
    good = {key: value for key, value in top.items() if key in known}
    document.top, document.problems = {**_USUAL, **good}, []
    try:
        return build(document, kind), problems
    except DataError:
        return None, problems


def _part(problem: Problem) -> str:
    """The key of the level to which a problem belongs."""
    return re.split(r"[.\[]", problem.path, maxsplit=1)[0]


def game_of(document: Document) -> Game[Any]:
    """The game that a level or lesson is about. Raises DataError."""
    top = document.top if isinstance(document.top, dict) else {}
    game = shelf().get(str(top.get("game")))
    if game is None:
        message = f"expected one of {', '.join(shelf())}, got {data.shown(top.get('game'))}"
        raise DataError([_problem(document, ("game",), message)])
    return game


@cache
def with_options(game: Game[Any], base: type[Any]) -> type[Any]:
    """What a file says, `base`, and the options of its game."""
    field = ("options", game.options, dataclasses.field(default_factory=game.options))
    return make_dataclass(f"Game{base.__name__}", [field], bases=(base,), frozen=True, kw_only=True)


# For what is missing or bad, so that the rest of a level can be looked at.
_USUAL: Mapping[str, Any] = {
    "level": FORMAT, "game": "", "title": "-", "teaches": "-", "task": "-", "goal": {WON: 1},
}  # fmt: skip
_TABLE = {"options", "table", "state", "begin"}  # parts of a level that make its first position


def _problem(document: Document, path: tuple[Any, ...], message: str) -> Problem:
    words = ".".join(str(step) for step in path)
    return Problem(document.name, *document.where(path), words, message)


def _faults(document: Document, loaded: LoadedLevel) -> Iterator[Problem]:
    """What is wrong although every value has the right type."""
    level, game = loaded.level, loaded.game
    yield from _plain_faults(document, level)
    players = players_of(game)
    try:
        setup = game.setup(loaded.options, players)
    except ValueError as error:
        yield _problem(document, ("options",), str(error))
        return
    box = setup.box
    keys = {face.key for face in box.faces}
    laid: set[str] = set()
    for zone, cards in level.table.items():
        if zone not in box.names:
            yield _problem(document, ("table", zone), f"no zone {zone!r} in this game")
        for at, words in enumerate(cards):
            key, _, how = words.partition(" ")
            if key not in keys:
                yield _problem(document, ("table", zone, at), f"no card {key!r} in this game")
            elif key in laid:
                yield _problem(document, ("table", zone, at), f"{key} lies somewhere already")
            elif how not in ("", "up"):
                yield _problem(document, ("table", zone, at), f"expected 'up', got {how!r}")
            laid.add(key)
    if level.begin and level.begin not in game.entries:
        names = ", ".join(game.entries) or "nothing"
        yield _problem(document, ("begin",), f"this game may begin with {names}")
    if level.table and not level.begin:
        yield _problem(document, ("table",), "a table that is set up needs 'begin'")
    said = [field.name for field in dataclasses.fields(setup.state)]
    fields = {name for name in said if isinstance(getattr(setup.state, name), int)}  # or a bool
    for name in level.state.keys() - fields:
        yield _problem(document, ("state", name), f"the state has {', '.join(sorted(fields))}")
    seat = level.seat
    if not 0 <= seat < box.seats:
        yield _problem(document, ("seat",), f"0 to {box.seats - 1}")
        seat = 0
    if getattr(loaded.options, "surface", "felt") != "felt":
        message = "what is played on is said by 'surface' of the level, not of its options"
        yield _problem(document, ("options", "surface"), message)
    counted = {WON, ACTIONS, SECONDS, *game.tallies(setup, seat)}
    wanted: list[tuple[tuple[Any, ...], Mapping[str, int]]] = [
        (("goal",), level.goal), (("never",), level.never),
        *[(("stars", n), limits) for n, limits in enumerate(level.stars)],
    ]  # fmt: skip
    for path, numbers in wanted:
        for name in numbers.keys() - counted:
            message = f"{name!r} is not counted; there is {', '.join(sorted(counted))}"
            yield _problem(document, (*path, name), message)
    if len(level.solution) > LONGEST:
        yield _problem(document, ("solution",), f"at most {LONGEST} lines")


def _plain_faults(document: Document, level: Level) -> Iterator[Problem]:
    """Texts, counts and numbers out of their limits, whatever the game."""
    for name, most in (("title", 60), ("teaches", 200), ("task", 200), ("hint", 300)):
        words = getattr(level, name)
        if len(words) > most or (name != "hint" and not words.strip()):
            yield _problem(document, (name,), spanned(range(1, most + 1), "letter"))
    if not level.goal:
        yield _problem(document, ("goal",), "at least one thing to reach")
    if len(level.stars) > STARS - 1:
        message = f"at most {STARS - 1}, for the second and the third"
        yield _problem(document, ("stars",), message)
    if not 0 <= level.seed < 2**63:
        yield _problem(document, ("seed",), "0 to 2^63 - 1")


def _unplayable(document: Document, loaded: LoadedLevel) -> Iterator[Problem]:
    """What a table that is set up lacks for the rules to go on, from its beginning to its end."""
    if not loaded.level.table:
        return
    try:
        start = position(loaded)
    except (ValueError, TypeError) as error:  # of a state that there cannot be
        yield _problem(document, ("state",), str(error))
        return
    lacking = False
    for zone, fewest in loaded.game.least(start).items():
        if (there := len(start.zones[zone])) < fewest:
            cards = counted(fewest, "card")
            message = f"at least {cards} must lie in {start.box.names[zone]}, not {there}"
            yield _problem(document, ("table", start.box.names[zone]), message)
            lacking = True
    if lacking:
        return
    for seed in range(TRIALS):
        if why := _breaks_off(start, seed):
            yield _problem(document, ("table",), why)
            return


def _breaks_off(start: Position[Any], seed: int) -> str:
    """Plays at random for a while: why the rules cannot go on; "" if they can."""
    table: Table[Any] = Table(start.copy())
    table.pos.seed = seed
    robot, last = Robot(seed), "begin"
    try:
        decision = table.settle()
        for _ in range(LONGEST_TRIAL):
            if decision is None:
                break
            action = robot.answer(table.pos, decision)
            last = f"{decision.seat}: {table.pos.box.text(action)}"
            decision = table.play(action)
    except Exception:  # whatever rules come to where a card is missing that they count on
        return f"play breaks off after '{last}': {STRAY}"
    return ""


def players_of(game: Game[Any]) -> int:
    """How many play a level of this game: two, or as few as may."""
    return 2 if 2 in game.players else game.players[0]


# -- playing ------------------------------------------------------------------------------------


def session(loaded: LoadedLevel, name: str = "", surface: Surface = "felt") -> Session[Any]:
    """A new match at the beginning of a level; nobody but one player is asked.

    `surface`: what it is played on where the level does not mind.
    """
    level = loaded.level
    if hasattr(loaded.options, "surface"):
        options = dataclasses.replace(loaded.options, surface=level.surface or surface)
        loaded = dataclasses.replace(loaded, options=options)
    start = position(loaded) if level.table else None
    people = name or "You", "Nobody"
    return alone(loaded.game, loaded.options, level.seed, level.seat, people, start)


def alone(
    game: Game[Any],
    options: Any,
    seed: int,
    seat: Seat,
    names: tuple[str, str],
    start: Position[Any] | None = None,
) -> Session[Any]:
    """Practice for one player, who has this seat; all others answer as a clock would for them.

    `names`: of the player, and of all others.
    """
    players = players_of(game)
    me = game.owners(options, players)[seat]
    own = [player == me for player in range(players)]
    kinds = [HUMAN if mine else STILL for mine in own]
    called = [names[0] if mine else names[1] for mine in own]
    return Session(game, options, players, seed, kinds, called, start=start, practice=True)


def position(loaded: LoadedLevel) -> Position[Any]:
    """The table that a level sets up, with what it begins with pending."""
    level, game = loaded.level, loaded.game
    setup = game.setup(loaded.options, players_of(game))
    box = setup.box
    spare = ZoneSpec(OUT, hidden=True, title="Out of play")
    box = Box(box.faces, (*box.zones, spare), box.sides, box.field)
    cards = {face.key: card for card, face in enumerate(box.faces)}
    zones: dict[int, bytes] = {}
    up = 0
    for zone, names in level.table.items():
        held = [cards[words.partition(" ")[0]] for words in names]
        zones[box.zone(zone)] = bytes(held)
        for card, words in zip(held, names, strict=True):
            up |= words.endswith(" up") << card
    laid = set(b"".join(zones.values()))
    zones[box.zone(OUT)] = bytes(card for card in range(box.size) if card not in laid)
    state = dataclasses.replace(setup.state, **level.state)
    pos: Position[Any] = Position.new(
        box, zones, state, game.entries[level.begin], len(setup.marks)
    )
    pos.up = up
    for card in range(box.size):
        if up >> card & 1:
            pos.known |= box.everyone << card
    if pos.poses is not None:
        pos.poses = [_mark(box, zones, card) for card in range(box.size)]
    return pos


def _mark(box: Box, zones: Mapping[int, bytes], card: CardId) -> Any:
    """Loose cards lie on the marked places of their zones."""
    for zone, held in zones.items():
        if card in held:
            spec = box.zones[zone]
            return spec.mark if spec.shape == "loose" else None
    return None


@dataclass(frozen=True)
class Status:
    """How a level stands. `stars` is 0 until the goal is reached."""

    counts: Mapping[str, int]
    reached: bool
    failed: str = ""  # which limit was passed, or "" as long as the goal can be reached
    stars: int = 0

    @property
    def over(self) -> bool:
        return self.reached or bool(self.failed)


def status(loaded: LoadedLevel, match: Session[Any], seconds: float = 0.0) -> Status:
    """What has been reached at the present moment of a match, `seconds` after its beginning."""
    actions = 0
    for at, record in enumerate(match.log[: match.at]):
        actions += record.seat == loaded.level.seat and match.log[at].chosen
    return judge(loaded, match.position, actions, seconds)


def judge(loaded: LoadedLevel, pos: Position[Any], actions: int, seconds: float = 0.0) -> Status:
    """What a position is worth that so many answers with a choice have led to."""
    level = loaded.level
    won = pos.result is not None and pos.result[level.seat] > 0.5
    counts = {WON: int(won), ACTIONS: actions, SECONDS: int(seconds)}
    counts |= loaded.game.tallies(pos, level.seat)
    beyond = [name for name, most in level.never.items() if counts[name] > most]
    reached = not beyond and all(counts[name] >= least for name, least in level.goal.items())
    if reached:
        more = [all(counts[n] <= most for n, most in limits.items()) for limits in level.stars]
        return Status(counts, True, "", 1 + sum(more))
    failed = beyond[0] if beyond else "" if pos.result is None else "over"
    return Status(counts, False, failed)


def read_step(match: Session[Any], words: str) -> tuple[Seat, Any]:
    """A line of a solution, in which cards may go by their names. Raises ValueError."""
    pos = match.position
    ids = {pos.box.faces[face].key: f"c{card}" for card, face in enumerate(pos.faces)}
    who, _, action = words.partition(": ")
    parts = []
    for word in action.split(" "):
        mark = ">" if word.startswith(">") else ""
        parts.append(mark + "+".join(ids.get(p, p) for p in word.removeprefix(">").split("+")))
    return read_line(pos.box, f"{who}: {' '.join(parts)}")


def replay(loaded: LoadedLevel, lines: Sequence[str] | None = None) -> tuple[Session[Any], Status]:
    """Plays a solution, the level's own if none is given; physics is not asked.

    Raises ValueError (Illegal) naming the line that cannot be played.
    """
    match = session(loaded)
    for number, words in enumerate(loaded.level.solution if lines is None else lines):
        try:
            match.submit(*read_step(match, words))
        except (Illegal, ValueError) as error:
            raise Illegal(f"solution line {number + 1}, {words!r}: {error}") from None
    return match, status(loaded, match)


def solution(match: Session[Any]) -> tuple[str, ...]:
    """The match so far as lines of a solution."""
    box = match.position.box
    return tuple(line(box, record.seat, record.action) for record in match.log[: match.at])


# -- files --------------------------------------------------------------------------------------


def check(path: Path) -> list[Problem]:
    """All that is wrong with a level file, in the order of the text; a solution is played, too.

    A level without one is good: nobody knows whether it can be solved. Raises OSError.
    """
    from castlecards.data.text import Document

    try:
        document = Document(data.read_text(path), str(path))
    except DataError as error:
        return list(error.problems)
    loaded, problems = _examined(document, path.stem, own=True)
    if loaded is not None and not {*_TABLE, "level", "seat", "solution"} & set(
        map(_part, problems)
    ):
        problems += _unsolved(document, loaded, set(map(_part, problems)))
    return sorted(problems)


def _unsolved(document: Document, loaded: LoadedLevel, bad: Collection[str]) -> Iterator[Problem]:
    """The fault of a solution that cannot be played, or that does not reach the goal.

    `bad`: parts of the level that have faults; a goal among them is not looked at.
    """
    if not loaded.level.solution:
        return
    match = session(loaded)
    for number, words in enumerate(loaded.level.solution):
        try:
            match.submit(*read_step(match, words))
        except (Illegal, ValueError) as error:
            yield _problem(document, ("solution", number), str(error)[:200])
            return
        except Exception:  # of rules that count on a card
            yield _problem(document, ("solution", number), f"play breaks off here: {STRAY}")
            return
    if {"goal", "never", "stars"} & set(bad):
        return
    found = status(loaded, match)
    if not found.reached:
        missing = ", ".join(
            f"{name} {found.counts[name]} of {least}"
            for name, least in loaded.level.goal.items()
            if found.counts[name] < least
        )
        why = missing or f"{found.failed} is beyond its limit"
        yield _problem(document, ("solution",), f"it does not reach the goal: {why}")


def own_folder() -> Path:
    return paths.data_dir() / "levels"


def packs() -> tuple[tuple[Pack, ...], tuple[str, ...]]:
    """All packs, the player's own levels last, and all faults of each file that is not good."""
    found: list[Pack] = []
    told: list[str] = []
    for folder in sorted(path.parent for path in paths.levels().glob("*/pack.yaml")):
        found.append(_pack(folder, folder.name, told))
    own = own_folder()
    if files.exists(own):
        mine = _pack(own, "own", told, own=True)
        found.append(dataclasses.replace(mine, title="Your own", about="Made by you."))
    return tuple(pack for pack in found if pack.levels), tuple(told)


def _pack(folder: Path, id: str, told: list[str], own: bool = False) -> Pack:
    levels: list[LoadedLevel] = []
    about = AboutPack(folder.name)
    for path in files.listed(folder):
        try:
            if path.name == "pack.yaml":
                about = data.load_file(path, AboutPack)
            else:
                levels.append(load(data.read_text(path), str(path), f"{id}/{path.stem}", own))
        except DataError as error:
            told.append(str(error))
        except OSError as error:
            told.append(f"{path}: {error.strerror or error}")
    begun = tuple(dataclasses.replace(level, method=about.method) for level in levels)
    return Pack(id, about.title, about.about, begun)


def dump(loaded: LoadedLevel) -> str:
    """The level as YAML that `load` reads back."""
    return data.dump(loaded.level)
