from castlecards.games.tricks_of_the_trade.game import Options, TricksOfTheTrade

__all__ = ["Options", "TricksOfTheTrade"]
