"""Packager of the program as an app for this system: a folder that needs no Python.

    python tools/package.py [--out dist] [--check] [--install]

Needs `pip install -r packaging/requirements.txt ".[package]"`. On Debian and its kin a `.deb` is
made of the folder. `--check` runs both in an empty environment under Xvfb (docs/packaging.md says
what is looked at); `--install` installs the `.deb` and removes it again, for which one has to be
root.
"""

from __future__ import annotations

import argparse
import datetime
import gzip
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.rows import at_most, print_rows  # noqa: E402
from benchmarks.screen import display  # noqa: E402
from castlecards import __version__  # noqa: E402

NAME = "castlecards"
STATIC = ROOT / "packaging"
UNUSED = (
    "tkinter", "matplotlib", "scipy", "PIL", "joblib", "distributed", "pytest", "unittest",
    "doctest", "pydoc_data", "pdb", "numpy.f2py", "numpy.ma", "numpy.polynomial", "numpy.testing",
)  # fmt: skip
FOLDER = 80.0  # MB, bar of the size of the folder
PACKED = 30.0  # MB, bar of the size of the package
START = 0.4  # s, bar of the time to start
STARTS = 5  # measured starts; the fastest counts
REQUIRED_LIBRARIES = "libx11-6, libxext6"  # SDL opens them itself, so that no library asks for them
RECOMMENDED_LIBRARIES = (
    "libxcursor1, libxi6, libxfixes3, libxrandr2, libxss1, libpulse0 | libasound2, libgl1"
)


def main(words: Sequence[str] | None = None) -> int:
    """Build the packages and check them. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--check", action="store_true", help="run what was built")
    parser.add_argument("--install", action="store_true", help="install the .deb and remove it")
    args = parser.parse_args(words)
    args.out.mkdir(parents=True, exist_ok=True)
    folder = build(args.out)
    print(f"built {folder}")
    short = print_rows([at_most("the folder", megabytes(folder), FOLDER, "MB")])
    deb = debian(folder, args.out) if shutil.which("dpkg-deb") else None
    if deb is not None:
        print(f"built {deb}")
        short += print_rows([at_most("the .deb", megabytes(deb), PACKED, "MB")])
    if args.check:
        short += check(folder)
    if args.install:
        if deb is None:
            sys.exit("there is no dpkg-deb here, and so no package to install")
        short += install(deb)
    return 1 if short else 0


def build(out: Path) -> Path:
    """Folder made by PyInstaller: the program, its Python, its libraries and its data."""
    package = ROOT / "castlecards"
    carried = [(ROOT / name, f"{NAME}/_data/{name}") for name in ("assets", "levels")]
    for rules in sorted(package.glob("games/*/rules.md")):
        carried.append((rules, str(rules.parent.relative_to(ROOT))))
    words = ["--noconfirm", "--clean", "--onedir", "--name", NAME, "--log-level", "WARN"]
    words += ["--paths", str(ROOT), "--collect-submodules", NAME]
    words += ["--icon", str(ROOT / "assets" / "icons" / "app.png")] if os.name == "nt" else []
    words += ["--windowed"] if sys.platform == "darwin" else []
    for source, target in carried:
        words += ["--add-data", f"{source}{os.pathsep}{target}"]
    for name in UNUSED:
        words += ["--exclude-module", name]
    with tempfile.TemporaryDirectory(prefix="castlecards-package-") as work:
        words += ["--distpath", str(out), "--workpath", work, "--specpath", work]
        entry = str(package / "__main__.py")
        subprocess.run([sys.executable, "-m", "PyInstaller", *words, entry], check=True)
    if sys.platform == "linux" and shutil.which("strip"):
        strip(out / NAME)
    return out / NAME


def strip(folder: Path) -> None:
    """Remove the symbols of the libraries, which only a debugger reads.

    Those in folders `*.libs` stay: auditwheel has patched them, and they do not load any more
    once they have been stripped."""
    libraries = [
        path
        for path in folder.rglob("*.so*")
        if not path.is_symlink() and not path.parent.name.endswith(".libs")
    ]
    subprocess.run(["strip", "--strip-unneeded", *map(str, libraries)], check=True)


def debian(folder: Path, out: Path) -> Path:
    """Debian package with menu entry, icon, description for software centres, and manual page."""
    machine = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with tempfile.TemporaryDirectory(prefix="castlecards-deb-") as work:
        tree = Path(work) / "tree"
        copy_files(folder, tree)
        for path in tree.rglob("*"):
            if not path.is_symlink():
                runs = path.is_dir() or path.stat().st_mode & 0o100
                path.chmod(0o755 if runs else 0o644)
        control = tree / "DEBIAN" / "control"
        control.parent.mkdir()
        control.write_text(control_file(machine, round(megabytes(tree) * 1000)), encoding="utf-8")
        deb = out / f"{NAME}_{__version__}_{machine}.deb"
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(deb)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return deb


def copy_files(folder: Path, tree: Path) -> None:
    """Copy all files of the package below `tree`, in their places below `/`."""
    share = tree / "usr" / "share"
    shutil.copytree(folder, tree / "usr" / "lib" / NAME, symlinks=True)
    command = tree / "usr" / "games" / NAME
    command.parent.mkdir()
    command.symlink_to(f"../lib/{NAME}/{NAME}")
    icons = share / "icons" / "hicolor" / "256x256" / "apps"
    for target, text in {
        share / "applications" / f"{NAME}.desktop": template_text("castlecards.desktop"),
        share / "metainfo" / "io.github.castlecards.Castlecards.metainfo.xml": template_text(
            "castlecards.metainfo.xml"
        ),
        share / "doc" / NAME / "copyright": (ROOT / "LICENSE").read_text(encoding="utf-8"),
        share / "doc" / NAME / "ATTRIBUTION.md": (ROOT / "assets" / "ATTRIBUTION.md").read_text(
            encoding="utf-8"
        ),
    }.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    icons.mkdir(parents=True)
    shutil.copy(ROOT / "assets" / "icons" / "app.png", icons / f"{NAME}.png")
    for target, text in {
        share / "man" / "man6" / f"{NAME}.6.gz": template_text("castlecards.6"),
        share / "doc" / NAME / "changelog.gz": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
    }.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def template_text(name: str) -> str:
    """Text of a template in `packaging`, with its slots filled."""
    text = (STATIC / name).read_text(encoding="utf-8")
    today = datetime.date.today().isoformat()
    return text.replace("@VERSION@", __version__).replace("@DATE@", today)


def control_file(machine: str, kilobytes: int) -> str:
    """Control file. The C library must be at least as new as the one of the build system."""
    libc = platform.libc_ver()[1]
    return (
        f"Package: {NAME}\n"
        f"Version: {__version__}\n"
        "Section: games\n"
        "Priority: optional\n"
        f"Architecture: {machine}\n"
        "Maintainer: The Castlecards authors <castlecards@users.noreply.github.com>\n"
        f"Installed-Size: {kilobytes}\n"
        f"Depends: libc6 (>= {libc}), {REQUIRED_LIBRARIES}\n"
        f"Recommends: {RECOMMENDED_LIBRARIES}\n"
        "Description: five castle card games on one virtual tabletop\n"
        " Cards slide, turn, riffle, lie crooked and fly. In Card Barrage they are\n"
        " really thrown: flick one with the mouse, through simulated air, onto the\n"
        " other player's castle.\n"
        " .\n"
        " Card Barrage, Castle Wars, Castle Rampage, Castle and Tricks of the Trade,\n"
        " for people at one screen and against computer players; a practice range,\n"
        " levels and lessons.\n"
    )


def megabytes(path: Path) -> float:
    """Size of a file or folder, MB."""
    files = [path] if path.is_file() else [f for f in path.rglob("*") if not f.is_symlink()]
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def check(folder: Path) -> int:
    """Start and play in an empty environment; return the number of missed bars."""
    program = folder / NAME
    short = 0
    with display() as env, tempfile.TemporaryDirectory(prefix="castlecards-home-") as home:
        bare = {"HOME": home, "DISPLAY": env["DISPLAY"], "SDL_AUDIODRIVER": "dummy"}
        times = []
        for _ in range(STARTS):
            done = subprocess.run(
                [str(program), "--timing"], env=bare, capture_output=True, text=True, check=True
            )
            times.append(float(done.stdout.split()[2]))
        what = f"first frame, best of {STARTS} starts"
        short += print_rows([at_most(what, min(times), START, "s")])
        left = [path for path in Path(home).rglob("*") if path.is_file()]
        print(f"files left by starts without a game: {len(left)}")
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/ui/test_packaged.py"]
    env = {**os.environ, "CASTLECARDS_PACKAGED": str(program)}
    return short + bool(subprocess.run([sys.executable, *words], cwd=ROOT, env=env).returncode)


def install(deb: Path) -> int:
    """Run `apt install`, a start, and `apt remove`; return 0 if no file is left."""
    before = files()
    apt = ["apt-get", "-y", "-qq", "--no-install-recommends"]
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run([*apt, "install", str(deb.resolve())], check=True, env=env)
    brought = files() - before
    with tempfile.TemporaryDirectory(prefix="castlecards-home-") as home:
        command = [f"/usr/games/{NAME}", "check-data"]
        subprocess.run(command, env={"HOME": home}, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*apt, "remove", NAME], check=True, env=env)
    left = sorted(path for path in files() & brought if NAME in path.lower())
    print(f"installed {sum(NAME in path.lower() for path in brought)} files")
    print("\n".join(left))
    return print_rows([at_most("files left after removal", len(left), 0, "")])


def files() -> set[str]:
    """Paths of all files below /usr, /etc and /opt."""
    listing = subprocess.run(["find", "/usr", "/etc", "/opt"], capture_output=True, text=True)
    return set(listing.stdout.splitlines())


if __name__ == "__main__":
    sys.exit(main())
