"""Easing curves and the share of a period that has passed, for all animations of the table."""


def progress(t: float, begins: float, ends: float) -> float:
    """Share of the time from `begins` to `ends` that has passed at `t`, 0 to 1."""
    if t >= ends:
        return 1.0
    return (t - begins) / (ends - begins) if t > begins else 0.0


def ease(t: float) -> float:
    """Easing curve 0..1, slow at both ends."""
    t = min(max(t, 0.0), 1.0)
    return t * t * (3 - 2 * t)


def ease_out_back(part: float) -> float:
    """Easing curve 0..1 that overshoots 1 and comes back."""
    part = min(max(part, 0.0), 1.0) - 1
    return 1 + 2.9 * part**3 + 1.9 * part**2
