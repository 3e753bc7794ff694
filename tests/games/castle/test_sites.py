"""Tests of the buildings of Castle: they follow the plots and show what every seat sees."""

from __future__ import annotations

from castlecards.content import games
from castlecards.core.view import public, view
from castlecards.games.castle.state import (
    BARRACKS,
    CASTLE,
    HOVEL,
    KINGS,
    OWN,
    PLOT,
    QUEENS,
    SIZE,
    WALL,
)
from tests.ui.shots.matches import match

GAME = games()["castle"]


def test_each_plot_shows_its_kind_its_cards_and_its_wall() -> None:
    pos = GAME.setup(GAME.options(), 2)
    plots = (
        HOVEL | 2 << SIZE | WALL, 0, BARRACKS | 1 << SIZE, CASTLE | 2 << SIZE | WALL,
        QUEENS | 3 << SIZE, KINGS | 8 << SIZE, WALL,
    )  # fmt: skip
    pos.state = pos.state.with_(plots=(b"", bytes(plots)))
    found = [(s.zone - OWN - PLOT, s.kind, s.level, s.sign, s.marks) for s in GAME.sites(pos, {})]
    assert found == [
        (0, "hovel", 2, "", ("wall",)),
        (2, "barracks", 1, "", ()),
        (3, "fortress", 1, "", ("wall",)),
        (4, "hall", 3, "rose", ()),
        (5, "hall", 8, "crown", ()),
        (6, "rampart", 1, "", ("wall",)),
    ]


def test_the_village_is_the_same_for_all_and_has_a_figure_for_each_pair() -> None:
    session = match("castle")
    figures = 0
    for at in range(0, len(session.positions), 7):
        pos = session.positions[at]
        sites = GAME.sites(pos, {})
        assert sites == GAME.sites(public(pos), {}) == GAME.sites(view(pos, 1).position, {})
        assert len({site.zone for site in sites}) == len(sites)
        for site in sites:
            assert pos.zones[site.zone], "a building without cards"
            assert pos.box.zones[site.zone].owner == site.seat
        people = [site for site in sites if site.kind in ("knight", "peasant")]
        assert len(people) == sum(
            bool(pos.zones[zone])
            for zone, spec in enumerate(pos.box.zones)
            if spec.flow in ("knights", "peasants")
        )
        figures += len(people)
    assert figures > 20
