"""Cards off the table: those that hang from the pointer, and those that glide home."""

from __future__ import annotations

from dataclasses import dataclass, replace

from castlecards.core.cards import CardId
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.services import Services
from castlecards.ui.table.grasp import Carrying, Grasp, Idle, Press
from castlecards.ui.table.view.desk import Desk
from castlecards.ui.table.view.layout import Layout
from castlecards.ui.table.view.stance import Stance, blend, ease

HOME = 0.26  # s, to glide home
FANNED, LEAN = 0.24, 7.0  # of a card's width, degrees: from one carried card to the next


@dataclass
class Homing:
    """A card on its way back to where it lies."""

    card: CardId
    start: Stance
    left: float = HOME


class Carry:
    """What hangs from the pointer is said by `grasp`."""

    def __init__(self, app: Services, grasp: Grasp, desk: Desk) -> None:
        self.app = app
        self.grasp = grasp
        self.desk = desk
        self.homing: list[Homing] = []

    @property
    def cards(self) -> set[CardId]:
        """All that are drawn here and not where they lie."""
        grasp = self.grasp
        held = {grasp.held, *grasp.others} if grasp.held >= 0 else set()
        return {homing.card for homing in self.homing} | held

    def take(
        self, card: CardId, others: tuple[CardId, ...] = (), press: Press | None = None
    ) -> None:
        self.grasp.gesture = Carrying(card, others, press)

    def stances(self) -> list[tuple[CardId, Stance]]:
        """Where the held cards hang; the one under the pointer last."""
        grasp = self.grasp
        if grasp.held < 0:
            return []
        main = replace(self.desk.held_stance(*grasp.pointer), angle=grasp.turn)
        found = []
        for k, card in enumerate(grasp.others):
            off = len(grasp.others) - k
            found.append(
                (card, replace(main, x=main.x - off * FANNED * main.width, angle=LEAN * off))
            )
        return [*found, (grasp.held, main)]

    def forget(self) -> None:
        """What was held is somewhere else now."""
        self.grasp.gesture = Idle()

    def send_home(self) -> None:
        """Lets go: all glide to where they lie."""
        if self.grasp.held >= 0:
            self.homing += [Homing(card, stance) for card, stance in self.stances()]
            self.app.play("slide", 0.3)
        self.forget()

    def departed(self, old: Layout) -> Layout:
        """The layout that an animation starts from: what was dropped or glides starts there."""
        for card, stance in self.stances():
            old = moved_spot(old, card, stance)
        if self.grasp.held >= 0:
            self.grasp.forget_place()
        for homing in self.homing:
            old = moved_spot(old, homing.card, self.homing_stance(homing))
        self.forget()
        self.homing = []
        return old

    def homing_stance(self, homing: Homing) -> Stance:
        desk = self.desk
        spot = desk.now.by_card.get(homing.card)
        if spot is None:
            return homing.start
        home = desk.stance_of(spot)
        return blend(homing.start, home, ease(1 - max(homing.left, 0.0) / HOME))

    def update(self, dt: float) -> bool:
        """Whether a card has come home."""
        quick = self.app.settings.reduced_motion or self.app.settings.instant
        for homing in self.homing:
            homing.left -= HOME if quick else dt
        left = [homing for homing in self.homing if homing.left > 0]
        home, self.homing = len(left) < len(self.homing), left
        return home

    def draw_homing(self, canvas: Canvas) -> None:
        for homing in self.homing:
            self.desk.draw_held(canvas, homing.card, self.homing_stance(homing))

    def draw_held(self, canvas: Canvas) -> None:
        for card, stance in self.stances():
            self.desk.draw_held(canvas, card, stance)


def moved_spot(layout: Layout, card: CardId, at: Stance) -> Layout:
    """The layout with one card somewhere else."""
    spots = tuple(
        replace(spot, x=at.x, y=at.y, height=at.height, angle=at.angle, pose=None)
        if spot.card == card
        else spot
        for spot in layout.spots
    )
    return replace(layout, spots=spots)
