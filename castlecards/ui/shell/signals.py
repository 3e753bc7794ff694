"""Signal handlers: SIGTERM and SIGHUP save and quit, as closing the window does."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# The second one, of a terminal that closes, does not exist on Windows.
ENDING = ("SIGTERM", "SIGHUP")


@contextmanager
def ended_by_signals(leave: Callable[[], object]) -> Iterator[None]:
    """Context manager: a signal of `ENDING` calls `leave` in the main thread, unless the process
    ignores that signal (nohup)."""
    before = {}
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, lambda *_: leave())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)
