"""Effects of the Tech Deck: thirteen functions of (table, seat, domain).

Each function reads like the printed text of its card; a choice is a step. `position.state.ground`
answers what differs between games: zones of hands and piles, opponents, table cards. A player
without a fitting card is still asked, with DECLINE as the only answer, because skipping the
question would show what the hand lacks.
"""

from castlecards.games.tech_effects.callers import EFFECTS, start, use
from castlecards.games.tech_effects.ground import DECLINE, Ground, Suit, by_card, by_zone, unmark

__all__ = ["DECLINE", "EFFECTS", "Ground", "Suit", "by_card", "by_zone", "start", "unmark", "use"]
