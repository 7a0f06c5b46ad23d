"""The columns that results of fio give."""

from __future__ import annotations

from contention.readers.forms import ColumnForm

__all__ = ["JOB_COLUMNS", "PERCENTILE_COLUMNS"]

JOB_COLUMNS = (
    ColumnForm("run", "number of the group in the table runs"),
    ColumnForm("job", "name of the job"),
    ColumnForm("direction", "read, write or trim"),
    ColumnForm("error", "error number that ended it; 0 for none"),
    ColumnForm("throughput_per_s", "requests per second"),
    ColumnForm("bandwidth_bytes_per_s", "bytes per second"),
    ColumnForm("requests", "completed requests"),
    ColumnForm("duration_s", "length of the job", "s"),
    ColumnForm("latency_min_s", "shortest latency", "s"),
    ColumnForm("response_time_s", "mean latency, from submission to completion", "s"),
    ColumnForm("latency_max_s", "longest latency", "s"),
)
PERCENTILE_COLUMNS = (
    ColumnForm("run", "number of the group in the table runs"),
    ColumnForm("job", "name of the job"),
    ColumnForm("direction", "read, write or trim"),
    ColumnForm("percentile", "in percent"),
    ColumnForm("latency_s", "latency at that percentile", "s"),
)
