from castlecards.games.castle_rampage.deck import RampageDeck
from castlecards.games.castle_rampage.game import CastleRampage, Options

__all__ = ["CastleRampage", "Options", "RampageDeck"]
