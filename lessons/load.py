"""From files to frozen lessons. Whatever is wrong with a file is said with the file, the key, and what was expected."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from lessons.parts import (
    read_break,
    read_claim,
    read_experiment,
    read_hints,
    read_near_miss,
    read_prediction,
    read_repair,
    read_sibling,
    read_words,
)
from lessons.prose import options, read_prose
from lessons.schema import (
    FORMAT,
    LANGUAGES,
    Course,
    Experiment,
    Hint,
    Lesson,
    LessonError,
    NearMiss,
    Prose,
    Question,
    Sibling,
    Track,
)
from lessons.table import Table, nearest

CONTENT = Path(__file__).parent / "content"


@cache
def load_course(content: Path = CONTENT) -> Course:
    """The whole course: `course.toml` and every lesson it names. Raises LessonError."""
    table = Table.read(content / "course.toml")
    check_format(table)
    tracks = tuple(read_track(track) for track in table.tables("track"))
    renamed = table.table("renamed", {}).rest()
    concepts = {name: read_words(inner) for name, inner in table.named_tables("concepts").items()}
    table.close()
    names = [name for track in tracks for name in track.lessons]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise LessonError(f"{content / 'course.toml'}: lesson {twice!r} stands twice.")
    lessons = {name: load_lesson(content / name) for name in names}
    check_needs(lessons)
    check_concepts(lessons, concepts)
    return Course(tracks, lessons, renamed, concepts)


def load_lesson(folder: Path) -> Lesson:
    """One lesson from its folder. Raises LessonError."""
    table = Table.read(folder / "lesson.toml")
    check_format(table)
    identity = table.take("id", str)
    if identity != folder.name:
        raise LessonError(
            f"{table.where}: id = {identity!r}, but the folder is {folder.name!r}; they should be the same."
        )
    needs = table.texts("needs", [])
    minutes = table.take("minutes", int, 20)
    broken = read_break(table.table("break"))
    experiments = {
        name: read_experiment(name, inner) for name, inner in table.named_tables("experiment").items()
    }
    questions = tuple(read_prediction(inner, experiments) for inner in table.tables("predict"))
    siblings = tuple(read_sibling(inner, broken) for inner in table.tables("review"))
    check_names(questions, siblings, experiments, table.where)
    hints = read_hints(table)
    near_misses = tuple(read_near_miss(inner) for inner in table.tables("near"))
    repair = read_repair(table.table("repair"))
    claims = {name: read_claim(name, inner) for name, inner in table.named_tables("claims").items()}
    probes = table.texts("probes", [])
    table.close()
    headings = list(required_headings(questions, hints, near_misses, probes, siblings))
    prose = {language: read_prose(folder / f"{language}.md", claims, headings) for language in LANGUAGES}
    check_options([(f"predict {question.id}", question) for question in questions], prose, folder)
    check_options([(f"review {sibling.id}", sibling.question) for sibling in siblings], prose, folder)
    return Lesson(
        identity,
        folder,
        needs,
        broken,
        experiments,
        questions,
        hints,
        near_misses,
        repair,
        claims,
        prose,
        minutes,
        siblings,
    )


def required_headings(
    questions: tuple[Question, ...],
    hints: tuple[Hint, ...],
    near_misses: tuple[NearMiss, ...],
    probes: tuple[str, ...],
    siblings: tuple[Sibling, ...],
) -> Iterator[str]:
    """Every section that a page must have, in the order in which a learner meets them."""
    yield from ("summary", "read", "edit", "symptom")
    yield from (f"predict {question.id}" for question in questions)
    yield from ("observe",)
    yield from (f"probe {probe}" for probe in probes)
    yield from (f"hint {number}" for number, _ in enumerate(hints, 1))
    yield from (f"near {miss.id}" for miss in near_misses)
    yield from ("cause", "why", "next")
    for sibling in siblings:
        yield from (f"review {sibling.id}", f"learnt {sibling.id}")


def check_format(table: Table) -> None:
    number = table.take("format", int)
    if number != FORMAT:
        raise LessonError(f"{table.where}: format = {number}, but this version reads format {FORMAT}.")


def read_track(table: Table) -> Track:
    track = Track(table.take("id", str), read_words(table.table("title")), table.texts("lessons"))
    table.close()
    return track


def check_options(asked: Iterable[tuple[str, Question]], prose: Mapping[str, Prose], folder: Path) -> None:
    """Every option of a choice has its words in every language, under the question's heading."""
    for heading, question in asked:
        expected = {option.id for option in question.options}
        for language, page in prose.items():
            _, words = options(page.sections[heading])
            if set(words) != expected:
                raise LessonError(
                    f"{folder / language}.md: ## {heading} should list the options "
                    f"{', '.join(sorted(expected)) or 'of no choice'}; it lists {', '.join(sorted(words)) or 'none'}."
                )


def check_names(
    questions: tuple[Question, ...],
    siblings: tuple[Sibling, ...],
    experiments: Mapping[str, Experiment],
    where: str,
) -> None:
    """Questions, reviews and experiments are told apart by their ids, in the journal and in the claims."""
    reviews = [sibling.id for sibling in siblings]
    for names in ([*(question.id for question in questions), *reviews], [*experiments, *reviews]):
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise LessonError(f"{where}: the id {twice!r} stands twice. Give each its own.")


def check_needs(lessons: Mapping[str, Lesson]) -> None:
    for lesson in lessons.values():
        for need in lesson.needs:
            if need not in lessons:
                raise LessonError(f"{lesson.folder}/lesson.toml: needs {need!r}, which is not in the course.")


def check_concepts(lessons: Mapping[str, Lesson], concepts: Mapping[str, object]) -> None:
    """Every idea that a lesson names has its words in course.toml."""
    for lesson in lessons.values():
        named = [question.concept for question in lesson.questions]
        for concept in [*named, *(sibling.concept for sibling in lesson.siblings)]:
            if concept is not None and concept not in concepts:
                raise LessonError(
                    f"{lesson.folder}/lesson.toml: concept = {concept!r} is not in [concepts] of course.toml."
                    f"{nearest(concept, tuple(concepts))}"
                )


def nearest_lessons(course: Course, name: str) -> list[str]:
    """The ids most like a name that is none; where nothing is alike, the first of the course."""
    return get_close_matches(name, course.lessons, n=3, cutoff=0.3) or list(course.lessons)[:3]
