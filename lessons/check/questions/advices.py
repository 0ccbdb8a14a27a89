"""What a question says in vain, or says again: advice, as no learner is told anything false by it."""

from collections.abc import Iterator

from lessons.check.questions.asked import Asked, asked
from lessons.check.ranges import is_share
from lessons.lesson import Lesson, Question

NEEDLESS = {  # what a kind of question does not look at
    "direction": ("within", "percent"),
    "which": ("within", "percent"),
    "order": ("within", "percent"),
    "trend": ("within", "percent"),
    "number": ("same_within",),
    "choice": ("same_within", "within", "percent"),
    "shape": ("same_within", "within", "percent"),
    "curve": ("same_within", "within", "percent"),
}


def advices(each: Asked, lesson: Lesson) -> Iterator[str]:
    """What a question says in vain, or says again."""
    question = each.question
    usual = Question("", question.kind)
    for key in NEEDLESS.get(question.kind, ()):
        if getattr(question, key) != getattr(usual, key):
            yield f"{key} means nothing to kind = {question.kind!r}."
    if (
        question.kind == "number"
        and is_share(question.metric)
        and not question.percent
        and not question.against
    ):
        yield "percent = true would let a learner type 75 for three quarters."
    if each.review and any(again(each, own) for own in asked(lesson) if not own.review):
        yield "it asks what a prediction of the lesson asks, of the same experiment: a review comes from elsewhere."
    if each.review and not lesson.lab and question.concept not in {own.concept for own in lesson.asked}:
        yield f"no question of the lesson asks for its concept, {question.concept}."


def again(review: Asked, own: Asked) -> bool:
    """Whether a review asks nothing new: its metric, kind and arms are those of a prediction."""
    asks = [(each.question.kind, each.question.metric, each.question.arm) for each in (review, own)]
    arms = [[(vars(arm.settings), arm.edits) for arm in each.experiment.arms] for each in (review, own)]
    return asks[0] == asks[1] and arms[0] == arms[1]
