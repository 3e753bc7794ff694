"""Set-up page of a match: seats and options, built from the game's options dataclass."""

from __future__ import annotations

import dataclasses
import secrets
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from castlecards.core.cards import SIDES
from castlecards.core.game import Game
from castlecards.core.sentence_templates import joined_list
from castlecards.core.session import (
    ALWAYS,
    ATTACKED,
    ATTACKS,
    HUMAN,
    MATTERS,
    NAMES,
    NEVER,
    USUAL,
    Session,
    unique_names,
)
from castlecards.profiles import GUEST
from castlecards.settings import ABOUT, LONGEST_NAME
from castlecards.texts import ntr, tr
from castlecards.ui.cardart.seat_signs import SeatSign, first_sign
from castlecards.ui.kit.intents import Keyboard
from castlecards.ui.kit.theme import SMALL
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Toggle, heading
from castlecards.ui.kit.widgets.boxes import Beside, Column, Grid
from castlecards.ui.kit.widgets.choice import Choice
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages.choice_page import Candidate, ChoiceSheet, PickField
from castlecards.ui.pages.resume import begin
from castlecards.ui.pages.seats import CharacterTile, GameBanner, Pair, SeatRow, SeatToggle
from castlecards.ui.scene import Go, Push

if TYPE_CHECKING:
    from castlecards.ui.services import Services

SEED_DIGITS = 9
WORKER_DELAY = 0.25  # s after which the worker process starts, so that the page is drawn first
LEFT_ROWS = 5  # seats and options; with more of them, clock and deal stand below the gallery
MAX_LETTERS = 26  # letters; an option with a longer choice gets a field and a sheet
MAX_CHOICES = 6  # choices; an option with more gets a field and a sheet
CLOCKS = (
    (0.0, tr("None")), (15.0, tr("15 seconds")), (30.0, tr("30 seconds")),
    (60.0, tr("1 minute")), (120.0, tr("2 minutes")),
)  # fmt: skip
STOP_CHOICES = (
    (ALWAYS, tr("Always")), (MATTERS, tr("When needed")), (ATTACKS, tr("Every attack")),
    (ATTACKED, tr("When attacked")), (NEVER, tr("Never")),
)  # fmt: skip
STOPS_HELP = tr(
    "When to ask if you want to react: in other players’ turns, and before your own attack counts. "
    "Press W at the table to change it."
)


class Setup(Page):
    """Set-up page of a match of `game`; `start` deals and opens the table."""

    def __init__(self, app: Services, game: Game[Any]) -> None:
        super().__init__(app)
        self.game = game
        self.about = game.id
        self.players = app.settings.player_counts.get(game.id, 2)
        if self.players not in game.players:
            self.players = 2 if 2 in game.players else game.players[0]
        self.values: dict[str, Any] = {  # options by name; a missing one keeps its default
            field.name: getattr(app.settings, field.metadata["setting"])
            for field in dataclasses.fields(game.options)
            if field.metadata.get("setting")
        }
        self.names = list(app.settings.player_names)
        cast = app.characters
        seated = app.settings.opponents.get(game.id, ()) if game.advice is not None else ()
        self.sitters = [id if id in cast else "" for id in seated]  # "": a person
        self.sitters += [""] * (len(self.names) - len(self.sitters))
        self.seat = next(
            (n for n, id in enumerate(self.sitters) if id), 1
        )  # the seat that the gallery applies to
        self._rows: list[SeatRow] = []
        self._tiles: list[CharacterTile] = []
        self._character = Label("")  # what the chosen character is like
        self._manner = Label("")  # how it thinks and throws
        self._about = Label("")  # heading of the gallery
        self._shown = 0.0  # s since the page was opened
        self.stops: dict[int, str] = {}  # by player, if not the default
        self.clock = 0.0
        self.seed = ""
        self._scroll: Scroll | None = None
        # Labels that contain a player's name, and functions that return their text.
        self._name_labels: list[tuple[Label, Callable[[], str]]] = []

    def build(self) -> Widget:
        self._name_labels = []
        rows: list[Widget] = [*self._player_count(), *self._players()]
        gallery = self._gallery()
        if gallery is not None:
            rows = [Column(rows, 9)]
            self._update_gallery()
        options = self._options()
        if options:
            rows += [heading(tr("Options")), *options]
        more = [*self._pace(), *self._stops()]
        rows += more
        rest = [self._clock(), self._deal()]
        few = self.players + len(options) + len(more) <= LEFT_ROWS
        if gallery is None or few:
            rows += rest
        else:
            gallery = Column([gallery, *rest], 9)
        problem = self.problem
        if problem:
            rows.append(Label(problem, tone="danger_text", id="setup.problem"))
        left = Column(rows, 8)
        scroll = Scroll(left if gallery is None else Pair(left, gallery))
        if self._scroll is not None:
            scroll.offset = self._scroll.offset
        self._scroll = scroll
        start = Button("setup.start", tr("Start"), self.start, "primary", wide=160)
        start.enabled = not problem
        rules = Button("setup.rules", tr("Rules"), self.help, wide=120)
        back = Button("setup.back", tr("Back"), self.leave, wide=120)
        return sheet(
            GameBanner(self.app.art, self.game, few), [scroll], [rules, back, start], tallest=768,
            widest=900 if gallery is None else 1240, left_handed=self.left_handed,
        )  # fmt: skip

    # Contents of the page

    def _player_count(self) -> list[Widget]:
        """Row with the number of players; none if the game has only one."""
        if len(self.game.players) == 1:
            return []
        counts = [(count, _people(count)) for count in self.game.players]
        choice = Choice("setup.players", tr("Players"), counts, self.players, self._set_players)
        return [Beside(Label(tr("Players")), choice)]

    def _players(self) -> list[Widget]:
        rows: list[Widget] = []
        signs, self._rows = self._signs(), []
        for number in range(self.players):
            who = self.app.characters.get(self.sitters[number])
            row = SeatRow(
                number, signs[number], None if who else self._field(number), who,
                self._names()[number], self._toggle(number), self.app.art.pictures,
                partial(self._touch, number),
            )  # fmt: skip
            self._rows.append(row)
        rows += self._rows
        if self._seating():
            label = Label(self._seating(), SMALL, id="setup.sides")
            self._name_labels.append((label, self._seating))
            rows.append(label)
        return rows

    def _field(self, number: int) -> Widget:
        """Name of a person: typed, or one of the profiles that sit nowhere else, or a guest."""
        profiles = self.app.profiles
        if profiles.several:
            people, own = self._typed(), self._typed()[number]
            free = [one.name for one in profiles.by_id.values()]
            taken = {name for n, name in enumerate(people) if self._is_person(n)} - {own}
            return Choice(
                f"setup.name{number}", tr("Player in seat {n}", n=number + 1),
                [(name, name) for name in (*free, GUEST) if name not in taken - {GUEST}], own,
                partial(self._set_profile, number),
            )  # fmt: skip
        return Field(
            f"setup.name{number}", tr("Name of player {n}", n=number + 1), self.names[number],
            partial(self._set_name, number), hint=NAMES[number], limit=LONGEST_NAME,
            wide=300,
        )  # fmt: skip

    def _toggle(self, number: int) -> SeatToggle | None:
        if self.game.advice is None:
            return None  # the game has no computer players
        return SeatToggle(
            number, bool(self.sitters[number]), self.app.art.pictures,
            partial(self._set_computer, number), partial(self._choose, number),
        )  # fmt: skip

    def _signs(self) -> list[SeatSign]:
        """Signs of the players, the same as at the table."""
        try:
            owners = self.game.owners(self.options, self.players)
            suits = self.game.suit_colours(self.game.setup(self.options, self.players))
        except ValueError:
            owners, suits = tuple(range(self.players)), ()
        return [
            first_sign(owners.index(n) if n in owners else n, suits) for n in range(self.players)
        ]

    def _gallery(self) -> Widget | None:
        """Gallery of characters; None if the game has no computer players."""
        self._tiles = []
        if self.game.advice is None:
            return None
        for n, (id, who) in enumerate(self.app.characters.items()):
            act = partial(self._pick, id)
            tile = CharacterTile(n, id, who, self._throws(), self.app.art.pictures, act)
            self._tiles.append(tile)
        self._about = heading("", "setup.gallery")
        self._character, self._manner = Label("", id="setup.temper"), Label("", SMALL)
        words = Column([self._character, self._manner], 4)
        return Column([self._about, Grid(self._tiles, 120, 9), words], 9)

    def _throws(self) -> bool:
        try:
            return self.game.setup(self.options, self.players).box.field is not None
        except ValueError:
            return False

    def _update_gallery(self) -> None:
        """Update the gallery and the seat rows for the chosen seat."""
        self.seat = min(self.seat, self.players - 1)
        now = self.sitters[self.seat]
        question = tr("Who sits in seat {n}?", n=self.seat + 1)
        if self._about.text != question:
            self._about.set(question)
        for row in self._rows:
            if row.chosen != (row.seat == self.seat):
                row.chosen = row.seat == self.seat
                row.changed()
        temper, manner = tr("Choose a character, or leave the seat to a person."), ""
        for tile, id in zip(self._tiles, self.app.characters, strict=True):
            if tile.chosen != (id == now):
                tile.chosen = id == now
                tile.changed()
            if id == now:
                temper, manner = tile.who.temper, tile.description
        self._character.set(temper)
        self._manner.set(manner)

    def _seating(self) -> str:
        """Sentence on the teams; "" if there is nothing to explain."""
        try:
            owners = self.game.owners(self.options, self.players)
            sides = self.game.setup(self.options, self.players).box.sides
        except ValueError:
            return ""
        if -1 in owners:
            return tr("The game itself plays the other side.")
        if not self.game.teams or self.players < 3:
            return ""
        names, teams = self._names(), []
        for side in sorted(set(sides)):
            seats = Counter(owner for owner, own in zip(owners, sides, strict=True) if own == side)
            people = [
                tr("{name} with {n} hands", name=names[n], n=k) if k > 1 else names[n]
                for n, k in seats.items()
            ]
            about = {"names": joined_list(people), "side": SIDES[side]}
            teams.append("{names} ({side})".format_map(about))
        return tr("{team} against {other}", team=teams[0], other=teams[1])

    def _options(self) -> list[Widget]:
        rows: list[Widget] = []
        for field in dataclasses.fields(self.game.options):
            about = field.metadata
            players = about.get("players")
            if not about or (players is not None and self.players not in players):
                continue
            rows.append(self._option(field.name, about, self.values.get(field.name, field.default)))
        return rows

    def _option(self, name: str, about: Any, value: Any) -> Widget:
        id, title = f"setup.{name}", self._title(about)

        def act(value: Any) -> None:
            self._set(name, value)

        control: Widget
        wordy = any(len(text) > MAX_LETTERS for _, text in about["choices"])
        if about["choices"] and (about["about"] or wordy or len(about["choices"]) > MAX_CHOICES):
            candidates = _candidates(about)
            control = PickField(
                id, title, candidates, value,
                lambda: self.go(
                    Push(
                        ChoiceSheet(
                            self.app, self._title(about), candidates, value, act, self.layer.ring
                        )
                    )
                ),
            )  # fmt: skip
        elif about["choices"]:
            control = Choice(id, title, about["choices"], value, act)
        else:
            control = Toggle(id, title, bool(value), act)
        label = Label(title)
        self._name_labels.append((label, lambda: self._title(about)))
        control.tip = about["help"]
        return Beside(label, control)

    def _title(self, about: Any) -> str:
        """Title of a player's option: "Anna’s faction"."""
        title, seat = str(about["title"]), about["seat"]
        try:
            owners = self.game.owners(self.options, self.players)
        except ValueError:
            return title
        if not 0 <= seat < len(owners) or not 0 <= owners[seat] < self.players:
            return title
        name = self._names()[owners[seat]]
        return tr("{name}’s {option}", name=name, option=f"{title[:1].lower()}{title[1:]}")

    def _clock(self) -> Widget:
        help = tr("Time for each decision. When time runs out, the default move is made.")
        choice = Choice("setup.clock", tr("Clock"), CLOCKS, self.clock, self._set_clock, help)
        return Beside(Label(tr("Clock")), choice)

    def _pace(self) -> list[Widget]:
        """Row with the pace of computer players; no row if none are seated."""
        if not any(self.sitters[: self.players]):
            return []
        about = ABOUT["pace"]
        act = lambda pace: self.app.change(pace=pace)  # noqa: E731
        now = self.app.settings.pace
        choice = Choice("setup.pace", about.title, about.choices, now, act, about.help)
        return [Beside(Label(about.title), choice)]

    def _stops(self) -> list[Widget]:
        """Rows with the reaction prompts of each person; none if the game has no reactions."""
        if not self.game.windows:
            return []
        rows: list[Widget] = []
        people = [n for n in range(self.players) if not self.sitters[n]]
        for player in people:
            text_of = partial(self._stop_title, player)
            label = Label(text_of())
            self._name_labels.append((label, text_of))
            act = lambda stop, player=player: self._set_stop(player, stop)  # noqa: E731
            choice = Choice(
                f"setup.stop{player}", text_of(), STOP_CHOICES, self._stop(player), act, STOPS_HELP
            )
            rows.append(Beside(label, choice))
        return rows

    def _stop_title(self, player: int) -> str:
        return tr("Ask {name}", name=self._names()[player])

    def _stop(self, player: int) -> str:
        """Setting for the reaction prompts of a player, `ALWAYS` for computer players.

        With several players the default is `USUAL`, as each prompt interrupts the others.
        """
        if self.sitters[player]:
            return ALWAYS
        people = sum(not id for id in self.sitters[: self.players])
        return self.stops.get(player, USUAL if self.players > 1 or people > 1 else ALWAYS)

    def _deal(self) -> Widget:
        field = Field(
            "setup.seed", tr("Deal number"), self.seed, self._set_seed, self.start,
            tr("random"), SEED_DIGITS, str.isdecimal,
        )  # fmt: skip
        field.tip = tr("Same number, same cards. Leave it empty for a random deal.")
        return Beside(Label(tr("Deal number")), field)

    # Result of the set-up

    @property
    def options(self) -> Any:
        """Options of the match. Those hidden for this number of players keep their defaults."""
        shown = {
            field.name
            for field in dataclasses.fields(self.game.options)
            if field.metadata.get("players") is None or self.players in field.metadata["players"]
        }
        return self.game.options(**{k: v for k, v in self.values.items() if k in shown})

    @property
    def problem(self) -> str:
        """Reason why the match cannot start with these options; "" if it can."""
        try:
            self.game.owners(self.options, self.players)
            self.game.setup(self.options, self.players)
        except ValueError as error:
            return f"{error}."
        return ""

    def session(self) -> Session[Any]:
        seed = int(self.seed) if self.seed else secrets.randbelow(10**SEED_DIGITS)
        cast, ids = self.app.characters, self.sitters[: self.players]
        kinds = [cast[id].level if id else HUMAN for id in ids]
        names = self._names()
        stops = [self._stop(player) for player in range(self.players)]
        return Session(
            self.game, self.options, self.players, seed, kinds, names, self.clock, stops,
            characters=ids,
        )  # fmt: skip

    def _names(self) -> tuple[str, ...]:
        """Names by seat; a number is added to a name that is used twice."""
        cast, people = self.app.characters, self._typed()
        pairs = zip(people, self.sitters, strict=True)
        seated = [cast[id].name if id else name for name, id in pairs]
        return unique_names(seated[: self.players])

    def _is_person(self, seat: int) -> bool:
        return seat < self.players and not self.sitters[seat]

    def _typed(self) -> list[str]:
        """Names of the people. With several profiles, each sits once and all others are guests."""
        profiles, names = self.app.profiles, list[str]()
        if not profiles.several:
            pairs = zip(NAMES, self.names, strict=True)
            return [name.strip() or usual for usual, name in pairs]
        for seat, name in enumerate(self.names):
            known = profiles.id_of(name) is not None
            people = [name for n, name in enumerate(names) if self._is_person(n)]
            guest = self._is_person(seat) and (not known or name in people)
            names.append(GUEST if guest else name)
        return names

    def start(self) -> None:
        """Start the match; a dialog asks first whether to keep an unfinished game."""
        if not self.problem:
            self.go(begin(self.app, self.session))

    def against(self, id: str = "") -> str:
        """Seat a person first, against a character; return the id of the character or "".

        With `id`, or if no character is seated yet, it becomes a match for two if the game allows.
        The opponent is then `id`, else the last one, else the first free character.
        """
        if id or not any(self.sitters[: self.players]) or self.players < 2:
            self.players = 2 if 2 in self.game.players else self.players
            self.sitters[1] = id or self.sitters[1] or self._usual()
        self.sitters[0] = ""
        return next(filter(None, self.sitters[: self.players]), "")

    # Changes

    def _set_players(self, players: int) -> None:
        self.players = players
        counts = {**self.app.settings.player_counts, self.game.id: players}
        self.app.change(player_counts=counts)
        self.rebuild()

    def _set(self, name: str, value: Any) -> None:
        self.values[name] = value
        setting = self.game.options.__dataclass_fields__[name].metadata["setting"]
        if setting:
            self.app.change(**{setting: value})
        self.rebuild()

    def update(self, dt: float) -> Go:
        """Advance a frame; start the worker process of computer players after `WORKER_DELAY` s."""
        before, self._shown = self._shown, self._shown + dt
        if before < WORKER_DELAY <= self._shown and self.game.advice is not None:
            self.app.thinker.start()
        focus = self.layer.focus
        if isinstance(focus, SeatToggle) and focus.seat != self.seat:
            self._touch(focus.seat)
        return super().update(dt)

    @property
    def keyboard(self) -> Keyboard:
        """Keyboard mode: on a seat toggle the digit keys choose a character."""
        return "tools" if isinstance(self.layer.focus, SeatToggle) else super().keyboard

    def _touch(self, seat: int) -> None:
        self.seat = seat
        self._update_gallery()

    def _set_computer(self, seat: int, computer: bool) -> None:
        if computer != bool(self.sitters[seat]):
            self._seat(seat, self._usual() if computer else "")
        else:
            self._touch(seat)

    def _usual(self) -> str:
        """Id of the first character that is not seated yet, else of the first; "" if none exist."""
        free = [id for id in self.app.characters if id not in self.sitters[: self.players]]
        return next(iter([*free, *self.app.characters]), "")

    def _choose(self, seat: int, number: int) -> None:
        ids = [*self.app.characters]
        if number < len(ids):
            self._seat(seat, ids[number])

    def _pick(self, id: str) -> None:
        """Seat a character of the gallery at the chosen seat."""
        self._seat(self.seat, id)

    def _seat(self, seat: int, id: str) -> None:
        self.seat, self.sitters[seat] = seat, id
        opponents = {**self.app.settings.opponents, self.game.id: tuple(self.sitters)}
        self.app.change(opponents=opponents)
        self.rebuild()

    def _set_clock(self, seconds: float) -> None:
        self.clock = seconds

    def _set_stop(self, player: int, stop: str) -> None:
        self.stops[player] = stop

    def _set_seed(self, text: str) -> None:
        self.seed = text

    def _set_profile(self, number: int, name: str) -> None:
        self._set_name(number, name)
        self.rebuild()

    def _set_name(self, number: int, text: str) -> None:
        self.names[number] = text
        self.app.change(player_names=tuple(self._typed()))
        for label, text_of in self._name_labels:
            label.set(text_of())


def _candidates(about: Any) -> list[Candidate]:
    """Choices of an option with the sentences that explain them."""
    sentences = [*about["about"], *("" for _ in about["choices"])]
    return [
        Candidate(value, text, sentence)
        for (value, text), sentence in zip(about["choices"], sentences, strict=False)
    ]


def against(app: Services, game: Game[Any], id: str = "", seed: int | None = None) -> Session[Any]:
    """New match with the saved options against the last opponent, or against character `id`.

    `seed`: number of the deal; None for a random one."""
    page = Setup(app, game)
    page.against(id)
    page.seed = "" if seed is None else str(seed)
    return page.session()


def _people(count: int) -> str:
    return ntr(count, "{n} player (solo)", "{n} players")
