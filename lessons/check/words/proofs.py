"""The words of a lesson: the same in both languages, nothing left over, and all of it can be shown and understood."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from lessons.check.evidence import Evidence
from lessons.check.proof import Proof
from lessons.check.words import hygiene, lengths, translation
from lessons.check.words.glossary_terms import unexplained_terms
from lessons.check.words.translation_marks import out_of_date
from lessons.lesson import Lesson

CHECKS: Mapping[str, Callable[[Lesson], Iterator[Proof]]] = {
    "the same sections in both languages": translation.sections,
    "the same paragraphs and items": translation.of_both(translation.parts),
    "the same claims": translation.of_both(translation.claims),
    "the same code": translation.of_both(translation.code),
    "the same numbers": translation.of_both(translation.numbers),
    "each page in its own language": translation.untranslated,
    "translations up to date": out_of_date,
    "letters as they were typed": hygiene.garbled,
    "nothing left over": hygiene.left_over,
    "no empty section": hygiene.empty,
    "marks in pairs": hygiene.unclosed,
    "everything can be shown": hygiene.unshown,
    "every term is explained": unexplained_terms,
    "pages of three screens at most": lengths.page_lengths,
    "short titles, summaries and options": lengths.short_texts,
    "fences that are shown whole": lengths.fences,
}


def prove_words(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Check all words of a lesson: one proof a check, or one for each thing that it finds."""
    for what, check in CHECKS.items():
        found = [replace(proof, what=what) for proof in check(lesson)]
        yield from found or [Proof(lesson.id, what)]
