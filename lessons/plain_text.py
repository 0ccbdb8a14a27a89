"""Words in Markdown without their marks, for whatever cannot show marks. Code keeps every sign of it."""

import re

ADDRESS = "term:"  # what the link of a marked term begins with
MARKED = re.compile(rf"\[([^\]]*)\]\({ADDRESS}[^)]*\)")
CODE = re.compile(r"^```[^\n]*\n(?P<block>.*?)^```[^\n]*$|(?P<ticks>`+)(?P<span>.+?)(?P=ticks)", re.M | re.S)
CUT = "\ue000"  # stands for a piece of code while the marks around it are taken away
EMPHASIS = re.compile(r"(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])")  # and not `a * b * c`


def plain_text(markdown: str) -> str:
    """Return the words of a text in Markdown; what is code in it stays as it is written."""
    codes = (found["block"] or found["span"] or "" for found in CODE.finditer(unmarked(markdown)))
    words = CODE.sub(CUT, unmarked(markdown)).replace("**", "")
    return re.sub(CUT, lambda _: next(codes), EMPHASIS.sub(r"\1", words))


def unmarked(markdown: str) -> str:
    """Return a text without the links of its marked terms."""
    return MARKED.sub(r"\1", markdown)
