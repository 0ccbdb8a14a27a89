"""Tell in lists what a learner may know of a lesson, by its heading: none is loaded for it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lessons.course.course import Heading
from lessons.course.values import Mode
from tutor.learner import Learner
from tutor.words.course import is_solved, known_title, title_at
from tutor.words.text import Text

if TYPE_CHECKING:
    from lessons.course.state import State


def listed_title(heading: Heading, mode: Mode, learner: Learner, text: Text, state: "State | None" = None) -> str:
    """Return a lesson's title in a list, as far as the learner may know it."""
    if mode == "open":
        is_done = heading.id in learner.fold.done
        return known_title(heading, learner.course, text, learner.knows_edit(heading.id), is_done)
    return title_at(heading, mode, text, is_solved(state))


def needs_words(heading: Heading, learner: Learner, text: Text) -> str:
    """Return the lessons that come before one and are not done, by their titles; nothing where it has begun itself."""
    course, fold = learner.course, learner.fold
    needed = [course.headings[name] for name in heading.needs if name in course.headings.keys() - fold.done]
    if not needed or heading.id in fold.seen:
        return ""
    return text("map.needs", lessons=", ".join(listed_title(each, "open", learner, text) for each in needed))


def about_heading(heading: Heading, learner: Learner, text: Text) -> Iterator[str]:
    yield summary_of(heading, learner, text)
    needed = needs_words(heading, learner, text)
    yield " · ".join(filter(None, (text("map.minutes", minutes=heading.minutes), needed)))
    if heading.is_break and not learner.knows_edit(heading.id):
        yield text("map.way_open" if learner.way_into(heading) == "blind" else "map.ways")


def summary_of(heading: Heading, learner: Learner, text: Text) -> str:
    blind_summary = "" if learner.knows_edit(heading.id) else heading.blind_summaries.get(text.language)
    return blind_summary or heading.summaries[text.language]
