"""Tests of the search: reusing results between simulations changes no choice."""

from __future__ import annotations

from math import inf, sqrt
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from castlecards.content import games
from castlecards.core.action import Action
from castlecards.core.belief import Worlds
from castlecards.core.cards import UNSEEN
from castlecards.core.view import view
from castlecards.players.search import EXPLORE, UNTRIED, Branches, Entry, choice
from castlecards.playout import opening

WORLDS = 3000


def reference_choice(entries: list[Entry | None]) -> int:
    """Reference for `choice`, slow: apply the formula to every option."""
    there = [entry for entry in entries if entry is not None]
    visits, value = sum(e.visits for e in there), sum(e.value for e in there)
    spread = EXPLORE * sqrt(visits)

    def worth(entry: Entry | None) -> float:
        if entry is None:
            return -inf
        if entry.visits:
            return entry.value / entry.visits + spread * entry.prior / (1 + entry.visits)
        return (value / visits - UNTRIED if visits else 0.0) + (spread or 1.0) * entry.prior

    worths = [worth(entry) for entry in entries]
    return worths.index(max(worths))


@given(st.data())
def test_the_choice_is_that_of_the_formula(data: Any) -> None:
    priors = data.draw(st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.4, 1.0]), min_size=2))
    entries = [Entry(prior) if prior else None for prior in priors]
    if not any(entries):
        return
    branches = Branches(tuple(Action("play", (n,)) for n in range(len(entries))), entries, 0)
    tried = 0
    for value in data.draw(st.lists(st.sampled_from([0.0, 0.3, 0.5, 0.9, 1.0]), max_size=30)):
        at, entry = choice(branches)
        assert entry is entries[at]
        assert at == reference_choice(entries)
        tried += not entry.visits
        entry.visits += 1
        entry.value += value
        if branches.seen != tried:
            branches.update_tried(tried)


def test_every_unseen_face_lies_as_often_on_every_card_that_may_be_it() -> None:
    """In Castle Wars, with four decks of two backs; the tolerance is 6 standard errors."""
    game = games()["castle_wars"]
    pos = opening(game, game.options(), 2, 1)
    assert pos.decision is not None
    seen = view(pos, pos.decision.seat)
    worlds, random = Worlds(seen), Random(5)
    unseen = [card for card, face in enumerate(seen.position.faces) if face == UNSEEN]
    count: dict[tuple[int, int], int] = {}
    for _ in range(WORLDS):
        faces = worlds.deal(random).faces
        for card in unseen:
            count[card, faces[card]] = count.get((card, faces[card]), 0) + 1
    backs = pos.box.backs
    for card in unseen:
        may = [other for other in unseen if backs[other] == backs[card]]
        mean = WORLDS / len(may)
        found = [times for (lies, _), times in count.items() if lies == card]
        assert len(found) == len(may)
        assert all(abs(times - mean) < 6 * sqrt(mean) for times in found)
