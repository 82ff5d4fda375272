"""What the worker asks of OBS, where a real one would hide it by remembering scenes of its own accord."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiohttp import web
from obs_stub import greet, next_request, say_yes, serving
from obs_watcher import QUICK

from riichicast.outputs.obs.scenes import OUR_SCENES
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.worker import ObsWorker
from riichicast.view.snapshot import MatchView, Snapshot

ANSWERS: dict[str, dict[str, Any]] = {
    "GetVersion": {"obsVersion": "30.1.2", "obsWebSocketVersion": "5.4.2"},
    "GetVideoSettings": {"baseWidth": 1920, "baseHeight": 1080},
    "GetSceneList": {"scenes": [{"sceneName": name} for name in OUR_SCENES]},
    "GetSceneItemList": {"sceneItems": []},
    "GetInputList": {"inputs": []},
    "GetInputKindList": {"inputKinds": []},
    "GetCurrentProgramScene": {"currentProgramSceneName": "Scene"},
}
"""An OBS that always comes back with a scene of the operator, as after a crash before it had saved."""


@pytest.mark.expect_log("riichicast.outputs.obs", "OBS is gone")
async def test_restarted_obs_is_given_the_scene_again() -> None:
    """An OBS that forgot our scene gets it back although the match asks for nothing new."""
    shown = asyncio.Queue[str]()

    async def talk(line: web.WebSocketResponse) -> None:
        await greet(line)
        while (request := await next_request(line))["requestType"] != "SetCurrentProgramScene":
            await say_yes(line, request, **ANSWERS[request["requestType"]])
        await say_yes(line, request)
        shown.put_nowait(request["requestData"]["sceneName"])

    async with serving(talk) as port:
        worker = ObsWorker(ObsSettings(port=port, patience=QUICK))
        worker.on_snapshot(Snapshot(match=MatchView(phase="playing")))
        worker.start()
        try:
            assert [await shown.get() for _ in range(3)] == ["RiichiCast Table"] * 3
        finally:
            await asyncio.to_thread(worker.stop)
