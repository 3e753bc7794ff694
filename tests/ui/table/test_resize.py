"""Tests of resizing at any time: afterwards the next player is asked."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.core.cards import NATURE
from castlecards.ui.kit.intents import Act, Command, Grab, Release
from castlecards.ui.table.scene import TableScene
from tests.depth import Depth
from tests.ui.table.tables import TableDriver, open_curtain, run_until_asked, table

SIZES = ((1920, 1080), (1000, 640), (1280, 800))
SCALES = (1.25, 0.75, "auto")
EVERY = [(game.id, players) for game in games().values() for players in game.players]


def window(play: TableDriver, n: int) -> None:
    play.driver.resize(SIZES[n % len(SIZES)])


def full_screen(play: TableDriver, n: int) -> None:
    play.feed(Command(Act.FULLSCREEN), Command(Act.FULLSCREEN, down=False))


def scale(play: TableDriver, n: int) -> None:
    play.app.change(ui_scale=SCALES[n % len(SCALES)])


WAYS: tuple[Callable[[TableDriver, int], None], ...] = (window, full_screen, scale)


@pytest.mark.parametrize(("game", "players"), EVERY)
@pytest.mark.long
def test_after_a_resize_at_any_moment_of_any_game_somebody_is_asked(
    game: str, players: int, depth: Depth
) -> None:
    """Random play with animations. The window is resized at a random time after each action, and
    while the curtain opens.
    """
    rnd = random.Random(players)
    with table(game, players, seed=players, instant=False, time_scale=1.0) as play:
        for n in range(depth(6, 12)):
            play.wait(rnd.choice([0.05, rnd.random() * 1.6]))
            WAYS[n % 3](play, n)
            if rnd.random() < 0.3:
                play.wait(0.1)
                WAYS[rnd.randrange(3)](play, n + 1)
            open_curtain(play)
            assert n % 4 or play.app.surface  # drawn
            decision = play.session.decision
            if decision is None:
                break
            if play.table.model.window is decision:
                play.press("look")
                play.wait(rnd.random() * 0.4)
                WAYS[(n + 1) % 3](play, n)
                open_curtain(play)
            play.table.submit(decision.seat, random_action(decision, rnd.randrange(2**32)))


def test_the_deal_is_resized_when_the_curtain_has_just_opened() -> None:
    with table("card_barrage", instant=False) as play:
        play.feed(Grab((640, 300), play.clock))
        play.wait(0.7)
        play.feed(Release((640, 300), play.clock))
        assert play.table.playback.animation.running
        play.wait(0.9)
        assert play.table.playback.animation.running
        play.driver.resize((1000, 640))
        play.wait(0.1)
        assert play.table.selection is not None


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("act", [Act.CANCEL, Act.CONFIRM, None])
@pytest.mark.long
def test_a_flight_that_is_cut_short_and_resized_lands_and_is_asked_about(
    way: Callable[[TableDriver, int], None], act: Act | None
) -> None:
    with table("card_barrage", instant=False) as play:
        open_curtain(play)
        play.flick(play.hand[0], button=3)
        play.wait(0.2)
        assert play.table.playback.flying
        if act is not None:
            play.key(act)
        way(play, 0)
        play.feed()
        way(play, 1)
        assert (
            any(record.seat == NATURE for record in play.session.log) or play.table.playback.plays
        )
        run_until_asked(play)
        assert play.session.log[-1].seat == NATURE


def test_what_was_said_is_read_after_a_resize_before_the_curtain_falls() -> None:
    """Captions stay for their time if the resize ends the animation."""
    with table("castle_rampage", instant=False, seed=5) as play:
        rnd = random.Random(5)
        for _ in range(60):
            open_curtain(play)
            decision = play.session.decision
            play.table.submit(decision.seat, random_action(decision, rnd.randrange(2**32)))
            script = play.table.playback.animation.script
            said = [cue for cue in script.cues if cue.kind == "said"] if script else []
            after = play.session.decision
            if said and after is not None and after.seat != decision.seat:
                break
        else:
            raise AssertionError("nothing is said before a turn of the other side")
        play.driver.resize((1000, 640))
        play.feed()
        assert play.table.model.curtain is None
        assert play.table.overlay.captions.shown[0].text == play.session.with_player_names(
            said[-1].text
        )
        run_until_asked(play)
        assert play.table.model.curtain is not None


def test_a_resize_below_a_menu_does_not_lose_the_question() -> None:
    with table("card_barrage", instant=False) as play:
        open_curtain(play)
        decision = play.session.decision
        play.table.submit(decision.seat, random_action(decision, 7))
        play.feed()
        play.table.do(Act.MENU)
        play.feed()
        play.driver.resize((1000, 640))
        play.press("resume")
        assert isinstance(play.app.scene, TableScene)
        run_until_asked(play)
