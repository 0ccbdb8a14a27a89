"""A lesson to begin with: a template copied under a new id, and listed in the `course.toml` beside it."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from lessons.format import LANGUAGES
from lessons.table import read_text

TEMPLATES = Path(__file__).parent / "templates"
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
COMMENTS = 37  # the column at which the comments of a template stand
CONCEPT = re.compile(r'^concept = "(.+?)"', re.MULTILINE)
CONCEPTS = re.compile(r"^(\[concepts\].*\n)", re.MULTILINE)
QUOTED = re.compile(r'"[^"\n]*"')
LESSONS = re.compile(r"^lessons\s*=\s*\[([^\]]*)\]", re.MULTILINE)


class Unlisted(Exception):
    """A course.toml is written in a way that nothing can be added to by machine."""


def write_lesson(kind: str, folder: Path) -> None:
    """Copy the template of a kind into a new folder, under the folder's name. Raises OSError."""
    folder.mkdir(parents=True)
    (folder / "lesson.toml").write_text(with_id(template(kind), folder.name), encoding="utf-8")
    for language in LANGUAGES:
        page = (TEMPLATES / kind / f"{language}.md").read_text(encoding="utf-8")
        (folder / f"{language}.md").write_text(page, encoding="utf-8")


def template(kind: str) -> str:
    """The `lesson.toml` of a kind."""
    return (TEMPLATES / kind / "lesson.toml").read_text(encoding="utf-8")


def with_id(text: str, identity: str) -> str:
    """A lesson's text with another id; the comment behind it stays in its column."""
    named = f'id = "{identity}"'.ljust(COMMENTS - 1)
    return re.sub(r'^id = "[^"]*" *', f"{named} ", text, count=1, flags=re.MULTILINE)


# ---- the course beside it --------------------------------------------------


def course_with(pack: Path, identity: str, kind: str) -> str:
    """The text of a pack's `course.toml` with a lesson more. Raises Unlisted, or LessonError where it is no text."""
    concepts = concept_lines(CONCEPT.findall(template(kind)))
    path = pack / "course.toml"
    if not path.exists():
        return new_course(identity, concepts)
    before = f"{read_text(path).rstrip()}\n"
    known, _ = listed(before)
    is_known = identity in known
    after = with_concepts(before if is_known else with_lesson(before, identity), concepts)
    ids, names = listed(after)
    if ids != [*known, *[identity] * (not is_known)] or not names >= set(concepts):
        raise Unlisted
    return after


def concept_lines(names: Iterable[str]) -> dict[str, str]:
    """The line of each concept, as the templates' own course has it."""
    lines = {line.partition(" ")[0]: line for line in own_course().splitlines()}
    return {name: lines[name] for name in dict.fromkeys(names)}


def own_course() -> str:
    return (TEMPLATES / "course.toml").read_text(encoding="utf-8")


def new_course(identity: str, concepts: Mapping[str, str]) -> str:
    """The templates' course with one lesson, and the concepts that it names."""
    head, header, _ = CONCEPTS.split(own_course())
    return (
        LESSONS.sub(f'lessons = ["{identity}"]', head)
        + header
        + "".join(map("{}\n".format, concepts.values()))
    )


def with_lesson(text: str, identity: str) -> str:
    """The id at the end of the last track's list, or in a track of its own where there is none."""
    lists = list(LESSONS.finditer(text))
    if not lists:
        track = new_course(identity, {}).partition("\n\n[[track]]")[2].partition("\n\n[concepts]")[0]
        return f"{text}\n[[track]]{track}\n"
    ids = list(QUOTED.finditer(text, *lists[-1].span(1)))
    place = ids[-1].end() if ids else lists[-1].start(1)
    return f'{text[:place]}{", " * bool(ids)}"{identity}"{text[place:]}'


def with_concepts(text: str, concepts: Mapping[str, str]) -> str:
    """The concepts that the course does not name yet, first in its table."""
    lines = "".join(f"{line}\n" for name, line in concepts.items() if name not in listed(text)[1])
    if begin := CONCEPTS.search(text):
        return text[: begin.end()] + lines + text[begin.end() :]
    return f"{text}\n[concepts]\n{lines}" if lines else text


def listed(text: str) -> tuple[list[str], set[str]]:
    """The ids of all lessons of a course, and the names of its concepts."""
    try:
        course = tomllib.loads(text)
        ids = [name for track in course.get("track", ()) for name in track.get("lessons", ())]
        return ids, set(course.get("concepts", ()))
    except (tomllib.TOMLDecodeError, AttributeError, TypeError):
        raise Unlisted from None
