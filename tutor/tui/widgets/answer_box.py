"""Answers to choose or to type, and how sure: by keyboard and by mouse."""

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from lessons.course.asking.question_words import why_unusable
from lessons.course.asking.questions import kind_of
from lessons.course.asking.typed_numbers import is_bare
from lessons.course.lesson.page import Ask
from tutor.plots import draw_small
from tutor.tui.steady import SMALLEST
from tutor.tui.widgets.picture import speaks_unicode
from tutor.words.text import Text, unbroken

MAX_TYPED = 40  # characters of a typed answer
MIN_COLUMNS = 48  # before it has its place, a box has none
LOW_ROWS = SMALLEST[1] + 6  # of a window, below which every row counts
THUMBNAIL_COLUMNS = 14
BESIDE_COLUMNS = 66  # of a box, from which words stand beside a thumbnail
CHOSEN, PLAIN, POINTED_AT = "bold $accent", "$text", "$text on $panel"


@dataclass(frozen=True)
class Spot:
    """Cells that can be clicked: those of an option by its place, or of how sure one may be."""

    row: int
    column: int
    rows: int
    columns: int
    option: int | None = None
    level: float | None = None

    def holds(self, x: int, y: int) -> bool:
        return self.row <= y < self.row + self.rows and self.column <= x < self.column + self.columns


class AnswerBox(Widget, can_focus=True):
    """Answers to choose with ↑↓ or to type, and how sure, with ←→. To begin with, neither is said."""

    pointed_at = reactive(-1)  # the option under the mouse
    is_put = False  # what a digit, the key before, put in an order

    class Kept(Message):
        """The learner keeps what is chosen; with Tab they turn to the next question."""

        def __init__(self, turning: bool) -> None:
            super().__init__()
            self.turning = turning

    def __init__(self, text: Text, want: Ask, understood: Callable[[str], str]) -> None:
        super().__init__()
        self.text, self.want, self.understood = text, want, understood
        self.names = list(want.options)
        self.rows = self.names or list(want.ranked)
        self.confidence = want.confidence
        self.chosen = self.names.index(want.answer) if want.answer in self.names else -1
        self.typed = want.answer if not self.names else ""
        self.complaint = ""

    @property
    def answer(self) -> str:
        if self.names:
            return self.names[self.chosen] if self.chosen >= 0 else ""
        return self.typed.strip()

    def on_key(self, event: events.Key) -> None:
        taken = True
        if event.key in ("up", "down") and self.rows:
            step = 1 if event.key == "down" else -1
            before_first = -1 if step > 0 else 0
            self.chosen = (max(self.chosen, before_first) + step) % len(self.rows)
        elif event.key in ("left", "right"):
            self.turn_confidence(1 if event.key == "right" else -1)
        elif event.key in ("enter", "tab"):
            self.post_message(self.Kept(turning=event.key == "tab"))
        elif event.key == "backspace" and not self.names:
            self.typed = self.typed[:-1]
        elif event.key in self.want.ranked:
            self.chosen = self.rows.index(event.key)
            self.put(event.key)
        elif event.key == "space" and self.want.ranked and self.chosen >= 0:
            if not self.is_put:  # by its digit, the key before
                self.put(self.rows[self.chosen])
        elif self.want.ranked and event.character == "?":  # no order has one: it asks for help
            return
        elif not self.names and event.character and event.is_printable:
            taken = self.take(event.character)
            if not taken and event.key == "g":  # which opens the glossary
                return
        elif not self.choose(event.key):
            return
        self.is_put = event.key in self.want.ranked and event.key in self.typed
        event.stop()
        event.prevent_default()
        if event.key not in ("enter", "tab"):  # what was said of no answer stays, and with it each row in its place
            self.say(taken)

    def on_paste(self, event: events.Paste) -> None:
        """Take an answer, or the number of one on offer."""
        event.stop()
        self.say(self.choose(event.text.strip()) if self.names else self.take(" ".join(event.text.split())))

    def choose(self, number: str) -> bool:
        """Choose an answer by its number; return False if there is no such answer."""
        if number not in map(str, range(1, len(self.names) + 1)):
            return False
        self.chosen = int(number) - 1
        return True

    def put(self, number: str) -> None:
        """Put what has this number next in the order; or take it back, where it is in it."""
        self.typed = self.typed.replace(number, "") if number in self.typed else self.typed + number

    def take(self, words: str) -> bool:
        """Add what was typed or pasted, if it may still become an answer; return False if it cannot."""
        typed = (self.typed + words)[:MAX_TYPED]
        if not kind_of(self.want.question).may_become(self.want.question, typed):
            return False
        self.typed = typed
        return True

    def say(self, taken: bool) -> None:
        """Show what the box holds now; where something was no answer, say which answers it takes."""
        if taken:
            self.complaint = ""
            self.changed()
        else:
            self.complain(why_unusable(self.want.question, self.text))

    def turn_confidence(self, step: int) -> None:
        """Go round: not said, a guess, fairly sure, certain, and not said again."""
        ring = [None, *self.want.levels.values()]
        place = ring.index(self.confidence) if self.confidence in ring else 0
        self.confidence = ring[(place + step) % len(ring)]

    def complain(self, words: str) -> None:
        self.complaint = words
        self.app.bell()
        self.changed()  # its last line says so

    def changed(self) -> None:
        self.refresh(layout=True)
        self.call_after_refresh(self.scroll_visible, animate=False)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.focus()
        spot = self.spot_at(event.x, event.y)
        if spot is None:
            return
        if spot.option is None:
            self.confidence = spot.level
        else:
            self.chosen = spot.option
            if self.want.ranked:
                self.put(self.rows[spot.option])
        self.complaint = ""
        self.changed()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        spot = self.spot_at(event.x, event.y)
        self.pointed_at = -1 if spot is None or spot.option is None else spot.option

    def on_leave(self) -> None:
        self.pointed_at = -1

    def spot_at(self, x: int, y: int) -> Spot | None:
        return next((spot for spot in self.shown(self.size.width).spots if spot.holds(x, y)), None)

    def shown(self, width: int) -> "AnswerLines":
        """Return its lines in so many columns, and what of them can be clicked."""
        return AnswerLines(self, max(MIN_COLUMNS, width), low=self.app.size.height < LOW_ROWS)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.shown(width).lines)

    def render(self) -> Content:
        return Content("\n").join(self.shown(self.size.width).lines)


class AnswerLines:
    """The lines of a box as it is now, and where in them the mouse meets something."""

    def __init__(self, box: AnswerBox, width: int, low: bool) -> None:
        self.box, self.want, self.width, self.low = box, box.want, width, low
        self.unicode = speaks_unicode()
        self.lines: list[Content] = []
        self.spots: list[Spot] = []
        if self.want.pictures:
            self.put_thumbnails()
        elif self.want.options:
            self.put_options(self.want.options)
        elif self.want.ranked:
            self.put_options(self.want.ranked)
            self.put_order(self.want.ranked)
        else:
            self.put_typed()
        if self.want.levels:
            self.put_confidence()
        if box.complaint:
            wrapped = textwrap.wrap(f"! {box.complaint}", max(20, width - 2), subsequent_indent="  ")
            self.lines += [Content.styled(f"  {line}", "bold $warning") for line in wrapped]

    def style(self, place: int) -> str:
        return CHOSEN if place == self.box.chosen else POINTED_AT if place == self.box.pointed_at else PLAIN

    def marked(self, place: int, lines: list[Content], left: int = 4) -> list[Content]:
        """Return the lines of an option, each moved to the right; the first has the mark of what is chosen."""
        mark = "  ▸ "[-left:] if place == self.box.chosen else " " * left
        return [Content.assemble((" " * left if number else mark, CHOSEN), line) for number, line in enumerate(lines)]

    def put_options(self, options: Mapping[str, str]) -> None:
        for place, words in enumerate(options.values()):
            wrapped = textwrap.wrap(unbroken(f"{place + 1} {words}"), max(20, self.width - 6), subsequent_indent="  ")
            self.spots.append(Spot(len(self.lines), 0, len(wrapped), self.width, place))
            self.lines += self.marked(place, [Content.styled(line, self.style(place)) for line in wrapped])

    def put_order(self, names: Mapping[str, str]) -> None:
        """Put the names in the order of the numbers so far; what is typed otherwise as it is."""
        typed, asked = self.box.typed, f"  {self.box.text('predict.order')} "
        numbers = [each for each in typed if each.isdecimal()]
        if all(each in names for each in numbers) and not any(map(str.isalpha, typed)):
            typed = " < ".join([*(names[each] for each in numbers), *(["…"] if len(numbers) < len(names) else [])])
        wrapped = textwrap.wrap(unbroken(asked + typed), max(20, self.width - 2), subsequent_indent="    ")
        self.lines += [Content.styled(f"  {line.lstrip()}", CHOSEN) for line in wrapped]

    def put_typed(self) -> None:
        """Put what is typed; a share has its sign behind it, and is said back as it is understood."""
        typed = self.box.typed
        sign = " %" if self.want.question.percent and is_bare(typed, self.box.text.language) else ""
        asked = f"  {self.box.text('predict.type')} "
        self.lines.append(Content.assemble(asked, (f"{typed}▏", CHOSEN), (sign, "$muted")))
        if understood := self.box.understood(self.box.answer):
            self.lines.append(Content.styled(f"  = {understood}", "$muted"))

    def put_thumbnails(self) -> None:
        """Put thumbnails in a grid, words beside each; where there is too little room for that, below it."""
        across = 2 if self.width >= BESIDE_COLUMNS else 3
        cell = self.width // across
        places = range(len(self.want.options))
        for first in places[::across]:
            cells = [self.thumbnail(place, cell) for place in places[first : first + across]]
            height = max(map(len, cells))
            for number in range(len(cells)):
                self.spots.append(Spot(len(self.lines), number * cell, height, cell, first + number))
            for row in zip_longest(*cells, fillvalue=Content("")):
                self.lines.append(Content("").join(part.pad_right(max(0, cell - part.cell_length)) for part in row))

    def thumbnail(self, place: int, width: int) -> list[Content]:
        beside = self.width >= BESIDE_COLUMNS
        left, rows = 4 if beside else 2, 3 if beside and not self.low else 2
        name, words = list(self.want.options.items())[place]
        grid = draw_small(self.want.pictures[name], THUMBNAIL_COLUMNS, rows, self.unicode)
        styled = [[(sign, f"$role-{role}" if role else PLAIN) for sign, role in row] for row in grid.rows]
        drawn = [Content.assemble(*row) for row in styled]
        wrapped = textwrap.wrap(unbroken(words), width - left - (THUMBNAIL_COLUMNS + 3 if beside else 1))
        said = [Content.styled(line, self.style(place)) for line in wrapped]
        if beside:
            blank = Content(" " * THUMBNAIL_COLUMNS)
            pairs = zip_longest(drawn + [blank] * (len(said) - rows), said, fillvalue=Content(""))
            return self.marked(place, [Content.assemble(picture, "  ", line) for picture, line in pairs])
        return self.marked(place, [*drawn, *said], left)

    def put_confidence(self) -> None:
        """Put how sure, and below it how sure one may be."""
        sure, text = self.box.confidence, self.box.text
        said = text("predict.unsaid") if sure is None else f"{100 * sure:.0f} %"
        self.lines += [] if self.low else [Content("")]
        self.lines.append(Content.assemble(f"  {text('predict.sure')}  ", (said, CHOSEN)))
        row = Content("  ")
        for words, level in self.want.levels.items():
            mark, style = ("▸ ", CHOSEN) if level == sure else ("  ", PLAIN)
            self.spots.append(Spot(len(self.lines), row.cell_length, 1, len(words) + 2, level=level))
            row = Content.assemble(row, (f"{mark}{words}", style), " ")
        self.lines.append(row)
