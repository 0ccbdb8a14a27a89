"""What the map shows of each lesson: read by the one reader, and for our own course kept by the hash of its files.

`python -m lessons.headings` writes the kept ones anew. One that is out of date costs a little time, and is never wrong.
"""

import json
import tomllib
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lessons.course import Heading
from lessons.files import check_folder, read_text
from lessons.filling import PLACE, fill
from lessons.format import LANGUAGES, MODES, LessonError

if TYPE_CHECKING:  # only a lesson that has changed is read
    from lessons.lesson import Claim
    from lessons.table import Table

CONTENT = Path(__file__).parent / "content"
INDEX = Path(__file__).parent / "index.json"
STRUCTURE = "lesson.toml"
FILES = (STRUCTURE, *(f"{language}.md" for language in LANGUAGES))
LONGEST_TITLE = 100  # characters
MINUTES = 20  # where a lesson does not say


def read_headings(content: Path, names: Iterable[str]) -> dict[str, Heading]:
    """Return the heading of each lesson. Raises LessonError where a lesson's files are not there to be read."""
    kept = read_index() if content == CONTENT else {}
    return {
        name: kept_heading(kept.get(name), content / name) or read_heading(content / name) for name in names
    }


def kept_heading(kept: Mapping[str, Any] | None, folder: Path) -> Heading | None:
    """Return a heading of the index, if the lesson's files are those that it was made from."""
    if kept is None or kept["files"] != checksum(folder):
        return None
    values = kept["heading"]
    return Heading(**{**values, "modes": tuple(values["modes"]), "needs": tuple(values["needs"])})


def checksum(folder: Path) -> int:
    """Return the CRC-32 of a lesson's files, one after the other."""
    found = 0
    for name in FILES:
        try:
            found = zlib.crc32((folder / name).read_bytes(), found)
        except OSError:
            return -1
    return found


# ---- from the lesson's own files -------------------------------------------


def read_heading(folder: Path) -> Heading:
    """Read what the map shows of a lesson. One that does not load is called by its id, and says why when opened."""
    from lessons.prose import cut
    from lessons.table import Table

    check_folder(folder)
    _, *pages = (read_text(folder / name) for name in FILES)
    try:
        table = Table.read(folder / STRUCTURE)
        needs, minutes = table.take("needs", tuple[str, ...], ()), table.take("minutes", int, MINUTES)
        parts = {
            language: cut(page.split("\n"), folder / f"{language}.md")
            for language, page in zip(LANGUAGES, pages, strict=True)
        }
    except LessonError:
        return Heading(folder.name, MINUTES, MODES[:1], dict.fromkeys(LANGUAGES, folder.name), {})
    is_break, claims = table.has("break"), cache(partial(claims_of, table))

    def words(heading: str) -> dict[str, str]:
        return {language: printed(text.get(heading, ""), claims) for language, (_, text) in parts.items()}

    return Heading(
        folder.name,
        minutes,
        MODES if is_break else MODES[:1],
        {language: printed(title, claims)[:LONGEST_TITLE] for language, (title, _) in parts.items()},
        words("summary"),
        needs,
        words("blind title") if is_break else {},
        words("blind summary") if is_break else {},
    )


def claims_of(table: "Table") -> Mapping[str, "Claim"]:
    """Return the claims of a lesson; none where one does not load, which is told when the lesson is opened."""
    from lessons.parts import read_claim

    try:
        return {name: read_claim(name, each) for name, each in table.named_tables("claims").items()}
    except LessonError:
        return {}


def printed(words: str, claims: Callable[[], Mapping[str, "Claim"]]) -> str:
    """Return words with what their claims print. The claims are read only where there are any."""
    return fill(words, claims()) if PLACE.search(words) else words


# ---- the index -------------------------------------------------------------


def read_index() -> dict[str, Any]:
    """Return what is kept of each lesson of our own course, by its id."""
    try:
        found: dict[str, Any] = json.loads(INDEX.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return found


def index() -> dict[str, Any]:
    """Return the index as it has to be: of each lesson the checksum of its files, and its heading."""
    course = tomllib.loads((CONTENT / "course.toml").read_text(encoding="utf-8"))
    folders = {name: CONTENT / name for track in course["track"] for name in track["lessons"]}
    return {
        name: {"files": checksum(folder), "heading": asdict(read_heading(folder))}
        for name, folder in folders.items()
    }


if __name__ == "__main__":
    INDEX.write_text(json.dumps(index(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
