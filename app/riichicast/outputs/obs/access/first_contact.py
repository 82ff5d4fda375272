"""The first contact with an OBS: is it there, does it let us in, what is it; with advice where it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from riichicast.outputs.obs.access.own_config import OwnConfig, own_config
from riichicast.outputs.obs.line.client import ObsClient
from riichicast.outputs.obs.line.errors import ObsUnreachableError, PasswordRefusedError
from riichicast.outputs.obs.settings import ObsSettings
from riichicast.outputs.obs.stage.plan import Present
from riichicast.outputs.obs.stage.setup import Facts, facts_of, look
from riichicast.outputs.obs.ways import is_this_computer


@dataclass(frozen=True)
class Meeting:
    """What was found: which OBS it is, and what it has."""

    facts: Facts
    present: Present


def meet(settings: ObsSettings, read_config: Callable[[], OwnConfig | None] = own_config) -> Meeting:
    """Connect, look around and leave; blocks for as long as `settings.patience` allows.

    Raises:
        ObsUnreachableError: Nobody answers, with what to do about it as far as OBS's own settings tell.
        PasswordRefusedError: It does not let us in.
        ConnectionLostError: It went away meanwhile.
    """
    try:
        return _meet(settings)
    except ObsUnreachableError as error:
        if error.is_name:
            raise
        advice = _advice(settings, read_config() if is_this_computer(settings.host) else None)
        raise ObsUnreachableError(f"{error.message}; {advice}") from error


def _meet(settings: ObsSettings) -> Meeting:
    try:
        return _visit(settings)
    except PasswordRefusedError:
        # OBS can refuse a right password while several log in at once.
        return _visit(settings)


def _visit(settings: ObsSettings) -> Meeting:
    with ObsClient(settings, on_event=lambda _name, _data: None, on_lost=lambda: None) as client:
        return Meeting(facts_of(client.request), look(client.request))


def _advice(settings: ObsSettings, config: OwnConfig | None) -> str:
    if config is None:
        return "start OBS and switch its WebSocket server on (Tools, WebSocket Server Settings)"
    if not config.is_enabled:
        return "its WebSocket server is switched off (in OBS: Tools, WebSocket Server Settings)"
    if config.port != settings.port:
        return f"OBS on this computer is set to port {config.port}"
    return "OBS on this computer is set to that port; is it running?"
