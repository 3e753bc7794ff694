"""Whose hand lies where: the name and the sign beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from castlecards.core.cards import Zone
from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import SeatSign, sign_of
from castlecards.ui.table.view.layout import is_hand


@dataclass(frozen=True, slots=True)
class Nameplate:
    """Whose cards lie somewhere."""

    name: str  # "" where nobody sits
    sign: SeatSign


def nameplates(session: Session[Any]) -> dict[Zone, Nameplate]:
    """Whose hand lies in a zone."""
    return {
        zone: Nameplate(session.name(spec.owner), sign_of(session, spec.owner))
        for zone, spec in enumerate(session.position.box.zones)
        if is_hand(spec) and spec.owner is not None
    }
