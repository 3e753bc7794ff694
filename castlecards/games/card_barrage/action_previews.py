"""Previews of actions in Card Barrage: walls that are built or replaced."""

from __future__ import annotations

from castlecards.core.action import Action
from castlecards.core.game import OutcomePreview, Tone
from castlecards.core.view import View
from castlecards.texts import tr


def outcome_preview(view: View, action: Action) -> OutcomePreview | None:
    """Preview of an action; None for everything but walls."""
    face = view.face(action.cards[0]) if len(action.cards) == 1 and view.seat >= 0 else None
    if face is None or not 0 <= action.to < len(view.position.zones):
        return None
    if action.verb == "build":  # CB13
        return OutcomePreview(tr("wall {value}, no attack", value=face.rank))
    if action.verb == "replace":  # CB27
        return OutcomePreview(tr("wall {value}", value=face.rank))
    walls = view.position.zones[action.to]
    old = view.face(walls[-1]) if walls and action.verb == "upgrade" else None
    if old is None:
        return None
    tone: Tone = "good" if face.rank > old.rank else "bad" if face.rank < old.rank else "even"
    text = tr("{new} instead of {old}", new=face.rank, old=old.rank)
    return OutcomePreview(text, tone)  # CB14
