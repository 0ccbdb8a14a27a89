"""The thin lines around a lesson: title above, stages below it, keys at the foot."""

from textual.content import Content
from textual.widgets import Static

from lessons.cascade import Stage, State
from tutor.text import Text


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


class StageBar(Static):
    """Seven stages: done, here, and not yet. Each state has a mark as well as a colour."""

    def __init__(self, text: Text, state: State) -> None:
        super().__init__(id="stage-bar")
        self.text, self.state = text, state

    def show(self, state: State) -> None:
        if (state.stage, state.furthest) != (self.state.stage, self.state.furthest):
            self.refresh()
        self.state = state

    def render(self) -> Content:
        names = [self.text(f"stage.{stage.key}") for stage in Stage]
        room = self.size.width - sum(map(len, names)) - 2 * len(names) - 1
        between = next((line for line in (" ── ", " ─ ") if len(line) * (len(names) - 1) <= room), "")
        parts: list[Content | str | tuple[str, str]] = []
        for stage, name in zip(Stage, names, strict=True):
            if parts:
                parts.append((between or " · ", "$muted"))
            parts.append(self.stage_label(stage, name, wide=bool(between)))
        return Content.assemble(*parts)

    def stage_label(self, stage: Stage, name: str, wide: bool) -> tuple[str, str]:
        here = stage == self.state.stage
        label = f"{stage.value} {name}" if wide or here else f"{stage.value}"
        if here:
            return f"●{label}", "bold $accent"
        return label, "$text" if self.state.may_enter(stage) else "$muted"


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
