"""Colour vision: colours as colour-blind people see them, and distances between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
# Simulated dichromacy on linear RGB: Machado, Oliveira and Fernandes, A Physiologically-based Model
# for Simulation of Color Vision Deficiency, IEEE TVCG 15 (2009), severity 1.0
DICHROMAT = {
    "none": np.eye(3),
    "protan": np.array([
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ]),
    "deutan": np.array([
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]),
    "tritan": np.array([
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ]),
}  # fmt: skip
WHITE_POINT = np.array([0.95047, 1.0, 1.08883])  # D65, CIE 15
TO_XYZ = np.array([
    [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
])  # fmt: skip


def lab(colour: Colour, eyes: str) -> NDArray[np.float64]:
    """Return the CIELAB values of an sRGB colour for this kind of colour vision."""
    return lab_picture(np.array(colour), eyes)


def lab_picture(picture: NDArray[np.integer], eyes: str) -> NDArray[np.float64]:
    """Return the CIELAB values of sRGB colours in the last axis for this kind of colour vision."""
    part = picture / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ DICHROMAT[eyes].T, 0, 1)
    xyz = seen @ TO_XYZ.T / WHITE_POINT
    root = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    x, y, z = np.moveaxis(root, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def apart(one: Colour, two: Colour, eyes: str) -> float:
    """Return the CIE76 distance of two colours; above 20 they cannot be confused."""
    return float(np.linalg.norm(lab(one, eyes) - lab(two, eyes)))


def light(colour: Colour | NDArray[np.float64]) -> float:
    """Return the relative luminance (WCAG 2.2)."""
    part = np.array(colour[:3]) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(first: Colour, second: Colour | NDArray[np.float64]) -> float:
    """Return the contrast ratio (WCAG 2.2, section 1.4.3)."""
    low, high = sorted((light(first), light(second)))
    return (high + 0.05) / (low + 0.05)
