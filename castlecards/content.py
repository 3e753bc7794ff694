"""Registry of games, decks and characters, built from rules and data files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from castlecards import files, paths
from castlecards.core.game import Game
from castlecards.core.session import ID, LEVELS
from castlecards.data import DataError, Problem, load_file
from castlecards.games.card_barrage import CardBarrage, Measures, OutcomeOdds
from castlecards.games.castle import Castle
from castlecards.games.castle_rampage import CastleRampage, RampageDeck
from castlecards.games.castle_wars import CastleWars
from castlecards.games.decks import TechDeck
from castlecards.games.high_card import HighCard
from castlecards.games.tricks_of_the_trade import TricksOfTheTrade
from castlecards.players.characters import Character
from castlecards.texts import tr


@cache
def games(strict: bool = True) -> dict[str, Game[Any]]:
    """Games by id, in the order of the picker.

    Raises DataError for a broken data file. If `strict` is false, the built-in deck replaces a
    broken deck of the player, and `problem` says why.
    """
    return _load_games(tech_deck(strict), rampage_deck(strict))


@cache
def built_in() -> dict[str, Game[Any]]:
    """Games by id with the built-in decks, for levels and lessons."""
    return _load_games(_built_in("tech", TechDeck), _built_in("rampage", RampageDeck))


def _load_games(tech: TechDeck, rampage: RampageDeck) -> dict[str, Game[Any]]:
    all_games: tuple[Game[Any], ...] = (
        CardBarrage(tech, barrage_layout(), barrage_odds()),
        CastleWars(),
        CastleRampage(rampage),
        Castle(),
        TricksOfTheTrade(tech),
        HighCard(),
    )
    return {game.id: game for game in all_games}


def problem() -> str:
    """Message about faults in the player's own data files, in one or two lines, or ""."""
    for name, kind in DECKS.items():
        try:
            _read_own(name, kind)
        except DataError as error:
            deck = tr("Your own deck can’t be used. The built-in deck is in use.")
            return f"{deck}\n{_first(error)}"
    try:
        characters()
    except DataError as error:
        left_out = tr("A character file can’t be used. That character is left out.")
        return f"{left_out}\n{_first(error)}"
    return ""


def _first(error: DataError) -> str:
    first, *others = error.problems
    more = [tr("“castlecards check-data” lists more mistakes.")] if others else []
    return "\n".join([str(first), *more])


@cache
def characters(strict: bool = True) -> dict[str, Character]:
    """Characters of computer players by id, weakest first.

    Raises DataError for a broken file. If `strict` is false, broken files of the player are left
    out.
    """
    cast: dict[str, Character] = {}
    for path in (*files.listed(paths.assets() / "players"), *files.listed(own_characters())):
        try:
            cast[path.stem] = _character(path)
        except DataError:
            if strict or path.parent != own_characters():
                raise
    order = {id: n for n, id in enumerate(LEVELS)}
    return dict(sorted(cast.items(), key=lambda item: (order[item[1].level], item[1].name)))


def own_characters() -> Path:
    """Folder of the player's own characters."""
    return paths.data_dir() / "players"


def _character(path: Path) -> Character:
    if not re.fullmatch(ID, path.stem):
        message = tr("the file name must be 1 to 40 small letters, digits or _")
        raise DataError([Problem(str(path), 1, 1, "file", message)])
    try:
        return load_file(path, Character)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> DataError:
    message = tr("can’t be read: {error}", error=error.strerror or error)
    return DataError([Problem(str(path), 1, 1, "file", message)])


DECKS: dict[str, type[Any]] = {"tech": TechDeck, "rampage": RampageDeck}
D = TypeVar("D")


def own_deck(name: str) -> Path:
    """File of the player's own version of a deck, with its texts and numbers."""
    return paths.data_dir() / "decks" / f"{name}.yaml"


def tech_deck(strict: bool = True) -> TechDeck:
    """Deck of the player's own file, else the built-in one. Raises DataError."""
    return _deck("tech", TechDeck, strict)


def rampage_deck(strict: bool = True) -> RampageDeck:
    """Deck of the player's own file, else the built-in one. Raises DataError."""
    return _deck("rampage", RampageDeck, strict)


def _deck(name: str, kind: type[D], strict: bool) -> D:
    try:
        own = _read_own(name, kind)
    except DataError:
        if strict:
            raise
        own = None
    return own or _built_in(name, kind)


def _built_in(name: str, kind: type[D]) -> D:
    return load_file(paths.assets() / "decks" / f"{name}.yaml", kind)


def _read_own(name: str, kind: type[D]) -> D | None:
    """Player's own deck; None if there is no file. Raises DataError if it is bad or unreadable."""
    path = own_deck(name)
    try:
        return load_file(path, kind)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _unreadable(path, error) from error


def barrage_layout() -> Measures:
    """Table measures of Card Barrage. Raises DataError."""
    return load_file(paths.assets() / "layouts" / "card_barrage.yaml", Measures)


ODDS = paths.assets() / "throw_odds" / "card_barrage.yaml"


@cache
def barrage_odds() -> OutcomeOdds:
    """Outcome odds of throws in Card Barrage. Raises DataError."""
    return load_file(ODDS, OutcomeOdds)


def check_data() -> Iterator[tuple[Path, DataError | None]]:
    """Every data file, built-in and the player's own, with its error or None."""
    listed: list[tuple[Path, type[Any]]] = [
        *((paths.assets() / "decks" / f"{name}.yaml", kind) for name, kind in DECKS.items()),
        (paths.assets() / "layouts" / "card_barrage.yaml", Measures),
        (ODDS, OutcomeOdds),
    ]
    listed += [
        (own_deck(name), kind) for name, kind in DECKS.items() if files.exists(own_deck(name))
    ]
    for folder in (paths.assets() / "players", own_characters()):
        listed += [(path, Character) for path in files.listed(folder)]
    for path, kind in listed:
        try:
            if kind is Character:
                _character(path)
            else:
                load_file(path, kind)
        except DataError as error:
            yield path, error
        else:
            yield path, None
