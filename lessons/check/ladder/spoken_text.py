"""A text as a name is looked for in it: without its marks, in one spelling, and its code by itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it.token import Token

from lessons.check.markdown import PARSER
from lessons.check.pages import without_claims

LISTING = 3  # lines from which on a block of code is a listing, and no pointing finger
HEARD = ("text", "code_inline")
BREAKS = ("softbreak", "hardbreak")


@dataclass(frozen=True)
class Spoken:
    """What a section says. `written` keeps capitals; `spans` are its code, and `listings` the lines of long blocks."""

    written: str
    spans: tuple[str, ...]
    listings: tuple[str, ...]

    @property
    def code(self) -> tuple[str, ...]:
        """Every span and every line of a short block, without blanks and capitals."""
        return tuple(map(tight, self.spans))

    @property
    def words(self) -> str:
        return self.written.casefold()

    @property
    def tight(self) -> str:
        """All of it without blanks, so that `x . gelu( )` is x.gelu()."""
        return tight(self.written)


@cache
def spoken(text: str) -> Spoken:
    """Take a section's marks away."""
    lines: list[str] = []
    spans: list[str] = []
    listings: list[str] = []
    for token in PARSER.parse(without_claims(text)):
        if token.type in ("fence", "code_block"):
            block = token.content.splitlines()
            (listings if len(block) >= LISTING else spans).extend(block)
            lines += block if len(block) < LISTING else []
        for child in token.children or ():
            spans += [child.content] if child.type == "code_inline" else []
        lines.append("".join(heard(token.children or [])))
    return Spoken(" ".join(" ".join(lines).split()), tuple(spans), tuple(map(tight, listings)))


def heard(children: Sequence[Token]) -> Iterator[str]:
    """The text of each part of a paragraph, code and all."""
    for child in children:
        kind = child.type
        yield child.content if kind in HEARD else " " if kind in BREAKS else ""


def tight(text: str) -> str:
    """Return a text without blanks and capitals."""
    return "".join(text.split()).casefold()
