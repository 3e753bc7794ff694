"""Tests of the decision corner: it makes room while a card is dragged."""

from __future__ import annotations

import pytest
from pygame import Rect

from castlecards.bots.simple import random_action
from castlecards.core.session import Session
from castlecards.ui.kit.intents import Act, Drag, Grab, Hover, Release
from castlecards.ui.scene import Reset
from castlecards.ui.table.scene import TableScene
from tests.depth import Depth
from tests.ui.table.tables import TableDriver, open_curtain, table

RUN_UP = 90.0  # mm behind the gate


def behind_the_gate(play: TableDriver) -> Rect:
    """Return the places of the pointer, px: the gate and the table behind it."""
    decision, table_view = play.session.decision, play.table.table_view
    assert table_view is not None
    limits = decision.aim
    left, right, y = (value / 10 for value in limits.gate)
    back = y - RUN_UP if limits.start.angle == 0 else y + RUN_UP
    corners = [table_view.layout.camera.project(x, at) for x in (left, right) for at in (y, back)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def next_thrower(play: TableDriver, seats: set[int]) -> None:
    """Play until the turn of a seat that is not in `seats`, and add it."""
    open_curtain(play)
    while play.seat in seats:
        session: Session[object] = play.session
        decision = session.decision
        play.table.submit(decision.seat, decision.default)
        open_curtain(play)
    seats.add(play.seat)


@pytest.mark.usefixtures("every_frame_drawn")
@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("size", [(1280, 800), (1440, 900)])  # sizes without a column
@pytest.mark.long
def test_the_corner_makes_room_while_a_card_is_held(
    size: tuple[int, int], left_handed: bool, depth: Depth
) -> None:
    seats: set[int] = set()
    in_the_way = 0
    with table("card_barrage", 6, left_handed=left_handed) as play:
        play.driver.resize(size)
        for _ in range(depth(2, 3)):
            next_thrower(play, seats)
            corner, way = play.table.overlay.prompt_panel, behind_the_gate(play)
            whole = Rect(corner.rect)
            in_the_way += whole.colliderect(way)
            start = play.where(play.hand[0])
            play.feed(Hover(start, play.clock), Grab(start, play.clock))
            for k in range(1, 6):
                play.feed(Drag((start[0], start[1] - 20 * k), play.clock))
            assert play.table.model.input_state.held_card >= 0
            assert not corner.rect.colliderect(way)
            assert corner.prompt.hint  # the hint is still shown
            assert not corner.children
            play.feed(Release((start[0], start[1] - 100), play.clock))
            open_curtain(play)
            assert corner.rect == whole
            assert corner.children
    assert in_the_way


@pytest.mark.parametrize(
    ("game", "says"),
    [("castle", "Nothing left to do"), ("tricks_of_the_trade", "You can’t follow suit")],
)
def test_an_undo_question_hides_the_decision_of_the_other_player(game: str, says: str) -> None:
    """A player who must agree to an undo cannot read the decision of the other player."""
    with table(game, seed=1) as play:
        session: Session[object] = play.session
        for n in range(200):
            decision = session.decision
            if says in decision.prompt:
                break
            session.submit(decision.seat, random_action(decision, n * 7919))
        else:
            raise AssertionError(f"nobody is told: {says}")
        scene = play.table = TableScene(play.app, session)
        play.app.follow(Reset(scene))
        open_curtain(play)
        assert says in scene.overlay.prompt_panel.prompt.text
        play.key(Act.UNDO)
        assert play.scene == "UndoConsent"
        play.wait(0.1)
        corner = scene.overlay.prompt_panel
        assert corner.prompt.player == session.name(
            decision.seat
        )  # the name of the player is no secret
        assert says not in corner.prompt.text + corner.name
        assert says not in "".join(child.name for child in scene.overlay.layer.root.walk())
