"""Game class of Castle Wars: options, set-up, and the links to its other modules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from castlecards.core.action import Action
from castlecards.core.cards import CardId, Seat, ZoneSpec
from castlecards.core.game import (
    AIDS,
    Badge,
    Balance,
    BuildingEnding,
    Fact,
    Game,
    OutcomePreview,
    Phase,
    Refusal,
    option,
)
from castlecards.core.log_lines import Clash
from castlecards.core.observation import ObservationField
from castlecards.core.position import Position, Step
from castlecards.core.site import Fallen, Site
from castlecards.core.view import View
from castlecards.games.castle_wars import labels
from castlecards.games.castle_wars.action_previews import (
    outcome_preview,
    own_value_badges,
    value_badges,
)
from castlecards.games.castle_wars.faction_strengths import (
    MOST_FEWER,
    Handicap,
    even_handicap,
    expected,
    proven,
)
from castlecards.games.castle_wars.heuristics import WarsAdvice
from castlecards.games.castle_wars.illegal_reasons import refuse
from castlecards.games.castle_wars.observation import fields
from castlecards.games.castle_wars.rules import MOST_TURNS, Begin, Deal, is_decided, pending
from castlecards.games.castle_wars.setup import (
    BEGINNERS,
    BY_HANDICAP,
    FACTIONS,
    box_and_zones,
    ground,
)
from castlecards.games.castle_wars.sites import ending, sites
from castlecards.games.castle_wars.state import Ground, Wars
from castlecards.games.castle_wars.story import STORY
from castlecards.texts import tr

CHOICES = tuple((faction.id, faction.title or tr("No faction")) for faction in FACTIONS.values())
ABOUT = tuple(faction.about for faction in FACTIONS.values())
FACTION = (
    tr("Faction"),
    tr("A special ability for the whole game. Play a few games without factions first."),
)

HANDICAP = (
    tr("Handicap"),
    tr(
        "A house rule for uneven pairings: this army’s piles begin with fewer soldiers. The enemy "
        "begins, unless you choose otherwise."
    ),
)
FEWER = tuple((n, tr("{n} fewer", n=n) if n else tr("None")) for n in range(MOST_FEWER + 1))


@dataclass(frozen=True)
class Options:
    """Options of Castle Wars."""

    epic: bool = option(
        False,
        tr("Epic game"),
        tr(
            "Each player has a full deck: 36 soldiers, 16 resources, and five soldiers on each "
            "pile."
        ),
    )
    first: str = option("none", *FACTION, choices=CHOICES, about=ABOUT, seat=0)
    second: str = option("none", *FACTION, choices=CHOICES, about=ABOUT, seat=1)
    first_colour: str = option(
        "red",
        tr("Colour"),
        tr("Red is hearts and diamonds, black is clubs and spades. The colour has no effect."),
        choices=(("red", tr("Red")), ("black", tr("Black"))),
        seat=0,
    )
    first_handicap: int = option(0, *HANDICAP, choices=FEWER, seat=0)
    second_handicap: int = option(0, *HANDICAP, choices=FEWER, seat=1)
    begins: str = option(
        BY_HANDICAP,
        tr("Who begins"),
        tr(
            "The player who begins has an advantage. By handicap, it’s the one with the smaller "
            "handicap; equal handicaps leave it to chance."
        ),
        choices=(
            (BY_HANDICAP, tr("By handicap")),
            (BEGINNERS[0], tr("First player")),
            (BEGINNERS[1], tr("Second player")),
        ),
        seats={name: seat for seat, name in enumerate(BEGINNERS)},
    )
    arrange_start: bool = option(
        False,
        tr("Arrange the first soldiers"),
        tr("Both players choose where their first soldiers go."),
    )
    remember: Literal["off", "last", "all"] = option(
        "all",
        tr("Memory aid"),
        tr("Marks face-down soldiers that you have already seen. Always off against Ninjas."),
        choices=AIDS,
    )
    stalemate_turns: int = option(
        20,
        tr("Quiet turns"),
        tr(
            "The game ends after this many turns in a row in which no card is drawn, recruited or "
            "discarded. Then the soldiers are counted. After {n} turns, it’s a draw in any case.",
            n=MOST_TURNS,
        ),
        choices=((0, tr("Only after {n} turns", n=MOST_TURNS)), (10, "10"), (20, "20"), (40, "40")),
    )


class CastleWars(Game[Wars]):
    """Rules, texts and display facts of Castle Wars, joined from its modules."""

    id = "castle_wars"
    title = tr("Castle Wars")
    tagline = tr("Two armies, face down: attack, bluff, and destroy every enemy pile.")
    designer = tr("Ryan Falzon, version 3.1, edited by JMM")
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
            (options.first_handicap, options.second_handicap), options.begins,
        )  # fmt: skip

    def layout(self, options: Options, players: int) -> tuple[ZoneSpec, ...]:
        of = self.ground(options, players)
        return box_and_zones(of, options.epic, options.first_colour, options.remember)[0].zones

    def setup(self, options: Options, players: int) -> Position[Wars]:
        of = self.ground(options, players)
        box, zones = box_and_zones(of, options.epic, options.first_colour, options.remember)
        return Position.new(box, zones, Wars(of), Deal(), len(self.marks))

    def describe(self, action: Action, view: View) -> str:
        return labels.describe(action, view)

    def why_not(self, view: View, action: Action) -> Refusal:
        return refuse(view, action)

    def balance(self, options: Options, players: int) -> Balance | None:
        """Chances by the measured strengths, which are those of the short game."""
        factions = options.first, options.second
        given = Handicap(options.first_handicap, options.second_handicap, options.begins)
        if options.epic or (factions[0] == factions[1] and not given.soldiers and not given.turn):
            return None
        best, share = even_handicap(*factions), expected(*factions, given)
        if best.equals(given):
            return Balance(share, proven=proven(*factions))
        names = "first_handicap", "second_handicap", "begins"
        return Balance(share, tuple(zip(names, best, strict=True)))

    def facts(self, pos: Position[Any]) -> tuple[Fact, ...]:
        return labels.facts(pos)

    def phases(self, pos: Position[Any]) -> tuple[Phase, ...]:
        return labels.phases(pos)

    def sites(self, pos: Position[Any], fallen: Fallen) -> tuple[Site, ...]:
        return sites(pos)

    def suit_colours(self, pos: Position[Any]) -> tuple[str, ...]:
        return tuple(side.colour for side in pos.state.ground.sides)

    def turn(self, pos: Position[Any]) -> int:
        turns: int = pos.state.turn
        return turns

    def badges(self, pos: Position[Any]) -> tuple[Badge, ...]:
        return value_badges(pos)

    def own_badges(self, view: View) -> tuple[Badge, ...]:
        return own_value_badges(view)

    def roles(self, view: View) -> Mapping[CardId, str]:
        return labels.roles(view)

    def outcome_preview(self, view: View, action: Action) -> OutcomePreview | None:
        return outcome_preview(view, action)

    def clash(self, pos: Position[Any]) -> Clash | None:
        return pending(pos)

    def is_decided(self, pos: Position[Any]) -> bool:
        return is_decided(pos)

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
            "killed": len(zones[theirs.dead]) - theirs.handicap,
            "lost": len(zones[ours.dead]) - ours.handicap,
            "spent": len(zones[ours.spent]),
            "turns": pos.state.turn + 1,
        }

    def ending(self, pos: Position[Any]) -> BuildingEnding:
        return ending(pos)

    def outcome(self, pos: Position[Any]) -> tuple[str, ...]:
        return labels.outcome(pos)
