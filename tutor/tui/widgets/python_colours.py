"""Python in few colours: keywords, literals, remarks and what is defined; what is only used is plain text.

Each change of colour in a line is 5 to 20 bytes on the line to the terminal, and a page of code has hundreds of names.
"""

from textual.content import Content
from textual.highlight import HighlightTheme, highlight

# As Pygments calls them. Words of the language that stand side by side are one colour, and so are strings.
PLAIN = (("Name",), ("Name", "Builtin"), ("Name", "Builtin", "Pseudo"), ("Operator",))
WORDS = (("Keyword",), ("Keyword", "Constant"), ("Keyword", "Namespace"), ("Operator", "Word"))
STRINGS = (("Literal", "String"), ("Literal", "String", "Double"), ("Literal", "String", "Doc"))


class PythonColours(HighlightTheme):
    """Textual's, less the colours of names that are only used, and of operators."""

    STYLES = HighlightTheme.STYLES | {
        **dict.fromkeys(PLAIN, "$text"),
        **dict.fromkeys(WORDS, "$text-accent"),
        **dict.fromkeys(STRINGS, "$text-success"),
    }


def python(code: str) -> Content:
    return highlight(code, language="python", theme=PythonColours)
