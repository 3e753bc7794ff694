"""Tests of throws by mouse and keys: flight, messages, and gestures that are no throw."""

from __future__ import annotations

import math
from dataclasses import replace

import pygame
import pytest
from pygame import Rect

from castlecards.core.cards import NATURE
from castlecards.core.game import Refusal
from castlecards.core.landing import FLIP, FRISBEE, LOB, Landing, Limits, Release
from castlecards.core.save import dump_session, load_session
from castlecards.core.session import Session
from castlecards.toss.flick import Sample
from castlecards.toss.world import IncrementalToss, TossWorld
from castlecards.ui.kit import intents
from castlecards.ui.kit.intents import Act, Command, Grab, Move
from castlecards.ui.routes import Table
from castlecards.ui.scene import Reset
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.flick_gesture import method_of, recent_speed
from castlecards.ui.table.render.trays import tray_rects
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.slow_motion import SlowMotion
from castlecards.ui.table.throw import flights as flights_module
from castlecards.ui.table.throw.flight_view import plain_clip
from tests.ui.table.tables import TableDriver, open_curtain, open_table, table

GAME = "card_barrage"


def only_release(play: TableDriver) -> Release:
    """Return the release of the only throw in the log."""
    tosses = [record.action for record in play.session.log if record.action.verb == "toss"]
    assert len(tosses) == 1
    return Release(*tosses[0].args)


def test_a_flick_throws_and_the_landing_is_logged_and_told() -> None:
    with open_table(GAME) as play:
        card = play.hand[0]
        play.flick(card, button=3)
        assert play.table.playback.flying
        assert play.session.decision.seat == NATURE
        play.settle()
        records = [record for record in play.session.log if record.seat == NATURE]
        assert len(records) == 1
        assert Landing.of(records[0].action).card == card
        release = only_release(play)
        assert release.method == LOB
        assert release.speed == pytest.approx(2000 * math.sqrt(1100 / 1400), rel=0.06)
        assert abs(release.heading) < 60
        assert play.table.model.last_figures[0].startswith("Lob")


@pytest.mark.parametrize(
    ("button", "mods", "method"),
    [(1, (), FRISBEE), (3, (), LOB), (1, ("shift",), LOB), (1, ("ctrl",), FLIP)],
)
def test_button_and_held_keys_choose_the_method(
    button: int, mods: tuple[str, ...], method: int
) -> None:
    with open_table(GAME) as play:
        play.flick(play.hand[0], button=button, mods=frozenset(mods), ahead=40)
        assert only_release(play).method == method
    chosen = method_of(button, frozenset(mods))
    assert chosen in (method, None)


@pytest.mark.long
def test_a_match_keeps_the_surface_that_it_was_begun_on() -> None:
    landings, cloths = [], []
    for surface, liked in (("wood", "felt"), ("wood", "sticky"), ("felt", "wood")):
        with open_table(GAME, options={"surface": surface}, feel=liked) as play:
            assert play.app.surface  # drawn
            assert play.table.table_view is not None
            cloths.append(tuple(play.app.surface.get_at((640, 300))))
            play.flick(play.hand[0], button=3)
            play.settle()
            records = [record for record in play.session.log if record.seat == NATURE]
            landings.append(records[0].action)
            again = load_session(dump_session(play.session), "again", play.app.games)
            assert again.position.box.field == play.session.position.box.field
    assert landings[0] == landings[1] != landings[2]
    assert cloths[0] == cloths[1] != cloths[2]


def test_a_save_from_before_surfaces_were_chosen_is_on_felt() -> None:
    with table(GAME) as play:
        old = dump_session(play.session).replace("  surface: felt\n", "")
        assert "surface" not in old
        assert load_session(old, "old", play.app.games).options == play.session.options


def test_keys_and_buttons_choose_the_method_and_the_loft() -> None:
    with open_table(GAME) as play:
        play.key(Act.FLIP_THROW)
        play.press("loft_up")
        play.key(Act.LOFT_UP)
        loft = play.table.model.input_state.loft
        play.flick(play.hand[0], ahead=40)
        release = only_release(play)
        assert release.method == FLIP
        assert release.loft == pytest.approx(math.radians(loft) * 1000, abs=1)
        assert loft == play.table.model.input_state.lofts[FLIP]


def test_the_card_leaves_the_hand_at_the_release_line() -> None:
    with open_table(GAME) as play:
        play.flick(play.hand[0], ahead=150)
        release = only_release(play)
        assert release.y <= 0
        assert release.y > -60


def test_the_direction_of_the_hand_is_the_direction_of_the_throw() -> None:
    with open_table(GAME) as play:
        play.flick(play.hand[0], ahead=30, aside=60)
        assert only_release(play).heading > 80


@pytest.mark.parametrize("hitch", [0.004, 0.04])
def test_a_flick_is_read_alike_when_a_picture_takes_long(
    hitch: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a mouse of 1000 Hz, all events of the end of the flick come in one batch."""
    with open_table(GAME) as play:
        table_view, aim = play.table.table_view, play.session.decision
        assert isinstance(aim.aim, Limits)
        project = table_view.layout.camera.project
        gate, way = aim.aim.gate[2] / 10, 1 if aim.aim.start.angle == 0 else -1
        hand = play.where(play.hand[0])
        clock = [50.0]
        monkeypatch.setattr("castlecards.ui.shell.app.perf_counter", lambda: clock[0])

        def step(seconds: float, *events: pygame.event.Event) -> None:
            clock[0] += seconds
            play.app.step(events, seconds)

        def move(ahead: float) -> pygame.event.Event:
            x, down = project(0, gate + way * ahead)
            return pygame.event.Event(pygame.MOUSEMOTION, pos=(round(x), round(down)))

        step(0.01, pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=hand, button=1))
        for _ in range(20):
            step(0.01, move(-60))
        flick = [move(-60 + 1.2 * n) for n in range(200)]  # 1200 mm/s, to 22 mm before it
        end = round(1000 * hitch)
        for k in range(0, 200 - end, 4):
            step(0.004, *flick[k : k + 4])
        up = pygame.event.Event(pygame.MOUSEBUTTONUP, pos=flick[-1].pos, button=1)
        step(hitch, *flick[-end:], up)
        assert only_release(play).speed == pytest.approx(2000 * math.sqrt(1200 / 1400), rel=0.02)


def test_a_throw_beside_the_gate_throws_nothing_and_says_why() -> None:
    with open_table(GAME) as play:
        card = play.hand[0]
        play.flick(card, ahead=40, through=260)
        assert not play.session.log
        note = play.table.overlay.note
        assert note.refusal.rule == "CB18"
        play.settle()
        assert card in play.hand


def test_played_strictly_a_foul_counts_as_a_miss() -> None:
    with open_table(GAME, options={"strict_fouls": True}) as play:
        seat, card = play.seat, play.hand[0]
        play.flick(card, ahead=40, through=260)
        play.settle()
        assert play.session.log[0].action.verb == "foul"
        assert play.session.log[0].action.cards == (card,)
        assert play.session.decision.seat != seat


def test_a_clicked_card_is_flicked_from_behind_the_castle() -> None:
    with open_table(GAME) as play:
        card = play.hand[0]
        play.click(play.where(card))
        assert not play.session.log
        below = play.where(f"{play.seat}.castle")
        start = (below[0] - 300, below[1] + 60)
        assert play.table.table_view.target_at(*start) == Target()
        play.feed(intents.Hover(start, play.clock), Grab(start, play.clock))
        gate = (below[0], below[1] + 60)
        for k in range(1, 11):
            x = start[0] + (gate[0] - start[0]) * k // 10
            play.feed(intents.Drag((x, start[1]), play.clock))
        for k in range(1, 31):
            play.feed(intents.Drag((gate[0], gate[1] - 9 * k), play.clock), dt=0.008)
        play.feed(intents.Release((gate[0], gate[1] - 270), play.clock))
        assert play.session.log[0].action.verb == "toss"
        assert play.session.log[0].action.cards == (card,)


def test_a_card_carried_slowly_to_a_wall_is_no_throw() -> None:
    with open_table(GAME) as play:
        seat, card = play.seat, play.hand[0]
        play.drag(play.where(card), play.where(f"{seat}.wall1"))
        assert play.session.log[-1].action.verb == "upgrade"
        assert play.session.log[-1].action.cards == (card,)


def test_a_quick_hand_that_slows_down_over_a_wall_puts_the_card_there() -> None:
    with open_table(GAME) as play:
        seat, card = play.seat, play.hand[0]
        play.drag(play.where(card), play.where(f"{seat}.wall2"), seconds=0.4, rest=0.12)
        assert play.session.log[-1].action.verb == "upgrade"


def test_escape_and_the_way_back_to_the_hand_cancel() -> None:
    with open_table(GAME) as play:
        card = play.hand[0]
        start = play.where(card)
        play.feed(Grab(start, play.clock))
        for k in range(1, 20):
            play.feed(intents.Drag((start[0], start[1] - 6 * k), play.clock))
        assert play.table.model.input_state.held_card == card
        play.key(Act.CANCEL)
        assert play.table.model.input_state.held_card == -1
        play.feed(intents.Release((start[0], start[1] - 120), play.clock))
        play.settle()
        play.drag(start, (start[0] + 40, start[1] + 10))
        assert not play.session.log
        assert play.table.overlay.note is None


def test_throwing_by_keys_alone() -> None:
    with open_table(GAME) as play:
        card = play.hand[1]
        play.focus(f"card:{card}")
        play.key(Act.LOB)
        play.key(Act.AIM)
        assert play.table.model.input_state.keys is not None
        for _ in range(4):
            play.feed(Move(1, 0))
        play.key(Act.LOFT_DOWN)
        play.key(Act.THROW, hold=0.6)
        release = only_release(play)
        assert play.session.log[0].action.cards == (card,)
        assert release.method == LOB
        assert release.heading == round(1000 * math.radians(4))
        play.settle()
        assert play.session.log[1].seat == NATURE


def test_power_grows_with_the_time_the_key_is_held() -> None:
    speeds = []
    for hold in (0.2, 0.6, 1.0):
        with open_table(GAME) as play:
            play.key(Act.AIM)
            play.key(Act.THROW, hold=hold)
            speeds.append(only_release(play).speed)
    assert speeds[0] < speeds[1] < speeds[2]


def test_a_button_throws_for_trackpads() -> None:
    with open_table(GAME) as play:
        play.click(play.where(play.hand[0]))
        at = play.table.find("throw_hold").rect.center
        play.feed(intents.Hover(at, play.clock))
        play.feed(Grab(at, play.clock))
        play.wait(0.5)
        play.feed(intents.Release(at, play.clock))
        assert only_release(play).speed > 0


def test_a_press_ends_the_flight_and_the_same_landing_counts() -> None:
    landings = []
    for impatient in (False, True):
        with open_table(GAME) as play:
            play.flick(play.hand[0], button=3)
            if impatient:
                play.wait(0.1)
                play.click((900, 400))
            play.settle()
            landings.append(play.session.log[1].action)
    assert landings[0] == landings[1]


@pytest.mark.parametrize("slice_", [0.0, 1.0], ids=["in the thinnest slices", "at once"])
def test_a_throw_is_computed_ahead_of_its_film_and_is_the_same_throw(
    monkeypatch: pytest.MonkeyPatch, slice_: float
) -> None:
    monkeypatch.setattr(flights_module, "FRAME_SLICE", slice_)
    with open_table(GAME, instant=False) as play:
        play.flick(play.hand[0], button=3)
        playback = play.table.playback
        clip, unknown = playback.clip, 0
        assert isinstance(clip.source, IncrementalToss)
        whole = TossWorld.of(clip.pos).toss(clip.source.throw)
        while playback.flying:
            if clip.known is None:
                ahead = flights_module.LOOKAHEAD if playback.t else flights_module.FIRST_SLICE
                assert clip.source.known > playback.t + ahead
                assert clip.cards == {clip.card}
                unknown += 1
            assert clip.source.at(playback.t) == whole.at(playback.t)
            play.feed(dt=1 / 60)
        assert (unknown > 5) == (slice_ == 0.0)
        last = play.table.model.last_clip
        assert last.toss == whole
        assert last.where
        assert play.session.log[-1].action == whole.landing.action()


def test_slow_motion_shows_the_last_throw_and_can_be_moved_through() -> None:
    with open_table(GAME) as play:
        play.flick(play.hand[0], button=3)
        play.settle()
        play.open()
        play.key(Act.REPLAY)
        assert play.scene == "SlowMotion"
        slow = play.app.scene
        play.wait(0.5)
        assert slow.playback.t > 0  # type: ignore[attr-defined]
        slow.seek(0.5)  # type: ignore[attr-defined]
        assert slow.playback.t == pytest.approx(slow.clip.seconds / 2)  # type: ignore[attr-defined]
        play.key(Act.CANCEL)
        assert play.scene == "TableScene"


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (640, 480)])
@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.long
def test_the_view_from_the_side_lies_on_no_card(size: tuple[int, int], left_handed: bool) -> None:
    with table(GAME, left_handed=left_handed) as play:
        play.app.window.size = size
        play.app._resized()
        play.open()
        play.flick(play.hand[0], button=3)
        play.settle()
        play.open()
        play.key(Act.REPLAY)
        slow = play.app.scene
        assert isinstance(slow, SlowMotion)
        assert slow.table_view is not None
        inset = slow.inset(play.app.look)
        assert Rect((0, 0), size).contains(inset)
        assert not inset.colliderect(slow.controls.rect)
        for area in slow.table_view.layout.areas:
            corner = (area.x - area.width / 2, area.y - area.height / 2)
            if area.width and not area.hand:
                assert not inset.colliderect(Rect(corner, (area.width, area.height))), area
        play.key(Act.CANCEL)


def test_closing_in_mid_throw_keeps_the_throw() -> None:
    with open_table(GAME) as play:
        play.flick(play.hand[0], button=3)
        play.wait(0.1)
        assert play.table.playback.flying
        play.table.rescue()
        saved, _ = play.app.keep.resume()
        assert saved.decision.seat == NATURE
        play.app.follow(Reset(Table(saved)))
        for _ in range(60):
            play.wait(0.2)
        assert saved.log[-1].seat == NATURE or len(saved.log) > 2


def test_losing_the_focus_in_mid_movement_throws_nothing() -> None:
    with open_table(GAME) as play:
        start = play.where(play.hand[0])
        play.feed(Grab(start, play.clock))
        for k in range(1, 12):
            play.feed(intents.Drag((start[0], start[1] - 10 * k), play.clock))
        play.feed(intents.Leave(focus=True))
        play.feed(intents.Release((start[0], 100), play.clock))
        assert not play.session.log
        assert play.table.model.curtain is not None


ODD = [
    [(640, 790), (640, -4000)],
    [(640, 790), (10**7, 10**7), (-(10**7), 3)],
    [(640, 790)] * 5,
    [(640, 790), (640, 400), (640, 790), (640, 380), (5, 5)],
]


@pytest.mark.parametrize("dt", [0.0, 1e-9, 0.004, 100.0])
def test_absurd_gestures_do_no_harm(dt: float) -> None:
    with table(GAME) as play:
        for path in ODD:
            play.open()
            if not isinstance(play.session.decision.aim, Limits):  # type: ignore[union-attr]
                break
            time = play.clock
            play.feed(Grab(play.where(play.hand[0]), time))
            for at in path:
                time += dt
                play.feed(intents.Drag(at, time))
            play.feed(intents.Drag(path[-1], float("nan")))
            play.feed(intents.Release(path[-1], time))
            play.settle()
        lawful(play)


def lawful(play: TableDriver) -> None:
    """Check that a replay of the log gives the same position."""
    again = Session(play.session.game, play.session.options, 2, 3, (), play.session.names)
    for record in play.session.log:
        again.submit(record.seat, record.action)
    assert again.positions[-1] == play.session.positions[-1]


def test_the_last_stretch_of_a_movement_tells_putting_down_from_flicking() -> None:
    flick = [Sample(0.01 * k, 0.0, 10.0 * k) for k in range(20)]  # 1000 mm/s to the end
    put = [Sample(0.02 * k, 0.0, 200.0 * (1 - (1 - k / 20) ** 3)) for k in range(21)]
    assert recent_speed(flick) == pytest.approx(1000, rel=0.01)
    assert recent_speed(put) < 650 < recent_speed(put[:6])
    assert recent_speed(flick[:1]) == 0.0


def test_a_plain_arc_ends_where_the_card_came_to_rest() -> None:
    with open_table(GAME) as play:
        play.flick(play.hand[0], button=3)
        play.settle()
        before = play.session.positions[1]
        assert before.decision is not None
        landing = Landing.of(play.session.log[1].action)
        clip = plain_clip(before.decision.aim, landing, before)  # type: ignore[arg-type]
        last = clip.toss.frames[-1]
        assert (last.x, last.y) == pytest.approx((landing.pose.x / 10, landing.pose.y / 10))
        assert last.z == pytest.approx(0, abs=1e-9)
        assert max(frame.z for frame in clip.toss.frames) > 100


def test_commands_without_a_throw_are_harmless() -> None:
    with open_table("high_card") as play:
        for act in (Act.AIM, Act.LOB, Act.LOFT_UP, Act.REPLAY, Act.THROW):
            play.feed(Command(act, True, False, play.clock), Command(act, False, False, play.clock))
        assert not play.session.log


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_details_of_a_throw_lie_beside_the_trays(players: int) -> None:
    with table(GAME, players, instant=False) as play:
        open_curtain(play)
        play.flick(play.hand[0])
        while play.table.playback.callout is None:
            play.feed()
        play.key(Act.DETAILS)
        overlay, table_view = play.table.overlay, play.table.table_view
        for size in ((1280, 800), (1024, 768), (1920, 1080)):
            play.driver.resize(size)
            look, told = play.app.look, overlay.details
            assert told in overlay.root.extras
            trays = tray_rects(look, overlay.root.free, table_view.layout, table_view.box)
            assert len(trays) > 2
            assert told.rect.collidelist([rect for _, rect in trays]) < 0
            assert overlay.root.free.contains(told.rect)
            overlay.show_refusal(Refusal("CB18", "Not from there."), told.rect.center)
            play.feed()
            assert not overlay.note.rect.colliderect(told.rect)


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("by_keys", [True, False])
@pytest.mark.parametrize("acts", [(), (Act.LOFT_UP, Act.FLIP_THROW, Act.LOFT_UP, Act.LOB)])
def test_the_next_thrower_sees_nothing_of_the_aim_before(
    players: int, by_keys: bool, acts: tuple[Act, ...]
) -> None:
    """The second thrower sees the same as at a table where the first one never aimed."""
    with table(GAME, players=players, assist="full") as play:
        open_curtain(play)
        first = play.seat
        _aim(play, by_keys, 2, *acts)
        play.flick(play.hand[0], button=3, aside=40)
        for _ in range(12):
            open_curtain(play)
            decision = play.session.decision
            if isinstance(decision.aim, Limits) and decision.seat != first:
                break
            play.table.submit(decision.seat, decision.default)
        assert decision.seat != first
        plain = load_session(dump_session(play.session), "again", play.app.games)
        seen = _aim(play, by_keys, 1)
        play.table, play.session = TableScene(play.app, plain), plain
        play.app.follow(Reset(play.table))
        open_curtain(play)
        assert seen == _aim(play, by_keys, 1)


def _aim(play: TableDriver, by_keys: bool, turns: int, *acts: Act) -> list[object]:
    """Return the pictures of the frames while a card is aimed and put back."""
    scene = play.table
    input_state, decision = scene.model.input_state, play.session.decision
    for act in acts:
        play.key(act)
    seen: list[object] = [(input_state.current_method, dict(input_state.lofts))]
    sign = 1 if decision.aim.start.angle == 0 else -1
    if by_keys:
        play.key(Act.AIM)
        for _ in range(turns):
            play.key(Act.RIGHT)
    else:
        hand, camera = play.where(play.hand[0]), scene.table_view.layout.camera
        x, y = decision.aim.start.x / 10, decision.aim.gate[2] / 10
        play.feed(Grab(hand, play.clock))
        for k in range(24):
            at = camera.project(x + sign * turns * k / 4, y + sign * (6 * k - 70))
            play.feed(intents.Drag((round(at[0]), round(at[1])), play.clock))
            seen.append(scene.pointer.aim_tool._guides())
    with play.driver.without_drawing():
        for _ in range(120):
            play.feed()
            aimed = scene.pointer.aim_tool._guides()
            seen.append(replace(aimed, keys=replace(aimed.keys) if aimed.keys else None))
    assert len(aimed.ruler) == 12
    assert aimed.forecast.spread is not None
    play.key(Act.CANCEL)
    return seen
