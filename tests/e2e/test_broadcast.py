"""From the feed to OBS and to the picture: a real studio, a real OBS, a real browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from live_studio import LiveStudio, sample_commands, until
from obs_server import ObsServer
from obs_watcher import Watcher
from playwright.sync_api import Page

from riichicast.assets import LANGUAGES
from riichicast.game.commands import DeclareWin, DiscardTile, DrawHand, EndMatch, MakeMeld, StartHand

SEEN = """seat => {
    const panel = document.querySelector(`[data-seat="${seat}"]`);
    const score = panel?.querySelector("[data-score]");
    if (!score) return null;  // nothing is painted yet
    const faces = selector => [...panel.querySelectorAll(selector)]
        .map(tile => [tile.getBoundingClientRect(), tile.dataset.tile])
        .filter(([box]) => box.width > 0)
        .sort(([a], [b]) => Math.round((a.top - b.top) / 20) || a.left - b.left)
        .map(([, face]) => face);
    return {
        text: panel.innerText,
        score: Number(score.dataset.score),
        hand: faces(".hand > .concealed [data-tile], .hand > [data-drawn][data-tile]"),
        river: faces(".river [data-tile]"),
    };
}"""
"""What the page shows of a seat: its tiles in the order in which they lie, row by row from the left."""


def _expected(player: dict[str, Any]) -> dict[str, Any]:
    river = player.get("river", {})
    return {
        "score": player["score"],
        "hand": [*player["hand"], *([player["drawn"]] if "drawn" in player else [])],
        "river": [river[str(number)]["tile"] for number in range(1, len(river) + 1)],
    }


def _shows(page: Page, match: dict[str, Any], language: str = "en") -> None:
    """Wait until the page shows the players of a match: names, scores, hands and rivers in their places."""
    for seat, player in match["players"].items():
        expected = _expected(player)
        seen: dict[str, Any] = {}
        for _ in range(100):
            seen = page.evaluate(SEEN, seat) or {}
            if expected.items() <= seen.items():
                break
            page.wait_for_timeout(50)
        assert expected == {key: seen.get(key) for key in expected}
        assert player["names"][language] in seen["text"]


@pytest.mark.edge("chromium")
def test_page_shows_what_the_snapshot_says(tmp_path: Path, page: Page) -> None:
    """Names, points, hands and rivers on the page are those of the snapshot, in their places."""
    commands = sample_commands()
    stop = next(index for index, timed in enumerate(commands) if index > 60 and isinstance(timed.command, DiscardTile))
    with LiveStudio(tmp_path) as studio:
        studio.feed(commands[:stop])
        page.goto(f"{studio.url}/overlay?lang=en")
        _shows(page, studio.match())


@pytest.mark.edge("chromium")
def test_page_comes_back_after_the_studio_was_killed(tmp_path: Path, page: Page) -> None:
    """A page keeps its last picture while the studio is gone, and goes on by itself when it is back."""
    commands = sample_commands()
    meld = until(commands, MakeMeld)
    with LiveStudio(tmp_path) as studio:
        studio.feed(commands[:meld])
        page.goto(f"{studio.url}/overlay?lang=en")
        before = studio.match()
        _shows(page, before)
        studio.kill()
        _shows(page, before)

        studio.start()
        assert studio.match() == before
        studio.feed(commands[meld : meld + 40])
        assert studio.match() != before
        _shows(page, studio.match())


@pytest.mark.edge("chromium")
def test_win_and_final_table_are_shown_in_four_languages(tmp_path: Path, page: Page) -> None:
    """The win panel has the winner, fu and points; the final table the match points of all four."""
    commands = sample_commands()
    won = until(commands, DeclareWin)
    with LiveStudio(tmp_path) as studio:
        studio.feed(commands[:won])
        match = studio.match()
        win = match["result"]["wins"]["1"]
        for language in LANGUAGES:
            page.goto(f"{studio.url}/overlay?lang={language}")
            page.wait_for_selector(f"[data-winner] >> text={match['players'][win['seat']]['names'][language]}")
            text = page.inner_text("body")
            assert str(win["fu"]) in text
            assert f"{win['points']:,}" in text

        studio.feed(commands[won:])
        points = studio.match()["final"]["points"]
        for language in LANGUAGES:
            page.goto(f"{studio.url}/overlay?lang={language}")
            for seat, value in points.items():
                row = page.wait_for_selector(f'[data-standing="{seat}"]')
                assert row is not None
                assert f"{value:+.1f}" in row.inner_text().replace("\u2212", "-")


@pytest.mark.edge("obs", "Xvfb", "openbox")
def test_obs_follows_the_match(tmp_path: Path, obs: ObsServer) -> None:
    """Pause, table, win, draw, and standings at the end: each switch is seen as OBS's own event."""
    commands = sample_commands()
    started, won = until(commands, StartHand), until(commands, DeclareWin)
    again, drawn = until(commands, StartHand, 2), until(commands, DrawHand)
    ended = until(commands, EndMatch)
    watcher = Watcher(obs)
    watcher("SetCurrentSceneTransition", transitionName="Cut")
    try:
        with LiveStudio(
            tmp_path,
            *("--obs", f"{obs.host}:{obs.port}"),
            environment={"RIICHICAST_OBS_PASSWORD": obs.password},
        ) as studio:
            studio.until_health("obs", "on_air")
            assert watcher.program_scene() == "Scene", "without a match nothing is asked for"
            studio.feed(commands[:started])
            while watcher.next_scene() == "RiichiCast Pause":
                pass  # the line-up
            assert watcher.program_scene() == "RiichiCast Table"
            for part, scene in ((commands[started:won], "Win"), (commands[again:drawn], "Draw")):
                studio.feed(part)
                while (seen := watcher.next_scene()) != f"RiichiCast {scene}":
                    assert seen in ("RiichiCast Riichi", "RiichiCast Table")
                studio.feed(commands[won:again] if scene == "Win" else [])
            studio.feed(commands[drawn:ended])
            while (seen := watcher.next_scene()) != "RiichiCast Standings":
                assert seen in {f"RiichiCast {scene}" for scene in ("Table", "Riichi", "Win", "Draw")}
    finally:
        watcher.close()


@pytest.mark.edge
def test_the_official_record_is_put_on_air(tmp_path: Path, page: Page, obs: ObsServer, shared: Path) -> None:
    """The M.League match of 2023-04-28, game 2, replayed: its own match points on the page, the standings in OBS."""
    record = shared / "data" / "mleague" / "L001_S014_0012_02A_official_events.json"
    address, password = f"{obs.host}:{obs.port}", {"RIICHICAST_OBS_PASSWORD": obs.password}
    watcher = Watcher(obs)
    watcher("SetCurrentSceneTransition", transitionName="Cut")
    try:
        with LiveStudio(tmp_path, "--obs", address, environment=password) as studio:
            studio.until_health("obs", "on_air")
            page.goto(f"{studio.url}/overlay?lang=ja")
            words = ["replay", str(record), "--speed", "0", "--to", studio.url, "--data", str(tmp_path)]
            replay = subprocess.run(
                [sys.executable, "-m", "riichicast", *words], check=False, capture_output=True, text=True
            )
            assert replay.returncode == 0, replay.stderr
            for seat, name, points in (
                ("S", "渋川 難波", "+59.5"),
                ("E", "松ヶ瀬 隆弥", "+6.1"),
                ("W", "黒沢 咲", "-16.0"),
                ("N", "小林 剛", "-49.6"),
            ):
                row = page.wait_for_selector(f'[data-standing="{seat}"]')
                assert row is not None
                text = row.inner_text().replace("\u2212", "-")
                assert name in text
                assert points in text
            while watcher.next_scene() != "RiichiCast Standings":
                pass
    finally:
        watcher.close()
