"""Series of several files are told apart by the files' names."""

from contention.measurements import MemorySeries, Sweep
from contention.readers import Reading
from contention.readers.file_labels import label_by_file


def sweep(label):
    return Sweep(label, [1, 2], [10.0, 19.0])


def labels(*readings):
    named = {f"data_{at}": reading for at, reading in enumerate(readings)}
    return [
        [item.label for item in (*reading.sweeps, *reading.memory)]
        for reading in label_by_file(named).values()
    ]


def test_labels_that_differ_stay():
    old = Reading("csv", (), (sweep("a"), sweep("b")), path="old.csv")
    new = Reading("csv", (), (sweep("c"),), path="new.csv")
    assert labels(old, new) == [["a", "b"], ["c"]]


def test_a_label_in_two_files_gets_the_file_before_it():
    old = Reading("csv", (), (sweep("a"), sweep("b")), path="x/old.csv")
    new = Reading("csv", (), (sweep("a"), sweep("data")), path="x/new.log")
    assert labels(old, new) == [["old a", "b"], ["new a", "data"]]


def test_files_of_one_name_are_told_apart_by_their_folders():
    both = [Reading("csv", (), (sweep("data"),), path=f"{run}/sweep.csv") for run in ("r1", "r2")]
    assert labels(*both) == [["r1/sweep"], ["r2/sweep"]]


def test_one_file_given_twice_is_counted():
    same = Reading("csv", (), (sweep("data"),), path="sweep.csv")
    assert labels(same, same) == [["sweep 1"], ["sweep 2"]]


def test_other_kinds_of_series_do_not_clash():
    memory = MemorySeries("data", [1.0, 2.0], [1.0, 2.0])
    assert labels(
        Reading("csv", (), (sweep("data"),), path="a.csv"),
        Reading("csv", (), (), (memory,), path="b.csv"),
    ) == [["data"], ["data"]]
