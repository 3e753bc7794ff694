"""Test of Card Barrage in a real window: first throws by mouse, the last ones after a restart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.action import PASS, Action
from castlecards.core.landing import Limits
from castlecards.core.session import Session
from tests.ui.mirror import Mirror, match_near_end, mirror
from tests.ui.shots.matches import answer
from tests.ui.window import targets

pytestmark = pytest.mark.window

GAME = "card_barrage"
DEAL = 5
FIRST = 2  # least throws of the first session
LAST = 12  # actions of the second session, if the simulated player ends the match
SEARCH_DEAL = 5  # a deal in which a card is taken out of a discard pile
MOST = 30  # throws of a session: a lob hits three times in four
WON = 10  # points
BUSY = 1.25  # times as long as intended: then the machine was busy


def points(session: Session[Any]) -> int:
    """Return the number of cards in the score piles."""
    pos = session.position
    return sum(
        len(cards)
        for cards, spec in zip(pos.zones, pos.box.zones, strict=True)
        if "score" in spec.name
    )


def play(window: Mirror) -> None:
    """Play the next action: a throw at the nearest walls if possible."""
    session = window.table.session
    decision = session.decision
    if not isinstance(decision.aim, Limits):
        first = PASS if PASS in decision.options else decision.options[0]
        by_key = session.at % 2 == 1
        window.turn(decision.options[0] if by_key else first, by_key)
        return
    places = targets(session, decision)
    number = len(window.flicks)
    card = decision.aim.cards[0]
    flick = window.throw(card, places[number % min(2, len(places))], watched=number < 2)
    assert flick.action.verb == "toss"
    assert flick.action.cards == (card,)
    assert session.log[flick.at].action == flick.action
    assert session.log[flick.at + 1].action.verb == "landed"


def hand(random: Random) -> Any:
    """Return a policy with the throwing errors of a person."""

    def policy(session: Session[Any]) -> Action:
        assert session.decision is not None
        return answer(session.position, session.decision, random)

    return policy


def test_a_game_in_two_sittings_by_mouse(tmp_path: Path) -> None:
    with mirror(tmp_path) as window:
        session = window.begin(GAME, DEAL)
        assert points(session) == 0
        while points(session) == 0 or len(window.flicks) < FIRST:
            assert len(window.flicks) < MOST
            play(window)
        text = window.save_file.read_text(encoding="utf-8")
        assert "toss c" in text
        assert "nature: landed c" in text
        window.leave()
        window.go_on_with(match_near_end(session, LAST, hand(Random(DEAL))))
        session = window.table.session
        begun = len(window.flicks)
        while not session.over:
            assert len(window.flicks) < begun + MOST
            play(window)
        assert points(session) >= WON
        assert "wins" in window.see_result()
        assert window.process.poll() is None
        in_vain = [flick for flick in window.flicks if flick.action is None]
        # On a busy machine, the mouse can be too slow for a throw.
        assert len([flick for flick in in_vain if flick.took < BUSY]) <= 1, in_vain


def test_a_card_below_the_top_of_a_pile_is_taken_by_mouse(tmp_path: Path) -> None:
    with mirror(tmp_path) as window:
        window.begin(GAME, DEAL)
        play(window)
        window.leave()
        window.go_on_with(before(SEARCH_DEAL, below_the_top))
        session = window.table.session
        at, action = session.at, below_the_top(session)
        assert action is not None
        window.turn(action)
        assert session.log[at].action == action


def before(seed: int, wanted: Callable[[Session[Any]], Action | None]) -> Session[Any]:
    """Return a match just before the first decision that is `wanted`."""
    game, random = games()[GAME], Random(seed)
    session: Session[Any] = Session(game, game.options(), 2, seed)
    while wanted(session) is None:
        decision = session.decision
        waived = session.is_waived(decision)
        action = PASS if waived else answer(session.position, decision, random)
        session.submit(decision.seat, action)
    return session


def below_the_top(session: Session[Any]) -> Action | None:
    """Return a legal choice of a card that lies below another one in a discard pile."""
    pos, decision = session.position, session.decision
    for action in decision.options:
        zone = pos.zone_of(action.cards[0]) if action.cards else -1
        if zone < 0 or "discard" not in pos.box.zones[zone].name:
            continue
        if pos.zones[zone][-1] not in action.cards:
            return action
    return None
