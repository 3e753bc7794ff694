"""The game effects of the Tech Deck: thirteen functions of (table, seat, domain).

Each looks like its printed text; what needs a choice is a step. What is different from game to
game (where hands and piles are, who is an opponent, which table cards there are) is asked of
`position.state.ground`. A player who could choose, but holds no fitting card, is asked all the
same, with DECLINE as the only answer: that nobody is asked would tell what the hand lacks.
"""

from castlecards.games.tech_effects.callers import EFFECTS, start, use
from castlecards.games.tech_effects.ground import DECLINE, Ground, Suit, by_card, by_zone, unmark

__all__ = ["DECLINE", "EFFECTS", "Ground", "Suit", "by_card", "by_zone", "start", "unmark", "use"]
