"""The first start: five lines about the tutor, and at most three questions about the learner."""

import textwrap

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from lessons.format.placement import PlacementAnswers, PlacementQuestion, load_placement
from tutor.emergency import trouble_words
from tutor.learner import WISH
from tutor.tui.screens.dialogs import Choice, ChoiceScreen
from tutor.tui.screens.frame import FramedScreen
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.words.text import Text, welcome_lines

WIDEST_COLUMNS = 72
AIRY_ROWS = 18  # from which there is a free line between two
CHANGES_LANGUAGE = Style.from_meta({"@click": "screen.language"})


class WelcomeScreen(FramedScreen):
    """Tell somebody new five things. Enter begins the first lesson, Escape shows the map."""

    CSS_PATH = None  # the first paint reads no style but its own
    BINDINGS = [("enter", "begin"), ("escape", "leave")]
    help_key = "welcome.help"
    keys_key = "welcome.keys"

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield WelcomeLines(self.text, trouble_words(self.tutor.learner, self.text))
        yield KeyLine()

    def action_begin(self) -> None:
        self.app.call_later(self.tutor.open_lesson, next(iter(self.tutor.learner.course.headings)))

    def action_leave(self) -> None:
        self.app.call_later(self.tutor.open_lesson, "")


class WelcomeLines(Widget):
    """Five lines. A click on the languages takes the other one."""

    def __init__(self, text: Text, trouble: str) -> None:
        super().__init__(id="welcome")
        self.text, self.lines = text, welcome_lines(text, trouble)

    def on_resize(self, event: events.Resize) -> None:
        self.refresh(layout=True)

    def render(self) -> Content:
        width = min(WIDEST_COLUMNS, self.size.width - 2)
        names = max(len(name) for name, _ in self.lines) + 2
        rows = [Content.styled(f"{self.text('welcome.title'):<{width}}", "bold $accent")]
        for name, words in self.lines:
            is_last = (name, words) == self.lines[-1]
            style: str | Style = "bold $accent" if is_last else CHANGES_LANGUAGE if "⇄" in words else ""
            if self.size.height >= AIRY_ROWS:
                rows.append(Content(""))
            for number, row in enumerate(textwrap.wrap(words, width - names)):
                begin = (f"{'' if number else name:<{names}}", "bold $primary")
                rows.append(Content.assemble(begin, (f"{row:<{width - names}}", style)))
        return Content("\n").join(rows)


class PlacementScreen(ChoiceScreen):
    """Ask at most three questions, and give the id of the lesson to begin with; Escape gives no lesson."""

    BINDINGS = [("b", "back")]
    help_key = "placement.help"
    keys_key = "placement.keys"

    def __init__(self, text: Text) -> None:
        self.placing = PlacementAnswers(load_placement())
        super().__init__(asked_now(self.placing, text))

    def take(self, answer: str) -> None:
        """Go to the next question; after the last one to the lesson that the answers lead to."""
        placing = self.placing.answered(int(answer))
        if isinstance(placing.here, str):
            self.tutor.learner.prefer(WISH, placing.wish)
            self.dismiss(placing.here)
        else:
            self.go_to(placing)

    def action_back(self) -> None:
        """Go to the question before; from the first one back to the welcome."""
        if self.placing.answers:
            self.go_to(self.placing.before())
        else:
            self.dismiss(None)

    def go_to(self, placing: PlacementAnswers) -> None:
        self.placing = placing
        self.show(asked_now(placing, self.text))

    def action_leave(self) -> None:
        self.dismiss("")


def asked_now(placing: PlacementAnswers, text: Text) -> Choice:
    here = placing.here
    assert isinstance(here, PlacementQuestion)
    options = enumerate(option.words[text.language] for option in here.options)
    progress = text("predict.progress", number=len(placing.answers) + 1, count=placing.most)
    return f"{progress}\n\n{here.ask[text.language]}", {str(number): words for number, words in options}
