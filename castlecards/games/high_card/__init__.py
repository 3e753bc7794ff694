from castlecards.games.high_card.rules import HighCard

__all__ = ["HighCard"]
