"""The thin lines around a lesson: title above, steps below it, keys at the foot. All that they name can be clicked."""

from typing import TYPE_CHECKING

from textual.content import Content

from tutor.tui.widgets.links import Links
from tutor.words.text import Text

if TYPE_CHECKING:  # the course map has these lines too, and imports no steps before its first paint
    from lessons.plan import Steps
    from lessons.state import State

# What Textual calls the keys that a key line names in words or signs, in either language.
NAMED = {
    "enter": "enter", "intro": "enter", "esc": "escape", "tab": "tab", "space": "space", "espacio": "space",
    "?": "question_mark", "/": "slash", "↑": "up", "↓": "down", "←": "left", "→": "right",
    "pgup": "pageup", "repág": "pageup", "pgdn": "pagedown", "avpág": "pagedown",
    "home": "home", "inicio": "home", "end": "end", "fin": "end",
}  # fmt: skip


class TitleLine(Links):
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
        name, between, language = right.rpartition(" · ")
        return Content.assemble(
            (left, "bold $primary"), gap, (name + between, "$muted"),
            self.link(language.rstrip(), "$muted", "screen.language"), language[len(language.rstrip()) :],
        )  # fmt: skip


class StepBar(Links):
    """The steps of a lesson: done, here, and not yet. As wide as there is room: at least the one here has its name."""

    def __init__(self, text: Text, steps: "Steps", state: "State") -> None:
        super().__init__(id="step-bar")
        self.text, self.steps, self.state = text, steps, state
        self.marks = self.marks_of(state)

    def show(self, state: "State") -> None:
        marks, self.state = self.marks_of(state), state
        if marks != self.marks:
            self.marks = marks
            self.refresh()

    def marks_of(self, state: "State") -> str:
        """A mark for each step, one column each, so that no name moves."""
        return "".join(
            "●" if place == state.here else "✓" if place <= state.furthest and step.done(state) else " "
            for place, step in enumerate(self.steps.all)
        )

    def render(self) -> Content:
        labels, between = self.fitting()
        parts: list[Content | str] = []
        for place, (mark, label) in enumerate(zip(self.marks, labels, strict=True)):
            style = "bold $accent" if mark == "●" else "$text" if place <= self.state.furthest else "$muted"
            tick = "$success" if mark == "✓" else style
            sign = mark if label else mark.replace(" ", "·")
            together = place and not label and not labels[place - 1]  # steps of one folded round
            action = f"screen.go({place})"
            parts.append(between if place and not together else "")
            parts += [self.link(sign, tick, action), self.link(label, style, action)]
        return self.filled(Content.assemble(*parts))

    def fitting(self) -> tuple[list[str], str]:
        """The longest labels that fit, and what stands between them: all names; those of this round; or numbers."""
        names = [self.text(f"stage.{step.kind}") for step in self.steps.all]
        numbered = [f"{number} {name}" for number, name in enumerate(names, 1)]
        folded = ["" if place in self.other_rounds() else name for place, name in enumerate(names)]
        numbers = [str(number) for number in range(1, len(names) + 1)]
        numbers[self.state.here] = names[self.state.here]
        for labels in (numbered, names, folded, numbers):
            for between in ("  ", " "):
                if sum(map(len, labels)) + (len(between) + 1) * len(labels) <= self.size.width:
                    return labels, between
        return numbers, ""

    def other_rounds(self) -> set[int]:
        """The steps of the rounds that the learner is not in: each begins with predictions, or with a run alone."""
        rounds: list[list[int]] = [[]]
        for place, step in enumerate(self.steps.all):
            before = self.steps.all[place - 1].kind if place else ""
            if step.kind == "predict" or (step.kind == "run" and before != "predict"):
                rounds.append([])
            if step.kind in ("predict", "run", "observe"):
                rounds[-1].append(place)
        return {place for steps in rounds if self.state.here not in steps for place in steps}


class KeyLine(Links):
    """The keys that do something here. Where the line is too narrow, the least needed ones go first."""

    def __init__(self, words: str = "") -> None:
        super().__init__(id="key-line")
        self.words = words

    def show(self, words: str) -> None:
        if words != self.words:
            self.words = words
            self.refresh()

    def render(self) -> Content:
        parts: list[Content | str | tuple[str, str]] = []
        for item in fitting(self.words.split(" · "), self.size.width):
            parts += [(" · ", "$muted") if parts else "", *self.item(item)]
        return self.filled(Content.assemble(*parts))

    def item(self, words: str) -> list[Content]:
        """What a key is called, and what it does; of a pair such as ↑↓ each half is a key."""
        key, _, meaning = words.partition(" ")
        meaning = f" {meaning}" if meaning else ""
        if halves := halves_of(key):
            parts = [self.link(half, "bold $accent", pressing(half)) for half in halves]
            return [*parts, Content(meaning)]
        action = pressing(key)
        return [self.link(key, "bold $accent", action), self.link(meaning, "", action)]


def fitting(items: list[str], width: int) -> list[str]:
    """As many keys as there is room for: the main one stays, the way out at the end, and what comes first."""
    items = list(items)
    main = next((item for item in items if NAMED.get(item.partition(" ")[0].lower()) == "enter"), items[0])
    while len(items) > 1 and len(" · ".join(items)) > width:
        spare = [place for place, item in enumerate(items[:-1]) if item != main]
        del items[spare[-1] if spare else -1]
    return items


def halves_of(key: str) -> list[str]:
    """The two keys that are named as a pair: ↑↓, ←→, PgUp/PgDn."""
    halves = key.split("/") if "/" in key else list(key)
    return halves if len(halves) == 2 and all(half.lower() in NAMED for half in halves) else []


def pressing(name: str) -> str:
    """The action that presses a key, by what the key line calls it; none for what is no key."""
    key = name.lower()
    if key.startswith("ctrl+") or key in NAMED:
        return f"app.simulate_key({NAMED.get(key, key)!r})"
    return f"app.simulate_key({name!r})" if len(name) == 1 else ""


def shortened(words: str, width: int) -> str:
    """The words, with an ellipsis where they do not fit."""
    return words if len(words) <= width else f"{words[: max(0, width - 1)]}…"
