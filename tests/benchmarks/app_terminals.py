"""Every kind of terminal, walked through every page: whether it can be read there, and a picture of each page.

python tests/benchmarks/app_terminals.py FOLDER [NAME ...]

Writes FOLDER/NAME-PAGE.svg (and .png where rsvg-convert is installed), and prints the matrix.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = str(Path(__file__).parents[2])
sys.path.insert(0, ROOT)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH")]))

from tests.tutor import test_matrix as checks  # noqa: E402
from tests.tutor.terminal import Terminal  # noqa: E402
from tests.tutor.terminal_pictures import svg_of  # noqa: E402
from tests.tutor.terminal_rows import DRAWING, LINES, Kind, colours_sent, opened, walk  # noqa: E402

PAGES = ("map", "question", "answers", "run", "editor", "plain")


def main(folder: Path, names: list[str]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{'terminal':<26}{'colours':>9}  {'characters':<11}" + "".join(f"{page:<10}" for page in PAGES))
    wrong = 0
    for kind in (*DRAWING, *LINES):
        if not names or kind.name in names:
            seen, problem = tried(kind, folder)
            marks = "".join(f"{'right' if page in seen else '-':<10}" for page in PAGES)
            print(
                f"{kind.name or '(empty)':<26}{kind.colours:>9}  {kind.characters:<11}{marks}{problem}",
                flush=True,
            )
            wrong += bool(problem)
    return 1 if wrong else 0


def tried(kind: Kind, folder: Path) -> tuple[list[str], str]:
    """The pages that were read, and what was wrong, if anything was."""
    seen: list[str] = []

    def look(page: str, terminal: Terminal) -> None:
        seen.append(page)
        keep_picture(terminal, folder / f"{kind.name or 'empty'}-{page}".replace(" ", "_"))

    with tempfile.TemporaryDirectory() as home:
        try:
            if kind in DRAWING:
                walked = walk(kind, Path(home) / "home", look)
                checks.check_colours(kind, colours_sent(walked.printed))
                checks.check_characters(kind, walked.printed)
                checks.check_plot(kind, walked.pages["run"])
            arguments = ("learn", "--learner", "ana", "--lang", "en", "--plain", *kind.arguments)
            with opened(kind, arguments, Path(home) / "home") as terminal:
                terminal.wait_for("Which lesson?" if kind in LINES else "?")
                look("plain", terminal)
        except (AssertionError, TimeoutError, EOFError) as error:
            return seen, f"{type(error).__name__} {str(error)[:80]!r}"
    return seen, ""


def keep_picture(terminal: Terminal, name: Path) -> None:
    name.with_suffix(".svg").write_text(svg_of(terminal.screen), encoding="utf-8")
    if converter := shutil.which("rsvg-convert"):
        subprocess.run([converter, "-o", f"{name}.png", f"{name}.svg"], check=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
