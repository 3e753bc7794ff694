"""Tests of the order of the own hand: sorted until the player rearranges it."""

from __future__ import annotations

from castlecards.ui.kit.intents import Act
from tests.ui.table.tables import TableDriver, open_curtain, table

KINDS = ("human", "random")


def hand_order(play: TableDriver) -> list[int]:
    """Return the cards of the own hand from left to right."""
    layout = play.table.table_view.layout
    own = {area.zone for area in layout.areas if area.own}
    return [spot.card for spot in sorted(layout.spots, key=lambda s: s.x) if spot.zone in own]


def value(play: TableDriver, card: int) -> tuple[str, int]:
    face = play.table.view.face(card)
    return face.suit, face.rank


def test_the_hand_is_sorted_and_a_card_dragged_within_it_stays_there() -> None:
    with table("high_card", kinds=KINDS) as play:
        open_curtain(play)
        before = hand_order(play)
        assert len(before) > 2
        assert [value(play, card) for card in before] == sorted(value(play, c) for c in before)
        at, line = play.session.at, play.where(before[-1])
        play.drag(line, (play.where(before[0])[0] - 30, line[1]))
        assert play.session.at == at
        assert hand_order(play) == [before[-1], *before[:-1]]
        decision = play.session.decision
        laid = next(a for a in decision.options if a.cards and a.cards[0] == before[0])
        play.table.submit(decision.seat, laid)
        open_curtain(play)
        after = [card for card in hand_order(play) if card in before]
        assert after == [card for card in (before[-1], *before[:-1]) if card in after]
        play.key(Act.SORT)
        now = hand_order(play)
        assert [value(play, card) for card in now] == sorted(value(play, card) for card in now)
        play.key(Act.SORT)
        assert not play.app.settings.sorted_hand
