"""Tests of sounds at the table: each kind of event has one, and each sound is used."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest

from castlecards import paths
from castlecards.content import games
from castlecards.core.sentence_templates import Sound
from castlecards.core.session import HUMAN, Session
from castlecards.ui.kit.intents import Leave
from castlecards.ui.routes import Settings, Table, Title
from castlecards.ui.scene import Push, Reset
from castlecards.ui.shell.app import App
from castlecards.ui.table.playback.animation import Cue
from castlecards.ui.table.playback.state import ImpactTimeline
from castlecards.ui.table.playback_control import CUES, KINDS, end_sound, sound_of_event
from tests.ui.driving import Driver
from tests.ui.shots.stage import Stage
from tests.ui.shots.strikes import before_the_throw, throw

UI = Path(__file__).parents[3] / "castlecards" / "ui"
WANTED = {  # by game: sounds that must occur besides those of moving cards
    "card_barrage": {"effect", "clash"},
    "castle_wars": {"effect", "clash"},
    "castle_rampage": {"effect", "clash", "fall"},
    "castle": {"clash"},
    "tricks_of_the_trade": {"effect", "trick"},
}


@pytest.fixture
def listened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of all sounds that are requested."""
    names: list[str] = []
    monkeypatch.setattr(App, "play", lambda self, name, *_, **__: names.append(name))
    return names


def test_every_kind_of_thing_that_a_game_tells_has_a_sound() -> None:
    assert set(KINDS) == set(get_args(Sound)) - {""}
    there = {path.stem.rpartition("-")[0] for path in (paths.assets() / "sounds").glob("*.wav")}
    assert {name for name, _ in (*KINDS.values(), *CUES.values())} <= there


def test_no_sound_is_made_for_nothing() -> None:
    said = "".join(path.read_text(encoding="utf-8") for path in UI.rglob("*.py"))
    there = {path.stem.rpartition("-")[0] for path in (paths.assets() / "sounds").glob("*.wav")}
    assert {name for name in there if not re.search(f'"{name}"', said)} == set()


@pytest.mark.parametrize("game", sorted(WANTED))
def test_a_game_says_what_is_heard(game: str) -> None:
    templates = games()[game].story.templates.values()
    assert {template.sound for template in templates if template.sound} >= WANTED[game]


def over(result: tuple[float, ...], *kinds: str) -> Session[Any]:
    game = games()["castle_rampage"]
    session: Session[Any] = Session(game, game.options(), 2, 1, kinds)
    pos = session.position.copy()
    pos.result = result
    session.positions[session.at] = pos
    return session


@pytest.mark.parametrize(
    ("result", "kinds", "name"),
    [
        ((1.0, 0.0), (HUMAN, "random"), "win"),
        ((0.0, 1.0), (HUMAN, "random"), "lose"),
        ((0.0, 1.0), (HUMAN, HUMAN), "win"),
        ((0.5, 0.5), (HUMAN, HUMAN), "chime"),
        ((0.0, 1.0), ("random", "random"), "chime"),
    ],
)
def test_the_end_sounds_as_the_people_there_take_it(
    result: tuple[float, ...], kinds: tuple[str, ...], name: str
) -> None:
    session = over(result, *kinds)
    assert end_sound(session)[0] == name
    assert sound_of_event(Cue(0.0, "ended"), session) == end_sound(session)
    assert sound_of_event(Cue(0.0, "said", "trick"), session) is None


def test_a_trick_that_is_taken_is_heard_once(driver: Driver, listened: list[str]) -> None:
    game = games()["tricks_of_the_trade"]
    session: Session[Any] = Session(game, game.options(), 2, 3, ("random", "random"))
    driver.app.follow(Reset(Table(session)))
    for _ in range(3000):
        driver.app.feed([], 0.1)
        tricks = [line for line in session.log if _takes(line)]
        if tricks and not driver.app.scene.moving:
            break
    assert tricks
    assert listened.count("trick") == len(tricks)


def _takes(record: Any) -> bool:
    return any(getattr(event, "kind", "").startswith("trick_") for event in record.events)


def test_a_castle_that_is_hit_is_heard_to_fall() -> None:
    with closing(Stage()) as stage:
        names: dict[str, set[str]] = {}
        for kind in ("castle", "hit"):
            stage.clear((640, 480), reduced_motion=False)
            scene = stage.sit(before_the_throw(kind))
            scene.submit(*throw(scene.session, kind))
            while scene.playback.impact is None:
                stage.feed()
            impact: ImpactTimeline = scene.playback.impact
            names[kind] = {sound.name for sound in impact.sounds()}
        assert "fall" in names["castle"]
        assert "fall" not in names["hit"]
        assert "stone" in names["hit"]


# -- the ambience ----------------------------------------------------------------------------------


def test_the_ambience_is_that_of_a_table_as_long_as_one_is_there(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on: list[str] = []
    app = driver.app
    monkeypatch.setattr(app.sounds, "set_ambience", goes_on.append)
    app.follow(Reset(Title()))
    app.feed([], 0.02)
    assert goes_on[-1] == ""
    app.follow(Reset(Table(before_the_throw("hit"))))
    app.feed([], 0.02)
    assert goes_on[-1] == "ambience"
    app.follow(Push(Settings()))
    app.feed([], 0.02)
    assert goes_on[-1] == "ambience", "its volume is set there"
    app._focused = False
    app.feed([Leave(True)], 0.02)
    assert goes_on[-1] == ""
    app._focused = True
    app.feed([], 0.02)
    assert goes_on[-1] == "ambience"
    app.follow(Reset(Title()))
    app.feed([], 0.02)
    assert goes_on[-1] == ""
