"""Writes docs/measured.md: what the benches print, with date and machine.

python tools/measured.py
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
BENCHES = (
    ("The toss against its anchors", ("tools/toss_bench.py",)),
    ("How often a person-like hand hits", ("tools/toss_bench.py", "--hits")),
    ("Frames", ("tools/frame_bench.py",)),
    ("Rules", ("tools/bench.py",)),
    ("Records of throws", ("tools/practice_bench.py",)),
)


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


def main() -> int:
    parts = ["# Measured", "", f"{date.today().isoformat()}; {machine()}.", ""]
    parts += ["Written by `python tools/measured.py`; a bench ends with 1 if a bar is missed.", ""]
    short = 0
    for title, words in BENCHES:
        text, code = run(words)
        short += code
        parts += [f"## {title}", "", f"`python {' '.join(words)}` ended with {code}.", ""]
        parts += ["```text", text, "```", ""]
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text("\n".join(parts), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}; {short} of {len(BENCHES)} benches fall short")
    return 1 if short else 0


if __name__ == "__main__":
    raise SystemExit(main())
