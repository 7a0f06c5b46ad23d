"""One study runs on the user's own capture, into a folder of its own."""

import json

import pytest

from contention.errors import ReadError, UsageError
from contention.studies import running
from contention.studies.running import run_study


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("sessions,throughput\n1,10\n2,20\n8,60\n")
    return path


@pytest.fixture
def jobs(monkeypatch):
    """The jobs that are started, none of which is done."""
    started = []

    def run(job):
        started.append(job)
        return {"toy.ipynb": "{}", "tables/log.csv": "a\n", "results.json": '{"study": "toy"}'}

    monkeypatch.setattr(running, "run_in_process", run)
    return started


@pytest.mark.notebooks
def test_own_data_gives_the_same_analysis_without_the_published_claims(project, own, tmp_path):
    out = tmp_path / "out"
    run = run_study(project, "toy", data=[str(own)], parameters={"scale": 3}, out=out)
    assert sorted(p.relative_to(out).as_posix() for p in out.rglob("*.*")) == [
        "figures/rates.svg",
        "results.json",
        "tables/log.csv",
        "toy.ipynb",
    ]
    assert run.results == json.loads((out / "results.json").read_text())
    assert run.results["published"] is False
    assert run.results["values"]["rate.mean"]["value"] == pytest.approx(90)
    assert "rate.twice" not in run.results["values"]
    assert run.results["claims"] == []
    assert run.results["inputs"][0]["path"] == "mine.csv"
    assert run.results["parameters"]["scale"] == 3
    assert run.notebook == out / "toy.ipynb"
    assert not (project.root / "build").exists()


def test_the_job_of_a_run_on_own_data(project, own, jobs, tmp_path):
    run_study(project, "toy", data=[str(own)], out=tmp_path / "out")
    (job,) = jobs
    assert job.published is False
    assert job.parameters == {"data": [str(own)], "scale": 2.0}


def test_the_data_parameter_is_another_way_to_name_the_captures(project, own, jobs, tmp_path):
    run_study(project, "toy", parameters={"data": [str(own)]}, out=tmp_path / "out")
    assert jobs[0].published is False


def test_without_data_the_published_captures_are_run(project, jobs, tmp_path):
    run_study(project, "toy", out=tmp_path / "out")
    assert jobs[0].published is True


def test_what_an_earlier_run_left_in_the_folder_is_removed(project, jobs, tmp_path):
    out = tmp_path / "out"
    (out / "tables").mkdir(parents=True)
    (out / "tables" / "old.csv").touch()
    (out / "notes.txt").touch()
    run_study(project, "toy", out=out)
    assert [path.name for path in (out / "tables").iterdir()] == ["log.csv"]
    assert (out / "notes.txt").exists()


@pytest.mark.parametrize(
    "case",
    [
        ("toyy", {}, "there is no study toyy"),
        ("toy", {"scael": 1}, "has no parameter scael"),
        ("toy", {"scale": 11}, "scale is out of range"),
        ("toy", {"data": "mine.csv"}, "data must be of type paths"),
    ],
)
def test_a_wrong_argument_is_refused_before_a_kernel_starts(project, jobs, tmp_path, case):
    slug, parameters, message = case
    with pytest.raises(UsageError, match=message):
        run_study(project, slug, parameters=parameters, out=tmp_path / "out")
    assert jobs == []


@pytest.mark.parametrize("content", [None, b"", b"\x00\x01\x02"])
def test_a_capture_that_cannot_be_read_is_refused_before_a_kernel_starts(
    project, jobs, tmp_path, content
):
    path = tmp_path / "bad.csv"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ReadError):
        run_study(project, "toy", data=[str(path)], out=tmp_path / "out")
    assert jobs == []


def test_an_output_folder_that_is_a_file_is_refused(project, own, jobs):
    with pytest.raises(UsageError, match="output folder is a file"):
        run_study(project, "toy", out=own)
    assert jobs == []
