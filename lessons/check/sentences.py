"""Sentences: a number in digits where a page says what was found is a claim; what else no run proves is listed.

A cause, a comparison, an *every*, a name that no arm has, a number in words: such sentences are their author's.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from lessons.check.evidence import Evidence
from lessons.check.numbers import folded, words
from lessons.check.pages import CLAIM, Page, Proof, called, pages_of
from lessons.check.prose_numbers import Passage, own_numbers, strangers
from lessons.course.lesson import Lesson
from lessons.course.text import sentences
from lessons.course.vocabulary import OVER_SEEDS

FOUND = ("because", "why", "learnt", "remember")  # sections that say what was found
NAMES = ("", "name", "arm", "experiment")  # those that state nothing
OPTION = re.compile(r"\s*- [a-z0-9-]+: ")
KINDS = {"cause": "a cause", "comparison": "a comparison", "every": "an every"}


def pages_of_sentences(lesson: Lesson) -> list[str]:
    return [f"sentences of {page.file}" for page in pages_of(lesson)]


def prove_sentences(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    own = own_numbers(lesson, evidence)
    said = repr({name: value for name, value in vars(lesson).items() if name != "prose"}).casefold()
    for page in pages_of(lesson):
        what = f"sentences of {page.file}"
        passages = [Passage(page, heading, own) for heading in page.texts]
        found = [proof for each in passages for proof in judged(each, said)]
        if all(proof.yours for proof in found):
            yield Proof(lesson.id, what)
        yield from (replace(proof, what=proof.what or what) for proof in found)


def judged(passage: Passage, said: str = "") -> Iterator[Proof]:
    """Find what is wrong with the sentences of a section, and those that are their author's. `said`: its settings."""
    if passage.kind in NAMES:
        return
    page, heading, numbers = passage.page, passage.heading, list(strangers(passage))
    pieces = sentences(passage.text)
    for piece, end in zip(pieces, accumulate(map(len, pieces)), strict=True):
        written = page.texts[heading][end - len(piece) : end].strip("*_` \n")
        own = [each for each in numbers if end - len(piece) <= each.start < end]
        if OPTION.match(piece) or "?" in piece:
            continue
        if digits := next((each for each in own if each.in_digits and passage.kind in FOUND), None):
            number = page.texts[heading][digits.start : digits.end].strip("*_` \n")
            problem = f"{called(heading)} says {number!r}: no claim proves it"
            yield page.wrong(f"{problem}, and it is none of the lesson's own numbers.", heading, written)
        elif phrase := of_every_seed(page, folded(piece), written):
            problem = f"says {phrase!r} of the median or the mean: write a claim with every = …"
            yield page.wrong(f"{called(heading)} {problem}", heading, written)
        elif kinds := [*kinds_of(folded(piece), page.language, said), *["a number"][: len(own)]]:
            advised = page.better(written, heading, written)
            yield replace(advised, what=", ".join(kinds), yours=True)


def kinds_of(sentence: str, language: str, said: str) -> Iterator[str]:
    for kind, name in KINDS.items():
        if words(language)[kind].search(sentence):
            yield name
    if any(name not in said for name in words(language)["names"].findall(sentence)):
        yield "a name"


def of_every_seed(page: Page, sentence: str, written: str) -> str:
    """Return the words that say *on every seed* where all numbers of a sentence are of the middle one, or nothing."""
    names = (claim[1] for claim in CLAIM.finditer(written))
    claims = [page.lesson.claims[name] for name in names if name in page.lesson.claims]
    phrase = words(page.language)["every_seed"].search(sentence)
    middle = [claim.measure in ("median", "mean") for claim in claims if OVER_SEEDS.keys() <= claim.arguments.keys()]
    return phrase[0] if phrase and middle and all(middle) else ""


def outcome(text: str, language: str) -> str:
    opening = folded(text.lstrip("*_ "))
    said = words(language, "outcomes").items()
    return next((key for key, each in said if re.match(rf"(?:{each.pattern})(?:[.:,;]| in the| en la)", opening)), "")
