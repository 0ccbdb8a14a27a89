"""What every screen shares: the language and help keys, and a polite word where the window is too small."""

from typing import TYPE_CHECKING, cast

from textual import events
from textual.screen import Screen
from textual.widgets import Static

from tutor.text import Text

if TYPE_CHECKING:
    from tutor.app import LynxTutor

SMALLEST = (60, 16)


class FramedScreen(Screen[None]):
    """A screen of the tutor."""

    BINDINGS = [("question_mark", "help", ""), ("q", "app.quit", ""), ("l", "language", "")]
    AUTO_FOCUS = ""
    help_key = "help.stage_map"

    @property
    def tutor(self) -> "LynxTutor":
        return cast("LynxTutor", self.app)

    @property
    def text(self) -> Text:
        return self.tutor.text

    def anew(self) -> "Screen[None] | None":
        """The same screen made again, for another language; None for one that may just close."""
        return None

    def action_help(self) -> None:
        from tutor.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.text(self.help_key)))

    def action_language(self) -> None:
        self.tutor.change_language()

    def who(self) -> str:
        """The learner and the language, for the title line."""
        language = self.text.language.upper()
        return self.text(
            "map.learner",
            name=self.tutor.learner.name,
            language=f"{language} ⇄ {'en' if language == 'ES' else 'es'}",
        )

    def on_resize(self, event: events.Resize) -> None:
        """Below 60×16 nothing fits: say so instead of showing something broken."""
        width, height = event.size
        small = width < SMALLEST[0] or height < SMALLEST[1]
        found = self.query("#too-small")
        if small:
            words = self.text("app.small", width=width, height=height)
            if found:
                found.first(Static).update(words)
            else:
                self.mount(Static(words, id="too-small"))
        else:
            found.remove()
