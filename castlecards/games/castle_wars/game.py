"""Game class of Castle Wars: options, set-up, and the links to its other modules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Seat, ZoneSpec
from castlecards.core.game import AIDS, Badge, Fact, Game, Outlook, Phase, Refusal, option
from castlecards.core.log_lines import Clash
from castlecards.core.observation import ObservationField
from castlecards.core.position import Position, Step
from castlecards.core.view import View
from castlecards.games.castle_wars import labels
from castlecards.games.castle_wars.action_previews import outlook, own_worths, worths
from castlecards.games.castle_wars.heuristics import WarsAdvice
from castlecards.games.castle_wars.illegal_reasons import refuse
from castlecards.games.castle_wars.observation import fields
from castlecards.games.castle_wars.rules import MOST_TURNS, Begin, Deal, pending
from castlecards.games.castle_wars.setup import FACTIONS, boxed, ground
from castlecards.games.castle_wars.state import Ground, Wars
from castlecards.games.castle_wars.story import STORY

CHOICES = tuple((faction.id, faction.title or "No faction") for faction in FACTIONS.values())
ABOUT = tuple(faction.about for faction in FACTIONS.values())


@dataclass(frozen=True)
class Options:
    epic: bool = option(
        False,
        "Epic game",
        "Each player has a whole pack: 36 soldiers, 16 resources, and five soldiers on each pile.",
    )
    first: str = option(
        "none",
        "Faction",
        "A special ability for the whole game. Play a few games without factions first.",
        choices=CHOICES,
        about=ABOUT,
        seat=0,
    )
    second: str = option(
        "none",
        "Faction",
        "A special ability for the whole game. Play a few games without factions first.",
        choices=CHOICES,
        about=ABOUT,
        seat=1,
    )
    first_colour: str = option(
        "red",
        "Colour of the first player",
        "Hearts and diamonds, or clubs and spades. It changes nothing in the game.",
        choices=(("red", "Red"), ("black", "Black")),
    )
    arrange_start: bool = option(
        False,
        "Arrange the first soldiers",
        "Both players lay their first soldiers on their piles as they like.",
    )
    remember: Literal["off", "last", "all"] = option(
        "all",
        "Memory aid",
        "The table reminds you of a soldier turned down again whose face you have seen. Always off "
        "where a side is Ninjas.",
        choices=AIDS,
    )
    stalemate_turns: int = option(
        20,
        "Turns without progress",
        "After so many turns in which no card is drawn, recruited or discarded the game ends, and "
        f"soldiers are counted. In any case it is a draw after {MOST_TURNS} turns.",
        choices=((0, f"Only after {MOST_TURNS} turns"), (10, "10"), (20, "20"), (40, "40")),
    )


class CastleWars(Game[Wars]):
    id = "castle_wars"
    title = "Castle Wars"
    tagline = "Armies lie face down: attack, bluff, and destroy every enemy pile."
    designer = "Ryan Falzon, version 3.1, edited by JMM"
    minutes = (20, 40)
    players = range(2, 3)
    options = Options
    marks = ("infected",)
    sideways = ("infected",)
    windows = True
    advice = WarsAdvice()
    story = STORY
    entries: ClassVar[Mapping[str, Step]] = {
        "Turn": Begin(0), "Attack": Begin(1), "Move": Begin(2), "Recruit": Begin(3),
        "End": Begin(4), "Deal": Deal(),
    }  # fmt: skip

    def ground(self, options: Options, players: int) -> Ground:
        """Fixed facts of a match. Raises ValueError for unknown options."""
        if players != 2:
            raise ValueError(f"Castle Wars is for 2 players, not {players}")
        return ground(
            options.first, options.second, options.epic, options.arrange_start,
            options.stalemate_turns, options.first_colour,
        )  # fmt: skip

    def layout(self, options: Options, players: int) -> tuple[ZoneSpec, ...]:
        of = self.ground(options, players)
        return boxed(of, options.epic, options.first_colour, options.remember)[0].zones

    def setup(self, options: Options, players: int) -> Position[Wars]:
        of = self.ground(options, players)
        box, zones = boxed(of, options.epic, options.first_colour, options.remember)
        return Position.new(box, zones, Wars(of), Deal(), len(self.marks))

    def describe(self, action: Action, view: View) -> str:
        return labels.describe(action, view)

    def why_not(self, view: View, action: Action) -> Refusal:
        return refuse(view, action)

    def facts(self, pos: Position[Any]) -> tuple[Fact, ...]:
        return labels.facts(pos)

    def phases(self, pos: Position[Any]) -> tuple[Phase, ...]:
        return labels.phases(pos)

    def suit_colours(self, pos: Position[Any]) -> tuple[str, ...]:
        return tuple(side.colour for side in pos.state.ground.sides)

    def turn(self, pos: Position[Any]) -> int:
        turns: int = pos.state.turn
        return turns

    def badges(self, pos: Position[Any]) -> tuple[Badge, ...]:
        return worths(pos)

    def own_badges(self, view: View) -> tuple[Badge, ...]:
        return own_worths(view)

    def roles(self, view: View) -> Mapping[CardId, str]:
        return labels.roles(view)

    def outlook(self, view: View, action: Action) -> Outlook | None:
        return outlook(view, action)

    def clash(self, pos: Position[Any]) -> Clash | None:
        return pending(pos)

    def observation_fields(self, pos: Position[Any]) -> tuple[ObservationField, ...]:
        return fields(pos.box.size, len(pos.zones))

    def tallies(self, pos: Position[Any], seat: Seat) -> Mapping[str, int]:
        """Counts for the summary: piles destroyed and standing, soldiers lost, resources
        used, turns."""
        zones, sides = pos.zones, pos.state.ground.sides
        ours, theirs = sides[seat], sides[1 - seat]
        return {
            "destroyed": sum(not zones[pile] for pile in theirs.piles),
            "piles": sum(bool(zones[pile]) for pile in ours.piles),
            "killed": len(zones[theirs.dead]),
            "lost": len(zones[ours.dead]),
            "spent": len(zones[ours.spent]),
            "turns": pos.state.turn + 1,
        }

    def outcome(self, pos: Position[Any]) -> tuple[str, ...]:
        return labels.outcome(pos)
