"""A course, a pack, or one lesson's folder: what is in it, in which order, and that every file belongs to something."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lessons.check.pages import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.course import Course
from lessons.folders import folder_problems
from lessons.format import LessonError
from lessons.glossary import read_glossary
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
    """Find what is at a path. Raises LessonError where it is nothing that can be proved."""
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
    """Return the course whose folder a lesson is in, if its `course.toml` lists it."""
    try:
        course = load_course(lesson.parent)
    except LessonError:
        return None
    return course if lesson.name in course.headings else None


def read_lesson_at(folder: Path, course: Course | None) -> Lesson:
    """Load a lesson as its course knows it. Raises LessonError."""
    return course.lessons[folder.name] if course else load_lesson(folder)


def prove_folder(folder: Folder) -> Iterator[Proof]:
    """Prove what is true of the folder, before any of its lessons is read."""
    name = folder.path.name
    if folder.problem:
        yield Proof(name, "the course loads", folder.problem, COURSE)
        return
    for problem in list(folder_problems(folder.path)) or [""]:
        yield Proof(name, "its files", problem)
    if folder.course is not None and folder.path not in folder.lessons:
        yield Proof(name, "it has lessons", "" if folder.lessons else "it lists none.", COURSE)
        yield Proof(name, "the words of the course", wrong_words(folder.course), COURSE)
        yield Proof(name, "its glossary", trouble_of(read_glossary, folder.path))
        if (folder.path / PLACEMENT).exists():
            yield Proof(name, "it says where to begin", trouble_of(load_placement, folder.path), PLACEMENT)


def trouble_of(read: Callable[[Path], object], path: Path) -> str:
    """Return why a file of a course cannot be read, or nothing."""
    try:
        read(path)
    except LessonError as error:
        return str(error)
    return ""


def wrong_words(course: Course) -> str:
    """Return which title of a track, or which idea, has no words in a language."""
    words: Mapping[str, Mapping[str, str]] = {f"[[track]] {track.id}": track.title for track in course.tracks}
    words = {**words, **{f"[concepts] {name}": said for name, said in course.concepts.items()}}
    for what, said in words.items():
        for language, text in said.items():
            if not any(letter.isalnum() for letter in text):
                return f"{what}: {language} says nothing."
    return ""


def prove_needs(lesson: Lesson, course: Course | None) -> Iterator[Proof]:
    """Prove that what a lesson needs exists, and comes before it."""
    own = tuple(course.headings) if course else ()
    line = line_in_structure(lesson, "", "needs")
    for place, need in enumerate(lesson.needs):
        problem, advice = wrong_need(lesson.id, need, own), ""
        if ELSEWHERE.fullmatch(need):
            problem, advice = "", "it is of another pack: whether it is there shows once both are opened."
        if need in lesson.needs[:place]:
            problem = "it is listed twice."
        yield Proof(lesson.id, f"needs {need}", problem, STRUCTURE, line, advice=advice)


def wrong_need(lesson: str, need: str, own: tuple[str, ...]) -> str:
    """Return why a lesson cannot be needed here, or nothing."""
    if need == lesson:
        return "a lesson cannot need itself."
    if need in own:
        late = lesson in own and own.index(need) > own.index(lesson)
        return f"{need!r} comes after it in the course." if late else ""
    built_in = tuple(load_course(CONTENT).headings)
    return "" if need in built_in else f"there is no such lesson.{nearest(need, (*own, *built_in))}"
