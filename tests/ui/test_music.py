"""Tests of music: seamless loops, volume below the effects, cross-fades, ducking, and silence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from castlecards import paths
from castlecards.core.session import Session
from castlecards.settings import Settings
from castlecards.ui.kit.music import CHANNELS, DUCKED, DUCKING, FADE, RECOVERY, Music
from castlecards.ui.kit.sound import RATE, VOICES, Sounds
from castlecards.ui.routes import Settings as SettingsRoute
from castlecards.ui.routes import Table, Title
from castlecards.ui.scene import Push, Reset
from castlecards.ui.shell.services_impl import AppServices
from tests.ui.driving import NULL, Driver
from tests.ui.shots.stage import Stage
from tests.ui.shots.strikes import before_the_throw, throw
from tools.music import CHORDS, PIECES, REST, render_music

FOLDER = paths.assets() / "music"
MODES = {"title": "DEFGABC", "table": "GABCDEF", "end": "FGABCDE"}
LIMIT = 1_000_000  # bytes of all loops


@dataclass(frozen=True)
class Wish:
    music: int = 50
    other_player: bool = False
    mute: bool = False
    volume: int = 70
    ambience: int = 0


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def player(wish: Wish | None = None, folder: Path | None = None) -> Music:
    wish = wish or Wish()
    return Music(wish, Sounds(wish).ready, folder)


def hear(music: Music, name: str, seconds: float, **how: bool) -> None:
    """Update the music for some time after the loop is decoded."""
    music.update(name, 0.0, **how)
    music.finish_loading()
    for _ in range(round(seconds / 0.05)):
        music.update(name, 0.05, **how)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Return the names and keyword arguments of the calls to all channels of the mixer."""
    real, made = pygame.mixer.Channel, list[tuple[Any, ...]]()

    class Channel:
        def __init__(self, number: int) -> None:
            self.channel = real(number)

        def __getattr__(self, name: str) -> Any:
            def call(*values: Any, **how: Any) -> Any:
                if not name.startswith("get"):
                    made.append((name, how))
                return getattr(self.channel, name)(*values, **how)

            return call

    monkeypatch.setattr(pygame.mixer, "Channel", Channel)
    return made


def gains(music: Music) -> dict[str, float]:
    """Return the volume of the channels by loop."""
    return {loop.name: pygame.mixer.Channel(loop.channel).get_volume() for loop in music.loops}


# -- the pieces ------------------------------------------------------------------------------------


@cache
def wave(name: str) -> NDArray[np.float64]:
    """Return the samples of a file (1 is full scale), as the mixer plays them."""
    return samples(FOLDER / f"{name}.ogg")


def samples(path: Path) -> NDArray[np.float64]:
    """Return the samples of the left channel of a file."""
    pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
    return np.frombuffer(pygame.mixer.Sound(path).get_raw(), "<i2").reshape(-1, 2)[:, 0] / 32768


def rms(x: NDArray[np.float64]) -> float:
    return float(np.sqrt((x**2).mean()))


@pytest.mark.parametrize("name", sorted(PIECES))
def test_a_piece_is_written_in_its_mode_and_fills_its_bars(name: str) -> None:
    piece = PIECES[name]
    assert len(piece.bars) == len(piece.chords.split())
    assert 40 <= piece.length <= 90
    assert [sum(length for _, length in bar) for bar in piece.bars] == [piece.meter] * len(
        piece.bars
    )
    notes = [note for bar in piece.bars for note, _ in bar if note != REST]
    assert {note[0] for note in notes} <= set(MODES[name])
    # The first note of a bar belongs to its chord, or is a suspension a second above a note of it.
    for chord, bar in zip(piece.chords.split(), piece.bars, strict=True):
        near = {note[0] for note in CHORDS[chord].split()}
        near |= {MODES[name][(MODES[name].index(note) + 1) % 7] for note in near}
        assert bar[0][0] == REST or bar[0][0][0] in near, (chord, bar)


@pytest.mark.parametrize("name", sorted(PIECES))
@pytest.mark.long
def test_a_loop_is_what_the_tool_makes(name: str) -> None:
    made, heard = render_music(name) / 32768, wave(name)
    assert len(made) == len(heard), "a longer file would be heard to stumble"
    assert np.corrcoef(made, heard)[0, 1] > 0.995


@pytest.mark.parametrize("name", sorted(PIECES))
def test_the_end_of_a_loop_runs_into_its_beginning(name: str) -> None:
    heard = wave(name)
    assert clicks(heard) < 1
    assert clicks(heard[: len(heard) - RATE // 3]) > 1, "cut elsewhere, it does click"


def clicks(heard: NDArray[np.float64]) -> float:
    """Return the curvature of the wave at the seam, and the largest inside, without note onsets."""
    bends = np.abs(np.diff(heard, 2))
    seam = np.abs(np.diff(np.concatenate([heard[-3:], heard[:3]]), 2))
    return float(seam.max() / np.quantile(bends, 0.995))


@pytest.mark.parametrize("name", sorted(PIECES))
def test_a_loop_is_quiet_even_and_warm(name: str) -> None:
    heard = wave(name)
    assert 0.4 < np.abs(heard).max() < 0.55
    assert abs(heard.mean()) < 1e-3
    parts = np.array([rms(part) for part in np.array_split(heard, round(len(heard) / RATE / 4))])
    decibels = 20 * np.log10(parts / rms(heard))
    assert decibels.min() > -6
    assert decibels.max() < 4
    power = np.abs(np.fft.rfft(heard)) ** 2
    pitch = np.fft.rfftfreq(len(heard), 1 / RATE)
    assert power[pitch > 4000].sum() < 0.005 * power.sum(), "no hiss"
    assert power[pitch < 60].sum() < 0.01 * power.sum(), "nothing that small speakers cannot play"
    assert 250 < (power * pitch).sum() / power.sum() < 900


def test_music_is_much_quieter_than_effects_and_small() -> None:
    usual = Settings()
    for name in PIECES:
        music = rms(wave(name)) * (usual.music / 100) ** 2
        for effect in ("land", "chime", "error", "win"):
            played = samples(paths.assets() / "sounds" / f"{effect}-1.wav")
            loudest = max(rms(part) for part in np.array_split(played, max(len(played) // 3200, 1)))
            assert music < 0.3 * loudest * (usual.volume / 100) ** 2
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < LIMIT


# -- the player ------------------------------------------------------------------------------------


def test_a_loop_fades_in_and_has_a_volume_of_its_own(calls: list[tuple[Any, ...]]) -> None:
    music = player()
    hear(music, "title", FADE / 2)
    assert [how for name, how in calls if name == "play"] == [{"loops": -1}], "it repeats"
    half = gains(music)["title"]
    hear(music, "title", FADE)
    full = gains(music)["title"]
    assert 0 < half < full == pytest.approx(0.25, abs=0.01)
    music.apply(Wish(music=100))
    music.update("title", 0.05)
    assert gains(music)["title"] == pytest.approx(1.0)


def test_scenes_cross_fade_at_constant_power() -> None:
    music = player(Wish(music=100))
    hear(music, "title", 2 * FADE)
    hear(music, "table", FADE / 2)
    both = gains(music)
    assert set(both) == {"title", "table"}
    assert sum(gain**2 for gain in both.values()) == pytest.approx(1.0, abs=0.06)
    hear(music, "table", FADE)
    assert set(gains(music)) == {"table"}
    assert sum(pygame.mixer.Channel(n).get_busy() for n in range(CHANNELS)) == 1


def test_three_scenes_in_a_moment_leave_the_last() -> None:
    music = player()
    for name in ("title", "table", "end"):
        hear(music, name, 0.1)
    hear(music, "end", 2 * FADE)
    assert set(gains(music)) == {"end"}


def test_a_verdict_lowers_the_music_for_its_time() -> None:
    music = player(Wish(music=100))
    hear(music, "table", 2 * FADE)
    hear(music, "table", 2 * DUCKING, ducked=True)
    assert gains(music)["table"] == pytest.approx(DUCKED, abs=0.02)
    hear(music, "table", RECOVERY / 2)
    assert DUCKED < gains(music)["table"] < 1
    hear(music, "table", RECOVERY)
    assert gains(music)["table"] == pytest.approx(1.0)


def test_without_the_focus_it_pauses_and_goes_on(calls: list[tuple[Any, ...]]) -> None:
    music = player()
    hear(music, "table", 2 * FADE)
    hear(music, "table", 2 * FADE, heard=False)
    assert [loop.paused for loop in music.loops] == [True]
    hear(music, "table", 2 * FADE)
    assert [loop.paused for loop in music.loops] == [False]
    assert [name for name, *_ in calls if "pause" in name] == ["pause", "unpause"]
    assert gains(music)["table"] == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize("wish", [Wish(music=0), Wish(mute=True), Wish(other_player=True)])
def test_music_that_is_off_opens_nothing_and_ends_at_once(wish: Wish) -> None:
    silent = player(wish)
    hear(silent, "title", 1.0)
    assert pygame.mixer.get_init() is None
    music = player()
    hear(music, "title", FADE)
    music.apply(wish)
    assert not music.loops
    assert not pygame.mixer.Channel(0).get_busy()


def test_at_rest_nothing_is_set(calls: list[tuple[Any, ...]]) -> None:
    music = player()
    hear(music, "table", 2 * FADE)

    calls.clear()
    hear(music, "table", 1.0)
    assert not calls
    hear(music, "table", 0.05, ducked=True)
    assert [name for name, *_ in calls] == ["set_volume"]


def test_effects_leave_the_channels_of_music_alone() -> None:
    wish = Wish()
    sounds = Sounds(wish)
    music = Music(wish, sounds.ready)
    hear(music, "table", FADE)
    longest = pygame.mixer.Sound(paths.assets() / "sounds" / "win-1.wav")
    played = [longest.play() for _ in range(VOICES + 3)]
    assert sum(channel is not None for channel in played) == VOICES
    assert set(gains(music)) == {"table"}
    hear(music, "end", FADE)
    assert "end" in gains(music)


def test_a_missing_or_broken_file_or_device_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.ogg").write_bytes(b"not music")
    music = player(folder=tmp_path)
    for name in ("title", "table"):
        hear(music, name, 0.3)
        tried = music._thread
        hear(music, name, 0.3)
        assert music._thread is tried, "read once"
    assert not music.loops
    music = player()
    hear(music, "title", FADE)
    pygame.mixer.quit()
    hear(music, "title", 0.2)
    assert not music.loops
    music.close()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    hear(player(), "title", 0.2)


# -- in the program --------------------------------------------------------------------------------


def test_pages_have_the_music_of_the_title(driver: Driver) -> None:
    app = driver.app
    app.follow(Reset(Title()))
    app.follow(Push(SettingsRoute()))
    assert app.stack.music == ("title", False), "its volume is set there"


@pytest.mark.usefixtures("home")
def test_the_result_of_a_throw_lowers_the_music() -> None:
    with closing(Stage()) as stage:
        stage.clear((640, 480), reduced_motion=False)
        scene = stage.sit(before_the_throw("hit"))
        assert stage.app.stack.music == ("table", False)
        scene.submit(*throw(scene.session, "hit"))
        lowered = []
        while scene.moving or not lowered:
            stage.feed()
            lowered.append(stage.app.stack.music[1])
            assert len(lowered) < 2000
        assert True in lowered
        assert not lowered[-1]


def test_the_end_has_music_of_its_own(driver: Driver) -> None:
    game = driver.app.games[NULL]
    session: Session[Any] = Session(game, game.options(), 2, 3, ("random", "random"))
    driver.app.follow(Reset(Table(session)))
    heard = []
    for _ in range(3000):
        driver.app.feed([], 0.1)
        heard.append(driver.app.stack.music[0])
        if session.over and not driver.app.scene.moving:
            break
    assert heard[0] == "table"
    assert driver.app.stack.music == ("end", False)


@pytest.mark.usefixtures("home")
def test_no_sound_device_is_opened_while_music_is_off() -> None:
    title = "title", False
    for off in ({"music": 0}, {"mute": True}, {"other_player": True}):
        services = AppServices(Settings(**off))
        services.update_music(title, 0.1, True)
        assert not services.sounding
    services = AppServices(Settings())
    services.update_music(title, 0.1, True)
    services.music.finish_loading()
    services.update_music(title, 0.1, True)
    assert [loop.name for loop in services.music.loops] == ["title"]
    services.close_services()
    assert not services.music.loops
