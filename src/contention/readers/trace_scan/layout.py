"""Where everything is in the one array that the scan keeps from block to block.

The array holds the state, then one heading for each table, then the tables. One array and not
many, as compiled functions pay for each array that they hand on.

========== ============================================================================
table      columns of a row, of which the first two are its key
========== ============================================================================
words      code and length of an event or a kind of record, its place in the pool of names,
           waits of the event by the number of bits of their microseconds
statements code and length of a statement's identifier, its place in the pool of names
cursors    context, cursor, statement
waits      group, event; number, sum and longest of the waits, first line
calls      group, kind; first line, number, then the own part of what the calls took
kinds      zero, kind; number of records
contexts   file, process; first and last time stamp, depth of the last call, number, what
           calls of each depth took since the last call above them
odd        line, reason; begin and end of a line that cannot be read
notes      line, zero; begin and end of a line in which the trace speaks of itself
========== ============================================================================
"""

from __future__ import annotations

from typing import Any

__all__ = ["HEADINGS", "TABLES", "WIDTHS"]

Bytes = Any
Integers = Any

# fmt: off
(LINE, CONTEXT, AVL, SKIP, TEXT, TEXT_LINE, DISCARD, STAMPED, BARE, BARE_LINE, BY, SLICE, UNIT,
 POOL, FULL, PATIENCE) = range(16)
SLOTS, MASK, ROW0, WIDTH, ROOM, USED = range(6)
HEADINGS = 16
WORDS, STATEMENTS, CURSORS, WAITS, CALLS, KINDS, CONTEXTS, ODD, NOTES = range(16, 16 + 9 * 8, 8)
TABLES = (WORDS, STATEMENTS, CURSORS, WAITS, CALLS, KINDS, CONTEXTS, ODD, NOTES)
CPU, ELAPSED, DISK, QUERY, CURRENT, MISSES, ROWS, DEPTH, TIM, PAIRS = range(10)
# fmt: on
SCRATCH = HEADINGS + 8 * len(TABLES)
MEMORY = SCRATCH + 16
DEEPEST = 63
BELOW = 6
NESTED = CURRENT + 1
BITS = 3
WIDTHS = {
    WORDS: BITS + 64,
    STATEMENTS: 3,
    CURSORS: 3,
    WAITS: 6,
    CALLS: 11,
    KINDS: 3,
    CONTEXTS: BELOW + NESTED * (DEEPEST + 1),
    ODD: 4,
    NOTES: 4,
}
MORE, GROW, FLUSH = range(3)
BLOCK, FINAL, FORCED = range(3)
BY_EVENT, BY_STATEMENT, BY_SLICE = range(3)
ODD_WAIT, ODD_CALL, ODD_HEADING, ODD_TEXT, ODD_ERROR, ODD_LENGTH, ODD_MARK = range(7)
