"""Who was right: a prediction against what the learner's own runs measured. No answer key anywhere."""

from dataclasses import dataclass

from lessons.lesson import Experiment, Lesson, Question
from lessons.questions import kind_of
from lessons.state import Answer, State
from lessons.summaries import Record

NO_EXPERIMENT = Experiment("", (), 0)


@dataclass(frozen=True)
class Verdict:
    """What happened, in the terms of the question. `truth` is None where the runs could not decide it."""

    question: Question
    answer: Answer
    truth: str | None
    right: bool

    @property
    def tone(self) -> str:
        """`right`, `wrong`, or `note` where the runs could not decide it."""
        return "note" if self.truth is None else "right" if self.right else "wrong"


def verdict(question: Question, answer: Answer, record: Record, experiment: Experiment) -> Verdict:
    """Judge one answer by recorded summaries."""
    kind = kind_of(question)
    truth = kind.truth(question, record, experiment)
    given = kind.understood(question, answer.value)
    right = (
        truth is not None and given is not None and kind.is_right(question, given, in_terms(question, truth))
    )
    return Verdict(question, answer, truth, right)


def in_terms(question: Question, truth: str) -> object:
    """The truth as answers are compared: a share is one already, and not a percentage that was typed."""
    return (
        float(truth)
        if question.kind in ("number", "entry")
        else kind_of(question).understood(question, truth)
    )


def verdicts(lesson: Lesson, state: State, questions: tuple[Question, ...] | None = None) -> list[Verdict]:
    """Each question that was answered and whose experiment has been run, with what the runs say."""
    return [
        verdict(question, state.answers[question.id], state.record, experiment_of(lesson, question))
        for question in (lesson.asked if questions is None else questions)
        if question.id in state.answers and question.experiment in state.record
        if question.id in state.locked or not question.inside
    ]


def experiment_of(lesson: Lesson, question: Question) -> Experiment:
    """The experiment that decides a question, of the lesson or of one of its reviews."""
    if review := lesson.review(question.experiment):
        return review.experiment
    return lesson.experiments.get(question.experiment, NO_EXPERIMENT)
