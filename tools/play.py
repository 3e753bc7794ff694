"""Starter of the program from a checkout.

    python3 tools/play.py [arguments for castlecards]

Creates `.venv` and installs the program there first if necessary. Every Python 3 can read this
file, so that an old version can report what is wrong.
"""

import sys
from pathlib import Path

NEEDED = (3, 11)


def main() -> int:
    """Start the program. Return its exit code."""
    if sys.version_info[:2] < NEEDED:
        print("Castlecards needs Python {}.{} or newer.".format(*NEEDED), file=sys.stderr)
        return 1
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from tools.setup_env import play

    return play(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
