"""Frame times of one game: a card is dragged, robots play on, a clash is on the stage.

The rows that `frames` prints for each game; the times are ms of a frame, in CPU and wall time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from benchmarks.screen import FAST, PLAY, Size, frame, open_curtain, show
from castlecards.core.session import Session
from castlecards.settings import Settings
from castlecards.ui.kit.intents import Act, Command, Drag, Grab, Hover
from castlecards.ui.shell.app import App
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.overlay.score_sheet import ScoreSheet
from castlecards.ui.table.scene import TableScene

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
MOST = 6_000  # most frames of one measurement, measured or not
MOST_DECISIONS = 400  # frames until a card of the hand can be dragged, at most
Times = list[tuple[float, float]]  # ms of a frame, CPU and wall


def measured(game: str, kind: str, size: Size, count: int) -> dict[str, float]:
    """Figures: p50 and p99 of `count` frames, and p99 in wall time. Exits if there are too few."""
    frames = dragged(game, size) if kind == "drag" else played(game, size, kind == "staged")
    times: Times = []
    for spent in frames:
        times.append(spent)
        if len(times) == count:
            break
    if len(times) < count // 4:
        raise SystemExit(f"{game}: only {len(times)} frames in which {WORDS[kind]}")
    cpu, wall = sorted(one for one, _ in times), sorted(two for _, two in times)
    late = int(len(times) * 0.99)
    return {"p50": cpu[len(cpu) // 2], "p99": cpu[late], "wall99": wall[late]}


def _opened(game: str, size: Size, kind: str, **settings: Any) -> App:
    """App with a match of the fewest players, at least two, that the game allows."""
    app = App(Settings(**settings), size)
    rules = app.games[game]
    players = min(count for count in rules.players if count > 1)
    show(app, Session(rules, rules.options(), players, 7, (kind,) * players))
    return app


def played(game: str, size: Size, staged: bool) -> Iterator[tuple[float, float]]:
    """Yield the times of each frame with motion in matches of computer players; `staged`: only of
    frames with a clash on the stage, with the others sped up."""
    app = _opened(game, size, "random")
    for n in range(MOST):
        scene = app.scene
        if isinstance(scene, ScoreSheet):  # all at the screen have read it
            app.feed([Command(Act.CONFIRM), Command(Act.CONFIRM, down=False)], FAST)
            continue
        assert isinstance(scene, TableScene)
        playback, session = scene.playback, scene.session
        on_stage = playback.clash_now is not None or playback.clip_now(TrickResult) is not None
        if on_stage == staged and scene.moving:
            yield frame(app)
        else:
            frame(app, dt=FAST if staged else PLAY)
        if session.over and app.scene is scene and not scene.busy:
            show(app, session.rematch(8 + n))


def dragged(game: str, size: Size) -> Iterator[tuple[float, float]]:
    """Yield the times of frames in which a card of the hand is dragged around the table."""
    app = _opened(game, size, "human", instant=True)
    scene = app.scene
    assert isinstance(scene, TableScene)
    card = -1
    for _ in range(MOST_DECISIONS):
        open_curtain(scene)
        frame(app, dt=FAST)
        selection, decision = scene.selection, scene.session.decision
        hand = {area.zone for area in scene.table_view.layout.areas if area.own}
        targets = selection.selectable_targets() if selection is not None else ()
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
    app.feed([Hover(home, clock), Grab(home, clock)], PLAY)
    for n in range(MOST):
        clock += PLAY
        turn = n / 23
        at = size[0] * (0.5 + 0.3 * math.sin(turn)), size[1] * (0.45 + 0.3 * math.cos(0.7 * turn))
        spent = frame(app, [Drag((round(at[0]), round(at[1])), clock)], held=True)
        if scene.model.input_state.held_card >= 0:
            yield spent
