"""Shots of the card games: moments of the stored matches, found by their decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from castlecards.core.action import ATTACK
from castlecards.core.session import Session
from castlecards.ui.pages.choice_page import ChoiceSheet
from castlecards.ui.pages.setup import Setup
from castlecards.ui.routes import Result
from castlecards.ui.table.commands import ShowSheet
from castlecards.ui.table.overlay.popups import ActionChooser
from castlecards.ui.table.overlay.reorder_dialog import ReorderDialog
from castlecards.ui.table.overlay.score_sheet import ScoreSheet
from castlecards.ui.table.scene import TableScene
from tests.ui.shots.matches import match, until
from tests.ui.shots.stage import Shot, Stage, in_large_window

Match = Session[Any]
Act = Callable[[Stage], object]


# -- moments of a match ---------------------------------------------------------------------------


def verbs(session: Match) -> set[str]:
    """Return the verbs of all options of the present decision."""
    decision = session.decision
    return {action.verb for action in decision.options} if decision is not None else set()


def option_shot(name: str, verb: str, lines: int = 0) -> Match:
    """Shot of the first moment after `lines` lines with an option of this verb."""
    return until(name, lambda s: len(s.log) >= lines and verb in verbs(s))


def after(name: str, lines: int) -> Match:
    """Match at its first decision after `lines` lines."""
    return until(name, lambda session: len(session.log) >= lines)


def seated(name: str, verb: str, lines: int = 0) -> Act:
    return lambda stage: stage.sit(option_shot(name, verb, lines))


def first_decision_shot(name: str) -> Act:
    """Shot of the first decision, behind the curtain if there is one."""
    return lambda stage: stage.sit(until(name, lambda session: True))


def result_shot(name: str) -> Act:
    return lambda stage: stage.show(Result(match(name)))


def ambiguous_actions(session: Match) -> list[Any]:
    """Return the actions that have the same cards and the same target as another one."""
    decision = session.decision
    options = decision.options if decision is not None else ()
    count = Counter((action.cards, action.to) for action in options if action.cards)
    return [action for action in options if count[action.cards, action.to] > 1]


# -- Castle Wars ----------------------------------------------------------------------------------


def factions(stage: Stage) -> None:
    """Open the sheet of factions over the set-up."""
    page = Setup(stage.app, stage.app.games["castle_wars"])
    stage.show(page)
    stage.click("setup.second")
    assert isinstance(stage.app.scene, ChoiceSheet)


def attacked_by_a_group(session: Match) -> bool:
    """Return True if several piles attack and the other side can react."""
    decision = session.decision
    if decision is None or decision.window != ATTACK:
        return False
    last = session.log[-1]
    return len(last.action.zones) > 1 and decision.seat != last.seat


def window(stage: Stage) -> None:
    stage.sit(until("wars", attacked_by_a_group))


def window_seen(stage: Stage) -> None:
    """Show the hand of the player who can react."""
    window(stage)
    stage.click("look")
    stage.open()


def is_half_rearranged(session: Match) -> bool:
    """Return True if two top cards have been moved and a third can still be moved."""
    before = [record.action.verb for record in session.log[-2:]]
    return len(session.log) > 60 and before == ["move", "move"] and "move" in verbs(session)


def seers(stage: Stage) -> None:
    stage.sit(until("wars-seers", lambda s: s.decision is not None and s.decision.order >= 0))
    assert isinstance(stage.app.scene, ReorderDialog)


def move_list_shot(name: str, verb: str, least: int) -> Act:
    """Shot of a decision after more than `least` lines, with the list of moves."""

    def act(stage: Stage) -> None:
        stage.sit(until(name, lambda s: len(s.log) > least and verb in verbs(s)))
        stage.click("history")
        stage.feed()

    return act


# -- the others -----------------------------------------------------------------------------------


def has_payment_choice(session: Match) -> bool:
    """Return True if one of several cards can pay and both sides have permanents."""
    pos = session.position
    zones = [pos.zones[pos.box.zone(f"{seat}.permanents")] for seat in (0, 1)]
    return all(zones) and sum(a.verb == "pay" for a in answers(session)) > 3


def is_scheme_paid(session: Match) -> bool:
    """Return True if a scheme is paid for and one more unit can be given."""
    decision = session.decision
    form = session.game.form(session.shown(decision.seat)) if decision is not None else None
    return form is not None and [socket.paid for socket in form.sockets[1:]] == [True, True, False]


def answers(session: Match) -> tuple[Any, ...]:
    return session.decision.options if session.decision is not None else ()


def estates(stage: Stage) -> TableScene:
    """Show a late position: courts, walls, knights, and cards with two uses."""
    whole = match("castle")
    last = max(n for n in range(len(whole.log)) if several(whole, n))
    return stage.sit(until("castle", lambda s: len(s.log) == last))


def two_readings(stage: Stage) -> None:
    """Drop two cards on a target for which two actions are possible."""
    scene = estates(stage)
    action = ambiguous_actions(scene.session)[0]
    for card in action.cards:
        stage.click(stage.where(card))
    stage.click(stage.where(scene.session.position.box.names[action.to]))
    assert isinstance(stage.app.scene, ActionChooser)


def several(whole: Match, line: int) -> bool:
    decision = whole.positions[line].decision
    options = decision.options if decision is not None else ()
    count = Counter((action.cards, action.to) for action in options if action.cards)
    return any(times > 1 for times in count.values())


def trick(session: Match) -> bool:
    """Return True if two players have played to the trick and tricks have been won."""
    pos = session.position
    players = range(pos.box.seats)
    laid = [pos.zones[pos.box.zone(f"{seat}.trick")] for seat in players]
    won = [pos.zones[pos.box.zone(f"{seat}.won")] for seat in players]
    return sum(map(bool, laid)) > 1 and sum(map(bool, won)) > 1 and "play" in verbs(session)


def trick_shot(name: str, cards: int, lines: int = 30) -> Act:
    """Shot of a decision after more than `lines` lines with `cards` cards in the trick."""

    def is_wanted(session: Match) -> bool:
        clash = session.game.clash(session.public)
        return len(session.log) > lines and clash is not None and len(clash.sides) == cards

    return lambda stage: stage.sit(until(name, is_wanted))


def would_give(stage: Stage) -> None:
    """Pick a card that was asked for, so that a button names the action."""
    scene = stage.sit(option_shot("tricks-2", "counter"))
    meets = next(action for action in answers(scene.session) if action.verb == "give")
    stage.click(stage.where(meets.cards[0]))
    stage.feed()


def sheet(stage: Stage) -> None:
    """Show the score sheet after the first round."""
    game = stage.app.games["tricks_of_the_trade"]

    def has_score(session: Match) -> bool:
        told = game.sheet(session.position)
        return told is not None and bool(told.rows)

    scene = stage.sit(until("tricks-4", has_score))
    scene.execute([ShowSheet()])
    stage.settle()
    assert isinstance(stage.app.scene, ScoreSheet)


CARD_SHOTS: tuple[Shot, ...] = (
    Shot("wars-factions", factions),
    Shot("wars-first", first_decision_shot("wars")),
    Shot("wars-window", window),
    Shot("wars-window-seen", window_seen),
    Shot("wars-move", lambda stage: stage.sit(until("wars", is_half_rearranged))),
    Shot("wars-seers", seers),
    Shot("wars-epic", seated("wars-epic", "attack", 60)),
    Shot("wars-moves", move_list_shot("wars", "attack", 40)),
    Shot("wars-result", result_shot("wars")),
    Shot("rampage-first", first_decision_shot("rampage")),
    Shot("rampage-paying", lambda stage: stage.sit(until("rampage", has_payment_choice))),
    Shot("rampage-paid", lambda stage: stage.sit(until("rampage", is_scheme_paid))),
    Shot("rampage-moves", move_list_shot("rampage", "attack", 60)),
    Shot("rampage-open", lambda stage: stage.sit(after("rampage", 201))),
    Shot("rampage-burning", lambda stage: stage.sit(after("rampage", 286))),
    in_large_window(Shot("rampage-burning", lambda stage: stage.sit(after("rampage", 286)))),
    Shot("rampage-result", result_shot("rampage")),
    Shot("castle-first", first_decision_shot("castle")),
    Shot("castle-busy", estates),
    Shot("castle-readings", two_readings),
    Shot("castle-result", result_shot("castle")),
    Shot("tricks-bid", first_decision_shot("tricks-2")),
    Shot("tricks-trade", seated("tricks-2", "counter")),
    Shot("tricks-give", would_give),
    Shot("tricks-offer", seated("tricks-4", "offer")),
    Shot("tricks-wish", seated("tricks-4", "wish")),
    Shot("tricks-2", trick_shot("tricks-2", 1)),
    Shot("tricks-3", trick_shot("tricks-3", 2)),
    Shot("tricks-left", trick_shot("tricks-4", 2), settings={"left_handed": True}),
    Shot("tricks-4", lambda stage: stage.sit(until("tricks-4", trick))),
    Shot("tricks-sheet", sheet),
    Shot("tricks-result", result_shot("tricks-2")),
    Shot("tricks-4-result", result_shot("tricks-4")),
)
