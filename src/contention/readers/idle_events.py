"""Waits in which a session had nothing to do."""

from __future__ import annotations

__all__ = ["is_between_calls", "is_idle"]

_IDLE = frozenset(
    {
        "SQL*Net message from client",
        "SQL*Net more data from client",
        "PL/SQL lock timer",
        "Streams AQ: waiting for messages in the queue",
        "class slave wait",
        "dispatcher timer",
        "jobq slave wait",
        "pipe get",
        "pmon timer",
        "rdbms ipc message",
        "single-task message",
        "smon timer",
        "virtual circuit next request",
        "virtual circuit status",
        "wait for unread message on broadcast channel",
        "watchdog main loop",
    }
)
_WITHIN_CALLS = frozenset(
    {"PL/SQL lock timer", "SQL*Net more data from client", "class slave wait", "pipe get"}
)
_PREFIXES = ("PX Deq: Execution Msg", "PX Deq: Table Q Normal", "PX Deq Credit: need buffer")


def is_idle(event: str) -> bool:
    """Whether the session waited for work, and not for a resource.

    Parameters
    ----------
    event : str
        Name of the event, as printed.

    Returns
    -------
    bool
        True for waits for a client, a message, a timer, or another parallel process's rows.

    Examples
    --------
    >>> is_idle("SQL*Net message from client"), is_idle("log file sync")
    (True, False)
    """
    return event in _IDLE or event.startswith(_PREFIXES)


def is_between_calls(event: str) -> bool:
    """Whether a wait is between two database calls, and so no part of their elapsed time.

    Parameters
    ----------
    event : str
        Name of the event, as printed.

    Returns
    -------
    bool
        True for idle waits but those that a call itself asks for, such as a timer.

    Examples
    --------
    >>> is_between_calls("SQL*Net message from client"), is_between_calls("PL/SQL lock timer")
    (True, False)
    """
    return event in _IDLE and event not in _WITHIN_CALLS
