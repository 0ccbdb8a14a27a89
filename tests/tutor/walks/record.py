"""What one walk has found, and where it is."""

from dataclasses import dataclass, field

from lessons.format import Mode
from lessons.page import Ask
from tutor.review_session import ReviewSession
from tutor.session import Session

HEADINGS = {"hints": "hint 1", "lab": "task"}  # of steps whose words stand under another name


@dataclass(frozen=True)
class Found:
    """Something that is wrong, in a sentence; and the heading of the page that it is about."""

    said: str
    heading: str


@dataclass
class Walk:
    """One walk: how, in which language and mode, and what was found on the way."""

    view: str
    language: str
    mode: Mode
    found: list[Found] = field(default_factory=list)
    where: str = "the first page"
    heading: str = "read"

    def arrive(self, session: Session) -> None:
        """Be at the page of a session: what is found from here on is found there."""
        self.where, self.heading = place_of(session)

    def note(self, said: str) -> None:
        """Keep what is wrong here, once."""
        if (found := Found(said, self.heading)) not in self.found:
            self.found.append(found)


def place_of(session: Session) -> tuple[str, str]:
    """Where a session is, such as `predict 2 of 3 (rank)`; and the heading that the words there stand under."""
    step, want = session.step, session.page.want
    if isinstance(session, ReviewSession):
        return f"review {session.review.id}, {step.kind}", f"review {session.review.id}"
    if isinstance(want, Ask):
        heading = "step" if step.kind == "trace" else "predict"
        named = f"{step.id} {want.number} of {want.count} ({want.question.id})"
        return named, f"{heading} {want.question.id}"
    return step.id, HEADINGS.get(step.kind, step.kind)
