"""Every family of proofs yields a verdict, or fails: a silent one, and one with a fault of its own; and packs."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import lessons
from lessons.check import families, sentences
from lessons.check.cache import Cache
from lessons.check.course import folder_at, prove_folder, prove_needs
from lessons.check.evidence import Evidence, Trouble
from lessons.check.families import BUILT, PAGES, RUNS, Family, prove_pages, prove_runs, verdicts
from lessons.check.pages import Proof, pages_of
from lessons.check.repairs import listed
from lessons.course.lesson.lesson import Lesson
from lessons.engine.pool import Pool
from lessons.format.course import load_lesson
from tests.lessons.check.lying import HONEST, failures
from tests.packs import write_pack

EVERY = (*PAGES, BUILT, *RUNS)
KINDS = ("break", "experiment", "walkthrough", "lab")
Evidences = Callable[[Lesson], Evidence]


def silent(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    return iter(())


def test_a_family_that_says_nothing_fails_for_each_thing_that_it_should_judge(evidence_of):
    lesson = load_lesson(HONEST / "break")
    found = verdicts(Family("tea", lambda _: ["leaves", "pot"], silent), lesson, evidence_of(lesson))
    assert [(proof.what, proof.problem) for proof in found] == [
        ("leaves", "not judged, because tea says nothing of it."),
        ("pot", "not judged, because tea says nothing of it."),
    ]


@pytest.mark.parametrize("family", EVERY, ids=lambda family: family.name)
def test_a_hole_in_any_family_makes_some_kind_of_lesson_fail(family, evidence_of):
    lessons = [load_lesson(HONEST / kind) for kind in KINDS]
    if family.name in ("drawings", "rounding"):
        return  # none of the honest lessons draws, or is about rounding: test_drawings and test_rounding have one
    holed = replace(family, prove=silent)
    assert any(not proof.holds for each in lessons for proof in verdicts(holed, each, evidence_of(each)))


def test_attempts_that_are_listed_have_to_pass_or_to_fail_as_they_are_listed():
    found = [(each.id, is_right) for _, each, is_right in listed(load_lesson(HONEST / "bend-lost"))]
    assert found == [("by-the-operation", True), ("another-bend", False), ("without-a-slope", False)]


def test_own_errors_are_said_as_our_own(monkeypatch, evidence_of):
    lesson = load_lesson(HONEST / "break")
    evidence = evidence_of(lesson)
    monkeypatch.setattr(evidence, "ask", lambda function, *given: None)  # as if sizes.py returned None
    (numbers,) = [each for each in PAGES if each.name == "sentences"]
    (first, *others) = verdicts(numbers, lesson, evidence)
    assert first.problem.startswith("not judged, because of a fault of lynx-tutor: TypeError")
    assert others == []


def test_what_a_model_cannot_be_built_of_is_the_lessons_fault(monkeypatch, evidence_of):
    lesson = load_lesson(HONEST / "break")
    evidence = evidence_of(lesson)

    def no_model(*given: object) -> None:
        raise Trouble("its MLP cannot be built: no width")

    monkeypatch.setattr(evidence, "ask", no_model)
    (numbers,) = [each for each in PAGES if each.name == "sentences"]
    assert [proof.problem for proof in verdicts(numbers, lesson, evidence)] == [
        "a run of this lesson fails: its MLP cannot be built: no width."
    ]


def test_what_comes_after_a_failing_page_is_not_judged_and_says_so(monkeypatch, evidence_of):
    lesson = load_lesson(HONEST / "lab")
    wrong = Family("tea", lambda _: ["pot"], lambda lesson, _: [Proof(lesson.id, "pot", "it is cold.")])
    monkeypatch.setattr(families, "PAGES", (wrong,))
    pages = prove_pages(lesson, evidence_of(lesson))
    runs = prove_runs(lesson, evidence_of(lesson), pages_hold=False)
    assert [(proof.what, proof.problem) for proof in (*pages, *runs)] == [
        ("pot", "it is cold."),
        ("claims, predictions, trials, lab", "not judged, because what is written has to hold first."),
    ]


def failing(proofs: Iterator[Proof]) -> list[str]:
    return [proof.problem for proof in proofs if not proof.holds]


def test_what_does_not_belong_into_a_pack_is_said(tmp_path):
    pack = write_pack(tmp_path / "one", "quiet", "loud")
    course = (pack / "course.toml").read_text(encoding="utf-8")
    (pack / "course.toml").write_text(course.replace(', "loud"', ""), encoding="utf-8")
    (pack / "quiet" / "own.py").write_text("import os\n", encoding="utf-8")
    own, unlisted = failing(prove_folder(folder_at(pack)))
    assert "own.py belongs to no lesson" in own
    assert "loud is listed nowhere in course.toml" in unlisted


def test_of_one_lesson_nothing_is_proved_that_is_its_packs(tmp_path):
    pack = write_pack(tmp_path / "one", "quiet", "loud")
    whole, one = ([proof.what for proof in prove_folder(folder_at(path))] for path in (pack, pack / "quiet"))
    assert "it has lessons" in whole
    assert one == ["its files"]


def test_what_a_limit_of_time_stopped_is_neither_held_nor_failed(evidence_of):
    def stopped(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
        yield Proof(lesson.id, "leaves")
        raise Trouble("in plane, its code does not come to an end, and was stopped", at_limit=True)

    lesson = load_lesson(HONEST / "break")
    leaves, tea = verdicts(Family("tea", lambda _: ["leaves", "pot"], stopped), lesson, evidence_of(lesson))
    assert leaves.holds
    assert (tea.holds, tea.fails, tea.problem.partition(":")[0]) == (False, False, "not judged")


def test_a_lesson_of_another_pack_may_be_needed(tmp_path):
    needs = {"loud": ("quiet", "xor-line", "other/lesson")}
    course = folder_at(write_pack(tmp_path / "one", "quiet", "loud", needs=needs)).course
    proofs = list(prove_needs(course.lessons["loud"], course))
    assert failing(iter(proofs)) == []
    assert [proof.what for proof in proofs if proof.advice] == ["needs other/lesson"]


def test_every_page_is_judged_for_its_numbers(evidence_of):
    lesson = load_lesson(HONEST / "break")
    found = list(sentences.prove_sentences(lesson, evidence_of(lesson)))
    assert [proof.what for proof in found if not proof.yours] == ["sentences of en.md", "sentences of es.md"]


def test_what_a_section_does_not_hold_is_told_where_the_section_begins():
    page, _ = pages_of(load_lesson(HONEST / "break"))
    assert page.file_lines[page.line("why") - 1] == "## why"
    assert page.line("why", "no such words") == page.line("why")


GUIDE = Path(lessons.__file__).parent / "README.md"
STEP = re.compile(r"^### \d+\. ", re.MULTILINE)
BLOCK = re.compile(r"^(`{3,})\w+ (\+ |/ )?(\S+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


def follow(step: str, pack: Path) -> None:
    """Write what a step says: a new file, more of it (`+`), or a line in the place of another (`/`)."""
    for _, how, name, body in BLOCK.findall(step):
        file = pack / name
        if how == "+ ":
            file.write_text(file.read_text(encoding="utf-8") + body, encoding="utf-8")
        elif how == "/ ":
            before, after = body.split("---\n")
            text = file.read_text(encoding="utf-8")
            assert before in text
            file.write_text(text.replace(before, after), encoding="utf-8")
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(body, encoding="utf-8")


def problems(pack: Path, pool: Pool) -> list[str]:
    folder = folder_at(pack)
    own = [proof.problem for proof in prove_folder(folder) if not proof.holds]
    return [*own, *(said for place in folder.lessons for said in failures(place, pool, Cache()))]


@pytest.mark.slow
def test_what_is_built_is_proved_where_the_guide_says_so(tmp_path, pool):
    for number, step in enumerate(STEP.split(GUIDE.read_text(encoding="utf-8"))[1:], 1):
        follow(step, tmp_path / "my-pack")
        if number in (7, 10):
            assert problems(tmp_path / "my-pack", pool) == []
