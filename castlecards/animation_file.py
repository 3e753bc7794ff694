"""Animated pictures as files: encoder of frames to WebP, with Pillow, an optional extra."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO

from castlecards.texts import tr

QUALITIES = (70, 50, 30, 10)  # of 100, lossy WebP; tried until the file is small enough
EFFORT = 2  # 0 fast to 6 small


def check_encoder() -> None:
    """Raise ValueError with a sentence for the player if Pillow is missing."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError as error:
        raise ValueError(
            tr('Films need Pillow. To get it, type: pip install "castlecards[share]"')
        ) from error


def encode(
    frames: Iterable[bytes], size: tuple[int, int], durations: Sequence[int], most: int = 0
) -> bytes:
    """Encode RGB frames, taken one by one, of `size` px as an endless animated WebP.

    `durations`: of each frame, ms; `most`: greatest size of the file in bytes, 0 for none. Raises
    ValueError if Pillow is missing or the file would be larger.
    """
    check_encoder()
    from PIL import Image

    images = [Image.frombytes("RGB", size, frame) for frame in frames]
    for quality in QUALITIES:
        raw = BytesIO()
        images[0].save(
            raw, "WEBP", save_all=True, append_images=images[1:], duration=list(durations), loop=0,
            quality=quality, method=EFFORT,
        )  # fmt: skip
        if not most or raw.tell() <= most:
            return raw.getvalue()
    raise ValueError(tr("The film is too large. Choose a shorter moment."))
