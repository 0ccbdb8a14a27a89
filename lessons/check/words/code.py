"""Code in a page: what has to be the same in every language, and what is only words between backticks."""

import ast
import io
import re
import tokenize
from collections import Counter
from functools import cache

from lessons.check.markdown import Fence, parsed
from lessons.check.pages import without_claims
from lessons.lesson import Lesson
from lessons.runs.syntax import parse
from lessons.vocabulary import LOSSES, METRICS, MODELS, OPTIMIZERS, PICTURES, TASKS

PYTHON = ("python", "py", "python3", "pycon")
PLAIN = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*")  # words and nothing else
NAME = re.compile(r"[A-Za-z_][\w.]*(?=\()|\w+_\w+|[A-Z]?[a-z]+[A-Z]\w*|\b[A-Z]{2,}\w*|\d+(?:\.\d+)?")
SKIPPED = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)
VOCABULARY = {*TASKS, *MODELS, *OPTIMIZERS, *LOSSES, *METRICS, *PICTURES}


def names_of(lesson: Lesson) -> set[str]:
    """Names that a lesson's code knows, which no page translates."""
    arms = {arm for experiment in lesson.experiments.values() for arm in experiment.names}
    return VOCABULARY | set(lesson.experiments) | arms


def same_names(text: str, lesson: Lesson) -> set[str]:
    """What stands in backticks and is code, however often. Plain words may be translated."""
    known = names_of(lesson)
    spans = {span for piece in parsed(without_claims(text)).pieces for span in piece.code}
    return {f"`{span}`" for span in spans if span in known or not PLAIN.fullmatch(span)}


@cache
def code_in(fence: Fence) -> Counter[str]:
    """What has to be the same of a fence: Python without its comments and texts; else its names and numbers."""
    if fence.language in PYTHON or is_python(fence.text):
        try:
            return Counter(tokens(fence.text))
        except (tokenize.TokenError, SyntaxError):
            pass
    return Counter(NAME.findall(without_claims(fence.text)))


def is_python(text: str) -> bool:
    """Whether a text is Python that does something: a table of words is not."""
    try:
        nodes = list(ast.walk(parse(text)))
    except (SyntaxError, ValueError):
        return False
    return any(isinstance(node, ast.Call | ast.Assign | ast.FunctionDef | ast.BinOp) for node in nodes)


def tokens(text: str) -> list[str]:
    found = tokenize.generate_tokens(io.StringIO(text).readline)
    return [
        '""' if token.type == tokenize.STRING else token.string
        for token in found
        if token.type not in SKIPPED
    ]
