from castlecards.games.card_barrage.fates import Fates
from castlecards.games.card_barrage.game import CardBarrage, Options
from castlecards.games.card_barrage.geometry import Measures

__all__ = ["CardBarrage", "Fates", "Measures", "Options"]
