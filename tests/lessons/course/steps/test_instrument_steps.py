"""A break met blind is measured: one look after the other, each weighed before the next; its end tells the atlas."""

from typing import Any

from lessons.course.course import LessonMode
from lessons.course.lesson.instrument import atlas, instrument_names, read_alike, readings_in, verdict
from lessons.course.lesson.page import Choose, Measure
from lessons.course.lesson.state import Act, Looked, TookHint, Weighed
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course
from lessons.runs.setups import read_arm
from tests.lessons.showing import page, words

BREAK = load_course().lessons["relu-mask"]
BLIND, OPEN = (steps_of(LessonMode(BREAK, mode)) for mode in BREAK.modes[::-1])
ZERO: list[dict[str, Any]] = [{"finding": "zero", "value": 2.0, "values": {"of": 4, "names": ["a", "b"]}}]
NONE: list[dict[str, Any]] = [{"finding": "unread", "values": {}, "reason": "no_sequence"}]
USUAL: list[dict[str, Any]] = [{**ZERO[0], "is_usual": True}]


def test_a_reading_is_weighed_before_the_next_and_what_cannot_look_says_nothing(text):
    looked: list[Act] = [Looked("tomorrow", NONE), Looked("gradients", ZERO)]
    assert isinstance(page(BLIND, "instruments", text, *looked[:1]).want, Measure)
    asked = page(BLIND, "instruments", text, *looked)
    assert isinstance(asked.want, Choose)
    assert list(asked.want.options) == ["clears", "accuses"]
    assert "instruments.read says=2 of 4 gradients are exactly 0" in words(asked)
    said = {word: page(BLIND, "instruments", text, *looked, asked.want.act(word)) for word in asked.want.options}
    for word, tone in (("accuses", "right"), ("clears", "wrong")):
        want = said[word].want
        assert isinstance(want, Measure)
        assert want.seen == ("tomorrow", "gradients")
        assert (want.options["gradients"][:2], want.options["tomorrow"][:2]) == ("! ", "– ")
        last = want.details["gradients"][-1]
        assert (last.tone, last.markdown.partition(" ")[0]) == (tone, "instruments.said_accuses")


def test_what_the_healthy_library_reads_too_accuses_nobody(text):
    assert verdict(readings_in("gradients", USUAL)) == "clears"
    assert "instruments.usual" in words(page(BLIND, "instruments", text, Looked("gradients", USUAL)))
    arm = BREAK.symptom.arms[-1]
    assert {name: read_arm(arm, 7, name)[0]["is_usual"] for name in ("shuffled_rows", "difference_quotients")} == {
        "shuffled_rows": True,  # few rows, and held-out ones of another rule
        "difference_quotients": False,
    }


def test_the_end_says_how_one_looked_and_which_look_tells_most(text):
    acts = [Looked("units", ZERO), Looked("gradients", ZERO), Weighed("gradients", "accuses"), TookHint(1)]
    told = words(page(BLIND, "why", text, *acts))
    assert "instruments.looks count=1 names=gradients, by name instruments.hints count=1" in told
    best = next(iter(read_alike(BREAK.id)))
    assert best == "difference_quotients"
    assert "instruments.best name=difference quotients" in told
    assert "instruments.looks" not in words(page(OPEN, "why", text))


def test_every_break_of_the_course_has_its_row_and_a_name_for_each_instrument():
    breaks = {each.id for each in load_course().headings.values() if each.is_break}
    assert set(atlas()) == breaks, "python docs/make_atlas.py"
    assert all(set(read_alike(each)) <= set(instrument_names()) and read_alike(each) for each in breaks)
