"""Tests of sounds: alternating takes, volume, and programs without a sound device."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import Mock

import pygame
import pytest

from castlecards import paths
from castlecards.settings import Settings
from castlecards.ui.kit.sound import CAPTIONS, SOONEST, Sounds, loudness_of
from castlecards.ui.shell.services_impl import AppServices

GONE = Mock(side_effect=pygame.error("gone"))
# Sounds without a caption, because their cause is visible: moved cards, pressed keys.
PLAIN = {"ambience", "flip", "land", "push", "shuffle", "slide", "snap", "tick", "whoosh"}


@dataclass(frozen=True)
class Wish:
    volume: int = 70
    ambience: int = 30
    mute: bool = False


class Clock:
    """Replacement of the clock of pygame, advanced by the test."""

    def __init__(self) -> None:
        self.now = 10_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pygame.time, "get_ticks", clock)
    return clock


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    pygame.mixer.quit()  # channels of an earlier test could still be busy
    yield
    pygame.mixer.quit()


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float]]:
    """Return the gains (left, right) of all sounds that were played."""
    gains: list[tuple[float, float]] = []

    class Channel:
        def set_volume(self, left: float, right: float) -> None:
            gains.append((left, right))

    class Take:
        def __init__(self, path: Path) -> None:
            if b"RIFF" not in Path(path).read_bytes()[:4]:
                raise pygame.error("not a sound")
            self.path = path

        def play(self) -> Channel:
            return Channel()

    monkeypatch.setattr(pygame.mixer, "Sound", Take)
    return gains


@pytest.mark.parametrize(
    "name",
    ["slide", "snap", "flip", "whoosh", "land", "push", "shuffle", "chime", "error", "tick",
     "perfect"],
)  # fmt: skip
def test_every_sound_is_heard(clock: Clock, name: str) -> None:
    sounds = Sounds(Wish())
    assert sounds.play(name, 0.5)
    assert sounds.problem == ""


def test_nothing_is_opened_before_a_sound_is_wanted(clock: Clock) -> None:
    Sounds(Wish())
    assert pygame.mixer.get_init() is None
    Sounds(Wish(mute=True)).play("snap")
    assert pygame.mixer.get_init() is None


def test_takes_are_played_in_turn(
    clock: Clock, heard: list[tuple[float, float]], tmp_path: Path
) -> None:
    for number in (1, 2, 3):
        (tmp_path / f"tap-{number}.wav").write_bytes(b"RIFF")
    (tmp_path / "tap-4.wav").write_bytes(b"not a wave file")
    sounds = Sounds(Wish(), tmp_path)
    seen = []
    for _ in range(6):
        clock.now += SOONEST
        before = sounds._turn.get("tap")
        assert sounds.play("tap")
        assert sounds._turn["tap"] != before
        seen.append(sounds._turn["tap"])
    assert seen == [0, 1, 2, 0, 1, 2], "the broken fourth take is left out"


def test_the_same_sound_at_the_same_time_is_one_sound(
    clock: Clock, heard: list[tuple[float, float]]
) -> None:
    sounds = Sounds(Wish())
    assert sounds.play("snap")
    assert not sounds.play("snap")
    assert sounds.play("land"), "another one at the same time"
    clock.now += SOONEST
    assert sounds.play("snap")


def test_harder_is_louder_and_volume_scales_it(
    clock: Clock, heard: list[tuple[float, float]]
) -> None:
    def gain(volume: int, strength: float) -> float:
        clock.now += SOONEST
        assert Sounds(Wish(volume)).play("snap", strength)
        return heard[-1][0]

    steps = [gain(70, strength) for strength in (0.05, 0.3, 0.6, 1.0)]
    assert steps == sorted(set(steps))
    assert gain(70, 7.0) == steps[-1]
    assert gain(100, 1.0) == pytest.approx(1.0)
    assert gain(100, 0.5) > gain(50, 0.5) > gain(10, 0.5) > 0
    assert gain(250, 1.0) == pytest.approx(1.0), "never above full"


def test_pan_moves_a_sound_to_one_side(clock: Clock, heard: list[tuple[float, float]]) -> None:
    sounds = Sounds(Wish(100))
    for pan in (-1.0, -0.5, 0.0, 1.0, math.nan):
        clock.now += SOONEST
        sounds.play("snap", 1.0, pan)
    assert heard == [(1.0, 0.0), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0), (1.0, 1.0)]


@pytest.mark.parametrize("wish", [Wish(mute=True), Wish(volume=0), Wish(volume=-20)])
def test_mute_and_no_volume_are_silent(clock: Clock, wish: Wish) -> None:
    sounds = Sounds(wish)
    assert not sounds.play("snap")
    sounds.apply(Wish())
    assert sounds.play("snap")
    sounds.apply(Wish(mute=True))
    assert not pygame.mixer.get_busy(), "mute ends what sounds"


@pytest.mark.parametrize("strength", [0.0, -1.0, math.nan, math.inf, -math.inf])
def test_no_strength_no_sound(clock: Clock, strength: float) -> None:
    assert loudness_of(strength) == 0
    assert not Sounds(Wish()).play("snap", strength)


@pytest.mark.parametrize("name", ["nothing", "", "../sounds/snap", "sn*", "snap-1"])
def test_an_unknown_name_is_silent(clock: Clock, name: str) -> None:
    sounds = Sounds(Wish())
    assert not sounds.play(name)
    assert not sounds.play(name)
    assert sounds.play("snap")


@pytest.mark.parametrize("error", [pygame.error("no such device"), NotImplementedError("mixer")])
def test_no_audio_device_is_no_error(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(pygame.mixer, "init", Mock(side_effect=error))
    sounds = Sounds(Wish())
    for _ in range(3):
        clock.now += SOONEST
        assert not sounds.play("snap")
    assert str(error) in sounds.problem
    sounds.apply(Wish(mute=True))


def test_a_real_missing_device_is_no_error(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    pygame.mixer.quit()
    sounds = Sounds(Wish())
    assert not sounds.play("land")
    assert sounds.problem


def test_a_device_that_goes_away_is_no_error(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, heard: list[tuple[float, float]]
) -> None:
    sounds = Sounds(Wish())
    assert sounds.play("snap")
    monkeypatch.setattr(type(sounds._takes["snap"][1]), "play", GONE)
    clock.now += SOONEST
    assert not sounds.play("snap")
    assert sounds.problem
    clock.now += SOONEST
    assert not sounds.play("snap")


def test_muting_after_the_mixer_is_gone_is_no_error(clock: Clock) -> None:
    sounds = Sounds(Wish())
    assert sounds.play("snap")
    pygame.mixer.quit()
    sounds.apply(Wish(mute=True))
    assert sounds.problem
    sounds.apply(Wish())
    clock.now += SOONEST
    assert not sounds.play("snap")


@pytest.mark.parametrize("error", [pygame.error("gone"), NotImplementedError("mixer")])
def test_a_mixer_that_cannot_stop_is_no_error(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    sounds = Sounds(Wish())
    assert sounds.play("snap")
    monkeypatch.setattr(pygame.mixer, "stop", Mock(side_effect=error))
    sounds.apply(Wish(mute=True))
    assert sounds.problem


def test_a_channel_that_is_gone_is_no_error(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, heard: list[tuple[float, float]]
) -> None:
    sounds = Sounds(Wish())
    assert sounds.play("snap")
    channel = type(sounds._takes["snap"][0].play())
    monkeypatch.setattr(
        channel, "set_volume", Mock(side_effect=pygame.error("mixer not initialized"))
    )
    clock.now += SOONEST
    assert not sounds.play("snap")
    assert sounds.problem


# -- ambience --------------------------------------------------------------------------------------


def test_the_ambience_goes_on_until_it_is_left(clock: Clock) -> None:
    sounds, music = Sounds(Wish()), pygame.mixer
    sounds.set_ambience("ambience")
    assert music.music.get_busy()
    sounds.set_ambience("")
    assert not music.music.get_busy()
    sounds.set_ambience("ambience")
    assert music.music.get_busy(), "begun anew at once"


def test_the_ambience_has_a_volume_of_its_own(clock: Clock) -> None:
    sounds, music = Sounds(Wish(volume=0)), pygame.mixer
    sounds.set_ambience("ambience")
    assert music.music.get_busy(), "without any effects"
    quiet = music.music.get_volume()
    sounds.apply(Wish(ambience=80))
    assert music.music.get_volume() > 2 * quiet
    sounds.apply(Wish(ambience=0))
    assert not music.music.get_busy()
    sounds.apply(Wish(ambience=30))
    assert music.music.get_busy()
    sounds.apply(Wish(mute=True))
    assert not music.music.get_busy()


def test_an_ambience_that_nobody_hears_opens_nothing(clock: Clock) -> None:
    Sounds(Wish(ambience=0)).set_ambience("ambience")
    Sounds(Wish(mute=True)).set_ambience("ambience")
    assert pygame.mixer.get_init() is None


@pytest.mark.parametrize("error", [pygame.error("no such device"), NotImplementedError("mixer")])
def test_an_ambience_without_a_device_is_no_error(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(pygame.mixer, "init", Mock(side_effect=error))
    sounds = Sounds(Wish())
    sounds.set_ambience("ambience")
    sounds.apply(Wish(ambience=90))
    sounds.set_ambience("")


def test_an_ambience_that_is_not_there_or_breaks_off_is_no_error(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Sounds(Wish(), tmp_path).set_ambience("ambience")
    sounds = Sounds(Wish())
    sounds.set_ambience("ambience")
    monkeypatch.setattr(pygame.mixer.music, "set_volume", GONE)
    sounds.apply(Wish(ambience=90))
    pygame.mixer.quit()
    sounds.set_ambience("")


# -- captions --------------------------------------------------------------------------------------


def test_every_sound_has_a_caption_or_tells_nothing() -> None:
    names = {path.stem.rpartition("-")[0] for path in (paths.assets() / "sounds").glob("*.wav")}
    assert names == {*CAPTIONS} | PLAIN
    assert not {*CAPTIONS} & PLAIN
    assert len({*CAPTIONS.values()}) == len(CAPTIONS)


@pytest.mark.usefixtures("home")
def test_a_sound_is_told_in_writing_if_the_player_likes_even_while_it_is_off() -> None:
    for likes, wanted in ((True, [CAPTIONS["near"]]), (False, [])):
        services = AppServices(Settings(mute=True, sound_captions=likes))
        services.play("near")
        services.play("slide")
        assert [toast.text for toast in services.toasts.shown] == wanted
