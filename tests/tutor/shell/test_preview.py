"""The preview shows everything that an author wrote, in both languages, and runs and keeps nothing."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lessons.course.lesson.page import Code, Table, Words, plain_text
from lessons.course.lesson.pictures import Curves
from lessons.course.lesson.prose import DRAWING_LINE, options
from lessons.course.steps.author_pages import Written, all_pages
from lessons.format.course import load_course
from lessons.runs import experiment, training
from tests.packs import write_lesson
from tests.tutor.small_course import small_places
from tutor.shell.authors import cut
from tutor.words.text import LANGUAGES, Text

TABLE = re.compile(r"((?:^\|.*\n?)+)", re.MULTILINE)
LESSONS = (*(place.lesson for place in small_places()), load_course().lessons["one-minute"])
BOTH = [pytest.param(each, language, id=f"{each.id}-{language}") for each in LESSONS for language in LANGUAGES]


@pytest.fixture(autouse=True)
def nothing_runs(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever trains, or calculates, is an error; and there is no journal afterwards."""

    def refuse(*given: object, **options: object) -> None:
        raise AssertionError("something ran")

    monkeypatch.setattr(training, "edited_library", refuse)
    monkeypatch.setattr("lessons.runs.calculation.run", refuse)
    monkeypatch.setattr(experiment, "swept", refuse)
    yield
    assert not home.exists()


def everything(pages: list[Written]) -> str:
    """All that the pages say."""
    blocks = [block for page in pages for block in page.blocks]
    words = [block.markdown for block in blocks if isinstance(block, Words)]
    lines = ["\n".join(block.lines) for block in blocks if isinstance(block, Code)]
    tables = [block for block in blocks if isinstance(block, Table)]
    cells = [cell for table in tables for row in (table.headings, *table.rows) for cell in row]
    return "\n\n".join([*(page.title for page in pages), *words, *lines, *cells])


def parts_of(text: str) -> Iterator[str]:
    """The words between drawings, and the cells of tables."""
    for part in TABLE.split("\n".join(DRAWING_LINE.split(text)[::2])):
        if part.startswith("|"):
            yield from (cell.strip() for cell in part.split("|") if cell.strip(" -:\n"))
        else:
            yield from filter(None, map(str.strip, part.split("\n\n")))


@pytest.mark.parametrize(("lesson", "language"), BOTH)
def test_every_section_of_a_lesson_stands_in_its_preview(lesson, language):
    said = everything(list(all_pages(lesson, Text(language))))
    prose = lesson.prose[language]
    assert prose.title in said
    for heading, words in prose.sections.items():
        if heading.startswith("probe") and any(other.startswith(f"{heading} ") for other in prose.sections):
            continue  # each experiment has words of its own for it
        kind = heading.removeprefix("blind ").split()[0]
        if kind == "drawing":
            continue  # its words stand in the picture
        text, offered = options(words) if kind in ("predict", "review", "test") else (words, {})
        text = plain_text(text) if kind == "test" else text  # a choice has no marks
        assert all(part in said for part in parts_of(text)), heading
        for option in offered.values():
            assert option.replace("`", "").replace("**", "") in said, heading


def test_where_the_runs_are_to_speak_the_preview_says_that():
    lesson = next(each for each in LESSONS if each.questions)
    sections = {**lesson.prose["en"].sections, f"because {lesson.questions[0].id}": "{verdict} So."}
    lesson = replace(lesson, prose={"en": replace(lesson.prose["en"], sections=sections)})
    assert "(The runs fill this in.) So." in everything(list(all_pages(lesson, Text("en"))))


def test_two_languages_stand_beside_each_other_where_there_is_room(shell, monkeypatch):
    titles = [LESSONS[0].prose[language].title for language in LANGUAGES]
    for columns, together in ((100, True), (99, False)):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = shell("preview", LESSONS[0].id).splitlines()
        assert any(all(title in line for title in titles) for line in lines) is together


def test_claims_are_filled_in_and_blind_pages_are_shown(tmp_path, shell):
    words = " ".join(shell("preview", write_lesson(tmp_path, "quiet")).split())
    assert "near 1.55." in words
    assert "{" not in words
    assert "1 Read · blind" in words
    assert "1 Lee · a ciegas" in words
    assert "This network is not what it was last week." in words


def test_cards_tables_and_pictures_are_printed_with_the_page_that_has_them(shell, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert "Here the changed line did the marking" in shell("preview", "one-minute")
    printed = shell("preview", "learn-to-multiply")
    for page in all_pages(load_course().lessons["learn-to-multiply"], Text("es")):
        for block in page.blocks:
            if isinstance(block, Table):
                assert all(row[0] in printed for row in block.rows)
            elif isinstance(block, Curves):
                assert block.title in printed


def test_a_language_that_does_not_load_is_said_and_the_other_is_shown(tmp_path, shell, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "99")
    folder = write_lesson(tmp_path, "quiet")
    page = folder / "es.md"
    page.write_text(page.read_text(encoding="utf-8").replace("## why", "## wy"), encoding="utf-8")
    words = shell("preview", folder, code=1)
    assert "section ## why is missing" in " ".join(words.split())
    assert "The quiet network" in words
    page.unlink()
    assert "es.md is" in shell("preview", folder, code=1)


@pytest.mark.parametrize("name", ["xor-lin", "one/quiet", "/nowhere", "\x1b[31m", "a" * 5000, "\0"])
def test_what_is_no_lesson_is_a_sentence(shell, name):
    assert "There is no lesson" in shell("preview", name, code=2)


def test_a_page_is_cut_at_its_empty_lines_but_for_those_within_a_fence():
    assert [*cut("One.\n\n```\na\n\nb\n```\n\nTwo.")] == ["One.", "```\na\n\nb\n```", "Two."]
