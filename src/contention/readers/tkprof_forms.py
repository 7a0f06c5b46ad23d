"""The tables that tkprof reports give, and the units of their columns."""

from __future__ import annotations

from contention.readers.forms import ColumnForm, TableForm
from contention.readers.tkprof_head import REPORT_COLUMNS

__all__ = ["FORMS", "UNITS"]

_WHOSE = (
    ColumnForm("statement", "number of the statement in the report, from 1"),
    ColumnForm("sql_id", "its identifier; missing where none is printed"),
)
_SCOPE = ColumnForm("scope", "statement, or non_recursive or recursive for overall totals")
_STEP = (
    ColumnForm("node", "number of the step in its plan, from 1"),
    ColumnForm("parent", "number of the step that takes its rows; missing for a root"),
    ColumnForm("depth", "steps between it and its root; missing where blanks are collapsed"),
)
_PARTITIONS = (
    ColumnForm("partition_start", "first partition, or how it is found"),
    ColumnForm("partition_stop", "last partition, or how it is found"),
)

FORMS = (
    TableForm(
        "calls",
        "one kind of call of a statement, or the printed total of the three",
        (
            *_WHOSE,
            _SCOPE,
            ColumnForm("call", "Parse, Execute, Fetch or total"),
            ColumnForm("count", "calls made"),
            ColumnForm("cpu_s", "CPU; 0.00 is less than 5 ms", "s"),
            ColumnForm("elapsed_s", "time from begin to end; 0.00 is less than 5 ms", "s"),
            ColumnForm("disk", "blocks read from disk"),
            ColumnForm("query", "blocks taken in consistent mode"),
            ColumnForm("current", "blocks taken in current mode"),
            ColumnForm("rows", "rows processed"),
        ),
    ),
    TableForm(
        "waits",
        "one event that a statement waited for",
        (
            *_WHOSE,
            _SCOPE,
            ColumnForm("event", "what was waited for"),
            ColumnForm("times_waited", "number of waits"),
            ColumnForm("max_wait_s", "the longest; 0.00 is less than 5 ms", "s"),
            ColumnForm("total_waited_s", "all together; 0.00 is less than 5 ms", "s"),
        ),
    ),
    TableForm(
        "plans",
        "one step of a plan that was run",
        (
            *_WHOSE,
            *_STEP,
            ColumnForm("rows_first", "rows of the first execution, or of all where one is printed"),
            ColumnForm("rows_avg", "mean rows of an execution"),
            ColumnForm("rows_max", "most rows of an execution"),
            ColumnForm("operation", "what the step does"),
            ColumnForm("object", "table, index or view that it reads or changes"),
            ColumnForm("object_id", "number of that object"),
            *_PARTITIONS,
            ColumnForm("cr", "blocks taken in consistent mode, with the steps below it"),
            ColumnForm("pr", "blocks read from disk"),
            ColumnForm("pw", "blocks written to disk"),
            ColumnForm("time_us", "time, with the steps below it", "us"),
            ColumnForm("cost", "cost as estimated"),
            ColumnForm("size_bytes", "size as estimated", "bytes"),
            ColumnForm("card", "rows as estimated"),
            ColumnForm("starts", "times that it was started"),
        ),
    ),
    TableForm(
        "explained_plans",
        "one step of a plan that was explained when the report was made; it may be another plan",
        (
            *_WHOSE,
            *_STEP,
            ColumnForm("rows", "rows that were traced; 0 where none were"),
            ColumnForm("operation", "what the step does"),
            ColumnForm("goal", "goal of the optimizer, or whether the object was analyzed"),
            ColumnForm("object", "table or index"),
            ColumnForm("object_type", "what kind of object that is"),
            *_PARTITIONS,
        ),
    ),
    TableForm(
        "statements",
        "one statement, or one overall total",
        (
            *_WHOSE,
            _SCOPE,
            ColumnForm("label", "how measurements name it: the SQL ID, or a digest of the text"),
            ColumnForm("command", "first word of its text"),
            ColumnForm(
                "text_digest", "digest of its text, which blanks and line ends do not change"
            ),
            ColumnForm("plan_hash", "hash value of the plan"),
            ColumnForm("misses_in_parse", "misses in the library cache during parse"),
            ColumnForm("misses_in_execute", "misses in the library cache during execute"),
            ColumnForm("optimizer_mode", "mode or goal of the optimizer"),
            ColumnForm("parsing_user", "number of the user that parsed it, or SYS"),
            ColumnForm("parsing_schema", "name of that user, where it is printed"),
            ColumnForm("recursive_depth", "statements above it that run it; missing for none"),
            ColumnForm("plan_statistics", "number of plan statistics captured"),
        ),
    ),
    TableForm(
        "failed",
        "one statement that could not be parsed",
        (
            ColumnForm("command", "first word of its text"),
            ColumnForm("text_digest", "digest of its text, which layout does not change"),
            ColumnForm("error", "code of the error; missing where none is printed"),
        ),
    ),
    TableForm("report", "the report", REPORT_COLUMNS),
)

UNITS = {column.name: column.unit for form in FORMS for column in form.columns if column.unit}
