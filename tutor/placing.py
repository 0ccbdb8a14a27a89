"""How far somebody new is in being asked where to begin: the same in every view."""

from dataclasses import dataclass, replace

from lessons.placement import Placement, PlacementQuestion
from tutor.learner import Learner
from tutor.standing import listed_title
from tutor.words.course import summary_at
from tutor.words.text import Text


@dataclass(frozen=True)
class Placing:
    """The questions of a course, and the numbers of the answers so far."""

    questions: Placement
    answers: tuple[int, ...] = ()

    @property
    def here(self) -> PlacementQuestion | str:
        """The question to be asked now, or the id of the lesson that the answers lead to."""
        name = next(iter(self.questions))
        for answer in self.answers:
            name = self.questions[name].options[answer].leads_to
        return self.questions.get(name, name)

    def answered(self, number: int) -> "Placing":
        return replace(self, answers=(*self.answers, number))

    def before(self) -> "Placing":
        """One answer less."""
        return replace(self, answers=self.answers[:-1])

    def proposal(self, learner: Learner, text: Text) -> str:
        """The lesson to begin with: its title, how long it takes, and what it is about."""
        assert isinstance(self.here, str)
        heading = learner.course.headings[self.here]
        title = listed_title(heading, "open", learner, text)
        minutes = text("map.minutes", minutes=heading.minutes)
        about = summary_at(heading, text, learner.knows_edit(heading.id))
        return f"{text('placement.proposed')}\n\n{title} · {minutes}\n{about}"
