"""The tutor on a course of many lessons: those that there are, copied under other ids.

python tests/benchmarks/app_many_lessons.py FOLDER [ARGUMENTS]     the tutor, with the course that is in FOLDER
"""

import re
import sys
from pathlib import Path

from lessons.format import LANGUAGES
from lessons.load import CONTENT, load_course

ID = re.compile(r'^id = "[^"]*"', re.MULTILINE)
NEEDS = re.compile(r"^needs = \[.*\]", re.MULTILINE)


def make_course(folder: Path, count: int) -> None:
    """Write so many lessons, each a copy of one that there is, in turn."""
    originals = list(load_course().lessons)
    names = [f"lesson-{number:02}" for number in range(count)]
    for number, name in enumerate(names):
        copy_lesson(CONTENT / originals[number % len(originals)], folder / name)
    listed = ", ".join(f'"{name}"' for name in names)
    track = (
        f'format = 2\n\n[[track]]\nid = "all"\ntitle = {{ en = "All", es = "Todo" }}\nlessons = [{listed}]\n'
    )
    concepts = (CONTENT / "course.toml").read_text(encoding="utf-8").partition("[concepts]")
    (folder / "course.toml").write_text(f"{track}\n{concepts[1]}{concepts[2]}", encoding="utf-8")


def copy_lesson(original: Path, copy: Path) -> None:
    copy.mkdir(parents=True)
    for language in LANGUAGES:
        (copy / f"{language}.md").write_bytes((original / f"{language}.md").read_bytes())
    structure = (original / "lesson.toml").read_text(encoding="utf-8")
    structure = NEEDS.sub("needs = []", ID.sub(f'id = "{copy.name}"', structure, count=1), count=1)
    (copy / "lesson.toml").write_text(structure, encoding="utf-8")


def run_app(folder: Path, arguments: list[str]) -> int:
    """Through the real command; only the course is another."""
    from tutor.shell import learners, main

    learners.load_course = lambda: load_course(folder)
    return main.main(arguments)


if __name__ == "__main__":
    sys.exit(run_app(Path(sys.argv[1]), sys.argv[2:]))
