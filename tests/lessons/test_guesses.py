"""A guess is compared with what the hints have revealed, and with nothing that they have not."""

import pytest

from lessons.course.course import LessonMode
from lessons.course.flow import replay
from lessons.course.hints import about_guess
from lessons.course.page import Words
from lessons.course.recipes import steps_of
from lessons.course.state import Act, Guessed, Pointed, TookHint
from lessons.format.course import load_course
from tutor.words.text import Text

BREAK = load_course().lessons["break-gelu-identity"]
ALL = tuple(hint.reveals for hint in BREAK.hints)


@pytest.mark.parametrize(
    ("guess", "rungs", "verdict"),
    [
        ("GELU, in activations.py", 1, ""),  # the file is not revealed yet
        ("GELU, in activations.py", 2, "right_module"),
        ("gelu", 2, "right_module"),
        ("GELU", 3, "right_function"),
        ("it is in GELU.forward", 3, "right_function"),
        ("line 87", 3, ""),
        ("line 87", 4, "right_line"),
        ("return x", 4, "right_line"),
        ("return  x.gelu()", 5, "right_fix"),
        ("optim.py", 1, ""),
        ("optim.py", 2, "other_module"),
        ("Linear", 2, "other_module"),
        ("the loss", 5, ""),
        ("¯\\_(ツ)_/¯", 5, ""),
        ("", 5, ""),
    ],
)
def test_a_guess_is_told_what_it_was_right_about(guess: str, rungs: int, verdict: str) -> None:
    assert about_guess(guess, BREAK.edits, ALL[:rungs]) == verdict


def blocks_of(*acts: Act) -> list[str]:
    steps = steps_of(LessonMode(BREAK, "blind"))
    page = steps.all[-3].page(steps, replay(steps, acts), Text("en"))
    return [block.markdown for block in page.blocks if isinstance(block, Words)]


def test_a_guess_stands_between_its_hints_heading_and_its_words_and_what_is_found_above_them() -> None:
    said = blocks_of(Guessed(1, "GELU", "hints"), TookHint(1, "hints"), TookHint(2, "hints"))
    first = said.index("Hint 1 of 5 · reveals the symptom")
    assert said[first + 1] == "you guessed: GELU · you were right about the file"
    assert said[first + 2] == BREAK.prose["en"].sections["hint 1"]
    found = blocks_of(TookHint(1, "hints"), Pointed(BREAK.edits[0].file, 87, True, "hints"))
    assert found[0].startswith("You found it")
