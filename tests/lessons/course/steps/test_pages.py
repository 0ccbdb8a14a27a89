"""Each step turns what has happened into a page: what stands there, and what is wanted next."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import Code, Onward, Table, Train
from lessons.course.lesson.state import Act, Locked, Moved, Predicted, Ran, Swept
from lessons.course.steps.flow import replay
from lessons.course.steps.plan import SEED
from lessons.course.steps.recipes import steps_of
from tests.lessons.conftest import PLANE
from tests.lessons.showing import page, words

Loaded = Callable[..., Lesson]
ROUND = {"accuracy-additive": "same", "steps": "more"}
ADDITIVE: Mapping[str, Any] = {
    "val_accuracy": {"healthy": {"median": 0.9871}, "broken": {"median": 0.9872}, "difference": {"median": 0.0}},
    "steps_to_loss_0.1": {"healthy": {"median": 8881.0}, "broken": {"median": 7771.0}, "ratio": {"median": 0.875}},
    "rank_w2w1": {"healthy": {"median": 6661.0}, "broken": {"median": 6662.0}},
}  # fmt: skip
NUMBERS = ("8881", "7771", "0.98", "99 %", "0.88", "6661")  # of the record, as pages would say them


def answered(answers: Mapping[str, str] = ROUND) -> list[Act]:
    return [Predicted(name, answer, 0.8) for name, answer in answers.items()]


LOCKED: list[Act] = [*answered(), Locked("run-additive")]
SWEPT: list[Act] = [*LOCKED, Ran("additive", 7), Swept("additive", ADDITIVE)]


def test_no_page_before_the_run_holds_what_was_recorded(steps, text):
    state = replace(replay(steps, answered()), record={"additive": ADDITIVE})
    shown = [page(steps, name, text, state=state) for name in ("read", "predict-additive")]
    shown += [page(steps, name, text, *SWEPT) for name in ("predict-agreement", "run-agreement")]
    assert [number for number in NUMBERS if number in repr(shown)] == []
    untouched = page(steps, "run-additive", text, *answered(), Swept("additive", ADDITIVE))
    assert untouched == page(steps, "run-additive", text, *answered())


def test_a_blind_lesson_is_told_the_symptom_and_shows_what_one_sees_from_outside(lesson, text):
    sections = lesson.prose["en"].sections
    found = page(steps_of(LessonMode(lesson, "blind")), "read", text)
    assert words(found).endswith("\nread.symptom\n" + sections["symptom"])
    assert not [block for block in found.blocks if isinstance(block, Code)]
    assert [(look.probe, look.experiment.shown) for look in found.looks] == [("symptom", ("healthy", "broken"))]


def test_questions_are_asked_one_at_a_time(steps, text):
    want = page(steps, "predict-additive", text).want
    assert (want.question.id, want.number, want.count) == ("accuracy-additive", 1, 2)
    assert (want.answer, want.confidence, len(want.levels)) == ("", None, 3)
    assert list(want.options) == ["more", "same", "fewer"]
    second = page(steps, "predict-additive", text, Predicted("accuracy-additive", "same", 0.7)).want
    assert (second.question.id, second.number) == ("steps", 2)


def test_all_answers_together_lead_to_the_run_and_may_still_change(steps, text):
    found = page(steps, "predict-additive", text, *answered())
    assert found.want == Onward("go.run", ("accuracy-additive", "steps"), "go.run_row")
    (table,) = [block for block in found.blocks if isinstance(block, Table)]
    assert [row[1:] for row in table.rows] == [("answer.same_high", "80 %"), ("answer.more", "80 %")]
    assert words(found) == "predict.review_note"
    again = page(steps, "predict-additive", text, state=replace(replay(steps, answered()), looking="steps")).want
    assert (again.question.id, again.answer, again.confidence) == ("steps", "more", 0.8)
    locked = page(steps, "predict-additive", text, state=replace(replay(steps, LOCKED), looking="steps"))
    assert locked.want == Onward("go.run")
    assert words(locked) == "predict.review_locked"


def test_an_order_is_asked_with_the_number_of_each_arm(loaded, text):
    arms = "[experiment.plane.arm.a]\n[experiment.plane.arm.b]\n"
    asked = '[## predict q]\nkind = "order"\nof = "plane.solved"\n'
    steps = steps_of(LessonMode(loaded(PLANE + arms + asked, sections={"arm a": "the first", "arm b": "B"})))
    assert page(steps, "predict", text).want.ranked == {"1": "the first", "2": "B"}


def test_a_run_is_one_seed_to_watch_and_then_every_seed(steps, text):
    experiment = steps.lesson.experiments["additive"]
    waiting = page(steps, "run-additive", text, *answered()).want
    begun = page(steps, "run-additive", text, *LOCKED).want
    watched = page(steps, "run-additive", text, *LOCKED, Ran("additive", 7)).want
    assert waiting == Train(experiment, SEED, "run.waiting")
    assert begun == Train(experiment, SEED, "run.waiting_locked")
    assert watched == Train(experiment, None, "run.sweep_wait seeds=32")
    assert page(steps, "run-additive", text, *SWEPT).want == Onward("go.observe")


def test_a_sweep_shows_what_is_asked_about_it_and_not_what_is_asked_later(steps, text):
    (table,) = [block for block in page(steps, "run-additive", text, *SWEPT).blocks if isinstance(block, Table)]
    assert table.headings == ("", "side.healthy", "side.broken")
    assert table.roles == ("", "healthy", "broken")
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["held-out accuracy"] == ("99 %", "99 %")
    assert rows["steps to a loss below 0.1"] == ("8881", "7771")
    assert "rank of W2·W1" not in rows


def test_several_experiments_of_a_round_are_watched_one_by_one_and_then_train_at_one_press(loaded, text):
    lesson = loaded('rounds = [["plane", "other"]]\n' + PLANE + PLANE.replace("plane", "other"))
    steps = steps_of(LessonMode(lesson))
    acts: list[Act] = [Locked("run")]
    wanted: list[tuple[str, int | None, str, bool]] = []
    while isinstance(want := page(steps, "run", text, *acts).want, Train):
        wanted.append((want.experiment.id, want.seed, want.words.partition(" ")[0], want.follows))
        name = want.experiment.id
        acts.append(Swept(name, {}) if want.seed is None else Ran(name, want.seed))
    first, next_one = "run.waiting_locked", "run.waiting_next"
    watched = [("plane", 7, first, False), ("other", 7, next_one, False)]
    assert wanted == [*watched, ("plane", None, "run.sweep_all", False), ("other", None, "run.sweep_wait", True)]
    assert want == Onward("go.observe")


def test_what_is_not_trained_is_not_watched(loaded, text):
    lesson = loaded(PLANE.replace("steps = 500", "steps = 0"))
    want = page(steps_of(LessonMode(lesson)), "run", text, Locked("run")).want
    assert want == Train(lesson.experiments["plane"], None, "run.sweep_wait seeds=64")


def test_a_step_is_done_when_what_it_asks_for_has_happened(steps):
    state = replay(steps, [*SWEPT, Moved("hints")])
    done = [step.id for step in steps.all if step.done(state)]
    first = ["read", "predict-additive", "run-additive", "observe-additive"]
    assert done == [*first, "observe-agreement", "observe-inside-agreement"]
