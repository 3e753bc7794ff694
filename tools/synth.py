"""The sounds of cards, made from noise and sines with numpy.

A card sound is short noise: the band says what is struck (paper 1-9 kHz, cloth and wood below
400 Hz), the envelope how. Each recipe takes its own random stream, so that variations of one sound
differ as two slaps of a card do; tonal sounds (`chime`, `perfect`, `error`) are sums of partials.
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
    return np.arange(int(RATE * length)) / RATE


def strike(t: Wave, attack: float, decay: float) -> Wave:
    """A linear rise over `attack` s, then an exponential fall with time constant `decay` s."""
    fall = np.exp(-np.maximum(t - attack, 0) / decay)
    return np.asarray(np.minimum(t / attack, 1) * fall)


def band(x: Wave, low: float, high: float) -> Wave:
    """Keeps `low`..`high` Hz with fourth-order slopes."""
    f = np.fft.rfftfreq(len(x), 1 / RATE)
    gain = 1 / (1 + (low / np.maximum(f, 1)) ** 4) / (1 + (f / high) ** 4)
    return np.fft.irfft(np.fft.rfft(x) * gain, len(x))


def hiss(rng: np.random.Generator, t: Wave, low: float, high: float) -> Wave:
    noise = band(rng.normal(0, 1, len(t)), low, high)
    return np.asarray(noise / np.abs(noise).max())


def wobble(rng: np.random.Generator, t: Wave, rate: float) -> Wave:
    """A slow random curve in 0..1 that changes about `rate` times a second."""
    knots = rng.uniform(0, 1, max(4, int(t[-1] * rate) + 3))
    return np.interp(t, np.linspace(0, t[-1], len(knots)), knots)


def lay(target: Wave, part: Wave, at: float) -> None:
    """Adds `part` to `target` from `at` s on, cut where the target ends."""
    start = int(at * RATE)
    stop = min(len(target), start + len(part))
    target[start:stop] += part[: stop - start]


def swept(rng: np.random.Generator, t: Wave, centre: Wave, width: float) -> Wave:
    """Noise whose band moves: overlapping windows, each filtered around its own centre (Hz)."""
    size = 1024
    noise, out, window = rng.normal(0, 1, len(t) + size), np.zeros(len(t) + size), np.hanning(size)
    for start in range(0, len(t), size // 4):
        middle = centre[min(start + size // 2, len(t) - 1)]
        grain = band(noise[start : start + size] * window, middle / width, middle * width)
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
        out += gain * np.sin(2 * np.pi * pitch * ratio * t) * strike(t, 0.003, decay * life)
    return out


def slide(rng: np.random.Generator) -> Wave:
    t = seconds(rng.uniform(0.2, 0.26))
    grain = 0.55 + 0.45 * wobble(rng, t, 90)
    body = np.sin(np.pi * np.minimum(t / t[-1], 1)) ** 0.8
    return np.asarray(hiss(rng, t, rng.uniform(800, 1100), 6500) * grain * body)


def snap(rng: np.random.Generator) -> Wave:
    t = seconds(0.1)
    click = hiss(rng, t, rng.uniform(1400, 1900), 9500) * strike(t, 0.0006, 0.010)
    body = hiss(rng, t, 240, 850) * strike(t, 0.001, 0.018)
    return np.asarray(click + 0.6 * body)


def flip(rng: np.random.Generator) -> Wave:
    out = np.zeros(int(RATE * 0.2))
    t = seconds(0.12)
    bend = swept(rng, t, np.linspace(900, 3200, len(t)), 1.8) * (t / t[-1]) ** 1.5
    lay(out, 0.5 * bend / np.abs(bend).max(), 0)
    lay(out, 0.9 * snap(rng), rng.uniform(0.085, 0.1))
    return out


def whoosh(rng: np.random.Generator) -> Wave:
    t = seconds(rng.uniform(0.38, 0.46))
    hump = np.sin(np.pi * t / t[-1])
    flutter = 1 - 0.25 * (0.5 + 0.5 * np.sin(2 * np.pi * rng.uniform(20, 26) * t))
    return np.asarray(
        swept(rng, t, 350 + rng.uniform(1500, 2100) * hump, 1.7) * hump**1.6 * flutter
    )


def land(rng: np.random.Generator) -> Wave:
    t = seconds(0.24)
    thump = np.sin(2 * np.pi * (rng.uniform(125, 175) - 200 * t) * t) * strike(t, 0.002, 0.035)
    cloth = hiss(rng, t, 70, 380) * strike(t, 0.001, 0.04)
    slap = hiss(rng, t, rng.uniform(1000, 1300), 5200) * strike(t, 0.0005, 0.013)
    rattle = np.zeros(len(t))
    lay(rattle, 0.25 * snap(rng), rng.uniform(0.03, 0.05))
    return np.asarray(0.8 * thump + 0.9 * cloth + 0.9 * slap + rattle)


def push(rng: np.random.Generator) -> Wave:
    t = seconds(0.28)
    scrape = hiss(rng, t, 350, 2600) * (0.4 + 0.6 * wobble(rng, t, 120)) * strike(t, 0.02, 0.08)
    out = np.asarray(0.8 * scrape)
    lay(out, 0.7 * snap(rng), 0.0)
    return out


def shuffle(rng: np.random.Generator) -> Wave:
    out = np.zeros(int(RATE * 1.15))
    leaves = 30
    for i in range(leaves):
        at = 0.02 + 0.62 * (i / leaves) ** 0.85 + rng.uniform(-0.005, 0.005)
        lay(out, rng.uniform(0.25, 0.6) * snap(rng), max(0.0, at))
    t = seconds(0.3)  # the bridge: the halves fall together
    purr = (
        hiss(rng, t, 700, 5500)
        * (0.5 + 0.5 * np.sign(np.sin(2 * np.pi * 64 * t)))
        * strike(t, 0.1, 0.09)
    )
    lay(out, 0.45 * purr, 0.7)
    lay(out, 0.5 * snap(rng), 1.02)
    return out


def tick(rng: np.random.Generator) -> Wave:
    t = seconds(0.05)
    tone = np.sin(2 * np.pi * rng.uniform(1500, 2050) * t) * strike(t, 0.0008, 0.007)
    return np.asarray(tone + 0.25 * hiss(rng, t, 2000, 8000) * strike(t, 0.0004, 0.004))


def chime(rng: np.random.Generator) -> Wave:
    out = np.zeros(int(RATE * 1.5))
    for i, pitch in enumerate((523.25, 659.26, 783.99, 1046.5)):  # C major, C5 to C6
        lay(out, bell(pitch, 1.1, 0.3), 0.11 * i)
    return out


def perfect(rng: np.random.Generator) -> Wave:
    out = np.zeros(int(RATE * 1.6))
    for i, pitch in enumerate((783.99, 987.77, 1174.66, 1567.98, 1975.53)):  # G major, G5 to B6
        lay(out, (1 - 0.08 * i) * bell(pitch, 1.0, 0.26), 0.07 * i)
    for at in np.sort(rng.uniform(0.3, 0.9, 9)):
        lay(out, 0.12 * bell(rng.uniform(3000, 5200), 0.3, 0.06), float(at))
    return out


def error(rng: np.random.Generator) -> Wave:
    out = np.zeros(int(RATE * 0.42))
    for i, pitch in enumerate((233.08, 196.0)):  # a falling minor third, A sharp 3 to G3
        t = seconds(0.26)
        tone = sum(np.sin(2 * np.pi * pitch * h * t) / h**1.6 for h in (1, 2, 3, 4))
        lay(out, np.asarray(tone * strike(t, 0.006, 0.07)), 0.12 * i)
    return out


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
}


def render(name: str, variation: int) -> NDArray[np.int16]:
    """Samples of one sound, faded at its end; the same arguments give the same samples."""
    recipe, _, peak = RECIPES[name]
    x = recipe(np.random.default_rng([*name.encode(), variation]))
    tail = int(RATE * 0.012)
    x[-tail:] *= np.linspace(1, 0, tail)
    x *= peak / np.abs(x).max()
    return np.asarray(np.round(x * 32767), dtype="<i2")


def write_sounds(out: Path) -> None:
    """slide-1.wav, slide-2.wav, ...: 16 bit, one channel."""
    out.mkdir(parents=True, exist_ok=True)
    for name, (_, variations, _) in RECIPES.items():
        for number in range(1, variations + 1):
            with wave.open(str(out / f"{name}-{number}.wav"), "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(RATE)
                file.writeframes(render(name, number).tobytes())
