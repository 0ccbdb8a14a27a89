"""Words: a string of the tutor by its key, in one language; and Markdown without its marks."""

import re
from typing import Any, Protocol

ADDRESS = "term:"  # what the link of a marked term begins with
MARKED = re.compile(rf"\[([^\]]*)\]\({ADDRESS}[^)]*\)")
CODE = re.compile(r"^```[^\n]*\n(?P<block>.*?)^```[^\n]*$|(?P<ticks>`+)(?P<span>.+?)(?P=ticks)", re.M | re.S)
CUT = "\ue000"  # stands for a piece of code while the marks around it are taken away
SENTENCE = re.compile(r"(?<=[.!?])(?=[\s*»”])|(?<=\n)")
EMPHASIS = re.compile(r"(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])")  # and not `a * b * c`


class Text(Protocol):
    """Called with a key, it answers with the words."""

    @property
    def language(self) -> str: ...

    def __call__(self, key: str, /, **values: Any) -> str: ...

    def has(self, key: str) -> bool: ...


def plain_text(markdown: str) -> str:
    """Return the words of a text in Markdown; what is code in it stays as it is written."""
    codes = (found["block"] or found["span"] or "" for found in CODE.finditer(unmarked(markdown)))
    words = CODE.sub(CUT, unmarked(markdown)).replace("**", "")
    return re.sub(CUT, lambda _: next(codes), EMPHASIS.sub(r"\1", words))


def sentences(text: str) -> list[str]:
    """Cut a text between its sentences and its lines. Joined again, they are the text."""
    return SENTENCE.split(text)


def unmarked(markdown: str) -> str:
    """Return a text without the links of its marked terms."""
    return MARKED.sub(r"\1", markdown)
