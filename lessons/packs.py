"""Lessons from elsewhere: each pack's tracks stand after those of the built-in course, its lessons as `PACK/LESSON`.

A pack is a folder with a `course.toml`, or one lesson's folder alone. Nothing of it is run to show it, and a lesson
whose edits do more than calculate does not load.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from lessons.course import Course, Heading, Pack, Track
from lessons.files import is_folder
from lessons.format import LANGUAGES, LessonError
from lessons.headings import read_heading
from lessons.lesson import Edit, Lesson, Question
from lessons.load import Lessons, load_course, load_lesson
from lessons.table import quoted, read_toml

PACK_ID = re.compile(r"[a-z0-9-]{1,40}")
COURSE, LESSON = "course.toml", "lesson.toml"


@dataclass(frozen=True, eq=False)
class Opened:
    """A pack, and its course under its own names."""

    pack: Pack
    course: Course

    def full(self, name: str) -> str:
        """The name that a lesson, or a concept, of the pack has elsewhere."""
        return f"{self.pack.id}/{name}"

    def full_need(self, name: str) -> str:
        """The full name of what a lesson of the pack needs: of its own, else as it is."""
        return self.full(name) if name in self.pack.lessons else name

    def full_concept(self, name: str) -> str:
        """A concept that the pack gives words to is its own; another one is the built-in course's."""
        return self.full(name) if name in self.course.concepts else name


@cache
def load_courses(paths: tuple[Path, ...] = ()) -> Course:
    """Load the built-in course, and after it each pack. Raises LessonError where they do not go together."""
    opened = [read_pack(path) for path in dict.fromkeys(map(found, paths))]
    check_ids(opened)
    course = load_course()
    for each in opened:
        course = joined(course, each)
    check_needs(course, opened)
    return course


def found(path: Path) -> Path:
    """The folder itself: it may be named by a link."""
    if not is_folder(path):
        raise LessonError(f"{quoted(str(path))} is no folder of a pack.")
    return path.resolve()


def read_pack(path: Path) -> Opened:
    """Read a pack's own course; of one lesson's folder alone, a course of that lesson. Raises LessonError."""
    if (path / COURSE).exists() or not (path / LESSON).exists():
        course = load_course(path)
        name = course.id or path.name
        lessons = {lesson: path / lesson for track in course.tracks for lesson in track.lessons}
    else:
        course, name = course_of_one(path), path.name
        lessons = {path.name: path}
    if not PACK_ID.fullmatch(name):
        raise LessonError(
            f"{path / COURSE}: {quoted(name)} is no id of a pack: 1 to 40 small letters, digits and hyphens. "
            'Write id = "my-pack".'
        )
    return Opened(Pack(name, path, lessons), course)


def course_of_one(folder: Path) -> Course:
    """A course of one lesson. Its concepts are called by their ids: only its own course would have words for them."""
    heading, name = read_heading(folder), folder.name
    concepts = {
        concept: dict.fromkeys(LANGUAGES, concept.replace("-", " "))
        for concept in concepts_in(folder / LESSON)
        if concept not in load_course().concepts
    }
    lessons = Lessons((name,), lambda name: load_lesson(folder))
    return Course((Track(name, heading.titles, (name,)),), lessons, {}, concepts, {name: heading})


def concepts_in(file: Path) -> Iterator[str]:
    """The concepts that a lesson names. What does not load says so when it is opened."""
    try:
        values = read_toml(file)
    except LessonError:
        return
    for key in ("predict", "step", "review"):
        rows = values.get(key)
        for row in rows if isinstance(rows, list) else ():
            concept = row.get("concept") if isinstance(row, dict) else None
            if isinstance(concept, str):
                yield concept


# ---- under their full names ------------------------------------------------


def joined(course: Course, opened: Opened) -> Course:
    """A course, and a pack's after it."""
    own, full = opened.course, opened.full
    lessons = Lessons(
        (*course.lessons, *map(full, own.lessons)), partial(load_either, course.lessons, opened)
    )
    return Course(
        (*course.tracks, *(full_track(track, opened) for track in own.tracks)),
        lessons,
        {**course.renamed, **{full(old): full(new) for old, new in own.renamed.items()}},
        {**course.concepts, **{full(name): words for name, words in own.concepts.items()}},
        {
            **course.headings,
            **{full(name): full_heading(found, opened) for name, found in own.headings.items()},
        },
        {**course.packs, opened.pack.id: opened.pack},
    )


def full_track(track: Track, opened: Opened) -> Track:
    """A track with its pack beside its title."""
    titles = {language: f"{words} · {opened.pack.id}" for language, words in track.title.items()}
    return Track(opened.full(track.id), titles, tuple(map(opened.full, track.lessons)))


def full_heading(heading: Heading, opened: Opened) -> Heading:
    return replace(heading, id=opened.full(heading.id), needs=tuple(map(opened.full_need, heading.needs)))


def load_either(others: Mapping[str, Lesson], opened: Opened, name: str) -> Lesson:
    """A lesson of the pack, or one of those before it."""
    return others[name] if name in others else load_inert(opened, name.partition("/")[2])


def load_inert(opened: Opened, name: str) -> Lesson:
    """Load a lesson of a pack under its full names. Raises LessonError, also where an edit does more than calculate."""
    lesson = opened.course.lessons[name]
    check_lesson_inert(lesson)
    return full_lesson(lesson, opened)


def check_lesson_inert(lesson: Lesson) -> None:
    """Raise LessonError where an edit of a lesson, or of one of its reviews, does more than calculate."""
    from lessons.runs.inert import check_inert  # the course map is shown without it

    for edits in dict.fromkeys(all_edits(lesson)):
        try:
            check_inert(edits)
        except LessonError as error:
            raise LessonError(f"{lesson.folder / LESSON}: {error}") from None


def all_edits(lesson: Lesson) -> Iterator[tuple[Edit, ...]]:
    """What a lesson changes in minimodel: itself, its reviews, and single arms of their experiments."""
    yield lesson.edits
    yield from (review.edits for review in lesson.reviews)
    for experiment in (*lesson.experiments.values(), *(review.experiment for review in lesson.reviews)):
        yield from (arm.edits for arm in experiment.arms)


def full_lesson(lesson: Lesson, opened: Opened) -> Lesson:
    """The lesson with the full names of itself, of what it needs, and of its concepts."""

    def full(question: Question) -> Question:
        concept = question.concept and opened.full_concept(question.concept)
        return replace(question, concept=concept)

    worked = lesson.worked
    return replace(
        lesson,
        id=opened.full(lesson.id),
        needs=tuple(map(opened.full_need, lesson.needs)),
        questions=tuple(map(full, lesson.questions)),
        worked=replace(worked, questions=tuple(map(full, worked.questions))) if worked else None,
        reviews=tuple(
            replace(review, concept=opened.full_concept(review.concept), question=full(review.question))
            for review in lesson.reviews
        ),
    )


# ---- that they go together -------------------------------------------------


def check_ids(opened: Iterable[Opened]) -> None:
    """No two packs have one id."""
    folders: dict[str, Path] = {}
    for each in opened:
        if other := folders.get(each.pack.id):
            raise LessonError(
                f"The packs in {other} and {each.pack.folder} are both called {each.pack.id!r}. "
                f'Give one of them another id in its {COURSE}: id = "…".'
            )
        folders[each.pack.id] = each.pack.folder


def check_needs(course: Course, opened: Iterable[Opened]) -> None:
    """What the lessons of packs need is there, comes before them in their own pack, and never leads in a circle."""
    for each in opened:
        for heading in each.course.headings.values():
            for problem in need_problems(heading, each, course):
                raise LessonError(f"{each.pack.lessons[heading.id] / LESSON}: {problem}")
    try:
        TopologicalSorter({name: found.needs for name, found in course.headings.items()}).prepare()
    except CycleError as error:
        raise LessonError(f"Each of these lessons needs the next: {', '.join(error.args[1])}.") from None


def need_problems(heading: Heading, opened: Opened, course: Course) -> Iterator[str]:
    """What is wrong with what a lesson needs."""
    own, alone = list(opened.pack.lessons), opened.pack.folder in opened.pack.lessons.values()
    for need in heading.needs:
        if need in own and own.index(need) >= own.index(heading.id):
            yield f"needs {need!r}, which does not come before it in {COURSE}."
        elif opened.full_need(need) not in course.headings and not alone:
            pack, slash, _ = need.partition("/")
            how = (
                f" Name the folder of {pack} as well: --pack PATH."
                if slash and pack not in course.packs
                else ""
            )
            yield f"needs {need!r}, and there is no such lesson.{how}"
