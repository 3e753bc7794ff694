"""Tests of towers at the piles: level by number of cards, marks by what all see of the top card."""

from __future__ import annotations

import pytest

from castlecards.core.site import Site
from castlecards.core.view import public
from castlecards.games.castle_wars.setup import FACTIONS
from castlecards.games.castle_wars.sites import SIGNS
from castlecards.ui.cardart.buildings.banner_signs import SIGNS as DRAWN
from tests.games.castle_wars.build import GAME, WarsMatch, wars


def towers(match: WarsMatch) -> dict[str, Site]:
    names = [spec.name for spec in match.pos.box.zones]
    return {names[site.zone]: site for site in GAME.sites(public(match.pos), {})}


def test_a_tower_is_as_high_as_its_pile_and_an_empty_pile_is_a_ruin() -> None:
    found = towers(wars("9H 7H | 2H", "8S 5S 3S | 6S"))
    levels = [found[f"{seat}.pile{n}"].level for seat in (0, 1) for n in range(3)]
    assert levels == [2, 1, 0, 3, 1, 0]
    assert {site.kind for site in found.values()} == {"tower"}
    assert [site.seat for site in found.values()] == [0, 0, 0, 1, 1, 1]


def test_the_banner_is_furled_while_the_top_lies_face_down() -> None:
    found = towers(wars("9H 7H | 2H", "8S 5S", up="7H 8S"))
    assert found["0.pile0"].marks == ()
    assert found["0.pile1"].marks == ("furled",)
    assert found["1.pile0"].marks == ("furled",)  # only the top card counts
    assert found["0.pile2"].marks == ()


def test_the_banner_shows_infected_and_mechanised_soldiers() -> None:
    ill = towers(wars("9H 7H | 2H", "8S 5S", up="7H", infected="7H", second="infected"))
    assert ill["0.pile0"].marks == ("infected",)
    assert ill["0.pile1"].marks == ("furled",)
    match = wars("9H 7H | 2H", "8S 5S", first="mechas", begin="attack")
    match.play("mechanise")
    iron = towers(match)
    assert "mechanised" in iron["0.pile0"].marks
    assert "mechanised" not in iron["1.pile0"].marks


@pytest.mark.parametrize("faction", sorted(FACTIONS))
def test_each_faction_has_a_drawn_sign_of_its_own(faction: str) -> None:
    found = towers(wars("9H 7H", "8S 5S", first=faction))
    sign = found["0.pile0"].sign
    assert found["1.pile0"].sign == ""  # without a faction: the sign of the seat
    assert (sign in DRAWN) is (faction != "none")
    assert len(set(SIGNS.values())) == len(SIGNS) == len(FACTIONS) - 1
