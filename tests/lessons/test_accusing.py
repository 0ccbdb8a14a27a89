"""Who was shown the line says which of the measurements would have led to it; the runs judge."""

import pytest

from lessons.accusing import culprit, offered, suspects
from lessons.acts import Accused, Act, Moved, Pointed, Swept, TookHint
from lessons.course import LessonMode
from lessons.flow import advance, replay
from lessons.lesson import Lesson
from lessons.page import Choose, Onward, Table, Words
from lessons.plan import Steps
from lessons.recipes import steps_of
from lessons.state import State
from lessons.text import Text
from tests.lessons.showing import page, words


def band(middle: float, spread: float = 0.0) -> dict[str, float]:
    return {"median": middle, "p5": middle - spread, "p95": middle + spread}


def sides(healthy: dict[str, float], broken: dict[str, float], spread: float = 0.0) -> dict[str, object]:
    """What a sweep keeps of a metric: each side, and how far the same seed of both is apart."""
    more = band(broken["median"] - healthy["median"], spread)
    return {"healthy": healthy, "broken": broken, "difference": more}


RECORD = {
    "additive": {
        "val_accuracy": sides(band(1.0), band(1.0)),
        "final_loss": sides(band(0.001, 0.0001), band(0.002, 0.0001), 0.0001),
    },
    "agreement": {
        "final_loss": sides(band(0.002, 0.001), band(0.44, 0.02), 0.02),
        "rank_w2w1": sides(band(5), band(5)),
        "interaction_gap": sides(band(13, 2), band(4e-15, 1e-15), 2),
    },
}
TELLING = "agreement/interaction_gap"


@pytest.fixture
def steps(lesson: Lesson) -> Steps:
    return steps_of(LessonMode(lesson))


def shown(steps: Steps, text: Text, *acts: Act, record: object = RECORD) -> object:
    state = State(record=record)  # type: ignore[arg-type]
    for act in acts:
        state = advance(steps, state, act)
    return page(steps, "hints", text, state=state)


def test_one_measurement_that_told_stands_among_those_that_told_nothing(lesson: Lesson) -> None:
    names = [each.id for each in offered(lesson, RECORD)]
    assert names == ["additive/val_accuracy", "agreement/rank_w2w1", TELLING]
    assert culprit(lesson, RECORD) == TELLING


@pytest.mark.parametrize("spread", [0, 2], ids=["alike", "apart, now this way and now that"])
def test_the_runs_decide_which_one_it_is(lesson: Lesson, spread: float) -> None:
    gap = sides(band(13, 2), band(13, 2), spread)
    other = {**RECORD, "agreement": {**RECORD["agreement"], "interaction_gap": gap}}
    assert culprit(lesson, other) == "agreement/final_loss"


def test_what_each_seed_tells_apart_is_never_called_alike_though_the_bands_overlap(lesson: Lesson) -> None:
    accuracy = sides(band(0.71, 0.3), band(0.25, 0.2), 0.2)
    record = {**RECORD, "additive": {"val_accuracy": accuracy}}
    assert [each.id for each in offered(lesson, record)] == ["agreement/rank_w2w1", TELLING]


def test_the_page_asks_and_names_three_suspects(steps: Steps, text: Text) -> None:
    found = shown(steps, text)
    assert isinstance(found.want, Choose)
    assert list(found.want.options) == ["additive/val_accuracy", "agreement/rank_w2w1", TELLING]
    assert suspects(steps.lesson) == ("gelu", "GELU.forward", "Identity.forward")
    assert "`GELU.forward`" in words(found)


@pytest.mark.parametrize(
    ("answer", "tone", "key"),
    [
        (TELLING, "right", "accuse.right_measurement"),
        ("agreement/rank_w2w1", "wrong", "accuse.wrong_measurement"),
    ],
)
def test_an_answer_is_judged_and_the_line_is_shown_again_with_its_cause(
    steps: Steps, text: Text, answer: str, tone: str, key: str
) -> None:
    found = shown(steps, text, Accused(answer))
    assert key in words(found, tone)
    assert found.want == Onward("go.repair")
    table = next(block for block in found.blocks if isinstance(block, Table))
    assert len(table.rows) == 3
    sections = steps.lesson.prose["en"].sections
    assert sections["probe gap"].split("\n")[0] in words(found)
    assert sections["near identity"] in [
        b.markdown for a in found.asides for b in a.blocks if isinstance(b, Words)
    ]


def test_the_first_answer_counts_and_any_answer_opens_the_way(steps: Steps) -> None:
    state = replay(steps, [Accused("agreement/rank_w2w1"), Accused(TELLING)])
    assert state.accused == {"hints": "agreement/rank_w2w1"}
    assert next(step for step in steps.all if step.id == "hints").done(state)


def test_where_the_runs_tell_nothing_the_suspects_themselves_are_offered(steps: Steps, text: Text) -> None:
    found = shown(steps, text, record={})
    assert list(found.want.options) == list(suspects(steps.lesson))
    judged = shown(steps, text, Accused("Identity.forward"), record={})
    assert "accuse.wrong_suspect said=`Identity.forward` truth=`GELU.forward`" in words(judged, "wrong")
    assert "accuse.right_suspect" in words(shown(steps, text, Accused("GELU.forward"), record={}), "right")


def test_whoever_found_the_line_by_hints_in_an_older_version_is_done(steps: Steps, text: Text) -> None:
    acts = (TookHint(1, "hints"), Pointed("minimodel/nn/activations.py", 82, True, "hints"))
    state = replay(steps, acts)
    assert (state.hints, state.found) == ({"hints": 1}, {"hints"})
    assert page(steps, "hints", text, *acts).want == Onward("go.repair")


def test_a_blind_learner_has_the_ladder_and_accuses_nobody(lesson: Lesson) -> None:
    blind = steps_of(LessonMode(lesson, "blind"))
    assert [step.kind for step in blind.all if step.id == "hints"] == ["hints"]
    assert replay(blind, [Accused(TELLING)]) == State()


def test_nobody_passes_without_an_answer(steps: Steps) -> None:
    acts = [Swept("agreement", RECORD["agreement"]), Moved("repair")]
    assert replay(steps, acts).here == 0
