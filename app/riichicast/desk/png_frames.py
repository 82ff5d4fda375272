"""Frames as PNG files, fast: a frame differs from the one before in a few places, and only those are compressed again.

The picture is cut into bands of rows. Each band is deflated by itself (a full flush ends it on a byte and forgets what
was before) and becomes one IDAT chunk, so that the chunk of a band that did not change is used again as it is.
A whole-picture encoder takes several times as long for the same frame, and the overlay waits for it on air.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
BAND_ROWS: Final = 45
"""1080 rows make 24 bands; a row of tiles touches two or three of them."""
LEVEL: Final = 1
PIXEL_BYTES: Final = 4
THREADS: Final = 2

_ZLIB_HEADER = b"\x78\x01"
_LAST_BLOCK = b"\x03\x00"
"""An empty deflate block that says it is the last one."""
_ANY_FILTER = b"\x00"
"""Filter type of a row: none. Filters cost more time than the bytes that they save here."""


class PngFrames:
    """Turns frames of one size into PNG files.

    Args:
        width_px, height_px: Size of every frame.
    """

    def __init__(self, width_px: int, height_px: int) -> None:
        self._row_bytes = width_px * PIXEL_BYTES
        self._height = height_px
        size = width_px.to_bytes(4, "big") + height_px.to_bytes(4, "big")
        self._head = SIGNATURE + _chunk(b"IHDR", size + b"\x08\x06\x00\x00\x00")  # 8 bits, RGBA, not interlaced
        self._tops = range(0, height_px, BAND_ROWS)
        self._pixels: list[bytes] = [b""] * len(self._tops)
        self._rows: list[bytes] = [b""] * len(self._tops)
        self._chunks: list[bytes] = [b""] * len(self._tops)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="png")

    def encode(self, rgba: memoryview) -> bytes | None:
        """Give the PNG file of a frame; None if it is the same as the one before.

        Args:
            rgba: Rows from the top without gaps, 4 bytes a pixel, alpha straight (not premultiplied).
        """
        if len(rgba) != self._row_bytes * self._height:
            raise ValueError(f"a frame has {self._row_bytes * self._height} bytes, got {len(rgba)}")
        changed = []
        for index, top in enumerate(self._tops):
            pixels = self._band(rgba, top)
            if pixels != self._pixels[index]:
                self._pixels[index] = pixels
                changed.append(index)
        if not changed:
            return None
        for index, (rows, chunk) in zip(changed, self._threads.map(self._packed, changed), strict=True):
            self._rows[index], self._chunks[index] = rows, chunk
        return self._file(self._chunks)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()

    def _band(self, rgba: memoryview, top: int) -> bytes:
        """Copy a band: bytes are compared at once, a memoryview one by one."""
        return bytes(rgba[top * self._row_bytes : min(top + BAND_ROWS, self._height) * self._row_bytes])

    def _packed(self, index: int) -> tuple[bytes, bytes]:
        """Give the rows of a band as PNG has them, and its chunk; zlib lets other threads run meanwhile."""
        pixels, width = self._pixels[index], self._row_bytes
        rows = _ANY_FILTER + _ANY_FILTER.join(pixels[at : at + width] for at in range(0, len(pixels), width))
        deflate = zlib.compressobj(LEVEL, wbits=-zlib.MAX_WBITS)
        return rows, _chunk(b"IDAT", deflate.compress(rows) + deflate.flush(zlib.Z_FULL_FLUSH))

    def _file(self, chunks: Sequence[bytes]) -> bytes:
        checksum = 1
        for rows in self._rows:
            checksum = zlib.adler32(rows, checksum)
        last = _chunk(b"IDAT", _LAST_BLOCK + checksum.to_bytes(4, "big"))
        return b"".join((self._head, _chunk(b"IDAT", _ZLIB_HEADER), *chunks, last, _chunk(b"IEND", b"")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
