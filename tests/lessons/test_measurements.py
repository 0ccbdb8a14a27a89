"""The table of what a run measured: one side or the other down, and nothing where nothing was measured."""

import pytest

from lessons.format import LANGUAGES
from lessons.lesson import Arm, Experiment, Prose, Settings
from lessons.load import load_course
from lessons.measurements import WIDEST, experiment_words, role_of, table_blocks
from lessons.page import Table, Words
from lessons.state import Answer
from lessons.verdict_pictures import pictures
from lessons.verdicts import Verdict
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


@pytest.mark.parametrize(
    ("language", "note"),
    [
        ("en", "The middle of the seeds, and of held-out accuracy their mean; in brackets,"),
        ("es", "El centro de las semillas, y de "),
    ],
)
def test_a_lesson_that_tells_means_is_judged_drawn_and_tabulated_by_means(language: str, note: str) -> None:
    lesson, text = load_course().lessons["leak"], Text(language)
    (experiment,) = [each for each in lesson.experiments.values() if "val_accuracy" in each.means][:1]
    question = next(each for each in lesson.questions if each.metric == "val_accuracy")
    band = {"median": 0.75, "p5": 0.5, "p95": 1.0, "mean": 0.79, "least": 0.4, "greatest": 1.0}
    record = {experiment.id: {"val_accuracy": dict.fromkeys(experiment.names, band)}}
    _, table, words = table_blocks(experiment, lesson.questions, record, lesson.prose[language], text)
    assert isinstance(table, Table)
    assert isinstance(words, Words)
    assert table.rows[0][1:] == ("79 % [50–100]",) * len(experiment.names)
    assert words.markdown.startswith(note)
    assert question.summary == "mean"
    verdict = Verdict(question, Answer(question.options[0].id, 0.5), question.options[0].id, True)
    (bars,) = pictures(verdict, lesson, record, lesson.prose[language], text)
    assert {bar.value for bar in bars.bars} == {0.79}


def test_an_experiment_is_called_what_its_page_says_or_by_its_id() -> None:
    page = Prose("Title", {"experiment wide": "the wide one"})
    assert experiment_words("wide", page) == "the wide one"
    assert experiment_words("narrow", page) == "narrow"
