"""Where OBS is, and how patient we are with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from riichicast.outputs.obs.cameras import Camera
from riichicast.outputs.obs.ways import Way

OBS_VARIABLE: Final = "RIICHICAST_OBS_PASSWORD"
"""Environment variable with the password of OBS, so that it stands in no command line."""


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long to wait for what; all in seconds.

    Attributes:
        connect_s: For each step of getting connected: the port, the handshake, the greeting, the login.
        answer_s: For the answer to a request; then OBS counts as frozen.
        heartbeat_s: Between two questions whether OBS is still alive, while nothing else is asked.
        retry_first_s: Before the first new try; each next wait is twice as long.
        retry_most_s: The longest wait between two tries.
        password_retry_s: Between tries with a password that OBS has refused twice.
        attach_s: For our browser sources to load the page; then they are told to load it again, and after twice
            that time once more, up to `attach_most_s` between two times.
    """

    connect_s: float = 3.0
    answer_s: float = 3.0
    heartbeat_s: float = 2.0
    retry_first_s: float = 0.5
    retry_most_s: float = 8.0
    password_retry_s: float = 30.0
    attach_s: float = 5.0
    attach_most_s: float = 60.0


@dataclass(frozen=True, kw_only=True)
class ObsSettings:
    """Where OBS is and what it shows.

    Attributes:
        host: Name or address of the computer that runs OBS.
        password: As set in OBS under Tools, WebSocket Server Settings; empty where none is asked for.
        enabled: False leaves OBS alone altogether.
        overlay_url: The page for the browser source, as OBS's computer reaches it.
        lang: Language of the overlay; empty: that of the browser which shows it.
        way: How the overlay gets into OBS; None chooses what fits it.
        cameras: The user's sources that are nested into our scenes.
        frame_file: Where the painter puts its pictures; None: it is not to be used.
        makes: Whether our scenes are made where they are missing.
        keeps: Whether the overlay is kept alive: pages loaded again, pictures handed over.
        follows: Whether the scene on air follows the match.
    """

    host: str = "127.0.0.1"
    port: int = 4455
    password: str = field(default="", repr=False)
    enabled: bool = True
    overlay_url: str = "http://127.0.0.1:8780/overlay"
    lang: str = ""
    way: Way | None = None
    cameras: tuple[Camera, ...] = ()
    frame_file: Path | None = None
    makes: bool = True
    keeps: bool = True
    follows: bool = True
    patience: Patience = Patience()

    def is_at(self, host: str, port: int) -> bool:
        """Tell if this is the OBS there."""
        return self.port == port and _one_name(self.host) == _one_name(host)


def _one_name(host: str) -> str:
    """Give this computer one name, as it has several."""
    return "localhost" if host.strip("[]") in ("localhost", "127.0.0.1", "::1") else host
