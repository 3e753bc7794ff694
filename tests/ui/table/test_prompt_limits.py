"""Tests of the length of prompts: question, hint and buttons in random matches of each game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from random import Random

import pytest

from castlecards.bots.simple import random_action
from castlecards.ui.table.overlay.decision_buttons import LIT, LIT_CARD
from tests.games.play import GAME_BY_ID
from tests.games.test_texts import plain
from tests.ui.table.tables import TableDriver, open_curtain, table

LIMITS = {"question": 60, "hint": 90, "button": 21}  # letters
ANSWERS = 30  # of one match


def read(play: TableDriver, found: Mapping[str, set[str]]) -> None:
    """Record the texts of the panel."""
    overlay = play.table.overlay
    prompt, makes = overlay._prompt(), overlay._buttons
    found["question"].add(prompt.text)
    found["hint"].add(prompt.hint)
    buttons = makes.form_buttons() + makes.buttons(thinks=False, paused=False)
    found["button"] |= {plain(play.session.game.id, each.text) for each in buttons}


@cache
def collect_texts(game: str) -> Mapping[str, set[str]]:
    """Return the texts of the panel by kind, before and after a pick."""
    found, rnd = defaultdict(set), Random(game)
    with table(game, reduced_motion=True) as play:
        for _ in range(ANSWERS):
            open_curtain(play)
            decision, selection = play.session.decision, play.table.model.selection
            if decision is None:
                break
            read(play, found)
            things = list(selection.selectable_targets()) if selection is not None else []
            picked = rnd.choice(things) if things else None
            if selection is not None and picked is not None and selection.can_pick(picked):
                selection.add(picked)
                read(play, found)
            play.table.submit(decision.seat, random_action(decision, rnd.getrandbits(32)))
    return found


@pytest.mark.long
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("kind", LIMITS)
@pytest.mark.parametrize("game", GAME_BY_ID)
def test_texts_of_the_prompt_panel_are_short(game: str, kind: str) -> None:
    texts = collect_texts(game)[kind]
    assert texts or kind != "question"
    assert [text for text in texts if len(text) > LIMITS[kind]] == []


def hints(play: TableDriver, decisions: int) -> set[tuple[str, str]]:
    """Return the questions and hints of the next decisions, before and after a pick."""
    found, rnd = set(), Random(4)
    for _ in range(decisions):
        open_curtain(play)
        decision, selection = play.session.decision, play.table.model.selection
        if decision is None or selection is None:
            break
        for target in (None, *selection.selectable_targets()[:1]):
            if target is not None and selection.can_pick(target):
                selection.add(target)
            prompt = play.table.overlay._prompt()
            found.add((prompt.text, prompt.hint))
        play.table.submit(decision.seat, random_action(decision, rnd.getrandbits(32)))
    return found


@pytest.mark.usefixtures("home")
def test_the_hint_says_where_the_lit_cards_are_and_that_a_card_can_be_thrown() -> None:
    with table("castle", reduced_motion=True) as play:
        found = hints(play, 12)
    assert ("Draw a card from the market or the deck", LIT) in found
    assert any(text.startswith("Discard ") and hint == LIT_CARD for text, hint in found)
    assert not any(text.startswith("Draw ") and hint == LIT_CARD for text, hint in found)
    with table("card_barrage", reduced_motion=True) as play:
        found = {hint for question, hint in hints(play, 8) if question.startswith("Throw a card")}
    assert "Flick a card from your hand over your castle." in found
    assert any(hint.endswith(": flick it forward.") for hint in found)
