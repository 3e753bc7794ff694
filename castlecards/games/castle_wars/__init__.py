from castlecards.games.castle_wars.game import CastleWars, Options

__all__ = ["CastleWars", "Options"]
