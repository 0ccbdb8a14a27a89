"""What every page has in common: it shows a page of the session, and announces what the learner does."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.timer import Timer

from lessons.acts import Act
from lessons.page import Page
from tutor.session import Session
from tutor.tui.widgets.blocks import widgets_of
from tutor.words.text import Text

WIDEST = 94  # columns that an eye follows


class PageView(Vertical):
    """One page. It never writes: it posts what was done, and is told the page that follows."""

    BINDINGS = [("pageup", "scroll_page(-1)", ""), ("pagedown", "scroll_page(1)", "")]

    @dataclass
    class Did(Message):
        """The learner did something that the journal keeps."""

        act: Act

    @dataclass
    class Changed(Message):
        """The session has moved on by itself: there is another page."""

    @dataclass
    class KeysChanged(Message):
        """Other keys mean something now."""

        words: str

    class Onwards(Message):
        """The learner is done here."""

    class Left(Message):
        """The learner wants out, to the course map."""

    def __init__(self, session: Session, page: Page) -> None:
        super().__init__(classes="page")
        self.session, self.page = session, page
        self.pause: Timer | None = None

    @property
    def text(self) -> Text:
        return self.session.text

    @property
    def room(self) -> int:
        """The columns that a table may fill."""
        return max(40, self.app.size.width - 7)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="reading"):
            yield from widgets_of(self.page.blocks, self.room)

    def on_mount(self) -> None:
        self.begin()
        self.show_keys()

    def begin(self) -> None:
        """Take the focus, once everything is on screen."""
        self.query_one("#reading").focus()

    def fits(self, page: Page) -> bool:
        """Whether this widget can show another page itself, without being made anew."""
        return False

    async def show(self, page: Page) -> None:
        """Show another page that fits."""
        self.page = page
        self.show_keys()

    def action_scroll_page(self, pages: int) -> None:
        """Leaf through what does not fit, wherever the focus is."""
        for box in self.query(VerticalScroll).results(VerticalScroll):
            box.scroll_relative(y=pages * max(1, box.size.height - 1), animate=False)
            return

    def keys(self) -> str:
        """The words for the key line."""
        return str(self.text("lesson.keys_back"))

    def show_keys(self) -> None:
        self.post_message(self.KeysChanged(self.keys()))

    def draft(self) -> Act | None:
        """Something half done that should be kept if the learner leaves now."""
        return None

    def on_text_area_changed(self) -> None:
        """A pause in typing keeps what is there: a dropped line costs a word, not a paragraph."""
        if self.pause:
            self.pause.stop()
        self.pause = self.set_timer(1.0, self.keep_draft)

    def keep_draft(self) -> None:
        if act := self.draft():
            self.post_message(self.Did(act))

    def did(self, act: Act) -> None:
        self.post_message(self.Did(act))
