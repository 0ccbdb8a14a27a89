"""The parts of a page: words, code, tables and pictures, in frozen values."""

from dataclasses import dataclass
from typing import TypeAlias

from lessons.course.lesson.pictures import Picture


@dataclass(frozen=True)
class Words:
    """Markdown. The tone is `heading`, `note`, `good`, `bad`, `right`, `wrong` or `""`."""

    markdown: str
    tone: str = ""


@dataclass(frozen=True)
class Code:
    """Source or a diff, a line each; `language` is `python`, `diff` or `""`."""

    lines: tuple[str, ...]
    language: str = ""


@dataclass(frozen=True)
class Table:
    """Rows of words under headings. What is named after an arm, a column or a row, is drawn in that arm's colour."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    roles: tuple[str, ...] = ()  # what each column stands for: an arm's role, or nothing
    row_roles: tuple[str, ...] = ()  # and what each row's name stands for
    lines: tuple[str, ...] = ()  # the same to be said, where rows read one after the other make no sense

    @property
    def last_column(self) -> str:
        """Return the rows' names and last cells in a line, the last row first, where there is no room for a table."""
        return " · ".join(f"{row[0]} {row[-1]}" for row in reversed(self.rows))


Block: TypeAlias = Words | Code | Table | Picture
