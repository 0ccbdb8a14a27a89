"""Nothing is left over in a page, and nothing in it that the tutor would not show."""

import re
from collections.abc import Iterator

from lessons.check.markdown import parsed
from lessons.check.pages import CLAIM, Page, called, pages_of
from lessons.check.proof import Proof
from lessons.lesson import Lesson

LEFT_OVER = re.compile(r"\b(?:TODO|FIXME|XXX+|TBD|TBC|WIP)\b|(?i:lorem ipsum|dolor sit amet)|\?{3,}")
INSTEAD = re.compile(  # what stands in place of a section that is still to come
    r"\W*(?:to be (?:written|done|translated|continued)|coming soon|placeholder|write (?:this|here|me)"
    r"|text(?: goes)? here|tbd|tbc|todo|fixme|wip|por (?:escribir|traducir|hacer)|sin traducir|pendiente de \w+"
    r"|próximamente|escribe aquí|texto aquí|(?:foo|bar|baz|asdf|qwerty|bla|blah|xxx)+)\W*",
    re.IGNORECASE,
)
CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
FENCE_LINE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})", re.MULTILINE)
ADDRESS = re.compile(r"https?://\S+|www\.\S+")


def left_over(lesson: Lesson) -> Iterator[Proof]:
    """What an author meant to come back to."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            if found := LEFT_OVER.search(CODE.sub(" ", text)) or INSTEAD.fullmatch(text):
                words = found[0].strip()
                problem = f"{called(heading)} has {words!r}: write what belongs there, or take it out."
                yield page.wrong(problem, heading, words)


def empty(lesson: Lesson) -> Iterator[Proof]:
    """A section without a letter or a digit."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            if not any(letter.isalnum() for letter in CLAIM.sub("claim", text)):
                shown = f"only {text.strip()!r}" if text.strip() else "nothing"
                yield page.wrong(
                    f"{called(heading)} says {shown}: a learner would find an empty place.", heading
                )


def unclosed(lesson: Lesson) -> Iterator[Proof]:
    """Marks that open and do not close: fences, backticks, `**`."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            if len(FENCE_LINE.findall(text)) % 2:
                problem = f"{called(heading)} opens a fence and does not close it."
                yield page.wrong(problem, heading, FENCE_LINE.findall(text)[-1])
            elif found := next(
                (piece for piece in parsed(CLAIM.sub("claim", text)).pieces if piece.stray), None
            ):
                problem = (
                    f"{called(heading)} has a {found.stray[0]} without its pair, which a learner would see"
                )
                yield page.wrong(f"{problem}: close it, or put it in backticks.", heading, found.source)


def unshown(lesson: Lesson) -> Iterator[Proof]:
    """HTML, links and images, which the tutor does not show."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            for what, source in parsed(text).hidden:
                problem = f"{called(heading)} has {what}, {source[:60]!r}, which a terminal does not show"
                yield page.wrong(f"{problem}: say it in words.", heading, source)
            yield from better_otherwise(page, heading, text)


def better_otherwise(page: Page, heading: str, text: str) -> Iterator[Proof]:
    """A heading within a section, and an address that nobody can follow."""
    if inner := next((piece.source for piece in parsed(text).pieces if piece.kind == "heading"), ""):
        advice = f"{called(heading)} has a heading of its own, {inner!r}: a bold sentence reads better in plain lines."
        yield page.better(advice, heading, inner)
    if link := ADDRESS.search(CODE.sub(" ", text)):
        advice = f"{called(heading)} has an address, {link[0]}: author and year can be looked up as well."
        yield page.better(advice, heading, link[0])
