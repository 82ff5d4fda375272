"""What OBS really shows: a screenshot of the overlay source, looked at."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageStat

from riichicast.outputs.obs.line.answers import Calls, Screenshot, ask
from riichicast.outputs.obs.line.errors import ConnectionLostError, ObsError, RequestFailedError
from riichicast.outputs.obs.scenes import OVERLAY

WIDTH_PX: Final = 320
HEIGHT_PX: Final = 180
"""Enough to see by, and a twentieth of the time that a whole picture takes."""
ALPHA: Final = 16
"""Of 255; less is nothing that anybody would see."""
ALIKE: Final = 0.25
"""How much of the opacity may differ between two pictures that were made smaller and count as the same."""


@dataclass(frozen=True)
class Sight:
    """What a screenshot held.

    Attributes:
        is_overlay: The overlay is in it.
        line: What was seen, for people.
    """

    is_overlay: bool
    line: str


def screenshot(call: Calls, source: str = OVERLAY, size: tuple[int, int] = (WIDTH_PX, HEIGHT_PX)) -> Image.Image:
    """Take a picture of a source or scene: RGBA; colours of image sources come multiplied with their alpha.

    Raises:
        RequestFailedError: There is no such source, or it has no picture.
        ObsError: What it gave is none.
    """
    width, height = size
    wanted = {"sourceName": source, "imageFormat": "png", "imageWidth": width, "imageHeight": height}
    data = ask(call, Screenshot, "GetSourceScreenshot", **wanted).image_data.partition(",")[2]
    try:
        with Image.open(io.BytesIO(base64.b64decode(data))) as picture:
            return picture.convert("RGBA")
    except (OSError, ValueError) as error:
        raise ObsError("OBS gave a screenshot that is no picture") from error


def see_overlay(call: Calls, painted: Path | None = None) -> Sight:
    """Look at the overlay source; `painted`: the picture that the painter made, which it should show."""
    try:
        shown = screenshot(call)
    except RequestFailedError as error:
        return Sight(is_overlay=False, line=f"OBS has no picture of {OVERLAY!r} ({error.comment or error.code})")
    except ConnectionLostError:
        raise
    except ObsError as error:
        return Sight(is_overlay=False, line=error.message)
    alpha = shown.getchannel("A")
    covered = sum(alpha.histogram()[ALPHA:]) / (shown.width * shown.height)
    if not covered:
        return Sight(is_overlay=False, line=f"{OVERLAY!r} is wholly transparent")
    if painted is not None and not _is_alike(alpha, painted):  # another OBS, another folder, a stale file
        return Sight(is_overlay=False, line=f"{OVERLAY!r} shows another picture than the painter's")
    return Sight(is_overlay=True, line=f"the overlay is seen; it covers {covered:.0%} of the picture now")


def _is_alike(alpha: Image.Image, painted: Path) -> bool:
    """Compare opacity alone: how OBS gives colours back depends on the source. A picture that is not there is none."""
    try:
        with Image.open(painted) as picture:
            wanted = picture.convert("RGBA").getchannel("A").resize(alpha.size, Image.Resampling.NEAREST)
    except OSError:
        return False
    differing = float(ImageStat.Stat(ImageChops.difference(alpha, wanted)).sum[0])
    return differing <= ALIKE * float(ImageStat.Stat(wanted).sum[0])
