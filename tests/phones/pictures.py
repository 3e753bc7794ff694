"""Stored pictures of the page at six sizes: `python -m tests.phones.pictures` draws them again.

They are compared at a sixth of their size, because browsers and machines draw letters differently.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pygame

from castlecards.core.rng import noise
from castlecards.phones.address import join_url
from castlecards.phones.page import page
from castlecards.phones.server import PhoneServer
from castlecards.ui.cardart.cards import CardArt
from castlecards.ui.cardart.deck_sheet import deck_sheet
from castlecards.ui.kit.incremental import run_to_end
from tests.games.play import GAME_BY_ID
from tests.phones.browser import HOST, Browser, browser
from tests.phones.table import phone_table

FOLDER = Path(__file__).parent / "pictures"
SIZES = ((320, 568), (390, 844), (412, 915), (844, 390), (820, 1180), (1280, 800))  # CSS px
# A game for each size, and the number of questions that are answered before.
MOMENTS = (
    ("tricks_of_the_trade", 0), ("castle_wars", 8), ("card_barrage", 0), ("tricks_of_the_trade", 9),
    ("castle", 7), ("castle_rampage", 4),
)  # fmt: skip
PART = 6  # pictures are compared at this fraction of their size
CARD = "#hand .card:not([aria-disabled])"  # it is tapped before


def names() -> list[str]:
    """Return the names of the stored pictures."""
    return [
        f"{game}_{width}x{height}"
        for (game, _), (width, height) in zip(MOMENTS, SIZES, strict=True)
    ]


def take_pictures(chromium: Browser) -> Iterator[bytes]:
    """Return a PNG of each moment at its size, with a card tapped."""
    for (game, answered), size in zip(MOMENTS, SIZES, strict=True):
        table = phone_table(GAME_BY_ID[game], 2, 3)
        table.session.names = ("Ann", "Ben")
        for n in range(answered):
            decision = table.session.position.decision
            options = decision.options
            table.session.submit(decision.seat, options[noise(3, n, 1)[0] % len(options)])
            table.settle()
        pictures = run_to_end(deck_sheet(CardArt(), table.session.start.box.faces, 10))
        server = PhoneServer("127.0.0.1", 0, (0, 1), page(), pictures=pictures, host=HOST)
        server.start()
        try:
            server.publish(table.states())
            decision = table.session.position.decision
            token = server.tokens[decision.seat]
            shown = chromium.open(join_url(HOST, server.port, token), size)
            shown.until("typeof state === 'object' && state && "
                        "document.body.classList.contains('pictures')")  # fmt: skip
            if shown.run(f"document.querySelector('{CARD}') !== null"):
                shown.tap(CARD)
                shown.until("picked.length")
            shown.run("new Promise((done) => setTimeout(done, 100))")
            yield shown.picture()
        finally:
            chromium.close_pages()
            server.close()


def difference(one: bytes, two: bytes) -> float:
    """Return the mean difference of two reduced PNGs, 0 to 255; 255 if they differ in size."""
    pictures = [pygame.image.load(BytesIO(raw), "page.png") for raw in (one, two)]
    width, height = pictures[0].get_size()
    if pictures[1].get_size() != (width, height):
        return 255.0
    small = [
        pygame.image.tobytes(
            pygame.transform.smoothscale(each, (width // PART, height // PART)), "RGB"
        )
        for each in pictures
    ]
    return sum(abs(a - b) for a, b in zip(*small, strict=True)) / len(small[0])


def main() -> None:
    """Draw all pictures again."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser(Path(folder)) as chromium:
        for name, raw in zip(names(), take_pictures(chromium), strict=True):
            (FOLDER / f"{name}.png").write_bytes(raw)


if __name__ == "__main__":
    main()
