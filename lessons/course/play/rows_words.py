"""Say what was read of a file of rows, what was left out and why, and what is odd about it."""

from collections.abc import Iterator, Sequence

from lessons.course.lesson.page import Strings
from lessons.course.play.rows import OwnRows

MAX_NAMES = 6  # of columns, classes, or of those that are left out


def rows_lines(own: OwnRows, text: Strings) -> Iterator[str]:
    """Yield what is worth knowing before the first training, a sentence a line."""
    train, out = map(len, own.drawn)
    names = listed([each.name for each in own.columns], text)
    yield text("rows.read", file=own.file, rows=train + out, columns=len(own.columns), names=names)
    if not own.has_header:
        yield text("rows.no_header")
    key = "asked_class" if own.classes else "asked_number"
    yield text(f"rows.{key}", label=own.asked.name, count=len(own.classes), classes=listed(own.classes, text))
    yield text("rows.held_out", out=out, train=train)
    yield from odd_lines(own, text)
    yield text("rows.scaled") if own.classes else text("rows.scaled_label")
    count, line, column = own.missing
    if count:
        yield text("rows.missing", count=count, line=line, column=column)
    yield from (text(f"rows.out_{what}", **values) for what, values in own.left_out[:MAX_NAMES])
    if more := len(own.left_out) - MAX_NAMES:
        yield from [text("rows.out_more", count=more)] * (more > 0)


def odd_lines(own: OwnRows, text: Strings) -> Iterator[str]:
    """Yield what would make a good number worthless."""
    train, out = map(len, own.drawn)
    if own.telling:
        yield text("rows.telling", columns=listed(own.telling, text), label=own.asked.name)
    if own.repeated:
        yield text("rows.repeated", count=own.repeated, out=out)
    if train < len(own.columns):
        yield text("rows.fewer", train=train, columns=len(own.columns))


def listed(names: Sequence[str], text: Strings) -> str:
    more = [text("rows.more", count=len(names) - MAX_NAMES)] if len(names) > MAX_NAMES else []
    return ", ".join([*names[:MAX_NAMES], *more])
