"""What the format of lessons is made of: its versions, languages and modes, and the error that says what breaks it."""

from typing import Literal

FORMAT = 2
LANGUAGES = ("en", "es")

Mode = Literal["open", "blind"]
MODES: tuple[Mode, ...] = ("open", "blind")


class LessonError(Exception):
    """Something in a lesson's files is wrong: a sentence that says where, and what was expected."""
