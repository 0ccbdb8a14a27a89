"""PyTorch prints what `## work` says that it prints."""

import io
from contextlib import redirect_stdout

import pytest
from markdown_it import MarkdownIt

from lessons.course.course import LessonMode
from lessons.course.lesson.page import Words
from lessons.course.lesson.state import State
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course
from lessons.format.files import CONTENT
from tutor.words.text import Text

WORK = [each for each in sorted(CONTENT.glob("*/*.md")) if "\n## work\n" in each.read_text(encoding="utf-8")]


@pytest.mark.slow
@pytest.mark.parametrize("page", WORK, ids=lambda page: f"{page.parent.name}-{page.stem}")
@pytest.mark.filterwarnings("default")  # of PyTorch, which may have its own of a new Python
def test_every_block_of_work_prints_what_the_page_says(page):
    pytest.importorskip("torch")
    section = load_course().lessons[page.parent.name].prose[page.stem].sections["work"]
    fences = [(each.info, each.content) for each in MarkdownIt().parse(section) if each.type == "fence"]
    names: dict[str, object] = {}
    printed = io.StringIO()
    with redirect_stdout(printed):
        for language, code in fences:
            if language == "python":
                exec(compile(code, "work", "exec"), names)
    assert {language for language, _ in fences} == {"python", "text"}
    assert printed.getvalue() == "".join(code for language, code in fences if language == "text")


def test_work_is_a_part_of_its_own_on_the_last_page_before_the_way_on():
    steps = steps_of(LessonMode(load_course().lessons["relu-mask"]))
    page = steps.all[-1].page(steps, State(), Text("en"))
    headings = [each.markdown for each in page.blocks if isinstance(each, Words) and each.tone == "heading"]
    assert headings[-2:] == ["At work", "Where it leads"]
