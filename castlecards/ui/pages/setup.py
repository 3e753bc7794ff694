"""Set-up page of a match: seats and options, built from the game's options dataclass."""

from __future__ import annotations

import dataclasses
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from castlecards import phones
from castlecards.core.cards import SIDES
from castlecards.core.game import Balance, Game
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
from castlecards.players.ratings import Result, rating_of
from castlecards.profiles import GUEST
from castlecards.settings import ABOUT, LONGEST_NAME
from castlecards.texts import ntr, tr
from castlecards.ui import history
from castlecards.ui.cardart.seat_signs import SeatSign, first_sign
from castlecards.ui.kit.intents import Keyboard
from castlecards.ui.kit.theme import SMALL
from castlecards.ui.kit.widgets.base import Widget
from castlecards.ui.kit.widgets.basic import Button, Label, Panel, heading
from castlecards.ui.kit.widgets.boxes import Beside, Centre, Column, Grid, Row
from castlecards.ui.kit.widgets.choice import Choice
from castlecards.ui.kit.widgets.field import Field
from castlecards.ui.kit.widgets.option_line import LINE, TITLE, OptionLine
from castlecards.ui.kit.widgets.scroll import Scroll, WhenShort
from castlecards.ui.page import Page
from castlecards.ui.pages.choice_page import Candidate, ChoiceSheet, PickField
from castlecards.ui.pages.match_start import start_match
from castlecards.ui.pages.seats import (
    COMPUTER,
    KINDS,
    PERSON,
    PHONE,
    CharacterTile,
    GameBanner,
    HelpFoot,
    HelpLine,
    Pair,
    SeatCard,
    SeatToggle,
    SetupFrame,
)
from castlecards.ui.scene import Go, Push

if TYPE_CHECKING:
    from castlecards.ui.services import Services

SEED_DIGITS = 9
WORKER_DELAY = 0.25  # s after which the worker process starts, so that the page is drawn first
LARGE_SEATS = 2  # seats; with more of them their cards are small
SEAT = 220  # units, least width of a seat card
FULL_LINES = 5  # options; with more of them, or with small seat cards, two share a line
HALF_LINE, FULL_LINE = 250, 400  # units, least widths of an option
HALF_LETTERS = 34  # letters of title and longest value together; an option with more is not halved
LINE_GAP = 6  # units between two options
TITLE_PART = 0.28  # share of the width of the title above the options
EVEN, MUCH = 0.1, 0.25  # differences from half of the wins up to which a match is even, a bit hard
SEED_PART = 0.42  # share of the width of the title "Deal number"
MAX_LETTERS = 26  # letters; an option with a longer choice gets a field and a sheet
MAX_CHOICES = 6  # choices; an option with more gets a field and a sheet
TILE, LARGE_TILE = 120, 220  # units, least width and greatest height of a tile of the gallery
LARGE_SEAT = 250  # units, greatest height of a large seat card
SWITCH = (False, tr("Off")), (True, tr("On"))  # choices of an option that is on or off
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


@dataclasses.dataclass(frozen=True)
class _Option:
    """Line of an option, and the letters of its title and longest value; 0: short."""

    line: Widget
    letters: int = 0


def _own_rating(app: Services) -> float | None:
    """Elo of the player from finished matches against the computer; None if there are too few."""
    totals = history.against(history.read(app.profiles.database)[0].games)
    return rating_of([
        Result(other.level, tally.games, tally.won + tally.drawn / 2)
        for other, tally in totals.items()
    ])  # fmt: skip


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
        self._own = _own_rating(app) if game.advice is not None else None
        cast = app.characters
        seated = app.settings.opponents.get(game.id, ()) if game.advice is not None else ()
        self.sitters = [id if id in cast else "" for id in seated]  # "": a person
        self.sitters += [""] * (len(self.names) - len(self.sitters))
        known = app.settings.phone_names
        self.on_phone = {n for n, name in enumerate(self._typed()) if name in known}
        self.seat = next(
            (n for n, id in enumerate(self.sitters) if id), 1
        )  # the seat that the gallery applies to
        self._cards: list[SeatCard] = []
        self._tiles: list[CharacterTile] = []
        self._help = HelpLine()
        self._about = Label("")  # heading of the gallery
        self._shown = 0.0  # s since the page was opened
        self.stops: dict[int, str] = {}  # by player, if not the default
        self.clock = 0.0
        self.seed = ""
        self._scroll: Scroll | None = None
        self._renames: list[Callable[[], object]] = []  # update the texts that contain a name

    def build(self) -> Widget:
        self._renames = []
        gallery = self._gallery()
        rows: list[Widget] = [*self._player_count(), *self._players()]
        balance = self._balance()
        options = [*self._options(), *self._pace(), *self._stops(), self._clock(), self._deal()]
        options += self._offer(balance)
        rows += [self._head(balance), self._lines(options)]
        problem = self.problem
        if problem:
            rows.append(Label(problem, tone="danger_text", id="setup.problem"))
        left = Column(rows, 8)
        scroll = self._scroll = Scroll(
            left if gallery is None else Pair(left, gallery), before=self._scroll
        )
        start = Button("setup.start", tr("Start"), self.start, "primary", wide=160)
        start.enabled = not problem
        rules = Button("setup.rules", tr("Rules"), self.help, wide=120)
        back = Button("setup.back", tr("Back"), self.leave, wide=120)
        buttons = [rules, back, start]
        row = Row(buttons[::-1]) if self.left_handed else Row(buttons, side="right")
        self._help = HelpLine()
        self._update_gallery()
        foot = HelpFoot(self._help, row, self.left_handed)
        frame = SetupFrame(GameBanner(self.app.art, self.game), scroll, foot)
        wide = 900 if gallery is None else 1240
        return Centre(Panel(WhenShort(frame), 28), wide, 780, pad=10)

    def _lines(self, options: list[_Option]) -> Widget:
        """Options, one line each; if there are many, short ones share a line by two."""
        many = len(options) > FULL_LINES or self.players > LARGE_SEATS
        long = [one.line for one in options if many and one.letters > HALF_LETTERS]
        short = [one.line for one in options if one.line not in long]
        least = HALF_LINE if many else FULL_LINE
        return Column([Grid(short, least, LINE_GAP), *long], LINE_GAP)

    # Contents of the page

    def _player_count(self) -> list[Widget]:
        """Row with the number of players; none if the game has only one."""
        if len(self.game.players) == 1:
            return []
        counts = [(count, _people(count)) for count in self.game.players]
        act = self._set_players
        return [OptionLine("setup.players", tr("Players"), counts, self.players, act)]

    def _players(self) -> list[Widget]:
        signs, self._cards = self._signs(), []
        large = self.players <= LARGE_SEATS
        for number in range(self.players):
            who = self.app.characters.get(self.sitters[number])
            card = SeatCard(
                number, signs[number], None if who else self._field(number), who,
                self._names()[number], self._toggle(number), self.app.art.pictures,
                partial(self._touch, number), large,
                self.app.characters.get(self.app.profiles.face(self._names()[number])),
            )  # fmt: skip
            self._cards.append(card)
        rows: list[Widget] = [Grid(self._cards, SEAT, 10, tallest=LARGE_SEAT if large else 0)]
        if self._teams_text():
            label = Label(self._teams_text(), SMALL, id="setup.sides")
            self._renames.append(lambda: label.set(self._teams_text()))
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

    def _toggle(self, number: int) -> SeatToggle:
        phone = PHONE if number in self.on_phone else PERSON
        kind = COMPUTER if self.sitters[number] else phone
        kinds = [one for one in KINDS if one.key != COMPUTER or self.game.advice is not None]
        if not phones.is_available():
            kinds.sort(key=lambda one: one.key == PHONE)  # a kind that keys don't get past
        return SeatToggle(
            number, kinds, kind, self.app.art.pictures, partial(self._set_kind, number),
            partial(self._choose, number), partial(self._step_seat, number),
        )  # fmt: skip

    def _step_seat(self, seat: int, step: int) -> bool:
        """Move the focus from a seat to the next (1) or the last (-1); False if there is none."""
        if not 0 <= seat + step < self.players:
            return False
        self.layer.focus_on(self.find(f"setup.seat{seat + step}"))
        return True

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
            tile = CharacterTile(
                n, id, who, self._has_throws(), self.app.art.pictures, act, self._own
            )
            self._tiles.append(tile)
        self._about = heading("", "setup.gallery")
        return Column([self._about, Grid(self._tiles, TILE, 9, tallest=LARGE_TILE)], 9)

    def _has_throws(self) -> bool:
        try:
            return self.game.setup(self.options, self.players).box.field is not None
        except ValueError:
            return False

    def _update_gallery(self) -> None:
        """Update the gallery and the seat cards for the chosen seat."""
        if not self._tiles:
            return
        self.seat = min(self.seat, self.players - 1)
        now = self.sitters[self.seat]
        question = tr("Who sits in seat {n}?", n=self.seat + 1)
        if self._about.text != question:
            self._about.set(question)
        for card in self._cards:
            if card.chosen != (card.seat == self.seat):
                card.chosen = card.seat == self.seat
                card.changed()
        for tile, id in zip(self._tiles, self.app.characters, strict=True):
            if tile.chosen != (id == now):
                tile.chosen = id == now
                tile.changed()
        self._update_help()

    def _update_help(self) -> None:
        """Show the help of the current widget, else of the character of the chosen seat."""
        current = self.layer.current
        text = current.help if current is not None else ""
        if not text and self._tiles:
            sitting = [tile.help for tile in self._tiles if tile.chosen]
            text = next(iter(sitting), tr("Choose a character, or leave the seat to a person."))
        who = self.app.characters.get(self.sitters[self.seat])
        if who is not None and self._cards[self.seat].large:
            text = text.removeprefix(f"{who.temper} ")  # the card of the seat says it
        self._help.set(text)

    def _teams_text(self) -> str:
        """Sentence on the teams; "" if there is nothing to explain."""
        try:
            owners = self.game.owners(self.options, self.players)
            sides = self.game.setup(self.options, self.players).box.sides
        except ValueError:
            return ""
        if -1 in owners:
            return tr("The other side is an automaton, which follows simple rules.")
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

    def _options(self) -> list[_Option]:
        lines: list[_Option] = []
        for field in dataclasses.fields(self.game.options):
            about = field.metadata
            players = about.get("players")
            if not about or (players is not None and self.players not in players):
                continue
            value = self.values.get(field.name, field.default)
            lines.append(self._option(field.name, about, value))
        return lines

    def _option(self, name: str, about: Any, value: Any) -> _Option:
        id, title, help = f"setup.{name}", self._title(about), about["help"]

        def act(value: Any) -> None:
            self._set(name, value)

        choices = about["choices"] or SWITCH
        letters = [len(text) for _, text in choices]
        line: PickField | OptionLine
        if about["about"] or max(letters) > MAX_LETTERS or len(choices) > MAX_CHOICES:
            candidates = _candidates(about)
            line = PickField(
                id, title, candidates, value,
                lambda: self.go(
                    Push(
                        ChoiceSheet(
                            self.app, self._title(about), candidates, value, act, self.layer.ring
                        )
                    )
                ), help,
            )  # fmt: skip
            self._renames.append(lambda: line.set(self._title(about)))
        else:
            line = one_line = OptionLine(id, title, self._named(about), value, act, help)
            self._renames.append(lambda: one_line.set(self._title(about), self._named(about)))
        return _Option(line, len(title) + max(letters))

    def _title(self, about: Any) -> str:
        """Title of a player's option: "Anna’s faction"."""
        title, name = str(about["title"]), self._name_at(about["seat"])
        if not name:
            return title
        return tr("{name}’s {option}", name=name, option=f"{title[:1].lower()}{title[1:]}")

    def _named(self, about: Any) -> list[tuple[Any, str]]:
        """Choices of an option; one that stands for a player has the player's name."""
        seats = about["seats"]
        return [
            (value, self._name_at(seats.get(value, -1)) or text)
            for value, text in about["choices"] or SWITCH
        ]

    def _name_at(self, seat: int) -> str:
        """Name of the player at a seat of the game; "" if none sits there."""
        try:
            owners = self.game.owners(self.options, self.players)
        except ValueError:
            return ""
        if not 0 <= seat < len(owners) or not 0 <= owners[seat] < self.players:
            return ""
        return self._names()[owners[seat]]

    def _balance(self) -> Balance | None:
        """Chances of the sides; None if the game says nothing of them or cannot be dealt."""
        return None if self.problem else self.game.balance(self.options, self.players)

    def _head(self, balance: Balance | None) -> Widget:
        """Heading of the options, beside it a sentence on how even the sides are."""
        title = heading(tr("Options"))
        if balance is None:
            return title
        owners = self.game.owners(self.options, self.players)
        text_of = partial(self._fairness, balance, owners)
        label = Label(text_of(), SMALL, "right", id="setup.balance")
        self._renames.append(lambda: label.set(text_of()))
        return Beside(title, label, TITLE_PART, HALF_LINE)

    def _offer(self, balance: Balance | None) -> list[_Option]:
        """Button for options that make the sides more even; nothing if there are none."""
        if balance is None or not balance.offer:
            return []
        button = Button(
            "setup.even", tr("Set handicap"), partial(self._set_even_options, balance), tall=LINE
        )
        button.help = tr("Set the handicap that gives both sides about the same chance.")
        return [_Option(button)]

    def _fairness(self, balance: Balance, owners: Sequence[int]) -> str:
        """Sentence on how even the sides are."""
        share, off = balance.share, abs(balance.share - 0.5)
        if balance.proven:
            return tr("This pairing is about even.")
        if off <= EVEN:
            return tr("This pairing should be about even.")
        weak, strong = owners[:2] if share < 0.5 else owners[1::-1]
        people = [n for n in range(self.players) if self._is_person(n)]
        much = off > MUCH
        if people == [weak]:
            if much:
                return tr("This pairing is much harder for you.")
            return tr("This pairing is a little harder for you.")
        if people == [strong]:
            if much:
                return tr("This pairing is much easier for you.")
            return tr("This pairing is a little easier for you.")
        name = self._names()[weak]
        if much:
            return tr("This pairing is much harder for {name}.", name=name)
        return tr("This pairing is a little harder for {name}.", name=name)

    def _set_even_options(self, balance: Balance) -> None:
        """Set the options that make the sides more even."""
        for name, value in balance.offer:
            self._set(name, value)

    def _clock(self) -> _Option:
        help = tr("Time for each decision. When time runs out, the default move is made.")
        line = OptionLine("setup.clock", tr("Clock"), CLOCKS, self.clock, self._set_clock, help)
        return _Option(line)

    def _pace(self) -> list[_Option]:
        """Pace of computer players; nothing if none are seated."""
        if not any(self.sitters[: self.players]):
            return []
        about = ABOUT["pace"]
        act = lambda pace: self.app.change(pace=pace)  # noqa: E731
        now = self.app.settings.pace
        line = OptionLine("setup.pace", about.title, about.choices, now, act, about.help)
        return [_Option(line)]

    def _stops(self) -> list[_Option]:
        """Reaction prompts of each person; nothing if the game has no reactions."""
        if not self.game.windows:
            return []
        lines: list[_Option] = []
        people = [n for n in range(self.players) if not self.sitters[n]]
        for player in people:
            text_of = partial(self._stop_title, player)
            act = lambda stop, player=player: self._set_stop(player, stop)  # noqa: E731
            line = OptionLine(
                f"setup.stop{player}", text_of(), STOP_CHOICES, self._stop(player), act, STOPS_HELP
            )
            self._renames.append(partial(_retitle, line, text_of))
            lines.append(_Option(line))
        return lines

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

    def _deal(self) -> _Option:
        field = Field(
            "setup.seed", tr("Deal number"), self.seed, self._set_seed, self.start,
            tr("random"), SEED_DIGITS, str.isdecimal, tall=LINE,
        )  # fmt: skip
        field.help = tr("Same number, same cards. Leave it empty for a random deal.")
        return _Option(Beside(Label(tr("Deal number"), TITLE), field, SEED_PART, HALF_LINE))

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
            names = self._names()
            here = {name for n, name in enumerate(names) if self._is_person(n)}
            phone = {name for n, name in enumerate(names) if n in self.on_phone} & here
            others = set(self.app.settings.phone_names) - here
            self.app.change(phone_names=tuple(sorted(phone | others)))
            self.go(start_match(self.app, self.session))

    def against(self, id: str = "") -> str:
        """Seat a person first, against a character; return the id of the character or "".

        With `id`, or if no character is seated yet, it becomes a match for two if the game allows.
        The opponent is then `id`, else the last one, else the first free character.
        """
        if id or not any(self.sitters[: self.players]) or self.players < 2:
            self.players = 2 if 2 in self.game.players else self.players
            self.sitters[1] = id or self.sitters[1] or self._free_character()
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
        go = super().update(dt)
        self._update_help()
        return go

    @property
    def keyboard(self) -> Keyboard:
        """Keyboard mode: on a seat toggle the digit keys choose a character."""
        return "tools" if isinstance(self.layer.focus, SeatToggle) else super().keyboard

    def _touch(self, seat: int) -> None:
        self.seat = seat
        self._update_gallery()

    def _set_kind(self, seat: int, kind: str) -> None:
        if kind == PHONE and not phones.is_available():
            self.app.notify(phones.MISSING)
            kind = PERSON
        self.on_phone = self.on_phone | {seat} if kind == PHONE else self.on_phone - {seat}
        if kind == COMPUTER:
            self._seat(seat, self.sitters[seat] or self._free_character())
        else:
            self._seat(seat, "")

    def _free_character(self) -> str:
        """Id of the first character that is not seated yet, else of the first; "" if none exist."""
        free = [id for id in self.app.characters if id not in self.sitters[: self.players]]
        return next(iter([*free, *self.app.characters]), "")

    def _choose(self, seat: int, number: int) -> None:
        ids = [*self.app.characters]
        if number < len(ids) and self.game.advice is not None:
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
        self.on_phone -= {number}
        if name in self.app.settings.phone_names:
            self.on_phone |= {number}
        self.rebuild()

    def _set_name(self, number: int, text: str) -> None:
        self.names[number] = text
        self.app.change(player_names=tuple(self._typed()))
        for rename in self._renames:
            rename()


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


def _retitle(line: OptionLine, text_of: Callable[[], str]) -> None:
    line.set(text_of())


def _people(count: int) -> str:
    return ntr(count, "{n} player (solo)", "{n} players")
