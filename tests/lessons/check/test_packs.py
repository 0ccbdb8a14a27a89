"""What `check` says of a pack's folder, and of lessons that need those of other packs."""

from collections.abc import Iterator
from pathlib import Path

from lessons.check.course import folder_at, prove_folder, prove_needs
from lessons.check.proof import Proof
from tests.packs import write_pack


def failing(proofs: Iterator[Proof]) -> list[str]:
    return [proof.problem for proof in proofs if not proof.holds]


def test_an_honest_pack_holds_what_it_should(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "one", "quiet", "loud", top='id = "own"')
    (pack / "README.md").write_text("# Mine\n", encoding="utf-8")
    assert failing(prove_folder(folder_at(pack))) == []


def test_what_does_not_belong_into_a_pack_is_said(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "one", "quiet")
    (pack / "own.py").write_text("import os\n", encoding="utf-8")
    (pack / "passwords").symlink_to("/etc/passwd")
    own, passwords = failing(prove_folder(folder_at(pack)))
    assert "own.py is listed nowhere in course.toml" in own
    assert "passwords is a link" in passwords


def test_a_lesson_of_another_pack_may_be_needed(tmp_path: Path) -> None:
    pack = write_pack(
        tmp_path / "one", "quiet", "loud", needs={"loud": ("quiet", "xor-line", "other/lesson")}
    )
    course = folder_at(pack).course
    assert course
    proofs = list(prove_needs(course.lessons["loud"], course))
    assert failing(iter(proofs)) == []
    assert [proof.what for proof in proofs if proof.advice] == ["needs other/lesson"]
