"""The sections that the pages of a lesson must have, and those that they may."""

from collections.abc import Iterator

from lessons.course.asking.questions import kind_of
from lessons.course.lesson.exercise import MAX_GAP_HINTS
from lessons.course.lesson.lesson import Lesson, Question

BLIND = ("blind title", "blind summary")  # what a break is called on the map until its edit is known


def required_headings(lesson: Lesson) -> Iterator[str]:
    """Yield every section that a page must have, in the order in which a learner meets them."""
    yield "summary"
    if lesson.edits or lesson.worked or lesson.lab:  # an experiment may begin with its bet
        yield "read"
    if lesson.edits:
        yield from ("edit", "symptom")
    yield from (f"step {question.id}" for question in (lesson.worked.questions if lesson.worked else ()))
    yield from (f"predict {question.id}" for question in lesson.questions)
    if lesson.trial:
        yield "explain"
        yield from (f"cause {cause.id}" for cause in lesson.trial.options)
        yield from (f"test {test.id}" for test in lesson.trial.tests)
    yield from (f"probe {probe}" for probe in lesson.probes)
    yield from (f"hint {number}" for number, _ in enumerate(lesson.hints, 1))
    yield from (f"near {miss.id}" for miss in lesson.near_misses)
    if lesson.lab:
        yield "task"
    if lesson.edits:
        yield "cause"
    yield from (f"told {each.id}" for each in (lesson.repair.told if lesson.repair else ()))
    yield from ("why", "next")
    for review in lesson.reviews:
        yield from (f"review {review.id}", f"learnt {review.id}")


def reasons_of(question: Question) -> tuple[str, ...]:
    """Return the headings that answer a question: `because ID`, and for those who said A `because ID: A`."""
    answers = dict.fromkeys([*kind_of(question).answers(question), *filter(None, [question.popular])])
    return (f"because {question.id}", *(f"because {question.id}: {answer}" for answer in answers))


def optional_headings(lesson: Lesson) -> Iterator[str]:
    """Yield the sections that a page may have: reasons, blind forms, names, and the sentence worth keeping."""
    yield from ("read", "observe", "true title", "remember", "work")
    yield from ("know", *(f"know {question.id}" for question in lesson.asked))
    experiments = [*lesson.experiments.values(), *(review.experiment for review in lesson.reviews)]
    for question in lesson.asked:
        yield from (*reasons_of(question), f"name {question.id}")
    yield from (f"name {question}" for question in lesson.retired)
    for test in lesson.trial.tests if lesson.trial else ():
        yield from (f"because {test.id}", f"name {test.id}")
    for experiment in experiments:
        yield f"experiment {experiment.id}"
        yield from (f"arm {arm}" for arm in experiment.names)
        probes = lesson.probes if experiment.probes is None else experiment.probes
        yield from (f"probe {probe} {experiment.id}" for probe in probes)
    yield from (f"drawing {name}" for name in lesson.drawings)
    for gap in lesson.lab.gaps if lesson.lab else ():
        yield from (f"gap {gap} {number}" for number in range(1, MAX_GAP_HINTS + 1))
    yield from (f"told {each.id}" for each in (lesson.lab.wrong if lesson.lab else ()))
    if lesson.edits:
        yield from BLIND
