"""The edits of a break as text: what a file of minimodel says before them, after them, and on which lines."""

from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from lessons.course.lesson import Edit
from lessons.course.values import LessonError

LIBRARY = Path(__file__).parents[2] / "minimodel"


def inside(file: str) -> str:
    return Path(file).relative_to(LIBRARY.name).as_posix()


def edited_files(edits: tuple[Edit, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(edit.file for edit in edits))


@cache
def healthy_text(file: str) -> str:
    return (LIBRARY.parent / file).read_text(encoding="utf-8")


@cache
def edited_text(edits: tuple[Edit, ...], file: str) -> str:
    """Return the text of a file after the edits. Raises LessonError unless what they replace stands exactly once."""
    text = healthy_text(file)
    for edit in edits:
        if edit.file == file:
            if (count := text.count(edit.before)) != 1:
                raise LessonError(f"{edit.before!r} should stand exactly once in {file}; found {count}.")
            text = text.replace(edit.before, edit.after)
    return text


@cache
def edited_lines(edits: tuple[Edit, ...], file: str) -> tuple[int, ...]:
    """Return the numbers, from 1, of the lines that edits changed; where some were only removed, the line now there."""
    before, after = healthy_text(file).splitlines(), edited_text(edits, file).splitlines()
    changed: list[int] = []
    for what, _, _, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            changed += range(first + 1, max(last, first + 1) + 1)
    return tuple(min(line, len(after)) for line in changed)
