"""What the setup of OBS remembers: the same comes back, people can read it, and what is wrong in it is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from riichicast.assets import LANGUAGES
from riichicast.errors import InputError, OutsideError
from riichicast.outputs.obs.access.own_config import OwnConfig
from riichicast.outputs.obs.access.saved import SAVED_FILE, SavedObs, forget_saved, found_here, load_saved, save

FULL = SavedObs(host="studio-pc", port=4456, way="painter", cameras=("卓上カメラ", "Cam 2"), lang="zh-Hant")


def write(folder: Path, text: str) -> Path:
    """Write the file by hand."""
    path = folder / SAVED_FILE
    path.write_text(text, "utf-8")
    return path


def refusal(folder: Path) -> InputError:
    """Read a file that cannot be read."""
    with pytest.raises(InputError) as caught:
        load_saved(folder)
    return caught.value


def test_never_set_up_is_none(tmp_path: Path) -> None:
    """No file, or not even a folder, is no error."""
    assert load_saved(tmp_path) is None
    assert load_saved(tmp_path / "nowhere") is None


@pytest.mark.parametrize("saved", [FULL, SavedObs(), SavedObs(lang="ja"), SavedObs(port=1), SavedObs(port=65535)])
def test_what_is_saved_comes_back(tmp_path: Path, saved: SavedObs) -> None:
    """Also where the folder is new, and alone in it."""
    folder = tmp_path / "new" / "data"
    save(folder, saved)

    assert load_saved(folder) == saved
    assert [path.name for path in folder.iterdir()] == [SAVED_FILE]


def test_the_last_setup_counts(tmp_path: Path) -> None:
    """A new setup leaves nothing of the old one."""
    save(tmp_path, FULL)
    save(tmp_path, SavedObs(way="window"))

    assert load_saved(tmp_path) == SavedObs(way="window")


def test_file_is_for_people_too(tmp_path: Path) -> None:
    """One field a line, names as they are written, nothing that is as usual."""
    save(tmp_path, SavedObs(host="studio-pc", cameras=("卓上カメラ",)))

    lines = (tmp_path / SAVED_FILE).read_text("utf-8").splitlines()
    assert lines == ["{", '  "host": "studio-pc",', '  "cameras": [', '    "卓上カメラ"', "  ]", "}"]


def test_every_language_of_the_texts_can_be_saved(tmp_path: Path) -> None:
    """A language that is added to the texts belongs here too."""
    for language in LANGUAGES:
        write(tmp_path, json.dumps({"lang": language}))
        assert load_saved(tmp_path) is not None


@pytest.mark.parametrize(
    ("text", "field", "told"),
    [
        ('{"port": "4455"}', "port", "`int`"),
        ('{"port": 0}', "port", "1 to 65535"),
        ('{"port": 65536}', "port", "1 to 65535"),
        ('{"port": 4455.5}', "port", "`int`"),
        ('{"host": null}', "host", "`str`"),
        ('{"way": "magic"}', "way", "auto browser_source painter window"),
        ('{"lang": "de"}', "lang", "en ja zh-Hans zh-Hant"),
        ('{"cameras": "Cam"}', "cameras", "`array`"),
        ('{"cameras": ["Cam", 2]}', "cameras[1]", "`str`"),
    ],
)
def test_wrong_value_is_named_by_file_and_field(tmp_path: Path, text: str, field: str, told: str) -> None:
    """Whoever wrote it by hand reads where it stands and what may stand there."""
    path = write(tmp_path, text)
    error = refusal(tmp_path)

    assert error.where == f"{path}, {field}"
    assert told in str(error)


@pytest.mark.parametrize(
    ("text", "told"),
    [('{"pasword": ""}', "pasword"), ("", "truncated"), ('{"port": 4', "truncated"), ("[]", "`object`")],
)
def test_what_is_no_setup_is_named_by_file(tmp_path: Path, text: str, told: str) -> None:
    """Unknown fields are not passed over; half a file is not half a setup."""
    path = write(tmp_path, text)
    error = refusal(tmp_path)

    assert error.where == str(path)
    assert told in error.message
    assert path.read_text("utf-8") == text


def test_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    """Such as that of an old editor."""
    (tmp_path / SAVED_FILE).write_bytes('{"host": "卓"}'.encode("shift_jis"))

    assert refusal(tmp_path).where == str(tmp_path / SAVED_FILE)


def test_value_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    """A struct takes any port; the file does not, and keeps what it had."""
    save(tmp_path, FULL)

    with pytest.raises(InputError) as caught:
        save(tmp_path, SavedObs(port=0))
    assert caught.value.where == f"{tmp_path / SAVED_FILE}, port"
    assert load_saved(tmp_path) == FULL


def test_forget_tells_whether_there_was_something(tmp_path: Path) -> None:
    """Forgotten is as never set up."""
    save(tmp_path, FULL)

    assert [forget_saved(tmp_path), forget_saved(tmp_path)] == [True, False]
    assert load_saved(tmp_path) is None


@pytest.mark.parametrize(
    ("act", "what"),
    [
        (load_saved, "read"),
        (lambda folder: save(folder, FULL), "written"),
        (forget_saved, "removed"),
    ],
)
def test_trouble_of_the_disk_is_an_error_of_the_outside(
    tmp_path: Path, act: Callable[[Path], object], what: str
) -> None:
    """A folder that stands where the file belongs is told with its name and the reason."""
    (tmp_path / SAVED_FILE).mkdir()

    with pytest.raises(OutsideError, match=rf"^data folder: .*{SAVED_FILE} cannot be {what}: \w+") as caught:
        act(tmp_path)
    assert caught.value.what == "data folder"
    assert [path.name for path in tmp_path.iterdir()] == [SAVED_FILE]


def test_obs_of_this_computer_is_found_at_its_port() -> None:
    """Who names nothing means the OBS here, at the port that it is set to."""
    assert found_here(lambda: OwnConfig(port=4466, is_enabled=True)) == SavedObs(port=4466)
    assert found_here(lambda: None) == SavedObs(host="127.0.0.1", port=4455)
