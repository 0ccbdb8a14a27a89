"""Read rows of one's own: the bytes of a CSV file become a frozen table, or a sentence that says where they do not.

Python's `csv` cuts lines into cells. Its Sniffer guesses from letters that happen to recur, so the separator is found
here: the one of three that cuts most lines into equally many cells.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import StringIO
from itertools import islice
from math import isfinite
from typing import Any

from lessons.course.lesson.values import MAX_ROWS
from lessons.course.play.rows import NumberColumn, OwnRows, Reason

MAX_BYTES, MAX_COLUMNS, MAX_WORDS, MAX_CLASS_NUMBERS, MIN_ROWS, MAX_SHOWN = 64 * 1024**2, 64, 20, 10, 10, 24
SEPARATORS, LOOKED_AT = "\t;,", 200  # of two that cut equally well the first: there may be decimal commas; lines
MISSING = frozenset(("", "na", "n/a", "#n/a", "nan", "null", "?"))
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
NUMBER = {
    point: re.compile(rf"[+-]?(?=\{point}?\d)(\d{{1,3}}(\{between}\d{{3}})+|\d*)(\{point}\d*)?([eE][+-]?\d+)?")
    for point, between in (".,", ",.")
}  # by what stands before its decimals; the other one may stand between its thousands
DECIMAL_COMMA, THOUSANDS = re.compile(r"[+-]?\d*,\d+"), re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")

NAMED_SEPARATOR = re.compile(r"\Asep=.(?=\r?\n)")  # a first line for Excel


class RowsError(Exception):
    """Raised for a file that is no table: which sentence says why, and its values, safe to show."""

    def __init__(self, what: str, **values: Any) -> None:
        super().__init__(what, values)
        self.what, self.values = what, values


def read_rows(content: bytes, file: str, label: str = "") -> OwnRows:
    """Read a file's table; the last column is asked, or the one that is named. Raises RowsError."""
    text = NAMED_SEPARATOR.sub("", decoded(content))
    separator = separator_of(text)
    lines = list(cut_lines(text, separator))
    if not lines:
        raise RowsError("empty")
    width = check_widths([cells for _, cells in lines])
    for line, cells in lines:
        if len(cells) != width:
            raise RowsError("ragged", line=line, count=len(cells), most=width)
    return CellTable(lines, separator).own_rows(file, label)


def decoded(content: bytes) -> str:
    """Return the text of UTF-8, or of what Windows and Latin-1 write. Raises RowsError."""
    if content.startswith(UTF_16):
        raise RowsError("utf_16")
    if b"\0" in content:
        raise RowsError("nul", line=content[: content.index(b"\0")].count(b"\n") + 1)
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            pass
    return content.decode("latin-1")


def cut_lines(text: str, separator: str, strict: bool = True) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line that has any, with its number. Raises RowsError."""
    reader, line = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=strict), 1
    while True:
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error:
            raise RowsError("quotes", line=line) from None
        if any(cells):
            yield line, cells
        line = reader.line_num + 1


def separator_of(text: str) -> str:
    def alike(separator: str) -> int:
        lines = islice(cut_lines(text, separator, strict=False), LOOKED_AT)
        counts = Counter(len(cells) for _, cells in lines if len(cells) > 1)
        return max(counts.values(), default=0)

    return max(SEPARATORS, key=alike)


def check_widths(rows: Sequence[Sequence[str]]) -> int:
    """Return how many cells most rows have. Raises RowsError for a file of one column."""
    width: int = Counter(map(len, rows)).most_common(1)[0][0]
    if width < 2:
        raise RowsError("one_column")
    return width


def visible(words: str) -> str:
    """Return words as they can be shown: nothing in them that a terminal would obey."""
    return "".join(each if each.isprintable() else "\ufffd" for each in words)


def shown(cell: str) -> str:
    words = visible(cell)
    return words if len(words) <= MAX_SHOWN else f"{words[: MAX_SHOWN - 1]}…"


class CellTable:
    """Lines of cells, all of one length, and what they mean."""

    def __init__(self, lines: Sequence[tuple[int, list[str]]], separator: str) -> None:
        numbers, rows = zip(*lines, strict=True)
        self.lines: Sequence[int] = numbers
        self.columns: list[Sequence[str]] = list(zip(*rows, strict=True))
        self.number = self.reader(separator)
        self.has_header = not any(map(self.is_value, self.columns))
        heads = [cells[0] if self.has_header else "" for cells in self.columns]
        self.names = [shown(head) or str(place) for place, head in enumerate(heads, 1)]
        if self.has_header:
            self.keep(range(1, len(self.lines)))

    def reader(self, separator: str) -> Callable[[str], float | None]:
        """Return what reads a cell's number, with the decimal point or comma of this file; None for a word."""
        cells = {cell for column in self.columns for cell in column}
        with_commas = [cell for cell in cells if DECIMAL_COMMA.fullmatch(cell)]
        are_decimals = not all(map(THOUSANDS.fullmatch, with_commas)) or (with_commas and separator == ";")
        point = "," if are_decimals else "."
        between, pattern = ".,".replace(point, ""), NUMBER[point]

        @cache
        def number(cell: str) -> float | None:
            plain = cell.replace(between, "").replace(point, ".") if pattern.fullmatch(cell) else "nan"
            return float(plain) if isfinite(float(plain)) else None

        return number

    def is_value(self, cells: Sequence[str]) -> bool:
        """Return True if the first cell of a column is no name: it is a number, or one of the words below it."""
        return self.number(cells[0]) is not None or bool(cells[0] and cells[0] in cells[1:])

    def keep(self, rows: Sequence[int]) -> None:
        self.lines = [self.lines[row] for row in rows]
        self.columns = [[cells[row] for row in rows] for cells in self.columns]

    def own_rows(self, file: str, label: str) -> OwnRows:
        if len(self.lines) > MAX_ROWS:
            raise RowsError("too_many", count=f"{len(self.lines):,}", most=f"{MAX_ROWS:,}")
        asked = self.place_of(label)
        left_out = self.check_columns(range(len(self.columns)), asked)
        used = [place for place in range(len(self.columns)) if place not in left_out]
        missing = self.leave_out_missing(used)
        left_out |= self.check_columns(used, asked)  # of fewer rows, which may all be alike in a column
        inputs = [place for place in used if place != asked and place not in left_out]
        columns = tuple(column for place in inputs for column in self.switches(place))
        if not columns:
            raise RowsError("nothing", label=self.names[asked])
        if len(columns) > MAX_COLUMNS:
            raise RowsError("wide", count=len(columns), most=MAX_COLUMNS)
        return OwnRows(visible(file), columns, *self.labels(asked), missing, tuple(left_out.values()), self.has_header)

    def place_of(self, label: str) -> int:
        """Return the column that is asked: the one of this name or number, or the last one that is not empty."""
        if not label:
            filled = [place for place, cells in enumerate(self.columns) if any(cells)]
            return filled[-1] if filled else 0
        wanted = label.strip().lower()
        found = [place for place, name in enumerate(self.names) if wanted in (name.lower(), str(place + 1))]
        if not found:
            raise RowsError("no_label", label=shown(label), names=", ".join(self.names[:MAX_WORDS]))
        return found[0]

    def check_columns(self, places: Sequence[int], asked: int) -> dict[int, Reason]:
        """Return the columns that cannot be used, and why not. Raises RowsError where it is the one that is asked."""
        if len(self.lines) < MIN_ROWS:
            raise RowsError("few", count=len(self.lines), least=MIN_ROWS)
        found = {place: why for place in places if (why := self.why_not(place))}
        if why := found.get(asked):
            raise RowsError(f"label_{why[0]}", **why[1])
        return found

    def why_not(self, place: int) -> Reason | None:
        cells, about = self.columns[place], {"name": self.names[place]}
        values = {cell for cell in cells if cell.lower() not in MISSING}
        if len(values) < 2:
            return "constant", about
        words = next(((line, cell) for line, cell in zip(self.lines, cells, strict=True) if self.is_word(cell)), None)
        if words and len(values) > MAX_WORDS:
            return "words", {
                **about,
                "count": len(values),
                "most": MAX_WORDS,
                "line": words[0],
                "cell": shown(words[1]),
            }
        return None

    def is_word(self, cell: str) -> bool:
        return cell.lower() not in MISSING and self.number(cell) is None

    def leave_out_missing(self, places: Sequence[int]) -> tuple[int, int, str]:
        """Keep the rows in which nothing is missing; return how many others there were, and where the first one is."""
        gaps = {
            row: place
            for place in reversed(places)
            for row, cell in enumerate(self.columns[place])
            if cell.lower() in MISSING
        }
        if not gaps:
            return 0, 0, ""
        first = min(gaps)
        found = len(gaps), self.lines[first], self.names[gaps[first]]
        self.keep([row for row in range(len(self.lines)) if row not in gaps])
        return found

    def switches(self, place: int) -> tuple[NumberColumn, ...]:
        """Return a column's numbers; of words, a column for each, or for the second of two."""
        cells, name = self.columns[place], self.names[place]
        numbers = tuple(map(self.number, cells))
        if None not in numbers:
            return (NumberColumn(name, numbers),)  # type: ignore[arg-type]
        words = sorted({*cells})
        chosen = words[1:] if len(words) == 2 else words
        return tuple(
            NumberColumn(f"{name} = {shown(word)}", tuple(float(cell == word) for cell in cells)) for word in chosen
        )

    def labels(self, place: int) -> tuple[NumberColumn, tuple[str, ...]]:
        """Return what is asked, and its classes: words, or few whole numbers; none of other numbers."""
        cells, name = self.columns[place], self.names[place]
        numbers = {cell: self.number(cell) for cell in {*cells}}
        are_words = None in numbers.values()
        values: set[Any] = {*cells} if are_words else {*numbers.values()}
        are_few = len(values) <= MAX_CLASS_NUMBERS and len(values) < len(cells) / 2
        if not are_words and not (are_few and all(value.is_integer() for value in values)):
            return NumberColumn(name, tuple(numbers[cell] for cell in cells)), ()  # type: ignore[misc]
        order = {value: float(at) for at, value in enumerate(sorted(values))}
        classes = tuple(shown(value) if are_words else f"{value:.0f}" for value in order)
        return NumberColumn(name, tuple(order[cell if are_words else numbers[cell]] for cell in cells)), classes
