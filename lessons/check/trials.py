"""Trials: each test comes out one way, each cause falls or is named a survivor, and no two causes say the same."""

from collections.abc import Iterator
from itertools import combinations

from lessons.check.answers import problem_of, shown, true_on
from lessons.check.evidence import Evidence
from lessons.check.pages import Proof, place_in_files
from lessons.check.questions import problems_of_arms
from lessons.course.lesson.lesson import Lesson, Option, Question
from lessons.course.lesson.trial import deaths


def trials_to_judge(lesson: Lesson) -> list[str]:
    trial = lesson.trial
    if trial is None:
        return ["trial"]
    return ["trial", *(f"test {test.id}" for test in trial.tests), *(f"cause {each.id}" for each in trial.options)]


def prove_trials(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    trial = lesson.trial
    if trial is None:
        advice = "" if lesson.no_trial else "nothing is on trial, and `trial` in lesson.toml says no reason."
        yield Proof(lesson.id, "trial", advice=advice)
        return
    came: dict[str, str | None] = {}
    for test in trial.tests:
        found = evidence.both(test.experiment)
        came[test.id] = truth = true_on(test, found[0])
        problem = next(filter(None, problems_of_arms(test, found[0].experiment)), "")
        problem = problem or problem_of(test, found, evidence.dusted(test.experiment))
        said = "" if problem else shown(test, found, truth)
        yield Proof(lesson.id, f"test {test.id}", problem, *place_in_files(lesson, "test", test.id), shown=said)
    for cause in trial.options:
        where = place_in_files(lesson, "cause", cause.id)
        fell = " and ".join(deaths(cause, came))
        problem = untrue(cause, lesson, came)
        yield Proof(lesson.id, f"cause {cause.id}", problem, *where, shown=f"falls in {fell}" if fell else "")
    yield Proof(lesson.id, "trial", alike(trial), *place_in_files(lesson, "explain", ""))


def untrue(cause: Option, lesson: Lesson, came: dict[str, str | None]) -> str:
    """Return the problem if `## why` names other survivors than the runs leave, else `""`."""
    fell, is_named = deaths(cause, came), cause.id in lesson.survivors
    if fell and is_named:
        test, expected = fell[0], " or ".join(cause.expects[fell[0]])
        return f"## why lets it survive, but test {test} refutes it: it expects {expected}, and {came[test]} came."
    if not fell and not is_named:
        named = ", ".join(lesson.survivors) or "none"
        return f"no test refutes it, and ## why names other survivors: {named}."
    return ""


def alike(trial: Question) -> str:
    for first, second in combinations(trial.options, 2):
        if dict(first.expects) == dict(second.expects):
            return f"{first.id} and {second.id} expect the same of every test: no run can tell them apart."
    return ""
