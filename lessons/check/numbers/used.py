"""Claims and the pages that print them: what a page names exists, and says what its words say; none is left over."""

import re
from collections.abc import Iterator

from lessons.check.numbers.agreement import disagreement
from lessons.check.numbers.sources import code_of
from lessons.check.places import STRUCTURE, line_in_structure, line_of_text
from lessons.check.proof import Proof
from lessons.filling import PLACE
from lessons.lesson import Claim, Lesson, Prose
from lessons.table import nearest
from lessons.vocabulary import SHARE, metric_of

PERCENT = re.compile(r"\s?(?:%|percent\b|per cent\b|por ciento\b)")
AFTER = 25  # characters in which a page says which way round a number of times is


def prove_uses(lesson: Lesson) -> Iterator[Proof]:
    """Every claim that a page names exists and says what its words say; every claim is printed, or says why not."""
    for language, prose in lesson.prose.items():
        for heading, text in written(prose):
            for place in places(text, lesson):
                yield from prove_place(lesson, language, heading, place)
    printed = {
        place[1]
        for prose in lesson.prose.values()
        for _, text in written(prose)
        for place in places(text, lesson)
    }
    if any(prose.written for prose in lesson.prose.values()):
        yield from (prove_use(lesson, claim, claim.name in printed) for claim in lesson.claims.values())


def written(prose: Prose) -> Iterator[tuple[str, str]]:
    """The title and the sections of a page, as their author wrote them."""
    yield from (("", prose.written_title), *prose.written.items())


def places(text: str, lesson: Lesson) -> Iterator[re.Match[str]]:
    """Where a text prints claims. Braces in real source code are code, unless a claim has their name."""
    code = list(code_of(text, lesson))
    for place in PLACE.finditer(text):
        if place[1] in lesson.claims or not any(first <= place.start() < last for first, last in code):
            yield place


def prove_place(lesson: Lesson, language: str, heading: str, place: re.Match[str]) -> Iterator[Proof]:
    """The claim exists, and the words that are printed for it say what it proves."""
    claim, words = lesson.claims.get(place[1]), place[2]
    after = place.string[place.end() :][:AFTER]
    if claim is not None and words is None and not PERCENT.match(after):
        return
    file, line = f"{language}.md", line_of_text(lesson, language, heading, place[0]) if heading else 1
    what = f"{place[0]} in {file}, {f'## {heading}' if heading else 'the title'}"
    if claim is None:
        names = tuple(lesson.claims)
        problem = (
            f"{place[1]!r} is not in [claims] of {STRUCTURE}.{nearest(place[1], names) if names else ''}"
        )
        yield Proof(lesson.id, what, problem, file, line)
        return
    problem = disagreement(claim, words, language, after) if words else of_percent(claim)
    mend = f"words that say it, or {{{claim.name}}}, which prints {claim.text()}" if problem and words else ""
    yield Proof(lesson.id, what, problem, file, line, mend)


def of_percent(claim: Claim) -> str:
    """Why no percent sign stands after a claim, or nothing."""
    metric = metric_of(str(claim.arguments.get("metric", "")))
    if claim.percent or (metric is not None and metric.kind == SHARE):
        return f"it prints {claim.text()}, and a percent sign more says something else."
    return ""


def prove_use(lesson: Lesson, claim: Claim, printed: bool) -> Proof:
    """A claim that no page prints says why. That is advice: what it bounds may be told in words that are no number."""
    what, line = f"use of claim {claim.name}", line_in_structure(lesson, "claims", claim.name)
    if printed and claim.unused:
        problem = f"it says why no page prints it ({claim.unused!r}), but a page does."
        return Proof(lesson.id, what, problem, STRUCTURE, line, f"{claim.name} without `unused`")
    if printed or claim.unused:
        return Proof(lesson.id, what)
    advice = f'no page prints it. Print {{{claim.name}}}, or say why it is there: unused = "…".'
    return Proof(lesson.id, what, "", STRUCTURE, line, advice=advice)
