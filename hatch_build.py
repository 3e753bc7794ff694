"""A wheel is pure Python. With CASTLECARDS_COMPILE=1 it is one for this system and this Python:
what computes throws, positions, rules and what players think is compiled by mypyc, from the same
sources, with the same results. In a copy for it value classes are written out and constants final
(`tools/written_out.py`).
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TOSS = tuple(
    f"castlecards/toss/{name}.py" for name in ("contact", "flight", "impact", "layers", "slap")
)
RULES = ("castlecards/core", "castlecards/games")
SEARCH = (
    "castlecards/players/search.py", "castlecards/playout.py", "castlecards/toss/dice.py",
)  # fmt: skip
# What stays as it is of the rules: words, where no search spends its time, the classes that
# `castlecards.data` reads from files, and `core/values.py` with the decorator itself.
PLAIN = {
    "__init__", "core/narration", "core/values", "deck", "decks", "explanations", "game",
    "geometry", "high_card/rules", "illegal_reasons", "labels", "observation", "outcome_odds",
    "referee", "reminders", "save", "sentence_templates", "session", "standard", "story",
}  # fmt: skip
NEEDED = ["mypy[mypyc]>=2.4,<3", "types-PyYAML>=6.0"]
WANTED = ["mypy_extensions>=1"]  # by what was written out, wherever it runs
LIBRARIES = (".so", ".pyd")
# What was compiled calls itself directly, where else any library might put its own function.
DIRECT = ("-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt")


class Compiling(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return NEEDED if self._wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles in a folder apart: the sources stay as they are, beside no library."""
        if self.target_name != "wheel" or version == "editable" or not self._wanted:
            return
        self._apart = tempfile.mkdtemp(prefix="castlecards-compile-")
        shutil.copytree(Path(self.root, "castlecards"), Path(self._apart, "castlecards"))
        compiled = (*TOSS, *self._write_out(Path(self._apart)))
        env = {"MYPYC_OPT_LEVEL": "2", "MYPYC_DEBUG_LEVEL": "0", **os.environ}
        if sys.platform == "linux":
            env["CFLAGS"] = " ".join([*DIRECT, env.get("CFLAGS", "")])
        command = [sys.executable, "-m", "mypyc", "--strict", *compiled]
        subprocess.run(command, cwd=self._apart, env=env, check=True)
        build_data["pure_python"] = False
        build_data["dependencies"] = [*build_data.get("dependencies", ()), *WANTED]
        build_data["infer_tag"] = True
        for path in Path(self._apart).rglob("*"):
            inside = path.relative_to(self._apart)
            if path.suffix in LIBRARIES and inside.parts[0] != "build":
                build_data["force_include"][str(path)] = str(inside)

    def _write_out(self, apart: Path) -> list[str]:
        """The modules of the rules below `apart`, whose value classes it writes out."""
        place = Path(self.root, "tools", "written_out.py")
        spec = importlib.util.spec_from_file_location("written_out", place)
        assert spec is not None
        assert spec.loader is not None
        tool = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = tool  # its dataclass looks there
        spec.loader.exec_module(tool)
        files = {
            ".".join(path.relative_to(apart).with_suffix("").parts): path
            for path in [
                *[each for folder in RULES for each in sorted((apart / folder).rglob("*.py"))],
                *[apart / name for name in SEARCH],
            ]
        }
        texts = {module: path.read_text(encoding="utf-8") for module, path in files.items()}
        values = tool.value_classes(texts)
        done = []
        for module, path in files.items():
            if not PLAIN & {path.stem, f"{path.parent.name}/{path.stem}"}:
                path.write_text(tool.written_out(module, texts[module], values), encoding="utf-8")
                done.append(path.relative_to(apart).as_posix())
        return done

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if apart := getattr(self, "_apart", ""):
            shutil.rmtree(apart, ignore_errors=True)

    @property
    def _wanted(self) -> bool:
        return os.environ.get("CASTLECARDS_COMPILE", "") not in ("", "0")
