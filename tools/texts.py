"""List of every text that the program can show or print, found in its code and data.

`python -m tools.texts` prints one line for each: place, kind, text with its slots in braces. Texts
are the literals in the functions of castlecards/texts.py and in `Template`, also where a function
hands its parameter on to one of these; help of the command line; values of the data files;
sentences of the rulebooks. Kind `unmarked`: prose in the code without a mark.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from tools.text_checks import NO_TEXT, PROGRAMMERS, faults, is_prose

ROOT = Path(__file__).resolve().parents[1]
# Functions that mark texts: their parameters with texts, and the kind ("": that of the file).
Markers = dict[str, tuple[tuple[str | int, ...], str]]
MARKERS: Markers = {
    "tr": ((0,), ""),
    "ntr": ((1, 2), ""),
    "plural": ((1, 2, "one", "many"), "noun"),
    "counted": ((1, 2, "one", "many"), "noun"),
    "spanned": ((1, "one"), "noun"),
    "Template": (
        (0, 1, 2, 3, "text", "hidden", "many", "tail", "joint_tail", "title"),
        "log template",
    ),
    "add_argument": (("help",), "command line"),
    "add_parser": (("help", "description", "epilog"), "command line"),
    "Parser": (("description", "epilog"), "command line"),
}
# Kinds of text by the call around it, else by its file (the first that fits).
CALLS = {
    "Refusal": "refusal", "OutcomePreview": "preview", "Badge": "badge", "option": "option",
    "Act": "key",
    "Problem": "error", "add_argument": "command line", "add_parser": "command line",
    "Parser": "command line",
}  # fmt: skip
FILES = (
    ("illegal_reasons", "refusal"),
    ("explanations", "reason"),
    ("action_previews", "preview"),
    ("castlecards/(cli|text_client|throw_words|arena|playout)", "command line"),
    ("castlecards/games/", "game"),
    ("castlecards/settings", "setting"),
    ("castlecards/(data/|database|store|files|instance_lock|content|levels|lessons)", "error"),
)
DATA = {"assets/decks": "deck", "assets/players": "character", "levels": "level"}
DATA_KEYS = {
    "about", "after_hit", "hint", "why", "line", "name", "say", "says", "task", "teaches", "temper",
    "text", "title",
}  # fmt: skip


LEAVES = (ast.Constant, ast.Name, ast.expr_context)  # nodes with no calls below them


@dataclass(frozen=True, order=True)
class Text:
    """One text of the program, slots in braces."""

    path: str
    line: int
    kind: str
    text: str


def called_name(node: ast.AST) -> str:
    """Name of the function of a call, without its module; "" for other nodes."""
    func = node.func if isinstance(node, ast.Call) else None
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


def text_arguments(call: ast.Call, markers: Markers) -> list[ast.expr]:
    """Arguments of a call that are texts."""
    wanted, _ = markers.get(called_name(call), ((), ""))
    texts = [argument for n, argument in enumerate(call.args) if n in wanted]
    return texts + [argument.value for argument in call.keywords if argument.arg in wanted]


def literals(node: ast.expr) -> Iterator[ast.Constant]:
    """String literals that an expression can be: itself, or either branch of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def parameter_calls(
    node: ast.AST, inside: tuple[ast.FunctionDef, ...]
) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
    """Calls below a node with a bare name as an argument, each with every function around it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and any(
            isinstance(value, ast.Name)
            for value in (*child.args, *(keyword.value for keyword in child.keywords))
        ):
            yield from ((function, child) for function in inside)
        if isinstance(child, ast.FunctionDef):
            yield from parameter_calls(child, (*inside, child))
        elif not isinstance(child, LEAVES):
            yield from parameter_calls(child, inside)


def makers(tree: ast.Module) -> Markers:
    """The markers, with functions of this module that hand a parameter on to one as its text."""
    markers = dict(MARKERS)
    calls = list(parameter_calls(tree, ()))
    for function, call in calls * 3:  # a maker can call a maker
        if function.name not in MARKERS:
            names = [argument.arg for argument in function.args.posonlyargs + function.args.args]
            first = int(names[:1] in (["self"], ["cls"]))
            for text in text_arguments(call, markers):
                if isinstance(text, ast.Name) and text.id in names:
                    places, _ = markers.get(function.name, ((), ""))
                    place = (names.index(text.id) - first, text.id)
                    markers[function.name] = (places + place, markers[called_name(call)][1])
    return markers


class Finder:
    """Walk through a module that collects its marked texts and its unmarked prose."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        tree = ast.parse(source)
        self.markers = makers(tree)
        self.reads_data = "castlecards.data" in source or path.startswith("castlecards/data/")
        self.found: list[Text] = []
        self.only_marked = False  # True inside an error whose unmarked texts only programmers see
        self.kind = next((kind for pattern, kind in FILES if re.search(pattern, path)), "screen")
        self.visit(tree, self.kind)

    def add(self, node: ast.expr, kind: str, text: str) -> None:
        if text.strip():
            self.found.append(Text(self.path, node.lineno, kind, text))

    def visit(self, node: ast.AST, kind: str) -> None:
        name = called_name(node)
        if isinstance(node, ast.Call):
            kind = CALLS.get(name, kind)
            texts = text_arguments(node, self.markers)
            for text in texts:
                for literal in literals(text):
                    self.add(literal, self.markers[name][1] or kind, str(literal.value))
                if not isinstance(text, (ast.Constant, ast.IfExp, ast.Name)):
                    self.visit(text, kind)
            if name == "Template" or name in NO_TEXT:
                return
            rest = [each for each in node.args if each not in texts]
            rest += [e.value for e in node.keywords if e.value not in texts and e.arg != "context"]
            self.visit_all([node.func, *rest], kind)
        elif isinstance(node, (ast.Assert, ast.Compare)) or self.is_docstring(node):
            return
        elif isinstance(node, ast.Raise):
            silent = called_name(node.exc or node) in PROGRAMMERS and not self.reads_data
            self.only_marked = silent  # players read the marked texts of these errors, too
            self.visit_all(ast.iter_child_nodes(node), "error")
            self.only_marked = False
        elif isinstance(node, ast.AnnAssign):
            self.visit_all([node.value] if node.value else [], kind)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.visit_all([*node.args.defaults, *filter(None, node.args.kw_defaults)], kind)
            self.visit_all(node.body, kind)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return
        elif isinstance(node, ast.Dict):
            self.visit_all(node.values, kind)
        elif isinstance(node, ast.Subscript):
            self.visit(node.value, kind)
        elif isinstance(node, ast.JoinedStr):
            parts = [p.value if isinstance(p, ast.Constant) else "{}" for p in node.values]
            self.check_prose(node, "".join(map(str, parts)))
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    self.visit(part.value, kind)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.check_prose(node, node.value)
        else:
            self.visit_all(ast.iter_child_nodes(node), kind)

    def visit_all(self, nodes: Iterable[ast.AST], kind: str) -> None:
        for node in nodes:
            if not isinstance(node, (ast.Name, ast.expr_context)):
                self.visit(node, kind)

    @staticmethod
    def is_docstring(node: ast.AST) -> bool:
        return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)

    def check_prose(self, node: ast.expr, text: str) -> None:
        if not self.only_marked and is_prose(text, self.path):
            self.add(node, "unmarked", text)


def code_texts(root: Path = ROOT) -> Iterator[Text]:
    """Texts in the modules of the program, the unmarked ones too."""
    for path in sorted((root / "castlecards").rglob("*.py")):
        if path.name != "texts.py":
            yield from Finder(path.relative_to(root).as_posix(), path.read_text("utf-8")).found


def data_texts(root: Path = ROOT) -> Iterator[Text]:
    """Texts in YAML files: decks, characters, layouts, levels and lessons."""
    for folder, kind in DATA.items():
        for path in sorted((root / folder).rglob("*.yaml")):
            place = path.relative_to(root).as_posix()
            for key, node in scalars(yaml.compose(path.read_text("utf-8"), yaml.CSafeLoader)):
                if key in DATA_KEYS:
                    file_kind = "lesson" if path.parent.name == "lessons" else kind
                    yield Text(place, node.start_mark.line + 1, file_kind, node.value)


def scalars(node: yaml.Node | None, key: str = "") -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Scalars of a YAML tree, each with its key."""
    if isinstance(node, yaml.ScalarNode):
        yield key, node
    elif isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            yield from scalars(value, name.value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from scalars(value, key)


def rulebook_texts(root: Path = ROOT) -> Iterator[Text]:
    """Sentences of the rulebooks, without their markup and rule ids; a table's cells one by one.

    Of a drawn example, only its labels.
    """
    for path in sorted((root / "castlecards" / "games").rglob("*.md")):
        fenced = False
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if line.strip().startswith("```"):
                fenced = not fenced
                continue
            for sentence in labels(line) if fenced else sentences(line):
                yield Text(path.relative_to(root).as_posix(), n, "rulebook", sentence)


def sentences(line: str) -> list[str]:
    """Sentences of one line of Markdown."""
    plain = re.sub(r"^(#+|-|\*|>)\s+", "", line.strip())
    plain = re.sub(r"\*\*[A-Z]+\d+\*\*\s*|[*`]", "", plain)
    cells = [cell.strip() for cell in plain.split("|")] if plain.startswith("|") else [plain]
    parts = [part for cell in cells for part in re.split(r"(?<=[.?!])\s+(?=[A-Z\"“])", cell)]
    return [part for part in parts if re.search(r"[A-Za-z]", part)]


def labels(line: str) -> list[str]:
    """Labels of one row of a drawn example."""
    found = [group.partition(": ")[0].strip() for group in line.split(" | ")]
    return [label for label in found if re.search(r"[A-Za-z]", label)]


@cache
def texts(root: Path = ROOT) -> tuple[Text, ...]:
    """Texts of the whole program; cached."""
    return (*code_texts(root), *data_texts(root), *rulebook_texts(root))


def main(words: list[str] | None = None) -> int:
    """Print the texts that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.texts", description=__doc__)
    parser.add_argument("--kind", help="only this kind, as in 'log template' or 'unmarked'")
    parser.add_argument("--grep", metavar="REGEX", help="only texts or places in which it is found")
    parser.add_argument("--forbidden", action="store_true", help="only texts with a fault, and it")
    parser.add_argument("--tsv", action="store_true", help="text, place and kind between tabs")
    args = parser.parse_args(words)
    wanted = re.compile(args.grep or "", re.IGNORECASE)
    for each in texts():
        place, why = f"{each.path}:{each.line}", faults(each.text, each.kind)
        if (
            args.kind in (None, each.kind)
            and wanted.search(f"{place} {each.text}")
            and (why or not args.forbidden)
        ):
            text = each.text.replace("\n", "\\n")
            row = [text, place, each.kind] if args.tsv else [f"{place}:", f"[{each.kind}]", text]
            print(("\t" if args.tsv else " ").join(row + (why if args.forbidden else [])))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
