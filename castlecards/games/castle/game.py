"""Game class of Castle: set-up, badges, the final sheet, and links to its other modules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Literal

from castlecards.core.action import Action
from castlecards.core.cards import SIDES, Seat, ZoneSpec
from castlecards.core.game import (
    Badge,
    Fact,
    Game,
    Ladder,
    LadderEnding,
    OutcomePreview,
    Phase,
    Refusal,
    RungMarker,
    Sheet,
)
from castlecards.core.log_lines import Clash
from castlecards.core.observation import ObservationField
from castlecards.core.position import Box, Position, Step
from castlecards.core.site import Fallen, Site
from castlecards.core.view import View
from castlecards.games.castle.action_previews import outcome_preview
from castlecards.games.castle.attack import attacks, pending
from castlecards.games.castle.heuristics import CastleAdvice
from castlecards.games.castle.illegal_reasons import refuse
from castlecards.games.castle.labels import describe
from castlecards.games.castle.observation import FIELDS
from castlecards.games.castle.rules import (
    NEXT,
    Begin,
    ChoosePlayStep,
    Deal,
    Draw,
    Extend,
    Play,
    Turn,
    TurnEnd,
    points,
)
from castlecards.games.castle.sites import ESTATE, sites
from castlecards.games.castle.state import (
    CASTLE,
    DECK,
    FACES,
    KIND,
    KINGS,
    MARKET,
    MARKS,
    OWN,
    PLOT,
    POINTS,
    QUEENS,
    SIZE,
    STALLS,
    STOCK,
    STRENGTH,
    WALL,
    WALL_MARK,
    Realm,
    defence,
    hand_limit,
    knights,
    mover,
    peasants,
    royalty,
    specs,
    survey,
    usable_knights,
)
from castlecards.games.castle.story import COLOURS, KINDS, STORY
from castlecards.texts import capital, counted, tr

State = Literal["past", "now", "free", "ahead"]
PHASES = (tr("Draw"), tr("Play"), tr("Attack"), tr("Discard"))
PHASE_WORDS = (
    tr("Draw two cards from the market or the deck."),
    tr("Play any number of cards, in any order."),
    tr("Attack once a turn: before, between or after your plays."),
    tr("Discard down to your hand limit."),
)
LATE_PLAY = tr("Play only cards that a knight sent back to you.")
LETTERS = {QUEENS: tr("Q"), KINGS: tr("K")}
ATTACK_STATES: tuple[State, State] = ("ahead", "free")  # index: 1 if an attack is possible


class Castle(Game[Realm]):
    """Rules, texts and display facts of Castle, joined from its modules."""

    id = "castle"
    title = tr("Castle")
    tagline = tr("Build a walled estate, raise knights and gather the greater royal court.")
    designer = tr(
        "unknown; from a blog post of April 2011, “the strategic card game of medieval mastery”"
    )
    minutes = (20, 40)
    players = range(2, 3)
    advice = CastleAdvice()
    story = STORY
    marks = MARKS
    sideways = (MARKS[WALL_MARK],)
    estate = ESTATE
    entries: ClassVar[Mapping[str, Step]] = {
        "Turn": Begin(Turn()),
        "Play": Begin(NEXT[False, False, False]),
        "LateTurn": Begin(NEXT[False, False, True]),
    }

    def layout(self, options: Any, players: int) -> tuple[ZoneSpec, ...]:
        return specs()

    def setup(self, options: Any, players: int) -> Position[Realm]:
        return Position.new(box(), {DECK: bytes(range(len(FACES)))}, Realm(), Deal(), len(MARKS))

    def describe(self, action: Action, view: View) -> str:
        return describe(action, view)

    def why_not(self, view: View, action: Action) -> Refusal:
        return refuse(view, action)

    def facts(self, pos: Position[Any]) -> tuple[Fact, ...]:
        facts: list[Fact] = []
        for seat in (0, 1):
            count = knights(pos, seat)
            able = usable_knights(pos, seat, survey(pos.state.plots[seat], seat))
            keeps = tr("none") if is_late(pos) else str(hand_limit(pos, seat))
            facts += [
                Fact(seat, tr("Colour"), capital(COLOURS[pos.state.red == seat])),
                Fact(seat, tr("Points"), str(points(pos, seat)), final=True),
                Fact(seat, tr("Hand limit"), keeps),
                Fact(seat, tr("Hand"), str(len(pos.zones[seat * OWN]))),
                Fact(seat, tr("Peasants"), str(peasants(pos, seat)), final=True),
                Fact(seat, tr("Knights"), _knights(count, able), final=True),
            ]
        market = sum(bool(pos.zones[zone]) for zone in range(MARKET, MARKET + STALLS))
        facts.append(Fact(-1, tr("Cards left"), str(len(pos.zones[DECK]) + market)))
        return tuple(facts)

    def suit_colours(self, pos: Position[Any]) -> tuple[str, ...]:
        if pos.steps and isinstance(pos.steps[0], Deal):  # the deal decides
            return ()
        return tuple(("black", "red")[pos.state.red == seat] for seat in (0, 1))

    def badges(self, pos: Position[Any]) -> tuple[Badge, ...]:
        """Badges with the defence of every building and royalty set (CA18)."""
        badges: list[Badge] = []
        for seat in (0, 1):
            plots: bytes = pos.state.plots[seat]
            for n, plot in enumerate(plots):
                if plot & KIND:
                    level = defence(plots, n)
                    zone = seat * OWN + PLOT + n
                    badges.append(Badge(zone, -1, str(level), _defence_help(plots, n, level)))
        return tuple(badges)

    def sites(self, pos: Position[Any], fallen: Fallen) -> tuple[Site, ...]:
        return sites(pos)

    def outcome_preview(self, view: View, action: Action) -> OutcomePreview | None:
        return outcome_preview(view, action)

    def ladder(self, pos: Position[Any]) -> Ladder:  # CA26
        """Ladder of royalty sets, each marked on the rung of its size."""
        stand: list[RungMarker] = []
        for seat in (0, 1):
            plots: bytes = pos.state.plots[seat]
            sets = sorted((plots[n] >> SIZE, LETTERS[plots[n] & KIND]) for n, _ in royalty(plots))
            stand += [RungMarker(seat, size - 1, letter) for size, letter in sets]
        help = tr("Points for a set of one to eight queens or kings.")
        return Ladder(tr("Royal sets"), tuple(map(str, POINTS[1:])), tuple(stand), help)

    def phases(self, pos: Position[Any]) -> tuple[Phase, ...]:
        step = pos.steps[0] if pos.steps else None
        if step is None:
            return ()
        play = step.play if isinstance(step, ChoosePlayStep) else step
        if isinstance(step, Extend):
            play = next(row for row in pos.steps if isinstance(row, Play))
        turn: tuple[State, State, State, State] = ("past", "free", "now", "ahead")  # an attack
        if isinstance(step, Draw):
            turn = ("now", "ahead", "ahead", "ahead")
        elif isinstance(step, TurnEnd):
            turn = ("past", "past", "past", "now")
        elif isinstance(play, Play):
            ready = bool(attacks(pos, mover(pos.state)))
            turn = ("past", "now", "past" if play.attacked else ATTACK_STATES[ready], "ahead")
        phases = [Phase(*row) for row in zip(PHASES, turn, PHASE_WORDS, strict=True)]
        if is_late(pos):
            return Phase(PHASES[1], turn[1], LATE_PLAY), phases[2]
        return tuple(phases)

    def clash(self, pos: Position[Any]) -> Clash | None:
        return pending(pos)

    def turn(self, pos: Position[Any]) -> int:
        turns: int = pos.state.turn
        return turns

    def observation_fields(self, pos: Position[Any]) -> tuple[ObservationField, ...]:
        return FIELDS

    def tallies(self, pos: Position[Any], seat: Seat) -> Mapping[str, int]:
        """Counts for goals: cards in sets, defence of the weakest set, lead in points."""
        plots: bytes = pos.state.plots[seat]
        sets = royalty(plots)
        mine = points(pos, seat)
        return {
            "points": mine,
            "lead": mine - points(pos, 1 - seat),
            "royalty": sum(plots[n] >> SIZE for n, _ in sets),
            "defence": min((defence(plots, n) for n, _ in sets), default=0),
            "knights": knights(pos, seat),
            "peasants": peasants(pos, seat),
            "hand": len(pos.zones[seat * OWN]),
            "turns": pos.state.turn + 1,
        }

    def sheet(self, pos: Position[Any]) -> Sheet | None:
        """Final score sheet: the points of every royalty set (CA26); None before the end."""
        if pos.result is None:
            return None
        rows: list[tuple[str, ...]] = []
        for seat in (0, 1):
            plots = pos.state.plots[seat]
            for n, score in sorted(royalty(plots), key=lambda plot_score: -plot_score[1]):
                kind, size = plots[n] & KIND, plots[n] >> SIZE
                name = counted(size, *KINDS[kind])
                rows.append((name, *("" if seat != other else str(score) for other in (0, 1))))
        rows.append((tr("Total"), *(str(points(pos, seat)) for seat in (0, 1))))
        return Sheet((tr("Royalty"), *SIDES), tuple(rows))

    def ending(self, pos: Position[Any]) -> LadderEnding:
        return LadderEnding(self.ladder(pos))

    def outcome(self, pos: Position[Any]) -> tuple[str, ...]:
        ours, theirs = points(pos, 0), points(pos, 1)
        sentences = (
            tr("No cards are left to draw, and both players have passed."),
            tr(
                "{name}: {points}. {other}: {score}.",
                name=SIDES[0],
                points=counted(ours, "point"),
                other=SIDES[1],
                score=counted(theirs, "point"),
            ),
        )
        if ours == theirs:
            return (*sentences, tr("It’s a draw."))
        return (*sentences, tr("{name} wins.", name=SIDES[ours < theirs]))


@cache
def box() -> Box:
    """Cards and zones of every match of Castle; cached."""
    return Box(FACES, specs(), (0, 1))


def is_late(pos: Position[Any]) -> bool:
    """True once the last normal turn has been played (CA25)."""
    step = next((s for s in pos.steps if isinstance(s, (Play, TurnEnd, Draw))), None)
    if isinstance(step, (Play, TurnEnd)):
        return step.late
    return step is None and not pos.filled & STOCK


def _knights(count: int, able: int) -> str:
    """Number of knights, with those that can attack if these are fewer."""
    if able == count:
        return str(count)
    return tr("{count} ({able} can attack)", count=count, able=able)


def _defence_help(plots: bytes, n: int, level: int) -> str:
    """Help of a defence badge: its sum in a sentence."""
    kind = plots[n] & KIND
    parts = [tr("{n} base", n=STRENGTH[kind])]
    if plots[n] & WALL:
        parts.append(tr("+1 moat") if kind == CASTLE else tr("+1 wall"))
    if level > STRENGTH[kind] + len(parts) - 1:
        parts.append(tr("+1 castle"))
    return tr(
        "Knights needed to attack a card here: {level} ({parts}).",
        level=level,
        parts=", ".join(parts),
    )
