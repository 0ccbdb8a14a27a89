"""The steps as a pure state machine: what is not allowed changes nothing, whatever order things come in."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.course.asking.question_words import is_usable
from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Question, Worked
from lessons.course.lesson.page import Onward
from lessons.course.lesson.state import (
    Act,
    Finished,
    Graded,
    Guessed,
    Judged,
    Locked,
    Looked,
    Moved,
    Opened,
    Pointed,
    Predicted,
    Ran,
    Reset,
    State,
    Swept,
    TookHint,
    Weighed,
    Wrote,
)
from lessons.course.steps.flow import advance, replay, why_not_yet
from lessons.course.steps.plan import Steps
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_lesson
from tests.lessons.conftest import KEPT
from tutor.words.text import Text

BREAK = load_lesson(KEPT / "break-gelu-identity")
STEPS, BLIND = steps_of(LessonMode(BREAK)), steps_of(LessonMode(BREAK, "blind"))
IDS = [step.id for step in STEPS.all]
USABLE = {"direction": "same", "number": "0.5", "shape": "5x23", "curve": "plateau"}


def answers(steps: Steps = STEPS, experiment: str = "") -> list[Act]:
    return [
        Predicted(name, question.options[0].id if question.options else USABLE[question.kind], 0.8)
        for name, question in steps.questions.items()
        if experiment in ("", question.experiment)
    ]


def round_of(experiment: str) -> list[Act]:
    return [
        Moved(f"predict-{experiment}"),
        *answers(STEPS, experiment),
        Moved(f"run-{experiment}"),
        Locked(f"run-{experiment}"),
        Ran(experiment, 7),
        Swept(experiment, {"m": {}}),
        Moved(f"observe-{experiment}"),
    ]


WHOLE: list[Act] = [
    Opened(),
    *round_of("additive"),
    *round_of("agreement"),
    Moved("hints"),
    Guessed(1, "the loss?", "hints"),
    TookHint(1, "hints"),
    Pointed("f", 3, False, "hints"),
    Pointed("f", 4, True, "hints"),
    Moved("repair"),
    Judged(False, "trajectory", step="repair"),
    Judged(True, "passed", step="repair"),
    Moved("why"),
    Wrote("it bends", "why"),
    Finished(),
]


def test_a_lesson_done_in_order_is_finished_and_looking_back_keeps_what_was_reached():
    state = replay(STEPS, WHOLE)
    assert state.finished
    assert STEPS.all[state.here].id == "why"
    assert (state.hints, state.tries, len(state.points["hints"])) == ({"hints": 1}, {"repair": 2}, 2)
    assert state.words == {"why": "it bends"}
    back = advance(STEPS, state, Moved("read"))
    assert (back.here, back.furthest) == (0, len(IDS) - 1)
    assert advance(STEPS, back, Moved("repair")).here == IDS.index("repair")


def test_an_answer_can_be_changed_until_its_run_locks_it():
    change = Predicted("steps", "more", 0.99)
    assert replay(STEPS, [*answers(), change]).answers["steps"].value == "more"
    late = replay(STEPS, [*answers(), Locked("run-additive"), change])
    assert late.answers["steps"].value == "same"


def test_a_run_locks_its_own_round_and_one_that_names_no_round_locks_them_all():
    change = Predicted("curve", "slower", 0.6)
    state = replay(STEPS, [*round_of("additive"), *answers(STEPS, "agreement"), change])
    assert state.locked == {"accuracy-additive", "steps"}
    assert state.begun == {"run-additive"}
    assert state.answers["curve"].value == "slower"
    state = replay(STEPS, [*answers(), Locked()])
    assert state.locked == set(STEPS.questions)
    assert state.begun == {"run-additive", "run-agreement"}


@pytest.mark.parametrize("confidence", [0.0, 1.0, -1, 0.995, float("nan"), float("inf")])
def test_a_confidence_that_is_none_or_certainty_is_no_answer(confidence):
    assert replay(STEPS, [Predicted("steps", "same", confidence)]).answers == {}


def test_the_losses_of_a_watched_run_are_known_as_far_as_it_says_them():
    def ends(metrics: object) -> object:
        return replay(STEPS, [*answers(), Locked(), Ran("additive", 7, metrics)]).ends["additive"]

    assert ends({"healthy": {"final_loss": 0.5}, "broken": {"final_loss": float("nan")}, "other": 3}) == (0.5,)
    assert ends(None) == ends({"healthy": {}}) == ()


def test_a_run_before_its_round_is_locked_shows_nothing_and_then_the_first_sweep_decides():
    first, second = (Swept("additive", {"m": {"healthy": {"median": share}}}) for share in (1.0, 2.0))
    assert replay(STEPS, [*answers(), Ran("additive", 7), first]) == replay(STEPS, answers())
    state = replay(STEPS, [*answers(), Locked(), first, second])
    assert state.record["additive"] == {"m": {"healthy": {"median": 1.0}}}


def test_a_step_is_left_only_when_it_is_done():
    begun: list[Act] = [Moved("predict-additive"), *answers(STEPS, "additive")]
    assert replay(STEPS, [*begun[:-1], Moved("run-additive")]).here == 1
    assert replay(STEPS, [*begun, Moved("run-additive")]).here == 2


def test_hints_are_taken_one_at_a_time_and_only_as_many_as_there_are():
    taken = [TookHint(number, "hints") for number in (1, 3, 2, 2, 3, 4, 5, 6, 7)]
    assert replay(STEPS, taken).hints == {"hints": len(BREAK.hints)}


def test_an_act_of_former_times_names_no_step_and_means_the_only_one_of_its_kind():
    former = [Guessed(1, "the loss?"), TookHint(1), Pointed("f", 4, True), Judged(True), Wrote("it bends")]
    state = replay(STEPS, former)
    assert (state.guesses, state.hints) == ({"hints": {1: "the loss?"}}, {"hints": 1})
    assert (state.found, state.passed) == ({"hints"}, {"repair"})
    assert state.words == {"why": "it bends"}


def test_what_does_not_belong_to_a_step_changes_nothing_there():
    misplaced = Pointed("f", 3, True, "repair"), Judged(True, step="hints")
    assert replay(STEPS, [Guessed(1, "?", "read"), TookHint(1, "read"), *misplaced]) == State()


def test_a_lesson_is_finished_when_its_last_task_is_done_and_begins_again_at_a_reset():
    assert not replay(STEPS, [*WHOLE[:-5], Finished()]).finished
    assert replay(BLIND, [*WHOLE, Reset()]) == State()


def test_a_finished_lesson_stays_finished_where_a_question_is_gone_is_new_or_takes_other_answers():
    gone, *others = BREAK.questions
    otherwise = {"steps": {"kind": "number", "against": "", "within": 5.0}}
    asked = tuple(replace(each, **otherwise.get(each.id, {})) for each in (replace(gone, id="new"), *others))
    lesson = replace(BREAK, questions=asked, retired=(gone.id,))
    verdicts = [Graded(gone.id, "same", 0.8, False, "fewer"), Graded("steps", "same", 0.8, True, "same")]
    acts = [*WHOLE[:7], *verdicts, Graded("never-asked", "same", 0.8, True, "same"), *WHOLE[7:]]
    now = steps_of(LessonMode(lesson))
    state = replay(now, acts)
    assert state.finished
    assert now.all[state.here].id == "why"
    assert [*state.former.values()] == verdicts
    predict, *_ = (step for step in now.all if step.kind == "predict")
    assert isinstance(predict.page(now, state, Text("en")).want, Onward)


def test_an_answer_about_a_calculation_is_judged_at_once_and_stays():
    question = Question("size", "shape", "worked", of="W")
    walked = steps_of(LessonMode(replace(BREAK, edits=(), worked=Worked("W = Tensor([1.0])", (question,)))))
    acts: list[Act] = [Predicted("size", "1", 0.5), Swept("worked", {"size": {}}), Predicted("size", "2", 0.9)]
    state = replay(walked, acts)
    assert state.answers["size"].value == "1"
    assert "worked" in state.record


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("en", "Not yet: step 2, Predict, ends when you answer its 2 open questions"),
        ("es", "Todavía no: la etapa 2, Predice, termina cuando respondes las 2 preguntas que faltan"),
    ],
)
def test_a_step_says_in_words_what_keeps_the_learner_from_the_next(language, first):
    text = Text(language)
    said: list[str] = []
    for place, step in enumerate(STEPS.all[:-1]):
        words = why_not_yet(STEPS, replace(State(), furthest=place), place + 1, text)
        assert (words == "") is step.done(State()), step.id
        said += [words] if words else []
    assert said[0] == first


names = some.sampled_from([*IDS, *STEPS.questions, *BREAK.experiments, "", "x", "worked"])
junk: Any = some.none() | some.integers() | some.floats() | some.text(max_size=4)
READ = [{"finding": "zero", "value": 2.0, "values": {"of": 4, "names": ["fc1.weight"]}}]
junk_reading = [{"finding": "zero", "value": 2.0, "values": {"of": 4}}]
looked_with = some.sampled_from(["gradients", "units", "nothing"])
odd = some.one_of(
    some.builds(Moved, names),
    some.builds(Predicted, names, some.sampled_from(["same", "more", "5x23", "0.5", "?"]), some.floats()),
    some.builds(Locked, names),
    some.builds(Ran, names, some.integers()),
    some.builds(Swept, names, some.dictionaries(some.text(max_size=3), junk, max_size=3)),
    some.builds(Guessed, some.integers(), some.text(max_size=4), names),
    some.builds(TookHint, some.integers(-1, 7), names),
    some.builds(Pointed, some.text(max_size=4), some.integers(), some.booleans(), names),
    some.builds(Looked, looked_with, some.sampled_from([READ, junk_reading, [], [{}], None, 3])),
    some.builds(Weighed, looked_with, some.sampled_from(["clears", "accuses", "?"])),
    some.builds(Judged, some.booleans(), step=names),
    some.builds(Wrote, some.text(max_size=4), names),
    some.sampled_from([Finished(), Reset(), Opened()]),
)


@given(some.lists(odd | some.sampled_from(WHOLE), max_size=40))
def test_any_acts_in_any_order_fold_to_a_well_formed_state(acts):
    state = replay(STEPS, acts)
    assert 0 <= state.here <= state.furthest < len(IDS)
    assert all(step.done(state) for step in STEPS.all[: state.furthest])
    assert 0 <= state.hints.get("hints", 0) <= len(BREAK.hints)
    assert state.locked <= set(STEPS.questions)
    assert all(is_usable(STEPS.questions[name], answer.value) for name, answer in state.answers.items())
    assert {name for name, _ in state.runs} | set(state.record) <= set(BREAK.experiments)
    assert not state.finished or state.passed
    assert set(state.weighed) <= set(state.looks) <= {"gradients"}


def test_a_look_is_kept_once_and_weighed_once_and_what_no_instrument_reads_is_none():
    second = [{"finding": "", "value": 1.0, "values": {"least": 0.5}}]
    unread = [{"finding": "unread", "values": {}, "reason": "one_layer"}]
    acts = [Weighed("gradients", "clears"), Looked("gradients", READ), Looked("gradients", second)]
    acts += [Weighed("gradients", "blames"), Weighed("gradients", "accuses"), Weighed("gradients", "clears")]
    acts += [Looked("gradients-of-mine", READ), Looked("units", READ), Looked("straight", unread)]
    state = replay(BLIND, [*acts, Pointed("f", 4, True, "hints"), Looked("tomorrow", unread)])
    assert [(each.finding, each.value) for each in state.looks["gradients"]] == [("zero", 2.0)]
    assert list(state.looks) == ["gradients", "straight"]
    assert state.weighed == {"gradients": "accuses"}
