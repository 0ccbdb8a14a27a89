"""A course, a pack, or one lesson's folder: what is in it, in which order, and that every file belongs to something."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from lessons.check import translation
from lessons.check.pages import STRUCTURE, Proof, line_in_structure
from lessons.course.course import Course
from lessons.course.lesson.lesson import Lesson, Prose
from lessons.course.lesson.values import LessonError, nearest
from lessons.format import glossary, own_functions, placement, table
from lessons.format.course import ELSEWHERE, load_course
from lessons.format.files import CONTENT, COURSE, PLACEMENT, foreign_files


@dataclass(frozen=True)
class Folder:
    """A folder to prove: one lesson, or the lessons that a `course.toml` lists."""

    path: Path
    lessons: tuple[Path, ...]
    course: Course | None = None
    problem: str = ""  # why its course.toml does not load


def folder_at(path: Path) -> Folder:
    """Find the lesson, pack or course at a path. Raises LessonError where there is none."""
    path = path.resolve()
    if not path.is_dir():
        raise LessonError(f"{path} is no folder of a lesson, a pack or a course: {COURSE} is missing.")
    if (path / STRUCTURE).exists():
        return Folder(path, (path,), course_around(path))
    inside = tuple(sorted(each.parent for each in path.glob(f"*/{STRUCTURE}")))
    if not (path / COURSE).exists() and not inside:
        raise LessonError(f"{path} holds neither a {STRUCTURE} nor a {COURSE}: {COURSE} is missing.")
    try:
        course = load_course(path)
    except LessonError as error:
        return Folder(path, inside, None, str(error))
    return Folder(path, tuple(path / name for name in course.headings), course)


def course_around(lesson: Path) -> Course | None:
    try:
        course = load_course(lesson.parent)
    except LessonError:
        return None
    return course if lesson.name in course.headings else None


def prove_folder(folder: Folder) -> Iterator[Proof]:
    name = folder.path.name
    if folder.problem:
        yield Proof(name, "the course loads", folder.problem, COURSE)
        return
    root = folder.path.parent if folder.path in folder.lessons else folder.path
    for problem in list(foreign_files(folder.path, folder.lessons, table.languages_in(root))) or [""]:
        yield Proof(name, "its files", problem)
    if folder.course is not None and folder.path not in folder.lessons:
        yield Proof(name, "it has lessons", "" if folder.lessons else "it lists none.", COURSE)
        yield Proof(name, "its glossary", trouble_of(glossary.read_glossary, folder.path))
        yield from glossary_parity(folder.path)
        yield Proof(name, "its own functions", trouble_of(own_functions.read_own, folder.path))
        if (folder.path / PLACEMENT).exists():
            yield Proof(name, "it says where to begin", trouble_of(placement.load_placement, folder.path), PLACEMENT)


def glossary_parity(folder: Path) -> Iterator[Proof]:
    """Find numbers and code that a term has in one language alone."""
    with suppress(LessonError):  # which is said already
        terms = {name: {each.id: each.text for each in found} for name, found in glossary.read_glossary(folder).items()}
        lesson = Lesson(folder.name, folder, prose={name: Prose("", found) for name, found in terms.items()})
        for check in ("the same numbers", "the same code"):
            for proof in translation.CHECKS[check](lesson):
                yield replace(proof, what=f"its glossary: {check}", file=f"glossary.{proof.file}")


def trouble_of(read: Callable[[Path], object], path: Path) -> str:
    try:
        read(path)
    except LessonError as error:
        return str(error)
    return ""


def prove_needs(lesson: Lesson, course: Course | None) -> Iterator[Proof]:
    own = tuple(course.headings) if course else ()
    line = line_in_structure(lesson, "", "needs")
    for place, need in enumerate(lesson.needs):
        problem = "it is listed twice." if need in lesson.needs[:place] else wrong_need(lesson.id, need, own)
        elsewhere = "it is of another pack: whether it is there shows once both are opened."
        advice = elsewhere if ELSEWHERE.fullmatch(need) and not problem else ""
        yield Proof(lesson.id, f"needs {need}", problem, STRUCTURE, line, advice=advice)


def wrong_need(lesson: str, need: str, own: tuple[str, ...]) -> str:
    if ELSEWHERE.fullmatch(need):
        return ""
    if need == lesson:
        return "a lesson cannot need itself."
    if need in own:
        late = lesson in own and own.index(need) > own.index(lesson)
        return f"{need!r} comes after it in the course." if late else ""
    built_in = tuple(load_course(CONTENT).headings)
    return "" if need in built_in else f"there is no such lesson.{nearest(need, (*own, *built_in))}"
