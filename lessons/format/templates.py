"""A lesson to begin with: a template copied under a new id, and listed in the `course.toml` beside it."""

import json
import re
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

from lessons.course.lesson.values import LANGUAGES, LessonError
from lessons.format import pages, table
from lessons.format.files import COURSE, PAGES, STRUCTURE, read_text

TEMPLATES = Path(__file__).parents[1] / "templates"
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
COMMENTS = 37  # the column at which the comments of a template stand
COMMENT_WIDTH = 120
COMMENT_LINES = re.compile(r"(?:^# .*\n)+", re.MULTILINE)
COMMENT_AT_END = re.compile(r"^([^#\n]*\S +# )(.+)$", re.MULTILINE)
NO_TRIAL = re.compile(r'^(trial = ")([^"\n]+)', re.MULTILINE)
BLOCK = re.compile(r"^```toml\n.*?^```\n", re.MULTILINE | re.DOTALL)
CONCEPT = re.compile(r'^concept = "(.+?)"', re.MULTILINE)
CONCEPTS = re.compile(r"^(\[concepts\].*\n)", re.MULTILINE)
QUOTED = re.compile(r'"[^"\n]*"')
LESSONS = re.compile(r"^lessons\s*=\s*\[([^\]]*)\]", re.MULTILINE)


class Unlisted(Exception):
    """Raised if a course.toml is written in a way that a machine cannot add to."""


def write_lesson(kind: str, folder: Path, course: str, say: Callable[[str], str] = str) -> None:
    """Copy the template of a kind into a new folder, under the folder's name, and write the course. Raises OSError.

    `say` puts a comment in the author's language.
    """
    folder.mkdir(parents=True)
    structure = with_comments(with_id(template(kind, STRUCTURE), folder.name), say)
    (folder / STRUCTURE).write_text(structure, encoding="utf-8")
    (folder.parent / COURSE).write_text(course, encoding="utf-8")
    first, *others = table.languages_in(folder.parent)
    (folder / f"{first}.md").write_text(with_comments(with_blocks(first, kind), say), encoding="utf-8")
    for language in others:
        (folder / f"{language}.md").write_text(BLOCK.sub("", template(kind, f"{language}.md")), encoding="utf-8")


def with_blocks(language: str, kind: str) -> str:
    """Return a page of a template with its questions and claims, which stand in one language only."""
    page = template(kind, f"{language}.md")
    _, sections = pages.cut(template(kind, PAGES[0]), TEMPLATES / kind / PAGES[0])
    blocks = {f"## {name}": f"```toml\n{each.block}```\n" for name, each in sections.items() if each.block}
    return "".join(f"{line}\n{'' if '```toml' in page else blocks.get(line, '')}" for line in page.splitlines())


def with_comments(text: str, say: Callable[[str], str]) -> str:
    """Return a file with its comments, and why nothing is on trial, as `say` puts them; lines are wrapped anew."""

    def wrapped(lines: re.Match[str]) -> str:
        words = " ".join(line.removeprefix("# ") for line in lines[0].splitlines())
        said = say(words)
        new = textwrap.fill(said, COMMENT_WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
        return lines[0] if said == words else f"{new}\n"

    text = COMMENT_LINES.sub(wrapped, text)
    for each in (COMMENT_AT_END, NO_TRIAL):
        text = each.sub(lambda found: f"{found[1]}{say(found[2])}", text)
    return text


def template(kind: str, file: str) -> str:
    return (TEMPLATES / kind / file).read_text(encoding="utf-8")


def filled(kind: str, file: str, values: Mapping[str, str]) -> str:
    """Return the text of a template with each `{name}` replaced, in their order."""
    text = template(kind, file)
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def with_id(text: str, identity: str) -> str:
    """Return a lesson's text with another id; the comment behind it stays in its column."""
    named = f'id = "{identity}"'.ljust(COMMENTS - 1)
    return re.sub(r'^id = "[^"]*" *', f"{named} ", text, count=1, flags=re.MULTILINE)


def course_with(pack: Path, identity: str, kind: str, language: str = LANGUAGES[0]) -> str:
    """Return a pack's `course.toml` with a lesson more. Raises Unlisted, or LessonError where it is no text.

    A new one begins in the author's language: its pages in that language hold the questions.
    """
    lines = {line.partition(" ")[0]: line for line in own_course().splitlines()}
    concepts = {name: lines[name] for name in CONCEPT.findall(template(kind, PAGES[0]))}
    path = pack / COURSE
    if not path.exists():
        languages = sorted(LANGUAGES, key=lambda each: each != language)
        own = f'id = "{pack_id(pack)}"\n' + f"languages = {json.dumps(languages)}\n" * (language != LANGUAGES[0])
        return new_course(identity, concepts).replace("\n\n[[track]]", f"\n{own}\n[[track]]", 1)
    before = f"{read_text(path).rstrip()}\n"
    known, _ = listed(before)
    is_known = identity in known
    after = with_concepts(before if is_known else with_lesson(before, identity), concepts)
    ids, names = listed(after)
    if ids != [*known, *[identity] * (not is_known)] or not names >= set(concepts):
        raise Unlisted
    return after


def pack_id(pack: Path) -> str:
    """Return the id of a pack in a folder: the folder's name, without the characters that no id has."""
    words = re.sub(r"[^a-z0-9]+", "-", pack.resolve().name.lower()).strip("-")
    return words[:40] or "my-pack"


def own_course() -> str:
    return (TEMPLATES / COURSE).read_text(encoding="utf-8")


def new_course(identity: str, concepts: Mapping[str, str]) -> str:
    head, header, _ = CONCEPTS.split(own_course())
    return LESSONS.sub(f'lessons = ["{identity}"]', head) + header + "".join(map("{}\n".format, concepts.values()))


def with_lesson(text: str, identity: str) -> str:
    """Return a course with the id at the end of the last track's list, or in a new track if it has no track."""
    lists = list(LESSONS.finditer(text))
    if not lists:
        track = new_course(identity, {}).partition("\n\n[[track]]")[2].partition("\n\n[concepts]")[0]
        return f"{text}\n[[track]]{track}\n"
    ids = list(QUOTED.finditer(text, *lists[-1].span(1)))
    place = ids[-1].end() if ids else lists[-1].start(1)
    return f'{text[:place]}{", " * bool(ids)}"{identity}"{text[place:]}'


def with_concepts(text: str, concepts: Mapping[str, str]) -> str:
    """Return a course with the concepts that it does not name yet, first in its table."""
    lines = "".join(f"{line}\n" for name, line in concepts.items() if name not in listed(text)[1])
    if begin := CONCEPTS.search(text):
        return text[: begin.end()] + lines + text[begin.end() :]
    return f"{text}\n[concepts]\n{lines}" if lines else text


def listed(text: str) -> tuple[list[str], set[str]]:
    try:
        course = table.parse_toml(text, COURSE)
        ids = [name for track in course.get("track", ()) for name in track.get("lessons", ())]
        return ids, set(course.get("concepts", ()))
    except (LessonError, AttributeError, TypeError):
        raise Unlisted from None
