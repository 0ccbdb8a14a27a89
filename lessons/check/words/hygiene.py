"""Nothing is left over in a page, and nothing in it that the tutor would not show."""

import re
from collections.abc import Iterator

from lessons.check.markdown import parsed
from lessons.check.pages import CLAIM, called, pages_of
from lessons.check.proof import Proof
from lessons.lesson import Lesson

LEFT_OVER = re.compile(r"\b(?:TODO|FIXME|XXX+|TBD|TBC|WIP)\b|(?i:lorem ipsum|dolor sit amet)|\?{3,}")
GARBLED = re.compile(
    r"[ÂÃâ][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]+|\ufffd"
)  # UTF-8 that was read as something older
CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
FENCE_LINE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})", re.MULTILINE)


def left_over(lesson: Lesson) -> Iterator[Proof]:
    """Find what an author meant to come back to."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            if found := LEFT_OVER.search(CODE.sub(" ", text)):
                words = found[0].strip()
                problem = f"{called(heading)} has {words!r}: write what belongs there, or take it out."
                yield page.wrong(problem, heading, words)


def garbled(lesson: Lesson) -> Iterator[Proof]:
    """Find letters that were saved in another encoding."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            if found := GARBLED.search(text):
                problem = f"{called(heading)} has {found[0]!r}: write it again, and save the file as UTF-8."
                yield page.wrong(problem, heading, found[0])


def empty(lesson: Lesson) -> Iterator[Proof]:
    """Find sections without a letter or a digit."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            if not any(letter.isalnum() for letter in CLAIM.sub("claim", text)):
                shown = f"only {text.strip()!r}" if text.strip() else "nothing"
                yield page.wrong(
                    f"{called(heading)} says {shown}: a learner would find an empty place.", heading
                )


def unclosed(lesson: Lesson) -> Iterator[Proof]:
    """Find marks that open and do not close: fences, backticks, `**`."""
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
    """Find HTML, links and images, which the tutor does not show."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            for what, source in parsed(text).hidden:
                problem = f"{called(heading)} has {what}, {source[:60]!r}, which a terminal does not show"
                yield page.wrong(f"{problem}: say it in words.", heading, source)
