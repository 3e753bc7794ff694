"""Tests of action previews in Castle Wars: values of soldiers, results of attacks and resources."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from castlecards.core.action import Action
from castlecards.core.cards import UNSEEN
from castlecards.core.events import apply
from castlecards.core.game import Badge, OutcomePreview
from castlecards.core.log_lines import Clash
from castlecards.core.position import Position
from castlecards.core.view import View, view
from tests.games.castle_wars.build import GAME, WarsMatch, wars
from tests.games.play import matches, random_game
from tests.marks import rule


def preview_of(game: WarsMatch, text: str) -> OutcomePreview:
    action = game.action(text)
    assert action is not None, game.options
    found = GAME.outcome_preview(game.view(), action)
    assert found is not None
    return found


def shields(badges: tuple[Badge, ...], game: WarsMatch) -> dict[str, tuple[str, str]]:
    return {game.name(badge.card): (badge.text, badge.tone) for badge in badges}


# -- worth ----------------------------------------------------------------------------------------


@rule("CW20", "CW38")
def test_a_soldier_shows_what_it_is_worth_where_it_does_not_say_it() -> None:
    game = wars("9H 7H | 2H", "8S | KS | 3S", up="8S KS", second="golems", sleeve="QH")
    assert shields(GAME.badges(game.pos), game) == {
        "8S": ("10", "more"), "KS": ("12", "more"), "3S": ("+2", "more"),
    }  # fmt: skip
    assert GAME.own_badges(game.view()) == ()
    game.play("play QH")
    own = shields(GAME.own_badges(game.view()), game)
    assert own == {"7H": ("10", "more"), "2H": ("5", "more")}
    (first, *_) = GAME.own_badges(game.view())
    assert first.help == "Worth 10: 7 on the card, +3 from a Queen."


@rule("CW21", "CW33", "CW42")
def test_less_and_as_much_are_told_apart() -> None:
    game = wars("9H | 7D", "KS | 4S | AS", up="9H 7D KS 4S", second="assassins", active=0)
    assert shields(GAME.badges(game.pos), game)["4S"] == ("2", "less")
    plain = wars("9H", "KS", up="KS")
    assert shields(GAME.badges(plain.pos), plain) == {"KS": ("10", "same")}


@rule("CW3", "CW36")
def test_nobody_reads_a_hidden_soldier_from_a_shield() -> None:
    game = wars("9H | 2H", "8S", sleeve="QH").play("play QH")
    assert shields(GAME.badges(game.pos), game) == {"9H": ("+3", "more"), "2H": ("+3", "more")}
    assert GAME.own_badges(game.view(1)) == ()


# -- attacks --------------------------------------------------------------------------------------


@rule("CW8", "CW9")
def test_an_attack_says_how_the_numbers_stand() -> None:
    game = wars("9H | 4H", "KS | 9S | 2C", up="KS 9S", second="golems")
    assert preview_of(game, "attack 9H+4H >KS") == OutcomePreview(
        "13 beats 12", "good", "", "9 + 4 = 13"
    )
    assert preview_of(game, "attack 9H >KS") == OutcomePreview("9 loses to 12", "bad")
    assert preview_of(game, "attack 9H >2C") == OutcomePreview("9 against ?", "open")
    level = wars("9H | 4H | 2H", "9S", up="9S")
    assert preview_of(level, "attack 9H >9S") == OutcomePreview("9 = 9: both fall", "even")
    fated = wars("9H", "9S", up="9S", second="fateweavers")
    assert preview_of(fated, "attack 9H >9S") == OutcomePreview("9 = 9: a tie", "even")


@rule("CW40")
def test_an_attack_on_the_infected_and_by_them() -> None:
    game = wars("9H | 4H", "KS | 9S", up="KS 9S", infected="KS 4H")
    assert preview_of(game, "attack 9H >KS") == OutcomePreview("infected: it falls", "good")
    assert preview_of(game, "attack 4H >KS") == OutcomePreview("infected: both die", "even")
    assert preview_of(game, "attack 4H >9S") == OutcomePreview("infected: fails", "bad")


def clash_of(before: Position[Any], action: Action) -> Clash | None:
    """Return the clash of an attack after which all players pass."""
    pos, events = apply(before, action)
    while True:
        for event in events:
            if isinstance(event, Clash):
                return event
        if pos.decision is None or not pos.decision.window:
            return None
        pos, events = apply(pos, pos.decision.default)


@settings(max_examples=25)
@given(matches(GAME))
def test_what_is_said_of_an_attack_comes_true(match: tuple[Any, int, int]) -> None:
    verdicts = {"good": "beat", "even": "tied", "bad": "failed"}
    for n, (before, _, _, _) in enumerate(random_game(GAME, *match)):
        asked = before.decision
        if n % 4 or n > 240 or asked is None:
            continue
        seen = view(before, asked.seat)
        for action in [a for a in asked.options if a.verb == "attack"][:6]:
            found = GAME.outcome_preview(seen, action)
            clash = clash_of(before, action)
            if found.text.endswith("?") or clash is None:
                continue
            if clash.kind == "infected":
                assert found.text.startswith("infected")
                continue
            numbers = [
                word for word in found.text.rstrip(":").replace(":", "").split() if word.isdigit()
            ]
            assert numbers == [str(side.total) for side in clash.sides]
            assert clash.kind == verdicts[found.tone]


SPIED = "2 enemy top soldiers turn face up, and you can rearrange yours"

# -- resources ------------------------------------------------------------------------------------


@rule("CW20", "CW19", "CW21", "CW22")
@pytest.mark.parametrize(
    ("action", "text", "more"),
    [
        ("play QH", "+3: 12, 7, 5", "your top soldiers 9, 4, 2 become 12, 7, 5"),
        ("play JH", "reveals 2 soldiers", SPIED),
        ("play KH >0.pile1", "10 on top", "a soldier worth 10 on one of your piles"),
        ("play AH >8S", "the 8 falls", "you discard any one of the 7 soldiers in play"),
        ("play AH >9S", "a soldier falls", "you discard any one of the 7 soldiers in play"),
        ("play AH >3S", "destroys the pile", "you discard any one of the 7 soldiers in play"),
    ],
)
def test_a_resource_says_what_it_would_do_now(action: str, text: str, more: str) -> None:
    game = wars("9H | 4H | 2H", "9S 8S | 3S | 7S", up="8S", sleeve="QH JH KH AH")
    found = preview_of(game, action)
    assert (found.text, found.more) == (text, more)


@rule("CW20", "CW22")
def test_a_soldier_is_called_by_its_card_whatever_a_queen_adds() -> None:
    game = wars("9H | 4H", "9S 3S | KS", up="3S KS", sleeve="QH AH", second="golems").play(
        "play QH"
    )
    assert preview_of(game, "play AH >3S").text == "the 3 falls"
    own = wars("9H 4H | 2H", "9S", sleeve="QH AH").play("play QH")
    assert preview_of(own, "play AH >4H").text == "the 4 falls"


@rule("CW18", "CW20")
def test_a_queen_in_an_attack_says_how_it_would_stand() -> None:
    game = wars("9H | 4H", "KS", up="KS", sleeve="QH", second="golems").play("attack 9H+4H >KS")
    assert game.window
    assert preview_of(game, "play QH").text == "19 against 12"


@rule("CW21", "CW23")
def test_a_king_on_a_soldier_that_attacks_says_that_it_calls_the_attack_off() -> None:
    game = wars("9H | 4H | 2H", "KS", up="KS", sleeve="KH QH").play("attack 9H+4H >KS")
    assert preview_of(game, "play KH >0.pile0").text == "calls it off"
    assert preview_of(game, "play KH >0.pile1").text == "calls it off"
    assert preview_of(game, "play KH >0.pile2").text == "10 on top"


@rule("CW12", "CW14", "CW35", "CW39")
def test_other_choices_say_what_they_cover_or_bring() -> None:
    game = wars("9H | ", "8S", hand="4H", begin="recruit")
    assert preview_of(game, "recruit 4H >0.pile0").text == "covers the 9"
    assert preview_of(game, "recruit 4H >0.pile1").text == "restores the pile"
    swap = wars("4H", "8S", hand="9H", first="shape_shifters")
    assert preview_of(swap, "swap 9H >4H") == OutcomePreview("9 instead of 4", "good")
    fate = wars("9H", "4S | 7S", second="fateweavers").play("attack 9H >4S")
    assert preview_of(fate, "instead 7S >4S").text == "loses the 7"


@settings(max_examples=10)
@given(matches(GAME))
def test_what_is_unknown_is_never_a_number(match: tuple[Any, int, int]) -> None:
    for n, (before, _, _, _) in enumerate(random_game(GAME, *match)):
        asked = before.decision
        if n % 5 or n > 150 or asked is None:
            continue
        seen = view(before, asked.seat)
        for action in asked.options:
            if (
                action.verb == "attack"
                and seen.position.faces[before.zones[action.to][-1]] == UNSEEN
            ):
                found = GAME.outcome_preview(seen, action)
                assert found.tone == "open" or found.text.startswith("infected")


@rule("CW19", "CW23")
def test_reactions_are_foreseen_while_a_jack_keeps_a_fighting_soldier_face_down() -> None:
    game = wars("3H 7H | 4H", "10S 8S | 5S", sleeve="QH JH", their_sleeve="JS QS")
    game.play("attack 7H >8S", "play JS").finish_laying()
    assert not game.is_up("8S")
    seen = game.view().position
    hidden = bytearray(seen.faces)
    hidden[game.card("8S")] = UNSEEN  # as on a table without the memory aid
    blind = seen.copy()
    blind.faces = bytes(hidden)
    blind_view = View(0, blind)

    def preview(text: str) -> str:
        action = game.action(text)
        assert action is not None
        found = GAME.outcome_preview(blind_view, action)
        return found.text

    assert preview("play JH") == "can call it off"
    assert preview("play QH").startswith("+3")
