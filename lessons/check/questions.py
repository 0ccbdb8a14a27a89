"""Predictions and reviews, as far as they can be judged by reading: what is asked can be answered at all, and a prompt
carries its question: the words of its metric, the rows that judge it, and the order of a division.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from lessons.check import numbers
from lessons.check.evidence import Evidence
from lessons.check.pages import STRUCTURE, PageFile, Proof, called, pages_of, place_in_files
from lessons.course.asking.question_words import ASKED
from lessons.course.asking.questions import kind_of
from lessons.course.lesson.lesson import BROKEN, HEALTHY, Experiment, Lesson, Question
from lessons.course.lesson.metric import metric_of
from lessons.course.lesson.page import sentences
from lessons.course.lesson.prose import options
from lessons.course.lesson.value_words import is_share
from lessons.course.lesson.vocabulary import ONE

BETS = "a bet before the runs"
ROWS = ("training", "held_out")
STEM = 4  # letters of a word that an ending leaves alone


@dataclass(frozen=True)
class LocatedQuestion:
    """A question beside what decides it, and where it is in the lesson's files."""

    question: Question
    experiment: Experiment
    table: str  # predict or review

    @property
    def what(self) -> str:
        return f"{'prediction' if self.table == 'predict' else self.table} {self.question.id}"

    def proof(self, lesson: Lesson, problem: str = "", advice: str = "", shown: str = "") -> Proof:
        place = place_in_files(lesson, self.table, self.question.id)
        return Proof(lesson.id, self.what, problem, *place, advice, shown)


def asked(lesson: Lesson) -> list[LocatedQuestion]:
    known = lesson.experiments
    own = [
        LocatedQuestion(each, known[each.experiment], "predict")
        for each in lesson.questions
        if each.experiment in known
    ]
    return own + [LocatedQuestion(each.question, each.experiment, "review") for each in lesson.reviews]


def questions_to_read(lesson: Lesson) -> list[str]:
    return [*(each.what for each in asked(lesson)), BETS]


def prove_questions(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    for each in asked(lesson):
        for problem in list(problems(each, lesson)) or [""]:
            yield each.proof(lesson, problem, advice="" if problem else advice(each, lesson))
    is_unasked = lesson.edits and lesson.rounds and not lesson.questions
    problem = "nothing is asked before its runs: ## predict is what a learner commits to." if is_unasked else ""
    yield Proof(lesson.id, BETS, problem, STRUCTURE)


def problems(each: LocatedQuestion, lesson: Lesson) -> Iterator[str]:
    question = each.question
    if question.options and not kind_of(question).fewest_options:
        yield f"nobody can pick its options: kind = {question.kind!r} has none."
    is_ratio = bool(question.against) and question.compare == "ratio"
    if kind_of(question).is_number and question.percent and (is_ratio or not is_share(question.metric)):
        yield f"percent = true, but {question.metric} is no share: it may be above 100 %."
    yield from problems_of_arms(question, each.experiment)


def problems_of_arms(question: Question, experiment: Experiment) -> Iterator[str]:
    pair = (question.arm, question.against) if question.against else ()
    names = question.arms if kind_of(question).compares else pair
    if len(set(names)) < len(names):
        yield f"it compares an arm with itself: {', '.join(names)}."
        return
    for first, second in combinations(map(experiment.arm, names), 2):
        if vars(first.settings) == vars(second.settings) and first.edits == second.edits:
            yield f"{first.name} and {second.name} are the same model, trained alike: nothing can differ."


def advice(each: LocatedQuestion, lesson: Lesson) -> str:
    """Return a tip if a review asks for an idea that its lesson never asked."""
    if each.table == "predict" or lesson.lab or each.question.concept in {own.concept for own in lesson.asked}:
        return ""
    return f"no question of the lesson asks for its concept, {each.question.concept}."


# ---- the words of a prompt ---------------------------------------------------------


@cache
def vocabulary() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("prompts.toml").read_text(encoding="utf-8"))


def prove_prompts(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    for each in asked(lesson):
        heading = f"{each.table} {each.question.id}"
        problems = [(page, said) for page in pages_of(lesson) if (said := wrong_prompt(page, heading, each))]
        found = [page.wrong(f"{called(heading)} {said}", heading) for page, said in problems]
        for proof in found or [Proof(lesson.id, "")]:
            yield replace(proof, what=f"prompt of {each.what}")


def wrong_prompt(page: PageFile, heading: str, each: LocatedQuestion) -> str:
    text = numbers.folded(options(page.texts[heading])[0])
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
        return ["|".join(numbers.folded(word)[:STEM] for word in found.called(language).split() if len(word) >= STEM)]
    return [words[name] for name in families or ()]


def base_of(metric: str) -> str:
    return metric.partition(":")[0].removesuffix("_0.1")


def wrong_rows(metric: str, asking: str, language: str) -> str:
    """Return the problem if the prompt names training rows and held-out rows decide, or the reverse; else `""`."""
    named, rows = vocabulary()["named"][language], vocabulary()["rows"]
    own = next((each for each in ROWS if base_of(metric) in rows[each]), "")
    other = next((each for each in ROWS if own and each != own), "")
    if not other or re.search(named[own], asking) or not (found := re.search(named[other], asking)):
        return ""
    return f"asks for {found[0]!r}, and is judged by {metric}, which reads the {own.replace('_', '-')} rows."


def wrong_division(question: Question, text: str, language: str) -> str:
    """Return the problem if the prompt divides healthy by broken and the runs broken by healthy; else `""`."""
    words, named = vocabulary()["families"][language]["division"], vocabulary()["named"][language]
    if {question.arm, question.against} != {HEALTHY, BROKEN} or question.compare != "ratio":
        return ""
    dividing = next((each for each in sentences(text) if re.search(words, each)), "")
    found = {arm: re.search(named[arm], dividing) for arm in (question.arm, question.against)}
    places = [match.start() for match in found.values() if match]
    if len(places) < 2 or places == sorted(places):
        return ""
    return f"divides {question.against} by {question.arm}; the runs divide {question.arm} by {question.against}."
