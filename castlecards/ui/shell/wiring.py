"""Scene factory: maps each route to its scene; the only module that knows all scenes.

Scenes are imported on first use, so that the splash screen does not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlecards.ui import routes
from castlecards.ui.routes import Route
from castlecards.ui.scene import Scene
from castlecards.ui.services import Services


def make(app: Services, route: Route) -> Scene:
    """Create the scene of a route."""
    return MAKE[type(route)](app, route)


def _title(app: Services, _: routes.Title) -> Scene:
    from castlecards.ui.pages.title import Title

    return Title(app)


def _today(app: Services, route: routes.Today) -> Scene:
    from castlecards.ui.pages.today import Today

    return Today(app, route.day)


def _day_station(app: Services, route: routes.DayStation) -> Scene:
    from castlecards.ui.practice.day_task import open_station

    return open_station(app, route.task, route.station, route.counts)


def _rival_replay(app: Services, route: routes.RivalReplay) -> Scene:
    from castlecards.ui.practice.rival_replay import RivalReplay

    return RivalReplay(app, route.task, route.score)


def _picker(app: Services, _: routes.Picker) -> Scene:
    from castlecards.ui.pages.game_picker import Picker

    return Picker(app)


def _setup(app: Services, route: routes.Setup) -> Scene:
    from castlecards.ui.pages.setup import Setup

    return Setup(app, app.games[route.game])


def _library(app: Services, route: routes.Library) -> Scene:
    from castlecards.ui.pages.library import Library
    from castlecards.ui.table.render.thumbnail import match_picture

    return Library(app, match_picture, route.file)


def _profiles(app: Services, _: routes.Profiles) -> Scene:
    from castlecards.ui.pages.profiles import ProfilesPage

    return ProfilesPage(app)


def _settings(app: Services, route: routes.Settings) -> Scene:
    from castlecards.ui.pages.settings import SettingsPage

    return SettingsPage(app, route.tab)


def _rules(app: Services, route: routes.Rules) -> Scene:
    from castlecards.ui.pages.rulebook import Rulebook

    return Rulebook(app, route.game, route.rule)


def _key_sheet(app: Services, _: routes.KeySheet) -> Scene:
    from castlecards.ui.pages.key_sheet import KeySheet

    return KeySheet(app)


def _statistics(app: Services, _: routes.Statistics) -> Scene:
    from castlecards.ui.pages.statistics import Statistics

    return Statistics(app)


def _throws(app: Services, _: routes.Throws) -> Scene:
    from castlecards.ui.pages.throws import Throws

    return Throws(app)


def _medals(app: Services, _: routes.Medals) -> Scene:
    from castlecards.ui.pages.medals import Medals

    return Medals(app)


def _credits(app: Services, _: routes.Credits) -> Scene:
    from castlecards.ui.pages.credits import Credits

    return Credits(app)


def _lobby(app: Services, route: routes.Lobby) -> Scene:
    from castlecards.ui.pages.lobby import Lobby

    return Lobby(app, route.session, route.playing)


def _table(app: Services, route: routes.Table) -> Scene:
    from castlecards.ui.table.scene import TableScene

    return TableScene(app, route.session)


def _result(app: Services, route: routes.Result) -> Scene:
    from castlecards.ui.table.summary.result import Result

    return Result(app, route.session, route.closing)


def _replay(app: Services, route: routes.Replay) -> Scene:
    from castlecards.ui.table.replay import Replay

    return Replay(app, route.session, route.at, route.until)


def _film(app: Services, route: routes.Film) -> Scene:
    from castlecards.ui import finished, keep
    from castlecards.ui.pages.film import FilmDialog
    from castlecards.ui.table.highlights import HighlightReel

    reel = HighlightReel(app, route.session, 0, route.start, (), route.end)
    reel.still = False
    title = finished.title if route.session.over else keep.title
    return FilmDialog(app, reel, title(route.session))


def _analysis(app: Services, route: routes.Analysis) -> Scene:
    from castlecards.ui.pages.analysis import AnalysisPage
    from castlecards.ui.table.render.thumbnail import table_thumbnail

    return AnalysisPage(app, route.session, table_thumbnail)


def _practice(app: Services, _: routes.Practice) -> Scene:
    from castlecards.ui.practice.pages import Practice

    return Practice(app)


def _range_setup(app: Services, route: routes.RangeSetup) -> Scene:
    from castlecards.ui.practice.pages import RangeSetup

    return RangeSetup(app, route.options)


def _range(app: Services, route: routes.Range) -> Scene:
    from castlecards.ui.practice.free_range import free_range

    return free_range(app, route.options)


def _target_game(app: Services, _: routes.TargetGame) -> Scene:
    from castlecards.ui.practice.target_game import open_game

    return open_game(app)


def _drill(app: Services, route: routes.Drill) -> Scene:
    from castlecards.ui.practice.target_game import open_game

    return open_game(app, route.method, route.measured)


def _throw_coach(app: Services, route: routes.ThrowCoach) -> Scene:
    from castlecards.ui.pages.throw_coach import ThrowCoach

    return ThrowCoach(app, route.player)


def _level(app: Services, route: routes.Level) -> Scene:
    from castlecards.ui.practice.level_attempt import open_level

    return open_level(app, route.loaded)


def _mistake(app: Services, route: routes.Mistake) -> Scene:
    from castlecards.ui.practice.mistake_attempt import open_mistake

    return open_mistake(app, route.mistake, route.session)


def _lesson(app: Services, route: routes.Lesson) -> Scene:
    from castlecards.ui.practice.lesson import open_lesson

    return open_lesson(app, route.loaded, route.at)


def _editor(app: Services, route: routes.Editor) -> Scene:
    from castlecards.ui.practice.editor import open_editor

    return open_editor(app, route.loaded)


def _open_twice(app: Services, route: routes.AlreadyOpen) -> Scene:
    from castlecards.ui.pages.already_open import AlreadyOpen

    return AlreadyOpen(app, route.instance_lock)


def _crashed(app: Services, route: routes.CrashPage) -> Scene:
    from castlecards.ui.pages.crash_page import CrashPage

    return CrashPage(app, route.log, route.saved)


MAKE: dict[type[Route], Callable[[Services, Any], Scene]] = {
    routes.Title: _title,
    routes.Today: _today,
    routes.DayStation: _day_station,
    routes.RivalReplay: _rival_replay,
    routes.Picker: _picker,
    routes.Setup: _setup,
    routes.Library: _library,
    routes.Profiles: _profiles,
    routes.Settings: _settings,
    routes.Rules: _rules,
    routes.KeySheet: _key_sheet,
    routes.Statistics: _statistics,
    routes.Throws: _throws,
    routes.Medals: _medals,
    routes.Credits: _credits,
    routes.Lobby: _lobby,
    routes.Table: _table,
    routes.Result: _result,
    routes.Replay: _replay,
    routes.Film: _film,
    routes.Analysis: _analysis,
    routes.Practice: _practice,
    routes.RangeSetup: _range_setup,
    routes.Range: _range,
    routes.TargetGame: _target_game,
    routes.Drill: _drill,
    routes.ThrowCoach: _throw_coach,
    routes.Level: _level,
    routes.Mistake: _mistake,
    routes.Lesson: _lesson,
    routes.Editor: _editor,
    routes.AlreadyOpen: _open_twice,
    routes.CrashPage: _crashed,
}
