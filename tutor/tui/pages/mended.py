"""Code that has passed: what was said of it, and its pictures, which come into being within about a second."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer

from lessons.page import Code, Page, Table, Words
from lessons.pictures import Picture
from lessons.unfolding import FRAMES, unfolding
from tutor.session import Session
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.picture import PictureView

NARROWEST = 38  # columns of a picture


class MendedPage(PageView):
    """The reward: words above, pictures side by side below. Enter goes on, whether they are finished or not."""

    BINDINGS = [("enter", "onwards", "")]

    def __init__(self, session: Session, page: Page) -> None:
        super().__init__(session, page)
        self.frames: Iterator[tuple[Picture, ...]] = iter(())
        self.clock: Timer | None = None

    @property
    def words(self) -> list[Words | Code | Table]:
        return [block for block in self.page.blocks if isinstance(block, Words | Code | Table)]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """As many as there is room for; of a small terminal the first."""
        found = (block for block in self.page.blocks if not isinstance(block, Words | Code | Table))
        return tuple(found)[: max(1, self.app.size.width // NARROWEST)]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="reading"):
            yield from widgets_of(self.words, self.room)
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
        """The next frame; after the last one the clock stands still."""
        frame = next(self.frames, None)
        if frame is None:
            if self.clock:
                self.clock.stop()
            return
        for view, picture in zip(self.query(PictureView), frame, strict=False):
            view.show(picture)

    def keys(self) -> str:
        return str(self.text("predict.keys_locked"))

    def action_onwards(self) -> None:
        self.post_message(self.Onwards())
