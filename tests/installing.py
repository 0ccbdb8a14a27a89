"""The wheel installed in every way there is here, and a lesson walked in it: prints a table, exit code 1 if one fails.

python tests/installing.py [WORD ...]     those whose names have one of these words, such as: uv pipx; or all of them
python tests/installing.py quick          this Python alone, its packages from wherever pip finds them

What is not on this machine is said and left out: Pythons 3.11 to 3.14, uv, pipx, another user, a network to cut off.
"""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LESSON = "xor-line"
NOBODY = 65534
ODD = "casa de Íñigo 漢"
WALK = (  # the tests are no part of what is installed, and come last
    f"import sys; sys.path.append({str(ROOT)!r})\n"
    "from lessons.course import LessonMode; from lessons.load import load_course\n"
    "from tests.tutor.walks.plain import answers\n"
    f"for lines in answers(LessonMode(load_course().lessons['{LESSON}'], 'open')): print('\\n'.join(lines))"
)
FILES = "import importlib.metadata as m; print('\\n'.join(map(str, m.files('lynx-tutor'))))"
NOT_SHIPPED = ("minimodel/ruff.toml",)


class Failed(Exception):
    """Something did not do what it should: what it was, and what it printed."""


class LeftOut(Exception):
    """This machine has not got what it takes."""


@dataclass(frozen=True)
class Place:
    """An installation, and the circumstances in which it is used."""

    python: Path  # its interpreter
    data: Path
    options: tuple[str, ...] = ()  # of the interpreter
    environment: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()  # variables that are not set
    umask: int = 0o022
    user: int | None = None

    def python_does(self, *words: str, typed: str = "") -> str:
        """Run the interpreter, and give what it printed. Raises Failed where it fails or warns."""
        self.data.mkdir(parents=True, exist_ok=True)
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.data), "LC_ALL": "C.UTF-8"}
        environment = {
            **kept,
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            **self.environment,
        }
        done = subprocess.run(
            [str(self.python), *self.options, *words],
            input=typed,
            env={name: value for name, value in environment.items() if name not in self.without},
            cwd=self.data,
            capture_output=True,
            text=True,
            umask=self.umask,
            user=self.user,
            group=self.user,
        )
        if done.returncode or "Warning" in done.stderr or "Traceback" in done.stderr:
            raise Failed(
                f"{' '.join(words)[:60]}: {done.returncode}\n{done.stderr[-2000:]}{done.stdout[-500:]}"
            )
        return done.stdout

    def tutor(self, *words: str, typed: str = "") -> str:
        return self.python_does("-m", "tutor", *words, typed=typed)


# What is done in each place.


def try_out(place: Place) -> None:
    """Walk a lesson in plain lines, and ask for what is kept of it."""
    if place.user is not None:
        place.data.mkdir()
        os.chown(place.data, place.user, place.user)
    place.tutor("run", LESSON, "--seeds", "2", "--steps", "5", "--json")
    place.tutor("learn", LESSON, "--plain", "--learner", "ana", typed=place.python_does("-c", WALK))
    lessons = json.loads(place.tutor("list", "--json", "--learner", "ana"))
    if LESSON not in json.dumps(lessons) or '"finished"' not in json.dumps(lessons):
        raise Failed(f"{LESSON} is not finished: {lessons}")
    place.tutor("export", "--learner", "ana", "--lang", "es")
    place.tutor("doctor", "--learner", "ana")
    keeps_to_itself(place)


def keeps_to_itself(place: Place) -> None:
    """Raise Failed where somebody else on the machine could read the progress, or change it."""
    for file in place.data.rglob("learners/ana/progress.toml"):
        for path, wanted in ((file, 0o600), (file.parent, 0o700)):
            if (mode := stat.S_IMODE(path.stat().st_mode)) != wanted:
                raise Failed(f"{path} has the mode {mode:o} and not {wanted:o}")
        return
    raise Failed(f"no progress below {place.data}")


def is_whole(place: Place) -> None:
    """Raise Failed where the wheel lacks a file of the packages."""
    listed = run("git", "-C", str(ROOT), "ls-files", "minimodel", "lessons", "progress", "tutor").split("\n")
    installed = {name.replace("\\", "/") for name in place.python_does("-c", FILES).split("\n")}
    if missing := [name for name in listed if name and name not in installed and name not in NOT_SHIPPED]:
        raise Failed(f"not in the wheel: {missing}")


def run(*words: str, **more: str) -> str:
    """A command of installing. Raises Failed where it fails."""
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, **more})
    if done.returncode:
        raise Failed(f"{' '.join(words)}: {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


# Where it is installed.


class Workshop:
    """A folder with the wheel and, once they are fetched, the wheels of everything that it needs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(folder / "wheel"), str(ROOT))
        (self.wheel,) = (folder / "wheel").glob("*.whl")

    def data(self, name: str = "data") -> Path:
        """A folder for a learner's home, new each time. Others may walk through what is above it."""
        self.count += 1
        return self.folder / f"{name} {self.count}"

    def wheels(self, version: str) -> Path:
        """Everything for one Python, fetched once."""
        folder = self.folder / f"wheels-{version}"
        if not folder.exists():
            wanted = [str(self.wheel), "pip"]  # pipx renews its own pip first
            run(python(version), "-m", "pip", "download", "-q", "-d", str(folder), *wanted)
        return folder

    def installed(self, version: str, name: str = "venv") -> Path:
        """A new environment in which pip has installed it without a network; its interpreter."""
        venv = self.folder / f"{name} {version}"
        interpreter = venv / "bin" / "python"
        if not interpreter.exists():
            wheels = self.wheels(version)
            run(python(version), "-m", "venv", str(venv))
            offline = [*cut_off(), str(interpreter), "-m", "pip", "install", "-q", "--no-index"]
            run(*offline, "--find-links", str(wheels), "lynx-tutor", PIP_FIND_LINKS="")
        return interpreter


def python(version: str) -> str:
    """An interpreter of this version. Raises LeftOut where there is none."""
    homes = sorted(Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python"))
    if f"{sys.version_info.major}.{sys.version_info.minor}" == version:
        return sys.executable
    found = shutil.which(f"python{version}")
    if found and not subprocess.run([found, "--version"], capture_output=True).returncode:
        return found
    if homes:
        return str(homes[-1])
    raise LeftOut(f"no Python {version} here")


def cut_off() -> list[str]:
    """The words before a command that take the network away from it, where that is allowed."""
    allowed = (
        shutil.which("unshare")
        and not subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode
    )
    return ["unshare", "-n"] if allowed else []


def needed(program: str) -> str:
    if not (found := shutil.which(program)):
        raise LeftOut(f"no {program} here")
    return found


# The trials.


def trials(shop: Workshop) -> Iterator[tuple[str, Callable[[], None]]]:
    """Each by its name."""
    for version in PYTHONS:
        yield f"Python {version}, pip without a network", lambda v=version: whole_and_tried(shop, v)
    newest = "3.11"
    for name, more in CIRCUMSTANCES.items():
        yield name, lambda more=more: try_out(Place(shop.installed(newest), shop.data(), **more))
    yield (
        "a virtual environment in a folder with spaces, ñ and 漢",
        lambda: try_out(Place(shop.installed(newest, ODD), shop.data(ODD))),
    )
    yield "no HOME, --home said", lambda: without_home(shop, newest)
    yield "another user, packages that nobody can write", lambda: as_nobody(shop, newest)
    yield "uv tool install", lambda: by_uv(shop)
    yield "pipx install", lambda: by_pipx(shop)


CIRCUMSTANCES: dict[str, dict[str, object]] = {
    "python -O": {"options": ("-O",)},
    "python -W error": {"options": ("-W", "error")},
    "python -X dev": {"options": ("-X", "dev")},
    "umask 077": {"umask": 0o077},
    "umask 000": {"umask": 0},
    "LC_ALL=C": {"environment": {"LC_ALL": "C"}},
}


def whole_and_tried(shop: Workshop, version: str) -> None:
    place = Place(shop.installed(version), shop.data())
    is_whole(place)
    try_out(place)


def without_home(shop: Workshop, version: str) -> None:
    data = shop.data()
    try_out(
        Place(shop.installed(version), data, without=("HOME",), environment={"LYNX_TUTOR_HOME": str(data)})
    )


def as_nobody(shop: Workshop, version: str) -> None:
    """Root alone can become somebody else, and root alone can write what nobody can."""
    if os.geteuid() != 0:
        raise LeftOut("only root can become another user")
    if not (shared := shutil.which(f"python{version}", path="/usr/local/bin:/usr/bin")):
        raise LeftOut("no Python here that another user can reach")
    interpreter = shop.folder / "shared" / "bin" / "python"
    run(shared, "-m", "venv", "--without-pip", str(shop.folder / "shared"))
    offline = [sys.executable, "-m", "pip", "--python", str(interpreter), "install", "-q", "--no-index"]
    run(*offline, "--find-links", str(shop.wheels(version)), "lynx-tutor", PIP_FIND_LINKS="")
    try_out(Place(interpreter, shop.data(), user=NOBODY))


def by_uv(shop: Workshop) -> None:
    folders = {"UV_TOOL_DIR": str(shop.folder / "uv"), "UV_TOOL_BIN_DIR": str(shop.folder / "bin")}
    words = [
        "tool",
        "install",
        "--offline",
        "--no-index",
        "--find-links",
        str(shop.wheels("3.11")),
        "lynx-tutor",
    ]
    run(*cut_off(), needed("uv"), *words, "--python", python("3.11"), UV_FIND_LINKS="", **folders)
    try_out(Place(shop.folder / "uv" / "lynx-tutor" / "bin" / "python", shop.data()))


def by_pipx(shop: Workshop) -> None:
    folders = {"PIPX_HOME": str(shop.folder / "pipx"), "PIPX_BIN_DIR": str(shop.folder / "bin-pipx")}
    offline = f"--no-index --find-links '{shop.wheels('3.11')}'"
    run(
        *[
            needed("pipx"),
            "install",
            "--python",
            python("3.11"),
            "--backend",
            "pip",
            "--pip-args",
            offline,
            str(shop.wheel),
        ],
        PIP_FIND_LINKS="",
        **folders,
    )
    try_out(Place(shop.folder / "pipx" / "venvs" / "lynx-tutor" / "bin" / "python", shop.data()))


def quick(shop: Workshop) -> None:
    """This Python alone: the wheel in a new environment, which may take its packages from anywhere."""
    venv = shop.folder / ODD
    run(sys.executable, "-m", "venv", str(venv))
    run(str(venv / "bin" / "python"), "-m", "pip", "install", "-q", str(shop.wheel))
    place = Place(venv / "bin" / "python", shop.data(ODD), options=("-W", "error"))
    is_whole(place)
    try_out(place)


def told(trial: Callable[[], None]) -> tuple[str, bool]:
    """What is to be said of a trial, and whether it failed."""
    try:
        trial()
    except LeftOut as reason:
        return f"left out: {reason}", False
    except (Failed, OSError) as trouble:
        return f"FAILS: {trouble}", True
    return "works", False


def main(words: Sequence[str]) -> int:
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        shop = Workshop(Path(name))
        chosen = [("the wheel, in a new environment", lambda: quick(shop))]
        if "quick" not in words:
            chosen = [each for each in trials(shop) if not words or set(words) & set(each[0].split())]
        for what, trial in chosen:
            verdict, fails = told(trial)
            failed += fails
            print(f"{what:<58} {verdict}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
