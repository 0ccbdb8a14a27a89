"""A prompt carries its question: the words of its metric, the rows that judge it, and the order of a division."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from lessons.check.evidence import Evidence
from lessons.check.numbers import folded
from lessons.check.pages import Page, Proof, called, pages_of
from lessons.check.questions import Asked, asked
from lessons.course.lesson import BROKEN, HEALTHY, Lesson, Question
from lessons.course.prose import options
from lessons.course.text import sentences
from lessons.course.verdicts import ASKED
from lessons.course.vocabulary import ONE, metric_of

ROWS = ("training", "held_out")
STEM = 4  # letters of a word that an ending leaves alone


@cache
def vocabulary() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("prompts.toml").read_text(encoding="utf-8"))


def prompts_to_read(lesson: Lesson) -> list[str]:
    return [f"prompt of {each.what}" for each in asked(lesson)]


def prove_prompts(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    for each in asked(lesson):
        heading = f"{each.table} {each.question.id}"
        problems = [(page, said) for page in pages_of(lesson) if (said := wrong_prompt(page, heading, each))]
        found = [page.wrong(f"{called(heading)} {said}", heading) for page, said in problems]
        for proof in found or [Proof(lesson.id, "")]:
            yield replace(proof, what=f"prompt of {each.what}")


def wrong_prompt(page: Page, heading: str, each: Asked) -> str:
    text = folded(options(page.texts[heading])[0])
    if ASKED in text:
        return ""
    metric, words = each.question.metric, vocabulary()["families"][page.language]
    if lacks := [words for words in needed(metric, page.language) if not re.search(words, text)]:
        known = ", ".join(word for word in lacks[0].split("|") if word.replace(" ", "").isalnum())
        return f"is judged by {metric}, and has no word for it: one of {known}; or write {ASKED}."
    asking = " ".join(each for each in sentences(text) if "?" in each or "…" in each) or text
    if each.question.summary not in ONE and (one := re.search(words["one_seed"], asking)):
        return f"asks for {one[0]!r}, and is judged by the {each.question.summary} of all seeds."
    return wrong_rows(metric, asking, page.language) or wrong_division(each.question, text, page.language)


def needed(metric: str, language: str) -> list[str]:
    """Return patterns of the words that a prompt needs; of a metric without a vocabulary, those of its name."""
    words, families = vocabulary()["families"][language], vocabulary()["metrics"].get(base_of(metric))
    if families is None and (found := metric_of(metric)):
        return ["|".join(folded(word)[:STEM] for word in found.called(language).split() if len(word) >= STEM)]
    return [words[name] for name in families or ()]


def base_of(metric: str) -> str:
    return metric.partition(":")[0].removesuffix("_0.1")


def wrong_rows(metric: str, asking: str, language: str) -> str:
    """Return that a question names the rows alone that do not judge it, or nothing."""
    named, rows = vocabulary()["named"][language], vocabulary()["rows"]
    own = next((each for each in ROWS if base_of(metric) in rows[each]), "")
    other = next((each for each in ROWS if own and each != own), "")
    if not other or re.search(named[own], asking) or not (found := re.search(named[other], asking)):
        return ""
    return f"asks for {found[0]!r}, and is judged by {metric}, which reads the {own.replace('_', '-')} rows."


def wrong_division(question: Question, text: str, language: str) -> str:
    """Return that the arms of a break are divided the other way round, or nothing."""
    words, named = vocabulary()["families"][language]["division"], vocabulary()["named"][language]
    if {question.arm, question.against} != {HEALTHY, BROKEN} or question.compare != "ratio":
        return ""
    dividing = next((each for each in sentences(text) if re.search(words, each)), "")
    found = {arm: re.search(named[arm], dividing) for arm in (question.arm, question.against)}
    places = [match.start() for match in found.values() if match]
    if len(places) < 2 or places == sorted(places):
        return ""
    return f"divides {question.against} by {question.arm}; the runs divide {question.arm} by {question.against}."
