"""Take everything of ours out of OBS again, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from riichicast.outputs.obs.line.answers import Calls, ProgramScene, SceneList, ask
from riichicast.outputs.obs.line.errors import RequestFailedError
from riichicast.outputs.obs.scenes import OUR_SCENES, OVERLAY
from riichicast.outputs.obs.stage.plan import Present, remove_item
from riichicast.outputs.obs.stage.setup import look


@dataclass(frozen=True)
class Removal:
    """What was taken out, and what had to stay, with the reason."""

    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


def remove(call: Calls, home: str = "") -> Removal:
    """Remove our scenes and the overlay from the scene collection that is open.

    A source of the user's that stands in none of their own scenes would go with ours: such a scene stays. Where one of
    ours is on air, `home` is put there first, or else the first scene of the user's: removed on air, each would show
    the next.
    """
    present = look(call)
    _go_home(call, home)
    removed: list[str] = []
    kept: list[str] = []
    if present.has_overlay:
        for step in (remove_item(scene, item) for scene, item in present.overlay_items):
            call(step.request, **step.fields)
        if any(OVERLAY in held for held in present.grouped.values()):
            call("RemoveInput", inputName=OVERLAY)
        removed.append(OVERLAY)
    for scene in present.our_scenes:
        reason = _homeless(present, scene) or _remove_scene(call, scene)
        if reason:
            kept.append(f"{scene}: {reason}")
        else:
            removed.append(scene)
    return Removal(tuple(removed), tuple(kept))


def _go_home(call: Calls, home: str) -> None:
    """Put a scene of the user's on air instead of one of ours, if there is any."""
    if ask(call, ProgramScene, "GetCurrentProgramScene").current_program_scene_name not in OUR_SCENES:
        return
    # OBS lists them from the bottom up.
    own = [scene.scene_name for scene in ask(call, SceneList, "GetSceneList").scenes][::-1]
    own = [scene for scene in own if scene not in OUR_SCENES]
    if own:
        call("SetCurrentProgramScene", sceneName=home if home in own else own[0])


def _homeless(present: Present, scene: str) -> str:
    """Say what would go with a scene of ours and is not ours; empty if nothing."""
    homes = {name for each in present.scenes - OUR_SCENES for name in present.held(each)}
    lost = [name for name in present.held(scene) if name not in homes | present.scenes | {OVERLAY}]
    return f"it holds {', '.join(map(repr, lost))}, which is in no scene of yours" if lost else ""


def _remove_scene(call: Calls, scene: str) -> str:
    """Remove a scene; say why OBS does not, or nothing."""
    try:
        call("RemoveScene", sceneName=scene)
    except RequestFailedError as error:
        return error.comment or error.message
    return ""
