"""Which text a section was translated from: a comment under its heading holds a hash of it.

`<!-- from en 3f2a91c0 -->` is never shown. `lynx-tutor check PATH --translated` writes it.
"""

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from lessons.check.pages import Page, called, pages_of
from lessons.check.proof import Proof
from lessons.files import read_text
from lessons.format import LANGUAGES
from lessons.lesson import Lesson
from lessons.prose import cut

FROM = re.compile(r"<!-- from ([a-z]{2}) ([0-9a-f]{8}) -->")
COMMAND = "lynx-tutor check PATH --translated"
TITLE = ""
BOM = "\ufeff"


def digest(text: str) -> str:
    """A hash of a section, whatever stands at the ends of its lines."""
    lines = [line.rstrip() for line in text.strip().splitlines()]
    return sha256("\n".join(lines).encode()).hexdigest()[:8]


def marks(lines: list[str]) -> dict[str, tuple[str, str]]:
    """The language and the hash that each section was translated from, by heading."""
    found, heading = {}, TITLE
    for line in lines:
        if line.startswith("## "):
            heading = line[3:].strip()
        elif mark := FROM.fullmatch(line.strip()):
            found[heading] = (mark[1], mark[2])
    return found


def is_source(lines: list[str], language: str) -> bool:
    """Whether no section of a page was translated from another language."""
    return all(source == language for source, _ in marks(lines).values())


def out_of_date(lesson: Lesson) -> Iterator[Proof]:
    """Advise to read again the sections that have changed since they were translated, or say nothing of it."""
    pages = {page.language: page for page in pages_of(lesson)}
    known = {language: marks(list(page.file_lines)) for language, page in pages.items()}
    if len(pages) == len(LANGUAGES) and not any(known.values()):
        words = f"does not say which text it was translated from; once it is right, write it down: {COMMAND}"
        yield pages[LANGUAGES[-1]].better(f"{LANGUAGES[-1]}.md {words}", TITLE)
    for language, marked in known.items():
        old = [heading for heading, mark in marked.items() if is_old(mark, heading, pages)]
        old += [heading for heading in pages[language].texts if marked and heading not in marked]
        if old:
            names = ", ".join(map(called, old))
            words = f"these sections have changed, or are new, since they were translated: {names}"
            yield pages[language].better(f"{words}. Read them again, then: {COMMAND}", old[0])


def is_old(mark: tuple[str, str], heading: str, pages: Mapping[str, Page]) -> bool:
    language, known = mark
    if language not in pages:
        return False
    texts = {**pages[language].texts, **pages[language].written}
    return digest(texts.get(heading, "")) != known


def mark_translated(folder: Path) -> list[str]:
    """Write the hash of each section into the page that was translated. Gives the headings that changed.

    Raises LessonError where a page cannot be read, and OSError where it cannot be written.
    """
    pages = {language: as_written(folder / f"{language}.md") for language in LANGUAGES}
    source, target = LANGUAGES
    if not is_source(pages[source].splitlines(), source):
        source, target = target, source
    title, sections = cut(pages[source].removeprefix(BOM).splitlines(), folder / f"{source}.md")
    hashes = {heading: digest(text) for heading, text in {TITLE: title, **sections}.items()}
    before = pages[target]
    after = marked(before, {heading: f"<!-- from {source} {found} -->" for heading, found in hashes.items()})
    if before != after:
        replace_file(folder / f"{target}.md", after)
    known, now = marks(before.splitlines()), marks(after.splitlines())
    return [heading for heading in now if known.get(heading) != now[heading]]


def as_written(path: Path) -> str:
    """A page with the line ends that it has. Raises LessonError where it cannot be read."""
    read_text(path)
    return path.read_bytes().decode("utf-8")


def replace_file(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_bytes(text.encode("utf-8"))
        shutil.copymode(path, fresh)
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def marked(page: str, wanted: Mapping[str, str]) -> str:
    """A page with the mark of each section under its heading, and no other."""
    end = "\r\n" if "\r\n" in page else "\n"
    lines: list[str] = []
    for number, line in enumerate(page.split(end)):
        if FROM.fullmatch(line.strip()):
            continue
        lines.append(line)
        heading = TITLE if number == 0 else line[3:].strip() if line.startswith("## ") else None
        if heading is not None and heading in wanted:
            lines.append(wanted[heading])
    return end.join(lines)
