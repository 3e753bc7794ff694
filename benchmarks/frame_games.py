"""Frame times of one game: a card is dragged, robots play on, a clash is on the stage.

The rows that `frames` prints for each game; the times are ms of a frame, in CPU and wall time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from time import perf_counter, process_time
from typing import Any

from castlecards.core.session import Session
from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover
from castlecards.ui.routes import Table
from castlecards.ui.scene import Reset
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.input.selection import Selection
from castlecards.ui.table.overlay.score_sheet import ScoreSheet

WORDS = {
    "drag": "a card is dragged",
    "turn": "robots play",
    "staged": "a clash or a trick is on the stage",
}
ALL = tuple(WORDS)
GAMES = {  # kinds of measurement by game; throws have rows of their own in `frames`
    "card_barrage": ("turn",), "castle_wars": ALL, "castle_rampage": ALL, "castle": ALL,
    "tricks_of_the_trade": ALL,
}  # fmt: skip
STEP = 1 / 60  # s of play between two frames
APART = 1 / 60  # s between two frames; the rest after a frame is for the prerenderer
FAST = 0.1  # s of play in a frame that is not measured
MOST = 6_000  # most frames of one measurement, measured or not
Times = list[tuple[float, float]]  # ms of a frame, CPU and wall


def measured(game: str, kind: str, size: tuple[int, int], count: int) -> dict[str, float]:
    """Figures: p50 and p99 of `count` frames, and p99 in wall time."""
    frames = dragged(game, size) if kind == "drag" else played(game, size, kind == "staged")
    times: Times = []
    for kept in frames:
        times.append(kept)
        if len(times) == count:
            break
    if len(times) < count // 4:
        raise SystemExit(f"{game}: only {len(times)} frames in which {WORDS[kind]}")
    cpu, wall = sorted(one for one, _ in times), sorted(two for _, two in times)
    late = int(len(times) * 0.99)
    return {"frames": len(times), "p50": cpu[len(cpu) // 2], "p99": cpu[late], "wall99": wall[late]}


def _opened(game: str, size: tuple[int, int], kind: str, seed: int, **settings: Any) -> Any:
    """App with a match of the fewest players, at least two, that the game allows."""
    from castlecards.settings import Settings
    from castlecards.ui.shell.app import App

    app = App(Settings(**settings), size)
    rules = app.games[game]
    players = min(count for count in rules.players if count > 1)
    show(app, Session(rules, rules.options(), players, seed, (kind,) * players))
    return app


def show(app: Any, session: Session[Any]) -> None:
    """Open the match in the app."""
    app.follow(Reset(Table(session)))


def frame(app: Any, wishes: Any = (), dt: float = STEP, held: bool = False) -> tuple[float, float]:
    """Duration of one frame, ms of CPU and of wall time. Then the prerenderer runs until the next
    frame is due, uncounted; it does not run while a mouse button is `held`."""
    used, begun = process_time(), perf_counter()
    app.feed(wishes, dt)
    cpu, wall = process_time() - used, perf_counter() - begun
    if not held:
        app.prerender(APART - cpu)
    return 1000 * cpu, 1000 * wall


def played(game: str, size: tuple[int, int], staged: bool) -> Iterator[tuple[float, float]]:
    """Yield the times of each frame with motion in matches of computer players; `staged`: only of
    frames with a clash on the stage, with the others sped up."""
    app = _opened(game, size, "random", 7)
    for n in range(MOST):
        if isinstance(app.scene, ScoreSheet):  # all at the screen have read it
            app.feed([Command(Act.CONFIRM), Command(Act.CONFIRM, down=False)], FAST)
            continue
        show_, session = app.scene.playback, app.scene.session
        on_stage = show_.clash_now is not None or show_.clip_now(TrickResult) is not None
        if on_stage == staged and app.scene.moving:
            yield frame(app)
        else:
            frame(app, dt=FAST if staged else STEP)
        read = isinstance(app.scene, ScoreSheet)  # that frame has brought it
        if session.over and not read and not app.scene.busy:
            show(app, session.rematch(8 + n))


def dragged(game: str, size: tuple[int, int]) -> Iterator[tuple[float, float]]:
    """Yield the times of frames in which a card of the hand is dragged around the table."""
    app = _opened(game, size, "human", 7, instant=True)
    card = -1
    for _ in range(400):
        scene = app.scene
        if scene.model.curtain is not None:
            scene.model.curtain.open = True
        frame(app, dt=FAST)
        picking: Selection | None = scene.selection
        decision = scene.session.decision
        hand = {area.zone for area in scene.table_view.layout.areas if area.own}
        targets = picking.selectable_targets() if picking is not None else ()
        held = [target.card for target in targets if target.zone in hand]
        if held:
            card = held[0]
            break
        if decision is not None and scene.model.curtain is None and not scene.busy:
            scene.submit(decision.seat, decision.default)
    if card < 0:
        return
    spot, clock = scene.table_view.layout.by_card[card], 100.0
    home = (round(spot.x), round(spot.y - 0.3 * spot.height))
    app.feed([Hover(home, clock), Grab(home, clock)], STEP)
    for n in range(MOST):
        clock += STEP
        turn = n / 23
        at = size[0] * (0.5 + 0.3 * math.sin(turn)), size[1] * (0.45 + 0.3 * math.cos(0.7 * turn))
        movable = frame(app, [Drag((round(at[0]), round(at[1])), clock)], held=True)
        if scene.model.input_state.held_card >= 0:
            yield movable
