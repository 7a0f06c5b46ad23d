"""The table of the book shows what was simulated, in full."""

import csv

from calibration import table
from calibration.__main__ import main, topics
from calibration.rows import CalibrationRow


def row(topic, observed=0.95):
    return CalibrationRow(topic, "covered", "a truth", "93 to 97 %", 0.93, 0.97, observed, 4000)


def test_rows_of_a_model_replace_those_that_it_had(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "TABLE", tmp_path / "table.csv")
    table.write_table([row("b"), row("a")])
    table.write_table([row("b", observed=0.94)])
    with table.TABLE.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    assert lines == [
        list(table.HEADING),
        ["a", "covered", "a truth", "93 to 97 %", "95.0 % (± 0.3)", "4,000"],
        ["b", "covered", "a truth", "93 to 97 %", "94.0 % (± 0.4)", "4,000"],
    ]
    assert table.not_in_table([row("a"), row("c")]) == [table.cells(row("c"))[:4]]


def test_the_book_s_rows_are_of_many_data_sets():
    with table.TABLE.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len({line["Model"] for line in lines}) == len(topics())
    assert all(int(line["Data sets"].replace(",", "")) >= 600 for line in lines)


def test_a_limit_that_is_not_kept_fails_the_target(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(table, "TABLE", tmp_path / "table.csv")
    monkeypatch.setattr("calibration.ladder.rows", lambda draws, seed: [row("ladder", 0.9)])
    assert main(["ladder", "--draws", "5"]) == 1
    assert "NOT KEPT" in capsys.readouterr().out
    monkeypatch.setattr("calibration.ladder.rows", lambda draws, seed: [row("ladder")])
    assert main(["ladder"]) == 0
