"""A median and a band over seeds; how two arms compare, seed by seed; and the table of what a run measured."""

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.course.asking.measurements import (
    WIDEST,
    experiment_words,
    role_of,
    table_blocks,
    yardstick,
    yardstick_words,
)
from lessons.course.asking.verdict_cards import VerdictCards
from lessons.course.asking.verdicts import Verdict
from lessons.course.course import LessonMode
from lessons.course.lesson import summaries
from lessons.course.lesson.lesson import Arm, Experiment, Prose, Settings
from lessons.course.lesson.page import Words
from lessons.course.lesson.state import Answer
from lessons.course.lesson.values import LANGUAGES
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course
from lessons.runs.experiment import Measured
from tutor.words.text import Text

finite = some.floats(-1e9, 1e9)
values = some.lists(finite | some.none(), min_size=1, max_size=8)


@given(some.lists(finite, min_size=1, max_size=40))
def test_the_band_holds_the_median_and_the_extremes_hold_the_band(values):
    band = summaries.summarise(values)
    assert (band.least, band.greatest) == (min(values), max(values))
    ranked = [band.least, band.p5, band.median, band.p95, band.greatest]
    slack = 1e-6
    for lower, higher in pairwise(ranked):
        assert lower is not None
        assert higher is not None
        assert lower <= higher + slack


def test_a_value_that_never_came_ranks_last_and_a_mean_needs_every_value():
    assert summaries.summarise([5.0, None, 5.0]) == summaries.Band(5.0, 5.0, None, None, 5.0, None)
    assert summaries.summarise([None, None, 1.0]) == summaries.Band(None, None, None, None, 1.0, None)
    assert summaries.summarise([1.0, 2.0, 6.0]).mean == 3.0
    assert summaries.summarise([1.0, None]).mean is None


def test_nan_stays_nan_and_words_are_summed_up_by_the_commonest():
    band = summaries.summarise([1.0, math.nan])
    assert math.isnan(band.median or 0)
    assert summaries.summarise(["plateau", "plateau", "slower"]) == summaries.Majority("plateau", 2 / 3)


@pytest.mark.parametrize(
    ("compare", "value", "reference", "found"),
    [
        ("ratio", 3.0, 2.0, 1.5),
        ("ratio", None, 2.0, math.inf),
        ("ratio", 2.0, None, 0.0),
        ("ratio", None, None, 1.0),
        ("ratio", 1.0, 0.0, math.nan),
        ("difference", None, 2.0, math.inf),
        ("difference", 2.0, None, -math.inf),
        ("difference", None, None, 0.0),
        ("ratio", "plateau", 2.0, math.nan),
    ],
)
def test_a_seed_without_a_value_compares_as_infinite(compare, value, reference, found):
    assert summaries.paired(compare, value, reference) == pytest.approx(found, nan_ok=True)


@given(values)
def test_a_record_reads_back_as_the_summary(seeds):
    summary = summaries.summarise(seeds)
    assert summaries.from_plain(summaries.as_plain(summary)) == summary


def test_what_is_unreadable_or_not_in_a_record_is_a_band_with_no_value():
    unreadable: list[Any] = [{"median": "x", "p5": []}, {}, None, 3, {"median": True}, {"word": 5}]
    assert [summaries.from_plain(found) for found in unreadable] == [summaries.Band(None)] * 6
    records: list[Any] = [{}, {"e": 3}, {"e": {"m": []}}, {"e": {"m": {"a": None}}}]
    assert [summaries.recorded(record, "e", "m", "a") for record in records] == [summaries.Band(None)] * 4


def measured(pairs: tuple[tuple[str, str, str, str], ...] = (), **arms: tuple[Any, ...]) -> Measured:
    settings = Settings({"name": "xor"}, {"name": "MLP"}, {}, 0)
    experiment = Experiment("e", tuple(Arm(name, settings) for name in arms), 2, metrics=("m",), pairs=pairs)
    return Measured(experiment, (0, 1), {name: {"m": found} for name, found in arms.items()})


def test_two_arms_compare_seed_by_seed_and_not_median_by_median():
    found = measured(healthy=(1.0, 4.0), broken=(4.0, 1.0))
    assert found.of("m", "ratio") == (4.0, 0.25)
    assert found.of("m", "difference") == (3.0, -3.0)


def test_a_record_holds_each_arm_and_each_pair_of_numbers_that_is_asked_for():
    pairs = (("m", "ratio", "c", "a"), ("m", "difference", "b", "a"))
    record = measured(pairs, a=(1.0, 1.0), b=(2.0, 2.0), c=(3.0, 3.0)).as_record()
    assert list(record["m"]) == ["a", "b", "c", "ratio", "difference b a"]
    assert record["m"]["ratio"]["median"] == 3.0
    assert record["m"]["difference b a"]["median"] == 1.0
    assert summaries.pair_name("ratio", "a", "c", ("a", "b", "c")) == "ratio a c"
    words = measured((("m", "ratio", "b", "a"),), a=("flat", "flat"), b=("plateau", None)).as_record()
    assert list(words["m"]) == ["a", "b"]


def test_a_single_run_is_noted_without_what_has_no_value():
    found = measured(healthy=(1.0, 4.0), broken=(None, 1.0))
    assert found.of_one_seed() == {"healthy": {"m": 1.0}, "broken": {}}


def test_of_what_is_1_or_0_the_share_of_the_seeds_is_shown_and_of_all_else_the_band():
    band = summaries.Band(1.0, 0.0, 1.0, 0.6, 0.0, 1.0)
    shown = summaries.as_shown(band, "solved")
    assert (shown.median, shown.p5, shown.p95) == (0.6, 0.6, 0.6)
    assert summaries.as_shown(band, "separable:hidden") == shown
    assert summaries.as_shown(band, "train_accuracy") == band


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_without_the_metrics_that_a_lesson_measures_now_is_shown_without_a_table(language):
    many = [
        (lesson, experiment)
        for lesson in map(load_course().lessons.__getitem__, ("xor-luck", "hundred-layers"))
        for experiment in lesson.experiments.values()
        if len(experiment.names) > WIDEST
    ]
    assert many
    for lesson, experiment in many:
        record = {experiment.id: {"a metric of before": dict.fromkeys(experiment.names)}}
        blocks = table_blocks(experiment, lesson.questions, record, lesson.prose[language], Text(language))
        assert [type(block) for block in blocks] == [Words]


@pytest.mark.parametrize("names", [("a", "b"), ("a", "b", "c", "d")])
def test_few_arms_stand_beside_each_other_and_many_below(names):
    settings = Settings({"name": "xor"}, {"name": "MLP", "sizes": [2, 2]}, {}, 0)
    experiment = Experiment("one", tuple(Arm(name, settings) for name in names), 2, metrics=("final_loss",))
    record = {"one": {"final_loss": {name: {"median": 1.0} for name in names}}}
    _, table = table_blocks(experiment, (), record, Prose("", {}), Text("en"))
    assert ([row[0] for row in table.rows] == [*names]) == (len(names) > WIDEST)


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        (("line", "tanh"), ("arm-1", "arm-2")),
        (("healthy", "broken"), ("healthy", "broken")),
        (("healthy", "frozen", "broken"), ("healthy", "arm-3", "broken")),
        (("frozen", "broken"), ("arm-3", "broken")),
    ],
)
def test_an_arm_beside_those_of_a_break_is_drawn_as_neither(names, roles):
    settings = Settings({"name": "xor"}, {"name": "MLP", "sizes": [2, 2]}, {}, 0)
    experiment = Experiment("one", tuple(Arm(name, settings) for name in names), 2, ())
    assert tuple(role_of(experiment, name) for name in names) == roles


@pytest.mark.parametrize(("language", "note"), [("en", "For held-out accuracy, the mean"), ("es", "De ")])
def test_a_lesson_that_tells_means_is_judged_drawn_and_tabulated_by_means(language, note):
    lesson, text = load_course().lessons["label-off-by-one"], Text(language)
    (experiment,) = [each for each in lesson.experiments.values() if "val_accuracy" in each.means][:1]
    question = next(each for each in lesson.questions if each.metric == "val_accuracy")
    band = {"median": 0.75, "p5": 0.5, "p95": 1.0, "mean": 0.79, "least": 0.4, "greatest": 1.0}
    record = {experiment.id: {"val_accuracy": dict.fromkeys(experiment.names, band)}}
    _, table, words = table_blocks(experiment, lesson.questions, record, lesson.prose[language], text)
    assert isinstance(words, Words)
    assert [row[1:] for row in table.rows] == [("79 % [50–100]",)] * len(experiment.names)
    assert words.markdown.startswith(note)
    assert question.summary == "mean"
    verdict = Verdict(question, Answer("0.79", 0.5), "0.79", True)
    (bars,) = VerdictCards(lesson, record, lesson.prose[language], text).pictures(verdict)
    assert {bar.value for bar in bars.bars} == {0.79}


def test_an_experiment_is_called_what_its_page_says_or_by_its_id():
    page = Prose("Title", {"experiment wide": "the wide one"})
    assert experiment_words("wide", page) == "the wide one"
    assert experiment_words("narrow", page) == "narrow"


@pytest.mark.parametrize(
    ("lesson", "experiment", "metric", "words"),
    [
        ("square-transposed", "together", "train_accuracy", "Always giving the commonest answer gets: 47 %."),
        ("square-transposed", "alone", "val_accuracy", "Always giving the commonest answer gets: 33 %."),
        ("square-transposed", "together", "final_loss", ""),
        ("folds", "pieces", "val_accuracy", ""),
    ],
)
def test_an_accuracy_has_the_commonest_answer_of_its_task_beside_it(lesson, experiment, metric, words):
    found = next(each for name, each in load_course().lessons[lesson].experiments.items() if name == experiment)
    assert yardstick_words([yardstick(metric, found, Text("en"))]) == words


def test_a_lesson_that_asks_about_the_commonest_answer_does_not_give_it_away():
    lesson = load_course().lessons["read-the-baseline"]
    steps = steps_of(LessonMode(lesson))
    assert not any(steps.yardstick(each, Text("en")) for each in lesson.questions)
