"""Kinds of lessons. Each is nothing but a list of steps, and which one a lesson is follows from what it has."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from lessons.course import LessonMode
from lessons.format import Mode
from lessons.lesson import Lesson, Review
from lessons.plan import Step, Steps
from lessons.steps import Accuse, Fix, Hints, Last, Observe, Predict, Read, Run, Trace

Recipe = Callable[[Lesson, Mode], Iterator[Step]]


@lru_cache(256)
def steps_of(place: LessonMode) -> Steps:
    """The steps of a lesson in a mode."""
    lesson, mode = place.lesson, place.mode
    return Steps(lesson, mode, tuple(recipe(lesson)(lesson, mode)))


def recipe(lesson: Lesson) -> Recipe:
    """What a lesson has says what kind it is."""
    if lesson.edits:
        return a_break
    if lesson.worked:
        return a_walkthrough
    return a_lab if lesson.lab else an_experiment


def a_break(lesson: Lesson, mode: Mode) -> Iterator[Step]:
    yield Read("read", ("read", "edit" if mode == "open" else "symptom"), shows_edit=mode == "open")
    yield from rounds(lesson, mode)
    yield Accuse("hints") if mode == "open" else Hints("hints", tuple(hint.reveals for hint in lesson.hints))
    yield Fix("repair", lesson.edits[0].file)
    yield Last("why", closing(lesson, "cause", "why", "next"))


def an_experiment(lesson: Lesson, mode: Mode) -> Iterator[Step]:
    yield Read("read", ("read",))
    yield from rounds(lesson, mode)
    yield Last("why", closing(lesson, "why", "next"))


def a_walkthrough(lesson: Lesson, mode: Mode) -> Iterator[Step]:
    assert lesson.worked is not None
    yield Read("read", ("read",))
    yield Trace("trace", lesson.worked.questions)
    yield from rounds(lesson, mode)
    if lesson.lab:
        yield Fix("lab", lesson.lab.file, "lab")
    yield Last("why", closing(lesson, "why", "next"))


def a_lab(lesson: Lesson, mode: Mode) -> Iterator[Step]:
    assert lesson.lab is not None
    yield Read("read", ("read",))
    yield from rounds(lesson, mode)
    yield Fix("lab", lesson.lab.file, "lab")
    yield Last("why", closing(lesson, "why", "next"))


def rounds(lesson: Lesson, mode: Mode) -> Iterator[Step]:
    """Predict, run and observe, once a round; then what is asked of the inside of the same models.

    Where there is one round, its steps have the plain names.
    """
    for names in lesson.rounds:
        ending = f"-{names[0]}" if len(lesson.rounds) > 1 else ""
        asked = lesson.questions_for(mode, names)
        questions = tuple(question for question in asked if not question.inside)
        inside = tuple(question for question in asked if question.inside)
        experiments = tuple(lesson.experiments[name] for name in names)
        late = {experiment.id: experiment.inside if inside else () for experiment in experiments}
        first = tuple(
            tuple(probe for probe in lesson.probes_of(experiment) if probe not in late[experiment.id])
            for experiment in experiments
        )
        if questions:
            yield Predict(f"predict{ending}", questions)
        yield Run(f"run{ending}", experiments)
        yield Observe(f"observe{ending}", questions, experiments, first)
        if inside:
            yield Predict(f"predict-inside{ending}", inside, inside=True)
            yield Observe(f"observe-inside{ending}", inside, experiments, tuple(late.values()))


def closing(lesson: Lesson, *sections: str) -> tuple[str, ...]:
    """The last sections, and the sentence worth keeping where the lesson has one."""
    has = next(iter(lesson.prose.values())).sections if lesson.prose else {}
    return tuple(
        name for name in (*sections[:-1], "remember", *sections[-1:]) if name != "remember" or name in has
    )


def a_review(lesson: Lesson, review: Review) -> Steps:
    """A concept once more, elsewhere: predict, run, read."""
    steps = (
        Predict("predict", (review.question,)),
        Run("run", (review.experiment,)),
        Observe("observe", (review.question,), (review.experiment,)),
    )
    return Steps(lesson, "open", steps, review=review)
