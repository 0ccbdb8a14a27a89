"""Lessons from elsewhere: each pack's tracks stand after those of the built-in course, its lessons as `PACK/LESSON`.

A pack is a folder with a `course.toml`, or one lesson's folder alone. Nothing of it is run to show it, and a lesson
whose edits do more than calculate does not load.
"""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import asdict, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from lessons.course.course import Course, Heading, Pack, Track
from lessons.course.lesson.lesson import Edit, Lesson, Question
from lessons.course.lesson.source import edited_files
from lessons.course.lesson.values import LANGUAGES, ByLanguage, LessonError, quoted
from lessons.format.course import Lessons, load_course, load_lesson, read_heading
from lessons.format.files import COURSE, STRUCTURE, is_folder, read_text
from lessons.format.inert import inert_problem
from lessons.format.own_functions import FILES

PACK_ID = re.compile(r"[a-z0-9-]{1,40}")


@cache
def load_courses(paths: tuple[Path, ...] = ()) -> Course:
    """Load the built-in course, and after it each pack. Raises LessonError where they do not go together."""
    course = load_course()
    if missing := next((path for path in paths if not is_folder(path)), None):
        raise LessonError(f"{quoted(str(missing))} is no folder of a pack.")
    for path in dict.fromkeys(path.resolve() for path in paths):  # which links may name
        pack, own = read_pack(path)
        if other := course.packs.get(pack.id):
            mend = f'Give one of them another id in its {COURSE}: id = "…".'
            raise LessonError(f"The packs in {other.folder} and {pack.folder} are both called {pack.id!r}. {mend}")
        course = joined(course, pack, own)
    check_needs(course)
    return course


def read_pack(path: Path) -> tuple[Pack, Course]:
    """Read a pack and its own course; of one lesson's folder alone, a course of that lesson. Raises LessonError."""
    if (path / COURSE).exists() or not (path / STRUCTURE).exists():
        course = load_course(path)
        name = course.id or path.name
        lessons = {lesson: path / lesson for track in course.tracks for lesson in track.lessons}
    else:
        course, name = course_of_one(path), path.name
        lessons = {path.name: path}
    if not PACK_ID.fullmatch(name):
        should = '1 to 40 small letters, digits and hyphens. Write id = "my-pack".'
        raise LessonError(f"{path / COURSE}: {quoted(name)} is no id of a pack: {should}")
    return Pack(name, path, lessons, course.head), course


def course_of_one(folder: Path) -> Course:
    """Return a course of one lesson. Its concepts are called by their ids: only its own course would have words."""
    heading, name = read_heading(folder), folder.name
    try:
        lesson = load_lesson(folder)
        named = [*(each.concept for each in lesson.asked), *(review.concept for review in lesson.reviews)]
    except LessonError:
        named = []  # it says why it does not load when it is opened
    own = [concept for concept in named if concept and concept not in load_course().concepts]
    concepts = {concept: dict.fromkeys(LANGUAGES, concept.replace("-", " ")) for concept in own}
    lessons = Lessons((name,), lambda name: load_lesson(folder))
    return Course((Track(name, heading.titles, (name,)),), lessons, {}, concepts, {name: heading})


def joined(course: Course, pack: Pack, own: Course) -> Course:
    """Return a course, and a pack's after it: everything that is the pack's own is called `PACK/NAME`."""

    def full(name: str) -> str:
        return f"{pack.id}/{name}"

    def load(name: str) -> Lesson:
        return course.lessons[name] if name in course.lessons else load_inert(name.partition("/")[2], pack, own)

    def track(each: Track) -> Track:
        titles = ByLanguage((language, f"{words} · {pack.id}") for language, words in each.title.items())
        return replace(each, id=full(each.id), title=titles, lessons=tuple(map(full, each.lessons)))

    def heading(each: Heading) -> Heading:
        return each._replace(id=full(each.id), needs=full_names(each.needs, pack, pack.lessons))

    return Course(
        (*course.tracks, *map(track, own.tracks)),
        Lessons((*course.lessons, *map(full, own.lessons)), load),
        {**course.renamed, **{full(old): full(now) for old, now in own.renamed.items()}},
        {**course.concepts, **{full(name): words for name, words in own.concepts.items()}},
        {**course.headings, **{full(name): heading(each) for name, each in own.headings.items()}},
        {**course.packs, pack.id: pack},
    )


def full_names(names: Iterable[str], pack: Pack, own: Container[str]) -> tuple[str, ...]:
    return tuple(f"{pack.id}/{name}" if name in own else name for name in names)


def load_inert(name: str, pack: Pack, own: Course) -> Lesson:
    """Load a lesson of a pack under its full names. Raises LessonError, also where an edit does more than calculate."""
    lesson = own.lessons[name]
    check_lesson_inert(lesson)

    def full(question: Question) -> Question:
        return replace(question, concept=full_concept(question.concept)) if question.concept else question

    def full_concept(concept: str) -> str:
        return full_names([concept], pack, own.concepts)[0]

    worked = lesson.worked
    return replace(
        lesson,
        id=f"{pack.id}/{lesson.id}",
        needs=full_names(lesson.needs, pack, pack.lessons),
        questions=tuple(map(full, lesson.questions)),
        worked=replace(worked, questions=tuple(map(full, worked.questions))) if worked else None,
        reviews=tuple(
            replace(review, concept=full_concept(review.concept), question=full(review.question))
            for review in lesson.reviews
        ),
    )


def check_needs(course: Course) -> None:
    """Raise LessonError unless what the lessons of packs need is there, and comes before them in their own pack."""
    order = list(course.headings)
    for heading in course.headings.values():
        pack = course.pack_of(heading.id)
        if pack is None or pack.folder in pack.lessons.values():
            continue
        file = pack.lessons[heading.id.partition("/")[2]] / STRUCTURE
        for need in heading.needs:
            other, _, name = need.rpartition("/")
            if need not in order:
                how = f" Name the folder of {other} as well: --pack PATH." if other not in course.packs else ""
                raise LessonError(f"{file}: needs {need!r}, and there is no such lesson.{how * bool(other)}")
            if other == pack.id and order.index(need) >= order.index(heading.id):
                raise LessonError(f"{file}: needs {name!r}, which does not come before it in {COURSE}.")


def check_lesson_inert(lesson: Lesson) -> None:
    """Raise LessonError where an edit of a lesson, or of one of its reviews, does more than calculate."""
    for edits in dict.fromkeys(all_edits(lesson)):
        for file in edited_files(edits):
            if problem := inert_problem(edits, file):
                raise LessonError(f"{lesson.folder / STRUCTURE}: [break] {problem}")


def all_edits(lesson: Lesson) -> Iterator[tuple[Edit, ...]]:
    """Yield the edits of minimodel in a lesson: its own, its reviews', and those of single arms."""
    yield lesson.edits
    yield from (review.edits for review in lesson.reviews)
    for experiment in (*lesson.experiments.values(), *(review.experiment for review in lesson.reviews)):
        yield from (arm.edits for arm in experiment.arms)


def code_of(pack: Pack) -> str:
    """Sum up all code of a pack: edits, calculations, texts of labs. Other words or numbers leave the sum as it is."""
    code = [[name, *code_in(folder)] for name, folder in sorted(pack.lessons.items())]
    code += [[path.name, read_text(path)] for path in own_files(pack)]
    return sha256(repr(code).encode()).hexdigest()


def code_lines(pack: Pack) -> Iterator[str]:
    """Yield the code of a pack, for people: of each edit the lines that go and those that come."""
    for name, folder in sorted(pack.lessons.items()):
        try:
            lesson = load_lesson(folder)
        except LessonError:
            continue
        for edit in dict.fromkeys(edit for edits in all_edits(lesson) for edit in edits):
            yield f"{name}: {edit.file}"
            yield from (f"  - {line}" for line in edit.before.splitlines())
            yield from (f"  + {line}" for line in edit.after.splitlines())
        if lesson.worked:
            yield f"{name}: [worked]"
            yield from (f"  {line}" for line in lesson.worked.program.splitlines())
    for path in own_files(pack):
        yield from (path.name, *(f"  {line}" for line in read_text(path).splitlines()))


def own_files(pack: Pack) -> Iterator[Path]:
    """Yield the files of a pack that have functions of its own: they are at its root, beside its lessons."""
    for root in sorted({pack.folder, *(folder.parent for folder in pack.lessons.values())}):
        yield from (path for name in FILES if (path := root / f"{name}.py").is_file())


def code_in(folder: Path) -> list[object]:
    """Return the code of a lesson; `[]` if it does not load, since it then runs no code."""
    try:
        lesson = load_lesson(folder)
    except LessonError:
        return []
    program = lesson.worked.program if lesson.worked else ""
    return [list(all_edits(lesson)), program, asdict(lesson.lab) if lesson.lab else {}]
