"""`learn`, `mystery`, `review` and `play`: the app on the whole screen, or the same in plain lines."""

import argparse
import os
import sys

from lessons.course import LessonMode
from tutor.exits import DONE, WRONG_USAGE, Refused
from tutor.learner import Learner
from tutor.mystery import BLIND, day_words, mystery_for, of_the_day
from tutor.shell.asked_lesson import find_place
from tutor.shell.last_resort import politely, refusal, terminal_given_back
from tutor.shell.learners import chosen_text, inert
from tutor.shell.plain_terminal import listen, read_any_bytes, say
from tutor.shell.terminal import speak_to
from tutor.shell.who import goes_on_words, learner_here
from tutor.terminals.asking import asked as asked_of_the_terminal
from tutor.terminals.colours import ALL, FEW, FORCED, NAMES, colours_of
from tutor.terminals.kinds import CLEARED, POOR, kind_of
from tutor.words.course import next_review_words
from tutor.words.text import Text

FIRST_TASK = "xor"  # where none is asked for
WEB_DRIVER = "textual.drivers.web_driver:WebDriver"  # what textual-serve asks for


def learn(asked: argparse.Namespace, text: Text) -> int:
    """Open the tutor at a lesson, or where it was left. Raises Refused for a lesson that there is not."""
    learner = learner_here(asked, text)
    text = chosen_text(asked, learner)
    place = find_place(asked, text)
    return opened(learner, text, asked, place)


def review(asked: argparse.Namespace, text: Text) -> int:
    """Open the tutor on what is due; where nothing is, say what comes back next, and when."""
    learner = learner_here(asked, text)
    text = chosen_text(asked, learner)
    if learner.due():
        return opened(learner, text, asked, None, review=True)
    print(next_review_words(text, learner.cards(), learner.course, learner.today()))
    return 0


def mystery(asked: argparse.Namespace, text: Text) -> int:
    """Open a break that the learner has not seen, by its symptoms alone; where none is left, say so."""
    learner = learner_here(asked, text)
    text = chosen_text(asked, learner)
    if asked.daily:
        return daily(learner, text, asked)
    found = mystery_for(learner)
    if found is None:
        print(text("mystery.none"))
        return DONE
    place = learner.fold.place((found.lesson, BLIND))
    greeting = text(f"mystery.{found.why}") if found.why != "fresh" else ""
    return opened(learner, text, asked, place, greeting=greeting)


def daily(learner: Learner, text: Text, asked: argparse.Namespace) -> int:
    """Open the break of the day; once it is found, say how, in a line to compare with friends."""
    opening = of_the_day(learner.course, learner.today()), BLIND
    if opening in learner.fold.finished:
        print(day_words(learner, text))
        return DONE
    return opened(learner, text, asked, learner.fold.place(opening), greeting=text("mystery.daily"))


def play(asked: argparse.Namespace, text: Text) -> int:
    """Open a model with knobs, for the task that is asked for. Raises Refused for one that there is not."""
    from lessons.knobs import task_called
    from tutor.playing_words import no_task_words

    learner = learner_here(asked, text)
    text = chosen_text(asked, learner)
    task = task_called(asked.task) if asked.task else FIRST_TASK
    if not task:
        raise Refused(no_task_words(asked.task, text), WRONG_USAGE)
    return opened(learner, text, asked, None, task=task)


def opened(
    learner: Learner,
    text: Text,
    asked: argparse.Namespace,
    place: LessonMode | None,
    review: bool = False,
    greeting: str = "",
    task: str = "",
) -> int:
    """Plain lines where they are asked for, or where no whole screen can be drawn."""
    said = goes_on_words(asked, learner, text)
    if asked.plain or not draws_screens():
        from tutor.linear import Linear

        read_any_bytes()
        if not asked.plain and (why := why_plain()):
            print(text(why, term=inert(os.environ.get("TERM", ""))), file=sys.stderr)
        for words in filter(None, (said, greeting)):
            say(words)
        view = Linear(learner, text, say, listen)
        return politely(learner, text, lambda: view.run(place, review, task))
    return politely(learner, text, lambda: app(learner, text, place, review, greeting, said, task))


def draws_screens() -> bool:
    """Whether input and output are a terminal that can do more than print lines, or a browser."""
    if in_browser():
        return True
    return sys.stdin.isatty() and sys.stdout.isatty() and kind_of(os.environ).draws


def why_plain() -> str:
    """What the learner can do about it that the lessons come in plain lines, where they did not ask for them."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return "cli.unknown_terminal" if os.environ.get("TERM", "").lower() not in POOR else ""
    over_ssh = os.environ.get("SSH_CONNECTION") and not os.environ.get("SSH_TTY")
    return "cli.ssh_without_terminal" if over_ssh else ""


def in_browser() -> bool:
    """Whether somebody else shows the screens: Textual was given a driver that does."""
    return bool(os.environ.get("TEXTUAL_DRIVER"))


def app(
    learner: Learner,
    text: Text,
    place: LessonMode | None,
    review: bool,
    greeting: str = "",
    goes_on: str = "",
    task: str = "",
) -> int:
    """Run the app; after an unclean end on the page that was open then."""
    # Textual shows a key at its next frame: frames this short are not felt. Animations would fill them all.
    os.environ.setdefault("TEXTUAL_FPS", "250")
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    if os.environ.get("TEXTUAL_DRIVER") == WEB_DRIVER:
        os.environ["TEXTUAL_DRIVER"] = "tutor.tui.browser_driver:BrowserDriver"
    kind = kind_of(os.environ)
    colours = ALL if in_browser() else colours_of(os.environ, kind)
    os.environ[FORCED] = NAMES.get(colours, NAMES[FEW])
    # No colour is sent then; Textual 8.2 would make greys of them all, and fail in an editor.
    os.environ.pop("NO_COLOR", None)
    with asked_of_the_terminal() as question:  # the answer comes while the app is imported
        from tutor.tui.app import LynxTutor

        utf8 = question.answer() if question else None
    speak_to(kind, utf8)
    place = place if place or review or task else learner.left_open()
    welcome = learner.is_new() and place is None and not review and not task
    app = LynxTutor(
        learner,
        text,
        place,
        review,
        task=task,
        greeting=greeting,
        welcome=welcome,
        goes_on=goes_on,
        colours=colours,
    )
    app.typed_before = question.received if question else b""
    with terminal_given_back():
        app.run()
    if not kind.has_alternate and sys.stdout.isatty():
        print(CLEARED, end="", flush=True)  # the former screen does not come back
    if app.ended_by:
        raise refusal(learner, app.text, app.ended_by)
    if app.last_words:
        print(app.last_words, file=sys.stderr)
    return app.return_code or 0
