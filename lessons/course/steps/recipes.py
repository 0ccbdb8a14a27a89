"""A lesson is a list of steps; which steps follows from the parts that the lesson has."""

from collections.abc import Iterator
from functools import lru_cache

from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson, Review
from lessons.course.lesson.values import Mode
from lessons.course.steps.instrument_steps import Instruments
from lessons.course.steps.plan import LessonStep, Steps
from lessons.course.steps.steps import Fix, Hints, Last, Observe, Predict, Read, Run, Trace
from lessons.course.steps.trial_steps import Trial

# Far from the seeds of the lessons and of the judge; and from each other.
FIRST_SEED, SEEDS_APART = 2000, 1000
DRAWN_LIVE = ("curves",)  # the probes that show what a run has drawn


@lru_cache(256)
def steps_of(place: LessonMode) -> Steps:
    return Steps(place.lesson, tuple(recipe(place.lesson, place.mode)))


def recipe(lesson: Lesson, mode: Mode) -> Iterator[LessonStep]:
    """Yield the steps: a break met blind is hunted first, an open one mended; a calculation traced, a lab written."""
    is_hunted = mode == "blind"
    if is_hunted:
        yield from hunt(lesson)
    elif lesson.edits:
        yield Read("read", ("read", "edit"), shows_edit=True)
    elif has(lesson, "read"):
        yield Read("read", ("read",))
    if lesson.worked:
        yield Trace("trace", lesson.worked.questions)
    yield from rounds(lesson, is_hunted)
    if lesson.edits and not is_hunted:
        yield Fix("repair", lesson.edits[0].file)
    if lesson.lab:
        yield Fix("lab", lesson.lab.file, "lab")
    optional = (name for name in ("remember", "work") if has(lesson, name))
    yield Last("why", (*(("cause",) if lesson.edits else ()), "why", *optional, "next"), lesson.is_short)


def hunt(lesson: Lesson) -> Iterator[LessonStep]:
    """Yield the way from the symptom by instruments to the line and its repair."""
    yield Read("read", ("read", "symptom"), symptom=lesson.symptom)
    if lesson.symptom:
        yield Instruments("instruments")
    yield Hints("hints", tuple(hint.reveals for hint in lesson.hints))
    yield Fix("repair", lesson.edits[0].file)


def rounds(lesson: Lesson, is_hunted: bool) -> Iterator[LessonStep]:
    """Predict, run and observe, once a round (one alone has plain names); then ask of the inside; at last the trial.

    Whoever has hunted the break is asked of the inside at once, and nothing that the symptom has shown; what nobody
    is asked about is not trained, and what was seen while it trained is not shown again.
    """
    seen = [any(lesson.probes_of(lesson.experiments[name]) for name in names) for names in lesson.rounds]
    led = seen.index(True) if True in seen else 0  # the round that has a picture for what to look for
    for number, names in enumerate(lesson.rounds):
        ending = f"-{names[0]}" if len(lesson.rounds) > 1 else ""
        of_round = [each for each in lesson.questions if each.experiment in names]
        asked = [each for each in of_round if not (is_hunted and lesson.shows_at_once(each))]
        inside = tuple(each for each in asked if each.inside and not is_hunted)
        questions = tuple(each for each in asked if each not in inside)
        experiments = tuple(lesson.experiments[name] for name in names)
        late = tuple(experiment.inside if inside else () for experiment in experiments)
        bet_on = {each.experiment for each in questions}
        is_known = is_hunted and bool(bet_on)  # by its symptom; where nobody is asked, it is all there is to see
        left_out = tuple(each for each in experiments if is_known and each.id not in bet_on)
        trained = tuple(each for each in experiments if each not in left_out)
        shown = [() if each in left_out else lesson.probes_of(each) for each in experiments]
        known = DRAWN_LIVE if is_known else ()
        pairs = zip(shown, late, strict=True)
        first = tuple(tuple(probe for probe in probes if probe not in (*later, *known)) for probes, later in pairs)
        if questions:
            yield Predict(f"predict{ending}", questions, beside="edit" if is_hunted else "")
        unseen = tuple(each for each in trained if not (lesson.symptom and each.id == lesson.symptom.id))
        yield Run(f"run{ending}", (unseen or trained)[:1] if is_hunted else trained, experiments, left_out)
        if not lesson.is_short:
            lead = "observe" if number == led and not is_known else ""
            yield Observe(f"observe{ending}", questions, experiments, first, lead)
        if inside:
            yield Predict(f"predict-inside{ending}", inside, inside=True)
            yield Observe(f"observe-inside{ending}", inside, experiments, late)
    if lesson.trial:
        yield Trial("trial", lesson.trial, (lesson.experiments[lesson.trial.experiment],))


def has(lesson: Lesson, section: str) -> bool:
    return any(section in prose.sections for prose in lesson.prose.values())


def a_review(lesson: Lesson, review: Review) -> Steps:
    asked, trained = (review.question,), (review.experiment,)
    told = Observe("observe", asked, trained, lead=f"learnt {review.id}")
    steps = (Predict("predict", asked), Run("run", (), trained), told)
    return Steps(lesson, steps, review=review)


def review_of(lesson: Lesson, concept: str, round: int) -> Review | None:
    """Return the review whose turn it is; None if the lesson has no review of this concept."""
    reviews = [review for review in lesson.reviews if review.concept == concept]
    return reviews[round % len(reviews)] if reviews else None


def seeds_of(review: Review, round: int) -> tuple[int, ...]:
    first = FIRST_SEED + SEEDS_APART * round
    return tuple(range(first, first + review.experiment.seeds))
