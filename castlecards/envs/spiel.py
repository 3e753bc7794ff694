"""Games for OpenSpiel (extra `judges`): `import castlecards.envs.spiel`, then
`pyspiel.load_game("castlecards_castle_wars(players=2)")`.

A match begins with a chance node of `deals` outcomes; a thrown card is one of `landings` outcomes.
`moves` above 0 starts that many answers into a match of seed `late`, and `most` limits the answers:
this makes games whose tree is small enough to enumerate.
Lanctot et al., OpenSpiel: A Framework for Reinforcement Learning in Games, 2019.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pyspiel

from castlecards.content import built_in
from castlecards.core.action import Action
from castlecards.core.game import Game
from castlecards.envs.action_ids import LONGEST
from castlecards.envs.match import Match
from castlecards.envs.numbers import length, observed, private, public
from castlecards.option_args import read
from castlecards.playout import MOST_ACTIONS

PRESET = {
    "players": 2, "deals": 1000, "landings": 8, "options": "",
    "late": 0, "moves": 0, "most": MOST_ACTIONS,
}  # fmt: skip


def game_type(game: Game[Any]) -> pyspiel.GameType:
    """Description of a game for OpenSpiel."""
    counts = [count for count in game.players if count > 1]
    return pyspiel.GameType(
        short_name=f"castlecards_{game.id}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PRESET,
    )


class CastlecardsGame(pyspiel.Game):  # type: ignore[misc]
    """OpenSpiel game of one card game. Raises ValueError for invalid options.

    `options`: as on the command line, joined by `+`: `epic=yes+first=undead`.
    """

    rules: Game[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.given = {**PRESET, **(params or {})}
        words = str(self.given["options"]).split("+") if self.given["options"] else []
        self.options = read(self.rules, words)
        self.most = int(self.given["most"])
        self.first = self._match(int(self.given["late"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.first.action_ids.names),
            max_chance_outcomes=max(int(self.given["deals"]), int(self.given["landings"])),
            num_players=self.first.players,
            min_utility=-2.0,
            max_utility=2.0,
            utility_sum=0.0,
            max_game_length=self.most * LONGEST,
        )
        super().__init__(game_type(self.rules), info, params or {})

    def max_chance_nodes_in_history(self) -> int:
        return self.most + 1

    def new_initial_state(self, _: str | None = None) -> CastlecardsState:
        return CastlecardsState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.first, kind, params)

    def dealt(self, deal: int) -> Match:
        """Match by the number of its deal."""
        if moves := int(self.given["moves"]):
            return Match.late(self.first, moves, deal)
        return self._match(deal)

    def _match(self, seed: int) -> Match:
        return Match(self.rules, self.options, int(self.given["players"]), seed, self.most)


class CastlecardsState(pyspiel.State):  # type: ignore[misc]
    """OpenSpiel state of a match; an action is an id of the answer of the player asked."""

    def __init__(self, game: CastlecardsGame) -> None:
        super().__init__(game)
        self.match: Match | None = None  # not dealt yet

    def current_player(self) -> int:
        match = self.match
        if match is None or (match.is_in_flight and not match.over):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if match.over else match.current_player

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None
        return list(self.match.partial.legal)

    def _chances(self) -> tuple[Action, ...]:
        assert self.match is not None
        return self.match.chance_outcomes(int(self.get_game().given["landings"]))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = int(self.get_game().given["deals"]) if self.match is None else len(self._chances())
        return [(n, 1 / count) for n in range(count)]

    def _apply_action(self, action: int) -> None:
        match = self.match
        if match is None:
            self.match = self.get_game().dealt(action)
            return
        if match.is_in_flight:
            match.play(self._chances()[action])
        else:
            match.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        match = self.match
        if match is None:
            return f"deal {action}"
        if match.is_in_flight:
            return f"landing {action}"
        return match.action_ids.names[action]

    def is_terminal(self) -> bool:
        return self.match is not None and self.match.over

    def returns(self) -> list[float]:
        match = self.match
        return [0.0] * self.num_players() if match is None else list(match.rewards())

    def __str__(self) -> str:
        return f"{self.get_game().rules.title}, answers {self.history()}"

    def resampled(self, player: int, random: Random) -> CastlecardsState:
        """Random state that this player cannot tell from this one, for IS-MCTS."""
        assert self.match is not None
        new: CastlecardsState = self.clone()
        new.match = self.match.resampled(player, random)
        return new


class Observer:
    """Observer of a state as a tensor, float32 (n,), and as text (open_spiel's PyObserver).

    With perfect recall the text names the whole history; the tensor is the same as without.
    """

    def __init__(self, first: Match, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"there are no parameters of an observation: {params}")
        own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        name, size = "", 0
        self._numbers: Callable[[Match, int], Sequence[int]] = lambda match, player: ()
        if kind.public_info:
            name, self._numbers, size = "view", observed if own else public, length(first)
        elif own:
            name, self._numbers, size = "private", private, first.pos.box.size
        self._recalls = kind.perfect_recall
        self.tensor = np.zeros(size, np.float32)
        self.dict = {name: self.tensor} if name else {}

    def set_from(self, state: CastlecardsState, player: int) -> None:
        self.tensor[:] = 0 if state.match is None else self._numbers(state.match, player)

    def string_from(self, state: CastlecardsState, player: int) -> str:
        match = state.match
        if match is None:
            return ""
        if self._recalls:
            return match.information_state(player)
        return " ".join(map(str, self._numbers(match, player)))


def register() -> None:
    """Register all games with OpenSpiel that are not registered yet."""
    known = set(pyspiel.registered_names())
    for game in built_in().values():
        if game.listed and f"castlecards_{game.id}" not in known:
            kind = type(f"{game.id}_game", (CastlecardsGame,), {"rules": game})
            pyspiel.register_game(game_type(game), kind)


register()
