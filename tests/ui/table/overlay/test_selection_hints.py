"""Tests of selection hints: texts and places of outcome chips, and partners of a picked card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pygame import Rect

from castlecards.core.game import SHORT, OutcomePreview
from castlecards.core.session import HUMAN, Session
from castlecards.ui.kit.intents import Hover
from castlecards.ui.table.input.action_matching import Target
from castlecards.ui.table.layout.model import Viewport
from castlecards.ui.table.model import TableModel
from castlecards.ui.table.overlay.decision_buttons import selection_text
from castlecards.ui.table.overlay.outcome_chips import LEVELS, MOST, ChipRequest, place_chips
from castlecards.ui.table.overlay.selection_hints import SelectionHints
from castlecards.ui.table.render.table_view import TableView
from castlecards.ui.table.viewer import Viewer
from tests.games.castle.build import GAME as CASTLE
from tests.games.castle.build import castle
from tests.games.castle_rampage.build import GAME as RAMPAGE
from tests.games.castle_rampage.build import rampage
from tests.games.castle_wars.build import GAME as WARS
from tests.games.castle_wars.build import wars
from tests.games.match import Match
from tests.ui.driving import look, shared_art
from tests.ui.table.tables import open_curtain, table

WINDOW = Rect(0, 0, 1280, 800)


def model(game: Any, match: Match) -> TableModel:
    """Return a table model whose viewer is the player who is asked."""
    session = Session(game, game.options(), 2, 1, (HUMAN, HUMAN), start=match.pos)
    found = TableModel(session, Viewer(session))
    decision = session.decision
    found.viewer.show(decision.seat)
    found.ask(decision)
    return found


def thing(match: Match, key: str) -> Target:
    card = match.card(key)
    return Target(card, match.pos.zone_of(card))


def preview_at(table: TableModel, at: Target) -> tuple[str, str]:
    found = table.preview_at(at)
    return (found.text, found.tone) if found is not None else ("", "")


# -- what is said ---------------------------------------------------------------------------------


def test_lit_places_say_what_the_picks_would_do_there() -> None:
    match = wars("9H | 4H | 2H", "10S | 5S", up="10S 5S")
    table = model(WARS, match)
    table.selection.choose(thing(match, "9H"))
    assert preview_at(table, thing(match, "10S")) == ("9 loses to 10", "bad")
    assert preview_at(table, thing(match, "4H")) == ("9 + 4 = 13", "good")  # beats either
    table.selection.add(thing(match, "4H"))
    assert preview_at(table, thing(match, "10S")) == ("13 beats 10", "good")
    assert (
        selection_text(table, table.selection) == "9 + 4 = 13. Choose a lit place, or add a card."
    )


def test_partners_of_a_pick_are_told_with_what_they_would_become() -> None:
    match = castle(hand="7H 7C 3C 5H 9S KH", plots=["QD"])
    table = model(CASTLE, match)
    selection = table.selection
    assert selection.partners == ()
    selection.choose(thing(match, "7H"))
    partners = {match.name(each.card): preview_at(table, each)[0] for each in selection.partners}
    assert partners == {"7C": "a wall: two 7s", "3C": "a knight: 7 + 3"}
    assert selection_text(table, selection) == "7 of hearts: choose another card."
    selection.add(thing(match, "3C"))
    assert selection.partners == ()


def test_of_cards_that_are_given_up_the_next_is_asked_for_and_no_place() -> None:
    match = rampage(hands={0: "quartermaster spy archer"}, gates={1: "ogre"})
    match.play("play quartermaster >0.permanents")
    table = model(RAMPAGE, match)
    table.selection.choose(thing(match, "archer"))
    assert selection_text(table, table.selection) == "Archer: choose another card."


def test_two_things_that_a_pair_may_become_share_a_chip_if_it_holds_them() -> None:
    match = castle(hand="5H 5C KH KC", plots=["KD KS", "QD"])
    table = model(CASTLE, match)
    table.selection.choose(thing(match, "5H"))
    assert preview_at(table, thing(match, "5C"))[0] in ("a wall or a knight", "a knight or a wall")
    table.selection.choose(thing(match, "5H"))
    table.selection.choose(thing(match, "KH"))
    assert preview_at(table, thing(match, "KC"))[0] in ("a set or a wall", "a wall or a set")
    assert all(len(text) <= SHORT for text in (preview_at(table, thing(match, "KC"))[0],))


def test_what_is_hidden_is_not_said() -> None:
    match = wars("9H", "10S | 8S")
    table = model(WARS, match)
    table.selection.choose(thing(match, "9H"))
    assert preview_at(table, thing(match, "10S")) == ("9 against ?", "open")


# -- where it stands ------------------------------------------------------------------------------


def chip_request(x: int, y: int, text: str = "9 beats 7", above: bool = False) -> ChipRequest:
    return ChipRequest(OutcomePreview(text), Rect(x, y, 90, 130), above, False)


def test_chips_stand_below_or_above_their_place_and_within_the_window() -> None:
    below, high = place_chips(
        look(), WINDOW, [chip_request(300, 100), chip_request(300, 500, above=True)]
    )
    assert below.rect.top > 230
    assert below.rect.centerx == 345
    assert high.rect.bottom < 500
    (edge,) = place_chips(look(), WINDOW, [chip_request(1230, 700)])
    assert WINDOW.contains(edge.rect)


def test_on_a_bare_place_a_chip_lies_within_it_rather_than_at_another_one() -> None:
    title = Rect(300, 480, 90, 18)  # of a place above
    full = chip_request(300, 500, above=True)
    (bare,) = place_chips(look(), WINDOW, [replace(full, bare=True)], [title])
    (away,) = place_chips(look(), WINDOW, [full], [title])
    assert full.place.top < bare.rect.top
    assert bare.rect.bottom < full.place.centery
    assert away.rect.bottom <= title.top


def test_chips_never_overlap_and_are_never_too_many() -> None:
    crowd = [chip_request(300 + 12 * k, 100) for k in range(30)]
    found = place_chips(look(), WINDOW, crowd)
    assert LEVELS <= len(found) <= MOST
    for chip in found:
        assert chip.rect.collidelistall([each.rect for each in found]) == [found.index(chip)]


def test_the_chip_under_the_pointer_has_its_place() -> None:
    strong = ChipRequest(OutcomePreview("13 beats 12"), Rect(306, 100, 90, 130), False, True)
    found = place_chips(look(), WINDOW, [*[chip_request(300, 100)] * 20, strong])
    assert found[0].outcome_preview.text == "13 beats 12"
    assert found[0].rect.top == place_chips(look(), WINDOW, [strong])[0].rect.top


def test_a_chip_of_a_hand_lies_on_its_card_rather_than_on_a_pile() -> None:
    card, pile = chip_request(300, 500, above=True), Rect(260, 440, 100, 58)
    on_table = place_chips(look(), WINDOW, [card], kept=[pile])
    in_hand = place_chips(look(), WINDOW, [replace(card, hand=True)], kept=[pile])
    free = place_chips(look(), WINDOW, [replace(card, hand=True)])
    assert on_table[0].rect.colliderect(pile)
    assert not in_hand[0].rect.colliderect(pile)
    assert in_hand[0].rect.center == card.place.center
    assert free[0].rect == on_table[0].rect


def test_a_chip_of_an_enemy_pile_covers_no_card() -> None:
    match = wars("9H | 4H | 2H", "10S | 5S", up="10S 5S")
    found = model(WARS, match)
    found.selection.choose(thing(match, "9H"))
    view = found.session.view(0)
    table_view = TableView(shared_art(), view)
    table_view.arrange(view, Viewport())
    goals = [Target(-1, thing(match, key).zone) for key in ("10S", "5S")]
    chips = SelectionHints(found, table_view).chips(look(), goals, goals[0], WINDOW)
    piles = table_view.piles(hands=False, empty=False)
    assert {"9 loses to 10", "9 beats 5"} <= {chip.outcome_preview.text for chip in chips}
    assert all(chip.rect.collidelist(piles) < 0 for chip in chips)


def test_an_outcome_at_the_foot_of_a_form_has_no_chip_as_well(home: object) -> None:
    with table("tricks_of_the_trade") as play:
        open_curtain(play)
        scene = play.table
        card = scene.selection.options[2].cards[0]
        over = Target(card, play.session.position.zone_of(card))
        play.feed(Hover(scene.table_view.rect_of(over).center, play.clock))
        play.wait(0.5)
        assert "points" in scene.overlay.form_bar.outcome
        assert scene.model.preview_at(over) is not None
        hints = scene.pointer.hints
        assert hints.chips(play.app.look, [over], over, scene.overlay.root.free) == []
