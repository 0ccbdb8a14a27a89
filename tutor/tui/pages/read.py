"""Pages that only want to be read: blocks of words; or code that has passed, with its pictures."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer

from lessons.course.lesson.page import Onward
from lessons.course.lesson.pictures import FRAMES, Picture, unfolding
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import widgets_of, words_and_pictures
from tutor.tui.widgets.panes import Panes
from tutor.tui.widgets.picture import MIN_PICTURE_COLUMNS, PictureView


class ReadPage(PageView[Onward]):
    """Blocks, and Enter goes on."""

    BINDINGS = [("enter", "onwards")]

    def keys(self) -> str:
        key = "read.keys" if self.page.shows == "text" else "predict.keys_locked"
        if key == "read.keys" and self.session.steps.all[self.session.state.here + 1].kind == "trace":
            key = "read.keys_trace"
        more = any(panes.has_more() for panes in self.query(Panes))
        return self.key_line("read.keys_more" if more else key)

    def action_onwards(self) -> None:
        """Down, where the text goes on below; at its end, on."""
        if not self.panes.leaf(1):
            super().action_onwards()


class MendedPage(PageView[Onward]):
    """The reward: words above, pictures side by side below, which come into being within about a second."""

    BINDINGS = [("enter", "onwards")]
    frames: Iterator[tuple[Picture, ...]] = iter(())
    clock: Timer | None = None

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """As many as there is room for; of a small terminal the first."""
        pictures = words_and_pictures(self.page.blocks)[1]
        return tuple(pictures[: max(1, self.app.size.width // MIN_PICTURE_COLUMNS)])

    def compose(self) -> ComposeResult:
        yield VerticalScroll(*widgets_of(words_and_pictures(self.page.blocks)[0], self.room), id="reading")
        if self.pictures:
            with Horizontal(id="rewards"):
                yield from (PictureView() for _ in self.pictures)

    def begin(self) -> None:
        """Draw at once what was seen before, and what nobody wants to see move."""
        super().begin()
        self.set_class(bool(self.pictures), "drawn")
        state = self.session.state
        seen_before = state.furthest > state.here or self.app.animation_level == "none"
        self.frames = unfolding(self.pictures, 1 if seen_before else FRAMES)
        self.draw_next()
        self.clock = self.set_interval(1 / FRAMES, self.draw_next)

    def draw_next(self) -> None:
        frame = next(self.frames, None)
        if frame is None and self.clock:
            self.clock.stop()
        for view, picture in zip(self.query(PictureView), frame or (), strict=False):
            view.show(picture)

    def action_onwards(self) -> None:
        """Down, where the words go on below; at their end, on."""
        if self.reading.scroll_y < self.reading.max_scroll_y:
            self.reading.scroll_page_down(animate=False)
        else:
            super().action_onwards()

    def keys(self) -> str:
        return self.key_line("predict.keys_locked")
