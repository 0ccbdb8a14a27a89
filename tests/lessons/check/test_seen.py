"""`check` names the instruments that see a break, and gives a tip where none does."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from lessons.check.instruments import prove_seen
from lessons.format.course import load_lesson

HERE = SimpleNamespace(ask=lambda function, *arguments: function(*arguments))


@pytest.mark.parametrize(
    ("folder", "seen"),
    [("content/zero-grad", "gradients left over"), ("templates/break", ""), ("content/xor-line", None)],
)
def test_the_instruments_that_see_a_break_are_named(folder, seen):
    found = [
        (each.shown, bool(each.advice), each.holds) for each in prove_seen(load_lesson(Path("lessons") / folder), HERE)
    ]
    assert found == ([] if seen is None else [(seen, not seen, True)])
