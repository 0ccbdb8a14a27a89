"""Verdicts: what the learner's own runs say to an answer, and both in words. No answer key.

In a lesson's words `{verdict}` stands for a sentence that says what the runs said.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lessons.course.asking.measurements import compared_arms, comparison, metric_words, named, of_arm
from lessons.course.asking.question_words import answer_words
from lessons.course.asking.questions import kind_of
from lessons.course.lesson.lesson import WORKED, Experiment, Lesson, Prose, Question
from lessons.course.lesson.page import Strings, Words
from lessons.course.lesson.state import Answer, State
from lessons.course.lesson.summaries import (
    SIDES,
    Band,
    Majority,
    Record,
    Summary,
    as_shown,
    pair_name,
    recorded,
    seeds_of,
)
from lessons.course.lesson.trial import OTHER
from lessons.course.lesson.value_words import compared_words, summary_sentence, value_words
from lessons.course.lesson.vocabulary import ONE

MOST_CONFIDENT = 0.99
NO_EXPERIMENT = Experiment("", (), 0)
VERDICT = "{verdict}"


def sure_words(answer: Answer, key: str, text: Strings) -> str:
    """Say how sure one was, with the words of this key; `""` if no confidence was given."""
    return text(key, sure=sure_number(answer)) if answer.confidence else ""


def sure_number(answer: Answer) -> str:
    """Return the confidence in per cent; a dash if none was given."""
    return f"{100 * answer.confidence:.0f} %" if answer.confidence else "—"


@dataclass(frozen=True)
class Verdict:
    """A prediction judged, in the terms of its question. `truth` is None where the runs could not decide it."""

    question: Question
    answer: Answer
    truth: str | None
    right: bool

    @property
    def tone(self) -> str:
        """Write `right`, `wrong`, or `note` where the runs could not decide it."""
        return "note" if self.truth is None else "right" if self.right else "wrong"


def verdict(question: Question, answer: Answer, record: Record, experiment: Experiment) -> Verdict:
    kind = kind_of(question)
    truth = kind.truth(question, record, experiment)
    if question.tests and answer.value == OTHER != truth:  # nothing was said that could be refuted
        truth = None
    given = kind.understood(question, answer.value)
    right = truth is not None and given is not None and kind.is_right(question, given, kind.in_terms(question, truth))
    return Verdict(question, answer, truth, right)


def verdicts(lesson: Lesson, state: State, questions: tuple[Question, ...]) -> list[Verdict]:
    """Return each question that was answered and whose experiment has been run, with what the runs say."""
    return [
        verdict(question, state.answers[question.id], state.record, experiment_of(lesson, question))
        for question in questions
        if question.id in state.answers and question.experiment in state.record
        if question.id in state.locked or not question.inside
    ]


def experiment_of(lesson: Lesson, question: Question) -> Experiment:
    """Return the experiment that decides a question, of the lesson or of one of its reviews."""
    if review := lesson.review(question.experiment):
        return review.experiment
    return lesson.experiments.get(question.experiment, NO_EXPERIMENT)


def arms_of(question: Question, lesson: Lesson) -> Sequence[str]:
    """Return the arms that a question looks at, the one it is about first."""
    names = compared_arms(question)
    return names if question.arms else [arm for arm in names if arm in experiment_of(lesson, question).names]


@dataclass(frozen=True)
class VerdictWords:
    """A lesson's measurements, to be told in one language."""

    lesson: Lesson
    record: Record
    page: Prose
    text: Strings
    of_one_seed: bool = field(default=False, kw_only=True)  # which is none to say “in every seed” of

    def name(self, arm: str) -> str:
        return named(arm, self.page, self.text)

    def answer(self, question: Question, answer: str) -> str:
        return answer_words(question, answer, self.page, self.text)

    def headline(self, verdict: Verdict) -> Words:
        answer = self.answer(verdict.question, verdict.answer.value)
        values = {"answer": answer, "sure": sure_words(verdict.answer, "verdict.sure", self.text)}
        if verdict.truth is None:
            return Words(self.text("verdict.undecided", **values), verdict.tone)
        key = "calculated" if verdict.question.experiment == WORKED else "decided"
        return Words(self.text(f"verdict.{key}", **values, truth=self.truth(verdict)), verdict.tone)

    def truth(self, verdict: Verdict) -> str:
        question = verdict.question
        if verdict.truth is None:
            return self.text("observe.undecided")
        if question.tests:
            return self.text("trial.survive", causes=self.answer(question, verdict.truth))
        kind = kind_of(question)
        if kind.is_of_arm(question):
            return self.summary(of_arm(question, self.record, question.arm), question)
        return kind.truth_words(question, verdict.truth, self.page, self.text)

    def with_verdict(self, words: str, verdict: Verdict) -> str:
        if VERDICT not in words:
            return words
        metric = metric_words(verdict.question.metric, self.text)
        said = self.text("asked.verdict", metric=metric, truth=self.truth(verdict))
        return words.replace(VERDICT, said[:1].upper() + said[1:])

    def summary(self, found: Summary, question: Question) -> str:
        """Write the median or the mean with its range; another summary is one number."""
        if isinstance(found, Majority):
            return summary_sentence(found, question.metric, self.text)
        if question.summary in ONE or self.of_one_seed:
            return value_words(getattr(found, question.summary), question.metric, self.text)
        return summary_sentence(as_shown(found, question.metric, question.summary), question.metric, self.text)

    def measured(self, question: Question) -> str:
        """Write `broken: 0.44, 0.41 to 0.47 in nine of ten seeds; healthy: …`, and how they compare if that decides."""
        arms = arms_of(question, self.lesson)
        found = {arm: of_arm(question, self.record, arm) for arm in arms}
        parts = [
            self.text("value.of_arm", arm=self.name(arm), value=self.summary(each, question))
            for arm, each in found.items()
            if len(arms) > 1 or not isinstance(each, Majority)
        ]
        return "; ".join([*parts, *self.compared(question)])

    def compared(self, question: Question) -> Iterator[str]:
        if question.against:
            found = comparison(question, self.record, experiment_of(self.lesson, question))
            arm, against = self.name(question.arm), self.name(question.against)
            if words := compared_words(found, question, arm, against, self.text):
                yield words
            yield from self.seed_by_seed(question)

    def seed_by_seed(self, question: Question) -> Iterator[str]:
        """Write `B: lower in 29 of 32 seeds, the same in 3.`, where the experiment counts the seeds on either side."""
        experiment = experiment_of(self.lesson, question)
        sides = {side: pair_name(side, question.arm, question.against, experiment.names) for side in SIDES}
        found = {side: recorded(self.record, experiment.id, question.metric, name) for side, name in sides.items()}
        shares = {side: band.mean for side, band in found.items() if isinstance(band, Band) and band.mean is not None}
        if len(shares) < len(SIDES):
            return
        seeds = seeds_of(self.record, experiment.id, experiment.seeds)
        lower, higher = (round(shares[side] * seeds) for side in SIDES)
        counts = {"fewer": lower, "same": seeds - lower - higher, "more": higher}
        (first, most), *others = sorted(counts.items(), key=lambda each: -each[1])
        told = [self.text("compare.in_seeds", side=self.answer(question, first), count=most, seeds=seeds)]
        told += [self.text("compare.in_others", side=self.answer(question, each), count=n) for each, n in others if n]
        yield self.text("compare.seed_by_seed", arm=self.name(question.arm), told=", ".join(told))
