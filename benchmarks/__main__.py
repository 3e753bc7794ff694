"""Writes docs/measured.md: what the benches print, each with date and machine.

python tools/measured.py [NAME ...]

With names (toss, hits, frames, rules, throwers, strength, fair, throws, analysis) only these are
run, the others stay. Of strength only what tools/strength.py has played is told.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "measured.md"
BENCHES = {
    "toss": ("The toss against its anchors", ("tools/toss_bench.py",)),
    "hits": ("How often a person-like hand hits", ("tools/toss_bench.py", "--hits")),
    "frames": ("Frames", ("tools/frame_bench.py",)),
    "rules": ("Rules", ("tools/bench.py",)),
    "throwers": ("Computer players that throw", ("tools/throwers.py",)),
    "strength": ("How well computer players play", ("tools/strength.py", "--kept", "--speed")),
    "fair": ("Computer players keep to the rules", ("tools/fair_play.py",)),
    "throws": ("Records of throws", ("tools/practice_bench.py",)),
    "analysis": ("Looking into a match", ("tools/analysis_bench.py",)),
}
HEAD = """# Measured

Written by `python tools/measured.py`; a bench ends with 1 if a bar is missed.
"""


def machine() -> str:
    """Processor, cores, system and Python, in one line."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release().split('-')[0]}, "
        f"Python {platform.python_version()}"
    )


def run(words: tuple[str, ...]) -> tuple[str, int]:
    print("running " + " ".join(words), flush=True)
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode > 1:
        sys.exit(f"{words[0]} failed:\n{done.stderr}")
    return done.stdout.rstrip(), done.returncode


def kept() -> dict[str, str]:
    """The sections of the page as it is, by title."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    sections = [part for part in f"\n{text}".split("\n## ")[1:] if part.strip()]
    return {part.partition("\n")[0]: f"## {part.strip()}" for part in sections}


def main(names: list[str]) -> int:
    if wrong := [name for name in names if name not in BENCHES]:
        print(f"no bench {wrong[0]!r}; there is {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    sections = kept()
    short = 0
    for name in names or BENCHES:
        title, words = BENCHES[name]
        text, code = run(words)
        short += code
        about = f"{date.today().isoformat()}; {machine()}."
        told = f"`python {' '.join(words)}` ended with {code}. {about}"
        sections[title] = f"## {title}\n\n{told}\n\n```text\n{text}\n```"
    parts = [HEAD.strip(), *[sections[title] for title, _ in BENCHES.values() if title in sections]]
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}; {short} benches fall short")
    return 1 if short else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
