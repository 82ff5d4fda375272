"""Which format a log has, and where logs come from: files, standard input, TCP on this machine."""

import json
import os
import socket
import sys
import threading
from pathlib import Path

import pytest

from riichicast.errors import InputError, OutsideError
from riichicast.feeds.formats import detect, log_of, open_log
from riichicast.feeds.lines import listen, tcp_pieces
from riichicast.game.commands import DrawTile, OpenMatch, ReportIrregularity
from riichicast.rules.seats import Seat
from riichicast.rules.tiles import Tile

MJAI = (
    '{"type":"start_game","names":["a","b","c","d"]}\n'
    '{"type":"tsumo","actor":0,"pai":"1m"}\n'
    '{"type":"tsumo","actor":1,"pai":"2m"}\n'
)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ('[{"time":"2023-04-28 21:21:00","id":"0","cmd":"area"', "mleague"),
        ('[\n  {"id": "0", "cmd": "area"', "mleague"),
        ('[{"time":"20', "mleague"),
        (MJAI, "mjai"),
        ("noise on the line\n" + MJAI, "mjai"),
        ('{"names": ["a"], "type": "start_game"}', "mjai"),
        ('{"riichicast":1}\n', "riichicast"),
        ('{"at_ms":1200,"id":"7","command":{}}\n', "riichicast"),
    ],
)
def test_a_log_is_known_by_what_stands_in_it(head: str, name: str) -> None:
    """The first lines tell the format, whatever the file is called."""
    assert detect(head, where="x") == name


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ('<mjloggm ver="2.3"><SHUFFLE seed="x"/>', "Tenhou mjlog XML is not read yet"),
        ('<HELO uname="x"/>\n', "Tenhou client stream is not read yet"),
        ('{"title":["",""],"name":["a"],"rule":{"aka":1},"log":[[[0,0,0]', "tenhou.net/6 JSON is not read yet"),
        ('[{"name":".lq.RecordNewRound"}]', "Mahjong Soul record JSON is not read yet"),
        ("player1:100 player2:200\nron player1 from player2 1han 30fu\n", "Pantheon games.txt is not read yet"),
        ("date,team,points\n", "is no log that we know"),
        ("  \n", "is empty"),
    ],
)
def test_other_files_are_refused_by_name(head: str, named: str) -> None:
    """The error says what it is, if we know, and what we read instead."""
    with pytest.raises(InputError) as error:
        detect(head, where="some file")

    assert str(error.value).startswith(f"some file: {named}")
    assert "mjai JSON lines" in str(error.value)


def test_no_log_of_the_collection_is_taken_for_another(shared: Path) -> None:
    """Of every folder of real data, only the formats that we read are opened."""
    opened: dict[str, set[str]] = {}
    for path in sorted((shared / "data").rglob("*")):
        if path.is_file() and path.stat().st_size < 1_000_000:
            try:
                opened.setdefault(open_log(str(path)).format, set()).add(path.parent.name)
            except InputError:
                continue

    assert opened == {"mleague": {"mleague"}, "mjai": {"mjai"}}


def test_a_missing_file_is_an_input_error() -> None:
    """The path is named."""
    with pytest.raises(InputError, match=r"nowhere\.json: No such file"):
        open_log("nowhere.json")


def test_bytes_that_are_no_text_cost_only_their_line(tmp_path: Path) -> None:
    """A file with a broken character is read around it; a byte order mark is no garbage."""
    path = tmp_path / "log"
    path.write_bytes(b"\xef\xbb\xbf" + MJAI.encode() + b'{"type":"tsumo","actor":0,"pai":"\xff\xfe"}\n' + MJAI.encode())
    commands = [timed.command for timed in open_log(str(path)).commands]

    assert [each.code for each in commands if isinstance(each, ReportIrregularity)] == ["unreadable_line"]
    assert sum(isinstance(each, DrawTile) for each in commands) == 4


def test_standard_input_is_a_live_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads what is piped in."""
    reading, writing = os.pipe()
    os.write(writing, MJAI.encode())
    os.close(writing)
    with open(reading, encoding="utf-8") as stdin:  # noqa: PTH123  (a pipe has no path)
        monkeypatch.setattr(sys, "stdin", stdin)
        check_live_log()


def check_live_log() -> None:
    """See that standard input gives the log."""
    log = open_log("-")

    assert (log.format, log.is_live) == ("mjai", True)
    assert [type(timed.command) for timed in log.commands] == [OpenMatch, DrawTile, DrawTile]


def test_no_standard_input_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program started with standard input closed says so."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input"):
        list(open_log("-").commands)


@pytest.mark.parametrize("address", ["tcp://10.0.0.1:5000", "tcp://127.0.0.1", "tcp:127.0.0.1:5000", "tcp://[x:1"])
def test_only_ports_of_this_machine_are_listened_on(address: str) -> None:
    """A feed is not open to the network."""
    with pytest.raises(InputError, match="address"):
        open_log(address)


def test_a_taken_port_is_named() -> None:
    """The message says which port cannot be used."""
    with listen(0) as taken, pytest.raises(OutsideError, match=r"port \d+: Address already in use"):
        listen(taken.getsockname()[1])


def test_a_tcp_source_survives_its_sender() -> None:
    """A sender that breaks off in mid-line and comes back is read on; the half line is reported."""
    server = listen(0)
    address = server.getsockname()
    is_read = threading.Event()

    def send() -> None:
        with socket.create_connection(address) as first:
            first.sendall(MJAI.encode() + b'{"type":"tsumo","act')
        with socket.create_connection(address) as second:
            second.sendall(b'{"type":"tsumo","actor":2,"pai":"3m"}\n')
            is_read.wait(20)

    sender = threading.Thread(target=send)
    sender.start()
    log = log_of(tcp_pieces(server), where="tcp", is_live=True)
    commands = [next(log.commands).command for _ in range(5)]
    is_read.set()
    sender.join()
    server.close()

    assert log.format == "mjai"
    assert [type(command) for command in commands] == [OpenMatch, DrawTile, DrawTile, ReportIrregularity, DrawTile]
    assert commands[-1] == DrawTile(seat=Seat.W, tile=Tile("3m"), where="line 5")


def test_a_tcp_source_gives_a_line_before_the_next_comes() -> None:
    """Live commands are not held back: each is there as soon as its line is."""
    server = listen(0)
    is_second_wanted = threading.Event()

    def send() -> None:
        with socket.create_connection(server.getsockname()) as sender:
            first, second, *_ = MJAI.splitlines(keepends=True)
            sender.sendall(first.encode())
            is_second_wanted.wait(20)
            sender.sendall(second.encode())

    thread = threading.Thread(target=send)
    thread.start()
    log = log_of(tcp_pieces(server, once=True), where="tcp", is_live=True)
    first = next(log.commands).command
    is_second_wanted.set()
    rest = [timed.command for timed in log.commands]
    thread.join()

    assert isinstance(first, OpenMatch)
    assert [type(command) for command in rest] == [DrawTile]


def test_the_rules_of_a_native_log_are_those_of_its_header() -> None:
    """Our own format may name its rule set."""
    log = log_of(['{"riichicast":1,"rules":"tenhou"}\n'], where="x")

    assert (log.rules, list(log.commands)) == ("tenhou", [])


def test_a_long_first_line_is_no_hindrance() -> None:
    """A record on one line is known by its first pieces."""
    entry = json.dumps({"time": "2023-04-28 21:21:00", "id": "0", "cmd": "area", "args": ["-"]})
    pieces = ["[", entry, ",", entry.replace('"0"', '"1"'), "]"]

    assert log_of(pieces, where="x").format == "mleague"
