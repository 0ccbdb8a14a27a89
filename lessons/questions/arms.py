"""The names of arms in words: the page's own, in a section `arm NAME`, or the tutor's, or the name itself."""

from lessons.lesson import Prose
from lessons.text import Text


def named(arm: str, page: Prose, text: Text) -> str:
    if words := page.sections.get(f"arm {arm}"):
        return words
    return text(f"side.{arm}") if text.has(f"side.{arm}") else arm
