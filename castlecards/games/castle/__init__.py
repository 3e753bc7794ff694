from castlecards.games.castle.game import Castle

__all__ = ["Castle"]
