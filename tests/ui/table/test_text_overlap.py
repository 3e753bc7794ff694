"""Tests of texts at the table: none overlaps another text, or is covered by a dragged card."""

from __future__ import annotations

import random

import pytest
from pygame import Rect

from castlecards.bots.simple import random_action
from castlecards.content import games
from castlecards.ui.shell.app import App
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.state import DragGesture, NoGesture
from castlecards.ui.table.layout.card_shape import corners
from castlecards.ui.table.overlay.outcome_chips import Chip
from castlecards.ui.table.pointer import covered_cards
from castlecards.ui.table.render.labels import title_rects
from castlecards.ui.table.render.table_view import bounds
from tests.depth import Depth
from tests.games.castle.build import castle
from tests.games.castle_wars.build import wars
from tests.ui.driving import Driver
from tests.ui.table.tables import TableDriver, open_curtain, table
from tests.ui.table.test_overlap import ShownTable, random_positions
from tests.ui.test_sizes import collect_drawn_texts

EVERY = [(game.id, max(game.players)) for game in games().values() if game.id != "high_card"]
SIZES = [(1280, 800), (1920, 1080)]


def chips(play: TableDriver, over: Target, held: int = -1) -> tuple[list[Chip], Rect | None]:
    """Return the chips at places while the pointer is at `over`.

    With a dragged card `held`, return its rectangle (px), too.
    """
    scene, input_state = play.table, play.table.model.input_state
    pointer, table_view = scene.pointer, scene.table_view
    input_state.gesture = DragGesture(held) if held >= 0 else NoGesture()
    input_state.pointer = table_view.rect_of(over).center
    look, free = play.app.look, scene.overlay.root.free
    try:
        found = pointer.hints.chips(look, pointer.targets.drop_targets(), over, free)
        rect = bounds(corners(table_view.held_shape(*input_state.pointer))) if held >= 0 else None
        return found, rect
    finally:
        input_state.gesture = NoGesture()


def faults(play: TableDriver, found: list[Chip], held: Rect | None) -> list[str]:
    said = []
    below = title_rects(play.app.look, play.table.table_view.layout)
    for n, chip in enumerate(found):
        text = chip.outcome_preview.text
        if chip.rect.collidelist(below) >= 0:
            said.append(f"{text} lies over what is written at a place")
        if held is not None and chip.rect.colliderect(held):
            said.append(f"{text} lies under the card in the hand")
        if chip.rect.collidelist([each.rect for each in found[:n]]) >= 0:
            said.append(f"{text} lies over another chip")
        if not play.table.overlay.root.free.contains(chip.rect):
            said.append(f"{text} is cut")
    return said


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "players"), EVERY)
def test_what_would_happen_is_written_where_it_can_be_read(
    game: str, players: int, size: tuple[int, int], depth: Depth
) -> None:
    rnd, bad, shown = random.Random(5), list[str](), 0
    with table(game, players, seed=5) as play:
        play.driver.resize(size)
        for _ in range(depth(32, 45)):
            open_curtain(play)
            scene, decision = play.table, play.session.decision
            if decision is None:
                break
            selection = scene.model.selection
            targets = (
                [t for t in selection.selectable_targets() if scene.table_view.rect_of(t).width]
                if selection
                else []
            )
            if selection is not None and targets and decision.aim is None:
                first = rnd.choice(targets)
                if selection.can_pick(first) and first.card >= 0:
                    selection.pick_up(first)
                    scene.refresh()
                goals = [
                    t
                    for t in scene.pointer.targets.drop_targets()
                    if scene.table_view.rect_of(t).width
                ]
                for over in rnd.sample(goals, min(3, len(goals))):
                    for held in (-1, first.card):
                        found, rect = chips(play, over, held)
                        bad += faults(play, found, rect)
                        shown += len(found)
                        if any(covered_cards.is_same_target(over, t) for t in goals) and found:
                            assert scene.model.preview_at(over) is None or found[0].strong
            play.table.submit(decision.seat, random_action(decision, rnd.getrandbits(32)))
    assert bad == []
    assert shown or game in ("card_barrage", "tricks_of_the_trade")


@pytest.mark.usefixtures("every_frame_drawn")
def test_what_would_happen_keeps_clear_of_a_caption(monkeypatch: pytest.MonkeyPatch) -> None:
    with table("castle_wars", start=wars("9H | 4H | 2H", "10S | 5S", up="10S 5S").pos) as play:
        open_curtain(play)
        scene = play.table
        selection = scene.model.selection
        selection.choose(selection.selectable_targets()[0])
        goal, *_ = scene.pointer.targets.drop_targets()
        found, _ = chips(play, goal)
        over = found[0].rect.inflate(-8, -8)
        monkeypatch.setattr(scene.overlay, "caption_rects", lambda _: [over])
        scene.refresh()
        play.driver.app._draw()
        moved, _ = chips(play, goal)
        assert moved[0].outcome_preview == found[0].outcome_preview
        assert all(not chip.rect.colliderect(over) for chip in moved)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("size", SIZES)
def test_what_would_happen_keeps_clear_of_the_sentence_of_an_attack(size: tuple[int, int]) -> None:
    driver, shown, found = Driver(size, instant=True), None, 0
    try:
        for session, _ in zip(random_positions("wars", random.Random(3)), range(60), strict=False):
            if shown is None or shown.session is not session:
                shown = ShownTable(driver, session)
            shown.show()
            scene = shown.scene
            selection = scene.model.selection
            if selection is None or scene.playback.pending_clash is None:
                continue
            with collect_drawn_texts() as sheet:
                App._draw(driver.app)
            stage = [line.seen for line in sheet.lines if line.writer == "table.clash.view"]
            assert stage
            hints, free = scene.pointer.hints, scene.overlay.root.free
            for thing in selection.selectable_targets():
                selection.pick_up(thing)
                targets = scene.pointer.targets.drop_targets()
                chips = hints.chips(driver.app.look, targets, Target(), free)
                assert all(chip.rect.collidelist(stage) < 0 for chip in chips)
                found += len(chips)
                selection.clear()
    finally:
        driver.app.close()
    assert found


def test_what_would_happen_hides_no_rank_and_suit_in_the_hand() -> None:
    match = castle(hand="7H 7C 3C 9S KH", plots=["QD"])
    with table("castle", start=match.pos, kinds=("human", "human")) as play:
        open_curtain(play)
        play.click(play.where(match.card("7H")))
        play.wait(0.5)
        found, _ = chips(play, Target())
        view = play.table.table_view
        hand = [
            spot for spot in view.layout.spots if spot.zone == match.pos.zone_of(match.card("7C"))
        ]
        cards = [view.rect_of(Target(spot.card, spot.zone)) for spot in hand]
        corners = [Rect(card.x, card.y, card.width // 5, card.height // 4) for card in cards]
        assert {"a wall: two 7s", "a knight: 7 + 3"} == {
            chip.outcome_preview.text for chip in found
        }
        assert all(chip.rect.collidelist(corners) < 0 for chip in found)
