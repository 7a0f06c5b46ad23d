"""Counts of calls: from a plain table or from a log of three forms."""

import pytest

from contention.errors import MeasurementError, MissingColumnError
from contention.measurements import CallCounts, call_counts
from contention.readers import READERS, read_source
from contention.readers.source import decode


def sets(text, name="csv"):
    return call_counts(read_source(decode(text.encode(), "mine"), name).tables)


def test_a_plain_table_needs_neither_form_nor_group():
    (one,) = sets("rows,distinct_values,calls\n200,50,56\n100,50,52\n")
    assert (one.label, one.distinct, one.distinct_known) == ("values", 50, True)
    assert one.evaluations.tolist() == [100, 200]
    assert one.calls.tolist() == [52, 56]
    assert one.ordered_calls.tolist() == [-1, -1]
    assert len(one) == 2


def test_forms_and_groups_are_told_apart():
    rows = "a,100,50,52,Subquery\na,100,50,50,ORDERED\na,100,50,100,direct\nb,90,30,31,cached\n"
    one, other = sets("group,rows,distinct_values,calls,form\n" + rows)
    assert (one.label, one.ordered_calls.tolist()) == ("a", [50])
    assert (other.label, other.distinct, other.ordered_calls.tolist()) == ("b", 30, [-1])


def test_a_log_gives_rows_by_its_direct_and_values_by_its_ordered_form():
    text = "".join(
        f"--- f({rows}, {x}) ---\nDirect N = {rows}\nInDirect N = {calls}\nInDirectOrdered N = 20\n"
        for rows, x, calls in ((40, 1, 23), (60, 1, 26), (40, 2, 20))
    )
    one, other = sets(text, "call_log")
    assert (one.label, one.distinct, one.distinct_known) == ("1", 20, False)
    assert one.evaluations.tolist() == [40, 60]
    assert one.ordered_calls.tolist() == [20, 20]
    assert other.label == "2"


def test_a_count_that_cannot_be_read_leaves_its_case_out():
    text = "rows,distinct_values,calls\n100,50,52\n200,50,many\n300,50,60\n400,50,61\n"
    assert sets(text)[0].evaluations.tolist() == [100, 300, 400]
    assert sets("rows,distinct_values,calls\n100,50,52\n200.5,50,53\n")[0].calls.tolist() == [52]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rows,distinct_values,calls\n100,50,101\n", "more calls than rows"),
        ("rows,distinct_values,calls\n100,0,10\n", "must be positive"),
        ("rows,distinct_values,calls\n100,50,52\n100,50,53\n", "as many rows"),
        ("rows,distinct_values,calls\n100,50,52\n200,40,53\n", "number of different values"),
        ("rows,distinct_values,calls,form\n9,3,9,direct\n", "no case says"),
        (
            "rows,distinct_values,calls,form\n9,3,4,subquery\n9,4,4,ordered\n",
            "changes between the forms",
        ),
        ("rows,distinct_values,calls,form\n9,3,4,sideways\n", "no case says"),
    ],
)
def test_impossible_counts_are_refused(text, told):
    with pytest.raises(MeasurementError, match=told):
        sets(text)


def test_another_table_is_refused_naming_what_is_needed():
    with pytest.raises(MissingColumnError, match="no counts of calls") as caught:
        sets("sessions,throughput\n1,2\n2,3\n")
    assert "distinct_values" in caught.value.expected
    with pytest.raises(MissingColumnError):
        call_counts(())


def test_a_log_of_other_forms_has_no_case():
    with pytest.raises(MeasurementError, match="no case says"):
        sets(READERS["call_log"].example.replace("Wrapped", "Other"), "call_log")


def test_shapes_must_agree_and_arrays_are_frozen():
    with pytest.raises(MeasurementError, match="one count of calls for each"):
        CallCounts("a", 5, [10, 20], [6], [-1, -1])
    one = CallCounts("a", 5, [10], [6], [-1])
    with pytest.raises(ValueError, match="read-only"):
        one.calls[0] = 1
