"""A trial proves its tests and its causes; a false survivor is refused in the sentence that names the test."""

import shutil
from pathlib import Path

import pytest

from lessons.check.trials import prove_trials
from lessons.course.lesson.values import LessonError
from lessons.format.course import load_lesson

TEMPLATE = Path("lessons/templates/lab")
SURVIVORS, SIGNS = 'survivors = ["signs"]', "Signs: a sum of random weights is below 0 as often as above it."
SMALL = 'expects = { full = "same", larger = "fewer" }'
LIES = {
    "a false survivor": (SURVIVORS, 'survivors = ["signs", "zeros"]', "cause zeros", "## why lets it survive, but test full refutes it: it expects fewer, and same came."),
    "another false one": (SURVIVORS, 'survivors = ["small"]', "cause small", "## why lets it survive, but test larger refutes it: it expects fewer, and same came."),
    "no survivor": (SURVIVORS, "survivors = []", "cause signs", "no test refutes it, and ## why names other survivors: none."),
    "two causes that say the same": (SMALL, 'expects = { full = "same", larger = "same" }', "trial", "small and signs expect the same of every test: no run can tell them apart."),
    "a cause that cannot fall": (SMALL, "expects = {}", "cause small", "no test refutes it, and ## why names other survivors: signs."),
    "a test on the border": ("same_within = 0.1", "same_within = 0.0055", "test full", "its truth depends on the seeds: same on its own, more on others."),
    "an arm beside itself": ('arm = "full"\nagainst = "fresh"', 'arm = "fresh"\nagainst = "fresh"', "test full", "it compares an arm with itself: fresh, fresh."),
}  # fmt: skip
UNREADABLE = {
    "no word of who is left": (f"```toml\n{SURVIVORS}                # the causes that no test refutes; [] where none is left\n```\n", "", "survivors is missing"),
    "a survivor that there is not": (SURVIVORS, 'survivors = ["sings"]', "'sings'"),
    "an answer that no test gives": (SMALL, 'expects = { full = "some", larger = "fewer" }', "'some'"),
    "a test that there is not": (SMALL, 'expects = { fulll = "same" }', "unknown key 'fulll'. Did you mean full?"),
    "a test of another experiment": ('of = "trial.sparsity"\narm = "full"\nagainst = "fresh"', 'of = "fresh.sparsity"\narm = "fresh"\nagainst = "fresh"', "## test full should be of [experiment.trial], as all tests."),
}  # fmt: skip


def changed(folder: Path, before: str, after: str) -> Path:
    shutil.copytree(TEMPLATE, folder / "lab")
    page = folder / "lab" / "en.md"
    text = page.read_text(encoding="utf-8")
    assert before in text
    page.write_text(text.replace(before, after, 1), encoding="utf-8")
    return folder / "lab"


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_refused(lie, tmp_path, failed):
    before, after, what, problem = LIES[lie]
    found = failed(prove_trials, load_lesson(changed(tmp_path, before, after)))
    assert problem in dict(found)[what]


def test_an_honest_rewording_passes(tmp_path, failed):
    folder = changed(tmp_path, SIGNS, "Chance: half of all sums of random weights are negative.")
    assert failed(prove_trials, load_lesson(folder)) == []


@pytest.mark.parametrize("slip", UNREADABLE)
def test_what_makes_no_trial_is_told_where_it_stands(slip, tmp_path):
    before, after, problem = UNREADABLE[slip]
    with pytest.raises(LessonError, match=r"en\.md") as told:
        load_lesson(changed(tmp_path, before, after))
    assert problem in str(told.value)
