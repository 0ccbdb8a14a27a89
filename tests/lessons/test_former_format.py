"""A lesson of format 1 still loads, and is the same lesson: its first words are read as what they are called now."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lessons.course import LessonMode
from lessons.format import LessonError
from lessons.lesson import Lesson
from lessons.recipes import steps_of

FORMER = Path(__file__).parent / "format-1.toml"
Loaded = Callable[..., Lesson]


def structure() -> str:
    """Break 00 as format 1 had it, without its first two lines."""
    return FORMER.read_text(encoding="utf-8").split("\n", 2)[2]


@pytest.fixture
def former(loaded: Loaded) -> Lesson:
    return loaded(structure(), format=1)


def test_the_questions_are_the_same(former: Lesson, lesson: Lesson) -> None:
    assert former.questions == tuple(replace(question, inside=False) for question in lesson.questions)
    assert [review.question for review in former.reviews] == [review.question for review in lesson.reviews]


def test_the_arms_are_the_same(former: Lesson, lesson: Lesson) -> None:
    for name, experiment in lesson.experiments.items():
        assert repr(former.experiments[name].arms) == repr(experiment.arms)
        assert former.experiments[name].metrics == experiment.metrics
    for before, now in zip(former.reviews, lesson.reviews, strict=True):
        assert repr(before.experiment.arms) == repr(now.experiment.arms)
        assert before.edits == now.edits


def test_a_claim_names_a_side_which_is_an_arm(former: Lesson, lesson: Lesson) -> None:
    assert set(former.claims) == set(lesson.claims)
    for name, claim in former.claims.items():
        if claim.measure != "constant":  # a constant names its setting now
            assert claim.arguments == lesson.claims[name].arguments
    assert former.claims["steps_ratio"].arguments["arm"] == "ratio"


def test_a_question_may_name_a_side(loaded: Loaded) -> None:
    named = structure().replace('kind = "curve"\nexperiment', 'kind = "curve"\nside = "healthy"\nexperiment')
    question = loaded(named, format=1).question("curve")
    assert question is not None
    assert question.arm == "healthy"


def test_every_experiment_is_of_one_round(former: Lesson) -> None:
    assert former.rounds == (("additive", "agreement"),)
    ids = [step.id for step in steps_of(LessonMode(former)).all]
    assert ids == ["read", "predict", "run", "observe", "hints", "repair", "why"]


def test_every_metric_of_then_is_measured_though_nobody_names_it(former: Lesson) -> None:
    assert len(former.experiments["additive"].metrics) == 8
    assert all(len(review.experiment.metrics) == 8 for review in former.reviews)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('side = "ratio"', 'side = "ration"', "arm = 'ration' is none. Did you mean ratio"),
        ('kind = "curve"', 'kind = "curv"', "Did you mean curve"),
        ("steps = 300", 'steps = "many"', "steps = 'many' should be a whole number"),
    ],
)
def test_its_mistakes_are_named_as_ever(loaded: Loaded, before: str, after: str, said: str) -> None:
    with pytest.raises(LessonError) as caught:
        loaded(structure().replace(before, after), format=1)
    assert said in str(caught.value)


@pytest.mark.parametrize("format", [0, 3, -1])
def test_a_format_of_the_future_is_refused(loaded: Loaded, format: int) -> None:
    with pytest.raises(LessonError, match=f"format = {format}, but this version reads format 1 and 2"):
        loaded(structure(), format=format)
