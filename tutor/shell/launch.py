"""`learn`, `mystery`, `review` and `play`: the app on the whole screen, or the same in plain lines."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from lessons.course.course import LessonMode
from lessons.course.lesson.values import LessonError
from progress.home import home_folder, learners
from progress.sentence import ProgressError, inert
from tutor.emergency import crashed
from tutor.exits import DONE, Refused
from tutor.learner import Learner
from tutor.mystery import BLIND, draw, of_the_day
from tutor.shell.request import Asked, find_place, learner_here, shortened
from tutor.shell.terminal import listen, read_any_bytes, say, speak_to
from tutor.terminals import kinds
from tutor.words.text import Text, next_review_words

if TYPE_CHECKING:
    from lessons.course.play.rows import OwnRows

WEB_DRIVER = "textual.drivers.web_driver:WebDriver"  # what textual-serve asks for
EXPECTED = (Refused, ProgressError, LessonError, OSError)  # they are sentences already
# Bracketed paste, mouse, focus and keyboard reports off; the screen as it was; lines that wrap, and a cursor.
GIVEN_BACK = "\x1b[?2004l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1000l\x1b[?1004l\x1b[<u\x1b[?1049l\x1b[?7h\x1b[?25h"


class First(NamedTuple):
    """The first screen and its notice: a lesson, the reviews, or a task to play with; else the map."""

    place: LessonMode | None = None
    review: bool = False
    task: "str | OwnRows" = ""
    greeting: str = ""

    @property
    def is_map(self) -> bool:
        return not (self.place or self.review or self.task)


def learn(asked: Asked, text: Text) -> int:
    """Open the tutor at a lesson, or where it was left. Raises Refused for a lesson that there is not."""
    learner, text = learner_here(asked, text)
    return opened(learner, text, asked, First(find_place(asked, text)))


def review(asked: Asked, text: Text) -> int:
    learner, text = learner_here(asked, text)
    if learner.due():
        return opened(learner, text, asked, First(review=True))
    print(next_review_words(text, learner.cards(), learner.course, learner.today()))
    return DONE


def mystery(asked: Asked, text: Text) -> int:
    """Open a break that the learner has not seen, the one asked for, or that of the day, which is told once found."""
    if asked.lesson is not None:
        asked.blind = True
        return learn(asked, text)
    learner, text = learner_here(asked, text)
    if asked.daily:
        opening = of_the_day(learner.course, learner.today()), BLIND
        if opening in learner.fold.finished:
            from tutor.lesson_status import day_words

            print(day_words(learner, text))
            return DONE
        first = First(learner.fold.place(opening), greeting=text("mystery.daily"))
        return opened(learner, text, asked, first)
    due = {card.lesson for card in learner.due()}
    if (found := draw(learner.fold, due, Random())) is None:
        print(text("mystery.none"))
        return DONE
    place = learner.fold.place((found.lesson, BLIND))
    greeting = text(f"mystery.{found.why}") if found.why != "fresh" else ""
    return opened(learner, text, asked, First(place, greeting=greeting))


def play(asked: Asked, text: Text) -> int:
    """Open a model with knobs, for the task that is asked for. Raises Refused for one that there is not."""
    from tutor.play_session import chosen_task

    learner, text = learner_here(asked, text)
    return opened(learner, text, asked, First(task=chosen_task(asked.task, text, asked.label)))


def opened(learner: Learner, text: Text, asked: Asked, first: First) -> int:
    """Open plain lines where they are asked for, or where no whole screen can be drawn; else the app."""
    said = ""
    if asked.learner is None and {*learners(home_folder(asked.home))} - {learner.name}:  # others learn here too
        said = inert(text("who.you_are", name=learner.name))
    draws_screens = in_browser() or (on_terminal() and kinds.kind_of(os.environ).draws)
    if asked.plain or not draws_screens:
        from tutor.linear.app import LinearTutor

        gc.enable()
        read_any_bytes()
        if not asked.plain and (why := why_plain()):
            print(text(why, term=shortened(os.environ.get("TERM", ""))), file=sys.stderr)
        for words in filter(None, (said, first.greeting)):
            say(words)
        view = LinearTutor(learner, text, say, listen)
        return politely(learner, text, lambda: view.run(first.place, first.review, first.task))
    return politely(learner, text, lambda: run_app(learner, text, first, said))


def on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def why_plain() -> str:
    """Return the key of advice on plain lines that nobody asked for; `""` if there is none to give."""
    if on_terminal():
        return "cli.unknown_terminal" if os.environ.get("TERM", "").lower() not in kinds.POOR else ""
    over_ssh = os.environ.get("SSH_CONNECTION") and not os.environ.get("SSH_TTY")
    return "cli.ssh_without_terminal" if over_ssh else ""


def in_browser() -> bool:
    """Return True if Textual was given a driver, so that somebody else shows the screens."""
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def run_app(learner: Learner, text: Text, first: First, goes_on: str) -> int:
    """Run the app; after an unclean end on the page that was open then."""
    if os.environ.get("TEXTUAL_DRIVER") == WEB_DRIVER:
        os.environ["TEXTUAL_DRIVER"] = "tutor.tui.terminal.browser:BrowserDriver"
    kind = kinds.kind_of(os.environ)
    colours = kinds.ALL if in_browser() else kinds.colours_of(os.environ, kind)
    os.environ[kinds.FORCED] = kinds.NAMES.get(colours, kinds.NAMES[kinds.FEW])
    # No colour is sent then; Textual 8.2 would make greys of them all, and fail in an editor.
    os.environ.pop("NO_COLOR", None)
    with kinds.asked() as question:  # the answer comes while the app is imported
        from tutor.tui.app import LynxTutor

        utf8 = question.answer() if question else None
    speak_to(kind, utf8)
    if first.is_map:
        first = First(learner.left_open(), greeting=first.greeting)
    welcome = learner.is_new() and first.is_map
    app = LynxTutor(learner, text, first.place, first.review, first.greeting, welcome, goes_on, colours, first.task)
    app.typed_before = question.received if question else b""
    with terminal_given_back():
        app.run()
    if not kind.has_alternate and sys.stdout.isatty():
        print(kinds.CLEARED, end="", flush=True)  # the former screen does not come back
    if app.ended_by:
        raise Refused(crashed(learner, app.text, app.ended_by))
    if app.last_words:
        print(app.last_words, file=sys.stderr)
    return app.return_code or 0


def politely(learner: Learner, text: Text, do: Callable[[], int]) -> int:
    """Raise Refused, with the words for the learner, where an error comes that nobody expected."""
    try:
        return do()
    except EXPECTED:
        raise
    except Exception as error:
        raise Refused(crashed(learner, text, error)) from error


@contextmanager
def terminal_given_back() -> Iterator[None]:
    """Leave the terminal as it was, also where the app cannot do so itself."""
    settings = kinds.settings_of(kinds.INPUT)
    try:
        yield
    except BaseException:
        if sys.__stdout__ and sys.__stdout__.isatty():
            sys.__stdout__.write(GIVEN_BACK)
            sys.__stdout__.flush()
        kinds.give_back(kinds.INPUT, settings)
        raise
