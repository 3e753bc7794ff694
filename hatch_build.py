"""A wheel is pure Python. With CASTLECARDS_COMPILE=1 it is one for this system and this Python:
what computes throws is compiled by mypyc, from the same sources, with the same results.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = tuple(
    f"castlecards/toss/{name}.py" for name in ("contact", "flight", "impact", "layers", "slap")
)
NEEDED = ["mypy[mypyc]>=2.4,<3", "types-PyYAML>=6.0"]
LIBRARIES = (".so", ".pyd")


class Compiling(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return NEEDED if self._wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles in a folder apart: the sources stay as they are, beside no library."""
        if self.target_name != "wheel" or version == "editable" or not self._wanted:
            return
        self._apart = tempfile.mkdtemp(prefix="castlecards-compile-")
        shutil.copytree(Path(self.root, "castlecards"), Path(self._apart, "castlecards"))
        env = {"MYPYC_OPT_LEVEL": "2", "MYPYC_DEBUG_LEVEL": "0", **os.environ}
        command = [sys.executable, "-m", "mypyc", "--strict", *COMPILED]
        subprocess.run(command, cwd=self._apart, env=env, check=True)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in Path(self._apart).rglob("*"):
            inside = path.relative_to(self._apart)
            if path.suffix in LIBRARIES and inside.parts[0] != "build":
                build_data["force_include"][str(path)] = str(inside)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if apart := getattr(self, "_apart", ""):
            shutil.rmtree(apart, ignore_errors=True)

    @property
    def _wanted(self) -> bool:
        return os.environ.get("CASTLECARDS_COMPILE", "") not in ("", "0")
