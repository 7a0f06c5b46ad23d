"""Captures to share: what is private goes, the layout and every number stay."""

import pytest

from contention.errors import ReadError
from contention.readers import read_source
from contention.readers.redaction import Redacted, redact
from contention.readers.source import SourceText, decode
from fuzz.inputs import INPUTS, Input

HOME = "/" + "home/ann"

TRACE = f"""\
Trace file {HOME}/diag/ora_12.trc
Node name:\tprodbox7.corp.example
Unix process pid: 5390, image: oracle@prodbox7 (TNS V1-V3)
*** CLIENT ID:(ann.smith) 2026-01-05T10:00:00
PARSING IN CURSOR #7 len=42 dep=0 uid=84 oct=3 lid=84 tim=1000 hv=12 ad='a' sqlid='abcdefgh12345'
select * from t where name = 'Ann' and a=:1
END OF STMT
BINDS #7:
 Bind#0
  oacdty=01 mxl=32(21) mxlc=00 mal=00 scl=00 pre=00
  value="Ann, 41 years
at prodbox7"
 Bind#1
  value=4711
EXEC #7:c=0,e=41,p=0,cr=0,cu=0,mis=0,r=0,dep=0,og=1,plh=0,tim=1100
WAIT #7: nam='SQL*Net message to client' ela= 3 driver id=1 #bytes=1 p3=0 obj#=-1 tim=1101
"""


def redacted(text: str, reader: str | None = None) -> Redacted:
    source = decode(text.encode(), f"{HOME}/mine.txt")
    return redact(source, read_source(source, reader))


def test_a_trace_tells_neither_host_nor_user_nor_bind_nor_literal() -> None:
    made = redacted(TRACE)
    for private in ("prodbox7", "ann", "Ann", "41 years", "4711", "corp", "smith"):
        assert private not in made.text
    assert "nam='SQL*Net message to client' ela= 3" in made.text
    assert "name = 'xxx' and a=:1" in made.text
    assert 'value="xxx, 00 xxxxx\nxx' in made.text
    assert "  value=0000\n" in made.text
    assert made.source.path == "mine.txt"


def test_a_bind_record_behind_an_empty_value_stays() -> None:
    text = TRACE.replace("  value=4711", "  value=  Bind#2")
    assert "  value=  Bind#2" in redacted(text).text


def test_every_line_keeps_its_length() -> None:
    lines = TRACE.splitlines()
    assert [len(line) for line in redacted(TRACE).source.lines] == [len(line) for line in lines]


def test_a_name_has_one_stand_in_and_two_names_have_two() -> None:
    made = redacted("machine,gets\nweb-a1,1\nweb-b2,2\nweb-a1,3\n")
    first, second, third = (line.split(",")[0] for line in made.source.lines[1:])
    assert first == third != second
    assert made.hosts == 2


def test_accounts_that_every_installation_has_stay() -> None:
    assert redacted("owner,gets\nSYS,1\nSCOTT,2\n").source.lines[1:] == ("SYS,1", "USER1,2")


def test_columns_of_hosts_and_users_are_replaced_by_their_names_alone() -> None:
    session = "SQL> select 1 from x;\n\nOSUSER     GETS\n------ --------\nannsmi      12\n"
    made = redacted(session, "sqlplus")
    assert "user1x" in made.text
    assert made.users == 1


@pytest.mark.parametrize(
    ("line", "private"),
    [
        ("connect ann/geheim@//db7.corp.example:1521/sales", ["ann", "geheim", "db7", "corp"]),
        ("create user ann_x identified by Geheim12;", ["Geheim12"]),
        ("psql -h db7 -U annsmith", ["db7", "annsmith"]),
        ("pgbench postgres://annsmith:geheim@db7:5432/app", ["annsmith", "geheim", "db7"]),
        ("host=db7 user=annsmith password=geheim", ["db7", "annsmith", "geheim"]),
        ('up{instance="db7:9100"} 1', ["db7"]),
        ("mail to ann.smith@corp.example", ["ann.smith", "corp.example"]),
        ("listening on 10.20.30.41 port 80", ["10.20.30.41"]),
        ("Linux db7 6.1.0-18-amd64", ["db7"]),
    ],
)
def test_places_where_tools_name_hosts_and_users(line: str, private: list[str]) -> None:
    text = f"SQL> prompt {line}\n{line}\nSQL> select 1 from x;\n\n     GETS\n---------\n       12\n"
    made = redacted(text, "sqlplus")
    assert [name for name in private if name in made.text] == []


def test_a_short_name_still_gets_a_stand_in_of_its_length() -> None:
    made = redacted("machine,gets\ndb,1\nqa,2\n").source.lines
    assert [len(line) for line in made[1:]] == [4, 4]
    assert made[1][:2] != made[2][:2]
    assert not {"db", "qa"} & {made[1][:2], made[2][:2]}


def test_an_address_becomes_another_address() -> None:
    (line,) = redacted("host,gets\n10.20.30.41,7\n").source.lines[1:]
    assert line == "00.00.00.01,7"


def test_a_name_that_the_format_uses_is_refused() -> None:
    with pytest.raises(ReadError, match="would change the numbers or columns"):
        redacted("user,gets\ngets,12\nann,4\n")


def test_only_text_is_redacted() -> None:
    source = decode(b"PAR1", "a.parquet")
    with pytest.raises(ReadError, match="only text"):
        redact(source, read_source(decode(b"a,b\n1,2\n", "x")))


@pytest.mark.parametrize("one", [one for one in INPUTS if one.text], ids=lambda one: one.name)
def test_every_input_keeps_its_numbers_and_is_redacted_once_and_for_all(one: Input) -> None:
    source = decode(one.data, one.name)
    made = redact(source, read_source(source, one.reader.name))
    assert isinstance(made.source, SourceText)
    assert [len(line) for line in made.source.lines] == [len(line) for line in source.lines]
