"""Lobby page: QR codes and letters with which phones join a match, and who plays where.

It opens the server of the phones once the picture of the deck is painted, and closes it when nobody
plays on a phone. During a match the same page stands above the table. It shows nothing of a hand;
the tokens of the codes are drawn on the screen alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame
from pygame import Rect, Surface

from castlecards import phones
from castlecards.core.session import HUMAN, Session
from castlecards.phones import address
from castlecards.phones.message import sheet_of
from castlecards.texts import tr
from castlecards.ui.cardart.deck_sheet import deck_sheet
from castlecards.ui.cardart.seat_signs import SeatSign, draw_sign, sign_of
from castlecards.ui.kit.canvas import Canvas
from castlecards.ui.kit.incremental import Steps
from castlecards.ui.kit.shapes import Colour
from castlecards.ui.kit.theme import BODY, CONTROL, HEADING, RADIUS, SMALL, Look, Style
from castlecards.ui.kit.widgets.base import Size, Widget
from castlecards.ui.kit.widgets.basic import Button, Inset, Label
from castlecards.ui.kit.widgets.boxes import Beside, Column, Grid, Row, Space, Split
from castlecards.ui.kit.widgets.choice import Choice
from castlecards.ui.kit.widgets.scroll import Scroll
from castlecards.ui.page import Page, sheet
from castlecards.ui.pages.rulebook import plain_rules
from castlecards.ui.routes import Table
from castlecards.ui.scene import Back, Go, Reset

if TYPE_CHECKING:
    from castlecards.ui.services import Services

Matrix = Sequence[Sequence[bool]]  # of a QR code, True: dark

QUIET = 4  # modules, light border around a QR code
LEAST_MODULE = 3  # px, side of a module
CODE, SMALL_CODE = 290, 190  # units, greatest sides of a code with one row of cards and with two
ONE_ROW = 3  # people, at most, in one row of cards
EDGE = 12  # units, inner margin of a card
LINE = 4  # units between the lines of a card
CARDS = {1: 620, 2: 480, 4: 480}  # units, least width of a card by number of people
SMALL_CARD = 370  # units, the same for other numbers
WIDE = 1240  # units, of the page
UNREACHED = 45.0  # s without a device, after which the page says what to try
PLACE = Style("bold", 15, "text")
LETTERS = Style("bold", 22, "gold_high")
COVER = Style("bold", 18, "link")
PAPER: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
PLACES = (False, tr("On this screen")), (True, tr("On a phone"))
HOW = tr("Point each phone’s camera at its code, on the same Wi-Fi as this computer.")
LISTENERS = tr("On an open Wi-Fi, strangers can read along.")
NO_DEVICE = tr("No device has opened the page yet. Try another network, or a phone’s hotspot.")
NO_NETWORK = tr("This computer isn’t on a network. Join one, or play on this screen.")


class QrCode(Widget):
    """QR code with its light border, or a sentence in its place."""

    shade = 0

    def __init__(self, id: str, matrix: Matrix, most: float, text: str = "") -> None:
        """`most`: units, greatest side."""
        super().__init__(id, text)
        self.matrix = matrix
        self.most = most
        self.text = text

    @property
    def modules(self) -> int:
        """Modules in a row, with the border."""
        return len(self.matrix) + 2 * QUIET

    def measure(self, look: Look, width: int) -> Size:
        module = max(LEAST_MODULE, min(width, look.px(self.most)) // self.modules)
        return module * self.modules, module * self.modules

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, Rect(rect.topleft, self.measure(look, rect.width)))

    def draw(self, canvas: Canvas) -> None:
        look, rect = canvas.look, self.rect
        canvas.box(rect, RADIUS / 2, PAPER)
        if not self.text:
            border = QUIET * (rect.width // self.modules)
            inner = rect.inflate(-2 * border, -2 * border)
            canvas.paste(pygame.transform.scale(self._painted(), inner.size), inner.topleft)
            return
        lines = look.wrap(self.text, COVER, rect.width - look.px(2 * EDGE))
        y = rect.centery - look.line(COVER) * (len(lines) - 1) / 2
        for n, line in enumerate(lines):
            canvas.text(line, (rect.centerx, y + n * look.line(COVER)), COVER, "c")

    def _painted(self) -> Surface:
        """Picture with one px a module, without the border."""
        image = Surface((len(self.matrix), len(self.matrix)))
        image.fill(PAPER)
        for y, row in enumerate(self.matrix):
            for x, dark in enumerate(row):
                if dark:
                    image.set_at((x, y), BLACK)
        return image


class NameLabel(Label):
    """Name of a person behind the person's sign."""

    def __init__(self, name: str, sign: SeatSign) -> None:
        super().__init__(name, HEADING)
        self.sign = sign

    def draw(self, canvas: Canvas) -> None:
        look, rect = canvas.look, self.rect
        draw_sign(canvas, self.sign, (rect.left + look.px(8), rect.centery), look.px(8))
        name, style = look.fit(self.text, HEADING, rect.width - look.px(24))
        canvas.text(name, (rect.left + look.px(24), rect.centery), style, "w")

    def measure(self, look: Look, width: int) -> Size:
        return width, look.line(HEADING)


class Lobby(Page):
    """Lobby of a match. `playing`: it stands above its table, and moves people at any time."""

    def __init__(self, app: Services, session: Session[Any], playing: bool = False) -> None:
        super().__init__(app)
        self.session = session
        self.about = session.game.id
        self.playing = playing
        self.persons = [n for n, kind in enumerate(session.kinds) if kind == HUMAN]
        known = app.settings.phone_names
        named = (n for n in self.persons if session.names[n] in known)
        self.people = set(app.phones.people if playing else named)  # who use a phone
        self.addresses = address.local_addresses()
        self.address = app.phones.place.rpartition(":")[0] or next(iter(self.addresses), "")
        self.fault = ""  # reason why phones can't join
        self.pictures = b""
        self._steps: Steps[bytes] | None = None  # of the picture of the deck
        self._painted = 0  # faces of that picture
        self._progress = Label("", id="lobby.progress")
        self._waited = 0.0  # s since the server was opened
        self._shown: object = None  # what the widgets show
        if not playing:
            app.phones.close()

    # -- contents -------------------------------------------------------------------------------

    def build(self) -> Widget:
        room, count = self.app.phones, len(self.persons)
        note: Widget = Label(LISTENERS, SMALL)
        if len(self.addresses) > 1:
            choices = [(one, one) for one in self.addresses]
            choice = Choice("lobby.network", tr("Network"), choices, self.address, self._change)
            note = Beside(note, choice)
        rows = [self._notice(), note]
        grid = Grid(list(map(self._card, self.persons)), CARDS.get(count, SMALL_CARD), EDGE)
        rows.append(Column([grid], widest=CARDS[1] if count == 1 else 0))
        buttons = [Button("lobby.screen", tr("All on this screen"), self._all_here)]
        buttons[0].enabled = bool(self.people)
        if self.playing:
            buttons.append(Button("lobby.back", tr("Back to the table"), self.leave, "primary"))
        else:
            start = Button("lobby.start", tr("Start"), self.start, "primary", wide=160)
            start.enabled = not self.people or (room.is_open and not room.missing)
            buttons += [Button("lobby.back", tr("Back"), self.leave, wide=120), start]
        body = Scroll(Column(rows, 10))
        return sheet(tr("Connect the phones"), [body], buttons, WIDE, 0, self.left_handed)

    def _notice(self) -> Widget:
        """Line above the cards: a question, a fault, or how to join. It is always as high."""
        room = self.app.phones
        for one in room.confirmations()[:1]:
            name = self.session.names[one.seat]
            text = tr("Is this {name}’s phone? It shows {sign}.", name=name, sign=one.sign)
            yes, no = (partial(room.confirm, one.number, agreed) for agreed in (True, False))
            return Row([
                Label(text, id="lobby.asked"),
                Button("lobby.yes", tr("Yes"), yes, wide=80),
                Button("lobby.no", tr("No"), no, wide=80),
            ])  # fmt: skip
        if self.fault:
            fault = Label(self.fault, BODY, id="lobby.fault", tone="danger_text")
            return Row([fault, Button("lobby.again", tr("Try again"), self._retry)])
        text = NO_DEVICE if self._is_unreached else HOW
        opening = self.people and not room.is_open
        how = self._progress if opening else Label(text, id="lobby.how")
        return Row([how, Space(CONTROL)])

    def _card(self, player: int) -> Widget:
        session, room, name = self.session, self.app.phones, self.session.names[player]
        is_on_phone, is_here = player in self.people, room.has_joined(player)
        act = partial(self._move, player)
        lines: list[Widget] = [Choice(f"lobby.place{player}", name, PLACES, is_on_phone, act)]
        row: Widget = lines[0]
        if is_on_phone and room.is_open:
            cover = tr("{name}’s phone is here", name=name) if is_here else ""
            matrix = address.qr_matrix(room.url(player))
            most = CODE if len(self.persons) <= ONE_ROW else SMALL_CODE
            code, letters = QrCode(f"lobby.qr{player}", matrix, most, cover), room.code(player)
            half = len(letters) // 2
            if not is_here:
                lines += [
                    Label(tr("No camera? Open this address and type the letters:"), SMALL),
                    Label(room.place, PLACE),
                    Label(f"{letters[:half]} {letters[half:]}", LETTERS, id=f"lobby.code{player}"),
                ]
            row = Split(code, Column(lines, LINE), 0.5, 0, EDGE)
        sign = sign_of(session, session.owners.index(player))
        return Inset(Column([NameLabel(name, sign), row], LINE), EDGE)

    @property
    def _is_unreached(self) -> bool:
        """True if the network seems to keep devices from this computer."""
        room = self.app.phones
        return room.is_open and not room.was_reached() and self._waited > UNREACHED

    # -- opening --------------------------------------------------------------------------------

    def update(self, dt: float) -> Go:
        """Open the server when it is wanted, and show what the phones have done."""
        room = self.app.phones
        if room.error:
            self.fault = tr("The phones have lost this computer: {reason}", reason=room.error)
            room.close()
        elif room.is_open:
            self._waited += dt
        elif self.people and not self.fault:
            self._prepare()
        joined = [n for n in self.people if room.has_joined(n)]
        asked, fault = room.confirmations(), self.fault
        now = room.place, self.people, joined, asked, fault, self._is_unreached, self.addresses
        if now != self._shown:
            self._shown = now
            self.rebuild()
        return super().update(dt)

    def _prepare(self) -> None:
        """Paint the picture of the deck in steps, then open the server, or say why it can't be."""
        if not phones.is_available():
            self.fault = phones.MISSING
        elif not self.address:
            self.fault = NO_NETWORK
        elif self.pictures:
            self._open()
        else:
            faces = self.session.start.box.faces
            if self._steps is None:
                self._painted = 0
                self._steps = deck_sheet(self.app.art, faces, sheet_of(self.session)[0])
            share = 100 * self._painted // (len(faces) + 1)
            self._progress.set(tr("Preparing the cards: {n} %", n=share))

    def prerender(self) -> bool:
        """Paint one face of the picture of the deck."""
        if self._steps is None:
            return False
        try:
            next(self._steps)
            self._painted += 1
        except StopIteration as end:
            self.pictures, self._steps = end.value, None
        return self._steps is not None

    def _open(self) -> None:
        self._waited = 0.0
        try:
            rules = plain_rules(self.session.game)
            self.app.phones.open(self.session, self.people, self.address, self.pictures, rules)
        except OSError as error:
            self.fault = error.strerror or str(error)

    # -- changes --------------------------------------------------------------------------------

    def _move(self, player: int, to_phone: bool) -> None:
        """Move a person between screen and phone; the server closes after the last one."""
        room = self.app.phones
        self.people = self.people | {player} if to_phone else self.people - {player}
        if not self.people:
            room.close()
            self.fault = ""
        elif room.is_open:
            (room.move_to_phone if to_phone else room.move_to_screen)(player)

    def _all_here(self) -> None:
        for player in tuple(self.people):
            self._move(player, False)

    def _change(self, place: str) -> None:
        """Serve the page on another address of this computer."""
        self.address = place
        self._retry()

    def _retry(self) -> None:
        self.addresses = address.local_addresses()
        if self.address not in self.addresses:
            self.address = next(iter(self.addresses), "")
        self.fault = ""
        self.app.phones.close()

    def start(self) -> None:
        self.go(Reset(Table(self.session)))

    def leave(self) -> None:
        if not self.playing or not self.people:
            self.app.phones.close()
        self.go(Back())
