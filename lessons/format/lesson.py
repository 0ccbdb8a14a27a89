"""From its files to a frozen lesson. What is wrong with them is said with the file, the key, and what was expected."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from lessons.course.course import Heading
from lessons.course.lesson.arm_roles import with_roles
from lessons.course.lesson.claim import Claim
from lessons.course.lesson.drawing import Drawing
from lessons.course.lesson.exercise import REVEALS, Attempt, Bound, Hint, Lab, NearMiss, Repair
from lessons.course.lesson.lesson import USUAL_MINUTES, Edit, Experiment, Lesson, Prose, Question, Review
from lessons.course.lesson.metric import ALWAYS
from lessons.course.lesson.prose import fill, options
from lessons.course.lesson.summaries import PAIRS
from lessons.course.lesson.trial import TRIAL
from lessons.course.lesson.values import LANGUAGES, MAX_TRAINED_STEPS, MODES, ByLanguage, LessonError, Name, one_of
from lessons.course.steps.headings import optional_headings, required_headings
from lessons.format import files, own_functions
from lessons.format.experiments import check_trained, library_files, read_edits, read_experiment
from lessons.format.pages import Blocks, cut, read_prose, read_structure
from lessons.format.questions import checked_claims, read_claims, read_prediction, read_review, read_trial, read_worked
from lessons.format.table import TomlTable, check_once, languages_in

LONGEST_TITLE = 100  # characters
HAVE_IDS = ("predict", "step", "test", "review")  # sections; the journal tells by their ids what was answered


def read_folder(folder: Path, languages: Iterable[str] = ()) -> Lesson:
    """Read one lesson from its folder, with its pages in these languages, or in all its own. Raises LessonError."""
    table, blocks = read_structure(folder, own_functions.read_own(folder.parent))
    lesson = read_lesson(folder, table, blocks)
    headings, may_have = list(required_headings(lesson)), set(optional_headings(lesson))
    pages = {language: folder / f"{language}.md" for language in languages or languages_in(folder.parent)}
    prose = ByLanguage(
        (language, read_prose(path, lesson.claims, headings, may_have, has_blocks=path == blocks.page))
        for language, path in pages.items()
    )
    first = next(iter(prose.values()))
    for question in lesson.questions:
        check_options(f"predict {question.id}", question, prose, folder)
    for review in lesson.reviews:
        check_options(f"review {review.id}", review.question, prose, folder)
    return replace(lesson, prose=prose, experiments=with_roles(lesson.experiments, first))


def read_lesson(folder: Path, table: TomlTable, blocks: Blocks) -> Lesson:
    identity = table.take("id", Name)
    if identity != folder.name:
        said = f"id = {identity!r}, but the folder is {folder.name!r}; they should be the same."
        raise LessonError(f"{table.where}: {said}")
    edits, where = read_edits(table), table.where
    experiments = {name: read_experiment(name, each, edits) for name, each in table.named_tables("experiment").items()}
    questions = tuple(read_prediction(name, block, experiments) for name, block in blocks.named("predict").items())
    trial = read_trial(blocks, experiments)
    reviews = read_reviews(table, blocks, edits)
    reviewed = {review.id: review.experiment for review in reviews}
    claims = checked_claims(read_claims(blocks), experiments | reviewed, str(blocks.page), table.own)
    tests = trial.tests if trial else ()
    lab = table.table("lab") if table.has("lab") else None
    experiments = {name: measuring(each, (*questions, *tests), claims) for name, each in experiments.items()}
    lesson = table.fill(
        Lesson,
        ("needs", "minutes", "probes", "no_trial", "retired"),
        id=identity,
        folder=folder,
        edits=edits,
        experiments=experiments,
        rounds=read_rounds(table, experiments),
        questions=tuple(judged_alike(each, experiments.get(each.experiment)) for each in questions),
        trial=trial,
        survivors=read_survivors(blocks, trial) if trial else (),
        hints=read_hints(blocks),
        near_misses=tuple(map(read_near_miss, table.tables("near"))),
        repair=read_repair(table.table("repair"), experiments) if table.has("repair") else None,
        lab=lab.fill(Lab, **read_attempts(lab, "code")) if lab else None,
        worked=read_worked(table, blocks),
        reviews=tuple(measured_review(review, claims) for review in reviews),
        claims=claims,
        drawings={name: inner.fill(Drawing, name=name) for name, inner in blocks.drawings.items()},
    )
    blocks.close()
    check_inside(lesson, blocks.page, where)
    check_trained([*experiments.values(), *reviewed.values()], where, 4 * MAX_TRAINED_STEPS)
    ids = list(reviewed)  # by these, questions, experiments and reviews are told apart in the journal and in claims
    check_ids([*(question.id for question in (*lesson.asked, *tests)), *ids, *lesson.retired], blocks, where)
    check_once([*experiments, *ids], where)
    return lesson


def check_ids(ids: list[str], blocks: Blocks, where: str) -> None:
    """Raise LessonError where a question, a test or a review has the id of another one, and name their headings."""
    twice = next((name for name in ids if ids.count(name) > 1), "")
    headings = [f"## {kind} {twice}" for kind in HAVE_IDS if twice in blocks.named(kind)]
    if len(headings) > 1:
        under = f"stands twice, under {' and '.join(headings)}"
        raise LessonError(f"{blocks.page}: the id {twice!r} {under}. Give each its own.")
    check_once(ids, where)


def read_reviews(table: TomlTable, blocks: Blocks, edits: tuple[Edit, ...]) -> tuple[Review, ...]:
    """Read the reviews: each has a section, and `[review.NAME]` says what it trains."""
    structure = table.table("review", {})
    sections = blocks.named("review").items()
    reviews = tuple(read_review(name, block, structure.table(name), edits) for name, block in sections)
    for name in structure.names():
        raise LessonError(f"{structure.where}: {name!r} is asked nowhere. Write ## review {name}.")
    return reviews


def read_survivors(blocks: Blocks, trial: Question) -> tuple[str, ...]:
    table = blocks.tables.get("why") or TomlTable({}, f"{blocks.page}: ## why")
    causes = tuple(cause.id for cause in trial.options)
    return table.take("survivors", tuple[Annotated[str, one_of(causes)], ...])


def read_hints(blocks: Blocks) -> tuple[Hint, ...]:
    """Read the ladder, a section a hint. A hint that does not say what it reveals is the next of the usual five."""
    tables = blocks.named("hint").values()
    usual = (REVEALS[min(number, len(REVEALS) - 1)] for number, _ in enumerate(tables))
    both = zip(tables, usual, strict=True)
    hints = tuple(table.fill(Hint, reveals=table.one_of("reveals", REVEALS, known)) for table, known in both)
    order = [REVEALS.index(hint.reveals) for hint in hints]
    if order != sorted(order):
        raise LessonError(f"{blocks.page}: ## hint: reveals should only ever increase: {' < '.join(REVEALS)}.")
    return hints


def measured_review(review: Review, claims: Mapping[str, Claim]) -> Review:
    """Return a review whose experiment measures what is asked and claimed of it."""
    experiment = measuring(review.experiment, (review.question,), claims)
    return replace(review, experiment=experiment, question=judged_alike(review.question, experiment))


def judged_alike(question: Question, experiment: Experiment | None) -> Question:
    """Return the question, asking for the mean where the lesson's pages tell the mean."""
    if experiment is None or question.summary != "median":
        return question
    return replace(question, summary=experiment.statistic(question.metric))


def measuring(experiment: Experiment, questions: Iterable[Question], claims: Mapping[str, Claim]) -> Experiment:
    """Return the experiment with each metric asked for, and each pair of arms that a question compares."""
    about = [question for question in questions if question.experiment == experiment.id]
    claimed = [claim for claim in claims.values() if claim.arguments.get("experiment") == experiment.id]
    told = [(claim.measure, claim.arguments["metric"]) for claim in claimed if "metric" in claim.arguments]
    asked = [*(question.metric for question in about), *(metric for _, metric in told)]
    metrics = tuple(dict.fromkeys((*experiment.metrics, *asked)))
    means = tuple(sorted({metric for measure, metric in told if measure == "mean"}))
    pairs = [(each.metric, each.compare, each.arm, each.against) for each in about if each.against]
    if len(experiment.arms) == 2:
        first, last = experiment.names
        pairs += [(metric, compare, last, first) for metric in metrics for compare in PAIRS]
    return replace(experiment, metrics=metrics, pairs=tuple(dict.fromkeys(pairs)), means=means)


def read_rounds(table: TomlTable, experiments: Mapping[str, Experiment]) -> tuple[tuple[str, ...], ...]:
    """Read the experiments of each round; one each, unless the lesson says otherwise. The trial's are left out."""
    of_rounds = [name for name in experiments if name != TRIAL]
    rounds = table.take("rounds", tuple[tuple[str, ...], ...], tuple((name,) for name in of_rounds))
    if sorted(name for names in rounds for name in names) != sorted(of_rounds) or () in rounds:
        raise LessonError(f"{table.where}: rounds should name each experiment once: {', '.join(of_rounds)}.")
    return rounds


def check_inside(lesson: Lesson, page: Path, where: str) -> None:
    for question in lesson.questions:
        if question.inside and question.metric in ALWAYS:
            said = f"every run shows {question.metric}, so it is not inside"
            raise LessonError(f"{page}: ## predict {question.id}: {said}.")
    for experiment in lesson.experiments.values():
        if odd := [probe for probe in experiment.inside if probe not in lesson.probes_of(experiment)]:
            raise LessonError(f"{where}: [experiment.{experiment.id}] inside has {odd[0]!r}, which is no probe of it.")


def check_options(heading: str, question: Question, prose: Mapping[str, Prose], folder: Path) -> None:
    """Raise LessonError unless every option has its words in every language, under the question's heading."""
    expected = {option.id for option in question.options}
    for language, page in prose.items():
        _, words = options(page.sections[heading])
        if set(words) != expected:
            should = f"the options {', '.join(sorted(expected)) or 'of no choice'}"
            found = f"{folder / language}.md: ## {heading} should list {should}"
            raise LessonError(f"{found}; it lists {', '.join(sorted(words)) or 'none'}.")


# ---- what a learner works on -----------------------------------------------


def read_near_miss(table: TomlTable) -> NearMiss:
    miss = table.fill(NearMiss)
    if miss.file not in library_files():
        raise LessonError(f"{table.where}: file = {miss.file!r} is not a file of minimodel.")
    return miss


def read_repair(table: TomlTable, experiments: Mapping[str, Experiment]) -> Repair:
    bounds = table.tables("accept")
    accept = tuple(each.fill(Bound, experiment=each.one_of("experiment", experiments)) for each in bounds)
    return table.fill(Repair, accept=accept, **read_attempts(table, "after"))


def read_attempts(table: TomlTable, key: str) -> dict[str, tuple[Attempt, ...]]:
    found = {name: tuple(read_attempt(each, key) for each in table.tables(name)) for name in ("right", "wrong")}
    check_once([each.id for attempts in found.values() for each in attempts], table.where)
    return found


def read_attempt(table: TomlTable, key: str) -> Attempt:
    """Read one attempt; it may be told by a text and what stands there instead."""
    keys = ("id", "before", "file") if key == "after" else ("id", "before")
    attempt = table.fill(Attempt, keys, code=table.take(key, str))
    if key == "after" and bool(attempt.file) != bool(attempt.before):
        raise LessonError(f"{table.where}: file and before belong together: the text that {key} replaces.")
    return attempt


def read_heading(folder: Path) -> Heading:
    """Read what the map shows of a lesson. One that cannot be read is called by its id, and says why when opened."""
    texts = {path: files.read_text(path) for path in (folder / f"{each}.md" for each in languages_in(folder.parent))}
    try:
        table, blocks = read_structure(folder)
        needs, minutes = table.take("needs", tuple[str, ...], ()), table.take("minutes", int, USUAL_MINUTES)
        pages = {path.stem: cut(text, path) for path, text in texts.items()}
        claims = read_claims(blocks)
    except LessonError:
        return Heading(folder.name, USUAL_MINUTES, MODES[:1], dict.fromkeys(LANGUAGES, folder.name), {})
    is_break = table.has("break")

    def words(heading: str) -> ByLanguage[str]:
        found = {language: sections[heading].words for language, (_, sections) in pages.items() if heading in sections}
        return ByLanguage((language, fill(found.get(language, ""), claims, language)) for language in pages)

    titles = ByLanguage((each, fill(title, claims, each)[:LONGEST_TITLE]) for each, (title, _) in pages.items())
    blind = (words("blind title"), words("blind summary")) if is_break else ({}, {})
    modes, true = MODES if is_break else MODES[:1], words("true title")
    true = true if any(true.values()) else ByLanguage()
    return Heading(folder.name, minutes, modes, titles, words("summary"), needs, *blind, true)
