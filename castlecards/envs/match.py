"""Match for learning programs: options with ids, chance outcomes, and each player's knowledge.

An answer is given id by id (`action_ids`); options follow from what that player sees. A throw is
one of a list of aimed throws. Its landing is drawn from the game's table of results, without
physics.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from castlecards.core.action import Action, Decision
from castlecards.core.cards import NATURE, Seat
from castlecards.core.events import Event, Recorder, seen_by
from castlecards.core.game import Game
from castlecards.core.landing import Throw
from castlecards.core.observation import ObservationField
from castlecards.core.position import Position
from castlecards.core.rng import noise
from castlecards.core.view import View, view
from castlecards.envs.action_ids import ActionIds, Ids, PartialAnswer
from castlecards.playout import MOST_ACTIONS, landed
from castlecards.texts import counted


class Match:
    """Match of a game. Players are numbered from 0. After `most` answers it ends in a draw.

    Raises ValueError for invalid options, for a game without heuristics, and for a seat without a
    player.
    """

    def __init__(
        self, game: Game[Any], options: Any, players: int, seed: int, most: int = MOST_ACTIONS
    ) -> None:
        if game.advice is None:
            raise ValueError(f"{game.title} has nobody who knows how it is thrown or believed")
        start = game.setup(options, players)
        start.seed = seed
        self._begin(game, game.owners(options, players), start, most)
        if min(self.owners) < 0:
            raise ValueError(f"{game.title} with these options has a seat at which nobody plays")

    @classmethod
    def late(cls, start: Match, moves: int, world: int) -> Match:
        """Match that begins after `moves` random answers to `start`, for small trees.

        The player who is asked there cannot tell one `world` from another. Raises ValueError if it
        is over.
        """
        random = Random(start.pos.seed)
        before = start.copy()
        for _ in range(moves):
            answers = before.chance_outcomes() if before.is_in_flight else before.options()
            if answers:
                before.play(random.choice(answers))
        if before.decision is None:
            raise ValueError(f"the match is over within {counted(moves, 'answer')}")
        late_match: Match = cls.__new__(cls)
        dealt = before._world(before.decision.seat, Random(world))
        late_match._begin(start.game, start.owners, dealt, start.most_answers)
        return late_match

    def _begin(
        self, game: Game[Any], owners: tuple[int, ...], pos: Position[Any], most: int
    ) -> None:
        self.game = game
        self.owners = owners  # by seat: the number of the player
        self.players = max(owners) + 1
        self.pos = pos
        self.most_answers = most
        self.turn = 0  # number of answers so far
        self.events_seen: tuple[tuple[Event, ...], ...] = ((),) * len(owners)  # by seat
        # by seat: hash of its first view and of all its events since
        self.prints = tuple([bytes(view(pos, seat).position.faces) for seat in range(len(owners))])
        self.action_ids = ActionIds(game, pos.box)
        self._partial: PartialAnswer | None = None
        table = Recorder(pos)
        table.settle()
        self._record_events(table)

    def copy(self) -> Match:
        new: Match = type(self).__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.pos = self.pos.copy()
        return new

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    # -- decisions -------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        return self.pos.decision

    @property
    def over(self) -> bool:
        """True if the match is decided or has reached `most` answers."""
        return self.decision is None or self.turn >= self.most_answers

    @property
    def is_in_flight(self) -> bool:
        """True if a card is in the air."""
        return self.decision is not None and self.decision.seat == NATURE

    @property
    def current_player(self) -> int:
        """Player who must answer. Raises ValueError if a card is in the air or after the end."""
        decision = self.decision
        if decision is None or decision.seat == NATURE:
            raise ValueError("nobody is asked")
        return self.owners[decision.seat]

    def options(self) -> tuple[Action, ...]:
        """Legal answers of the player asked."""
        decision, advice = self.decision, self.game.advice
        if decision is None or decision.seat == NATURE:
            return ()
        assert advice is not None
        throws = advice.throws(self.pos, decision) if decision.aim is not None else ()
        return (*decision.options, *throws)

    @property
    def partial(self) -> PartialAnswer:
        """Answer in the making of the player asked."""
        if self._partial is None:
            options, ids = self.options(), self.action_ids
            named = ids.options(options, self.view(self.current_player)) if options else {}
            self._partial = PartialAnswer.to(named)
        return self._partial

    def is_asked(self, player: int) -> bool:
        """True if this player must answer."""
        return not self.over and not self.is_in_flight and self.current_player == player

    def chosen(self, player: int) -> Ids:
        """Ids that a player has chosen for the present answer."""
        return self.partial.chosen if self.is_asked(player) else ()

    def choose(self, id: int) -> Action | None:
        """Add an id to the answer; return the action once it is complete and has been played.

        Raises ValueError for an id that cannot come next.
        """
        self._partial = self.partial.then(id)
        action = self._partial.action
        if action is not None:
            self.play(action)
        return action

    def chance_outcomes(self, sides: int = 8) -> tuple[Action, ...]:
        """Chance outcomes of the card in the air: `sides` equally likely landings; () if no card is
        in the air."""
        decision = self.decision
        if decision is None or not isinstance(decision.aim, Throw):
            return ()
        seeds = noise(self.pos.seed, self.turn, sides)
        return tuple([landed(self.pos, decision, seed, self.game.advice) for seed in seeds])

    def play(self, action: Action) -> None:
        """Answer the decision. Raises ValueError for an illegal action."""
        decision = self.decision
        if decision is None or not decision.allows(action):
            raise ValueError(f"{action} is not allowed now")
        table = Recorder(self.pos)
        table.play(action)
        self.turn += 1
        self._partial = None
        self._record_events(table, decision.seat, action)

    def _record_events(
        self, table: Recorder[Any], seat: Seat = NATURE, own: Action | None = None
    ) -> None:
        """Add the events of an action to each seat's knowledge; the seat that answered also knows
        its action."""
        events, prints = [], []
        for observer, (before, mark) in enumerate(zip(self.events_seen, self.prints, strict=True)):
            seen = tuple([seen_by(event, observer) for event in table.events])
            events.append(before + seen)
            words = repr((seen, own if observer == seat else None)).encode()
            prints.append(hashlib.blake2b(mark + words, digest_size=16).digest())
        self.events_seen, self.prints = tuple(events), tuple(prints)

    # -- knowledge and rewards -------------------------------------------------------------------

    def seat(self, player: int) -> Seat:
        """Seat of a player's view: the seat that is asked if it is theirs, else their first."""
        if self.decision is not None and self.is_asked(player):
            return self.decision.seat
        return self.owners.index(player)

    @property
    def fields(self) -> tuple[ObservationField, ...]:
        """Fields of the game's state, the same for all positions of this match."""
        return self.game.observation_fields(self.pos)

    def view(self, player: int) -> View:
        return view(self.pos, self.seat(player))

    def information_state(self, player: int) -> str:
        """Information state of a player as text: equal for equal histories."""
        seats = zip(self.prints, self.owners, strict=True)
        prints = ":".join([mark.hex() for mark, owner in seats if owner == player])
        return f"{player}:{self.turn}:{prints}:{self.chosen(player)}"

    def resampled(self, player: int, random: Random) -> Match:
        """Random match that this player cannot tell from this one (determinization)."""
        new = self.copy()
        new.pos = self._world(self.seat(player), random)
        new._partial = None
        partial = new.partial
        while partial.chosen != self.partial.chosen:
            partial = partial.then(self.partial.chosen[len(partial.chosen)])
        new._partial = partial
        return new

    def _world(self, seat: Seat, random: Random) -> Position[Any]:
        """Random position that a seat cannot tell from this one; all are equally likely."""
        assert self.game.advice is not None
        events = self.events_seen[seat] if seat != NATURE else ()
        even = self.game.advice.with_even_worlds()
        return even.world_sampler(view(self.pos, seat), events)(random)

    def rewards(self) -> tuple[float, ...]:
        """Rewards by player, sum 0: 1 and -1 for two, 0 for a draw and before the end."""
        result = self.pos.result
        if result is None:
            return (0.0,) * self.players
        shares = [result[self.owners.index(player)] for player in range(self.players)]
        mean = sum(shares) / len(shares)
        return tuple([2 * (share - mean) for share in shares])
