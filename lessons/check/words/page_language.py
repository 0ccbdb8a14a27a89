"""Each page is in its own language: no section is the other page's, and none was left untranslated."""

import re
from collections.abc import Iterator

from lessons.check.markdown import parsed
from lessons.check.pages import called, pages_of, without_claims
from lessons.check.proof import Proof
from lessons.lesson import Lesson

NAMES = {"en": "English", "es": "Spanish"}
COMMON = {
    "en": "the of and to it is are was that this with from for by on not but which what each than its",
    "es": "el la los las de del y en que es son una un con por para pero se lo su más como cada",
}
WORD = re.compile(r"[^\W\d_]+")
ENOUGH_WORDS = 5  # of a paragraph, so that two languages cannot have it by chance


def untranslated(lesson: Lesson) -> Iterator[Proof]:
    """Find paragraphs in the other language, and Spanish questions that nothing opens."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            for piece in parsed(without_claims(text)).pieces:
                if other := other_language(piece.words, page.language):
                    said = " ".join(piece.words.split())[:60]
                    problem = f"{called(heading)}: “{said}” is {NAMES[other]}; {page.file} is {NAMES[page.language]}."
                    yield page.wrong(problem, heading, piece.source)
                elif page.language == "es" and piece.words.count("¿") != piece.words.count("?"):
                    yield page.wrong(
                        f"{called(heading)} has a question without its ¿ or its ?.", heading, piece.source
                    )


def other_language(text: str, own: str) -> str:
    """Return the language that most of a paragraph's small words are in, where it is not its own."""
    words = WORD.findall(text.lower())
    if len(words) < ENOUGH_WORDS:
        return ""
    counts = {language: sum(word in common.split() for word in words) for language, common in COMMON.items()}
    best = max(counts, key=lambda language: (counts[language], language == own))
    return best if counts[best] > counts[own] + 1 else ""
