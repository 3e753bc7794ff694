"""Session of a match: players, log, undo and redo with barriers, and the clock.

Positions are values, so the session keeps one for each log line; undo, redo and jump only change an
index. A save is the log (`core.save`); the results of physics are in NATURE's records.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, Generic

from castlecards.core.action import ATTACK, PASS, Action, Decision, Illegal
from castlecards.core.cards import AUTOMATON_NAME, NATURE, SIDES, Seat, value
from castlecards.core.events import Event, apply, begin
from castlecards.core.game import Game
from castlecards.core.log_lines import Tellable
from castlecards.core.position import Position, S
from castlecards.core.reminders import Reminders
from castlecards.core.view import View, public, view
from castlecards.texts import ntr, tr

NAMES = tuple(tr("Player {n}", n=n) for n in range(1, 7))
HUMAN = "human"
RANDOM = "random"
PASSIVE = "still"  # bot that answers with the default, as a time-out does
LEVELS = ("page", "squire", "knight", "marshal", "regent", "monarch")  # the weakest first
ID = "[a-z0-9_]{1,40}"  # pattern of a character's id
KINDS = (HUMAN, RANDOM, PASSIVE, *LEVELS)
# Stops: the reaction windows in which a player wants to be asked.
ALWAYS = "always"  # all windows
MATTERS = "matters"  # windows of declared attacks that the player does not win already
ATTACKS = "attacks"  # windows of every attack
ATTACKED = "attacked"  # windows of attacks by other players
NEVER = "never"  # no window
STOPS = (ALWAYS, MATTERS, ATTACKS, ATTACKED, NEVER)
MOST_PASSES = 40  # passes in a row, of all players, that can end a turn
USUAL = MATTERS  # default stop of people (CW18)


@value
class Record:
    """Line of the log: an action of a seat and its events."""

    seat: Seat
    action: Action
    events: tuple[Event, ...]
    # False for an answer given for its player: see `Session.automatic_answer`. A save does not keep
    # it: a loaded match uses the stops stored in the save.
    chosen: bool = field(default=True, compare=False)


class Session(Generic[S]):
    """Match in progress or finished: its players, its log and the current moment.

    Players (people, computer players or bots) have numbers; `owners` maps seats to them.
    `positions[i]` is the position before `log[i]`; `at` is the current index, less than `len(log)`
    after an undo or a jump.
    """

    def __init__(
        self,
        game: Game[S],
        options: Any,
        players: int,
        seed: int,
        kinds: Sequence[str] = (),
        names: Sequence[str] = (),
        clock: float = 0.0,
        stops: Sequence[str] = (),
        *,
        characters: Sequence[str] = (),
        start: Position[S] | None = None,
        practice: bool = False,
    ) -> None:
        """Deal a new match, or begin at the position `start`.

        `practice`: the match is not saved, and everything can be undone. `characters`: by player,
        the character id of a computer player, "" for others.

        Raises ValueError if the options do not fit the number of players.
        """
        if players not in game.players:
            raise ValueError(
                ntr(
                    players,
                    "{game} can’t be played by {n} player",
                    "{game} can’t be played by {n} players",
                    game=game.title,
                )
            )
        self.game = game
        self.options = options
        self.players = players
        self.seed = seed
        self.kinds = _each(kinds, (HUMAN,) * players, players, tr("kinds of player"))
        self.names = _each(names, NAMES, players, "names")
        self.characters = _each(characters, ("",) * players, players, "characters")
        self.stops = list(_each(stops, (ALWAYS,) * players, players, "stops"))
        self.owners = game.owners(options, players)
        self.clock = clock  # seconds a decision; 0: no clock
        self.left = clock
        self.practice = practice
        self._given = start
        self.start = (start or game.setup(options, players)).copy()
        self.start.seed = seed
        first, self.opening = begin(self.start)
        self.positions: list[Position[S]] = [first]
        self.log: list[Record] = []
        self.at = 0
        self._undone: list[int] = []  # redo stack: values of `at`
        # Seat that passes the rest of its turn, the turn, and the log line of its own pass.
        self._ending: tuple[Seat, int, int] | None = None
        self._public: tuple[Position[S], Position[S]] | None = None  # cache: position, public one
        # Cache of `core.narration.lines` by line and reader: the record and its masked lines.
        self.narration_cache: dict[tuple[int, Seat], tuple[Record, tuple[Tellable, ...]]] = {}
        self._reminders = Reminders(self.start, self.opening, game.turn)

    def rematch(self, seed: int) -> Session[S]:
        """New session with the same players and options and another seed."""
        about = self.options, self.players, seed, self.kinds, self.names, self.clock, self.stops
        return Session(
            self.game, *about, characters=self.characters, start=self._given, practice=self.practice
        )

    def practice_from(self, at: int) -> Session[S]:
        """Practice session that replays this match up to line `at`, to play on from there."""
        about = self.options, self.players, self.seed, self.kinds, self.names, 0.0, self.stops
        new = Session(
            self.game, *about, characters=self.characters, start=self._given, practice=True
        )
        for record in self.log[:at]:
            new.submit(record.seat, record.action)
        return new

    # -- current moment -------------------------------------------------------------------------

    @property
    def position(self) -> Position[S]:
        return self.positions[self.at]

    @property
    def decision(self) -> Decision | None:
        return self.position.decision

    @property
    def over(self) -> bool:
        return self.position.result is not None

    def view(self, seat: Seat) -> View:
        """View of a seat with all it knows, for computer players; screens use `shown`."""
        return view(self.position, seat)

    def shown(self, seat: Seat, at: int = -1) -> View:
        """View for the screen before line `at` (default: now), without faces memory aids hide."""
        at = self.at if at < 0 else at
        return self._reminders.view(seat, at, self.positions, self.log)

    @property
    def public(self) -> Position[S]:
        """Public position; the same object until the position changes."""
        now = self.position
        if self._public is None or self._public[0] is not now:
            self._public = (now, public(now))
        return self._public[1]

    def owner(self, seat: Seat) -> int:
        """Number of the player who plays a seat; -1 for NATURE and seats without a player."""
        return self.owners[seat] if seat >= 0 else -1

    def name(self, seat: Seat) -> str:
        """Name of the player of a seat; "" for NATURE."""
        owner = self.owner(seat)
        return self.names[owner] if owner >= 0 else AUTOMATON_NAME if seat >= 0 else ""

    def seats_of(self, player: int) -> tuple[Seat, ...]:
        """Seats that a player plays, in order."""
        return tuple(seat for seat, owner in enumerate(self.owners) if owner == player)

    def people(self, side: int) -> tuple[int, ...]:
        """Numbers of the players on a side of the table, each once, in seat order."""
        pairs = zip(self.owners, self.start.box.sides, strict=True)
        return tuple(dict.fromkeys(owner for owner, s in pairs if s == side and owner >= 0))

    def is_computer(self, player: int) -> bool:
        """True if this number belongs to a computer player with a level."""
        return player >= 0 and self.kinds[player] in LEVELS

    def with_player_names(self, text: str, names: Sequence[str] = ()) -> str:
        """Text of the game with the names of seats and one-player sides replaced by players' names.

        `names`: replacements by seat, the players' names unless given.
        """
        called, pattern = self._called
        names = names or [self.name(seat) for seat in range(len(self.owners))]
        return pattern.sub(lambda match: names[called[match[0]]] or match[0], text)

    @cached_property
    def _called(self) -> tuple[dict[str, Seat], re.Pattern[str]]:
        """Seat for each name that the game's texts use, and a pattern that matches these names."""
        sides = self.start.box.sides
        called: dict[str, Seat] = {}
        for side in dict.fromkeys(sides):
            seats = [seat for seat, where in enumerate(sides) if where == side]
            if len({self.owners[seat] for seat in seats}) == 1:
                called[SIDES[side]] = seats[0]
        called |= {name: seat for seat, name in enumerate(self.game.seat_names(len(sides)))}
        words = "|".join(sorted(map(re.escape, called), key=len, reverse=True))
        numbered = r"(?! \d)" if len(sides) > len(SIDES) else ""  # "North 2" is not the north
        return called, re.compile(rf"\b(?:{words})\b{numbered}" if words else "(?!)")

    # -- play -----------------------------------------------------------------------------------

    def submit(self, seat: Seat, action: Action) -> Record:
        """Play an action and log it. Raises Illegal, without any change, if it is not allowed."""
        decision = self.decision
        if decision is None:
            raise Illegal(tr("the game is over"))
        if decision.seat != seat:
            text = tr("seat {asked} decides now, not seat {seat}", asked=decision.seat, seat=seat)
            raise Illegal(text)
        after, events = apply(self.position, action)
        del self.log[self.at :]
        del self.positions[self.at + 1 :]
        self._undone.clear()
        record = Record(seat, action, events, action != self.automatic_answer(decision))
        if self._ending is not None and (
            action != PASS or self.game.turn(after) != self._ending[1]
        ):
            self._ending = None
        self.log.append(record)
        self.positions.append(after)
        self.at += 1
        self.left = self.clock
        return record

    def automatic_answer(self, decision: Decision) -> Action | None:
        """Answer that is given for the player, without asking; None if the player is asked.

        It is PASS in a reaction window that is waived and after `end_turn`. An only option is
        played at once where a person plays against computer players, to whom no pause tells
        anything; another person could tell from it what the hand does not hold.
        """
        if self.is_waived(decision):
            return PASS
        if decision.window or decision.aim is not None or decision.seat == NATURE:
            return None
        if self._ending is not None and self._ending[2] < self.at and decision.allows(PASS):
            return PASS if decision.seat == self._ending[0] else None
        owner = self.owner(decision.seat)
        if len(decision.options) > 1 or self.practice or owner < 0 or self.kinds[owner] != HUMAN:
            return None
        return decision.options[0] if self.kinds.count(HUMAN) == 1 < self.players else None

    def passes_left(self, decision: Decision) -> int:
        """Number of decisions that the asked seat passes until its turn ends, if nobody else plays.

        0 if passing alone cannot end it, as in games that count no turns; if the first pass ends no
        phase, as where it declines an offer; and if a later pass ends the turn by itself.
        """
        pos, turn, passes = self.position, self.game.turn(self.position), 0
        phase = self.game.phase_now(self.public)
        asked: Decision | None = decision
        for n in range(MOST_PASSES):
            if asked is None or asked.order >= 0 or not asked.allows(PASS):
                return 0
            if n and asked.ends:
                return 0
            if n == 1 and phase and self.game.phase_now(public(pos)) == phase:
                return 0
            passes += asked.seat == decision.seat and not asked.window
            pos, _ = apply(pos, PASS)
            if pos.result is not None or self.game.turn(pos) != turn:
                return passes
            asked = pos.decision
        return 0

    def end_turn(self, seat: Seat) -> Action:
        """Return the pass after which the rest of this turn is passed too, until somebody plays."""
        self._ending = seat, self.game.turn(self.position), self.at
        return PASS

    def is_waived(self, decision: Decision) -> bool:
        """True for a reaction window in which the player can only pass or skips it by stops (CW18).

        The driver of the session then submits PASS after the usual short pause, so that timing
        reveals little; the pass is logged like any other.
        """
        if not decision.window or decision.seat == NATURE or not decision.allows(PASS):
            return False
        return decision.options == (PASS,) or not self._wants(decision)

    def _wants(self, decision: Decision) -> bool:
        """True if the stops of the player include this window."""
        owner, opener = self.owner(decision.seat), decision.opener
        stop = self.stops[owner] if owner >= 0 else ALWAYS
        if stop in (ALWAYS, NEVER):
            return stop == ALWAYS
        if stop == MATTERS:
            return decision.window == ATTACK and not self.game.is_decided(self.public)
        if opener is None:
            return decision.window == ATTACK  # the attacker is unknown: rather ask too often
        return opener.attack and (stop == ATTACKS or self.owner(opener.seat) != owner)

    def tick(self, dt: float) -> Record | None:
        """Advance the clock by `dt` seconds; a time-out plays the default of the decision."""
        decision = self.decision
        if not self.clock or decision is None or decision.seat == NATURE:
            return None
        self.left -= dt
        if self.left > 0:
            return None
        return self.submit(decision.seat, decision.default)

    # -- undo, redo, jump -----------------------------------------------------------------------

    def is_undo_barrier(self, at: int) -> bool:
        """True if line `at` blocks undo: it came from NATURE, shuffled, or revealed a face.

        Faces revealed to computer players do not count: they forget them with the undo.
        """
        before, after = self.positions[at], self.positions[at + 1]
        return (
            self.log[at].seat == NATURE
            or bool(after.known & ~before.known & self._remembered)
            or before.shuffles != after.shuffles
        )

    @cached_property
    def _remembered(self) -> int:
        """Bits of `known` of all seats that no computer player plays."""
        size, bits = self.start.box.size, 0
        for seat, owner in enumerate(self.owners):
            if not self.is_computer(owner):
                bits |= ((1 << size) - 1) << seat * size
        return bits

    def _undo_to(self, seat: Seat, consent: bool) -> int | None:
        own = self.owner(seat)
        for at in range(self.at - 1, -1, -1):
            if not consent and self.is_undo_barrier(at):
                return None
            if not self.log[at].chosen:
                continue
            line = self.log[at].seat
            if line == seat:
                return at
            owner = self.owner(line)
            if not consent and owner not in (own, -1) and self.kinds[owner] == HUMAN:
                return None  # the choice of another person cannot be undone without consent
        return None

    def can_undo(self, seat: Seat, consent: bool = False) -> bool:
        """True if this seat can return to its last decision.

        `consent` means that all agree (practice, all at one screen). Without it, an undo cannot
        cross a barrier or a choice of another person, not even a pass or a secret bid.
        """
        return self._undo_to(seat, consent) is not None

    def undo(self, seat: Seat, consent: bool = False) -> None:
        """Return to the last decision of this seat. Raises Illegal if that is not allowed."""
        to = self._undo_to(seat, consent)
        if to is None:
            raise Illegal(
                tr("nothing to undo, or another player has seen or chosen something since")
            )
        self._undone.append(self.at)
        self._ending = None
        self.at = to
        self.left = self.clock

    @property
    def can_redo(self) -> bool:
        return self.at < len(self.log)

    def redo(self) -> None:
        """Undo the last undo; after a load, go to the end of the log. Raises Illegal at the end."""
        if not self.can_redo:
            raise Illegal(tr("nothing to redo"))
        self.at = self._undone.pop() if self._undone else len(self.log)
        self.left = self.clock

    def forget(self, at: int) -> None:
        """Cut a practice session's log at line `at`, without redo. Raises Illegal in a match."""
        if not self.practice:
            raise Illegal(tr("only a practice session can forget moves"))
        self.jump(at)
        del self.log[at:]
        del self.positions[at + 1 :]
        self.left = self.clock

    def jump(self, at: int) -> None:
        """Go to any moment of the log, 0 to len(log), for replays. Raises Illegal outside it."""
        if not 0 <= at <= len(self.log):
            most = len(self.log)
            raise Illegal(
                tr("expected 0 to {most}, the lines of the log, got {at}", most=most, at=at)
            )
        self._undone.clear()
        self._ending = None
        self.at = at


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """Unique names: a repeated name gets a number, as in "Anna", "Anna 2"."""
    wished = tuple(names)
    unique: list[str] = []
    for name in wished:
        number, other = 2, name
        while other in unique or (other != name and other in wished):
            other, number = f"{name} {number}", number + 1
        unique.append(other)
    return tuple(unique)


def _each(given: Sequence[str], default: Sequence[str], players: int, what: str) -> tuple[str, ...]:
    if given and len(given) != players:
        raise ValueError(f"expected {players} {what}, got {len(given)}")
    return tuple(given) or tuple(default[:players])
