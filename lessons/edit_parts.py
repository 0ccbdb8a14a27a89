"""`[break]`: what is changed in minimodel, of a lesson, of a review, or of one arm."""

from functools import cache

from lessons.format import LessonError
from lessons.lesson import Edit
from lessons.runs.edits import LIBRARY, edited_text, healthy_text
from lessons.table import Table, quoted


def read_edits(table: Table) -> tuple[Edit, ...]:
    """Read `[break]`, or `[[break]]` where the edit is at several places."""
    edits = tuple(read_edit(inner) for inner in table.one_or_many("break"))
    for edit in edits:
        try:
            edited_text(edits, edit.file)
        except LessonError as error:
            raise LessonError(f"{table.where}: [break] {error}") from None
    return edits


@cache
def library_files() -> frozenset[str]:
    """Every file of minimodel that can be edited, as lessons name it."""
    return frozenset(path.relative_to(LIBRARY.parent).as_posix() for path in LIBRARY.rglob("*.py"))


def read_edit(table: Table) -> Edit:
    """Read an edit. The text to replace must stand exactly once in a file of minimodel."""
    edit = Edit(table.take("file", str), table.take("before", str), table.take("after", str))
    table.close()
    if edit.file not in library_files():
        raise LessonError(f"{table.where}: file = {quoted(edit.file)} is not a file of minimodel.")
    text = healthy_text(edit.file)
    count = text.count(edit.before) if edit.before else 0
    if count != 1:
        lines = [
            number for number, line in enumerate(text.splitlines(), 1) if edit.before and edit.before in line
        ]
        places = f"{count} times, at lines {', '.join(map(str, lines))}" if count else "nowhere"
        raise LessonError(
            f"{table.where}: {quoted(edit.before)} should stand exactly once in {edit.file}; it stands {places}."
        )
    if edit.before == edit.after:
        raise LessonError(f"{table.where}: before and after are the same: nothing would be edited.")
    return edit
