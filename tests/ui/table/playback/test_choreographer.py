"""Tests of animations: they end at the new layout, and never show a hidden face."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from castlecards.content import games
from castlecards.core.cards import UNSEEN
from castlecards.core.events import CardMoved, PileShuffled
from castlecards.core.log_lines import Clash, Line
from castlecards.core.session import Session
from castlecards.core.view import View, view
from castlecards.playout import Robot
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.table.clash.timeline import Announcement
from castlecards.ui.table.layout.card_shape import blend, card_shape, corners, flat, from_quad
from castlecards.ui.table.layout.model import Layout, Viewport, ZoneArea, is_hand
from castlecards.ui.table.layout.table_layout import table_layout
from castlecards.ui.table.playback.animation import AnimationPlayer, Script, frame_at
from castlecards.ui.table.playback.choreographer import build_script
from castlecards.ui.table.playback.events import masked_for
from castlecards.ui.table.playback.script_builder import HOLD
from castlecards.ui.table.render import table_signs
from tests.ui.shots.matches import match
from tests.ui.table.playback.test_narration import open_driver

SEATS = (0, 1, -1)


def played(game: str, seed: int, moves: int) -> Session[Any]:
    rules = games()[game]
    session: Session[Any] = Session(rules, rules.options(), 2, seed)
    robot = Robot(seed)
    while session.decision is not None and len(session.log) < moves:
        decision = session.decision
        session.submit(decision.seat, robot.answer(session.position, decision))
    return session


def steps(game: str, seed: int, moves: int) -> list[tuple[Any, Any, Any]]:
    """Return position before, position after, and events of each action."""
    session = played(game, seed, moves)
    pairs = zip(session.positions, session.positions[1:], session.log, strict=False)
    found = [(before, after, record.events) for before, after, record in pairs]
    start = session.game.setup(session.options, 2)
    return [(start, session.positions[0], session.opening), *found]


def script_of(before: Any, after: Any, events: Any, seat: int) -> tuple[Script, Layout, View, View]:
    viewport = Viewport(side=max(seat, 0))
    old, new = view(before, seat), view(after, seat)
    layout = table_layout(new, viewport)
    seen = [masked_for(event, seat) for event in events]
    said = {event: Announcement("Said.") for event in seen if isinstance(event, Clash)}
    return (
        build_script(table_layout(old, viewport), layout, old, new, events, said),
        layout,
        old,
        new,
    )


@pytest.mark.parametrize(("game", "moves"), [("high_card", 30), ("card_barrage", 60)])
def test_every_card_ends_exactly_where_the_new_layout_has_it(game: str, moves: int) -> None:
    for before, after, events in steps(game, 4, moves):
        written, layout, _, new = script_of(before, after, events, 0)
        for card, track in written.tracks.items():
            spot = layout.by_card[card]
            end = frame_at(track, written.seconds + 1)
            assert end.shape == card_shape(spot, layout.camera, layout.field)
            assert end.up == spot.up
            assert end.face == (new.position.faces[card] if spot.up else UNSEEN)


@pytest.mark.parametrize(("game", "moves"), [("high_card", 30), ("card_barrage", 60)])
@pytest.mark.parametrize("seat", SEATS)
def test_no_face_is_shown_that_the_seat_may_not_see(game: str, moves: int, seat: int) -> None:
    """A face that is drawn in motion was drawn before or after, or lies face up meanwhile."""
    for before, after, events in steps(game, 9, moves):
        written, layout, old, new = script_of(before, after, events, seat)
        may = {
            (card, pos.faces[card])
            for pos in (old.position, new.position)
            for card in range(pos.box.size)
        }
        for track in written.tracks.values():
            shown = [(track.up, track.face), *((leg.up, leg.face) for leg in track.tweens)]
            for up, face in shown:
                assert up is (face != UNSEEN)
                if up:
                    assert (track.card, face) in may or seat_sees(events, track.card, face, seat)
        assert layout is not None


def seat_sees(events: Any, card: int, face: int, seat: int) -> bool:
    """Return True if an event showed this face to the seat."""
    return any(
        getattr(event, "card", -1) == card
        and getattr(event, "face", UNSEEN) == face
        and (event.seen >> seat & 1 if seat >= 0 else getattr(event, "up", False))
        for event in events
    )


def test_a_hidden_hand_stays_hidden_on_its_way() -> None:
    """Behind a curtain and for other players, no drawn card shows its face."""
    for before, after, events in steps("high_card", 2, 20):
        written, _, _, _ = script_of(before, after, events, -1)
        flipped = {event.card for event in events if type(event).__name__ == "CardFlipped"}
        for card, track in written.tracks.items():
            if card not in flipped and not before.up >> card & 1:
                assert not any(leg.up for leg in track.tweens)


@pytest.mark.parametrize("name", ["tricks-4", "wars", "rampage", "castle"])
def test_counts_lead_from_the_old_cards_to_the_new_ones(name: str) -> None:
    """In hands and piles; not where the change is not animated, or shown by no number."""
    session = match(name)
    unnumbered = {"wishes", "tokens", "bids"}
    positions, records = session.positions[-60:], session.log[-59:]
    whole = zip(positions, positions[1:], records, strict=False)
    moves = 0
    for before, after, record in whole:
        player = AnimationPlayer()
        player.play(script_of(before, after, record.events, 0)[0])
        zones = [zone for zone, spec in enumerate(after.box.zones)
                 if spec.name.split(".")[-1] not in unnumbered]  # fmt: skip
        moves += any(before.zones[zone] != after.zones[zone] for zone in zones)
        player.now = -0.01
        changes = player.count_changes()
        old = [len(after.zones[zone]) + changes.get(zone, 0) for zone in zones]
        assert old == [len(before.zones[zone]) for zone in zones]
        player.now = player.script.seconds if player.script is not None else 0.0
        assert not any(player.count_changes().values())
    assert moves > 9


@pytest.mark.usefixtures("home", "every_frame_drawn")
def test_a_hand_counts_its_old_cards_until_they_leave_and_new_ones_when_they_arrive() -> None:
    log = match("tricks-4").log
    deal = max(range(len(log)), key=lambda n: len(log[n].events))
    with open_driver("tricks-4", deal) as play:
        play.play()
        shown: list[list[int]] = []
        while play.scene.playback.plays:
            parts = play.scene.table_view.static_layer._parts
            counts = [key[1].count for key in parts if isinstance(key, tuple) and key[0] == "count"]
            if counts and counts not in shown:
                shown.append(counts)
            play.driver.step(dt=0.05)
    assert shown[0] == [1, 3, 2]  # the cards that lie there
    assert [0, 0, 0] in shown
    assert shown[-1] == [10, 10, 10]
    assert len(shown) > 12  # one card after the other


@pytest.mark.usefixtures("home", "every_frame_drawn")
@pytest.mark.parametrize(("line", "pile"), [(68, "0.gate"), (220, "discard")])
def test_a_pile_counts_its_cards_as_they_leave_and_arrive(
    line: int, pile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = match("rampage").positions[line : line + 2]
    zone = before.box.zone(pile)
    shown, draw_count = list[int](), table_signs.draw_count

    def draw_and_record(canvas: Canvas, area: ZoneArea, large: bool) -> None:
        if area.zone == zone and shown[-1:] != [area.count]:
            shown.append(area.count)
        draw_count(canvas, area, large)

    with open_driver("rampage", line) as play:
        monkeypatch.setattr(table_signs, "draw_count", draw_and_record)
        play.play()
        while play.scene.playback.plays:
            play.driver.step(dt=0.02)
    assert (shown[0], shown[-1]) == (len(before.zones[zone]), len(after.zones[zone]))
    assert len(shown) > 2
    assert {abs(one - next) for one, next in pairwise(shown)} == {1}


@pytest.mark.usefixtures("home", "every_frame_drawn")
def test_a_hand_at_rest_keeps_its_count_while_other_cards_move() -> None:
    log = match("tricks-4").log
    last = next(n for n in range(40, len(log)) if any(isinstance(e, Clash) for e in log[n].events))
    with open_driver("tricks-4", last) as play:
        session = play.scene.session
        rest = [seat for seat in range(4) if seat != log[last].seat]
        held = [len(session.position.zones[session.position.state.ground.hands[n]]) for n in rest]
        play.play()
        shown = set()
        while play.scene.playback.plays:
            play.driver.step(dt=0.05)
            parts = play.scene.table_view.static_layer._parts
            shown |= {tuple(k[1].count for k in parts if isinstance(k, tuple) and k[0] == "count")}
    assert shown == {tuple(held)}


def test_what_is_said_keeps_the_next_event_waiting() -> None:
    for before, after, events in steps("high_card", 4, 30):
        said = [n for n, event in enumerate(events) if isinstance(event, Clash)]
        if not said:
            continue
        written, _, _, _ = script_of(before, after, events, 0)
        cue = next(cue for cue in written.cues if cue.kind == "said")
        later = [cue.at for cue in written.cues if cue.kind == "move" and cue.at > cue.at]
        assert all(moment >= cue.at + HOLD for moment in later)
        return
    raise AssertionError("nothing was said")


def test_a_deal_of_many_cards_takes_no_longer_than_a_player_likes_to_wait() -> None:
    rules = games()["card_barrage"]
    session: Session[Any] = Session(rules, rules.options(), 6, 1)
    start = rules.setup(session.options, 6)
    viewport = Viewport()
    old, new = view(start, 0), view(session.positions[0], 0)
    written = build_script(
        table_layout(old, viewport), table_layout(new, viewport), old, new, session.opening
    )
    moves = sum(isinstance(event, CardMoved) for event in session.opening)
    assert any(isinstance(event, PileShuffled) for event in session.opening)
    assert moves > 100
    assert written.seconds < 9


def test_the_player_tells_cues_in_order_and_ends() -> None:
    before, after, events = steps("high_card", 4, 3)[0]
    written, _, _, _ = script_of(before, after, events, 0)
    player = AnimationPlayer()
    player.play(written)
    told = []
    for _ in range(1000):
        told += player.update(0.05, 1.0)
        if not player.running:
            break
    assert not player.running
    assert [cue.at for cue in told] == sorted(cue.at for cue in told)
    assert len(told) == len(written.cues)
    player.play(written)
    assert len(player.finish()) == len(written.cues)
    assert not player.running


def test_half_way_between_two_stances_is_a_card_half_way() -> None:
    one, two = flat(100, 100, 95, 0), flat(300, 200, 190, 350)
    half = blend(one, two, 0.5)
    assert (half.x, half.y) == (200, 150)
    assert half.angle == pytest.approx(-5)  # the shorter direction
    assert half.height == pytest.approx(142.5)
    back = from_quad(corners(half))
    assert back.angle == pytest.approx(half.angle)
    assert (back.width, back.height) == pytest.approx((half.width, half.height))


@pytest.mark.usefixtures("home")
def test_all_bids_turn_over_at_once_and_can_be_read() -> None:
    record = next(
        n
        for n, record in enumerate(match("tricks-4").log)
        if any(isinstance(e, Line) and e.verb == "bids" for e in record.events)
    )
    with open_driver("tricks-4", record) as play:
        play.play()
        written = play.scene.playback.animation.script
        pos, ground = play.scene.session.position, play.scene.session.position.state.ground
        tokens = [pos.zones[zone][0] for zone in ground.bids]
        legs = [written.tracks[token].tweens[-1] for token in tokens]
        assert len(legs) == 4
        assert {(leg.start, leg.end) for leg in legs} == {(legs[0].start, legs[0].end)}
        assert legs[0].end - legs[0].start == pytest.approx(0.6)
        assert all(leg.up for leg in legs)
        assert written.seconds >= legs[0].end + HOLD
        said = [cue.text for cue in written.cues if cue.kind == "said"]
        assert said == ["The bids were revealed."]


@pytest.mark.parametrize("name", ["tricks-4", "rampage"])
def test_faces_of_an_own_hand_that_is_shuffled_do_not_fly_past_each_other(name: str) -> None:
    """A face that stays in the hand begins at its old place and ends at its new one."""
    session = match(name)
    zones, hands = session.position.box.zones, 0
    for before, after, record in zip(
        session.positions, session.positions[1:], session.log, strict=False
    ):
        shuffled = {event.zone for event in record.events if isinstance(event, PileShuffled)}
        for zone in shuffled:
            if not is_hand(zones[zone]) or zones[zone].owner is None:
                continue
            written, layout, old, new = script_of(before, after, record.events, zones[zone].owner)
            places = [
                {
                    look.position.faces[spot.card]: (spot.x, spot.card)
                    for spot in laid.spots
                    if spot.zone == zone
                }
                for look, laid in ((old, table_layout(old, layout.viewport)), (new, layout))
            ]
            left = {e.card for e in record.events if isinstance(e, CardMoved)}
            for face in places[0].keys() & places[1].keys() - {UNSEEN}:
                (begins, was), (ends, card) = places[0][face], places[1][face]
                if {was, card} & left:
                    continue
                hands += 1
                track = written.tracks.get(card)
                if track is None:
                    assert abs(begins - ends) <= 1
                    continue
                assert track.start.x == pytest.approx(begins)
                assert {track.face, *(leg.face for leg in track.tweens)} == {face}
    assert hands
