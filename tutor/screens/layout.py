"""How a page of words is laid out in cells: what room there is, lines that flow, two columns side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from textual.content import Content

SEPARATOR = " · "

Part = Content | str | tuple[str, str]


@dataclass(frozen=True)
class Room:
    """The cells that a page may fill, and whether the terminal shows more than ASCII."""

    width: int
    height: int
    unicode: bool = True


def flowed(parts: Sequence[Part], room: Room, indent: int = 0) -> list[Content]:
    """The parts with a dot between them, in as many lines as they need; none is broken in two."""
    lines: list[Content] = []
    for part in map(Content.assemble, parts):
        longer = Content.assemble(lines[-1], (SEPARATOR, "$muted"), part) if lines else part
        if lines and longer.cell_length + indent <= room.width:
            lines[-1] = longer
        else:
            lines.append(part)
    return [line.pad_left(indent) for line in lines]


def side_by_side(left: Sequence[Content], right: Sequence[Content]) -> Iterable[Content]:
    """Two columns; the left one is of one width throughout."""
    return (one + other for one, other in zip_longest(left, right, fillvalue=Content("")))


def joined(lines: Iterable[Content]) -> Content:
    return Content("\n").join(lines)
