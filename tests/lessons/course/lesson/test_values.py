"""An error in words: one line, of a length that fits a page, whatever its own code does."""

from lessons.course.lesson.values import error_words


class Mute(ValueError):
    def __str__(self) -> str:
        raise RuntimeError


def test_an_error_is_said_in_its_first_line_cut_to_200_letters_or_by_its_name():
    assert error_words(ValueError("no\nand no")) == "ValueError: no"
    assert error_words(ValueError("x" * 999)) == f"ValueError: {'x' * 188}"
    assert error_words(Mute()) == "Mute"
