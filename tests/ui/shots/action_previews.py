"""Shots of previews before an action: outcome chips, arrows, partner cards, the large view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlecards.core.action import Action
from castlecards.core.cards import UNSEEN, CardId
from castlecards.core.session import Session
from castlecards.ui.table.scene import TableScene
from tests.ui.shots.matches import match, until
from tests.ui.shots.stage import Shot, Stage

Match = Session[Any]
Fits = Callable[[Match, Action], bool]


def found(name: str, fits: Fits, last: bool = False) -> tuple[Match, Action]:
    """Return the first or last moment with an action that fits, and the action."""
    whole = match(name)
    lines = range(len(whole.log))
    for line in reversed(lines) if last else lines:
        session = until(name, lambda s, line=line: len(s.log) == line)  # type: ignore[misc]
        asked = session.decision
        for action in asked.options if asked is not None else ():
            if fits(session, action):
                return session, action
    raise AssertionError(f"nothing like that in {name}")


def top(session: Match, zone: int) -> CardId:
    return session.position.zones[zone][-1]


def pick(stage: Stage, session: Match, action: Action) -> TableScene:
    """Pick the cards of an action and point at its target."""
    scene = stage.sit(session)
    for card in action.cards:
        stage.click(stage.where(card))
    for zone in action.zones:
        stage.click(stage.where(session.position.box.names[zone]))
    if action.to >= 0 or action.onto >= 0:
        goal = session.position.box.names[action.to] if action.to >= 0 else action.onto
        stage.hover(stage.where(goal))
    stage.wait(0.2)
    return scene


# -- Castle Wars ----------------------------------------------------------------------------------


def group(session: Match, action: Action) -> bool:
    """Return True for two piles against a soldier of Golems that lies face up."""
    pos = session.position
    return (
        len(action.zones) == 2
        and action.verb == "attack"
        and bool(pos.up >> top(session, action.to) & 1)
        and len(session.game.badges(session.public)) > 1
    )


def wars_picked(stage: Stage) -> None:
    pick(stage, *found("wars-seers", group))


def leader(session: Match, action: Action) -> bool:
    """Return True if a Queen can be played besides an attack."""
    face = session.position.face(action.cards[0]) if action.cards else None
    asked = session.decision
    attacks = asked is not None and any(each.verb == "attack" for each in asked.options)
    return action.verb == "play" and face is not None and face.rank == 12 and attacks


def read(stage: Stage, session: Match, card: CardId) -> None:
    """Rest the pointer on a card with text."""
    stage.sit(session)
    stage.hover(stage.where(card))
    stage.wait(0.8)


def wars_read(stage: Stage) -> None:
    session, action = found("wars", leader)
    read(stage, session, action.cards[0])


# -- Castle ---------------------------------------------------------------------------------------


def knight(session: Match, action: Action) -> bool:
    asked = session.decision
    assert asked is not None
    walls = [a for a in asked.options if a.verb == "wall" and action.cards[:1] <= a.cards]
    return action.verb == "knight" and bool(walls)


def castle_partners(stage: Stage) -> None:
    """Pick the first card of a knight, so that its partners light up."""
    session, action = found("castle", knight)
    stage.sit(session)
    stage.click(stage.where(max(action.cards, key=lambda card: session.position.face(card).rank)))
    stage.hover((640, 300))
    stage.wait(0.2)


def court(session: Match, action: Action) -> bool:
    held = session.position.zones[action.to] if action.to >= 0 else b""
    return action.verb == "royalty" and len(action.cards) == 1 and len(held) > 2


def castle_court(stage: Stage) -> None:
    pick(stage, *found("castle", court, last=True))


# -- Castle Rampage -------------------------------------------------------------------------------


def known_top(session: Match, action: Action) -> bool:
    asked = session.decision
    assert asked is not None
    seen = session.shown(asked.seat).position
    return action.verb == "attack" and seen.faces[top(session, action.to)] != UNSEEN


def rampage_read(stage: Stage) -> None:
    session, action = found("rampage", known_top)
    read(stage, session, action.cards[0])


def tricks_read(stage: Stage) -> None:
    session, action = found("tricks-4", lambda s, a: a.verb == "effect")
    read(stage, session, action.cards[0])


def effect_asks(stage: Stage) -> None:
    """Show the middle of an effect: its name before the question, its card beside it."""

    def asks(session: Match, action: Action) -> bool:
        return session.game.effect(session.public) >= 0 and bool(action.cards)

    stage.sit(found("tricks-4", asks)[0])


def rampage_aimed(stage: Stage) -> None:
    pick(stage, *found("rampage", known_top))


OUTLOOK_SHOTS: tuple[Shot, ...] = (
    Shot("wars-picked", wars_picked),
    Shot("wars-read", wars_read),
    Shot("rampage-read", rampage_read),
    Shot("tricks-read", tricks_read),
    Shot("tricks-effect", effect_asks),
    Shot("castle-partners", castle_partners),
    Shot("castle-court", castle_court),
    Shot("rampage-aimed", rampage_aimed),
)
