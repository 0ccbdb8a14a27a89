"""The lines of an answer box, and where in them the mouse meets something: options, thumbnails, and the confidence."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from lessons.page import Ask
from tutor.plots import CellGrid, draw_small

Part = tuple[str, str]
THUMBNAIL, ROOMY = 14, 66  # columns of a thumbnail, and of a box from which words stand beside it
MOST = 99
CHOSEN, PLAIN, POINTED_AT = "bold $accent", "$text", "$text on $panel"


@dataclass(frozen=True)
class Spot:
    """Cells that can be clicked: those of an option by its place, or of the slider, which has none."""

    row: int
    column: int
    rows: int
    columns: int
    option: int | None

    def holds(self, x: int, y: int) -> bool:
        return self.row <= y < self.row + self.rows and self.column <= x < self.column + self.columns


@dataclass(frozen=True)
class Answering:
    """What a learner has chosen or typed so far, and how sure they are, in per cent."""

    want: Ask
    least: int
    confidence: int
    chosen: int = -1
    pointed_at: int = -1
    typed: str = ""
    understood: str = ""
    complaint: str = ""

    def style(self, place: int) -> str:
        return CHOSEN if place == self.chosen else POINTED_AT if place == self.pointed_at else PLAIN

    def mark(self, place: int) -> Part:
        return ("  ▸ " if place == self.chosen else "    ", CHOSEN)


class AnswerLines:
    """Lines that are put below each other, with what of them can be clicked."""

    def __init__(
        self, answering: Answering, text: Callable[..., str], width: int, low: bool, unicode: bool
    ) -> None:
        self.answering, self.text, self.width, self.low, self.unicode = answering, text, width, low, unicode
        self.lines: list[Content] = []
        self.spots: list[Spot] = []
        self.put_answers()
        if not low:
            self.lines.append(Content(""))
        self.put_confidence()
        if answering.complaint:
            self.lines.append(Content.assemble((f"  ! {answering.complaint}", "bold $warning")))

    def put_answers(self) -> None:
        if self.answering.want.pictures:
            self.put_thumbnails()
        elif self.answering.want.options:
            for place, words in enumerate(self.answering.want.options.values()):
                self.put_option(place, words)
        else:
            self.put_typed()

    def put_option(self, place: int, words: str) -> None:
        """An option in as many lines as its words need."""
        wrapped = textwrap.wrap(words, max(20, self.width - 6)) or [words]
        self.spots.append(Spot(len(self.lines), 0, len(wrapped), self.width, place))
        for number, line in enumerate(wrapped):
            mark = ("    ", PLAIN) if number else self.answering.mark(place)
            self.lines.append(Content.assemble(mark, (line, self.answering.style(place))))

    def put_typed(self) -> None:
        """What is typed; a share has its sign behind it, and is said back as it is understood."""
        answering = self.answering
        sign = " %" if answering.want.question.percent and "%" not in answering.typed else ""
        typed = (f"{answering.typed}▏", CHOSEN), (sign, "$muted")
        self.lines.append(Content.assemble(f"  {self.text('predict.type')} ", *typed))
        if answering.understood:
            self.lines.append(Content.assemble((f"  = {answering.understood}", "$muted")))

    # Thumbnails, in a grid.

    def put_thumbnails(self) -> None:
        """Words beside each thumbnail; where there is too little room for that, below it."""
        beside = self.width >= ROOMY
        across = 2 if beside else 3
        cell = self.width // across
        names = list(self.answering.want.options)
        for first in range(0, len(names), across):
            row = list(enumerate(names))[first : first + across]
            cells = [list(self.thumbnail(place, name, cell, beside)) for place, name in row]
            height = max(map(len, cells))
            self.spots += [
                Spot(len(self.lines), number * cell, height, cell, place)
                for number, (place, _) in enumerate(row)
            ]
            self.lines += [
                joined([lines[number : number + 1] for lines in cells], cell) for number in range(height)
            ]

    def thumbnail(self, place: int, name: str, width: int, beside: bool) -> Iterator[list[Part]]:
        """One thumbnail with its words, a line at a time."""
        want, style = self.answering.want, self.answering.style(place)
        height = 2 if self.low or not beside else 3
        drawn = drawn_lines(draw_small(want.pictures[name], THUMBNAIL, height, self.unicode))
        left = 4 if beside else 2
        words = textwrap.wrap(want.options[name], width - left - (THUMBNAIL + 3 if beside else 1))
        mark = self.answering.mark(place)[0][-left:]
        if not beside:
            yield from (
                [(mark if not number else " " * left, CHOSEN), *line] for number, line in enumerate(drawn)
            )
            yield from ([(" " * left, PLAIN), (line, style)] for line in words)
            return
        for number in range(max(height, len(words))):
            picture = drawn[number] if number < height else [(" " * THUMBNAIL, PLAIN)]
            line = words[number] if number < len(words) else ""
            yield [(mark if not number else " " * left, CHOSEN), *picture, ("  ", PLAIN), (line, style)]

    # How sure.

    def put_confidence(self) -> None:
        """How sure, in words; below it the slider, whose ends say what they mean."""
        answering = self.answering
        at_least = answering.confidence == answering.least
        words = self.text("predict.guess") if at_least else f"{answering.confidence} %"
        self.lines.append(Content.assemble(f"  {self.text('predict.sure')}  ", (words, CHOSEN)))
        least, most = self.text("predict.least", chance=answering.least), self.text("predict.most")
        length = max(6, min(40, self.width - len(least) - len(most) - 8))
        full = round((answering.confidence - answering.least) / (MOST - answering.least) * (length - 1))
        bar = (
            f"{'━' * full}●{'─' * (length - 1 - full)}"
            if self.unicode
            else f"{'=' * full}o{'-' * (length - 1 - full)}"
        )
        self.spots.append(Spot(len(self.lines), len(least) + 4, 1, length, None))
        ends = ((f"  {least} ◂ ", "$muted"), (bar, "$primary"), (f" ▸ {most}", "$muted"))
        self.lines.append(Content.assemble(*ends))


def drawn_lines(grid: CellGrid) -> list[list[Part]]:
    """A drawing as words with styles."""
    return [[(sign, f"$role-{role}" if role else PLAIN) for sign, role in row] for row in grid.rows]


def joined(cells: Sequence[Sequence[list[Part]]], width: int) -> Content:
    """Lines side by side, each in so many columns."""
    parts: list[Part] = []
    for cell in cells:
        line = cell[0] if cell else []
        parts += [*line, (" " * (width - sum(len(words) for words, _ in line)), PLAIN)]
    return Content.assemble(*parts)
