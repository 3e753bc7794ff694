"""Terminal client: plays any game as text, with numbered answers.

A seat sees only its view. Throws are typed as numbers and simulated by physics.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from castlecards import content, store, throw_words
from castlecards.bots.aim import thrown
from castlecards.bots.simple import answer
from castlecards.core import narration
from castlecards.core.action import PASS, Action, Decision, Illegal
from castlecards.core.cards import NATURE, Seat
from castlecards.core.landing import METHODS, Limits, toss
from castlecards.core.referee import Bot, Computer, Human, Over, Physics, Waive, due
from castlecards.core.rng import noise
from castlecards.core.save import dump_session
from castlecards.core.session import HUMAN, STOPS, Session
from castlecards.core.view import View
from castlecards.players.player import answer_to
from castlecards.players.seating import Seating
from castlecards.store import StoreError

HELP = (
    "the number of an answer, or its first words ('bid 2'); "
    "'throw c12 lob speed 1.9 heading 5 loft 54 spin 2' (m/s, degrees, revolutions a second); "
    "'undo'; 'save FILE' (without FILE it is printed); 'help'; 'quit'; "
    "'stops always', 'stops attacks' (in every attack), 'stops attacked' (only when attacked), "
    "'stops never': how often to be asked whether to react; "
    "'sheet': the score sheet"
)


def play(session: Session[Any], source: TextIO, out: TextIO) -> int:
    """Play a match until it or the input `source` ends. Return an exit code."""
    _tell(session, narration.DEAL, out)
    scored = _scored(session)
    seating = Seating(session, content.characters(strict=False))
    for id in seating.lost:
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
                question = seating.question(decision)
                _submit(session, thrown(question, answer_to(question).action), out)
                continue
            case Bot(decision, kind):
                seed = noise(session.seed, len(session.log), 1)[0]
                _submit(session, answer(kind, decision, seed), out)
                continue
        _tell(session, session.at - 1, out)
    retell_end(session, out)
    return 0


def story(session: Session[Any], reader: Seat, out: TextIO) -> None:
    """Print the match turn by turn as this seat has seen it; NATURE: only public facts."""
    for chapter in narration.chapters(session, reader):
        if chapter.heading:
            print(chapter.heading, file=out)
        for sentence in chapter.sentences:
            print(f"  {sentence.text}", file=out)


def retell(session: Session[Any], out: TextIO) -> None:
    """Print the whole log with public facts only, and the result."""
    story(session, NATURE, out)
    retell_end(session, out)


def retell_end(session: Session[Any], out: TextIO) -> None:
    """Print the score sheet and the result of a finished match."""
    last = session.positions[-1]
    if last.result is not None:
        _sheet(session, out)
    for sentence in session.game.outcome(last) if last.result is not None else ():
        print(session.named(sentence), file=out)


def _scored(session: Session[Any]) -> int:
    """Number of rows of the score sheet."""
    sheet = session.game.sheet(session.public)
    return len(sheet.rows) if sheet is not None else 0


def _sheet(session: Session[Any], out: TextIO) -> None:
    """Print the score sheet in columns, if the game has one."""
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
    """Ask the player for one line and carry it out. False at the end of input or `quit`."""
    seen = session.shown(decision.seat)
    _show(session, seen, out)
    _list(session, decision, seen, out)
    print("> ", end="", file=out, flush=True)
    text = source.readline()
    if not text or text.strip() == "quit":
        return False
    try:
        _answer(session, decision, seen, text, out)
    except Illegal as error:
        print(f"  {error}", file=out)
    except ValueError as error:
        print(f"  {error} ('help' tells what may be typed)", file=out)
    except StoreError as error:
        print(f"  {error}", file=out)
    return True


def _answer(session: Session[Any], decision: Decision, seen: View, text: str, out: TextIO) -> None:
    match text.split():
        case [number] if number.isdecimal():
            options = _numbered(session, decision, seen)
            if int(number) not in options:
                raise ValueError(f"there are answers {_numbers(options)}, no {number}")
            action = options[int(number)][0]
        case ["throw", card, *rest] if isinstance(decision.aim, Limits):
            action = _throw(decision.aim, card, rest)
        case ["undo"]:
            _undo(session, out)
            return
        case ["save"]:
            print(dump_session(session), file=out)
            return
        case ["save", *_]:
            path = Path(text.strip().partition(" ")[2].strip()).expanduser()
            store.write(path, dump_session(session))
            print(f"  The game is saved in {path}.", file=out)
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
        case words:
            action = _worded(session, decision, seen, " ".join(words))
    refusal = session.game.refusal(seen, action)
    if refusal is not None:
        text = session.named(refusal.text)
        raise Illegal(f"{refusal.rule}: {text}" if refusal.rule else text)
    _submit(session, action, out)


def _numbered(
    session: Session[Any], decision: Decision, seen: View
) -> dict[int, tuple[Action, str]]:
    """Options and their texts by the number to type, from 1 in the order of the rules.

    Options that differ only in a final amount, such as bids, have this amount as their number.
    """
    options = [
        (each, session.named(session.game.describe(each, seen))) for each in decision.options
    ]
    parts = [re.fullmatch(r"(.*\D)(\d{1,6})", words) for _, words in options]
    amounts = {int(part[2]): each for part, each in zip(parts, options, strict=True) if part}
    alike = len({part and part[1] for part in parts}) == 1
    if alike and len(amounts) == len(options):
        return dict(sorted(amounts.items()))
    return dict(enumerate(options, 1))


def _numbers(options: Collection[int]) -> str:
    """Numbers as text: `1 to 7`, or the full list if some are missing."""
    low, high = min(options), max(options)
    whole = len(options) == high - low + 1
    return f"{low} to {high}" if whole else ", ".join(map(str, options))


def _worded(session: Session[Any], decision: Decision, seen: View, text: str) -> Action:
    """Typed action: in save format, an option's text, or a unique beginning of it.

    Raises ValueError if it is none of these or ambiguous.
    """
    options = _numbered(session, decision, seen)
    named = {each: _plain(words) for each, words in options.values()}
    typed = _plain(text)
    whole = [number for number, (each, _) in options.items() if named[each] == typed]
    begun = [number for number, (each, _) in options.items() if named[each].startswith(typed)]
    fitting = whole or begun
    try:
        action = session.position.box.parse(text)
    except ValueError:
        if not fitting:
            raise
    else:
        if decision.allows(action) or not fitting:
            return action
    if len(fitting) > 1:
        several = ", ".join(map(str, fitting))
        raise ValueError(f"answers {several} begin like that: type more of one, or its number")
    return options[fitting[0]][0]


def _plain(text: str) -> str:
    """Text for comparison: without case, extra spaces and typographic apostrophes."""
    return " ".join(text.casefold().replace("’", "'").split())


def _undo(session: Session[Any], out: TextIO) -> None:
    """Undo to the last choice of a person and print the undone actions. Raises Illegal.

    All players at one terminal consent.
    """
    before = session.at
    seat = _last_person(session)
    session.undo(seat, consent=True)
    undone = [each.text for each in narration.sentences(session, NATURE, session.at, before)]
    text = " ".join(undone) or f"the last choice of {session.name(seat)}."
    print(f"  * Taken back: {text}", file=out)


def _submit(session: Session[Any], action: Action, out: TextIO) -> None:
    """Play an action and print its public sentences."""
    decision = session.decision
    assert decision is not None
    session.submit(decision.seat, action)
    _tell(session, session.at - 1, out)


def _throw(aim: Limits, card: str, words: list[str]) -> Action:
    """Toss from words such as `c12 lob speed 1.9 heading 5 loft 54`, in the units of `toss`.

    Missing numbers have the method's defaults. Raises ValueError.
    """
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
    """Names of the players on a side, in seat order."""
    seats = [seat for seat, of in enumerate(session.position.box.sides) if of == side]
    return " and ".join(dict.fromkeys(filter(None, map(session.name, seats))))


def _last_person(session: Session[Any]) -> Seat:
    """Seat of the person who chose last; 0 if there is none."""
    for record in reversed(session.log[: session.at]):
        owner = session.owner(record.seat)
        if record.chosen and owner >= 0 and session.kinds[owner] == HUMAN:
            return record.seat
    return 0


def _words(seen: View, cards: bytes, marks: Sequence[str]) -> Iterator[str]:
    """Texts of the cards of a pile, from bottom to top; face-down cards are counted."""
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
    if clash := narration.open_clash(session, decision.seat):
        print(clash, file=out)
    print(session.named(decision.prompt), file=out)
    for number, (_, words) in _numbered(session, decision, seen).items():
        print(f"  {number}. {words}", file=out)
    if isinstance(decision.aim, Limits):
        cards = " ".join(f"c{card}" for card in decision.aim.cards)
        methods = "|".join(METHODS)
        print(f"  throw one of {cards}: throw c.. {methods} speed .. loft .. (m/s, °)", file=out)


def _tell(session: Session[Any], at: int, out: TextIO) -> None:
    """Print the public sentences of a record."""
    for sentence in narration.sentences(session, NATURE, at, at + 1):
        print(f"  * {sentence.text}", file=out)
