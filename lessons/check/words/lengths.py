"""A page is at most three screens at 80×24; a title, a summary and an option fit where they stand."""

from collections.abc import Iterator

from lessons.check.drawings import drawn_rows
from lessons.check.markdown import FENCE_WIDTH, SCREEN_ROWS, lines, parsed, rows
from lessons.check.pages import Page, called, pages_of
from lessons.check.proof import Proof
from lessons.course import LessonMode
from lessons.drawings import without_drawings
from lessons.hunt import diff
from lessons.lesson import Lesson
from lessons.plan import Step
from lessons.prose import options
from lessons.recipes import steps_of
from lessons.runs.edits import edited_files

LONGEST = 3 * SCREEN_ROWS
TITLE, LONGEST_TITLE = 46, 70  # the map has where one stands beside it; no row has more
NAME, LONGEST_NAME = (
    50,
    75,
)  # of an arm, an experiment, a measurement: it heads a column, or stands beside a curve
SUMMARY, LONGEST_SUMMARY = 2, 4  # rows
OPTION, LONGEST_OPTION = 2, 4
TALLEST_FENCE, WIDEST_FENCE = 20, 90  # what is beyond is cut off, on any screen
NAMES = ("name ", "arm ", "experiment ")


def page_lengths(lesson: Lesson) -> Iterator[Proof]:
    """Pages of more than three screens: those of several sections, and any other section."""
    for page in pages_of(lesson):
        steps = [step for mode in lesson.modes for step in steps_of(LessonMode(lesson, mode)).all]
        for step in {getattr(step, "sections", ()): step for step in steps}.values():
            yield from long_page(page, step)
        for heading, text in page.texts.items():
            if heading not in ("read", "why") and rows(text) > LONGEST:
                yield page.wrong(f"{called(heading)} takes {too_many(rows(text))}", heading)


def long_page(page: Page, step: Step) -> Iterator[Proof]:
    """A page that a step makes of several sections, where it is too long."""
    names = [name for name in getattr(step, "sections", ()) if name in page.texts]
    count = sum(rows(filled(page, name)) + drawn_rows(page.lesson, page.language, name) for name in names)
    if getattr(step, "shows_edit", False):
        edits = page.lesson.edits
        count += sum(len(diff(edits, file, 4)) + 3 for file in edited_files(edits))
    if names and count > LONGEST:
        sections = ", ".join(map(called, names))
        yield page.wrong(f"the page {step.id} ({sections}) takes {too_many(count)}", names[0])


def filled(page: Page, heading: str) -> str:
    """A section as a learner reads it, with the numbers of its claims."""
    return without_drawings(page.lesson.prose[page.language].sections[heading])


def too_many(count: int) -> str:
    return f"{count} rows; three screens at 80×24 are {LONGEST}. Take {count - LONGEST} out, or make two lessons of it."


def short_texts(lesson: Lesson) -> Iterator[Proof]:
    """Titles, summaries, names and options that are too long for their place."""
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            if heading in ("", "blind title"):
                yield from fits(
                    page, heading, text, called(heading), len(text), "characters", TITLE, LONGEST_TITLE
                )
            elif heading in ("summary", "blind summary"):
                count = summary_rows(text)
                yield from fits(page, heading, text, "the summary", count, "rows", SUMMARY, LONGEST_SUMMARY)
            elif heading.startswith(NAMES):
                yield from fits(
                    page, heading, text, called(heading), len(text), "characters", NAME, LONGEST_NAME
                )
            for name, words in options(text)[1].items():
                what = f"option {name} of {called(heading)}"
                yield from fits(page, heading, words, what, lines(words), "rows", OPTION, LONGEST_OPTION)


def summary_rows(text: str) -> int:
    """The rows of a summary; one of several paragraphs is too long for the map."""
    return lines(text) if "\n\n" not in text else LONGEST_SUMMARY + rows(text)


def fits(
    page: Page, heading: str, text: str, what: str, count: int, unit: str, good: int, most: int
) -> Iterator[Proof]:
    """What is too long for its place, or longer than what reads well there."""
    if count > most:
        yield page.wrong(
            f"{what} takes {count} {unit}; there is room for {most}, and {good} read well.", heading, text
        )
    elif count > good:
        yield page.better(f"{what} takes {count} {unit}; {good} read well.", heading, text)


def fences(lesson: Lesson) -> Iterator[Proof]:
    """Fences that are cut off: too tall or too wide for any screen, or for one of 80 columns."""
    for page in pages_of(lesson):
        for heading in page.texts:
            for fence in parsed(page.texts[heading]).fences:
                written = [line.rstrip() for line in fence.text.splitlines()]
                longest = max(written, key=len, default="")
                if len(written) > TALLEST_FENCE:
                    problem = f"a fence of {called(heading)} has {len(written)} lines, and {TALLEST_FENCE} are shown."
                    yield page.wrong(f"{problem} Take some out, or make two of it.", heading, written[0])
                elif len(longest) > FENCE_WIDTH:
                    yield from too_wide(page, heading, longest)


def too_wide(page: Page, heading: str, line: str) -> Iterator[Proof]:
    said = f"a fence of {called(heading)} has a line of {len(line)} columns"
    if len(line) > WIDEST_FENCE:
        yield page.wrong(
            f"{said}, and no screen shows more than {WIDEST_FENCE}. Break the line.", heading, line
        )
    else:
        yield page.better(
            f"{said}: at 80 columns the last {len(line) - FENCE_WIDTH} are cut off.", heading, line
        )
