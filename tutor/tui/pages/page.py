"""What every page has in common: it shows a page of the session, and announces what the learner does."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from lessons.acts import Act
from lessons.page import Aside, Block, Page, Words
from tutor.session import Session
from tutor.sizes import WIDEST
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.panes import AsideBox, Panes
from tutor.words.text import Text

DRAFT_AFTER = 1.0  # seconds


class PageView(Vertical):
    """One page. It never writes: it posts what was done, and is told the page that follows."""

    BINDINGS = [("pageup", "scroll_page(-1)", ""), ("pagedown", "scroll_page(1)", "")]

    @dataclass
    class Did(Message):
        """The learner did something that the journal keeps."""

        act: Act

    @dataclass
    class Asked(Message):
        """The learner wants to answer this question, for the first time or again."""

        question: str

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

    def is_at_work(self) -> bool:
        """Whether something goes on here that another page would end."""
        return False

    def look_elsewhere(self) -> None:
        """Take in what was written elsewhere, and is not in the journal."""

    @property
    def text(self) -> Text:
        return self.session.text

    @property
    def room(self) -> int:
        """The columns that a table may fill, where it is the only pane."""
        return min(WIDEST, max(40, self.app.size.width - 7))

    def compose(self) -> ComposeResult:
        yield self.placed(*self.widgets())

    def placed(self, *own: Widget, takes_focus: bool = True) -> Panes:
        """Put a page's own widgets in place, and the asides of its page beside them, or below.

        Call it once in `compose`, with all that scrolls together: `yield self.placed(*self.widgets(), AnswerBox(...))`.
        It gives the box `#reading`, whose children may be swapped later: `await swap(self.reading, *widgets)`, and then
        `self.panes.to_top()` or `to_end()`. From 120 columns the asides stand beside it; below that they follow in the
        same scroll. With `takes_focus=False` a click beside a box that is typed in does not take the keys from it.
        What stays in view whatever scrolls goes before or after it, in a `Column`. What fills the window on purpose,
        such as a plot or an editor, is not put in place at all.
        """
        return Panes(own, map(self.aside_box, self.page.asides), takes_focus)

    def aside_box(self, aside: Aside) -> AsideBox:
        """An aside; below the page it is left out where the page has its blocks too."""
        repeats = all(block in self.page.blocks for block in aside.blocks)
        return AsideBox(aside.title, widgets_of(aside.blocks, self.room), "-repeats" if repeats else "")

    def widgets(self) -> list[Widget]:
        """The page's own blocks; what an aside has too is left out where the aside is beside the page."""
        widgets = widgets_of(self.page.blocks, self.room)
        for block, widget in zip(self.page.blocks, widgets, strict=True):
            widget.set_class(any(is_in(block, aside) for aside in self.page.asides), "-beside")
        return widgets

    @property
    def panes(self) -> Panes:
        return self.query_one(Panes)

    @property
    def reading(self) -> Widget:
        """The box of the page's own widgets."""
        return self.query_one("#reading")

    def on_mount(self) -> None:
        self.begin()
        self.show_keys()

    def begin(self) -> None:
        """Take the focus, once everything is on screen."""
        self.reading.focus()

    def fits(self, page: Page) -> bool:
        """Whether this widget can show another page itself, without being made anew."""
        return False

    async def show(self, page: Page) -> None:
        """Show another page that fits."""
        self.page = page
        self.show_keys()

    def action_scroll_page(self, pages: int) -> None:
        """Leaf through what does not fit, wherever the focus is."""
        for panes in self.query(Panes):
            panes.leaf(pages)

    def keys(self) -> str:
        """The words for the key line."""
        return str(self.text("lesson.keys_back"))

    def show_keys(self) -> None:
        self.post_message(self.KeysChanged(self.keys()))

    def draft(self) -> Act | None:
        """Something half done that should be kept if the learner leaves now."""
        return None

    def on_text_area_changed(self) -> None:
        """What is typed is kept a second later, also while it goes on: a dropped line costs a word."""
        if self.pause is None:
            self.pause = self.set_timer(DRAFT_AFTER, self.draft_is_due)

    def draft_is_due(self) -> None:
        at_work = self.is_at_work()
        self.pause = self.set_timer(DRAFT_AFTER, self.draft_is_due) if at_work else None
        if not at_work:
            self.keep_draft()

    def keep_draft(self) -> None:
        if act := self.draft():
            self.post_message(self.Did(act))

    def did(self, *acts: Act) -> None:
        for act in acts:
            self.post_message(self.Did(act))


def is_in(block: Block, aside: Aside) -> bool:
    """Whether an aside has this block, or is named as this heading."""
    return block in aside.blocks or block == Words(aside.title, "heading")
