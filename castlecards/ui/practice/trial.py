"""State of a level being played: goals, limits and stars, as numbers and sentences."""

from __future__ import annotations

from typing import Any

from castlecards import levels
from castlecards.core.session import Session
from castlecards.texts import capital, counted

WORDS: dict[str, tuple[str, str]] = {  # singular, plural
    "throws": ("throw", "throws"), "hits": ("hit", "hits"), "fouls": ("foul", "fouls"),
    "perfect": ("perfect hit", "perfect hits"), "doubles": ("double hit", "double hits"),
    "castles": ("castle hit", "castle hits"), "row": ("hit in a row", "hits in a row"),
    "points": ("point", "points"), "fallen": ("wall down", "walls down"),
    "standing": ("wall standing", "walls standing"),
    "corners": ("corner sign covered", "corner signs covered"),
    "open_corners": ("corner sign left open", "corner signs left open"),
    "lob_hits": ("hit with a lob", "hits with a lob"),
    "frisbee_hits": ("hit with a Frisbee", "hits with a Frisbee"),
    "flip_hits": ("hit with a flip", "hits with a flip"),
    "destroyed": ("enemy pile destroyed", "enemy piles destroyed"),
    "piles": ("own pile", "own piles"), "killed": ("enemy soldier lost", "enemy soldiers lost"),
    "lost": ("soldier lost", "soldiers lost"), "spent": ("resource used", "resources used"),
    "gate_open": ("enemy gate open", "enemy gates open"),
    "royalty": ("card of royalty", "cards of royalty"),
    "defence": ("defence of the royalty", "defence of the royalty"),
    "hand": ("card in hand", "cards in hand"), "lead": ("point ahead", "points ahead"),
    "led": ("point ahead", "points ahead"), "bids_met": ("bid met exactly", "bids met exactly"),
    levels.ACTIONS: ("move", "moves"), levels.SECONDS: ("second", "seconds"),
    levels.WON: ("game won", "games won"),
}  # fmt: skip


class Trial:
    """Progress of one attempt. Once `done` is True, `status` no longer changes."""

    def __init__(self, loaded: levels.LoadedLevel, match: Session[Any]) -> None:
        self.loaded = loaded
        self.match = match
        self.seconds = 0.0  # since the first action
        self.done = False
        self.status = levels.status(loaded, match)

    @property
    def timed(self) -> bool:
        """True if a limit or a star counts seconds."""
        level = self.loaded.level
        limits = (level.never, *level.stars)
        return any(levels.SECONDS in limit for limit in limits)

    def update(self, dt: float) -> bool:
        """Advance the clock by `dt` s after the first action. True if this ended the attempt."""
        if self.done or not self.match.log:
            return False
        self.seconds += dt
        return self.timed and self.look()

    def look(self) -> bool:
        """Update `status` from the match. True if this ended the attempt."""
        if self.done:
            return False
        self.status = levels.status(self.loaded, self.match, self.seconds)
        if not self.status.over:
            return False
        self.done = True
        return True

    def lines(self) -> list[str]:
        """Return one line for each goal and each limit, with the current number."""
        level, counts = self.loaded.level, self.status.counts
        said = [
            "Win the game" if name == levels.WON else f"{word(name)}: {counts[name]} of {least}"
            for name, least in level.goal.items()
        ]
        for name, most in level.never.items():
            if name in level.goal:
                continue  # its goal line shows it already
            now = int(self.seconds) if name == levels.SECONDS else counts[name]
            said.append(f"{word(name)}: {now}, at most {most}")
        return said

    def stars(self) -> list[str]:
        """Return the conditions of the second and the third star as text."""
        return [
            " and ".join(f"at most {counted(most, *tally(name))}" for name, most in limits.items())
            for limits in self.loaded.level.stars
        ]

    def verdict(self) -> str:
        """Return the result as a sentence. Call it only when `done` is True."""
        if self.status.reached:
            return ("", "Done.", "Well done.", "Perfect.")[self.status.stars]
        if self.status.failed == "over":
            return "Not this time: nothing is left to play."
        return f"Not this time: too many {word(self.status.failed).lower()}."


def word(name: str) -> str:
    """Return the plural name of a count, with a capital: "Perfect hits"."""
    return capital(tally(name)[1])


def tally(name: str) -> tuple[str, str]:
    """Return the singular and plural name of a count: ("hit", "hits")."""
    plain = name.replace("_", " ")
    return WORDS.get(name, (plain.removesuffix("s"), plain))
