r"""Where captures name hosts and users, and where they hold passwords and bind values.

Names are found where tools print them (``Node name:``, ``oracle@``, connection strings, labels
such as ``instance="db7:9100"``) and in the columns of tables that hold them. Accounts and hosts
that every installation has, such as ``SYS`` or ``localhost``, tell nothing and stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from contention.measurements import Table

__all__ = ["HOST", "USER", "column_kind", "masked_spans", "names_in_line", "names_in_table"]

HOST, USER = "host", "user"

_COMMON = {
    *("sys", "system", "public", "root", "postgres", "oracle", "mysql", "nobody", "daemon", "dba"),
    *("grid", "dbsnmp", "sysman", "null", "none", "unknown", "localhost", "oinstall", "true"),
    *("127.0.0.1", "255.255.255.255", "false", "user", "host", "name"),
}
_QUICK = re.compile(
    r"@|://|node|host|machine|server|\bpod|instance|-h |linux |user|conn|client id|/home/|-u "
    r"|\d\.\d{1,3}\.\d",
    re.I,
)
_NAME = r"[A-Za-z0-9_$#](?:[\w$#.-]{0,80}[\w$#])?"
_ADDRESS = r"(?:\d{1,3}\.){3}\d{1,3}"
_PLACES = tuple(
    (kind, re.compile(pattern, re.I))
    for kind, pattern in (
        (HOST, rf"\bnode name:\s{{1,9}}({_NAME})"),
        (HOST, rf"\b[\w$.-]{{1,40}}@({_NAME})\s?\("),
        (HOST, rf"\boracle@({_NAME})"),
        (HOST, rf"\w{{1,20}}://(?:[^\s/@]{{1,80}}@)?({_NAME})"),
        (HOST, rf"@(?://)?({_NAME})(?::\d{{1,5}})?/"),
        (HOST, rf"(?:\bhost|hostname|machine|nodename|\bnode|\bserver|\bpod|\binstance)"
               rf"[\"']?\s?[=:]\s?[\"']?({_NAME})"),
        (HOST, rf"(?:^|\s)(?:-h|--host(?:name)?)[= ]({_NAME})"),
        (HOST, rf"^Linux ({_NAME}) \d"),
        (HOST, rf"(?<![\w.-])({_ADDRESS})(?![\w.-])"),
        (USER, r"(?<![\w.-])([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})(?![\w@])"),
        (USER, rf"\bparsing user id:\s{{0,9}}\d{{0,20}}\s{{0,9}}\(({_NAME})\)"),
        (USER, rf"\buser is [\"']({_NAME})[\"']"),
        (USER, rf"\bconn(?:ect)?\s{{1,9}}({_NAME})/"),
        (USER, r"\bclient id:\(([^)]{1,80})\)"),
        (USER, rf"\w{{1,20}}://({_NAME})(?::[^\s/@]{{1,80}})?@"),
        (USER, rf"(?:^|\s)(?:-U|-u|--user(?:name)?)[= ]({_NAME})"),
        (USER, rf"(?:\buser|username|osuser|os_user|client_identifier)"
               rf"[\"']?\s?[=:]\s?[\"']?({_NAME})"),
        (USER, rf"(?:/home/|/Users/|[A-Z]:\\Users\\)({_NAME})"),
    )
)  # fmt: skip
_MASKED = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"\bconn(?:ect)?\s{1,9}[\w$#]{1,80}/([^\s@]{1,80})",
        r"\bidentified\s{1,9}by\s{1,9}([^\s;]{1,80})",
        r"(?:password|passwd|\bpwd)[\"']?\s?[=:]\s?[\"']?([^\s\"',;&]{1,80})",
        r"\w{1,20}://[^\s/:@]{1,80}:([^\s/@]{1,80})@",
    )
)
_COLUMNS = {
    **dict.fromkeys(("host", "hostname", "host_name", "machine", "node", "server", "pod"), HOST),
    **dict.fromkeys(("terminal", "instance_host", "nodename"), HOST),
    **dict.fromkeys(("user", "username", "user_name", "osuser", "os_user", "owner", "group"), USER),
    **dict.fromkeys(("schema", "schemaname", "schema_name", "parsing_schema_name"), USER),
    **dict.fromkeys(("client_id", "client_identifier", "parsing_user"), USER),
}


def names_in_line(line: str) -> Iterator[tuple[str, str]]:
    """The hosts and users that a line names, each with its kind.

    Parameters
    ----------
    line : str
        One line of a capture.

    Yields
    ------
    tuple of (str, str)
        Kind, ``host`` or ``user``, and name.

    Examples
    --------
    >>> list(names_in_line("Unix process pid: 5390, image: oracle@prodbox7 (TNS V1-V3)"))
    [('host', 'prodbox7')]
    """
    if not _QUICK.search(line):
        return
    found = dict.fromkeys(
        (kind, match[1]) for kind, pattern in _PLACES for match in pattern.finditer(line)
    )
    yield from (pair for pair in found if _tells(pair[1]))


def names_in_table(table: Table) -> Iterator[tuple[str, str]]:
    """The hosts and users in the columns of a table that hold them.

    Parameters
    ----------
    table : Table
        As read.

    Yields
    ------
    tuple of (str, str)
        Kind and name.

    Examples
    --------
    >>> from contention.measurements import Column, Provenance
    >>> owners = Column("owner", "OWNER", ("SCOTT", "SYS"), ("SCOTT", "SYS"))
    >>> list(names_in_table(Table("t", (owners,), (3, 4), Provenance("a.lst"))))
    [('user', 'SCOTT')]
    """
    for column in table.columns:
        kind = column_kind(column.name)
        if kind is not None:
            yield from (
                (kind, text) for text in dict.fromkeys(column.text) if text and _tells(text)
            )


def column_kind(name: str) -> str | None:
    """What a column of that name holds: ``host``, ``user`` or None.

    Parameters
    ----------
    name : str
        A column's name.

    Returns
    -------
    str or None
        The kind.

    Examples
    --------
    >>> column_kind("machine"), column_kind("osuser"), column_kind("gets")
    ('host', 'user', None)
    """
    return _COLUMNS.get(name)


def masked_spans(line: str) -> Iterator[tuple[int, int]]:
    """Where a line holds a password.

    Parameters
    ----------
    line : str
        One line of a capture.

    Yields
    ------
    tuple of (int, int)
        First position, and the one behind the last.

    Examples
    --------
    >>> list(masked_spans("SQL> connect scott/tiger@orcl"))
    [(19, 24)]
    """
    for pattern in _MASKED:
        for match in pattern.finditer(line):
            yield match.span(1)


def _tells(name: str) -> bool:
    """Whether a name says something: it has a letter or is an address, and is not common."""
    spoken = any(character.isalpha() for character in name) or re.fullmatch(_ADDRESS, name)
    return bool(spoken) and len(name) > 1 and name.lower() not in _COMMON
