"""Causes on trial: each falls where the runs say something else than it expects, and whoever is left is not refuted."""

from dataclasses import replace
from pathlib import Path

import pytest

from lessons.course.asking.verdicts import verdicts
from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson, Option, Question
from lessons.course.lesson.page import Ask, Choose, Onward, Table, Train
from lessons.course.lesson.pictures import Bars
from lessons.course.lesson.state import (
    Accused,
    Act,
    ChoseTest,
    Finished,
    Locked,
    Moved,
    Pointed,
    Predicted,
    Ran,
    State,
    Swept,
)
from lessons.course.lesson.summaries import Record
from lessons.course.lesson.trial import could_refute, deaths, is_alike, survivors
from lessons.course.steps.flow import advance, replay
from lessons.course.steps.plan import SEED, Steps
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course, load_lesson
from tests.lessons.showing import page, words

TEMPLATE = Path("lessons/templates/experiment")
AWAY, BOTTOM = {"median": 1e6, "p5": 1e5, "p95": 1e7}, {"median": 0.18, "p5": 0.18, "p95": 0.18}
RECORD = {"final_loss": {"longer": AWAY, "elsewhere": AWAY, "wider": BOTTOM, "patient": AWAY}}
CAME = {"begin": "away", "wide": "bottom", "long": "away"}


@pytest.fixture(scope="module")
def valley() -> Lesson:
    return load_lesson(TEMPLATE)


@pytest.fixture(scope="module")
def climb(valley: Lesson) -> Steps:
    return steps_of(LessonMode(valley))


@pytest.fixture(scope="module")
def trial(valley: Lesson) -> Question:
    assert valley.trial
    return valley.trial


def on_trial(cause: str, test: str, record: Record | None = None) -> list[Act]:
    begun: list[Act] = [Predicted("explain", cause, 0.75), ChoseTest(test, "trial"), Locked("trial")]
    return [*begun, Ran("trial", SEED), Swept("trial", record or RECORD, 12)]


def test_a_cause_falls_where_something_else_came_than_it_expects(trial):
    assert [deaths(cause, CAME) for cause in trial.options] == [("begin", "wide"), (), ("wide", "long")]
    assert survivors(trial, CAME) == ("width",)
    assert survivors(trial, {"begin": None}) == ("start", "width", "time")  # what is not decided refutes nobody
    silent = Option("silent", expects={"wide": ("bottom", "away")})
    assert deaths(silent, CAME) == ()


def test_a_test_can_refute_a_cause_if_another_expects_otherwise(trial):
    assert all(could_refute("begin", cause, trial) for cause in trial.options)
    assert not is_alike("begin", trial)
    alike = Question("explain", "cause", options=tuple(Option(name, expects={"x": ("more",)}) for name in "ab"))
    assert is_alike("x", alike)


def test_one_explains_then_chooses_then_watches_and_then_sees_who_fell(climb, text):
    done = on_trial("start", "begin")
    wants = [page(climb, "trial", text, *done[:count]).want for count in (0, 1, 3, 4, 5)]
    assert [type(want) for want in wants] == [Ask, Choose, Train, Train, Onward]
    ask, choose, watch, sweep, _ = wants
    assert list(ask.options) == ["start", "width", "time", "other"]
    assert list(choose.options) == ["begin", "wide", "long"]
    assert watch.experiment.shown == ("longer", "elsewhere")
    assert (watch.seed, sweep.seed) == (SEED, None)
    assert watch.at_once
    assert sweep.at_once


@pytest.mark.parametrize(
    ("cause", "test", "said", "tone"),
    [
        ("start", "begin", "trial.fell_here", "wrong"),
        ("start", "long", "trial.fell_elsewhere_fair", "wrong"),
        ("width", "begin", "trial.stands_fair", "right"),
    ],
)
def test_it_is_said_if_the_own_cause_fell_in_the_run_that_was_chosen(climb, text, cause, test, said, tone):
    found = page(climb, "trial", text, *on_trial(cause, test))
    assert said in words(found, tone).split()
    assert found.cards[0].question == test
    table = next(block for block in found.all_blocks if isinstance(block, Table))
    assert [row[-1] for row in table.rows] == ["", "trial.fell", "trial.not_refuted", "trial.fell"]


@pytest.mark.parametrize("cause", ["start", "other"])
def test_who_is_left_is_said_below_the_table_of_all_tests_and_not_over_the_first_of_them(climb, text, cause):
    found = page(climb, "trial", text, *on_trial(cause, "begin"))
    first, table, *_ = found.cards
    assert not any("trial.left" in repr(block) for block in (*found.blocks, *first.blocks))
    assert isinstance(table.blocks[-2], Table)
    assert "trial.left" in repr(table.blocks[-1])


@pytest.mark.parametrize(("seeds", "said"), [(16, "run.sweep_some seeds=16 all=20"), (20, ""), (12, "")])
def test_the_verdict_says_from_how_many_seeds_it_is_where_the_others_were_stopped(valley, text, seeds, said):
    longer = replace(valley.experiments["trial"], seeds=20)
    steps = steps_of(LessonMode(replace(valley, experiments={**valley.experiments, "trial": longer})))
    *done, swept = on_trial("start", "begin")
    assert words(page(steps, "trial", text, *done, replace(swept, seeds=seeds)), "note") == said


def test_a_death_is_drawn_where_it_happened(climb, text):
    card = page(climb, "trial", text, *on_trial("start", "begin")).cards[0]
    picture = next(block for block in card.blocks if isinstance(block, Bars))
    assert [bar.name[0] for bar in picture.bars[1:]] == ["✗", "✓", "✓"]
    start = picture.bars[1]
    assert (start.low, start.high) == (0.02, 0.2)  # on a logarithmic axis, which has no 0: a million came


def test_a_cause_that_says_nothing_of_a_test_lets_any_outcome_pass_and_has_no_mark(valley, text):
    start, *others = valley.trial.options
    silent = replace(start, expects={"begin": start.expects["begin"]})
    lesson = replace(valley, trial=replace(valley.trial, options=(silent, *others)))
    found = page(steps_of(LessonMode(lesson)), "trial", text, *on_trial("start", "long"))
    table = next(block for block in found.all_blocks if isinstance(block, Table))
    assert table.rows[1][1][0] == "✗"
    assert table.rows[1][2:-1] == (text("trial.any"),) * 2
    assert [card.tone for card in found.cards if card.question] == ["note", "wrong", "note"]
    assert text("trial.any") not in " ".join(block.says for block in found.all_blocks if isinstance(block, Bars))


def test_the_bet_counts_as_a_prediction_and_knowing_nothing_does_not(climb, valley):
    def judged(cause: str) -> list[tuple[str | None, bool]]:
        found = verdicts(valley, replay(climb, on_trial(cause, "begin")), valley.asked)
        return [(each.truth, each.right) for each in found if each.question.id == "explain"]

    assert judged("width") == [("width", True)]
    assert judged("time") == [("width", False)]
    assert judged("other") == [(None, False)]


def test_one_test_counts_and_only_after_a_cause(climb):
    assert replay(climb, [ChoseTest("begin"), ChoseTest("no-test")]) == State()
    state = replay(climb, [Predicted("explain", "time", 0.5), ChoseTest("begin"), ChoseTest("wide")])
    assert state.tests == ("begin",)
    assert advance(climb, replay(climb, on_trial("time", "begin")), Predicted("explain", "width", 0.9)).answers[
        "explain"
    ].value == ("time")  # the run has locked it


def test_a_journal_that_names_no_run_locks_the_rounds_and_leaves_the_trial_to_come(climb):
    said = {"strides": "same", "bottom": "same", "further": "away"}
    state = replay(climb, [*(Predicted(name, answer, 0.8) for name, answer in said.items()), Locked("")])
    assert state.locked == set(said)
    assert "trial" not in state.begun
    assert state.begun


def test_whoever_finished_before_there_were_trials_is_still_done(climb):
    state = replay(climb, [*[Locked("run"), Swept("valley", {}, 1)], Finished()])
    assert not state.finished  # nothing was predicted
    answered = [Predicted(each.id, "more", 0.5) for each in climb.lesson.questions[:2]]
    answered.append(Predicted(climb.lesson.questions[2].id, "away", 0.5))
    state = replay(climb, [*answered, Locked("run"), Swept("valley", {}, 1), Finished(), Moved("why")])
    assert state.finished
    assert climb.all[state.here].id == "why"


def test_whoever_accused_or_found_the_line_in_an_earlier_version_is_past_the_trial():
    steps = steps_of(LessonMode(load_course().lessons["break-gelu-identity"]))
    trial = next(step for step in steps.all if step.id == "trial")
    assert not trial.done(State())
    assert trial.done(replay(steps, [Accused("deep/final_loss", "hints")]))
    assert trial.done(replay(steps, [Pointed("minimodel/nn/linear.py", 1, True, "hints")]))
