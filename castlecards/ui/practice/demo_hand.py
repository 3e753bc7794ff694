"""Demonstration hand: plays a throw or an action with the intents that a mouse would send.

`route` finds the clicks of an action by trying them on a selection of its own. Some actions cannot
be clicked without a popup: covered cards of a pile, ambiguous clicks, an order of cards. For these
the hand points at the cards, and the action is then submitted directly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from castlecards.core.action import Action, Decision
from castlecards.core.landing import FLIP, FRISBEE, LOB, Limits
from castlecards.core.position import Position
from castlecards.toss.flick import hand_speed
from castlecards.toss.styles import STYLES
from castlecards.ui.cardart.drawing import Pictures
from castlecards.ui.kit import intents
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.intents import Intent
from castlecards.ui.table.input.action_matching import Target, buttons, is_button, targets_of
from castlecards.ui.table.input.selection import Selection
from castlecards.ui.table.pointer.covered_cards import needs_inspection
from castlecards.ui.table.scene import TableScene

Pos = tuple[float, float]
SAMPLE = 0.008  # s between two positions of the hand
GLIDE = 0.55  # s from one target to the next
REST = 0.3  # s of rest before the button goes down or up
PAST_LINE = 25.0  # mm past the release line, so that the card leaves the hand on the line
RUN_UP = 45.0  # mm behind the gate
# Factor on the speed that just reaches the opposite walls: the card rests on their middle.
SPEED_FACTOR = {LOB: 1.03, FRISBEE: 0.9, FLIP: 1.06}
TONE = (250, 244, 226)
MAX_PERMUTED_PICKS = 4  # up to this number of picks, every order of the clicks is tried
# Points tried on a target, as shares of its width and height.
TRIED_SHARES = (0.5, 0.25, 0.75, 0.1, 0.9)


@dataclass(frozen=True)
class HandMove:
    """Keyframe of the hand: position in px after `wait` s, and the input made there."""

    wait: float
    pos: Pos
    intent: Intent | None = None
    down: bool = False
    play: Action | None = None  # an action that clicks cannot give


class DemoHand:
    """Playback of one demonstration: a queue of keyframes (`moves`)."""

    def __init__(self, moves: list[HandMove]) -> None:
        self.moves = moves
        self.now = moves[0]
        self._left = moves[0].wait

    @property
    def done(self) -> bool:
        return not self.moves

    def update(self, dt: float) -> Iterator[HandMove]:
        """Advance by `dt` s and yield the keyframes that are due."""
        self._left -= dt
        while self.moves and self._left <= 0:
            self.now = self.moves.pop(0)
            yield self.now
            if self.moves:
                self._left += self.moves[0].wait

    def draw(self, canvas: Canvas, pictures: Pictures) -> None:
        look, now = canvas.look, self.now
        icon = pictures.picture("ui/hand", look.px(40), TONE)
        if now.down:
            canvas.circle((250, 214, 110), now.pos, look.px(20), look.px(3))
        x, y = now.pos
        canvas.blit_centred(icon, (x + look.px(6), y + look.px(14)))


def play(table: TableScene, move: HandMove) -> None:
    """Carry out the input of a keyframe at the table."""
    decision = table.session.decision
    if move.intent is not None:
        table.handle_input(move.intent)
    elif move.play is not None and decision is not None and move.play in decision.options:
        table.pointer.release()
        table.submit(decision.seat, move.play)


def _glide(start: Pos, end: Pos, seconds: float) -> Iterator[Pos]:
    """Yield positions from `start` to `end`, one each `SAMPLE`, eased in and out."""
    count = max(2, round(seconds / SAMPLE))
    for n in range(1, count + 1):
        part = 0.5 - 0.5 * math.cos(math.pi * n / count)
        yield start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def throw(scene: TableScene, method: int) -> list[HandMove]:
    """Return a flick straight ahead with the card in hand, at the speed of `method`.

    Empty if no throw is due.
    """
    table_view, decision = scene.table_view, scene.session.decision
    aim = decision.aim if decision is not None else None
    if decision is None or not isinstance(aim, Limits):
        return []
    spot = table_view.layout.by_card.get(aim.cards[0])
    if spot is None:
        return []
    camera, turn = table_view.layout.camera, aim.start.angle / 1000
    sin, cos = math.sin(turn), math.cos(turn)
    x0, y0 = aim.start.x / 10, aim.start.y / 10

    def at(ahead: float) -> Pos:
        return camera.project(x0 - ahead * sin, y0 + ahead * cos)

    gate = abs(aim.gate[2] - aim.start.y) / 10
    home, start = (spot.x, spot.y), at(-gate - RUN_UP)
    time = 100.0  # s, time stamp of the intents; only differences count
    moves = [HandMove(0.2, home), HandMove(REST, home, intents.Grab(_px(home), time), True)]
    for pos in _glide(home, start, GLIDE):
        time += SAMPLE
        drag = intents.Drag(_px(pos), time)
        moves.append(HandMove(SAMPLE, pos, drag, True))
    time += REST
    moves.append(HandMove(REST, start, intents.Drag(_px(start), time), True))
    style = STYLES[method]
    needed = hand_speed(style, SPEED_FACTOR[method] * style.speed)
    strength = scene.app.profiles.strength(scene.session.name(decision.seat), scene.app.settings)
    speed = needed / strength  # mm/s
    distance, ahead = gate + RUN_UP + PAST_LINE, 0.0
    while ahead < distance:
        part = min(ahead / (0.45 * distance), 1.0)
        ahead = min(ahead + max(speed * math.sqrt(max(part, 0.04)), 60.0) * SAMPLE, distance)
        time += SAMPLE
        pos = at(ahead - gate - RUN_UP)
        moves.append(HandMove(SAMPLE, pos, intents.Drag(_px(pos), time), True))
    moves.append(HandMove(0.0, pos, intents.Release(_px(pos), time + SAMPLE), False))
    return moves


def answer(scene: TableScene, action: Action) -> list[HandMove]:
    """Return the clicks that give `action`: cards, then the target; or its button."""
    way = route(scene, action)
    if not way.clicks:
        spot = (
            float(scene.overlay.prompt_panel.rect.centerx),
            float(scene.overlay.prompt_panel.rect.centery),
        )
        return [HandMove(0.2, spot), HandMove(REST, spot, play=action)]
    time, last = 100.0, (way.clicks[0].x, way.clicks[0].y)
    moves = [HandMove(0.2, last)]
    for click in way.clicks:
        spot = (click.x, click.y)
        for place in _glide(last, spot, GLIDE) if spot != last else ():
            time += SAMPLE
            moves.append(HandMove(SAMPLE, place, intents.Hover(_px(place), time)))
        time += REST
        last = spot
        if click is way.clicks[-1] and not way.submits:
            moves += [HandMove(REST, spot, None, True), HandMove(0.12, spot, play=action)]
            break
        mods = frozenset({"shift"}) if click.adds else frozenset()
        moves.append(HandMove(REST, spot, intents.Grab(_px(spot), time, mods=mods), True))
        time += 0.12
        moves.append(HandMove(0.12, spot, intents.Release(_px(spot), time, mods=mods)))
    return moves


def _px(pos: Pos) -> tuple[int, int]:
    return round(pos[0]), round(pos[1])


# -- clicks of an action ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Click:
    """Click at a position in px. `adds`: Shift is held, so that it adds to the selection."""

    x: float
    y: float
    adds: bool = False


@dataclass(frozen=True)
class Route:
    """Clicks of an action. `submits`: the last click submits it; otherwise the hand submits it."""

    clicks: tuple[Click, ...]
    submits: bool


def route(scene: TableScene, action: Action) -> Route:
    """Find the clicks that give `action` on the table as it is now."""
    decision = scene.session.decision
    if decision is None:
        return Route((), False)
    if is_button(action):
        return _button(scene, decision, action)
    pos = scene.session.position
    picks = targets_of(Action(action.verb, action.cards, action.zones), pos)
    goals = targets_of(Action(action.verb, to=action.to, onto=action.onto), pos)
    orders: Iterable[Sequence[Target]] = [picks]
    if len(picks) <= MAX_PERMUTED_PICKS:
        orders = permutations(picks)
    for order in orders:
        chain = _clicks_for(scene, pos, decision, (*order, *goals), action)
        if chain is not None:
            clicks = [_click(scene, target, adds) for target, adds in chain]
            # A selection that waits needs its confirm button as well.
            waits = scene.selection is not None and scene.selection.waits
            answers = None not in clicks and not waits
            return Route(tuple(c for c in clicks if c is not None), answers)
    pointed = [_click(scene, target) for target in (*picks, *goals)]
    return Route(tuple(c for c in pointed if c is not None), False)


def _button(scene: TableScene, decision: Decision, action: Action) -> Route:
    """Find the button of the action, or the one that opens the list of options."""
    id = button_id(decision, action)
    for widget in scene.overlay.decision_buttons:
        if widget.id in (id, "choose"):
            x, y = widget.rect.center
            return Route((Click(float(x), float(y)),), widget.id == id)
    return Route((), False)


def button_id(decision: Decision | None, action: Action | None) -> str:
    """Return the id of the decision button of `action`; "" if it has none."""
    options = buttons(decision.options) if decision is not None else ()
    if action is None or action not in options:
        return ""
    return f"option:{options.index(action)}:{action.verb}"


Chain = list[tuple[Target, bool]]


def _clicks_for(
    scene: TableScene,
    pos: Position[object],
    decision: Decision,
    targets: Sequence[Target],
    action: Action,
) -> Chain | None:
    """Return the targets, each with Shift or not; None if clicks on them do not give `action`."""
    selection, chain = Selection(pos, decision), Chain()
    for n, target in enumerate(targets):
        if needs_inspection(scene.table_view, selection, target.zone):
            return None
        before, last = selection.picked, n == len(targets) - 1
        for adds in (False, True):
            selection._pick(before)
            found = (selection.add if adds else selection.choose)(target)
            if found.actions == (action,):  # can come before the last target is clicked
                return [*chain, (target, adds)]
            if not last and not found.actions and selection.picked == (*before, target):
                chain.append((target, adds))
                break
        else:
            return None
    return None


def _click(scene: TableScene, target: Target, adds: bool = False) -> Click | None:
    """Return a click that hits `target`; None if other cards or widgets cover all tried points."""
    table_view, root = scene.table_view, scene.overlay.layer.root
    rect = table_view.rect_of(target)
    for down in TRIED_SHARES:
        for across in TRIED_SHARES:
            x = round(rect.left + across * rect.width)
            y = round(rect.top + down * rect.height)
            # A point on the edge could miss the target after rounding.
            near = (table_view.target_at(x + aside, y) for aside in (-1, 0, 1))
            if root.at((x, y)) is None and all(
                is_same_target(scene, found, target) for found in near
            ):
                return Click(x, y, adds)
    return None


def is_same_target(scene: TableScene, found: Target, target: Target) -> bool:
    """True if `found` is `target`, or the empty zone of `target`."""
    if found == target:
        return True
    cards = scene.session.position.zones[target.zone] if target.zone >= 0 else b""
    return found.zone == target.zone and not cards
