"""The thin lines around a lesson: title above, steps below it, keys at the foot. All that they name can be clicked."""

from typing import TYPE_CHECKING, Any

from rich.style import Style as RichStyle
from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import Static

from lessons.course.lesson.values import shortened

if TYPE_CHECKING:  # the course map has these lines too, and imports no steps before its first paint
    from tutor.session import Session

# What Textual calls the keys that a key line names in words or signs, in either language.
NAMED = {
    "enter": "enter", "intro": "enter", "esc": "escape", "tab": "tab", "space": "space", "espacio": "space",
    "?": "question_mark", "/": "slash", "↑": "up", "↓": "down", "←": "left", "→": "right",
    "pgup": "pageup", "repág": "pageup", "pgdn": "pagedown", "avpág": "pagedown",
    "home": "home", "inicio": "home", "end": "end", "fin": "end",
}  # fmt: skip
BAR_COLUMNS = 12


class Links(Static):
    """Words of which some can be clicked, each for an action. What is under the mouse is underlined."""

    auto_links = False  # they keep their own colours
    under: reactive[str] = reactive("")  # the action under the mouse

    def watch_hover_style(self, previous_hover_style: RichStyle, hover_style: RichStyle) -> None:
        self.under = hover_style.meta.get("@click", "")

    def filled(self, line: Content) -> Content:
        """Return a whole row of it, where the row is told by its reversed colours alone."""
        room = self.size.width - line.cell_length
        return line.pad_right(room) if self.app.no_color and room > 0 else line

    def link(self, words: str, style: str, action: str) -> Content:
        """Return words that do an action when they are clicked; only words without an action."""
        if not action:
            return Content.styled(words, style)
        shown = f"{style} underline" if action == self.under else style
        return Content.styled(words, shown).stylize(Style.from_meta({"@click": action}))


class ScreenLine(Links):
    """A line that asks its screen what to say, again at every `refresh_bindings`, and wherever the focus goes."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self.ask)
        self.ask(self.screen)

    def ask(self, screen: Any) -> None:
        self.refresh()


class TitleLine(ScreenLine):
    """The title line: what is open, on the left; learner and language, on the right."""

    def render(self) -> Content:
        width = self.size.width
        screen: Any = self.screen
        title, right = screen.title_words(), screen.who()
        right = right if len(title) + len(right) + 2 <= width else ""
        left = shortened(title, width - len(right) - (2 if right else 0))
        gap = " " * (width - len(left) - len(right))
        name, between, language = right.rpartition(" · ")
        return Content.assemble(
            (left, "bold $primary"), gap, (name + between, "$muted"),
            self.link(language.rstrip(), "$muted", "screen.language"), language[len(language.rstrip()) :],
        )  # fmt: skip


class StepBar(ScreenLine):
    """The steps of a lesson: done, here, and not yet. As wide as there is room: at least the one here has its name."""

    def __init__(self, session: "Session") -> None:
        super().__init__()
        self.session, self.steps = session, session.steps

    def render(self) -> Content:
        self.state = self.session.state
        labels, between = self.fitting()
        parts: list[Content | str] = []
        for place, (step, label) in enumerate(zip(self.steps.all, labels, strict=True)):
            is_reached = place <= self.state.furthest
            style, mark, mark_style = "$text" if is_reached else "$muted", " " if label else "·", ""
            if place == self.state.here:
                style, mark = "bold $accent", "●"
            elif is_reached and step.done(self.state):
                mark, mark_style = "✓", "$success"
            together = place and not label and not labels[place - 1]  # steps of one folded round
            action = f"screen.go({place})"
            parts.append(between if place and not together else "")
            parts += [self.link(mark, mark_style or style, action), self.link(label, style, action)]
        return self.filled(Content.assemble(*parts))

    def fitting(self) -> tuple[list[str], str]:
        """Return the longest labels that fit, and what is between them: all names; those of this round; or numbers."""
        names = [step.name(self.session.text) for step in self.steps.all]
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
        return {place for steps in self.steps.rounds if self.state.here not in steps for place in steps}


class KeyLine(ScreenLine):
    """The keys that do something on its screen. Where the line is too narrow, the least needed ones go first."""

    words = ""

    def ask(self, screen: Any) -> None:
        self.words = screen.keys() or self.words  # there are none while a page makes way for another
        self.refresh()

    def render(self) -> Content:
        parts: list[Content | str | tuple[str, str]] = []
        for item in fitting(self.words.split(" · "), self.size.width):
            parts += [(" · ", "$muted") if parts else "", *self.item(item)]
        return self.filled(Content.assemble(*parts))

    def item(self, words: str) -> list[Content]:
        """Return the name of a key, and its effect; of a pair such as ↑↓ each half is a key."""
        key, _, meaning = words.partition(" ")
        meaning = f" {meaning}" if meaning else ""
        if halves := halves_of(key):
            first, last = (self.link(half, "bold $accent", pressing(half)) for half in halves)
            return [first, Content("/" if "/" in key else ""), last, Content(meaning)]
        action = pressing(key)
        return [self.link(key, "bold $accent", action), self.link(meaning, "", action)]


class ProgressRow(Static):
    """One row of words, and a bar while something runs."""

    def say(self, words: str) -> None:
        """Say words alone, without an action."""
        self.update(Content.styled(words, "bold $accent"), layout=False)

    def show(self, share: float, words: str) -> None:
        columns = self.content_size.width or self.app.size.width - 2  # before it has been laid out
        done, room = int(share * BAR_COLUMNS), max(0, columns - BAR_COLUMNS)
        bar = "█" * done + "░" * (BAR_COLUMNS - done)
        self.update(Content.assemble(f"{shortened(words, room):<{room}}", (bar, "$muted")), layout=False)


def fitting(items: list[str], width: int) -> list[str]:
    """Drop keys from the middle until the line fits: keep the main one, the way out at the end, and the first ones."""
    items = list(items)
    main = next((item for item in items if NAMED.get(item.partition(" ")[0].lower()) == "enter"), items[0])
    while len(items) > 1 and len(" · ".join(items)) > width:
        spare = [place for place, item in enumerate(items[:-1]) if item != main]
        del items[spare[-1] if spare else -1]
    return items


def halves_of(key: str) -> list[str]:
    """Return the two keys that are named as a pair: ↑↓, ←→, PgUp/PgDn."""
    halves = key.split("/") if "/" in key else list(key)
    return halves if len(halves) == 2 and all(half.lower() in NAMED for half in halves) else []


def key_of(name: str) -> str:
    """Return Textual's name for a key that a key line names; `""` for other words."""
    lower = name.lower()
    if lower in NAMED:
        return NAMED[lower]
    return lower if lower.startswith("ctrl+") else name if len(name) == 1 else ""


def pressing(name: str) -> str:
    """Return the action that presses a key, by its name in a key line; `""` for other words."""
    key = key_of(name)
    return f"app.simulate_key({key!r})" if key else ""
