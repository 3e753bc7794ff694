"""Tests of a match on the screen: gestures become actions, and hidden cards stay hidden."""

from __future__ import annotations

import pygame
import pytest

from castlecards.core.cards import NATURE
from castlecards.core.session import Session
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover, Leave, Move
from castlecards.ui.scene import Push, Reset
from castlecards.ui.table.commands import Undo
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.overlay.captions import SHOWN
from castlecards.ui.table.overlay.move_list import latest_move
from castlecards.ui.table.replay import Replay
from castlecards.ui.table.scene import TableScene
from castlecards.ui.table.viewer import NOBODY
from tests.games.castle_wars.build import wars
from tests.ui.driving import mouse
from tests.ui.table.tables import TableDriver, open_curtain, open_table, table

NULL = "high_card"
THROWN = "card_barrage"


def test_the_curtain_falls_before_anything_is_dealt() -> None:
    with table(NULL) as play:
        assert play.table.model.curtain.name in ("Anna", "Ben")
        assert play.table.viewer.seat == NOBODY
        play.open()
        assert play.table.model.curtain is None
        assert play.table.viewer.seat == play.seat
        assert play.table.find("prompt").name.startswith(play.session.name(play.seat))


def test_click_click_drag_and_keys_each_lay_a_card() -> None:
    with open_table(NULL) as play:
        seat, card = play.seat, play.hand[1]
        play.click(play.where(card))  # only one place is legal
        assert play.session.log[-1].action.cards == (card,)
        play.open()
        seat, card = play.seat, play.hand[2]
        play.drag(play.where(card), play.where(f"{seat}.bid"))
        assert play.session.log[-1].action.cards == (card,)
        play.open()
        seat, card = play.seat, play.hand[0]
        play.focus(f"card:{card}")
        play.key(Act.CONFIRM)
        assert play.session.log[-1].action.cards == (card,)


def test_a_card_that_sinks_within_one_slow_frame_is_drawn_where_it_lies() -> None:
    with open_table(NULL) as play:
        play.feed(Hover(play.where(play.hand[1]), play.clock))
        play.settle()
        scene = play.table
        assert scene.table_view.raised_by
        raised = scene.table_view.rects()
        assert scene.table_view.rects() is raised
        scene.draw(Canvas(play.app.surface, play.app.look))
        assert not scene.dirty
        scene.model.input_state.hover = (
            Target()
        )  # as if the pointer had not moved since the card was played
        scene.update(0.1)
        assert not scene.table_view.raised_by
        assert scene.table_view.rects() != raised
        assert scene.dirty


def test_events_and_frames_draw_no_table_whose_picture_nobody_reads() -> None:
    """Else most of the time of the screen tests goes into pictures that none of them looks at."""
    with open_table(NULL) as play:
        before = play.app.frames
        play.driver.step(mouse(pygame.MOUSEMOTION, (300, 300)))
        play.driver.step()
        assert play.app.frames == before
        assert play.app.surface
        assert play.app.frames == before + 1


@pytest.mark.usefixtures("every_frame_drawn")
def test_a_caption_goes_by_itself() -> None:
    with open_table(NULL) as play:
        play.settle()
        surface = play.app.surface
        without = pygame.image.tobytes(surface, "RGB")
        play.table.overlay.captions.show("The attack succeeds", None)
        play.wait(0.5)
        assert pygame.image.tobytes(surface, "RGB") != without
        play.wait(SHOWN)
        assert pygame.image.tobytes(surface, "RGB") == without


def test_no_caption_is_left_under_the_curtain() -> None:
    """A caption for one player must not be read by the next."""
    with open_table(NULL) as play:
        captions = play.table.overlay.captions
        captions.show("Anna drew the king", None)
        captions.shown[-1].left = 1e9
        play.feed()
        assert play.table.model.curtain is None
        assert captions.shown
        play.click(play.where(play.hand[1]))
        play.settle()
        assert play.table.model.curtain is not None
        assert captions.shown == []


def test_what_the_move_list_says_beside_the_table_the_corner_does_not_say_again() -> None:
    with table("castle_rampage", instant=False, turn_table=False) as play:
        for size, twice in (((1280, 800), False), ((640, 480), True)):
            play.driver.resize(size)
            play.open()
            play.settle()
            decision = play.session.decision
            play.table.submit(decision.seat, decision.options[0])
            play.feed()
            assert play.table.busy
            prompt = play.table.overlay.prompt_panel.prompt
            assert prompt.player == play.session.name(decision.seat)
            assert bool(prompt.text) == twice, size
            assert play.table.overlay.move_list.visible != twice


def test_while_cards_move_the_corner_says_what_is_done_as_far_as_one_may_know() -> None:
    with table(NULL, instant=False, turn_table=False) as play:
        play.driver.resize((640, 480))
        play.open()
        play.settle()
        seat, card = play.seat, play.hand[1]
        called = f"the {play.session.position.face(card).rank} of "  # a sentence of the null game
        assert latest_move(play.session, seat) == (NATURE, "")
        play.table.submit(seat, next(a for a in play.session.decision.options if card in a.cards))
        play.feed()
        assert play.table.busy
        prompt = play.table.overlay.prompt_panel.prompt
        assert prompt.player == play.session.name(seat)
        assert called in prompt.text
        assert play.table.find("prompt").name == f"{prompt.player}: {prompt.text}"
        _, text = latest_move(play.session, 1 - seat)
        assert text
        assert called not in text
        play.open()
        play.table.execute([Undo(seat)])
        assert latest_move(play.session, seat) == (NATURE, "")


def test_a_double_click_does_the_one_legal_move() -> None:
    with open_table(NULL) as play:
        at, card = play.where(play.hand[0]), play.hand[0]
        play.click(at)
        play.click(at, clicks=2)
        assert play.session.log[-1].action.cards == (card,)


def test_a_drag_begun_right_after_a_click_on_the_same_card_is_a_drag() -> None:
    """The second press of a double click has no effect before its release at the same place."""
    with open_table(NULL) as play:
        at, seat = play.where(play.hand[1]), play.seat
        play.drag(at, (900, 300))
        play.settle()
        play.drag(at, (900, 300), clicks=2)
        play.settle()
        assert not play.session.log
        play.drag(at, play.where(f"{seat}.bid"), clicks=2)
        assert len(play.session.log) == 1
    with open_table(THROWN) as play:
        card = play.hand[0]
        play.click(play.where(card))
        play.flick(card, button=1, clicks=2)
        assert play.table.playback.flying


def test_a_card_dropped_on_nothing_goes_home() -> None:
    with open_table(NULL) as play:
        play.drag(play.where(play.hand[0]), (900, 300))
        play.settle()
        assert not play.session.log
        assert play.table.model.input_state.held_card == -1
        assert play.table.selection.picked == ()


def test_what_was_dropped_and_is_not_played_goes_home_and_nothing_is_read_below_it() -> None:
    match = wars("7H | 9H", "3S | 6S", sleeve="joker", first="mages")
    joker = match.names.index("joker")
    with table("castle_wars") as play:
        options = play.session.game.options(first="mages", first_colour="red")
        play.session = Session(play.session.game, options, 2, 1, start=match.pos)
        play.table = TableScene(play.app, play.session)
        play.app.follow(Reset(play.table))
        play.open()
        play.drag(play.where(joker), (640, 400))
        assert play.scene == "ActionChooser"
        assert "joker" in play.app.scene.find("choice:0").name.casefold()
        play.press("close")
        assert play.scene == "TableScene"
        assert play.table.model.input_state.held_card == -1
        play.drag(play.where(joker), (640, 400))
        play.press("choice:1")
        assert play.session.log[-1].action.cards == (joker,)
        assert play.table.model.input_state.held_card == -1


@pytest.mark.parametrize("dragged", [False, True])
def test_what_is_pressed_when_a_page_opens_is_let_go(dragged: bool) -> None:
    """The page gets the release, so the table must end the press itself."""
    with open_table(NULL) as play:
        start, state = play.where(play.hand[1]), play.table.model.input_state
        play.feed(Hover(start, play.clock), Grab(start, play.clock))
        if dragged:
            play.feed(Drag((start[0], start[1] - 90), play.clock))
            assert state.held_card >= 0
        assert state.press is not None
        play.key(Act.MENU)
        assert play.scene != "TableScene"
        assert state.press is None
        assert state.held_card < 0


def test_an_illegal_drop_says_why_and_opens_the_rule() -> None:
    with open_table(NULL) as play:
        play.driver.resize((700, 700))  # without a column, the corner lies on the table
        play.settle()
        seat = play.seat
        asked = play.table.overlay.prompt_panel.prompt
        play.drag(play.where(play.hand[0]), play.where(f"{1 - seat}.bid"))
        assert not play.session.log
        assert play.table.overlay.prompt_panel.prompt == asked  # no card is picked
        note = play.table.overlay.note
        assert note.refusal.rule == "HC2"
        corner, root = play.table.overlay.prompt_panel.rect, play.table.overlay.root
        assert root.free.contains(corner)
        note.spot = corner.center
        note.place(play.app.look, root.free)
        assert not note.rect.colliderect(corner)
        play.press("refusal_rule")
        assert play.scene == "Rulebook"
        play.key(Act.CANCEL)
        assert play.scene == "TableScene"


def test_buttons_for_actions_without_cards() -> None:
    with open_table(NULL) as play:
        before = play.hand
        play.press("option:0:redraw")
        play.open()
        assert play.session.log[-1].action.verb == "redraw"
        assert len(play.hand) == len(before)


def whole_game(play: TableDriver) -> None:
    for _ in range(80):
        if play.session.over:
            return
        play.open()
        if play.session.decision is not None:
            play.focus(f"card:{play.hand[0]}")
            play.key(Act.CONFIRM)
    raise AssertionError("it does not end")


def test_a_whole_game_by_keyboard_ends_with_the_result() -> None:
    with table(NULL, seed=5) as play:
        whole_game(play)
        play.settle()
        assert "Both hands are empty" in play.table.find("prompt").name
        play.focus("result")
        play.key(Act.CONFIRM)
        assert play.scene == "Result"


def test_every_action_is_saved_and_the_save_plays_on() -> None:
    with open_table(NULL) as play:
        play.click(play.where(play.hand[0]))
        saved, _ = play.app.keep.resume()
        assert isinstance(saved, Session)
        assert saved.log == play.session.log
        assert saved.position == play.session.position


# -- who may look ----------------------------------------------------------------


def test_losing_the_focus_and_one_key_hide_everything() -> None:
    with open_table(NULL) as play:
        play.feed(Leave(focus=True))
        assert play.table.model.curtain is not None
        play.open()
        play.key(Act.HIDE_ALL)
        assert play.table.model.curtain is not None
        assert play.table.viewer.seat == NOBODY


def test_the_curtain_swallows_input_and_opens_only_after_a_long_press() -> None:
    with table(NULL) as play:
        for act in (Act.CONFIRM, Act.UNDO, Act.MENU, Act.HINT):
            play.key(act)
        play.click((640, 700))
        play.wait(1.0)
        assert play.table.model.curtain is not None
        play.key(Act.CONFIRM, hold=0.4)
        assert play.table.model.curtain is not None
        play.key(Act.CONFIRM, hold=0.8)
        assert play.table.model.curtain is None


def test_behind_the_curtain_nobody_is_looked_for() -> None:
    with table(NULL) as play:
        table_view = play.table.table_view
        hands = [area.zone for area in table_view.layout.areas if area.hand]
        assert not any(spot.up for spot in table_view.layout.spots if spot.zone in hands)


def test_a_single_person_needs_no_curtain_and_may_cover_the_hand() -> None:
    with table(NULL, kinds=("human", "random"), animation_speed=4.0) as play:
        play.settle()
        assert play.table.model.curtain is None
        assert play.table.viewer.seat == 0
        table_view = play.table.table_view
        assert table_view is not None
        hand = play.session.position.zones[play.session.position.box.zone("0.hand")]
        assert all(table_view.layout.by_card[card].up for card in hand)
        play.key(Act.HIDE_ALL)
        assert not any(table_view.layout.by_card[card].up for card in hand)
        play.table.handle(Command(Act.PEEK, True))
        assert all(table_view.layout.by_card[card].up for card in hand)
        play.table.handle(Command(Act.PEEK, False))
        assert not any(table_view.layout.by_card[card].up for card in hand)


# -- back and forth ----------------------------------------------------------------


def test_undo_of_an_unseen_move_needs_the_consent_of_the_other_by_name() -> None:
    with open_table(NULL) as play:
        first = play.seat
        play.click(play.where(play.hand[0]))
        play.open()
        assert play.seat != first
        play.press("undo")
        assert play.scene == "UndoConsent"
        names = {play.session.name(0), play.session.name(1)}
        text = " ".join(widget.name for widget in play.app.scene.layer.root.walk())  # type: ignore[attr-defined]
        assert all(name in text for name in names)
        play.press("agree")
        assert play.session.at == 0
        play.open()
        assert play.seat == first
        play.press("redo")
        assert play.session.at == 1


def test_two_players_of_one_name_can_take_back_too() -> None:
    with table("castle", names=("Anna", "Anna")) as play:
        open_curtain(play)
        play.table.submit(play.seat, play.session.decision.options[0])  # type: ignore[union-attr]
        open_curtain(play)
        play.press("undo")
        assert play.scene == "UndoConsent"
        assert play.app.scene.find("agree").name.startswith("Anna: allow")
        play.press("agree")
        assert play.session.at == 0


def test_the_move_list_tells_what_happened_without_secrets() -> None:
    with open_table(NULL) as play:
        play.click(play.where(play.hand[0]))
        play.open()
        play.key(Act.HISTORY)
        drawer = play.table.overlay.move_list
        assert [entry.text for entry in drawer.entries][-1].endswith(" played a card face down.")


def test_menu_save_and_leave() -> None:
    with open_table(NULL) as play:
        play.key(Act.MENU)
        assert play.scene == "TableMenu"
        play.press("save")
        play.press("save.yes")
        assert len(play.app.keep.copies()) == 1
        play.key(Act.MENU)
        play.press("leave")
        assert play.scene == "Title"  # without a move, no question


def test_leaving_is_asked_about_once_something_was_played() -> None:
    with open_table(NULL) as play:
        play.click(play.where(play.hand[0]))
        play.open()
        play.key(Act.MENU)
        play.press("leave")
        assert play.scene == "TableQuestion"
        play.press("go")
        assert play.scene == "Title"


def test_a_replay_steps_and_seeks_and_leaves_the_match_alone() -> None:
    with table(NULL, seed=5) as play:
        whole_game(play)
        lines = len(play.session.log)
        replay = Replay(play.app, play.session)
        play.app.follow(Push(replay))
        play.press("last")
        assert replay.at == lines
        play.press("back")
        assert replay.at == lines - 1
        play.press("first")
        assert replay.at == 0
        play.press("on")
        play.wait(2.0)
        assert replay.at == 1
        play.press("pause")
        for _ in range(400):
            play.wait(0.5)
            if replay.at == lines:  # type: ignore[attr-defined]
                break
        assert replay.at == lines  # type: ignore[attr-defined]
        assert play.session.at == lines
        play.key(Act.CANCEL)
        assert play.scene == "TableScene"


# -- the window ----------------------------------------------------------------


@pytest.mark.parametrize("size", [(320, 240), (800, 600), (3840, 2160)])
@pytest.mark.long
def test_any_size_of_window(size: tuple[int, int]) -> None:
    with open_table(THROWN) as play:
        play.app.window.size = size
        play.app._resized()
        play.wait(0.3)
        play.click((size[0] / 2, size[1] * 0.9))
        play.key(Act.HISTORY)
        play.wait(0.2)
        assert play.scene == "TableScene"


def test_wheel_and_drag_look_around_and_a_double_click_frames_again() -> None:
    with open_table(THROWN) as play:
        table_view = play.table.table_view
        frame = table_view.layout.camera
        play.table.zoom(2, (640, 300))
        assert table_view.layout.camera.scale > frame.scale
        play.table.pan(30, -20)
        play.feed(Move(1, 0))
        play.click((640, 400), clicks=2, button=2)
        play.settle()
        assert table_view.layout.camera == frame


def test_keys_look_around_where_nothing_is_thrown() -> None:
    with table(THROWN, kinds=("random", "random"), animation_speed=0.5) as play:
        table_view = play.table.table_view
        before = table_view.layout.camera
        play.key(Act.LOFT_UP)
        assert table_view.layout.camera.scale > before.scale
        middle = table_view.layout.camera.cx
        play.feed(Move(1, 0, frozenset({"shift"})))
        assert table_view.layout.camera.cx < middle


def test_a_clock_counts_down_and_plays_the_default() -> None:
    with open_table(NULL, clock=5.0) as play:
        first = play.session.decision
        play.wait(3.0)
        assert 0.2 < play.table.overlay.prompt_panel.prompt.clock < 0.6
        play.wait(2.5)
        assert play.session.log[0].action == first.default


def test_the_clock_stands_still_behind_the_curtain() -> None:
    with table(NULL, clock=5.0) as play:
        play.wait(8.0)
        assert not play.session.log
