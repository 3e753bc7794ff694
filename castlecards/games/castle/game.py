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
    OnRung,
    Outlook,
    Phase,
    Refusal,
    Sheet,
)
from castlecards.core.log_lines import Clash
from castlecards.core.observation import ObservationField
from castlecards.core.position import Box, Position, Step
from castlecards.core.view import View
from castlecards.games.castle.action_previews import outlook
from castlecards.games.castle.heuristics import CastleAdvice
from castlecards.games.castle.illegal_reasons import refuse
from castlecards.games.castle.labels import COLOURS, MANY, describe
from castlecards.games.castle.observation import FIELDS
from castlecards.games.castle.raid import attacks, pending
from castlecards.games.castle.rules import (
    NEXT,
    Begin,
    ChoosePlayStep,
    Close,
    Deal,
    Draw,
    Extend,
    Play,
    Turn,
    points,
)
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
    Realm,
    defence,
    hand_limit,
    knights,
    mover,
    peasants,
    royalty,
    specs,
    survey,
    usable,
)
from castlecards.games.castle.story import KINDS, STORY

State = Literal["past", "now", "free", "ahead"]
PHASES = ("Draw", "Play", "Attack", "Discard")
PHASE_WORDS = (
    "Two cards, from the market or the deck.",
    "As many cards as you like, in any order.",
    "Once a turn, before, between or after the cards that you play.",
    "Down to what your estate can keep.",
)
LETTERS = {QUEENS: "Q", KINGS: "K"}
RAID: tuple[State, State] = ("ahead", "free")  # index: 1 if an attack is possible


class Castle(Game[Realm]):
    id = "castle"
    title = "Castle"
    tagline = "Build a walled estate, raise knights, and gather the greater royal court."
    designer = "unknown, from a blog of April 2011 on “the strategic card game of medieval mastery”"
    minutes = (20, 40)
    players = range(2, 3)
    advice = CastleAdvice()
    story = STORY
    marks = MARKS
    sideways = ("wall",)
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
        found: list[Fact] = []
        for seat in (0, 1):
            count = knights(pos, seat)
            able = usable(pos, seat, survey(pos.state.plots[seat], seat))
            keeps = "all" if is_late(pos) else str(hand_limit(pos, seat))
            found += [
                Fact(seat, "Suits", COLOURS[pos.state.red == seat].capitalize()),
                Fact(seat, "Points", str(points(pos, seat))),
                Fact(seat, "May keep", keeps),
                Fact(seat, "Hand", str(len(pos.zones[seat * OWN]))),
                Fact(seat, "Peasants", str(peasants(pos, seat))),
                Fact(seat, "Knights", str(count) if able == count else f"{count}, usable {able}"),
            ]
        market = sum(bool(pos.zones[zone]) for zone in range(MARKET, MARKET + STALLS))
        found.append(Fact(-1, "Cards to draw", str(len(pos.zones[DECK]) + market)))
        return tuple(found)

    def suit_colours(self, pos: Position[Any]) -> tuple[str, ...]:
        if pos.steps and isinstance(pos.steps[0], Deal):  # the deal decides
            return ()
        return tuple(COLOURS[pos.state.red == seat] for seat in (0, 1))

    def badges(self, pos: Position[Any]) -> tuple[Badge, ...]:
        """The defence of every building and royalty set (CA18)."""
        found: list[Badge] = []
        for seat in (0, 1):
            plots: bytes = pos.state.plots[seat]
            for n, plot in enumerate(plots):
                if plot & KIND:
                    level = defence(plots, n)
                    zone = seat * OWN + PLOT + n
                    found.append(Badge(zone, -1, str(level), _defended(plots, n, level)))
        return tuple(found)

    def outlook(self, view: View, action: Action) -> Outlook | None:
        return outlook(view, action)

    def ladder(self, pos: Position[Any]) -> Ladder:  # CA26
        """Ladder of royalty sets: each on the rung of its size."""
        stand: list[OnRung] = []
        for seat in (0, 1):
            plots: bytes = pos.state.plots[seat]
            sets = sorted((plots[n] >> SIZE, LETTERS[plots[n] & KIND]) for n, _ in royalty(plots))
            stand += [OnRung(seat, size - 1, letter) for size, letter in sets]
        help = "What a set of so many kings or queens is worth at the end."
        return Ladder("Royal ladder", tuple(map(str, POINTS[1:])), tuple(stand), help)

    def phases(self, pos: Position[Any]) -> tuple[Phase, ...]:
        step = pos.steps[0] if pos.steps else None
        if step is None:
            return ()
        play = step.play if isinstance(step, ChoosePlayStep) else step
        if isinstance(step, Extend):
            play = next(each for each in pos.steps if isinstance(each, Play))
        turn: tuple[State, State, State, State] = ("past", "free", "now", "ahead")  # an attack
        if isinstance(step, Draw):
            turn = ("now", "ahead", "ahead", "ahead")
        elif isinstance(step, Close):
            turn = ("past", "past", "past", "now")
        elif isinstance(play, Play):
            ready = bool(attacks(pos, mover(pos.state)))
            turn = ("past", "now", "past" if play.attacked else RAID[ready], "ahead")
        found = [Phase(*each) for each in zip(PHASES, turn, PHASE_WORDS, strict=True)]
        return tuple(found[1:3] if is_late(pos) else found)

    def clash(self, pos: Position[Any]) -> Clash | None:
        return pending(pos)

    def turn(self, pos: Position[Any]) -> int:
        turns: int = pos.state.turn
        return turns

    def observation_fields(self, pos: Position[Any]) -> tuple[ObservationField, ...]:
        return FIELDS

    def tallies(self, pos: Position[Any], seat: Seat) -> Mapping[str, int]:
        """`royalty`: cards in sets; `defence`: of the set that is defended worst; `lead`: points
        more than the enemy has."""
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
            for n, score in sorted(royalty(plots), key=lambda each: -each[1]):
                kind, size = plots[n] & KIND, plots[n] >> SIZE
                name = f"{size} {MANY[kind]}" if size > 1 else f"1 {KINDS[kind]}"
                rows.append((name, *("" if seat != other else str(score) for other in (0, 1))))
        rows.append(("Total", *(str(points(pos, seat)) for seat in (0, 1))))
        return Sheet(("Royalty", *SIDES), tuple(rows))

    def outcome(self, pos: Position[Any]) -> tuple[str, ...]:
        ours, theirs = points(pos, 0), points(pos, 1)
        said = (
            "No card is left to draw, and both sides have passed.",
            f"Royalty: {SIDES[0]} {ours}, {SIDES[1]} {theirs}.",
        )
        if ours == theirs:
            return (*said, "Equal scores: a draw.")
        return (*said, f"{SIDES[ours < theirs]} wins.")


@cache
def box() -> Box:
    return Box(FACES, specs(), (0, 1))


def is_late(pos: Position[Any]) -> bool:
    """CA25: True once the last normal turn has been played."""
    step = next((s for s in pos.steps if isinstance(s, (Play, Close, Draw))), None)
    if isinstance(step, (Play, Close)):
        return step.late
    return step is None and not pos.filled & STOCK


def _defended(plots: bytes, n: int, level: int) -> str:
    """Help of a defence badge: its sum in a sentence."""
    kind = plots[n] & KIND
    parts = [f"{STRENGTH[kind]} by itself"]
    if plots[n] & WALL:
        parts.append("1 by its moat" if kind == CASTLE else "1 by its wall")
    if level > STRENGTH[kind] + len(parts) - 1:
        parts.append("1 by the castle")
    return f"Defence {level}: {', '.join(parts)}. So many knights it takes to attack a card here."
