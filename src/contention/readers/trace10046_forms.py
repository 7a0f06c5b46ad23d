"""What raw 10046 traces give, and what is known of them."""

from __future__ import annotations

from contention.readers.forms import ColumnForm, TableForm

__all__ = ["GIVES", "TRAITS"]

TRAITS = (
    "releases 8i (times in 1/100 s) to 23ai, with or without SQL IDs and object numbers",
    "texts of statements that look like lines of the trace, skipped by their length",
    "statements that cannot be parsed, whose text has no end mark",
    "cursors used again for another statement, closed late, or parsed before the trace begins",
    "waits on cursor 0, which belong to no statement",
    "recursive calls of any depth, taken out of their callers",
    "bind values over lines, with quotes, and two variables on one line",
    "traces that a tool merged, each process by itself; several traces as the sum of their parts",
    "heads that are lost, lines that are cut, bytes of value zero, the size limit",
    "files of any size: larger than 64 MiB, a trace is profiled by statement, block by block",
)
_CURSOR = (
    ColumnForm("cursor", "number or address of the cursor; 0 for none"),
    ColumnForm("sql_id", "SQL ID, or hash_ and the hash value; empty where the parse is not seen"),
    ColumnForm("process", "process that a merged trace names"),
)
_TIM = ColumnForm("tim", "clock of the trace at the end, as printed")
_STATEMENT = ColumnForm("statement", "SQL ID, hash_ and hash value, or cursor_ and its number")
_FROM = ColumnForm("from_s", "begin of the slice by the clock of the trace", "s")
GIVES = (
    TableForm(
        "waits",
        "one wait; of a profile, all waits for one event",
        (
            *_CURSOR,
            ColumnForm("event", "what was waited for"),
            ColumnForm("ela_us", "how long", "us"),
            *(
                ColumnForm(f"p{n}{name}", f"{what} of parameter {n}")
                for n in (1, 2, 3)
                for name, what in (("_name", "name"), ("", "value"))
            ),
            ColumnForm("obj", "object number"),
            _TIM,
            _STATEMENT,
            _FROM,
            ColumnForm("idle", "yes where the session waited for work, not for a resource"),
            ColumnForm("times_waited", "number of waits"),
            ColumnForm("total_waited_s", "all together", "s"),
            ColumnForm("mean_wait_s", "one on average", "s"),
            ColumnForm("max_wait_s", "the longest", "s"),
        ),
    ),
    TableForm(
        "calls",
        "one database call, with those that it caused; of a profile, all calls of one kind, alone",
        (
            ColumnForm("call", "PARSE, EXEC, FETCH, CLOSE, UNMAP, SORT UNMAP, RPC EXEC or LOB..."),
            *_CURSOR,
            ColumnForm("cpu_us", "CPU time", "us"),
            ColumnForm("elapsed_us", "from begin to end", "us"),
            ColumnForm("disk", "blocks read from disk"),
            ColumnForm("query", "blocks taken in consistent mode"),
            ColumnForm("current", "blocks taken in current mode"),
            ColumnForm("misses", "parses that missed the library cache"),
            ColumnForm("rows", "rows processed"),
            ColumnForm("depth", "0 for calls of the client, more for those that calls caused"),
            ColumnForm("goal", "goal of the optimizer, as a number"),
            ColumnForm("plan_hash", "hash value of the plan"),
            _TIM,
            _STATEMENT,
            _FROM,
            ColumnForm("count", "number of calls"),
            ColumnForm("cpu_s", "CPU time", "s"),
            ColumnForm("elapsed_s", "from begin to end", "s"),
        ),
    ),
    TableForm(
        "statements",
        "what a cursor was parsed from",
        (
            *_CURSOR,
            ColumnForm("command", "first word of the text"),
            ColumnForm("length", "bytes of the text", "bytes"),
            ColumnForm("depth", "depth of recursion"),
            ColumnForm("user_id", "user"),
            ColumnForm("command_type", "kind of statement, as a number"),
            ColumnForm("hash", "hash value of the text"),
            _TIM,
        ),
    ),
    TableForm(
        "binds",
        "one bind variable of one execution",
        (
            *_CURSOR,
            ColumnForm("position", "number of the variable, from 0"),
            ColumnForm("data_type", "type, as a number"),
            ColumnForm("max_length", "longest value", "bytes"),
            ColumnForm("length", "length of the value", "bytes"),
            ColumnForm("value", "the value; empty for null and for what is not printed"),
        ),
    ),
    TableForm(
        "row_sources",
        "one step of a plan that was run",
        (
            *_CURSOR,
            ColumnForm("id", "number of the step"),
            ColumnForm("rows", "rows that it returned"),
            ColumnForm("parent", "number of the step above"),
            ColumnForm("position", "place among the steps of one parent"),
            ColumnForm("obj", "object number"),
            ColumnForm("operation", "what it does"),
            ColumnForm("query", "blocks taken in consistent mode"),
            ColumnForm("disk", "blocks read from disk"),
            ColumnForm("written", "blocks written"),
            ColumnForm("starts", "how often it was started"),
            ColumnForm("time_us", "elapsed time with the steps below", "us"),
            ColumnForm("cost", "cost that the optimizer expected"),
            ColumnForm("bytes", "size of the rows that it expected", "bytes"),
            ColumnForm("cardinality", "rows that it expected"),
        ),
    ),
    TableForm(
        "transactions",
        "one commit or rollback",
        (
            ColumnForm("rollback", "1 for a rollback"),
            ColumnForm("read_only", "1 where nothing was changed"),
            _TIM,
        ),
    ),
    TableForm(
        "errors",
        "one call that failed",
        (
            ColumnForm("kind", "parse, call or deadlock"),
            *_CURSOR,
            ColumnForm("error", "number of the error ORA-"),
            _TIM,
        ),
    ),
    TableForm(
        "session",
        "one thing that the trace says of itself",
        (
            ColumnForm("name", "such as module name or container id"),
            ColumnForm("value", "as printed"),
        ),
    ),
    TableForm(
        "time",
        "of a profile: where the time went, by statement or slice or in all",
        (
            _STATEMENT,
            _FROM,
            ColumnForm("elapsed_s", "of the calls, each without those that it caused", "s"),
            ColumnForm("cpu_s", "CPU time of the calls", "s"),
            ColumnForm("waited_s", "waits that are not idle", "s"),
            ColumnForm("idle_s", "idle waits", "s"),
            ColumnForm("unaccounted_s", "elapsed less CPU time and waits within calls", "s"),
        ),
    ),
    TableForm(
        "records",
        "of a profile: lines of one kind",
        (ColumnForm("kind", "first word"), ColumnForm("count", "number of lines")),
    ),
)
