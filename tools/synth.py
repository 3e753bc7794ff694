"""Synthesiser of the card sounds, from noise and sines with numpy.

A card sound is short noise: the band says what is struck (paper 1-9 kHz, cloth and wood below
400 Hz), the envelope how. Each recipe takes its own random stream, so that variations of one sound
differ as two slaps of a card do; tonal sounds (`chime`, `point`, `horn`) are sums of partials.
"""

from __future__ import annotations

import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RATE = 32_000  # samples/s; nothing here has energy above 12 kHz
Wave = NDArray[np.float64]
Recipe = Callable[[np.random.Generator], Wave]


def seconds(length: float) -> Wave:
    """Times of the samples of a sound of this length (s)."""
    return np.arange(int(RATE * length)) / RATE


def envelope(t: Wave, attack: float, decay: float) -> Wave:
    """Envelope: a linear rise over `attack` s, then an exponential decay with time constant `decay`
    s."""
    fall = np.exp(-np.maximum(t - attack, 0) / decay)
    return np.asarray(np.minimum(t / attack, 1) * fall)


def band_pass(x: Wave, low: float, high: float) -> Wave:
    """Band-pass filter from `low` to `high` Hz with fourth-order slopes."""
    f = np.fft.rfftfreq(len(x), 1 / RATE)
    gain = 1 / (1 + (low / np.maximum(f, 1)) ** 4) / (1 + (f / high) ** 4)
    return np.fft.irfft(np.fft.rfft(x) * gain, len(x))


def band_noise(rng: np.random.Generator, t: Wave, low: float, high: float) -> Wave:
    """Noise in a band of frequencies (Hz)."""
    noise = band_pass(rng.normal(0, 1, len(t)), low, high)
    return np.asarray(noise / np.abs(noise).max())


def slow_curve(rng: np.random.Generator, t: Wave, rate: float) -> Wave:
    """Slow random curve in 0..1 that changes about `rate` times a second."""
    knots = rng.uniform(0, 1, max(4, int(t[-1] * rate) + 3))
    return np.interp(t, np.linspace(0, t[-1], len(knots)), knots)


def add_at(target: Wave, part: Wave, at: float) -> None:
    """Add `part` to `target` from `at` s on, cut at the end of the target."""
    start = int(at * RATE)
    stop = min(len(target), start + len(part))
    target[start:stop] += part[: stop - start]


def swept_noise(rng: np.random.Generator, t: Wave, centre: Wave, width: float) -> Wave:
    """Noise whose band moves: overlapping windows, each filtered around its own centre (Hz)."""
    size = 1024
    noise, out, window = rng.normal(0, 1, len(t) + size), np.zeros(len(t) + size), np.hanning(size)
    for start in range(0, len(t), size // 4):
        middle = centre[min(start + size // 2, len(t) - 1)]
        grain = band_pass(noise[start : start + size] * window, middle / width, middle * width)
        out[start : start + size] += grain * window
    return out[: len(t)]


def bell(pitch: float, length: float, decay: float) -> Wave:
    """A struck bar: partials at 1, 2.76 and 5.40 times the pitch (Fletcher and Rossing, ch. 19)."""
    t = seconds(length)
    out = np.zeros(len(t))
    for ratio, gain, life in (
        (1.0, 1.0, 1.0),
        (2.0, 0.35, 0.7),
        (2.76, 0.22, 0.45),
        (5.4, 0.08, 0.2),
    ):
        out += gain * np.sin(2 * np.pi * pitch * ratio * t) * envelope(t, 0.003, decay * life)
    return out


def slide(rng: np.random.Generator) -> Wave:
    """Sound of a card that slides."""
    t = seconds(rng.uniform(0.2, 0.26))
    grain = 0.55 + 0.45 * slow_curve(rng, t, 90)
    body = np.sin(np.pi * np.minimum(t / t[-1], 1)) ** 0.8
    return np.asarray(band_noise(rng, t, rng.uniform(800, 1100), 6500) * grain * body)


def snap(rng: np.random.Generator) -> Wave:
    """Sound of a card that snaps."""
    t = seconds(0.1)
    click = band_noise(rng, t, rng.uniform(1400, 1900), 9500) * envelope(t, 0.0006, 0.010)
    body = band_noise(rng, t, 240, 850) * envelope(t, 0.001, 0.018)
    return np.asarray(click + 0.6 * body)


def flip(rng: np.random.Generator) -> Wave:
    """Sound of a card that turns over."""
    out = np.zeros(int(RATE * 0.2))
    t = seconds(0.12)
    bend = swept_noise(rng, t, np.linspace(900, 3200, len(t)), 1.8) * (t / t[-1]) ** 1.5
    add_at(out, 0.5 * bend / np.abs(bend).max(), 0)
    add_at(out, 0.9 * snap(rng), rng.uniform(0.085, 0.1))
    return out


def whoosh(rng: np.random.Generator) -> Wave:
    """Sound of a card in the air."""
    t = seconds(rng.uniform(0.38, 0.46))
    hump = np.sin(np.pi * t / t[-1])
    flutter = 1 - 0.25 * (0.5 + 0.5 * np.sin(2 * np.pi * rng.uniform(20, 26) * t))
    return np.asarray(
        swept_noise(rng, t, 350 + rng.uniform(1500, 2100) * hump, 1.7) * hump**1.6 * flutter
    )


def land(rng: np.random.Generator) -> Wave:
    """Sound of a card that lands."""
    t = seconds(0.24)
    thump = np.sin(2 * np.pi * (rng.uniform(125, 175) - 200 * t) * t) * envelope(t, 0.002, 0.035)
    cloth = band_noise(rng, t, 70, 380) * envelope(t, 0.001, 0.04)
    slap = band_noise(rng, t, rng.uniform(1000, 1300), 5200) * envelope(t, 0.0005, 0.013)
    rattle = np.zeros(len(t))
    add_at(rattle, 0.25 * snap(rng), rng.uniform(0.03, 0.05))
    return np.asarray(0.8 * thump + 0.9 * cloth + 0.9 * slap + rattle)


def push(rng: np.random.Generator) -> Wave:
    """Sound of a card that is pushed."""
    t = seconds(0.28)
    scrape = (
        band_noise(rng, t, 350, 2600)
        * (0.4 + 0.6 * slow_curve(rng, t, 120))
        * envelope(t, 0.02, 0.08)
    )
    out = np.asarray(0.8 * scrape)
    add_at(out, 0.7 * snap(rng), 0.0)
    return out


def shuffle(rng: np.random.Generator) -> Wave:
    """Sound of a shuffle."""
    out = np.zeros(int(RATE * 1.15))
    leaves = 30
    for i in range(leaves):
        at = 0.02 + 0.62 * (i / leaves) ** 0.85 + rng.uniform(-0.005, 0.005)
        add_at(out, rng.uniform(0.25, 0.6) * snap(rng), max(0.0, at))
    t = seconds(0.3)  # the bridge: the halves fall together
    purr = (
        band_noise(rng, t, 700, 5500)
        * (0.5 + 0.5 * np.sign(np.sin(2 * np.pi * 64 * t)))
        * envelope(t, 0.1, 0.09)
    )
    add_at(out, 0.45 * purr, 0.7)
    add_at(out, 0.5 * snap(rng), 1.02)
    return out


def tick(rng: np.random.Generator) -> Wave:
    """Sound of a tick."""
    t = seconds(0.05)
    tone = np.sin(2 * np.pi * rng.uniform(1500, 2050) * t) * envelope(t, 0.0008, 0.007)
    return np.asarray(tone + 0.25 * band_noise(rng, t, 2000, 8000) * envelope(t, 0.0004, 0.004))


def chime(rng: np.random.Generator) -> Wave:
    """Sound of a chime."""
    out = np.zeros(int(RATE * 1.5))
    for i, pitch in enumerate((523.25, 659.26, 783.99, 1046.5)):  # C major, C5 to C6
        add_at(out, bell(pitch, 1.1, 0.3), 0.11 * i)
    return out


def perfect(rng: np.random.Generator) -> Wave:
    """Sound of a perfect hit."""
    out = np.zeros(int(RATE * 1.6))
    for i, pitch in enumerate((783.99, 987.77, 1174.66, 1567.98, 1975.53)):  # G major, G5 to B6
        add_at(out, (1 - 0.08 * i) * bell(pitch, 1.0, 0.26), 0.07 * i)
    for at in np.sort(rng.uniform(0.3, 0.9, 9)):
        add_at(out, 0.12 * bell(rng.uniform(3000, 5200), 0.3, 0.06), float(at))
    return out


def error(rng: np.random.Generator) -> Wave:
    """Sound of a refusal."""
    out = np.zeros(int(RATE * 0.42))
    for i, pitch in enumerate((233.08, 196.0)):  # a falling minor third, A sharp 3 to G3
        t = seconds(0.26)
        tone = sum(np.sin(2 * np.pi * pitch * h * t) / h**1.6 for h in (1, 2, 3, 4))
        add_at(out, np.asarray(tone * envelope(t, 0.006, 0.07)), 0.12 * i)
    return out


def crack(rng: np.random.Generator) -> Wave:
    """Sound of a card that strikes stone: a bright burst, a dull knock, splinters."""
    t = seconds(0.3)
    burst = band_noise(rng, t, 1800, 8000) * envelope(t, 0.0004, 0.007)
    knock = np.sin(2 * np.pi * (rng.uniform(95, 108) - 120 * t) * t) * envelope(t, 0.001, 0.055)
    out = np.asarray(burst + 0.9 * knock)
    for at in np.sort(rng.exponential(0.05, 5)):
        grain = seconds(0.03)
        click = band_noise(rng, grain, 1500, 7000) * envelope(grain, 0.0003, 0.004)
        add_at(out, rng.uniform(0.15, 0.4) * click, min(0.02 + float(at), 0.25))
    return out


def stone(rng: np.random.Generator) -> Wave:
    """Sound of a wall that breaks: a rumble, and stones that come to rest."""
    out = np.zeros(int(RATE * 0.8))
    t = seconds(0.5)
    add_at(out, 0.9 * band_noise(rng, t, 45, 240) * envelope(t, 0.008, 0.16), 0)
    for at in np.sort(rng.exponential(0.16, 22)):
        size = seconds(0.07)
        pitch = rng.uniform(300, 1500)
        knock = np.sin(2 * np.pi * pitch * size) * envelope(size, 0.0006, 0.012)
        knock += 0.4 * band_noise(rng, size, pitch, 4 * pitch) * envelope(size, 0.0004, 0.006)
        add_at(out, rng.uniform(0.1, 0.42) * knock, min(float(at), 0.72))
    return out


def point(rng: np.random.Generator, take: int = 1) -> Wave:
    """Sound of a point: A5 for the first, two semitones higher for each further one."""
    return bell(880.0 * 2 ** ((take - 1) / 6), 0.5, 0.16)


def double(rng: np.random.Generator) -> Wave:
    """Sound of a double hit."""
    out = np.zeros(int(RATE * 0.7))
    for at, pitch in ((0.0, 880.0), (0.12, 1108.73)):  # A5, C sharp 6
        add_at(out, bell(pitch, 0.55, 0.2), at)
    return out


def horn(rng: np.random.Generator) -> Wave:
    """Sound of a stormed castle: G3 and the fifth above, blown."""
    out = np.zeros(int(RATE * 1.4))
    for at, pitch, long in ((0.0, 196.0, 0.5), (0.42, 293.66, 0.95)):
        t = seconds(long)
        sway = 1 + 0.004 * np.sin(2 * np.pi * 5.2 * t) * np.minimum(t / 0.3, 1)
        phase = 2 * np.pi * np.cumsum(pitch * sway) / RATE
        tone = sum(np.sin(h * phase) / h**1.25 for h in range(1, 11))
        swell = np.minimum(t / 0.09, 1) * np.minimum((t[-1] - t) / 0.16, 1)
        add_at(out, np.asarray(tone * swell), at)
    return out


def near(rng: np.random.Generator) -> Wave:
    """Sound of a near miss: a soft thud, and a breath."""
    t = seconds(0.5)
    thud = band_noise(rng, t, 70, 320) * envelope(t, 0.002, 0.05)
    hump = np.sin(np.pi * t / t[-1]) ** 1.4
    breath = swept_noise(rng, t, np.linspace(1500, 500, len(t)), 1.5) * hump
    return np.asarray(thud + 0.35 * breath / np.abs(breath).max())


def beat(rng: np.random.Generator) -> Wave:
    """Sound of two heart beats."""
    out = np.zeros(int(RATE * 0.5))
    t = seconds(0.2)
    for at, gain in ((0.0, 1.0), (0.24, 0.75)):
        add_at(out, gain * np.sin(2 * np.pi * (62 - 90 * t) * t) * envelope(t, 0.006, 0.05), at)
    return out


def effect(rng: np.random.Generator) -> Wave:
    """Sound of a card's effect: a shimmer that rises."""
    out = np.zeros(int(RATE * 0.8))
    for i, pitch in enumerate((587.33, 880.0, 1174.66)):  # D5, A5, D6
        add_at(out, (0.8 - 0.15 * i) * bell(pitch, 0.6, 0.18), 0.06 * i)
    t = seconds(0.5)
    air = swept_noise(rng, t, np.linspace(1200, 5200, len(t)), 1.4) * np.sin(np.pi * t / t[-1]) ** 2
    add_at(out, 0.3 * air / np.abs(air).max(), 0)
    return out


def trick(rng: np.random.Generator) -> Wave:
    """Sound of a trick: cards are gathered, and a low bell."""
    out = np.zeros(int(RATE * 0.6))
    for k in range(4):
        add_at(out, rng.uniform(0.3, 0.5) * snap(rng), (0.05 + rng.uniform(-0.01, 0.01)) * k)
    add_at(out, 0.55 * bell(523.25, 0.4, 0.14), rng.uniform(0.17, 0.2))
    return out


def fall(rng: np.random.Generator) -> Wave:
    """Sound of a falling gate: wood breaks, and the ground shakes."""
    out = np.zeros(int(RATE * 1.2))
    t = seconds(0.35)
    creak = 1 + 0.3 * np.sin(2 * np.pi * 31 * t)
    split = np.sin(2 * np.pi * np.cumsum((420 - 500 * t) * creak) / RATE) * envelope(t, 0.05, 0.12)
    add_at(out, 0.35 * split, 0)
    t = seconds(0.8)
    add_at(out, np.sin(2 * np.pi * (70 - 24 * t) * t) * envelope(t, 0.004, 0.17), 0.3)
    add_at(out, 0.8 * band_noise(rng, t, 60, 900) * envelope(t, 0.003, 0.11), 0.3)
    add_at(out, 0.5 * stone(rng)[: int(RATE * 0.7)], 0.36)
    return out


def win(rng: np.random.Generator) -> Wave:
    """Sound of a victory: a fanfare of four notes."""
    out = np.zeros(int(RATE * 1.9))
    for at, pitch, long in ((0, 392.0, 0.2), (0.17, 523.25, 0.2), (0.34, 659.26, 0.24),
                            (0.55, 783.99, 1.2)):  # fmt: skip
        t = seconds(long)
        tone = sum(np.sin(2 * np.pi * pitch * h * t) / h**1.3 for h in range(1, 9))
        swell = np.minimum(t / 0.02, 1) * np.minimum((t[-1] - t) / (0.5 * long), 1)
        add_at(out, np.asarray(tone * swell), at)
        add_at(out, 0.5 * bell(2 * pitch, min(1.2, long + 0.3), 0.25), at)
    return out


def lose(rng: np.random.Generator) -> Wave:
    """Sound of a defeat: three falling notes."""
    out = np.zeros(int(RATE * 1.5))
    for at, pitch, long in ((0, 311.13, 0.3), (0.28, 261.63, 0.3), (0.56, 207.65, 0.9)):
        t = seconds(long)
        tone = sum(np.sin(2 * np.pi * pitch * h * t) / h**1.8 for h in range(1, 6))
        add_at(out, np.asarray(tone * np.minimum(t / 0.03, 1) * np.exp(-t / (0.5 * long))), at)
    return out


def ambience(rng: np.random.Generator) -> Wave:
    """Background sound: wind over a field and water far away, as a seamless loop."""
    length = 9.0
    t = seconds(length)
    turn = 2 * np.pi * t / length
    wind = band_pass(rng.normal(0, 1, len(t)), 90, 480)  # by FFT: the end runs into the beginning
    water = band_pass(rng.normal(0, 1, len(t)), 700, 2400)
    gusts = 0.6 + 0.25 * np.sin(2 * turn + 0.7) + 0.15 * np.sin(5 * turn + 2.0)
    ripple = 0.6 + 0.2 * np.sin(23 * turn) + 0.2 * np.sin(37 * turn + 1.1)
    return np.asarray(wind / wind.std() * gusts + 0.28 * water / water.std() * ripple)


# name -> recipe, variations, peak (1 is full scale)
RECIPES: dict[str, tuple[Recipe, int, float]] = {
    "slide": (slide, 3, 0.35),
    "snap": (snap, 3, 0.6),
    "flip": (flip, 3, 0.55),
    "whoosh": (whoosh, 3, 0.5),
    "land": (land, 3, 0.8),
    "push": (push, 3, 0.5),
    "shuffle": (shuffle, 3, 0.55),
    "tick": (tick, 3, 0.3),
    "chime": (chime, 1, 0.5),
    "perfect": (perfect, 1, 0.5),
    "error": (error, 1, 0.4),
    "crack": (crack, 3, 0.8),
    "stone": (stone, 3, 0.6),
    "point": (point, 10, 0.4),
    "double": (double, 1, 0.45),
    "horn": (horn, 1, 0.5),
    "near": (near, 2, 0.35),
    "beat": (beat, 1, 0.4),
    "effect": (effect, 1, 0.4),
    "trick": (trick, 2, 0.45),
    "fall": (fall, 2, 0.7),
    "win": (win, 1, 0.5),
    "lose": (lose, 1, 0.45),
    "ambience": (ambience, 1, 0.25),
}
SEAMLESS = {"ambience"}  # sounds played as a loop, without a fade at the end
SCALES = {"point"}  # sounds whose variations are different notes


def render(name: str, variation: int) -> NDArray[np.int16]:
    """Samples of one sound, faded at its end; the same arguments give the same samples."""
    recipe, _, peak = RECIPES[name]
    stream = np.random.default_rng([*name.encode(), variation])
    x = point(stream, variation) if name in SCALES else recipe(stream)
    tail = int(RATE * 0.012)
    if name not in SEAMLESS:
        x[-tail:] *= np.linspace(1, 0, tail)
    x *= peak / np.abs(x).max()
    return np.asarray(np.round(x * 32767), dtype="<i2")


def write_sounds(out: Path) -> None:
    """Write slide-1.wav, slide-2.wav, ..."""
    out.mkdir(parents=True, exist_ok=True)
    for name, (_, variations, _) in RECIPES.items():
        for number in range(1, variations + 1):
            write_wave(out / f"{name}-{number}.wav", render(name, number))


def write_wave(path: Path, samples: NDArray[np.int16]) -> None:
    """Write a sound as a wave file: 16 bit, one channel."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
