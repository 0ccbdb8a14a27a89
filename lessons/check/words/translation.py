"""Both languages say the same, each in its own: the same sections, items, claims, code and numbers."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from lessons.check.markdown import Fence, parsed
from lessons.check.numbers.number_words import folded, quantities, whole_numbers
from lessons.check.pages import CLAIM, Page, called, pages_of, without_claims
from lessons.check.proof import Proof
from lessons.lesson import Lesson
from lessons.runs.syntax import parse
from lessons.vocabulary import LOSSES, METRICS, MODELS, OPTIMIZERS, PICTURES, TASKS

PARTS = {"item": "list items", "cell": "table cells"}
DIGITS = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?!\w)")
COMMON = {0.0, 1.0}  # "none", "nothing", "a", "one of": said in too many ways to compare
PLAIN = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*")  # words and nothing else
NAME = re.compile(r"[A-Za-z_][\w.]*(?=\()|\w+_\w+|[A-Z]?[a-z]+[A-Z]\w*|\b[A-Z]{2,}\w*|\d+(?:\.\d+)?")
CODE_TOKENS = (tokenize.NAME, tokenize.NUMBER, tokenize.OP)
VOCABULARY = {*TASKS, *MODELS, *OPTIMIZERS, *LOSSES, *METRICS, *PICTURES}
Compare = Callable[[Page, Page, str], Iterable[Proof]]


def of_both(compare: Compare) -> Callable[[Lesson], Iterator[Proof]]:
    """Return a check that compares each section that both pages have."""

    def proofs(lesson: Lesson) -> Iterator[Proof]:
        pages = list(pages_of(lesson))
        if len(pages) == 2:
            first, second = pages
            for heading in first.texts.keys() & second.texts.keys():
                yield from compare(first, second, heading)

    return proofs


def sections(lesson: Lesson) -> Iterator[Proof]:
    """Find sections that only one language has, and sections in another order."""
    pages = list(pages_of(lesson))
    for page, other in zip(pages, reversed(pages), strict=True):
        for heading in other.texts.keys() - page.texts.keys():
            where = f"{called(heading)} is in {other.file}, but not here"
            yield page.wrong(f"{where}: write it in both languages, or in none.", "")
    if len(pages) == 2 and Counter(pages[0].texts) == Counter(pages[1].texts):
        pairs = zip(pages[0].texts, pages[1].texts, strict=True)
        for before, after in [pair for pair in pairs if pair[0] != pair[1]][:1]:
            advice = (
                f"{called(after)} is where {pages[0].file} has {called(before)}: one order is easier to keep."
            )
            yield pages[1].better(advice, after)


def parts(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Find other numbers of list items, table cells or fences; other paragraphs are advice."""
    ours, theirs = parsed(second.texts[heading]), parsed(first.texts[heading])
    counts = {name: (ours.count(kind), theirs.count(kind)) for kind, name in PARTS.items()}
    counts["fences"] = len(ours.fences), len(theirs.fences)
    for name, (here, there) in counts.items():
        if here != there:
            problem = f"{called(heading)} has {here} {name}; {first.file} has {there}."
            yield second.wrong(problem, heading)
    here, there = ours.count("paragraph"), theirs.count("paragraph")
    if here != there:
        yield second.better(f"{called(heading)} has {here} paragraphs; {first.file} has {there}.", heading)


def claims(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Find other claims, whatever the words that print them."""
    ours, theirs = (
        Counter(f"{{{claim[1]}}}" for claim in CLAIM.finditer(page.texts[heading]))
        for page in (second, first)
    )
    yield from unlike(
        first, second, heading, "prints", (ours - theirs).elements(), (theirs - ours).elements()
    )


def numbers(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Find numbers in digits, outside code, that the other language has neither in digits nor in words."""
    (ours, mine), (theirs, others) = (numbers_of(page, heading) for page in (second, first))
    more = [digits for digits, values in ours.items() if not values & (others | COMMON)]
    less = [digits for digits, values in theirs.items() if not values & (mine | COMMON)]
    yield from unlike(first, second, heading, "says", more, less)


def numbers_of(page: Page, heading: str) -> tuple[dict[str, set[float]], set[float]]:
    """Return the numbers that a section has in digits, with what each may mean; and all of its numbers."""
    pieces = parsed(without_claims(page.texts[heading])).pieces
    text = " ".join(re.sub(r"`[^`]*`", " ", piece.source) for piece in pieces)
    digits = {found: meanings(found) for found in DIGITS.findall(text)}
    spoken = {each.value for each in quantities(folded(text), page.language)}
    return digits, spoken.union(whole_numbers(text, page.language), *digits.values())


def meanings(digits: str) -> set[float]:
    """Return what digits may mean: a comma is a decimal mark, or is between two numbers."""
    parts = re.split("[.,]", digits)
    found = {float("".join(parts))}
    if len(parts) == 2:
        found |= {float(f"{parts[0]}.{parts[1]}"), *map(float, parts if "," in digits else [])}
    return found


def code(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Find other code in backticks, and other code in a fence."""
    here, there = (code_spans(page.texts[heading], first.lesson) for page in (second, first))
    yield from unlike(first, second, heading, "has", sorted(here - there), sorted(there - here))
    fences = (parsed(page.texts[heading]).fences for page in (second, first))
    for ours, theirs in zip(*fences, strict=False):
        mine, others = code_in(ours), code_in(theirs)
        yield from unlike(
            first, second, heading, "has, in a fence,", (mine - others).elements(), (others - mine).elements()
        )


def code_spans(text: str, lesson: Lesson) -> set[str]:
    """Return what is code in backticks, however often. Plain words may be translated."""
    arms = {arm for experiment in lesson.experiments.values() for arm in experiment.names}
    known = VOCABULARY | set(lesson.experiments) | arms
    spans = {span for piece in parsed(without_claims(text)).pieces for span in piece.code}
    return {f"`{span}`" for span in spans if span in known or not PLAIN.fullmatch(span)}


@cache
def code_in(fence: Fence) -> Counter[str]:
    """Return what has to be the same of a fence: of Python its names, numbers and operators; else names and numbers."""
    if fence.language.startswith("py") or is_python(fence.text):
        try:
            tokens = tokenize.generate_tokens(io.StringIO(fence.text).readline)
            return Counter(f"`{token.string}`" for token in tokens if token.type in CODE_TOKENS)
        except (tokenize.TokenError, SyntaxError):
            pass
    return Counter(f"`{name}`" for name in NAME.findall(without_claims(fence.text)))


def is_python(text: str) -> bool:
    """Return True for Python that does something: a table of words does not."""
    try:
        nodes = list(ast.walk(parse(text)))
    except (SyntaxError, ValueError):
        return False
    return any(isinstance(node, ast.Call | ast.Assign | ast.FunctionDef | ast.BinOp) for node in nodes)


def unlike(
    first: Page, second: Page, heading: str, verb: str, more: Iterable[str], less: Iterable[str]
) -> Iterator[Proof]:
    """Say what a section has more, or less, than in the other language."""
    ours, theirs = list(more), list(less)
    if ours:
        where = f", where {first.file} has {', '.join(theirs)}" if theirs else f"; {first.file} does not"
        found = f"{verb} {', '.join(ours)}{where}"
    elif theirs:
        found = f"lacks {', '.join(theirs)}, which {first.file} has"
    if ours or theirs:
        yield second.wrong(
            f"{called(heading)} {found}: both should say the same.", heading, (ours or [""])[0]
        )


NAMES = {"en": "English", "es": "Spanish"}
SMALL_WORDS = {
    "en": "the of and to it is are was that this with from for by on not but which what each than its",
    "es": "el la los las de del y en que es son una un con por para pero se lo su más como cada",
}
WORD = re.compile(r"[^\W\d_]+")
ENOUGH_WORDS = 5  # of a paragraph, so that two languages cannot have it by chance


def untranslated(lesson: Lesson) -> Iterator[Proof]:
    """Find paragraphs in the other language, and Spanish questions that nothing opens."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            for piece in parsed(without_claims(text)).pieces:
                if other := other_language(piece.words, page.language):
                    said = " ".join(piece.words.split())[:60]
                    problem = f"{called(heading)}: “{said}” is {NAMES[other]}; {page.file} is {NAMES[page.language]}."
                    yield page.wrong(problem, heading, piece.source)
                elif page.language == "es" and piece.words.count("¿") != piece.words.count("?"):
                    yield page.wrong(
                        f"{called(heading)} has a question without its ¿ or its ?.", heading, piece.source
                    )


def other_language(text: str, own: str) -> str:
    """Return the language that most of a paragraph's small words are in, where it is not its own."""
    words = WORD.findall(text.lower())
    if len(words) < ENOUGH_WORDS:
        return ""
    counts = {
        language: sum(word in common.split() for word in words) for language, common in SMALL_WORDS.items()
    }
    best = max(counts, key=lambda language: (counts[language], language == own))
    return best if counts[best] > counts[own] + 1 else ""
