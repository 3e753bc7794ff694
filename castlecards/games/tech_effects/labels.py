"""Labels of the answers to Tech Deck effects, for both games that have them."""

from __future__ import annotations

from castlecards.core.cards import Face
from castlecards.core.position import Box
from castlecards.texts import tr

WITH_CARD = {
    "effect": tr("Use {effect}, the effect of {card}"),
    "show": tr("Show {card}"),
    "take": tr("Take {card}"),
    "want": tr("Ask for {card}"),
    "discard": tr("Discard {card}"),
}
WITH_ZONE = {"choose": tr("Choose {seat}")}


def effect_name(face: Face | None) -> str:
    """Title of the effect of a face."""
    return face.text.partition(":")[0] if face is not None else tr("the effect")


def use_label(box: Box, value: int) -> str:
    """Label for using the effect of cards of this value: `Use Spark (1)`."""
    printed = next(face for face in box.faces if face.rank == value)
    return tr("Use {effect} ({value})", effect=effect_name(printed), value=value)
