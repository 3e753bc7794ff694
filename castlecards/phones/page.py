"""Page that a phone opens: one file with its words."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence

from castlecards import files, paths
from castlecards.texts import tr

WORDS = {
    "connected": tr("Connected"),
    "offline": tr("Offline"),
    "join": tr("Join the match"),
    "join_more": tr("Type the eight letters that the computer shows for your seat."),
    "join_button": tr("Join"),
    "code": tr("Letters of your seat"),
    "denied": tr("That code doesn’t open a seat"),
    "confirm": tr("Tell the others this number. They can let you in on the page with the codes."),
    "taken": tr("Another device has your seat"),
    "taken_more": tr("You can take it back. The other device will be told."),
    "taken_button": tr("Play here"),
    "lost": tr("Connection lost"),
    "lost_more": tr("Your seat and your cards are safe. The match waits."),
    "lost_button": tr("Connect now"),
    "turn": tr("Your turn"),
    "react": tr("You can react now"),
    "moves": tr("Last moves"),
    "places": tr("The table"),
    "rulebook": tr("Rules"),
    "rule": tr("Read rule"),
    "choose": tr("Choose an option"),
    "sending": tr("Sending …"),
    "undo": tr("Undo"),
    "coach": tr("Ask the coach"),
    "allow": tr("Allow"),
    "refuse": tr("Don’t allow"),
    "line": tr("Release line"),
    "practice": tr("Flick the card over this line to practise"),
    "skip": tr("Skip the practice throws"),
    "typed": tr("Throw without dragging"),
    "aim": tr("Direction"),
    "aims": (tr("Far left"), tr("Left"), tr("Straight ahead"), tr("Right"), tr("Far right")),
    "power": tr("Strength"),
    "powers": (tr("Very soft"), tr("Soft"), tr("Medium"), tr("Strong"), tr("Very strong")),
    "fling": tr("Throw"),
}


Rules = Sequence[tuple[str, str, str]]  # kind of a paragraph ("heading", …), text, rule id or ""


def page(rules: Rules = ()) -> bytes:
    """Page with its words and the rules, which the script reads from an attribute of the body."""
    words = html.escape(json.dumps({**WORDS, "rules": rules}, ensure_ascii=False))
    with files.reader(paths.assets() / "phones" / "page.html") as file:
        return file.read().replace(b"$words", words.encode())
