"""Tests of the environments by PettingZoo's own tests."""

from __future__ import annotations

import warnings

import pytest

pytest.importorskip("pettingzoo", reason="the extra `judges` is not installed")

import numpy as np

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # from its own examples
    from pettingzoo.test import api_test, seed_test

from castlecards.content import built_in
from castlecards.envs.zoo import CastlecardsEnv, env

GAMES = [(game.id, players) for game in built_in().values() if game.listed
         for players in (game.players[-1], 2) if players in game.players]  # fmt: skip


@pytest.mark.parametrize(("id", "players"), sorted(set(GAMES)))
@pytest.mark.long
def test_the_judge_of_pettingzoo_is_content(id: str, players: int) -> None:
    with warnings.catch_warnings():
        # it warns of every observation with an action mask
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(id, players), num_cycles=60)
        seed_test(lambda: env(id, players), num_cycles=25)


def played(world: CastlecardsEnv, seed: int) -> dict[str, float]:
    random = np.random.default_rng(seed)
    world.reset(seed=seed)
    sums = dict.fromkeys(world.agents, 0.0)
    for agent in world.agent_iter():
        seen, reward, ended, cut, _ = world.last()
        sums[agent] += reward
        allowed = np.flatnonzero(seen["action_mask"])
        world.step(None if ended or cut else int(random.choice(allowed)))
    return sums


def test_a_match_is_played_to_its_end_and_somebody_wins() -> None:
    sums = played(env("castle_rampage"), 3)
    assert sorted(sums.values()) == [-1.0, 1.0]


def test_what_the_mask_leaves_out_is_refused() -> None:
    world = env("castle")
    world.reset(seed=1)
    mask = world.observe(world.agent_selection)["action_mask"]
    with pytest.raises(ValueError, match="none of the"):
        world.step(int(np.flatnonzero(mask == 0)[-1]))


def test_the_columns_have_names_and_a_version() -> None:
    world = env("tricks_of_the_trade", 3)
    world.reset(seed=1)
    row = world.observe(world.agent_selection)["observation"]
    assert row[world.observation_fields["player"]].sum() == 1
    assert list(row[world.observation_fields["state.first"]]) == [
        world.view("player_0").position.state.first
    ]
    assert world.metadata["observation_version"] == world.game.observation_version


def test_an_answer_is_given_id_by_id_and_the_observation_holds_those_chosen() -> None:
    world = env("card_barrage")
    world.reset(seed=1)
    agent, kinds = world.agent_selection, []
    while len(kinds) < 4:
        seen = world.observe(agent)
        names = {int(id): world.action_ids.names[id] for id in seen["action_mask"].nonzero()[0]}
        throw = next((id for id, name in names.items() if name == "verb toss"), min(names))
        options = world.describe()
        world.step(throw)
        kinds.append(names[throw].partition(" ")[0])
        if len(kinds) < 4:
            chosen = world.observe(agent)["observation"][world.observation_fields["chosen"]]
            assert chosen[len(kinds) - 1] == throw
            assert len(world.describe()) < len(options)
    assert kinds == ["verb", "card", "place", "number"]  # a throw: card, target and method


def test_whoever_is_not_asked_has_no_options() -> None:
    world = env("castle_wars")
    world.reset(seed=1)
    other = next(agent for agent in world.agents if agent != world.agent_selection)
    assert not world.observe(other)["action_mask"].any()
    assert world.view(other).decision is None
    assert world.events_seen(other)
    assert all(world.describe())
