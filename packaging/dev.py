"""Every developer command, with the set-up that it needs. Standard library only; Python 3.11 or later.

    python3 packaging/dev.py run                         put the sample match on air
    python3 packaging/dev.py test [--quick] [-- ARGS]    checks and tests; ARGS go to pytest
    python3 packaging/dev.py check                       style, types and layers
    python3 packaging/dev.py fix                         repair and format what can be
    python3 packaging/dev.py bench [-- ARGS]             measure this machine

The set-up lives in `.venv` and is done again only when what it is made from has changed. Outside the project's folder
nothing is touched but the packages that `apt-get` installs for the tests.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - whoever calls this may have an older one
    sys.exit("RiichiCast needs Python 3.11 or later; this is Python %d.%d" % sys.version_info[:2])  # noqa: UP031

import argparse
import hashlib
import importlib
import importlib.util
import json
import os
import platform
import shutil
import signal
import subprocess
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "set-up.json"
BASE_PYTHON: str = getattr(sys, "_base_executable", "") or sys.executable
"""The Python that the venv is made with: never that of another venv."""

PIP = (25, 1)
"""The first pip that knows dependency groups."""
PIP_WANTED = "pip>={}.{}".format(*PIP)
LEVELS: Mapping[str, Sequence[str]] = {
    "runtime": (),
    "dev": ("--group", "dev"),
    "bench": ("--group", "dev", "--group", "bench"),
}
"""What pip installs beside the project; each level has all of the one before."""

EDGE_PACKAGES = (
    *("obs-studio", "obs-plugins", "xvfb", "openbox", "libgl1-mesa-dri", "libegl1", "libegl-mesa0", "libgl1"),
    *("chromium", "fonts-noto-cjk"),
    "libxcb-cursor0",  # a window of Qt; what its web engine needs comes with chromium
    *("gcc", "libc6-dev"),  # what keeps the OBS of the tests on loopback is compiled there
)
"""Debian packages of the tests with a real OBS and a real browser."""
EDGE_PROGRAMS = ("obs", "Xvfb", "openbox", "chromium", "cc")

FOREIGN_VARIABLES = ("PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")
FOREIGN_PIP_VARIABLES = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_PYTHON", "PIP_DRY_RUN", "PIP_NO_DEPS")
"""Variables that would lead pip or Python away from the venv; indexes, proxies and certificates stay."""


class SetUpError(Exception):
    """The set-up cannot go on; the message is one line that says what to do."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and give its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    cut = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(prog="dev.py", description="Every developer command; it sets up what it needs.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        help_line = (command.__doc__ or "").partition("\n")[0]
        added = commands.add_parser(name, help=help_line, description=help_line)
        if name == "test":
            added.add_argument("--quick", action="store_true", help="only tests that need no OBS, browser or patience")
    options = vars(parser.parse_args(words[:cut]))
    try:
        return COMMANDS[options.pop("command")](words[cut + 1 :], **options)
    except SetUpError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130


def run(extra: Sequence[str]) -> int:
    """Put the sample match on air; it ends by itself within 3 minutes."""
    set_up("runtime")
    hand_over("-m", "riichicast", "demo", "--once", "--speed", "60", *extra)


def test(extra: Sequence[str], *, quick: bool) -> int:
    """Check and test everything; arguments after `--` go to pytest."""
    set_up("dev")
    if quick:
        return call("-m", "pytest", "-m", "not edge and not slow", *extra)
    install_edge_packages()
    is_checked = run_checks()
    # The tests run all the same: one run tells everything there is to mend.
    is_tested = call("-m", "pytest", *extra)
    return is_tested or is_checked


def check(extra: Sequence[str]) -> int:
    """Check style, types and layers."""
    refuse_extra(extra)
    set_up("dev")
    return run_checks()


def fix(extra: Sequence[str]) -> int:
    """Repair what ruff can repair, and format."""
    refuse_extra(extra)
    set_up("dev")
    is_repaired = call("-m", "ruff", "check", "--fix")
    return call("-m", "ruff", "format") or is_repaired


def bench(extra: Sequence[str]) -> int:
    """Measure this machine; arguments after `--` go to `riichicast bench`."""
    set_up("bench")
    hand_over("-m", "riichicast", "bench", *extra)


COMMANDS: dict[str, Callable[..., int]] = {"run": run, "test": test, "check": check, "fix": fix, "bench": bench}

CHECKS: Mapping[str, Sequence[str]] = {
    "style": ("-m", "ruff", "check", "--quiet"),
    "format": ("-m", "ruff", "format", "--check", "--quiet"),
    "types": ("-m", "mypy", "--no-error-summary"),
    "layers": ("-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-logo"),
}


def run_checks() -> int:
    """Run every check, also after one that failed; 0 if all are clean."""
    failed = []
    for name, words in CHECKS.items():
        say(f"check: {name}")
        if call(*words) != 0:
            failed.append(name)
    say(f"check: failed: {', '.join(failed)}" if failed else "check: clean")
    return 1 if failed else 0


def refuse_extra(extra: Sequence[str]) -> None:
    """Stop where arguments after `--` would go nowhere."""
    if extra:
        raise SetUpError(f"this command takes nothing after --, got: {' '.join(extra)}")


# The venv


def set_up(level: str) -> None:
    """Bring `.venv` to a level of `LEVELS`; nothing is done if it is there already."""
    stamp = read_stamp()
    levels = list(LEVELS)
    level = max(level, stamp.get("level", level), key=levels.index)
    wanted = {"level": level, "recipe": recipe(), "root": str(ROOT)}
    if stamp == wanted and venv_can("import riichicast"):
        return
    if stamp.get("root", str(ROOT)) != str(ROOT) or not venv_can("import pip"):
        make_venv()
    renew_pip()
    say(f"packages: installing those for {level} (about a minute the first time)")
    pip("install", "--editable", str(ROOT), *LEVELS[level])
    STAMP.write_text(json.dumps(wanted), "utf-8")


def read_stamp() -> dict[str, str]:
    """Read what the venv was last set up for; empty if it never was, or is half made."""
    try:
        stamp: dict[str, str] = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp


def recipe() -> str:
    """Give a hash that changes when the set-up has to be done again."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    parts = [project.get(table) for table in ("build-system", "project", "dependency-groups")]
    parts += [project.get("tool", {}).get("hatch"), PIP, dict(LEVELS)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def venv_can(code: str) -> bool:
    """Tell whether the venv's Python is new enough, runs, and runs `code`."""
    if not PYTHON.exists():
        return False
    guarded = f"import sys; assert sys.version_info >= (3, 11)\n{code}"
    try:
        return quietly([str(PYTHON), "-c", guarded]).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    """Make an empty `.venv` with pip in it, in place of a broken or older one."""
    say(f"venv: making .venv with Python {platform.python_version()}")
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not can_make_venv() and Path(BASE_PYTHON).resolve().parent == Path("/usr/bin") and can_apt():
        say(f"apt: installing {package}")
        apt_install([package])
        importlib.invalidate_caches()
    if can_make_venv():
        must([BASE_PYTHON, "-m", "venv", str(VENV)], "venv: it could not be made")
    elif importlib.util.find_spec("venv") and importlib.util.find_spec("pip"):
        say("venv: this Python lacks ensurepip; its own pip fills the venv")
        must([BASE_PYTHON, "-m", "venv", "--without-pip", str(VENV)], "venv: it could not be made")
        must([BASE_PYTHON, "-m", "pip", "--python", str(PYTHON), "install", PIP_WANTED], "pip: it could not be had")
    else:
        raise SetUpError(f"this Python can make no venv; as root: apt-get install {package}, then try again")


def can_make_venv() -> bool:
    """Tell whether this Python can make a venv with pip (on Debian that is a package of its own)."""
    return all(importlib.util.find_spec(module) for module in ("venv", "ensurepip"))


def renew_pip() -> None:
    """Bring the venv's pip to one that knows dependency groups."""
    code = f"import pip; assert tuple(map(int, pip.__version__.split('.')[:2])) >= {PIP}"
    if not venv_can(code):
        say(f"pip: bringing it to {PIP_WANTED}")
        pip("install", "--upgrade", PIP_WANTED)


def pip(*words: str) -> None:
    """Call the venv's pip."""
    must([str(PYTHON), "-m", "pip", "--quiet", *words], "pip: failed; is there a network? Its last words are above")


# Debian packages


def install_edge_packages() -> None:
    """Install what the tests with a real OBS and browser need, where that is allowed; else say what to install."""
    missing = missing_packages()
    if not missing:
        return
    if not can_apt():
        say(f"tests with a real OBS and browser need: {' '.join(missing)} (apt-get install, as root)")
        return
    say(f"apt: installing {len(missing)} packages for the tests with a real OBS and browser")
    if not apt_install(missing):
        say(f"apt: failed; those tests need: {' '.join(missing)}")


def missing_packages() -> list[str]:
    """List the packages (elsewhere than on Debian: the programs) that those tests lack."""
    if not shutil.which("dpkg-query"):
        return [program for program in EDGE_PROGRAMS if not shutil.which(program)]
    listed = quietly(["dpkg-query", "-W", "-f=${db:Status-Status} ${Package}\n", *EDGE_PACKAGES]).stdout
    return [package for package in EDGE_PACKAGES if f"installed {package}" not in listed.splitlines()]


def can_apt() -> bool:
    """Tell whether packages can be installed without asking anybody."""
    return shutil.which("apt-get") is not None and (is_root() or is_sudo_free())


def is_root() -> bool:
    """Tell whether this process may do everything."""
    user_id: Callable[[], int] = getattr(os, "geteuid", lambda: -1)
    return user_id() == 0


def is_sudo_free() -> bool:
    """Tell whether sudo asks for no password."""
    return shutil.which("sudo") is not None and quietly(["sudo", "-n", "true"]).returncode == 0


def apt_install(packages: Sequence[str]) -> bool:
    """Install Debian packages, with a second try; False and the last words of apt where that failed."""
    apt = [] if is_root() else ["sudo", "-n"]
    apt += ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    for _ in range(2):
        quietly([*apt, "update"])
        done = quietly([*apt, "install", "-y", "--no-install-recommends", *packages])
        if done.returncode == 0:
            return True
    show_last_words(done)
    return False


# Programs


def say(line: str) -> None:
    """Tell what is being done, in one line."""
    print(f"dev: {line}", flush=True)


def environment() -> dict[str, str]:
    """Give the environment of everything started here: this one, without what would lead away from the venv."""
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN_VARIABLES + FOREIGN_PIP_VARIABLES}
    ours = {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0", "PIP_NO_INPUT": "1"}
    return kept | ours | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}


def quietly(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a program to its end and keep what it says."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


def must(command: Sequence[str], complaint: str) -> None:
    """Run a program that the set-up cannot do without.

    Raises:
        SetUpError: It failed; its last words are shown before.
    """
    done = quietly(command)
    if done.returncode != 0:
        show_last_words(done)
        raise SetUpError(complaint)


def show_last_words(done: subprocess.CompletedProcess[str]) -> None:
    """Show the end of what a program that failed had to say."""
    print("\n".join((done.stdout + done.stderr).strip().splitlines()[-15:]), file=sys.stderr, flush=True)


def call(*words: str) -> int:
    """Run the venv's Python to its end, on this terminal; an interrupt or end signal reaches it and is waited for."""
    with subprocess.Popen([str(PYTHON), *words], cwd=ROOT, env=environment()) as program:
        signal.signal(signal.SIGTERM, lambda *_: program.terminate())
        while True:
            try:
                code = program.wait()
            except KeyboardInterrupt:
                continue  # the terminal has told the program as well
            return code if code >= 0 else 128 - code


def hand_over(*words: str) -> NoReturn:
    """Become the venv's Python, so that signals and the exit code are its own; on Windows, run it and exit with it."""
    if os.name == "nt":
        sys.exit(call(*words))
    os.chdir(ROOT)
    os.execve(PYTHON, [str(PYTHON), *words], environment())  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    sys.exit(main())
