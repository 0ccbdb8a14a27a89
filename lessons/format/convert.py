"""Turning a lesson of format 2 into one of format 3, in its place: words and ids stay, and so do journals.

What it asks, claims and draws moves from `lesson.toml` to the headings of `en.md` that tell it. The lesson is loaded
before and after; where the two differ, nothing is written.
"""

import json
import re
import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lessons.course.asking.questions import likely_kind
from lessons.course.exercise import REVEALS
from lessons.course.lesson import Lesson
from lessons.course.prose import MARK, PLACE, drawings_in
from lessons.course.values import LessonError
from lessons.course.vocabulary import MEASURES, OVER_SEEDS
from lessons.format import course_file
from lessons.format.files import COURSE, STRUCTURE, is_folder, read_text
from lessons.format.lesson import read_folder
from lessons.format.pages import Section, marks_in, read_blocks, read_page, write_marks
from lessons.format.table import Table, languages_in, read_format

HEADER = re.compile(r"\[+[^\[\]]+\]+\s*(#.*)?$")
OF_ARM = re.compile(r"^(\[+[^\]\n]*\.arm\.(?:[\w-]+\.|[^\]\n]*\].*\n))break(\]| =)", re.DOTALL)  # an arm's own edit
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
FORMAT = re.compile(r"^format = 2\b", re.MULTILINE)
MOVED = ("predict", "step", "hint", "claims", "drawing")  # tables of lesson.toml that go to the page
FIRST_KEYS = ("kind", "of", "arm", "against", "arms")
LAST_KEYS = ("tempting", "inside", "modes", "concept", "options")
MAX_LINE = 110  # letters of a line with all options in it
Blocks = dict[str, dict[str, Any]]


class Spelt(str):
    """A number with a point, as its author wrote it: it stands in a file without quotes."""


def convert(folder: Path) -> list[str]:
    """Convert a lesson, or each of a pack or course; return the ids of those that changed. Raises LessonError."""
    if not is_folder(folder):
        raise LessonError(f"{folder} is no folder of a lesson, a pack or a course.")
    if not (folder / COURSE).exists():
        return [folder.name] if convert_lesson(folder) else []
    table, languages = Table.read(folder / COURSE), languages_in(folder)
    names = [name for track in table.tables("track") for name in course_file.read_track(track, languages).lessons]
    done = [name for name in names if convert_lesson(folder / name)]
    (folder / COURSE).write_text(FORMAT.sub("format = 3", read_text(folder / COURSE)), encoding="utf-8")
    return done


def convert_lesson(folder: Path) -> bool:
    """Convert one lesson; False for one that is of format 3 already. Raises LessonError."""
    if read_format(Table.read(folder / STRUCTURE)) != 2:
        return False
    before = read_folder(folder)
    pages = [folder / f"{language}.md" for language in before.prose]
    first, *others = pages
    texts = {path: MARK.sub("", read_text(path)) for path in others}
    texts[first] = page_with(blocks_of(folder, before), read_text(first))
    texts[folder / STRUCTURE] = structure_of(read_text(folder / STRUCTURE))
    with tempfile.TemporaryDirectory() as elsewhere:
        copy = Path(shutil.copytree(folder, Path(elsewhere) / folder.name))
        if (folder.parent / COURSE).exists():
            shutil.copy(folder.parent / COURSE, elsewhere)
        for path, text in texts.items():
            (copy / path.name).write_text(text, encoding="utf-8")
        if not is_same(before, copy):
            raise LessonError(f"{folder}: some of it is written in a way that cannot be converted by machine.")
    for path in others:
        if marks := marks_in(read_text(path)):
            write_marks(folder, path.stem, marks)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return True


def is_same(before: Lesson, folder: Path) -> bool:
    try:
        return comparable(read_folder(folder)) == comparable(before)
    except LessonError:
        return False


def comparable(lesson: Lesson) -> str:
    """Return all of a lesson that a learner, a journal or a proof can tell; not the lines of its files."""
    prose = {language: replace(page, lines={}) for language, page in lesson.prose.items()}
    claims, drawings = dict(sorted(lesson.claims.items())), dict(sorted(lesson.drawings.items()))
    return repr(replace(lesson, folder=Path(), prose=prose, claims=claims, drawings=drawings))


def blocks_of(folder: Path, lesson: Lesson) -> Blocks:
    """Return what stands under each heading of the page: a question, its claims, its drawings."""
    values = tomllib.loads(read_text(folder / STRUCTURE), parse_float=Spelt)
    tables, claims, drawings = read_blocks(Table(values, ""))
    _, sections = read_page(folder / f"{next(iter(lesson.prose))}.md")
    blocks: Blocks = {heading: question_of(heading, table.rest()) for heading, table in tables.items()}
    if [blocks.get(f"hint {number}") for number in range(1, 6)] == [{"reveals": each} for each in REVEALS]:
        blocks = {heading: block for heading, block in blocks.items() if not heading.startswith("hint ")}
    for name, table in drawings.items():
        heading = next((each for each in sections if name in drawings_in(sections[each].words)), "why")
        blocks.setdefault(heading, {})[f"drawing.{name}"] = table.rest()
    for name, table in claims.items():
        heading = heading_of(name, lesson, sections)
        blocks.setdefault(heading, {})[name] = folded(table.rest())
    return blocks


def question_of(heading: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return the block of a question, its keys in their order; a kind that goes without saying is left out."""
    what, of = heading.partition(" ")[0], str(values.get("of", ""))
    likely = likely_kind(of.partition(".")[2] if what == "predict" else of, values)
    if what == "step":
        likely = "entry" if "at" in values else "shape"
    found = {key: value for key, value in values.items() if (key, value) != ("kind", likely)}
    order = [*FIRST_KEYS, *(key for key in found if key not in (*FIRST_KEYS, *LAST_KEYS)), *LAST_KEYS]
    return {key: found[key] for key in order if key in found}


def folded(claim: dict[str, Any]) -> dict[str, Any]:
    """Return a claim in its short form, such as `mean = "EXPERIMENT.METRIC"`."""
    measure = claim.pop("measure")
    if OVER_SEEDS.items() <= MEASURES[measure].needs.items():
        return {measure: f"{claim.pop('experiment')}.{claim.pop('metric')}", **claim}
    first = next(iter({**MEASURES[measure].needs, **MEASURES[measure].options}))
    return {measure: claim.pop(first), **claim} if first in claim else {"measure": measure, **claim}


def heading_of(name: str, lesson: Lesson, sections: Mapping[str, Section]) -> str:
    """Return the heading that a claim belongs to: the first that prints it, else that of what it measures."""
    for heading, section in sections.items():
        if any(place[1] == name for place in PLACE.finditer(section.words)):
            return heading
    experiment, metric = (lesson.claims[name].arguments.get(key) for key in ("experiment", "metric"))
    asked = [each for each in lesson.questions if each.experiment == experiment]
    asked.sort(key=lambda question: question.metric != metric)
    wanted = [f"learnt {experiment}", *(f"because {each.id}" for each in asked), "why"]
    return next(heading for heading in wanted if heading in sections)


def page_with(blocks: Blocks, page: str) -> str:
    lines: list[str] = []
    for line in MARK.sub("", page).split("\n"):
        lines.append(line)
        if line.startswith("## ") and (block := blocks.get(line[3:].strip())):
            lines += ["```toml", *block_lines(block), "```"]
    return "\n".join(lines)


def block_lines(block: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a block; options that are too long for one line have a table at its end."""
    lines = {key: f"{key} = {toml(value)}" for key, value in block.items()}
    long = lines.pop("options") if len(lines.get("options", "")) > MAX_LINE else ""
    yield from lines.values()
    if long:
        yield "[options]"
        yield from (f"{toml_key(name)} = {toml(value)}" for name, value in block["options"].items())


def toml(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{toml_key(key)} = {toml(each)}" for key, each in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return str(value) if isinstance(value, Spelt) else json.dumps(value, ensure_ascii=False)


def toml_key(name: str) -> str:
    return name if BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def structure_of(text: str) -> str:
    """Return a `lesson.toml` without what moved to the page. A comment above a table goes with the table."""
    head, *parts = parts_of(FORMAT.sub("format = 3", text, count=1))
    head, comment = without_last_comment(head)
    kept, review = [head], ""
    for part in parts:
        header, _, body = OF_ARM.sub(r"\1edit\2", part).partition("\n")
        path = header.partition("#")[0].strip(" []")
        body, after = without_last_comment(body)
        if path == "review":
            review = "".join(re.findall(r'^id = "([^"]*)"', body, re.MULTILINE)[:1])
            body = re.sub(r"^(id|concept) = .*\n?", "", body, flags=re.MULTILINE)
            kept[-1] = f"{kept[-1].rstrip()}\n\n"
            kept.append(f"{comment}[review.{toml_key(review)}]\n{body}")
        elif path == "review.experiment":
            kept.append(body)
        elif path.startswith(("review.experiment.", "review.break")):
            name = path.removeprefix("review.").removeprefix("experiment.")
            kept.append(f"{comment}{header.replace(path, f'review.{toml_key(review)}.{name}')}\n{body}")
        elif path.split(".")[0] not in (*MOVED, "review"):
            kept.append(f"{comment}{header}\n{body}")
        comment = after
    return "".join(kept).rstrip() + "\n"


def parts_of(text: str) -> list[str]:
    parts: list[str] = [""]
    inside = ""
    for line in text.split("\n"):
        if not inside and HEADER.match(line):
            parts.append("")
        for quotes in ('"""', "'''"):
            if inside in ("", quotes) and line.count(quotes) % 2:
                inside = "" if inside else quotes
        parts[-1] += f"{line}\n"
    return parts


def without_last_comment(body: str) -> tuple[str, str]:
    """Return the body of a table, and the comment after it, which is about what follows."""
    before, _, last = body.rstrip().rpartition("\n\n")
    is_comment = all(line.startswith("#") for line in last.split("\n"))
    return (f"{before}\n\n", f"{last}\n\n") if is_comment and before else (body, "")
