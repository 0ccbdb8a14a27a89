"""Verdicts: whether an answer can be kept, what the learner's own runs say to it, and both in words. No answer key.

In a lesson's words `{asked}` stands for a sentence that asks what the runs decide, `{verdict}` for what they said.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lessons.course.lesson import WORKED, Experiment, Lesson, Prose, Question
from lessons.course.measurements import comparison, metric_words, named, of_arm
from lessons.course.page import Text, Words
from lessons.course.prose import options
from lessons.course.questions import KINDS, Kind
from lessons.course.state import Answer, State
from lessons.course.summaries import Majority, Record, Summary, as_shown
from lessons.course.trial import OTHER
from lessons.course.value_words import compared_words, digits, summary_sentence, value_words
from lessons.course.vocabulary import ONE

MOST_CONFIDENT = 0.99
SURE = (0.75, 0.95)  # fairly, and certainly

NO_EXPERIMENT = Experiment("", (), 0)
ASKED, VERDICT = "{asked}", "{verdict}"


def kind_of(question: Question) -> Kind:
    return KINDS[question.kind]


def is_usable(question: Question, answer: str) -> bool:
    return kind_of(question).understood(question, answer) is not None


def why_unusable(question: Question, text: Text) -> str:
    name = "percent" if question.percent and question.kind == "number" else question.kind
    return text(f"wrong.{name}")


def complaint(question: Question, answer: str, text: Text) -> str:
    """Say why an answer cannot be kept; nothing if it can. Shapes of one number are in journals, and asked no more."""
    understood = kind_of(question).understood(question, answer)
    one_number = question.kind == "shape" and not question.of and understood and len(understood) < 2
    return why_unusable(question, text) if understood is None or one_number else ""


def chance_of(question: Question) -> float:
    """Return what a pure guess gets right, which is never more than a coin toss."""
    return max(0.01, min(0.5, round(kind_of(question).chance(question), 2)))


def levels_of(question: Question, text: Text) -> dict[str, float]:
    """Say how sure one may be: a guess, fairly sure, certain. Nothing in a calculation, which is practice."""
    levels = () if question.experiment == WORKED else (chance_of(question), *SURE)
    return {text(f"predict.level_{n}", sure=f"{100 * each:.0f} %"): each for n, each in enumerate(levels, 1)}


def sure_words(answer: Answer, key: str, text: Text) -> str:
    """Say how sure one was, with the words of this key; nothing where nothing was said."""
    return text(key, sure=sure_number(answer)) if answer.confidence else ""


def sure_number(answer: Answer) -> str:
    """Return how sure one was, in per cent; a dash where nothing was said."""
    return f"{100 * answer.confidence:.0f} %" if answer.confidence else "—"


def short(words: str) -> str:
    return words.split(":")[0].strip()


def answer_words(question: Question, answer: str, page: Prose, text: Text) -> str:
    return short(kind_of(question).words(question, answer, page, text))


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
    right = truth is not None and given is not None and kind.is_right(question, given, in_terms(question, truth))
    return Verdict(question, answer, truth, right)


def in_terms(question: Question, truth: str) -> object:
    """Return the truth as answers are compared: a share is one already, and not a percentage that was typed."""
    if question.kind in ("number", "entry"):
        return float(truth)
    return kind_of(question).understood(question, truth)


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
    if question.arms:
        return question.arms
    bounded = (arm for option in question.options for arm in option.arms)
    names = dict.fromkeys([question.arm, question.against, *bounded])
    return [arm for arm in names if arm in experiment_of(lesson, question).names]


def question_words(question: Question, page: Prose, text: Text) -> str:
    """Say what is asked, without the answers on offer. `{asked}` asks for what the question is judged by, no more."""
    words = options(page.question(question.id))[0]
    if ASKED not in words:
        return words
    key = question.compare if question.kind in ("number", "choice") and question.against else question.kind
    if question.kind == "choice" and not question.against:
        key = "number"
    if question.kind == "which":
        key = f"which_{question.compare}"
    arms = ", ".join(named(arm, page, text) for arm in question.arms)
    arm, against = (named(name, page, text) for name in (question.arm, question.against))
    asked = text(f"asked.{key}", metric=metric_words(question.metric, text), arm=arm, against=against, arms=arms)
    return words.replace(ASKED, asked[:1].upper() + asked[1:])


@dataclass(frozen=True)
class Telling:
    """A lesson's measurements, to be told in one language."""

    lesson: Lesson
    record: Record
    page: Prose
    text: Text
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
        if question.kind == "number" and not question.against:
            return self.summary(of_arm(question, self.record, question.arm), question)
        if question.kind == "number":
            value = float(verdict.truth)
            return f"{100 * value:.3g} %" if question.percent else digits(value, 3)
        if question.kind == "entry":
            return f"{float(verdict.truth):.4g}"
        return self.answer(question, verdict.truth)

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
