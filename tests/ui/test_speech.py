"""Tests of speech: a match is played from spoken texts alone; the system's voice is used if
present.
"""

from __future__ import annotations

import datetime
import random
import re
import sys
from types import ModuleType
from typing import Any

import pytest

from castlecards.core.game import Badge
from castlecards.core.session import LEVELS, NEVER
from castlecards.core.table_words import offset
from castlecards.settings import Settings
from castlecards.ui import routes
from castlecards.ui.kit.intents import Act, Command, Move
from castlecards.ui.kit.speech import MISSING, NoSpeech, SystemSpeaker
from castlecards.ui.kit.widgets.basic import Label
from castlecards.ui.kit.widgets.boxes import Column
from castlecards.ui.library import Row
from castlecards.ui.pages.film import FilmDialog
from castlecards.ui.pages.match_list import MatchList
from castlecards.ui.routes import Replay
from castlecards.ui.scene import Back, Push, Reset
from castlecards.ui.shell.services_impl import AppServices
from castlecards.ui.table.commands import InspectPile
from castlecards.ui.table.model import Mode
from castlecards.ui.table.overlay.move_list import line_text
from castlecards.ui.table.overlay.popups import PileInspector
from castlecards.ui.table.overlay.spoken_table import badge_words
from castlecards.ui.table.pointer.covered_cards import pile_contents
from castlecards.ui.table.summary.charts import FigureBars, Medals
from castlecards.ui.table.summary.result import Result
from tests.ui.driving import Driver, laid_out
from tests.ui.shots.matches import match, until
from tests.ui.table.tables import TableDriver, table

pytestmark = pytest.mark.usefixtures("home")
LIMIT = 8_000  # key presses in a match
SECTIONS = ("Question: ", "Hand: ", "Table: ", "Log: ", "Tools: ")
GAMES = ("high_card", "castle", "castle_wars", "castle_rampage", "tricks_of_the_trade")
STEPS = {Act.LEFT: (-1, 0), Act.RIGHT: (1, 0), Act.DOWN: (0, 1)}


class Recorder:
    """Speaker that records its texts."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str, at_once: bool = False) -> None:
        if text:
            self.said.append(text)


class Listener:
    """Player who knows a table only from spoken texts, and answers by keys."""

    def __init__(self, play: TableDriver, seed: int = 3) -> None:
        self.play, self.chance = play, random.Random(seed)
        self.voice = play.app.__dict__["speaker"] = Recorder()
        self.story: list[str] = []
        self.presses = 0

    def press(self, act: Act) -> list[str]:
        """Press a key and return all texts that are spoken until nothing moves."""
        self.presses += 1
        assert self.presses < LIMIT, self.story[-40:]
        self.voice.said = []
        with self.play.driver.without_drawing():
            if act in STEPS:
                self.play.feed(Move(*STEPS[act]))
            else:
                self.play.feed(Command(act, True))
                self.play.feed(Command(act, False))
            for _ in range(400):
                self.play.feed(dt=0.05)
                if not self.play.app.scene.moving:
                    break
        self.story += self.voice.said
        return self.voice.said

    def words(self, act: Act) -> str:
        """Press a key and return the spoken text of the focus; "" if a sentence of the log was
        last.
        """
        last = (self.press(act) or [""])[-1]
        return "" if last.endswith(".") else last

    def go_to(self, section: str) -> str:
        """Press Tab until a section is spoken; return its first text, or that of a popup."""
        for _ in range(6):
            words = self.words(Act.NEXT)
            if words and (words.startswith(section) or not words.startswith(SECTIONS)):
                return words
        return ""

    def answer(self) -> None:
        """Give any legal answer."""
        section = self.chance.choice(SECTIONS[:3])
        words = self.go_to(section)
        count = re.search(r" of (\d+)$", words)
        for _ in range(self.chance.randrange(int(count[1]) if count else 4) if words else 0):
            words = self.words(Act.RIGHT)
        can_be = words and "not available" not in words and not words.startswith("Ask me")
        if can_be and (section == SECTIONS[0] or "can be chosen" in words):
            self.press(Act.CONFIRM)

    def play_match(self) -> None:
        while not any(text.startswith("The game is over") for text in self.story):
            self.answer()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_from_what_is_said_alone(game: str) -> None:
    options: dict[str, Any] = {"kinds": ("human", "random"), "reduced_motion": True, "speech": True}
    with table(game, **options) as play:
        play.session.stops[:] = [NEVER] * 2
        Listener(play).play_match()
        assert play.session.over


# -- texts on request ------------------------------------------------------------------------------

LONE: dict[str, Any] = {"kinds": ("human", "random"), "reduced_motion": True, "speech": True}


def own_turn(play: TableDriver) -> Listener:
    """Return a listener who has just been asked."""
    player = Listener(play)
    for _ in range(400):
        if play.table.model.mode == Mode.ASKED:
            break
        play.feed(dt=0.05)
    play.feed(dt=0.05)
    return player


def others_turn(play: TableDriver) -> Listener:
    """Return a listener at a table where the computer player waits for a command."""
    player = Listener(play)
    play.table.computer_players.pause()
    for _ in range(20):
        play.feed(dt=0.05)
    return player


def test_tab_tells_the_table_while_another_player_plays() -> None:
    with table("castle", **{**LONE, "kinds": ("human", LEVELS[0])}) as play:
        player = others_turn(play)
        assert play.table.model.mode == Mode.THINKING
        heard = [player.go_to(section) for section in SECTIONS[:3]]
        assert heard[0].startswith("Question: Ben is thinking")
        assert heard[1].startswith("Hand: 2 of clubs, 1 of ")
        assert heard[2].startswith("Table: Anna’s plot 1: empty, 1 of ")
        assert player.words(Act.RIGHT).startswith("Anna’s knight 1: empty, 2 of ")
        told = player.press(Act.ZOOM)
        assert told == ["Anna’s knight 1"], "details are told without the focus again"
        play.table.computer_players.pause()
        player.voice.said = []
        while play.table.session.at < 2:
            play.feed(dt=0.05)
        assert play.table.model.mode != Mode.ASKED
        walked = [text for text in player.voice.said if "knight 1" in text]
        assert not walked, "a move of another player does not tell the focus again"


def test_a_key_that_ends_a_motion_tells_its_section_at_once() -> None:
    with table("castle", **{**LONE, "reduced_motion": False, "instant": False}) as play:
        player = Listener(play)
        while not play.table.playback.animation.running:
            play.feed(dt=0.02)
        player.voice.said = []
        play.feed(Command(Act.NEXT, True))
        assert any(text.startswith(SECTIONS) for text in player.voice.said), player.voice.said


def test_the_question_can_be_heard_again_and_comes_after_the_news() -> None:
    with table("castle", **LONE) as play:
        player = own_turn(play)
        said = player.voice.said
        asked = next(n for n, text in enumerate(said) if text.startswith("Anna: Draw a card"))
        drawn = [n for n, text in enumerate(said) if text.startswith("Ben ")]
        assert drawn
        assert max(drawn) < asked
        assert player.go_to("Question: ").startswith("Question: Anna: Draw a card from")


def test_up_and_down_go_only_to_what_can_be_chosen() -> None:
    with table("castle", **LONE) as play:
        player = own_turn(play)
        player.go_to("Table: ")
        heard = [player.words(Act.DOWN) for _ in range(5)]
        assert all("can be chosen" in words for words in heard), heard
        assert len(set(heard)) == 4, "three cards of the market, and the deck"


def test_a_hand_of_another_player_is_told_by_its_number() -> None:
    with table("castle", **LONE) as play:
        player = own_turn(play)
        words = [player.go_to("Table: "), *(player.words(Act.RIGHT) for _ in range(12))]
        held = len(play.session.position.zones[play.session.position.box.zone("1.hand")])
        assert [text for text in words if text.startswith(f"Ben’s hand: {held} face down")]
        assert not [text for text in words if text.startswith("Face-down card")]


def test_a_small_pile_is_told_from_its_top_and_a_figure_with_its_meaning() -> None:
    with table("castle_wars", **LONE) as play:
        play.settle()
        said, zone = play.table.overlay.spoken_table, play.session.position.box.zone("0.pile0")
        assert said.pile(zone) == "Anna’s pile 1: 8 of hearts on 3 of hearts, 4 of diamonds"
    badge = Badge(0, -1, "2", "Knights needed: 2.")
    assert badge_words(badge) == "Knights needed: 2"
    assert badge_words(Badge(0, -1, "leads", "Plays first.")) == "leads"


# -- pages and the voice of the system -------------------------------------------------------------


def test_a_page_tells_its_title_and_what_has_the_focus() -> None:
    with Driver(speech=True) as driver:
        voice = driver.app.__dict__["speaker"] = Recorder()
        driver.click("title.settings")
        driver.click("tab.access")
        driver.key("tab")
        while "Bold text" not in voice.said[-1]:
            driver.key("tab")
        assert "Settings" in voice.said
        assert voice.said[-1] == "Bold text: off"
        driver.key("return")
        assert voice.said[-1] == "Bold text: on"
        driver.app.change(speech=False)
        voice.said.clear()
        driver.key("tab")
        assert voice.said == []


def system(monkeypatch: pytest.MonkeyPatch, said: list[tuple[str, bool]], voices: int) -> None:
    """Replace the system by one with these voices."""

    class Backend:
        def speak(self, text: str, interrupt: bool) -> None:
            said.append((text, interrupt))

        def stop(self) -> None:
            raise RuntimeError

    class Context:
        def acquire_best(self) -> Backend:
            if not voices:
                raise ValueError
            return Backend()

    module: Any = ModuleType("prism")
    module.Context, module.PrismError = Context, type("PrismError", (Exception,), {})
    monkeypatch.setitem(sys.modules, "prism", module)


def test_the_voice_of_the_system_says_texts_and_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[str, bool]] = []
    system(monkeypatch, said, 1)
    voice = SystemSpeaker()
    voice.say("One")
    voice.say("", at_once=True)
    voice.say("Two", at_once=True)
    assert said == [("One", False), ("Two", True)]
    system(monkeypatch, said, 0)
    with pytest.raises(NoSpeech):
        SystemSpeaker()


def test_the_player_is_told_once_what_speech_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prism", None)
    services = AppServices(Settings(speech=True))
    services.say("One")
    services.say("Two")
    assert [toast.text for toast in services.toasts.shown] == [MISSING]


def test_nothing_is_imported_while_speech_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prism", None)
    services = AppServices(Settings())
    services.say("One")
    assert not services.toasts.shown


# -- throws ----------------------------------------------------------------------------------------


def bearing_in(words: str) -> tuple[int, int] | None:
    """Return the spoken distance (cm) and angle (degrees to the right); None without a distance."""
    found = re.search(r"(\d+) cm(?: straight ahead|, (\d+)° (left|right))", words)
    if found is None:
        return None
    degrees = int(found[2] or 0)
    return int(found[1]), degrees if found[3] == "right" else -degrees


def targets(player: Listener) -> list[tuple[int, int]]:
    """Return the places of the enemy cards from the spoken texts."""
    words, found = player.go_to("Table: "), []
    count = re.search(r" of (\d+)$", words)
    for _ in range(int(count[1]) if count else 0):
        if "Ben’s wall" in words and (at := bearing_in(words)) is not None:
            found.append(at)
        words = player.words(Act.RIGHT)
    return found


def turn(player: Listener, told: int, wanted: int, less: Act, more: Act, which: int) -> int:
    """Press a key until the spoken number has reached the wanted one; return it."""
    act = more if told < wanted else less
    while told != wanted:
        at = bearing_in(player.words(act))
        if (at[which] < wanted) != (told < wanted):
            return at[which]
        told = at[which]
    return told


def test_a_card_is_thrown_at_a_wall_by_its_distance_as_it_is_said() -> None:
    options: dict[str, Any] = {"kinds": ("human", "random"), "reduced_motion": True, "speech": True}
    with table("card_barrage", seed=5, **options) as play:
        player = Listener(play)
        play.settle()
        aims = targets(player)
        assert len(aims) > 2
        player.go_to("Hand: ")
        player.press(Act.AIM)
        at = bearing_in(player.voice.said[-1])
        cm, degrees = min(aims, key=lambda aim: abs(aim[1]))
        turned = turn(player, at[1], degrees, Act.LEFT, Act.RIGHT, 1)
        assert abs(turned - degrees) <= 1
        assert abs(turn(player, at[0], cm, Act.SLOWER, Act.FASTER, 0) - cm) <= 4
        heard = player.press(Act.THROW)
        assert any("hit" in text for text in heard), heard


# Texts for an aim beside its target, and the key that corrects it.
MENDS = (("short", Act.FASTER), ("long", Act.SLOWER), ("left", Act.RIGHT), ("right", Act.LEFT))
AIMED = re.compile(
    r"^(?P<place>.+?): (?:(?P<off>\d.*)|in the middle); lands at .*, power (?P<power>\d+) %$"
)


class Thrower(Listener):
    """Listener who throws at the card that is nearest to the aim by the spoken texts."""

    def throw(self) -> bool:
        """Aim by the spoken texts, and throw; return False if no throw is possible."""
        self.go_to("Hand: ")
        said = self.press(Act.AIM)
        aim = AIMED.match(said[-1]) if said else None
        if aim is None:
            self.press(Act.CANCEL)
            return False
        tried: set[str] = set()
        for _ in range(60):
            if aim["off"] is None or said[-1] in tried or not aim["place"].startswith("Ben"):
                break
            tried.add(said[-1])
            worst = max(aim["off"].split(", "), key=lambda part: int(part.split()[0]))
            said = self.press(next(act for word, act in MENDS if worst.endswith(word)))
            aim = AIMED.match(said[-1]) if said else None
            if aim is None:
                break
        self.press(Act.THROW)
        return True

    def answer(self) -> None:
        if self.chance.random() > 0.6 or not self.throw():
            super().answer()


@pytest.mark.long
def test_a_whole_match_of_throws_is_played_from_what_is_said_alone() -> None:
    options: dict[str, Any] = {"kinds": ("human", "random"), "reduced_motion": True, "speech": True}
    with table("card_barrage", seed=5, **options) as play:
        player = Thrower(play)
        play.settle()
        player.play_match()
        assert play.session.over
        story = " ".join(player.story)
        assert re.search(r"You threw [^.]*: hit", story)
        assert re.search(r"It came down at \d+ cm", story), "a miss says where it lies"


@pytest.mark.long
def test_an_aim_says_how_far_it_lies_from_its_target_and_how_strong_it_is() -> None:
    options: dict[str, Any] = {"kinds": ("human", "random"), "reduced_motion": True, "speech": True}
    with table("card_barrage", seed=5, **options) as play:
        player = own_turn(play)
        player.go_to("Hand: ")
        aims = [AIMED.match(player.press(Act.AIM)[-1])]
        aims += [AIMED.match(player.words(Act.FASTER)) for _ in range(6)]
        powers = [int(aim["power"]) for aim in aims if aim is not None]
        assert len(powers) == 7
        assert powers == sorted(set(powers))
    assert offset(4, -4) == "in the middle"
    assert offset(21, 0) == "2 cm right"
    assert offset(-31, -12) == "1 cm short, 3 cm left"
    assert offset(0, 55) == "6 cm long"


# -- replays, pages and popups ---------------------------------------------------------------------


def test_a_replay_tells_its_lines_and_where_it_stands() -> None:
    with Driver(speech=True) as driver:
        voice = driver.app.__dict__["speaker"] = Recorder()
        session = match("barrage-2")
        driver.app.follow(Reset(Replay(session, len(session.log) - 30)))
        driver.app.feed([], 0.1)
        while driver.app.scene.moving:
            driver.app.feed([], 0.1)
        shown = range(len(session.log) - 30, len(session.log))
        seat = driver.app.scene.viewer  # type: ignore[attr-defined]
        lines = [line_text(session, n, seat) for n in shown if session.log[n].seat >= 0]
        assert [text for text in lines if text and text not in voice.said] == []
        assert any("It came down at" in text or "point" in text for text in voice.said)
        voice.said.clear()
        driver.key("left")
        assert re.search(r"\d+ of \d+$", voice.said[-1])


def test_the_result_of_a_match_is_told_whole() -> None:
    with Driver(speech=True) as driver:
        voice = driver.app.__dict__["speaker"] = Recorder()
        session = match("barrage-2")
        driver.app.follow(Reset(routes.Result(session)))
        driver.app.feed([], 0.1)
        page = driver.app.scene
        assert isinstance(page, Result)
        told = " ".join(voice.said)
        assert page.headline in told
        assert len(set(told.split(". "))) == len(told.split(". ")), "nothing twice"
        for widget in page.layer.root.walk():
            if isinstance(widget, Label | FigureBars | Medals) and widget.name:
                assert widget.name in told


def test_the_list_of_matches_tells_the_selected_one_with_its_number() -> None:
    rows = [Row(f"{n}.yaml", 1, 0, f"Saved {n}", "castle", (), 3) for n in range(3)]
    chosen: list[str] = []
    day = datetime.date(2026, 1, 2)
    box = MatchList(
        rows, {"castle": "Castle"}, lambda *_: None, chosen.append, chosen.append, "", day
    )
    layer = laid_out(Column([box]))
    layer.focus_on(box)
    assert re.fullmatch(r"Matches: Saved 0, Castle, \d\d \w{3} 19\d\d, 1 of 3", box.spoken)
    layer.handle(Move(0, 1))
    assert box.spoken.startswith("Matches: Saved 1, ")
    assert box.spoken.endswith(", 2 of 3")


def test_saving_a_film_does_not_tell_each_picture() -> None:
    with Driver(speech=True) as driver:
        voice = driver.app.__dict__["speaker"] = Recorder()
        reel = type("Reel", (), {"seconds": 2.0, "draw": lambda *_: None})()
        driver.app.follow(Push(FilmDialog(driver.app, reel, "A film")))
        for _ in range(10):
            driver.app.feed([], 0.02)
        assert voice.said.count("Saving a film") == 1
        assert not [text for text in voice.said if "%" in text]


def test_a_pile_is_told_card_by_card_with_a_key_for_details() -> None:
    start = until("wars", lambda session: session.at > 60).position
    options: dict[str, Any] = {"kinds": ("human", "random"), "reduced_motion": True, "speech": True}
    with table("castle_wars", start=start, **options) as play:
        player, session = Listener(play), play.session
        play.settle()
        view = play.table.table_view
        most = lambda zone: len(pile_contents(view, play.table.selection, zone))  # noqa: E731
        play.table.execute([InspectPile(max(range(len(session.position.zones)), key=most))])
        play.feed(dt=0.05)
        popup = play.app.scene
        assert isinstance(popup, PileInspector)
        count = len(popup.cards)
        assert count > 1
        heard = [text for _ in range(count + 1) for text in player.press(Act.NEXT)]
        assert [text for text in heard if text.endswith(f", 2 of {count}")]
        popup.layer.focus_on(popup.find(f"card:{popup.cards[0]}"))
        text = play.table.view.face(popup.cards[0])
        assert text.text in " ".join(player.press(Act.ZOOM))
        play.app.follow(Back())


def test_the_hand_has_only_your_own_cards() -> None:
    with table("castle_rampage", reduced_motion=True, speech=True) as play:
        player = Listener(play)
        play.open()
        zones = play.session.position.box.zones
        for section in play.table.overlay.sections:
            owners = {zones[w.target.zone].owner for w in section.widgets if hasattr(w, "target")}
            if section.title == "Hand":
                assert owners == {play.table.view.seat}
        words = [player.go_to("Hand: "), *(player.words(Act.RIGHT) for _ in range(12))]
        assert not [text for text in words if "’s hand" in text]


# -- secrets ---------------------------------------------------------------------------------------


def test_hidden_cards_are_not_told_wherever_they_lie() -> None:
    with table("castle_wars", **LONE) as play:
        player = own_turn(play)
        faces = {face.title for face in play.session.position.box.faces}
        player.press(Act.HIDE_ALL)
        assert play.table.model.hides_own
        heard: list[str] = []
        for section in play.table.overlay.sections[:-2]:
            heard.append(player.go_to(f"{section.title}: "))
            for _ in section.widgets:
                heard += player.press(Act.RIGHT) + player.press(Act.ZOOM)
        assert any("face down" in text for text in heard)
        assert not [text for text in heard for face in faces if face.lower() in text.lower()]


def test_behind_a_curtain_only_what_all_know_is_said() -> None:
    with table("castle_rampage", reduced_motion=True, speech=True) as play:
        player = Listener(play)
        play.open()
        faces, view = play.session.position.box.faces, play.table.view
        story = play.session.game.story
        held = {story.card(view.face(card) or faces[0]).partition(" ")[2] for card in play.hand}
        own = [player.go_to("Hand: "), *(player.words(Act.RIGHT) for _ in range(len(play.hand)))]
        assert all(any(name in words for words in own) for name in held)
        heard = player.press(Act.HIDE_ALL)
        for act in (Act.NEXT, Act.RIGHT, Act.ZOOM, Act.NEXT, Act.ZOOM):
            heard += player.press(act)
        assert play.table.model.curtain is not None
        zones = range(len(play.session.position.zones))
        heard += [play.table.overlay.spoken_table.pile(zone) for zone in zones]
        assert any("is next" in text for text in heard)
        assert not [text for text in heard for name in held if name in text]
