"""Pairs of worlds that one seat cannot distinguish: the same match, but with other hidden faces.

In the second world some faces hidden from the viewer are exchanged from before the deal. The same
actions are played in both. Until an event shows the viewer one of these faces, everything that it
sees or reads must be the same in both; `Worlds.play` notices when one is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import NATURE, UNSEEN, CardId, Seat
from castlecards.core.events import (
    CardFlipped,
    CardMoved,
    CardShown,
    Event,
    PileShuffled,
    apply,
    seen_by,
)
from castlecards.core.game import Game
from castlecards.core.landing import Throw
from castlecards.core.log_lines import Clash, Line
from castlecards.core.position import Position
from castlecards.core.session import Session
from castlecards.core.view import view
from castlecards.playout import answers
from tests.games.play import opening, random_answer

TRIES = 12  # actions that are tried at a decision before the worlds may diverge
AHEAD = 60  # maximum of random actions before the faces to exchange are chosen


class Leak(AssertionError):
    """Error: the viewer could distinguish the worlds without having been shown a face."""


@dataclass
class WorldPair:
    """Two matches in progress; `swapped` holds the exchanged faces."""

    game: Game[Any]
    seat: Seat  # the viewer
    swapped: frozenset[int]
    sessions: tuple[Session[Any], Session[Any]]
    diverged: bool = False
    random: Random = field(default_factory=Random)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def positions(self) -> tuple[Position[Any], Position[Any]]:
        here, there = self.sessions
        return here.position, there.position

    def check(self) -> None:
        """Raise Leak if the viewer sees a difference now."""
        looks = [seen_state(pos, self.seat) for pos in self.positions]
        for name in looks[0]:
            self.same(name, looks[0][name], looks[1][name])

    def same(self, what: str, here: Any, there: Any) -> None:
        """Raise Leak if something that the viewer sees or reads differs."""
        if here != there:
            where = f"{self.game.id}, seat {self.seat}, after {len(self.sessions[0].log)} actions"
            raise Leak(f"{what} tells what is hidden ({where}): {here!r} is not {there!r}")

    # -- playing ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.diverged or any(session.over for session in self.sessions)

    def common_actions(self) -> list[Action]:
        """Return the actions that are legal in both worlds, except throws and landings."""
        here, there = (pos.decision for pos in self.positions)
        allowed = frozenset(there.options)
        return [action for action in here.options if action in allowed]

    def play(self, action: Action | None = None) -> None:
        """Play an action in both worlds, if possible one that keeps them alike.

        Raises Leak if the worlds diverge and the viewer has been shown none of the faces.
        """
        pos = self.positions[0]
        asked = pos.decision.seat
        for chosen in self.candidates() if action is None else [action]:
            after = [apply(each, chosen) for each in self.positions]
            events = [seen_events(each, self.seat) for _, each in after]
            lawful = self.is_revealed(events) or is_told_by_rule(self.positions, self.game, chosen)
            if not (lawful or are_equal(events)):
                break  # a leak
            if are_equal(events) and all(each.result is None for each, _ in after):
                break
        else:
            if action is None and not self.common_actions() and asked != NATURE:
                self.check_no_common_action()
                return
        for session in self.sessions:
            session.submit(asked, chosen)
        self.compare()

    def candidates(self) -> Iterator[Action]:
        """Yield random common actions; throws and landings as in random play."""
        pos = self.positions[0]
        decision = pos.decision
        if decision.aim is not None:
            yield random_answer(self.game, pos, self.random.getrandbits(32), 0)
            if isinstance(decision.aim, Throw):
                return
        options = self.common_actions()
        self.random.shuffle(options)
        yield from options[:TRIES]

    def compare(self) -> None:
        """Compare the last events: equal, or one shows an exchanged face, which ends the pair."""
        records = [session.log[-1] for session in self.sessions]
        before = [session.positions[-2] for session in self.sessions]
        events = [seen_events(record.events, self.seat) for record in records]
        if self.is_revealed(events):
            self.diverged = True
        elif is_told_by_rule(before, self.game, records[0].action):
            self.diverged = not are_equal(events) or any(session.over for session in self.sessions)
        else:
            self.same("an event", *events)
        if not self.diverged:
            self.check()

    def is_revealed(self, events: Sequence[Sequence[Event]]) -> bool:
        """Return True if the viewer saw an exchanged face, or different cards in both worlds.

        A card picked at random from a kind may be another one where a hand differs.
        """
        here, there = (without_lines(each) for each in events)
        if any(face in self.swapped for _, face in shown_faces(here) | shown_faces(there)):
            return True
        pairs = zip(here, there, strict=False)
        first = next((pair for pair in pairs if pair[0] != pair[1]), ())
        return bool(first) and all(shown_faces([event]) for event in first)

    def check_no_common_action(self) -> None:
        """Check a decision without a common action: each action must show a face that differs."""
        for pos, other in zip(self.positions, reversed(self.positions), strict=True):
            for action in answers(pos)[:TRIES]:
                _, events = apply(pos, action)
                seen = shown_faces(seen_events(events, self.seat))
                apart = any(card >= 0 and other.faces[card] != face for card, face in seen)
                if not apart and not is_told_by_rule((pos, other), self.game, action):
                    here, there = (each.decision for each in self.positions)
                    self.same(
                        f"what {type(pos.steps[0]).__name__} offers", here.options, there.options
                    )
        self.diverged = True


# -- what a seat is told --------------------------------------------------------------------------


def seen_state(pos: Position[Any], seat: Seat) -> dict[str, Any]:
    """Return what a seat sees of a position, by name; the names tell a leak's place."""
    seen = view(pos, seat)
    asked = pos.decision
    parts = (
        "faces",
        "zones",
        "up",
        "known",
        "marks",
        "poses",
        "state",
        "steps",
        "result",
        "shuffles",
    )
    return {
        **{f"the position ({part})": getattr(seen.position, part) for part in parts},
        "who is asked": None if asked is None else asked.seat,
        "what opened the window": None if asked is None else asked.window,
        "what is put in order": None if asked is None else asked.order,
        "the own decision": seen.decision,
    }


def seen_events(events: Sequence[Event], seat: Seat) -> list[Event]:
    return [seen_by(event, seat) for event in events]


def without_lines(events: Sequence[Event]) -> list[Event]:
    """Return the events without log lines, which repeat faces but show none."""
    return [event for event in events if not isinstance(event, Line | Clash)]


def are_equal(events: Sequence[Sequence[Event]]) -> bool:
    here, there = events
    return here == there


def shown_faces(events: Sequence[Event]) -> set[tuple[int, int]]:
    """Return the cards and faces that events show; for a shuffle, -1 and the faces."""
    found: set[tuple[int, int]] = set()
    for event in events:
        match event:
            case (
                CardMoved(card, _, _, _, face, _)
                | CardFlipped(card, _, face, _)
                | CardShown(card, _, face, _)
            ):
                found.add((card, face))
            case PileShuffled(_, mixed, _):
                found.update((-1, face) for face in mixed)
    return {(card, face) for card, face in found if face != UNSEEN}


@dataclass(frozen=True)
class RevealingRule:
    """Rule that by itself tells all players something about a hidden card."""

    game: str
    step: str  # the step that is answered
    rule: str
    card: Callable[[Position[Any], Action], CardId]  # the hidden card

    def fits(
        self, game: Game[Any], here: Position[Any], there: Position[Any], action: Action
    ) -> bool:
        if (self.game, self.step) != (game.id, type(here.steps[0]).__name__):
            return False
        card = self.card(here, action)
        return card < 0 or here.faces[card] != there.faces[card]


def picked_card(pos: Position[Any], action: Action) -> CardId:
    return action.cards[0] if action.cards else -1


REVEALING_RULES = (
    RevealingRule("card_barrage", "Replace", "CB27: who can replace a wall must", lambda _, __: -1),
    RevealingRule(
        "card_barrage", "BarterGive", "effect 6: a card of the domain brings one", picked_card
    ),
    RevealingRule("tricks_of_the_trade", "BarterGive", "effect 6, likewise", picked_card),
    RevealingRule(
        "castle_rampage", "ActionStep", "CR9: an Ogre alone is paid for to be placed", picked_card
    ),
    RevealingRule(
        "castle_rampage", "Pay", "CR13: what is paid is seen first", lambda p, _: p.steps[0].card
    ),
)


def is_told_by_rule(worlds: Sequence[Position[Any]], game: Game[Any], action: Action) -> bool:
    """Return True if one of these rules lets the action tell something."""
    here, there = worlds
    return any(rule.fits(game, here, there, action) for rule in REVEALING_RULES)


# -- making them ----------------------------------------------------------------------------------


def two_worlds(
    game: Game[Any], options: Any, players: int, seed: int, seat: Seat, kinds: Sequence[str] = ()
) -> WorldPair | None:
    """Return two matches that look the same to `seat` for some time, with all their history.

    They stand at the moment from which on a hand differs. None: with this seed no hidden card could
    be elsewhere.
    """
    random = Random(seed)
    start = game.setup(options, players)
    start.seed = seed
    pos = opening(game, options, players, seed)
    history: list[Action] = []
    for n in range(random.randrange(AHEAD)):
        if pos.decision is None:
            break
        history.append(random_answer(game, pos, seed, n))
        pos, _ = apply(pos, history[-1])
    if pos.decision is None:
        return None
    for _ in range(8):
        swap = choose_swaps(start, pos, seat, random)
        if not swap:
            return None
        other = start.copy()
        other.faces = start.faces.translate(bytes.maketrans(bytes(swap), bytes(swap.values())))
        sessions = tuple(
            Session(game, options, players, seed, kinds, start=each) for each in (start, other)
        )
        worlds = WorldPair(game, seat, frozenset(swap), (sessions[0], sessions[1]), random=random)
        if replay(worlds, history):
            return worlds
    return None


def choose_swaps(
    start: Position[Any], pos: Position[Any], seat: Seat, random: Random
) -> dict[int, int]:
    """Return the exchanged faces: some that others hide from this seat, with any hidden ones.

    Only faces with the same back that lie in the same zone before the deal.
    """
    born = {start.faces[card]: zone for zone, cards in enumerate(start.zones) for card in cards}
    backs, zones = pos.box.backs, pos.box.zones
    groups: dict[tuple[int, str], list[int]] = {}
    held: list[int] = []
    for zone, cards in enumerate(pos.zones):
        for card in cards:
            if pos.knows(seat, card):
                continue
            face = pos.faces[card]
            groups.setdefault((born[face], backs[card]), []).append(face)
            if zones[zone].sight == "owner" or zones[zone].owner is not None:
                held.append(face)
    home = {face: group for group in groups.values() for face in group}
    held = [face for face in held if len(home[face]) > 1]
    if not held:
        return {}
    swap: dict[int, int] = {}
    for face in random.sample(held, random.randint(1, min(3, len(held)))):
        other = random.choice([each for each in home[face] if each != face])
        if face not in swap and other not in swap:
            swap[face], swap[other] = other, face
    return swap


def replay(worlds: WorldPair, history: Sequence[Action]) -> bool:
    """Play both to the same moment; return False if they diverge before it."""
    openings = [seen_events(session.opening, worlds.seat) for session in worlds.sessions]
    if worlds.is_revealed(openings):
        return False
    worlds.same("the deal", *openings)
    worlds.check()
    for action in history:
        decisions = [pos.decision for pos in worlds.positions]
        if not all(decision is not None and decision.allows(action) for decision in decisions):
            return False
        worlds.play(action)
        if worlds.over:
            return False
    return True


def moments(worlds: WorldPair, most: int = 60) -> Iterator[WorldPair]:
    """Play on while both look the same, and yield each moment; `most` limits their number."""
    for _ in range(most):
        yield worlds
        if worlds.over:
            return
        worlds.play()
        if worlds.over:
            return
