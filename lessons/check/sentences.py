"""Sentences: a number in digits where a page says what was found is a claim; what else no run proves is listed.

A number is a claim, the year of a citation, or one that the lesson's own settings and models have. A cause, a
comparison, an *every*, a name that no arm has, a number in words: such sentences are their author's.
"""

import math
import operator
import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from itertools import accumulate, chain

from lessons.check.evidence import Evidence, experiments
from lessons.check.numbers import TIMES, PrintedNumber, folded, number_words, numbers_in, whole_numbers, words
from lessons.check.pages import CLAIM, PageFile, Proof, called, pages_of
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import sentences
from lessons.course.lesson.prose import PLACE
from lessons.course.lesson.values import LessonError
from lessons.course.lesson.vocabulary import OVER_SEEDS
from lessons.runs.edits import healthy_library
from lessons.runs.models import build_model
from lessons.runs.models.activations import activation_of
from lessons.runs.tasks import draw_rows

FOUND = ("because", "why", "learnt", "remember")  # sections that say what was found
NAMES = ("", "name", "arm", "experiment")  # those that state nothing
OPTION = re.compile(r"\s*- [a-z0-9-]+: ")
KINDS = {"cause": "a cause", "comparison": "a comparison", "every": "an every"}
MAX_ORDINARY = 12  # whole numbers up to it are ordinary language, unless they count what a run counts
MAX_ALWAYS_ORDINARY = 2
MAX_IN_PARAGRAPH = 30  # numbers from which another one may be made
SHARE_IN_BAND = 0.9  # of the seeds: what every band of the tutor holds
YEAR = re.compile(r"(?:19|20)\d\d")
CITED = re.compile(r"(?:(?:[A-ZÁÉÍÓÚÑÜ][\w.'’-]+|\bal\.?)[,)]* ?[(\[]?|\b(?:in|since|en|desde|de|hasta) |[,;(] ?)$")
LOGARITHM = re.compile(r"\b(?:ln|log)\b")
OPERAND = re.compile(r"(?:\b(?:ln|log|sqrt)|√) *\(?$")
MADE = (operator.add, operator.sub, operator.mul, operator.truediv)
SPAN = re.compile(r"(?<!`)`[^`\n]+`(?!`)|^(?: {4}|```|~~~).*$|https?://\S+", re.MULTILINE)
FENCE = re.compile(r"^ *(```+|~~~+).*?(?:^ *\1|\Z)", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"[^\W\d]\s*[(\[=.]|\w_\w|[)\]]")
NUMBER = re.compile(r"(?<![\d.])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
COMMENT = re.compile(r"#[^\n]*")

Settings = Mapping[str, object]  # of a task, or of a model


@dataclass(frozen=True)
class Passage:
    """One section of a page as its numbers are read."""

    page: PageFile
    heading: str
    own: frozenset[float]

    @property
    def kind(self) -> str:
        return self.heading.partition(" ")[0]

    @cached_property
    def text(self) -> str:
        """The section, of the same length, in which claims, links and code are covered."""
        found = self.page.texts[self.heading]
        for first, last in code_of(found):
            found = found[:first] + "_" * (last - first) + found[last:]
        return re.sub(r"[*`]", " ", PLACE.sub(lambda place: "_" * len(place[0]), found))

    @cached_property
    def folded(self) -> str:
        return folded(self.text)

    def paragraph(self, start: int) -> str:
        first, last = self.folded.rfind("\n\n", 0, start), self.folded.find("\n\n", start)
        return self.folded[first + 1 : last if last >= 0 else len(self.folded)]


def code_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of links, and of lines or spans that look like code, such as `x.sum()`."""
    fenced = (re.compile(r"[^\n]+").finditer(text, *fence.span()) for fence in FENCE.finditer(text))
    for match in (*chain.from_iterable(fenced), *SPAN.finditer(text)):
        if CODE.search(match[0]) or "://" in match[0]:
            yield match.span()


def prove_sentences(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    own = own_numbers(lesson, evidence)
    said = repr({name: value for name, value in vars(lesson).items() if name != "prose"}).casefold()
    for page in pages_of(lesson):
        what = f"sentences of {page.file}"
        passages = [Passage(page, heading, own) for heading in page.texts]
        found = [proof for each in passages for proof in judged(each, said)]
        if all(proof.yours for proof in found):
            yield Proof(lesson.id, what)
        yield from (replace(proof, what=proof.what or what) for proof in found)


def judged(passage: Passage, said: str = "") -> Iterator[Proof]:
    """Find what is wrong with the sentences of a section, and those that are their author's. `said`: its settings."""
    if passage.kind in NAMES:
        return
    page, heading, numbers = passage.page, passage.heading, list(strangers(passage))
    pieces = sentences(passage.text)
    for piece, end in zip(pieces, accumulate(map(len, pieces)), strict=True):
        written = page.texts[heading][end - len(piece) : end].strip("*_` \n")
        own = [each for each in numbers if end - len(piece) <= each.start < end]
        if OPTION.match(piece) or "?" in piece:
            continue
        if digits := next((each for each in own if each.in_digits and passage.kind in FOUND), None):
            number = page.texts[heading][digits.start : digits.end].strip("*_` \n")
            problem = f"{called(heading)} says {number!r}: no claim proves it"
            yield page.wrong(f"{problem}, and it is none of the lesson's own numbers.", heading, written)
        elif phrase := of_every_seed(page, folded(piece), written):
            problem = f"says {phrase!r} of the median or the mean: write a claim with every = …"
            yield page.wrong(f"{called(heading)} {problem}", heading, written)
        elif kinds := [*kinds_of(folded(piece), page.language, said), *["a number"][: len(own)]]:
            advised = page.better(written, heading, written)
            yield replace(advised, what=", ".join(kinds), yours=True)


def kinds_of(sentence: str, language: str, said: str) -> Iterator[str]:
    for kind, name in KINDS.items():
        if words(language)[kind].search(sentence):
            yield name
    if any(name not in said for name in words(language)["names"].findall(sentence)):
        yield "a name"


def of_every_seed(page: PageFile, sentence: str, written: str) -> str:
    """Return the words that say *on every seed* of numbers that are all medians or means; `""` if there are none."""
    names = (claim[1] for claim in CLAIM.finditer(written))
    claims = [page.lesson.claims[name] for name in names if name in page.lesson.claims]
    phrase = words(page.language)["every_seed"].search(sentence)
    middle = [claim.measure in ("median", "mean") for claim in claims if OVER_SEEDS.keys() <= claim.arguments.keys()]
    return phrase[0] if phrase and middle and all(middle) else ""


def outcome(text: str, language: str) -> str:
    opening = folded(text.lstrip("*_ "))
    said = words(language, "outcomes").items()
    return next((key for key, each in said if re.match(rf"(?:{each.pattern})(?:[.:,;]| in the| en la)", opening)), "")


# ---- numbers -----------------------------------------------------------------------


def strangers(passage: Passage) -> Iterator[PrintedNumber]:
    for number in numbers_in(passage.folded, passage.page.language):
        if not is_permitted(number, passage):
            yield number


# ---- whose number it is --------------------------------------------------------


def is_permitted(number: PrintedNumber, passage: Passage) -> bool:
    """Return True for the lesson's own number, an ordinary one, a year, or one made of two own numbers."""
    if re.match(r"[^.!\n]*\?", passage.text[number.end :]):  # it asks
        return True
    own = any(is_among(value, passage.own) for value in number.values)
    ordinary = MAX_ORDINARY if number.in_digits or number.kind == TIMES else 0
    parts = number.of and all(each <= ordinary or is_among(each, passage.own) for each in number.of)
    return own or bool(parts) or is_plain(number, passage) or is_made(number, passage)


def is_plain(number: PrintedNumber, passage: Passage) -> bool:
    """Return True for a year, a number after `ln`, and a small whole number that counts no part of a run."""
    written = passage.text[number.start : number.end]
    if YEAR.fullmatch(written) and CITED.search(passage.text[max(0, number.start - 40) : number.start]):
        return True
    if OPERAND.search(passage.text[: number.start]) or passage.text[number.end :].startswith("!"):
        return True
    units = number_words(passage.page.language).table["units_of_runs"]
    counts = re.match(rf"\s(?:{units})\b", passage.folded[number.end :])
    return written.isdigit() and int(written) <= (MAX_ALWAYS_ORDINARY if counts else MAX_ORDINARY)


def is_made(number: PrintedNumber, passage: Passage) -> bool:
    """Return True for a sum, difference, product or quotient of two own numbers, or a fraction's square."""
    paragraph, language = passage.paragraph(number.start), passage.page.language
    every = (*numbers_in(paragraph, language), *whole_numbers(paragraph, language))
    near = dict.fromkeys(value for each in every for value in (each.values[0], *each.of))
    own = [value for value in near if value > 0 and is_among(value, passage.own)][:MAX_IN_PARAGRAPH]
    pairs = [(one, other) for one in own for other in own if one == other or min(one, other) > 1]
    made = {make(*pair) for pair in pairs for make in MADE}
    if LOGARITHM.search(paragraph):
        made |= {round(math.log(one), digits) for one in near if one > 1 for digits in (2, 3)}
    return any(is_among(value, made) for value in number.values)


def is_among(value: float, numbers: Iterable[float]) -> bool:
    return any(math.isclose(abs(value), abs(each), rel_tol=1e-9) for each in numbers)


# ---- the numbers that a lesson has -----------------------------------------------


def own_numbers(lesson: Lesson, evidence: Evidence) -> frozenset[float]:
    """Return a lesson's settings, and the sizes of its models, which are built in a worker. Raises Trouble."""
    arms = [arm.settings for each in experiments(lesson).values() for arm in each.arms]
    pairs = {repr((each.task, each.model)): (each.task, each.model) for each in arms}
    settings = {name: value for name, value in vars(lesson).items() if name not in ("prose", "folder")}
    found = {SHARE_IN_BAND, *numbers_of(settings), *evidence.ask(sizes_of, tuple(pairs.values()))}
    return frozenset(found | {1 / number for number in found if number >= 2})


def numbers_of(value: object) -> Iterator[float]:
    """Return the size of every number in a value: in its fields, lists, tables and texts, but for comments."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield abs(float(value))
    elif isinstance(value, str):
        code = COMMENT.sub("", value).replace("_", " ")
        yield from (abs(float(found)) for found in NUMBER.findall(code))
    elif is_dataclass(value):
        yield from numbers_of([getattr(value, field.name) for field in fields(value)])
    elif isinstance(value, Mapping):
        yield from numbers_of([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from numbers_of(each)


def sizes_of(pairs: tuple[tuple[Settings, Settings], ...]) -> Generator[float, None, list[float]]:
    """Return the sizes of every task with its model, and the factors of its activation. Raises LessonError."""
    found: list[float] = []
    library = healthy_library()
    for number, (task, model) in enumerate(pairs):
        yield number / len(pairs)
        rows = draw_rows(library, task, 0)
        try:
            built = build_model(library, model, rows, 0)
        except (LessonError, ValueError, TypeError) as error:
            raise LessonError(f"its {model.get('name')} cannot be built: {error}") from error
        inside, outside = len(rows.x), len(rows.x_out)
        found += [inside, outside, inside + outside, rows.classes, rows.inputs, rows.outputs]
        shapes = [parameter.data.shape for parameter in built.parameters()]
        entries = [math.prod(shape) for shape in shapes]
        found += [sum(entries), *entries, *(size for shape in shapes for size in shape)]
        if rows.cells:  # the grid of verbs and persons
            found += [len(library.lab.tense.VERBS), len(library.lab.tense.PERSONS)]
        if words := str(model.get("activation") or ""):
            factors = filter(None, numbers_of([*vars(activation_of(library, words, float)).values()]))
            found += [number for each in factors for number in (each, 1 / each)]
    return [float(each) for each in found]
