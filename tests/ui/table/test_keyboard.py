"""Tests of keyboard play: each answer of each game by picks, targets, buttons, popups."""

from __future__ import annotations

import random
from typing import Any

import pytest

from castlecards.core.action import Action
from castlecards.core.session import NEVER
from castlecards.ui.kit.intents import Act
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.scene import Reset
from castlecards.ui.table.input.action_matching import Target, is_button, is_on_top
from castlecards.ui.table.overlay.widgets import SpotWidget
from castlecards.ui.table.scene import TableScene
from tests.ui.table.tables import TableDriver, open_table, table

MOVES = 10


def ring(play: TableDriver) -> list[Widget]:
    """Return the widgets that Tab and the arrow keys reach in the scene."""
    scene: Any = play.app.scene
    layer = scene.overlay.layer if scene is play.table else scene.layer
    return layer.focusables


def enter(play: TableDriver, widget: Widget) -> None:
    assert widget in ring(play)
    widget.layer.focus_on(widget)
    play.key(Act.CONFIRM)


def spot(play: TableDriver, wanted: Target) -> Widget | None:
    """Return the widget of a card, or of its zone."""
    pos = play.session.position
    for widget in ring(play):
        if isinstance(widget, SpotWidget) and widget.id.startswith(("card:", "zone:")):
            same = widget.target.zone == wanted.zone and is_on_top(pos, widget.target)
            if widget.target.card == wanted.card if wanted.card >= 0 else same:
                return widget
    return None


def things(play: TableDriver, action: Action) -> list[Target]:
    """Return the cards and places to pick, and then the target."""
    pos = play.session.position
    found = [Target(card, pos.zone_of(card)) for card in action.cards]
    found += [Target(-1, zone) for zone in action.zones]
    if action.onto >= 0:
        found.append(Target(action.onto, pos.zone_of(action.onto)))
    elif action.to >= 0:
        found.append(Target(-1, action.to))
    return found


def by_keys(play: TableDriver, action: Action) -> None:
    """Give an answer by keys, also in a popup that asks for the meaning."""
    at, scene = play.session.at, play.table
    described = scene.session.game.describe(action, scene.view)
    if is_button(action):
        named = [w for w in ring(play) if w.id.startswith("option:") and w.name == described]
        enter(play, named[0] if named else next(w for w in ring(play) if w.id == "choose"))
    elif play.app.scene is not scene:  # a popup with a spread pile
        enter(play, next(w for w in ring(play) if w.id == f"card:{action.cards[0]}"))
    else:
        for target in things(play, action):
            if play.session.at != at:
                break  # after the picks, only one target was legal
            place = spot(play, target)
            assert place is not None, f"no key leads to {target} for {described}"
            enter(play, place)
    if play.session.at == at and play.app.scene is scene:
        enter(play, next(w for w in ring(play) if w.id == "done"))
    if play.session.at == at:
        assert play.scene == "ActionChooser"
        enter(play, next(w for w in ring(play) if w.name == described))
    assert play.session.log[at].action == action


@pytest.mark.parametrize(
    ("game", "players"),
    [("castle_wars", 2), ("castle_rampage", 2), ("castle", 2), ("tricks_of_the_trade", 3)],
)
@pytest.mark.long
def test_any_answer_can_be_given_by_keys(game: str, players: int) -> None:
    rnd = random.Random(7)
    with table(game, players, reduced_motion=True) as play:
        play.session.stops[:] = [NEVER] * players
        made = 0
        for _ in range(20 * MOVES):
            play.settle()
            decision = play.session.decision
            if made >= MOVES or decision is None:
                break
            if play.table.model.curtain is not None:
                play.key(Act.CONFIRM, hold=0.8)
            elif play.scene == "ScoreSheet":
                play.key(Act.CONFIRM)
            elif play.scene == "SpreadDialog" and not any(a.cards for a in decision.options):
                play.key(Act.CANCEL)
            elif play.table.model.window is not None:
                play.wait(0.5)
                play.key(Act.PASS)
            elif play.scene in ("TableScene", "SpreadDialog") and play.table.selection is not None:
                by_keys(play, rnd.choice(decision.options))
                made += 1
            else:
                play.wait(0.1)
        assert made == MOVES


@pytest.mark.parametrize("game", ["castle_wars", "card_barrage"])
def test_the_keyboard_comes_back_to_its_place_when_what_happened_is_closed(game: str) -> None:
    with table(game, reduced_motion=True) as play:
        play.settle()
        if play.table.model.curtain is not None:
            play.key(Act.CONFIRM, hold=0.8)
        layer = play.table.overlay.layer
        play.key(Act.NEXT)
        play.key(Act.NEXT)
        where = layer.focus.id
        play.key(Act.HISTORY)
        assert layer.focus is play.table.overlay.move_list
        play.key(Act.HISTORY)
        assert layer.focus.id == where
        assert layer.ring


def test_a_player_who_takes_over_begins_at_the_first_choice() -> None:
    with open_table("castle_wars", reduced_motion=True) as play:
        layer, seat = play.table.overlay.layer, play.seat
        layer.focus_on(next(widget for widget in ring(play) if widget.id == "history"))
        while play.seat == seat:
            play.table.submit(seat, play.session.decision.options[0])
            play.settle()
        play.open()
        assert layer.focus is play.table.overlay.root.spots[0]


def test_where_only_a_button_answers_the_keyboard_is_on_it_and_not_on_a_pile_to_look_at() -> None:
    with table("castle", reduced_motion=True) as play:
        session, rnd = play.session, random.Random(0)
        pile = session.position.box.zone("discard")
        before = -1
        while (decision := session.decision) is not None:
            alone = all(is_button(action) for action in decision.options)
            if before == decision.seat and alone and len(session.position.zones[pile]) > 1:
                break
            before = decision.seat
            session.submit(decision.seat, rnd.choice(decision.options))
        last = session.log[-1].action
        session.undo(session.log[-1].seat, consent=True)
        play.table = TableScene(play.app, session)
        play.app.follow(Reset(play.table))
        play.open()
        by_keys(play, last)
        play.settle()
        assert any(widget.id.startswith("pile:") for widget in ring(play))
        focus = play.table.overlay.layer.focus
        assert focus.id.startswith("option:"), focus.id


def test_the_focus_ring_turns_with_a_card_of_the_hand() -> None:
    with table("castle_rampage", reduced_motion=True) as play:
        play.settle()
        if play.table.model.curtain is not None:
            play.key(Act.CONFIRM, hold=0.8)
        view = play.table.table_view
        spots = [widget for widget in ring(play) if isinstance(widget, SpotWidget)]
        turned = [widget for widget in spots if widget.outline]
        assert turned, "the outer cards of a fan lie askew"
        for widget in turned:
            assert widget.outline == view.quad_of(widget.target)
        upright = [widget for widget in spots if not widget.outline]
        for widget in upright:
            quad = view.quad_of(widget.target)
            assert abs(quad[0][0] - quad[3][0]) < 2
        play.table.overlay.layer.focus_on(turned[0])
        play.settle()
        focus = play.table.overlay.layer.focus
        assert isinstance(focus, SpotWidget)
        (x0, y0), (x1, y1) = focus.outline[:2]
        middle = round((x0 + x1) / 2), round((y0 + y1) / 2 - play.table.overlay.layer.look.px(4))
        gold = play.table.overlay.layer.look.palette.gold_high
        near = [play.app.surface.get_at((middle[0], middle[1] + n))[:3] for n in range(-3, 4)]
        assert tuple(gold) in near


def test_the_focus_ring_rises_with_a_card_that_is_picked() -> None:
    with table("castle") as play:
        play.settle()
        if play.table.model.curtain is not None:
            play.key(Act.CONFIRM, hold=0.8)
        while play.session.decision is not None and play.session.decision.options[0].verb == "draw":
            play.open()
            decision = play.session.decision
            play.table.submit(decision.seat, decision.options[0])
            play.settle()
        play.open()
        view, layer = play.table.table_view, play.table.overlay.layer
        card = next(w for w in ring(play) if isinstance(w, SpotWidget) and w.id.startswith("card:"))
        before = card.rect.top
        layer.focus_on(card)
        play.key(Act.CONFIRM)
        play.settle()
        (picked,) = [w for w in ring(play) if w.id == card.id]
        assert isinstance(picked, SpotWidget)
        assert picked.rect == view.rect_of(picked.target)
        assert picked.rect.top < before
