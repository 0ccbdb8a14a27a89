"""Plain lines: questions, languages, code and reviews; whatever cannot be used is said so in a sentence."""

from pathlib import Path

import pytest

from lessons.format import LANGUAGES
from lessons.recipes import steps_of
from lessons.runs.edits import edited_text
from tests.tutor.conftest import edited_place, make_learner, place_of
from tests.tutor.plain_learner import Plain, answers, assert_readable, plain_at
from tests.tutor.small_course import small_course
from tests.tutor.test_review import finish
from tests.tutor.work import work_up_to

PLACE = place_of()
BLIND = place_of("blind")


@pytest.fixture(autouse=True)
def no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


# Answers.


@pytest.mark.parametrize(
    ("name", "unusable", "reason"),
    [
        ("accuracy-additive", "maybe", "Choose one of the three."),
        ("accuracy-additive", "4", "Choose one of the three."),
        ("accuracy-additive", "²", "Choose one of the three."),
        ("accuracy-additive", "", "Choose one of the three."),
        ("accuracy-agreement", "140", "Type a share from 0 to 100 %"),
        ("accuracy-agreement", "nan", "Type a share from 0 to 100 %"),
    ],
)
def test_an_unusable_answer_is_asked_again_with_the_reason(
    home: Path, name: str, unusable: str, reason: str
) -> None:
    plain = plain_at(home, f"predict-{name.partition('-')[2]}")
    plain.run([unusable], PLACE)
    assert any(words.startswith(reason) for words in plain.told)
    assert plain.told[-2].startswith("Question 1 of")
    assert name not in plain.learner.state(PLACE).answers


@pytest.mark.parametrize("said", ["20", "100", "-1", "very", "1e9", "nan", "²"])
def test_a_confidence_outside_its_range_is_asked_again(home: Path, said: str) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["1", said, "70"], PLACE)
    assert "A number from 33, a pure guess, to 99, certain." in plain.told
    assert plain.learner.state(PLACE).answers["accuracy-additive"].confidence == 0.7


def test_enter_alone_says_that_it_is_a_guess(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["1", ""], PLACE)
    assert plain.learner.state(PLACE).answers["accuracy-additive"].confidence == 0.33


def test_a_number_on_the_summary_changes_that_answer(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["1", "", "1", "", "2", "2", "50"], PLACE)
    state = plain.learner.state(PLACE)
    assert [state.answers[name].value for name in ("accuracy-additive", "steps")] == ["more", "same"]
    assert state.here == 1


def test_what_has_to_be_put_in_order_is_listed_with_its_numbers(home: Path) -> None:
    place = place_of("open", "xor-line")
    asked = next(each for each in place.lesson.questions if each.kind == "order")
    plain = Plain(make_learner(home))
    work_up_to(plain.learner, place, "predict-bend")
    rest = [
        line
        for each in place.lesson.questions_for("open", ("bend",))
        if each is not asked
        for line in ("1", "")
    ]
    plain.run([*rest, "3 1 2", ""], place)
    assert "1 ReLU, 2 shrink, 3 tanh" in plain.words
    assert plain.learner.state(place).answers[asked.id].value == "3 1 2"


def test_back_goes_one_step_back_and_map_to_the_course(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["b", "m"], PLACE)
    assert plain.learner.state(PLACE).here == 0
    assert any(words.strip().startswith("The course,") for words in plain.told)


def test_what_nobody_understands_is_said_so(home: Path) -> None:
    plain = plain_at(home, "read")
    plain.run(["what now", "?"], PLACE)
    assert "“what now” is no answer here. A question mark explains." in plain.told
    assert any(words.startswith("A number chooses.") for words in plain.told)


@pytest.mark.usefixtures("few_seeds")
def test_things_to_see_are_said_and_can_be_drawn(home: Path) -> None:
    plain = Plain(make_learner(home))
    given = [line for lines_of in answers(PLACE) for line in lines_of]
    plain.run([*given[:9], "1", "d", "2"], PLACE)
    drawn = next(words for words in plain.told if words.count("\n") > 8 and "|" in words)
    assert drawn.isascii()
    assert any("accuracy over the training steps: healthy" in words for words in plain.told)


# Languages.


def test_another_language_says_the_page_again_and_is_remembered(home: Path) -> None:
    plain = plain_at(home, "read")
    plain.run(["l"], PLACE)
    assert "\n== Lee" in plain.told
    assert plain.told[-2].startswith("Intro")
    assert make_learner(home).preference("language", "en") == "es"


@pytest.mark.parametrize("step", [step.id for step in steps_of(PLACE).all])
def test_no_english_is_spoken_in_spanish(home: Path, step: str) -> None:
    plain = plain_at(home, step, "es")
    plain.run([], PLACE)
    spoken = f" {' '.join(plain.words.split())} "
    english = ["Enter", "Question", "healthy", "broken", "steps", "line", "hint", "judge it", "your", "the"]
    assert [word for word in english if f" {word} " in spoken] == []


# The line, the repair.


def test_a_line_is_found_by_search_and_by_its_number(home: Path) -> None:
    file, number = edited_place(PLACE)
    plain = plain_at(home, "hints", mode="blind")
    plain.run(["/class GELU", f"{file.rpartition('/')[2]}:{number - 1}", f"{file}:{number}"], BLIND)
    assert any(words.startswith(f"{file}:") and "class GELU" in words for words in plain.told)
    assert [point.line for point in plain.learner.state(BLIND).points["hints"]] == [number - 1, number]
    assert plain.learner.state(BLIND).found == {"hints"}


@pytest.mark.parametrize("asked", ["nowhere.py", "nowhere.py:3", "activations.py:²", ":", "/", "x:y:z"])
def test_a_place_that_there_is_not_is_said_so(home: Path, asked: str) -> None:
    plain = plain_at(home, "hints", mode="blind")
    assert plain.run([asked], BLIND) == 0
    assert plain.learner.state(BLIND).points == {}


@pytest.mark.parametrize("editor", ["/nowhere/editor", "false", "'unbalanced", "sh -c 'exit 3'"])
def test_an_editor_that_is_missing_or_fails_is_a_sentence_and_lines_do_instead(
    home: Path, monkeypatch: pytest.MonkeyPatch, editor: str
) -> None:
    monkeypatch.setenv("EDITOR", editor)
    number = edited_place(PLACE)[1]
    plain = plain_at(home, "repair")
    assert plain.run(["", f"{number} return x.gelu()", "judge"], PLACE) == 0
    assert any(words.startswith("The editor could not be used (") for words in plain.told)
    assert plain.learner.state(PLACE).passed == {"repair"}


def test_the_repair_is_written_line_by_line_and_kept_from_line_to_line(home: Path) -> None:
    number = edited_place(PLACE)[1]
    plain = plain_at(home, "repair")
    plain.run([f"+{number} # one", f"{number} return x.gelu()", "999 x", "x", "show", f"{number + 1}"], PLACE)
    assert plain.told.count("That is no line of this file. Write a line’s number, then its new text.") == 2
    again = Plain(make_learner(home))
    again.run(["judge"], PLACE)
    assert again.learner.state(PLACE).passed == {"repair"}


def test_code_that_no_python_can_load_is_said_so(home: Path) -> None:
    plain = plain_at(home, "repair")
    plain.run([f"{edited_place(PLACE)[1]} return x.gelu((", "judge"], PLACE)
    assert any("Python cannot read this." in words for words in plain.told)
    assert plain.learner.state(PLACE).tries == {"repair": 1}


def test_the_learners_own_editor_begins_with_what_is_there(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = home.parent / "seen.py"
    monkeypatch.setenv("EDITOR", f"sh -c 'cp \"$0\" {copy}'")
    plain_at(home, "repair").run([""], PLACE)
    file = PLACE.lesson.edits[0].file
    assert copy.read_text(encoding="utf-8") == edited_text(PLACE.lesson.edits, file)


# Reviews, the course, the end.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("few_seeds")
def test_what_is_due_is_asked_in_plain_lines(home: Path, language: str) -> None:
    finish(home)
    plain = Plain(make_learner(home), language)
    typed = {"number": "75", "shape": "5x23"}
    given = []
    for card in plain.learner.due():
        review = next(each for each in PLACE.lesson.reviews if each.concept == card.concept)
        given += [typed.get(review.question.kind, "1"), "", "", ""]
    assert plain.run(given, review=True) == 0
    assert plain.left == []
    assert plain.learner.due() == ()
    assert plain.words.count("Comes back" if language == "en" else "Vuelve") == 3
    assert_readable(plain.words)


@pytest.mark.usefixtures("few_seeds")
def test_a_review_that_was_done_elsewhere_meanwhile_is_not_run_again(home: Path) -> None:
    finish(home)
    late = Plain(make_learner(home))

    def elsewhere() -> str:
        late.at_end = None
        assert Plain(make_learner(home)).run(["75", "", "", ""], review=True) == 0
        return ""

    late.at_end = elsewhere
    late.run(["75"], review=True)
    assert any("reviewed elsewhere" in words for words in late.told)
    learner = make_learner(home)
    assert sum(event.kind == "review" for event in learner.journal.events) == 1


def test_the_course_list_says_what_there_is_and_takes_a_number(home: Path) -> None:
    plain = Plain(make_learner(home))
    places = small_course().places()
    assert plain.run(["99", "²", "x", "p", "r", str(len(places)), ""]) == 0
    assert sum(words == f"There are lessons 1 to {len(places)}." for words in plain.told) == 3
    assert plain.learner.state(places[-1]).here == 1


def test_a_lesson_that_is_done_is_not_finished_twice(home: Path) -> None:
    plain = Plain(make_learner(home))
    work_up_to(plain.learner, PLACE, "why")
    plain.run(["first"], PLACE)
    plain.run(["second"], PLACE)
    kinds = [event.kind for event in plain.learner.journal.events]
    assert kinds.count("finished") == 1
    assert plain.learner.state(PLACE).words == {"why": "second"}
