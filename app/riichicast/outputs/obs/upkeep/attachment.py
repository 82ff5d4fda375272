"""Whether the page in our browser source has come to us, and when to have OBS load it again.

An OBS that was started before the studio has loaded an error page, and would show it for ever.
"""

from __future__ import annotations

from collections.abc import Callable

from riichicast.outputs.obs.settings import Patience


class Attachment:
    """Counts the time without a page. Used in the thread of the connection; `note_pages` from any thread.

    Args:
        patience: How long a page may take.
        now_s: A clock that never goes back.
    """

    def __init__(self, patience: Patience, now_s: Callable[[], float]) -> None:
        self._patience = patience
        self._now_s = now_s
        self._pages = 0
        self._wait_s = patience.attach_s
        self._due_s = now_s() + self._wait_s

    @property
    def has_page(self) -> bool:
        """Tell if a page of OBS's is attached."""
        return self._pages > 0

    def note_pages(self, count: int) -> None:
        """Note how many pages of OBS's are attached; one that leaves gets the whole time to come back."""
        if self._pages and not count:
            self.begin()
        self._pages = count

    def begin(self) -> None:
        """Give the page its time, from now on."""
        self._wait_s = self._patience.attach_s
        self._due_s = self._now_s() + self._wait_s

    def is_refresh_due(self) -> bool:
        """Tell if the page has to be loaded again now; each time the next wait is twice as long."""
        if self.has_page or self._now_s() < self._due_s:
            return False
        self._wait_s = min(self._wait_s * 2, self._patience.attach_most_s)
        self._due_s = self._now_s() + self._wait_s
        return True
