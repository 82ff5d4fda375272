"""Where the running studio is: named by a URL, or found through `studio.json` in the data folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import msgspec

from riichicast.errors import InputError, OutsideError
from riichicast.paths import STUDIO_FILE


@dataclass(frozen=True, slots=True)
class StudioAddress:
    """Address and token of a studio; the token is never written anywhere."""

    url: str
    token: str = ""

    @property
    def feed_socket(self) -> str:
        """Give the WebSocket address for a feed."""
        scheme = "wss" if self.url.startswith("https:") else "ws"
        query = {"audience": "producer", "source": "feed"} | ({"token": self.token} if self.token else {})
        return f"{scheme}://{urlsplit(self.url).netloc}/ws?{urlencode(query)}"

    @property
    def producer_state(self) -> str:
        """Give the address of what the producer sees; whoever may read it may feed."""
        return f"{self.url}/api/state?audience=producer"


class _StudioFile(msgspec.Struct):
    """What we need of `studio.json`; other fields are left to others."""

    url: str
    token: str = ""


def parse_address(text: str) -> StudioAddress:
    """Read `http://127.0.0.1:8780`, with `?token=` where the studio asks for one.

    Raises:
        InputError: No http address.
    """
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise InputError("no address of a studio", got=text, allowed="http://HOST:PORT")
    token = parse_qs(parts.query).get("token", [""])[0]
    return StudioAddress(f"{parts.scheme}://{parts.netloc}", token)


def find_studio(data: Path) -> StudioAddress:
    """Find the studio that runs on a data folder.

    Raises:
        OutsideError: None runs there, or what it wrote cannot be read.
    """
    path = data / STUDIO_FILE
    try:
        found = msgspec.json.decode(path.read_bytes(), type=_StudioFile)
    except FileNotFoundError as error:
        raise OutsideError(f"none runs on {data}; start one with `riichicast serve`", what="studio") from error
    except (OSError, msgspec.DecodeError) as error:
        raise OutsideError(f"{path} cannot be read: {error}", what="studio") from error
    return StudioAddress(found.url, found.token)
