"""Terminal client: plays any game as text, with answers by number or in words.

A seat sees only its view. Throws are typed as numbers and simulated by physics.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from castlecards import content, store, throw_words
from castlecards.bots.aim import throw_with_hand_error
from castlecards.bots.simple import answer
from castlecards.core import narration
from castlecards.core.action import Action, Decision, Illegal
from castlecards.core.cards import NATURE, CardId, Seat
from castlecards.core.game import Game
from castlecards.core.landing import METHODS, Limits, toss
from castlecards.core.referee import Bot, Computer, Human, Over, Physics, Waive, due
from castlecards.core.rng import noise
from castlecards.core.save import dump_session
from castlecards.core.sentence_templates import without_article
from castlecards.core.session import HUMAN, STOPS, Session
from castlecards.core.table_words import fact_lines, pile_words
from castlecards.core.view import View
from castlecards.players.player import answer_to
from castlecards.players.seating import Seating
from castlecards.store import StoreError
from castlecards.texts import tr
from castlecards.throw_words import FIGURES

TOPICS = {
    "answers": tr(
        "Type the number of an answer, its first words, or a few of its words in their order: "
        "'bid 2', or 'attack 3 1 2' to attack the enemy’s pile 3 with pile 1 and pile 2."
    ),
    "throws": tr(
        "Type 'throw', the card, a method (lob, frisbee, flip) and numbers: "
        "'throw drone lob speed 1.9 heading 5 loft 54 spin 2'. Speed is in metres a second, "
        "heading and loft in degrees, spin in revolutions a second. You can leave numbers out."
    ),
    "table": tr(
        "'table' prints the table again, each pile from bottom to top. 'codes' adds the codes of "
        "cards and places. 'sheet' prints the score sheet."
    ),
    "saving": tr("'save FILE' saves the game; 'save' alone prints it. 'quit' ends without saving."),
    "undo": tr("'undo' takes back the last choice of a person and says what it was."),
    "reactions": tr(
        "'stops always', 'stops matters' (in attacks that you don’t win already), 'stops attacks' "
        "(in every attack), 'stops attacked' (only when attacked) or 'stops never' chooses when to "
        "ask you for a reaction."
    ),
}


def play(session: Session[Any], source: TextIO, out: TextIO) -> int:
    """Play a match until it or the input `source` ends. Return an exit code."""
    _tell(session, narration.DEAL, out)
    scored, shown = _scored(session), NATURE
    seating = Seating(session, content.characters(strict=False))
    for id in seating.missing_characters:
        print("  * " + tr("The character {id} is gone; another one plays.", id=id), file=out)
    while not isinstance(asked := due(session), Over):
        if (rows := _scored(session)) > scored:
            _sheet(session, out)
        scored = rows
        match asked:
            case Physics():
                session.submit(NATURE, _nature(session))
            case Waive(decision, action):
                session.submit(decision.seat, action)
            case Human(decision):
                if decision.seat != shown:
                    _show(session, session.shown(decision.seat), out)
                    shown = decision.seat
                if not _ask(session, decision, source, out):
                    return 0
                continue
            case Computer(decision):
                question = seating.question(decision)
                _submit(session, throw_with_hand_error(question, answer_to(question).action), out)
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
        print(session.with_player_names(sentence), file=out)


def _scored(session: Session[Any]) -> int:
    """Number of rows of the score sheet."""
    sheet = session.game.sheet(session.public)
    return len(sheet.rows) if sheet is not None else 0


def _sheet(session: Session[Any], out: TextIO) -> None:
    """Print the score sheet in columns, if the game has one."""
    sheet = session.game.sheet(session.public)
    if sheet is None:
        return
    lines = [tuple(map(session.with_player_names, sheet.columns)), *sheet.rows]
    wides = [max(len(line[n]) for line in lines) for n in range(len(sheet.columns))]
    for line in lines:
        first, *rest = (text.ljust(wide) for text, wide in zip(line, wides, strict=True))
        print(
            "   " + "  ".join([first, *(text.strip().rjust(len(text)) for text in rest)]), file=out
        )


def _ask(session: Session[Any], decision: Decision, source: TextIO, out: TextIO) -> bool:
    """Ask the player for one line and carry it out. False at the end of input or `quit`."""
    seen = session.shown(decision.seat)
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
        print(f"  {error}\n  {tr('Type “help” for what you can type.')}", file=out)
    except StoreError as error:
        print(f"  {error}", file=out)
    return True


def _answer(session: Session[Any], decision: Decision, seen: View, text: str, out: TextIO) -> None:
    match text.split():
        case [number] if number.isdecimal():
            options = _numbered(session, decision, seen)
            if int(number) not in options:
                numbers = _numbers(options)
                raise ValueError(
                    tr("Choose from {numbers}, not {number}.", numbers=numbers, number=number)
                )
            action = options[int(number)][0]
        case ["throw", card, *rest] if isinstance(decision.aim, Limits):
            action = _throw(decision.aim, seen, [card, *rest])
        case ["undo"]:
            _undo(session, out)
            return
        case ["save"]:
            print(dump_session(session), file=out)
            return
        case ["save", *_]:
            path = Path(text.strip().partition(" ")[2].strip()).expanduser()
            store.write(path, dump_session(session))
            print("  " + tr("The game is saved in {file}.", file=path), file=out)
            return
        case ["table"]:
            _show(session, seen, out)
            return
        case ["codes"]:
            _show(session, seen, out, codes=True)
            return
        case ["sheet"]:
            _sheet(session, out)
            return
        case ["stops", stop] if stop in STOPS:
            session.stops[session.owner(decision.seat)] = stop
            return
        case ["help" | "?", topic] if topic in TOPICS:
            print(TOPICS[topic], file=out)
            return
        case ["help" | "?", *_] | []:
            print(TOPICS["answers"], file=out)
            print(
                tr("More: {topics}", topics=", ".join(f"'help {name}'" for name in TOPICS)),
                file=out,
            )
            return
        case words:
            action = _worded(session, decision, seen, " ".join(words))
    refusal = session.game.refusal(seen, action)
    if refusal is not None:
        text = session.with_player_names(refusal.text)
        raise Illegal(f"{refusal.rule}: {text}" if refusal.rule else text)
    _submit(session, action, out)


def _numbered(
    session: Session[Any], decision: Decision, seen: View
) -> dict[int, tuple[Action, str]]:
    """Options and their texts by the number to type, from 1 in the order of the rules.

    Options that differ only in a final amount, such as bids, have this amount as their number.
    """
    options = [
        (each, session.with_player_names(session.game.describe(each, seen)))
        for each in decision.options
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
    is_complete = len(options) == high - low + 1
    return (
        tr("{low} to {high}", low=low, high=high) if is_complete else ", ".join(map(str, options))
    )


def _worded(session: Session[Any], decision: Decision, seen: View, text: str) -> Action:
    """Typed action: in save format, an option's text, its beginning or some of its words.

    Raises ValueError if it is none of these or ambiguous.
    """
    options = _numbered(session, decision, seen)
    typed = _plain(text)
    texts = {number: _plain(label) for number, (_, label) in options.items()}
    exact = [number for number, said in texts.items() if said == typed]
    begun = [number for number, said in texts.items() if said.startswith(typed)]
    fitting = exact or begun or shortest(typed, texts)
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
        raise ValueError(tr("Answers {numbers} fit. Type more words or a number.", numbers=several))
    return options[fitting[0]][0]


def shortest(typed: str, options: Mapping[int, str]) -> list[int]:
    """Numbers of the shortest options that contain the typed words in order, the first one first.

    Words may be cut short, numbers not; what an option says in brackets does not count. So the
    target of an attack comes first, as in the printed option and after the verb in English.
    """
    wanted = typed.split()
    fitting: dict[int, int] = {}
    for number, option in options.items():
        words = re.findall(r"[\w']+", re.sub(r"\([^)]*\)", "", option))
        if _contains(words, wanted):
            fitting[number] = len(words)
    return [number for number, length in fitting.items() if length == min(fitting.values())]


def _contains(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """True if `words` begin like the first wanted word and have all of them in order."""
    if not words or not words[0].startswith(wanted[0]):
        return False
    rest = iter(words)
    return all(any(_is_short_for(want, word) for word in rest) for want in wanted)


def _is_short_for(typed: str, word: str) -> bool:
    return word == typed or (not typed.isdecimal() and word.startswith(typed))


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
    undone = [
        sentence.text for sentence in narration.sentences(session, NATURE, session.at, before)
    ]
    actions = " ".join(undone) or tr("The last choice of {name}.", name=session.name(seat))
    print("  * " + tr("Undone: {what}", what=actions), file=out)


def _submit(session: Session[Any], action: Action, out: TextIO) -> None:
    """Play an action and print its public sentences."""
    decision = session.decision
    assert decision is not None
    session.submit(decision.seat, action)
    _tell(session, session.at - 1, out)


def _throw(aim: Limits, seen: View, words: list[str]) -> Action:
    """Toss from words such as `drone lob speed 1.9 loft 54`, in the units of `toss`.

    A card is named by its code (`c12`) or the beginning of its title.

    Missing numbers have the method's defaults. Raises ValueError.
    """
    from castlecards.one_toss import release

    end = next((n for n, word in enumerate(words) if word in (*METHODS, *FIGURES)), len(words))
    name, numbers = _plain(" ".join(words[:end])), words[end:]
    titles = {card: _title(seen, card) for card in aim.cards}
    fitting = [
        n for n, title in titles.items() if name == f"c{n}" or _plain(title).startswith(name)
    ]
    if len(fitting) != 1:
        cards = ", ".join(titles.values())
        raise ValueError(
            tr("Choose one card to throw from {cards}, not {name!r}.", cards=cards, name=name)
        )
    method = numbers.pop(0) if numbers and numbers[0] in METHODS else "lob"
    return toss(fitting[0], release(method, **throw_words.read(numbers)))


def _nature(session: Session[Any]) -> Action:
    from castlecards.toss.nature import Nature

    return Nature().choose(session.game, session.view(NATURE))


def _show(session: Session[Any], seen: View, out: TextIO, codes: bool = False) -> None:
    """Print facts, phases and the cards of each side; `codes`: with codes for the save format."""
    name = session.name(seen.seat)
    print("\n" + tr("{name}, seat {seat}", name=name, seat=seen.seat + 1), file=out)
    for line in fact_lines(session):
        print(f"  {line}", file=out)
    phases = session.game.phases(session.public)
    for state, text in PHASE_STATES.items():
        if titles := [phase.title for phase in phases if phase.state == state]:
            print("  " + text.format(phases=", ".join(titles)), file=out)
    badges = {badge.zone: badge.text for badge in session.game.badges(session.public)}
    box, marks = seen.position.box, session.game.marks
    named = partial(_named, session.game, seen, codes=codes)
    for owner in (*range(box.seats), None):
        lines = []
        for zone, cards in enumerate(seen.position.zones):
            spec = box.zones[zone]
            if not cards or spec.owner != owner:
                continue
            title = session.with_player_names(spec.title or spec.name) + (
                f" ({spec.name})" if codes else ""
            )
            worth = f" [{badges[zone]}]" if zone in badges else ""
            words = ", ".join(pile_words(seen, cards, marks, named))
            lines.append(f"    {title}: {words}{worth}")
        if lines:
            print(f"  {tr('Table') if owner is None else session.name(owner)}", file=out)
            print("\n".join(lines), file=out)


PHASE_STATES = {
    "now": tr("Phase now: {phases}"),
    "free": tr("You can go to: {phases}"),
    "ahead": tr("Still to come: {phases}"),
}


def _last_person(session: Session[Any]) -> Seat:
    """Seat of the person who chose last; 0 if there is none."""
    for record in reversed(session.log[: session.at]):
        owner = session.owner(record.seat)
        if record.chosen and owner >= 0 and session.kinds[owner] == HUMAN:
            return record.seat
    return 0


def _title(seen: View, card: CardId) -> str:
    """Title of a card that the viewer knows; "" if it is unknown."""
    face = seen.face(card) if seen.can_see(card) else None
    return "" if face is None else face.title


def _named(game: Game[Any], seen: View, card: CardId, codes: bool) -> str:
    """Title or name of a card, or with `codes` its id and key; "" if it is face down."""
    face = seen.face(card) if seen.can_see(card) else None
    if codes:
        return f"c{card}={face.key if face is not None else '?'}"
    return "" if face is None else face.title or without_article(game.story.card(face))


def _list(session: Session[Any], decision: Decision, seen: View, out: TextIO) -> None:
    if clash := narration.open_clash(session, decision.seat):
        print(clash, file=out)
    print(session.with_player_names(decision.prompt), file=out)
    for number, (_, words) in _numbered(session, decision, seen).items():
        print(f"  {number}. {words}", file=out)
    if isinstance(decision.aim, Limits):
        cards = ", ".join(_title(seen, card) for card in decision.aim.cards)
        print("  " + tr("Or throw a card: {cards} ('help throws')", cards=cards), file=out)


def _tell(session: Session[Any], at: int, out: TextIO) -> None:
    """Print the public sentences of a record."""
    for sentence in narration.sentences(session, NATURE, at, at + 1):
        print(f"  * {sentence.text}", file=out)
