"""What a learner is told before the first lesson: five lines, the same ones in every view."""

from tutor.words.text import Text

LINES = ("what", "need", "long", "language", "begin")


def welcome_lines(text: Text) -> tuple[tuple[str, str], ...]:
    """What will happen, what it takes, how long, in which language, and how to begin: each with its name."""
    words = {name: text(f"welcome.{name}") for name in LINES}
    return tuple((text(f"welcome.name_{name}"), words[name]) for name in LINES)
