"""The thread that owns the line to OBS: connects, keeps asking if OBS lives, and comes back for ever."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from riichicast.outputs.obs.health import Health
from riichicast.outputs.obs.line.answers import Calls
from riichicast.outputs.obs.line.backoff import retry_delays_s
from riichicast.outputs.obs.line.client import ObsClient, OnEvent
from riichicast.outputs.obs.line.errors import ConnectionLostError, ObsError, PasswordRefusedError, RequestFailedError
from riichicast.outputs.obs.settings import ObsSettings

_log = logging.getLogger(__name__)

STOP_S = 10.0

_MOST_JOBS = 64
"""Jobs that may wait; more means that OBS is too slow for whoever sends them, and they should hear of it."""

_BELIEVED_REFUSALS = 2
"""Refusals in a row after which the password is called wrong."""

_BUG = "an error of RiichiCast, see the log"

T = TypeVar("T")


@dataclass(frozen=True, order=True)
class _Task:
    """Something to do in the thread, and where its outcome goes; no job: just wake up.

    Attributes:
        rank: The lowest is done first: urgent ones (0), then the others (1), each kind in the order they came.
    """

    rank: tuple[int, int]
    job: Callable[[Calls], Any] | None = field(compare=False, default=None)
    outcome: Future[Any] = field(compare=False, default_factory=Future)


_Tasks = queue.PriorityQueue[_Task]


@dataclass(frozen=True, kw_only=True)
class Callbacks:
    """What is done in a conversation with OBS.

    Attributes:
        on_connected: The first job of every conversation; gives one line for people. An ObsError in it ends the
            conversation and counts as trouble.
        on_beat: A job done in every quiet moment of `patience.heartbeat_s`; it has to ask OBS something.
        on_event: Told of OBS's events in the receiving thread; must not wait for anything of OBS.
    """

    on_connected: Callable[[Calls], str]
    on_beat: Callable[[Calls], None]
    on_event: OnEvent


class Connection:
    """A line to OBS that mends itself.

    Args:
        settings: Where OBS is; patience.
        health: Told how it goes.
        callbacks: What is done in it.
        random: Gives numbers from 0 to 1, for the waits between tries.
    """

    def __init__(
        self, settings: ObsSettings, health: Health, callbacks: Callbacks, *, random: Callable[[], float]
    ) -> None:
        self._settings = settings
        self._health = health
        self._callbacks = callbacks
        self._random = random
        self._delays_s = retry_delays_s(settings.patience, random)
        self._refusals = 0
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._client: ObsClient | None = None
        self._tasks: _Tasks | None = None
        self._numbers = count(1)
        self._thread = threading.Thread(target=self._run, name="obs", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End the conversation and the thread; a request under way fails at once.

        A name that the system is still looking up is not waited for longer than `STOP_S`; the thread ends after it.
        """
        with self._lock:
            self._stopping.set()
            if self._client is not None:
                self._client.disconnect()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def submit(self, job: Callable[[Calls], T], *, is_urgent: bool = False) -> Future[T]:
        """Have a job done in the thread, in turn, an urgent one before all others; never blocks.

        The outcome fails with ObsError where OBS is not there, goes away or has too much to do. Wait for it in any
        thread but those that OBS's own events and jobs run in. A job that raises anything but a failed request
        ends the conversation, which then begins again.
        """
        outcome: Future[T] = Future()
        with self._lock:
            if self._tasks is None:
                outcome.set_exception(ConnectionLostError("OBS is not connected"))
                return outcome
            try:
                self._tasks.put_nowait(_Task((not is_urgent, next(self._numbers)), job, outcome))
            except queue.Full:
                outcome.set_exception(ObsError("OBS has too much to do"))
        return outcome

    def _run(self) -> None:
        self._health.connecting()
        while not self._stopping.is_set():
            try:
                self._converse()
            except ObsError as error:
                self._rest(error)
            except Exception:  # noqa: BLE001 - the border of this thread: a bug must not leave OBS without its keeper
                if self._health.view().what != _BUG:
                    _log.exception("OBS: unexpected error")
                self._rest(ObsError(_BUG))
        self._health.off()

    def _converse(self) -> None:
        tasks: _Tasks = queue.PriorityQueue(_MOST_JOBS)
        client = ObsClient(self._settings, self._callbacks.on_event, on_lost=lambda: _wake(tasks))
        with self._lock:
            self._client = client
        try:
            client.connect()
            with self._lock:
                if self._stopping.is_set():  # while nobody could hear it
                    return
                self._tasks = tasks
            self._health.on_air(self._callbacks.on_connected(client.request))
            self._delays_s = retry_delays_s(self._settings.patience, self._random)
            self._refusals = 0
            self._work(client, tasks)
        finally:
            self._part(client, tasks)

    def _work(self, client: ObsClient, tasks: _Tasks) -> None:
        heartbeat_s = self._settings.patience.heartbeat_s
        beat_due_s = time.monotonic() + heartbeat_s
        while not self._stopping.is_set():
            if client.is_lost:
                raise ConnectionLostError("OBS is gone")
            try:
                # A steady trickle of jobs (the painter's pictures) must not put off the beat for ever.
                task = tasks.get(timeout=max(0.0, beat_due_s - time.monotonic()))
            except queue.Empty:
                self._callbacks.on_beat(client.request)
                beat_due_s = time.monotonic() + heartbeat_s
            else:
                _do(task, client.request)

    def _part(self, client: ObsClient, tasks: _Tasks) -> None:
        with self._lock:
            self._client = self._tasks = None
        client.disconnect()
        client.join()
        with suppress(queue.Empty):
            while True:
                task = tasks.get_nowait()
                if task.outcome.set_running_or_notify_cancel():
                    task.outcome.set_exception(ConnectionLostError("OBS is gone"))

    def _rest(self, error: ObsError) -> None:
        """Wait before the next try.

        OBS can refuse a right password while many log in at once, so the first refusal counts for nothing; from the
        second on the password is called wrong and tried seldom.
        """
        delay_s = next(self._delays_s)
        self._refusals = self._refusals + 1 if isinstance(error, PasswordRefusedError) else 0
        if self._refusals >= _BELIEVED_REFUSALS:
            delay_s = self._settings.patience.password_retry_s
        if self._refusals != 1 and not self._stopping.is_set():
            self._health.trouble(error.message, delay_s, is_news=self._refusals == _BELIEVED_REFUSALS)
        self._stopping.wait(delay_s)


def _wake(tasks: _Tasks) -> None:
    with suppress(queue.Full):  # then the thread has work and is awake
        tasks.put_nowait(_Task((0, 0)))


def _do(task: _Task, call: Calls) -> None:
    if task.job is None or not task.outcome.set_running_or_notify_cancel():
        return
    try:
        task.outcome.set_result(task.job(call))
    except RequestFailedError as error:
        task.outcome.set_exception(error)
    except Exception as error:  # a bug too: nobody may be waiting for the outcome, so the thread has to hear of it
        task.outcome.set_exception(error)
        raise
