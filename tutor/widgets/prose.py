"""Lesson prose on screen, and the coloured diff of a break."""

import difflib

from textual.content import Content
from textual.widgets import Markdown, Static

from lessons.breaks import broken_text, healthy_text
from lessons.schema import Break


class Prose(Markdown):
    """Markdown from a lesson page. Links are not followed: nothing here touches the network."""

    def __init__(self, words: str, id: str | None = None) -> None:
        super().__init__(words, open_links=False, id=id)


class BreakDiff(Static):
    """The break as a diff against the real source: each line has its sign as well as its colour."""

    def __init__(self, broken: Break, around: int = 4) -> None:
        super().__init__(diff_content(broken, around))


def diff_content(broken: Break, around: int) -> Content:
    """The changed line with its surroundings, as signs and colours."""
    colours = {"+": "$success", "-": "$error"}
    lines = [Content.assemble((line, colours.get(line[:1], "$muted"))) for line in diff_lines(broken, around)]
    return Content("\n").join(lines)


def diff_lines(broken: Break, around: int) -> list[str]:
    """A unified diff with so many lines around the change, without its header."""
    before, after = healthy_text(broken).splitlines(), broken_text(broken).splitlines()
    lines = list(difflib.unified_diff(before, after, lineterm="", n=around))
    lines = [line.rstrip() for line in lines[2:] if not line.startswith("@@")]
    return lines if lines[-1] else lines[:-1]
