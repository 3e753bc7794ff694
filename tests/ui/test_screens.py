"""Tests of each screen against its stored picture, pixel by pixel, and of faults that must be
found.

After a wanted change: `python -m tests.ui.shots --update`, then look at each changed picture.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from _pytest.mark.structures import ParameterSet

from castlecards.ui.table.playback import animation
from tests.listed_texts import missing_texts
from tests.ui.shots import compare
from tests.ui.shots.captured_texts import capture_texts
from tests.ui.shots.catalogue import PICTURES, SHOTS
from tests.ui.shots.stage import Shot, Stage, take

SAMPLE = {  # also run with `--quick`: a page, each game, each kind of motion
    "title-continue", "settings-throwing", "curtain", "table-busy", "aiming", "flight",
    "motion-turn-late", "motion-glide-early", "motion-deal-late",
    "wars-window", "rampage-paying", "castle-busy", "tricks-trade", "range", "level",
}  # fmt: skip
WATCHED = (  # shots of states that could depend on earlier frames
    "flight-flip", "strike-hit-mid", "motion-glide-late", "motion-trick-mid", "motion-castle-late",
    "result", "clash-asked", "hint-castle", "film-mid",
)  # fmt: skip


def parameter(shot: Shot) -> ParameterSet:
    marks = [] if shot.name in SAMPLE else [pytest.mark.long]
    return pytest.param(shot, marks=marks, id=shot.name)


@pytest.fixture(autouse=True)
def _failures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Remove pictures of planted differences."""
    if request.node.get_closest_marker("golden") is None:
        monkeypatch.setattr(compare, "FAILURES", tmp_path / "failures")


@pytest.mark.golden
@pytest.mark.parametrize("shot", [parameter(shot) for shot in SHOTS])
def test_the_screen_looks_as_it_did(stage: Stage, shot: Shot) -> None:
    with capture_texts() as shown:
        picture = take(stage, shot)
    told = compare.difference(picture, shot.name)
    if told:
        compare.write_failure(picture, shot.name)
        pytest.fail(f"{shot.name}: {told}; see tests/ui/failures/", pytrace=False)
    assert missing_texts(shown) == "", "drawn, but not listed by tools.texts"


def test_every_shot_is_stored_and_no_other_picture() -> None:
    names = [shot.name for shot in SHOTS]
    assert len(names) == len(set(names))
    assert compare.stored_names() == set(names)
    assert {*PICTURES.values(), *SAMPLE} <= set(names)


def shot(name: str) -> Shot:
    return next(shot for shot in SHOTS if shot.name == name)


@pytest.mark.long
def test_a_shot_is_the_same_after_any_other(stage: Stage) -> None:
    once = compare.digest(take(stage, shot("table-busy")))
    for other in ("night", "table-busy-640", "library-broken", "flight", "left-handed"):
        take(stage, shot(other))
    assert compare.digest(take(stage, shot("table-busy"))) == once


@pytest.mark.parametrize("name", WATCHED)
@pytest.mark.long
def test_a_picture_is_the_same_after_frames_that_were_drawn(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The picture depends on the match, not on frames drawn before."""
    monkeypatch.setattr(stage, "draws_every_frame", True)
    before = stage.app.frames
    picture = take(stage, shot(name))
    assert stage.app.frames > before + 1
    assert compare.difference(picture, name) == ""


@pytest.mark.parametrize("exact", [True, False])
def test_a_moved_widget_is_caught(stage: Stage, exact: bool) -> None:
    """A button is moved by a few pixels."""
    name = "title-continue"
    picture = take(stage, shot(name))
    assert compare.difference(picture, name, exact=False) == ""
    button = stage.app.scene.find("title.statistics").rect
    part = picture.subsurface(button).copy()
    picture.blit(picture.subsurface(button.move(0, 4)).copy(), button)
    picture.blit(part, button.move(3, 2))
    assert "changed" in compare.difference(picture, name, exact=exact)


@pytest.mark.parametrize("exact", [True, False])
def test_a_missing_card_is_caught(stage: Stage, exact: bool) -> None:
    """One wall is not drawn."""
    name = "table-busy"
    take(stage, shot(name))
    table_view = stage.table.table_view
    card = stage.table.session.position.zones[stage.table.session.position.box.zone("1.wall0")][0]
    ground = table_view.draw_ground
    table_view.draw_ground = lambda canvas, absent, *rest: ground(canvas, {*absent, card}, *rest)  # type: ignore[method-assign]
    assert "changed" in compare.difference(stage.picture(), name, exact=exact)


@pytest.mark.parametrize("exact", [True, False])
def test_a_card_that_turns_without_an_animation_is_caught(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, exact: bool
) -> None:
    """The card shows its other side, but no frame shows it on edge."""
    name = "motion-turn-late"
    whole = animation.frame_at
    monkeypatch.setattr(animation, "frame_at", lambda *given: replace(whole(*given), squash=1.0))
    assert "changed" in compare.difference(take(stage, shot(name)), name, exact=exact)


def test_a_single_pixel_counts_only_where_the_picture_was_made(stage: Stage) -> None:
    name = "crash"
    picture = take(stage, shot(name))
    r, g, b, _ = picture.get_at((40, 40))
    picture.set_at((40, 40), (r ^ 1, g, b))
    assert "fine difference" in compare.difference(picture, name, exact=True)
    assert compare.difference(picture, name, exact=False) == ""


def test_another_size_and_an_unknown_name_are_told(stage: Stage) -> None:
    assert "size" in compare.difference(pygame.Surface((20, 10)), "title")
    assert compare.difference(pygame.Surface((20, 10)), "nothing") == "no picture is stored"


def test_what_is_stored_is_found_again_and_failures_can_be_looked_at(tmp_path: Path) -> None:
    picture = pygame.Surface((40, 30))
    picture.fill((200, 100, 37))
    compare.store(picture, "plain", tmp_path)
    assert compare.difference(picture, "plain", tmp_path) == ""
    picture.fill((20, 30, 40), (5, 5, 10, 10))
    assert compare.difference(picture, "plain", tmp_path, exact=False)
    compare.write_failure(picture, "plain", tmp_path)
    diff = pygame.image.load(compare.FAILURES / "plain.diff.png")
    assert diff.get_at((8, 8))[:3] == (255, 60, 40)
    assert diff.get_at((30, 20))[:3] != (255, 60, 40)
    actual = compare.load(compare.FAILURES / "plain.actual.png")
    assert (actual == compare.pixels(picture)).all()
    compare.forget("plain", tmp_path)
    assert compare.stored_names(tmp_path) == set()


@pytest.mark.parametrize("exact", [True, False])
def test_a_large_picture_is_stored_at_half_its_size(tmp_path: Path, exact: bool) -> None:
    picture = pygame.Surface((1920, 1080))
    picture.fill((200, 100, 37))
    picture.fill((250, 240, 90), (101, 201, 33, 47))
    compare.store(picture, "large", tmp_path)
    assert pygame.image.load(tmp_path / "large.png").get_size() == (960, 540)
    assert compare.difference(picture, "large", tmp_path, exact) == ""
    picture.fill((20, 30, 40), (300, 300, 90, 60))
    assert "changed" in compare.difference(picture, "large", tmp_path, exact)
