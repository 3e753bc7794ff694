"""Tests of the closed curtain: its recap in sentences and as a film."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count, pairwise
from typing import Any

import pygame
import pytest

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core import narration
from castlecards.core.cards import NATURE, UNSEEN
from castlecards.core.log_lines import Clash, Line, Tellable
from castlecards.core.sentence_templates import DREW, begins_turn
from castlecards.core.session import Session
from castlecards.core.view import View
from castlecards.ui.cardart import tabletop
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.intents import Act, Command, Grab, Hover, Release
from castlecards.ui.table.handover import AUTOPLAYS, HandoverScreen
from castlecards.ui.table.highlights import CLASH_SECONDS, MOST_SECONDS, highlight_clips
from castlecards.ui.table.layout.table_layout import Layout, Viewport
from castlecards.ui.table.overlay.recap import Recap
from castlecards.ui.table.render import mat_perspective, static_layer
from castlecards.ui.table.render.table_view import TableView
from tests.games.play import random_answer
from tests.ui.table.tables import NAMES, TableDriver, open_curtain, run_until_asked, table
from tests.ui.test_speech import Recorder

EVERY = [(game.id, players) for game in games().values() for players in game.players if players > 1]
ACTIONS, STEP = 90, 9  # actions of a match; actions between two checks


def play_on(play: TableDriver, rnd: random.Random) -> None:
    """Submit a random answer."""
    open_curtain(play)
    decision = play.session.decision
    play.table.submit(decision.seat, random_action(decision, rnd.randrange(2**32)))
    run_until_asked(play)


def closed_curtain(play: TableDriver, rnd: random.Random, least: int = 1) -> HandoverScreen:
    """Play to a closed curtain with at least this number of sentences."""
    for _ in range(80):
        play_on(play, rnd)
        play.feed()  # the page follows the curtain with the next frame
        curtain, interlude = play.table.model.curtain, play.table.handover
        told = len(interlude.recap.sentences) >= least and not interlude.recap.first
        if curtain is not None and not curtain.light and told and interlude.reel is not None:
            return interlude
    raise AssertionError("nobody misses anything")


def looks(game: str, players: int) -> Iterator[tuple[Session[Any], int]]:
    """Yield a random match at some lines, for each of its seats."""
    rules = games()[game]
    session: Session[Any] = Session(rules, rules.options(), players, players, names=NAMES[:players])
    for n in range(ACTIONS):
        if (decision := session.decision) is None:
            break
        session.submit(decision.seat, random_answer(rules, session.position, players, n))
    for end in range(STEP, len(session.log) + 1, STEP):
        session.jump(end)
        for seat in range(session.start.box.seats):
            yield session, seat


# -- sentences ------------------------------------------------------------------------------------


def named_cards(event: Tellable) -> list[tuple[int, int]]:
    """Return the cards whose faces a sentence names."""
    if isinstance(event, Clash):
        cards = [card for side in event.sides for card in side.cards] + list(event.fallen)
    else:
        cards = [*event.cards, *event.onto]
    return [(card.card, card.face) for card in cards if card.face != UNSEEN]


def drew(event: Tellable) -> bool:
    return isinstance(event, Line) and event.verb in ("drew", "draw")


def check(session: Session[Any], recap: Recap, seat: int) -> int:
    """Check the recap; return its number of events.

    Each public event since the seat's last turn, except its own draws, is in one sentence;
    sentences that do not fit are counted. No secret is told.
    """
    start = narration.first_unseen(session, seat)
    for at, event in [part for told in recap.sentences for part in told.parts]:
        assert start <= at < session.at
        for seat_ in range(session.start.box.seats):
            known = [c for each in narration.lines(session, at, seat_) for c in named_cards(each)]
            assert set(named_cards(event)) <= set(known), "something is told that not all have seen"
    events = Counter(
        str((at, event))
        for at in range(start, session.at)
        for event in narration.lines(session, at, NATURE)
        if session.game.story.of(event).text and not begins_turn(event)
        if not (drew(event) and session.game.story.of(event).rank == DREW)
    )
    parts = Counter(str(part) for told in recap.sentences for part in told.parts)
    assert not events - parts, "something is not told"
    assert max(parts.values(), default=1) == 1, "something is told twice"
    for most in (4, 3, 2, 1):
        recap.fold(most)
        assert len(recap.rows) + recap.more == len(recap.sentences)
        assert len(recap.rows) + bool(recap.more) <= most
        assert [each for each in recap.sentences if each in recap.rows] == recap.rows
        if recap.more:
            assert recap.texts[-1] == f"… and {recap.more} more"
    own = {"you", "your", "yours"}
    assert not any(own & set(text.lower().replace(",", " ").split()) for text in recap.texts)
    return len(events)


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_what_was_missed_stands_on_the_closed_curtain(game: str, players: int) -> None:
    art: Any = None  # needed only for drawing
    recap, found = Recap(art, lambda: None, lambda: None), 0
    for session, seat in looks(game, players):
        recap.show_news(session, seat)
        found += check(session, recap, seat)
    assert found > 4


@pytest.mark.usefixtures("every_frame_drawn")
@pytest.mark.long
def test_the_curtain_tells_it_to_whom_it_waits_for() -> None:
    with table("castle_wars", instant=True) as play:
        rnd = random.Random(7)
        for _ in range(2):
            interlude, curtain = closed_curtain(play, rnd), play.table.model.curtain
            assert check(play.session, interlude.recap, curtain.seat)
            assert interlude.recap.rect.width
            assert interlude.recap.rect.top > 0


def test_an_event_that_is_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = narration.sentences
    monkeypatch.setattr(narration, "sentences", lambda *args: whole(*args)[:-1])
    with pytest.raises(AssertionError, match="not told"):
        test_what_was_missed_stands_on_the_closed_curtain("tricks_of_the_trade", 3)


def test_a_card_that_only_some_have_seen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recap is made for another seat, which has seen it."""
    whole = narration.sentences
    monkeypatch.setattr(narration, "sentences", lambda session, _, *span: whole(session, 0, *span))
    with pytest.raises(AssertionError, match="not all have seen"):
        test_what_was_missed_stands_on_the_closed_curtain("tricks_of_the_trade", 3)


# -- opening it -----------------------------------------------------------------------------------


def test_a_key_or_the_mouse_opens_the_curtain_at_any_moment_of_it() -> None:
    rnd = random.Random(1)
    with table("castle_wars", instant=True, films=AUTOPLAYS) as play:
        for n, before in enumerate(((), (Act.HINT,), (Act.FILM,), (Act.FILM, Act.HINT))):
            interlude = closed_curtain(play, rnd)
            seat = interlude.recap.session and play.table.model.curtain
            for act in before:
                play.key(act)
                assert play.table.model.curtain is seat
            assert interlude.playing is (before == (Act.FILM,))
            assert interlude.page.listed is (before[-1:] == (Act.HINT,))
            play.wait(0.3)
            if n % 2:
                play.feed(
                    Grab(interlude.recap.all_button.rect.center, play.clock)
                )  # also on a button
                play.wait(0.7)
                play.feed(Release(interlude.recap.all_button.rect.center, play.clock))
            else:
                play.key(Act.CONFIRM, hold=0.7)
            assert play.table.model.curtain is None
            play.settle()
            assert play.table.viewer.seat == play.session.decision.seat


@pytest.mark.usefixtures("every_frame_drawn")
def test_keys_and_buttons_of_the_page_open_nothing() -> None:
    with table("castle_wars", instant=True, films=AUTOPLAYS) as play:
        interlude = closed_curtain(play, random.Random(2))
        play.feed(Command(Act.FILM))
        for _ in range(20):
            play.feed(Command(Act.FILM, again=True), dt=0.05)
        assert play.table.model.curtain is not None
        assert interlude.playing
        play.feed(Command(Act.FILM, down=False))
        play.key(Act.CONFIRM)  # a short press jumps to the end of the film
        assert not interlude.playing
        for button, what in ((interlude.recap.all_button, "listed"), (interlude.page.back, "")):
            play.click(button.rect.center)
            assert interlude.page.listed is bool(what)
        play.click(interlude.recap.watch_button.rect.center)
        assert interlude.playing
        assert play.table.model.curtain is not None


def test_all_that_happened_is_read_by_keys_and_wheel() -> None:
    with table("castle_wars", instant=True, films=AUTOPLAYS) as play:
        interlude, rnd = closed_curtain(play, random.Random(3)), random.Random(3)
        for _ in range(3):
            interlude = closed_curtain(play, rnd)
        play.key(Act.HISTORY)
        texts = [entry.text for entry in interlude.moves.entries]
        public = narration.chapters(play.session, NATURE)
        assert [t.text for c in public for t in c.sentences] == [
            entry.text for entry in interlude.moves.entries if not entry.head
        ]
        assert texts
        play.key(Act.LOFT_UP)
        assert interlude.moves.back == 8
        play.key(Act.LOFT_DOWN)
        assert interlude.moves.back == 0
        play.key(Act.CANCEL)
        assert not interlude.page.listed
        assert play.table.model.curtain is not None


# -- the film -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_a_film_shows_everything_in_turn_and_takes_six_seconds_at_most(
    game: str, players: int
) -> None:
    longest = 0.0
    for session, seat in looks(game, players):
        start = narration.first_unseen(session, seat)
        reel = highlight_clips(
            session, start, session.at, narration.sentences(session, NATURE, start, session.at)
        )
        for one, two in pairwise(reel):
            assert one.at < two.at
            assert one.begins + one.lasts == pytest.approx(two.begins)
        for clip in reel:
            assert 0 < clip.lasts <= CLASH_SECONDS + 1e-6
        longest = max([longest, *(clip.begins + clip.lasts for clip in reel)])
        for at in set(range(max(start, 0), session.at)) - {clip.at for clip in reel}:
            assert all(isinstance(event, Line) for event in session.log[at].events)
    assert 2.0 < longest <= MOST_SECONDS + 1e-6


@pytest.mark.long
def test_what_the_film_shows_is_laid_out_and_painted_between_its_frames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laid: list[object] = []
    placed = TableView.layout_for

    def record_and_call(self: TableView, view: View, viewport: Viewport) -> Layout:
        laid.append(viewport)
        return placed(self, view, viewport)

    with table("castle_wars", films=3, instant=False) as play:
        interlude = closed_curtain(play, random.Random(3), least=2)
        monkeypatch.setattr(TableView, "layout_for", record_and_call)
        reel = interlude.reel
        assert len(reel.clips) > 1
        play.key(Act.FILM)
        shown, in_frames = set(), 0
        while interlude.playing:
            while play.app.scene.prerender():
                pass
            before = len(laid)
            play.feed(dt=0.05)
            play.app.surface.get_at((0, 0))
            in_frames += len(laid) - before
            shown.add(reel.clip(max(interlude.t, 0.0)))
        assert len(shown) > 1
        assert len(laid) >= 2 * len(shown)
        assert in_frames == 0


def test_it_begins_by_itself_three_times_and_that_is_remembered() -> None:
    rnd = random.Random(4)
    with table("castle_wars", instant=False, films=0) as play:
        begun = []
        for n in range(5):
            interlude = closed_curtain(play, rnd)
            assert not interlude.playing
            play.wait(1.2)
            begun.append(interlude.playing)
            assert play.app.settings.films == min(n + 1, AUTOPLAYS)
            if interlude.playing:
                play.wait(MOST_SECONDS + 0.1)
            assert not interlude.playing
            assert play.table.model.curtain is not None
        assert begun == [True, True, True, False, False]


@pytest.mark.parametrize("settings", [{"instant": True}, {"reduced_motion": True}])
def test_without_motion_it_is_only_shown_when_asked_for(settings: dict[str, bool]) -> None:
    with table("castle_wars", **{"instant": False, "films": 0, **settings}) as play:
        interlude = closed_curtain(play, random.Random(5))
        play.wait(2.0)
        assert not interlude.playing
        assert play.app.settings.films == 0
        play.key(Act.FILM)
        assert interlude.playing


@pytest.mark.long
def test_a_window_that_changes_its_size_goes_on_with_the_film() -> None:
    with table("castle_wars", instant=True, films=AUTOPLAYS) as play:
        interlude = closed_curtain(play, random.Random(6), least=2)
        play.key(Act.FILM)
        for size in ((1920, 1080), (640, 480), (320, 240), (1000, 640), (1280, 800)):
            play.wait(0.3)
            before = interlude.t
            play.driver.resize(size)
            play.feed()
            assert interlude.playing
            assert before <= interlude.t < before + 0.2
        play.key(Act.CONFIRM, hold=0.7)
        assert play.table.model.curtain is None


@pytest.mark.usefixtures("every_frame_drawn")
def test_behind_the_closed_curtain_the_table_is_painted_before_it_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painted: list[bool] = []
    with table("card_barrage") as play:
        scene = play.table
        seen = static_layer.draw_mat

        def record_and_call(*of: Any) -> Steps[None]:
            painted.append(scene.model.curtain is not None)
            return seen(*of)

        monkeypatch.setattr(static_layer, "draw_mat", record_and_call)
        play.app.art.clear()
        play.settle()
        assert scene.model.curtain is not None
        assert _painted_behind(play) > 2
        play.open()
        assert play.app.surface
        assert painted == [True]  # not again while the curtain opens


def _painted_behind(play: TableDriver) -> int:
    """Return the number of frames until the table behind the closed curtain is painted."""
    for frames in range(400):
        if not play.table.painter.is_painting:
            return frames
        play.feed()
    raise AssertionError("it is painted for ever")


def _forget_all(play: TableDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear the caches, and give each frame time for one piece only."""
    monkeypatch.delenv("CASTLECARDS_TEST_ART", raising=False)
    clock = count()
    monkeypatch.setattr("castlecards.ui.table.table_painter.perf_counter", lambda: next(clock))
    for kept in (tabletop.material, mat_perspective.flat_mat):
        kept._kept.clear()
    play.app.art.clear()


@pytest.mark.usefixtures("every_frame_drawn")
def test_behind_the_closed_curtain_a_frame_paints_a_piece_of_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with table("card_barrage") as play:
        _forget_all(play, monkeypatch)
        play.driver.resize((1000, 640))
        assert _painted_behind(play) > 60
        play.open()
        play.settle()
        bit_by_bit = pygame.image.tobytes(play.app.surface, "RGB")
    with table("card_barrage") as play:
        play.driver.resize((1000, 640))
        play.open()
        play.settle()
        assert bit_by_bit == pygame.image.tobytes(play.app.surface, "RGB")


@pytest.mark.long
@pytest.mark.usefixtures("every_frame_drawn")
def test_a_curtain_that_opens_while_the_table_is_painted_shows_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pictures = []
    for pieces in (0, 1, 20, 400):
        with table("card_barrage") as play:
            _forget_all(play, monkeypatch)
            play.driver.resize((1000, 640))
            for _ in range(pieces):
                play.feed()
            play.open()
            play.settle()
            pictures.append(pygame.image.tobytes(play.app.surface, "RGB"))
    assert len(set(pictures)) == 1


@pytest.mark.usefixtures("every_frame_drawn")
@pytest.mark.parametrize("game", ["card_barrage", "castle_wars"])
def test_a_closed_curtain_at_rest_is_not_drawn_again(game: str) -> None:
    with table(game) as play:
        _painted_behind(play)
        play.wait(0.2)
        drawn = play.app.frames
        play.wait(1.0)
        assert play.table.model.curtain is not None
        assert play.app.frames == drawn
        play.feed(Hover((500.0, 300.0)))
        assert play.app.frames > drawn


@pytest.mark.usefixtures("every_frame_drawn")
def test_a_curtain_that_tells_what_was_missed_is_drawn_no_more_often() -> None:
    with table("castle_wars", reduced_motion=True) as play:
        closed_curtain(play, random.Random(5))
        play.wait(0.2)
        _painted_behind(play)
        play.wait(0.2)
        drawn = play.app.frames
        play.wait(1.0)
        assert play.app.frames == drawn


def test_a_key_says_the_recap_while_the_curtain_stays_closed() -> None:
    with table("castle_rampage", reduced_motion=True, speech=True) as play:
        voice = play.app.__dict__["speaker"] = Recorder()
        recap = closed_curtain(play, random.Random(1)).recap
        play.feed(Command(Act.ZOOM))
        play.feed(dt=2.0)
        assert play.table.model.curtain is not None
        assert f"While you were away. {recap.name}" in voice.said
