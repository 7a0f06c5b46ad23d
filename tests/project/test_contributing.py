"""The recipes of CONTRIBUTING.md are short, and following them to the letter works."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = {
    title: body
    for title, body in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    if title.startswith("Add a ")
}


def files_of(recipe):
    """Each file that a recipe shows, by the last path named in the paragraph above it."""
    shown = re.findall(r"((?:^[^\n]+\n)+)\n *```\w+\n(.*?)^ *```", recipe, re.DOTALL | re.MULTILINE)
    return {
        re.findall(r"`([\w./]+/[\w.]+\.\w+)`", above)[-1]: textwrap.dedent(content)
        for above, content in shown
    }


def notebook_of(script):
    """The notebook that a script in cells, begun by ``# %%``, stands for."""
    cells = []
    for part in re.split(r"^# %%", script, flags=re.MULTILINE)[1:]:
        head, _, source = part.partition("\n")
        source = source.strip()
        if "[markdown]" in head:
            cells.append(nbformat.v4.new_markdown_cell(re.sub(r"^# ?", "", source, flags=re.M)))
        else:
            tags = re.findall(r'"(\w+)"', head)
            cells.append(nbformat.v4.new_code_cell(source, metadata={"tags": tags} if tags else {}))
    return nbformat.v4.new_notebook(cells=cells)


def run(*words, cwd, **variables):
    return subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )


def test_there_is_a_recipe_for_a_study_a_reader_and_a_model():
    assert list(RECIPES) == ["Add a study", "Add a reader", "Add a model"]


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_has_at_most_eight_steps(title):
    steps = [int(number) for number in re.findall(r"^(\d+)\. ", RECIPES[title], re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))
    assert 1 < len(steps) <= 8


@pytest.fixture(scope="module")
def project_with_toy(tmp_path_factory):
    """A copy of the studies, with the study of the recipe in it and nothing else changed."""
    root = tmp_path_factory.mktemp("project")
    for name in ("data", "notebooks"):
        shutil.copytree(ROOT / name, root / name)
    files = files_of(RECIPES["Add a study"])
    capture = files["data/toy/raw/sweep.csv"]
    digest = hashlib.sha256(capture.encode()).hexdigest()
    files["data/toy/study.toml"] = files["data/toy/study.toml"].replace("DIGEST", digest)
    files["notebooks/toy.ipynb"] = nbformat.writes(notebook_of(files["notebooks/toy.ipynb"]))
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, encoding="utf-8")
    assert {Path(path).parts[0] for path in files} == {"data", "notebooks"}
    return root


@pytest.mark.notebooks
def test_the_study_of_the_recipe_is_found_and_runs(project_with_toy):
    listed = run("-m", "contention", "studies", cwd=project_with_toy)
    assert re.search(r"^toy +published +1 +1 +A toy$", listed.stdout, re.MULTILINE), listed.stderr
    done = run("-m", "contention", "run", "toy", cwd=project_with_toy)
    assert done.returncode == 0, done.stderr
    out = project_with_toy / "contention-out" / "toy"
    results = json.loads((out / "results.json").read_text())
    assert [claim["verdict"] for claim in results["claims"]] == ["reproduced"]
    assert 8 < results["values"]["saturation.sessions"]["value"] < 16
    assert (out / "report.html").is_file()


@pytest.mark.notebooks
def test_the_tests_of_notebooks_accept_the_notebook_of_the_recipe(project_with_toy):
    target = project_with_toy / "tests" / "project"
    target.mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "project" / "test_notebooks.py", target)
    shutil.copy(ROOT / "pyproject.toml", project_with_toy)
    done = run("-m", "pytest", "-q", "-n0", "tests", "-k", "toy or every", cwd=project_with_toy)
    assert done.returncode == 0, done.stdout


@pytest.fixture
def package_with(tmp_path):
    """A copy of the package, with the module of a recipe and a line in its layer's list."""

    def add(recipe, lines):
        ((path, content),) = files_of(RECIPES[recipe]).items()
        source = tmp_path / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
        (tmp_path / path).write_text(content)
        listed = (tmp_path / path).parent / "__init__.py"
        listed.write_text(f"{listed.read_text()}\n{lines}\n")
        return content, {"cwd": tmp_path, "PYTHONPATH": str(source)}

    return add


def test_the_reader_of_the_recipe_alone_accepts_its_example(package_with, tmp_path):
    lines = (
        "from contention.readers import sampler_log\n"
        "READERS[sampler_log.READER.name] = sampler_log.READER"
    )
    content, where = package_with("Add a reader", lines)
    example = re.search(r'EXAMPLE = """\\\n(.*?)"""', content, re.DOTALL).group(1)
    (tmp_path / "capture.txt").write_text(example)
    done = run("-m", "contention", "read", "capture.txt", **where)
    assert done.returncode == 0, done.stderr
    assert "read as sampler_log (100 % sure" in done.stderr


def test_the_model_of_the_recipe_is_offered_in_the_terminal(package_with, tmp_path):
    lines = (
        "from contention.models.flat_throughput import fit_flat_throughput\n"
        "MODELS['flat_throughput'] = Model('flat_throughput', 'Flat throughput', 'sweep',\n"
        "    lambda sweep: fit_flat_throughput(sweep.sessions, sweep.throughput_per_s))"
    )
    _, where = package_with("Add a model", lines)
    (tmp_path / "sweep.csv").write_text("sessions,throughput\n1,98\n2,100\n4,102\n")
    done = run("-m", "contention", "fit", "flat_throughput", "sweep.csv", "--json", **where)
    assert done.returncode == 0, done.stderr
    mean = json.loads(done.stdout)["params"]["throughput"]
    assert mean["value"] == pytest.approx(100)
    assert mean["se"] == pytest.approx(2 / 3**0.5)
    assert mean["high"] == pytest.approx(100 + 4.3027 * 2 / 3**0.5, rel=1e-4)
