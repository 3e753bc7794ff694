"""A save of an earlier version loads as long as neither rules nor cards have changed."""

from __future__ import annotations

from castlecards.content import built_in

VERSIONS = {
    "card_barrage": "1.93b29baa", "castle_rampage": "1.cfc70d2a",
    "tricks_of_the_trade": "1.0474aee0",
}  # fmt: skip


def test_the_checksum_of_cards_and_measures_stays_what_saves_hold() -> None:
    """No other name for a class or a field may turn every save into one of other rules: change
    these figures only where cards, effects or measures are others."""
    found = {id: game.version for id, game in built_in().items() if "." in game.version}
    assert found == VERSIONS
