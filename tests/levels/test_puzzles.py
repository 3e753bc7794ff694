"""Tests of puzzles in the card games: no solution is shorter than the stored one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from castlecards import content, lessons, levels, paths, puzzles
from castlecards.core.events import apply
from castlecards.core.position import Position
from castlecards.core.session import PASSIVE
from castlecards.core.view import view
from tests.levels.built_in import shipped_packs
from tests.levels.lesson_faults import faults
from tools.make_puzzles import SOURCES, castle_plan_key, solution_reason

Pos = Position[Any]
PACKS = ("castle_wars", "castle_rampage", "castle", "tricks_of_the_trade")
PUZZLES = [
    level for pack in shipped_packs() for level in pack.levels if level.game.id in PACKS
]  # fmt: skip
IDS = [level.id for level in PUZZLES]


def own_actions(loaded: levels.LoadedLevel) -> int:
    """Return the number of the learner's decisions in the solution."""
    _, found = levels.replay(loaded)
    return found.counts[levels.ACTIONS]


def counts(loaded: levels.LoadedLevel, pos: Pos) -> dict[str, int]:
    seat = loaded.level.seat
    won = pos.result is not None and pos.result[seat] > 0.5
    return {levels.WON: int(won), **loaded.game.tallies(pos, seat)}


def lost(loaded: levels.LoadedLevel, pos: Pos) -> bool:
    now = counts(loaded, pos)
    return any(now[name] > most for name, most in loaded.level.never.items())


def is_won(loaded: levels.LoadedLevel, pos: Pos) -> bool:
    now = counts(loaded, pos)
    return not lost(loaded, pos) and all(now[n] >= least for n, least in loaded.level.goal.items())


def is_decided(loaded: levels.LoadedLevel, pos: Pos) -> bool:
    return pos.decision is None or lost(loaded, pos) or is_won(loaded, pos)


def until_learner(loaded: levels.LoadedLevel, pos: Pos) -> Pos:
    """Let the others do nothing until the learner is asked or the level is decided."""
    while not is_decided(loaded, pos):
        if pos.decision.seat == loaded.level.seat:
            break
        pos, _ = apply(pos, pos.decision.default)
    return pos


def reachable_positions(loaded: levels.LoadedLevel, most: int) -> Iterator[Pos]:
    """Yield every position, once each, after up to `most` actions of the learner."""
    edge = [until_learner(loaded, levels.session(loaded).position)]
    seen = {edge[0].key()}
    for _ in range(most):
        before, edge = edge, []
        for pos in before:
            for action in pos.decision.options if pos.decision is not None else ():
                new = until_learner(loaded, apply(pos, action)[0])
                if new.key() not in seen:
                    seen.add(new.key())
                    yield new
                    if not is_decided(loaded, new):
                        edge.append(new)


@pytest.mark.parametrize("loaded", PUZZLES, ids=IDS)
def test_nothing_shorter_solves_a_puzzle(loaded: levels.LoadedLevel) -> None:
    for pos in reachable_positions(loaded, own_actions(loaded) - 1):
        assert not is_won(loaded, pos)


@pytest.mark.parametrize("loaded", PUZZLES, ids=IDS)
def test_a_puzzle_says_what_it_asks(loaded: levels.LoadedLevel) -> None:
    level, match = loaded.level, levels.session(loaded)
    assert level.hint
    assert len(level.stars) == 2
    assert not levels.status(loaded, match).over
    assert match.decision.seat == level.seat
    assert all(kind == PASSIVE for n, kind in enumerate(match.kinds) if n != level.seat)


TRICKS = [level for level in PUZZLES if level.game.id == "tricks_of_the_trade"]


@pytest.mark.parametrize("loaded", TRICKS, ids=[level.id for level in TRICKS])
def test_tricks_are_made_whatever_the_others_play_but_only_after_one_lead(
    loaded: levels.LoadedLevel,
) -> None:
    start = levels.session(loaded).position
    leads = [action for action in start.decision.options if puzzles.holds(loaded, start, action)]
    assert leads == [levels.read_step(levels.session(loaded), loaded.level.solution[0])[1]]


MADE = [level for level in PUZZLES if level.level.why]


@pytest.mark.parametrize("loaded", MADE, ids=[level.id for level in MADE])
def test_a_puzzle_explains_its_solution_as_the_generator_does(loaded: levels.LoadedLevel) -> None:
    assert loaded.level.why == explanation(loaded)


def explanation(loaded: levels.LoadedLevel) -> str:
    """Return what the generator says about the stored solution."""
    match, level = levels.replay(loaded)[0], loaded.level
    texts = [
        match.with_player_names(loaded.game.describe(record.action, view(pos, level.seat)))
        for record, pos in zip(match.log, match.positions, strict=False)
        if record.seat == level.seat and record.chosen
    ]
    return solution_reason(texts, loaded in TRICKS, "equal cards" in level.why)


def test_51_puzzles_are_made_from_matches() -> None:
    assert len(MADE) == 51
    assert len({level.level.title for level in MADE}) == 51
    assert len({str(level.level.table) for level in MADE}) == 51


def test_puzzles_of_castle_from_matches_have_four_ideas() -> None:
    own = [level.level for level in MADE if level.game.id == "castle"]
    ideas = [level.teaches for level in own]
    assert len(set(ideas)) == 4
    assert all(ideas.count(idea) <= len(own) // 2 for idea in ideas)


TURNS = [level for level in MADE if level not in TRICKS]


@pytest.mark.parametrize("loaded", TURNS, ids=[level.id for level in TURNS])
def test_one_set_of_moves_alone_solves_a_puzzle_from_a_match(loaded: levels.LoadedLevel) -> None:
    match, _ = levels.replay(loaded)
    own = sorted(one.action for one in match.log if one.seat == loaded.level.seat and one.chosen)
    plans, kind = puzzles.shortest_plans(loaded), SOURCES[loaded.game.id].kind
    start = levels.session(loaded).position
    assert tuple(own) in plans
    assert {kind(start, plan) for plan in plans} == {kind(start, tuple(own))}
    assert (len(plans) > 1) == ("equal cards" in loaded.level.why)
    asked = [pos.decision for pos in match.positions[:-1]]
    assert all(one and (one.seat == loaded.level.seat or len(one.options) == 1) for one in asked)


def with_action_changed(plan: puzzles.Plan, verb: str, **parts: Any) -> puzzles.Plan:
    """Return a plan with changed parts of its action with this verb."""
    return tuple([a._replace(**parts) if a.verb == verb else a for a in plan])


def test_plans_of_castle_differ_in_the_cards_and_places_that_matter() -> None:
    loaded = next(one for one in MADE if one.id == "21-castle-matches/07-exchange")
    pos = levels.session(loaded).position
    (plan, *_), hand = puzzles.shortest_plans(loaded), pos.zones[pos.box.zone("0.hand")]
    attack = next(action for action in plan if action.verb == "attack")
    spare = next(action for action in plan if action.verb == "keep").cards[0]
    other = next(card for card in hand if all(card not in action.cards for action in plan))
    assert castle_plan_key(
        pos, with_action_changed(plan, "keep", cards=(other,))
    ) == castle_plan_key(pos, plan)
    for different in (
        with_action_changed(plan, "knight", cards=(spare, other)),
        with_action_changed(plan, "attack", onto=spare),
        with_action_changed(plan, "royalty", to=pos.zone_of(attack.onto)),
        tuple([action for action in plan if action.verb != "knight"]),
    ):
        assert castle_plan_key(pos, different) != castle_plan_key(pos, plan)


def test_reachable_positions_are_those_of_all_own_answers() -> None:
    loaded = next(one for one in MADE if one.id == "21-castle-matches/05-muster")
    found = [pos.key() for pos in puzzles.reachable(loaded, 1_000_000)]
    assert len(found) == len(set(found))
    assert set(found) == {pos.key() for pos in reachable_positions(loaded, 20)}
    few = [pos.key() for pos in puzzles.reachable(loaded, 10)]
    assert few == found[: len(few)]
    assert 0 < len(few) <= 10


def test_puzzles_and_lessons_are_about_the_decks_that_come_with_the_program(home: Path) -> None:
    own = home / "decks" / "rampage.yaml"
    own.parent.mkdir()
    text = (paths.assets() / "decks" / "rampage.yaml").read_text(encoding="utf-8")
    own.write_text(text.replace("    gate: 4\n", "    gate: 9\n"), encoding="utf-8")
    for memory in (content.games, content.built_in, levels.shelf):
        memory.cache_clear()
    try:
        assert content.games()["castle_rampage"] is not levels.shelf()["castle_rampage"]
        taught = {one.game.id: one for one in lessons.all_lessons()}
        assert list(faults(taught["castle_rampage"])) == []
        path = paths.levels() / "15-castle-rampage" / "01-ram.yaml"
        assert levels.check(path) == []
    finally:
        own.unlink()
        for memory in (content.games, content.built_in, levels.shelf):
            memory.cache_clear()


def test_every_game_of_turns_has_puzzles() -> None:
    for game in PACKS:
        assert sum(level.game.id == game for level in PUZZLES) >= 4, game
