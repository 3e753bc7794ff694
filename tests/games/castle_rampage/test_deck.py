"""Tests of the card list: its figures, its faces, and error messages about a broken one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from castlecards import content, paths
from castlecards.data import DataError, load
from castlecards.games.castle_rampage import CastleRampage, RampageDeck
from tests.games.castle_rampage import reference
from tests.games.castle_rampage.build import GAME, rampage
from tests.marks import rule

TEXT = (paths.assets() / "decks" / "rampage.yaml").read_text(encoding="utf-8")


@pytest.fixture
def own(home: Path) -> Iterator[Path]:
    """Return the path of a player's own deck; its folder is empty."""
    content.games.cache_clear()
    path = home / "decks" / "rampage.yaml"
    path.parent.mkdir()
    yield path
    content.games.cache_clear()


def deck() -> RampageDeck:
    return load(TEXT, RampageDeck, "rampage.yaml")


def with_change(card: str, old: str, new: str) -> str:
    """Return the built-in file with a change in the entry of one card."""
    start = TEXT.index(f"- id: {card}\n")
    assert old in TEXT[start:]
    return TEXT[:start] + TEXT[start:].replace(old, new, 1)


def load_error(text: str) -> str:
    with pytest.raises(DataError) as caught:
        load(text, RampageDeck, "rampage.yaml")
    return str(caught.value)


def line_of(card: str) -> int:
    return next(n for n, line in enumerate(TEXT.splitlines(), 1) if line == f"  - id: {card}")


# -- the built-in deck -----------------------------------------------------------------------------


def test_118_cards_with_the_figures_of_the_list() -> None:
    """The figures are written a second time in the reference implementation."""
    cards = deck().cards
    assert sum(card.copies for card in cards) == len(deck().faces) == 118
    rows = {}
    for card in cards:
        attack = "" if card.attack is None else str(card.attack)
        rows[card.id] = [
            card.id, str(card.copies), str(card.gate), str(card.castle), attack,
            "".join(card.units), str(card.cost), "".join(card.cost_units),
        ]  # fmt: skip
    assert rows == reference.TABLE
    extras = {card.id: (card.bonus_unit, card.bonus_attack) for card in cards if card.bonus_unit}
    assert extras == {name: (unit, 5) for name, unit in reference.EXTRA.items()}


@rule("CR24")
def test_the_sums_of_the_list() -> None:
    printed = deck().printed
    count = {
        "units": sum(bool(card.units) for card in printed),
        **{unit: sum(unit in card.units for card in printed) for unit in "KAX"},
        "attack": sum(card.attack is not None for card in printed),
        "purple": sum(card.trait.purple for card in printed),
        "permanent": sum(card.trait.permanent for card in printed),
        "scheme": sum(card.trait.scheme for card in printed),
    }
    assert count == {
        "units": 55, "K": 24, "A": 20, "X": 27, "attack": 88, "purple": 13, "permanent": 8,
        "scheme": 10,
    }  # fmt: skip
    assert round(sum(card.gate for card in printed) / 118, 2) == 1.92
    assert round(sum(card.castle for card in printed) / 118, 2) == 1.75
    starred = {card.id for card in deck().cards if card.star}
    assert starred == {
        "knight", "catapult", "jester", "scheme_pincer", "scheme_charge", "scheme_raid",
    }  # fmt: skip


def test_faces_carry_their_figures() -> None:
    faces = {face.key: face for face in deck().faces}
    assert len(faces) == 118
    assert faces["axe_man"].line == (
        "gate=2 castle=1 attack=2 star=0 units=X cost=0 cost_units= bonus= permanent=0 purple=0"
    )
    assert faces["scheme_pincer.4"].line == (
        "gate=1 castle=1 attack=9 star=1 units= cost=0 cost_units=K|A bonus=A+5 permanent=0 "
        "purple=0"
    )
    assert "attack= star=0 units= cost=0 cost_units= bonus= permanent=0 purple=1" in (
        faces["ogre.3"].line
    )
    giant, spy = faces["giant.2"], faces["spy"]
    assert (giant.title, giant.rank, giant.suit) == ("Giant", 6, "KX")
    assert (spy.deck, spy.back, spy.rank, spy.suit) == ("rampage", "rampage", 0, "")
    assert all(face.text.endswith(".") for face in faces.values())


def test_the_rulebook_lists_the_cards_of_the_file() -> None:
    rules = paths.rules(GAME.id).read_text(encoding="utf-8").splitlines()
    table = [
        [cell.strip() for cell in row.strip("|").split("|")] for row in rules if row[:1] == "|"
    ]
    listed = {row[0]: row[1:] for row in table[2:]}
    there = {}
    for card in deck().cards:
        attack = "–" if card.attack is None else f"{card.attack}{'*' if card.star else ''}"
        there[card.name] = [
            str(card.copies), str(card.gate), str(card.castle), attack,
            " ".join(card.units) or "–", ("Purple. " if card.trait.purple else "") + card.text,
        ]  # fmt: skip
    assert listed == there


# -- faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "old", "new", "message"),
    [
        ("spy", "id: spy", "id: spie", "id: unknown card 'spie'"),
        ("spy", "id: spy", "id: bomber", "'bomber' is listed 2 times"),
        ("spy", "copies: 3", "copies: 4", "119 copies in all, not 118"),
        ("spy", "copies: 3", "copies: 0", "copies: expected 1 to 118, got 0"),
        ("spy", "copies: 3", "copies: three", "expected a whole number, got 'three'"),
        ("spy", "gate: 2", "gate: -1", "gate: expected 0 to 99, got -1"),
        ("spy", "gate: 2", "gates: 2", "unknown key 'gates', did you mean 'gate'?"),
        ("spy", "name: Spy", 'name: ""', "name: a card must have a name"),
        ("spy", "castle: 1", "castle: 1\n    attack: 2", "attack: the card 'spy' can’t attack"),
        ("spy", "castle: 1", "castle: 1\n    cost: 2", "cost: the card 'spy' is purple"),
        (
            "spy",
            "castle: 1",
            "castle: 1\n    amount: 2",
            "amount: the effect of the card 'spy' has",
        ),
        ("knight", "    attack: 4\n", "", "attack: the card 'knight' attacks"),
        (
            "knight",
            "amount: 1",
            "amount: 0",
            "amount: the effect of the card 'knight' needs a number",
        ),
        ("knight", "units: [K]", "units: [K, K]", "units: a card shows each symbol only once"),
        ("knight", "units: [K]", "units: [Q]", "'Q'"),
        ("knight", "units: [K]", "units: [K]\n    bonus_unit: A", "bonus_unit: only Attack"),
        ("scheme_raid", "bonus_attack: 5", "bonus_attack: 0", "bonus_attack: give it"),
        ("dragon", "cost: 2", "cost: 100", "cost: expected 0 to 99, got 100"),
    ],
)
def test_faults_are_told_with_their_place(card: str, old: str, new: str, message: str) -> None:
    told = load_error(with_change(card, old, new))
    assert message in told
    assert told.startswith("rampage.yaml:")
    if "copies in all" not in told and "times" not in told:
        line = int(told.split(":")[1])
        assert line_of(card) <= line <= line_of(card) + 12


@rule("CR2")
def test_a_deck_must_have_enough_cards_to_set_up() -> None:
    few = "".join(
        f"  - {{id: {name}, name: N, copies: {copies}, gate: 1, castle: 1, {more}text: T.}}\n"
        for name, copies, more in (("bomber", 99, ""), ("archer", 19, "attack: 2, "))
    )
    assert "at least 20 must not be purple" in load_error(f"title: T\ncards:\n{few}")


def test_a_deck_need_not_have_every_card() -> None:
    text = with_change("witch", "copies: 4", "copies: 2").replace(
        "- id: castellan", "- id: castellan"
    )
    start = text.index("  - id: quartermaster")
    end = text.index("  - id: siege_ram")
    smaller = text[:start] + text[end:]
    grown = smaller.replace("copies: 17", "copies: 21", 1)
    own_game = CastleRampage(load(grown, RampageDeck, "own"))
    match = rampage(hands={0: "catapult spy"}, game=own_game, begin_with="Turn")
    assert len(match["0.hand"]) == 4


# -- the owner of a printed deck -------------------------------------------------------------------


def test_an_own_deck_takes_the_place_of_the_built_in_one(own: Path) -> None:
    before = GAME.version
    own.write_text(with_change("ogre", "name: Ogre", "name: Printed ogre"), encoding="utf-8")
    game = content.games()[GAME.id]
    titles = {face.title for face in game.setup(game.options(), 2).box.faces}
    assert "Printed ogre" in titles
    assert "Ogre" not in titles
    assert game.version == before  # names do not change a running match
    assert content.problem() == ""
    content.games.cache_clear()
    own.write_text(with_change("ogre", "gate: 6", "gate: 7"), encoding="utf-8")
    assert content.games()[GAME.id].version != before


@rule("CR9", "CR18", "CR20")
def test_other_figures_are_played_with() -> None:
    text = with_change("ogre", "amount: 2", "amount: 1")
    start = text.index("- id: knight\n")
    text = text[:start] + text[start:].replace("amount: 1", "amount: 3", 1)
    text = text.replace("    gate: 6\n    castle: 6", "    gate: 5\n    castle: 8")
    game = CastleRampage(load(text, RampageDeck, "own"))
    match = rampage(
        hands={0: "knight ogre spy witch"}, castles={1: "ogre ogre"}, game=game
    )  # fmt: skip
    match.play("attack knight >1.castle")
    assert match.clashes == [("repelled", (7, 8))]
    match.play("strengthen ogre >0.gate")
    assert match.options == ["pay spy", "pay witch"]
    match.play("pay spy")
    assert match["0.gate"] == ["ogre"]


def test_a_broken_own_deck_is_told_and_left_out(own: Path) -> None:
    own.write_text(with_change("ogre", "gate: 6", "gate: six"), encoding="utf-8")
    with pytest.raises(DataError, match="expected a whole number"):
        content.games()
    assert str(own) in content.problem()
    game = content.games(strict=False)[GAME.id]
    assert isinstance(game, CastleRampage)
    assert game.deck == deck()
    faults = {path: error for path, error in content.check_data() if error is not None}
    assert set(faults) == {own}


def test_check_data_reads_both_decks(own: Path) -> None:
    own.write_text(TEXT, encoding="utf-8")
    checked = [path for path, error in content.check_data() if error is None]
    assert own in checked
    assert paths.assets() / "decks" / "rampage.yaml" in checked
