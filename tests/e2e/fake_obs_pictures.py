"""What the sources of a fake OBS look like: enough to tell by a screenshot if something is shown, and where."""

from __future__ import annotations

import base64
import io
from pathlib import Path

from fake_obs_kinds import BROWSER, COLOR, IMAGE
from fake_obs_model import Input, Item, ObsModel, Scene, Source
from PIL import Image

FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "bmp": "BMP"}
BAR_COLOR = (32, 96, 160, 255)
"""The bar at the bottom of a page or window that is there."""
_CLEAR = (0, 0, 0, 0)


def data_uri(picture: Image.Image, name: str) -> str:
    """Give a picture as OBS sends it; a format without alpha gets a black ground."""
    encoded = io.BytesIO()
    if FORMATS[name] != "PNG":
        ground = Image.new("RGBA", picture.size, (0, 0, 0, 255))
        picture = Image.alpha_composite(ground, picture).convert("RGB")
    picture.save(encoded, FORMATS[name])
    return f"data:image/{name};base64,{base64.b64encode(encoded.getvalue()).decode()}"


def picture_of(obs: ObsModel, source: Source) -> Image.Image:
    """Paint a source in its own size, which must not be 0; transparent where it shows nothing."""
    if isinstance(source, Scene):
        return _scene(obs, source)
    assert isinstance(source, Input)
    size = obs.size(source)
    if source.kind == COLOR:
        # OBS keeps colours as alpha, blue, green, red from the highest byte down.
        alpha, blue, green, red = int(source.whole_settings["color"]).to_bytes(4)
        return Image.new("RGBA", size, (red, green, blue, alpha))
    if source.kind == IMAGE:
        with Image.open(Path(str(source.settings["file"]))) as image:
            return image.convert("RGBA")
    picture = Image.new("RGBA", size, _CLEAR)
    if source.kind != BROWSER or source.page_loaded:
        width, height = size
        picture.paste(BAR_COLOR, (0, height - max(1, height // 6), width, height))
    return picture


def _scene(obs: ObsModel, scene: Scene) -> Image.Image:
    ground = Image.new("RGBA", obs.canvas, _CLEAR)
    for item in scene.items:
        if item.enabled and all(obs.size(item.source)):
            _place(ground, picture_of(obs, item.source), item)
    return ground


def _place(ground: Image.Image, picture: Image.Image, item: Item) -> None:
    """Lay a picture where its item is; rotation is left out, and inside its bounds it is centred."""
    where = item.transform
    left, top = int(where["cropLeft"]), int(where["cropTop"])
    right, bottom = picture.width - int(where["cropRight"]), picture.height - int(where["cropBottom"])
    if right <= left or bottom <= top:
        return
    cropped = picture.crop((left, top, right, bottom))
    width, height = _scaled(cropped.size, item)
    if min(width, height) < 1:
        return
    bounded = where["boundsType"] != "OBS_BOUNDS_NONE"
    box = (where["boundsWidth"], where["boundsHeight"]) if bounded else (width, height)
    x = where["positionX"] - box[0] * _share(where["alignment"], 1, 2) + (box[0] - width) / 2
    y = where["positionY"] - box[1] * _share(where["alignment"], 4, 8) + (box[1] - height) / 2
    layer = Image.new("RGBA", ground.size, _CLEAR)
    layer.paste(cropped.resize((width, height)), (round(x), round(y)))
    ground.alpha_composite(layer)


def _share(alignment: int, near: int, far: int) -> float:
    """Give which part of a length lies before its anchor: none, all, or half where neither end is held."""
    if alignment & near:
        return 0.0
    return 1.0 if alignment & far else 0.5


def _scaled(size: tuple[int, int], item: Item) -> tuple[int, int]:
    width, height = size
    where = item.transform
    across, down = where["boundsWidth"] / width, where["boundsHeight"] / height
    factors = {
        "OBS_BOUNDS_STRETCH": (across, down),
        "OBS_BOUNDS_SCALE_INNER": (min(across, down),) * 2,
        "OBS_BOUNDS_SCALE_OUTER": (max(across, down),) * 2,
        "OBS_BOUNDS_SCALE_TO_WIDTH": (across, across),
        "OBS_BOUNDS_SCALE_TO_HEIGHT": (down, down),
        "OBS_BOUNDS_MAX_ONLY": (min(1.0, across, down),) * 2,
    }.get(where["boundsType"], (where["scaleX"], where["scaleY"]))
    return round(width * factors[0]), round(height * factors[1])
