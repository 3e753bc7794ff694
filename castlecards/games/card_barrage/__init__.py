from castlecards.games.card_barrage.game import CardBarrage, Options
from castlecards.games.card_barrage.geometry import Layout

__all__ = ["CardBarrage", "Layout", "Options"]
