"""A page of a lesson: a Markdown file cut into sections by its `## ` headings, with `{claims}` filled in.

Under a heading of the first page, before its words, a fenced block of TOML may say what is asked, claimed or drawn
there. A block is the table of its section. A table in it with a measure is a claim; `drawing.NAME` is a drawing.
Which text a section was translated from is kept by hashes in one file, beside the course or in the lesson's folder.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from lessons.course.lesson.claim import Claim
from lessons.course.lesson.lesson import Prose
from lessons.course.lesson.prose import MARK, fill
from lessons.course.lesson.values import NO_OWN, LessonError, Vocabulary
from lessons.course.lesson.vocabulary import MEASURES
from lessons.format.files import COURSE, STRUCTURE, TRANSLATED, read_text
from lessons.format.table import TomlTable, languages_in, parse_toml, read_format, read_toml

NO_CLAIMS = ("drawing", "options", "expects")  # tables whose own names may be those of measures
ASKING = ("predict", "step", "review", "hint", "explain", "cause", "test")  # sections that may do without a block

Marks = dict[str, str]  # by heading, a hash of the text in the first language
MARKS_HEAD = "# Which text each section was translated from. `lynx-tutor check PATH --translated` writes it.\n\n"


@dataclass(frozen=True)
class Section:
    """A heading's words and line, and its block with the line that it begins on."""

    words: str
    line: int
    block: str = ""
    block_line: int = 0


@cache
def parser() -> MarkdownIt:
    """Return a parser that finds headings and fences, and leaves what is in a line alone."""
    markdown = MarkdownIt("commonmark")
    markdown.core.ruler.disable("inline")
    return markdown


def read_page(path: Path) -> tuple[str, dict[str, Section]]:
    return cut(read_text(path), path)


def cut(text: str, path: Path) -> tuple[str, dict[str, Section]]:
    """Return the `# title` and the section under each `## heading`."""
    lines, tokens = text.split("\n"), parser().parse(text)
    if not lines[0].startswith("# "):
        raise LessonError(f"{path}: the first line should be the title, `# …`.")
    blocks = {token.map[0]: token for token in tokens if token.map and token.info.strip() == "toml"}
    begins = [token.map[0] for token in tokens if token.map and (token.tag, token.markup) == ("h2", "##")]
    if before := words_of(lines[1 : begins[0] if begins else None]):
        raise LessonError(f"{path}: text before the first ## heading: {before[:40]!r}.")
    sections: dict[str, Section] = {}
    for begin, end in pairwise([*begins, len(lines)]):
        heading = lines[begin].strip().removeprefix("##").strip()
        if heading in sections:
            line = sections[heading].line
            other = f"the other one is in line {line}. Questions, tests and reviews differ in their ids."
            raise LessonError(f"{path}, line {begin + 1}: section ## {heading} stands twice; {other}")
        first = next((number for number in range(begin + 1, end) if lines[number].strip()), end)
        block = blocks.get(first)
        words = words_of(lines[block.map[1] if block and block.map else begin + 1 : end])
        sections[heading] = Section(words, begin + 1, block.content if block else "", first + 1)
    return lines[0][2:].strip(), sections


def words_of(lines: Iterable[str]) -> str:
    """Return lines without the marks of translations, which learners never see, and without blanks around."""
    return MARK.sub("", "\n".join(lines)).strip()


def read_prose(
    path: Path, claims: Mapping[str, Claim], required: Collection[str], optional: Collection[str], has_blocks: bool
) -> Prose:
    """Read one language's page. Raises LessonError where a section is missing or unknown, or has a block."""
    title, sections = read_page(path)
    if lacking := [f"## {each}" for each in required if each not in sections or not sections[each].words]:
        several = "sections {} are" if len(lacking) > 1 else "section {} is"
        raise LessonError(f"{path}: {several.format(', '.join(lacking))} missing or empty.")
    for heading, section in sections.items():
        if heading not in required and heading not in optional:
            raise LessonError(f"{path}, line {section.line}: section ## {heading} belongs to nothing in lesson.toml.")
        if section.block and not has_blocks:
            only = "only the first language of a lesson has those. Leave the words alone."
            raise LessonError(f"{path}, line {section.block_line}: ## {heading} has a toml block, and {only}")
    written = {heading: section.words for heading, section in sections.items()}
    filled = {heading: fill(text, claims, path.stem) for heading, text in written.items()}
    lines = {heading: section.line for heading, section in sections.items()}
    return Prose(fill(title, claims, path.stem), filled, written, lines, title)


@dataclass
class Blocks:
    """The blocks of a lesson by their headings, its claims and its drawings; `page` is the file that has them."""

    page: Path
    own: Vocabulary
    tables: dict[str, TomlTable] = field(default_factory=dict)
    claims: dict[str, TomlTable] = field(default_factory=dict)
    drawings: dict[str, TomlTable] = field(default_factory=dict)

    def named(self, what: str) -> dict[str, TomlTable]:
        """Return the blocks of one kind by the name in their heading: of `## predict rank` under `rank`."""
        kinds = {heading: heading.partition(" ") for heading in self.tables}
        return {name: self.tables[heading] for heading, (kind, _, name) in kinds.items() if name and kind == what}

    def add(self, heading: str, section: Section) -> None:
        """Read the block of a section. Raises LessonError where a claim or a drawing stands twice."""
        where = f"{self.page}, line {section.line}: ## {heading}"
        values = parse_toml("\n" * section.block_line + section.block, str(self.page))
        said = {name for name, value in values.items() if name not in NO_CLAIMS and is_claim(value)}
        table = TomlTable({name: value for name, value in values.items() if name not in said}, where, self.own)
        claims = TomlTable({name: values[name] for name in said}, where)
        if table.has("drawing"):
            add_once(self.drawings, table.named_tables("drawing"))
        add_once(self.claims, {name: claims.table(name) for name in values if claims.has(name)})
        self.tables[heading] = table

    def close(self) -> None:
        for table in self.tables.values():
            table.close()


def read_structure(folder: Path, own: Vocabulary = NO_OWN) -> tuple[TomlTable, Blocks]:
    """Read a lesson's `lesson.toml`, and the blocks of its first page. Raises LessonError."""
    table = TomlTable.read(folder / STRUCTURE, own)
    read_format(table)
    page = folder / f"{languages_in(folder.parent)[0]}.md"
    blocks, (_, sections) = Blocks(page, own), read_page(page)
    for heading, section in sections.items():
        if section.block or heading.partition(" ")[0] in ASKING:
            blocks.add(heading, section)
    return table, blocks


def is_claim(value: object) -> bool:
    return isinstance(value, Mapping) and ("measure" in value or any(name in value for name in MEASURES))


def add_once(known: dict[str, TomlTable], more: Mapping[str, TomlTable]) -> None:
    """Add what has a name that is not known yet. Raises LessonError where one is."""
    for name, table in more.items():
        if name in known:
            raise LessonError(f"{table.where} stands twice; the other one is {known[name].where}.")
        known[name] = table


def place_of(folder: Path, table: str, name: str) -> tuple[str, int] | None:
    """Return the page and line of a question, hint, claim or drawing by its name; None if it is missing."""
    path = folder / f"{languages_in(folder.parent)[0]}.md"
    if not path.exists():
        return None
    keys = {"claims": name, "drawing": f"drawing.{name}"}
    wanted = f"{keys[table]} = " if table in keys else f"## {table} {name}".rstrip()
    lines = read_text(path).split("\n")
    return next(((path.name, number) for number, line in enumerate(lines, 1) if line.startswith(wanted)), None)


def read_marks(folder: Path, language: str) -> Marks:
    return dict(all_marks(folder).get(folder.name, {}).get(language, {}))


def write_marks(folder: Path, language: str, marks: Marks) -> None:
    """Keep the marks of a lesson's page, a line a page. Raises LessonError and OSError."""
    kept, text = all_marks(folder), MARKS_HEAD
    kept.setdefault(folder.name, {})[language] = marks
    for lesson, name, each in ((lesson, *page) for lesson, pages in sorted(kept.items()) for page in pages.items()):
        pairs = (f'{json.dumps(heading, ensure_ascii=False)} = "{found}"' for heading, found in each.items())
        text += f"{json.dumps(lesson)}.{name} = {{ {', '.join(pairs)} }}\n"
    file_for(folder).write_text(text, encoding="utf-8")


def all_marks(folder: Path) -> dict[str, Any]:
    path = file_for(folder)
    return read_toml(path) if path.exists() else {}


def file_for(folder: Path) -> Path:
    return (folder.parent if (folder.parent / COURSE).exists() else folder) / TRANSLATED
