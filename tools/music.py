"""Composer of the music loops: three modal pieces for a plucked string over a drone.

A piece is data: a chord a bar, a pattern of plucked chord notes, and a melody. All parts are laid
round the loop, so that the end rings into the beginning; echo and drone close the circle by FFT.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tools.synth import RATE, Wave, band_noise, band_pass, envelope, seconds

NOTES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}  # semitones above C
CHORDS = {  # name -> notes from the bass up
    "Am": "A2 E3 A3 C4 E4",
    "C": "C3 G3 C4 E4 G4",
    "Dm": "D3 A3 D4 F4 A4",
    "Em": "E3 B3 E4 G4 B4",
    "F": "F2 C3 F3 A3 C4",
    "G": "G2 D3 G3 B3 D4",
}
REST = "-"
RING_TIME = 3.2  # s that a string rings
BRIGHTEST = 6500.0  # Hz, highest partial of a string
PLUCKED_AT = 0.21  # share of the string's length from the bridge
DETUNED = 1.0007  # ratio of the two strings of a course, 1.2 cents
ECHO_LENGTH, WET = 2.2, 0.22  # s, length of the echo of the room; its share
TIMING_SPREAD = 0.011  # s, standard deviation of a player's timing
PEAK = 0.5  # of full scale


@dataclass(frozen=True)
class Piece:
    """Score of a loop; bars are separated by `|`, a note is "A4:1.5" with its length in beats."""

    beat: float  # s
    meter: int  # beats in a bar
    pattern: tuple[int, ...]  # note of the chord, plucked at each half beat; -1 for none
    chords: str
    melody: str
    drone: str  # notes that sound all the time
    accompaniment: float = 0.42  # loudness of the chord notes beside the melody

    @property
    def bars(self) -> list[list[tuple[str, float]]]:
        """Notes and their lengths in beats, bar by bar."""
        return [
            [(note, float(length)) for note, _, length in (word.partition(":") for word in bar)]
            for bar in (bar.split() for bar in self.melody.split("|"))
        ]

    @property
    def length(self) -> float:
        """Length of the loop, s."""
        return len(self.chords.split()) * self.meter * self.beat

    def plucks(self) -> Iterator[tuple[float, str, float]]:
        """Time in s, note and loudness of each plucked string."""
        for number, (chord, bar) in enumerate(zip(self.chords.split(), self.bars, strict=True)):
            start, notes = number * self.meter * self.beat, CHORDS[chord].split()
            for half, tone in enumerate(self.pattern):
                if tone >= 0:
                    accent = 1.25 if half == 0 else 1.0
                    yield start + half * self.beat / 2, notes[tone], self.accompaniment * accent
            at = start
            for note, length in bar:
                if note != REST:
                    yield at, note, 1.0 if at == start else 0.88
                at += length * self.beat


PIECES: Mapping[str, Piece] = {
    # D Dorian, a slow round dance
    "title": Piece(
        0.72, 3, (0, 2, 3, 4, 3, 2),
        "Dm C Dm Am F C G Am Dm F C Am F G Am Dm F C Dm Am F G Am Am Dm G Am Dm",
        "D5:2 E5:1 | E5:1.5 D5:.5 C5:1 | D5:1 A4:2 | C5:2 B4:1 |"
        "A4:1 C5:1 F5:1 | E5:2 D5:1 | D5:1 B4:1 G4:1 | A4:3 |"
        "D5:2 E5:1 | F5:1.5 E5:.5 D5:1 | E5:1 G5:2 | A5:1 G5:1 E5:1 |"
        "F5:2 E5:.5 D5:.5 | D5:1 B4:1 G4:1 | C5:1.5 B4:.5 C5:1 | D5:3 |"
        "A5:2 G5:1 | G5:1.5 F5:.5 E5:1 | F5:1 D5:1 A4:1 | E5:3 |"
        "A4:1 C5:1 F5:1 | G5:1.5 F5:.5 D5:1 | E5:1 C5:1 E5:1 | A4:3 |"
        "D5:2 A4:1 | B4:2 D5:1 | C5:1 B4:.5 A4:.5 G4:1 | A4:3",
        "D3 A3",
    ),
    # G Mixolydian, low and with long rests: it goes on for a whole match
    "table": Piece(
        0.9, 4, (0, -1, 2, -1, 3, -1, 1, -1),
        "G G F C G Am F G C G Am F C Dm Am G F C Dm G",
        "D4:2 G4:2 | A4:1 B4:3 | A4:2 F4:1 G4:1 | E4:3 -:1 |"
        "-:4 | C5:2 B4:1 A4:1 | C5:2 A4:2 | G4:3 -:1 |"
        "E5:2 D5:1 C5:1 | D5:3 B4:1 | C5:1 A4:3 | -:2 A4:1 C5:1 |"
        "G4:3 -:1 | F4:1 A4:1 D5:2 | C5:2 A4:2 | B4:3 -:1 |"
        "A4:2 C5:1 A4:1 | G4:2 E4:2 | F4:1 E4:1 D4:2 | G4:3 -:1",
        "G2 D3 G3",
        0.5,
    ),
    # F Lydian, bright and at rest
    "end": Piece(
        0.9, 3, (0, 2, 3, 4, 3, 1),
        "F G F Em Am G F C F G Em Am Dm G F F",
        "C5:2 A4:1 | B4:2 D5:1 | C5:1 A4:1 F4:1 | G4:3 |"
        "E5:2 D5:1 | D5:1.5 C5:.5 B4:1 | A4:1 C5:1 F5:1 | E5:3 |"
        "F5:2 E5:1 | D5:2 B4:1 | G5:1.5 E5:.5 B4:1 | C5:3 |"
        "F4:1 A4:1 D5:1 | B4:1.5 A4:.5 G4:1 | A4:2 G4:1 | F4:3",
        "F3 C4",
    ),
}  # fmt: skip


def pitch_of(note: str) -> float:
    """Frequency of a note such as "A4", Hz, in equal temperament."""
    return float(440.0 * 2 ** ((NOTES[note[0]] - 9) / 12 + int(note[1:]) - 4))


@cache
def pluck(note: str) -> Wave:
    """A plucked course of two strings: partials by the place of the pluck; high ones die first."""
    t, pitch = seconds(RING_TIME), pitch_of(note)
    out = np.zeros(len(t))
    for n in range(1, int(BRIGHTEST / pitch) + 1):
        gain = np.sin(np.pi * n * PLUCKED_AT) / n**1.7
        stretched = pitch * n * np.sqrt(1 + 0.00012 * n * n)  # stiff string, Fletcher 1964
        life = 1.15 * (220 / pitch) ** 0.35 / (1 + 0.24 * (n - 1))
        wave = np.sin(2 * np.pi * stretched * t) + np.sin(2 * np.pi * stretched * DETUNED * t + n)
        out += gain * wave * envelope(t, 0.004, life)
    finger = band_noise(np.random.default_rng(7), t[:800], 400, 2600) * envelope(
        t[:800], 0.002, 0.005
    )
    out[:800] += 0.05 * np.abs(out).max() * finger
    fade = int(0.3 * RATE)
    out[-fade:] *= np.linspace(1, 0, fade)
    return np.asarray(out / np.sqrt((out**2).mean()) * 0.1)


def add_around(loop: Wave, part: Wave, at: float) -> None:
    """Add `part` to a loop from `at` s on; what passes its end goes on at its beginning."""
    where = (int(at * RATE) + np.arange(len(part))) % len(loop)
    np.add.at(loop, where, part)


def drone(size: int, notes: str) -> Wave:
    """Notes without an end that swell slowly; whole periods fit into the loop of `size` samples."""
    turn = 2 * np.pi * np.arange(size) / size
    out = np.zeros(size)
    for number, note in enumerate(notes.split()):
        periods = round(pitch_of(note) * size / RATE)
        swell = 0.7 + 0.3 * np.sin((3 + 2 * number) * turn + 2.1 * number)
        for n, gain in ((1, 1.0), (2, 0.4), (3, 0.22), (4, 0.08)):
            out += gain * swell * np.sin(n * periods * turn + number)
    return np.asarray(out / np.sqrt((out**2).mean()))


def echo(loop: Wave, rng: np.random.Generator) -> Wave:
    """Reverberation of a hall, round the loop."""
    room = np.zeros(len(loop))
    t = seconds(ECHO_LENGTH)
    room[: len(t)] = band_pass(rng.normal(0, 1, len(t)), 150, 3200) * np.exp(-t / 0.5)
    wet = np.fft.irfft(np.fft.rfft(loop) * np.fft.rfft(room), len(loop))
    return np.asarray(wet * np.sqrt((loop**2).mean() / (wet**2).mean()))


def render_music(name: str) -> NDArray[np.int16]:
    """Samples of one loop; the same name gives the same samples."""
    piece, rng = PIECES[name], np.random.default_rng([*name.encode()])
    loop = np.zeros(round(piece.length * RATE))
    for at, note, loudness in piece.plucks():
        strength = loudness * rng.uniform(0.88, 1.08)
        add_around(loop, strength * pluck(note), at + abs(rng.normal(0, TIMING_SPREAD)))
    loop += 0.16 * np.sqrt((loop**2).mean()) * drone(len(loop), piece.drone)
    loop += WET * echo(loop, rng)
    loop -= loop.mean()
    return np.asarray(np.round(loop * PEAK / np.abs(loop).max() * 32767), dtype="<i2")
