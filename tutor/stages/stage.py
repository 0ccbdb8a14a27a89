"""What every stage has in common: it shows a state, and announces what the learner does."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from textual.containers import Vertical
from textual.message import Message
from textual.timer import Timer

from lessons.cascade import State
from lessons.schema import Prose
from tutor.learner import Place
from tutor.text import Text

Draft = tuple[str, dict[str, Any]]


class StageView(Vertical):
    """One stage of one lesson. It never writes: it posts Happened, and is told the new state."""

    @dataclass
    class Happened(Message):
        """The learner did something that the journal keeps."""

        kind: str
        payload: Mapping[str, Any] = field(default_factory=dict)

    @dataclass
    class KeysChanged(Message):
        """Other keys mean something now."""

        words: str

    class Onwards(Message):
        """The learner is done here."""

    class Left(Message):
        """The learner wants out, to the course map."""

    def __init__(self, text: Text, place: Place, state: State) -> None:
        super().__init__(classes="stage")
        self.text, self.place, self.state = text, place, state
        self._pause: Timer | None = None
        self._once_saved: deque[Callable[[], None] | None] = deque()

    @property
    def page(self) -> Prose:
        """The lesson's prose in the language on screen."""
        return self.place.lesson.prose[self.text.language]

    def on_mount(self) -> None:
        self.begin()
        self.show_keys()

    def begin(self) -> None:
        """Once everything is on screen: fill it, and take the focus."""

    def update_state(self, state: State) -> None:
        """The journal has taken in what happened: it is on the disk, and may be shown."""
        self.state = state
        if self._once_saved and (show := self._once_saved.popleft()):
            show()
        self.show_keys()

    def keys(self) -> str:
        """The words for the key line."""
        return self.text("lesson.keys_back")

    def show_keys(self) -> None:
        self.post_message(self.KeysChanged(self.keys()))

    def draft(self) -> Draft | None:
        """Something half done that should be kept if the learner leaves now."""
        return None

    def on_text_area_changed(self) -> None:
        """A pause in typing keeps what is there: a dropped line costs a word, not a paragraph."""
        if self._pause:
            self._pause.stop()
        self._pause = self.set_timer(1.5, self.keep_draft)

    def keep_draft(self) -> None:
        if draft := self.draft():
            self.happened(draft[0], **draft[1])

    def happened(self, kind: str, once_saved: Callable[[], None] | None = None, **payload: Any) -> None:
        """Announce it; `once_saved` shows what must not be seen before it is on the disk."""
        self._once_saved.append(once_saved)
        self.post_message(self.Happened(kind, payload))
