"""Asset tests: every file is credited, complete, small, and built by the tools."""

from __future__ import annotations

import fnmatch
import itertools
import re
import tomllib
import wave
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from castlecards import paths
from castlecards.ui.cardart.drawing import FILES
from castlecards.ui.cardart.drawing import FILES as CARD_FONTS
from castlecards.ui.kit.theme import FILES as UI_FONTS
from tools.build_assets import GROUPS
from tools.court_art import COURTS, FRAME, SIZE, SUITS, split_suit_signs
from tools.credits import Row, attribution, lines_for
from tools.synth import RATE, RECIPES, SEAMLESS, render

ASSETS = paths.assets()
ART = Path(__file__).resolve().parents[1] / "tools" / "art"
SOURCES = tomllib.loads((ART / "sources.toml").read_text("utf-8"))
CREDITS = (ASSETS / "ATTRIBUTION.md").read_text("utf-8")
LIMIT = 8 << 20  # bytes of all assets


def files(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    )


def without_credit(names: list[str], rows: list[Row]) -> list[str]:
    return [name for name in names if not any(fnmatch.fnmatch(name, row[0]) for row in rows)]


def stale(names: list[str], rows: list[Row]) -> list[str]:
    return [row[0] for row in rows if not fnmatch.filter(names, row[0])]


def test_every_file_is_credited_and_every_line_has_a_file() -> None:
    rows = lines_for(CREDITS)
    assert without_credit(files(ASSETS), rows) == []
    assert stale(files(ASSETS), rows) == []
    assert len({row[0] for row in rows}) == len(rows), "no file has two lines"


def test_a_planted_file_or_line_is_found() -> None:
    rows = lines_for(CREDITS)
    assert without_credit([*files(ASSETS), "icons/tech/new.png"], rows) == ["icons/tech/new.png"]
    gone = ("sounds/gone.ogg", "x", "y", "z")
    assert stale(files(ASSETS), [*rows, gone]) == ["sounds/gone.ogg"]
    with pytest.raises(ValueError, match="four cells"):
        lines_for("| a | b |\n")


def test_the_credits_are_what_the_tool_writes() -> None:
    assert attribution(SOURCES, ASSETS) == CREDITS


def test_authors_of_icons_are_named_and_licences_lie_beside() -> None:
    rows = {row[0]: row for row in lines_for(CREDITS)}
    named = re.search(r"Their authors are ([^.]*)\.", CREDITS)
    assert named
    for group in GROUPS:
        for key, (icon, *author) in SOURCES[group].items():
            row = rows[f"icons/{group}/{key}.png"]
            if author:
                assert row[1:] == (f"game-icons: {icon}", author[0], "CC BY 3.0")
                assert author[0] in named[1]
            else:
                assert (ART / f"{icon}.svg").is_file()
                assert row[3] == "MIT"
    for name in SOURCES["fonts"]:
        licence = (ASSETS / "fonts" / f"{name.split('-')[0]}-OFL.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE" in licence.upper()
    assert "ISC License" in (ASSETS / "icons" / "ui" / "LICENSE.txt").read_text("utf-8")


def test_all_assets_are_small() -> None:
    sizes = {name: (ASSETS / name).stat().st_size for name in files(ASSETS)}
    assert sum(sizes.values()) < LIMIT
    assert min(sizes.values()) > 0


def test_54_different_pictures_and_all_signs() -> None:
    assert len(SOURCES["tech"]) == 54
    assert len({tuple(icon) for icon in SOURCES["tech"].values()}) == 54
    folders = {**GROUPS, "ui": 96}
    for folder, side in folders.items():
        for key in SOURCES[folder]:
            image = pygame.image.load(ASSETS / "icons" / folder / f"{key}.png")
            assert image.get_size() == (side, side)
            share = pygame.mask.from_surface(image).count() / side**2
            assert 0.005 < share < 0.95, key
    assert pygame.image.load(ASSETS / "icons" / "app.png").get_size() == (256, 256)


@pytest.mark.long
def test_every_court_is_there_in_two_parts() -> None:
    """The figure has at least four colours and no background; its suit is a white shape alone."""
    assert pytest.approx(FRAME[0] / (FRAME[1] / 2), rel=0.005) == SIZE[0] / SIZE[1]
    for suit, court in itertools.product(SUITS, COURTS):
        figure, marks = (
            pygame.image.load(ASSETS / "courts" / f"{suit}{court}{ending}.png")
            for ending in ("", "-suit")
        )
        assert figure.get_size() == marks.get_size() == SIZE
        solid = pygame.surfarray.array_alpha(figure) == 255
        assert 0.3 < solid.mean() < 0.9, "a person, and free ground"
        colours = pygame.surfarray.array3d(figure)[solid] // 32
        _, counts = np.unique(colours, axis=0, return_counts=True)
        assert (counts > 0.02 * solid.sum()).sum() >= 3
        shown = pygame.surfarray.array_alpha(marks) > 127
        assert 0.0005 < shown.mean() < 0.1, (suit, court)
        assert (pygame.surfarray.array3d(marks)[shown] > 250).all()


def test_a_court_that_is_drawn_otherwise_is_not_taken() -> None:
    with pytest.raises(SystemExit, match="package has changed"):
        split_suit_signs("<svg></svg>", "S")


@pytest.mark.parametrize("name", sorted(SOURCES["fonts"]))
def test_fonts_have_the_signs_we_write(name: str) -> None:
    pygame.font.init()
    font = pygame.font.Font(ASSETS / "fonts" / name, 20)
    signs = "AZaz09–—‘’“”…·×−°½éüßőłŠ"
    if name.startswith("Inter"):
        signs += "←→↑↓≤≥≈±σ✓●■▲ΩЖж∞"
    found = font.metrics(signs)
    assert [sign for sign, metrics in zip(signs, found, strict=True) if metrics is None] == []


@pytest.mark.parametrize("name", sorted(SOURCES["fonts"]))
def test_fonts_are_plain_for_each_size_of_a_packed_one_is_unpacked_anew(name: str) -> None:
    assert (ASSETS / "fonts" / name).read_bytes()[:4] == b"\0\1\0\0"  # TrueType


def test_every_named_font_is_there() -> None:
    assert set(UI_FONTS.values()) | set(CARD_FONTS.values()) <= set(SOURCES["fonts"])
    assert FILES["figure"] == "Inter-Bold.ttf"


@pytest.mark.parametrize("name", sorted(n for n in SOURCES["fonts"] if n.startswith("Alegreya")))
def test_figures_in_card_text_stand_on_one_line(name: str) -> None:
    """Old-style figures, as in this font family, rise and fall between 0 and 9."""
    pygame.font.init()
    font = pygame.font.Font(ASSETS / "fonts" / name, 100)
    spans = [(low, high) for _, _, low, high, _ in filter(None, font.metrics("0123456789"))]
    assert len(spans) == 10
    assert max(low for low, _ in spans) - min(low for low, _ in spans) <= 4
    assert max(high for _, high in spans) - min(high for _, high in spans) <= 4


def samples(name: str, take: int) -> NDArray[np.int16]:
    """Return the samples of a sound file."""
    with wave.open(str(ASSETS / "sounds" / f"{name}-{take}.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2")


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_sounds_are_what_the_tool_makes(name: str) -> None:
    _, takes, peak = RECIPES[name]
    assert len(list((ASSETS / "sounds").glob(f"{name}-*.wav"))) == takes
    kept = [samples(name, take) for take in range(1, takes + 1)]
    for take, heard in enumerate(kept, 1):
        made = render(name, take).astype(int)
        assert len(made) == len(heard)
        assert np.abs(made - heard).max() <= 2, "another machine may round otherwise"
        assert np.abs(heard).max() / 32767 == pytest.approx(peak, abs=0.01)
        if name in SEAMLESS:
            steps = np.abs(np.diff(heard.astype(int)))
            assert abs(int(heard[0]) - int(heard[-1])) <= steps.max(), "no click at the seam"
            continue
        assert abs(int(heard[0])) < 700, "no click at the beginning"
        assert abs(int(heard[-1])) < 40, "nor at the end"
    for one, two in itertools.pairwise(kept):
        length = min(len(one), len(two))
        assert np.corrcoef(one[:length], two[:length])[0, 1] < 0.95, "takes differ"


def centroid(name: str) -> float:
    """Return the mean of the spectrum, Hz: the brightness of a sound."""
    heard = samples(name, 1).astype(float)
    spectrum = np.abs(np.fft.rfft(heard))
    return float((spectrum * np.fft.rfftfreq(len(heard), 1 / RATE)).sum() / spectrum.sum())


def test_sounds_have_their_character() -> None:
    bright = {name: centroid(name) for name in RECIPES}
    assert bright["land"] < bright["snap"], "a slap on cloth is duller than a snap of paper"
    assert bright["push"] < bright["slide"]
    assert bright["error"] < bright["chime"] < bright["perfect"]
    length = {name: len(samples(name, 1)) / RATE for name in RECIPES}
    assert length["tick"] < 0.1
    assert max(length[name] for name in RECIPES if name not in SEAMLESS) < 2
    assert bright["stone"] < bright["crack"], "stones rumble, a strike on stone is sharp"
    assert bright["horn"] < bright["point"]
