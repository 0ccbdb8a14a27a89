"""The table of `lessons/README.md`: every idea of the sources, and the lessons that teach it, or why none does."""

import re
from pathlib import Path

import lessons
from lessons.load import load_course

README = Path(lessons.__file__).parent / "README.md"
HEADING = "## What the course teaches"
LINK = re.compile(r"\[([a-z-]+)\]\(content/([a-z-]+)/en\.md\)")
ROW = re.compile(r"^\| (00\d:\w+) \| (.+) \|$", re.MULTILINE)
LESSONS = {lesson.id for lesson in load_course().in_order()}

PARTS_OF_003 = ["7a", "7b", "7c", "7d", "8a", "8b", "8c", "8d"]
IDEAS = [
    *(f"001:W{number}" for number in range(1, 19)),
    *(f"002:M{number}" for number in range(1, 27)),
    *(f"003:C{number}" for number in [*range(1, 7), *PARTS_OF_003, *range(9, 19), "19a", "19b", 20, 21]),
    *(f"004:A{number}" for number in range(1, 8)),
    *("004:B1a", "004:B1b", "004:B2", "000:B0"),
]


def section(text: str, after: str, before: str = "") -> str:
    """What stands between two headings, or to the end."""
    assert text.count(after) == 1
    rest = text.partition(f"{after}\n")[2]
    return rest.partition(f"{before}\n")[0] if before else rest


TAUGHT = section(README.read_text(encoding="utf-8"), HEADING)
IDEAS_TABLE = TAUGHT.partition("### Corrected\n")[0]
CORRECTED = section(TAUGHT, "### Corrected", "### Beyond the sources")
BEYOND = section(TAUGHT, "### Beyond the sources")


def rows(table: str) -> list[tuple[str, list[str]]]:
    """The id of each row of a table, and its other cells."""
    return [(idea, cells.split(" | ")) for idea, cells in ROW.findall(table)]


def named(text: str) -> list[str]:
    """The lessons that a text leads to."""
    return [lesson for lesson, _ in LINK.findall(text)]


def only_lessons(cell: str) -> bool:
    """Whether a cell names lessons, and nothing else."""
    return bool(named(cell)) and not LINK.sub("", cell).strip(", ")


def test_each_idea_of_the_sources_has_one_row() -> None:
    assert [idea for idea, _ in rows(IDEAS_TABLE)] == IDEAS


def test_an_idea_is_said_and_leads_to_a_lesson_or_says_why_not() -> None:
    for idea, (says, where) in rows(IDEAS_TABLE):
        assert len(says.split()) > 3, idea
        why_not = where.startswith("– ") and len(where.split()) > 5
        assert why_not or only_lessons(where), f"{idea}: name a lesson, or say after a dash why there is none"


def test_a_correction_names_an_idea_and_where_the_course_says_so() -> None:
    assert len(rows(CORRECTED)) > 20
    for idea, (claim, runs, where) in rows(CORRECTED):
        assert idea in IDEAS
        assert claim != runs
        assert only_lessons(where), idea


def test_every_link_leads_to_the_lesson_it_names() -> None:
    for lesson, folder in LINK.findall(TAUGHT):
        assert lesson == folder
        assert lesson in LESSONS
    assert TAUGHT.count("](") == len(LINK.findall(TAUGHT))


def test_every_lesson_teaches_an_idea_of_the_sources_or_goes_beyond_them() -> None:
    entries = BEYOND.strip().splitlines()
    assert all(re.fullmatch(rf"- {LINK.pattern}: .{{8,}}\.", entry) for entry in entries)
    beyond = named(BEYOND)
    taught = {lesson for _, (_, where) in rows(IDEAS_TABLE) for lesson in named(where)}
    assert len(beyond) == len(set(beyond)) == len(entries)
    assert set(beyond) | taught == LESSONS
    assert not set(beyond) & taught
