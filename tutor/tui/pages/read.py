"""A page that only wants to be read."""

from tutor.tui.pages.page import PageView
from tutor.tui.widgets.panes import Panes


class ReadPage(PageView):
    """Blocks, and Enter goes on."""

    BINDINGS = [("enter", "onwards", "")]

    def keys(self) -> str:
        key = "read.keys" if self.page.kind == "read" else "predict.keys_locked"
        more = any(panes.has_more() for panes in self.query(Panes))
        return str(self.text("read.keys_more" if more else key))

    def on_mount(self) -> None:
        super().on_mount()
        for box in (self.panes, self.reading):
            for what in ("scroll_y", "virtual_size"):
                self.watch(box, what, self.show_keys_later, init=False)

    def on_resize(self) -> None:
        self.show_keys_later()

    def show_keys_later(self) -> None:
        """Once it is known again how much text there is room for."""
        self.call_after_refresh(self.show_keys)

    def action_onwards(self) -> None:
        """Down, where the text goes on below; at its end, on."""
        if not self.panes.leaf(1):
            self.post_message(self.Onwards())
