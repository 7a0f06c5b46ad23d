"""All readers, and all options they may take."""

from __future__ import annotations

from contention.readers import (
    archive_listing,
    archive_read_log,
    awr,
    backtrace,
    bcc,
    bpftrace,
    call_log,
    csv,
    directory_listing,
    dtrace,
    hdr_histogram,
    heap_dump,
    json_table,
    kcbsw,
    latency_list,
    mount_table,
    native_code_trace,
    parquet,
    pgbench,
    prometheus,
    redis_benchmark,
    row_cache_trace,
    runstats,
    serveroutput,
    spreadsheet,
    sqlplus,
    statspack,
    sysbench,
    system_call_trace,
    timed_calls,
    tkprof,
    trace10046,
)
from contention.readers.reading import Reader

__all__ = ["OPTIONS", "READERS"]

OPTIONS = {
    "call": "the call whose heading a log of calls lacks, such as f(1000, 1)",
    "decimal": "the decimal mark, '.' or ',', where the cells cannot tell",
    "duration_s": "seconds of each interval, where the table has executions and no duration",
    "label_suffix": "appended to each label after an underscore",
    "labels": "a mapping from a printed group to a label",
    "measures": "one of 'sweep', 'memory', 'calls', 'histogram', 'lock': refuse what holds none",
    "run": "the name of the run, such as 'before', where the capture does not give it",
    "sample_interval_ms": "milliseconds from one sample of waits to the next",
    "sessions": "how many sessions ran at once, where the capture does not say",
    "system": "what was measured, such as a version, where the capture does not give it",
    "unit": "unit of histograms, or of times in tables of calls and waits, that name none",
    "unwrap": "True to replace a total cut to 32 bits by the one that its count and mean allow",
}

READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        sqlplus.READER,
        serveroutput.READER,
        awr.READER,
        statspack.READER,
        heap_dump.READER,
        kcbsw.READER,
        row_cache_trace.READER,
        tkprof.READER,
        runstats.READER,
        backtrace.READER,
        call_log.READER,
        timed_calls.READER,
        trace10046.READER,
        dtrace.READER,
        bpftrace.READER,
        bcc.READER,
        hdr_histogram.READER,
        archive_listing.READER,
        archive_read_log.READER,
        directory_listing.READER,
        mount_table.READER,
        native_code_trace.READER,
        system_call_trace.READER,
        pgbench.READER,
        sysbench.READER,
        redis_benchmark.READER,
        prometheus.READER,
        latency_list.READER,
        csv.READER,
        json_table.READER,
        parquet.READER,
        spreadsheet.READER,
    )
}
