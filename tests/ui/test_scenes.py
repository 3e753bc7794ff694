"""Tests of each screen by mouse and keys: navigation, changes, and texts that fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from castlecards import database, paths, store
from castlecards import settings as settings_file
from castlecards.core.rng import noise
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.practice.throws import ThrowLog, ThrowRecord
from castlecards.settings import ABOUT, TABS
from castlecards.ui import history
from castlecards.ui.dialog import Answer, Menu
from castlecards.ui.history import FinishedGame, headline
from castlecards.ui.kit.markup import parse
from castlecards.ui.kit.theme import BUTTON
from castlecards.ui.kit.widgets.basic import Button, Label, Toggle
from castlecards.ui.kit.widgets.choice import VALUE, Choice
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.kit.widgets.listbox import ListBox
from castlecards.ui.kit.widgets.richtext import RichText
from castlecards.ui.kit.widgets.slider import Slider
from castlecards.ui.pages.credits import credits
from castlecards.ui.pages.game_picker import Picker, describe
from castlecards.ui.pages.rulebook import Rulebook, rules_text
from castlecards.ui.pages.setup import Setup
from castlecards.ui.routes import Credits, Replay, Result, Rules, Table, Title
from castlecards.ui.scene import Push, Reset
from castlecards.ui.shell.app import App
from castlecards.ui.shell.wiring import MAKE
from castlecards.ui.table.overlay.widgets import score_table
from castlecards.ui.table.summary.stats import side_name
from tests.depth import Depth
from tests.ui.driving import NULL, Driver, autosave_and_wait, key_events, mouse, started_match


def offer(monkeypatch: pytest.MonkeyPatch, *ids: str) -> None:
    """Replace the games of the picker."""
    monkeypatch.setattr(App, "offered", property(lambda app: tuple(app.games[id] for id in ids)))


# The title


def test_the_title_offers_only_what_is_there(driver: Driver) -> None:
    for id in ("play", "statistics", "settings", "rules", "credits", "quit"):
        assert driver.has(f"title.{id}")
    assert not driver.has("title.continue")
    assert not driver.has("title.library")


@pytest.mark.parametrize(
    ("id", "scene"),
    [
        ("play", "Picker"),
        ("statistics", "Statistics"),
        ("settings", "SettingsPage"),
        ("rules", "Rulebook"),
        ("credits", "Credits"),
    ],
)
def test_every_button_leads_somewhere_and_esc_back(driver: Driver, id: str, scene: str) -> None:
    driver.click(f"title.{id}")
    assert driver.scene == scene
    driver.key("escape")
    assert driver.scene == "Title"


def test_quit_ends_the_loop(driver: Driver) -> None:
    driver.click("title.quit")
    assert not driver.app.running


def test_an_unfinished_game_is_gone_on_with(driver: Driver) -> None:
    session = started_match(driver.app)
    assert autosave_and_wait(driver.app.keep, session)
    driver.app.follow(Reset(Title()))
    assert driver.find("title.continue").tip == "High Card – Anna, Bert – 3 moves"
    driver.click("title.continue")
    assert driver.scene == "TableScene"
    resumed = driver.app.scene.session  # type: ignore[attr-defined]
    assert dump_session(resumed) == dump_session(session)


def test_a_broken_unfinished_game_is_renamed_and_told(driver: Driver) -> None:
    file = store.autosave_file()
    file.parent.mkdir(parents=True)
    file.write_text("# Some game\nnonsense: [")
    driver.app.follow(Reset(Title()))
    driver.click("title.continue")
    assert driver.scene == "Title"
    assert not driver.has("title.continue")
    assert "was renamed to" in driver.app.toasts.shown[0].text
    assert file.with_name("autosave.yaml.broken-1").exists()


def test_cards_slide_in_unless_motion_is_reduced(home: Path) -> None:
    driver = Driver(reduced_motion=True)
    assert not driver.app.scene.moving
    driver.app.close()
    app = App(settings_file.Settings())
    app.begin()
    assert app.scene.moving
    early = app.frames
    for _ in range(60):
        app.step((), 0.05)
    assert not app.scene.moving
    assert app.frames > early + 5
    app.close()


def test_a_new_player_is_led_to_a_first_throw_until_there_is_one(driver: Driver) -> None:
    driver.click("title.learn")
    assert driver.scene == "TableScene"
    driver.click("lesson.skip")
    assert driver.scene == "Title"
    over = started_match(driver.app, 40)
    assert over.over
    driver.app.keep.autosave(over)  # a finished match
    autosave_and_wait(driver.app.keep, started_match(driver.app))  # and an unfinished one
    assert database.file().exists()
    driver.app.follow(Reset(Title()))
    assert driver.has("title.continue")
    assert driver.has("title.learn")
    ThrowLog().add(ThrowRecord(time="2026-01-01T00:00:00", method="lob"))
    driver.resize((1300, 800))
    assert not driver.has("title.learn")
    assert not driver.has("title.access")


# Picker and set-up


def test_keys_alone_lead_from_the_title_to_the_table(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, NULL)
    driver.key("tab")
    assert driver.focus == "title.learn"  # because no throw is recorded
    driver.key("tab")
    assert driver.focus == "title.play"
    driver.key("return", "tab")
    assert driver.focus == f"picker.{NULL}"
    driver.key("return")
    assert driver.scene == "Setup"
    seen = []
    while driver.focus != "setup.start":
        driver.key("tab")
        seen.append(driver.focus)
        assert len(seen) < 20, seen
    assert {"setup.name0", "setup.name1", "setup.redraw", "setup.seed"} < {*seen}
    driver.key("return")
    assert driver.scene == "TableScene"
    assert store.autosave_file().exists()


def test_set_up_is_built_from_the_game_and_makes_that_session(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, NULL)
    driver.click("title.play")
    driver.click(f"picker.{NULL}")
    driver.click("setup.name0")
    driver.key("ctrl+a")
    driver.type("Zoë")
    driver.click("setup.redraw")
    driver.click("setup.seed")
    driver.type("4x2")
    driver.click("setup.start")
    session = driver.app.scene.session  # type: ignore[attr-defined]
    assert session.names == ("Zoë", "Player 2")
    assert session.seed == 42
    assert session.options.redraw is False
    assert driver.app.settings.player_names[0] == "Zoë"


def test_enter_goes_from_a_name_to_nowhere_but_deals_from_the_number(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, NULL)
    driver.click("title.play")
    driver.click(f"picker.{NULL}")
    driver.click("setup.name0")
    driver.key("return")
    assert driver.scene == "Setup"
    driver.click("setup.seed")
    driver.key("return")
    assert driver.scene == "TableScene"


def test_the_number_of_players_decides_what_is_asked(driver: Driver) -> None:
    game = max(driver.app.offered, key=lambda game: len(game.players))
    driver.click("title.play")
    driver.click(f"picker.{game.id}")
    for _ in range(len(game.players)):
        page = driver.app.scene
        names = [n for n in range(9) if driver.has(f"setup.name{n}")]
        assert names == list(range(page.players))  # type: ignore[attr-defined]
        start = driver.find("setup.start")
        assert start.enabled == (not page.problem)  # type: ignore[attr-defined]
        assert driver.has("setup.problem") == bool(page.problem)  # type: ignore[attr-defined]
        driver.click("setup.players")
        assert driver.focus == "setup.players"


def test_an_unfinished_game_is_kept_dropped_or_left_alone(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, NULL)
    waiting = started_match(driver.app)
    for answer, kept, scene in (
        ("cancel", 0, "Setup"), ("keep", 1, "TableScene"), ("drop", 1, "TableScene"),
    ):  # fmt: skip
        autosave_and_wait(driver.app.keep, waiting)
        driver.app.follow(Reset(Title()))
        driver.click("title.play")
        driver.click(f"picker.{NULL}")
        driver.click("setup.start")
        assert driver.scene == "Dialog"
        driver.click(f"unfinished.{answer}")
        assert driver.scene == scene
        copies = [e for e in store.saves() if e.path != store.autosave_file()]
        assert len(copies) == kept
    assert copies[0].title == "High Card – Anna, Bert – 3 moves"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_picker_suits_any_number_of_games(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    offer(monkeypatch, *[NULL] * count)
    driver.app.follow(Push(Picker(driver.app)))
    driver.settle()
    tiles = [w.rect for w in driver.app.scene.layer.root.walk() if w.id == f"picker.{NULL}"]  # type: ignore[attr-defined]
    assert len(tiles) == count
    assert all(first.collidelist(tiles[n + 1 :]) < 0 for n, first in enumerate(tiles))
    window = driver.app.surface.get_rect()
    assert all(window.contains(tile) for tile in tiles)
    middle = (min(t.left for t in tiles) + max(t.right for t in tiles)) / 2
    assert abs(middle - window.centerx) <= 8


def test_players_and_minutes_in_words(driver: Driver) -> None:
    assert describe(driver.app.games[NULL]) == "2 players  ·  1 to 3 minutes"


# The end of a game


def test_the_result_tells_who_won_and_why(driver: Driver) -> None:
    session = started_match(driver.app, 99)
    driver.app.follow(Reset(Result(session)))
    driver.settle()
    said = {w.text for w in driver.app.scene.layer.root.walk() if isinstance(w, Label)}  # type: ignore[attr-defined]
    assert headline(session) in said
    why = set(session.game.outcome(session.position)) - {f"{headline(session)}."}
    assert why
    assert why <= said
    winner = session.names[max((0, 1), key=lambda n: session.position.result[n])]  # type: ignore[index]
    assert headline(session) in (f"{winner} wins", "A draw")
    assert (side_name(session, 0), side_name(session, 1)) == ("Anna", "Bert")


def test_partners_of_one_name_are_two_people(driver: Driver) -> None:
    game = driver.app.games["card_barrage"]
    names = ("Anna", "Ben", "Anna", "Cleo")
    session = Session(game, game.options(), 4, 3, names=names)
    called = {side_name(session, side) for side in (0, 1)}
    assert called == {"Anna and Anna", "Ben and Cleo"}
    assert not any("Anna" in name for name in score_table(session).names)


def test_a_rematch_has_the_same_people_and_other_cards(driver: Driver) -> None:
    session = started_match(driver.app, 99)
    driver.app.follow(Reset(Result(session)))
    driver.settle()
    driver.click("result.rematch")
    again = driver.app.scene.session  # type: ignore[attr-defined]
    assert again.names == session.names
    assert again.seed != session.seed
    assert again.log == []


def test_esc_leaves_the_result_for_the_title(driver: Driver) -> None:
    driver.app.follow(Reset(Result(started_match(driver.app, 99))))
    driver.key("escape")
    assert driver.scene == "Title"


# Settings


def test_every_setting_has_its_control_and_counts_at_once(driver: Driver) -> None:
    driver.click("title.settings")
    for tab in TABS:
        driver.click(f"tab.{tab}")
        for name, about in ABOUT.items():
            if about.tab != tab or name in ("player_names", "keys", "display"):
                continue
            assert driver.has(f"settings.{name}") == about.shown
            if not about.shown:
                continue
            before = getattr(driver.app.settings, name)
            widget = driver.find(f"settings.{name}")
            assert isinstance(widget, Toggle | Slider | Choice)
            widget.move(-1 if before == about.high or before is True else 1, 0)
            driver.settle()
            assert getattr(driver.app.settings, name) != before, name
            driver.app.change(**{name: before})
            driver.step()


def test_left_handed_people_find_buttons_on_the_left(driver: Driver) -> None:
    middle = driver.app.surface.get_width() // 2
    driver.click("title.settings")
    assert driver.find("settings.done").rect.left > middle
    driver.click("settings.left_handed")
    assert driver.find("settings.done").rect.right < middle
    driver.key("f1")
    assert driver.find("rules.close").rect.right < middle
    assert driver.find("rules.contents").rect.left > driver.find("rules.text").rect.right
    driver.key("escape", "escape")
    assert driver.find("title.play").rect.left > middle


def test_settings_survive_a_new_start(driver: Driver) -> None:
    driver.click("title.settings")
    driver.click("tab.throwing")
    driver.click("settings.assist")
    driver.click("tab.access")
    driver.click("settings.four_colour")
    driver.click("settings.done")
    assert driver.scene == "Title"
    driver.app.close()
    kept, told = settings_file.load()
    assert (kept.assist, kept.four_colour, told) == ("direction", True, "")


def test_defaults_ask_and_restore_one_tab(driver: Driver) -> None:
    driver.app.change(volume=5, large_index=True)
    driver.click("title.settings")
    driver.click("tab.sound")
    driver.click("settings.defaults")
    driver.click("defaults.cancel")
    assert driver.app.settings.volume == 5
    driver.click("settings.defaults")
    driver.click("defaults.yes")
    assert driver.app.settings.volume == 70
    assert driver.app.settings.large_index
    slider = driver.find("settings.volume")
    assert slider.value == 70


def test_keys_are_bound_moved_and_protected(driver: Driver) -> None:
    driver.click("title.settings")
    driver.click("tab.keys")
    driver.click("key.hint")
    driver.key("j")
    assert driver.app.settings.keys == {"hint": ("j",)}
    driver.click("key.sort")
    driver.key("j")
    assert driver.app.settings.keys == {"hint": (), "sort": ("j",)}
    assert "no longer means “Hint”" in driver.app.toasts.shown[-1].text
    driver.click("key.sort")
    driver.key("tab")
    assert driver.app.settings.keys["sort"] == ("j",)
    assert "always means" in driver.app.toasts.shown[-1].text
    driver.click("key.sort")
    driver.key("s")
    assert driver.app.settings.keys == {"hint": ()}


def test_names_may_be_empty_for_a_moment_but_not_for_good(driver: Driver) -> None:
    driver.click("title.settings")
    driver.click("settings.name1")
    driver.key("ctrl+a", "backspace")
    assert driver.app.settings.player_names[1] == "Player 2"
    driver.type("Bert")
    assert driver.app.settings.player_names[1] == "Bert"


# The rulebook


def test_f1_opens_and_closes_the_rules_anywhere(driver: Driver) -> None:
    for id in ("title.settings", "title.credits", "title.statistics"):
        driver.click(id)
        before = driver.scene
        driver.key("f1")
        assert driver.scene == "Rulebook"
        driver.key("f1")
        assert driver.scene == before
        driver.key("escape")
    assert driver.scene == "Title"


@pytest.mark.long
def test_rules_of_every_game_can_be_opened(driver: Driver, depth: Depth) -> None:
    for game in driver.app.games.values():
        anchors = {b.anchor for b in parse(rules_text(game)) if b.anchor[:1].isupper()}
        assert anchors
        for rule in sorted(anchors)[:: max(1, len(anchors) // depth(2, 5))]:
            driver.app.follow(Push(Rules(game.id, rule)))
            text = driver.find("rules.text")
            assert text.blocks[text.marked].anchor == rule
            line = next(line for line in text.lines if line.block == text.marked)
            above = line.y + text._margin - text.offset  # px below the upper edge of the sheet
            assert 0 <= above < text.rect.height - line.height


@pytest.mark.long
def test_every_card_of_an_example_is_drawn(driver: Driver) -> None:
    for game in driver.app.games.values():
        driver.app.follow(Push(Rules(game.id)))
        page = driver.app.scene
        assert isinstance(page, Rulebook)
        cards = [
            span.text
            for block in page.blocks
            if block.kind == "cards"
            for cell in block.cells
            for span in cell[1:]
        ]
        assert [words for words in cards if page.card(words, 60) is None] == []


def test_the_rules_are_searched(driver: Driver) -> None:
    driver.app.follow(Push(Rules(NULL)))
    driver.key("ctrl+f")
    assert driver.focus == "rules.find"
    driver.type("hand")
    text, count = driver.find("rules.text"), driver.find("rules.count")
    assert isinstance(text, RichText)
    assert isinstance(count, Label)
    found = len(text.found)
    assert found > 2
    assert count.text == f"1 of {found}"
    driver.key("return")
    assert count.text == f"2 of {found}"
    driver.click("rules.previous")
    assert count.text == f"1 of {found}"
    driver.key("ctrl+f")
    driver.type(" zebra")
    assert count.text == "Not found"
    assert not driver.find("rules.next").enabled


def test_contents_lead_to_their_headings(driver: Driver) -> None:
    driver.click("title.rules")
    contents, text = driver.find("rules.contents"), driver.find("rules.text")
    assert isinstance(contents, ListBox)
    assert isinstance(text, RichText)
    last = contents.items[2]
    driver.press(contents.row(last.key).center)
    assert text.top_block() == int(last.key)


def test_the_contents_follow_the_text(driver: Driver) -> None:
    driver.click("title.rules")
    contents, text = driver.find("rules.contents"), driver.find("rules.text")
    assert isinstance(contents, ListBox)
    assert isinstance(text, RichText)
    first = contents.chosen
    text.scroll_to(1.0)
    driver.step()
    assert int(contents.chosen) > int(first)
    assert contents.rect.contains(contents.row(contents.chosen))


def test_a_game_is_chosen_where_there_are_several(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = list(driver.app.games)
    offer(monkeypatch, *ids)
    driver.click("title.rules")
    driver.click(f"rules.game.{ids[-1]}")
    page = driver.app.scene
    assert isinstance(page, Rulebook)
    assert page.game.id == ids[-1]


def test_the_screen_below_is_shown_again_when_the_rules_close(driver: Driver) -> None:
    before = pygame.image.tobytes(driver.app.surface, "RGB")
    driver.key("f1")
    driver.click("rules.close")
    assert pygame.image.tobytes(driver.app.surface, "RGB") == before


# Credits and menus


def test_every_author_and_licence_is_named(driver: Driver) -> None:
    lines = (paths.assets() / "ATTRIBUTION.md").read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    told = " ".join(block.plain for block in credits(driver.app.games))
    for _, _, author, licence in rows[2:]:
        assert f"{author} ({licence})" in told


def test_the_designers_of_the_games_are_named_first(driver: Driver) -> None:
    driver.click("title.credits")
    page = driver.find("credits.text")
    told = [block.plain for block in page.blocks]
    games = driver.app.games.values()
    listed = [game for game in games if game.listed]
    assert len(listed) == 5
    for game in listed:
        assert game.designer
        assert any(f"{game.title}: {game.designer}" in line for line in told[: len(listed) + 1])
    assert not any(game.title in " ".join(told) for game in games if not game.designer)
    for name in ("Benjamin Cheung", "Ryan Falzon", "Matthias Cramer"):
        assert name in " ".join(told)


def test_a_menu_closes_by_a_click_outside(driver: Driver) -> None:
    title = driver.app.scene
    done: list[str] = []
    answers = [Answer("m.one", "One", lambda: done.append("one"))]
    driver.app.follow(Push(Menu(driver.app, "Menu", answers)))
    driver.step()
    driver.press((5, 5))
    assert driver.app.scene is title
    driver.app.follow(Push(Menu(driver.app, "Menu", answers)))
    driver.step()
    driver.key("tab", "return")
    assert done == ["one"]
    assert driver.app.scene is title


# Random input


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.long
def test_random_input_never_breaks_a_screen(
    home: Path, monkeypatch: pytest.MonkeyPatch, seed: int, depth: Depth
) -> None:
    monkeypatch.setitem(MAKE, Table, MAKE[Title])
    monkeypatch.setitem(MAKE, Replay, MAKE[Credits])
    monkeypatch.setattr(App, "quit", lambda app: None)
    driver = Driver((900, 600))
    app = driver.app
    app.keep.copy(started_match(app))
    numbers = noise(seed, 0, depth(260, 1000))
    keys = ["tab", "return", "escape", "left", "down", "up", "right", "f1", "ctrl+f", "a", "m"]
    for first, second in zip(numbers[::2], numbers[1::2], strict=True):
        app.draws_every_frame = first % 4 == 1  # the table of practice; pages are always drawn
        match first % 12:
            case 0 | 6:
                driver.step(*key_events(keys[second % len(keys)]))
            case 1 | 7:
                driver.step(mouse(pygame.MOUSEMOTION, (second % 900, second // 900 % 600)))
            case 2 | 3 | 8 | 9:
                scene: Any = app.scene  # a page, or the practice table
                layer = scene.layer if hasattr(scene, "layer") else scene.overlay.layer
                widgets = [w for w in layer.root.walk() if w.focusable]
                spot = widgets[second % len(widgets)].rect.center if widgets else (9, 9)
                driver.step(mouse(pygame.MOUSEBUTTONDOWN, spot))
                driver.step(mouse(pygame.MOUSEBUTTONUP, spot))
            case 4 | 10 | 11:
                wheel = second % 7 - 3
                event = pygame.event.Event(
                    pygame.MOUSEWHEEL, x=0, y=wheel, precise_x=0.0, precise_y=float(wheel)
                )
                driver.step(event)
            case _:
                driver.resize((320 + second % 1000, 240 + second // 1000 % 700))
        logs = [path.read_text() for path in paths.logs_dir().glob("*.log")]
        assert logs == []
    app.close()


# Texts stay in their widgets


def too_wide(driver: Driver) -> list[str]:
    """Return ids or texts of visible widgets whose texts are cut or too large."""
    look = driver.app.look
    window = driver.app.surface.get_rect()
    bad: list[str] = []
    for widget in driver.app.scene.layer.root.walk():  # type: ignore[attr-defined]
        rect = widget.rect
        if isinstance(widget, Label):
            lines_fit = all(look.width(line, widget.style) <= rect.width for line in widget.lines)
            if not lines_fit or rect.height < look.line(widget.style) * len(widget.lines):
                bad.append(widget.text)
        elif isinstance(widget, Button):
            text, style = look.fit(widget.text, BUTTON, rect.width - look.px(16))
            if text != widget.text or look.width(text, style) > rect.width:
                bad.append(widget.id)
        elif isinstance(widget, Choice):
            for _, text in widget.choices:
                if look.fit(text, VALUE, rect.width - look.px(76))[0] != text:
                    bad.append(f"{widget.id}: {text}")
        if isinstance(widget, Label | Button | Choice | Field | Slider) and (
            rect.left < window.left or rect.right > window.right
        ):
            bad.append(f"{widget.id or widget.name} leaves the window")
    return bad


@pytest.mark.parametrize(
    ("size", "scale"),
    [((1280, 800), "auto"), ((1280, 800), 1.5), ((900, 700), 0.75), ((2560, 1440), "auto")],
)
@pytest.mark.long
def test_no_words_are_cut_at_any_scale(
    home: Path, size: tuple[int, int], scale: float | str
) -> None:
    driver = Driver(size, ui_scale=scale)
    autosave_and_wait(driver.app.keep, started_match(driver.app))
    history.add(FinishedGame("x", "A game", "2030-01-02T03:04", ("Anna", "Bert"), (1.0, 0.0), 9))
    driver.app.follow(Reset(Title()))
    found = {"title": too_wide(driver)}
    for id in ("play", "statistics", "settings", "rules", "credits"):
        driver.click(f"title.{id}")
        found[id] = too_wide(driver)
        if id == "settings":
            for tab in TABS:
                driver.click(f"tab.{tab}")
                found[tab] = too_wide(driver)
        if id == "play":
            driver.click(f"picker.{driver.app.offered[0].id}")
            found["setup"] = too_wide(driver)
            driver.key("escape")
        driver.key("escape")
    driver.app.follow(Reset(Result(started_match(driver.app, 99))))
    driver.settle()
    found["result"] = too_wide(driver)
    driver.app.close()
    assert {name: bad for name, bad in found.items() if bad} == {}


def test_set_up_remembers_how_many_play_each_game(driver: Driver) -> None:
    for game, count in (("card_barrage", 4), ("tricks_of_the_trade", 3)):
        driver.app.follow(Reset(Title()))
        driver.click("title.play")
        driver.click(f"picker.{game}")
        while driver.app.scene.players != count:  # type: ignore[attr-defined]
            driver.click("setup.players")
    for _ in range(8):
        driver.step(dt=0.1)
    counts = {"card_barrage": 4, "tricks_of_the_trade": 3}
    assert settings_file.load()[0].player_counts == counts
    for game, count in counts.items():
        assert Setup(driver.app, driver.app.games[game]).players == count
    driver.app.change(player_counts={"castle_wars": 5, "card_barrage": 6})
    assert Setup(driver.app, driver.app.games["castle_wars"]).players == 2
    assert Setup(driver.app, driver.app.games["card_barrage"]).players == 6


@pytest.mark.parametrize(
    ("game", "players", "said"),
    [
        ("card_barrage", 2, ""),
        ("card_barrage", 3, "Anna and Cleo (South) against Ben with 2 hands (North)"),
        ("card_barrage", 4, "Anna and Cleo (South) against Ben and Dan (North)"),
        ("card_barrage", 6, "Anna, Cleo and Eve (South) against Ben, Dan and Fay (North)"),
        ("tricks_of_the_trade", 4, ""),
    ],
)
def test_set_up_shows_who_sits_with_whom(
    driver: Driver, game: str, players: int, said: str
) -> None:
    names = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Fay")
    driver.app.change(player_names=names, player_counts={game: players})
    driver.click("title.play")
    driver.click(f"picker.{game}")
    assert driver.has("setup.sides") == bool(said)
    if said:
        label = driver.find("setup.sides")
        assert label.name == said
        driver.click("setup.name0")
        driver.type("x")
        assert label.name == said.replace("Anna", "Annax")


def test_nothing_is_asked_about_a_game_in_which_nothing_was_played(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, NULL)
    autosave_and_wait(driver.app.keep, started_match(driver.app, 0))
    driver.app.follow(Reset(Title()))
    driver.click("title.play")
    driver.click(f"picker.{NULL}")
    driver.click("setup.start")
    assert driver.scene == "TableScene"
    assert len(store.saves()) == 1
