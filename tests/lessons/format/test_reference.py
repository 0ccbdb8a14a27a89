"""The course keeps what it promises of each lesson; the reference and the table of ideas are as code and course."""

import re
from pathlib import Path

import lessons
from docs.make_reference import REFERENCE, reference
from lessons.format.course import load_course, load_lesson
from lessons.format.files import CONTENT
from lessons.format.table import TomlTable
from lessons.format.templates import TEMPLATES

LESSONS = [*(TEMPLATES / kind for kind in ("break", "experiment", "lab", "walkthrough")), CONTENT / "five-lines"]


def test_the_reference_is_made_from_the_code_as_it_is():
    assert REFERENCE.read_text(encoding="utf-8") == reference(), "python docs/make_reference.py"


def test_every_key_that_is_asked_for_is_in_it(monkeypatch):
    asked: set[str] = set()
    has = TomlTable.has

    def recorded(table: TomlTable, key: str) -> bool:
        asked.add(key)
        return has(table, key)

    monkeypatch.setattr(TomlTable, "has", recorded)
    load_course.cache_clear()
    course = load_course(TEMPLATES)
    lessons = [load_lesson(folder) for folder in LESSONS]
    experiments = [each for lesson in lessons for each in lesson.experiments.values()]
    reviews = [each for lesson in lessons for each in lesson.reviews]
    experiments += [each.experiment for each in reviews]
    trials = [lesson.trial for lesson in lessons if lesson.trial]
    asking = [each for lesson in lessons for each in lesson.asked] + [each.question for each in reviews]
    own = {name for each in experiments for name in (each.id, *each.names)} | {each.id for each in reviews}
    own |= {name for lesson in lessons for name in (*lesson.claims, *lesson.drawings)}
    own |= {each.id for question in (*asking, *trials) for each in (*question.options, *question.tests)}
    headers = {"experiment", "review", "near", "repair", "lab", "worked", "right", "wrong", "told", "accept"}
    headers |= {"pack", "track", "en", "es", *course.concepts}
    known = set(re.findall(r"`\[*(\w+)", REFERENCE.read_text(encoding="utf-8"))) | headers
    assert asked - own - known == {"check", "measure"}  # [[lab.check]]; and a claim's measure, where it is spelt out


def test_a_key_is_told_with_what_it_is_and_what_it_is_without():
    lines = REFERENCE.read_text(encoding="utf-8").split("\n")
    assert "| `minutes` | a whole number, from 1 to 600: that it takes | `20` |" in lines
    assert (
        "| `same_within` | a number, 0 or more: how far two arms may be apart and still be the same | `0.0` |" in lines
    )
    assert "| `before` | text | needed |" in lines
    assert [line for line in lines if line.startswith("- `xor`: four corners of a square") and "`lifted` true" in line]


LINK = re.compile(r"\[([a-z-]+)\]\(\.\./lessons/content/([a-z-]+)/en\.md\)")
ROW = re.compile(r"^\| (00\d:\w+) \| (.+) \|$", re.MULTILINE)
TAUGHT = (Path(lessons.__file__).parents[1] / "docs" / "ideas.md").read_text(encoding="utf-8")


def test_every_link_leads_to_the_lesson_it_names_and_every_lesson_stands_there():
    links = LINK.findall(TAUGHT)
    assert TAUGHT.count("](") == len(links)
    assert all(lesson == folder for lesson, folder in links)
    assert {lesson for lesson, _ in links} == set(load_course().headings)


def test_an_idea_is_said_and_leads_to_a_lesson_or_says_why_not():
    ideas = TAUGHT.partition("## Corrected\n")[0]
    assert len(ROW.findall(ideas)) > 70
    for idea, cells in ROW.findall(ideas):
        says, where = cells.split(" | ")
        assert len(says.split()) > 3, idea
        assert LINK.search(where) or (where.startswith("– ") and len(where.split()) > 5), idea


def test_no_sentence_of_the_reference_ends_in_a_comma():
    assert not re.search(r", (?=[:;|]|$)", reference(), re.MULTILINE)
