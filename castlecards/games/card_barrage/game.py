"""Game class of Card Barrage: options, set-up, and links to its other modules."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, ClassVar

from castlecards.core.action import Action
from castlecards.core.cards import AUTOMATON_NAME, SIDES, CardId, Seat, Surface, Zone, ZoneSpec
from castlecards.core.game import (
    SURFACES,
    Badge,
    Fact,
    Game,
    OutcomePreview,
    Refusal,
    ScoredThrow,
    option,
    surface_option,
)
from castlecards.core.observation import ObservationField
from castlecards.core.position import Box, Position, Step
from castlecards.core.view import View
from castlecards.games.card_barrage.action_previews import outcome_preview
from castlecards.games.card_barrage.geometry import Measures
from castlecards.games.card_barrage.heuristics import BarrageAdvice
from castlecards.games.card_barrage.illegal_reasons import refuse
from castlecards.games.card_barrage.labels import describe
from castlecards.games.card_barrage.observation import fields
from castlecards.games.card_barrage.outcome_odds import OutcomeOdds
from castlecards.games.card_barrage.rules import (
    EFFECT_EVERY,
    MOST_TURNS,
    Deal,
    EndTurn,
    Turn,
    effect,
    lost_walls,
    tribute,
)
from castlecards.games.card_barrage.scoring import (
    TARGET_SCORE,
    headline,
    judge,
    leader,
    points,
    ranking,
)
from castlecards.games.card_barrage.state import (
    AUTOMATON,
    Barrage,
    Ground,
    Pos,
    filled_places,
    ground,
    mover,
    specs,
)
from castlecards.games.card_barrage.story import STORY
from castlecards.games.decks import DOMAIN_NAMES, DOMAINS, TECH_CARDS, TechDeck
from castlecards.texts import counted, ntr, tr

USUAL_DECKS = {2: 1, 4: 2, 6: 3}  # CB2, by seats
SOLO = 1


@dataclass(frozen=True)
class Options:
    """Options of a match of Card Barrage."""

    decks: int = option(
        0,
        tr("Decks"),
        tr("Standard is one Tech Deck for two players, two for four. More make a longer siege."),
        choices=((0, tr("Standard")), (1, tr("One")), (2, tr("Two"))),
        players=range(1, 5),
    )
    large_decks: int = option(
        3,
        tr("Decks"),
        tr("How many Tech Decks to shuffle together. More cards make a longer siege."),
        choices=((3, tr("Three")), (4, tr("Four"))),
        players=range(5, 7),
    )
    double: int = option(
        1,
        tr("Two castles for"),
        tr("With three players, one plays alone and has two castles with their walls and hands."),
        choices=tuple((player, tr("Player {n}", n=player + 1)) for player in range(3)),
        players=range(3, 4),
    )
    double_of_five: int = option(
        1,
        tr("Two castles for"),
        tr("With five players, one in the team of two has two castles with their walls and hands."),
        choices=tuple((player, tr("Player {n}", n=player + 1)) for player in range(5)),
        players=range(5, 6),
    )
    strict_fouls: bool = option(
        False,
        tr("Strict fouls"),
        tr("A throw that breaks the rules counts as a miss. Otherwise you throw again."),
    )
    surface: Surface = surface_option()  # noqa: RUF009 (a field, as by option)


class CardBarrage(Game[Barrage]):
    """Card Barrage, made from a deck and the measures of the table; reads no file."""

    id = "card_barrage"
    title = tr("Card Barrage")
    tagline = tr("Throw real cards over your castle and knock down the enemy walls.")
    designer = tr("Benjamin Cheung, rules version 4, for his Tech Deck")
    minutes = (20, 40)
    teams = True
    players = range(1, 7)
    story = STORY
    options = Options
    entries: ClassVar[Mapping[str, Step]] = {
        "Turn": Turn(), "Play": Turn(draws=False), "EndTurn": EndTurn(),
    }  # fmt: skip

    def __init__(self, deck: TechDeck, layout: Measures, odds: OutcomeOdds | None = None) -> None:
        self.deck = deck
        self.measures = layout
        self.advice = BarrageAdvice(odds) if odds is not None else None

    @property
    def version(self) -> str:
        """Version of the rules, with a checksum of the deck and the table."""
        cards = sorted((card.domain, card.value, card.id) for card in self.deck.cards)
        sizes = ", ".join(f"{name}={size}" for name, size in asdict(self.measures).items())
        # The name "Layout" is written out: it is part of the checksum in every existing save.
        data = f"({cards}, {self.deck.does}, Layout({sizes}))".encode()
        return f"{self.rules_version}.{zlib.crc32(data):08x}"

    def owners(self, options: Options, players: int) -> tuple[int, ...]:  # CB1
        """Player by seat, in their order; the one with two castles sits second and last."""
        if players not in self.players:
            raise ValueError(f"Card Barrage is for 1 to 6 players, not {players}")
        if players == SOLO:
            return (0, -1)
        if players % 2 == 0:
            return tuple(range(players))
        double = options.double if players == 3 else options.double_of_five
        if not 0 <= double < players:
            raise ValueError(f"there is no player {double + 1} to play two castles")
        order = tuple((double - 1 + n) % players for n in range(players))
        return (*order, double)

    def ground(self, options: Options, players: int) -> Ground:
        """Fixed facts of a match. Raises ValueError for options that do not fit the number of
        players."""
        seats = len(self.owners(options, players))
        decks = options.large_decks if seats == 6 else options.decks or USUAL_DECKS[seats]
        if decks not in ((3, 4) if seats == 6 else (1, 2)):
            who = counted(players, "player")
            raise ValueError(f"{who} cannot play with {counted(decks, 'deck')}")
        solo = players == SOLO
        return ground(
            self.measures, self.deck.does, seats, decks, solo, options.strict_fouls, options.surface
        )

    def layout(self, options: Options, players: int) -> tuple[ZoneSpec, ...]:
        return specs(self.ground(options, players))

    def setup(self, options: Options, players: int) -> Position[Barrage]:
        ground = self.ground(options, players)
        box, zones = box_and_zones(self.deck, ground)
        return Position.new(box, zones, Barrage(ground), Deal())

    def describe(self, action: Action, view: View) -> str:
        return describe(action, view)

    def why_not(self, view: View, action: Action) -> Refusal:
        return refuse(view, action)

    def facts(self, pos: Position[Any]) -> tuple[Fact, ...]:
        ground, zones = pos.state.ground, pos.zones
        found: list[Fact] = []
        for team in (0, 1):
            seats = range(team, ground.seats, 2)
            hands = [str(len(zones[ground.hands[seat]])) for seat in seats]
            walls = [str(len(filled_places(ground.walls[seat], pos))) for seat in seats]
            found += [
                Fact(
                    team,
                    tr("Points"),
                    tr("{n} of {goal}", n=points(pos, team), goal=TARGET_SCORE),
                    progress=points(pos, team),
                    goal=TARGET_SCORE,
                    every=EFFECT_EVERY,
                    final=True,
                ),
                Fact(team, tr("Walls"), " + ".join(walls)),
                Fact(team, tr("Hand"), " + ".join(hands)),
                Fact(team, tr("Draw deck"), str(len(zones[ground.draws[team]]))),
                Fact(team, tr("Discard pile"), str(len(zones[ground.discards[team]]))),
            ]
        found.append(Fact(pos.state.first, tr("Went first"), ""))
        found.append(Fact(-1, tr("Round"), str(pos.state.turn // ground.seats + 1)))
        if ground.field.surface != "felt":
            found.append(Fact(-1, tr("Surface"), dict(SURFACES)[ground.field.surface]))
        return tuple(found)

    def badges(self, pos: Position[Any]) -> tuple[Badge, ...]:
        """CB27: value of each lost wall on the rubble in its place."""
        help = tr("This wall was worth {value}. Its owner replaces it with {value} or lower.")
        walls = lost_walls(pos)
        return tuple([Badge(zone, text=str(n), help=help.format(value=n)) for zone, n in walls])

    def turn(self, pos: Position[Any]) -> int:
        turns: int = pos.state.turn
        return turns

    def outcome_preview(self, view: View, action: Action) -> OutcomePreview | None:
        return outcome_preview(view, action)

    def effect(self, pos: Position[Any]) -> CardId:
        return effect(pos)

    def scored_throw(self, pos: Position[Any], landing: Action) -> ScoredThrow:
        ground, seat = pos.state.ground, mover(pos.state)
        verdict = judge(pos, seat, landing)
        gains = tuple(int(z not in ground.castles or tribute(pos, z)) for z in verdict.hits)
        castle = any(zone in ground.castles for zone in verdict.hits)
        storms = castle and not pos.filled & ground.wall_mask[1 - seat % 2]
        return ScoredThrow(
            verdict.word,
            headline(verdict, castle, storms),
            tuple(pos.zones[zone][0] for zone in verdict.hits),
            gains,
            tuple(pos.zones[zone][0] for zone in verdict.hits if verdict.perfect >> zone & 1),
            points(pos, seat % 2) + sum(gains),
            storms,
            "CB26" if castle else "CB23" if verdict.perfect else "CB21" if verdict.hits else "CB20",
        )

    def observation_fields(self, pos: Position[Any]) -> tuple[ObservationField, ...]:
        return fields(pos.box.size)

    def tallies(self, pos: Position[Any], seat: Seat) -> Mapping[str, int]:
        """Points of the team, its walls and the enemy's that stand, cards held, turns of all."""
        ground, team = pos.state.ground, seat % 2
        walls = [
            sum(
                len(filled_places(ground.walls[each], pos)) for each in range(side, ground.seats, 2)
            )
            for side in (team, 1 - team)
        ]
        return {
            "points": points(pos, team),
            "walls": walls[0],
            "enemy_walls": walls[1],
            "hand": len(pos.zones[ground.hands[seat]]),
            "turns": pos.state.turn + 1,
        }

    def outcome(self, pos: Position[Any]) -> tuple[str, ...]:
        """Sentences on why it ended, the score, and the tie-break."""
        state: Barrage = pos.state
        names = team_names(state.ground)
        said: list[str] = []
        for team in (0, 1):
            if state.stormed >> team & 1:
                said.append(tr("{side} hit a castle with no walls left.", side=names[team]))
        score = [points(pos, team) for team in (0, 1)]
        if not said and max(score) < TARGET_SCORE:
            said.append(tr("Everyone has had {n} turns.", n=MOST_TURNS))
        for team in sorted((0, 1), key=lambda team: -score[team]):
            side = names[team]
            said.append(
                ntr(score[team], "{side} has {n} point.", "{side} has {n} points.", side=side)
            )
        winner = leader(pos)
        if winner < 0:
            said.append(tr("The scored cards are equal too: a draw."))
        elif score[0] == score[1]:
            said.append(tie_break(pos, names[winner]))
        else:
            said.append(tr("{side} wins.", side=names[winner]))
        return tuple(said)


@lru_cache(maxsize=16)
def box_and_zones(deck: TechDeck, ground: Ground) -> tuple[Box, dict[Zone, bytes]]:
    """CB3: printed cards with the castles taken out; cached."""
    faces = deck.faces(len(ground.ranks) // TECH_CARDS)
    wild = [card for card in range(len(faces)) if not ground.ranks[card]]
    ones = [card for card in range(TECH_CARDS) if ground.ranks[card] == 1]
    castles = (wild + ones)[: ground.seats]
    aside = wild[ground.seats :]
    zones = {zone: bytes((card,)) for zone, card in zip(ground.castles, castles, strict=True)}
    zones[ground.aside] = bytes(aside)
    rest = set(range(len(faces))).difference(castles, aside)
    zones[ground.draws[0]] = bytes(sorted(rest))
    sides = tuple(seat % 2 for seat in range(ground.seats))
    return Box(faces, specs(ground), sides, ground.field), zones


def team_names(ground: Ground) -> tuple[str, str]:
    return (SIDES[0], AUTOMATON_NAME) if ground.automaton == AUTOMATON else SIDES


def tie_break(pos: Pos, winner: str) -> str:
    """Sentence on the first scored card that breaks the tie."""
    pairs = zip(ranking(pos, 0), ranking(pos, 1), strict=True)
    value, suit = max(next(pair for pair in pairs if pair[0] != pair[1]))
    card = f"{DOMAIN_NAMES[DOMAINS[suit - 1]]} {value}"
    return tr("{side} wins with the higher scored card, {card}.", side=winner, card=card)
