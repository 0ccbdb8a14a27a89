"""Answers to choose or to type, and how sure: by keyboard and by mouse."""

from collections.abc import Callable

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from lessons.page import Ask
from tutor.sizes import SMALLEST
from tutor.tui.widgets.answer_lines import MOST, Answering, AnswerLines, Spot
from tutor.tui.widgets.picture import speaks_unicode
from tutor.words.text import Text

LONGEST = 40  # characters of a typed answer
LEAST_WIDE = 48  # columns; before it has its place, a box has none
LOW = SMALLEST[1] + 6  # rows of a window below which every row counts


class AnswerBox(Widget, can_focus=True):
    """Answers to choose with ↑↓ or to type, and how sure, with ←→. Nothing is chosen to begin with."""

    class Kept(Message):
        """The learner keeps what is chosen; with Tab they turn to the next question."""

        def __init__(self, turning: bool) -> None:
            super().__init__()
            self.turning = turning

    def __init__(self, text: Text, want: Ask, understood: Callable[[str], str]) -> None:
        super().__init__()
        self.text, self.want, self.understood = text, want, understood
        self.names = list(want.options)
        self.least = round(100 * want.chance)
        self.confidence = self.least if want.confidence is None else round(100 * want.confidence)
        self.chosen = self.names.index(want.answer) if want.answer in self.names else -1
        self.pointed_at = -1
        self.typed = want.answer if not self.names else ""
        self.complaint = ""

    @property
    def answer(self) -> str:
        if self.names:
            return self.names[self.chosen] if self.chosen >= 0 else ""
        return self.typed.strip()

    # By keyboard.

    def on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down") and self.names:
            step = 1 if event.key == "down" else -1
            self.chosen = (
                (self.chosen + step) % len(self.names)
                if self.chosen >= 0
                else (0 if step > 0 else -1) % len(self.names)
            )
        elif event.key in ("left", "right", "shift+left", "shift+right"):
            step = 1 if event.key.startswith("shift") else 5
            self.change_confidence(step if event.key.endswith("right") else -step)
        elif event.key in ("enter", "tab"):
            self.complaint = ""
            self.post_message(self.Kept(turning=event.key == "tab"))
        elif event.key == "backspace" and not self.names:
            self.typed = self.typed[:-1]
        elif not self.names and event.character and event.is_printable:
            self.typed = (self.typed + event.character)[:LONGEST]
        elif self.names and event.key.isdigit() and 0 < int(event.key) <= len(self.names):
            self.chosen = int(event.key) - 1
        else:
            return
        event.stop()
        event.prevent_default()
        if event.key not in ("enter", "tab"):
            self.complaint = ""
        self.changed()

    def change_confidence(self, step: int) -> None:
        """By fives, on the fives, from a pure guess to 99."""
        if abs(step) == 5:
            target = (self.confidence // 5 + 1) * 5 if step > 0 else (-(-self.confidence // 5) - 1) * 5
        else:
            target = self.confidence + step
        self.confidence = min(MOST, max(self.least, target))

    def complain(self, words: str) -> None:
        self.complaint = words
        self.app.bell()
        self.changed()  # its last line says so

    def changed(self) -> None:
        self.refresh(layout=True)
        self.call_after_refresh(self.scroll_visible, animate=False)

    # By mouse.

    def on_click(self, event: events.Click) -> None:
        """Choose what is clicked, or be as sure as the slider says there."""
        event.stop()
        self.focus()
        spot = self.spot_at(event.x, event.y)
        if spot is None:
            return
        if spot.option is None:
            self.slide_to((event.x - spot.column) / max(1, spot.columns - 1))
        else:
            self.chosen = spot.option
        self.complaint = ""
        self.changed()

    def slide_to(self, share: float) -> None:
        """Be so sure, on the fives, between the slider's ends."""
        if share >= 1:
            self.confidence = MOST
        else:
            wanted = self.least + share * (MOST - self.least)
            self.confidence = self.least if share <= 0 else min(MOST, max(self.least, 5 * round(wanted / 5)))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        spot = self.spot_at(event.x, event.y)
        self.point_at(-1 if spot is None or spot.option is None else spot.option)

    def on_leave(self) -> None:
        self.point_at(-1)

    def point_at(self, place: int) -> None:
        if place != self.pointed_at:
            self.pointed_at = place
            self.refresh()

    def spot_at(self, x: int, y: int) -> Spot | None:
        return next((spot for spot in self.shown(self.size.width).spots if spot.holds(x, y)), None)

    # On the screen.

    def shown(self, width: int) -> AnswerLines:
        """Its lines in so many columns, and what of them can be clicked."""
        answering = Answering(
            self.want,
            self.least,
            self.confidence,
            self.chosen,
            self.pointed_at,
            self.typed,
            self.understood(self.answer) if not self.names else "",
            self.complaint,
        )
        low = self.app.size.height < LOW
        return AnswerLines(answering, self.text, max(LEAST_WIDE, width), low, speaks_unicode())

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.shown(width).lines)

    def render(self) -> Content:
        return Content("\n").join(self.shown(self.size.width).lines)
