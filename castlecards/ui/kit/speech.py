"""Speech: says texts through the system's screen reader or speech, with the extra `prismatoid`."""

from __future__ import annotations

from typing import Any, Protocol

from castlecards.texts import tr

MISSING = tr('Speech needs one more package: pip install "castlecards[speech]"')
SILENT = tr("Your system has no screen reader and no speech output.")


class NoSpeech(Exception):
    """Error: nothing can be said; the message tells the player what is missing."""


class Speaker(Protocol):
    """Voice that says texts one after the other."""

    def say(self, text: str, at_once: bool = False) -> None:
        """Say a text after those before it, or `at_once` in their place; "" only ends them."""


class SystemSpeaker:
    """Speaker that uses the best screen reader or speech of the system. Raises NoSpeech."""

    def __init__(self) -> None:
        try:
            import prism
        except ImportError as error:
            raise NoSpeech(MISSING) from error
        self._failures: tuple[type[Exception], ...] = (prism.PrismError, ValueError, RuntimeError)
        try:
            self._context: Any = prism.Context()  # lives as long as its voice
            self._voice: Any = self._context.acquire_best()
        except self._failures as error:
            raise NoSpeech(SILENT) from error

    def say(self, text: str, at_once: bool = False) -> None:
        """Say a text; a voice that fails or cannot stop is ignored."""
        try:
            if text:
                self._voice.speak(text, at_once)
            elif at_once:
                self._voice.stop()
        except self._failures:
            return
