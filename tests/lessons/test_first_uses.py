"""The first use of each term of the glossary is marked in a lesson's pages, in reading order."""

from dataclasses import replace

import pytest

from lessons.course import LessonMode
from lessons.first_uses import first_uses, lines_of, marked, marked_words, terms_on
from lessons.glossary import terms_for
from lessons.load import load_course
from lessons.page import Aside, Onward, Page, Words
from lessons.plain_text import unmarked
from lessons.recipes import steps_of
from lessons.state import State
from tutor.words.text import Text

ENGLISH = Text("en")
BREAK = LessonMode(load_course().lessons["break-gelu-identity"])


def page_of(*blocks: Words, asides: tuple[Aside, ...] = ()) -> Page:
    return Page("read", "read", "Read", blocks, Onward("on"), asides=asides)


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_term_is_marked_once_in_a_lesson(language: str) -> None:
    uses = first_uses(BREAK, Text(language))
    marked_terms = [name for line in uses.values() for _, _, name in line]
    assert len(marked_terms) == len(set(marked_terms)) > 5


def test_the_first_page_marks_what_it_says_first() -> None:
    steps = steps_of(BREAK)
    page = marked(steps.all[0].page(steps, State(), ENGLISH), first_uses(BREAK, ENGLISH))
    words = "\n".join(block.markdown for block in page.blocks if isinstance(block, Words))
    assert "](term:network)" in words.split("\n")[0]
    assert words.count("](term:network)") == 1


def test_a_page_without_its_marks_says_what_it_said() -> None:
    steps, uses = steps_of(BREAK), first_uses(BREAK, ENGLISH)
    page = steps.all[0].page(steps, State(), ENGLISH)
    for before, after in zip(page.blocks, marked(page, uses).blocks, strict=True):
        if isinstance(before, Words) and isinstance(after, Words):
            assert unmarked(after.markdown) == before.markdown


def test_neither_code_nor_headings_nor_notes_are_marked() -> None:
    line = "The loss of a `loss` is a loss."
    uses = {line: ((4, 8, "loss"),)}
    fenced = f"```\n{line}\n```\n{line}"
    assert marked_words(fenced, uses) == f"```\n{line}\n```\nThe [loss](term:loss) of a `loss` is a loss."
    assert [prose for _, prose in lines_of("# loss\n| loss |\n    loss\nloss")] == [False, False, False, True]
    page = page_of(Words(line, "note"), Words(line), asides=(Aside("Beside", (Words(line),)),))
    note, words = marked(page, uses).blocks
    assert note == page.blocks[0]
    assert words == Words("The [loss](term:loss) of a `loss` is a loss.")
    assert marked(page, uses).asides[0].blocks == (words,)


def test_the_terms_of_a_page_come_in_the_order_in_which_they_are_met() -> None:
    terms = terms_for(BREAK.lesson, "en")
    page = page_of(Words("A [weight](term:weight), a `bias`, then a layer, and weights."))
    assert [term.id for term in terms_on(page, terms)] == ["weight", "layer"]
    with_aside = replace(page, asides=(Aside("", (Words("Momentum"),)),))
    assert [term.id for term in terms_on(with_aside, terms)] == ["weight", "layer", "momentum"]
