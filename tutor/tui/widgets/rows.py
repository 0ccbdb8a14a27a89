"""Rows to choose from with the keys, where a click does something else than Enter."""

from dataclasses import dataclass

from textual import events
from textual.message import Message

from tutor.tui.widgets.marked import MarkedList


class Rows(MarkedList):
    """Enter selects, as everywhere; a click is told apart."""

    @dataclass
    class Clicked(Message):
        """A row was clicked, which is not disabled."""

        row: int

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()
        row = event.style.meta.get("option")
        if row is not None and not self.get_option_at_index(row).disabled:
            self.highlighted = row
            self.post_message(self.Clicked(row))
