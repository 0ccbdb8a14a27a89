"""A trial: causes expect something of tests, and fall where the runs say otherwise. Whoever is left is not refuted.

A trial is a question whose options are causes; each of its tests is a question that the runs answer.
"""

from collections.abc import Mapping

from lessons.course.lesson.lesson import Option, Question

TRIAL = "trial"  # the experiment of its own arms
EXPLAIN, CAUSE, OTHER = "explain", "cause", "other"  # the question's id and kind; what is always on offer
Outcomes = Mapping[str, str | None]  # of tests, by id: what came; None where the runs did not decide


def deaths(cause: Option, outcomes: Outcomes) -> tuple[str, ...]:
    """Return the tests in which a cause fell: it expects something else of them than what came."""
    return tuple(test for test, came in outcomes.items() if came and came not in cause.expects.get(test, (came,)))


def survivors(trial: Question, outcomes: Outcomes) -> tuple[str, ...]:
    return tuple(cause.id for cause in trial.options if not deaths(cause, outcomes))


def cause_of(trial: Question, name: str) -> Option | None:
    return next((cause for cause in trial.options if cause.id == name), None)


def test_of(trial: Question, name: str) -> Question | None:
    return next((test for test in trial.tests if test.id == name), None)


def could_refute(test: str, cause: Option, trial: Question) -> bool:
    """Return True if another cause expects of a test what this one forbids."""
    own = cause.expects.get(test, ())
    return bool(own) and any(set(other.expects.get(test, ())) - set(own) for other in trial.options)


def is_alike(test: str, trial: Question) -> bool:
    """Return True if a test can refute nobody, because all causes expect the same of it."""
    return not any(could_refute(test, cause, trial) for cause in trial.options)
