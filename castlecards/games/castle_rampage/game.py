"""Game class of Castle Rampage: options, set-up, and links to its other modules."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Literal

from castlecards.core.action import Action
from castlecards.core.cards import ONE, SIDES, Memory, Seat, Zone, ZoneSpec
from castlecards.core.form import Form
from castlecards.core.game import (
    AIDS,
    Badge,
    BuildingEnding,
    Fact,
    Game,
    OutcomePreview,
    Phase,
    Refusal,
    losing_seat,
    option,
)
from castlecards.core.log_lines import Clash
from castlecards.core.observation import ObservationField
from castlecards.core.position import Box, Position, Step
from castlecards.core.view import View
from castlecards.games.castle_rampage.action_previews import outcome_preview
from castlecards.games.castle_rampage.attack import pending
from castlecards.games.castle_rampage.cards import Inspect, ground
from castlecards.games.castle_rampage.deck import RampageDeck
from castlecards.games.castle_rampage.forms import laid_out
from castlecards.games.castle_rampage.heuristics import RampageAdvice
from castlecards.games.castle_rampage.illegal_reasons import refuse
from castlecards.games.castle_rampage.labels import describe
from castlecards.games.castle_rampage.observation import fields
from castlecards.games.castle_rampage.rules import (
    ACT,
    MOST_IDLE,
    MOST_TURNS,
    PLAYING,
    TURN,
    ActionStep,
    Arrange,
    Deal,
    Pay,
    cards_left,
)
from castlecards.games.castle_rampage.state import (
    ASIDES,
    CASTLES,
    DISCARD,
    DRAW,
    GATES,
    HANDS,
    PLAY,
    Pos,
    Rampage,
    specs,
    structure_name,
)
from castlecards.games.castle_rampage.story import STORY
from castlecards.texts import tr

LEFT = tr("Cards left for {side}: {castle} in the castle, {gate} at the gate.")


@dataclass(frozen=True)
class Options:
    """Options of a match of Castle Rampage."""

    remember: Literal["off", "last", "all"] | bool = option(
        "all",
        tr("Memory aid"),
        tr("Marks a top card that has stopped an attack, for both players."),
        choices=AIDS,
    )
    last_storm: bool = option(
        False,
        tr("Last storm"),
        tr("Nobody may strengthen once the draw pile has run out. Makes games shorter."),
    )


class CastleRampage(Game[Rampage]):
    """Castle Rampage, made from a deck; reads no file."""

    id = "castle_rampage"
    title = tr("Castle Rampage")
    tagline = tr("Break the gate, take the castle: a quick card duel.")
    designer = tr("Matthias Cramer, published by Pegasus Spiele in 2018")
    minutes = (10, 20)
    players = range(2, 3)
    options = Options
    advice = RampageAdvice()
    story = STORY
    entries: ClassVar[Mapping[str, Step]] = {"Turn": TURN, "Act": ACT}
    renamed: ClassVar[Mapping[str, str]] = {"done": "pass", "without": "pass"}

    def __init__(self, deck: RampageDeck) -> None:
        self.deck = deck

    @property
    def version(self) -> str:
        """Version of the rules, with a checksum of the deck's figures."""
        figures = [(card.id, card.copies, card.amount, card.figures()) for card in self.deck.cards]
        return f"{self.rules_version}.{zlib.crc32(repr(figures).encode()):08x}"

    def layout(self, options: Options, players: int) -> tuple[ZoneSpec, ...]:
        return specs(memory(options))

    def setup(self, options: Options, players: int) -> Position[Rampage]:
        box = boxed(self.deck, memory(options))
        state = Rampage(ground(self.deck, options.last_storm))
        return Position.new(box, {DRAW: bytes(range(box.size))}, state, Deal())

    def describe(self, action: Action, view: View) -> str:
        return describe(action, view)

    def why_not(self, view: View, action: Action) -> Refusal:
        return refuse(view, action)

    def facts(self, pos: Position[Any]) -> tuple[Fact, ...]:
        zones = pos.zones
        found: list[Fact] = []
        for seat in (0, 1):
            found += [
                Fact(seat, tr("Castle"), str(len(zones[CASTLES[seat]])), final=True),
                Fact(seat, tr("Gate"), str(len(zones[GATES[seat]])), final=True),
                Fact(seat, tr("Hand"), str(len(hand_cards(pos, seat))), final=True),
            ]
        found += [
            Fact(-1, tr("Draw pile"), str(len(zones[DRAW]))),
            Fact(-1, tr("Discard pile"), str(len(zones[DISCARD]))),
            Fact(-1, tr("Turn"), str(pos.state.turn + 1)),
        ]
        return tuple(found)

    def phases(self, pos: Position[Any]) -> tuple[Phase, ...]:
        """Phases of a turn; after the draw they come in any order (CR4)."""
        steps = pos.steps
        if not steps or isinstance(steps[0], (Arrange, Deal)):
            return ()
        state: Rampage = pos.state
        storm = state.ground.last_storm and state.stormy
        acting = isinstance(steps[0], ActionStep)
        strengthen = Phase(
            tr("Strengthen"),
            "past" if state.placed or storm else "free",
            tr("Place one hand card face down at the bottom of your gate or castle."),
        )
        play = Phase(
            tr("Play"),
            "free" if acting else "now",
            tr("Play any number of hand cards, one at a time."),
        )
        return (
            Phase(tr("Draw"), "past", tr("Draw 2 cards; only 1 in the very first turn.")),
            strengthen,
            play,
            Phase(tr("End"), "free" if acting else "ahead", tr("The enemy’s turn begins.")),
        )

    def outcome_preview(self, view: View, action: Action) -> OutcomePreview | None:
        return outcome_preview(view, action)

    def turn(self, pos: Position[Any]) -> int:
        turns: int = pos.state.turn
        return turns

    def badges(self, pos: Position[Any]) -> tuple[Badge, ...]:
        """Badge of a card set aside until it is paid for: its destination."""
        step = pos.steps[0] if pos.steps else None
        if not isinstance(step, Pay):
            return ()
        label = tr("To the {place}", place=structure_name(step.to))
        if step.to == PLAYING:
            label = tr("Into play")
        text = tr("This card is being paid for. The enemy can’t see it yet.")
        return (Badge(ASIDES[pos.state.active], step.card, label, text),)

    def form(self, view: View) -> Form | None:
        return laid_out(view)

    def clash(self, pos: Position[Any]) -> Clash | None:
        return pending(pos)

    def observation_fields(self, pos: Position[Any]) -> tuple[ObservationField, ...]:
        return fields(pos.box.size)

    def tallies(self, pos: Position[Any], seat: Seat) -> Mapping[str, int]:
        """Cards in castle, gate and hand, and in the enemy's; whether the enemy gate is open."""
        zones, opponent = pos.zones, 1 - seat
        return {
            "castle": len(zones[CASTLES[seat]]),
            "gate": len(zones[GATES[seat]]),
            "hand": len(hand_cards(pos, seat)),
            "enemy_castle": len(zones[CASTLES[opponent]]),
            "enemy_gate": len(zones[GATES[opponent]]),
            "gate_open": int(not zones[GATES[opponent]]),
            "turns": pos.state.turn + 1,
        }

    def minimum_cards(self, pos: Position[Any]) -> Mapping[Zone, int]:
        """Minimum of one card for each castle: an empty one has fallen (CR32)."""
        return dict.fromkeys(CASTLES, 1)

    def ending(self, pos: Position[Any]) -> BuildingEnding:
        return BuildingEnding("keep", losing_seat(pos), front="gate")

    def outcome(self, pos: Position[Any]) -> tuple[str, ...]:
        fallen = [seat for seat in (0, 1) if not pos.zones[CASTLES[seat]]]
        won = [seat for seat, share in enumerate(pos.result or ()) if share == 1.0]
        wins = tr("{side} wins.", side=SIDES[won[0]]) if won else tr("It’s a draw.")
        if len(fallen) == 2:  # CR33
            return (tr("Both castles fell at once, so the player whose turn it was loses."), wins)
        if fallen:
            return (tr("{side}’s castle has fallen.", side=SIDES[fallen[0]]), wins)
        long = pos.state.turn >= MOST_TURNS
        why = tr("{turns} turns have been played.", turns=MOST_TURNS)
        if not long:
            why = tr("Stalemate: nothing happened for {turns} turns.", turns=MOST_IDLE)
        left = [
            LEFT.format(side=SIDES[seat], castle=castle, gate=gate)
            for seat in (0, 1)
            for castle, gate in [cards_left(pos, seat)]
        ]
        return (why, *left, wins)


def memory(options: Options) -> Memory:
    """Memory aid of the structures (CR12); in older saves the option is True or False."""
    if isinstance(options.remember, bool):
        return "all" if options.remember else "off"
    return options.remember


@lru_cache(maxsize=8)
def boxed(deck: RampageDeck, memory: Memory) -> Box:
    return Box(deck.faces, specs(memory), (0, 1))


def hand_cards(pos: Pos, seat: Seat) -> bytes:
    """Cards of a hand, including those that lie open for a Priest."""
    step, hand = pos.steps[0] if pos.steps else None, pos.zones[HANDS[seat]]
    if isinstance(step, Inspect) and seat != pos.state.active:
        return hand + pos.zones[PLAY].replace(ONE[step.card], b"")
    return hand
