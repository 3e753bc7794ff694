"""Catalogue of all shots by name: each brings a clean stage to the state to be shown.

This module has the pages and Card Barrage; the other games are in `cards`, motions in `motion`,
practice in `practice`. The cards come from the matches in tests/ui/screens/matches/. A shot can be
taken at several sizes; its name then ends with the width.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from castlecards.core.landing import LOB, Landing, Limits
from castlecards.core.session import Session
from castlecards.players.analysis import TurningPoint
from castlecards.practice.throws import ThrowRecord
from castlecards.settings import TABS, Settings
from castlecards.toss.styles import STYLES, release
from castlecards.ui.finished import FOLDER
from castlecards.ui.kit.intents import Act
from castlecards.ui.pages.crash_page import CrashPage
from castlecards.ui.pages.credits import Credits
from castlecards.ui.pages.film import FilmDialog
from castlecards.ui.pages.game_picker import Picker
from castlecards.ui.pages.key_sheet import KeySheet
from castlecards.ui.pages.library import Library as LibraryPage
from castlecards.ui.pages.rulebook import Rulebook
from castlecards.ui.pages.settings import SettingsPage
from castlecards.ui.pages.setup import Setup
from castlecards.ui.pages.statistics import Statistics
from castlecards.ui.routes import Library, Profiles, Result, Rules, Table, Title
from castlecards.ui.scene import Reset
from castlecards.ui.table.commands import SpreadPile
from castlecards.ui.table.overlay.popups import needs_panel
from castlecards.ui.table.replay import Replay
from castlecards.ui.table.slow_motion import SlowMotion
from tests.ui.flick_path import FRAME
from tests.ui.shots.action_previews import OUTLOOK_SHOTS
from tests.ui.shots.analysis import ANALYSIS_SHOTS
from tests.ui.shots.buildings import BUILDING_SHOTS
from tests.ui.shots.cards import CARD_SHOTS
from tests.ui.shots.clashes import CLASH_SHOTS
from tests.ui.shots.coach import COACH_SHOTS
from tests.ui.shots.curtain import CURTAIN_SHOTS
from tests.ui.shots.hand import HAND_SHOTS
from tests.ui.shots.lobby import LOBBY_SHOTS
from tests.ui.shots.matches import LONG_NAME, NAMES, match, until
from tests.ui.shots.motion import MOTION_SHOTS
from tests.ui.shots.portraits import PORTRAIT_SHOTS
from tests.ui.shots.practice import PRACTICE_SHOTS
from tests.ui.shots.stage import LARGE, MOVING, Shot, Stage, in_large_window
from tests.ui.shots.strikes import STRIKE_SHOTS
from tests.ui.shots.today import TODAY_SHOTS

GAME = "card_barrage"
STANDARD = "high_card"
SMALL = (640, 480)


# -- moments of a match ----------------------------------------------------------------------------


def asked_to_throw(session: Session[Any], seat: int, lines: int) -> bool:
    decision = session.decision
    throws = decision is not None and isinstance(decision.aim, Limits)
    return throws and decision.seat == seat and len(session.log) >= lines  # type: ignore[union-attr]


def turn(players: int, seat: int, lines: int) -> Session[Any]:
    """Return the match at the first moment after `lines` lines at which a seat can throw."""
    return until(f"barrage-{players}", lambda session: asked_to_throw(session, seat, lines))


def match_at_option(players: int, verb: str, lines: int = 0) -> Session[Any]:
    """Return the match at the first option of this verb after `lines` lines."""

    def is_wanted(session: Session[Any]) -> bool:
        decision = session.decision
        verbs = {action.verb for action in decision.options} if decision is not None else set()
        return verb in verbs and len(session.log) >= lines

    return until(f"barrage-{players}", is_wanted)


BUSY = 56  # lines: then both sides have points and some walls are gone


def busy(stage: Stage) -> None:
    stage.sit(turn(2, 0, BUSY))


# -- around the table ------------------------------------------------------------------------------


def title(stage: Stage) -> None:
    """Show the title as `clear` leaves it."""


def title_continue(stage: Stage) -> None:
    stage.save(turn(2, 0, BUSY))
    stage.save(turn(4, 0, 20), "a-long-evening.yaml", 30)
    stage.app.throws.add(ThrowRecord(time="2026-01-01T00:00:00", method="lob"))
    stage.show(Title())


def people(stage: Stage) -> None:
    """Make a second profile with a face, which is the chosen one, and a third."""
    made = stage.app.profiles
    stage.app.change(player_names=("Anna", *Settings().player_names[1:]))
    ids = made.add("Ben"), made.add(LONG_NAME)
    made.put(ids[0], dataclasses.replace(made.by_id[ids[0]], face="mina"))
    stage.app.choose_profile(ids[0])
    stage.show(Title())


def profiles(stage: Stage) -> None:
    people(stage)
    stage.show(Profiles())


def setup_profiles(stage: Stage) -> None:
    people(stage)
    setup(3)(stage)


def picker(stage: Stage) -> None:
    stage.show(Picker(stage.app))


def setup(players: int, game: str = GAME) -> Callable[[Stage], None]:
    """Shot of the set-up of a game."""

    def act(stage: Stage) -> None:
        page = Setup(stage.app, stage.app.games[game])
        page.players = players
        stage.show(page)

    return act


CONTRAST = {"high_contrast": True, "bold_text": True}


def handicap(stage: Stage) -> None:
    """Set-up of an uneven pairing against a computer player."""
    page = Setup(stage.app, stage.app.games["castle_wars"])
    page.against("berta")
    page.values["second"] = "berserkers"
    stage.show(page)


def settings(tab: str) -> Callable[[Stage], None]:
    return lambda stage: stage.show(SettingsPage(stage.app, tab))


def rulebook(stage: Stage) -> None:
    busy(stage)
    stage.show(Rules(GAME, "CB18"))


def rulebook_search(stage: Stage) -> None:
    """Show the second match of a search in the rulebook."""
    rules = Rulebook(stage.app, GAME)
    stage.show(rules)
    rules.find("rules.find").text = "castle"  # type: ignore[attr-defined]
    rules.search("castle")
    rules.rebuild("rules.find")
    rules.step(1)
    stage.settle()


def statistics(stage: Stage) -> None:
    stage.write_history()
    stage.show(Statistics(stage.app))


def statistics_empty(stage: Stage) -> None:
    stage.show(Statistics(stage.app))


def _save_matches(stage: Stage) -> Path:
    stage.save(turn(4, 0, 20), "a-long-evening.yaml", 30)
    broken = stage.save(turn(2, 1, 30), "card-barrage-anna-ben.yaml", 52)
    stage.save(turn(1, 0, 10), "alone.yaml", 7)
    stage.save(turn(2, 0, BUSY))
    return broken


def shown_library(stage: Stage) -> LibraryPage:
    """Open the library and prerender the pictures of the visible matches."""
    stage.show(Library())
    page = stage.app.scene
    assert isinstance(page, LibraryPage)
    shown_again(stage, page)
    return page


def library(stage: Stage) -> None:
    """Show some saved games and many finished matches, one of these selected."""
    _save_matches(stage)
    names = ("castle", "barrage-2", "tricks-3", "wars", "rampage", "barrage-4")
    for n in range(30):
        stage.save(match(names[n % 6]), f"{FOLDER}/match-{n}.yaml", 3 + 19 * n)
    page = shown_library(stage)
    page.find("library.list").move(0, 1)
    page.find("library.list").move(0, 1)
    stage.settle()


def library_search(stage: Stage) -> None:
    """Show what a search finds, and a match that was deleted just now."""
    library(stage)
    page = stage.app.scene
    assert isinstance(page, LibraryPage)
    page.delete()
    page.field.write("anna barrage")
    shown_again(stage, page)


def shown_again(stage: Stage, page: LibraryPage) -> None:
    stage.wait(0.5)
    while page.prerender():
        pass
    stage.feed()


def library_broken(stage: Stage) -> None:
    """Show the message for a damaged save."""
    path = _save_matches(stage)
    lines = path.read_text("utf-8").splitlines()
    lines[30] = lines[30].replace("c", "d").replace("0: ", "7: ")
    then = path.stat().st_mtime
    path.write_text("\n".join(lines), "utf-8")
    os.utime(path, (then, then))
    page = shown_library(stage)
    page.choose(path.name)
    page.open()
    stage.feed()
    stage.settle()


def credits(stage: Stage) -> None:
    stage.show(Credits(stage.app))


def key_sheet(stage: Stage) -> None:
    stage.show(KeySheet(stage.app))


def crash(stage: Stage) -> None:
    busy(stage)
    log = Path("castlecards") / "logs" / "crash-2026-03-14-201500.txt"
    stage.show(CrashPage(stage.app, log, saved=True))


def end(
    seconds: float, name: str = "barrage-2", stormed: bool = False
) -> Callable[[Stage], object]:
    """Shot of the end of a match `seconds` after its closing scene has begun."""

    def show(stage: Stage) -> None:
        stage.app.follow(Reset(Result(match(name), closing=True)))
        page: Any = stage.app.scene
        if stormed:
            page.scene.ending = dataclasses.replace(page.scene.ending, stormed=True)
        page.scene.pictures.finish(page.layer.look, stage.app.surface.get_size())
        for _ in range(round(seconds / FRAME)):
            stage.feed(dt=FRAME)

    return show


def show_result(stage: Stage) -> None:
    stage.show(Result(match("barrage-2")))


def result_reviewed(stage: Stage) -> None:
    """Show the result after a review that found a turning point in the middle of the match."""
    session = match("wars")
    page = Result(session)
    stage.show(page)
    at = next(n for n in range(40, session.at) if session.log[n].action.verb == "attack")
    scene: Any = stage.app.scene
    scene._reviewed(TurningPoint(at, session.log[at].seat, -0.23))


def result_of_six(stage: Stage) -> None:
    stage.show(Result(match("barrage-6")))


# -- at the table ----------------------------------------------------------------------------------


def other_deck(stage: Stage) -> None:
    """Show the game with the standard deck, whose suits and figures can be set."""
    game = stage.app.games[STANDARD]
    session: Session[Any] = Session(game, game.options(), 2, 5, (), NAMES[:2])
    stage.sit(session)


def curtain(stage: Stage) -> None:
    stage.show(Table(turn(2, 1, 12)))


def first(stage: Stage) -> None:
    stage.sit(turn(2, 0, 0))


def north(stage: Stage) -> None:
    stage.sit(turn(2, 1, BUSY))


def seats(players: int, lines: int) -> Callable[[Stage], object]:
    return lambda stage: stage.sit(turn(players, 0, lines))


def over(stage: Stage) -> None:
    """Show the end of a match, before its result is opened."""
    stage.sit(until("barrage-2", lambda session: session.over))


def pick_card(stage: Stage) -> None:
    busy(stage)
    stage.click(stage.where(stage.hand[0]))


def drag_over_place(stage: Stage) -> None:
    """Drag a card over a place where it can be dropped."""
    busy(stage)
    selection = stage.table.selection
    assert selection is not None
    card = stage.hand[1]
    zones = [action.to for action in selection.decision.options if card in action.cards]
    names = stage.table.session.position.box.names
    stage.carry(card, stage.where(names[zones[0]]), drop=False)


def refusal(stage: Stage) -> None:
    busy(stage)
    stage.click(stage.where(stage.hand[0]))
    stage.click(stage.where("1.wall2"))


def show_aiming(stage: Stage) -> None:
    busy(stage)
    stage.flick(stage.hand[1], 3, aside=-30, drop=False)


def aiming_known(stage: Stage) -> None:
    """Show the same for a player with enough recorded throws to predict the result."""
    busy(stage)
    known_hand(stage)
    stage.flick(stage.hand[1], 3, aside=-66, speed=1450.0, drop=False)
    for _ in range(20):
        stage.feed()


def known_hand(stage: Stage) -> None:
    """Record the last lobs of the player who decides."""
    session, random = stage.table.session, Random(5)
    assert session.decision is not None
    name = session.name(session.decision.seat)
    for n in range(60):
        off = round(random.gauss(0, 20), 1), round(random.gauss(0, 28), 1)
        way = release(STYLES[LOB], random.gauss(1.83, 0.1)).args()
        cause = "slid" if n % 9 == 0 else "hit"
        stage.app.throws.add(
            ThrowRecord(
                f"2026-03-13T20:{n:02}:00", "lob", name, release=way, cause=cause,
                touch_right=off[0], touch_far=off[1],
            )
        )  # fmt: skip


def aiming_by_keys(stage: Stage) -> None:
    busy(stage)
    stage.key(Act.AIM)
    stage.feed()


def show_flight(stage: Stage, part: float = 0.7, card: int = 2) -> None:
    """Show a lob after this share of the time to its first touch."""
    busy(stage)
    stage.flick(stage.hand[card], 3, aside=-26, speed=1050.0)
    playback = stage.table.playback
    while not playback.flying:
        stage.feed()
    assert playback.clip is not None
    touch = playback.clip.toss.cues[0].t
    while playback.flying and playback.t < part * touch:
        stage.feed(dt=0.01)


def flying_flip(stage: Stage) -> None:
    """Show a flip after 60% of the time to its first touch."""
    busy(stage)
    stage.flick(stage.hand[0], 1, aside=20, mods=frozenset({"ctrl"}))
    playback = stage.table.playback
    while not playback.flying:
        stage.feed()
    assert playback.clip is not None
    touch = playback.clip.toss.cues[0].t
    while playback.t < 0.6 * touch:
        stage.feed(dt=0.01)


def _before_a_hit(covered: int) -> Session[Any]:
    """Return a match just before a throw that ends on other cards.

    `covered`: least number of corner signs that the thrown card covers.
    """
    whole = match("barrage-2")

    def is_wanted(session: Session[Any]) -> bool:
        if session.at + 1 >= len(whole.log) or session.at < 12:
            return False
        record = whole.log[session.at + 1]
        if record.action.verb != "landed":
            return False
        landing = Landing.of(record.action)
        best = max((contact.covered.bit_count() for contact in landing.on), default=0)
        return best >= covered and landing.first >= 0 and session.decision is not None

    return until("barrage-2", is_wanted)


def _thrown_again(stage: Stage) -> None:
    """Repeat the throw of the stored match."""
    session = _before_a_hit(2)
    record = match("barrage-2").log[session.at]
    scene = stage.sit(session)
    scene.submit(record.seat, record.action)
    playback = scene.playback
    while not playback.flying:
        stage.feed()


def verdict(stage: Stage) -> None:
    """Show the verdict of a throw just after the landing."""
    _thrown_again(stage)
    playback = stage.table.playback
    while playback.flying:
        stage.feed()
    for _ in range(8):
        stage.feed()


def slow_motion(stage: Stage) -> None:
    """Show a throw again in slow motion."""
    show_flight(stage)
    playback = stage.table.playback
    while playback.flying:
        stage.feed()
    stage.settle()
    assert stage.table.model.last_clip is not None
    stage.table.open_slow_motion()
    stage.feed()
    scene = stage.app.scene
    assert isinstance(scene, SlowMotion)
    scene.seek(0.36)
    stage.feed()


def replace(stage: Stage) -> None:
    stage.sit(match_at_option(2, "replace", 12))


def tribute(stage: Stage) -> None:
    """Show the decision which card to give."""

    def is_wanted(session: Session[Any]) -> bool:
        decision = session.decision
        return decision is not None and "give" in decision.prompt.casefold()

    stage.sit(until("barrage-2", is_wanted))


def effect(stage: Stage) -> None:
    stage.sit(match_at_option(2, "effect", 20))


def spread(stage: Stage) -> None:
    """Show an effect whose cards must be spread out to be chosen."""
    whole = match("barrage-2")
    for at, position in enumerate(whole.positions):
        decision = position.decision
        if decision is None or isinstance(decision.aim, Limits) or len(decision.options) < 3:
            continue
        piles = {z for z, spec in enumerate(position.box.zones) if spec.shape == "stack"}
        cards = {card for action in decision.options for card in action.cards}
        if cards and all(position.zone_of(card) in piles for card in cards):
            scene = stage.sit(until("barrage-2", lambda session, at=at: session.at == at))  # type: ignore[misc]
            if needs_panel(scene.model, scene.table_view, decision) and stage.app.scene is scene:
                scene.execute([SpreadPile()])
            stage.feed()
            stage.settle()
            return
    raise LookupError("no effect spreads cards: play the matches again")


def pile(stage: Stage) -> None:
    """Show a discard pile, spread to look through it."""
    busy(stage)
    stage.click(stage.where("A.discard"))
    stage.settle()


def moves(stage: Stage) -> None:
    busy(stage)
    stage.click("history")
    stage.feed()


def show_zoomed_card(stage: Stage) -> None:
    busy(stage)
    stage.hover(stage.where("1.wall3"))
    stage.table.pointer.card_zoom.key_held = True
    stage.feed()


def menu(stage: Stage) -> None:
    busy(stage)
    stage.key(Act.CANCEL)
    stage.settle()


def replay(stage: Stage) -> None:
    """Show the middle of a replay."""
    stage.show(Title())
    scene = Replay(stage.app, match("barrage-2"))
    stage.app.follow(Reset(scene))
    scene.seek(0.5)
    stage.settle()


def film(stage: Stage) -> None:
    """Show the progress of a film after a third of its pictures."""
    session = match("barrage-2")
    stage.show(Title())
    scene = Replay(stage.app, session)
    stage.app.follow(Reset(scene))
    scene.seek(0.5)
    stage.settle()
    scene.film()
    stage.feed()
    dialog = stage.app.scene
    assert isinstance(dialog, FilmDialog)
    while 3 * len(dialog.frames) < dialog.total:
        stage.feed()


ENDINGS = {  # by name of the shot: s after the scene began, and match
    f"end-{name}-{seconds}": (seconds, name)
    for name in ("rampage", "wars", "castle", "tricks-4")
    for seconds in (0.3, 1.5, 3.4)
}
EVERY: tuple[Shot, ...] = (
    Shot("title", title),
    Shot("title-continue", title_continue),
    Shot("title-profile", people),
    Shot("profiles", profiles),
    Shot("profiles-1920", profiles, LARGE),
    Shot("profiles-200", profiles, settings={"ui_scale": 2.0}),
    Shot("setup-profiles", setup_profiles),
    Shot("picker", picker),
    Shot("setup-2", setup(2)),
    Shot("setup-6", setup(6)),
    Shot("setup-wars", setup(2, "castle_wars")),
    Shot("setup-handicap", handicap),
    Shot("setup-tricks", setup(4, "tricks_of_the_trade")),
    Shot("setup-200", setup(2), settings={"ui_scale": 2.0}),
    Shot("setup-640", setup(2), SMALL),
    Shot("curtain", curtain),
    Shot("table-first", first),
    Shot("table-busy", busy),
    Shot("table-north", north),
    Shot("table-1", seats(1, 10)),
    Shot("table-4", seats(4, 40)),
    Shot("table-6", seats(6, 30)),
    Shot("table-over", over),
    Shot("picked", pick_card),
    Shot("carried", drag_over_place),
    Shot("refusal", refusal),
    Shot("aiming", show_aiming),
    Shot("aiming-known", aiming_known),
    Shot("aiming-keys", aiming_by_keys),
    Shot("flight", show_flight, settings=MOVING),
    Shot("flight-flip", flying_flip, settings=MOVING),
    Shot("verdict", verdict, settings=MOVING),
    Shot("slow-motion", slow_motion),
    Shot("replace", replace),
    Shot("tribute", tribute),
    Shot("effect", effect),
    Shot("spread", spread),
    Shot("pile", pile),
    Shot("moves", moves),
    Shot("zoomed", show_zoomed_card),
    Shot("menu", menu),
    Shot("replay", replay),
    Shot("result", show_result),
    Shot("result-200", show_result, settings={"ui_scale": 2.0}),
    Shot("result-6", result_of_six),
    Shot("result-reviewed", result_reviewed),
    Shot("end-0.5", end(0.5), settings=MOVING),
    Shot("end-2", end(2.0), settings=MOVING),
    Shot("end-4", end(4.4), settings=MOVING),
    *(Shot(name, end(*when), settings=MOVING) for name, when in ENDINGS.items()),
    Shot("end-stormed", end(1.3, "barrage-6", stormed=True), settings=MOVING),
    Shot("end-stormed-late", end(3.0, "barrage-6", stormed=True), settings=MOVING),
    Shot("statistics", statistics),
    Shot("statistics-empty", statistics_empty),
    *(Shot(f"settings-{tab}", settings(tab)) for tab in TABS),
    Shot("rulebook", rulebook),
    Shot("rulebook-search", rulebook_search),
    Shot("library", library),
    Shot("library-search", library_search),
    Shot("library-broken", library_broken),
    Shot("library-200", library, settings={"ui_scale": 2.0}),
    Shot("film", film),
    Shot("film-200", film, settings={"ui_scale": 2.0}),
    Shot("credits", credits),
    Shot("keys", key_sheet),
    Shot("crash", crash),
    Shot("left-handed", busy, settings={"left_handed": True}),
    Shot("left-handed-title", title_continue, settings={"left_handed": True}),
    Shot("plain-figures", other_deck),
    Shot("large-figures", other_deck, settings={"four_colour": True, "large_index": True}),
    Shot("wood", busy, settings={"table": "wood"}),
    Shot("night", busy, settings={"table": "night"}),
    Shot("evening", busy, settings={"table": "evening"}),
    Shot("morning", busy, settings={"table": "morning"}),
    Shot("rain", busy, settings={"table": "rain"}),
    Shot("contrast", busy, settings=CONTRAST),
    Shot("contrast-title", title_continue, settings=CONTRAST),
    Shot("colour-blind", other_deck, settings={"colour_blind": True, "large_index": True}),
    Shot("straight-above", busy, settings={"camera_tilt": 0}),
    Shot("title-640", title_continue, SMALL),
    Shot("table-busy-640", busy, SMALL),
    *CARD_SHOTS,
    *OUTLOOK_SHOTS,
    *COACH_SHOTS,
    *CURTAIN_SHOTS,
    *ANALYSIS_SHOTS,
    *MOTION_SHOTS,
    *STRIKE_SHOTS,
    *CLASH_SHOTS,
    *PRACTICE_SHOTS,
    *TODAY_SHOTS,
    *HAND_SHOTS,
    *PORTRAIT_SHOTS,
    *LOBBY_SHOTS,
    *BUILDING_SHOTS,
)
# One of each kind of screen is drawn in a large window, too.
IN_LARGE = (
    "title-continue", "library", "film", "rulebook", "throws", "editor", "range", "lesson",
    "result", "end-2", "curtain-wars", "table-busy", "aiming-known", "castle-busy", "tricks-4",
    "tricks-sheet", "wars-read", "wars-moves", "clash-sum", "lobby-empty", "lobby-half",
    "lobby-all", "lobby-offline",
)  # fmt: skip
SHOTS = (*EVERY, *(in_large_window(shot) for shot in EVERY if shot.name in (*IN_LARGE, *ENDINGS)))

PICTURES = {  # of the README, by file name: the shot
    "flight": "flight",
    "picker": "picker",
    "castle-wars": "wars-window",
    "castle-rampage": "rampage-open",
    "range": "range",
}
