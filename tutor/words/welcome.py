"""What a learner is told before the first lesson: five lines, the same ones in every view."""

from lessons.course import Course
from tutor.words.text import Text

LINES = ("what", "need", "long", "language", "begin")


def welcome_lines(course: Course, text: Text) -> tuple[tuple[str, str], ...]:
    """What will happen, what it takes, how long, in which language, and how to begin: each with its name."""
    first = next((heading for heading, _ in course.openings()), None)
    minutes = first.minutes if first else 0
    words = {name: text(f"welcome.{name}") for name in LINES} | {
        "long": text("welcome.long", minutes=minutes)
    }
    return tuple((text(f"welcome.name_{name}"), words[name]) for name in LINES)
