"""What a command does with an error that nobody expected: a report in a file, and one sentence."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lessons.format import LessonError
from progress.errors import ProgressError
from tutor.exits import Refused
from tutor.learner import Learner
from tutor.words.text import Text

EXPECTED = (Refused, ProgressError, LessonError, BrokenPipeError)  # they are sentences already
# Bracketed paste, mouse, focus and keyboard reports off; the screen as it was; lines that wrap, and a cursor.
GIVEN_BACK = (
    "\x1b[?2004l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1000l\x1b[?1004l\x1b[<u\x1b[?1049l\x1b[?7h\x1b[?25h"
)


def politely(learner: Learner, text: Text, do: Callable[[], int]) -> int:
    """Do it. Raises Refused, with the words for the learner, where an error comes that nobody expected."""
    try:
        return do()
    except EXPECTED:
        raise
    except Exception as error:
        raise refusal(learner, text, error) from error


def refusal(learner: Learner, text: Text, error: BaseException) -> Refused:
    """Write a report of an error, and say so."""
    from tutor.crash import crashed

    return Refused(crashed(learner, text, error))


@contextmanager
def terminal_given_back() -> Iterator[None]:
    """Leave the terminal as it was, also where the app cannot do so itself."""
    settings = terminal_settings()
    try:
        yield
    except BaseException:
        if sys.__stdout__ and sys.__stdout__.isatty():
            sys.__stdout__.write(GIVEN_BACK)
            sys.__stdout__.flush()
        if settings:
            import termios

            termios.tcsetattr(0, termios.TCSADRAIN, settings)  # type: ignore[arg-type]
        raise


def terminal_settings() -> list[object] | None:
    """How the terminal reads and echoes, or nothing where there is none."""
    try:
        import termios

        return list(termios.tcgetattr(0))
    except Exception:  # no such module on Windows; no terminal at all
        return None
