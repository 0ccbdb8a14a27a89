"""Small models are drawn and measured as it was approved, in three digits."""

from dataclasses import replace
from pathlib import Path

import pytest

from lessons.course.lesson.metric import METRICS
from lessons.course.lesson.summaries import Value
from lessons.course.lesson.values import LessonError
from lessons.course.lesson.vocabulary import PICTURES
from lessons.runs.metrics import measure_one
from lessons.runs.pictures import draw_all
from lessons.runs.pictures.labels import Labels
from lessons.runs.trained_model import Trained
from tests.approved import assert_approved, told
from tests.lessons.runs.drawing import PAGE, TEXT, alone, pair, watched
from tests.lessons.runs.test_tasks import CLOCK, SQUARES

SMALL = {"name": "MLP", "sizes": [2, 4, 4, 2], "activation": "relu"}
OF_LINE = {"name": "MLP", "sizes": [1, 4, 1], "activation": "prelu 0.3"}
MODELS = {
    "grammar": pair(),
    "xor": alone("xor", SMALL),
    "line": alone({"name": "line", "rows": 9}, OF_LINE, loss="mean_squares"),
    "clock": alone(CLOCK, SQUARES, loss="mean_squares"),
}


@pytest.mark.parametrize("name", MODELS)
def test_what_is_drawn_and_measured_of_a_model_is_what_was_approved(name):
    experiment = replace(MODELS[name], metrics=("train_accuracy", "final_loss"))
    runs = watched(experiment)
    pictures = {each: draw_all(Labels(experiment, PAGE, TEXT), runs, [each]) for each in PICTURES}
    numbers = {each: [measured(run, each) for run in runs.values()] for each in METRICS}
    assert_approved(Path(__file__).parent / "drawn" / f"{name}.txt", "\n".join(told((pictures, numbers))))


def measured(run: Trained, metric: str) -> Value:
    """The metric; where it asks for more than a name, that it does."""
    try:
        return measure_one(run, metric)
    except (LessonError, TypeError) as error:
        return type(error).__name__
