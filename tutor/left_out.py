"""What the doctor says of events that are not folded, and of lessons that this course does not have: where, and why."""

import re
from collections.abc import Iterator, Mapping

from lessons.course import Course
from progress.disk import read_plain_file
from progress.event import Event
from progress.history import renamed
from progress.inert import inert
from progress.progress_file import NAME
from progress.scan import text_of
from tutor.learner import Learner
from tutor.understood import why_left_out
from tutor.words.course import counted
from tutor.words.text import Text

MOST = 8  # events that are named, and lessons
LONGEST = 40  # letters of a name that a file gives
ID = re.compile(r'^[ \t]*id[ \t]*=[ \t]*["\']([^"\'\n]*)["\']', re.MULTILINE)


def left_out_lines(learner: Learner, text: Text) -> Iterator[str]:
    """A line for each event that is left alone in the file, the first few by id and line; and one for lessons."""
    found = [(event, why) for event in learner.journal.events if (why := why_left_out(event))]
    lines = line_numbers(learner) if found else {}
    for event, why in found[:MOST]:
        yield one_line(event, why, lines, text)
    if len(found) > MOST:
        yield counted(text, "left_out.more", len(found) - MOST)
    if found:
        yield text("left_out.advice")
    if names := unknown_lessons(learner.journal.events, learner.course):
        shown = ", ".join(shortened(name) for name in names[:MOST])
        yield text("left_out.lessons", lessons=shown + (", …" if len(names) > MOST else ""))


def one_line(event: Event, why: str, lines: Mapping[str, int], text: Text) -> str:
    """Which event it is, in which line, and why it does not count."""
    time = event.time.isoformat(timespec="seconds")
    values = {"id": shortened(event.id), "kind": shortened(event.kind), "time": time}
    return text(f"left_out.{why}", line=lines.get(event.id, "?"), **values)


def line_numbers(learner: Learner) -> dict[str, int]:
    """The line on which each id stands in the learner's file."""
    try:
        content = text_of(read_plain_file(learner.folder / NAME))
    except OSError:
        return {}
    numbers, line, position = dict[str, int](), 1, 0
    for match in ID.finditer(content):
        line, position = line + content.count("\n", position, match.start(1)), match.start(1)
        numbers.setdefault(match[1], line)
    return numbers


def unknown_lessons(events: tuple[Event, ...], course: Course) -> list[str]:
    """The lessons of the events that this course does not have, in their order."""
    names = (event.lesson for event in renamed(events, course.renamed) if event.lesson)
    return [name for name in dict.fromkeys(names) if name not in course.headings]


def shortened(name: str) -> str:
    words = inert(name[: LONGEST + 1])
    return words if len(name) <= LONGEST else f"{words[:LONGEST]}…"
