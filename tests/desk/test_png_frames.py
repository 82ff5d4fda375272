"""Frames as PNG files: other decoders see the very pixels, and only what changed is compressed again."""

from __future__ import annotations

import io
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from riichicast.desk.png_frames import BAND_ROWS, SIGNATURE, PngFrames

PATIENCE_S = 30.0
SIZES = [(1, 1), (1, BAND_ROWS), (7, BAND_ROWS + 1), (3, 2 * BAND_ROWS), (5, 2 * BAND_ROWS - 1), (64, 1), (101, 100)]
"""Heights of less than a band, of whole bands, and of bands and a rest."""


def noise(width: int, height: int, seed: int = 1) -> bytes:
    """Give pixels that are all different, and the same for the same seed."""
    return b"".join((value * 2654435761 % 2**32).to_bytes(4, "big") for value in range(seed, seed + width * height))


def encoded(frames: PngFrames, pixels: bytes) -> bytes:
    """Give the file of a frame that differs from the one before."""
    file = frames.encode(memoryview(pixels))
    assert file is not None
    return file


def decoded(file: bytes) -> tuple[tuple[int, int], bytes]:
    """Give size and pixels as another program sees them."""
    with Image.open(io.BytesIO(file)) as image:
        assert (image.format, image.mode) == ("PNG", "RGBA")
        return image.size, image.tobytes()


def chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Take a file apart: kind and data of each chunk, their checksums compared."""
    assert file.startswith(SIGNATURE)
    at = len(SIGNATURE)
    while at < len(file):
        end = at + 8 + int.from_bytes(file[at : at + 4], "big")
        kind, data = file[at + 4 : at + 8], file[at + 8 : end]
        assert int.from_bytes(file[end : end + 4], "big") == zlib.crc32(kind + data)
        yield kind, data
        at = end + 4
    assert at == len(file)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_file_has_the_very_pixels(width: int, height: int) -> None:
    """Whatever the size, another decoder gives back what was encoded."""
    pixels = noise(width, height)
    with closing(PngFrames(width, height)) as frames:
        assert decoded(encoded(frames, pixels)) == ((width, height), pixels)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_file_is_well_formed(width: int, height: int) -> None:
    """One header, one zlib stream over all IDAT chunks, one end; also where parts were used again."""
    pixels = noise(width, height)
    with closing(PngFrames(width, height)) as frames:
        files = [encoded(frames, pixels), encoded(frames, pixels[:-1] + bytes([pixels[-1] ^ 1]))]
    for file in files:
        kinds, data = zip(*chunks(file), strict=True)
        assert (kinds[0], set(kinds[1:-1]), kinds[-1]) == (b"IHDR", {b"IDAT"}, b"IEND")
        assert data[0] == width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 6, 0, 0, 0])
        assert data[-1] == b""
        stream = zlib.decompressobj()
        rows = stream.decompress(b"".join(data[1:-1]))
        assert stream.eof
        assert stream.unused_data == b""
        assert len(rows) == height * (1 + 4 * width)


def test_only_what_changed_is_compressed_again() -> None:
    """A change of one pixel makes one other chunk besides the checksum; the file has all of both frames."""
    width, height = 6, 4 * BAND_ROWS
    before = noise(width, height)
    at = 4 * width * (2 * BAND_ROWS) + 5  # in the third band
    after = before[:at] + bytes([before[at] ^ 0xFF]) + before[at + 1 :]
    with closing(PngFrames(width, height)) as frames:
        files = [encoded(frames, before), encoded(frames, after)]
    old, new = (list(chunks(file)) for file in files)
    assert decoded(files[1]) == ((width, height), after)
    # Header, zlib header, four bands, checksum, end.
    assert [one == other for one, other in zip(old, new, strict=True)] == [True] * 4 + [False, True, False, True]


def test_the_same_frame_gives_nothing() -> None:
    """Nothing is given until something changes; a frame that comes back is a change as any other."""
    one, other = noise(9, 50), noise(9, 50, seed=7)
    with closing(PngFrames(9, 50)) as frames:
        first = encoded(frames, one)
        assert frames.encode(memoryview(one)) is None
        assert frames.encode(memoryview(bytearray(one))) is None
        assert decoded(encoded(frames, other))[1] == other
        assert encoded(frames, one) == first
        assert frames.encode(memoryview(one)) is None


def test_an_empty_first_frame_is_a_frame() -> None:
    """A wholly transparent picture is a change from no picture."""
    with closing(PngFrames(4, 3)) as frames:
        assert decoded(encoded(frames, bytes(48)))[1] == bytes(48)


def test_a_frame_is_not_bound_to_its_memory() -> None:
    """Whoever paints into the same memory again changes no frame that was handed over."""
    memory = bytearray(noise(5, 60))
    with closing(PngFrames(5, 60)) as frames:
        encoded(frames, bytes(memory))
        frames.encode(memoryview(memory))
        memory[0] ^= 1
        file = frames.encode(memoryview(memory))
        assert file is not None
        assert decoded(file)[1] == memory


@pytest.mark.parametrize("size_bytes", [0, 4 * 3 * 50 - 1, 4 * 3 * 50 + 1, 4 * 3 * 50 * 2])
def test_pixels_of_another_size_are_refused(size_bytes: int) -> None:
    """A frame of the wrong length is a fault of who hands it over, named with both lengths; the next one is good."""
    pixels = noise(3, 50)
    with closing(PngFrames(3, 50)) as frames:
        with pytest.raises(ValueError, match=f"a frame has 600 bytes, got {size_bytes}"):
            frames.encode(memoryview(bytes(size_bytes)))
        assert decoded(encoded(frames, pixels))[1] == pixels


@given(st.data())
def test_any_frames_one_after_the_other(data: st.DataObject) -> None:
    """However frames follow each other, each file alone has its whole frame, and none is made without a change."""
    width, height = data.draw(st.integers(1, 4), "width"), data.draw(st.integers(1, 2 * BAND_ROWS + 2), "height")
    pixels = bytearray(noise(width, height))
    with closing(PngFrames(width, height)) as frames:
        encoded(frames, bytes(pixels))
        for patch in data.draw(st.lists(st.tuples(st.integers(0, len(pixels) - 1), st.binary(max_size=9)), max_size=5)):
            before = bytes(pixels)
            pixels[patch[0] : patch[0] + len(patch[1])] = patch[1][: len(pixels) - patch[0]]
            file = frames.encode(memoryview(pixels))
            assert (file is None) == (pixels == before)
            assert file is None or decoded(file) == ((width, height), bytes(pixels))


@given(st.integers(1, 5), st.integers(1, 50), st.data())
def test_any_picture(width: int, height: int, data: st.DataObject) -> None:
    """Flat, noisy or striped, opaque or not: the pixels come back."""
    tile = data.draw(st.binary(min_size=1, max_size=64))
    size_bytes = 4 * width * height
    pixels = (tile * (size_bytes // len(tile) + 1))[:size_bytes]
    with closing(PngFrames(width, height)) as frames:
        assert decoded(encoded(frames, pixels)) == ((width, height), pixels)


def test_no_thread_is_left() -> None:
    """Closing ends the threads; a second time does no harm."""
    frames = PngFrames(2, 200)
    encoded(frames, noise(2, 200))
    frames.close()
    frames.close()
    assert all(not thread.is_alive() for thread in frames._threads._threads)


QT_LOOK = """
import sys
from PySide6.QtGui import QImage
image = QImage(sys.argv[1], "png").convertToFormat(QImage.Format.Format_RGBA8888)
sys.stdout.buffer.write(b"".join(bytes(image.constScanLine(y))[:4 * image.width()] for y in range(image.height())))
"""


@pytest.mark.edge("chromium")  # brings the system libraries that Qt needs
def test_qt_sees_the_same_pixels(tmp_path: Path) -> None:
    """Qt's decoder, as OBS's, is another one than Pillow's."""
    pixels = noise(7, BAND_ROWS + 1, seed=3)
    with closing(PngFrames(7, BAND_ROWS + 1)) as frames:
        encoded(frames, noise(7, BAND_ROWS + 1))
        (tmp_path / "frame.png").write_bytes(encoded(frames, pixels))
    command = [sys.executable, "-c", QT_LOOK, str(tmp_path / "frame.png")]
    seen = subprocess.run(command, capture_output=True, timeout=PATIENCE_S, check=True).stdout
    assert seen == pixels
