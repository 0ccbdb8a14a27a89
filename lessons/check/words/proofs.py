"""The words of a lesson: the same in both languages, nothing left over, and all of it can be shown and understood."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from lessons.check.proof import Proof
from lessons.check.words import characters, hygiene, lengths, translation
from lessons.check.words.punctuation import spanish_marks
from lessons.check.words.terms import explained
from lessons.check.words.translated import up_to_date
from lessons.check.words.translation import of_both
from lessons.check.words.untranslated import untranslated
from lessons.lesson import Lesson

LENGTH = "pages of three screens at most"
CHECKS: Mapping[str, Callable[[Lesson], Iterator[Proof]]] = {
    "the same sections in both languages": translation.sections,
    "the same paragraphs and items": of_both(translation.parts),
    "nothing left out": of_both(translation.extents),
    "the same claims": of_both(translation.claims),
    "the same code": of_both(translation.code),
    "the same numbers": of_both(translation.numbers),
    "each page in its own language": untranslated,
    "translations up to date": up_to_date,
    "every character can be seen": characters.unseen,
    "letters of its own language": characters.misread,
    "question marks and exclamation marks": spanish_marks,
    "nothing left over": hygiene.left_over,
    "no empty section": hygiene.empty,
    "marks in pairs": hygiene.unclosed,
    "everything can be shown": hygiene.unshown,
    "every term is explained": explained,
    LENGTH: lengths.page_lengths,
    "short titles, summaries and options": lengths.short_texts,
    "fences that are shown whole": lengths.fences,
}


def prove_words(lesson: Lesson) -> Iterator[Proof]:
    """Check all words of a lesson, without training anything: one proof a check, or one for each thing it finds."""
    if found := [replace(proof, what=LENGTH) for proof in lengths.endless(lesson)]:
        yield from found
        return
    for what, check in CHECKS.items():
        found = [replace(proof, what=what) for proof in check(lesson)]
        yield from found or [Proof(lesson.id, what)]
