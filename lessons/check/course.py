"""A course, a pack, or one lesson's folder: what is in it, in which order, and that every file belongs to something."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lessons.check.places import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.check.words.course_words import prove_course_words
from lessons.course import Course
from lessons.folders import folder_problems
from lessons.format import LessonError
from lessons.lesson import Lesson
from lessons.load import CONTENT, ELSEWHERE, load_course, load_lesson
from lessons.placement import FILE as PLACEMENT
from lessons.placement import load_placement
from lessons.table import nearest

COURSE = "course.toml"


@dataclass(frozen=True)
class Folder:
    """What is proved: one lesson, or the lessons that a `course.toml` lists."""

    path: Path
    lessons: tuple[Path, ...]
    course: Course | None = None
    problem: str = ""  # why its course.toml does not load


def folder_at(path: Path) -> Folder:
    """Find what stands at a path. Raises LessonError where it is nothing that can be proved."""
    path = path.resolve()
    if not path.is_dir():
        raise LessonError(f"{path} is no folder of a lesson, a pack or a course: {COURSE} is missing.")
    if (path / STRUCTURE).exists():
        return Folder(path, (path,), course_around(path))
    if not (path / COURSE).exists() and not lesson_folders(path):
        raise LessonError(f"{path} holds neither a {STRUCTURE} nor a {COURSE}: {COURSE} is missing.")
    try:
        course = load_course(path)
    except LessonError as error:
        return Folder(path, lesson_folders(path), None, str(error))
    return Folder(path, tuple(path / name for name in course.headings), course)


def lesson_folders(path: Path) -> tuple[Path, ...]:
    return tuple(sorted(each.parent for each in path.glob(f"*/{STRUCTURE}")))


def course_around(lesson: Path) -> Course | None:
    """The course whose folder a lesson stands in, if its `course.toml` lists it."""
    try:
        course = load_course(lesson.parent)
    except LessonError:
        return None
    return course if lesson.name in course.headings else None


def read_lesson_at(folder: Path, course: Course | None) -> Lesson:
    """Load a lesson as its course knows it. Raises LessonError."""
    return course.lessons[folder.name] if course else load_lesson(folder)


def prove_folder(folder: Folder) -> Iterator[Proof]:
    """What is true of the folder, before any of its lessons is read."""
    name = folder.path.name
    if folder.problem:
        yield Proof(name, "the course loads", folder.problem, COURSE)
        return
    problems = list(folder_problems(folder.path))
    for problem in problems or [""]:
        yield Proof(name, "its files", problem)
    if folder.course is not None and folder.path not in folder.lessons:
        yield Proof(name, "it has lessons", "" if folder.lessons else "it lists none.", COURSE)
        yield from prove_course_words(folder.course, folder.path)
        yield from prove_placement(folder)


def prove_placement(folder: Folder) -> Iterator[Proof]:
    """Whoever is new is led to a lesson, in three questions at most."""
    if (folder.path / PLACEMENT).exists():
        try:
            load_placement(folder.path)
            problem = ""
        except LessonError as error:
            problem = str(error)
        yield Proof(folder.path.name, "it says where to begin", problem, PLACEMENT)


def prove_needs(lesson: Lesson, course: Course | None) -> Iterator[Proof]:
    """What a lesson needs exists, and comes before it."""
    if not lesson.needs:
        return
    own = tuple(course.headings) if course else ()
    line = line_in_structure(lesson, "", "needs")
    for need in lesson.needs:
        problem, advice = wrong_need(lesson.id, need, own), ""
        if ELSEWHERE.fullmatch(need):
            problem, advice = "", "it is of another pack: whether it is there shows once both are opened."
        yield Proof(lesson.id, f"needs {need}", problem, STRUCTURE, line, advice=advice)
    twice = [need for need in lesson.needs if lesson.needs.count(need) > 1]
    if twice:
        yield Proof(lesson.id, "needs", f"{twice[0]!r} stands twice.", STRUCTURE, line)


def wrong_need(lesson: str, need: str, own: tuple[str, ...]) -> str:
    """Why a lesson cannot be needed here, or nothing."""
    if need == lesson:
        return "a lesson cannot need itself."
    if need in own:
        late = lesson in own and own.index(need) > own.index(lesson)
        return f"{need!r} comes after it in the course." if late else ""
    built_in = tuple(load_course(CONTENT).headings)
    return "" if need in built_in else f"there is no such lesson.{nearest(need, (*own, *built_in))}"
