"""The table of what a run measured: one side or the other down, and nothing where nothing was measured."""

import pytest

from lessons.format import LANGUAGES
from lessons.lesson import Arm, Experiment, Settings
from lessons.load import load_course
from lessons.measurements import WIDEST, role_of, table_blocks
from lessons.page import Words
from tutor.words.text import Text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_without_the_metrics_that_a_lesson_measures_now_is_shown_without_a_table(
    language: str,
) -> None:
    many = [
        (lesson, experiment)
        for lesson in load_course().lessons.values()
        for experiment in lesson.experiments.values()
        if len(experiment.names) > WIDEST
    ]
    assert many
    for lesson, experiment in many:
        record = {experiment.id: {"a metric of before": dict.fromkeys(experiment.names)}}
        blocks = table_blocks(experiment, lesson.questions, record, lesson.prose[language], Text(language))
        assert [type(block) for block in blocks] == [Words]


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        (("line", "tanh"), ("arm-1", "arm-2")),
        (("healthy", "broken"), ("healthy", "broken")),
        (("healthy", "frozen", "broken"), ("healthy", "arm-3", "broken")),
        (("frozen", "broken"), ("arm-3", "broken")),
    ],
)
def test_an_arm_beside_those_of_a_break_is_drawn_as_neither(
    names: tuple[str, ...], roles: tuple[str, ...]
) -> None:
    settings = Settings({"name": "xor"}, {"name": "MLP", "sizes": [2, 2]}, {}, 0)
    experiment = Experiment("one", tuple(Arm(name, settings) for name in names), 2, ())
    assert tuple(role_of(experiment, name) for name in names) == roles
