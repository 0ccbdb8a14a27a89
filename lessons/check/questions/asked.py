"""Every question that runs decide: predictions and reviews, each beside its experiment and its place in the file."""

from dataclasses import dataclass

from lessons.check.pages import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.lesson import Experiment, Lesson, Question, Review


@dataclass(frozen=True)
class Asked:
    """A question beside what decides it, and where it is in the lesson's files."""

    question: Question
    experiment: Experiment
    table: str  # predict or review
    review: Review | None = None

    @property
    def what(self) -> str:
        return f"{'review' if self.review else 'prediction'} {self.question.id}"

    def proof(self, lesson: Lesson, problem: str = "", advice: str = "", shown: str = "") -> Proof:
        line = line_in_structure(lesson, self.table, self.question.id)
        return Proof(lesson.id, self.what, problem, STRUCTURE, line, advice, shown)


def asked(lesson: Lesson) -> list[Asked]:
    """Return every prediction and every review."""
    own = [
        Asked(each, lesson.experiments[each.experiment], "predict")
        for each in lesson.questions
        if each.experiment in lesson.experiments
    ]
    return own + [Asked(each.question, each.experiment, "review", each) for each in lesson.reviews]
