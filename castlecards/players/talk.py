"""Table talk of characters: one line at a great moment, at most one in three turns.

Which moment and which line follow from the public log alone, so a line tells nothing that is
hidden, and the same match has the same talk. A line comes again only after all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Literal

from castlecards.core.cards import Seat, value
from castlecards.core.expressions import Emotion, emotions, turn_count
from castlecards.core.sentence_templates import SCORED
from castlecards.core.session import Session
from castlecards.players.characters import Characters
from castlecards.texts import tr

# "glad" and "cross" are about what the speaker did, "held" and "hurt" about what others did.
Moment = Literal["begin", "glad", "held", "cross", "hurt", "worried", "won", "lost"]
BY_OTHERS: Mapping[str, Moment] = {"glad": "held", "cross": "hurt"}
TURNS_PER_REMARK = 3  # turns: talk comes in each third one
LINES: Mapping[str, Mapping[Moment, tuple[str, ...]]] = {  # by portrait
    "aldric": {
        "begin": (tr("A fair game to us both."), tr("I ask for no favours.")),
        "glad": (
            tr("As it should be."),
            tr("Plain, honest work."),
            tr("A knight keeps his word."),
            tr("No secret to it. Just practice."),
        ),
        "held": (
            tr("My post holds."),
            tr("Not while I’m on watch."),
            tr("You’ll find me still standing."),
        ),
        "cross": (
            tr("The fault is mine."),
            tr("I must practise that."),
            tr("I aimed too high."),
            tr("My hand was not steady."),
            tr("I have done better."),
        ),
        "hurt": (
            tr("Well struck."),
            tr("That was fairly done."),
            tr("I felt that."),
            tr("You play well. I’ll play better."),
        ),
        "worried": (
            tr("My line is thin."),
            tr("I’ve stood in worse places."),
            tr("That one hurt."),
        ),
        "won": (tr("Well fought. The day is mine."), tr("You made me earn that.")),
        "lost": (tr("A fair fight. I salute you."), tr("The better player won.")),
    },
    "berta": {
        "begin": (tr("Take your time. I will."), tr("The door is locked. Do come in.")),
        "glad": (
            tr("I was waiting for that."),
            tr("Patience pays."),
            tr("One stone at a time."),
            tr("There. No need to hurry."),
        ),
        "held": (tr("The door stays shut."), tr("Knock all you like."), tr("Try again tomorrow.")),
        "cross": (
            tr("Hm. Too soon."),
            tr("Slowly, Berta, slowly."),
            tr("I should have waited."),
            tr("No matter. There’s time."),
            tr("That was the wrong key."),
        ),
        "hurt": (
            tr("I’ll wait for your mistake."),
            tr("Hm. I saw that."),
            tr("I have plenty of time."),
            tr("You’re always in a hurry."),
        ),
        "worried": (
            tr("Who left the door open?"),
            tr("There’s a draught in here."),
            tr("I locked that. I know I did."),
        ),
        "won": (tr("See? There was no need to rush."), tr("Good. I’ll lock up now.")),
        "lost": (tr("I waited too long, it seems."), tr("Well. Here are the keys.")),
    },
    "bruno": {
        "begin": (tr("Let’s break something!"), tr("Stand back. I’m starting.")),
        "glad": (
            tr("Ha! That’s the stuff!"),
            tr("More! More!"),
            tr("Who needs a plan?"),
            tr("Boom!"),
        ),
        "held": (
            tr("Ha! It bounced right off!"),
            tr("Ow. For you, I mean."),
            tr("You call that a hit?"),
        ),
        "cross": (
            tr("Grr. Again!"),
            tr("Next time I’ll hit harder."),
            tr("Stupid card!"),
            tr("Who moved it?"),
            tr("Not hard enough!"),
        ),
        "hurt": (
            tr("Hey! I was standing there!"),
            tr("Who did that?"),
            tr("Good. Now I’m angry."),
            tr("I’ll break yours, too."),
        ),
        "worried": (
            tr("I never liked that bit anyway."),
            tr("Was that holding something up?"),
            tr("It’s fine. I like fresh air."),
        ),
        "won": (tr("Ha! Nothing left to break!"), tr("Sweep that up, would you?")),
        "lost": (tr("Good smash. My turn next time."), tr("You hit like me. I like you.")),
    },
    "dorothea": {
        "begin": (tr("Let’s not waste any cards."), tr("I’ve worked out a budget.")),
        "glad": (
            tr("A good investment."),
            tr("Paid in full."),
            tr("Every card counts."),
            tr("And it cost next to nothing."),
        ),
        "held": (tr("That was well built."), tr("Your loss, not mine."), tr("No discounts here.")),
        "cross": (
            tr("What a waste."),
            tr("I won’t get that card back."),
            tr("That’s money down the drain."),
            tr("A poor bargain."),
            tr("I’ll have to save elsewhere."),
        ),
        "hurt": (
            tr("That goes on your bill."),
            tr("I only just paid for that."),
            tr("I’m keeping the receipt."),
            tr("Do you know what that cost me?"),
        ),
        "worried": (
            tr("My poor savings!"),
            tr("I can’t afford another of those."),
            tr("Who’s going to pay for this?"),
        ),
        "won": (tr("Thrift wins in the end."), tr("And there’s change left over.")),
        "lost": (tr("I’ll have to start saving again."), tr("You got good value there.")),
    },
    "ines": {
        "begin": (tr("Ready when you are."), tr("Show me what you have.")),
        "glad": (
            tr("Just as I planned."),
            tr("You left me that."),
            tr("One more step."),
            tr("Quite."),
        ),
        "held": (tr("No."), tr("I expected that."), tr("You’ll need a better idea.")),
        "cross": (
            tr("A small price."),
            tr("Good to know."),
            tr("That was only a test."),
            tr("Not today, then."),
            tr("Worth knowing."),
        ),
        "hurt": (
            tr("Noted."),
            tr("Was it worth it?"),
            tr("You can have that one."),
            tr("And now?"),
        ),
        "worried": (
            tr("I didn’t expect that from you."),
            tr("The long way, then."),
            tr("Interesting."),
        ),
        "won": (tr("It was never in doubt."), tr("Would you like to know where?")),
        "lost": (tr("You have my attention now."), tr("I’ll remember how you did it.")),
    },
    "mina": {
        "begin": (tr("Ooh, what does this one do?"), tr("This will be fun!")),
        "glad": (
            tr("It worked! It really worked!"),
            tr("Hee hee!"),
            tr("Look, look!"),
            tr("I just took the shiniest one!"),
        ),
        "held": (tr("Boing!"), tr("That tickles!"), tr("Ha, nice try!")),
        "cross": (
            tr("Well, now we know."),
            tr("It looked better in my head."),
            tr("Oops. Was that important?"),
            tr("Nobody saw that, right?"),
            tr("Oh! That’s not how it goes."),
        ),
        "hurt": (
            tr("Hey, that’s not funny!"),
            tr("Do that again, slower?"),
            tr("I liked that one."),
            tr("Ooh, how did you do that?"),
        ),
        "worried": (
            tr("Uh-oh."),
            tr("Is it meant to wobble like that?"),
            tr("Quick, look over there!"),
        ),
        "won": (tr("I won? I won!"), tr("And I wasn’t even sure how!")),
        "lost": (tr("That was fun. Another one?"), tr("Aw. Teach me that!")),
    },
    "roth": {
        "begin": (tr("Sound the horn!"), tr("I take even odds.")),
        "glad": (
            tr("Forward! Give them no rest!"),
            tr("That’s how it’s done!"),
            tr("Keep them running!"),
            tr("Luck likes a bold hand."),
        ),
        "held": (
            tr("Hold the line!"),
            tr("Not one step back!"),
            tr("They’ll break their teeth on us."),
        ),
        "cross": (
            tr("I’d try it again."),
            tr("Too bold, for once."),
            tr("Regroup!"),
            tr("Bad luck. Again!"),
            tr("Nearly. I could smell it."),
        ),
        "hurt": (
            tr("You’ll pay for that."),
            tr("Bold. I like it. A little."),
            tr("A scratch. Nothing more."),
            tr("Enjoy it. I’m coming."),
        ),
        "worried": (
            tr("Close the ranks!"),
            tr("To me, all of you!"),
            tr("I’ve had worse. I forget when."),
        ),
        "won": (tr("Victory! You gave me a fright."), tr("The field is ours!")),
        "lost": (tr("You beat me fairly. Again?"), tr("I’d have done the same.")),
    },
    "tilo": {
        "begin": (tr("Can I start? Can I?"), tr("I’m ready! Are you?")),
        "glad": (
            tr("Yes! Did you see that?"),
            tr("That was me!"),
            tr("I practised that!"),
            tr("Too fast for you!"),
        ),
        "held": (
            tr("Nope! Not this time!"),
            tr("You can’t catch me!"),
            tr("I knew you’d do that!"),
        ),
        "cross": (
            tr("I wasn’t looking."),
            tr("Wait, can I do that again?"),
            tr("That one slipped."),
            tr("I sneezed!"),
            tr("That was just practice!"),
        ),
        "hurt": (
            tr("No fair!"),
            tr("I’ll get you back!"),
            tr("Hey, I was using that!"),
            tr("I forgot about that one."),
        ),
        "worried": (
            tr("Wait, where did that come from?"),
            tr("That was my best one!"),
            tr("Um. Is it too late to move?"),
        ),
        "won": (tr("I beat you! I really beat you!"), tr("Wait till I tell everyone!")),
        "lost": (tr("Once more! I nearly had you."), tr("You’re good. Best of three?")),
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
    moments = _great_moments(session, characters)
    latest = next(moments, None)
    if latest is None or latest.at < since or latest.turn > 2 * TURNS_PER_REMARK:
        return None
    seat, moment = latest.seat, _moment(latest)
    earlier = sum((each.seat, _moment(each)) == (seat, moment) for each in moments)
    return _remark_at(session, characters, seat, moment, earlier)


def last_remark(session: Session[Any], characters: Characters) -> Remark | None:
    """Remark of the first character at the end of a match; None after a draw."""
    result, seats = session.position.result, _talking_seats(session, characters)
    if result is None or len(set(result)) == 1 or not seats:
        return None
    moment: Moment = "won" if result[seats[0]] == max(result) else "lost"
    return _remark_at(session, characters, seats[0], moment, 0)


def _great_moments(session: Session[Any], characters: Characters) -> Iterator[Emotion]:
    """Yield the first great moment of each third turn, the newest first."""
    now, seats = turn_count(session), _talking_seats(session, characters)
    great = (each for each in emotions(session, now - 1) if each.rank >= SCORED)
    moved = (each for each in great if each.seat in seats)
    for ago, same in groupby(moved, key=lambda each: each.turn):
        if (now - ago) % TURNS_PER_REMARK == 0:
            yield min(same, key=lambda each: (each.at, -each.rank, not each.acted))


def _moment(emotion: Emotion) -> Moment:
    expression: Moment = emotion.expression  # type: ignore[assignment]
    return expression if emotion.acted else BY_OTHERS.get(expression, expression)


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
    session: Session[Any], characters: Characters, seat: Seat, moment: Moment, number: int
) -> Remark:
    """Remark at a moment. `number`: of the line; a match begins anywhere among the lines."""
    lines = LINES[characters[session.characters[session.owner(seat)]].portrait][moment]
    return Remark(seat, lines[(session.seed + seat + number) % len(lines)])
