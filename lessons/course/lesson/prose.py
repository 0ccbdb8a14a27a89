"""The words of a lesson: the sections that its pages have, the options of a question, and `{claims}`.

`{name}` prints what a claim says, with its unit where the sentence does not say it. `{name:three quarters}` prints
these words, and `check` proves that they say it.
`{asked}` and `{verdict}` are no claims, but sentences of the tutor: see `verdicts.py`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from lessons.course.lesson.claim import Claim
from lessons.course.lesson.lesson import Prose
from lessons.course.lesson.page import Block, Table, Words, plain_text, sentences
from lessons.course.lesson.values import LANGUAGES

MARK = re.compile(r"<!-- from [a-z]{2} [0-9a-f]{8} -->[ \t]*\n?")  # which text a section was translated from
# A claim's name, and its words if it has any; two names are the tutor's.
PLACE = re.compile(r"\{(?!asked\}|verdict\})([a-z][a-z0-9_]*)(?::([^{}\n]+))?\}")

# Rows of `| cell | cell |`, with a rule below the first.
TABLE = re.compile(r"^\|.*\|[ \t]*\n\|[ :|-]+\|[ \t]*$(?:\n\|.*\|[ \t]*$)*", re.MULTILINE)
DRAWING_LINE = re.compile(r"^\{draw ([^{}\n]+)\}[ \t]*$", re.MULTILINE)
DRAWING_ANYWHERE = re.compile(r"\{\s*draw\b[^{}\n]*\}")


def fill(text: str, claims: Mapping[str, Claim], language: str = LANGUAGES[0]) -> str:
    """Return a text with `{name}` as what the claim says, `{name:words}` as the words. What is no claim is left."""
    return "".join(fill_sentence(sentence, claims, language) for sentence in sentences(text))


def fill_sentence(sentence: str, claims: Mapping[str, Claim], language: str) -> str:
    """Fill one sentence. It says a unit once: where its words don't, the first claim does."""
    said = [PLACE.sub(lambda place: place[2] or "", sentence)]

    def printed(place: re.Match[str]) -> str:
        claim = claims.get(place[1])
        if claim is None or place[2]:
            return place[0] if claim is None else place[2]
        unit = claim.unit(language)
        if re.search(rf"\b{unit.removesuffix('s')}s?\b", " ".join(said), re.IGNORECASE):
            unit = ""
        said.append(unit)
        words = claim.text(language, unit)
        begins = not sentence[: place.start()] and sentence[place.end() :].startswith(".")
        return f"{words}\\" if begins and words.isdigit() else words  # else `92.` would begin a list

    return PLACE.sub(printed, sentence)


def options(section: str) -> tuple[str, dict[str, str]]:
    """Return a question's text, and the words of its options from the list `- id: words` at its end."""
    words = {}
    body = []
    for line in section.splitlines():
        if option := re.match(r"- ([a-z0-9-]+): (.+)", line):
            words[option[1]] = option[2]
        else:
            body.append(line)
    return "\n".join(body).strip(), words


def section_blocks(markdown: str, page: Prose) -> tuple[Block, ...]:
    """Return the words, the tables and the drawings of a section in order, without drawings that failed."""
    blocks: list[Block] = []
    for number, part in enumerate(DRAWING_LINE.split(markdown)):
        blocks += page.drawn.get(part, ()) if number % 2 else words_and_tables(part)
    return tuple(blocks)


def words_and_tables(markdown: str) -> Iterator[Block]:
    end = 0
    for found in TABLE.finditer(markdown):
        if before := markdown[end : found.start()].strip():
            yield Words(before)
        yield table_of(found[0].splitlines())
        end = found.end()
    if rest := markdown[end:].strip():
        yield Words(rest)


def table_of(lines: Sequence[str]) -> Table:
    """Read the rows of a table; those that are too short end with empty cells."""
    cells = [line.strip().removeprefix("|").removesuffix("|").split("|") for line in lines]
    headings, _, *rows = (tuple(plain_text(cell.strip()) for cell in row) for row in cells)
    blanks = ("",) * len(headings)
    return Table(headings, tuple((*row, *blanks)[: len(headings)] for row in rows))


def without_drawings(markdown: str) -> str:
    """Return a section's words alone, with one empty line where a drawing stood."""
    return re.sub(r"\n{3,}", "\n\n", DRAWING_LINE.sub("", markdown)).strip()


def drawings_in(markdown: str) -> list[str]:
    return DRAWING_LINE.findall(markdown)
