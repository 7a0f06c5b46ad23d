"""Files and functions stay small, and no module is a drawer for everything."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for folder in ("src", "tests", "book", ".ci")
    for path in (ROOT / folder).rglob("*.py")
    if "__pycache__" not in path.parts
)
MAXIMUM_FILE_LINES = 300
MAXIMUM_FUNCTION_LINES = 60
DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "core", "tools", "shared"}


def lines_of_code(function):
    """Lines from the header to the end, without the docstring."""
    first = function.body[0]
    documented = ast.get_docstring(function) is not None
    docstring = first.end_lineno - first.lineno + 1 if documented else 0
    return function.end_lineno - function.lineno + 1 - docstring


def ids(path):
    return str(path.relative_to(ROOT))


def only_lists_names(path):
    """Whether a file is the index of a package: imports and ``__all__``, and nothing else."""
    if path.name != "__init__.py":
        return False
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return all(
        isinstance(node, ast.Import | ast.ImportFrom | ast.Expr)
        or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
        for node in body
    )


@pytest.mark.parametrize("path", [p for p in FILES if not only_lists_names(p)], ids=ids)
def test_a_file_has_at_most_300_lines(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAXIMUM_FILE_LINES


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_a_function_has_at_most_60_lines_besides_its_docstring(path):
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert not {f.name: n for f in functions if (n := lines_of_code(f)) > MAXIMUM_FUNCTION_LINES}


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_a_module_is_named_after_what_it_holds(path):
    assert not DRAWERS & {part.removesuffix(".py") for part in path.relative_to(ROOT).parts}
