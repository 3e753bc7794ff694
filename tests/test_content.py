"""Content tests: the Tech Deck (TD1 to TD5), its effects, and the measures of the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from castlecards import content, paths
from castlecards.core.cards import Field
from castlecards.data import DataError, load
from castlecards.games.card_barrage import CardBarrage
from castlecards.games.decks import CARD_LENGTH, CARD_WIDTH, TechDeck
from castlecards.toss import contact
from tests.marks import rule

BUILT_IN = paths.assets() / "decks" / "tech.yaml"
TEXT = BUILT_IN.read_text(encoding="utf-8")


@pytest.fixture
def own(home: Path) -> Iterator[Path]:
    """Return the path of a player's own deck; its folder is empty."""
    content.games.cache_clear()
    path = home / "decks" / "tech.yaml"
    path.parent.mkdir()
    yield path
    content.games.cache_clear()


def deck() -> TechDeck:
    return load(TEXT, TechDeck, "tech.yaml")


def problems_after(old: str, new: str) -> str:
    """Return the problems of the built-in file after a change."""
    assert old in TEXT
    with pytest.raises(DataError) as caught:
        load(TEXT.replace(old, new, 1), TechDeck, "tech.yaml")
    return str(caught.value)


def line_of(words: str) -> int:
    return next(n for n, line in enumerate(TEXT.splitlines(), 1) if words in line)


def test_games_are_made_once() -> None:
    assert content.games() is content.games()
    assert {"card_barrage", "high_card", "tricks_of_the_trade"} <= set(content.games())


@rule("TD1")
def test_52_numbered_cards() -> None:
    cards = deck().cards
    assert len(cards) == len({(card.domain, card.value) for card in cards}) == 52
    assert {card.value for card in cards} == set(range(1, 14))
    assert {card.domain for card in cards} == set("KSTV")


@rule("TD1")
def test_a_missing_doubled_or_impossible_card_is_refused() -> None:
    message = problems_after("{id: K03, value: 3", "{id: K03, value: 4")
    assert "Knowledge 3 appears 0 times" in message
    assert f"tech.yaml:{line_of('- {id: K01')}:3: cards: " in message
    where = line_of("id: K03")
    assert f"tech.yaml:{where}:" in problems_after("{id: K03, value: 3", "{id: K03, value: 14")
    assert "1 to 13, not 14" in problems_after("{id: K03, value: 3", "{id: K03, value: 14")
    extra = "  - {id: K14, value: 3, domain: K, name: Again, line: Twice.}\n\nwild:"
    assert "Knowledge 3 appears 2 times" in problems_after("\nwild:", extra)


@rule("TD2")
def test_two_wild_cards_without_value_domain_or_effect() -> None:
    faces = deck().faces(1)
    wild = [face for face in faces if not face.rank]
    assert len(faces) == 54
    assert [(face.key, face.suit, face.text) for face in wild] == [("W01", "", ""), ("W02", "", "")]
    third = "  - {id: W03, name: One more, line: Too many.}\n\neffects:"
    assert "3 wild cards instead of 2" in problems_after("\neffects:", third)
    assert "unknown key 'value'" in problems_after("{id: W01, ", "{id: W01, value: 3, ")


@rule("TD3")
def test_domain_codes() -> None:
    assert {face.suit for face in deck().faces(1)} == set("KSTV") | {""}
    message = problems_after("domain: S, name: Graphene", "domain: X, name: Graphene")
    assert f"tech.yaml:{line_of('Graphene')}:" in message
    assert "'X'" in message


@rule("TD4")
def test_card_and_index_measures() -> None:
    assert (CARD_WIDTH, CARD_LENGTH) == (635, 950)
    game = content.games()["card_barrage"]
    field = game.setup(game.options(), 2).box.field
    assert isinstance(field, Field)
    assert (field.card_width, field.card_length) == (635, 950)
    assert (contact.INDEX_ACROSS, contact.INDEX_ALONG) == (7.0, 9.0)


@rule("TD5")
def test_every_card_stays_a_card_of_its_own() -> None:
    faces = deck().faces(4)
    keys = [face.key for face in faces]
    assert len(keys) == len(set(keys)) == 216
    assert keys.index("K05") % 54 == keys.index("K05.2") % 54 == keys.index("K05.4") % 54
    card = next(card for card in deck().cards if card.id == "K05")
    assert (card.value, card.domain, card.name) == (5, "K", "Infographic")
    assert card.line
    assert "two cards have the id K02" in problems_after("{id: K03", "{id: K02")


def test_a_face_says_what_the_card_does_in_its_own_domain() -> None:
    faces = {face.key: face for face in deck().faces(2)}
    assert faces["S01"].text == (
        "Spark: Draw 1 card. If it is Science, you may show it and draw 1 more."
    )
    assert faces["V05.2"].text.startswith("Poach: Take a random Services card")
    assert (faces["K12"].title, faces["K12"].back, faces["K12"].deck) == (
        "Search engine", "tech", "tech",
    )  # fmt: skip
    assert not any("{" in face.text for face in faces.values())


def test_each_value_has_one_known_effect() -> None:
    assert len(deck().effects) == 13
    message = problems_after("does: poach", "does: poch")
    assert f"tech.yaml:{line_of('does: poach')}:" in message
    assert "did you mean 'poach'" in message
    assert "value 4 has 0 effects" in problems_after("- value: 4\n", "- value: 5\n")
    assert "only for {D}" in problems_after("If it is {D}", "If it is {E}")


def test_empty_names_and_strange_ids_are_refused() -> None:
    assert "needs one" in problems_after("name: Wiki", 'name: ""')
    assert "letters, digits" in problems_after("id: K03", "id: K03.2")
    assert "unknown key 'nmae', did you mean 'name'?" in problems_after("name: Wiki", "nmae: Wiki")


def test_the_owner_of_a_printed_deck_puts_it_in_place_of_the_built_in_one(own: Path) -> None:
    before = content.games()["card_barrage"].version
    content.games.cache_clear()
    own.write_text(TEXT.replace("name: Wiki", "name: Printed wiki"), encoding="utf-8")
    game = content.games()["card_barrage"]
    assert isinstance(game, CardBarrage)
    assert "Printed wiki" in {face.title for face in game.setup(game.options(), 2).box.faces}
    assert content.problem() == ""
    assert game.version == before  # names do not change a running match
    content.games.cache_clear()
    own.write_text(TEXT.replace("does: poach", "does: barter"), encoding="utf-8")
    assert content.games()["card_barrage"].version != before


def test_a_broken_own_deck_is_refused_with_file_line_and_reason(own: Path) -> None:
    own.write_text(TEXT.replace("value: 3, domain: K", "value: three, domain: K"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        content.games()
    (problem,) = caught.value.problems
    assert problem.name == str(own)
    assert problem.line == line_of("id: K03")
    assert "expected a whole number" in problem.message
    assert str(own) in content.problem()


@pytest.mark.parametrize("raw", [b"", b"cards: [", b"\xff\xfe", b"a: &x [*x]\n", b"x" * 2_000_000])
def test_the_window_goes_on_with_the_built_in_deck(own: Path, raw: bytes) -> None:
    own.write_bytes(raw)
    with pytest.raises(DataError):
        content.games()
    game = content.games(strict=False)["card_barrage"]
    assert isinstance(game, CardBarrage)
    assert game.deck == deck()
    assert content.problem()


def test_a_folder_in_its_place_is_refused(own: Path) -> None:
    own.mkdir()
    with pytest.raises(DataError, match="not a file"):
        content.games()
    assert content.games(strict=False)
