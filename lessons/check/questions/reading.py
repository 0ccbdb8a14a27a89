"""Predictions and reviews, as far as they can be judged by reading: what is asked can be answered at all."""

from collections.abc import Iterator

from lessons.check.places import STRUCTURE
from lessons.check.proof import Proof
from lessons.check.questions.advices import advices
from lessons.check.questions.arms import problems_of_arms
from lessons.check.questions.asked import Asked, asked
from lessons.check.questions.regions import problem_of_words, problems_of_options
from lessons.check.questions.tolerances import HALF
from lessons.check.ranges import is_share, possible
from lessons.lesson import Lesson, Question


def prove_questions(lesson: Lesson) -> Iterator[Proof]:
    """Every question can be answered, and no answer is right whatever is measured."""
    for each in asked(lesson):
        for problem, mend in problems(each, lesson):
            yield each.proof(lesson, problem, mend)
        for advice in advices(each, lesson):
            yield each.proof(lesson, advice=advice)
    yield from prove_modes(lesson)


def problems(each: Asked, lesson: Lesson) -> Iterator[tuple[str, str]]:
    """What is wrong with a question, and what to write instead."""
    question, experiment = each.question, each.experiment
    if question.kind == "entry":
        yield "kind = 'entry' asks about a [worked] calculation: write it as a [[step]].", 'kind = "number"'
    if question.options and question.kind != "choice":
        yield f"nobody can pick its options: kind = {question.kind!r} has none.", 'kind = "choice"'
    if question.kind == "choice":
        heading = f"{each.table} {question.id}"
        yield from ((problem, "") for problem in problems_of_options(question, experiment))
        if same := problem_of_words(heading, question, lesson.prose):
            yield same, ""
    yield from problems_of_numbers(question)
    yield from problems_of_arms(question, experiment)
    if question.kind in ("direction", "trend"):
        yield from problems_of_margin(question)


def problems_of_numbers(question: Question) -> Iterator[tuple[str, str]]:
    """A percentage is typed only for what is a share."""
    if question.kind != "number" or not question.percent:
        return
    if not is_share(question.metric):
        yield f"percent = true, but {question.metric} is no share: it may be above 100 %.", "percent = false"
    elif question.against and question.compare == "ratio":
        yield "percent = true, but a ratio is no share: it may be above 100 %.", "percent = false"


def problems_of_margin(question: Question) -> Iterator[tuple[str, str]]:
    """A margin leaves room for an answer on either side of it."""
    low, high = possible(question.metric, question.compare)
    if question.compare == "ratio":
        low, high = low - 1, high - 1
    if -low <= question.same_within or high <= question.same_within:
        lost = "falls" if question.kind == "trend" else "fewer"
        yield (
            f"same_within = {question.same_within:g} is so wide that nobody can be right with {lost!r}: "
            f"a {question.compare} of {question.metric} is never that far from the same.",
            "same_within = 0.1",
        )
    elif is_share(question.metric) and question.compare == "difference" and question.same_within >= HALF:
        yield (
            f"same_within = {question.same_within:g} calls half of all there is the same.",
            "same_within = 0.05",
        )


def prove_modes(lesson: Lesson) -> Iterator[Proof]:
    """Each mode is asked something, in every round that asks anything."""
    for each in asked(lesson):
        if not each.review and not set(each.question.modes) & set(lesson.modes):
            modes = ", ".join(each.question.modes) or "none"
            problem = f"nobody is asked it: its modes are {modes}, the lesson's {', '.join(lesson.modes)}."
            yield each.proof(lesson, problem)
    for mode in lesson.modes:
        for round in lesson.rounds:
            of_round = [
                each for each in asked(lesson) if each.question.experiment in round and not each.review
            ]
            if of_round and not any(mode in each.question.modes for each in of_round):
                problem = f"in mode {mode} nothing is asked before {' and '.join(round)} is run."
                yield of_round[0].proof(lesson, problem)
    if lesson.edits and lesson.rounds and not lesson.questions:
        problem = "nothing is asked before its runs: a [[predict]] is what a learner commits to."
        yield Proof(lesson.id, "predictions", problem, STRUCTURE)
