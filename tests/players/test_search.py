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
from castlecards.players.search import EXPLORATION, FIRST_PLAY_LOSS, Branches, Edge, select
from castlecards.playout import opening

WORLDS = 3000


def reference_choice(edges: list[Edge | None]) -> int:
    """Reference for `choice`, slow: apply the formula to every option."""
    there = [edge for edge in edges if edge is not None]
    visits, value = sum(e.visits for e in there), sum(e.value for e in there)
    spread = EXPLORATION * sqrt(visits)

    def worth(edge: Edge | None) -> float:
        if edge is None:
            return -inf
        if edge.visits:
            return edge.value / edge.visits + spread * edge.prior / (1 + edge.visits)
        return (value / visits - FIRST_PLAY_LOSS if visits else 0.0) + (spread or 1.0) * edge.prior

    worths = [worth(edge) for edge in edges]
    return worths.index(max(worths))


@given(st.data())
def test_the_choice_is_that_of_the_formula(data: Any) -> None:
    priors = data.draw(st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.4, 1.0]), min_size=2))
    edges = [Edge(prior) if prior else None for prior in priors]
    if not any(edges):
        return
    branches = Branches(tuple(Action("play", (n,)) for n in range(len(edges))), edges, 0)
    tried = 0
    for value in data.draw(st.lists(st.sampled_from([0.0, 0.3, 0.5, 0.9, 1.0]), max_size=30)):
        at, edge = select(branches)
        assert edge is edges[at]
        assert at == reference_choice(edges)
        tried += not edge.visits
        edge.visits += 1
        edge.value += value
        if branches.seen != tried:
            branches.update_tried(tried)


def test_every_unseen_face_lies_as_often_on_every_card_that_may_be_it() -> None:
    """In Castle Wars, with four decks of two backs; the tolerance is 6 standard errors."""
    game = games()["castle_wars"]
    pos = opening(game, game.options(), 2, 1)
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
