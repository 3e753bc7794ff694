"""Command line tests: output of each command, and one clear line with exit code 2 for faults."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from castlecards import one_toss, text_client
from castlecards.cli import main
from castlecards.content import characters, games
from castlecards.core import narration
from castlecards.core.landing import Landing
from castlecards.core.save import dump_session
from castlecards.core.session import Session
from castlecards.players import analysis, analysis_text
from tests.depth import Depth
from tests.games.play import random_answer


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("dance", "invalid choice: 'dance'"),
        ("playout", "required: GAME"),
        ("playout chess", "unknown game 'chess'; choose from "),
        ("playout high_card --games 0", "expected a whole number from 1"),
        ("playout high_card --games many", "expected a whole number from 1"),
        ("playout high_card --players 5", "High Card is for 2 players, not 5"),
        ("perft high_card --depth 99", "expected a whole number from 1 to 12"),
        ("perft high_card --seed -3", "expected a whole number from 0"),
        ("text high_card --kinds robot", "unknown player 'robot'; choose from human, random"),
        (
            "text high_card --stops often",
            "unknown stop 'often'; choose from always, matters, attacks, attacked, never",
        ),
        ("text castle_wars --option third=undead", "no option 'third'; choose from epic, first, "),
        ("text castle_wars --option first=elves", "first can be none, undead, "),
        ("perft castle_wars --option epic=maybe", "epic can be yes, no, not 'maybe'"),
        ("playout castle --option epic=yes", "Castle has no options"),
        ("toss --method kick", "invalid choice: 'kick'"),
        ("toss --speed nan", "expected a number from 0.1 to 8.0"),
        ("replay", "required: FILE"),
        ("--colour", "unrecognized arguments: --colour"),
    ],
)
def test_wrong_words_get_one_clear_line(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(words.split())
    except SystemExit as left:
        code = left.code
    printed = capsys.readouterr()
    assert code == 2
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_options_of_a_game_are_given_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    words = "perft castle_wars --depth 2 --option first=seers --option second=blood_mages"
    assert main(words.split()) == 0
    assert capsys.readouterr().out.split("\n")[:2] == ["1 19", "2 333"]
    words = "playout castle_wars --games 3 --option epic=yes --option stalemate_turns=10"
    assert main(words.split()) == 0


@pytest.mark.parametrize(
    ("words", "stops"),
    [
        ("", "[matters, matters]"),
        (" --stops always,never", "[always, never]"),
        (" --stops attacked", "[attacked, attacked]"),
    ],
)
def test_people_are_asked_when_needed_unless_they_want_it_otherwise(
    words: str, stops: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("save\nquit\n"))
    assert main(["text", "castle_wars", *words.split()]) == 0
    assert f"stops: {stops}" in capsys.readouterr().out


def test_perft_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "high_card", "--depth", "3", "--seed", "1"]) == 0
    assert capsys.readouterr().out.split("\n")[:3] == ["1 5", "2 24", "3 116"]


def test_playouts_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playout", "high_card", "--games", "20", "--seed", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 20
    assert sum(found["results"].values()) == 20
    assert found["shortest"] <= found["longest"]
    assert main(["playout", "high_card", "--games", "20", "--seed", "4"]) == 0
    assert f"{found['decisions']} decisions" in capsys.readouterr().out


def terminal(lines: str, seed: int = 7, kinds: tuple[str, ...] = ("human", "human")) -> str:
    game = games()["high_card"]
    session = Session(game, game.options(), 2, seed, kinds)
    out = io.StringIO()
    assert text_client.play(session, io.StringIO(lines), out) == 0
    return out.getvalue()


def test_a_whole_game_by_numbers() -> None:
    out = terminal("1\n" * 40)
    assert "won the trick" in out
    assert "Both hands are empty" in out


def test_the_terminal_hides_the_other_hand() -> None:
    out = terminal("")
    assert "  Player 2\n    Hand: 4 face down\n" in out
    assert out.count("H,") + out.count("S,") < 4


def test_a_refusal_teaches_in_the_terminal() -> None:
    assert "HC2: " in terminal("lay c0 >deck\nnonsense words\n")
    assert "'words' is neither a card" in terminal("nonsense words\n")


def test_undo_help_and_quit_in_the_terminal() -> None:
    out = terminal("1\nundo\nhelp\nhelp undo\nsave\nquit\n1\n")
    assert "'help undo'" in out
    assert "takes back the last choice" in out
    assert "at: 0\n" in out


def test_robots_play_alone() -> None:
    assert "Both hands are empty" in terminal("", kinds=("random", "random"))


def save_match(tmp_path: Path) -> Path:
    game = games()["high_card"]
    session = Session(game, game.options(), 2, 3)
    while (decision := session.decision) is not None:
        session.submit(decision.seat, decision.options[0])
    path = tmp_path / "game.yaml"
    path.write_text(dump_session(session), encoding="utf-8")
    return path


def test_a_saved_game_is_told_as_a_seat_has_seen_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = games()["castle_wars"]
    session = Session(game, game.options(), 2, 3, names=("Anna", "Ben"))
    while session.decision is not None:
        first = session.decision.options[0]
        late = session.position.state.turn >= 3
        action = random_answer(game, session.position, 3, session.at) if late else first
        session.submit(session.decision.seat, action)
    path = tmp_path / "wars.yaml"
    path.write_text(dump_session(session), encoding="utf-8")
    told = {}
    for seat in ("", "1", "2"):
        assert main(["story", str(path), *(["--seat", seat] if seat else [])]) == 0
        told[seat] = capsys.readouterr().out
    assert "Turn 1 · You\n  You drew the " in told["1"]
    assert "Turn 1 · Anna\n  Anna drew 2 soldiers.\n" in told["2"]
    assert "Turn 1 · Anna\n  Anna drew 2 soldiers.\n" in told[""]
    assert "Turn 2 · Ben\n  Ben drew 2 soldiers." in told["1"]
    assert main(["story", str(path), "--seat", "2", "--missed"]) == 0
    missed = capsys.readouterr().out.splitlines()
    assert missed[0].startswith("Anna")
    assert len(missed) <= 4
    assert main(["story", str(path), "--seat", "3"]) == 1
    assert "This game has seats 1 to 2, not 3." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kinds", "told"),
    [(("human", "human"), (False, False)), (("random", "human"), (False, True)),
     (("random", "page"), (True, True))],
)  # fmt: skip
def test_while_a_match_goes_on_its_story_is_told_by_the_rule_of_its_analysis(
    kinds: tuple[str, ...], told: tuple[bool, ...], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    game = games()["castle"]
    session = Session(game, game.options(), 2, 3, kinds, ("Anna", "Ben"))
    for _ in range(9):
        session.submit(session.decision.seat, session.decision.options[0])
    path = tmp_path / "castle.yaml"
    path.write_text(dump_session(session), encoding="utf-8")
    assert main(["story", str(path)]) == 0
    assert (not analysis_text.refusal_to_analyse(session)) == any(told)
    for seat in (0, 1):
        for more in ([], ["--missed"]):
            capsys.readouterr()
            assert main(["story", str(path), "--seat", str(seat + 1), *more]) == (not told[seat])
            out, err = capsys.readouterr()
            assert bool(out) == told[seat] != ("once" in err)


def test_what_was_missed_is_told_as_all_could_see_it_where_no_seat_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = games()["castle_rampage"]
    session = Session(game, game.options(), 2, 3, ("human", "random"), ("Anna", "Ben"))
    path, spoken = tmp_path / "rampage.yaml", 0
    for n in range(150):
        if (decision := session.decision) is None:
            break
        session.submit(decision.seat, decision.options[7 * n % len(decision.options)])
        asked = session.decision.seat if session.decision is not None else decision.seat
        told = narration.texts(*narration.recap(session, asked, asked))
        if asked or not any(" your " in line for line in told):
            continue
        spoken += 1
        path.write_text(dump_session(session), encoding="utf-8")
        assert main(["story", str(path), "--missed", "--seat", str(asked + 1)]) == 0
        assert capsys.readouterr().out.splitlines() == told
        assert main(["story", str(path), "--missed"]) == 0
        everybody = capsys.readouterr().out.splitlines()
        assert everybody == narration.texts(*narration.recap(session, asked))
        assert not any(" your " in line or "You" in line for line in everybody)
    assert spoken


def test_an_analysis_that_cannot_be_written_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    task = SimpleNamespace(pieces=lambda stop: ())  # the task itself does not matter here
    monkeypatch.setattr(analysis_text, "refusal_to_analyse", lambda session: "")
    monkeypatch.setattr(analysis_text, "whole_text", lambda session, found: "told\n")
    monkeypatch.setattr(analysis, "analysis_task", lambda session, seed: task)
    monkeypatch.setattr(analysis, "analysis_from", lambda task, pieces: None)
    path = save_match(tmp_path)
    assert main(["analyse", str(path), "--text", str(path / "a.txt")]) == 1
    told = capsys.readouterr().err
    assert told == f"castlecards: a.txt was not saved: {path} is not a folder.\n"


def test_replay_retells_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save_match(tmp_path)
    assert main(["replay", str(path)]) == 0
    assert "won the trick" in capsys.readouterr().out
    assert main(["replay", str(path), "--check"]) == 0
    assert "16 lines, result" in capsys.readouterr().out


def test_a_broken_save_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save_match(tmp_path)
    path.write_text(path.read_text().replace("lay c", "lay d", 1), encoding="utf-8")
    assert main(["replay", str(path), "--check"]) == 1
    printed = capsys.readouterr().err
    assert f"{path}:" in printed
    assert "log[0]: 'd" in printed
    assert main(["replay", str(tmp_path / "none.yaml")]) == 2


def test_one_toss_is_told_as_words_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["toss", "--method", "lob", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["method"] == "lob"
    assert found["y"] > 0
    assert found["seconds"] > 0.2
    assert main(["toss", "--method", "lob"]) == 0
    words = capsys.readouterr().out
    assert f"y {found['y']} mm" in words
    x, y = found["touch"]
    assert f"first touched: {found['first_touched']}, at x {x} mm, y {y} mm" in words
    half = 95 / 2  # mm: a corner touches first, then the middle slides up to it
    assert -half < found["y"] - y < 200
    assert main(["toss", "--speed", "1.0", "--json"]) == 0
    short = json.loads(capsys.readouterr().out)
    assert short["y"] < found["y"]
    assert short["first_touched"] == "table"


def test_heading_right_lands_right(capsys: pytest.CaptureFixture[str]) -> None:
    places = []
    for heading in ("-20", "20"):
        assert main(["toss", "--heading", heading, "--json"]) == 0
        places.append(json.loads(capsys.readouterr().out)["x"])
    assert places[0] < 0 < places[1]


def test_a_throw_by_words_flies_in_the_terminal() -> None:
    game = games()["card_barrage"]
    session = Session(game, game.options(), 2, 7)
    out = io.StringIO()
    card = session.decision.aim.cards[0]  # type: ignore[union-attr]
    wrong = f"throw c999 lob\nthrow c{card} kick\nthrow c{card} lob speed 1760\n"
    lines = f"{wrong}throw c{card} lob loft\nthrow c{card} lob speed 1.76 loft 55\n"
    assert text_client.play(session, io.StringIO(lines), out) == 0
    told = out.getvalue()
    assert "Choose one card to throw from " in told
    assert ", not 'c999'." in told
    assert "speed can be 0.1 to 8 m/s, not '1760'." in told
    assert "loft can be -34 to 90 degrees, not ''." in told
    assert [record.action.verb for record in session.log[:2]] == ["toss", "landed"]
    assert "point" in told


def test_the_terminal_and_a_single_toss_read_the_same_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = {"speed": "1.9", "loft": "50", "heading": "-4", "spin": "1.5"}
    args = [part for name, text in words.items() for part in (f"--{name}", text)]
    assert main(["toss", "--json", *args]) == 0
    single = json.loads(capsys.readouterr().out)
    pos, aim = one_toss.standard()
    game = games()["card_barrage"]
    session = Session(game, game.options(), 2, 1, start=pos)
    typed = " ".join(f"{name} {text}" for name, text in words.items())
    text_client.play(session, io.StringIO(f"throw c{aim.cards[0]} lob {typed}\n"), io.StringIO())
    landing = Landing.of(session.log[1].action)
    assert (landing.pose.x / 10, landing.pose.y / 10) == (single["x"], single["y"])


def test_check_data_names_every_file_and_every_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CASTLECARDS_HOME", str(tmp_path))
    assert main(["check-data"]) == 0
    assert capsys.readouterr().out.count(": good") == 4 + len(characters())
    own = tmp_path / "decks" / "tech.yaml"
    own.parent.mkdir()
    own.write_text("cards: 3\n", encoding="utf-8")
    assert main(["check-data"]) == 1
    assert f"{own}:1:8: cards: " in capsys.readouterr().out


def test_a_playout_of_characters_and_levels_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playout", "castle_wars", "--kinds", "tilo,squire", "--games", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 2
    assert sum(found["results"].values()) == 2
    assert main(["playout", "castle_wars", "--kinds", "human"]) == 2
    assert "a person sits at this table" in capsys.readouterr().err
    assert main(["playout", "castle_wars", "--kinds", "otto"]) == 2
    assert "unknown player 'otto'" in capsys.readouterr().err


def test_a_character_plays_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 12))
    assert main(["text", "castle_wars", "--kinds", "human,roth", "--stops", "never"]) == 0
    told = capsys.readouterr().out
    assert "  Captain Roth: " in told
    assert "Captain Roth, seat" not in told


ESCAPE = "\x1b[2J"


@pytest.mark.parametrize("command", ["replay", "story", "analyse", "check-level"])
@pytest.mark.parametrize("mark", ["\\e[2J", "\\u202E", "\\x9b2J", "\\r", "\\x85", "\\b"])
def test_nothing_from_a_file_gives_orders_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, mark: str, depth: Depth
) -> None:
    """The mark stands in a key, a value, the head, the options, the log, or the file's name."""
    game = games()["castle_wars"]
    session = Session(game, game.options(), 2, 3, names=("Anna", "Ben"))
    save = dump_session(session).replace("log: []", "log:\n- '0: pass'")
    lines = save.splitlines()
    path = tmp_path / f"a{ESCAPE}.yaml"
    told = 0
    for at, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip(" -"))]
        key = line.strip().partition(": ")[0]
        every = f'{indent}"{mark}x": 1', f'{indent}{key}: "{mark}x"', f'{indent}"{mark}x"'
        for bad in depth.some(every, 3, at):
            path.write_text("\n".join([*lines[:at], bad, *lines[at + 1 :]]), encoding="utf-8")
            main([command, str(path)])
            printed = "".join(capsys.readouterr())
            assert all(letter.isprintable() or letter == "\n" for letter in printed), printed
            told += "\\x1b[2J.yaml:" in printed
    assert told > len(lines) / depth(3, 1)


def test_a_bidirectional_override_is_no_part_of_a_name_or_title() -> None:
    from castlecards.data import DataError, load
    from castlecards.levels import AboutPack
    from castlecards.settings import Settings

    for mark in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069":
        for text in (f'title: "gno{mark}l"', f'title: "gno\\u{ord(mark):04x}l"'):
            with pytest.raises(DataError, match=f"U\\+{ord(mark):04X} can’t be shown"):
                load(text, AboutPack, "pack.yaml")
        names = ", ".join(["A"] * 5 + [f'"B{mark}"'])
        with pytest.raises(DataError, match=f"U\\+{ord(mark):04X} can’t be shown"):
            load(f"player_names: [{names}]", Settings, "settings.yaml")


@pytest.mark.parametrize("name", [300 * "x", "/".join(30 * [200 * "x"])], ids=["name", "path"])
@pytest.mark.parametrize("command", [[], ["export"], ["check-data"], ["text", "high_card"]])
def test_a_data_folder_with_too_long_a_name_is_told_in_one_sentence(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    command: list[str],
) -> None:
    monkeypatch.setenv("CASTLECARDS_HOME", f"{home}/{name}")
    assert main(command) == 2
    assert capsys.readouterr().err == (
        "castlecards: The data folder’s name is too long for this system. "
        "Set CASTLECARDS_HOME to a shorter one.\n"
    )
