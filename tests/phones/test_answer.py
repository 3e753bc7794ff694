"""Tests of the parser of answers: it accepts exactly what the page sends."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlecards.phones.answer import (
    MOST_SAMPLES,
    Answer,
    CoachRequest,
    ConsentAnswer,
    OptionAnswer,
    PracticeThrow,
    ThrowAnswer,
    UndoRequest,
    parse_answer,
)
from tests.depth import Depth

TRACK = [[0, 0, -40], [0.1, 1.5, 0]]
READ = ((0.0, 0.0, -40.0), (0.1, 1.5, 0.0))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["id", "i", "card", "how", "track", "undo", "consent", "coach"]), inner
        )
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ({"id": "0.7", "i": 2}, OptionAnswer("0.7", 2)),
        ({"id": "0.7", "card": 3, "how": 1, "track": TRACK}, ThrowAnswer("0.7", 3, 1, READ)),
        ({"practice": TRACK}, PracticeThrow(READ)),
        ({"practice": []}, PracticeThrow(())),
        ({"id": "0.7", "undo": True}, UndoRequest("0.7")),
        ({"consent": True}, ConsentAnswer(True)),
        ({"consent": False}, ConsentAnswer(False)),
        ({"coach": True}, CoachRequest()),
    ],
)
def test_each_kind_of_answer_is_read(message: object, answer: Answer) -> None:
    assert parse_answer(json.dumps(message)) == answer
    assert parse_answer(json.dumps(message).encode()) == answer


@pytest.mark.parametrize("text", [
    "", "null", "[]", "1", '"id"', "{}", '{"id":"0.7"}', '{"id":"","i":1}', '{"id":7,"i":1}',
    '{"id":"0.7","i":-1}', '{"id":"0.7","i":true}', '{"id":"0.7","i":1e3}',
    '{"id":"0.7","i":1e999}',
    '{"id":"0.7","i":1,"seat":1}', '{"id":"0.7","i":[1]}', '{"id":"0.7","undo":1}', '{"coach":1}',
    '{"consent":"yes"}', '{"id":"0.7","i":999999999}', '{"id":"' + "7" * 41 + '","i":1}',
    '{"practice":null}', '{"practice":[[0,0,0]]}', '{"practice":[[0,0,0],[1,NaN,0]]}',
    '{"practice":[[0,0,0],[1,0,Infinity]]}', '{"practice":[[1,0,0],[0,0,0]]}',
    '{"practice":[[0,0,0],[1,0,true]]}', '{"practice":[[0,0,0],[1,0]]}',
    '{"practice":[[0,0,0],[61,0,0]]}', '{"practice":[[-1,0,0],[1,0,0]]}',
    '{"practice":[[0,0,0],[1,1e300,0]]}', "[" * 8000, '{"id":' * 1600, '{"id":"0.7","i":1}' * 9000,
    '{"id":"\\ud800","i":1}', b"\xff\xfe\x00", b"\x00", '{"i":' + "1" * 5000 + "}",
])  # fmt: skip
def test_anything_else_is_no_answer(text: str | bytes) -> None:
    assert parse_answer(text) is None


def test_a_track_has_a_most_of_samples() -> None:
    track = [[n / 1000, 0, n] for n in range(MOST_SAMPLES)]
    assert parse_answer(json.dumps({"practice": track})) is not None
    assert parse_answer(json.dumps({"practice": [*track, [1, 0, 0]]})) is None


@given(st.binary(max_size=300) | st.text(max_size=300) | JSON.map(json.dumps))
def test_any_bytes_give_an_answer_or_nothing(text: str | bytes) -> None:
    answer = parse_answer(text)
    assert answer is None or isinstance(answer, Answer)


def malformed_answer(random: Random) -> bytes:
    """Return an answer with some bytes exchanged, cut, doubled or repeated."""
    messages = ['{"id":"0.7","i":2}', '{"id":"0.7","card":3,"how":1,"track":[[0,0,-4],[1,2,0]]}',
                '{"consent":true}', '{"id":"0.7","undo":true}', '{"token":"a"}']  # fmt: skip
    data = bytearray(random.choice(messages).encode())
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(data) + 1)
        piece = random.choice(
            [b"[", b"{", b'"', b"\\u", b"9" * 30, b"e999", b"NaN", b"\xff", b"-", b","]
        )
        match random.randrange(4):
            case 0:
                data[at:at] = piece
            case 1:
                data[at : at + 3] = piece
            case 2:
                del data[at:]
            case _:
                data *= random.randrange(1, 4)
    return bytes(data)


def test_malformed_messages_raise_nothing(depth: Depth) -> None:
    """A changed message that still parses must parse to the same answer when written again."""
    random, answers = Random(7), 0
    for _ in range(depth(10_000, 100_000)):
        answer = parse_answer(malformed_answer(random))
        answers += answer is not None
        assert answer is None or isinstance(answer, Answer)
    assert answers
