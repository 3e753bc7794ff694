"""Tests of saves that are unreadable, cut off, foreign or changed by hand."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlecards import store
from castlecards.cli import main
from castlecards.content import games
from castlecards.core.save import SaveError, VersionMismatch, dump_session, load_session
from castlecards.core.session import Session
from castlecards.data import Problem
from castlecards.store import autosave_file
from castlecards.ui import history
from castlecards.ui.keep import Keep
from castlecards.ui.routes import Title
from castlecards.ui.scene import Reset
from tests.bad_input.matches import RUBBISH, log_line, played, text, with_line_replaced
from tests.ui.driving import Driver, autosave_and_wait

GAME = "card_barrage"


def autosave(content: str | bytes, generation: int = 0) -> Path:
    path = autosave_file()
    path = path.with_name(f"{path.name}.{generation}") if generation else path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def resume(driver: Driver) -> Session[Any]:
    """Continue the saved game by a click on Continue."""
    driver.app.follow(Reset(Title()))
    driver.click("title.continue")
    assert driver.scene == "TableScene", driver.toast_texts
    session: Session[Any] = driver.app.scene.session  # type: ignore[attr-defined]
    return session


# Any damage


DAMAGE = ("c999", "c-1", "c60", "9" * 40, "nan", "-1", "65536", "4294967296", "", ">9.wall", "x")


def load(save: str) -> tuple[Session[Any] | None, tuple[Problem, ...]]:
    """Return the match, or its valid beginning, and the problem."""
    try:
        return load_session(save, "my.yaml", games()), ()
    except SaveError as error:
        return error.playable, error.problems


@given(st.integers(0, 2**30), st.sampled_from([1, 2, 3, 6]))
@settings(max_examples=200)
@pytest.mark.long
def test_tampering_is_refused_with_its_line_or_still_lawful(seed: int, players: int) -> None:
    rnd = random.Random(seed)
    save = text(GAME, 24, players)
    lines = save.splitlines()
    at = rnd.randrange(len(lines))
    words = lines[at].split(" ")
    spot = rnd.randrange(len(words))
    numbers = list(re.finditer(r"-?\d+", lines[at]))
    match rnd.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, rnd.choice(lines))
        case 2:
            words[spot] = rnd.choice((*DAMAGE, rnd.choice(rnd.choice(lines).split(" "))))
            lines[at] = " ".join(words)
        case 3:
            del words[spot]
            lines[at] = " ".join(words)
        case 4 if numbers:
            number = rnd.choice(numbers)
            other = rnd.choice([0, -1, 255, 2**31, 2**63, 10**40, int(number[0]) + 1])
            lines[at] = lines[at][: number.start()] + str(other) + lines[at][number.end() :]
        case _:
            cut = rnd.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut] + rnd.choice("0-@<>:=*&{}[]'é\u202e") + lines[at][cut + 1 :]
    session, problems = load("\n".join(lines) + "\n")
    assert all(p.name == "my.yaml" and p.line >= 1 and p.message for p in problems)
    if session is None:
        assert problems
        return
    again = load_session(dump_session(session), "again", games())
    assert again.position == session.position


# Command line


@pytest.mark.parametrize("kind", RUBBISH)
def test_the_command_line_refuses_rubbish_in_a_line_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    raw, words = RUBBISH[kind]
    path = tmp_path / "my save.yaml"
    path.write_bytes(raw)
    assert main(["replay", str(path), "--check"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in printed.err
    sentence, where = printed.err.split("\n", 1)
    assert sentence in (
        "This saved game is damaged and can’t be opened.",
        "Another version of Castlecards saved this game. This one can’t open it.",
    )
    assert re.match(rf"{re.escape(str(path))}:\d+:\d+: ", where)


def test_the_command_line_retells_the_good_part_and_then_the_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = text(GAME, 12)
    path = tmp_path / "game.yaml"
    path.write_text(with_line_replaced(save, 9, "0: pass c1 c2 c3"), encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    printed = capsys.readouterr()
    assert f"{path}:{log_line(save, 9)}:" in printed.err
    assert "log[9]" in printed.err
    sentence = "This saved game is damaged, but you can play its first 9 moves.\n"
    assert printed.err.startswith(sentence)
    for command in ("story", "analyse"):
        assert main([command, str(path)]) == 1
        assert capsys.readouterr().err == printed.err
    path.write_text(dump_session(played(GAME, 9)), encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out == printed.out != ""


@pytest.mark.parametrize("name", ["nothing.yaml", "folder"])
def test_what_is_no_file_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "folder").mkdir()
    assert main(["replay", str(tmp_path / name)]) == 2
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert printed.startswith(f"castlecards: {tmp_path / name}: ")
    assert "Errno" not in printed


# Continue on the title


@pytest.mark.parametrize("kind", RUBBISH)
def test_continue_takes_the_state_before_a_broken_one_and_keeps_both(
    driver: Driver, kind: str
) -> None:
    raw, words = RUBBISH[kind]
    before = text(GAME, 9)
    autosave(before, generation=1)
    broken = autosave(raw)
    session = resume(driver)
    assert dump_session(session) == before
    assert words in driver.toast_texts
    assert driver.toast_texts.startswith(
        "Your unfinished game was damaged. You continue from an earlier"
    )
    assert "autosave.yaml.broken-1" in driver.toast_texts
    assert len(driver.app.toasts.shown) == 1
    aside = broken.with_name("autosave.yaml.broken-1")
    assert aside.read_bytes() == raw
    assert broken.read_text().endswith(before)  # at once, not only after the next move
    for _ in range(5):
        autosave_and_wait(driver.app.keep, session)
    assert aside.read_bytes() == raw


def test_the_oldest_generation_is_used_where_two_are_broken(driver: Driver) -> None:
    autosave(text(GAME, 7), generation=2)
    autosave(b"\xff", generation=1)
    autosave("castlecards: 1\n")
    assert len(resume(driver).log) == 7
    assert {path.name for path in autosave_file().parent.iterdir()} >= {
        "autosave.yaml.broken-1", "autosave.yaml.1.broken-1",
    }  # fmt: skip


@pytest.mark.parametrize("number", [0, 1, 11])
def test_where_no_state_is_whole_the_good_beginning_is_gone_on_with(
    driver: Driver, number: int
) -> None:
    path = autosave(with_line_replaced(text(GAME, 12), number, "0: fly away"))
    driver.app.follow(Reset(Title()))
    driver.click("title.continue")
    line = log_line(text(GAME, 12), number)
    assert re.search(rf"autosave\.yaml:{line}:\d+: log\[{number}\]", driver.toast_texts)
    assert path.with_name("autosave.yaml.broken-1").exists()
    if number == 0:
        assert driver.scene == "Title"
        assert not driver.has("title.continue")
        return
    moves = "move" if number == 1 else "11 moves"
    assert f"You can play its first {moves}." in driver.toast_texts
    session: Session[Any] = driver.app.scene.session  # type: ignore[attr-defined]
    assert session.log[:number] == played(GAME, number).log


def test_a_half_written_save_offers_all_whole_lines(driver: Driver) -> None:
    save = text(GAME, 12)
    autosave(save[:-9])
    assert len(resume(driver).log) == 11


def test_the_newest_is_missing_because_the_program_was_killed_between_two_names(
    driver: Driver,
) -> None:
    autosave(text(GAME, 7), generation=1)
    assert len(resume(driver).log) == 7


# Saves of other decks or versions: perhaps valid, but not here


FOREIGN = {
    "other rules": (r"rules: (\S+)", "rules: '0.0badcafe'", "other rules or cards"),
    "a newer format": (r"castlecards: 1", "castlecards: 2", "reads format 1, not 2"),
    "a head with more in it": ("players: ", "weather: [rain, 3]\nplayers: ", "not know 'weather'"),
    "an option more": (r"options:\n", "options:\n  weather: true\n", "not know 'weather'"),
    "an unknown game": (r"game: \w+", "game: tiddlywinks", "got 'tiddlywinks'"),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_game_is_refused_in_words_and_left_alone(driver: Driver, kind: str) -> None:
    old, new, words = FOREIGN[kind]
    save, count = re.subn(old, new, text(GAME, 5), count=1)
    assert count == 1
    with pytest.raises(VersionMismatch):
        load_session(save, "x", games())
    path = autosave(save)
    autosave(text(GAME, 3), generation=1)  # an older generation must not be loaded instead
    driver.app.follow(Reset(Title()))
    driver.click("title.continue")
    assert driver.scene == "Title"
    assert words in driver.toast_texts
    assert "The file is unchanged" in driver.toast_texts
    assert path.read_text() == save
    # A new game does not delete it: it is kept unchanged among the saved games.
    for id in ("title.play", f"picker.{GAME}", "setup.start", "unfinished.keep"):
        driver.click(id)
    assert driver.scene == "TableScene"
    kept = [entry.path for entry in store.saves() if entry.path != autosave_file()]
    assert [file.read_text() for file in kept] == [save]


@pytest.mark.parametrize("fault", ["players: two", "seed: -1", "players: 2\nplayers: 2"])
def test_a_head_with_more_in_it_and_a_fault_is_broken(fault: str) -> None:
    key = fault.partition(":")[0]
    save = re.sub(rf"^{key}: .*$", f"weather: rain\n{fault}", text(GAME, 5), flags=re.MULTILINE)
    with pytest.raises(SaveError) as caught:
        load_session(save, "x", games())
    assert not isinstance(caught.value, VersionMismatch)


# Saved games


def open_saved(driver: Driver, path: Path) -> None:
    driver.app.follow(Reset(Title()))
    driver.click("title.library")
    box = driver.find("library.list")
    driver.press(box.row(path.name).center)  # type: ignore[attr-defined]
    driver.click("library.open")


@pytest.mark.parametrize("kind", RUBBISH)
def test_the_list_shows_rubbish_and_a_click_says_what_is_wrong(driver: Driver, kind: str) -> None:
    raw, words = RUBBISH[kind]
    path = driver.app.keep.copy(played(GAME, 3))
    path.write_bytes(raw)
    open_saved(driver, path)
    assert driver.scene == "Dialog"
    assert words in driver.app.scene.text  # type: ignore[attr-defined]
    assert f"{path.name}:1:" in driver.app.scene.text.split("\n")[1]  # type: ignore[attr-defined]
    assert driver.app.scene.text.startswith(  # type: ignore[attr-defined]
        ("This saved game is damaged", "Another version of Castlecards")
    )
    assert not driver.has("broken.good")
    driver.click("broken.close")
    assert path.read_bytes() == raw


def test_a_good_beginning_from_the_list_never_writes_over_the_broken_file(driver: Driver) -> None:
    path = driver.app.keep.copy(played(GAME, 12))
    path.write_text(with_line_replaced(path.read_text(), 8, "1: pass c1"))
    broken = path.read_bytes()
    open_saved(driver, path)
    driver.click("broken.good")
    session: Session[Any] = driver.app.scene.session  # type: ignore[attr-defined]
    assert dump_session(session) == dump_session(played(GAME, 8))
    for _ in range(4):
        autosave_and_wait(driver.app.keep, session)
    assert path.read_bytes() == broken


def test_the_unfinished_game_in_the_list_is_treated_as_by_continue(driver: Driver) -> None:
    autosave(text(GAME, 6), generation=1)
    path = autosave(b"hello")
    os.utime(path, (1, 1))
    driver.app.keep.copy(played(GAME, 2))
    open_saved(driver, path)
    assert driver.scene == "TableScene"
    session: Session[Any] = driver.app.scene.session  # type: ignore[attr-defined]
    assert session.log[:6] == played(GAME, 6).log
    assert path.with_name("autosave.yaml.broken-1").read_bytes() == b"hello"


def test_going_on_with_a_saved_game_does_not_cost_the_unfinished_one(driver: Driver) -> None:
    keep = driver.app.keep
    waiting = played(GAME, 10, seed=9)
    autosave_and_wait(keep, waiting)
    path = keep.copy(played(GAME, 4))
    open_saved(driver, path)
    assert driver.scene == "TableScene"
    kept = [entry.path for entry in store.saves() if entry.path not in (path, autosave_file())]
    assert [keep.load(file).log for file in kept] == [waiting.log]
    assert keep.load(autosave_file()).log[:4] == played(GAME, 4).log


def test_an_earlier_moment_of_the_same_match_is_not_kept_twice(driver: Driver) -> None:
    keep = driver.app.keep
    autosave_and_wait(keep, played(GAME, 4))
    path = keep.copy(played(GAME, 6))
    open_saved(driver, path)
    assert len(store.saves()) == 2


def test_looking_at_a_finished_game_costs_nothing_and_counts_once(driver: Driver) -> None:
    keep = driver.app.keep
    autosave_and_wait(keep, played(GAME, 10))
    path = keep.copy(played("high_card", 99))
    open_saved(driver, path)
    assert driver.scene == "Result"
    driver.app.scene.rescue()
    assert keep.unfinished is not None
    assert history.read()[0].games == ()
    driver.click("result.rematch")  # another game begins: the unfinished one is set aside
    games_kept = {(keep.load(e.path).game.id, len(keep.load(e.path).log)) for e in store.saves()}
    assert (GAME, 10) in games_kept
    assert ("high_card", 0) in games_kept


def test_a_pipe_or_a_strange_name_in_the_folder_stops_nothing(driver: Driver, home: Path) -> None:
    folder = home / "saves"
    folder.mkdir(parents=True, exist_ok=True)
    os.mkfifo(folder / "pipe.yaml")
    (folder / "folder.yaml").mkdir()
    (folder / "dangling.yaml").symlink_to(home / "nowhere")
    odd = folder / os.fsdecode(b"\xff\xfe\n\x1b[31m.yaml")
    odd.write_text("hello")
    os.utime(odd, (2**40, 2**40))
    (entry,) = store.saves()
    assert entry.path == odd
    assert entry.title.isprintable()
    open_saved(driver, odd)
    driver.settle()
    assert driver.scene == "Dialog"


@pytest.mark.parametrize("name", ["", "x" * 41, "A\nB", "\u202egnp.exe", "\x85"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    import json

    save = text(GAME, 2).replace("[Anna, Bert]", f"[{json.dumps(name)}, Bert]")
    with pytest.raises(SaveError, match="names"):
        load_session(save, "x", games())


def test_an_endless_line_gives_a_short_message(driver: Driver) -> None:
    path = autosave(with_line_replaced(text(GAME, 4), 2, "0: " + "x" * 900_000))
    with pytest.raises(SaveError) as caught:
        load_session(path.read_text(), path.name, games())
    assert len(str(caught.value)) < 300


def test_undo_survives_the_file(driver: Driver) -> None:
    session = played(GAME, 8)
    session.undo(session.log[-1].seat if session.log[-1].seat >= 0 else 0, consent=True)
    keep: Keep = driver.app.keep
    autosave_and_wait(keep, session)
    again = resume(driver)
    assert (again.at, len(again.log)) == (session.at, 8)
    again.redo()
    assert again.positions[-1] == session.positions[-1]
