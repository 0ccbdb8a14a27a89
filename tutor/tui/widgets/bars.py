"""The thin lines around a lesson: title above, steps below it, keys at the foot."""

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from tutor.words.text import Text

if TYPE_CHECKING:  # the course map has these lines too, and imports no steps before its first paint
    from lessons.plan import Steps
    from lessons.state import State


class TitleLine(Static):
    """What is open, on the left; who learns in which language, on the right."""

    def __init__(self, left: str, right: str) -> None:
        super().__init__(id="title-line")
        self.left, self.right = left, right

    def show(self, left: str, right: str) -> None:
        if (left, right) != (self.left, self.right):
            self.left, self.right = left, right
            self.refresh()

    def render(self) -> Content:
        width = self.size.width
        right = self.right if len(self.left) + len(self.right) + 2 <= width else ""
        left = shortened(self.left, width - len(right) - (2 if right else 0))
        gap = " " * (width - len(left) - len(right))
        return Content.assemble((left, "bold $primary"), gap, (right, "$muted"))


class StepBar(Static):
    """The steps of a lesson: done, here, and not yet. As wide as there is room: at least the one here has its name."""

    def __init__(self, text: Text, steps: "Steps", state: "State") -> None:
        super().__init__(id="step-bar")
        self.text, self.steps, self.state = text, steps, state

    def show(self, state: "State") -> None:
        if (state.here, state.furthest) != (self.state.here, self.state.furthest):
            self.refresh()
        self.state = state

    def render(self) -> Content:
        labels, between = self.fitting()
        parts: list[Content | str | tuple[str, str]] = []
        for place, label in enumerate(labels):
            if parts:
                parts.append((between, "$muted"))
            here = place == self.state.here
            style = "bold $accent" if here else "$text" if place <= self.state.furthest else "$muted"
            parts.append((f"●{label}" if here else label, style))
        return Content.assemble(*parts)

    def fitting(self) -> tuple[list[str], str]:
        """The longest labels that fit, and what stands between them."""
        names = [self.text(f"stage.{step.kind}") for step in self.steps.all]
        numbered = [f"{number} {name}" for number, name in enumerate(names, 1)]
        numbers = [str(number) for number in range(1, len(names) + 1)]
        numbers[self.state.here] = names[self.state.here]
        choices = [(numbered, " ── "), (numbered, " ─ "), (numbered, " · "), (names, " · "), (names, " ")]
        room = self.size.width - 3
        for labels, between in choices:
            if sum(map(len, labels)) + len(between) * (len(labels) - 1) <= room:
                return labels, between
        return numbers, " "


class KeyLine(Static):
    """The keys that do something here. Where the line is too narrow, the least needed ones go first."""

    def __init__(self, words: str = "") -> None:
        super().__init__(id="key-line")
        self.words = words

    def show(self, words: str) -> None:
        if words != self.words:
            self.words = words
            self.refresh()

    def render(self) -> Content:
        items = self.words.split(" · ")
        while len(items) > 2 and len(" · ".join(items)) > self.size.width:
            del items[-2]
        parts: list[str | tuple[str, str]] = []
        for item in items:
            key, _, meaning = item.partition(" ")
            if parts:
                parts.append((" · ", "$muted"))
            parts += [(key, "bold $accent"), f" {meaning}" if meaning else ""]
        return Content.assemble(*parts)


def shortened(words: str, width: int) -> str:
    """The words, with an ellipsis where they do not fit."""
    return words if len(words) <= width else f"{words[: max(0, width - 1)]}…"
