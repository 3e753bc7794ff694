"""Tests of facial expressions: events of the log show on the faces and fade."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from castlecards.core import narration
from castlecards.core.cards import NATURE
from castlecards.core.expressions import emotions, expressions
from castlecards.core.log_lines import Clash, Line
from castlecards.core.session import Session
from castlecards.games.tricks_of_the_trade.story import score_line
from tests.ui.shots.matches import match, until

MOMENTS = {  # by stored match: verb or kind, and the faces of its first seat and the other
    "wars": {"beat": ("glad", "cross"), "failed": ("cross", "glad")},
    "castle": {"stormed": ("glad", "worried"), "queens": ("glad", "calm")},
    "rampage": {"felled": ("glad", "cross"), "repelled": ("cross", "glad"),
                "gate": ("glad", "worried")},
    "barrage-2": {"hit": ("glad", "cross"), "miss": ("cross", "calm")},
    "tricks-2": {"bid_exceeded": ("worried", "glad")},
    "tricks-4": {"bid_met": ("glad", "calm")},
}  # fmt: skip


def event_kinds(session: Session[Any], at: int) -> Iterator[tuple[str, int]]:
    """Yield the verb or kind, and the first seat, of each event in a record."""
    for event in narration.lines(session, at, NATURE):
        if isinstance(event, Clash):
            yield event.kind, event.sides[0].seat
        elif isinstance(event, Line):
            yield event.verb, event.actor


@pytest.mark.parametrize(
    ("name", "verb"), [(name, verb) for name, verbs in MOMENTS.items() for verb in verbs]
)
def test_an_event_shows_on_the_faces(name: str, verb: str) -> None:
    """Search a record with this event and no other event that changes an expression."""
    whole = match(name)
    moving = {key for key, each in whole.game.story.templates.items()
              if each.emotions != ("calm", "calm")}  # fmt: skip
    for at in range(len(whole.log) - 1):
        found = [each for each in event_kinds(whole, at) if each[0] in moving]
        if len(found) != 1 or found[0][0] != verb:
            continue
        session = until(name, lambda s, at=at: s.at == at + 1)  # type: ignore[misc]
        seat = found[0][1]
        own, other = MOMENTS[name][verb]
        felt = {each.seat: each.expression for each in emotions(session, 0) if each.at == at}
        opponent = (seat + 1) % session.start.box.seats
        assert (felt.get(seat, "calm"), felt.get(opponent, "calm")) == (own, other)
        return
    raise AssertionError(f"no {verb} in {name}")


def test_the_strongest_feeling_shows_and_of_equal_ones_the_latest() -> None:
    """An attack destroys a pile: the defender is worried, which is stronger than cross."""
    session = until(
        "wars", lambda s: "destroyed" in dict(event_kinds(s, s.at - 1)) if s.log else False
    )
    verbs = dict(event_kinds(session, session.at - 1))
    loser = verbs["destroyed"]
    assert "beat" in verbs
    assert expressions(session)[loser] == "worried"
    assert expressions(session)[1 - loser] == "glad"


def test_a_feeling_passes_after_two_turns() -> None:
    session = until(
        "wars", lambda s: "destroyed" in dict(event_kinds(s, s.at - 1)) if s.log else False
    )
    at = session.at - 1
    assert any(one.at == at for one in emotions(session, 0))
    later = until("wars", lambda s: s.at > at and not any(f.at == at for f in emotions(s, 2)))
    turns = {later.log[n].seat for n in range(at, later.at)} - {NATURE}
    assert turns == {0, 1}
    assert later.at > at + 2


def test_before_the_first_action_all_are_calm_and_at_the_end_the_winner_is_glad() -> None:
    for name in MOMENTS:
        assert set(expressions(until(name, lambda s: s.at == 0))) == {"calm"}
        whole = match(name)
        assert whole.position.result is not None
        best = max(whole.position.result)
        for won, shown in zip(whole.position.result, expressions(whole), strict=True):
            assert shown == ("glad" if won == best else "cross")


def test_after_a_draw_all_are_calm(monkeypatch: pytest.MonkeyPatch) -> None:
    session = match("wars")
    monkeypatch.setattr(session.position, "result", (0.5, 0.5))
    assert expressions(session) == ("calm", "calm")


def test_an_exact_bid_has_its_own_line() -> None:
    pos = match("tricks-2").position
    assert score_line(pos, 0, 2, 2, 7).verb == "scored"
    assert score_line(pos, 0, 1, 2, 1).verb == "scored_off"
