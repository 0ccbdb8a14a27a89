"""A box whose letters narrow a list beside it, while the arrow keys move in that list."""

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.widgets import OptionList

from tutor.tui.widgets.editor import LineEditor

MOVES = {"up": "cursor_up", "down": "cursor_down", "pageup": "page_up", "pagedown": "page_down"}
LONGEST = 60  # letters


class FilterBox(LineEditor):
    """One line of letters. It announces moves in the order of the keys: none overtakes a letter."""

    BINDINGS = [(key, f"move('{how}')", "") for key, how in MOVES.items()]

    @dataclass
    class Moved(Message):
        """The learner wants another row of the list."""

        how: str

        def move(self, table: OptionList) -> None:
            """Move the cursor of a list."""
            getattr(table, f"action_{self.how}")()

    def __init__(self, id: str, placeholder: str) -> None:
        super().__init__(id=id, placeholder=placeholder, max_length=LONGEST)
        self.cursor_blink = False

    @property
    def letters(self) -> str:
        """What is searched for; a first slash only opened the box."""
        return self.value.strip().removeprefix("/")

    async def _on_key(self, event: events.Key) -> None:
        if event.key in MOVES:
            event.stop()
            event.prevent_default()
            self.action_move(MOVES[event.key])
        else:
            await super()._on_key(event)

    def action_move(self, how: str) -> None:
        self.post_message(self.Moved(how))
