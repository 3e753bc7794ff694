"""Tests of characters: their files, the texts about them, and the limits of their bias."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from castlecards import content, paths
from castlecards.core.action import PASS, Action
from castlecards.core.advice import Advice
from castlecards.core.events import apply
from castlecards.core.landing import METHODS
from castlecards.core.session import LEVELS as IDS
from castlecards.core.view import view
from castlecards.data import DataError
from castlecards.players import levels
from castlecards.players.characters import (
    Bias,
    Character,
    CharacterHeuristics,
    Emblem,
    Method,
    ThrowingHand,
    chosen_portraits,
    thinking_text,
    throwing_text,
)
from castlecards.players.player import EQUAL_VALUE, Think, choose, preferred
from castlecards.players.search import RankedOption
from castlecards.playout import opening

CAST = content.characters()
OWN = """character: 1
name: Otto
emblem: dragon
colour: red
level: knight
temper: Sleepy.
"""


@pytest.fixture
def own(home: Path) -> Iterator[Path]:
    """Return the folder for the player's own characters, still empty."""
    content.characters.cache_clear()
    folder = home / "players"
    folder.mkdir()
    yield folder
    content.characters.cache_clear()


def test_each_level_has_somebody_and_the_levels_are_those_of_a_match() -> None:
    assert len(CAST) >= 8
    assert {character.level for character in CAST.values()} == {*IDS}
    assert tuple(level.id for level in levels.LEVELS) == IDS
    order = [IDS.index(character.level) for character in CAST.values()]
    assert order == sorted(order)
    assert get_args(Method) == METHODS


def test_every_emblem_is_a_bundled_picture_and_no_two_crests_are_the_same() -> None:
    icons = {path.stem for path in (paths.assets() / "icons" / "emblem").glob("*.png")}
    assert {*get_args(Emblem)} == icons
    crests = [(character.emblem, character.colour) for character in CAST.values()]
    assert len({*crests}) == len(crests)
    assert len({character.name for character in CAST.values()}) == len(CAST)


def test_what_is_said_of_how_it_thinks_is_made_from_the_figures() -> None:
    said = {level.id: thinking_text(level) for level in levels.LEVELS}
    assert thinking_text(levels.THUMB) == "Plays by instinct."
    assert said["page"] == "Plays by instinct. 9 in 10 moves are random."
    assert said["knight"] == "Looks ahead a little. 2 in 5 moves are random."
    assert said["regent"] == "Thinks far ahead."
    other = dataclasses.replace(levels.LEVELS[2], simulations=1, error=0.1)
    assert thinking_text(other) == "Looks ahead a little. 1 in 10 moves is random."


def test_what_is_said_of_a_hand_is_made_from_the_figures() -> None:
    assert throwing_text(ThrowingHand(error=0.7)) == "Throws with a very steady hand."
    assert (
        throwing_text(ThrowingHand(error=1.0, methods=("lob",)))
        == "Throws with a steady hand. Lobs only."
    )
    assert throwing_text(ThrowingHand(error=1.2, methods=("lob", "flip"))) == (
        "Throws with an unsteady hand. Lobs and flips only."
    )
    assert throwing_text(ThrowingHand(error=2.0)) == "Often misses."
    assert (
        throwing_text(ThrowingHand(favourite="flip")) == "Throws with a steady hand. Prefers flips."
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("level: knight", "level: emperor", 5, "'emperor'"),
        ("emblem: dragon", "emblem: rabbit", 3, "'rabbit'"),
        ("name: Otto", "name: ''", 2, "1 to 24 letters"),
        ("temper: Sleepy.", f"temper: {'a' * 91}", 6, "90 letters"),
        ("temper: Sleepy.", "temper: Sleepy.\nbias: {attack: 9}", 7, "0.25 to 4"),
        ("temper: Sleepy.", "temper: Sleepy.\nbias: {charge: 2}", 7, "charge"),
        ("temper: Sleepy.", "temper: Sleepy.\nhand: {error: 0}", 7, "0.3 to 3"),
        ("temper: Sleepy.", "temper: Sleepy.\nhand: {methods: [roll]}", 7, "roll"),
        ("temper: Sleepy.", "temper: Sleepy.\nhand: {favourite: roll}", 7, "roll"),
        (
            "temper: Sleepy.",
            "temper: Sleepy.\nhand: {favourite: lob, methods: [flip]}",
            7,
            "one of methods",
        ),
        ("character: 1", "character: 2", 1, "format 1"),
    ],
)
def test_a_fault_is_named_with_file_and_line(
    own: Path, old: str, new: str, line: int, expected: str
) -> None:
    path = own / "otto.yaml"
    path.write_text(OWN.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        content.characters()
    (problem,) = caught.value.problems
    assert (problem.name, problem.line) == (str(path), line)
    assert expected in str(problem)
    assert f"{path}:{line}" in content.problem()
    assert [*content.characters(strict=False)] == [*CAST]
    assert any(error for file, error in content.check_data() if file == path)


def test_one_of_the_players_own_is_added_or_takes_the_place_of_another(own: Path) -> None:
    (own / "otto.yaml").write_text(OWN, encoding="utf-8")
    (own / "tilo.yaml").write_text(OWN.replace("Otto", "Tilda"), encoding="utf-8")
    found = content.characters()
    assert {*found} == {*CAST, "otto"}
    assert (found["otto"].name, found["tilo"].name) == ("Otto", "Tilda")
    assert found["otto"].bias == Bias()


def test_a_file_whose_name_is_no_id_is_refused(own: Path) -> None:
    (own / "Otto von.yaml").write_text(OWN, encoding="utf-8")
    with pytest.raises(DataError, match="small letters"):
        content.characters()


def test_a_temper_thinks_as_its_game_does() -> None:
    """The search asks the game itself whether a leaf is quiet and which actions to expect."""
    for id in ("castle_wars", "castle", "castle_rampage"):
        game = content.games()[id]
        assert game.advice is not None
        calm = CharacterHeuristics(game.advice, Bias())
        pos, random, restless = opening(game, game.options(), 2, 1), Random(1), 0
        for _ in range(60):
            decision = pos.decision
            if decision is None:
                break
            options = calm.options(pos, decision)
            expected = game.advice.prior(pos, decision, options)
            assert calm.prior(pos, decision, options) == expected
            assert calm.is_quiet(pos) == game.advice.is_quiet(pos)
            restless += not calm.is_quiet(pos)
            pos, _ = apply(pos, random.choice(options))
        assert restless or id == "castle_rampage"


def test_a_temper_leans_to_what_it_likes_and_never_does_what_is_never_done() -> None:
    game = content.games()["castle_wars"]
    assert game.advice is not None
    bold = CharacterHeuristics(game.advice, Bias(attack=4.0, wait=0.25))
    meek = CharacterHeuristics(game.advice, Bias(attack=0.25, wait=4.0))
    changed = 0
    for seed in range(6):
        pos = opening(game, game.options(), 2, seed)
        random = Random(seed)
        for _ in range(60):
            decision = pos.decision
            assert decision is not None
            options = bold.options(pos, decision)
            plain = game.advice.weights(pos, decision, options)
            assert bold.weights(pos, decision, options) == plain
            for one, mild, action, weight in zip(
                bold.biased(plain, options),
                meek.biased(plain, options),
                options,
                plain,
                strict=True,
            ):
                assert (one == 0) == (weight == 0) == (mild == 0)
                if action == PASS:
                    assert one == weight / 4
                elif action.verb == "attack":
                    assert one == weight * 4
                    changed += weight > 0
            seen = view(pos, decision.seat)
            chosen = choose(bold, seen, (), Think(error=1.0, seed=random.getrandbits(30)))
            pos = _after(pos, chosen.action)
            if pos.decision is None:
                break
    assert changed


@pytest.mark.parametrize(
    ("id", "liked"), [("castle_rampage", "attack"), ("tricks_of_the_trade", "effect")]
)
def test_a_search_gives_up_little_for_what_the_temper_likes(id: str, liked: str) -> None:
    game = content.games()[id]
    assert game.advice is not None
    bold = CharacterHeuristics(game.advice, Bias(attack=3.0, build=3.0, wait=0.5))
    attack, build, other = Action(liked, (1,)), PASS, Action("discard", (3,))
    reach = game.advice.bias_cost * (bold.log_bias(attack) - bold.log_bias(build))

    def choice(advice: Advice[Any], lack: float, visits: int = 40) -> Action:
        ranked = (
            RankedOption(build, 50, 0.6, 0.5),
            RankedOption(attack, visits, 0.6 - lack, 0.3),
            RankedOption(other, 9, 0.1, 0.2),
        )
        return preferred(ranked, advice)

    assert reach > EQUAL_VALUE
    assert choice(game.advice, 0.9 * reach) == build
    assert choice(bold, 0.9 * reach) == attack
    assert choice(bold, 1.1 * reach) == build
    assert choice(bold, 0.9 * reach, visits=2) == build  # too few visits to trust its value
    assert choice(bold, -0.5) == attack


def test_a_patient_character_gives_up_less_for_waiting_in_castle_than_elsewhere() -> None:
    ranked = (
        RankedOption(Action("discard", (3,)), 50, 0.6, 0.5), RankedOption(PASS, 40, 0.58, 0.3),
    )  # fmt: skip
    waits = {
        id: preferred(ranked, CharacterHeuristics(game.advice, Bias(wait=4.0))) == PASS
        for id, game in content.games().items()
        if game.advice is not None and game.advice.action_kinds
    }
    assert [id for id, does in waits.items() if not does] == ["castle"]


def _after(pos: object, action: object) -> object:
    from castlecards.core.events import apply

    return apply(pos, action)[0]  # type: ignore[type-var, arg-type]


def test_action_kinds_are_of_verbs_that_the_game_has() -> None:
    for game in content.games().values():
        if game.advice is None:
            continue
        source = "".join(
            path.read_text(encoding="utf-8")
            for path in (Path(content.__file__).parent / "games" / game.id).glob("*.py")
        )
        for verb in game.advice.action_kinds:
            assert source.count(f'"{verb}"') > 1, verb


def test_a_character_of_every_field_is_read() -> None:
    assert isinstance(CAST["tilo"], Character)
    assert CAST["tilo"].bias.attack > 1
    assert CAST["berta"].hand.favourite == "lob"


def test_people_show_the_portrait_they_chose_and_a_sign_if_nobody_knows_it() -> None:
    names = ("Anna", "Ben", "Cleo", "Berta the Warden")
    kinds = ("human", "human", "human", "knight")
    chosen = {"Anna": "tilo", "Ben": "nobody", "Cleo": "", "Berta the Warden": "mina"}
    portraits = chosen_portraits(names, kinds, CAST, chosen.__getitem__)
    assert portraits == [CAST["tilo"], None, None, None]
