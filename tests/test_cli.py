"""The command line: every command can be asked for help, and a wrong word is answered, not crashed on."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from riichicast import __version__
from riichicast.cli import COMMANDS, main


def exit_of(words: list[str]) -> int | str | None:
    """Run a command line that ends by itself, and give its exit code."""
    with pytest.raises(SystemExit) as end:
        main(words)
    return end.value.code


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` names each command with its line."""
    assert exit_of(["--help"]) == 0

    shown = " ".join(capsys.readouterr().out.split())
    assert [name for name, (_, help_line) in COMMANDS.items() if f"{name} {help_line}" not in shown] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`COMMAND --help` prints its use to standard output and ends with 0."""
    assert exit_of([name, "--help"]) == 0

    out, err = capsys.readouterr()
    assert out.startswith(f"usage: riichicast {name} ")
    assert err == ""


@pytest.mark.parametrize("words", [["brodcast"], [], ["--speed", "8"]])
def test_a_wrong_command_line_ends_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown command, or none, is said on standard error; nothing goes to standard output."""
    assert exit_of(words) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert "riichicast: error:" in err


def test_an_unknown_option_of_a_command_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    """A command names the option that it does not know."""
    assert exit_of(["match-points", "1", "2", "3", "4", "--handicap"]) == 2
    assert "--handicap" in capsys.readouterr().err


def test_unusable_input_is_one_line_and_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be read is said in one line with the command's name."""
    assert main(["match-points", "--rules", "mleague", "1", "2", "3", "many"]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("riichicast match-points: ")
    assert "many" in line


@pytest.mark.parametrize("start", [["-m", "riichicast"], ["-c", "from riichicast.cli import main; main()"]])
def test_the_program_tells_its_version(start: list[str], tmp_path: Path) -> None:
    """`--version` answers from any folder, as a module and as the installed command."""
    done = subprocess.run(
        [sys.executable, *start, "--version"], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, f"riichicast {__version__}\n", "")


def test_the_readme_names_only_commands_that_exist(project_root: Path) -> None:
    """Every `riichicast COMMAND` in the README can be typed."""
    named = re.findall(r"riichicast ([a-z][a-z-]+)", (project_root / "README.md").read_text("utf-8"))

    assert set(named) - COMMANDS.keys() == set()
    assert {"serve", "replay", "check"} <= set(named)


def test_output_that_nobody_reads_ends_the_command_quietly(project_root: Path) -> None:
    """`| head` is no error: the command ends as one that SIGPIPE stopped, with nothing on standard error."""
    words = [sys.executable, "-m", "riichicast", "check", str(project_root / "assets/sample/match.jsonl")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(timeout=60) == 141
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="closes standard output as a POSIX shell does")
def test_a_program_without_standard_output_works() -> None:
    """What is printed goes nowhere (`>&-`); the exit code still tells."""
    words = [sys.executable, "-m", "riichicast", "match-points", "30000", "30000", "20000", "20000"]
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *words], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_json_stays_json_in_any_encoding(tmp_path: Path) -> None:
    """A console of another encoding makes no bad escapes of the names of files."""
    path = tmp_path / "\u96c0\u00e9.json"
    path.write_text("{", "utf-8")
    words = [sys.executable, "-m", "riichicast", "check", "--json", str(path)]
    environment = {**os.environ, "PYTHONIOENCODING": "cp932"}
    done = subprocess.run(words, capture_output=True, env=environment, check=False)
    assert json.loads(done.stdout)["unread"][0]["file"] == str(path)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
def test_output_that_cannot_be_written_is_said(project_root: Path) -> None:
    """A full disk behind `>` is one line on standard error and exit code 2."""
    words = [sys.executable, "-m", "riichicast", "check", str(project_root / "assets/sample/match.jsonl")]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    message = "riichicast: standard output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, message)


@pytest.mark.parametrize("name", ["check", "serve", "replay"])
def test_an_interrupt_while_it_starts_is_no_error(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C while the modules of a command are loaded ends with 130 and no traceback."""

    def interrupted(_name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("riichicast.cli.importlib.import_module", interrupted)
    assert main([name]) == 130
    assert capsys.readouterr().err == ""
