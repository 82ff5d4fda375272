"""Where OBS is, and how patient we are with it."""

from __future__ import annotations

from dataclasses import dataclass, field


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
    """

    connect_s: float = 3.0
    answer_s: float = 3.0
    heartbeat_s: float = 2.0
    retry_first_s: float = 0.5
    retry_most_s: float = 8.0
    password_retry_s: float = 30.0


@dataclass(frozen=True, kw_only=True)
class ObsSettings:
    """Where OBS is and what it shows.

    Attributes:
        host: Name or address of the computer that runs OBS.
        password: As set in OBS under Tools, WebSocket Server Settings; empty where none is asked for.
        enabled: False leaves OBS alone altogether.
        overlay_url: The page for the browser source, as OBS's computer reaches it.
    """

    host: str = "127.0.0.1"
    port: int = 4455
    password: str = field(default="", repr=False)
    enabled: bool = True
    overlay_url: str = "http://127.0.0.1:8780/overlay"
    patience: Patience = Patience()
