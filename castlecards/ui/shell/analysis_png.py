"""Export of the analysis page as a PNG, without a window."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from castlecards import store
from castlecards.core.session import Session
from castlecards.players.analysis import Analysis
from castlecards.settings import Settings
from castlecards.ui import routes
from castlecards.ui.pages.analysis import AnalysisPage
from castlecards.ui.scene import Push
from castlecards.ui.shell.app import App

SIZE = (1280, 800)  # px


def write_analysis_png(session: Session[Any], analysis: Analysis, path: Path) -> None:
    """Write the analysis page to `path` as a PNG. Raises StoreError if that fails."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    app = App(Settings(reduced_motion=True, mute=True), SIZE)
    app.follow(Push(routes.Analysis(session)))
    page = app.scene
    assert isinstance(page, AnalysisPage)
    page.conclude(analysis)
    app.feed((), 0.05)
    try:
        store.write_bytes(path, page.png())
    finally:
        app.close()
