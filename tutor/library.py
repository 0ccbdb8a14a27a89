"""minimodel as it is, without a lesson: what the map opens; and the lessons in which a file was changed."""

from collections.abc import Iterator
from dataclasses import dataclass

from lessons.course.lesson.source import Place, core_files, edited_files, healthy_text
from tutor.course_rows import listed_title
from tutor.learner import Learner
from tutor.words.text import Text


@dataclass
class Library:
    """The healthy library, opened where it was left."""

    learner: Learner
    text: Text
    left: Place | None = None

    def code(self, file: str) -> str:
        return healthy_text(file)

    def about(self, pointing: bool = False) -> Place:
        return self.left or Place(core_files()[0])


def titles_of(file: str, learner: Learner, text: Text) -> Iterator[str]:
    """Yield the titles of the breaks in a file, of those whose edit the learner knows."""
    for heading in learner.course.headings.values():
        if heading.is_break and learner.knows_edit(heading.id):
            lesson = learner.course.lessons.get(heading.id)
            if lesson and file in edited_files(lesson.edits):
                yield listed_title(heading, "open", learner, text)
