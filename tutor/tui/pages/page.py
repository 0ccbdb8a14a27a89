"""The widget of every page: it shows a page of the session, and announces what the learner does."""

from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from lessons.course.lesson.page import Page, Words
from lessons.course.lesson.state import Act
from tutor.session import Session
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.panes import WIDEST, AsideBox, Panes
from tutor.words.text import Text

DRAFT_DELAY_S = 1.0
Wanted = TypeVar("Wanted")  # what kind of `page.want` it satisfies


class PageView(Vertical, Generic[Wanted]):
    """One page. It never writes: it posts what was done, and is told the page that follows."""

    BINDINGS = [("pageup", "scroll_page(-1)"), ("pagedown", "scroll_page(1)")]
    stays = False  # where the same step wants the same kind of thing once more
    pause: Timer | None = None

    @dataclass
    class Did(Message):
        """The learner did something that the journal keeps."""

        act: Act

    @dataclass
    class Asked(Message):
        """The learner wants to answer this question, for the first time or again."""

        question: str

    class Onwards(Message):
        """The learner is done here."""

    class Left(Message):
        """The learner wants out, to the course map."""

    def __init__(self, session: Session, page: Page) -> None:
        super().__init__(classes="page")
        self.session, self.page = session, page

    @property
    def want(self) -> Wanted:
        return cast(Wanted, self.page.want)

    @property
    def text(self) -> Text:
        return self.session.text

    def is_at_work(self) -> bool:
        """Return True while something goes on here that another page would end."""
        return False

    def look_elsewhere(self) -> None:
        """Take in what was written elsewhere, and is not in the journal."""

    @property
    def room(self) -> int:
        """The columns that a table may fill, where it is the only pane."""
        return min(WIDEST, max(40, self.app.size.width - 7))

    def compose(self) -> ComposeResult:
        yield self.placed(*self.widgets())

    def placed(self, *own: Widget, takes_focus: bool = True) -> Panes:
        """Put a page's own widgets in the box `#reading`, and the asides of its page beside them, or below.

        Call it once in `compose`, with all that scrolls together; what stays in view goes before or after it, in a
        `Column`. Without `takes_focus` a click beside a box that is typed in does not take the keys from it.
        """
        boxes = [AsideBox(aside.title, widgets_of(aside.blocks, self.room)) for aside in self.page.asides]
        for aside, box in zip(self.page.asides, boxes, strict=True):
            box.set_class(all(block in self.page.blocks for block in aside.blocks), "-repeats")
        return Panes(own, boxes, takes_focus)

    def widgets(self) -> list[Widget]:
        """Return the page's own blocks; what an aside has too is left out where the aside is beside the page."""
        widgets = widgets_of(self.page.blocks, self.room)
        said_beside = [block for aside in self.page.asides for block in (Words(aside.title, "heading"), *aside.blocks)]
        for block, widget in zip(self.page.blocks, widgets, strict=True):
            widget.set_class(block in said_beside, "-beside")
        return widgets

    @property
    def panes(self) -> Panes:
        return self.query_one(Panes)

    @property
    def reading(self) -> Widget:
        return self.query_one("#reading")

    @property
    def not_yet(self) -> tuple[Words, ...]:
        """Return what stands where something is still measured."""
        return (Words(self.text("observe.loading"), "note"),)

    def is_below(self, answers: Widget) -> bool:
        """Return True while the last of the answers is still below what is on the screen."""
        return answers.region.bottom > self.panes.region.bottom and self.panes.has_more()

    def on_mount(self) -> None:
        self.begin()
        self.call_after_refresh(self.renew_keys)

    def renew_keys(self) -> None:
        """Let the key line say what Enter does, now that it is known whether the text goes on."""
        if self.is_attached:  # unless the learner has left in the same moment
            self.refresh_bindings()

    def begin(self) -> None:
        self.reading.focus()

    def fits(self, page: Page) -> bool:
        """Return True if this widget can show another page itself, without being made anew."""
        return self.stays and page.step == self.page.step and type(page.want) is type(self.want)

    async def show(self, page: Page) -> None:
        self.page = page
        self.refresh_bindings()

    async def speak(self) -> bool:
        """Go on in another language; False where the page has to be made anew."""
        return False

    def action_scroll_page(self, pages: int) -> None:
        """Leaf through what does not fit, wherever the focus is."""
        for panes in self.query(Panes):
            panes.leaf(pages)

    def keys(self) -> str:
        return self.key_line("lesson.keys_back")

    def key_line(self, key: str, **values: object) -> str:
        """Return a line of keys: Esc leads to the map, or from a visit back to the page that named the lesson."""
        leave = "glossary.key_page" if self.session.is_visit else "lesson.key_map"
        return self.text(key, leave=self.text(leave), **values)

    def did(self, *acts: Act) -> None:
        for act in acts:
            self.post_message(self.Did(act))

    def action_onwards(self) -> None:
        self.post_message(self.Onwards())

    async def action_leave(self) -> None:
        self.post_message(self.Left())

    def draft(self) -> Act | None:
        """Return something half done that should be kept if the learner leaves now."""
        return None

    def on_text_area_changed(self) -> None:
        """Keep what is typed a second later, also while it goes on: a dropped line costs a word."""
        if self.pause is None:
            self.pause = self.set_timer(DRAFT_DELAY_S, self.draft_is_due)

    def draft_is_due(self) -> None:
        at_work = self.is_at_work()
        self.pause = self.set_timer(DRAFT_DELAY_S, self.draft_is_due) if at_work else None
        if not at_work:
            self.keep_draft()

    def keep_draft(self) -> None:
        if act := self.draft():
            self.did(act)
