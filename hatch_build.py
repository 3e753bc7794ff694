"""Build hook of the wheel: pure Python, or compiled by mypyc if CASTLECARDS_COMPILE=1.

A compiled wheel fits one system and one version of Python. It holds compiled physics, rules and
search, from the same sources, with the same results. mypyc gets a copy of the sources in which
value classes are plain classes and constants are final (`tools/mypyc_source.py`).
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
# Modules of the rules that are not compiled: texts, which no search needs, classes that
# `castlecards.data` reads from files, and `core/values.py`, which has the decorator itself.
PLAIN = {
    "__init__", "core/narration", "core/values", "deck", "decks", "explanations", "game",
    "geometry", "high_card/rules", "illegal_reasons", "labels", "observation", "outcome_odds",
    "referee", "reminders", "save", "sentence_templates", "session", "standard", "story",
}  # fmt: skip
BUILD_REQUIREMENTS = ["mypy[mypyc]>=2.4,<3", "types-PyYAML>=6.0"]
RUN_REQUIREMENTS = ["mypy_extensions>=1"]  # imported by the transformed modules
LIBRARY_SUFFIXES = (".so", ".pyd")
# Compiler flags: the compiled modules call their own functions directly, not through symbols that
# another library could replace.
DIRECT_CALLS = ("-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt")


class CompileHook(BuildHookInterface[Any]):
    """Hook of hatchling that compiles modules of a wheel, unless it is an editable one."""

    def dependencies(self) -> list[str]:
        return BUILD_REQUIREMENTS if self._is_compiled else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile a copy of the sources and add its libraries to the wheel."""
        if self.target_name != "wheel" or version == "editable" or not self._is_compiled:
            return
        self._copy = tempfile.mkdtemp(prefix="castlecards-compile-")
        shutil.copytree(Path(self.root, "castlecards"), Path(self._copy, "castlecards"))
        compiled = (*TOSS, *self._transform(Path(self._copy)))
        env = {"MYPYC_OPT_LEVEL": "2", "MYPYC_DEBUG_LEVEL": "0", **os.environ}
        if sys.platform == "linux":
            env["CFLAGS"] = " ".join([*DIRECT_CALLS, env.get("CFLAGS", "")])
        command = [sys.executable, "-m", "mypyc", "--strict", *compiled]
        subprocess.run(command, cwd=self._copy, env=env, check=True)
        build_data["pure_python"] = False
        build_data["dependencies"] = [*build_data.get("dependencies", ()), *RUN_REQUIREMENTS]
        build_data["infer_tag"] = True
        for path in Path(self._copy).rglob("*"):
            inside = path.relative_to(self._copy)
            if path.suffix in LIBRARY_SUFFIXES and inside.parts[0] != "build":
                build_data["force_include"][str(path)] = str(inside)

    def _transform(self, copy: Path) -> list[str]:
        """Transform the modules of the rules below `copy` for mypyc. Return their paths."""
        place = Path(self.root, "tools", "mypyc_source.py")
        spec = importlib.util.spec_from_file_location("mypyc_source", place)
        assert spec is not None
        assert spec.loader is not None
        tool = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = tool  # `dataclass` looks for the module there
        spec.loader.exec_module(tool)
        files = {
            ".".join(path.relative_to(copy).with_suffix("").parts): path
            for path in [
                *[path for folder in RULES for path in sorted((copy / folder).rglob("*.py"))],
                *[copy / name for name in SEARCH],
            ]
        }
        texts = {module: path.read_text(encoding="utf-8") for module, path in files.items()}
        values = tool.value_classes(texts)
        transformed = []
        for module, path in files.items():
            if not PLAIN & {path.stem, f"{path.parent.name}/{path.stem}"}:
                path.write_text(tool.plain_source(module, texts[module], values), encoding="utf-8")
                transformed.append(path.relative_to(copy).as_posix())
        return transformed

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if copy := getattr(self, "_copy", ""):
            shutil.rmtree(copy, ignore_errors=True)

    @property
    def _is_compiled(self) -> bool:
        return os.environ.get("CASTLECARDS_COMPILE", "") not in ("", "0")
