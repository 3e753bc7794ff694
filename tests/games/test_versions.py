"""Tests of game versions: old saves load as long as rules and cards have not changed."""

from __future__ import annotations

from castlecards.content import built_in

VERSIONS = {
    "card_barrage": "1.93b29baa", "castle_rampage": "1.cfc70d2a",
    "tricks_of_the_trade": "1.0474aee0",
}  # fmt: skip


def test_the_checksum_of_cards_and_measures_stays_what_saves_hold() -> None:
    """A renamed class or field must not change the version, because no save would load.

    Change these figures only if cards, effects or measures change.
    """
    found = {id: game.version for id, game in built_in().items() if "." in game.version}
    assert found == VERSIONS
