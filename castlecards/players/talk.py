"""Table talk of characters: one line at a great moment, at most one in three turns.

Which moment and which line follow from the public log alone, so a line tells nothing that is
hidden, and the same match has the same talk.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from castlecards.core.cards import Seat, value
from castlecards.core.expressions import emotions, turn_count
from castlecards.core.sentence_templates import SCORED
from castlecards.core.session import Session
from castlecards.players.characters import Characters
from castlecards.texts import tr

Moment = Literal["begin", "glad", "worried", "cross", "won", "lost"]
TURNS_PER_REMARK = 3  # turns: talk comes in each third one
LINES: Mapping[str, Mapping[Moment, tuple[str, ...]]] = {  # by portrait
    "aldric": {
        "begin": (tr("A fair game to us both."), tr("May the better hand win.")),
        "glad": (tr("As it should be."), tr("Straight and true."), tr("An honest blow.")),
        "worried": (tr("My walls have seen better days."), tr("That one hurt.")),
        "cross": (
            tr("Well struck. It won’t happen again."),
            tr("I’ll remember that."),
            tr("You fight well."),
        ),
        "won": (tr("Well fought. The day is mine."),),
        "lost": (tr("A fair fight. I salute you."),),
    },
    "berta": {
        "begin": (tr("Take your time. I will."), tr("I’m in no hurry.")),
        "glad": (tr("I was waiting for that."), tr("Patience pays."), tr("One stone at a time.")),
        "worried": (tr("I should have kept the door shut."), tr("Slowly, Berta, slowly.")),
        "cross": (
            tr("I’ll wait for your mistake."),
            tr("Hm. I saw that."),
            tr("I have plenty of time."),
        ),
        "won": (tr("See? There was no need to rush."),),
        "lost": (tr("I waited too long, it seems."),),
    },
    "bruno": {
        "begin": (tr("Let’s break something!"), tr("Walls? What walls?")),
        "glad": (tr("Ha! Did you hear that crack?"), tr("Down it comes!"), tr("More! More!")),
        "worried": (tr("Hey! I was standing there!"), tr("Who needs walls anyway?")),
        "cross": (tr("Grr. Again!"), tr("Next time I’ll hit harder."), tr("Who did that?")),
        "won": (tr("Ha! Nothing left to break!"),),
        "lost": (tr("Good smash. My turn next time."),),
    },
    "dorothea": {
        "begin": (tr("Let’s not waste any cards."), tr("First things first: build.")),
        "glad": (tr("A good investment."), tr("That pays for the roof."), tr("Every card counts.")),
        "worried": (tr("Do you know what that cost me?"), tr("My poor savings!")),
        "cross": (
            tr("That goes on your bill."),
            tr("I only just paid for that."),
            tr("What a waste."),
        ),
        "won": (tr("Thrift wins in the end."),),
        "lost": (tr("I’ll have to start saving again."),),
    },
    "ines": {
        "begin": (tr("Ready when you are."), tr("Show me what you have.")),
        "glad": (
            tr("Just as I planned."),
            tr("You saw that coming, I hope."),
            tr("One more step."),
        ),
        "worried": (tr("Interesting."), tr("I didn’t expect that from you.")),
        "cross": (tr("Enjoy it while it lasts."), tr("Noted."), tr("A small price.")),
        "won": (tr("It was never in doubt."),),
        "lost": (tr("You have my attention now."),),
    },
    "mina": {
        "begin": (tr("Ooh, what does this one do?"), tr("This will be fun!")),
        "glad": (tr("It worked! It really worked!"), tr("Hee hee!"), tr("Look, look!")),
        "worried": (tr("Oops. Was that important?"), tr("Uh-oh.")),
        "cross": (
            tr("Hey, that’s not funny!"),
            tr("Do that again, slower?"),
            tr("I liked that one."),
        ),
        "won": (tr("I won? I won!"),),
        "lost": (tr("That was fun. Another one?"),),
    },
    "roth": {
        "begin": (tr("To the walls!"), tr("I take even odds.")),
        "glad": (
            tr("Forward! Give them no rest!"),
            tr("A fine blow!"),
            tr("That’s how it’s done!"),
        ),
        "worried": (tr("Close the ranks!"), tr("A scratch. Nothing more.")),
        "cross": (
            tr("You’ll pay for that."),
            tr("Bold. I like it. A little."),
            tr("Hold the line!"),
        ),
        "won": (tr("Victory! Well defended, though."),),
        "lost": (tr("A fair breach. Again?"),),
    },
    "tilo": {
        "begin": (tr("Can I start? Can I?"), tr("I’m ready! Are you?")),
        "glad": (tr("Yes! Did you see that?"), tr("Got you!"), tr("That was me!")),
        "worried": (tr("Wait, where did that come from?"), tr("I forgot about that one.")),
        "cross": (tr("No fair!"), tr("I’ll get you back!"), tr("I wasn’t looking.")),
        "won": (tr("I beat you! I really beat you!"),),
        "lost": (tr("Once more! I nearly had you."),),
    },
}


@value
class Remark:
    """Line that the player of a seat says."""

    seat: Seat
    text: str


def remark(session: Session[Any], characters: Characters, since: int) -> Remark | None:
    """Remark about the records from `since` on; None if nobody says anything.

    The first great moment of every third turn gets a remark.
    """
    if session.over:
        return None
    if not session.at:
        return next(
            (
                _remark_at(session, characters, seat, "begin", 0)
                for seat in _talking_seats(session, characters)
            ),
            None,
        )
    now, seats = turn_count(session), _talking_seats(session, characters)
    for turn in range(now - now % TURNS_PER_REMARK, 0, -TURNS_PER_REMARK):
        moved = [
            each
            for each in emotions(session, now - turn)
            if each.turn == now - turn and each.seat in seats and each.rank >= SCORED
        ]
        first = min(moved, key=lambda each: (each.at, -each.rank), default=None)
        if first is not None and first.at >= since:
            return _remark_at(session, characters, first.seat, first.expression, turn)  # type: ignore[arg-type]
        if first is not None or now - turn > TURNS_PER_REMARK:
            return None
    return None


def last_remark(session: Session[Any], characters: Characters) -> Remark | None:
    """Remark of the first character at the end of a match; None after a draw."""
    result, seats = session.position.result, _talking_seats(session, characters)
    if result is None or len(set(result)) == 1 or not seats:
        return None
    moment: Moment = "won" if result[seats[0]] == max(result) else "lost"
    return _remark_at(session, characters, seats[0], moment, turn_count(session))


def _talking_seats(session: Session[Any], characters: Characters) -> list[Seat]:
    """Seats of characters with lines."""
    return [
        seat
        for seat, owner in enumerate(session.owners)
        if owner >= 0
        and (who := characters.get(session.characters[owner]))
        and who.portrait in LINES
    ]


def _remark_at(
    session: Session[Any], characters: Characters, seat: Seat, moment: Moment, turn: int
) -> Remark:
    """Remark at a moment; the turn chooses among the lines."""
    lines = LINES[characters[session.characters[session.owner(seat)]].portrait][moment]
    return Remark(seat, lines[(turn // TURNS_PER_REMARK + seat) % len(lines)])
