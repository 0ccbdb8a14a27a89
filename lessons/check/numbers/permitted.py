"""Which numbers a page may say without a claim: the lesson's own, a question's, and those that assert nothing."""

import re
from collections.abc import Iterable, Iterator, Sequence

from lessons.check.numbers.agreement import LESS, MORE, side_of, tolerance
from lessons.check.numbers.figures import Figure
from lessons.check.numbers.own_numbers import Numbers, Own, bounds, close, is_among, margins
from lessons.check.numbers.quantities import COUNT, POINTS, SHARE, TIMES, Quantity, whole_numbers
from lessons.check.numbers.sections import Section
from lessons.check.numbers.tongues import tongue
from lessons.check.numbers.years import is_year
from lessons.lesson import Option
from lessons.vocabulary import SHARE as SHARE_METRIC
from lessons.vocabulary import metric_of

ALWAYS, SMALL = 2, 12  # alone, or where nothing is measured, these are ordinary language
NINE_IN_TEN = 0.9  # of the seeds lie in a band
WIDE = 200  # characters that a bracket holds at most
MANY = 30  # numbers of a paragraph from which another one may be made
SETTINGS = 8  # `13 of 256` is two settings side by side; `3 of 4` may be a result
NEAR = 25  # characters between a number of times and the setting that it is about
NAMES = ("", "name", "arm", "experiment")  # sections that are no sentence: a title is one as well
ASKED_IN = ("predict", "review", "step", "hint", "near", "next")
NO_CLAIM = "it is neither a claim nor one of the lesson's own shapes and sizes."
NO_WORDS = "no claim proves this quantity."
DERIVED = (lambda one, other: one - other, lambda one, other: one + other, lambda one, other: one * other)


# ---- digits ----------------------------------------------------------------


def forbidden_figures(
    found: Iterable[Figure], spoken: Sequence[Quantity], section: Section, own: Own
) -> Iterator[tuple[Figure, str]]:
    """The numbers in digits that nothing permits, each with the reason. Those within a quantity are judged there."""
    inside = {place for each in spoken for place in range(each.start, each.end)}
    alone = [each for each in found if each.start not in inside]
    for figure in alone:
        if not is_permitted(figure, section, own) and not is_derived(figure, alone, section, own):
            yield figure, out_of_region(figure.values, section, figure.start) or NO_CLAIM


def is_permitted(figure: Figure, section: Section, own: Own) -> bool:
    """Whether a number in digits needs no claim."""
    option = section.option(figure.start)
    return (
        is_own(figure, section, own)
        or is_small(figure, section)
        or is_cited(figure, section)
        or is_of_question(figure.values, section)
        or (figure.is_whole and is_equal(figure.values[0], section))
        or (option is not None and in_region(figure.values, option))
    )


def is_own(figure: Figure, section: Section, own: Own) -> bool:
    """Whether it is the lesson's own, or, in brackets or code, made of such numbers."""
    if all(has(own, section, value) and is_spelt_as(figure, value, section) for value in figure.values):
        return True
    listed = section.page.in_code(figure.start) or in_brackets(section.page.text, figure)
    return (
        bool(figure.parts)
        and listed
        and all(has(own, section, part) or part <= ALWAYS for part in figure.parts)
    )


def has(own: Own, section: Section, value: float) -> bool:
    """Whether a number is one of those that a section may say."""
    return any(is_among(value, each.all) for each in own.of(section.review))


def is_spelt_as(figure: Figure, value: float, section: Section) -> bool:
    """Whether a whole number is written as one: 1.0 in prose is a measurement, in code it may be a setting."""
    return "." not in figure.text or not value.is_integer() or section.page.in_code(figure.start)


def in_brackets(text: str, figure: Figure) -> bool:
    before, after = text[max(0, figure.start - WIDE) : figure.start], text[figure.end : figure.end + WIDE]
    return bool(re.search(r"[(\[][^()\[\]\n]*$", before) and re.match(r"[^()\[\]\n]*[)\]]", after))


def is_small(figure: Figure, section: Section) -> bool:
    """Whether it is a small whole number by which nothing is measured."""
    value = figure.values[0]
    whole = figure.is_whole or (section.page.in_code(figure.start) and value.is_integer())
    if not whole or not value <= SMALL:
        return False
    return value <= ALWAYS or not tells("measured", section.sentence(figure.start, figure.end), section)


def is_cited(figure: Figure, section: Section) -> bool:
    """Whether it is the year of a citation."""
    before, after = section.page.text[: figure.start], section.page.folded[figure.end :]
    return is_year(figure.text, before, after, section.language)


def is_derived(figure: Figure, others: Sequence[Figure], section: Section, own: Own) -> bool:
    """Whether it is the sum, difference or product of two of the lesson's own numbers in the same paragraph."""
    if not figure.is_whole:
        return False
    first, last = section.paragraph(figure.start)
    near = [each.values[0] for each in others if first <= each.start < last and each is not figure]
    near += whole_numbers(section.page.folded[first:last], section.language)
    near = [value for value in near[:MANY] if has(own, section, value)]
    pairs = [(one, other) for place, one in enumerate(near) for other in near[:place] + near[place + 1 :]]
    return any(close(figure.values[0], make(*pair)) for pair in pairs for make in DERIVED)


# ---- words -----------------------------------------------------------------


def forbidden(quantity: Quantity, section: Section, own: Own) -> str:
    """Why a quantity in words needs a claim, or nothing."""
    option, values = section.option(quantity.start), readings(quantity)
    if option and in_region(
        values, option, side(quantity, section), tolerance(quantity.kind, quantity.value)
    ):
        return ""
    if option and is_comparable(quantity, section):
        return out_of_region(values, section, quantity.start)
    sentence = section.sentence(quantity.start, quantity.end)
    permitted = (
        is_of_question(values, section)
        or asserts_nothing(quantity, sentence, section)
        or is_own_quantity(quantity, sentence, section, own)
    )
    return "" if permitted else NO_WORDS


def readings(quantity: Quantity) -> tuple[float, ...]:
    """What a quantity may mean as a number of the lesson: five points are 0.05."""
    return (quantity.value / 100, quantity.value) if quantity.kind == POINTS else (quantity.value,)


def side(quantity: Quantity, section: Section) -> str:
    """Whether the page says more than this quantity, less than it, or about it."""
    return side_of(section.page.folded[: quantity.start], section.language)


def tells(what: str, sentence: str, section: Section) -> bool:
    """Whether a sentence has a word that tells what its numbers are."""
    return bool(tongue(section.language).tells[what].search(sentence))


def asserts_nothing(quantity: Quantity, sentence: str, section: Section) -> bool:
    """Whether a quantity is asked for, is what others are said to expect, or is what a band is."""
    if section.kind in ASKED_IN and sentence.rstrip(" *_»”\"')").endswith("?"):
        return True
    is_band = close(quantity.value, NINE_IN_TEN) and tells("band", sentence, section)
    return is_band or tells("reported", sentence, section)


def is_own_quantity(quantity: Quantity, sentence: str, section: Section, own: Own) -> bool:
    """Whether a quantity says a setting, how the settings of two arms compare, or what chance gives."""
    known, value = own.of(section.review), quantity.value
    if quantity.kind in (COUNT, POINTS):
        claimed = quantity.kind == COUNT and is_equal(value, section)
        return claimed or any(is_among(value, counted_by(quantity, each)) for each in known)
    if quantity.of and all(has(own, section, each) and each >= SETTINGS for each in quantity.of):
        return True
    chances = [1 / count for each in known for count in each.classes]
    if quantity.kind == SHARE and is_among(value, set(chances)) and tells("chance", sentence, section):
        return True
    ratios = [ratio for each in known for ratio in each.ratios]
    if any(close(value, each.value) and is_about(quantity, sentence, section, each.about) for each in ratios):
        return True
    factors = [factor for each in known for factor in each.factors if factor]
    return quantity.kind == TIMES and any(close(value, each) or close(value * each, 1.0) for each in factors)


def counted_by(quantity: Quantity, numbers: Numbers) -> set[float]:
    """The settings that a unit counts: steps, rows that are points, and seeds, from which a network starts and runs."""
    if quantity.kind == POINTS:
        return numbers.points
    return numbers.steps if quantity.unit in ("steps", "pasos") else numbers.seeds


def is_equal(value: float, section: Section) -> bool:
    """Whether a whole number is what a claim of the lesson says."""
    equal = [claim.equals for claim in section.lesson.claims.values() if claim.equals is not None]
    return value.is_integer() and any(close(value, each) for each in equal)


def is_about(quantity: Quantity, sentence: str, section: Section, words: Sequence[str]) -> bool:
    """Whether a quantity is of a setting: `a quarter of the rate`, `the width was four times larger`, or in a name."""
    before, after = section.page.folded[: quantity.start], section.page.folded[quantity.end :][:NEAR]
    if section.kind in NAMES or any(word in after for word in words):
        return True
    subject = rf"(?:{'|'.join(words)})\w* {tongue(section.language).tells['is'].pattern} $"
    if re.search(subject, before):
        return True
    return tells("other", after, section) and any(word in sentence for word in words)


# ---- questions -------------------------------------------------------------


def is_of_question(values: Iterable[float], section: Section) -> bool:
    """Whether it is a tolerance of the section's question, or, where it is asked, a bound of its options."""
    question = section.question
    if question is None:
        return False
    known = [*margins(question), *(bounds(question) if section.asks else ())]
    return any(close(abs(value), abs(each)) for value in values for each in known)


def is_comparable(quantity: Quantity, section: Section) -> bool:
    """Whether a question asks for what the quantity is: a share for shares, a ratio for a number of times."""
    question = section.question
    if question is None:
        return False
    metric = metric_of(question.metric)
    is_share = metric is not None and metric.kind == SHARE_METRIC
    if question.against:
        is_share = is_share if question.compare == "difference" else True
    return is_share if quantity.kind in (SHARE, POINTS) else bool(question.against)


def out_of_region(values: Iterable[float], section: Section, start: int) -> str:
    """That a number in an option's words is not where the option is right; nothing outside an option."""
    option = section.option(start)
    if option is None:
        return ""
    where = " or ".join(f"{low:g} to {high:g}" for low, high in regions_of(option))
    return f"the option {option.id!r} is the right one from {where}."


def in_region(values: Iterable[float], option: Option, side: str = "", slack: float = 0.0) -> bool:
    """Whether an option may be the right one where its words say."""
    sizes = [abs(value) for value in values]
    sizes += [size / 100 for size in sizes if size.is_integer()]
    return any(touches(size, low, high, side, slack) for size in sizes for low, high in regions_of(option))


def touches(size: float, low: float, high: float, side: str, slack: float) -> bool:
    if side == LESS:
        return low < size and high <= size + slack
    if side == MORE:
        return high > size and low >= size - slack
    return low - slack <= size <= high + slack


def regions_of(option: Option) -> list[tuple[float, float]]:
    """Where an option is right, in sizes without a sign."""
    regions = [*([option.value] if option.value else []), *option.arms.values()]
    return [(min(map(abs, each)) if each[0] * each[1] > 0 else 0.0, max(map(abs, each))) for each in regions]
