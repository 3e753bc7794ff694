"""Log lines of Card Barrage: makers that the rules call, and sentence templates."""

from __future__ import annotations

from typing import Any

from castlecards.core.cards import CardId, Seat, Zone, ZoneSpec
from castlecards.core.log_lines import Line, named_cards
from castlecards.core.position import Position
from castlecards.core.sentence_templates import (
    BUILT,
    DREW,
    ENDED,
    FOUGHT,
    SCORED,
    SILENT,
    Story,
    Template,
    lowercase_title,
)
from castlecards.games.tech_effects import story as effects
from castlecards.texts import tr

TEMPLATES = {
    **effects.TEMPLATES,
    "began": Template("{who} began.", rank=DREW),
    "pass": SILENT,
    # walls
    "build": Template("{who} built {cards} as {to}.", rank=BUILT),
    "upgrade": Template("{who} upgraded {to} to {cards}.", rank=BUILT),
    "replace": Template("{who} replaced {to} with {cards}.", rank=BUILT),
    "straighten": Template("{who} straightened the new wall.", rank=DREW),
    "stay": SILENT,
    # throws
    "toss": Template("{who} threw {cards}."),
    "hit": Template(
        "{whose} throw: {word} ({zones}), {0:point}.", tail="{word} ({zones}), {0:point}",
        after=("toss",),
        rank=SCORED, waits=True, emotions=("glad", "cross"), title="{who}: {word}, {0:point}",
    ),
    "miss": Template(
        "{who} missed: {word}.", tail="a miss ({word})", after=("toss",), rank=FOUGHT, waits=True,
        emotions=("cross", "calm"), title="{who}: {word}",
    ),
    "foul": SILENT,
    "fouled": Template(
        "{whose} throw of {cards} didn’t count: {word}.", rank=FOUGHT, waits=True,
        emotions=("cross", "calm"),
    ),
    "stormed": Template(
        "{who} stormed a castle without walls: the last turns began.", rank=ENDED,
        emotions=("glad", "worried"),
    ),
    "tribute": Template("{who} gave {cards} to the attackers.", rank=SCORED),
    "empty": Template("{who} had no card to give."),
    "expelled": Template("{cards} left the game."),
    # the automaton
    "idle": Template("{who} had no card to reveal."),
    "harmless": Template("{whose} {cards} did no harm."),
    "castle_hit": Template(
        "{whose} {cards} hit {opponents} castle.", rank=FOUGHT, sound="clash",
        emotions=("calm", "worried"),
    ),
    "wall_hit": Template(
        "{whose} {cards} hit {opponents} lowest wall, {onto}.", rank=SCORED,
        sound="clash", emotions=("calm", "cross"),
    ),
    # the end
    "won": Template("{team} won by {0:point} to {1}.", rank=ENDED),
    "won_by_card": Template(
        "{team} won the tie at {0:point} with the higher scored card.", rank=ENDED
    ),
    "even": Template("It was a draw: {0:point} each.", rank=ENDED),
}  # fmt: skip


PLACES = {
    "hand": tr("hand"),
    "castle": tr("castle"),
    "draw": tr("draw deck"),
    "discard": tr("discard pile"),
    "score": tr("score pile"),
}


def place(spec: ZoneSpec) -> str:
    """Place without its owner: `wall 2`, `castle`, `draw deck`."""
    part = spec.name.partition(".")[2]
    if part.startswith("wall"):
        return tr("wall {n}", n=int(part.removeprefix("wall")) + 1)
    return PLACES.get(part) or lowercase_title(spec)


STORY = Story(TEMPLATES, effects.card_name, place=place)

AnyPos = Position[Any]


def wall_line(pos: AnyPos, verb: str, seat: Seat, card: CardId, to: Zone) -> Line:
    """Line of a wall put down by an effect or by the automaton."""
    return Line(verb, seat, named_cards((card,)), to=to)


def verdict_line(
    pos: AnyPos, seat: Seat, words: str, gained: int, hits: tuple[Zone, ...], *cards: CardId
) -> Line:
    """Line of a verdict on a throw (CB20 to CB23), in lower case, with its points.

    `hits`: walls and castles that it hit; `cards`: the one that was thrown, and those there.
    """
    said = words[:1].lower() + words[1:]
    verb = "hit" if gained else "miss"
    return Line(verb, seat, named_cards(cards), zones=hits, numbers=(gained,), words=(said,))


def foul_line(pos: AnyPos, seat: Seat, card: CardId, words: str) -> Line:  # CB19
    """Line of a foul that counts as a miss; `words`: its reason, in lower case here."""
    return Line("fouled", seat, named_cards((card,)), words=(words[:1].lower() + words[1:],))


def automaton_line(
    pos: AnyPos, verb: str, seat: Seat, opponent: Seat, card: CardId, *wall: CardId
) -> Line:
    """Line of a card that the automaton has turned up; `wall`: the one that it hits (CB36)."""
    return Line(verb, seat, named_cards((card,)), named_cards(wall), other=opponent)
