"""One conversation with one OBS; the only user of obs-websocket-py, whose weak spots it covers.

The library waits for ever for a server that never greets, hides why a login failed or a request was refused, lets a
request sleep out its whole time after OBS has died, and loses its receiving thread to the first error. Its logger
writes passwords' digests and whole pictures. All that is mended here, and nowhere else.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Self

import websocket
from obswebsocket import base_classes, exceptions, obsws, requests
from obswebsocket.core import RecvThread

from riichicast.outputs.obs.line.errors import (
    ConnectionLostError,
    ObsError,
    ObsUnreachableError,
    PasswordRefusedError,
    RequestFailedError,
)
from riichicast.outputs.obs.settings import ObsSettings

AUTHENTICATION_FAILED = 4009
"""Close code of obs-websocket."""

_log = logging.getLogger(__name__)

OnEvent = Callable[[str, Mapping[str, Any]], None]
"""Name and data of an event, told in the receiving thread: it must not block and cannot send requests."""


class ObsClient(obsws):  # type: ignore[misc]  # the library ships no types
    """A connection that is made once, used by one thread, and thrown away when it is lost.

    Args:
        settings: Where OBS is; patience.
        on_event: Told of each event. An exception in it is logged and goes no further.
        on_lost: Told once, in the receiving thread, when no more answers can come.
    """

    def __init__(self, settings: ObsSettings, on_event: OnEvent, on_lost: Callable[[], None]) -> None:
        logging.getLogger("obswebsocket").setLevel(logging.CRITICAL + 1)
        patience = settings.patience
        super().__init__(settings.host, settings.port, settings.password, legacy=False, timeout=patience.answer_s)
        self.ws: Any = None
        self.answers = _Answers()
        self.is_lost = False
        self._connect_s = patience.connect_s
        self._on_event = on_event
        self._on_lost = on_lost
        self.register(self._tell)

    def connect(self) -> None:
        """Connect and log in, each step within its time.

        Raises:
            ObsUnreachableError: Nobody answers, or it is not OBS with obs-websocket 5.
            PasswordRefusedError: OBS does not let us in.
        """
        self.ws = _Socket()
        try:
            self._greet()
        except Exception:
            self.ws.shutdown()
            raise
        self.thread_recv = _Receiver(self)
        self.thread_recv.start()

    def disconnect(self) -> None:
        """Let go of OBS, whatever state it is in; from any thread. A request under way fails at once."""
        if self.thread_recv is not None:
            self.thread_recv.running = False
        if self.ws is not None:
            self.ws.abort()

    def join(self) -> None:
        """Wait for the receiving thread to end, after `disconnect`."""
        if self.thread_recv is not None:
            self.thread_recv.join()

    def __enter__(self) -> Self:
        """Connect, for one conversation from its beginning to its end."""
        self.connect()
        return self

    def __exit__(self, *_: object) -> None:
        self.disconnect()
        self.join()

    def request(self, name: str, /, **fields: object) -> Mapping[str, Any]:
        """Send a request by its name in the protocol and give the data of its answer.

        Raises:
            RequestFailedError: OBS said no.
            ConnectionLostError: OBS is gone, or did not answer in its time.
        """
        if threading.current_thread() is self.thread_recv:
            raise RuntimeError(f"{name} was sent from an event callback, where its answer can never come")
        try:
            answered: base_classes.Baserequests = self.call(getattr(requests, name)(**fields))
        except exceptions.MessageTimeout as error:
            raise ConnectionLostError("OBS is gone" if self.is_lost else f"OBS does not answer {name}") from error
        except (OSError, websocket.WebSocketException) as error:
            raise ConnectionLostError("OBS is gone") from error
        if not answered.status:
            status = self.answers.last_status
            raise RequestFailedError(name, int(status.get("code", 0)), str(status.get("comment", "")))
        data: Mapping[str, Any] = answered.datain
        return data

    def lose(self) -> None:
        """Note that no answer can come any more, and wake the request that waits for one."""
        self.is_lost = True
        self.ws.shutdown()
        for answered in list(self.events.values()):
            answered.set()
        self._on_lost()

    def _greet(self) -> None:
        try:
            # A proxy of the environment is for the world outside, OBS is next door.
            self.ws.connect(f"ws://{_in_url(self.host)}:{self.port}", timeout=self._connect_s, http_no_proxy=["*"])
            self._auth()
        except Exception as error:
            # Besides a silent or closed port anything may come back: bad HTTP, bad JSON, fields of something else.
            raise self._explained(error) from error
        # Events come when they come: a quiet hour is no fault. The heartbeat finds a dead line.
        self.ws.settimeout(None)

    def _explained(self, error: Exception) -> ObsError:
        where = f"{self.host}:{self.port}"
        if self.ws.close_code == AUTHENTICATION_FAILED:
            return PasswordRefusedError(is_given=bool(self.password))
        if isinstance(error, (UnicodeError, websocket.WebSocketAddressException, socket.gaierror)):
            return ObsUnreachableError(f"no computer called {self.host!r} is known", is_name=True)
        if isinstance(error, OSError):
            return ObsUnreachableError(f"nobody answers at {where} ({getattr(error, 'strerror', None) or error})")
        silent = (websocket.WebSocketTimeoutException, websocket.WebSocketConnectionClosedException)
        if self.ws.close_code or isinstance(error, silent):
            return ObsUnreachableError(f"{where} takes the call but does not greet as OBS does")
        return ObsUnreachableError(f"{where} is not OBS with obs-websocket 5")

    def _tell(self, event: base_classes.Baseevents) -> None:
        try:
            self._on_event(event.name, event.datain)
        except Exception:  # noqa: BLE001 - it would end the receiving thread
            _log.exception("the event %s of OBS could not be handled", event.name)


def _in_url(host: str) -> str:
    """Put an IPv6 address between the brackets that a URL asks for."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


class _Answers(dict[str, dict[str, Any]]):
    """The library's table of answers; keeps the status of the last one taken out, which the library throws away."""

    last_status: Mapping[str, Any] = {}

    def pop(self, request_id: str) -> dict[str, Any]:  # type: ignore[override]  # the library calls it so only
        answer = super().pop(request_id)
        self.last_status = answer["requestStatus"]
        return answer


class _Socket(websocket.WebSocket):
    """A web socket that remembers the code with which the other side closed it."""

    close_code = 0

    def recv_data_frame(self, control_frame: bool = False) -> tuple[int, Any]:  # noqa: FBT001, FBT002
        opcode, frame = super().recv_data_frame(control_frame)
        if opcode == websocket.ABNF.OPCODE_CLOSE:
            self.close_code = int.from_bytes(frame.data[:2])
        return opcode, frame


class _Receiver(RecvThread):  # type: ignore[misc]  # the library ships no types
    """The library's receiving thread, which here never ends without saying so."""

    def __init__(self, client: ObsClient) -> None:
        super().__init__(client)
        self.name = "obs-receiver"
        self.daemon = True

    def run(self) -> None:
        try:
            # Whatever ends it (a reset line, a message that is none), the line is lost, and the owner is told that.
            with suppress(Exception):
                super().run()
        finally:
            self.core.lose()
