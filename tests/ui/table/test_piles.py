"""Tests of gestures with piles and with several cards, by mouse and by keyboard."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from castlecards.core.action import Action
from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover, Release
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.input.state import LassoGesture, NoGesture
from castlecards.ui.table.layout.card_shape import corners
from castlecards.ui.table.overlay.popups import PileInspector
from castlecards.ui.table.pointer.covered_cards import fanned_shapes, pile_of_covered
from tests.ui.table.layout.test_table_layout import stage
from tests.ui.table.tables import FRAME, TableDriver, table
from tests.ui.table.toy_game import DECK, DISCARD, HAND, PILES, PLOTS, TOOLS, Toy, zone

SHELL, INFECT = 5, 6  # cards of the tools of seat 0
BARE = (330, 330)  # px: nothing lies there
CTRL = frozenset({"ctrl"})


@pytest.fixture
def play() -> Iterator[TableDriver]:
    with table(Toy(), kinds=("human", "random")) as driver:
        driver.settle()
        yield driver


def press(play: TableDriver, at: tuple[int, int], mods: frozenset[str] = frozenset()) -> None:
    play.feed(Hover(at, play.clock))
    play.feed(Grab(at, play.clock, 1, 1, mods))


def click(play: TableDriver, at: tuple[int, int], mods: frozenset[str] = frozenset()) -> None:
    press(play, at, mods)
    play.feed(Release(at, play.clock, 1, mods))


def carry(play: TableDriver, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Drag a card or pile there, without the release."""
    press(play, start)
    for part in (0.1, 0.5, 1.0):
        x = start[0] + (end[0] - start[0]) * part
        y = start[1] + (end[1] - start[1]) * part
        play.feed(Drag((round(x), round(y)), play.clock), dt=FRAME)


def pile(play: TableDriver, seat: int, number: int) -> tuple[int, int]:
    """Return the middle of the top card of a pile, px."""
    pos = play.session.position
    return play.where(pos.zones[zone(seat, PILES + number)][-1])


def last(play: TableDriver) -> Action:
    return play.session.log[-1].action


def at_fan(play: TableDriver, card: int) -> tuple[int, int]:
    """Return where a card of the fanned pile can be pointed at, px."""
    fan = play.table.pointer.pile_tools.fan
    at = next(shape for other, shape in fan.places() if other == card)
    left = min(x for x, _ in corners(at))
    return round(left + 6), round(at.y)


# -- looking through ------------------------------------------------------------------------------


def test_a_pile_that_is_held_down_fans_out_until_it_is_let_go(play: TableDriver) -> None:
    piles = play.table.pointer.pile_tools
    at = play.where("0.discard")
    press(play, at)
    play.wait(0.2)
    assert piles.fan is None
    play.wait(0.25)
    cards = [card for card, _ in piles.fan.places()]
    assert bytes(cards) == play.session.position.zones[zone(0, DISCARD)]
    xs = [stance.x for _, stance in piles.fan.places()]
    assert xs == sorted(xs)  # from the lowest card up
    play.feed(Release(at, play.clock))
    assert piles.fan is None
    assert play.scene == "TableScene"  # the drag was no click
    assert play.session.at == 0


def test_the_right_button_opens_a_pile_to_look_at_whatever_a_click_would_do(
    play: TableDriver,
) -> None:
    at = pile(play, 0, 1)
    play.click(at, button=3)
    assert play.scene == "PileInspector"
    back = play.app.scene.find("close")
    assert back.kind == "plain"  # with a frame, as the only action
    play.press("close")
    play.click(play.where("0.deck"), button=3)  # the deck is secret
    assert play.scene == "TableScene"
    assert play.session.at == 0


def test_the_cards_of_a_fan_lie_in_full_light(play: TableDriver) -> None:
    press(play, pile(play, 0, 1))
    play.wait(0.6)
    play.app._draw()
    fan = play.table.pointer.pile_tools.fan
    assert not fan.lit
    for _, shape in fan.places():
        left, top = (min(at[n] for at in corners(shape)) for n in (0, 1))
        paper = play.app.surface.get_at((round(left + shape.height * 0.1), round(top + 5)))
        assert sum(paper[:3]) > 600


def test_own_face_down_piles_may_be_looked_through_and_others_not(play: TableDriver) -> None:
    press(play, pile(play, 0, 1))
    play.wait(0.45)
    assert play.table.pointer.pile_tools.fan is not None
    play.feed(Release(pile(play, 0, 1), play.clock))
    for at in (play.where("0.deck"), play.where("1.store"), pile(play, 1, 0)):
        press(play, at)
        play.wait(0.45)
        assert play.table.pointer.pile_tools.fan is None
        play.key(Act.CANCEL)


def test_a_hidden_table_fans_nothing_out(play: TableDriver) -> None:
    play.table.hide()
    press(play, pile(play, 0, 1))
    play.wait(0.45)
    assert play.table.pointer.pile_tools.fan is None


def test_one_who_moves_on_drags_and_fans_nothing_out(play: TableDriver) -> None:
    start = pile(play, 0, 1)
    carry(play, start, (start[0] + 40, start[1] - 60))
    play.wait(0.5)
    assert play.table.pointer.pile_tools.fan is None
    assert play.table.model.input_state.held_card >= 0


def test_a_click_shows_the_same_cards_in_a_popup(play: TableDriver) -> None:
    click(play, play.where("1.discard"))
    assert play.scene == "PileInspector"
    shown = [card.id for card in play.app.scene.layer.root.walk() if card.id.startswith("card:")]
    there = play.session.position.zones[zone(1, DISCARD)]
    assert shown == [f"card:{card}" for card in there]
    play.press("close")
    assert play.scene == "TableScene"


def test_a_press_beside_the_cards_of_a_pile_closes_them(play: TableDriver) -> None:
    click(play, play.where("1.discard"))
    popup = play.app.stack.top
    assert isinstance(popup, PileInspector)
    press(play, popup.layer.root.children[0].rect.move(4, 4).topleft)
    assert play.app.stack.top is popup
    press(play, (4, 4))
    assert play.app.stack.top is play.table


def test_the_keyboard_opens_a_pile_and_fans_it_out(play: TableDriver) -> None:
    play.focus("pile:1.discard")
    play.feed(Command(Act.ZOOM, True, False, play.clock))
    fan = play.table.pointer.pile_tools.fan
    assert fan.zone == zone(1, DISCARD)
    play.feed(Command(Act.ZOOM, False, False, play.clock))
    assert play.table.pointer.pile_tools.fan is None
    play.key(Act.CONFIRM)
    assert play.scene == "PileInspector"


# -- covered cards --------------------------------------------------------------------------------


def covered_card(play: TableDriver, seat: int = 1) -> int:
    return play.session.position.zones[zone(seat, PILES)][0]


def test_a_click_on_a_pile_asks_which_of_its_cards_is_meant(play: TableDriver) -> None:
    click(play, play.where(SHELL))
    click(play, pile(play, 1, 0))
    assert play.scene == "PileInspector"
    button = play.app.scene.find(f"card:{covered_card(play)}")
    assert not button.up  # type: ignore[attr-defined]
    assert button.name == "card 1 from the bottom"
    play.press(button.id)
    assert last(play) == Action("shell", (SHELL,), onto=covered_before(play))


def covered_before(play: TableDriver) -> int:
    return play.session.positions[0].zones[zone(1, PILES)][0]


def test_covered_cards_open_no_popup_while_other_things_may_be_done(play: TableDriver) -> None:
    assert play.scene == "TableScene"  # although an option names cards below others
    ids = [widget.id for widget in play.table.overlay.layer.root.walk()]
    assert "spread" not in ids
    assert "pile:0.pile0" in ids


def test_a_popup_that_is_closed_leaves_the_picks(play: TableDriver) -> None:
    click(play, play.where(SHELL))
    click(play, pile(play, 1, 0))
    play.press("close")
    selection = play.table.selection
    assert [target.card for target in selection.picked] == [SHELL]


def test_a_card_held_over_a_pile_fans_it_out_and_is_dropped_on_a_covered_one(
    play: TableDriver,
) -> None:
    carry(play, play.where(SHELL), pile(play, 1, 0))
    assert play.table.pointer.pile_tools.fan is None
    play.wait(0.45)
    goal = at_fan(play, covered_card(play))
    play.feed(Drag(goal, play.clock))
    play.feed(Release(goal, play.clock))
    assert last(play) == Action("shell", (SHELL,), onto=covered_before(play))


def test_a_drop_on_the_pile_itself_asks_which(play: TableDriver) -> None:
    at = pile(play, 1, 0)
    carry(play, play.where(SHELL), at)
    play.feed(Release(at, play.clock))
    assert play.scene == "PileInspector"
    selection = play.table.selection
    assert [target.card for target in selection.picked] == [SHELL]


def test_a_card_that_leaves_the_fan_may_go_elsewhere(play: TableDriver) -> None:
    carry(play, play.where(SHELL), pile(play, 1, 0))
    play.wait(0.45)
    assert play.table.pointer.pile_tools.fan is not None
    play.feed(Drag((20, 790), play.clock))
    play.feed(Drag((21, 790), play.clock))
    assert play.table.pointer.pile_tools.fan is None
    assert play.table.model.input_state.held_card == SHELL


def test_covered_cards_are_chosen_by_keys(play: TableDriver) -> None:
    play.focus(f"card:{SHELL}")
    play.key(Act.CONFIRM)
    play.focus("pile:1.pile0")
    play.key(Act.CONFIRM)
    assert play.scene == "PileInspector"
    play.key(Act.CONFIRM)  # the lowest card has the focus
    assert last(play) == Action("shell", (SHELL,), onto=covered_before(play))


def test_a_pile_in_the_fan_is_chosen_from_by_sliding(play: TableDriver) -> None:
    start = pile(play, 0, 0)
    press(play, start)
    play.wait(0.45)
    card = covered_card(play, 0)
    goal = at_fan(play, card)
    play.feed(Drag(goal, play.clock))
    play.feed(Release(goal, play.clock))
    assert last(play) == Action("pay", (card,))


def test_the_pile_as_a_whole_is_still_picked_by_a_click(play: TableDriver) -> None:
    click(play, pile(play, 0, 1))
    selection = play.table.selection
    assert [target.zone for target in selection.picked] == [zone(0, PILES + 1)]


# -- several at once ------------------------------------------------------------------------------


def lasso(play: TableDriver, mods: frozenset[str] = frozenset()) -> None:
    """Drag a rectangle around all three own piles."""
    first, third = pile(play, 0, 0), pile(play, 0, 2)
    start, end = (first[0] - 46, first[1] - 78), (third[0] + 46, third[1] + 30)
    press(play, start, mods)
    play.feed(Drag((start[0] + 30, start[1] + 30), play.clock))
    play.feed(Drag(end, play.clock))
    play.feed(Release(end, play.clock, 1, mods))


def picked_piles(play: TableDriver) -> list[int]:
    selection = play.table.selection
    return [target.zone - PILES for target in selection.picked]


def test_a_lasso_picks_what_an_action_picks_together(play: TableDriver) -> None:
    lasso(play)
    assert picked_piles(play) == [0, 1, 2]


def test_picked_cards_are_carried_and_dropped_together(play: TableDriver) -> None:
    lasso(play)
    goal = pile(play, 1, 1)
    carry(play, pile(play, 0, 1), goal)
    pointer = play.table.pointer
    assert len(pointer.dragged.cards) == 3
    play.feed(Release(goal, play.clock))
    own = tuple(zone(0, PILES + n) for n in range(3))
    assert set(last(play).zones) == set(own)
    assert last(play).to == zone(1, PILES + 1)


def test_carried_cards_glide_home_together(play: TableDriver) -> None:
    lasso(play)
    carry(play, pile(play, 0, 1), BARE)
    play.feed(Release(BARE, play.clock))
    play.settle()
    assert play.table.pointer.dragged.cards == set()
    assert picked_piles(play) == []
    assert play.session.at == 0


@pytest.mark.parametrize("mods", [CTRL, frozenset({"shift"})])
def test_a_click_with_a_key_adds_and_takes_away(play: TableDriver, mods: frozenset[str]) -> None:
    for number in (0, 2):
        click(play, pile(play, 0, number), mods)
    assert picked_piles(play) == [0, 2]
    click(play, pile(play, 1, 0), mods)  # with a modifier, a click on a target does nothing
    assert picked_piles(play) == [0, 2]
    click(play, pile(play, 0, 0), mods)
    assert picked_piles(play) == [2]
    click(play, BARE, mods)
    assert picked_piles(play) == [2]
    click(play, BARE)
    assert picked_piles(play) == []


def test_plain_clicks_add_where_an_action_picks_several(play: TableDriver) -> None:
    click(play, pile(play, 0, 0))
    click(play, pile(play, 0, 2))
    assert picked_piles(play) == [0, 2]
    click(play, pile(play, 1, 2))
    assert last(play).zones == (zone(0, PILES), zone(0, PILES + 2))


def test_a_lasso_with_a_key_adds_to_the_picks(play: TableDriver) -> None:
    click(play, pile(play, 0, 2))
    lasso(play, CTRL)
    assert picked_piles(play) == [2, 0, 1]


def test_escape_drops_the_lasso(play: TableDriver) -> None:
    press(play, BARE)
    play.feed(Drag((BARE[0] + 60, BARE[1] + 60), play.clock))
    assert isinstance(play.table.model.input_state.gesture, LassoGesture)
    play.key(Act.CANCEL)
    assert play.table.model.input_state.gesture == NoGesture()
    assert play.scene == "TableScene"


def test_a_double_click_draws_one_card(play: TableDriver) -> None:
    before = len(play.session.position.zones[zone(0, HAND)])
    play.click(play.where("0.deck"))
    assert len(play.session.position.zones[zone(0, HAND)]) == before + 1
    assert last(play) == Action("draw", zones=(zone(0, DECK),))


def test_a_double_click_does_the_one_legal_thing_once(play: TableDriver) -> None:
    """Its first click gives the answer, and the second one is a click for the next decision."""
    at = play.where("0.deck")
    play.feed(Hover(at, play.clock))
    for clicks in (1, 2):
        play.feed(Grab(at, play.clock, 1, clicks))
        play.feed(Release(at, play.clock))
    assert [record.action.verb for record in play.session.log] == ["draw", "draw"]


def test_picked_tops_stay_where_they_lie(play: TableDriver) -> None:
    before = pile(play, 0, 1)
    click(play, before)
    play.wait(0.3)
    assert picked_piles(play) == [1]
    assert pile(play, 0, 1) == before


# -- signs ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("every_frame_drawn")
def test_a_badge_explains_itself(play: TableDriver) -> None:
    table_view = play.table.table_view
    shield = next(s for s in table_view.static_layer.shields if s.badge.text == "+3")
    pointer = play.table.pointer
    play.feed(Hover(shield.rect.center, play.clock))
    assert pointer.card_zoom.badge_under_pointer() is None
    play.wait(0.5)
    assert pointer.card_zoom.badge_under_pointer() == shield
    play.feed(Hover(BARE, play.clock))
    assert pointer.card_zoom.badge_under_pointer() is None


def test_a_card_that_is_infected_turns_where_it_lies() -> None:
    with table(Toy(), kinds=("human", "random"), instant=False) as play:
        play.settle()
        pos = play.session.position
        top = pos.zones[zone(1, PILES)][-1]
        table_view = play.table.table_view
        assert table_view is not None
        click(play, play.where(INFECT))
        click(play, pile(play, 1, 0))
        angles = set()
        for _ in range(40):
            angles |= {
                round(m.shape.angle)
                for m in play.table.playback.animation.moving()
                if m.card == top
            }
            play.feed(dt=FRAME)
        play.settle()
        assert table_view.layout.by_card[top].angle == 90
        assert any(5 < angle < 85 for angle in angles)  # partly turned


def test_a_covered_card_stands_for_its_pile_unless_it_is_meant_itself(play: TableDriver) -> None:
    table_view, selection = play.table.table_view, play.table.selection
    assert table_view is not None
    second = zone(0, PILES + 1)
    low, _, top = play.session.position.zones[second]
    assert pile_of_covered(table_view, selection, Target(low, second)) == Target(top, second)
    selection.choose(Target(SHELL, zone(0, TOOLS)))
    assert pile_of_covered(table_view, selection, Target(low, second)) == Target(low, second)
    plot = play.session.position.zones[zone(0, PLOTS)]
    wall = Target(plot[0], zone(0, PLOTS))
    assert pile_of_covered(table_view, selection, wall) == wall  # in a row, no card is covered


# -- the fan itself -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (640, 480)])
@pytest.mark.parametrize("count", [2, 5, 16, 18, 40])
def test_a_fan_lies_in_the_window_from_left_to_right(size: tuple[int, int], count: int) -> None:
    found = fanned_shapes(count, stage(size))
    assert len(found) == count
    for at in found:
        assert at.width / 2 <= at.x <= size[0] - at.width / 2
        assert at.height / 2 <= at.y <= size[1] - at.height / 2
    for one, two in itertools.pairwise(found):
        assert (two.y, two.x) > (one.y, one.x)


def test_targets_inside_a_pile_light_up_as_one(play: TableDriver) -> None:
    click(play, play.where(SHELL))
    lit = play.table.pointer.targets.drop_targets()
    piles = {zone(seat, PILES + n) for seat in (0, 1) for n in range(3)}
    assert {target.zone for target in lit} == piles
    assert len(lit) == len(piles)
    assert all(target == Target(-1, target.zone) for target in lit)
