"""Imports point one way only: errors <- measurements, laws <- readers | models <- ... <- cli."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
MODULES = sorted((SOURCE / "contention").rglob("*.py"))

RANKS = {
    "errors": 0,
    "measurements": 1,
    "laws": 1,
    "readers": 2,
    "models": 2,
    "figures": 3,
    "studies": 4,
    "book": 5,
    "cli": 6,
    "__main__": 7,
}


def imported_layers(tree: ast.AST) -> set[str]:
    """The layers of the package that a module imports; ``.`` for a relative import."""
    layers = set()
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                layers.add(".")
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            package, _, rest = name.partition(".")
            layer = rest.partition(".")[0]
            if package == "contention" and (layer in RANKS or not rest):
                layers.add(layer or "contention")
    return layers


def forbidden(layer: str, tree: ast.AST) -> set[str]:
    """What a module of that layer imports and must not."""
    if layer == "__init__":
        return imported_layers(tree) - {"errors"}
    return {
        other
        for other in imported_layers(tree)
        if other not in RANKS
        or RANKS[other] > RANKS[layer]
        or (RANKS[other] == RANKS[layer] and other not in (layer, "measurements"))
    }


def layer_of(module: Path) -> str:
    return module.relative_to(SOURCE / "contention").parts[0].removesuffix(".py")


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(SOURCE)))
def test_a_module_imports_only_layers_to_its_left(module):
    assert layer_of(module) in {*RANKS, "__init__"}, "a new top-level name needs a layer"
    assert forbidden(layer_of(module), ast.parse(module.read_text())) == set()


@pytest.mark.parametrize(
    ("layer", "line", "found"),
    [
        ("readers", "from contention.models import leak", {"models"}),
        ("models", "import contention.readers.csv_table", {"readers"}),
        ("models", "def f():\n    from contention.cli import main", {"cli"}),
        ("figures", "from contention import studies", {"studies"}),
        ("figures", "import contention", {"contention"}),
        ("errors", "from contention.measurements import Sweep", {"measurements"}),
        ("book", "from . import render", {"."}),
        ("laws", "from contention.measurements import Sweep", set()),
        ("cli", "from contention import __version__", set()),
        ("figures", "from contention.models import leak", set()),
    ],
)
def test_the_layer_check_sees_each_way_to_import(layer, line, found):
    assert forbidden(layer, ast.parse(line)) == found
