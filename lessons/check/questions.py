"""Predictions and reviews, as far as they can be judged by reading: what is asked can be answered at all."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from lessons.check.evidence import Evidence
from lessons.check.measures import is_share
from lessons.check.pages import STRUCTURE, Proof, place_in_files
from lessons.course.lesson import Experiment, Lesson, Question

COMPARING = ("which", "order", "trend")


@dataclass(frozen=True)
class Asked:
    """A question beside what decides it, and where it is in the lesson's files."""

    question: Question
    experiment: Experiment
    table: str  # predict or review

    @property
    def what(self) -> str:
        return f"{'prediction' if self.table == 'predict' else self.table} {self.question.id}"

    def proof(self, lesson: Lesson, problem: str = "", advice: str = "", shown: str = "") -> Proof:
        place = place_in_files(lesson, self.table, self.question.id)
        return Proof(lesson.id, self.what, problem, *place, advice, shown)


def asked(lesson: Lesson) -> list[Asked]:
    known = lesson.experiments
    own = [Asked(each, known[each.experiment], "predict") for each in lesson.questions if each.experiment in known]
    return own + [Asked(each.question, each.experiment, "review") for each in lesson.reviews]


def questions_to_read(lesson: Lesson) -> list[str]:
    return [*(each.what for each in asked(lesson)), *(f"mode {mode} is asked" for mode in lesson.modes)]


def prove_questions(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    for each in asked(lesson):
        for problem in list(problems(each, lesson)) or [""]:
            yield each.proof(lesson, problem, advice="" if problem else advice(each, lesson))
    for mode in lesson.modes:
        yield Proof(lesson.id, f"mode {mode} is asked", unasked(lesson, mode), STRUCTURE)


def problems(each: Asked, lesson: Lesson) -> Iterator[str]:
    question = each.question
    if question.options and question.kind != "choice":
        yield f"nobody can pick its options: kind = {question.kind!r} has none."
    is_ratio = bool(question.against) and question.compare == "ratio"
    if question.kind == "number" and question.percent and (is_ratio or not is_share(question.metric)):
        yield f"percent = true, but {question.metric} is no share: it may be above 100 %."
    yield from problems_of_arms(question, each.experiment)
    if each.table == "predict" and not set(question.modes) & set(lesson.modes):
        modes = ", ".join(question.modes) or "none"
        yield f"nobody is asked it: its modes are {modes}, the lesson's {', '.join(lesson.modes)}."


def problems_of_arms(question: Question, experiment: Experiment) -> Iterator[str]:
    pair = (question.arm, question.against) if question.against else ()
    names = question.arms if question.kind in COMPARING else pair
    if len(set(names)) < len(names):
        yield f"it compares an arm with itself: {', '.join(names)}."
        return
    for first, second in combinations(map(experiment.arm, names), 2):
        if vars(first.settings) == vars(second.settings) and first.edits == second.edits:
            yield f"{first.name} and {second.name} are the same model, trained alike: nothing can differ."


def advice(each: Asked, lesson: Lesson) -> str:
    """Return that a review asks for what no question of the lesson asked."""
    if each.table == "predict" or lesson.lab or each.question.concept in {own.concept for own in lesson.asked}:
        return ""
    return f"no question of the lesson asks for its concept, {each.question.concept}."


def unasked(lesson: Lesson, mode: str) -> str:
    """Return the round of a mode before which nothing is asked, or nothing."""
    own = [each.question for each in asked(lesson) if each.table == "predict"]
    if lesson.edits and lesson.rounds and not own:
        return "nothing is asked before its runs: a [[predict]] is what a learner commits to."
    for round in lesson.rounds:
        of_round = [each for each in own if each.experiment in round]
        if of_round and not any(mode in each.modes for each in of_round):
            return f"in mode {mode} nothing is asked before {' and '.join(round)} is run."
    return ""
