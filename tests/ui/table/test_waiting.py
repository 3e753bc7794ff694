"""Tests of waiting times in a game of throws: a turn is never delayed, and computer players think
while the verdict is shown.
"""

from __future__ import annotations

import pytest

from castlecards.core.action import Decision
from castlecards.core.cards import NATURE
from castlecards.core.landing import Limits
from castlecards.ui.kit.intents import Act, Scroll
from castlecards.ui.table.layout.card_shape import flat
from castlecards.ui.table.playback.animation import Cue, Script, Track, Tween
from castlecards.ui.table.playback.narration import BRIEF
from castlecards.ui.table.playback.state import ALONE_READING, HIT_READING, MISS_READING
from castlecards.ui.table.throw.callout import FADED, opacity
from tests.ui.table.tables import TableDriver, open_curtain, open_table, table

GAME = "card_barrage"
SEED, FIRST = (
    3,
    7,
)  # the seed in which the computer player throws first; that in which the person does
STEP = 0.02  # s


def until(play: TableDriver, seat: int, most: float = 60.0) -> None:
    """Run frames until a card that this seat has thrown lands."""
    log, lines = play.session.log, len(play.session.log)
    while most > 0:
        play.feed(dt=STEP)
        most -= STEP
        if len(log) > lines and log[-1].seat == NATURE and log[-2].seat == seat:
            return
        lines = len(log)
    raise AssertionError("no card lands")


def texts(play: TableDriver) -> set[str]:
    return {caption.text for caption in play.table.overlay.captions.shown}


def test_the_verdict_on_a_computer_player_is_a_callout_in_the_turn_of_a_person() -> None:
    with table(GAME, kinds=("human", "random"), instant=False, seed=SEED) as play:
        until(play, 1)
        assert play.seat == 0
        playback = play.table.playback
        assert not playback.holds_callout
        callout = playback.callout
        assert callout.name == "Ben"
        waited, said = 0.0, texts(play)
        while play.table.selection is None:
            play.feed(dt=STEP)
            waited += STEP
            said |= texts(play)
        assert waited < 1.6
        assert not [text for text in said if callout.impact.scored_throw.word.lower() in text]
        play.wait(4.0)
        assert playback.callout is callout
        assert opacity(playback.callout_age) == FADED
        play.flick(hand_card(play), button=3)
        assert playback.callout is None


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("left_handed", [False, True])
def test_details_that_stay_open_leave_the_throw_bar_free(scale: int, left_handed: bool) -> None:
    kinds = ("human", "random")
    with table(
        GAME, kinds=kinds, instant=False, seed=SEED, ui_scale=scale, left_handed=left_handed
    ) as play:
        until(play, 1)
        play.key(Act.DETAILS)
        play.settle()
        overlay = play.table.overlay
        for size in ((1280, 800), (1366, 768), (1920, 1080)):
            play.driver.resize(size)
            play.feed()
            assert {overlay.details, overlay.throw_bar} <= set(overlay.root.extras)
            assert not overlay.details_rect.colliderect(overlay.throw_bar.rect)
            assert not overlay.details_rect.colliderect(overlay.prompt_panel.rect)


def hand_card(play: TableDriver) -> int:
    pos = play.session.position
    return pos.zones[pos.box.zone("0.hand")][0]


@pytest.mark.parametrize("key", [False, True])
def test_a_computer_player_thinks_while_the_own_verdict_is_read(key: bool) -> None:
    with open_table(GAME, kinds=("human", "squire"), instant=False, seed=FIRST) as play:
        play.flick(play.hand[0], button=3)
        until(play, 0)
        scene, lines, waited = play.table, len(play.session.log), 0.0
        callout = scene.playback.callout
        assert callout.name == "", "the only person needs no name"
        assert not texts(play)
        asked = scene.computer_players._asked
        assert asked is play.session.decision
        if key:
            play.key(Act.THROW)
        while scene.playback.holds_callout:
            assert len(play.session.log) == lines
            assert scene.computer_players._asked is asked
            assert scene.computer_players._passed >= waited
            play.feed(dt=STEP)
            waited += STEP
        assert waited <= (4 * STEP if key else ALONE_READING + 2 * STEP)
        assert waited >= (0 if key else ALONE_READING - 2 * STEP)
        while len(play.session.log) == lines:
            play.feed(dt=STEP)
            waited += STEP
        assert waited < ALONE_READING + 3 * STEP, "its thought ends with the reading time"
        assert play.table.model.last_figures == ()


def test_the_question_of_a_computer_player_holds_its_own_view_alone() -> None:
    with open_table(GAME, kinds=("human", "squire"), instant=False, seed=FIRST) as play:
        play.flick(play.hand[0], button=3)
        until(play, 0)
        question = play.table.computer_players._question
        view = question.view
        assert view.seat == 1
        assert view == play.session.view(1)
        hidden = play.session.position.zones[play.session.position.box.zone("0.hand")]
        assert all(view.face(card) is None for card in hidden)


def test_between_people_the_verdict_stays_and_names_the_thrower() -> None:
    with table(GAME, instant=False) as play:
        open_curtain(play)
        seat, name = play.seat, play.session.name(play.seat)
        play.flick(play.hand[0], button=3)
        until(play, seat)
        callout = play.table.playback.callout
        assert play.table.playback.holds_callout
        assert callout.seconds in (HIT_READING, MISS_READING)
        assert callout.title.startswith(f"{name}: ")


@pytest.mark.parametrize("act", [Act.THROW, Act.CONFIRM, Act.CANCEL])
def test_space_ends_the_flight_of_another_card(act: Act) -> None:
    with table(GAME, kinds=("human", "random"), instant=False, seed=SEED) as play:
        while not (play.table.playback.flying and play.table.playback.t > 0.1):
            play.feed(dt=STEP)
        play.key(act)
        play.feed(dt=STEP)
        assert not play.table.playback.flying
        assert play.session.log[-1].seat == NATURE


def test_the_wheel_ends_the_motion_and_sets_the_loft() -> None:
    with table(GAME, kinds=("human", "random"), instant=False, seed=SEED) as play:
        until(play, 1)
        assert play.table.playback.animation.running
        hand = play.session.position.zones[play.session.position.box.zone("0.hand")]
        at = play.where(hand[0])
        loft = play.table.model.input_state.loft
        play.table.model.input_state.pointer = at
        play.feed(Scroll(0, 1, at))
        assert not play.table.playback.animation.running
        assert isinstance(play.table.selection and play.table.selection.decision, Decision)
        assert play.table.model.limits is not None
        play.feed(Scroll(0, 1, at))
        assert play.table.model.input_state.loft != loft


def test_moves_of_computer_players_are_brief_and_have_no_caption() -> None:
    with table(GAME, kinds=("human", "squire"), instant=False, seed=SEED) as play:
        said, longest = set(), 0.0
        verbs = set()
        for _ in range(6000):
            lines = len(play.session.log)
            player = play.table.computer_players
            if player.thinks and player._answers_in_row(1):
                longest = max(longest, player._delay)
            play.feed(dt=STEP)
            said |= texts(play)
            script, log = play.table.playback.animation.script, play.session.log
            if len(log) > lines and log[-1].seat == 1 and script is not None:
                verbs.add(log[-1].action.verb)
                longest = max(longest, script.seconds)
            if play.table.selection is not None:
                decision = play.session.decision
                throws = isinstance(decision.aim, Limits)
                play.table.submit(0, decision.aim.sample(len(log)) if throws else decision.default)
            if {"toss", "upgrade"} <= verbs or play.session.over:
                break
        assert {"toss", "upgrade"} <= verbs
        assert 0 < longest <= BRIEF
        minor = ("drew", "built", "upgraded", "replaced")
        assert not [text for text in said if text.startswith("Ben") and text.split()[1] in minor]


def test_cards_move_briefly_after_the_throw_of_a_computer_player() -> None:
    with table(GAME, kinds=("human", "random"), instant=False, seed=SEED) as play:
        until(play, 1)
        script = play.table.playback.animation.script
        assert 0 < script.seconds <= BRIEF
    with open_table(GAME, kinds=("human", "random"), instant=False, seed=FIRST) as play:
        play.flick(play.hand[0], button=3)
        until(play, 0)
        script = play.table.playback.animation.script
        assert script.seconds > BRIEF, "the own ones can be followed"


def test_a_computer_player_thinks_while_the_cards_of_its_last_move_still_move() -> None:
    with table(GAME, kinds=("human", "knight"), instant=False, seed=SEED) as play:
        scene, early = play.table, 0
        players, animation = scene.computer_players, scene.playback.animation
        for _ in range(400):
            lines = len(play.session.log)
            play.feed(dt=STEP)
            if animation.running and players.is_asked(play.session.decision):
                assert len(play.session.log) == lines or not players._passed, "no answer meanwhile"
                early += players._passed > 0
        assert early > 3


def test_a_script_within_a_time_keeps_its_order_and_its_end() -> None:
    home, there = flat(0, 0, 90), flat(50, 0, 90)
    track = Track(1, 0, home, True, 0, tweens=[Tween(0.5, 1.0, there, True, 0)])
    script = Script({1: track}, [Cue(0.5, "move")], 1.0, decided=1.0)
    brief = script.shortened_to(0.25)
    assert (brief.seconds, brief.decided, brief.cues[0].at) == (0.25, 0.25, 0.125)
    (leg,) = brief.tracks[1].tweens
    assert (leg.start, leg.end, leg.to) == (0.125, 0.25, there)
    assert script.shortened_to(1.0) is script
    assert script.tracks[1].tweens[0].end == 1.0
