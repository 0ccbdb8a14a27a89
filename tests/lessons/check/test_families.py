"""Every family of proofs yields a verdict: one that is silent, or that has a fault of its own, fails."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from lessons.check import families
from lessons.check.evidence import Evidence
from lessons.check.families import BUILDS, PAGES, RUNS, Family, prove, verdicts
from lessons.check.numbers import own_numbers, prose_numbers
from lessons.check.proof import Proof
from lessons.check.workers import Trouble
from lessons.lesson import Lesson
from lessons.load import load_lesson
from tests.lessons.check.lying import HONEST

EVERY = (*PAGES, *BUILDS, *RUNS)
KINDS = ("break", "experiment", "walkthrough", "lab")
Evidences = Callable[[Lesson], Evidence]


def silent(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    return iter(())


def test_a_family_that_says_nothing_fails_for_each_thing_that_it_should_judge(evidence_of: Evidences) -> None:
    lesson = load_lesson(HONEST / "break")
    found = verdicts(Family("tea", lambda _: ["leaves", "pot"], silent), lesson, evidence_of(lesson))
    assert [(proof.what, proof.problem) for proof in found] == [
        ("leaves", "not judged, because tea says nothing of it."),
        ("pot", "not judged, because tea says nothing of it."),
    ]


@pytest.mark.parametrize("family", EVERY, ids=lambda family: family.name)
def test_a_hole_in_any_family_makes_some_kind_of_lesson_fail(family: Family, evidence_of: Evidences) -> None:
    lessons = [load_lesson(HONEST / kind) for kind in KINDS]
    if family.name == "drawings":
        return  # none of the honest lessons draws: test_drawings has one
    holed = replace(family, prove=silent)
    assert any(not proof.holds for each in lessons for proof in verdicts(holed, each, evidence_of(each)))


def test_own_errors_are_said_as_our_own(monkeypatch: pytest.MonkeyPatch, evidence_of: Evidences) -> None:
    monkeypatch.setattr(own_numbers, "of_shapes", lambda shapes: None)
    lesson = load_lesson(HONEST / "break")
    evidence = evidence_of(lesson)
    monkeypatch.setattr(evidence, "ask", lambda function, *given: None)  # as if sizes.py returned None
    (numbers,) = [each for each in PAGES if each.name == "numbers"]
    (first, *others) = verdicts(numbers, lesson, evidence)
    assert first.problem.startswith("not judged, because of a fault of lynx-tutor: TypeError")
    assert others == []


def test_what_a_model_cannot_be_built_of_is_the_lessons_fault(
    monkeypatch: pytest.MonkeyPatch, evidence_of: Evidences
) -> None:
    lesson = load_lesson(HONEST / "break")
    evidence = evidence_of(lesson)

    def no_model(*given: object) -> None:
        raise Trouble("its MLP cannot be built: no width")

    monkeypatch.setattr(evidence, "ask", no_model)
    (numbers,) = [each for each in PAGES if each.name == "numbers"]
    assert [proof.problem for proof in verdicts(numbers, lesson, evidence)] == [
        "a run of this lesson fails: its MLP cannot be built: no width."
    ]


def test_what_comes_after_a_failing_page_is_not_judged_and_says_so(
    monkeypatch: pytest.MonkeyPatch, evidence_of: Evidences
) -> None:
    lesson = load_lesson(HONEST / "lab")
    wrong = Family("tea", lambda _: ["pot"], lambda lesson, _: [Proof(lesson.id, "pot", "it is cold.")])
    monkeypatch.setattr(families, "PAGES", (wrong,))
    proofs = list(prove(lesson, evidence_of(lesson)))
    assert [(proof.what, proof.problem) for proof in proofs] == [
        ("pot", "it is cold."),
        (
            "building, claims, predictions, untold answers, lab",
            "not judged, because what is written has to hold first.",
        ),
    ]


def test_every_page_is_judged_for_its_numbers(evidence_of: Evidences) -> None:
    lesson = load_lesson(HONEST / "break")
    found = list(prose_numbers.prove_numbers(lesson, evidence_of(lesson)))
    assert [proof.what for proof in found] == ["numbers in en.md", "numbers in es.md"]
