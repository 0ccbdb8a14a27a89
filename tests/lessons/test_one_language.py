"""A pack may be in one language: its pages, titles, ideas and terms are read in it, whatever the learner's own is."""

import shutil
from pathlib import Path

import pytest

from lessons.check.course import folder_at, prove_folder
from lessons.check.evidence import Evidence
from lessons.check.families import prove_pages
from lessons.check.workers import Workers
from lessons.course.values import LessonError
from lessons.format.convert import convert
from lessons.format.course import load_course, load_lesson
from lessons.format.glossary import course_terms, terms_for
from lessons.format.packs import load_courses
from lessons.format.templates import course_with, write_lesson
from tests.packs import write_english_pack

MANIFEST = "course.toml"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    load_courses.cache_clear()
    load_course.cache_clear()
    return write_english_pack(tmp_path / "my-pack", "quiet")


def test_everything_is_read_in_the_language_that_there_is(pack: Path) -> None:
    course = load_courses((pack,))
    lesson, heading = course.lessons["my-pack/quiet"], course.headings["my-pack/quiet"]
    assert list(lesson.prose) == ["en"]
    assert lesson.prose["es"] == lesson.prose["en"]
    assert heading.titles["es"] == heading.titles["en"]
    assert heading.blind_titles.get("es") == heading.blind_titles.get("en")
    assert course.tracks[-1].title["es"] == "Quiet things · my-pack"
    assert course.concepts["my-pack/first-weights"]["es"] == "First weights"


def test_terms_are_those_of_the_pages(pack: Path) -> None:
    text = "# Words\n\n## murmur\nwords: murmur, murmurs\nA signal of 0.1.\n"
    (pack / "glossary.en.md").write_text(text, encoding="utf-8")
    course = load_courses((pack,))
    terms = {term.name for term in terms_for(course.lessons["my-pack/quiet"], "es")}
    assert {"murmur", "gradient"} <= terms
    assert {"murmur", "gradiente"} <= {term.name for term in course_terms(course, "es")}


def test_the_pages_of_the_other_language_are_neither_missed_nor_compared(pack: Path) -> None:
    with Workers(1) as workers:
        lesson = load_lesson(pack / "quiet")
        proofs = prove_pages(lesson, Evidence(lesson, workers))
    assert [proof.problem or proof.advice for proof in proofs if "es.md" in f"{proof.file}{proof.problem}"] == []
    assert not any("translat" in proof.advice for proof in proofs)


def test_a_page_of_a_language_that_is_not_listed_is_told(pack: Path) -> None:
    (pack / "quiet" / "es.md").write_text("# Nada\n", encoding="utf-8")
    problems = [proof.problem for proof in prove_folder(folder_at(pack)) if not proof.holds]
    assert [problem.partition("es.md")[2] for problem in problems] == [
        " belongs to no lesson: its files are lesson.toml, en.md."
    ]


@pytest.mark.parametrize(("said", "problem"), [("[]", "once"), ('["en", "en"]', "once"), ('["fr"]', "one of en, es")])
def test_languages_that_there_cannot_be_are_a_sentence(pack: Path, said: str, problem: str) -> None:
    file = pack / MANIFEST
    file.write_text(file.read_text(encoding="utf-8").replace('["en"]', said), encoding="utf-8")
    with pytest.raises(LessonError, match=problem):
        load_course(pack)


def test_a_lesson_of_format_2_in_one_language_is_converted(pack: Path) -> None:
    assert convert(pack) == ["quiet"]
    assert "```toml" in (pack / "quiet" / "en.md").read_text(encoding="utf-8")
    assert load_lesson(pack / "quiet").questions


@pytest.mark.parametrize("language", ["en", "es"])
def test_new_writes_the_pages_of_the_packs_languages(tmp_path: Path, language: str) -> None:
    pack = tmp_path / "own"
    pack.mkdir()
    top = f'format = 3\nlanguages = ["{language}"]\n\n[[track]]\nid = "own"\ntitle = "Own"\nlessons = []\n'
    (pack / MANIFEST).write_text(top, encoding="utf-8")
    write_lesson("experiment", pack / "mine", course_with(pack, "mine", "experiment"))
    assert [path.name for path in (pack / "mine").glob("*.md")] == [f"{language}.md"]
    assert load_course(pack).lessons["mine"].questions
    shutil.rmtree(pack)
