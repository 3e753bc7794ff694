"""The second front end: any game in a terminal, by numbers. It keeps the rules honest.

Shows a seat only what its view shows; thrown cards are described by numbers and really fly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from castlecards import content, throw_words
from castlecards.bots.aim import thrown
from castlecards.bots.simple import answer
from castlecards.core import chronicle
from castlecards.core.action import PASS, Action, Decision, Illegal
from castlecards.core.cards import NATURE, Seat
from castlecards.core.landing import METHODS, Limits, toss
from castlecards.core.referee import Bot, Computer, Human, Over, Physics, Waive, due
from castlecards.core.rng import noise
from castlecards.core.save import dump_session
from castlecards.core.session import STOPS, Session
from castlecards.core.view import View
from castlecards.players.player import answered
from castlecards.players.seated import Seated

HELP = (
    "a number; 'throw c12 lob speed 1.9 heading 5 loft 54 spin 2' (m/s, degrees, revolutions a "
    "second); 'undo'; 'save'; 'help'; 'quit'; "
    "'stops always', 'stops attacks' (in every attack), 'stops attacked' (only when attacked), "
    "'stops never': how often to be asked whether to react; "
    "'sheet': the score sheet"
)


def play(session: Session[Any], source: TextIO, out: TextIO) -> int:
    """Plays a match to its end or to the end of `source`; returns an exit code."""
    _tell(session, chronicle.DEAL, out)
    scored = _scored(session)
    seated = Seated(session, content.characters(strict=False))
    for id in seated.lost:
        print(f"  * {id} is not among the characters any more: somebody else plays.", file=out)
    while not isinstance(asked := due(session), Over):
        if (rows := _scored(session)) > scored:
            _sheet(session, out)
        scored = rows
        match asked:
            case Physics():
                session.submit(NATURE, _nature(session))
            case Waive(decision):
                session.submit(decision.seat, PASS)
            case Human(decision):
                if not _ask(session, decision, source, out):
                    return 0
                continue
            case Computer(decision):
                question = seated.question(decision)
                _submit(session, thrown(question, answered(question).action), out)
                continue
            case Bot(decision, kind):
                seed = noise(session.seed, len(session.log), 1)[0]
                _submit(session, answer(kind, decision, seed), out)
                continue
        _tell(session, session.at - 1, out)
    retell_end(session, out)
    return 0


def story(session: Session[Any], reader: Seat, out: TextIO) -> None:
    """The match turn by turn, as this seat has seen it; NATURE: only what all could see."""
    for chapter in chronicle.chapters(session, reader):
        if chapter.heading:
            print(chapter.heading, file=out)
        for sentence in chapter.sentences:
            print(f"  {sentence.text}", file=out)


def retell(session: Session[Any], out: TextIO) -> None:
    """The whole log in words, as a public record: only what all could see."""
    story(session, NATURE, out)
    retell_end(session, out)


def retell_end(session: Session[Any], out: TextIO) -> None:
    last = session.positions[-1]
    if last.result is not None:
        _sheet(session, out)
    for sentence in session.game.outcome(last) if last.result is not None else ():
        print(session.named(sentence), file=out)


def _scored(session: Session[Any]) -> int:
    """How many rows the score sheet has."""
    sheet = session.game.sheet(session.public)
    return len(sheet.rows) if sheet is not None else 0


def _sheet(session: Session[Any], out: TextIO) -> None:
    """The score sheet in columns, if the game has one."""
    sheet = session.game.sheet(session.public)
    if sheet is None:
        return
    lines = [tuple(map(session.named, sheet.columns)), *sheet.rows]
    wides = [max(len(line[n]) for line in lines) for n in range(len(sheet.columns))]
    for line in lines:
        first, *rest = (text.ljust(wide) for text, wide in zip(line, wides, strict=True))
        print(
            "   " + "  ".join([first, *(text.strip().rjust(len(text)) for text in rest)]), file=out
        )


def _ask(session: Session[Any], decision: Decision, source: TextIO, out: TextIO) -> bool:
    """One line from the player; False when there is none left."""
    seen = session.shown(decision.seat)
    _show(session, seen, out)
    _list(session, decision, seen, out)
    print("> ", end="", file=out, flush=True)
    text = source.readline()
    if not text or text.strip() == "quit":
        return False
    try:
        _answer(session, decision, seen, text.split(), out)
    except Illegal as error:
        print(f"  {error}", file=out)
    except ValueError as error:
        print(f"  {error} ('help' tells what may be typed)", file=out)
    return True


def _answer(
    session: Session[Any], decision: Decision, seen: View, words: list[str], out: TextIO
) -> None:
    match words:
        case [number] if number.isdecimal() and 1 <= int(number) <= len(decision.options):
            action = decision.options[int(number) - 1]
        case [number] if number.isdecimal():
            raise ValueError(f"there are answers 1 to {len(decision.options)}, no {number}")
        case ["throw", card, *rest] if isinstance(decision.aim, Limits):
            action = _throw(decision.aim, card, rest)
        case ["undo"]:
            session.undo(_last_seat(session), consent=True)
            return
        case ["save"]:
            print(dump_session(session), file=out)
            return
        case ["sheet"]:
            _sheet(session, out)
            return
        case ["stops", stop] if stop in STOPS:
            session.stops[session.owner(decision.seat)] = stop
            return
        case ["help" | "?"] | []:
            print(HELP, file=out)
            return
        case _:
            action = session.position.box.parse(" ".join(words))
    refusal = session.game.refusal(seen, action)
    if refusal is not None:
        text = session.named(refusal.text)
        raise Illegal(f"{refusal.rule}: {text}" if refusal.rule else text)
    _submit(session, action, out)


def _submit(session: Session[Any], action: Action, out: TextIO) -> None:
    """Plays it, and says so in words that everybody may read."""
    decision = session.decision
    assert decision is not None
    session.submit(decision.seat, action)
    _tell(session, session.at - 1, out)


def _throw(aim: Limits, card: str, words: list[str]) -> Action:
    """`c12 lob speed 1.9 heading 5 loft 54`, in the units of `castlecards toss`; what is not said
    is preset."""
    from castlecards.one_toss import release

    if card[:1] != "c" or not card[1:].isdecimal() or not aim.holds(int(card[1:])):
        cards = " ".join(f"c{n}" for n in aim.cards)
        raise ValueError(f"{card!r} is not one of the cards that may be thrown: {cards}")
    method = words[0] if words else "lob"
    if method not in METHODS:
        raise ValueError(f"{method!r} is not a method: {', '.join(METHODS)}")
    return toss(int(card[1:]), release(method, **throw_words.read(words[1:])))


def _nature(session: Session[Any]) -> Action:
    from castlecards.toss.nature import Nature

    return Nature().choose(session.game, session.view(NATURE))


def _show(session: Session[Any], seen: View, out: TextIO) -> None:
    print(f"\n== {session.name(seen.seat)} (seat {seen.seat})", file=out)
    facts = session.game.facts(session.public)
    for seat, side in dict.fromkeys((fact.seat, fact.side) for fact in facts):
        named = [fact for fact in facts if (fact.seat, fact.side) == (seat, side)]
        if told := [f"{fact.label} {fact.text}" for fact in named]:
            whose = f"{session.name(seat) or _side(session, side)}: " if side >= 0 else ""
            print(f"   {whose}{', '.join(told)}", file=out)
    phases = session.game.phases(session.public)
    if phases:
        print(
            "   " + " ".join(_SIGNS[phase.state].format(phase.title) for phase in phases), file=out
        )
    badges = {badge.zone: badge.text for badge in session.game.badges(session.public)}
    for zone, cards in enumerate(seen.position.zones):
        if not cards:
            continue
        words = " ".join(_words(seen, cards, session.game.marks))
        spec = seen.position.box.zones[zone]
        title = f" ({spec.title})" if spec.title else ""
        worth = f" [{badges[zone]}]" if zone in badges else ""
        print(f"   {spec.name}{title}: {words}{worth}", file=out)


_SIGNS = {"past": "{}.", "now": "[{}]", "free": "({})", "ahead": "{}"}


def _side(session: Session[Any], side: int) -> str:
    """Who plays there, in the order of the seats."""
    seats = [seat for seat, of in enumerate(session.position.box.sides) if of == side]
    return " and ".join(dict.fromkeys(filter(None, map(session.name, seats))))


def _last_seat(session: Session[Any]) -> Seat:
    """Who played last; at one terminal everybody consents to taking back."""
    seats = [record.seat for record in session.log[: session.at] if record.seat != NATURE]
    return seats[-1] if seats else 0


def _words(seen: View, cards: bytes, marks: Sequence[str]) -> Iterator[str]:
    """From the bottom of a pile to its top."""
    hidden = 0
    for card in cards:
        face = seen.face(card) if seen.looks(card) else None
        borne = [
            name for name, mask in zip(marks, seen.position.marks, strict=True) if mask >> card & 1
        ]
        if face is None and not borne:
            hidden += 1
        else:
            yield f"c{card}={face.key if face is not None else '?'}" + "".join(
                f"({m})" for m in borne
            )
    if hidden:
        yield f"({hidden} face down)"


def _list(session: Session[Any], decision: Decision, seen: View, out: TextIO) -> None:
    if clash := chronicle.open_clash(session, decision.seat):
        print(clash, file=out)
    print(session.named(decision.prompt), file=out)
    for number, action in enumerate(decision.options, 1):
        print(f"  {number}. {session.named(session.game.describe(action, seen))}", file=out)
    if isinstance(decision.aim, Limits):
        cards = " ".join(f"c{card}" for card in decision.aim.cards)
        methods = "|".join(METHODS)
        print(f"  throw one of {cards}: throw c.. {methods} speed .. loft .. (m/s, °)", file=out)


def _tell(session: Session[Any], at: int, out: TextIO) -> None:
    """What a record tells, in words that everybody may read."""
    for sentence in chronicle.sentences(session, NATURE, at, at + 1):
        print(f"  * {sentence.text}", file=out)
