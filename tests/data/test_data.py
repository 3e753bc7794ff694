from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from castlecards import files
from castlecards.data import DataError, Problem, dump, load, load_entries, load_file
from castlecards.data import text as text_module
from castlecards.data.problems import NODES
from castlecards.playout import MOST_ACTIONS


@dataclass(frozen=True)
class Goal:
    kind: Literal["win", "score"]
    turns: int = 1

    def __post_init__(self) -> None:
        if self.turns < 1:
            raise ValueError("turns: must be above 0")
        if self.kind == "score" and self.turns > 9:
            raise ValueError("a score within more than 9 turns")


@dataclass(frozen=True)
class Wind:
    speed: float


@dataclass(frozen=True, slots=True)
class Level:
    title: str
    goal: Goal
    par: int = 3
    hint: bool = False
    size: tuple[float, float] = (1.0, 2.0)
    table: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    best: int | None = None
    extra: Wind | Goal | None = None
    marks: frozenset[int] = frozenset()
    either: int | tuple[int, ...] = 0


@dataclass(frozen=True)
class Breeze:
    speed: float = 0.0


def problems(text: str, type_: Any = Level) -> list[str]:
    with pytest.raises(DataError) as caught:
        load(text, type_, "a.yaml")
    assert str(caught.value)
    return [str(problem) for problem in caught.value.problems]


def test_a_whole_level() -> None:
    text = """
title: The tenth soldier
goal: {kind: win, turns: 2}
hint: true
size: [3, 4.5]
table:
  0.pile0: [H7]
  1.pile0: [S10 up, D4]
best: ~
extra: {speed: 2}
marks: [3, 1]
either: [1, 2]
"""
    assert load(text, Level, "a.yaml") == Level(
        "The tenth soldier",
        Goal("win", 2),
        hint=True,
        size=(3.0, 4.5),
        table={"0.pile0": ("H7",), "1.pile0": ("S10 up", "D4")},
        extra=Wind(2.0),
        marks=frozenset((1, 3)),
        either=(1, 2),
    )


def test_all_problems_at_once_in_the_order_of_the_text() -> None:
    text = "title: 5\ngaol: {kind: win}\npar: three\nsize: [1]\nhint: yes\nbest: true\neither: {}\n"
    assert problems(text) == [
        "a.yaml:1:1: top level: missing key 'goal'",
        "a.yaml:1:8: title: expected text, got 5",
        "a.yaml:2:1: top level: unknown key 'gaol', did you mean 'goal'?",
        "a.yaml:3:6: par: expected a whole number, got 'three'",
        "a.yaml:4:7: size: expected 2 items, got 1",
        "a.yaml:5:7: hint: expected true or false, got 'yes'",
        "a.yaml:6:7: best: expected a whole number, got true",
        "a.yaml:7:9: either: expected a whole number or a list, got keys and values",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("goal: {kind: wim}", "2:14: goal.kind: expected 'win' or 'score', got 'wim', did you m"),
        ("goal: {kind: win, turns: 0}", "2:26: goal.turns: must be above 0"),
        ("goal: {kind: score, turns: 10}", "2:7: goal: a score within more than 9 turns"),
        ("goal: win", "2:7: goal: expected keys and values, got 'win'"),
        ("goal: {kind: win, trun: 1}", "2:19: goal: unknown key 'trun', did you mean 'turns'?"),
        ("goal: {kind: win}\ntable: {a: [1]}", "3:13: table.a[0]: expected text, got 1"),
        ("goal: {kind: win}\ntable: {1: [a]}", "3:9: table: expected text, got 1"),
        ("goal: {kind: win}\ntable: {a: H7}", "3:12: table.a: expected a list, got 'H7'"),
        (
            "goal: {kind: win}\nextra: {kind: win, turns: x}",
            "3:27: extra.turns: expected a whole number",
        ),
        ("goal: {kind: win}\nextra: {speed: .inf}", "3:16: extra.speed: expected a number, got"),
        (f"goal: {{kind: win}}\nextra: {{speed: {'9' * 99}.0e+300}}", "3:16: extra.speed: this"),
        ("goal: {kind: win}\npar: 1.0", "3:6: par: expected a whole number, got 1.0"),
        (f"goal: {{kind: win}}\npar: {'9' * 5000}", "3:6: par: expected a whole number, got '999"),
        ("goal: {kind: win}\ngoal: {kind: win}", "3:1: top level: 'goal' appears twice, first i"),
    ],
)
def test_a_problem_stands_where_it_is(text: str, expected: str) -> None:
    (found,) = problems("title: a\n" + text)
    assert found.startswith("a.yaml:" + expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1:1: text: the file is empty"),
        ("# only a remark\n", "1:1: text: the file is empty"),
        ("just words", "1:1: top level: expected keys and values, got 'just words'"),
        ("- a\n- b", "1:1: top level: expected keys and values, got a list"),
        ("~", "1:1: top level: expected keys and values, got nothing"),
        ("a: 1\n---\nb: 2", "2:1: text: only one document is allowed in a file"),
        ("a: &x [1]\nb: [*x, *x]", "1:4: text: anchors (&) and aliases (*) are not allowed"),
        ("a: !!python/name:os.system x", "1:4: text: tags (tag:yaml.org,2002:python/name:os.sys"),
        ("? [a]\n: b", "1:3: text: a key must be a plain word or number"),
        ("a: {b: 1}\nc: ]", "2:4: text: "),
        ("a: 'open", "1:9: text: "),
        ("a:\n \tb: 1", "2:2: text: indent lines with spaces, not tabs"),
        ("a: b\x00c", "1:5: text: a text file can’t have the character U+0000"),
        ("a: \ud800", "1:4: text: a text file can’t have the character U+D800"),
        ('title: "\\0"\ngoal: {kind: win}', "1:8: title: the character U+0000 can’t be shown"),
        ("%YAML 9.9\n---\na: 1", "1:"),
        ('a: "\\UFFFFFFFF"', "1:"),
    ],
)
@pytest.mark.parametrize("parser", ["in C", "in Python"])
def test_broken_text(
    text: str, expected: str, parser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if parser == "in Python":  # as on a platform without a PyYAML wheel
        monkeypatch.delattr("yaml.CSafeLoader")
    (found,) = problems(text)
    assert found.startswith("a.yaml:" + expected)


def test_an_alias_bomb_is_refused_before_it_goes_off() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    assert problems("\n".join(lines)) == [
        "a.yaml:1:5: text: anchors (&) and aliases (*) are not allowed"
    ]


@pytest.mark.parametrize("text", ["[" * 50_000, "{a: " * 50_000, "- " * 50_000])
@pytest.mark.parametrize("parser", ["in C", "in Python"])
def test_depth_has_an_end(text: str, parser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # C parsers limit nesting by themselves from some release on; the message is the same.
    if parser == "in Python":
        monkeypatch.delattr("yaml.CSafeLoader")
    (found,) = problems(text + "\n")
    assert found.endswith("lists and mappings are nested more than 24 deep")


def test_too_much_text() -> None:
    assert problems("#" * 1_000_001) == ["a.yaml:1:1: file: 1.0 MB is too large; the limit is 1 MB"]


@pytest.mark.parametrize("text", ["[" + "x, " * 300_000, "a: 1\n" * 199_999, "{" + "?," * 400_000])
def test_no_more_than_the_budget_of_values_is_read(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0

    def count_events(*args: Any, **kwargs: Any) -> Iterator[Any]:
        nonlocal read
        for event in parse(*args, **kwargs):
            read += 1
            yield event

    parse = yaml.parse
    monkeypatch.setattr("yaml.parse", count_events)
    with pytest.raises(DataError) as caught:
        load(text, Level, "a.yaml")
    assert re.search(
        r"^a\.yaml:\d+:\d+: text: more than 50,000 keys and values$",
        str(caught.value),
        re.MULTILINE,
    )
    assert read < 50_010


def test_the_budget_of_values_is_exact_and_may_be_another() -> None:
    items = "[" + "1, " * 49_999 + "]"
    assert len(load(items, tuple[int, ...], "a")) == 49_999
    more = "[" + "1, " * 50_000 + "]"
    assert problems(more, tuple[int, ...]) == [
        "a.yaml:1:149999: text: more than 50,000 keys and values"
    ]
    assert len(load(more, tuple[int, ...], "a", nodes=60_000)) == 50_000
    assert 2 * MOST_ACTIONS < NODES  # the longest save has one value per line, and a short head


def test_a_key_that_is_given_again_and_again_is_copied_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied = 0

    class CountedKey(text_module.RepeatedKey):
        def __init__(self, values: tuple[object, ...]) -> None:
            nonlocal copied
            copied += len(values)
            super().__init__(values)

    monkeypatch.setattr(text_module, "RepeatedKey", CountedKey)
    found = load_entries("speed: 1\n" * 2_000, Breeze, "a")
    assert found.value == Breeze(1.0)
    assert dump(found.plain).count("speed: 1") == 2_000
    assert copied == 2_000


def test_whole_numbers_of_one_hash_are_no_keys() -> None:
    text = "".join(f"{n * (2**61 - 1)}: 1\n" for n in range(1, 5))
    assert problems(text, dict[int, int]) == [
        "a.yaml:1:1: text: this number is too large for a key"
    ]
    assert load(f"{2**61 - 2}: 1", dict[int, int], "a") == {2**61 - 2: 1}


def test_a_byte_order_mark_and_windows_lines_do_no_harm() -> None:
    assert load("\ufeffspeed: 1\r\n", Wind, "a.yaml") == Wind(1.0)


def test_plain_words_stay_words() -> None:
    words = load("[yes, no, 012, 1:30, 2024-01-01, 1e5, on, 0x1f, 1_000]", tuple[str, ...], "a")
    assert words == ("yes", "no", "012", "1:30", "2024-01-01", "1e5", "on", "0x1f", "1_000")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[" + "x, " * 24_000 + "]", tuple[int, ...]),
        ("".join(f"k{n}: x\n" for n in range(24_000)), dict[str, int]),
        ("".join(f"k{n}: x\n" for n in range(24_000)), dict[int, str]),
        ("".join(f"k{n}: x\n" for n in range(24_000)), Wind),
        ("speed: 1\n" * 24_000, Wind),
    ],
)
@pytest.mark.long
def test_one_bad_text_makes_at_most_twenty_problems_and_soon(text: str, kind: Any) -> None:
    with pytest.raises(DataError) as caught:
        load(text, kind, "a")
    found = caught.value.problems
    assert len(found) == 20
    assert list(found) == sorted(found)
    lines = 1 if text.startswith("[") else 21
    assert found[-1].line <= lines
    assert str(caught.value).splitlines()[20:] == ["… and more"]


def test_twenty_problems_are_all_there_are() -> None:
    with pytest.raises(DataError) as caught:
        load("[" + "x, " * 20 + "]", tuple[int, ...], "a")
    assert not caught.value.more
    assert len(str(caught.value).splitlines()) == 20


def test_a_fault_of_the_program_is_not_blamed_on_the_text() -> None:
    @dataclass(frozen=True)
    class Faulty:
        a: int

        def __post_init__(self) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        load("a: 1", Faulty, "a")


# Files


def refusal(path: Path) -> Problem:
    with pytest.raises(DataError) as caught:
        load_file(path, Level)
    (problem,) = caught.value.problems
    return problem


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.yaml"
    path.touch()
    os.truncate(path, 50_000_000)
    whole = files.reader

    def unread(path: Path) -> BinaryIO:
        file = whole(path)
        file.read = lambda *_: pytest.fail("it was read")  # type: ignore[method-assign]
        return file

    monkeypatch.setattr(files, "reader", unread)
    assert refusal(path).message == "50.0 MB is too large; the limit is 1 MB"


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(OSError, match="this is not a file"):
            load_file(path, Level)
    with pytest.raises(FileNotFoundError):
        load_file(tmp_path / "none.yaml", Level)


def test_bytes_that_are_not_text(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("title: é\ngoal: ".encode() + b"\xff\xfe")
    problem = refusal(path)
    assert (problem.line, problem.column) == (2, 7)
    assert problem.message == "the byte 0xff is not UTF-8 text"


def test_a_file_is_named_by_its_path_or_as_one_likes(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("speed: fast")
    with pytest.raises(DataError, match=str(path)):
        load_file(path, Wind)
    with pytest.raises(DataError, match=r"^the wind:1:8: speed: expected a number, got 'fast'$"):
        load_file(path, Wind, "the wind")


# Random input

YAML_LIKE = st.text(
    st.sampled_from("ab: -[]{},&*!|>'\"%@`#?~\n\n  \t01.eE+\\x\r\u0085\u2028é\0\ufeff"), max_size=60
)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_a_data_error(tmp_path_factory: Any, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(raw)
    with pytest.raises(DataError):
        load_file(path, Level)


@pytest.mark.parametrize("type_", [Level, dict[str, tuple[float, ...]], tuple[str | int, ...]])
@given(text=YAML_LIKE)
def test_any_text_is_a_value_or_a_data_error(type_: Any, text: str) -> None:
    with contextlib.suppress(DataError):
        value = load(text, type_, "a")
        assert load(dump(value), type_, "a") == value


TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\n\r\t"))
WORDS = TEXTS | st.sampled_from(
    ["", " ", "~", "null", "yes", "No", "1", "1.5", "1e5", "0o7", ".inf", "a: b", "#", "- x", "..."]
)
LEVELS = st.builds(
    Level,
    title=WORDS,
    goal=st.builds(Goal, st.just("win"), st.integers(1, 10**40)),
    par=st.integers(),
    hint=st.booleans(),
    size=st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 2),
    table=st.dictionaries(WORDS, st.lists(WORDS, max_size=4).map(tuple), max_size=4),
    best=st.none() | st.integers(),
    extra=st.none() | st.builds(Wind, st.floats(allow_nan=False, allow_infinity=False)),
    marks=st.frozensets(st.integers()),
    either=st.integers() | st.lists(st.integers()).map(tuple),
)


@given(LEVELS)
def test_what_is_dumped_loads_as_the_same(level: Level) -> None:
    text = dump(level)
    assert load(text, Level, "a") == level
    assert dump(load(text, Level, "a")) == text
    assert load_bytes(text) == level


def load_bytes(text: str) -> Level:
    from castlecards.data.text import decode

    return load(decode(text.encode(), "a"), Level, "a")


@given(WORDS)
def test_a_bare_text_survives(word: str) -> None:
    assert load(dump(word), str, "a") == word


def test_short_lists_of_words_share_a_line_and_sentences_do_not() -> None:
    level = Level("A b", Goal("win"), table={"p": ("H7", "S2")})
    assert dump(level).splitlines()[:3] == ["title: A b", "goal: {kind: win, turns: 1}", "par: 3"]
    assert "  p: [H7, S2]" in dump(level)
    assert dump({"log": ["0: play c4", "1: pass"]}) == "log:\n- '0: play c4'\n- '1: pass'\n"


def test_equal_parts_are_written_out_and_not_referred_to() -> None:
    part = ("a b",)
    assert "&" not in dump({"x": part, "y": part})


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (object(), TypeError),
        (b"raw", TypeError),
        (float("nan"), ValueError),
        (float("inf"), ValueError),
        ("\0", ValueError),
        ("\ud800", ValueError),
        (10**200, ValueError),
    ],
)
def test_what_could_not_be_read_back_is_not_written(value: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        dump({"a": value})
