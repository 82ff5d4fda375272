"""Our own format of timed commands: one JSON object a line."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riichicast.errors import InputError
from riichicast.feeds.lines import Line, lines_of
from riichicast.feeds.timed import NativeHeader, TimedCommand, parse_header, read_native, write_native
from riichicast.game.commands import DrawTile, MakeMeld, ReportIrregularity, StartHand
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.seats import Seat, Wind
from riichicast.rules.tiles import Tile

COMMANDS = (
    TimedCommand(0, "1", StartHand(round_wind=Wind.E, hand_no=1, scores=dict.fromkeys(Seat, 25_000))),
    TimedCommand(1200, "2", DrawTile(seat=Seat.E, tile=Tile("0m"), tiles_left=69)),
    TimedCommand(
        1300, "3", MakeMeld(seat=Seat.S, meld=Meld(MeldKind.PON, (Tile("1z"),) * 3, Tile("1z"), Seat.E), where="line 3")
    ),
)


def read(text: str) -> list[TimedCommand]:
    """Read a text in our own format."""
    return list(read_native(lines_of([text])))


def test_what_is_written_is_read_back() -> None:
    """Header and commands survive a round trip."""
    stream = io.BytesIO()
    header = NativeHeader(riichicast=1, title={"en": "Sample"}, rules="mleague")
    write_native(COMMANDS, stream, header)
    text = stream.getvalue().decode()

    assert tuple(read(text)) == COMMANDS
    assert parse_header(text.split("\n")[0]) == header


def test_the_line_of_the_documentation_is_read() -> None:
    """The example of a command is taken as it stands."""
    assert read('{"at_ms":1200,"id":"7","command":{"type":"draw_tile","seat":"E","tile":"5m"}}\n') == [
        TimedCommand(1200, "7", DrawTile(seat=Seat.E, tile=Tile("5m")))
    ]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('{"at_ms":1,"id":"7","command":{"type":"draw_tile","seat":"E","tile":"5m","colour":1}}', "colour"),
        ('{"at_ms":1,"id":"7","command":{"type":"draw_tiles"}}', "draw_tiles"),
        ('{"at_ms":1,"id":"7","comm', "truncated"),
        ("garbage", "malformed"),
    ],
)
def test_a_bad_line_is_reported_with_what_is_wrong(line: str, named: str) -> None:
    """A bad line costs itself alone; the report names line and fault."""
    good = '{"at_ms":2,"id":"8","command":{"type":"draw_tile","seat":"E","tile":"5m"}}'
    report, after = read(f"{line}\n{good}\n")

    assert isinstance(report.command, ReportIrregularity)
    assert (report.command.code, report.command.where) == ("unreadable_line", "line 1")
    assert named in str(report.command.details["reason"])
    assert after.id == "8"


def test_times_never_fall() -> None:
    """A time before its predecessor's is that of the predecessor."""
    line = '{{"at_ms":{},"id":"{}","command":{{"type":"draw_tile","seat":"E","tile":"5m"}}}}\n'

    assert [timed.at_ms for timed in read(line.format(900, "a") + line.format(100, "b"))] == [900, 900]


@pytest.mark.parametrize("header", ['{"riichicast":2}', '{"riichicast":1,"colour":"red"}'])
def test_a_header_that_we_do_not_know_is_refused(header: str) -> None:
    """Another version may mean anything: the file is refused as a whole."""
    with pytest.raises(InputError):
        read(header)


@given(st.text(alphabet="ab\n\r", max_size=40), st.integers(1, 7))
def test_lines_do_not_depend_on_the_pieces(text: str, size: int) -> None:
    """Text cut anywhere gives the same numbered lines."""
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if text.endswith("\n") or not text:
        lines.pop()
    got = list(lines_of(pieces))

    assert [line.number for line in got] == list(range(1, len(got) + 1))
    assert [line.text for line in got] == lines


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    """Endless garbage is cut into lines of a million characters."""
    assert [len(line.text) for line in lines_of(["x" * 700_000] * 4)] == [1_400_000, 1_400_000]
    assert list(lines_of(["a\nb"])) == [Line(1, "a"), Line(2, "b")]
