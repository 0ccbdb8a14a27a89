"""What is proved of a lesson: its claims, predictions, reviews, its repair or lab, and that its arms can be built."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lessons.check.claims import Sweeps, check_claim, experiments
from lessons.check.ways import parted
from lessons.lesson import WORKED, Arm, Experiment, Lesson, LessonError, Question, Review
from lessons.questions import kind_of
from lessons.reviewing import seeds_of
from lessons.runs.edits import LIBRARY, edited_files, edited_text
from lessons.runs.experiment import sweep, sweep_lesson
from lessons.runs.judge import Judgement, judge
from lessons.runs.measured import Measured
from lessons.runs.training import Alone
from lessons.runs.workspace import copy_library
from lessons.source import nearness, source
from lessons.state import Answer
from lessons.summaries import Record
from lessons.verdicts import in_terms, verdict

TRIED = "\n# tried\n"  # what is unchanged is not judged


@dataclass(frozen=True)
class Proof:
    """One thing that was checked, and what is wrong with it, if anything."""

    lesson: str
    what: str
    problem: str = ""

    @property
    def holds(self) -> bool:
        return not self.problem


def prove(lesson: Lesson) -> Iterator[Proof]:
    """Make all proofs of one lesson. Arms that cannot be built end it early."""
    broken = [Proof(lesson.id, what, problem) for what, problem in unbuilt(lesson)]
    if broken:
        yield from broken
        return
    sweeps = sweeps_of(lesson)
    for claim in lesson.claims.values():
        yield Proof(lesson.id, f"claim {claim.name}", check_claim(claim, lesson, sweeps))
    yield from prove_predictions(lesson, sweeps)
    for review in lesson.reviews:
        yield Proof(lesson.id, f"review {review.id}", check_review(review, sweeps[review.id]))
    for name, problem in parted(lesson).items():
        yield Proof(lesson.id, f"one truth in every path of {name}", problem)
    yield from prove_calculation(lesson)
    yield from prove_near_misses(lesson)
    yield from prove_repair(lesson)
    yield from prove_lab(lesson)


def unbuilt(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """Every arm that cannot be trained one step, and every edited file that is no Python, with the reason."""
    for file in edited_files(lesson.edits):
        try:
            compile(edited_text(lesson.edits, file), file, "exec")
        except (SyntaxError, ValueError) as error:
            yield f"break in {file}", f"it is no Python any more: {error}."
    for experiment in experiments(lesson).values():
        for arm in experiment.arms:
            if not arm.edits and (problem := trouble(arm)):  # what an edited line raises is a finding
                yield f"{experiment.id}, arm {arm.name}", problem


def trouble(arm: Arm) -> str:
    """Why an arm cannot be trained one step, or nothing."""
    try:
        alone = Alone(arm, 0, arm.settings.steps, replayed=False)
    except (LessonError, ValueError, TypeError) as error:
        return f"it cannot be built: {error}"
    if arm.settings.steps:
        alone.advance()
    return f"it cannot be trained: {alone.trained.trouble}" if alone.trained.trouble else ""


def sweeps_of(lesson: Lesson) -> dict[str, Measured]:
    """Everything that the proofs rest on: the lesson's own sweeps, and the first round of each review."""
    own = {name: item for name, item in sweep_lesson(lesson) if isinstance(item, Measured)}
    return own | {review.id: swept(review.experiment, seeds_of(review, 0)) for review in lesson.reviews}


def swept(experiment: Experiment, seeds: tuple[int, ...]) -> Measured:
    *_, measured = sweep(experiment, seeds)
    assert isinstance(measured, Measured)
    return measured


def prove_predictions(lesson: Lesson, sweeps: Sweeps) -> Iterator[Proof]:
    record = {name: measured.as_record() for name, measured in sweeps.items()}
    for question in lesson.questions:
        experiment = lesson.experiments[question.experiment]
        truth = kind_of(question).truth(question, record, experiment)
        yield Proof(
            lesson.id, f"prediction {question.id}", "" if truth is not None else undecided(question, record)
        )


def undecided(question: Question, record: Record) -> str:
    """Which question its runs do not decide, and what they measured."""
    measured = record[question.experiment].get(question.metric, {})
    medians = [f"{arm} {found.get('median', found.get('word', 'never'))}" for arm, found in measured.items()]
    return f"its runs do not decide it: {question.metric} of {question.experiment} is {', '.join(medians)}."


def check_review(review: Review, first: Measured) -> str:
    """What is wrong with a review, or nothing: other seeds should decide it in the same way."""
    second = swept(review.experiment, seeds_of(review, 1))
    kind, question = kind_of(review.question), review.question
    records = [{review.id: measured.as_record()} for measured in (first, second)]
    truths = [kind.truth(question, record, review.experiment) for record in records]
    if truths[0] is None or truths[1] is None:
        return undecided(question, records[0])
    if not kind.is_right(question, in_terms(question, truths[0]), in_terms(question, truths[1])):
        return f"its truth depends on the seeds: {truths[0]} in one round, {truths[1]} in the next."
    return ""


def prove_calculation(lesson: Lesson) -> Iterator[Proof]:
    """The worked calculation runs, and answers each of its questions."""
    if lesson.worked is None:
        return
    from lessons.runs.trace import traced, value_of, worked_record

    try:
        traced(lesson.worked)
        record = {WORKED: worked_record(lesson.worked)}
        for name in lesson.worked.show:
            value_of(lesson.worked, name)
    except LessonError as error:
        yield Proof(lesson.id, "the calculation runs", str(error))
        return
    yield Proof(lesson.id, "the calculation runs")
    for question in lesson.worked.questions:
        found = verdict(question, Answer("0", 0.5), record, Experiment("", (), 0))
        yield Proof(
            lesson.id, f"step {question.id}", "" if found.truth else f"there is no {question.of} to ask for."
        )


def prove_near_misses(lesson: Lesson) -> Iterator[Proof]:
    """Each near miss is the answer for some line."""
    for miss in lesson.near_misses:
        count = len(source(lesson.edits, miss.file).splitlines())
        hit = any(nearness(lesson, miss.file, line).near == miss.id for line in range(1, count + 1))
        where = f"no line of {miss.file} is it: {(miss.function or miss.line)!r}."
        yield Proof(lesson.id, f"near miss {miss.id}", "" if hit else where)


def prove_repair(lesson: Lesson) -> Iterator[Proof]:
    """The break fails as shipped, and the healthy library passes."""
    if lesson.repair is None:
        return
    with tempfile.TemporaryDirectory(prefix="lynx-tutor-check-") as folder:
        package = Path(folder) / LIBRARY.name
        copy_library(LIBRARY, package)
        yield Proof(lesson.id, "the repair passes", failure(judge(package, lesson)))
        for file in edited_files(lesson.edits):
            (package.parent / file).write_text(edited_text(lesson.edits, file) + TRIED, encoding="utf-8")
        broken = judge(package, lesson)
        problem = "the broken library is judged repaired." if broken.passed else ""
        yield Proof(lesson.id, "the break fails", problem)


def prove_lab(lesson: Lesson) -> Iterator[Proof]:
    """The solution passes, and the text to begin with fails."""
    if lesson.lab is None:
        return
    with tempfile.TemporaryDirectory(prefix="lynx-tutor-check-") as folder:
        file = Path(folder) / lesson.lab.file
        file.write_text(lesson.lab.solution, encoding="utf-8")
        yield Proof(lesson.id, "the solution passes", failure(judge(Path(folder), lesson)))
        file.write_text(lesson.lab.begin + TRIED, encoding="utf-8")
        empty = judge(Path(folder), lesson)
        yield Proof(lesson.id, "the beginning fails", "it is judged as done." if empty.passed else "")


def failure(judgement: Judgement) -> str:
    return "" if judgement.passed else f"{judgement.reason}: {judgement.detail}"
