"""Tests of players with phones: no curtain for them, and nothing of their hands on the screen."""

from __future__ import annotations

import pytest

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core.referee import Human, due
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act
from castlecards.ui.table.model import Mode
from castlecards.ui.table.viewer import NOBODY, must_hide
from tests.ui.table.headless_match import TICK, HeadlessMatch

MOST = 6_000  # ticks of one match
BOTH, SECOND = frozenset((0, 1)), frozenset((1,))


@pytest.mark.parametrize("game", sorted(games()))
def test_whole_matches_on_two_phones_need_no_curtain(game: str) -> None:
    bare = HeadlessMatch(game, 3, BOTH)
    for _ in range(MOST):
        asked = due(bare.session)
        rests = not (bare.model.playback.plays or bare.model.next_unasked)
        if isinstance(asked, Human) and rests:
            action = random_action(asked.decision, bare.rnd.getrandbits(32))
            bare.answer("phone", asked.decision, action)
        bare.tick(TICK)
        assert bare.model.curtain is None
        assert bare.model.selection is None
        assert bare.model.window is None
        assert bare.model.viewer.seat == NOBODY
        if bare.session.over or bare.done["phone"] > 150:
            break
    assert bare.done["phone"] > 10


def until_asked(bare: HeadlessMatch, player: int) -> None:
    """Answer for the others until this player must answer with the own hand."""
    for _ in range(MOST):
        asked = due(bare.session)
        if isinstance(asked, Human) and not bare.model.next_unasked:
            secret = bare.model.viewer.needs_secrecy(asked.decision)
            if asked.player == player and secret and not asked.decision.window:
                return
            bare.answer("other", asked.decision, random_action(asked.decision, 5))
        bare.tick(TICK)
    raise AssertionError("nobody needs the hand")


def test_the_only_one_at_the_screen_is_asked_while_a_key_is_held() -> None:
    bare = HeadlessMatch("tricks_of_the_trade", 3, SECOND)
    until_asked(bare, 0)
    model, turns = bare.model, bare.asking
    assert model.viewer.covers_hand
    assert (model.curtain, model.selection, model.viewer.seat) == (None, None, NOBODY)
    turns.peek(True)
    bare.tick(TICK)
    assert model.mode is Mode.ASKED
    assert model.viewer.seat == 0
    assert model.viewer.reader == NOBODY, "the log is read by the other, too"
    turns.peek(False)
    bare.tick(TICK)
    assert (model.curtain, model.selection, model.viewer.seat) == (None, None, NOBODY)


def test_a_held_key_shows_the_own_hand_in_the_turn_of_a_phone() -> None:
    bare = HeadlessMatch("tricks_of_the_trade", 3, SECOND)
    until_asked(bare, 1)
    bare.asking.peek(True)
    bare.tick(TICK)
    assert bare.model.viewer.seat == 0
    assert bare.model.selection is None
    bare.asking.peek(False)
    assert bare.model.viewer.seat == NOBODY


def test_two_at_the_screen_keep_their_curtain() -> None:
    bare = HeadlessMatch("tricks_of_the_trade", 3)
    until_asked(bare, 0)
    bare.model.viewer.seat = 1
    decision = bare.session.decision
    assert decision is not None
    assert bare.model.viewer.needs_curtain(decision)
    bare.model.viewer.on_phones = SECOND
    assert not bare.model.viewer.needs_curtain(decision)


def test_a_popup_closes_with_the_key_that_shows_a_covered_hand() -> None:
    up = intents.Command(Act.PEEK, False)
    assert must_hide(True, up, covered=True)
    assert not must_hide(True, up)
    assert not must_hide(True, intents.Command(Act.PEEK, True), covered=True)
