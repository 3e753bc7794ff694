"""A match as it is played: the log, undo and redo with barriers, the clock.

Positions are values, so the session keeps one a log line: undo, redo and jump are an index. A save
is the log (`core.save`); nobody but NATURE's record knows what physics said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, Generic

from castlecards.core.action import ATTACK, PASS, Action, Decision, Illegal
from castlecards.core.cards import NATURE, SIDES, Seat, value
from castlecards.core.events import Event, apply, begin
from castlecards.core.game import Game
from castlecards.core.log_lines import Tellable
from castlecards.core.plurals import counted
from castlecards.core.position import Position, S
from castlecards.core.reminders import Reminders
from castlecards.core.view import View, public, view

NAMES = tuple(f"Player {n}" for n in range(1, 7))
HUMAN = "human"
RANDOM = "random"
STILL = "still"  # answers as the clock would: with the default
LEVELS = ("page", "squire", "knight", "marshal", "regent")  # of computer players, weakest first
ID = "[a-z0-9_]{1,40}"  # of a character
KINDS = (HUMAN, RANDOM, STILL, *LEVELS)
ALWAYS, ATTACKS, ATTACKED, NEVER = "always", "attacks", "attacked", "never"
# How often a player wants to be asked in any-time windows: in all, in those of every attack,
# in those of an attack by somebody else, in none.
STOPS = (ALWAYS, ATTACKS, ATTACKED, NEVER)
USUAL = ATTACKS  # what people get unless they choose (CW18)


@value
class Record:
    """One line of the log."""

    seat: Seat
    action: Action
    events: tuple[Event, ...]
    # Not a pass in the name of somebody who did not want to be asked. A save does not keep it: a
    # match that is loaded takes the wishes that hold when it was saved.
    chosen: bool = field(default=True, compare=False)


class Session(Generic[S]):
    """`players` are people, computer players or bots, by number; seats belong to them through
    `owners`.

    `positions[i]` is the position before `log[i]`; `at` is where the match stands now, less than
    `len(log)` after an undo or a jump.
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
        """Deals, or begins at `start`; `practice`: not saved, and anything may be taken back.
        `characters`: ids of those as whom computer players sit there, "" for everybody else.

        Raises ValueError when the options do not fit the number of players.
        """
        if players not in game.players:
            raise ValueError(f"{game.title} is not for {counted(players, 'player')}")
        self.game = game
        self.options = options
        self.players = players
        self.seed = seed
        self.kinds = _each(kinds, (HUMAN,) * players, players, "kinds of player")
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
        self._undone: list[int] = []  # where redo leads, the nearest last
        self._public: tuple[Position[S], Position[S]] | None = None  # of which, and what is public
        # By line and reader: the record, and what that reader has seen told (`core.chronicle`).
        self.told: dict[tuple[int, Seat], tuple[Record, tuple[Tellable, ...]]] = {}
        self._reminders = Reminders(self.start, self.opening, game.turn)

    def again(self, seed: int) -> Session[S]:
        """The same people and options, other cards."""
        about = self.options, self.players, seed, self.kinds, self.names, self.clock, self.stops
        return Session(
            self.game, *about, characters=self.characters, start=self._given, practice=self.practice
        )

    def taken_up(self, at: int) -> Session[S]:
        """The same match up to line `at` of its log, as practice: to play on from there."""
        about = self.options, self.players, self.seed, self.kinds, self.names, 0.0, self.stops
        new = Session(
            self.game, *about, characters=self.characters, start=self._given, practice=True
        )
        for record in self.log[:at]:
            new.submit(record.seat, record.action)
        return new

    # -- now ------------------------------------------------------------------------------------

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
        """All that a seat knows, for robots; what it is shown is `shown`."""
        return view(self.position, seat)

    def shown(self, seat: Seat, at: int = -1) -> View:
        """What a table shows to a seat before line `at` of the log, at present unless given."""
        at = self.at if at < 0 else at
        return self._reminders.view(seat, at, self.positions, self.log)

    @property
    def public(self) -> Position[S]:
        """The position as everybody may know it; the same object until something has changed."""
        now = self.position
        if self._public is None or self._public[0] is not now:
            self._public = (now, public(now))
        return self._public[1]

    def owner(self, seat: Seat) -> int:
        """The number of the player who answers for a seat; -1 for NATURE and seats of nobody."""
        return self.owners[seat] if seat >= 0 else -1

    def name(self, seat: Seat) -> str:
        """Who sits there; "" for a seat of nobody."""
        owner = self.owner(seat)
        return self.names[owner] if owner >= 0 else ""

    def people(self, side: int) -> tuple[int, ...]:
        """The numbers of the players on a side of the table, each once, in the order of seats."""
        pairs = zip(self.owners, self.start.box.sides, strict=True)
        return tuple(dict.fromkeys(owner for owner, s in pairs if s == side and owner >= 0))

    def computer(self, player: int) -> bool:
        """Does a computer player of some level answer for this number?"""
        return player >= 0 and self.kinds[player] in LEVELS

    def named(self, text: str, names: Sequence[str] = ()) -> str:
        """A text of the game with the players' names for what it calls the seats, and for a side
        of the table on which one person plays. `names`: others, by seat."""
        called, pattern = self._called
        names = names or [self.name(seat) for seat in range(len(self.owners))]
        return pattern.sub(lambda found: names[called[found[0]]] or found[0], text)

    @cached_property
    def _called(self) -> tuple[dict[str, Seat], re.Pattern[str]]:
        """Whom the words of the texts mean, and what finds these words."""
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
        """Plays an action. Raises Illegal, and changes nothing, where it is not allowed."""
        decision = self.decision
        if decision is None:
            raise Illegal("the game is over")
        if decision.seat != seat:
            raise Illegal(f"seat {decision.seat} is asked, not seat {seat}")
        after, events = apply(self.position, action)
        del self.log[self.at :]
        del self.positions[self.at + 1 :]
        self._undone.clear()
        chosen = action != PASS or not self.waived(decision)
        record = Record(seat, action, events, chosen)
        self.log.append(record)
        self.positions.append(after)
        self.at += 1
        self.left = self.clock
        return record

    def waived(self, decision: Decision) -> bool:
        """Need its player not be asked? True for windows in which one can only pass or does not
        want to be asked (CW18): whoever drives the session then submits PASS, which is logged like
        any other, after the same short beat, so that timing tells little.
        """
        if not decision.window or decision.seat == NATURE or not decision.allows(PASS):
            return False
        return decision.options == (PASS,) or not self._wants(decision)

    def _wants(self, decision: Decision) -> bool:
        """Does its player want to be asked in this window?"""
        owner, opener = self.owner(decision.seat), decision.opener
        stop = self.stops[owner] if owner >= 0 else ALWAYS
        if stop in (ALWAYS, NEVER):
            return stop == ALWAYS
        if opener is None:
            return decision.window == ATTACK  # whose it is, is not told: rather once too often
        return opener.attack and (stop == ATTACKS or self.owner(opener.seat) != owner)

    def tick(self, dt: float) -> Record | None:
        """Lets `dt` seconds pass; a time-out plays the default of the pending decision."""
        decision = self.decision
        if not self.clock or decision is None or decision.seat == NATURE:
            return None
        self.left -= dt
        if self.left > 0:
            return None
        return self.submit(decision.seat, decision.default)

    # -- back and forth -------------------------------------------------------------------------

    def barrier(self, at: int) -> bool:
        """Did this line of the log show anybody a new face, shuffle, or come from NATURE?

        A computer player knows what its view shows, and no more of it once a line is taken back.
        """
        before, after = self.positions[at], self.positions[at + 1]
        return (
            self.log[at].seat == NATURE
            or bool(after.known & ~before.known & self._remembered)
            or before.shuffles != after.shuffles
        )

    @cached_property
    def _remembered(self) -> int:
        """The bits of `known` of all seats that no computer player plays."""
        size, bits = self.start.box.size, 0
        for seat, owner in enumerate(self.owners):
            if not self.computer(owner):
                bits |= ((1 << size) - 1) << seat * size
        return bits

    def _undo_to(self, seat: Seat, consent: bool) -> int | None:
        own = self.owner(seat)
        for at in range(self.at - 1, -1, -1):
            if not consent and self.barrier(at):
                return None
            if not self.log[at].chosen:
                continue
            line = self.log[at].seat
            if line == seat:
                return at
            owner = self.owner(line)
            if not consent and owner not in (own, -1) and self.kinds[owner] == HUMAN:
                return None  # what another person has chosen is not ours to take back
        return None

    def can_undo(self, seat: Seat, consent: bool = False) -> bool:
        """Is there a last decision of this seat to return to?

        Not without `consent` of everybody (practice, all at one screen) where that would undo a
        choice of somebody else, a pass or a secret bid too, or what has been seen since.
        """
        return self._undo_to(seat, consent) is not None

    def undo(self, seat: Seat, consent: bool = False) -> None:
        """Back to the last decision of this seat. Raises Illegal beyond a barrier."""
        to = self._undo_to(seat, consent)
        if to is None:
            raise Illegal(
                "there is nothing to take back, or somebody has seen or chosen something since"
            )
        self._undone.append(self.at)
        self.at = to
        self.left = self.clock

    @property
    def can_redo(self) -> bool:
        return self.at < len(self.log)

    def redo(self) -> None:
        """Takes back the last undo; after a load, returns to the end of the log."""
        if not self.can_redo:
            raise Illegal("there is nothing to play again")
        self.at = self._undone.pop() if self._undone else len(self.log)
        self.left = self.clock

    def forget(self, at: int) -> None:
        """At practice: back to line `at` of the log, as if nothing had been played from there on;
        it cannot be played again. Raises Illegal in a game that counts."""
        if not self.practice:
            raise Illegal("only at practice what was played may be forgotten")
        self.jump(at)
        del self.log[at:]
        del self.positions[at + 1 :]
        self.left = self.clock

    def jump(self, at: int) -> None:
        """To any moment of the log, 0 to len(log); for replays."""
        if not 0 <= at <= len(self.log):
            raise Illegal(f"the log has {counted(len(self.log), 'line')}, not {at}")
        self._undone.clear()
        self.at = at


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """The names, with a number after each that came before: "Anna", "Anna 2"."""
    wished = tuple(names)
    found: list[str] = []
    for name in wished:
        number, other = 2, name
        while other in found or (other != name and other in wished):
            other, number = f"{name} {number}", number + 1
        found.append(other)
    return tuple(found)


def _each(given: Sequence[str], default: Sequence[str], players: int, what: str) -> tuple[str, ...]:
    if given and len(given) != players:
        raise ValueError(f"{len(given)} {what} for {counted(players, 'player')}")
    return tuple(given) or tuple(default[:players])
