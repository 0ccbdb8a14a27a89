"""The app: a learner, a language, a theme, and the two screens that everything happens on."""

import os
import signal

from textual.app import App
from textual.theme import Theme

from tutor.learner import Learner, Place
from tutor.screens.course import CourseScreen
from tutor.text import Text

DARK = Theme(
    name="lynx-dark",
    primary="#7fb2e5",
    secondary="#a7a8b8",
    accent="#f2b84b",
    foreground="#dcdcdc",
    background="#16181d",
    surface="#16181d",
    panel="#23262e",
    success="#7ec98f",
    warning="#f2b84b",
    error="#ef8a80",
    dark=True,
    variables={"healthy": "#5fafff", "broken": "#ffaf5f", "muted": "#9a9da6"},
)
LIGHT = Theme(
    name="lynx-light",
    primary="#1f5f9e",
    secondary="#5a5a66",
    accent="#8a5200",
    foreground="#20232a",
    background="#fbfaf7",
    surface="#fbfaf7",
    panel="#ebe8e1",
    success="#1d6b35",
    warning="#8a5200",
    error="#a52a20",
    dark=False,
    variables={"healthy": "#005fd7", "broken": "#af5f00", "muted": "#62656e"},
)


class LynxTutor(App[None]):
    """lynx-tutor in the terminal."""

    CSS_PATH = "tutor.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "lynx-tutor"

    def __init__(self, learner: Learner, text: Text, place: Place | None = None) -> None:
        super().__init__()
        self.learner, self.text, self.place = learner, text, place
        self.told_trouble = ""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(DARK.variables)

    def on_mount(self) -> None:
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        self.theme = self.learner.preference("theme", DARK.name)
        self.push_screen(CourseScreen())
        if self.place:
            self.open_place(self.place)
        if self.learner.journal.trouble:
            from tutor.screens.help import NoticeScreen

            self.told_trouble = self.trouble_words()
            self.push_screen(NoticeScreen(self.text("app.unwritable", reason=self.told_trouble)))
        self.leave_on_hangup()

    def leave_on_hangup(self) -> None:
        """A polite kill (SIGTERM) or a dropped line (SIGHUP) ends the app as q does: everything is saved already."""
        import asyncio

        for name, end in (("SIGTERM", self.leave), ("SIGHUP", self.line_dropped)):
            if hasattr(signal, name):
                try:
                    asyncio.get_running_loop().add_signal_handler(getattr(signal, name), end)
                except (NotImplementedError, RuntimeError, ValueError):
                    return

    def line_dropped(self) -> None:
        """Keep what is half done; the rest is on the disk already. Writing to a terminal that is gone could hang."""
        self.keep_drafts()
        if not os.isatty(1):
            os._exit(1)
        self.exit()

    def keep_drafts(self) -> None:
        for screen in self.screen_stack:
            if keep := getattr(screen, "keep_drafts", None):
                keep()

    def leave(self) -> None:
        """Keep what is half done, and go."""
        self.keep_drafts()
        self.exit()

    async def action_quit(self) -> None:
        self.leave()

    def open_place(self, place: Place) -> None:
        """Open a lesson. Its stages are imported only now, after the first paint."""
        from tutor.screens.lesson import LessonScreen

        self.place = place
        self.push_screen(LessonScreen(place))

    def show_map(self) -> None:
        self.place = None
        self.pop_screen()

    def change_language(self) -> None:
        """The other language, from here on; the screens are made anew."""
        self.text = Text("es" if self.text.language == "en" else "en")
        self.learner.prefer("language", self.text.language)
        self.make_screens_anew()

    def make_screens_anew(self) -> None:
        place = self.place
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.switch_screen(CourseScreen())
        if place:
            self.open_place(place)

    def action_turn_light(self) -> None:
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name
        self.learner.prefer("theme", self.theme)

    def trouble_words(self) -> str:
        """Why nothing can be saved, in the language on screen."""
        journal = self.learner.journal
        key = f"trouble.{journal.trouble_kind}"
        return self.text(key) if self.text.has(key) else journal.trouble or ""

    def new_trouble(self) -> str:
        """The trouble, the first time it is met."""
        words = self.trouble_words()
        fresh = words if words != self.told_trouble else ""
        self.told_trouble = words
        return fresh
