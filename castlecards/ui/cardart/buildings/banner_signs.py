"""Signs on banners: a name for each, and polygons in a box of side 1 around (0, 0), y down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from castlecards.ui.cardart.outlines import Outline, disc, star
from castlecards.ui.cardart.seat_signs import SHAPES


@dataclass(frozen=True, slots=True)
class BannerSign:
    """Polygons that are filled, and polygons that are cut out of them."""

    solid: tuple[Outline, ...]
    holes: tuple[Outline, ...] = ()


def _box(left: float, top: float, right: float, low: float) -> Outline:
    return (left, top), (right, top), (right, low), (left, low)


def _turned(outline: Outline) -> Outline:
    """Outline turned by 45 degrees."""
    return tuple((0.71 * (x - y), 0.71 * (x + y)) for x, y in outline)


def _flipped(outline: Outline) -> Outline:
    return tuple((-x, y) for x, y in outline)


_SWORD = (
    _turned(((-0.06, 0.3), (-0.06, -0.5), (0.0, -0.66), (0.06, -0.5), (0.06, 0.3))),
    _turned(_box(-0.2, 0.24, 0.2, 0.34)),
    _turned(_box(-0.05, 0.34, 0.05, 0.58)),
)
_TOOTH = _box(-0.1, -0.52, 0.1, 0.52)

SIGNS: Mapping[str, BannerSign] = {
    "crown": BannerSign((
        ((-0.46, 0.34), (-0.5, -0.24), (-0.22, 0.02), (0, -0.4), (0.22, 0.02), (0.5, -0.24),
         (0.46, 0.34)),
    )),
    "flame": BannerSign((
        ((0.02, -0.55), (0.22, -0.2), (0.34, -0.3), (0.42, 0.1), (0.26, 0.42), (0, 0.52),
         (-0.28, 0.42), (-0.42, 0.1), (-0.3, -0.12), (-0.16, -0.02)),
    ), (((0.02, 0.0), (0.16, 0.24), (0.0, 0.42), (-0.16, 0.24)),)),
    "eye": BannerSign((
        ((-0.52, 0), (-0.28, -0.24), (0, -0.31), (0.28, -0.24), (0.52, 0), (0.28, 0.24),
         (0, 0.31), (-0.28, 0.24)),
    ), (disc(0, 0, 0.17, 20),)),
    "swords": BannerSign((*_SWORD, *(_flipped(part) for part in _SWORD))),
    "dagger": BannerSign((
        ((0, -0.56), (0.11, -0.32), (0.11, 0.14), (-0.11, 0.14), (-0.11, -0.32)),
        _box(-0.3, 0.14, 0.3, 0.23), _box(-0.06, 0.23, 0.06, 0.46), disc(0, 0.48, 0.1, 16),
    )),
    "blocks": BannerSign((
        _box(-0.16, -0.5, 0.16, -0.2), _box(-0.48, -0.14, 0.48, 0.18),
        _box(-0.34, 0.24, -0.06, 0.5), _box(0.06, 0.24, 0.34, 0.5),
    )),
    "gear": BannerSign((
        disc(0, 0, 0.38, 28), _TOOTH, _turned(_TOOTH), _turned(_turned(_TOOTH)),
        _flipped(_turned(_TOOTH)),
    ), (disc(0, 0, 0.16, 20),)),
    "throwing_star": BannerSign((tuple((1.15 * x, 1.15 * y) for x, y in star(4, 0.16)),),
                                (disc(0, 0, 0.09, 14),)),
    "axe": BannerSign((
        _box(-0.05, -0.5, 0.05, 0.54),
        ((0.05, -0.36), (0.4, -0.5), (0.5, -0.2), (0.4, 0.1), (0.05, -0.04)),
        ((-0.05, -0.36), (-0.4, -0.5), (-0.5, -0.2), (-0.4, 0.1), (-0.05, -0.04)),
    )),
    "chain": BannerSign((
        _box(-0.5, -0.42, -0.38, 0.02), _box(-0.5, -0.42, 0.02, -0.3), _box(-0.1, -0.42, 0.02, 0.3),
        _box(-0.1, 0.2, 0.5, 0.32), _box(0.38, -0.12, 0.5, 0.32), disc(-0.44, 0.12, 0.13, 16),
    )),
    "trefoil": BannerSign((
        disc(0, -0.26, 0.27, 24), disc(-0.26, 0.2, 0.27, 24), disc(0.26, 0.2, 0.27, 24),
    ), (disc(0, -0.26, 0.11, 14), disc(-0.26, 0.2, 0.11, 14), disc(0.26, 0.2, 0.11, 14))),
    "skull": BannerSign((disc(0, -0.12, 0.4, 28), _box(-0.22, 0.12, 0.22, 0.48)), (
        disc(-0.16, -0.1, 0.11, 16), disc(0.16, -0.1, 0.11, 16), _box(-0.1, 0.28, -0.03, 0.48),
        _box(0.03, 0.28, 0.1, 0.48),
    )),
    "hourglass": BannerSign((
        _box(-0.4, -0.54, 0.4, -0.42), _box(-0.4, 0.42, 0.4, 0.54),
        ((-0.32, -0.38), (0.32, -0.38), (0.05, 0), (0.32, 0.38), (-0.32, 0.38), (-0.05, 0)),
    )),
    "moon": BannerSign((disc(-0.04, 0, 0.46, 32),), (disc(0.16, -0.08, 0.36, 28),)),
    "star": BannerSign((tuple((1.1 * x, 1.1 * y) for x, y in star(5, 0.2)),)),
    "drop": BannerSign((
        ((0, -0.58), (0.22, -0.16), (0.32, 0.14), (0.24, 0.38), (0, 0.5), (-0.24, 0.38),
         (-0.32, 0.14), (-0.22, -0.16)),
    )),
}  # fmt: skip


def banner_sign(name: str, shape: str) -> BannerSign:
    """Sign of this name; for "" the shape of a seat's sign."""
    if name:
        return SIGNS[name]
    return BannerSign((tuple((0.75 * x, 0.75 * y) for x, y in SHAPES[shape]),))
