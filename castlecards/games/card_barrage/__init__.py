from castlecards.games.card_barrage.game import CardBarrage, Options
from castlecards.games.card_barrage.geometry import Measures
from castlecards.games.card_barrage.outcome_odds import OutcomeOdds

__all__ = ["CardBarrage", "Measures", "Options", "OutcomeOdds"]
