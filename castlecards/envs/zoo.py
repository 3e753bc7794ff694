"""PettingZoo environment of a game (extra `judges`): agents take turns, with an action mask.

Terry et al., PettingZoo: Gym for Multi-Agent Reinforcement Learning, NeurIPS 2021.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from castlecards.content import built_in
from castlecards.core.events import Event
from castlecards.core.view import View
from castlecards.envs.match import Match
from castlecards.envs.numbers import MOST, length, observed, sections
from castlecards.option_args import read

NAME = "player_{}"


class CastlecardsEnv(AECEnv):  # type: ignore[misc]
    """Environment of one game, with turns (AEC).

    Observations are `{"observation": int16 (n,), "action_mask": int8 (ids,)}`. An
    agent steps once for each id of its answer. Rewards come at the end of a match and sum to 0: 1
    and -1 for two players, 0 for a draw. Raises KeyError for an unknown game, ValueError for
    invalid options.
    """

    def __init__(self, game: str, players: int = 2, options: Sequence[str] = ()) -> None:
        super().__init__()
        self.game = built_in()[game]
        self.metadata = {
            "name": f"castlecards_{game}",
            "render_modes": [],
            "observation_version": self.game.observation_version,
        }
        self.render_mode = None
        self._options = read(self.game, options)
        self._match = Match(self.game, self._options, players, 0)
        self.observation_fields = sections(self._match)  # by name: its columns, a slice
        self.action_ids = self._match.action_ids
        self._random = Random(0)
        self.possible_agents = [NAME.format(n) for n in range(self._match.players)]
        numbers = Box(-MOST, MOST, (length(self._match),), np.int16)
        mask = Box(0, 1, (len(self.action_ids.names),), np.int8)
        self._space = Dict({"observation": numbers, "action_mask": mask})
        self._ids = {agent: Discrete(len(self.action_ids.names)) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        return self._space

    def action_space(self, agent: str) -> Any:
        return self._ids[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match. Without a seed it takes the next deal of the last seed's sequence."""
        if seed is not None:
            self._random = Random(seed)
        players = len(self.possible_agents)
        self._match = Match(self.game, self._options, players, self._random.getrandbits(32))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._advance()

    def step(self, action: int | None) -> None:
        """Add an id to the answer, and play it once it is complete.

        Raises ValueError for an id that the mask forbids.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an id is missing")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._match.choose(int(action)) is not None:
            self._advance()
        self._accumulate_rewards()

    def _advance(self) -> None:
        """Land the card in the air, if any, then select the agent who is asked."""
        match = self._match
        while not match.over and match.is_in_flight:
            match.play(self._random.choice(match.chance_outcomes()))
        if match.over:
            decided = match.decision is None
            self.rewards = dict(zip(self.possible_agents, match.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, decided)
            self.truncations = dict.fromkeys(self.agents, not decided)
            return
        self.agent_selection = NAME.format(match.current_player)

    def observe(self, agent: str) -> dict[str, Any]:
        match, player = self._match, self.possible_agents.index(agent)
        mask = np.zeros(len(self.action_ids.names), np.int8)
        if match.is_asked(player):
            mask[[*match.partial.legal]] = 1
        row = np.frombuffer(observed(match, player), np.int16)
        return {"observation": row, "action_mask": mask}

    def view(self, agent: str) -> View:
        """View of an agent, as the program's own players get it."""
        return self._match.view(self.possible_agents.index(agent))

    def events_seen(self, agent: str) -> tuple[Event, ...]:
        """Events that an agent has seen since the deal."""
        match = self._match
        return match.events_seen[match.seat(self.possible_agents.index(agent))]

    def describe(self) -> list[str]:
        """Words for each option of the agent who is asked that begins with the ids chosen."""
        seen = self.view(self.agent_selection)
        return [self.game.describe(action, seen) for action in self._match.partial.options.values()]

    def render(self) -> None:
        """Draw nothing; use `describe`, `view` and `events_seen`."""

    def close(self) -> None:
        """Do nothing: no resource is open."""


def env(game: str, players: int = 2, options: Sequence[str] = ()) -> CastlecardsEnv:
    """Create the environment of a game; options as on the command line: `epic=yes`."""
    return CastlecardsEnv(game, players, options)
