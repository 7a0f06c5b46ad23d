"""Sections of a report about statements, segments, memory and parameters."""

from __future__ import annotations

from contention.readers.awr_section import Section, columns_of

__all__ = ["OBJECT_SECTIONS"]

_SQL = columns_of(
    "Elapsed Time (s)~Elapsd Time (s)~Elapsed Time(s)",
    "CPU Time (s)",
    "User I/O Time (s)|number|user_io_time_s|s",
    "Cluster Wait Time (s)",
    "Buffer Gets~Gets|number|buffer_gets",
    "Physical Reads~Physical Rds~Reads|number|physical_reads",
    "UnOptimized Read Reqs|number|unoptimized_read_reqs",
    "Physical Read Reqs|number|physical_read_reqs",
    "Parse Calls",
    "Sharable Mem (b)|number|sharable_mem_bytes|bytes",
    "Max Sharable Memory (KB)|number|max_sharable_memory_kb|kb",
    "End Sharable Memory (KB)|number|end_sharable_memory_kb|kb",
    "Version Count",
    "Executions|number",
    "Rows Processed",
    "Rows per Exec",
    "Gets per Exec",
    "Reads per Exec~Rds per Exec|number|reads_per_exec",
    "UnOptimized Reqs per Exe~UnOptimized Reqs per Exec|number|unoptimized_reqs_per_exec",
    "Elapsed Time per Exec (s)~Elap per Exec (s)|number|elapsed_time_per_exec_s|s",
    "CPU per Exec (s)|number|cpu_per_exec_s|s",
    "UIO per Exec (s)|number|uio_per_exec_s|s",
    "% Total Parses",
    "%Total~% Total|number|pct_total",
    "%CPU",
    "%IO",
    "%Opt",
    "%Clu",
    "%Snap",
    "Old Hash Value~Hash Value|any|hash_value",
    "SQL Id|sql_id",
    "SQL Module|any",
    "PDB Name|any",
    "SQL Text|sql",
)
_SQL_BY = {
    "elapsed_time": ("Elapsed Time", "elapsed time"),
    "cpu_time": ("CPU Time~CPU", "cpu time"),
    "user_io_time": ("User I/O Wait Time", "user i/o"),
    "gets": ("Gets", "buffer gets"),
    "reads": ("Reads", "physical reads"),
    "unoptimized_reads": (
        "Physical Reads (UnOptimized)~UnOptimized Read Requests",
        "unoptimized read",
    ),
    "executions": ("Executions", "number of executions"),
    "parse_calls": ("Parse Calls", "number of parse calls"),
    "sharable_memory": ("Sharable Memory", "amount of shared memory"),
    "version_count": ("Version Count", "version count"),
    "cluster_wait_time": ("Cluster Wait Time", "cluster wait time"),
}
_SEGMENTS = (
    "Logical Reads",
    "Physical Reads",
    "Physical Read Requests",
    "UnOptimized Reads",
    "Optimized Reads",
    "Direct Physical Reads",
    "Physical Writes",
    "Physical Write Requests",
    "Direct Physical Writes",
    "Table Scans",
    "DB Blocks Changes",
    "Row Lock Waits",
    "ITL Waits",
    "Buffer Busy Waits",
    "Global Cache Buffer Busy",
    "CR Blocks Received",
    "Current Blocks Received",
)
_COUNTS = {
    "physical_read_requests": "Phys Read Requests",
    "physical_write_requests": "Phys Write Requests",
    "unoptimized_reads": "UnOptimized Reads",
    "direct_physical_reads": "Direct Reads",
    "direct_physical_writes": "Direct Writes",
    "db_blocks_changes": "DB Block Changes",
    "row_lock_waits": "Waits~Row Lock Waits",
    "itl_waits": "Waits~ITL Waits",
    "buffer_busy_waits": "Waits~Buffer Busy Waits~Busy Waits",
    "global_cache_buffer_busy": "GC Buffer Busy",
}


def _statements(name: str) -> Section:
    titles, summary = _SQL_BY[name]
    return Section(
        f"sql_by_{name}",
        tuple(f"SQL ordered by {title}" for title in titles.split("~")),
        _SQL_ELAPSED if name == "elapsed_time" else _SQL,
        summaries=(f"top sql by {summary}",),
        holds="one statement, of which the first keyword is kept",
        statements=True,
    )


_FIRST = ("elapsed_time_s", "executions", "elapsed_time_per_exec_s", "pct_total", "pct_cpu")
_SQL_ELAPSED = tuple(
    sorted(_SQL, key=lambda c: _FIRST.index(c.name) if c.name in _FIRST else len(_FIRST))
)


def _segments(what: str) -> Section:
    name = what.lower().replace(" ", "_")
    return Section(
        f"segments_by_{name}",
        (f"Segments by {what}",),
        columns_of(
            "Owner|name",
            "Tablespace~Tablespace Name|name|tablespace",
            "Object Name|name",
            "Subobject Name~Subobject|maybe_name|subobject_name",
            "Obj. Type~Object Type|object_type|object_type",
            f"{_COUNTS.get(name, what)}|number|{name}",
            "Pct Total~%Total~% Total~% of Capture~%Capture|number|pct_total",
        ),
        summaries=(f"top segments by {what.lower()}", f"segments by {what.lower()}"),
        holds="one segment",
    )


OBJECT_SECTIONS = (
    *map(_statements, _SQL_BY),
    *map(_segments, _SEGMENTS),
    Section(
        "pga_advisory",
        ("PGA Memory Advisory",),
        columns_of(
            "PGA Target Est (MB)~PGA Aggr Target Est (MB)|number|pga_target_mb|mb",
            "Size Factr|number|size_factor",
            "W/A MB Processed|number|processed_mb|mb",
            "Estd Extra W/A MB Read/ Written to Disk~Estd Extra W/A MB Read/Written to Disk"
            "|number|estimated_extra_mb|mb",
            "Estd Time to Process Bytes (s)~Estd Time|number|estimated_time_s|s",
            "Estd PGA Cache Hit %|number|estimated_hit_pct",
            "Estd PGA Overalloc Count~Estd PGA Over- alloc Count|number|estimated_overallocations",
        ),
        summaries=("pga memory advisory",),
        holds="what is expected of one target size",
    ),
    Section(
        "sga_summary",
        ("SGA Memory Summary",),
        columns_of(
            "SGA regions|any|region",
            "Begin Size (Bytes)|number|begin_bytes|bytes",
            "End Size (Bytes) (if different)~End Size (Bytes)|number|end_bytes|bytes",
        ),
        summaries=("sga memory summary", "sga regions"),
        holds="one region of the shared memory",
    ),
    Section(
        "sga_breakdown",
        ("SGA breakdown difference", "SGA breakdown difference by Pool and Name"),
        columns_of(
            "Pool|any",
            "Name|any",
            "Begin MB|number|begin_mb|mb",
            "End MB|number|end_mb|mb",
            "% Diff~%Diff|number|pct_diff",
        ),
        summaries=("sga breakdown", "difference of sga"),
        holds="one use of one pool",
    ),
    Section(
        "parameters",
        ("init.ora Parameters", "Initialization Parameters", "Modified init.ora Parameters"),
        columns_of(
            "Parameter Name|any|parameter",
            "Begin value|any|begin_value",
            "End value (if different)~End value|any|end_value",
        ),
        summaries=("name and value of init.ora", "name and value of modified init.ora"),
        holds="one parameter that is not at its default",
        wraps=True,
    ),
)
