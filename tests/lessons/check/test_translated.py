"""Which text a section was translated from is kept under its heading; a section that has changed since is listed."""

import shutil
from pathlib import Path

import pytest

from lessons.check.words.proofs import prove_words
from lessons.check.words.translated import digest, mark_translated
from lessons.format import LessonError
from lessons.headings import read_heading
from lessons.load import load_lesson
from tests.lessons.check.lying import HONEST


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HONEST / "break", tmp_path / "break"))


def advice(folder: Path) -> list[str]:
    proofs = list(prove_words(load_lesson(folder)))
    assert all(proof.holds for proof in proofs)
    return [proof.advice for proof in proofs if proof.advice]


def change(folder: Path, file: str, before: str, after: str) -> None:
    path = folder / file
    text = path.read_bytes().decode()
    assert before in text
    path.write_bytes(text.replace(before, after, 1).encode())


def test_a_page_that_says_nothing_is_told_once_how_to(folder: Path) -> None:
    (said,) = advice(folder)
    assert said.startswith("es.md does not say which text it was translated from")
    assert "check PATH --translated" in said


def test_marking_it_writes_a_hash_under_each_heading_and_says_which(folder: Path) -> None:
    changed = mark_translated(folder)
    assert changed[:3] == ["", "summary", "read"]
    assert len(changed) == 1 + len(load_lesson(folder).prose["en"].sections)
    assert advice(folder) == []
    assert mark_translated(folder) == []


def test_what_was_translated_since_it_changed_is_listed(folder: Path) -> None:
    mark_translated(folder)
    change(folder, "en.md", "The biases start at zero", "The biases begin at zero")
    change(folder, "en.md", "# The quiet network", "# The silent network")
    (said,) = advice(folder)
    assert said.startswith(
        "these sections have changed since they were translated: the title, ## near biases."
    )
    assert mark_translated(folder) == ["", "near biases"]
    assert advice(folder) == []


def test_a_new_section_is_listed(folder: Path) -> None:
    mark_translated(folder)
    mark = f"<!-- from en {digest(load_lesson(folder).prose['en'].written['cause'])} -->\n"
    change(folder, "es.md", mark, "")
    (said,) = advice(folder)
    assert said.startswith("these sections are not marked as translated: ## cause.")


def test_spaces_at_the_end_of_a_line_change_nothing() -> None:
    assert digest("one\ntwo\n") == digest("one  \ntwo")
    assert digest("one\ntwo") != digest("one\n\ntwo")


def test_a_page_may_be_the_translation_of_the_spanish_one(folder: Path) -> None:
    mark_translated(folder)
    text = (folder / "es.md").read_text(encoding="utf-8").splitlines()
    (folder / "es.md").write_text("\n".join(line for line in text if "<!--" not in line), encoding="utf-8")
    change(folder, "en.md", "## cause\n", "## cause\n<!-- from es 00000000 -->\n")
    assert len(mark_translated(folder)) > 20
    assert "<!-- from es" in (folder / "en.md").read_text(encoding="utf-8")
    assert "<!--" not in (folder / "es.md").read_text(encoding="utf-8")
    assert advice(folder) == []


def test_nobody_sees_the_marks(folder: Path) -> None:
    before = load_lesson(folder).prose["es"], read_heading(folder)
    mark_translated(folder)
    after = load_lesson(folder).prose["es"], read_heading(folder)
    assert after[0].sections == before[0].sections
    assert after[0].written == before[0].written
    assert after[1] == before[1]


def test_line_ends_and_byte_order_marks_stay_as_they_are(folder: Path) -> None:
    path = folder / "es.md"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    mark_translated(folder)
    written = path.read_bytes()
    assert written.startswith(b"\xef\xbb\xbf# ")
    assert written.count(b"\n") == written.count(b"\r\n")
    assert b"<!-- from en" in written
    assert mark_translated(folder) == []
    assert advice(folder) == []


def test_a_page_that_cannot_be_read_is_left_alone(folder: Path) -> None:
    (folder / "en.md").write_bytes(b"\xff\xfe")
    before = (folder / "es.md").read_bytes()
    with pytest.raises(LessonError, match="is not UTF-8"):
        mark_translated(folder)
    assert (folder / "es.md").read_bytes() == before


def test_nothing_is_written_where_nothing_changed_and_nothing_is_left_beside_it(folder: Path) -> None:
    mark_translated(folder)
    before = (folder / "es.md").stat().st_mtime_ns
    mark_translated(folder)
    assert (folder / "es.md").stat().st_mtime_ns == before
    assert sorted(path.name for path in folder.iterdir()) == ["en.md", "es.md", "lesson.toml"]
