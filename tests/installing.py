"""The wheel installed in a new environment, and a lesson walked in it: prints a table, exit code 1 if one fails.

python tests/installing.py          with each Python that is there, without a network once all is fetched
python tests/installing.py quick    with this Python alone, its packages from wherever pip finds them
"""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LESSON = "xor-line"
ODD = "casa de Íñigo 漢"
WALK = (  # the tests are no part of what is installed, and come last
    f"import sys; sys.path.append({str(ROOT)!r})\n"
    "from lessons.course.course import LessonMode; from lessons.format.course import load_course\n"
    "from tests.tutor.walks.plain import lines\n"
    f"print('\\n'.join(lines(LessonMode(load_course().lessons['{LESSON}'], 'open'))))"
)
FILES = "import importlib.metadata as m; print('\\n'.join(map(str, m.files('lynx-tutor'))))"
SHIPPED = ("lynx_tutor.py", "minimodel", "lessons", "progress", "tutor")
DESCRIPTION = "import importlib.metadata as m; print(m.metadata('lynx-tutor').get_payload())"
NOT_SHIPPED = ("minimodel/ruff.toml",)


class Failed(Exception):
    """Something did not do what it should: what it was, and what it printed."""


def run(*words: str, typed: str = "", **more: str) -> str:
    """Run a command, and return what it printed. Raises Failed where it fails or warns."""
    done = subprocess.run(words, input=typed, capture_output=True, text=True, env={**os.environ, **more})
    if done.returncode or "Warning" in done.stderr or "Traceback" in done.stderr:
        raise Failed(f"{' '.join(words)[:200]}: {done.returncode}\n{done.stderr[-2000:]}{done.stdout[-500:]}")
    return done.stdout


def install(python: str, folder: Path, quick: bool) -> Path:
    """Make a new environment in a folder with spaces, ñ and 漢, and install the wheel; return its interpreter."""
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder / "wheel"), str(ROOT))
    (wheel,) = (folder / "wheel").glob("*.whl")
    own = folder / ODD / "bin" / "python"
    run(python, "-m", "venv", str(folder / ODD))
    if quick:
        run(str(own), "-m", "pip", "install", "-q", str(wheel))
        return own
    run(str(own), "-m", "pip", "download", "-q", "-d", str(folder / "all"), str(wheel))
    links = ("--no-index", "--find-links", str(folder / "all"))
    run(*cut_off(), str(own), "-m", "pip", "install", "-q", *links, "lynx-tutor", PIP_FIND_LINKS="")
    return own


def cut_off() -> list[str]:
    """Return the words before a command that take the network away from it, where that is allowed."""
    found = shutil.which("unshare")
    allowed = found and not subprocess.run([found, "-n", "true"], capture_output=True).returncode
    return ["unshare", "-n"] if allowed else []


def try_out(python: Path, home: Path) -> None:
    """Walk a lesson in plain lines, and ask for what is kept of it. Raises Failed."""
    listed = run("git", "-C", str(ROOT), "ls-files", *SHIPPED).split()
    installed = set(run(str(python), "-c", FILES).split())
    if missing := [name for name in listed if name not in installed and name not in NOT_SHIPPED]:
        raise Failed(f"not in the wheel: {missing}")

    if links := re.findall(r"]\((?!https?:)[^)]*\)", run(str(python), "-c", DESCRIPTION)):
        raise Failed(f"an index would show links that lead nowhere: {links}")

    def tutor(*words: str, typed: str = "") -> str:
        place = {"LYNX_TUTOR_HOME": str(home), "OPENBLAS_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}
        return run(str(python), "-W", "error", "-m", "tutor", *words, typed=typed, **place)

    tutor("run", LESSON, "--seeds", "2", "--steps", "5", "--json")
    tutor("learn", LESSON, "--plain", "--learner", "ana", typed=run(str(python), "-c", WALK))
    if '"finished": true' not in (found := json.dumps(json.loads(tutor("list", "--json", "--learner", "ana")))):
        raise Failed(f"{LESSON} is not finished: {found[:500]}")
    tutor("export", "--learner", "ana", "--lang", "es", "--to", str(home / "export"))
    tutor("doctor", "--learner", "ana")
    file = home / "learners" / "ana" / "progress.toml"
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (file, file.parent)]
    if modes != [0o600, 0o700]:
        raise Failed(f"others could read {file}: {modes}")


def told(python: str | None, quick: bool) -> tuple[str, bool]:
    """Return what is to be said of a trial, and whether it failed."""
    if not python:
        return "left out: there is none here", False
    with tempfile.TemporaryDirectory() as name:
        try:
            try_out(install(python, Path(name), quick), Path(name) / f"home {ODD}")
        except (Failed, OSError) as trouble:
            return f"FAILS: {trouble}", True
    return "works", False


def main(words: Sequence[str]) -> int:
    quick = "quick" in words
    found = {"this Python": sys.executable} if quick else {name: shutil.which(f"python{name}") for name in PYTHONS}
    failed = 0
    for name, python in found.items():
        verdict, fails = told(python, quick)
        failed += fails
        print(f"{name:<12} {verdict}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
