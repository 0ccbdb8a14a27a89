"""A walk reaches the end of a lesson of each kind, by keys and in plain lines; where one does not, it says where."""

import shutil
from pathlib import Path

import pytest

from lessons.beginning import TEMPLATES
from lessons.course import LessonMode
from lessons.format import LANGUAGES
from lessons.load import load_course, load_lesson
from tests.tutor.small_course import small_course
from tests.tutor.walks.record import Walk
from tests.tutor.walks.runs import Runs
from tests.tutor.walks.walking import VIEWS, go, walks

QUICK = [
    pytest.param(name, LANGUAGES[place % 2], id=name) for place, name in enumerate(small_course().headings)
]


def found(folder: Path, view: str, language: str = "en") -> list[str]:
    walk = Walk(view, language, "open")
    go(walk, LessonMode(load_lesson(folder), "open"), Runs())
    return [each.said for each in walk.found]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), QUICK)
def test_a_lesson_of_each_kind_is_walked_to_its_end(name: str, language: str) -> None:
    lesson = load_course().lessons[name]
    assert {walk.view: walk.found for walk in walks(lesson, language, Runs())} == {view: [] for view in VIEWS}


@pytest.mark.slow
@pytest.mark.parametrize("name", load_course().headings)
def test_every_lesson_is_walked_to_its_end_in_both_languages(name: str) -> None:
    lesson, runs = load_course().lessons[name], Runs()
    made = [walk for language in LANGUAGES for walk in walks(lesson, language, runs)]
    assert [(walk.view, walk.language, walk.mode, walk.found) for walk in made if walk.found] == []


def test_a_walk_that_stays_or_ends_early_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "experiment"
    shutil.copytree(TEMPLATES / "experiment", folder)
    page = (folder / "en.md").read_text(encoding="utf-8")
    said = "The three went down from all {starts} starts. Read first what you were surest of."
    assert said in page
    (folder / "en.md").write_text(page.replace(said, "<!-- to come -->"), encoding="utf-8")
    assert found(folder, "keyboard") == ["observe: 1 of its passages take no room on the screen."]

    def broken(*_: object) -> None:
        raise RuntimeError("no picture\nof it")

    monkeypatch.setattr("tutor.training.Watching.pictures", broken)
    assert found(folder, "plain") == ["ends at run with RuntimeError: no picture"]
