"""Test of the start: no module of the phones is imported before a lobby opens."""

from __future__ import annotations

import json
import subprocess
import sys

PROBE = """
import json, sys
import castlecards.cli
import castlecards.ui.shell.app, castlecards.ui.shell.wiring
from castlecards import phones
print(json.dumps([name for name in sys.modules
                  if name.partition(".")[0] in ("websockets", "segno", "asyncio")
                  or name.startswith("castlecards.phones.")]))
"""


def test_the_start_imports_no_server_and_no_library_of_it() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == []
