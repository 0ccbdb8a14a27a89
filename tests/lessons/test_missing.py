"""Why a step cannot be entered yet: every step that can hold a learner up has words for it."""

from dataclasses import replace

import pytest

from lessons.course import LessonMode
from lessons.load import load_course
from lessons.missing import why_not_yet
from lessons.recipes import steps_of
from lessons.state import State
from tutor.words.text import Text

BREAK = load_course().lessons["break-gelu-identity"]


@pytest.mark.parametrize(
    ("language", "first"), [("en", "2 Predict: 2 questions to go"), ("es", "2 Predice: faltan 2 preguntas")]
)
def test_a_step_says_in_words_what_keeps_the_learner_from_the_next(language: str, first: str) -> None:
    text, steps = Text(language), steps_of(LessonMode(BREAK))
    said: list[str] = []
    for place, step in enumerate(steps.all[:-1]):
        words = why_not_yet(steps, replace(State(), furthest=place), place + 1, text)
        assert (words == "") is step.done(State()), step.id
        said += [words] if words else []
    assert said[0] == first
