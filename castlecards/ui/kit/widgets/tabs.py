"""Tabs: a row of buttons of which one is selected."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from castlecards.ui.kit.widgets.basic import Button
from castlecards.ui.kit.widgets.boxes import Row


class Tabs(Row):
    """Tab bar. Each tab has the id "<id>.<key>"; `act` gets the key of a clicked tab."""

    def __init__(
        self, id: str, tabs: Sequence[tuple[str, str]], chosen: str, act: Callable[[str], object]
    ) -> None:
        """`tabs`: key and title of each; `chosen`: key of the selected one."""
        buttons = []
        for key, text in tabs:
            button = Button(f"{id}.{key}", text, lambda key=key: act(key), wide=118)  # type: ignore[misc]
            button.on = key == chosen
            buttons.append(button)
        super().__init__(buttons, 8)
        self.id = id
