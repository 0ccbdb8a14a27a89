"""What a learner sees before a run, and a blind one before the ladder; and what would answer a question there."""

import pytest

from lessons.check.ladder.early import both, deciding, prove_untold, tells
from lessons.check.ladder.leaks import prove_blind
from lessons.check.ladder.shown import place_of_hints, place_of_run, shown
from lessons.check.ladder.told import told_by, told_number
from lessons.lesson import Experiment, Lesson, Option, Question
from lessons.load import load_course


def headings(lesson: Lesson, mode: str, kind: str) -> set[str]:
    return {each.heading for each in shown(lesson, mode) if each.kind == kind}  # type: ignore[arg-type]


def test_a_blind_learner_sees_the_blind_form_of_what_has_one(lesson: Lesson) -> None:
    assert {"read", "edit"} <= headings(lesson, "open", "read")
    assert headings(lesson, "blind", "read") == {"read", "symptom"}
    seen = headings(lesson, "blind", "observe")
    assert {
        "blind because gap",
        "blind probe rank",
        "because shape",
        "probe curves additive",
        "observe",
    } <= seen
    assert not {"because gap", "probe rank"} & seen


def test_each_round_is_run_before_what_it_shows_is_read(lesson: Lesson) -> None:
    first, second = (place_of_run(lesson, "open", name) for name in ("additive", "agreement"))
    last = place_of_hints(lesson, "open")
    assert (first or 0) < (second or 0) < (last or 0)
    places = {each.heading: each.place for each in shown(lesson, "open")}
    assert (first or 0) < places["because steps"] < (second or 0) < places["because gap"]


def test_no_lesson_of_the_course_tells_before_its_run() -> None:
    for lesson in load_course().lessons.values():
        proofs = [*prove_blind(lesson), *prove_untold(lesson)]
        assert [(proof.what, proof.problem) for proof in proofs if not proof.holds] == []


def test_a_claim_about_what_is_asked_tells_it(lesson: Lesson) -> None:
    question = lesson.question("accuracy-agreement")
    assert question is not None
    assert tells(lesson, "agreement_train_broken", question) == ("broken",)
    for name in ("agreement_train_healthy", "rank_broken", "parameters", "additive_broken", "no_claim"):
        assert tells(lesson, name, question) == ()
    steps = lesson.question("steps")
    assert steps is not None
    assert tells(lesson, "steps_ratio", steps) == ("broken", "healthy")


def test_arms_that_only_bound_an_option_decide_where_the_own_arm_does_not() -> None:
    options = Option("one", arms={"first": (0, 1)}), Option("two", arms={"first": (2, 3)})
    assert deciding(Question("q", "choice", arm="last", options=options)) == ("first",)
    assert deciding(Question("q", "choice", arm="last", options=(Option("one", (0, 1)),))) == ("last",)
    assert deciding(Question("q", "which", arms=("a", "b", "c"))) == ("a", "b", "c")
    assert both(Question("q", "number", arm="c", against="a"), "b", "a") == ()


CURVE, CHOICE = Question("q", "curve", metric="curve"), Question("q", "choice", metric="rank_w2w1")
LOSS = Question("q", "direction", metric="final_loss", arm="broken", against="healthy")
OPTIONS = {"same": "the same, five in both", "less": "fewer directions in the broken one"}
NOBODY = Experiment("", (), 0)
TOLD: list[tuple[Question, str, str, bool]] = [
    (CURVE, "plateau", "The loss stays on a floor.", True),
    (CURVE, "plateau", "La pérdida se estanca.", True),
    (CURVE, "plateau", "Does the loss stay on a floor?", False),
    (CURVE, "plateau", "If the loss reached a floor, it would be an error.", False),
    (CURVE, "plateau", "The healthy loss stays on no floor.", False),
    (CURVE, "plateau", "A loss may be flat, on a floor, or slower.", False),
    (CURVE, "flat", "The loss stays on a floor.", False),
    (CHOICE, "same", "The rank is the same, **five** in both.", True),
    (CHOICE, "less", "The rank is the same, five in both.", False),
    (CHOICE, "same", "Is it the same, five in both, or fewer directions in the broken one?", False),
    (LOSS, "more", "The broken loss ends higher.", True),
    (LOSS, "more", "The broken accuracy ends higher.", False),
    (LOSS, "more", "The healthy loss ends higher than the broken one.", False),
    (LOSS, "fewer", "The broken loss ends higher.", False),
]


@pytest.mark.parametrize(("question", "truth", "text", "told"), TOLD)
def test_an_answer_is_told_as_a_fact_or_not(question: Question, truth: str, text: str, told: bool) -> None:
    assert bool(told_by(text, question, truth, OPTIONS, True, NOBODY)) == told


@pytest.mark.parametrize(
    ("text", "truth", "told"),
    [
        ("It gets 77 % right.", 0.7708, "77 %"),
        ("It gets 77 in a hundred right.", 0.7708, "77 %"),
        ("It gets `0.771` right.", 0.7708, "0.771"),
        ("It gets 67 % right.", 0.7708, ""),
        ("A coin gets 50 %.", 0.5, ""),
        ("One in five is 20 %.", 0.2, ""),
        ("There are 77 rows.", 0.7708, ""),
    ],
)
def test_a_share_is_told_by_its_number_but_not_what_a_guess_gets(
    text: str, truth: float, told: str, lesson: Lesson
) -> None:
    assert told_number(text, truth, True, lesson.experiments["agreement"]) == told
