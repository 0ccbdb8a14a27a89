"""A pack says what it is before it may run: its head, its edits, its language; and a head that lies."""

import shutil
from pathlib import Path

import pytest

from lessons.course.lesson.values import LessonError
from lessons.format.course import load_course
from lessons.format.packs import load_courses
from tests.packs import write_english_pack, write_pack
from tests.tutor.conftest import opened, press, words_on
from tests.tutor.plain_learner import Plain
from tests.tutor.test_packs import QUIET, learner_with, place_in
from tutor.pack_code import agree, consent_words, language_words
from tutor.session import Session
from tutor.tui.app import LynxTutor
from tutor.words.text import Text, known_title

HONEST = """title = "Quiet networks"
description = "Why a small bound is slow."
author = "Ana Núñez"
licence = "CC BY 4.0"
version = "1.2"
tutor = "0.2"
"""
LYING = (
    'author = "\\u001b[31mMallory\\u001b[0m\\u001b]0;owned\\u0007 [bold]the authors[/bold] of [link=x]lynx-tutor[/link]'
    '\\u202e\\u200f\\u0000\\nIts code was proved."'
)


def pack_with(folder: Path, head: str) -> Path:
    load_course.cache_clear()
    load_courses.cache_clear()
    return write_english_pack(folder / "my-pack", "quiet", head=head)


def said_of(home: Path, pack: Path, language: str) -> str:
    learner = learner_with(home, pack)
    return consent_words(learner.course.packs["my-pack"], Text(language))


@pytest.mark.parametrize(("language", "word"), [("en", "Author"), ("es", "Autor")])
def test_the_consent_says_what_the_authors_say(home, tmp_path, language, word):
    lines = said_of(home, pack_with(tmp_path, HONEST), language).split("\n")
    assert lines[1:4] == ["  Quiet networks", "  Why a small bound is slow.", f"  {word}: Ana Núñez"]
    assert "1.2" in lines[4]
    assert "CC BY 4.0" in lines[5]


def test_a_pack_without_a_head_is_asked_about_as_before(home, tmp_path):
    assert said_of(home, write_pack(tmp_path / "my-pack", "quiet"), "en").startswith("The pack “my-pack” was not")


@pytest.mark.parametrize(("least", "is_newer"), [("0.1.9", False), ("0.10", True), ("99", True)])
def test_a_pack_for_a_newer_tutor_says_so_first(tmp_path, least, is_newer):
    pack = pack_with(tmp_path, f'tutor = "{least}"\nauthor = "Ana"' + "\nunheard_of = 1" * is_newer)
    if is_newer:
        with pytest.raises(LessonError, match=f"needs lynx-tutor {least} or newer"):
            load_course(pack)
    else:
        assert load_course(pack).head.tutor == least


def assert_plain(words: str) -> None:
    assert all(letter.isprintable() or letter == "\n" for letter in words)
    assert "[bold]the authors[/bold] of [link=x]lynx-tutor[/link]" in words
    assert not any(letter in words for letter in "\u202e\u200f\x1b")


def test_a_lying_pack_is_added_listed_and_on_the_map_as_plain_text(shell, tmp_path):
    pack = pack_with(tmp_path, LYING)
    manifest = pack / "course.toml"
    manifest.write_text(manifest.read_text().replace("Quiet things", "[red]Quiet[/red] [bold]"), encoding="utf-8")
    archive = shutil.make_archive(str(tmp_path / "lies"), "zip", tmp_path, "my-pack")
    for words in (("pack", "add", archive), ("pack", "list")):
        assert_plain(shell(*words))
    assert "[red]Quiet[/red] [bold] · my-pack" in shell("list")
    assert "\x1b" not in shell("pack", "list", "--json")


async def test_a_lying_author_is_plain_text_in_the_app_which_shows_the_edits_too(home, tmp_path):
    learner = learner_with(home, pack_with(tmp_path, LYING))
    async with opened(LynxTutor(learner, Text("es"), place_in(learner)), size=(100, 50)) as pilot:
        assert "[bold]the authors[/bold]" in words_on(pilot)
        assert "+ bound = 1 / in_features" not in words_on(pilot)
        await press(pilot, "e")
        assert "+ bound = 1 / in_features" in words_on(pilot)
        assert "minimodel/nn" in words_on(pilot)
        await press(pilot, "s")
        assert learner.fold.preferences["read my-pack"] == "es"


def test_plain_lines_show_the_edits_and_ask_again(home, tmp_path):
    plain = Plain(learner_with(home, pack_with(tmp_path, HONEST)))
    plain.run(["e", "n", "q"], place_in(plain.learner))
    assert plain.words.count("May its code run?") == 2
    assert "  + bound = 1 / in_features" in plain.words


def test_the_language_of_a_pack_is_told_once_in_the_learners_own(home, tmp_path):
    learner = learner_with(home, pack_with(tmp_path, HONEST))
    agree(learner, learner.course.packs["my-pack"])
    session = Session(learner, place_in(learner), Text("es"))
    (words,) = session.opening_words()
    assert "solo en inglés" in words
    assert session.opening_words() == ()
    assert "The quiet network" in session.prose.title
    assert language_words(learner, session.place, Text("en")) == ""


def test_the_breaks_of_a_pack_have_no_numbers_of_the_house(home, tmp_path):
    pack = pack_with(tmp_path, HONEST)
    page = pack / "quiet" / "en.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n## blind title\nToo slow\n", encoding="utf-8")
    course = learner_with(home, pack).course
    assert known_title(course.headings[QUIET], course, Text("es"), knows=False) == "Too slow"
