"""``contention run lob_chunk_writes`` on tables of one's own."""

import json
from pathlib import Path

import pytest

from contention.cli import main
from contention.models import ChunkLayout, chunk_rewrites

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]

HEAD = "chunk_bytes,buffer_bytes,direct_reads,direct_writes"
BUFFERS = (1000, 4000, 8132, 10_000, 16_264)
SIZE = 200_000


def table(chunk=16_384, wrong=()):
    io = chunk_rewrites(ChunkLayout(chunk), BUFFERS, SIZE)
    rows = [
        f"{chunk},{buffer},{reads + (buffer in wrong):.0f},{writes:.0f}"
        for buffer, reads, writes in zip(BUFFERS, io.reads, io.writes, strict=True)
    ]
    return "\n".join([HEAD, *rows]) + "\n"


def results():
    return json.loads(Path("contention-out/lob_chunk_writes/results.json").read_text())


def test_a_table_of_one_s_own_gives_payload_size_and_plan(write, capsys):
    words = ["-p", "chunk_bytes=16384", "-p", "lob_bytes=500000"]
    assert main(["run", "lob_chunk_writes", "--data", write(table()), *words]) == 0
    printed = capsys.readouterr()
    assert "10 of 10 counts" in printed.out
    assert "safe buffers from 2,048 to 32,768 bytes begin with: 16,264, 32,528" in printed.out
    assert "logical reads per KB need the column logical_reads" in printed.err
    values = results()["values"]
    assert values["model.block_payload_bytes"]["value"] == 8132
    assert values["model.lob_bytes_low"]["value"] <= SIZE
    assert values["model.lob_bytes_high"]["value"] >= SIZE
    assert values["planner.least_blocks"]["value"] == 62
    assert Path("contention-out/lob_chunk_writes/report.html").is_file()


def test_counts_that_are_not_exact_are_listed(write, capsys):
    assert main(["run", "lob_chunk_writes", "--data", write(table(wrong=(4000,)))]) == 0
    assert "9 of 10 counts" in capsys.readouterr().out
    folder = Path("contention-out/lob_chunk_writes")
    listed = (folder / results()["tables"]["inexact"]).read_text().splitlines()
    assert len(listed) == 2
    assert ",16384,4000,reads," in listed[1]


def test_a_table_of_runs_is_read_like_the_published_ones(write, capsys):
    io = chunk_rewrites(ChunkLayout(8192), BUFFERS, SIZE)
    lines = {
        "LOB...chunk size": [8192] * len(BUFFERS),
        "LOB...write buffer size": BUFFERS,
        "STAT...physical reads direct (lob)": io.reads,
        "STAT...physical writes direct (lob)": io.writes,
        "STAT...session logical reads": io.total * 9,
    }
    text = "".join(f"{name} {' '.join(f'{v:,.0f}' for v in row)}\n" for name, row in lines.items())
    assert main(["run", "lob_chunk_writes", "--data", write(text)]) == 0
    assert "10 of 10 counts" in capsys.readouterr().out
    assert "logical.most_per_kb" in results()["values"]


def test_buffers_that_leave_the_overhead_open_get_no_plan(write, capsys):
    text = f"{HEAD},lob_bytes\n8192,3000,43,59,130000\n8192,5000,25,41,130000\n"
    assert main(["run", "lob_chunk_writes", "--data", write(text)]) == 0
    printed = capsys.readouterr()
    assert "no plan is made" in printed.err
    assert "for an object of 130,000 bytes" in printed.out
    assert "planner.payload_bytes" not in results()["values"]


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("sessions,throughput\n1,100\n2,190\n", 4, "columns chunk_bytes, buffer_bytes"),
        (f"{HEAD}\n8192,3000,43,59\n", 4, "one buffer size"),
        (f"{HEAD}\n8192,3000,43,59\n8192,5000,-25,41\n", 4, "not negative"),
        (f"{HEAD}\n8000,3000,43,59\n8000,5000,25,41\n", 4, "block_bytes"),
    ],
)
def test_what_cannot_be_analysed_is_refused(text, code, told, write, capsys):
    assert main(["run", "lob_chunk_writes", "--data", write(text)]) == code
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error
