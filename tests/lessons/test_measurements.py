"""The table of what a run measured: one side or the other down, and nothing where nothing was measured."""

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson import Arm, Experiment, Prose, Settings
from lessons.course.measurements import WIDEST, experiment_words, role_of, table_blocks, yardstick, yardstick_words
from lessons.course.page import Table, Words
from lessons.course.recipes import steps_of
from lessons.course.state import Answer
from lessons.course.values import LANGUAGES
from lessons.course.verdict_cards import VerdictCards
from lessons.course.verdicts import Verdict
from lessons.format.course import load_course
from tutor.words.text import Text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_without_the_metrics_that_a_lesson_measures_now_is_shown_without_a_table(language: str) -> None:
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
def test_an_arm_beside_those_of_a_break_is_drawn_as_neither(names: tuple[str, ...], roles: tuple[str, ...]) -> None:
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
    (bars,) = VerdictCards(lesson, record, lesson.prose[language], text).pictures(verdict)
    assert {bar.value for bar in bars.bars} == {0.79}


def test_an_experiment_is_called_what_its_page_says_or_by_its_id() -> None:
    page = Prose("Title", {"experiment wide": "the wide one"})
    assert experiment_words("wide", page) == "the wide one"
    assert experiment_words("narrow", page) == "narrow"


@pytest.mark.parametrize(
    ("lesson", "experiment", "metric", "words"),
    [
        ("square-transposed", "together", "train_accuracy", "Always the commonest answer: 47 %."),
        ("square-transposed", "alone", "val_accuracy", "Always the commonest answer: 33 %."),
        ("square-transposed", "together", "final_loss", ""),
        ("folds", "pieces", "val_accuracy", ""),
    ],
)
def test_an_accuracy_has_the_commonest_answer_of_its_task_beside_it(
    lesson: str, experiment: str, metric: str, words: str
) -> None:
    found = next(each for name, each in load_course().lessons[lesson].experiments.items() if name == experiment)
    assert yardstick_words([yardstick(metric, found, Text("en"))]) == words


def test_a_lesson_that_asks_about_the_commonest_answer_does_not_give_it_away() -> None:
    lesson = load_course().lessons["read-the-baseline"]
    steps = steps_of(LessonMode(lesson))
    assert not any(steps.yardstick(each, Text("en")) for each in lesson.questions)
