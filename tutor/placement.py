"""Ask somebody new where to begin: the questions and answers so far, the same in every view."""

from dataclasses import dataclass, replace

from lessons.format.placement import Placement, PlacementQuestion, load_placement
from tutor.learner import Learner


@dataclass(frozen=True)
class PlacementAnswers:
    """The questions of a course, and the numbers of the answers so far."""

    questions: Placement
    answers: tuple[int, ...] = ()

    @property
    def here(self) -> PlacementQuestion | str:
        """Return the question to be asked now, or the id of the lesson that the answers lead to."""
        name = next(iter(self.questions))
        for answer in self.answers:
            name = self.questions[name].options[answer].leads_to
        return self.questions.get(name, name)

    @property
    def most(self) -> int:
        """Return how many questions there are at most, with those that were asked."""
        return len(self.answers) + longest(self.questions, self.here)

    def answered(self, number: int) -> "PlacementAnswers":
        return replace(self, answers=(*self.answers, number))

    def before(self) -> "PlacementAnswers":
        return replace(self, answers=self.answers[:-1])


def questions_now(learner: Learner) -> Placement:
    """Return the questions for somebody who has seen only the very first lesson; for others there are none."""
    return load_placement() if learner.fold.seen <= set(list(learner.course.headings)[:1]) else {}


def longest(questions: Placement, here: PlacementQuestion | str) -> int:
    """Return the most questions that there can still be, with the one that is asked here."""
    if isinstance(here, str):
        return 0
    ways = (questions.get(option.leads_to, option.leads_to) for option in here.options)
    return 1 + max(longest(questions, way) for way in ways)
