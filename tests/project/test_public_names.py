"""Every module says what it offers, and every public name says what it is."""

import ast
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest
from numpydoc.docscrape import FunctionDoc

import contention
from contention.errors import ContentionError

SOURCE = Path(__file__).parents[2] / "src" / "contention"
MODULES = sorted(SOURCE.rglob("*.py"))
PACKAGES = ["contention", "contention.errors"] + [
    f"contention.{info.name}"
    for info in pkgutil.iter_modules(contention.__path__)
    if info.ispkg and info.name != "cli"
]


def declared(tree: ast.Module) -> list[str] | None:
    """The names in a module's ``__all__``; None without one."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            return list(ast.literal_eval(node.value))
    return None


def public_objects():
    return [
        pytest.param(thing, id=f"{module.__name__}.{name}")
        for module in map(importlib.import_module, PACKAGES)
        for name in getattr(module, "__all__", [])
        if inspect.isfunction(thing := getattr(module, name)) or inspect.isclass(thing)
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_a_module_lists_exactly_its_public_functions_and_classes(path):
    tree = ast.parse(path.read_text())
    listed = declared(tree)
    assert listed is not None
    assert len(listed) == len(set(listed))
    defined = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    }
    assert defined <= set(listed)
    bound = {
        name.id
        for node in ast.walk(tree)
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    } | {
        (alias.asname or alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert set(listed) <= defined | bound


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_a_module_and_its_public_definitions_have_docstrings(path):
    tree = ast.parse(path.read_text())
    assert len(ast.get_docstring(tree) or "") > len("...")
    for node in ast.walk(tree):
        public = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
        if public and node in tree.body:
            assert ast.get_docstring(node), node.name


@pytest.mark.parametrize("thing", public_objects())
def test_a_public_name_has_a_numpydoc_docstring(thing):
    text = inspect.getdoc(thing)
    assert text
    document = FunctionDoc(thing, doc=text)
    assert re.match(r"[^\n]+[.:](\n|$)", text), "the first line is a sentence"
    if inspect.isfunction(thing):
        described = {
            name.strip(" *")
            for parameter in document["Parameters"] + document["Other Parameters"]
            for name in parameter.name.split(",")
        }
        assert set(inspect.signature(thing).parameters) == described
        assert document["Examples"], "an example is needed"
    elif not issubclass(thing, ContentionError):
        inherited = [
            base for base in thing.__mro__[1:-1] if base.__module__.startswith("contention")
        ]
        assert document["Attributes"] or document["Parameters"] or document["Examples"] or inherited
