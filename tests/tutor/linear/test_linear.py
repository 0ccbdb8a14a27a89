"""Plain lines: questions, languages, code, reviews and commands; what cannot be used is said; and every way out."""

from typing import NoReturn

import pytest

from lessons.course.steps.recipes import steps_of
from lessons.engine.process import Process
from lessons.format.course import load_course
from progress.journal import Journal
from tests.tutor.conftest import LESSON, edited_place, make_learner, place_of
from tests.tutor.plain_learner import Plain, answers, assert_readable, plain_at
from tests.tutor.small_course import small_course
from tests.tutor.terminal import Terminal
from tests.tutor.tui.test_review import finish
from tests.tutor.work import work_up_to
from tutor.learner import Learner
from tutor.linear.lines import row_words

PLACE = place_of()
BLIND = place_of("blind")


@pytest.fixture(autouse=True)
def no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("name", "number", "unusable", "reason"),
    [
        ("accuracy-additive", 1, "maybe", "Choose one of the three."),
        ("accuracy-additive", 1, "4", "Choose one of the three."),
        ("accuracy-additive", 1, "", "Choose one of the three."),
        ("accuracy-agreement", 3, "140", "Type a percentage from 0 to 100 %"),
        ("accuracy-agreement", 3, "nan", "Type a percentage from 0 to 100 %"),
    ],
)
def test_an_unusable_answer_is_asked_again_with_the_reason(home, name, number, unusable, reason):
    plain = plain_at(home, "predict")
    plain.run([*["1", ""] * (number - 1), unusable], PLACE)
    assert any(words.startswith(reason) for words in plain.told)
    assert plain.told[-2].startswith(f"Question {number} of")
    assert name not in plain.learner.state(PLACE).answers


@pytest.mark.parametrize("said", ["0", "4", "very", "nan", "²"])
def test_a_confidence_that_is_not_on_offer_is_asked_again(home, said):
    plain = plain_at(home, "predict")
    plain.run(["1", said, "2"], PLACE)
    assert plain.learner.state(PLACE).answers["accuracy-additive"].confidence == 0.75


def test_enter_alone_does_not_say_how_sure(home):
    plain = plain_at(home, "predict")
    plain.run(["1", ""], PLACE)
    assert plain.learner.state(PLACE).answers["accuracy-additive"].confidence is None


@pytest.mark.parametrize(("typed", "meant"), [("1", "1 %"), ("0,5", "0.5 %"), ("½", "50 %"), ("50 por ciento", "50 %")])
def test_a_share_is_said_back_as_it_was_understood_and_kept_so(home, typed, meant):
    plain = plain_at(home, "predict")
    plain.run(["1", "", "1", "", typed, "2"], PLACE)
    assert f"That is {meant}." in plain.told
    assert plain.learner.state(PLACE).answers["accuracy-agreement"].value == meant


def test_what_is_understood_as_it_was_typed_is_not_said_back(home):
    plain = plain_at(home, "predict")
    plain.run(["1", "", "1", "", "35 %", ""], PLACE)
    assert not any(words.startswith("That is") for words in plain.told)


def test_a_number_on_the_summary_changes_that_answer(home):
    plain = plain_at(home, "predict")
    plain.run(["1", "", "1", "", "75", "", "b", "2", "2", "3"], PLACE)
    state = plain.learner.state(PLACE)
    assert [state.answers[name].value for name in ("accuracy-additive", "steps")] == ["more", "same"]
    assert state.here == 2


def test_what_has_to_be_put_in_order_is_listed_with_its_numbers(home):
    place = place_of("open", "xor-luck")
    (asked,) = [each for each in place.lesson.questions if each.experiment == "two"]
    plain = Plain(make_learner(home, course=load_course()))
    work_up_to(plain.learner, place, "predict-two")
    plain.run(["3 1 2", ""], place)
    assert "such as 321:\n  1 true slope\n  2 a tenth\n  3 minus a tenth" in plain.words
    assert plain.learner.state(place).answers[asked.id].value == "3 1 2"


@pytest.mark.usefixtures("few_seeds")
def test_things_to_see_are_said_and_can_be_drawn(home):
    plain = Plain(make_learner(home))
    given = [line for lines_of in answers(PLACE) for line in lines_of]
    plain.run([*given[:11], "1", "d", "2"], PLACE)
    drawn = next(words for words in plain.told if words.count("\n") > 8 and "|" in words)
    assert drawn.isascii()
    assert any("accuracy over the training steps: healthy" in words for words in plain.told)


def test_a_row_whose_cell_begins_with_its_heading_says_it_once():
    row = ("write", "I will write", "she writes", "none")
    assert row_words(("verb", "I", "she", "they"), row) == "write: I will write; she writes; they none."


def test_another_language_says_the_page_again_and_is_remembered(home):
    plain = plain_at(home, "read")
    plain.run(["l"], PLACE)
    assert "\n== Lee" in plain.told
    assert plain.told[-2].startswith("Intro")
    assert make_learner(home).preference("language", "en") == "es"


def test_a_line_is_found_by_search_and_by_its_number(home):
    file, number = edited_place(PLACE)
    plain = plain_at(home, "hints", mode="blind")
    plain.run(["/class GELU", f"{file.rpartition('/')[2]}:{number - 1}", f"{file}:{number}"], BLIND)
    assert any(words.startswith(f"{file}:") and "class GELU" in words for words in plain.told)
    assert [point.line for point in plain.learner.state(BLIND).points["hints"]] == [number - 1, number]
    assert plain.learner.state(BLIND).found == {"hints"}


@pytest.mark.parametrize("asked", ["nowhere.py", "nowhere.py:3", "activations.py:²", ":", "/", "x:y:z"])
def test_a_place_that_there_is_not_is_said_so(home, asked):
    plain = plain_at(home, "hints", mode="blind")
    assert plain.run([asked], BLIND) == 0
    assert plain.learner.state(BLIND).points == {}


@pytest.mark.parametrize("editor", ["/nowhere/editor", "false", "'unbalanced"])
def test_an_editor_that_is_missing_or_fails_is_a_sentence(home, monkeypatch, editor):
    monkeypatch.setenv("EDITOR", editor)
    plain = plain_at(home, "repair")
    assert plain.run([""], PLACE) == 0
    assert any(words.startswith("The editor could not be used (") for words in plain.told)


def test_the_repair_is_written_line_by_line_and_kept_from_line_to_line(home):
    number = edited_place(PLACE)[1]
    plain = plain_at(home, "repair")
    plain.run([f"+{number} # one", f"{number} return x.gelu()", "999 x", "x", "show", f"{number + 1}"], PLACE)
    assert sum(words.startswith("That is no line of this file.") for words in plain.told) == 2
    shown = next(words for words in plain.told if f"\n{number:>4} " in words)  # around the line
    assert shown.startswith(f"{number - 8:>4} ")
    again = Plain(make_learner(home))
    again.run(["judge"], PLACE)
    assert again.learner.state(PLACE).passed == {"repair"}


@pytest.mark.usefixtures("few_seeds")
def test_what_is_due_is_asked_in_plain_lines(home):
    finish(home)
    plain = Plain(make_learner(home), "es")
    typed = {"number": "75", "shape": "5x23"}
    given = []
    for card in plain.learner.due():
        review = next(each for each in PLACE.lesson.reviews if each.concept == card.concept)
        given += [typed.get(review.question.kind, "1"), "", "", ""]
    assert plain.run(given, review=True) == 0
    assert plain.left == []
    assert plain.learner.due() == ()
    assert plain.words.count("Vuelve") == 3
    assert_readable(plain.words)


@pytest.mark.usefixtures("few_seeds")
def test_a_review_that_was_done_elsewhere_meanwhile_is_not_run_again(home):
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


def test_the_course_list_says_what_there_is_and_takes_a_number(home):
    plain = Plain(make_learner(home))
    places = small_course().places()
    assert plain.run(["99", "²", "x", "p", "r", str(len(places)), ""]) == 0
    assert sum(words == f"There are lessons 1 to {len(places)}." for words in plain.told) == 3
    assert plain.learner.state(places[-1]).here == 1


def test_a_lesson_that_is_done_is_not_finished_twice(home):
    plain = Plain(make_learner(home))
    work_up_to(plain.learner, PLACE, "why")
    plain.run(["first"], PLACE)
    plain.run(["second"], PLACE)
    kinds = [event.kind for event in plain.learner.journal.events]
    assert kinds.count("finished") == 1
    assert plain.learner.state(PLACE).words == {"why": "second"}


@pytest.mark.parametrize(
    ("language", "command", "said"),
    [
        ("en", "step 9", "Not yet: step 2, Predict, ends when you answer its 3 open questions"),
        ("en", "source", "minimodel/nn/activations.py"),
        ("en", "source", "This page is about minimodel/nn/activations.py, line 89"),
        ("en", "source activations.py", "class GELU(Module):"),
        ("es", "código activations.py", "class GELU(Module):"),
        ("es", "source activations.py", "class GELU(Module):"),
        ("en", "source qqq", "There is no file, class or function qqq"),
        ("en", "watch 1234", "“watch 1234” is no answer here"),
        ("en", "source GELU Sin", "Choose one of the three."),
        ("en", "?", "A number chooses."),
    ],
)
def test_a_command_is_answered(home, language, command, said):
    plain = plain_at(home, "predict", language)
    plain.run([command], PLACE)
    assert said in plain.words
    assert plain.learner.state(PLACE).here == 1


@pytest.mark.parametrize("command", ["step 1", "b"])
def test_a_step_is_reached_by_its_number_and_the_one_before_by_a_letter(home, command):
    plain = plain_at(home, "predict")
    plain.run([command, "m"], PLACE)
    assert plain.learner.state(PLACE).here == 0
    assert any(words.strip().startswith("The course,") for words in plain.told)


@pytest.mark.parametrize("seed", [1234, 10**17])
def test_another_seed_of_a_run_is_watched(home, seed):
    plain = plain_at(home, "run")
    plain.run([f"watch {seed}"], PLACE)
    ran = [event for event in plain.learner.events() if event.kind == "run"]
    assert ran[-1].payload["seed"] == seed


def test_the_list_of_lessons_prints_the_source_as_it_is(home):
    plain = plain_at(home, "predict")
    plain.run(["m", "source GELU.forward", "source", "q"], PLACE)
    assert "x.gelu(" in plain.words
    assert "minimodel/nn/losses.py" in plain.words
    assert "This page is about" not in plain.words


def test_a_class_or_a_function_is_printed_by_its_name(home):
    plain = plain_at(home, "predict")
    plain.run(["source GELU.forward"], PLACE)
    (code,) = [words for words in plain.told if "def forward" in words]
    assert "return x" in code
    assert "class Sin" not in code


@pytest.mark.slow
@pytest.mark.parametrize("prompted", ["Enter goes on", "Your answer:"])
def test_ctrl_c_leaves_with_everything_saved(home, prompted):
    step = "read" if prompted == "Enter goes on" else "predict"
    work_up_to(make_learner(home), PLACE, step)
    with Terminal("learn", LESSON, "--plain", "--learner", "ana", home=home) as terminal:
        terminal.wait_for(prompted)
        assert terminal.interrupt() == 0
        assert "Everything is saved" in terminal.words()
    assert make_learner(home).state(PLACE).opened


def test_ctrl_c_in_a_run_leaves_with_the_predictions_locked(home, monkeypatch):
    monkeypatch.setattr(Process, "items", interrupted)
    plain = plain_at(home, "run")
    assert plain.run(["", "", ""], PLACE) == 0
    state = make_learner(home).state(PLACE)
    assert state.begun == {"run"}
    assert len(state.runs) == 2
    assert state.record == {}


def interrupted(*arguments: object) -> NoReturn:
    raise KeyboardInterrupt


def test_leaving_is_a_letter_everywhere_and_colon_letter_among_free_words(home):
    for step in steps_of(PLACE).all:
        plain = plain_at(home / step.id, step.id)
        assert plain.run([":q" if step.kind in ("repair", "why") else "q", "never asked"], PLACE) == 0
        assert plain.left == ["never asked"]
        assert "Everything is saved" in plain.told[-1]


def test_what_cannot_be_saved_is_said_at_once_and_at_the_end(tmp_path):
    (tmp_path / "file").write_text("a file where the folder should be")
    folder = tmp_path / "file" / "learners" / "ana"
    plain = Plain(Learner("ana", folder, Journal.open(folder, version="t"), load_course()))
    assert plain.run([""], PLACE) == 1
    assert sum("not saved" in words for words in plain.told) == 1
    assert plain.told[-1].startswith("Not saved: 2 of the things you did.")
