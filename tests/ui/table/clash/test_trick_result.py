"""Tests of the result of a trick: the time of the verdict, and the ways of the cards."""

from __future__ import annotations

from typing import Any

import pytest
from pygame import Surface

from castlecards.content import games
from castlecards.core.cards import Face, Seat
from castlecards.core.log_lines import Clash
from castlecards.core.session import Session
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.seat_signs import SEATS
from castlecards.ui.routes import Table
from castlecards.ui.scene import Reset
from castlecards.ui.table.clash.timeline import TEMPOS, Announcement, Pace, SideLabel, StagePlan
from castlecards.ui.table.clash.trick_result import TrickResult
from castlecards.ui.table.clash.trick_view import WIDEST, sentence_lines
from castlecards.ui.table.layout.model import Layout
from castlecards.ui.table.layout.table_layout import table_layout
from castlecards.ui.table.playback.animation import Script, frame_at
from castlecards.ui.table.playback.choreographer import build_script
from tests.ui.driving import Driver, look
from tests.ui.table.layout.test_table_layout import stage

GAME = games()["tricks_of_the_trade"]


def trick(seats: int, tricks: int = 0) -> Session[Any]:
    """Return a match before the last card of a trick, after this number of whole tricks."""
    session: Session[Any] = Session(GAME, GAME.options(), seats, 3)
    done = -1
    while (decision := session.decision) is not None:
        clash = GAME.clash(session.public)
        if clash is not None and len(clash.sides) == seats - 1:
            done += 1
            if done == tricks:
                return session
        session.submit(decision.seat, decision.options[0])
    raise LookupError("too few tricks")


def announcement(clash: Clash) -> Announcement:
    labels = tuple(SideLabel("", SEATS[side.seat], "") for side in clash.sides)
    return Announcement(sentence="told", labels=labels)


def layout_for(session: Session[Any], seat: Seat) -> Layout:
    phase = GAME.phase_now(session.public)
    return table_layout(session.shown(seat), stage((1280, 800), phase=phase))


def played(
    session: Session[Any], pace: Pace = "full", directed: bool = True
) -> tuple[Script, Clash, Layout]:
    decision = session.decision
    seat = decision.seat
    before, old = layout_for(session, seat), session.shown(seat)
    record = session.submit(seat, decision.options[0])
    clash = next(e for e in record.events if isinstance(e, Clash))
    after = layout_for(session, seat)
    direction = StagePlan(TEMPOS[pace]) if directed else None
    new = session.shown(seat)
    tellings = {clash: announcement(clash)}
    return build_script(before, after, old, new, record.events, tellings, direction), clash, after


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_cards_lie_before_the_verdict_and_leave_together_to_the_winner(seats: int) -> None:
    session = trick(seats)
    found, clash, after = played(session)
    (taking,) = found.clips_of(TrickResult)
    cards = [side.cards[0].card for side in clash.sides]
    assert [one.card for one in taking.cards] == cards
    last = found.tracks[cards[-1]]
    assert last.tweens[0].end <= taking.begins < taking.stands < taking.ends
    winner = clash.sides[clash.winner].seat
    home = after.by_zone[session.position.box.zone(f"{winner}.won")]
    for card in cards:
        leave = found.tracks[card].tweens[-1]
        assert leave.start == pytest.approx(taking.ends)
        assert (leave.to.x, leave.to.y) == pytest.approx((home.x, home.y), abs=3)
        still = frame_at(found.tracks[card], taking.ends - 0.001)
        assert (still.shape.x, still.shape.y) == pytest.approx(
            next((one.here.x, one.here.y) for one in taking.cards if one.card == card)
        )


def test_the_verdict_is_in_time_and_the_slow_form_takes_longer() -> None:
    spans = {}
    for pace in ("short", "full", "slow"):
        (taking,) = played(trick(4), pace)[0].clips_of(TrickResult)
        spans[pace] = taking.ends - taking.begins
        assert taking.part(taking.begins) == 0
        assert taking.part(taking.stands) == 1
    assert 0.6 < spans["full"] < 0.85
    assert spans["short"] < spans["full"] < spans["slow"]
    assert 2.3 < spans["slow"] < 3.2


def test_one_card_is_best_and_each_says_why() -> None:
    for number in range(5):
        (taking,) = played(trick(4, number))[0].clips_of(TrickResult)
        why = [one.why for one in taking.cards]
        assert why[taking.clash.winner] in ("trump", "highest")
        others = [each for n, each in enumerate(why) if n != taking.clash.winner]
        assert all(each in ("lower", "lower trump", "other domain") for each in others)


def test_the_last_trick_of_a_round_lies_in_the_ring_though_that_is_gone_afterwards() -> None:
    session = trick(2, 5)
    found, _, after = played(session)
    (taking,) = found.clips_of(TrickResult)
    assert after.viewport.phase != "Tricks"
    here = {round(one.here.y) for one in taking.cards}
    assert len(here) == 2
    assert all(one.here.height > 130 for one in taking.cards)


def test_without_a_stage_there_is_no_verdict_to_be_seen() -> None:
    assert played(trick(2), directed=False)[0].clips == ()


@pytest.mark.long
@pytest.mark.usefixtures("every_frame_drawn")
def test_a_trick_is_taken_without_a_face_painted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CASTLECARDS_TEST_ART", raising=False)  # painted here, by no other test
    painted: list[bool] = []  # True: painted in a frame that shows a verdict
    between = False  # whether it is painted between two frames, by the prerenderer
    paint = CardArt._draw
    driver = Driver((960, 600), reduced_motion=False, animation_speed=1.0)
    session: Session[Any] = Session(GAME, GAME.options(), 3, 5, ("random",) * 3)
    driver.app.follow(Reset(Table(session)))
    show = driver.app.scene.playback  # type: ignore[attr-defined]

    def paint_and_record(art: CardArt, face: Face, size: tuple[int, int]) -> Surface:
        shown = (now := show.clip_now(TrickResult)) is not None and now[1] > now[0].begins
        painted.append(shown and not between)
        return paint(art, face, size)

    monkeypatch.setattr(CardArt, "_draw", paint_and_record)
    verdicts: list[object] = []
    while len(verdicts) < 2:
        script = show.animation.script
        if show.clip_now(TrickResult) is None and (script is None or not script.clips):
            with driver.without_drawing():
                driver.step(dt=0.05)
            continue
        driver.step(dt=1 / 60)
        between = True
        while driver.app.scene.prerender():
            pass
        between = False
        if (now := show.clip_now(TrickResult)) is not None and now[0].part(now[1]) == 1.0:
            verdicts += [now[0]] if now[0] not in verdicts else []
    assert painted.count(False) > 3
    assert painted.count(True) == 0


@pytest.mark.parametrize("still", [False, True])
def test_no_caption_covers_the_sentence_of_a_trick(still: bool) -> None:
    driver = Driver((960, 600), reduced_motion=still)
    session: Session[Any] = Session(GAME, GAME.options(), 3, 5, ("random",) * 3)
    driver.app.follow(Reset(Table(session)))
    scene: Any = driver.app.scene
    told, frames = False, 0
    with driver.without_drawing():
        for _ in range(2000):
            driver.step(dt=0.05)
            shown = scene.overlay.captions.shown
            if scene.playback.clip_now(TrickResult) is not None:
                frames += 1
                assert shown == []
            elif frames:
                break
            told = told or bool(shown)
    driver.app.close()
    assert told
    assert frames > 5


def test_a_long_sentence_of_a_trick_stands_whole_in_two_lines() -> None:
    seen = look()
    for text, count in (
        ("Dan led Quantum computing (Science 12) and won the trick.", 1),
        ("Dan led Machine translation (Knowledge 10); Captain Bartholomew trumped with "
         "Artificial intelligence (Technology 13).", 2),
    ):  # fmt: skip
        lines = sentence_lines(seen, text)
        assert len(lines) == count
        assert " ".join(line for line, _ in lines) == text
        assert all(seen.width(*line) <= seen.px(WIDEST) for line in lines)
