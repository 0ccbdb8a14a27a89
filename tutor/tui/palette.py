"""The command palette: every key of the screen by what it does, every lesson, every term. Loaded when it is opened."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from lessons.glossary import in_order
from lessons.knobs import TASKS
from lessons.playing import value_said
from tutor.standing import listed_title
from tutor.tui.key_rows import key_rows, shown
from tutor.tui.screens.framed import FramedScreen, Tutor

MOVES = (
    "up",
    "down",
    "pageup",
    "pagedown",
    "home",
    "end",
    "space",
    "ctrl+p",
)  # nobody looks for these by name
LEAST = 0.01  # the score of what is said where nothing matches


@dataclass(frozen=True)
class Command:
    """Something to do by its name, and what kind of thing it is."""

    name: str
    kind: str
    do: IgnoreReturnCallbackType


class TutorCommands(Provider):
    """What can be done, in the learner's language."""

    @property
    def tutor(self) -> Tutor:
        return cast(Tutor, self.app)

    async def discover(self) -> Hits:
        """Before anything is typed: what the screen can do, then the lessons."""
        for command in (*self.actions(), *self.play()[:1], *self.lessons()):
            yield DiscoveryHit(command.name, command.do, help=command.kind)

    async def search(self, query: str) -> Hits:
        matcher, hits = self.matcher(query), 0
        for command in (*self.actions(), *self.play(), *self.lessons(), *self.terms()):
            if (score := matcher.match(command.name)) > 0:
                hits += 1
                yield Hit(score, matcher.highlight(command.name), command.do, help=command.kind)
        if not hits:
            yield Hit(LEAST, self.tutor.text("palette.nothing"), lambda: None)

    def actions(self) -> Iterator[Command]:
        """Every key of the screen below, to be pressed by its name."""
        text = self.tutor.text
        for row in key_rows(self.screen, text):
            if row.keys and row.keys[0] not in MOVES:
                kind = text("palette.action", keys=shown(row.keys, text))
                yield Command(capital(row.words), kind, partial(self.app.simulate_key, row.keys[0]))

    def play(self) -> list[Command]:
        """A model with knobs, for each task."""
        text = self.tutor.text
        return [
            Command(
                f"{text('play.title')} · {value_said('task', task, text)}",
                text("palette.play"),
                partial(self.tutor.play, task),
            )
            for task in TASKS
        ]

    def lessons(self) -> Iterator[Command]:
        """Every lesson, by what the map calls it."""
        learner, text = self.tutor.learner, self.tutor.text
        for heading in learner.course.headings.values():
            title = listed_title(heading, "open", learner, text)
            yield Command(title, text("palette.lesson"), partial(self.tutor.open_lesson, heading.id))

    def terms(self) -> Iterator[Command]:
        """Every term of the glossary. Over a screen without one of its own, that of the course."""
        text, screen = self.tutor.text, self.screen
        if isinstance(screen, FramedScreen):
            terms, here = screen.terms()
            for term in in_order(terms):
                do = partial(self.tutor.show_glossary, terms, here, term.id)
                yield Command(term.name, text("palette.term"), do)


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
