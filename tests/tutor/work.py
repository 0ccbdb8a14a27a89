"""Write to the journal what a learner has done before a step, without a screen and without a run."""

from lessons.course.asking.questions import kind_of
from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import WORKED, Question
from lessons.course.lesson.state import (
    Act,
    ChoseTest,
    Finished,
    Judged,
    Locked,
    Moved,
    Opened,
    Pointed,
    Predicted,
    Ran,
    Swept,
)
from lessons.course.steps.plan import SEED, LessonStep
from lessons.course.steps.recipes import steps_of
from tests.tutor.walks.answers import edited_place
from tutor.learner import Learner
from tutor.words.text import Text

TYPED = {"number": "0.5", "shape": "5x23", "entry": "0.1"}
RECORD = {"final_loss": {"healthy": {"median": 0.01}, "broken": {"median": 0.5}}}


def some_answer(question: Question, place: LessonMode) -> str:
    offered = kind_of(question).choices(question, place.lesson.prose["en"], Text("en"))
    if offered:
        return next(iter(offered))
    return " < ".join(question.arms) if question.kind == "order" else TYPED[question.kind]


def work_up_to(learner: Learner, place: LessonMode, step: str) -> None:
    """Everything that comes before this step, and the way to it."""
    learner.record(Opened(), place)
    for each in steps_of(place).all:
        if each.id != steps_of(place).all[0].id:
            learner.record(Moved(each.id), place)
        if each.id == step:
            return
        for act in acts_in(each, place):
            learner.record(act, place)
    raise AssertionError(f"there is no step {step}")


def acts_in(step: LessonStep, place: LessonMode) -> list[Act]:
    """Return what has to be done in a step before the next one opens."""
    if step.kind in ("predict", "trace"):
        asked: tuple[Question, ...] = getattr(step, "questions", ())
        given: list[Act] = [Predicted(each.id, some_answer(each, place), 0.7) for each in asked]
        if step.kind == "trace":
            given.append(Swept(WORKED, {}, 1))
        return [*given, Locked(step.id)] if getattr(step, "inside", False) else given
    if step.kind == "run":
        names = [each.id for each in getattr(step, "experiments", ())]
        return [Locked(step.id), *(Ran(name, SEED, {}) for name in names), *(Swept(name, RECORD, 1) for name in names)]
    if step.kind == "trial":
        trial: Question = step.trial  # type: ignore[attr-defined]
        bet = [Predicted(trial.id, trial.options[0].id, 0.75), ChoseTest(trial.tests[0].id), Locked(step.id)]
        return [*bet, Ran(trial.experiment, SEED, {}), Swept(trial.experiment, RECORD, 1)]
    if step.kind == "hints":
        file, line = edited_place(place)
        return [Pointed(file, line, found=True)]
    return [Judged(passed=True, line="return x.gelu()")] if step.kind in ("repair", "lab") else []


def finish(learner: Learner, place: LessonMode) -> None:
    work_up_to(learner, place, steps_of(place).all[-1].id)
    learner.record(Finished(), place)
