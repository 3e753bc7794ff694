"""Tests of table talk: when a character speaks, and that each line fits and is used once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from copy import copy
from itertools import pairwise
from typing import Any

import pytest

from castlecards.content import characters
from castlecards.core.expressions import _felt, emotions, turn_count
from castlecards.core.log_lines import Clash, Party
from castlecards.core.session import Session
from castlecards.players.talk import LINES, TURNS_PER_REMARK, Moment, Remark, last_remark, remark
from tests.ui.shots.matches import match

CAST = characters()
MOMENTS = {"begin", "glad", "held", "cross", "hurt", "worried", "won", "lost"}
LETTERS = 44
MATCHES = ("wars", "castle", "rampage", "barrage-2", "tricks-4")


def seated(name: str) -> Session[Any]:
    session = copy(match(name))  # the match is shared by all tests
    session.characters = ("", *("roth", "berta", "ines")[: session.players - 1])
    return session


def remarks(session: Session[Any]) -> list[tuple[int, int, Remark]]:
    """Yield record, turn and remark of the whole match, each when it comes."""
    found, last = [], len(session.log)
    for at in range(last):
        session.jump(at)
        now = remark(session, CAST, at - 1)
        if now is not None:
            found.append((at, turn_count(session), now))
    session.jump(last)
    return found


def moment_of(lines: Mapping[Moment, tuple[str, ...]], text: str) -> Moment:
    return next(moment for moment, texts in lines.items() if text in texts)


def test_each_portrait_has_short_lines_of_its_own_for_each_moment() -> None:
    assert {*LINES} == {who.portrait for who in CAST.values()}
    for lines in LINES.values():
        assert {*lines} == MOMENTS
        texts = [text for each in lines.values() for text in each]
        assert max(map(len, texts)) <= LETTERS
        assert len(texts) >= 20
    every = [t for lines in LINES.values() for texts in lines.values() for t in texts]
    assert len({*every}) == len(every)


@pytest.mark.parametrize("name", MATCHES)
def test_at_most_one_turn_in_three_has_a_remark(name: str) -> None:
    session = seated(name)
    turns = [turn for _, turn, _ in remarks(session)]
    assert len(turns) > 2
    assert all(later - turn >= TURNS_PER_REMARK for turn, later in pairwise(turns))


@pytest.mark.parametrize("name", MATCHES)
def test_a_remark_is_about_what_just_happened_to_the_one_who_speaks(name: str) -> None:
    session = seated(name)
    for at, _, now in remarks(session):
        session.jump(at)
        player = session.owner(now.seat)
        lines = LINES[session.characters[player]]
        if at == 0:
            assert now.text in lines["begin"]
            continue
        moment = moment_of(lines, now.text)
        felt = {(each.expression, each.acted) for each in emotions(session, 0)
                if each.at == at - 1 and each.seat == now.seat}  # fmt: skip
        meant = {"held": ("glad", False), "hurt": ("cross", False)}.get(moment, (moment, True))
        assert meant in felt or (moment == "worried" and (moment, False) in felt)
        assert now.seat != 0
    session.jump(len(session.log))


def test_the_same_match_has_the_same_talk_and_the_lines_change() -> None:
    session = seated("rampage")
    first = remarks(session)
    assert first == remarks(session)
    assert len({now.text for *_, now in first}) > 4


@pytest.mark.parametrize("name", MATCHES)
def test_a_line_comes_again_only_after_all_others_of_its_moment(name: str) -> None:
    session, said = seated(name), defaultdict[tuple[int, Moment], list[str]](list)
    for _, _, now in remarks(session):
        lines = LINES[session.characters[session.owner(now.seat)]]
        moment = moment_of(lines, now.text)
        before = said[now.seat, moment]
        assert now.text not in before[-len(lines[moment]) + 1 :]
        before.append(now.text)


def test_one_who_is_hurt_speaks_otherwise_than_one_who_fails() -> None:
    attacker = Clash("repelled", (Party(0, ()), Party(1, ())), 1)
    session = seated("rampage")
    template = session.game.story.of(attacker)
    assert [*_felt(session, attacker, template)] == [(0, "cross", True), (1, "glad", False)]


def test_without_a_character_nobody_speaks() -> None:
    session = copy(match("wars"))
    session.characters = ("", "")
    assert remarks(session) == []
    assert last_remark(session, CAST) is None


def test_the_last_remark_is_that_of_a_winner_or_of_a_loser() -> None:
    session = seated("wars")
    moment = "won" if session.position.result[1] > 0.5 else "lost"
    last = last_remark(session, CAST)
    assert last.text in LINES["roth"][moment]  # type: ignore[index]
    assert remark(session, CAST, 0) is None
