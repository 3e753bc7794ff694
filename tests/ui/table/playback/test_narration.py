"""Tests of the narration of a clash: held for decisions, skipped by a click, slow at first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pygame import Rect, Surface

from castlecards.core.log_lines import OPEN
from castlecards.core.session import HUMAN, Session
from castlecards.ui import history
from castlecards.ui.history import FinishedGame
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Act, Command, Grab, Hover, Move, Release
from castlecards.ui.pages.rulebook import Rulebook
from castlecards.ui.scene import Reset
from castlecards.ui.table import compositor
from castlecards.ui.table.clash import trick_view
from castlecards.ui.table.clash.layout import stage_frame
from castlecards.ui.table.clash.timeline import RESULT_PAUSE
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.clash.view import RULE
from castlecards.ui.table.layout.model import ZoneArea
from castlecards.ui.table.render.round_table import RoundTablePainter
from castlecards.ui.table.scene import TableScene
from tests.games.castle_rampage.build import GAME as RAMPAGE
from tests.games.castle_rampage.build import rampage
from tests.ui.driving import Driver, recorded_texts
from tests.ui.shots.clashes import STAGED
from tests.ui.shots.matches import match, until

pytestmark = pytest.mark.usefixtures("home")


class PlaybackDriver:
    """Driver of a stored match at one of its lines."""

    def __init__(self, name: str, line: int, **settings: Any) -> None:
        self.driver = Driver(**{"reduced_motion": False, **settings})
        self.lines = match(name).log
        session = until(name, lambda s: len(s.log) == line)
        self.scene = TableScene(self.driver.app, session)
        self.driver.app.follow(Reset(self.scene))
        self.wait(0.05)
        self.scene.raise_curtain()
        self.wait(1.0)

    def wait(self, seconds: float) -> None:
        with self.driver.without_drawing():
            for _ in range(max(1, round(seconds / 0.05))):
                self.driver.app.feed([], 0.05)

    def play(self, slow: bool = False) -> None:
        """Play the next line as stored."""
        if not slow:
            self.scene.narrator.seen = 9
        record = self.lines[len(self.scene.session.log)]
        self.scene.submit(record.seat, record.action)

    def rest(self) -> float:
        """Run frames until nothing plays; return the time, s."""
        seconds = 0.0
        while self.scene.playback.plays and seconds < 20:
            self.wait(0.05)
            seconds += 0.05
        return seconds


@contextmanager
def open_driver(name: str, line: int, **settings: Any) -> Iterator[PlaybackDriver]:
    found = PlaybackDriver(name, line, **settings)
    try:
        yield found
    finally:
        found.driver.app.close()


def test_an_attack_stands_on_the_stage_while_somebody_is_asked() -> None:
    with open_driver("wars", 2) as play:
        play.play()
        assert play.scene.playback.clash_now is not None
        play.rest()
        stands = play.scene.playback.pending_clash
        assert stands.steps[-1].clash.winner == OPEN
        play.play()  # the line that decides the clash
        play.rest()
        assert play.scene.playback.pending_clash is None
        assert play.scene.playback.clash_now is None


def test_a_press_ends_it_and_does_nothing_else() -> None:
    for intent in (Grab((640, 344)), Command(Act.CONFIRM, True), Move(1, 0)):
        with open_driver("castle", 205) as play:
            play.play()
            play.wait(0.2 + STAGED)
            at = len(play.scene.session.log)
            assert play.scene.playback.clash_now is not None
            play.driver.app.feed([intent], 0.01)
            assert play.scene.playback.clash_now is None
            assert len(play.scene.session.log) == at


def test_without_motion_the_verdict_stands_for_a_while() -> None:
    with open_driver("castle", 205, reduced_motion=True) as play:
        play.play()
        assert not play.scene.playback.animation.running
        staged = play.scene.playback.clash_now
        assert staged is not None
        timeline, now = staged
        assert timeline.steps[-1].verdict(now) == 1
        assert play.rest() == pytest.approx(RESULT_PAUSE, abs=0.1)
        assert play.scene.playback.clash_now is None


def test_without_waiting_only_the_sentence_is_left() -> None:
    with open_driver("castle", 205, instant=True) as play:
        play.play()
        assert play.scene.playback.clash_now is None
        assert not play.scene.playback.plays
        assert "captured the" in play.scene.overlay.captions.shown[-1].text


@pytest.mark.parametrize("still", [False, True])
def test_what_the_stage_has_said_is_not_said_again(still: bool) -> None:
    with open_driver("castle", 205, reduced_motion=still) as play:
        play.play()
        said, after, staged = set[str](), set[str](), still
        for _ in range(80):
            play.wait(0.05)
            told = {caption.text for caption in play.scene.overlay.captions.shown}
            said |= told
            staged = staged or play.scene.playback.clash_now is not None
            if staged and play.scene.playback.clash_now is None:
                after |= told
        assert not play.scene.playback.plays
        assert not [text for text in said if "captured the" in text]
        assert still or not after  # nor the caption before it


def test_a_clash_that_is_cut_short_is_told_in_words() -> None:
    with open_driver("castle", 205) as play:
        play.play()
        play.wait(0.2)
        play.driver.app.feed([Grab((640, 344))], 0.01)
        assert "captured the" in play.scene.overlay.captions.shown[-1].text


@pytest.mark.parametrize(("pace", "low", "high"), [("short", 0.4, 0.9), ("slow", 4.0, 6.0)])
def test_how_long_it_takes_is_a_setting(pace: str, low: float, high: float) -> None:
    with open_driver("castle", 205, clashes=pace) as play:
        play.play()
        assert low < play.rest() < high


def test_the_speed_of_cards_counts() -> None:
    with open_driver("castle", 205, animation_speed=4.0) as play:
        play.play()
        assert play.rest() < 0.6


def seconds(name: str, line: int) -> float:
    with open_driver(name, line) as play:
        play.play(slow=True)
        return play.rest()


def test_the_first_clashes_of_whoever_is_new_to_a_game_are_slow(home: Path) -> None:
    assert seconds("castle", 17) > 4  # the first clash of the match
    assert seconds("castle", 205) < 2 + STAGED  # the fifth clash of the match
    for n in range(2):
        date = f"2026-03-1{n}T20:15"
        history.add(FinishedGame("castle", "Castle", date, ("Anna", "Ben"), (1.0, 0.0), 90))
    assert seconds("castle", 17) < 2 + STAGED


def test_an_undo_takes_the_clash_off_the_stage() -> None:
    with open_driver("wars", 2, undo_consent=False) as play:
        play.play()
        play.rest()
        assert play.scene.playback.pending_clash is not None
        play.scene.session.undo(0, consent=True)
        play.scene.show_other_position(play.scene.view, play.scene.table_view.layout)
        play.rest()
        assert play.scene.playback.clash_now is None


def test_the_bar_of_a_window_stands_below_it() -> None:
    with open_driver("wars", 15) as play:
        play.scene.viewer.hide()
        play.scene.cover_hands()
        play.wait(0.5)
        bar = play.scene.overlay.reaction_bar
        play.driver.settle()
        assert bar.rect.top >= stage_frame(play.scene.table_view.layout.viewport).bottom - 1


@pytest.mark.usefixtures("every_frame_drawn")
def test_a_clash_leaves_free_what_may_be_picked() -> None:
    """A plate shows the clash if the stage would cover cards to pick."""
    plates = 0
    for line in (15, 82):
        with open_driver("wars", line) as play:
            scene = play.scene
            assert scene.session.decision is not None
            if scene.model.window is not None:
                scene.raise_curtain()
                scene.viewer.show(scene.session.decision.seat)
                scene.model.ask(scene.session.decision)
                scene.model.window = None
                scene.arrange()
            assert scene.playback.pending_clash is not None
            play.driver.app._draw()
            shot = scene.painter._shot
            selection = scene.model.selection
            lit = [scene.table_view.rect_of(target) for target in selection.nameable_targets()]
            here = shot.plate
            plates += here is not None
            if here is None:
                edge = RULE * shot.frame.u
                high = round(shot.frame.bottom - shot.frame.top - 2 * edge)
                here = Rect(0, round(shot.frame.top + edge), 1280, high)
            assert here.collidelist(lit) < 0
    assert plates == 1


def point_at_numbers(play: PlaybackDriver) -> None:
    """Point at the numbers on the stage."""
    shot = play.scene.painter._shot
    assert shot.totals_rect.width
    play.driver.app.feed([Hover(shot.totals_rect.center)], 0.01)
    play.driver.app._draw()


def test_time_waits_at_a_verdict_while_one_looks_at_its_numbers() -> None:
    with open_driver("wars-seers", 109) as play:
        play.play()
        while not (shot := play.scene.painter._shot) or not shot.totals_rect.width:
            play.driver.app.feed([], 0.02)
            play.driver.app._draw()
        point_at_numbers(play)
        play.wait(5.0)
        play.driver.app._draw()
        shot = play.scene.painter._shot
        ours, theirs = shot.breakdown
        assert ours == (
            ("king of clubs", "10"), ("10 of clubs", "10"), ("Golems", "−4"), ("in total", "16"),
        )  # fmt: skip
        assert theirs == (("3 of hearts", "3"), ("Queen", "+3"), ("in total", "6"))
        play.driver.app.feed([Hover((20, 700))], 0.01)
        assert play.rest() < 1.5


def test_a_pointer_that_has_not_moved_holds_nothing_up() -> None:
    with open_driver("wars-seers", 109) as play:
        play.driver.app.feed([Hover((640, 330))], 0.01)
        play.play()
        assert play.rest() < 2.5


def test_the_rule_on_the_stage_opens_the_rulebook() -> None:
    with open_driver("wars", 2) as play:
        play.play()
        play.rest()
        play.driver.app._draw()
        link = play.scene.find("clash_rule")
        assert link.name == "Rule CW9"
        play.driver.app.feed([Grab(link.rect.center), Release(link.rect.center)], 0.01)
        page = play.driver.app.scene
        assert isinstance(page, Rulebook)
        assert play.scene.playback.pending_clash is not None


def test_how_a_clash_ends_is_told_beside_the_table_only_once_the_stage_has_shown_it() -> None:
    with open_driver("rampage", 86) as play:
        play.driver.resize((640, 480))  # no move list beside the table
        play.play()
        play.wait(0.05)
        corner, told = play.scene.overlay.prompt_panel, set()
        for _ in range(200):
            if open_ := play.scene.playback.unresolved:
                assert corner.prompt.text == "Your Catapult (10) attacked Anna’s castle."
            told.add(corner.prompt.text)
            play.wait(0.05)
        assert not open_
        assert len(told) > 1


def test_who_has_won_is_told_once_the_last_building_has_fallen() -> None:
    lines = len(match("wars").log)
    with open_driver("wars", lines - 1) as play:
        play.play()
        play.wait(0.05)
        corner = play.scene.overlay.prompt_panel
        assert play.scene.playback.unresolved
        assert "over" not in corner.prompt.player
        for _ in range(200):
            play.wait(0.05)
        assert corner.prompt.player == "The game is over"


def test_bids_are_counted_once_their_tokens_have_turned() -> None:
    with open_driver("tricks-4", 3) as play:
        before, seals = play.scene.overlay.score.score, play.scene.painter._seen_badges
        play.play()
        assert play.scene.playback.unresolved
        for _ in range(100):
            if not play.scene.playback.unresolved:
                break
            assert play.scene.overlay.score.score == before
            assert play.scene.painter._seen_badges == seals
            play.wait(0.05)
        play.wait(0.05)
        assert play.scene.overlay.score.score != before
        assert play.scene.painter._seen_badges != seals


def test_what_is_asked_next_comes_once_the_round_before_has_been_seen() -> None:
    """The last trick lies in the ring until it has been shown; then cards are dealt. A form would
    cover both.
    """
    with open_driver("tricks-4", 49) as play:
        play.play()
        scene, forms = play.scene, []
        script = scene.playback.animation.script
        trick = script.clips_of(TrickResult)[0]
        assert scene.playback.pending_trick is trick
        assert script.seconds < 8.5  # no animation of the shuffled tokens
        for _ in range(300):
            if not scene.playback.animation.running:
                break
            forms.append(scene.table_view.layout.sheet)
            if scene.playback.animation.now > trick.begins:
                assert scene.playback.pending_trick is None
            play.wait(0.05)
        assert set(forms) == {None}


def test_a_form_stays_while_what_it_asks_for_is_laid_on_it() -> None:
    with open_driver("tricks-4", 4) as play:
        assert play.scene.table_view.layout.sheet is not None
        play.play()
        assert play.scene.playback.animation.running
        play.wait(0.05)
        assert play.scene.table_view.layout.sheet is not None


def said_of_card_aside(who_pays: str) -> list[str]:
    """Return the texts on shields while the first seat pays for a card."""
    deal = rampage(hands={0: "scheme_pincer archer knight"}, gates={1: "saboteur ogre"})
    deal.play("attack scheme_pincer >1.gate")
    kinds = (who_pays, HUMAN)
    with Driver() as driver:
        session = Session(RAMPAGE, RAMPAGE.options(), 2, 1, kinds, start=deal.pos)
        scene = driver.sit(session)
        scene.raise_curtain()
        scene.computer_players.paused = True
        driver.step(dt=0.01)
        driver.app._draw()
        assert (scene.table_view.layout.sheet is not None) == (who_pays == HUMAN)
        return [shield.badge.text for shield in scene.table_view.static_layer.shields]


@pytest.mark.usefixtures("every_frame_drawn")
def test_of_a_card_that_lies_on_a_form_nothing_is_said_where_it_was() -> None:
    assert said_of_card_aside(HUMAN) == []
    assert said_of_card_aside("page") == ["Into play"]


@pytest.mark.usefixtures("every_frame_drawn")
def test_a_card_on_a_form_leaves_no_sign_at_its_place_in_the_ring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signed: list[ZoneArea] = []
    monkeypatch.setattr(
        RoundTablePainter, "_draw_owner_sign", lambda self, area: signed.append(area)
    )
    lines = [record.action.verb for record in match("tricks-4").log]
    with open_driver("tricks-4", lines.index("wish")) as play:
        play.driver.app._draw()
        assert play.scene.table_view.layout.sheet is not None
        assert signed == []
    with open_driver("tricks-4", lines.index("play") + 1) as play:
        play.driver.app._draw()
        assert len(signed) == 1


@pytest.mark.usefixtures("every_frame_drawn")
@pytest.mark.long
def test_a_new_banner_rolls_down_with_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Any, float]] = []

    def draw_and_record(
        canvas: Canvas, art: Any, layout: Any, area: Any, colour: Any, part: float
    ) -> None:
        drawn.append((colour, part))

    monkeypatch.setattr(compositor, "draw_banner", draw_and_record)
    session = match("tricks-4")
    spot = session.start.state.ground.spot
    tops = [pos.zones[spot][-1:] for pos in session.positions]
    line = next(n for n in range(20, len(session.log)) if tops[n] != tops[n + 1])
    with open_driver("tricks-4", line) as play:
        drawn.clear()
        play.play()
        seconds = 0.0
        while play.scene.playback.plays and seconds < 20:
            play.driver.app.feed([], 0.05)
            play.driver.app._draw()
            seconds += 0.05
    old, new = drawn[0][0], drawn[-1][0]
    assert old != new
    assert {part for colour, part in drawn if colour == old} == {1.0}
    parts = [part for colour, part in drawn if colour == new]
    assert parts == sorted(parts)
    assert parts[0] < 0.2 < 0.8 < parts[-1]


@pytest.mark.usefixtures("every_frame_drawn")
def test_the_bar_of_a_window_tells_all_of_what_has_been_done() -> None:
    with open_driver("wars-epic", 161) as play:
        scene = play.scene
        play.wait(1.0)
        bar = scene.overlay.reaction_bar
        assert bar.news
        with recorded_texts() as said:
            bar.draw(Canvas(Surface((1280, 800)), play.driver.app.look))
        assert bar.news in " ".join(said)
        assert not any("…" in each for each in said)


@pytest.mark.usefixtures("every_frame_drawn")
def test_a_card_of_a_trick_bears_a_sign_once_it_lies_in_the_ring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with open_driver("tricks-4", 29) as play:
        play.play()
        drawn: list[object] = []
        monkeypatch.setattr(trick_view, "draw_sign", lambda *_: drawn.append(1))
        play.scene.refresh()
        play.driver.app._draw()
        assert play.scene.playback.pending_trick is not None
        assert len(drawn) == 3  # the fourth card is still moving
