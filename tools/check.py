"""Check of the whole project: formatting, lint, types, rule ids and tests.

    python3 tools/check.py [--quick] [arguments for pytest]

Creates `.venv` first if it is missing. `--quick` leaves out the long tests and those of a real
window or browser, and runs one case of each other test (`tests/quick.py`). Every Python 3 can read
this file, so that an old version can report what is wrong.
"""

import sys
from pathlib import Path

NEEDED = (3, 11)


def main() -> int:
    """Run the check. Return its exit code."""
    if sys.version_info[:2] < NEEDED:
        print("Castlecards needs Python {}.{} or newer.".format(*NEEDED), file=sys.stderr)
        return 1
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from tools.setup_env import check

    return check(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
