"""Builder of the committed files below assets/: fonts, icons, courts, sounds, music, credits.

Playing does not need it. A build needs a network, npm, node and rsvg-convert (librsvg). fontTools
reduces the fonts, and soundfile packs the music, in a scratch environment. art/sources.toml lists
the sources of all files.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.court_art import build_courts
from tools.credits import attribution
from tools.music import PIECES, render_music
from tools.synth import write_sounds, write_wave

ROOT = Path(__file__).resolve().parent.parent
ART = ROOT / "tools" / "art"
CARD_ICON = 384  # px; the largest card on a 4K screen shows its icon at about this size
UI_ICON = 96  # px; interface signs are at most 32 px at scale 3
EMBLEM = 320  # px
MARK = 128  # px
APP_ICON = 256  # px
GROUPS = {"tech": CARD_ICON, "emblem": EMBLEM, "rampage": CARD_ICON, "mark": MARK}
EPOCH = "1735689600"  # s, written into fonts, so that a second build gives the same bytes
# Latin with all accents, Greek, Cyrillic, punctuation, currency, arrows, mathematics, shapes
CHARACTERS = (
    "20-24F,2B0-2FF,300-36F,370-3FF,400-4FF,1E00-1EFF,2000-206F,2070-209F,20A0-20BF,"
    "2100-215F,2190-21FF,2200-22FF,2300-2335,25A0-25FF,2600-2667,2713-2717,FFFD"
)
PARTS = ("fonts", "icons", "courts", "sounds", "music", "credits")
FEATURES = "kern,mark,mkmk,ccmp,locl,liga,case,lnum"

Sources = Mapping[str, Any]


def run(*command: str | Path, cwd: Path | None = None) -> None:
    """Run a command. Raises SystemExit with the command's own message if it fails."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH},
        )
    except FileNotFoundError:
        raise SystemExit(f"{command[0]} is not installed") from None
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def fetch(sources: Sources, scratch: Path) -> Path:
    """Folder of the npm packages; installs missing ones."""
    packages = [f"{name}@{version}" for name, version in sources["npm"].items()]
    scratch.mkdir(parents=True, exist_ok=True)
    if not (scratch / "package.json").exists():
        (scratch / "package.json").write_text('{"name": "assets", "private": true}')
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", *packages, cwd=scratch)
    return scratch / "node_modules"


def scratch_python(sources: Sources, scratch: Path) -> Path:
    """Python that has fontTools and soundfile, in an environment of its own."""
    home = scratch / "python"
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
    pins = [f"{name}=={version}" for name, version in sources["pip"].items()]
    run(python, "-m", "pip", "install", "--quiet", *pins)
    return python


def build_fonts(sources: Sources, packages: Path, python: Path, out: Path) -> None:
    """Write the fonts, reduced to CHARACTERS."""
    out.mkdir(parents=True, exist_ok=True)
    for name, parts in sources["fonts"].items():
        with tempfile.TemporaryDirectory() as folder:
            cut = [Path(folder) / f"{i}.ttf" for i in range(len(parts))]
            for part, target in zip(parts, cut, strict=True):
                run(
                    python, "-m", "fontTools.subset", packages / part, f"--unicodes={CHARACTERS}",
                    f"--layout-features={FEATURES}", f"--output-file={target}", "--no-hinting",
                    "--name-IDs=0,1,2,3,4,5,6,13,14",
                    "--flavor=none",  # a packed font would be unpacked for each size
                )  # fmt: skip
            if len(cut) == 1:
                shutil.copyfile(cut[0], out / name)
            else:
                merged = f"--output-file={out / name}"
                run(python, "-m", "fontTools.merge", *cut, merged, "--drop-tables=GDEF,gasp")
            run(python, ART / "lining_figures.py", out / name)
    for family, entry in sources["families"].items():
        shutil.copyfile(packages / entry["licence"], out / f"{family}-OFL.txt")


def build_music(python: Path, out: Path) -> None:
    """Write the music loops as Ogg Vorbis; as wave files they would be larger than all the rest."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in PIECES:
            source = Path(folder) / f"{name}.wav"
            write_wave(source, render_music(name))
            run(python, ART / "to_ogg.py", source, out / f"{name}.ogg")


def rasterise(svg: str, size: int, out: Path) -> None:
    """Render a drawing as a PNG, white on transparent."""
    with tempfile.NamedTemporaryFile("w", suffix=".svg") as source:
        source.write(svg)
        source.flush()
        run("rsvg-convert", "-w", str(size), "-h", str(size), source.name, "-o", out)


def whitened(body: str) -> str:
    """SVG of a drawing, coloured white."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
    return f"{head}{body.replace('currentColor', '#fff')}</svg>"


def build_icons(sources: Sources, packages: Path, out: Path) -> None:
    """Write the icons of all groups."""
    game = json.loads((packages / "@iconify-json/game-icons/icons.json").read_text("utf-8"))
    for group, size in GROUPS.items():
        (out / group).mkdir(parents=True, exist_ok=True)
        for key, (icon, *author) in sources[group].items():
            own = ART / f"{icon}.svg"
            svg = whitened(game["icons"][icon]["body"]) if author else own.read_text("utf-8")
            rasterise(svg, size, out / group / f"{key}.png")
    (out / "ui").mkdir(parents=True, exist_ok=True)
    for key, icon in sources["ui"].items():
        svg = (packages / "lucide-static/icons" / f"{icon}.svg").read_text("utf-8")
        rasterise(svg.replace("currentColor", "#fff"), UI_ICON, out / "ui" / f"{key}.png")
    shutil.copyfile(packages / "lucide-static/LICENSE", out / "ui" / "LICENSE.txt")
    rasterise((ART / "app_icon.svg").read_text("utf-8"), APP_ICON, out / "app.png")


def main() -> None:
    """Build the parts that the arguments name."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help=f"{' '.join(PARTS)} (default: all)")
    parser.add_argument("--out", type=Path, default=ROOT / "assets")
    parser.add_argument("--scratch", type=Path, default=ROOT / "build" / "assets",
                        help="where packages are kept between builds")  # fmt: skip
    options = parser.parse_args()
    parts = options.parts or PARTS
    if unknown := set(parts) - set(PARTS):
        parser.error(f"unknown part: {', '.join(sorted(unknown))}")
    sources = tomllib.loads((ART / "sources.toml").read_text("utf-8"))
    if {"fonts", "icons", "courts"} & set(parts):
        packages = fetch(sources, options.scratch)
    if {"fonts", "music"} & set(parts):
        python = scratch_python(sources, options.scratch)
    if "fonts" in parts:
        build_fonts(sources, packages, python, options.out / "fonts")
    if "icons" in parts:
        build_icons(sources, packages, options.out / "icons")
    if "courts" in parts:
        source = packages / "@letele/playing-cards"
        build_courts(source, options.out / "courts", ART / "court_svgs.mjs", run)
    if "sounds" in parts:
        write_sounds(options.out / "sounds")
    if "music" in parts:
        build_music(python, options.out / "music")
    if "credits" in parts:
        (options.out / "ATTRIBUTION.md").write_text(attribution(sources, options.out), "utf-8")


if __name__ == "__main__":
    main()
