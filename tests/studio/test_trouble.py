"""A studio in trouble: what fails outside is told, and the table goes on."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from doors import DEAL, OPEN, START, TOKEN, Doors

from riichicast.cli import main
from riichicast.studio.studio import JOURNAL_FILE, Worker
from riichicast.view.snapshot import Snapshot


@pytest.mark.expect_log("riichicast.journal", "database or disk is full")
async def test_full_disk_is_told_and_mended(doors: Doors) -> None:
    """With no room on the disk a command is refused with the reason and health says so; then it passes."""
    await doors.say(OPEN, "1")
    connection = doors.studio.session._journal._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    answers = [await doors.say(START, f"s{number}") for number in range(200)]
    refused = [answer for answer in answers if "refusal" in answer]
    assert refused[0]["refusal"] == {
        "code": "journal_unavailable",
        "text": "It could not be stored, so it did not happen",
    }
    before = (await doors.get("/api/state"))[1]
    journal = (await doors.get("/api/health"))[1]["health"]["journal"]
    assert (journal["state"], "disk is full" in journal["what"]) == ("trouble", True)
    connection.execute("PRAGMA max_page_count = 100000")
    assert (await doors.get("/api/state"))[1] == before
    assert "accepted" in await doors.say(START, refused[0]["id"])
    journal = (await doors.get("/api/health"))[1]["health"]["journal"]
    assert (journal["state"], "what" in journal) == ("on_air", False)


class BrokenWorker(Worker):
    """Something outside whose program has a bug."""

    program_scene = ""

    def start(self, page_url: str) -> None:
        """Begin."""

    async def stop(self) -> None:
        """End."""

    def on_snapshot(self, snapshot: Snapshot) -> None:
        """Fail at every snapshot."""
        raise ZeroDivisionError(snapshot.match.phase)


@pytest.mark.expect_log("riichicast.studio", "BrokenWorker failed")
async def test_bug_in_a_worker_stays_there(doors: Doors) -> None:
    """An outside thing that fails at a snapshot is logged; everybody else sees it."""
    doors.studio._workers = (BrokenWorker(), *doors.studio._workers)
    assert "accepted" in await doors.say(OPEN, "1")
    assert (await doors.get("/api/state"))[1]["match"]["match_id"] == "m1"


async def test_tokens_reach_no_log(doors: Doors, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever is asked with a token, right or wrong, in header or address: at every level the log has none."""
    caplog.set_level(logging.DEBUG)
    await doors.say(OPEN, "1", f"token={TOKEN}")
    await doors.post("/api/commands?token=wrong-token", "{", {})
    await doors.get(f"/api/state?audience=producer&token={TOKEN}")
    line = await doors.connect(f"audience=producer&token={TOKEN}", {})
    await line.hear_until("snapshot")
    await line.say("nothing readable")
    await line.hear_until("error")
    await line.hang_up()
    assert TOKEN not in caplog.text
    assert "wrong-token" not in caplog.text


def test_damaged_journal_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A studio does not start on a file that is no journal: exit 2, one line with the file and what is wrong."""
    (tmp_path / JOURNAL_FILE).write_bytes(b"\xa5" * 10_000)
    assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert errors == f"riichicast serve: journal: {tmp_path / JOURNAL_FILE}: file is not a database\n"
    assert (tmp_path / JOURNAL_FILE).read_bytes() == b"\xa5" * 10_000


async def test_deal_before_a_match_is_refused(doors: Doors) -> None:
    """With no match open there is nothing to report on; the studio says so and waits."""
    answer = await doors.say(DEAL, "1")
    assert answer["refusal"] == {"code": "no_match", "text": "No match is open"}
