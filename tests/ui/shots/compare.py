"""Comparison of pictures with the stored ones.

A stored picture keeps 16 levels for each colour, because felt does not compress otherwise, and a
large one half its width and height. The exact hash of each is stored too, with the environment in
which it was made. In that environment hashes must agree; elsewhere a picture can differ a little in
few places.
"""

from __future__ import annotations

import hashlib
import json
import platform
import struct
import sys
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame
from pygame import Surface

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "tests" / "ui" / "screens"
FAILURES = ROOT / "tests" / "ui" / "failures"
HASHES = "hashes.json"
STEP = 16  # of a colour's 256 levels, in a stored picture
FAR = 24  # levels off the nearest colour that is stored as this one: a pixel counts as changed
FINE = 4  # the step of PNG files, which the eye cannot see
LARGE = 1600  # px: pictures of this width or more are stored at half their size
LEVEL = 8  # of zlib; 9 takes three times as long for 2 %
CHANGED = 0.002  # share of pixels that may differ
MEAN = 0.5  # levels: tolerated mean difference after the loss from storing

Pixels = npt.NDArray[np.uint8]  # height x width x 3


@dataclass(frozen=True)
class Gap:
    """Difference between a picture and the stored one."""

    mean: float  # levels
    changed: float  # share of pixels, 0..1

    @property
    def small(self) -> bool:
        return self.mean <= MEAN and self.changed <= CHANGED


def pixels(picture: Surface) -> Pixels:
    flat = np.frombuffer(pygame.image.tobytes(picture, "RGB"), np.uint8)
    return flat.reshape(picture.get_height(), picture.get_width(), 3)


def compared_pixels(picture: Surface) -> Pixels:
    """Return the pixels that are compared and stored: of a large picture means of four pixels."""
    raw = pixels(picture)
    height, width, _ = raw.shape
    if width < LARGE or width % 2 or height % 2:
        return raw
    means: Pixels = raw.reshape(height // 2, 2, width // 2, 2, 3).mean(axis=(1, 3)).astype(np.uint8)
    return means


def digest(picture: Surface) -> str:
    raw = pygame.image.tobytes(picture, "RGB")
    return hashlib.sha256(b"%dx%d " % picture.get_size() + raw).hexdigest()


def environment() -> dict[str, str]:
    """Return the parts of the environment that a picture can depend on."""
    sets = pygame.system.get_cpu_instruction_sets()
    return {
        "pygame-ce": pygame.version.ver,
        "SDL": ".".join(map(str, pygame.version.SDL)),
        "numpy": np.__version__,
        "machine": f"{sys.platform} {platform.machine()}",
        "blits": " ".join(sorted(name for name in ("AVX2", "NEON", "SSE2") if sets.get(name))),
    }


def gap(actual: Pixels, stored: Pixels) -> Gap:
    """Measure the difference; `stored` holds the lower edge of each colour step. Sizes agree."""
    low = stored.astype(np.int16)
    new = actual.astype(np.int16)
    off = np.maximum(low - new, 0) + np.maximum(new - low - (STEP - 1), 0)
    return Gap(float(off.mean()), float((off.max(axis=2) > FAR).mean()))


# -- the folder ------------------------------------------------------------------------------------


@cache
def _hashes(folder: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((folder / HASHES).read_text("utf-8"))
    except FileNotFoundError:
        return {"environment": {}, "pictures": {}}
    return found


def stored_names(folder: Path = FOLDER) -> set[str]:
    return {path.stem for path in folder.glob("*.png")}


def same_environment(folder: Path = FOLDER) -> bool:
    return bool(_hashes(folder)["environment"] == environment())


def difference(
    picture: Surface, name: str, folder: Path = FOLDER, exact: bool | None = None
) -> str:
    """Return the difference from the stored picture in words; "" if there is none.

    `exact` None: hashes count only in the environment in which they were made.
    """
    path = folder / f"{name}.png"
    if not path.is_file():
        return "no picture is stored"
    if exact is None:
        exact = same_environment(folder)
    alike = _hashes(folder)["pictures"].get(name) == digest(picture)
    if alike:
        return ""
    old = load(path)
    new = compared_pixels(picture)
    if old.shape != new.shape:
        return f"its size is {new.shape[1]}x{new.shape[0]}, not {old.shape[1]}x{old.shape[0]}"
    far = gap(new, old)
    if far.small and not exact:
        return ""
    words = f"{100 * far.changed:.2f} % of the pixels changed, by {far.mean:.2f} levels in the mean"
    return f"a fine difference only ({words})" if far.small else words


def store(picture: Surface, name: str, folder: Path = FOLDER) -> None:
    """Store a picture and its hash. The present environment counts for all: store all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    raw = compared_pixels(picture)
    (folder / f"{name}.png").write_bytes(png(raw - raw % STEP))
    hashes = _hashes(folder)
    hashes["pictures"][name] = digest(picture)
    _write(hashes, folder)


def forget(name: str, folder: Path = FOLDER) -> None:
    (folder / f"{name}.png").unlink()
    hashes = _hashes(folder)
    hashes["pictures"].pop(name, None)
    _write(hashes, folder)


def _write(hashes: dict[str, Any], folder: Path) -> None:
    hashes["environment"] = environment()
    text = json.dumps(hashes, indent=1, sort_keys=True)
    (folder / HASHES).write_text(text + "\n", "utf-8")


def write_failure(picture: Surface, name: str, folder: Path = FOLDER) -> None:
    """Write the drawn picture, the stored one, and their differences in red on grey."""
    FAILURES.mkdir(parents=True, exist_ok=True)
    new = compared_pixels(picture)
    (FAILURES / f"{name}.actual.png").write_bytes(png(new))
    path = folder / f"{name}.png"
    if not path.is_file():
        return
    old = load(path)
    (FAILURES / f"{name}.expected.png").write_bytes(png(old))
    if old.shape != new.shape:
        return
    grey = (new.mean(axis=2, keepdims=True) * 0.4).astype(np.uint8).repeat(3, axis=2)
    changed = np.abs((new - new % STEP).astype(np.int16) - old).max(axis=2) > 0
    grey[changed] = (255, 60, 40)
    (FAILURES / f"{name}.diff.png").write_bytes(png(grey))


# -- PNG -------------------------------------------------------------------------------------------


def load(path: Path) -> Pixels:
    return pixels(pygame.image.load(path))


def write_png(picture: Surface, path: Path) -> None:
    """Write a picture with 64 levels for each colour, which look like 256, in half the bytes."""
    raw = pixels(picture)
    path.write_bytes(png(raw - raw % FINE))


def png(raw: Pixels) -> bytes:
    """Encode a picture as PNG, RGB, 8 bits; rows are not filtered, which would enlarge the file."""
    height, width, _ = raw.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = raw.reshape(height, 3 * width)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(rows.tobytes(), LEVEL)
    parts = _chunk(b"IHDR", head), _chunk(b"IDAT", body), _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
