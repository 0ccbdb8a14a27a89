"""The command palette: every key of the screen by what it does, every lesson, every term. Loaded when it is opened."""

from collections.abc import Iterator
from functools import partial
from typing import cast

from textual.app import ComposeResult
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider

from lessons.course.glossary import in_order
from lessons.course.knobs import TASKS
from lessons.course.play import value_said
from tutor.course_status import listed_title
from tutor.tui.screens.frame import FramedScreen, Tutor, TutorScreen
from tutor.tui.screens.help import key_rows, shown
from tutor.tui.widgets.lists import MarkedList

MOVES = ("up", "down", "pageup", "pagedown", "home", "end", "space", "ctrl+p")  # nobody looks for these by name
LEAST = 0.01  # the score of what is said where nothing matches


class TutorCommands(Provider):
    """The commands of the palette, in the learner's language."""

    @property
    def tutor(self) -> Tutor:
        return cast(Tutor, self.app)

    async def discover(self) -> Hits:
        """Before anything is typed: what the screen can do, then the lessons."""
        for hit in (*self.actions(), next(self.play()), *self.lessons()):
            yield hit

    async def search(self, query: str) -> Hits:
        matcher, hits = self.matcher(query), 0
        for hit in (*self.actions(), *self.play(), *self.lessons(), *self.terms()):
            name = str(hit.display)
            if (score := matcher.match(name)) > 0:
                hits += 1
                yield Hit(score, matcher.highlight(name), hit.command, help=hit.help)
        if not hits:
            yield Hit(LEAST, self.tutor.text("palette.nothing"), lambda: None)

    def actions(self) -> Iterator[DiscoveryHit]:
        """Yield every key of the screen below, to be pressed by its name."""
        text = self.tutor.text
        for row in key_rows(self.screen, text):
            if row.keys and row.keys[0] not in MOVES:
                name = row.words[:1].upper() + row.words[1:]
                kind = text("palette.action", keys=shown(row.keys, text))
                yield DiscoveryHit(name, partial(self.app.simulate_key, row.keys[0]), help=kind)

    def play(self) -> Iterator[DiscoveryHit]:
        text = self.tutor.text
        for task in TASKS:
            name = f"{text('play.title')} · {value_said('task', task, text)}"
            yield DiscoveryHit(name, partial(self.tutor.play, task), help=text("palette.play"))

    def lessons(self) -> Iterator[DiscoveryHit]:
        learner, text = self.tutor.learner, self.tutor.text
        for heading in learner.course.headings.values():
            title = listed_title(heading, "open", learner, text)
            yield DiscoveryHit(title, partial(self.tutor.open_lesson, heading.id), help=text("palette.lesson"))

    def terms(self) -> Iterator[DiscoveryHit]:
        """Yield every term of the glossary. Over a screen without one of its own, that of the course."""
        text, screen = self.tutor.text, self.screen
        if isinstance(screen, FramedScreen):
            terms, here = screen.terms()
            for term in in_order(terms):
                do = partial(self.tutor.show_glossary, terms, here, term.id)
                yield DiscoveryHit(term.name, do, help=text("palette.term"))


class MarkedCommands(CommandList, MarkedList, can_focus=False):
    """Textual's own list, with a mark before the command under the cursor."""


class Palette(CommandPalette, TutorScreen[None]):
    """Textual's own palette, which says so where the window is too small for it."""

    def compose(self) -> ComposeResult:
        """Yield the same widgets, in the same boxes, but for the list."""
        for widget in super().compose():
            yield MarkedCommands() if type(widget) is CommandList else widget
