"""Each published figure is judged, and a malformed ledger is located to the row."""

import pytest

from contention.errors import StudyError
from contention.studies.captures import open_capture
from contention.studies.expressions import CaptureView
from contention.studies.ledger import COLUMNS, count_verdicts, judge, read_figures

HEADER = ",".join(COLUMNS) + "\n"


@pytest.fixture
def write_cells(study):
    """Replace the toy's ledger cells by the given rows."""

    def write(*rows, header=HEADER):
        path = study.folder / "published" / "rates.csv"
        path.write_bytes((header + "".join(f"{row}\n" for row in rows)).encode())
        return path

    return write


@pytest.fixture
def judged(study):
    """Judge the toy on its captures."""

    def run(values=None):
        reading = open_capture(study, study.captures[0])
        views = {"log": CaptureView("log", reading.tables)}
        return judge(study, views, {"rate.mean": 400.0} if values is None else values)

    return run


def test_every_row_becomes_an_entry_in_order(judged):
    entries = judged()
    assert [(entry.id, entry.line, entry.printed, entry.verdict) for entry in entries] == [
        ("rates.1", 12, "100", "reproduced"),
        ("rates.2", 13, "190%", "reproduced"),
        ("rates.3", 14, "about 200", "reproduced"),
        ("rates.4", 15, "310", "erratum"),
        ("rates.5", 16, "7 s", "not_reproducible"),
    ]
    assert [entry.found for entry in entries] == [100, 190, 200, 300, None]
    assert {(entry.study, entry.claim, entry.article) for entry in entries} == {
        ("toy", "rates", "toy.txt")
    }
    assert entries[3].reason == "The table says 300."
    assert entries[4].reason == "The raw figure is not printed."


def test_an_entry_is_told_as_plain_values(judged):
    entry = judged()[0].as_dict()
    assert entry["expression"] == "log(sessions=1).throughput"
    assert entry["cell"] == "rate at one"
    assert set(map(type, entry.values())) <= {str, int}


@pytest.mark.parametrize(
    ("row", "verdict", "found"),
    [
        ("1,c,s,101,exact,log(sessions=1).throughput,,", "not_met", 100),
        ("1,c,s,99.5,,rounded(log(sessions=1).throughput),,", "reproduced_within_rounding", 100),
        ("1,c,s,33.3,,log(sessions=1).throughput / 3,,", "reproduced", 33.33333333),
        ("1,c,s,ff,exact,hexadecimal(255),,", "reproduced", "ff"),
        ("1,c,s,rises,true,log.throughput[0] < log.throughput[1],,", "reproduced", True),
        ("1,c,s,falls,true,log.throughput[0] > log.throughput[1],,", "not_met", False),
        ("1,c,s,150,at least,log(sessions=2).throughput,,a bound only", "not_reproducible", 190),
    ],
)
def test_every_verdict_can_be_reached(write_cells, judged, row, verdict, found):
    write_cells(row)
    (entry,) = judged()
    assert (entry.verdict, entry.found) == (verdict, found)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            "7,gain,s,100,exact,log(sessions=1).throughput,misprint,",
            "but the computed figure agrees",
        ),
        ("7,gain,s,100,exact,,,", "needs an expression, or a reason"),
        ("7,gain,s,100,exact,1,x,y", "not both"),
        ("7,gain,s,100,nearly,1,,", "unknown test"),
        ("7,gain,s,none,,1,,", "holds no number"),
        ('7,gain,s,100,,"result(""gone"")",,', "recorded no result gone"),
        ("7,gain,s,100,,awr.gets,,", "awr"),
        ("7,gain,s,100,at most,log.throughput[1],,bound", "the bound given .* does not hold"),
        ("7,gain,s,100,true,1 > 2,,bound", "the bound given .* does not hold"),
        ("7,gain,s,100,,log.throughput,,", "a number or a text was expected"),
        ("7,gain,s,100,,log.throughput,,only a list", "a number or a text was expected"),
    ],
)
def test_a_row_that_cannot_be_judged_is_located_by_claim_row_and_line(
    write_cells, judged, row, message
):
    write_cells("1,c,s,100,exact,log(sessions=1).throughput,,", row)
    with pytest.raises(StudyError, match=message) as caught:
        judged()
    assert caught.value.message.startswith("claim rates, row 2 (line 7 of the article, gain): ")
    assert caught.value.path == "toy"


def test_a_result_without_a_value_cannot_be_claimed(judged):
    with pytest.raises(StudyError, match=r"recorded no result rate\.mean"):
        judged({})


@pytest.mark.parametrize(
    "row",
    [
        "7,c,s,100,exact,1,",
        "7,c,s,100,exact,1,,,",
        "x,c,s,100,exact,1,,",
        "7,c,s,,exact,1,,",
        "²,c,s,100,exact,1,,",
        "-7,c,s,100,exact,1,,",
    ],
)
def test_an_incomplete_row_is_located_by_file_and_line(study, write_cells, row):
    path = write_cells("1,c,s,100,exact,1,,", '2,"two\nlines",s,100,exact,1,,', row)
    with pytest.raises(StudyError, match="needs eight cells") as caught:
        read_figures(study, study.claims[0])
    assert (caught.value.path, caught.value.line) == (str(path), 5)


@pytest.mark.parametrize(
    "header", ["", "line,cell\n", HEADER.replace("line", "Line"), "\ufeff" + HEADER]
)
def test_other_columns_are_refused(study, write_cells, header):
    path = write_cells("1,c,s,100,exact,1,,", header=header)
    with pytest.raises(StudyError, match="other columns") as caught:
        read_figures(study, study.claims[0])
    assert (caught.value.path, caught.value.line) == (str(path), 1)
    assert caught.value.expected == ",".join(COLUMNS)


@pytest.mark.parametrize("content", [None, b"\xff\xfe", HEADER.encode() + b"1," + b"x" * 200_000])
def test_a_file_that_cannot_be_read_is_an_error_of_the_study(study, content):
    path = study.folder / "published" / "rates.csv"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StudyError, match="cannot be read") as caught:
        read_figures(study, study.claims[0])
    assert caught.value.path == str(path)


def test_verdicts_are_counted_and_none_is_left_out(judged):
    assert count_verdicts(judged()) == {
        "reproduced": 3,
        "reproduced_within_rounding": 0,
        "erratum": 1,
        "not_reproducible": 1,
        "not_met": 0,
    }
