"""Spanish opens a question and an exclamation with a mark of its own."""

import re
from collections.abc import Iterator

from lessons.check.markdown import parsed
from lessons.check.pages import called, pages_of, without_claims
from lessons.check.proof import Proof
from lessons.lesson import Lesson

PAIRS = {"¿": "?", "¡": "!"}
NO_EXCLAMATION = re.compile(r"(?<=[\d)n])!|!(?==)")  # a factorial, or "is not"
CODE = re.compile(r"`[^`]*`")
EXCERPT = 70


def spanish_marks(lesson: Lesson) -> Iterator[Proof]:
    """¿ and ¡ open what ? and ! close in Spanish, and nothing in English."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            for piece in parsed(without_claims(text)).pieces:
                wrong = unpaired if page.language == "es" else stray
                if wrong(piece.source) and (
                    problem := wrong(piece.words)
                ):  # italics may hold either mark, or both
                    yield page.wrong(f"{called(heading)}: {problem}", heading, piece.source)
                    break


def unpaired(text: str) -> str:
    """The first mark of a text that opens or closes nothing; nothing where all are in pairs."""
    words = NO_EXCLAMATION.sub("", CODE.sub("", text))
    for opening, closing in PAIRS.items():
        begun: int | None = None
        for found in re.finditer(rf"[{opening}{closing}]", words):
            if (found[0] == closing) == (begun is None) and words[found.start() - 1] != closing:
                return f"“{around(words, found.start())}” {wants(found[0], opening, closing)}."
            begun = found.start() if found[0] == opening else None
        if begun is not None:
            return f"“{around(words, begun)}” {wants(opening, opening, closing)}."
    return ""


def wants(mark: str, opening: str, closing: str) -> str:
    if mark == closing:
        return f"closes with {closing}, and no {opening} opens it"
    return f"opens with {opening}, and no {closing} closes it"


def around(words: str, place: int) -> str:
    """What stands around a place of a text."""
    return words[max(0, place - EXCERPT + 1) : place + EXCERPT // 2].strip()


def stray(text: str) -> str:
    words = CODE.sub("", text)
    found = re.search("[¿¡]", words)
    return f"“{around(words, found.start())}” has {found[0]}, which is Spanish." if found else ""
