"""Which sections a learner sees at which step, and so before a run or before the ladder."""

from collections.abc import Iterator
from dataclasses import dataclass

from lessons.course import LessonMode
from lessons.format import Mode
from lessons.lesson import Experiment, Lesson, Question
from lessons.plan import BLIND, Step
from lessons.recipes import steps_of

OF_WHAT_WAS_SEEN = ("symptom", "because", "observe", "probe")  # they speak of what is different


@dataclass(frozen=True)
class Shown:
    """A section by its heading, and the step at which it is shown: its place in the lesson, and its kind."""

    place: int
    kind: str
    heading: str

    @property
    def speaks_of(self) -> str:
        """`because`, of `blind because loss`."""
        return self.heading.removeprefix(BLIND).split()[0]


def shown(lesson: Lesson, mode: Mode) -> list[Shown]:
    """Every section that a mode shows, in its order; the blind form where there is one."""
    has = {heading for page in lesson.prose.values() for heading in page.sections}
    found: dict[tuple[int, str], Shown] = {}
    for place, step in enumerate(steps_of(LessonMode(lesson, mode)).all):
        for heading in headings_of(step, lesson):
            blind = f"{BLIND}{heading}"
            name = blind if mode == "blind" and blind in has else heading
            if name in has:
                found[place, name] = Shown(place, step.kind, name)
    return list(found.values())


def headings_of(step: Step, lesson: Lesson) -> Iterator[str]:
    """The headings of what a step shows, in the words of an open lesson."""
    yield from getattr(step, "sections", ())
    questions: tuple[Question, ...] = getattr(step, "questions", ())
    experiments: tuple[Experiment, ...] = getattr(step, "experiments", ())
    if step.kind == "predict":
        asked = dict.fromkeys(each.experiment for each in questions)
        experiments = tuple(lesson.experiments[name] for name in asked if name in lesson.experiments)
        yield from (f"predict {each.id}" for each in questions)
        yield from ("know", *(f"know {each.id}" for each in questions))
    if step.kind in ("hints", "accuse"):
        yield from (f"hint {number}" for number, _ in enumerate(lesson.hints, 1))
    yield from (f"name {each.id}" for each in questions)
    for each in experiments:
        yield from (f"experiment {each.id}", *(f"arm {arm}" for arm in each.names))
    if step.kind == "observe":
        yield "observe"
        yield from (f"because {each.id}" for each in questions)
        for each, probes in zip(experiments, getattr(step, "probes", ()), strict=False):
            for probe in probes:
                yield own if (own := f"probe {probe} {each.id}") in headings(lesson) else f"probe {probe}"


def headings(lesson: Lesson) -> set[str]:
    return {heading for page in lesson.prose.values() for heading in page.sections}


def place_of_answer(lesson: Lesson, mode: Mode, question: Question) -> int | None:
    """The step at which a question is answered by what is shown: by the run, or, of the inside, after it."""
    if not question.inside:
        return place_of_run(lesson, mode, question.experiment)
    steps = steps_of(LessonMode(lesson, mode)).all
    shows = (each for each, step in enumerate(steps) if step.kind == "observe")
    return next((each for each in shows if question in getattr(steps[each], "questions", ())), None)


def place_of_run(lesson: Lesson, mode: Mode, experiment: str) -> int | None:
    """The step at which an experiment is run."""
    steps = steps_of(LessonMode(lesson, mode)).all
    for place, step in enumerate(steps):
        if step.kind == "run" and experiment in {each.id for each in getattr(step, "experiments", ())}:
            return place
    return None


def place_of_hints(lesson: Lesson, mode: Mode) -> int | None:
    """The step at which the ladder stands."""
    steps = steps_of(LessonMode(lesson, mode)).all
    return next((place for place, step in enumerate(steps) if step.kind in ("hints", "accuse")), None)
