"""Every page of a lesson at once, with nothing answered and nothing run."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from lessons.course.asking import measurements
from lessons.course.asking.question_words import question_name, question_words, why_unusable
from lessons.course.asking.questions import kind_of
from lessons.course.asking.verdicts import VERDICT
from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson, Question
from lessons.course.lesson.page import Ask, Block, Code, Strings, Words
from lessons.course.lesson.state import State
from lessons.course.steps import hints
from lessons.course.steps.headings import reasons_of
from lessons.course.steps.plan import LessonStep, Steps
from lessons.course.steps.recipes import a_review, steps_of
from lessons.course.steps.trial_pages import trial_pages

LISTED = "listed"  # the tone of what a learner meets in a list, and not as prose


@dataclass(frozen=True)
class Written:
    """The words of one page, under its title. The pages of two languages are the same ones, in the same order."""

    title: str
    blocks: tuple[Block, ...]


def all_pages(lesson: Lesson, text: Strings) -> Iterator[Written]:
    """Write the lesson's title, each of its steps, those that a blind learner sees otherwise, and its reviews."""
    page = lesson.prose[text.language]
    on_the_map = [name for name in ("true title", "summary", "blind title", "blind summary") if name in page.sections]
    yield Written(page.title, tuple(Words(page.sections[name]) for name in on_the_map))
    opened = list(written(steps_of(LessonMode(lesson)), text))
    yield from opened
    for mode in lesson.modes[1:]:
        for own in written(steps_of(LessonMode(lesson, mode)), text):
            if own not in opened:
                yield replace(own, title=f"{own.title} · {text(f'mode.{mode}')}")
    for number, review in enumerate(lesson.reviews, 1):
        blocks = (block for own in written(a_review(lesson, review), text) for block in own.blocks)
        yield Written(f"{text('review.title_none')} {number} · {review.id}", tuple(blocks))


def written(steps: Steps, text: Strings) -> Iterator[Written]:
    for number, step in enumerate(steps.all, 1):
        yield Written(f"{number} {step.name(text)}", tuple(BLOCKS[step.kind](steps, step, text)))


def as_shown(steps: Steps, step: LessonStep, text: Strings) -> tuple[Block, ...]:
    return step.page(steps, State(), text).blocks


def questions(steps: Steps, step: Any, text: Strings) -> Iterator[Block]:
    if not steps.review:
        yield from steps.blocks("know", text)
    for number, question in enumerate(step.questions, 1):
        page = step.page(steps, State(looking=question.id), text)
        yield Words(text("predict.progress", number=number, count=len(step.questions)), "heading")
        yield from page.blocks
        if isinstance(page.want, Ask) and page.want.options:
            yield Words("\n".join(f"- {words}" for words in page.want.options.values()), LISTED)
        else:
            yield Words(why_unusable(question, text), "note")
        yield from steps.blocks(f"know {question.id}", text)


def runs(steps: Steps, step: Any, text: Strings) -> Iterator[Block]:
    page = steps.prose(text)
    for experiment in step.trained:
        task = measurements.experiment_words(experiment.id, page)
        yield Words(text("run.sweep_title", seeds=experiment.seeds, task=task), "heading")
        yield Words("\n".join(f"- {measurements.named(arm, page, text)}" for arm in experiment.names), LISTED)


def reasons(steps: Steps, step: Any, text: Strings) -> Iterator[Block]:
    """Yield the words on the runs: on all of them, on why each question came out so, and beside each probe."""
    yield from step.page(steps, State(), text).blocks
    yield from all_answered(step.questions, steps, text)
    for look in step.looks(steps, text):
        own = steps.blocks(f"probe {look.probe} {look.experiment.id}", text)
        yield Words(look.title, "heading")
        yield from look.lead
        yield from own or steps.blocks(f"probe {look.probe}", text)


def ladder(steps: Steps, step: Any, text: Strings) -> Iterator[Block]:
    taken = State(hints={step.id: len(step.hints)}, found=frozenset({step.id}))
    found, *hints = step.page(steps, taken, text).blocks
    yield from hints
    for miss in steps.lesson.near_misses:
        yield Words(f"{miss.file} · {miss.function or miss.line}", "heading")
        yield from steps.blocks(f"near {miss.id}", text)
    yield found


def on_trial(steps: Steps, step: Any, text: Strings) -> Iterator[Block]:
    """Yield the finding to explain, the causes, the runs, and each test with what they expect of it."""
    pages = trial_pages(step.trial, steps, State(), text)
    yield from steps.asking(step.trial, text)
    causes = kind_of(step.trial).choices(step.trial, pages.page, text)
    yield Words("\n".join(f"- {words}" for words in causes.values()), LISTED)
    yield from runs(steps, step, text)
    for test in step.trial.tests:
        yield Words(pages.test_words(test), "heading")
        yield from pages.expectations(test)
        yield from steps.blocks(f"because {test.id}", text)


def code(steps: Steps, step: Any, text: Strings) -> Iterator[Block]:
    yield from step.page(steps, State(), text).blocks
    begin, line = hints.first_text(steps.lesson)
    yield Words(f"{step.file}:{line}", "heading")
    yield Code(tuple((begin if steps.lesson.lab else begin.splitlines()[line - 1]).splitlines()), "python")
    for gap in steps.lesson.lab.gaps if steps.lesson.lab else ():
        taken = State(hints={gap: len(hints.gap_hints(steps.lesson, gap))})
        yield from hints.gap_blocks(gap, steps.lesson, taken, steps.prose(text), text)
    for heading in steps.prose(text).sections:
        if heading.startswith("told "):
            yield from steps.blocks(heading, text)


def calculation(steps: Steps, step: Any, text: Strings) -> Iterator[Block]:
    """Yield the program of a worked calculation and its questions, without running it."""
    worked, page = steps.lesson.worked, steps.prose(text)
    if worked:
        yield Code(tuple(worked.program.strip("\n").splitlines()), "python")
    for number, question in enumerate(step.questions, 1):
        yield Words(text("predict.progress", number=number, count=len(step.questions)), "heading")
        yield Words(question_words(question, page, text))
        yield Words(why_unusable(question, text), "note")
        yield Words(question_name(question, steps.lesson, page, text), "heading")
        yield from answered(question, steps, text)


def last(steps: Steps, step: Any, text: Strings) -> Iterator[Block]:
    """Yield the last page; of a short lesson, which has no page Observe, its verdicts stand there, too."""
    if steps.lesson.is_short:
        yield from all_answered(steps.questions.values(), steps, text)
    yield from as_shown(steps, step, text)


def all_answered(questions: Iterable[Question], steps: Steps, text: Strings) -> Iterator[Block]:
    for question in questions:
        yield Words(question_name(question, steps.lesson, steps.prose(text), text), "heading")
        yield from answered(question, steps, text)


def answered(question: Question, steps: Steps, text: Strings) -> Iterator[Block]:
    for heading in reasons_of(question):
        for block in steps.blocks(heading, text):
            if isinstance(block, Words):
                block = replace(block, markdown=block.markdown.replace(VERDICT, text("asked.open")))
            yield block


BLOCKS: Mapping[str, Callable[[Steps, Any, Strings], Iterable[Block]]] = {
    "read": as_shown,
    "predict": questions,
    "run": runs,
    "observe": reasons,
    "hints": ladder,
    "trial": on_trial,
    "instruments": as_shown,
    "repair": code,
    "lab": code,
    "trace": calculation,
    "why": last,
}
