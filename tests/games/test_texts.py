"""Tests of the texts of every game in random matches: length, readability, all listed.

The limits are those of the places where the texts stand.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import chain
from random import Random
from typing import Any

import pytest

from castlecards import paths, text_client
from castlecards.core import narration
from castlecards.core.belief import Worlds
from castlecards.core.cards import NATURE
from castlecards.core.game import Game
from castlecards.core.sentence_templates import without_article
from castlecards.core.session import Session
from castlecards.core.view import View
from castlecards.ui.table.input.action_matching import is_button
from tests.games.play import GAME_BY_ID, GAMES, configurations, random_answer
from tests.listed_texts import strangers
from tests.outputs import attempts
from tests.ui.shots.matches import NAMES
from tools.text_checks import grade, words
from tools.texts import sentences

MATCHES = 8  # with different options
STEPS = 90  # actions of one match
OPTIONS = 12  # options of one decision that are read
RECAPS = 15  # actions between two recaps
LIMITS = {  # letters
    "prompt": 60,
    "button": 20,
    "chip": 18,
    "reason": 44,
    "caption": 110,
    "recap": 114,
}
CARDS = re.compile(r"^ {4}\w[^:\n]*: .*\n", re.MULTILINE)  # cards of a zone in the text client
NUMBERING = re.compile(r"^[\s*>]*(?:\d+[.:)]|[A-Z]+\d+:)\s", re.MULTILINE)
EASIEST, RULES_EASIEST = 6.0, 8.0  # Flesch–Kincaid grade of the table and of a rulebook
RULES_WORDS, RULES_SENTENCES = 20.0, 5  # average words of a sentence; sentences of a paragraph
IDS = tuple(game.id for game in GAMES)
each_game = pytest.mark.parametrize("game", IDS)


def played(game: Game[Any], number: int) -> Session[Any]:
    """Return a new match; each number gives other options and numbers of players."""
    every = configurations(game)
    step = max(1, round(len(every) * 0.618))
    options, players = every[number * step % len(every)]
    return Session(game, options, players, number, names=NAMES[:players])


def read_view(
    found: Mapping[str, set[str]], session: Session[Any], seen: View, luck: Random
) -> None:
    """Collect the texts that the asked player reads about the question and the answers."""
    game, decision = session.game, seen.decision
    found["prompt"].add(session.with_player_names(decision.prompt))
    options = list(decision.options)
    sampler = Worlds(seen)
    worlds = [sampler.deal(luck) for _ in range(20)] if game.advice is not None else []
    for action in luck.sample(options, min(OPTIONS, len(options))):
        text = session.with_player_names(game.describe(action, seen))
        found["button" if is_button(action) else "action"].add(text)
        if (outcome_preview := game.outcome_preview(seen, action)) is not None:
            found["chip"].add(outcome_preview.text)
            found["outcome_preview"] |= {outcome_preview.more}
        if game.advice is not None:
            found["reason"] |= set(game.advice.reasons(seen, action, worlds))
    for attempt in attempts(session):
        if (refusal := game.refusal(seen, attempt)) is not None:
            found["refusal"].add(session.with_player_names(refusal.text))
    if (form := game.form(seen)) is not None:
        found["form"] |= {form.title, form.note, form.hint, form.other}
    found["badge"] |= {badge.help for badge in game.own_badges(seen)}


def read_table(found: Mapping[str, set[str]], session: Session[Any]) -> None:
    """Collect the texts that all players read at the table."""
    game, public = session.game, session.public
    for fact in game.facts(public):
        found["fact"] |= {fact.label, fact.text, fact.about}
    for phase in game.phases(public):
        found["phase"] |= {phase.title, phase.text}
    found["badge"] |= {badge.help for badge in game.badges(public)}
    if (ladder := game.ladder(public)) is not None:
        found["ladder"] |= {ladder.title, ladder.help}


def read_log(found: Mapping[str, set[str]], session: Session[Any]) -> None:
    """Collect the captions of the last action, and sometimes the recap."""
    last = session.at - 1
    for reader in (0, NATURE):
        for event in narration.lines(session, last, reader):
            found["caption"].add(narration.caption(session, event, reader=reader))
    if session.at % RECAPS == 0:
        for seat in (0, 1):
            found["recap"] |= set(narration.texts(*narration.recap(session, seat, seat)))


def read_terminal(found: Mapping[str, set[str]], session: Session[Any], line: str) -> None:
    """Collect the output of the text client when one line is typed again and again."""
    out = io.StringIO()
    text_client.play(session, io.StringIO(f"{line}\n" * STEPS), out)
    printed = NUMBERING.sub("", CARDS.sub("", out.getvalue()))
    found["terminal"] |= {line.strip(" *>") for line in printed.splitlines()}


@cache
def collect_texts(id: str) -> Mapping[str, set[str]]:
    """Return the texts of random matches of a game by kind."""
    game, found, luck = GAME_BY_ID[id], defaultdict(set), Random(id)
    for number in range(MATCHES):
        session = played(game, number)
        for n in range(STEPS):
            if (decision := session.decision) is None:
                found["outcome"] |= {
                    session.with_player_names(x) for x in game.outcome(session.position)
                }
                break
            if decision.seat >= 0:
                read_view(found, session, session.shown(decision.seat), luck)
            session.submit(decision.seat, random_answer(game, session.position, number, n))
            read_table(found, session)
            read_log(found, session)
    for number, line in enumerate(("1", "help", "sheet", "undo", "throw c1")):
        read_terminal(found, played(game, number), line)
    return {kind: texts - {""} for kind, texts in found.items()}


@cache
def card_names(id: str) -> re.Pattern[str]:
    game = GAME_BY_ID[id]
    faces = {face for match in range(2) for face in played(game, match).start.box.faces}
    names = {without_article(game.story.card(face)) for face in faces}
    names |= {face.title for face in faces}
    return re.compile("|".join(map(re.escape, sorted(names - {""}, key=len, reverse=True))))


def plain(id: str, text: str) -> str:
    """Return a text with a common name for each card, because decks may have long names."""
    return card_names(id).sub("Pikeman", text)


def too_long(id: str, kind: str) -> list[str]:
    """Return the texts of a kind over its limit, longest first."""
    over = [text for text in collect_texts(id).get(kind, ()) if len(text) > LIMITS[kind]]
    return sorted(over, key=len, reverse=True)


@each_game
def test_prompts_are_short(game: str) -> None:
    assert too_long(game, "prompt") == []


@each_game
@pytest.mark.long
def test_buttons_are_short(game: str) -> None:
    assert too_long(game, "button") == []


@each_game
def test_chips_are_short(game: str) -> None:
    assert too_long(game, "chip") == []


@each_game
@pytest.mark.long
def test_reasons_are_short(game: str) -> None:
    assert too_long(game, "reason") == []


@each_game
def test_captions_are_short(game: str) -> None:
    assert too_long(game, "caption") == []


@each_game
def test_lines_of_a_recap_are_short(game: str) -> None:
    assert too_long(game, "recap") == []


@each_game
def test_the_table_is_easy_to_read(game: str) -> None:
    whole = {plain(game, text) for texts in collect_texts(game).values() for text in texts}
    assert grade(sorted(text for text in whole if len(words(text)) > 2)) <= EASIEST


@pytest.mark.long
@each_game
def test_every_text_is_listed(game: str) -> None:
    assert list(strangers(text for texts in collect_texts(game).values() for text in texts)) == []


# -- rulebooks ------------------------------------------------------------------------------------


def rulebook(id: str) -> list[list[str]]:
    """Return the sentences of a rulebook by paragraph, without headings, tables and cards."""
    path = paths.rules(id) if id in GAME_BY_ID else paths.rules(IDS[0]).parents[1] / "tech_deck.md"
    lines = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL).splitlines()
    found = [sentences(line) for line in lines if not line.startswith(("#", "|"))]
    return [long for each in found if (long := [part for part in each if len(words(part)) > 2])]


each_rulebook = pytest.mark.parametrize("game", [*IDS, "tech_deck"])


@each_rulebook
def test_the_rulebook_is_easy_to_read(game: str) -> None:
    assert grade(chain.from_iterable(rulebook(game))) <= RULES_EASIEST


@each_rulebook
def test_sentences_of_the_rulebook_are_short(game: str) -> None:
    found = [len(words(sentence)) for sentence in chain.from_iterable(rulebook(game))]
    assert sum(found) / len(found) <= RULES_WORDS


@each_rulebook
def test_paragraphs_of_the_rulebook_are_short(game: str) -> None:
    assert [each[0] for each in rulebook(game) if len(each) > RULES_SENTENCES] == []
