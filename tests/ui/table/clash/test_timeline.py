"""Tests of the timeline of a clash: places of cards, times of turns, and counters."""

from __future__ import annotations

import itertools
import math
from functools import cache
from typing import Any

import pytest

from castlecards.core import narration
from castlecards.core.cards import UNSEEN
from castlecards.core.log_lines import ALL_FALL, Clash, Part, Party, clash_seen, named_cards
from castlecards.core.session import Session
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.table.clash.breakdown import threshold
from castlecards.ui.table.clash.layout import StageFrame, card_slots, stage_frame, with_stage
from castlecards.ui.table.clash.timeline import (
    FULL,
    MOST_ROWS,
    TEMPOS,
    Announcement,
    ClashTimeline,
    SideLabel,
    StagePlan,
    amount,
    attackers_of,
    cards_of,
    joined,
    on_stage,
    queued_cards,
    still_clash,
)
from castlecards.ui.table.layout.card_shape import card_shape
from castlecards.ui.table.layout.model import Layout, Viewport
from castlecards.ui.table.layout.table_layout import table_layout
from castlecards.ui.table.playback.animation import Script, frame_at
from castlecards.ui.table.playback.choreographer import build_script
from castlecards.ui.table.playback.events import masked_for
from tests.ui.shots.matches import match

HERE = StageFrame(640, 344, 1.0)
DUEL = Clash(
    "beat",
    (
        Party(
            0, named_cards((1, 2)), (6, 7), (12, 7), 19, (Part("+6", "Queen"), Part("−2", "Golems"))
        ),
        Party(1, named_cards((30,)), (17,), (12,), 12),
    ),
    0,
    named_cards((30,)),
    "beats",
)


@cache
def played(name: str, line: int, pace: Any = "full", viewer: int = 0) -> tuple[Script, Layout]:
    """Return the script of a line of a stored match, and the layout after it."""
    session: Session[Any] = match(name)
    old, new = session.shown(viewer, line), session.shown(viewer, line + 1)
    before, after = (
        narration.pending_clash(session, viewer, line),
        narration.pending_clash(session, viewer, line + 1),
    )
    stood = (
        still_clash(before, before.kind, (), queued_cards(session.positions[line], before))
        if before
        else None
    )
    stays = (
        still_clash(after, after.kind, (), queued_cards(session.positions[line + 1], after))
        if after
        else None
    )
    viewport = Viewport()
    layouts = (
        with_stage(table_layout(old, viewport), stood),
        with_stage(table_layout(new, viewport), stays),
    )
    events = narration.masked_events(session, line, viewer, session.log[line].events)
    seen = [masked_for(event, viewer) for event in events]
    clashes = [event for event in (*seen, after) if isinstance(event, Clash)]
    tellings = {clash: Announcement(sentence=clash.kind) for clash in clashes}
    way = StagePlan(TEMPOS[pace], stood, after)
    return build_script(*layouts, old, new, seen, tellings, way), layouts[1]


def clashes(name: str, line: int) -> list[Clash]:
    return [event for event in match(name).log[line].events if isinstance(event, Clash)]


# -- where they stand -----------------------------------------------------------------------------


def test_a_side_stands_left_and_the_other_right_and_none_on_another() -> None:
    found = card_slots(DUEL, False, HERE)
    assert set(found) == set(cards_of(DUEL))
    assert found[1].x < found[2].x < HERE.x < found[30].x
    assert found[2].x - found[1].x >= found[1].width
    assert (found[1].x + found[2].x) / 2 == pytest.approx(HERE.x - 330)


def test_many_piles_stand_closer_and_cards_of_one_place_together() -> None:
    many = Party(0, named_cards(range(6)), tuple(range(6)), total=20)
    knights = Party(0, named_cards(range(4)), (21, 21, 22, 22), total=2)
    for side, wide in ((many, 340), (knights, 330)):
        clash = DUEL.with_(sides=(side, DUEL.sides[1]))
        xs = [spot.x for card, spot in card_slots(clash, False, HERE).items() if card != 30]
        assert xs == sorted(xs)
        assert xs[-1] - xs[0] < wide
    assert xs[1] - xs[0] == pytest.approx(38)
    assert xs[2] - xs[1] > 100


@pytest.mark.parametrize("size", [(1280, 800, 1.0), (1920, 1080, 1.35), (640, 480, 0.75)])
def test_all_of_it_lies_in_the_window(size: tuple[int, int, float]) -> None:
    frame = stage_frame(Viewport(*size))
    assert frame.top > 0
    assert frame.bottom < size[1]
    assert frame.width == size[0]
    for card in card_slots(DUEL, False, frame).values():
        assert card.x - card.width / 2 > 0
        assert card.x + card.width / 2 < size[0]


def test_more_than_two_parts_become_one() -> None:
    parts = (Part("+6", "Queen"), Part("−2", "Golems"), Part("+5", "wall"))
    assert joined(parts) == (Part("+9", "in total"),)
    assert joined((Part("1", "king"), *parts)) == (Part("1", "king"), Part("+9", "in total"))
    assert joined(parts[:2]) == parts[:2]
    assert [amount(Part(text, "")) for text in ("+6", "−2", "3", "Services")] == [6, -2, 3, 0]


def test_tricks_have_no_stage() -> None:
    trick = next(c for line in range(200) for c in clashes("tricks-2", line))
    assert not on_stage(trick)
    assert on_stage(clashes("wars", 3)[0])


def test_cards_wait_behind_a_flat_pile_alone() -> None:
    rampage, wars = match("rampage"), match("wars")
    first = clashes("rampage", 86)[0]
    assert len(queued_cards(rampage.positions[86], first)) == 7
    assert queued_cards(wars.positions[3], clashes("wars", 3)[0]) == ()


# -- when -----------------------------------------------------------------------------------------


def test_a_clash_comes_turns_counts_judges_and_goes() -> None:
    written, _ = played("wars-seers", 109)
    (timeline,) = written.clips_of(ClashTimeline)
    (one,) = timeline.steps
    times = [timeline.begins, one.counts, one.adds, one.judges, one.leaves, written.seconds]
    assert times == pytest.approx([0.0, 0.46, 0.61, 0.8, 1.27, 1.55])
    assert one.total(0, one.counts) == 0
    assert one.total(0, one.adds - 0.001) == 20  # before the modifiers: the printed value
    assert one.total(0, one.judges) == 16  # after the modifiers: reduced by Golems
    assert one.pop(0, one.adds) == 0
    assert max(one.pop(0, one.adds + n / 100) for n in range(10)) > 1.05
    assert one.verdict(one.judges) == 0
    assert one.verdict(one.leaves) == 1
    assert timeline.opacity(one.judges) == 1
    assert timeline.ends <= written.seconds


def test_an_open_clash_stays_and_its_verdict_goes_on_from_there() -> None:
    declared, after = played("wars", 2)
    assert declared.clips_of(ClashTimeline)[-1].closes == math.inf
    open_ = declared.clips_of(ClashTimeline)[-1].steps[-1]
    assert open_.is_open
    assert open_.verdict(declared.seconds) == 0
    for card in open_.cards:
        end = frame_at(declared.tracks[card], declared.seconds)
        assert (end.shape.x, end.shape.y) == (after.by_card[card].x, after.by_card[card].y)
    decided, _ = played("wars", 3)
    assert decided.clips_of(ClashTimeline)[0].steps[0].clash == open_.clash
    assert decided.clips_of(ClashTimeline)[0].begins < 0  # it began before this line
    assert decided.seconds < 1.0


def test_an_attacker_counts_down_through_those_it_fells() -> None:
    written, _ = played("rampage", 86)
    (timeline,) = written.clips_of(ClashTimeline)
    assert [one.clash.sides[0].total for one in timeline.steps] == [10, 8, 6, 2]
    assert [len(one.beaten) for one in timeline.steps] == [0, 1, 2, 3]
    assert [cost for _, cost in timeline.steps[-1].beaten] == [2, 2, 4]
    assert {one.chain_total for one in timeline.steps} == {10}
    assert [len(one.queue) for one in timeline.steps] == [7, 6, 5, 4]
    begins = [one.begins for one in timeline.steps]
    gaps = [b - a for a, b in itertools.pairwise(begins)]
    assert all(0.3 < gap < 1.3 for gap in gaps)
    assert gaps[2] < 0.7 * min(gaps[:2]), "from the third defender on it goes faster"
    attacker = attackers_of(timeline.steps[0].clash)[0]
    middle = (timeline.steps[0].counts + timeline.steps[-1].counts) / 2
    here = frame_at(written.tracks[attacker], middle)
    assert (here.shape.x, here.up) == (
        card_slots(timeline.steps[0].clash, True, HERE)[attacker].x,
        True,
    )


@pytest.mark.parametrize(
    ("name", "line"),
    [("wars", 2), ("wars", 3), ("wars-seers", 109), ("rampage", 86), ("castle", 205)],
)
@pytest.mark.parametrize("pace", ["short", "full", "slow"])
def test_every_card_ends_where_it_lies_and_shows_no_face_too_soon(
    name: str, line: int, pace: str
) -> None:
    written, after = played(name, line, pace)
    for card, track in written.tracks.items():
        end = frame_at(track, written.seconds + 1)
        spot = after.by_card[card]
        assert end.shape == card_shape(spot, after.camera, after.field)
        assert end.up == spot.up
        assert not end.is_moving
        assert all(leg.up is (leg.face != UNSEEN) for leg in track.tweens)
        assert all(
            one.end <= two.start for one, two in zip(track.tweens, track.tweens[1:], strict=False)
        )


def test_the_tempo_is_a_setting() -> None:
    short, full, slow = (played("castle", 205, pace)[0].seconds for pace in TEMPOS_IN_ORDER)
    assert short < 0.8 < full < 1.6 < 4 < slow


TEMPOS_IN_ORDER = ("short", "full", "slow")


def test_who_has_lost_falls_aslant() -> None:
    written, _ = played("wars-seers", 109)
    one = written.clips_of(ClashTimeline)[0].steps[0]
    (lost,) = one.losers
    track = written.tracks[lost]
    assert frame_at(track, one.judges + FULL.verdict).shape.angle == pytest.approx(-5)
    way = [frame_at(track, one.leaves + n * 0.02) for n in range(1, 13)]
    assert min(here.shape.angle for here in way) < -18
    steps = [abs(b.shape.y - a.shape.y) for a, b in itertools.pairwise(way)]
    assert steps[-1] > 3 * steps[0]  # the steps become shorter
    assert all(here.is_moving for here in way)


def test_both_fall_in_a_tie() -> None:
    line = next(n for n in range(120) if any(c.winner == ALL_FALL for c in clashes("rampage", n)))
    written, _ = played("rampage", line)
    last = written.clips_of(ClashTimeline)[-1].steps[-1]
    assert last.losers == frozenset(last.cards)
    for card in last.cards:
        assert frame_at(
            written.tracks[card], last.judges + FULL.verdict
        ).shape.angle == pytest.approx(-5)


def test_a_waiting_card_is_not_drawn_in_its_pile_but_one_on_its_way_is() -> None:
    written, _ = played("rampage", 86)
    top = written.clips_of(ClashTimeline)[0].steps[0].clash.sides[1].cards[0].card
    track = written.tracks[top]
    assert frame_at(track, -1).not_started
    between = (track.tweens[0].end + track.tweens[1].start) / 2
    assert frame_at(track, max(between, track.tweens[0].end)).is_moving
    assert not frame_at(track, written.seconds + 1).is_moving


def caller(*cards: str) -> SideLabel:
    return SideLabel("Anna", SEATS[0], "", cards)


def test_a_sum_names_each_card_by_itself_and_each_part() -> None:
    side = Party(0, named_cards((1, 2)), (), (12, 7), 19, (Part("+6", "Queen"),), (9, 4))
    rows = caller("9 of hearts", "4 of hearts").sum_rows(side)
    assert rows == (
        ("9 of hearts", "9"), ("4 of hearts", "4"), ("Queen", "+6"), ("in total", "19"),
    )  # fmt: skip


def test_a_sum_of_many_cards_is_short_and_still_true() -> None:
    each = (1, 2, 3, 4, 5, 6, 7)
    side = Party(0, named_cards(range(7)), (), each, 30, (Part("+2", "Queen"),), each)
    rows = caller(*map(str, range(7))).sum_rows(side)
    assert rows[-3:] == (("4 more cards", "22"), ("Queen", "+2"), ("in total", "30"))
    assert len(rows) == MOST_ROWS + 1
    assert sum(int(number) for _, number in rows[:-1]) == 30


def test_whoever_does_not_know_a_total_is_told_no_sum() -> None:
    blind = Clash(
        "x", (Party(0, named_cards((1,)), (), (5,), 5, (), (3,)), Party(1, named_cards((2,))))
    )
    seen = clash_seen(blind, lambda card: card)
    assert seen.sides[0].base_values == ()
    assert caller("").sum_rows(seen.sides[0]) == ()


@pytest.mark.parametrize(
    ("totals", "filled", "mark"), [((2, 2), 2 / 3, 2 / 3), ((1, 3), 1 / 4, 3 / 4), ((0, 1), 0, 0.5)]
)
def test_where_as_many_are_enough_a_bar_is_filled_to_a_mark(
    totals: tuple[int, int], filled: float, mark: float
) -> None:
    assert threshold(totals) == pytest.approx((filled, mark))
