"""A learner who answers in plain lines, as those of the walks that `check` makes; and what their lines may hold."""

from pathlib import Path

from tests.tutor.conftest import make_learner, place_of
from tests.tutor.walks.answers import right_code
from tests.tutor.walks.plain import Plain, answers, lines
from tests.tutor.work import work_up_to

__all__ = ["Plain", "answers", "assert_readable", "lines", "plain_at", "right_code"]


def assert_readable(words: str) -> None:
    """No cursor, no colour, no braille and no blocks."""
    for line in words.splitlines():
        assert line.isprintable(), line
        assert not any("\u2500" <= character <= "\u259f" for character in line), line
        assert not any("\u2800" <= character <= "\u28ff" for character in line), line


def plain_at(home: Path, step: str, language: str = "en", mode: str = "open") -> Plain:
    learner = make_learner(home)
    work_up_to(learner, place_of(mode), step)
    return Plain(learner, language)
