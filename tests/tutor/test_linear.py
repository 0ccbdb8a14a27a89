"""Plain lines: whatever is written, cut off or broken, the learner is told in a sentence, and nothing is lost."""

import os
import random
import shlex
import subprocess
from pathlib import Path

import pytest

from lessons.acts import Guessed, Opened, TookHint, Wrote
from lessons.lesson import LANGUAGES, LessonMode
from lessons.load import load_course
from lessons.recipes import steps_of
from lessons.runs.edits import edited_text
from progress.journal import Journal
from tests.tutor.conftest import LESSON, edited_place, make_learner, place_of
from tests.tutor.plain_learner import Plain, answers, assert_readable, lines, right_code
from tests.tutor.terminal import TUTOR, Terminal, surroundings
from tests.tutor.test_review import finish
from tests.tutor.work import work_up_to
from tutor.learner import Learner

PLACE = place_of()


@pytest.fixture(autouse=True)
def no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


def at(home: Path, step: str, language: str = "en", mode: str = "open") -> Plain:
    """A learner at a step of Break 00."""
    learner = make_learner(home)
    work_up_to(learner, place_of(mode), step)
    return Plain(learner, language)


def line_by_line(place: LessonMode) -> list[str]:
    """The whole lesson, with the repair written line by line."""
    number = edited_place(place)[1]
    whole = lines(place)
    editor = whole.index("judge") + 1
    return [*whole[:editor], f"{number} return x.gelu()", *whole[editor + 1 :]]


# Through a pipe.


@pytest.mark.parametrize(("language", "mode"), [("en", "open"), ("es", "blind")])
def test_a_whole_lesson_is_worked_through_by_lines_through_a_pipe(
    home: Path, language: str, mode: str
) -> None:
    place = place_of(mode)
    command = [*TUTOR, "learn", LESSON, "--plain", "--learner", "ana", "--lang", language]
    done = subprocess.run(
        [*command, "--blind"] if mode == "blind" else command,
        input="\n".join(line_by_line(place)) + "\n",
        env=surroundings(home, {"VISUAL": "", "EDITOR": ""}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert_readable(done.stdout)
    state = make_learner(home).state(place)
    assert state.finished
    assert state.passed == {"repair"}
    assert len(state.answers) == 8
    said = ("Everything is saved", "Repaired.") if language == "en" else ("Todo está guardado", "Reparado.")
    assert all(words in done.stdout for words in said)


def test_bytes_that_are_no_letters_and_codes_that_move_a_cursor_do_no_harm(home: Path) -> None:
    done = subprocess.run(
        [*TUTOR, "learn", LESSON, "--plain", "--learner", "ana"],
        input=b"\xff\xfe\n\x1b[2J\n\n\xc3\x28\n",
        env=surroundings(home, {}),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert make_learner(home).state(PLACE).here == 1


@pytest.mark.parametrize("prompted", ["Enter goes on", "Your answer:"])
def test_ctrl_c_leaves_with_everything_saved(home: Path, prompted: str) -> None:
    step = "read" if prompted == "Enter goes on" else "predict-additive"
    work_up_to(make_learner(home), PLACE, step)
    with Terminal("learn", LESSON, "--plain", "--learner", "ana", home=home) as terminal:
        terminal.wait_for(prompted)
        terminal.press("ctrl+c")
        assert terminal.wait_for_end() == 0
        assert "Everything is saved" in terminal.words()
    assert make_learner(home).state(PLACE).opened


def test_ctrl_c_in_a_run_leaves_with_the_predictions_locked(home: Path) -> None:
    work_up_to(make_learner(home), PLACE, "run-additive")
    with Terminal("learn", LESSON, "--plain", "--learner", "ana", home=home) as terminal:
        terminal.press_for("enter", "One run is an anecdote")
        terminal.press("enter", "ctrl+c")
        assert terminal.wait_for_end() == 0
        assert "Traceback" not in terminal.words()
    state = make_learner(home).state(PLACE)
    assert state.begun == {"run-additive"}
    assert len(state.runs) == 1


# Ends.


@pytest.mark.usefixtures("few_seeds")
@pytest.mark.parametrize(
    "place", load_course().places()[::-1], ids=lambda place: f"{place.lesson.id}-{place.mode}"
)
def test_every_line_may_be_the_last_and_the_next_session_goes_on(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: LessonMode
) -> None:
    if place.lesson.edits or place.lesson.lab:
        (tmp_path / "right.py").write_text(right_code(place), encoding="utf-8")
        monkeypatch.setenv("EDITOR", shlex.join(["cp", str(tmp_path / "right.py")]))
    for given in answers(place):
        half = Plain(make_learner(home))
        assert half.run(given[:-1], place) == 0
        whole = Plain(make_learner(home))
        assert whole.run(given, place) == 0
        assert whole.left == []
        assert make_learner(home).state(place) == whole.learner.state(place)
    assert make_learner(home).state(place).finished


def test_leaving_is_a_letter_everywhere_and_colon_letter_among_free_words(home: Path) -> None:
    for step in steps_of(PLACE).all:
        plain = at(home / step.id, step.id)
        assert plain.run([":q" if step.kind in ("repair", "why") else "q", "never asked"], PLACE) == 0
        assert plain.left == ["never asked"]
        assert "Everything is saved" in plain.told[-1]


def test_what_cannot_be_saved_is_said_at_once_and_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file where the folder should be")
    folder = tmp_path / "file" / "learners" / "ana"
    plain = Plain(Learner("ana", folder, Journal.open(folder, version="t"), load_course()))
    assert plain.run([""], PLACE) == 1
    assert sum("not saved" in words for words in plain.told) == 1
    assert plain.told[-1].startswith("Not saved: 2 of the things you did.")


def test_a_damaged_file_is_told_of(home: Path) -> None:
    make_learner(home).record(Opened(), PLACE)
    file = home / "learners" / "ana" / "progress.toml"
    file.write_bytes(file.read_bytes() + b'\n[[event]]\nid = "torn')
    plain = Plain(make_learner(home))
    assert plain.run([]) == 0
    assert "could not be read" in plain.told[0]


# Answers.


@pytest.mark.parametrize(
    ("name", "unusable", "reason"),
    [
        ("accuracy-additive", "maybe", "Choose more, the same or less."),
        ("accuracy-additive", "4", "Choose more, the same or less."),
        ("accuracy-additive", "²", "Choose more, the same or less."),
        ("accuracy-additive", "", "Choose more, the same or less."),
        ("accuracy-agreement", "140", "Type a share from 0 to 100 %"),
        ("accuracy-agreement", "nan", "Type a share from 0 to 100 %"),
    ],
)
def test_an_unusable_answer_is_asked_again_with_the_reason(
    home: Path, name: str, unusable: str, reason: str
) -> None:
    plain = at(home, f"predict-{name.partition('-')[2]}")
    plain.run([unusable], PLACE)
    assert any(words.startswith(reason) for words in plain.told)
    assert plain.told[-2].startswith("Question 1 of")
    assert name not in plain.learner.state(PLACE).answers


@pytest.mark.parametrize("said", ["20", "100", "-1", "very", "1e9", "nan", "²"])
def test_a_confidence_outside_its_range_is_asked_again(home: Path, said: str) -> None:
    plain = at(home, "predict-additive")
    plain.run(["1", said, "70"], PLACE)
    assert "A number from 33, a pure guess, to 99, certain." in plain.told
    assert plain.learner.state(PLACE).answers["accuracy-additive"].confidence == 0.7


def test_enter_alone_says_that_it_is_a_guess(home: Path) -> None:
    plain = at(home, "predict-additive")
    plain.run(["1", ""], PLACE)
    assert plain.learner.state(PLACE).answers["accuracy-additive"].confidence == 0.33


def test_a_number_on_the_summary_changes_that_answer(home: Path) -> None:
    plain = at(home, "predict-additive")
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
    assert [f"{number}." in plain.words for number in (1, 2, 3)] == [True] * 3
    assert plain.learner.state(place).answers[asked.id].value == "3 1 2"


def test_back_goes_one_step_back_and_map_to_the_course(home: Path) -> None:
    plain = at(home, "predict-additive")
    plain.run(["b", "m"], PLACE)
    assert plain.learner.state(PLACE).here == 0
    assert any(words.strip().startswith("The course.") for words in plain.told)


def test_what_nobody_understands_is_said_so(home: Path) -> None:
    plain = at(home, "read")
    plain.run(["what now", "?"], PLACE)
    assert "“what now” is no answer here. A question mark explains." in plain.told
    assert any(words.startswith("A number chooses.") for words in plain.told)


@pytest.mark.usefixtures("few_seeds")
def test_things_to_see_are_said_and_can_be_drawn(home: Path) -> None:
    plain = Plain(make_learner(home))
    given = [line for lines_of in answers(PLACE) for line in lines_of]
    plain.run([*given[:9], "1", "d", "3"], PLACE)
    drawn = next(words for words in plain.told if words.count("\n") > 8 and "|" in words)
    assert drawn.isascii()
    assert any(words.startswith("Hidden numbers on the training rows") for words in plain.told)


# Languages.


def test_another_language_says_the_page_again_and_is_remembered(home: Path) -> None:
    plain = at(home, "read")
    plain.run(["l"], PLACE)
    assert "\n== Lee" in plain.told
    assert plain.told[-2].startswith("Intro")
    assert make_learner(home).preference("language", "en") == "es"


@pytest.mark.parametrize("step", [step.id for step in steps_of(PLACE).all])
def test_no_english_is_spoken_in_spanish(home: Path, step: str) -> None:
    plain = at(home, step, "es")
    plain.run([], PLACE)
    spoken = f" {' '.join(plain.words.split())} "
    english = ["Enter", "Question", "healthy", "broken", "steps", "line", "hint", "judge it", "your", "the"]
    assert [word for word in english if f" {word} " in spoken] == []


# The line, the repair.


def test_a_line_is_found_by_search_and_by_its_number(home: Path) -> None:
    file, number = edited_place(PLACE)
    plain = at(home, "hints")
    plain.run(["/class GELU", f"{file.rpartition('/')[2]}:{number - 1}", f"{file}:{number}"], PLACE)
    assert any(words.startswith(f"{file}:") and "class GELU" in words for words in plain.told)
    assert [point.line for point in plain.learner.state(PLACE).points["hints"]] == [number - 1, number]
    assert plain.learner.state(PLACE).found == {"hints"}


@pytest.mark.parametrize("asked", ["nowhere.py", "nowhere.py:3", "activations.py:²", ":", "/", "x:y:z"])
def test_a_place_that_there_is_not_is_said_so(home: Path, asked: str) -> None:
    plain = at(home, "hints")
    assert plain.run([asked], PLACE) == 0
    assert plain.learner.state(PLACE).points == {}


@pytest.mark.parametrize("editor", ["/nowhere/editor", "false", "'unbalanced", "sh -c 'exit 3'"])
def test_an_editor_that_is_missing_or_fails_is_a_sentence_and_lines_do_instead(
    home: Path, monkeypatch: pytest.MonkeyPatch, editor: str
) -> None:
    monkeypatch.setenv("EDITOR", editor)
    number = edited_place(PLACE)[1]
    plain = at(home, "repair")
    assert plain.run(["", f"{number} return x.gelu()", "judge"], PLACE) == 0
    assert any(words.startswith("The editor could not be used (") for words in plain.told)
    assert plain.learner.state(PLACE).passed == {"repair"}


def test_the_repair_is_written_line_by_line_and_kept_from_line_to_line(home: Path) -> None:
    number = edited_place(PLACE)[1]
    plain = at(home, "repair")
    plain.run([f"+{number} # one", f"{number} return x.gelu()", "999 x", "x", "show", f"{number + 1}"], PLACE)
    assert plain.told.count("That is no line of this file. Write a line’s number, then its new text.") == 2
    again = Plain(make_learner(home))
    again.run(["judge"], PLACE)
    assert again.learner.state(PLACE).passed == {"repair"}


def test_code_that_no_python_can_load_is_said_so(home: Path) -> None:
    plain = at(home, "repair")
    plain.run([f"{edited_place(PLACE)[1]} return x.gelu((", "judge"], PLACE)
    assert any("Python cannot load it" in words for words in plain.told)
    assert plain.learner.state(PLACE).tries == {"repair": 1}


def test_the_learners_own_editor_begins_with_what_is_there(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = home.parent / "seen.py"
    monkeypatch.setenv("EDITOR", f"sh -c 'cp \"$0\" {copy}'")
    at(home, "repair").run([""], PLACE)
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
    places = load_course().places()
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


# Whatever comes.


def test_what_another_machine_wrote_moves_no_cursor(home: Path) -> None:
    plain = at(home, "hints")
    for act in (Guessed(1, "\x1b[2J\x07 is it"), TookHint(1), Wrote("\x9b31m")):
        plain.learner.record(act, PLACE)
    plain.run([], PLACE)
    assert "is it" in plain.words
    assert_readable(plain.words)


ODD = [
    "",
    "b",
    "m",
    "l",
    "?",
    "d",
    "1",
    "2",
    "0",
    "-1",
    "²",
    "99999999999999999999",
    "75 %",
    "5x23",
    "3 1 2",
    ":q ",
]
ODD += [
    "files",
    "/gelu",
    "/",
    "activations.py",
    "activations.py:52",
    "x:1",
    "show",
    "+1 #",
    "1",
    "judge",
    "\x00",
    "é" * 300,
]


@pytest.mark.usefixtures("few_seeds")
@pytest.mark.parametrize("seed", range(12))
def test_random_lines_never_break_anything(home: Path, seed: int) -> None:
    chance = random.Random(seed)
    places = load_course().places()
    place = places[seed % len(places)]
    learner = make_learner(home)
    work_up_to(learner, place, chance.choice(steps_of(place).all).id)
    plain = Plain(learner)
    assert plain.run(chance.choices(ODD, k=40), place) == 0
    assert_readable(plain.words)
    assert make_learner(home).state(place) == learner.state(place)
    assert not (set(os.listdir(home)) - {"learners"})
