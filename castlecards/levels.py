"""Levels: practice tasks in YAML files, with a start position, a goal, stars and a solution.

Drills at the practice range and puzzles of the other games have the same format
(levels/README.md). A level is checked as data first, then by playing its solution.
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
from castlecards.core.position import Box, Position
from castlecards.core.save import line, read_line
from castlecards.core.session import HUMAN, PASSIVE, Session
from castlecards.core.table import Table
from castlecards.data import DataError, Problem
from castlecards.data.problems import MOST
from castlecards.playout import Robot
from castlecards.practice.range import Range
from castlecards.texts import ntr, spanned, tr

if TYPE_CHECKING:
    from castlecards.data.text import Document

FORMAT = 1
OUT = "out"  # zone of the cards that a level leaves out
WON, ACTIONS, SECONDS = "won", "actions", "seconds"  # counters of every game
STARS = 3
MAX_SOLUTION = 2000  # lines of a solution
CARD_MISPLACED = tr("a card is missing, or is where no card can be")
TRIALS = 3  # random games that test whether a position can be played
LONGEST_TRIAL = 150  # answers in each of these games


@dataclass(frozen=True, kw_only=True)
class StarGoal:
    """Condition of a further star, which can be won at any time of an attempt.

    `goal`: at least these counts, while those of `never` are not exceeded.
    """

    says: str
    goal: dict[str, int]
    never: dict[str, int] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Level:
    """Content of a level file.

    `goal` (minimum), `never` (maximum) and `stars` (maximum for each further star) limit the game's
    tallies, `won`, `actions` (own decisions answered) and `seconds`. With `star_goals` instead of
    `stars`, an attempt goes on until all stars are won or no card is left.
    """

    level: int
    game: str
    title: str
    teaches: str
    task: str
    hint: str = ""
    why: str = ""  # explanation of the solution, shown once the level is solved
    seed: int = 1
    seat: int = 0  # seat of the player; all others play the default
    table: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    state: dict[str, int | bool] = dataclasses.field(default_factory=dict)
    begin: str = ""
    goal: dict[str, int]
    never: dict[str, int] = dataclasses.field(default_factory=dict)
    stars: tuple[dict[str, int], ...] = ()
    star_goals: tuple[StarGoal, ...] = ()
    path: int = 0  # place in the path of throwing levels, from 1; 0: none
    rivals: dict[str, int] = dataclasses.field(default_factory=dict)  # stars by character
    assist: Literal["", "full", "direction", "none"] = ""  # "": the player's setting
    surface: Literal["", "felt", "wood", "sticky"] = ""
    left: bool = False  # mirrored screen, for the left hand
    solution: tuple[str, ...] = ()

    @property
    def conditions(self) -> list[tuple[Mapping[str, int], Mapping[str, int]]]:
        """Least and greatest counts of each star of a level with star goals."""
        return [(self.goal, {}), *((star.goal, star.never) for star in self.star_goals)]


@dataclass(frozen=True)
class LoadedLevel:
    """Level with its game and options. `id` is `pack/name`."""

    id: str
    level: Level
    options: Any
    game: Game[Any]
    own: bool = False  # made by the player
    method: str = ""  # throwing method selected at the start, one of METHODS; "": unchanged


@dataclass(frozen=True)
class Pack:
    """Folder of levels on one topic; `title` and `about` come from its pack.yaml."""

    id: str
    title: str
    about: str
    levels: tuple[LoadedLevel, ...]


@dataclass(frozen=True)
class AboutPack:
    """Content of a pack.yaml. `method`: throwing method selected at the start of its levels."""

    title: str
    about: str = ""
    method: Literal["", "lob", "frisbee", "flip"] = ""


@cache
def shelf() -> dict[str, Game[Any]]:
    """Games for levels by id. All have the built-in decks except the practice range."""
    practice: Game[Any] = Range(tech_deck(strict=False), barrage_layout())
    return {practice.id: practice, **built_in()}


# -- reading ------------------------------------------------------------------------------------


def load(text: str, name: str, id: str = "", own: bool = False) -> LoadedLevel:
    """Read a level without playing its solution. Raises DataError."""
    from castlecards.data.text import Document

    return _loaded(Document(text, name), id or Path(name).stem, own)


def _loaded(document: Document, id: str, own: bool) -> LoadedLevel:
    loaded, problems = _check_document(document, id, own)
    if problems or loaded is None:
        raise DataError(problems)
    return loaded


def _check_document(
    document: Document, id: str, own: bool
) -> tuple[LoadedLevel | None, list[Problem]]:
    """Level of a document and all its faults; None if no part of it can be built."""
    try:
        game = game_of(document)
    except DataError as error:
        if not isinstance(document.top, dict):
            return None, list(error.problems)
        # The options of an unknown game cannot be checked, but everything else can.
        document.top = {key: item for key, item in document.top.items() if key != "options"}
        document.top["game"] = ""
        _, problems = _build_with_defaults(document, Level)
        return None, [*error.problems, *problems]
    level, problems = _build_with_defaults(document, with_options(game, Level))
    if level is None:
        return None, problems
    loaded = LoadedLevel(id, level, level.options, game, own)
    if level.level != FORMAT:
        message = tr("expected format {n}, got {other}", n=FORMAT, other=level.level)
        return loaded, [_problem(document, ("level",), message)]
    bad = set(map(_part, problems))
    for path, message in _faults(loaded):
        if len(problems) > MOST:
            break  # there are enough problems to report
        # With bad options or a bad beginning, the intended table is unknown.
        if not (bad & {"options", "begin"} and path[0] in ("table", "state")):
            problems.append(_problem(document, path, message))
    if not _TABLE & set(map(_part, problems)):
        problems += [_problem(document, *fault) for fault in _start_faults(loaded)]
    return loaded, problems


def _build_with_defaults(document: Document, kind: type[Any]) -> tuple[Any, list[Problem]]:
    """Value of a document, with defaults for bad parts, and its problems; None if that fails."""
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
    """Top-level key of the level to which a problem belongs."""
    return re.split(r"[.\[]", problem.path, maxsplit=1)[0]


def game_of(document: Document) -> Game[Any]:
    """Game of a level or lesson. Raises DataError if it is unknown."""
    top = document.top if isinstance(document.top, dict) else {}
    game = shelf().get(str(top.get("game")))
    if game is None:
        names, got = ", ".join(shelf()), data.shown(top.get("game"))
        message = tr("expected one of {names}, got {got}", names=names, got=got)
        raise DataError([_problem(document, ("game",), message)])
    return game


@cache
def with_options(game: Game[Any], base: type[Any]) -> type[Any]:
    """Dataclass for a file: `base` plus a field for the options of the game."""
    field = ("options", game.options, dataclasses.field(default_factory=game.options))
    return make_dataclass(f"Game{base.__name__}", [field], bases=(base,), frozen=True, kw_only=True)


# Defaults for missing or bad parts, so that the rest of a level can be checked.
_USUAL: Mapping[str, Any] = {
    "level": FORMAT, "game": "", "title": "-", "teaches": "-", "task": "-", "goal": {WON: 1},
}  # fmt: skip
_TABLE = {"options", "table", "state", "begin"}  # keys that define the start position
Fault = tuple[tuple[Any, ...], str]  # its path in the file, and a message


def _problem(document: Document, path: tuple[Any, ...], message: str) -> Problem:
    words = ".".join(str(step) for step in path)
    return Problem(document.name, *document.where(path), words, message)


def _faults(loaded: LoadedLevel) -> Iterator[Fault]:
    """Faults of a level whose values all have the right type."""
    level, game = loaded.level, loaded.game
    yield from _plain_faults(level)
    players = players_of(game)
    try:
        setup = game.setup(loaded.options, players)
    except ValueError as error:
        yield ("options",), str(error)
        return
    box = setup.box
    yield from _table_faults(level, box)
    if level.begin and level.begin not in game.entries:
        names = ", ".join(game.entries) or tr("nothing")
        yield ("begin",), tr("this game can begin with: {names}", names=names)
    if level.table and not level.begin:
        yield ("table",), tr("a level with 'table' needs 'begin' too")
    names_of_state = [field.name for field in dataclasses.fields(setup.state)]
    fields = {name for name in names_of_state if isinstance(getattr(setup.state, name), int)}
    for name in level.state.keys() - fields:
        yield ("state", name), tr("expected one of {names}", names=", ".join(sorted(fields)))
    seat = level.seat
    if not 0 <= seat < box.seats:
        yield ("seat",), tr("expected 0 to {most}", most=box.seats - 1)
        seat = 0
    if getattr(loaded.options, "surface", "felt") != "felt":
        yield ("options", "surface"), tr("set 'surface' of the level, not of its options")
    tallies = set(game.tallies(setup, seat))  # counts that a star goal can name
    counted = {WON, ACTIONS, SECONDS, *tallies}
    wanted: list[tuple[tuple[Any, ...], Mapping[str, int], set[str]]] = [
        (("goal",), level.goal, tallies if level.star_goals else counted),
        (("never",), level.never, counted),
        *[(("stars", n), limits, counted) for n, limits in enumerate(level.stars)],
        *[(("star_goals", n, "goal"), star.goal, tallies)
          for n, star in enumerate(level.star_goals)],
        *[(("star_goals", n, "never"), star.never, tallies)
          for n, star in enumerate(level.star_goals)],
    ]  # fmt: skip
    for path, numbers, possible in wanted:
        for name in numbers.keys() - possible:
            known = ", ".join(sorted(possible))
            message = tr("unknown count {name!r}; choose from {known}", name=name, known=known)
            yield (*path, name), message
    if len(level.solution) > MAX_SOLUTION:
        yield ("solution",), tr("at most {most} lines", most=MAX_SOLUTION)


def _table_faults(level: Level, box: Box) -> Iterator[Fault]:
    """Faults of `table`: unknown zones and cards, and cards that are named twice."""
    keys = {face.key for face in box.faces}
    placed: set[str] = set()
    for zone, cards in level.table.items():
        if zone not in box.names:
            fault = tr("this game has no zone {zone!r}", zone=zone)
            yield ("table", zone), fault
        for at, words in enumerate(cards):
            key, _, how = words.partition(" ")
            fault = ""
            if key not in keys:
                fault = tr("this game has no card {card!r}", card=key)
            elif key in placed:
                fault = tr("{card} is on the table twice", card=key)
            elif how not in ("", "up"):
                fault = tr("expected 'up', got {how!r}", how=how)
            if fault:
                yield ("table", zone, at), fault
            placed.add(key)


def _plain_faults(level: Level) -> Iterator[Fault]:
    """Faults that do not depend on the game: texts, counts and numbers out of their limits."""
    for name, most in (("title", 60), ("teaches", 200), ("task", 200), ("hint", 300), ("why", 300)):
        words = getattr(level, name)
        if len(words) > most or (name not in ("hint", "why") and not words.strip()):
            yield (name,), tr("expected {letters}", letters=spanned(range(1, most + 1), "letter"))
    if not level.goal:
        yield ("goal",), tr("a level needs at least one goal")
    if len(level.stars) > STARS - 1:
        yield ("stars",), tr("at most two: for the second and the third star")
    if level.star_goals and (level.stars or len(level.star_goals) != STARS - 1):
        yield ("star_goals",), tr("expected two, without 'stars' beside them")
    for n, star in enumerate(level.star_goals):
        if not 0 < len(star.says.strip()) <= 60:
            message = tr("expected {letters}", letters=spanned(range(1, 61), "letter"))
            yield ("star_goals", n, "says"), message
        if not star.goal:
            yield ("star_goals", n, "goal"), tr("a star needs at least one goal")
    for name, stars in level.rivals.items():
        if not 0 <= stars <= STARS:
            yield ("rivals", name), tr("expected 0 to {most}", most=STARS)
    if not 0 <= level.seed < 2**63:
        yield ("seed",), tr("expected 0 to 2^63 - 1")


def _start_faults(loaded: LoadedLevel) -> Iterator[Fault]:
    """Faults of a start position with which the rules cannot be played."""
    if not loaded.level.table:
        return
    try:
        start = position(loaded)
    except (ValueError, TypeError) as error:  # an impossible state
        yield ("state",), str(error)
        return
    too_few = False
    for zone, fewest in loaded.game.minimum_cards(start).items():
        if (count := len(start.zones[zone])) < fewest:
            name = start.box.names[zone]
            message = ntr(
                fewest,
                "expected at least {n} card, got {there}",
                "expected at least {n} cards, got {there}",
                there=count,
            )
            yield ("table", name), message
            too_few = True
    if too_few:
        return
    for seed in range(TRIALS):
        if why := _crash_reason(start, seed):
            yield ("table",), why
            return


def _crash_reason(start: Position[Any], seed: int) -> str:
    """Play at random for a while. Return the reason if the rules fail, else ""."""
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
    except Exception:  # rules can fail in any way if an expected card is missing
        return tr(
            "the game stops working after '{last}': {reason}", last=last, reason=CARD_MISPLACED
        )
    return ""


def players_of(game: Game[Any]) -> int:
    """Number of players in levels of this game: two, or else the fewest possible."""
    return 2 if 2 in game.players else game.players[0]


# -- playing ------------------------------------------------------------------------------------


def session(loaded: LoadedLevel, name: str = "", surface: Surface = "felt") -> Session[Any]:
    """New match at the start of a level, in which only one player is asked.

    `surface`: used if the level sets none.
    """
    level = loaded.level
    if hasattr(loaded.options, "surface"):
        options = dataclasses.replace(loaded.options, surface=level.surface or surface)
        loaded = dataclasses.replace(loaded, options=options)
    start = position(loaded) if level.table else None
    people = name or tr("You"), tr("Nobody")
    return solo_session(loaded.game, loaded.options, level.seed, level.seat, people, start)


def solo_session(
    game: Game[Any],
    options: Any,
    seed: int,
    seat: Seat,
    names: tuple[str, str],
    start: Position[Any] | None = None,
) -> Session[Any]:
    """Practice session for the player of this seat; all others play the default.

    `names`: of the player, and of all others.
    """
    players = players_of(game)
    me = game.owners(options, players)[seat]
    own = [player == me for player in range(players)]
    kinds = [HUMAN if mine else PASSIVE for mine in own]
    player_names = [names[0] if mine else names[1] for mine in own]
    return Session(game, options, players, seed, kinds, player_names, start=start, practice=True)


def position(loaded: LoadedLevel) -> Position[Any]:
    """Start position of a level, with its first step pending."""
    level, game = loaded.level, loaded.game
    setup = game.setup(loaded.options, players_of(game))
    box = setup.box
    spare = ZoneSpec(OUT, hidden=True, title=tr("Out of play"))
    box = Box(box.faces, (*box.zones, spare), box.sides, box.field)
    cards = {face.key: card for card, face in enumerate(box.faces)}
    zones: dict[int, bytes] = {}
    up = 0
    for zone, names in level.table.items():
        held = [cards[words.partition(" ")[0]] for words in names]
        zones[box.zone(zone)] = bytes(held)
        for card, words in zip(held, names, strict=True):
            up |= words.endswith(" up") << card
    placed = set(b"".join(zones.values()))
    zones[box.zone(OUT)] = bytes(card for card in range(box.size) if card not in placed)
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
    """Start pose of a loose card: the mark of its zone; None for other cards."""
    for zone, held in zones.items():
        if card in held:
            spec = box.zones[zone]
            return spec.mark if spec.shape == "loose" else None
    return None


@dataclass(frozen=True)
class Status:
    """Progress of a level. `stars` is 0 until the goal is reached."""

    counts: Mapping[str, int]
    reached: bool
    failed: str = ""  # name of the exceeded limit; "" while the goal can be reached
    stars: int = 0
    won: tuple[bool, ...] = ()  # stars of a level with star goals, one by one

    @property
    def over(self) -> bool:
        return bool(self.failed) or (self.reached and all(self.won))


def status(loaded: LoadedLevel, match: Session[Any], seconds: float = 0.0) -> Status:
    """Progress at the current moment of a match, `seconds` after its start."""
    actions = 0
    for at, record in enumerate(match.log[: match.at]):
        actions += record.seat == loaded.level.seat and match.log[at].chosen
    now = judge(loaded, match.position, actions, seconds)
    if not loaded.level.star_goals:
        return now
    won = won_stars(loaded, match)
    ended = "" if match.position.result is None else "over"
    failed = "" if all(won) else now.failed or ended
    return Status(now.counts, won[0], failed, sum(won) * won[0], won)


def won_stars(loaded: LoadedLevel, match: Session[Any]) -> tuple[bool, ...]:
    """Stars of a level with star goals that have been won up to the current moment of a match."""
    level = loaded.level
    won = [False] * STARS
    for pos in match.positions[: match.at + 1]:
        counts = loaded.game.tallies(pos, level.seat)
        if any(counts.get(name, 0) > most for name, most in level.never.items()):
            break
        for n, (goal, never) in enumerate(level.conditions):
            if all(counts[name] >= least for name, least in goal.items()):
                won[n] |= all(counts[name] <= most for name, most in never.items())
    return tuple(won)


def judge(loaded: LoadedLevel, pos: Position[Any], actions: int, seconds: float = 0.0) -> Status:
    """Progress of a position that was reached with `actions` own answers."""
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
    """Parse a line of a solution, in which cards can have names. Raises ValueError."""
    pos = match.position
    ids = {pos.box.faces[face].key: f"c{card}" for card, face in enumerate(pos.faces)}
    who, _, action = words.partition(": ")
    parts = []
    for word in action.split(" "):
        mark = ">" if word.startswith(">") else ""
        parts.append(mark + "+".join(ids.get(p, p) for p in word.removeprefix(">").split("+")))
    return read_line(pos.box, f"{who}: {' '.join(parts)}")


def replay(loaded: LoadedLevel, lines: Sequence[str] | None = None) -> tuple[Session[Any], Status]:
    """Play a solution, by default the level's own; landings come from its lines, not from physics.

    Raises Illegal, a ValueError, that names the line that cannot be played.
    """
    match = session(loaded)
    for number, words in enumerate(loaded.level.solution if lines is None else lines):
        try:
            match.submit(*read_step(match, words))
        except (Illegal, ValueError) as error:
            line = tr(
                "solution line {n}, {words!r}: {error}", n=number + 1, words=words, error=error
            )
            raise Illegal(line) from None
    return match, status(loaded, match)


def solution(match: Session[Any]) -> tuple[str, ...]:
    """Lines of a solution for the match so far."""
    box = match.position.box
    return tuple(line(box, record.seat, record.action) for record in match.log[: match.at])


# -- files --------------------------------------------------------------------------------------


def check(path: Path) -> list[Problem]:
    """Faults of a level file in the order of the text; its solution is played too.

    A level without a solution can be good. Raises OSError.
    """
    from castlecards.data.text import Document

    try:
        document = Document(data.read_text(path), str(path))
    except DataError as error:
        return list(error.problems)
    loaded, problems = _check_document(document, path.stem, own=True)
    if loaded is not None and not {*_TABLE, "level", "seat", "solution"} & set(
        map(_part, problems)
    ):
        bad = set(map(_part, problems))
        problems += [_problem(document, *fault) for fault in _solution_faults(loaded, bad)]
    return sorted(problems)


def _solution_faults(loaded: LoadedLevel, bad: Collection[str]) -> Iterator[Fault]:
    """Fault of a solution that cannot be played or does not reach the goal.

    `bad`: keys of the level with faults; a faulty goal is not checked.
    """
    if not loaded.level.solution:
        return
    match = session(loaded)
    for number, words in enumerate(loaded.level.solution):
        try:
            match.submit(*read_step(match, words))
        except (Illegal, ValueError) as error:
            yield ("solution", number), str(error)[:200]
            return
        except Exception:  # rules can fail in any way if an expected card is missing
            text = tr("the game stops working here: {reason}", reason=CARD_MISPLACED)
            yield ("solution", number), text
            return
    if {"goal", "never", "stars"} & set(bad):
        return
    progress = status(loaded, match)
    if not progress.reached:
        missing = ", ".join(
            tr("{name} {n} of {least}", name=name, n=progress.counts[name], least=least)
            for name, least in loaded.level.goal.items()
            if progress.counts[name] < least
        )
        why = missing or tr("{name} is over its limit", name=progress.failed)
        yield ("solution",), tr("it does not reach the goal: {why}", why=why)


def own_folder() -> Path:
    """Folder of the player's own levels."""
    return paths.data_dir() / "levels"


def is_puzzle(id: str) -> bool:
    """True for a level of the program about a card game. Its file is not checked."""
    try:
        text = data.read_text(paths.levels() / f"{id}.yaml")
    except (DataError, OSError, ValueError):
        return False  # removed since, or the player's own
    return "\ngame: range\n" not in text


def packs() -> tuple[tuple[Pack, ...], tuple[str, ...]]:
    """Packs of levels, the player's own last, and a message for each broken file."""
    loaded: list[Pack] = []
    messages: list[str] = []
    for folder in sorted(path.parent for path in paths.levels().glob("*/pack.yaml")):
        loaded.append(_pack(folder, folder.name, messages))
    own = own_folder()
    if files.exists(own):
        mine = _pack(own, "own", messages, own=True)
        loaded.append(dataclasses.replace(mine, title=tr("My levels"), about=tr("Made by you.")))
    return tuple(pack for pack in loaded if pack.levels), tuple(messages)


def path_of(packs: Sequence[Pack]) -> list[LoadedLevel]:
    """Levels of the path in its order."""
    every = (loaded for pack in packs for loaded in pack.levels)
    found = [loaded for loaded in every if loaded.level.path and not loaded.own]
    return sorted(found, key=lambda loaded: loaded.level.path)


def _pack(folder: Path, id: str, messages: list[str], own: bool = False) -> Pack:
    levels: list[LoadedLevel] = []
    about = AboutPack(folder.name)
    for path in files.listed(folder):
        try:
            if path.name == "pack.yaml":
                about = data.load_file(path, AboutPack)
            else:
                levels.append(load(data.read_text(path), str(path), f"{id}/{path.stem}", own))
        except DataError as error:
            messages.append(str(error))
        except OSError as error:
            messages.append(f"{path}: {error.strerror or error}")
    with_method = tuple(dataclasses.replace(level, method=about.method) for level in levels)
    return Pack(id, about.title, about.about, with_method)


def dump(loaded: LoadedLevel) -> str:
    """Level as YAML text that `load` reads back."""
    return data.dump(loaded.level)
