"""Transcripts of random matches, with the view of each position, to show changes of the rules.

python tools/transcript.py            compares with tests/games/transcripts/; 1 on a difference
python tools/transcript.py --update   writes the files again
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from castlecards.content import games  # noqa: E402
from castlecards.core.cards import UNSEEN  # noqa: E402
from castlecards.core.events import Event, apply, seen_by  # noqa: E402
from castlecards.core.game import Game  # noqa: E402
from castlecards.core.log_lines import Clash, Line  # noqa: E402
from castlecards.core.position import Box, Position  # noqa: E402
from castlecards.core.save import line  # noqa: E402
from castlecards.core.sentence_templates import sentence_for  # noqa: E402
from castlecards.core.view import view  # noqa: E402
from castlecards.playout import Robot, opening  # noqa: E402

FOLDER = ROOT / "tests" / "games" / "transcripts"
SEED = 2026
LONGEST = 60  # actions printed of a match
SAME_START = {
    "card_barrage": (4, 6)
}  # numbers of players whose match begins as that of one player fewer
MORE: dict[str, tuple[dict[str, Any], ...]] = {  # by game: options that get a further match
    "castle_wars": ({"first": "undead", "second": "shape_shifters"},),
}


def matches() -> Iterator[tuple[str, Game[Any], int, dict[str, Any]]]:
    """Matches to print, with name of the file, game, number of players and options: one for each
    game and number of players, and some more."""
    for game in games().values():
        for players in (n for n in game.players if n not in SAME_START.get(game.id, ())):
            for options in ({}, *MORE.get(game.id, ())):
                yield "-".join([game.id, str(players), *options.values()]), game, players, options


def transcript(game: Game[Any], players: int, chosen: dict[str, Any]) -> str:
    """Text of the first LONGEST actions of a random match and its end."""
    options = game.options(**chosen)
    pos = opening(game, options, players, SEED)
    robot = Robot(SEED)
    lines = [f"{game.title}, {players} players, seed {SEED}, {options}", *_shown(pos, 0)]
    count = 0
    while pos.decision is not None:
        decision = pos.decision
        action = robot.answer(pos, decision)
        after, events = apply(pos, action)
        count += 1
        if count <= LONGEST:
            words = game.describe(action, view(pos, decision.seat))
            lines += ["", f"{count}. {line(pos.box, decision.seat, action)}"]
            lines.append(f"   {decision.prompt} -> {words} ({len(decision.options)} options)")
            lines += [f"   {text}" for event in events if (text := _event(game, pos.box, event))]
            lines += _shown(after, max(decision.seat, 0))
        pos = after
    lines += ["", f"{count} actions; result {pos.result}", *game.outcome(pos)]
    return "\n".join(lines) + "\n"


def _event(game: Game[Any], box: Box, event: Event) -> str:
    """Event as seat 0 sees it; lines and clashes in words, which can be ""."""
    seen = seen_by(event, 0)
    if isinstance(seen, Line | Clash):
        names = tuple(f"Seat {seat}" for seat in range(box.seats))
        return sentence_for(box, game.story, seen, names)
    return str(seen)


def _shown(pos: Position[Any], seat: int) -> list[str]:
    seen = view(pos, seat).position
    shown = []
    for zone, cards in enumerate(pos.zones):
        keys = ["--" if seen.faces[c] == UNSEEN else pos.face(c).key for c in cards]
        if keys:
            hidden = keys.count("--")
            text = f"{hidden} unseen" if hidden == len(keys) > 6 else " ".join(keys)
            shown.append(f"{pos.box.names[zone]}: {text}")
    return [f"   [{seat}] " + "; ".join(shown), f"   state {_state(pos)}"]


def _state(pos: Position[Any]) -> str:
    """Text of the state, without fields that have no readable form, such as the `Ground`."""
    names = [field.name for field in fields(pos.state)]
    values = {name: repr(getattr(pos.state, name)) for name in names}
    return ", ".join(
        f"{name} {text}" for name, text in values.items() if " object at 0x" not in text
    )


def main() -> int:
    """Compare or write all transcripts. Return 1 if one differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="write the files again")
    update = parser.parse_args().update
    FOLDER.mkdir(parents=True, exist_ok=True)
    different = 0
    for name, game, players, options in matches():
        path = FOLDER / f"{name}.txt"
        text = transcript(game, players, options)
        if update:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.relative_to(ROOT)} differs from what the rules now play")
            different += 1
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main())
