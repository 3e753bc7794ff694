"""Shots of the portraits: eight characters with four expressions each, large and small, and one of
the set-up with a character in a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pygame import Rect

from castlecards.core.expressions import expressions
from castlecards.core.sentence_templates import Expression
from castlecards.core.session import Session
from castlecards.players.characters import Character
from castlecards.players.talk import remark
from castlecards.ui.cardart.portraits import EXPRESSIONS, draw_person, draw_portrait
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.theme import Look
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.page import Page
from castlecards.ui.pages.setup import Setup
from castlecards.ui.routes import Result
from tests.ui.shots.matches import until
from tests.ui.shots.stage import Shot, Stage

SIZES = (138, 72)  # px
CAST = ("roth", "mina", "ines")  # characters at the tables
RECENT = 6  # records before a shot that must contain a remark
STEP = 156  # px from one character to the next
STRANGER = Character(
    character=1, name="Otto", emblem="dragon", colour="red", level="page", temper="Sleepy."
)


class Faces(Widget):
    """Widget with large and small portraits, a column for each character, and seat signs."""

    def __init__(self, page: Page) -> None:
        super().__init__("faces")
        self.page = page

    def measure(self, look: Look, width: int) -> Size:
        return width, 800

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, Rect(0, 0, 1280, 800))

    def draw(self, canvas: Canvas) -> None:
        pictures, large = self.page.app.art.pictures, SIZES[0]
        cast = self.page.app.characters
        for n, who in enumerate(cast.values()):
            x = 20 + STEP * n + large / 2
            for k, expression in enumerate(EXPRESSIONS):
                at = (x, 12 + large / 2 + k * (large + 8))
                draw_portrait(canvas, pictures, who, at, large, expression)
                small = (x + (78 if k % 2 else 0) - 39, 636 + 78 * (k // 2))
                draw_portrait(canvas, pictures, who, small, SIZES[1], expression)
        for n, sign in enumerate(SEATS):
            draw_person(canvas, sign, (60 + 60 * n, 772), 48)
        draw_portrait(canvas, pictures, STRANGER, (60 + 60 * len(SEATS), 772), 48)


class FacePage(Page):
    """Page with the portraits alone."""

    def build(self) -> Widget:
        return Faces(self)


def portraits(stage: Stage) -> None:
    stage.show(FacePage(stage.app))


def show_chosen_character(stage: Stage) -> None:
    page = Setup(stage.app, stage.app.games["castle_rampage"])
    page.against("roth")
    stage.show(page)


def with_characters(stage: Stage, session: Session[Any]) -> Session[Any]:
    """Return the match with characters as all players but the first."""
    cast = CAST[: session.players - 1]
    session.characters = ("", *cast)
    session.names = (session.names[0], *[stage.app.characters[id].name for id in cast])
    return session


def show_result(stage: Stage) -> None:
    stage.show(Result(with_characters(stage, until("wars", lambda s: s.over))))


def table(name: str, lines: int, shown: Expression) -> Callable[[Stage], object]:
    """Shot of a person against characters, after `lines` lines, the second with an expression."""

    def is_asked(session: Session[Any]) -> bool:
        decision = session.decision
        own = decision is not None and decision.seat == 0 and not decision.window
        return own and session.at >= lines and expressions(session)[1] == shown

    def act(stage: Stage) -> None:
        stage.sit(with_characters(stage, until(name, is_asked)))

    return act


def talk(name: str, lines: int) -> Callable[[Stage], object]:
    """Shot of a remark after the first record from `lines` on that gets one."""

    def act(stage: Stage) -> None:
        cast = stage.app.characters

        def heard(session: Session[Any]) -> bool:
            decision, said = session.decision, with_characters(stage, session)
            own = decision is not None and decision.seat == 0 and not decision.window
            return (
                own and session.at >= lines and remark(said, cast, session.at - RECENT) is not None
            )

        scene = stage.sit(with_characters(stage, until(name, heard)))
        scene.painter.faces.speech_bubble._heard = scene.session.at - RECENT
        stage.feed()

    return act


TALKS = {
    "talk-wars": talk("wars", 40),
    "talk-castle": talk("castle", 90),
    "talk-rampage": talk("rampage", 30),
    "talk-barrage": talk("barrage-2", 30),
    "talk-tricks": talk("tricks-4", 10),
}
TABLES = {
    "faces-wars": table("wars", 60, "glad"),
    "faces-castle": table("castle", 100, "worried"),
    "faces-rampage": table("rampage", 60, "cross"),
    "faces-barrage": table("barrage-2", 30, "cross"),
    "faces-barrage-4": table("barrage-4", 20, "cross"),
    "faces-tricks": table("tricks-4", 40, "calm"),
}
PORTRAIT_SHOTS = (
    *(Shot(name, act) for name, act in (*TABLES.items(), *TALKS.items())),
    *(Shot(f"{name}-1920", act, (1920, 1080)) for name, act in TABLES.items()),
    Shot("portraits", portraits),
    Shot("result-faces", show_result),
    Shot("setup-character", show_chosen_character),
    Shot("setup-character-1920", show_chosen_character, (1920, 1080)),
)
