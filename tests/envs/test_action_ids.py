"""Tests of action ids: every option has its own, and they mean the same in every decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from castlecards.core.action import Action
from castlecards.core.game import Game
from castlecards.envs.action_ids import ALIKE, END, NUMBERS, ActionIds, PartialAnswer
from tests.depth import Depth
from tests.envs.test_match import begun, goes_on
from tests.envs.test_numbers import DAILY, LISTED, THOROUGH, decisions


@LISTED
@pytest.mark.long
def test_every_option_can_be_chosen_by_its_ids_and_no_other_can(
    game: Game[Any], depth: Depth
) -> None:
    for match in decisions(game, depth(DAILY, THOROUGH)):
        named = match.action_ids.options(match.options(), match.view(match.current_player))
        assert tuple(named.values()) == match.options()
        for ids, action in named.items():
            partial, at = match.partial, 0
            while partial.action is None:
                partial = partial.then(ids[at] if at < len(ids) else END)
                at = len(partial.chosen)
            assert partial.action == action


@LISTED
def test_an_id_means_the_same_in_every_match_of_a_game(game: Game[Any]) -> None:
    one, other = (begun(game.id, seed=seed).action_ids for seed in (1, 2))
    assert one.names == other.names
    assert len(set(one.names)) == len(one.names)


def test_cards_are_named_by_the_face_that_the_player_sees() -> None:
    match, random = begun("castle_rampage"), Random(1)
    for _ in range(12):
        goes_on(match, random)
    seen, faces = match.view(match.current_player), set[str]()
    for ids, action in match.action_ids.options(match.options(), seen).items():
        names = {match.action_ids.names[id] for id in ids}
        for card in action.cards:
            face = seen.face(card)
            assert ("card unseen" if face is None else f"card {face.key}") in names
            faces.add(face.key if face else "")
    assert faces


def test_options_that_differ_in_nothing_named_get_their_order() -> None:
    match = begun("castle_wars")
    ids: ActionIds = match.action_ids
    verb = match.options()[0].verb
    hidden = next(card for card, face in enumerate(match.view(0).position.faces) if face == 255)
    twins = [Action(verb, (hidden,), args=(n, 1, 1, 1, 1)) for n in (3, 3)]
    named = ids.options(twins, match.view(0))
    assert [ids.names[key[-1]] for key in named] == ["alike 0", "alike 1"]
    assert PartialAnswer.to(named).then(next(iter(named))[0]).legal == tuple(
        key[-1] for key in named
    )
    with pytest.raises(OverflowError, match="has no id"):
        ids.options(twins[:1] * (ALIKE + 1), match.view(0))
    with pytest.raises(OverflowError, match="has no id"):
        ids.options([Action(verb, args=(NUMBERS,))], match.view(0))


def test_a_shorter_answer_than_another_is_completed_by_the_end() -> None:
    match = begun("castle_wars")
    verb = match.options()[0].verb
    named = match.action_ids.options([Action(verb), Action(verb, to=1)], match.view(0))
    partial = PartialAnswer.to(named).then(next(iter(named))[0])
    assert partial.action is None
    assert partial.then(END).action == Action(verb)
    with pytest.raises(ValueError, match="none of the 2 ids"):
        partial.then(partial.chosen[0])
