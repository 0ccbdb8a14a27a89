"""Why a step cannot be entered yet: every step that can hold a learner up has words for it."""

from dataclasses import replace

import pytest

from lessons.course import LessonMode
from lessons.load import load_course
from lessons.missing import why_not_yet
from lessons.recipes import steps_of
from lessons.state import State
from tutor.words.text import Text

LESSONS = load_course().lessons


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", LESSONS)
def test_every_step_says_what_keeps_the_learner_from_the_next(name: str, language: str) -> None:
    text = Text(language)
    for mode in LESSONS[name].modes:
        steps = steps_of(LessonMode(LESSONS[name], mode))
        state = State()
        for place, step in enumerate(steps.all[:-1]):
            words = why_not_yet(steps, replace(state, furthest=place), place + 1, text)
            assert bool(words) != step.done(state), step.id
