"""What gives an edit away is found in the words of a hint, however it is written; what only sounds like it is not."""

import pytest

from lessons.check.ladder.clues import (
    FIX,
    FUNCTION,
    LINE,
    MODULE,
    changed_lines,
    clues,
    numbers_of_lines,
    restored,
)
from lessons.check.ladder.near_misses import prove_near_misses
from lessons.check.ladder.proofs import known_names, prove_ladder
from lessons.check.ladder.spoken import spoken
from lessons.lesson import Edit, Lesson
from lessons.load import load_course
from lessons.runs.edits import edited_text, healthy_text

ADAM = Edit(
    "minimodel/optim.py",
    'rate = options["lr"] * root / (1 - beta1**at.step)',
    'rate = options["lr"]',
)
LOOP = Edit("minimodel/training.py", "            optimizer.zero_grad()\n", "            pass\n")
SLOPE = Edit("minimodel/operations.py", "lambda g: dot(g.mT, x),", "lambda g: dot(g.mT, 2 * x),")
KNOWN = frozenset({"adam", "agreement"})


def tells(edit: Edit, words: str, known: frozenset[str] = KNOWN) -> set[str]:
    return {clue.reveals for clue in clues((edit,), known) if clue.is_in(spoken(words))}


SAYS: list[tuple[Edit, str, set[str]]] = [
    (ADAM, "Adam takes steps that are too long, and its first steps most of all.", set()),
    (ADAM, "The optimizer goes too far. Which correction is not made?", set()),
    (ADAM, "It is somewhere in `minimodel/optim.py`.", {MODULE}),
    (ADAM, "It is somewhere in ｏｐｔｉｍ．ｐｙ.", {MODULE}),
    (ADAM, "Open minimodel.optim and read.", {MODULE}),
    (ADAM, "Read `Adam.update`.", {FUNCTION}),
    (ADAM, "Read the class Adam.", {FUNCTION}),
    (ADAM, "Lee el método update de la clase Adam.", {FUNCTION}),
    (ADAM, "It says `rate = options['lr']`, and no more.", set()),
    (ADAM, 'It says `rate = options["lr"]`, and no more.', {LINE}),
    (ADAM, "Divide by `1 - beta1 ** at.step` again.", {FIX}),
    (ADAM, "Look at `at.step`: who reads it?", set()),
    (LOOP, "Nobody forgets the gradients of the step before.", set()),
    (LOOP, "The training file has lost a line.", {MODULE}),
    (LOOP, "Training goes wrong from the second step on.", set()),
    (LOOP, "The loop in `train_on` has only four lines.", {FUNCTION}),
    (LOOP, "Once it said `optimizer.zero_grad()`.", {FIX}),
    (SLOPE, "A linear layer learns too fast.", set()),
    (SLOPE, "Read the function `linear`.", {FUNCTION}),
    (SLOPE, "The gradient of `W` is `dot(g.mT, 2 * x)`.", {LINE}),
    (SLOPE, "The gradient of `W` was `dot(g.mT, x)`.", {FIX}),
]


@pytest.mark.parametrize(("edit", "words", "told"), SAYS)
def test_what_a_text_tells_of_an_edit(edit: Edit, words: str, told: set[str]) -> None:
    assert tells(edit, words) - ({FUNCTION} if LINE in told or FIX in told else set()) == told


def test_marks_do_not_hide_a_name() -> None:
    for words in (
        "**Adam**.`update`",
        "Adam.**upd**ate",
        "`Adam` `.` `update`",
        "Ad\u200bam.update",
        "ADAM . UPDATE",
    ):
        assert tells(ADAM, words) == {FUNCTION}, words


def test_a_listing_may_show_lines_that_are_taught() -> None:
    listing = spoken("```\nfor x, y in rows:\n    optimizer.zero_grad()\n    error.backward()\n```")
    found = [clue for clue in clues((LOOP,)) if clue.is_in(listing)]
    assert {clue.reveals for clue in found} == {FIX}
    assert not any(clue.is_in(listing, listings=False) for clue in found)


def test_the_numbers_of_lines_are_read_in_both_languages() -> None:
    assert numbers_of_lines(spoken("Line 12, línea 7, `optim.py:86`, and 300 lines.")) == [12, 7, 86]


def test_what_was_taken_away_is_told_by_its_largest_part_and_by_what_is_more_than_a_name() -> None:
    before, after = healthy_text(ADAM.file), edited_text((ADAM,), ADAM.file)
    old, new = changed_lines(before, after)
    parts = restored(before, old, after, new)
    assert parts[0] == "options['lr'] * root / (1 - beta1 ** at.step)"
    assert "1 - beta1 ** at.step" in parts
    assert "at.step" not in parts


def test_the_settings_of_a_lesson_say_names_openly(lesson: Lesson) -> None:
    assert {"gelu", "adam", "tensemlp", "agreement"} <= known_names(lesson)
    assert "forward" not in known_names(lesson)


def test_every_ladder_of_the_course_reveals_what_it_declares() -> None:
    lessons = [each for each in load_course().lessons.values() if each.edits]
    proofs = [
        proof for each in lessons for family in (prove_ladder, prove_near_misses) for proof in family(each)
    ]
    assert len(proofs) > 10
    assert [
        (proof.what, proof.problem or proof.advice) for proof in proofs if proof.problem or proof.advice
    ] == []
