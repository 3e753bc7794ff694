"""Tests of the list of outputs: it is complete, and reading it finds a leak in each output."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from castlecards import text_client
from castlecards.core.game import Game
from castlecards.core.session import Session
from castlecards.envs import numbers
from castlecards.envs.match import Match
from castlecards.players.seating import Seating
from castlecards.ui.shell.wiring import make  # noqa: F401  # loads all of the screen
from tests.games.play import GAME_BY_ID
from tests.games.test_two_worlds import matches
from tests.games.worlds import Leak, moments
from tests.outputs import OUTPUTS, SCENES, Output
from tests.trees import nodes, sources, tree

SHOWN = (
    "ui/",
    "envs/",
    "phones/",
    "text_client.py",
    "cli.py",
    "lessons.py",
    "puzzles.py",
)  # modules that show
GIVES = ("core", "phones", "players", "bots")  # modules that words and values of a match come from
OF_A_MATCH = {"Session", "Position", "View", "Decision", "Record", "Event"}
WHOLE = (Session, Game, Seating, Match, text_client, numbers)  # all public names of these
# Names that give no output, and why; delete a name that no longer exists.
SETUP = "of the set-up alone"
ACT = "an act: what comes of it is read afterwards"
ABOUT = "of seats and names, which all know"
RULES = "answers the rules or a computer player, and shows nothing"
ELSEWHERE: dict[str, str] = {
    "bots.simple.answer": RULES,
    "core.narration.addressed": ABOUT,
    "core.narration.default_reader": ABOUT,
    "phones.message.question_id": "the number of the moment, as the log tells it",
    "core.narration.withheld": ABOUT,
    "core.events.apply": RULES,
    "core.events.seen_by": "what tests/games/worlds.py compares of every event",
    "core.game.Game.balance": SETUP,
    "core.game.Game.layout": SETUP,
    "core.game.Game.minimum_cards": SETUP,
    "core.game.Game.observation_fields": "read by envs.numbers.observed",
    "core.game.Game.outcome": "once a match is over",
    "core.game.Game.owners": SETUP,
    "core.game.Game.seat_names": SETUP,
    "core.game.Game.setup": SETUP,
    "core.game.Game.version": SETUP,
    "core.observation.columns": "read by envs.numbers.observed",
    "core.referee.due": "who is asked: compared by tests/games/worlds.py",
    "core.save.dump_session": "a file that holds the whole match",
    "core.session.Session.rematch": ACT,
    "core.session.Session.can_redo": ACT,
    "core.session.Session.is_computer": ABOUT,
    "core.session.Session.forget": ACT,
    "core.session.Session.jump": ACT,
    "core.session.Session.name": ABOUT,
    "core.session.Session.with_player_names": ABOUT,
    "core.session.Session.over": "compared by tests/games/worlds.py",
    "core.session.Session.owner": ABOUT,
    "core.session.Session.people": ABOUT,
    "core.session.Session.seats_of": ABOUT,
    "core.session.Session.position": "the truth itself; faces are read from views alone, see below",
    "core.session.Session.redo": ACT,
    "core.session.Session.submit": ACT,
    "core.session.Session.practice_from": ACT,
    "core.session.Session.tick": ACT,
    "core.session.Session.undo": ACT,
    "core.session.Session.automatic_answer": "read by core.referee.due",
    "core.session.Session.end_turn": ACT,
    "core.session.Session.is_waived": "of its player's own stops",
    "core.view.public": "read by core.session.Session.public",
    "core.view.view": "read by core.session.Session.view",
    "envs.match.Match.current_player": ABOUT,
    "envs.match.Match.chosen": "read by envs.numbers.observed",
    "envs.match.Match.is_asked": ABOUT,
    "envs.match.Match.chance_outcomes": RULES,
    "envs.match.Match.choose": ACT,
    "envs.match.Match.copy": ACT,
    "envs.match.Match.decision": RULES,
    "envs.match.Match.fields": "read by envs.numbers.observed",
    "envs.match.Match.is_in_flight": ABOUT,
    "envs.match.Match.late": SETUP,
    "envs.match.Match.over": ABOUT,
    "envs.match.Match.play": ACT,
    "envs.match.Match.seat": ABOUT,
    "envs.match.Match.resampled": RULES,
    "players.analysis.choice_task": "one line of players.analysis.analysis_task",
    "players.analysis_text.seat_name": ABOUT,
    "players.analysis_text.end_sentences": "once a match is over",
    "players.analysis_text.reader": ABOUT,
    "players.analysis_text.refusal_to_analyse": ABOUT,
    "players.player.ponder": "a number of simulations, from the question of Seating.ahead",
    "players.seating.Seating.missing_characters": ABOUT,
    "players.seating.Seating.computer_player": ABOUT,
    "core.table_words.side_name": ABOUT,
    "players.talk.last_remark": "once a match is over",
    "text_client.retell_end": "once a match is over",
    "text_client.shortest": "compares typed words with options that were shown",
}


def below(path: str) -> str:
    return path.removeprefix("castlecards/")


def taking_a_match() -> set[tuple[str, str]]:
    """Return module and name of the public functions that take a match or a part of it."""
    found = set()
    for path, text in sources("castlecards"):
        if not below(path).startswith(GIVES):
            continue
        module = path.removesuffix(".py").replace("/", ".")
        for node in tree(text).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                notes = [
                    a.annotation for a in node.args.args + node.args.kwonlyargs if a.annotation
                ]
                names = {n.id for note in notes for n in nodes(note) if isinstance(n, ast.Name)}
                if names & OF_A_MATCH:
                    found.add((module, node.name))
    return found


def uses(text: str) -> Iterator[tuple[str, str]]:
    """Return module and name of everything that a file takes from others."""
    modules = {}
    for node in nodes(tree(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield node.module, alias.name
                modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    for node in nodes(tree(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield modules.get(node.value.id, ""), node.attr


def public_names(thing: Any) -> Iterator[str]:
    """Return the public functions, methods and properties of a class or a module."""
    home = getattr(thing, "__module__", None) or thing.__name__
    for name, part in vars(thing).items():
        if name.startswith("_"):
            continue
        own = inspect.isfunction(part) and part.__module__ == home
        if own or isinstance(part, property | classmethod):
            below_home = home.removeprefix("castlecards.")
            yield (
                f"{below_home}.{thing.__name__}.{name}"
                if inspect.isclass(thing)
                else (f"{below_home}.{name}")
            )


def doors() -> set[str]:
    """Return all functions by which displaying code gets words and values of a match."""
    every = taking_a_match()
    found = {name for thing in WHOLE for name in public_names(thing)}
    for path, text in sources("castlecards"):
        if below(path).startswith(SHOWN):
            found |= {f"{m}.{n}".removeprefix("castlecards.") for m, n in uses(text)
                      if (m, n) in every}  # fmt: skip
    return found


def faces_of_the_truth(text: str) -> Iterator[str]:
    """Yield places that read a face from the true position, not from a view."""
    truth = {"position", "positions", "start"}
    for node in nodes(tree(text)):
        if not isinstance(node, ast.Attribute) or node.attr not in ("faces", "face", "knows"):
            continue
        inner = node.value.value if isinstance(node.value, ast.Subscript) else node.value
        if isinstance(inner, ast.Attribute) and inner.attr in truth:
            owner = ast.unparse(inner.value)
            if owner.rpartition(".")[2] == "session":
                yield f"{node.lineno}: {ast.unparse(node)}"


def test_every_door_of_a_match_is_on_the_list() -> None:
    """For a new one: add it to OUTPUTS in tests/outputs.py, so that two worlds compare it."""
    assert sorted(doors() - {each.source for each in OUTPUTS} - set(ELSEWHERE)) == []


def test_no_output_is_listed_twice_and_none_is_gone() -> None:
    names = [each.source for each in OUTPUTS]
    assert len(set(names)) == len(names)
    assert sorted(set(names) & set(ELSEWHERE)) == []
    assert sorted(set(ELSEWHERE) - doors()) == []
    for name in names:
        found(name)


def test_faces_are_read_from_views_alone() -> None:
    places = [f"{path}:{place}" for path, text in sources("castlecards")
              if below(path).startswith(SHOWN) for place in faces_of_the_truth(text)]  # fmt: skip
    assert places == []


def scenes(*texts: str) -> set[str]:
    """Return the names of all classes that are a `Screen`."""
    classes = [node for text in texts for node in tree(text).body if isinstance(node, ast.ClassDef)]
    found: set[str] = set()
    while (
        more := {
            each.name
            for each in classes
            if {ast.unparse(base) for base in each.bases} & {"Screen", *found}
        }
        - found
    ):
        found |= more
    return found


def test_every_scene_of_the_screen_is_on_the_list() -> None:
    """For a new one: write in SCENES in tests/outputs.py how two worlds compare it."""
    assert sorted(scenes(*[text for _, text in sources("castlecards/ui")]) ^ set(SCENES)) == []


def test_a_new_scene_is_seen() -> None:
    assert scenes("class Over(Screen): ...", "class Peek(Over): ...\nclass Leaf: ...") == {
        "Over", "Peek"
    }  # fmt: skip


@pytest.mark.parametrize(
    "text", ["a = self.session.position.faces[3]", "session.positions[at].face(card)"]
)
def test_a_face_of_the_truth_is_seen(text: str) -> None:
    assert list(faces_of_the_truth(text))


def test_a_new_door_is_seen() -> None:
    text = "from castlecards.core import narration\nnarration.recap(session, 0)"
    assert ("castlecards.core.narration", "recap") in uses(text)
    assert ("castlecards.core.narration", "recap") in taking_a_match()


# -- planted leaks --------------------------------------------------------------------------------

PLANTED = ("castle_wars", "card_barrage", "tricks_of_the_trade")  # where each planted leak is found


def found(source: str) -> tuple[Any, str]:
    """Return the owner of an output's function, and its name there."""
    parts = source.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            owner: Any = importlib.import_module("castlecards." + ".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:-1]:
            owner = getattr(owner, part)
        assert hasattr(owner, parts[-1]), source
        return owner, parts[-1]
    raise AssertionError(source)


def with_leak(output: Output, game: Game[Any], patch: pytest.MonkeyPatch) -> Output:
    """Return the output with a function that also gives the faces of the true position."""
    owner, name = found(output.source)
    owner = type(game) if owner is Game else owner
    plain = inspect.getattr_static(owner, name)
    give = plain.fget if isinstance(plain, property) else plain
    where: list[Session[Any]] = []

    def tells(*given: Any, **named: Any) -> Any:
        return give(*given, **named), where[-1].position.faces

    def read(session: Session[Any], seat: int) -> Any:
        where.append(session)
        with patch.context() as planted:
            planted.setattr(owner, name, property(tells) if give is not plain else tells)
            return output.read(session, seat)

    return Output(output.source, read)


@pytest.mark.parametrize("output", OUTPUTS, ids=[each.source for each in OUTPUTS])
def test_a_leak_in_an_output_is_found(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each output reads the function that it names, and all of it is compared."""
    for game in PLANTED:
        leak = with_leak(output, GAME_BY_ID[game], monkeypatch)
        for worlds in matches(GAME_BY_ID[game], 0, 6):
            for each in moments(worlds, 12):
                values = [leak.read(session, each.seat) for session in each.sessions]
                if values[0] is not None:
                    with pytest.raises(Leak, match=output.source):
                        each.same(output.source, *values)
                    return
    raise AssertionError(f"{output.source} gives nothing in these matches")
