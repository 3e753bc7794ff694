"""Music player: repeats one loop for the scene, cross-fades to the next, and ducks for verdicts.

A missing device or file is never an error. A loop is decoded in a thread, because that takes about
50 ms, and kept in memory only while it can be heard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Protocol

import pygame

from castlecards import paths

CHANNELS = 2  # of the mixer, kept for music: the loop that goes and the one that comes
FADE = 1.2  # s, of a cross-fade
DUCKED = 0.3  # share of the loudness while a verdict is shown
DUCKING, RECOVERY = 0.2, 1.5  # s to get quiet, and to get loud again


class MusicSettings(Protocol):
    """Settings of the player that concern music."""

    @property
    def music(self) -> int:
        """Volume, 0 to 100."""

    @property
    def other_player(self) -> bool:
        """True if another program plays the music."""

    @property
    def mute(self) -> bool: ...


@dataclass
class Loop:
    """Loop that is played on a channel of the mixer; `level`: its share of the cross-fade."""

    name: str
    channel: int
    level: float = 0.0
    gain: float = -1.0  # last gain of the channel
    paused: bool = False


def approach(now: float, target: float, step: float) -> float:
    """Move a value towards a target by at most `step`."""
    return min(now + step, target) if now < target else max(now - step, target)


class Music:
    """Player of assets/music: `update("table", ...)` every frame repeats table.ogg.

    `ready`: opens the mixer; returns False without a device.
    """

    def __init__(
        self, settings: MusicSettings, ready: Callable[[], bool], folder: Path | None = None
    ) -> None:
        self._folder = folder or paths.assets() / "music"
        self._ready = ready
        self._duck = 1.0  # share of the loudness because of a verdict
        self._thread: Thread | None = None
        self._decoded: tuple[str, pygame.mixer.Sound | None] | None = None
        self._broken: set[str] = set()  # names of loops that cannot be read
        self.loops: list[Loop] = []
        self.apply(settings)

    def apply(self, settings: MusicSettings) -> None:
        """Set the volume; without any, the loops end at once."""
        on = not settings.mute and not settings.other_player
        self.volume = min(100, max(0, settings.music)) / 100 if on else 0.0
        if not self.volume:
            self._end(self.loops)

    def update(self, name: str, dt: float, heard: bool = True, ducked: bool = False) -> None:
        """Advance the fades by `dt` s. Never raises.

        `name`: loop of the scene, "" for none; if not `heard`, it pauses until it is heard again.
        """
        if not self.volume or (not name and not self.loops):
            return
        self._duck = (
            approach(self._duck, DUCKED, dt * (1 - DUCKED) / DUCKING)
            if ducked
            else approach(self._duck, 1.0, dt * (1 - DUCKED) / RECOVERY)
        )
        try:
            if heard and name and all(loop.name != name for loop in self.loops):
                self._start(name)
            for loop in list(self.loops):
                self._fade(loop, heard and loop.name == name, loop.name == name, dt)
        except (pygame.error, OSError, NotImplementedError, IndexError):  # the device has gone
            self.loops.clear()

    def finish_loading(self) -> None:
        """Wait until no loop is being decoded."""
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """End all loops; the mixer can then be closed."""
        self.finish_loading()
        self._end(self.loops)
        self.volume = 0.0

    def _fade(self, loop: Loop, heard: bool, kept: bool, dt: float) -> None:
        """Set the gain of a loop; a silent one pauses if it is `kept`, else it ends."""
        loop.level = approach(loop.level, float(heard), dt / FADE)
        channel = pygame.mixer.Channel(loop.channel)
        if not loop.level and not heard:
            if not kept:
                self._end([loop])
            elif not loop.paused:
                channel.pause()
                loop.paused = True
            return
        if loop.paused:
            channel.unpause()
            loop.paused = False
        # The square root keeps the power of both loops together constant.
        gain = self.volume**2 * self._duck * loop.level**0.5
        if gain != loop.gain:
            channel.set_volume(gain)
            loop.gain = gain

    def _start(self, name: str) -> None:
        """Play a loop without loudness yet, once a thread has decoded it."""
        if name in self._broken or (self._thread is not None and self._thread.is_alive()):
            return
        decoded, self._decoded = self._decoded, None
        if decoded is None or decoded[0] != name:
            if self._ready():
                self._thread = Thread(target=self._decode, args=(name,), daemon=True)
                self._thread.start()
            return
        if decoded[1] is None:
            self._broken.add(name)
            return
        if len(self.loops) == CHANNELS:
            self._end([min(self.loops, key=lambda loop: loop.level)])
        taken = {loop.channel for loop in self.loops}
        free = next(n for n in range(CHANNELS) if n not in taken)
        channel = pygame.mixer.Channel(free)
        channel.set_volume(0.0)
        channel.play(decoded[1], loops=-1)
        channel.set_volume(0.0)  # `play` has set it to the loudness of the sound
        self.loops.append(Loop(name, free))

    def _decode(self, name: str) -> None:
        """Decode a loop; run in a thread."""
        try:
            self._decoded = name, pygame.mixer.Sound(self._folder / f"{name}.ogg")
        except (pygame.error, OSError):
            self._decoded = name, None

    def _end(self, loops: list[Loop]) -> None:
        """End loops and free their memory."""
        for loop in list(loops):
            self.loops.remove(loop)
            try:
                pygame.mixer.Channel(loop.channel).stop()
            except (pygame.error, NotImplementedError, IndexError):
                continue
