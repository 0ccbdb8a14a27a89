"""What a learner is told before the first lesson: five lines, the same ones in every view."""

from tutor.words.text import Text

LINES = ("what", "need", "long", "language", "begin")


def welcome_lines(text: Text, trouble: str = "") -> tuple[tuple[str, str], ...]:
    """Say what will happen, what it takes, how long, in which language, and how to begin: each with its name.

    Where saving is in trouble, nobody is promised that everything is kept.
    """
    words = {name: text(f"welcome.{name}") for name in LINES}
    words["long"] += f" {text('welcome.unkept', trouble=trouble) if trouble else text('welcome.kept')}"
    return tuple((text(f"welcome.name_{name}"), words[name]) for name in LINES)
