"""State of a level being played: goals, limits and stars, as numbers and sentences."""

from __future__ import annotations

from typing import Any

from castlecards import levels
from castlecards.core.sentence_templates import joined_list
from castlecards.core.session import Session
from castlecards.texts import capital, counted, tr


def _names(one: str, many: str) -> tuple[str, str]:
    """Singular and plural name of a count, marked for translation."""
    return tr(one), tr(many)


COUNT_NAMES: dict[str, tuple[str, str]] = {
    "throws": _names("throw", "throws"),
    "hits": _names("hit", "hits"),
    "fouls": _names("foul", "fouls"),
    "perfect": _names("perfect hit", "perfect hits"),
    "doubles": _names("double hit", "double hits"),
    "castles": _names("castle hit", "castle hits"),
    "row": _names("hit in a row", "hits in a row"),
    "points": _names("point", "points"),
    "fallen": _names("wall down", "walls down"),
    "standing": _names("wall standing", "walls standing"),
    "corners": _names("corner sign covered", "corner signs covered"),
    "open_corners": _names("corner sign not covered", "corner signs not covered"),
    "lob_hits": _names("hit with a lob", "hits with a lob"),
    "frisbee_hits": _names("hit with a Frisbee", "hits with a Frisbee"),
    "flip_hits": _names("hit with a flip", "hits with a flip"),
    "destroyed": _names("enemy pile destroyed", "enemy piles destroyed"),
    "piles": _names("pile of your own", "piles of your own"),
    "killed": _names("enemy soldier lost", "enemy soldiers lost"),
    "lost": _names("soldier lost", "soldiers lost"),
    "spent": _names("resource used", "resources used"),
    "gate_open": _names("enemy gate open", "enemy gates open"),
    "royalty": _names("royal card", "royal cards"),
    "defence": _names("point of defence for your royals", "points of defence for your royals"),
    "hand": _names("card in hand", "cards in hand"),
    "lead": _names("point ahead", "points ahead"),
    "led": _names("point ahead", "points ahead"),
    "bids_met": _names("exact bid", "exact bids"),
    levels.ACTIONS: _names("move", "moves"),
    levels.SECONDS: _names("second", "seconds"),
    levels.WON: _names("game won", "games won"),
}


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
        return self.timed and self.check()

    def check(self) -> bool:
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
        lines = [
            tr("Win the game")
            if name == levels.WON
            else tr("{what}: {n} of {least}", what=word(name), n=counts[name], least=least)
            for name, least in level.goal.items()
        ]
        for name, most in level.never.items():
            if name in level.goal:
                continue  # its goal line shows it already
            now = int(self.seconds) if name == levels.SECONDS else counts[name]
            lines.append(tr("{what}: {n} (limit {most})", what=word(name), n=now, most=most))
        return lines

    def stars(self) -> list[str]:
        """Return the conditions of the second and the third star as text."""
        if self.loaded.level.star_goals:
            return star_texts(self.loaded)[1:]
        return [
            joined_list(
                [tr("at most {count}", count=counted(m, *tally(n))) for n, m in limits.items()]
            )
            for limits in self.loaded.level.stars
        ]

    def verdict(self) -> str:
        """Return the result as a sentence. Call it only when `done` is True."""
        if self.status.reached:
            return ("", tr("Done!"), tr("Well done!"), tr("Perfect!"))[self.status.stars]
        if self.status.failed == "over":
            return tr("Not this time: it ended before you reached the goal.")
        if self.status.failed == levels.SECONDS:
            return tr("Not this time: your time is up.")
        return tr("Not this time: too many {things}.", things=tally(self.status.failed)[1])


def star_texts(loaded: levels.LoadedLevel) -> list[str]:
    """Return what each star of a level with star goals asks for."""
    level = loaded.level
    return [level.task, *(star.says for star in level.star_goals)]


def word(name: str) -> str:
    """Return the plural name of a count, with a capital: "Perfect hits"."""
    return capital(tally(name)[1])


def tally(name: str) -> tuple[str, str]:
    """Return the singular and plural name of a count: ("hit", "hits")."""
    plain = name.replace("_", " ")
    return COUNT_NAMES.get(name, (plain.removesuffix("s"), plain))
