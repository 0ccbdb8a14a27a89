"""A page in panes: what it is about, and beside that, where there is room, what helps to know."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import ScrollableContainer, Vertical, VerticalScroll
from textual.widget import Widget

WIDEST = 94  # columns that an eye follows

LEAFING: list[BindingType] = [("space", "page_down"), ("shift+space", "page_up")]


class Column(Vertical):
    """A column that stays in view above or below the panes, no wider than an eye follows."""


class Reading(VerticalScroll):
    """The page's own widgets. Where asides stand below them, both scroll together."""

    BINDINGS = LEAFING


class AsideBox(Vertical):
    """One aside, under its title."""

    def __init__(self, title: str, widgets: Iterable[Widget]) -> None:
        super().__init__(*widgets, classes="aside")
        self.border_title = title


class Panes(ScrollableContainer, can_focus=False):
    """The page on the left and its asides on the right, or below it: the stylesheet decides, by the screen's width."""

    BINDINGS = LEAFING

    def __init__(self, own: Iterable[Widget], asides: Iterable[AsideBox], takes_focus: bool) -> None:
        self.own, self.asides = tuple(own), tuple(asides)
        super().__init__(id="panes", classes=f"-asides-{min(2, len(self.asides))}")
        self.takes_focus = takes_focus

    def compose(self) -> ComposeResult:
        yield Reading(*self.own, id="reading", can_focus=self.takes_focus)
        if self.asides:
            yield VerticalScroll(*self.asides, id="asides", can_focus=False)

    def on_mount(self) -> None:
        for box in (self, *self.children):
            for what in ("scroll_y", "virtual_size"):
                self.watch(box, what, self.keys_may_differ, init=False)

    def on_resize(self) -> None:
        self.keys_may_differ()

    def keys_may_differ(self) -> None:
        """Let the key line say anew whether the text goes on, once it is known how much there is room for."""
        self.call_after_refresh(self.renew_keys)

    def renew_keys(self) -> None:
        if self.is_attached:  # unless the page has changed in the same moment
            self.refresh_bindings()

    def leaf(self, pages: int) -> bool:
        """Scroll by pages in the first box that has more in that direction. False: there is no more."""
        if not self.is_laid_out:
            return pages > 0
        for box in (self, *self.children):
            if box.scroll_y < box.max_scroll_y if pages > 0 else box.scroll_y > 0:
                box.scroll_relative(y=pages * max(1, box.size.height - 1), animate=False)
                return True
        return False

    @property
    def is_laid_out(self) -> bool:
        """Return False before anybody has seen it: until then a page counts as one that goes on below."""
        return self.size.width > 0

    def has_more(self) -> bool:
        return not self.is_laid_out or any(box.scroll_y < box.max_scroll_y for box in (self, *self.children))

    def to_top(self) -> None:
        for box in (self, *self.children):
            box.scroll_home(animate=False)

    def to_end(self) -> None:
        """To the end of the page's own widgets."""
        self.query_one("#reading").scroll_end(animate=False)
        self.call_after_refresh(self.show_end)

    def show_end(self) -> None:
        """Scroll down to the last row that is not of an aside, where asides follow in the same scroll."""
        for reading in self.query("#reading"):
            self.scroll_to(y=max(0, reading.outer_size.height - self.size.height), animate=False)


async def swap(box: Widget, *widgets: Widget) -> None:
    """Show these in place of what is in a box, in one frame: one in between would draw widgets that have just gone."""
    async with box.batch():
        await box.remove_children()
        if box.is_attached:  # unless the learner has left in the same moment
            await box.mount(*widgets)
