"""Python texts as syntax trees, read by one thread at a time."""

import ast
import warnings
from threading import Lock

# Python 3.11's parser counts its depth for all threads together, and fails where two of them parse.
ONE = Lock()


def parse(text: str) -> ast.Module:
    """Parse a text. What Python would warn of is its author's, and shown nowhere."""
    with ONE, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def parse_expression(text: str) -> ast.Expression:
    """Parse a text that is one expression."""
    with ONE, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, mode="eval")


def compile_only(text: str) -> None:
    """Compile a text and forget it: a `return` outside a function is no error to the parser. Raises SyntaxError."""
    with ONE, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compile(text, "<edited>", "exec")
