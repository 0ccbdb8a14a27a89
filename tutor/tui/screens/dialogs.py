"""Dialogs, until they are answered: a question, a notice, a pack, what is not saved."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from lessons.course.course import Pack
from progress.sentence import ProgressError
from tutor.emergency import free_places, trouble_words, typed_place, unsaved_words, written_words
from tutor.pack_code import asking_words, code_words, limits_words
from tutor.tui.screens.frame import OverScreen
from tutor.tui.widgets.bars import KeyLine
from tutor.tui.widgets.lists import LineEditor, NumberedList
from tutor.words.text import in_words

Choice = tuple[str, Mapping[str, str]]  # what is asked, and the answers: what each gives, and its words

PATIENCE_S = 0.2  # that nobody is told of


class ChoiceScreen(OverScreen[str]):
    """Give the answer that was chosen; None for Escape."""

    BINDINGS = [("escape", "leave"), ("q", "app.quit"), ("question_mark,f1", "app.help")]
    help_key = "choice.help"
    keys_key = "choice.keys"

    def __init__(self, asked: Choice) -> None:
        super().__init__()
        self.asked = asked

    def compose(self) -> ComposeResult:
        with Vertical(id="choice"):
            yield Static(id="choice-ask", markup=False)
            yield NumberedList(id="choice-answers")
        yield KeyLine()

    def on_mount(self) -> None:
        self.show(self.asked)

    def show(self, asked: Choice) -> None:
        self.asked = asked
        self.query_one("#choice-ask", Static).update(asked[0])
        table = self.query_one("#choice-answers", OptionList)
        table.set_options(NumberedList.rows(asked[1].values()))
        table.highlighted = 0
        table.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.take(list(self.asked[1])[event.option_index])

    def take(self, answer: str) -> None:
        self.dismiss(answer)

    def action_leave(self) -> None:
        self.dismiss(None)


class NoticeScreen(OverScreen[None]):
    """Something the learner must know: Enter goes on, q quits."""

    is_alone = False
    BINDINGS = [("enter,escape", "close"), ("q", "app.quit")]

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(self.words, markup=False)


class OpeningScreen(OverScreen[None]):
    """Swallow keys until the page is ready; then make way for it. Escape gives it up."""

    BINDINGS = [("escape", "close"), ("q", "app.quit")]
    is_loaded = False

    class Loaded(Message):
        """Posted when a lesson's modules are imported."""

    def __init__(self, load: Callable[[], object], make: Callable[[], Screen[Any]]) -> None:
        super().__init__()
        self.load, self.make = load, make

    def compose(self) -> ComposeResult:
        yield Static(self.text("lesson.opening"), id="opening", markup=False)

    def on_mount(self) -> None:
        self.query_one("#opening").visible = False
        self.set_timer(PATIENCE_S, self.tell)
        self.run_worker(self.wait, thread=True)

    def tell(self) -> None:
        for words in self.query("#opening"):
            words.visible = True

    def wait(self) -> None:
        self.load()
        self.post_message(self.Loaded())

    def on_opening_screen_loaded(self) -> None:
        self.is_loaded = True
        self.make_way()

    def on_screen_resume(self) -> None:
        self.make_way()

    def make_way(self) -> None:
        """Show the page that is ready, unless another screen lies over this one: a notice is read first."""
        if self.is_loaded and self.app.screen is self:
            self.app.switch_screen(self.make())


class ConsentScreen(OverScreen[bool]):
    """Over the map: y lets the code run, n and Escape do not, e shows it. Enter has no effect, against mistakes."""

    class LimitsTried(Message):
        """It is known what this system limits."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    BINDINGS = [("y,s", "answer(True)"), ("n,escape", "answer(False)"), ("e", "show_code"), ("q", "app.quit")]

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self.pack = pack

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(asking_words(self.pack, self.text), markup=False)
            yield Static("…\n", id="pack-limits", markup=False)
            yield Static(self.text("pack.keys"), classes="note", markup=False)
            yield Static(id="pack-code", markup=False)

    def on_mount(self) -> None:
        self.run_worker(self.try_limits, thread=True)

    def try_limits(self) -> None:
        self.post_message(self.LimitsTried(limits_words(self.text)))

    def on_consent_screen_limits_tried(self, message: LimitsTried) -> None:
        self.query_one("#pack-limits", Static).update(f"{message.words}\n")

    def action_show_code(self) -> None:
        self.query_one("#pack-code", Static).update(f"\n{code_words(self.pack)}")
        self.call_after_refresh(self.query_one("#help").scroll_page_down, animate=False)

    def action_answer(self, agreed: bool) -> None:
        self.dismiss(agreed)


class UnsavedScreen(OverScreen[None]):
    """Ask where unsaved events go: no file outside their folder is written unless the learner says so."""

    BINDINGS = [("enter", "write"), ("r", "retry"), ("q", "leave"), ("escape", "stay")]
    AUTO_FOCUS = ""

    def compose(self) -> ComposeResult:
        self.places = iter(free_places(self.tutor.learner))
        with Vertical(id="unsaved"):
            yield Static(id="unsaved-words", markup=False)
            yield Static(self.text("app.unsaved_file"), markup=False)
            yield LineEditor(str(next(self.places, "")), id="unsaved-file")
            yield Static(self.text("app.unsaved_keys"), classes="note", markup=False)

    def on_mount(self) -> None:
        self.app.clear_notifications()  # one about the same trouble would lie over the keys
        self.show_trouble()

    def show_trouble(self, trouble: str = "") -> None:
        """Say how much is unsaved, and why; or why the latest attempt failed."""
        self.query_one("#unsaved-words", Static).update(unsaved_words(self.tutor.learner, self.text, trouble))

    def action_write(self) -> None:
        box = self.query_one("#unsaved-file", Input)
        learner = self.tutor.learner
        file = typed_place(box.value, learner)
        try:
            learner.journal.export_unsaved(file)
        except ProgressError as error:
            self.show_trouble(in_words(error.sentence, self.text))
            box.value = str(next(self.places, box.value))
        else:
            self.tutor.go(written_words(learner, file, self.text))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_write()

    def action_retry(self) -> None:
        if self.tutor.learner.journal.retry():
            self.tutor.go()
        else:
            trouble = trouble_words(self.tutor.learner, self.text)
            self.show_trouble(f"{trouble} {self.text('app.unsaved_still')}")

    def action_leave(self) -> None:
        self.tutor.go(unsaved_words(self.tutor.learner, self.text))

    def action_stay(self) -> None:
        """Out of the file's name first, then back to where the learner was."""
        if self.focused:
            self.set_focus(None)
        else:
            self.dismiss()
