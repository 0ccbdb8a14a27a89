"""An error that nobody expected keeps what was given, gives the terminal back, and is one sentence and a report."""

import sys
from pathlib import Path

import pytest

from progress.journal import Journal
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.failing import WAYS
from tests.tutor.terminal import Terminal, left_clean
from tests.tutor.work import work_up_to

PROGRAM = (sys.executable, str(Path(__file__).parent / "failing.py"))
SAID = {"en": "lynx-tutor met an error of its own", "es": "lynx-tutor tropezó con un error suyo"}
ON_SCREEN = "●Why"


def failed(home: Path, way: str, language: str = "en") -> Terminal:
    """The tutor at the last step, with words written there and not kept; then b is pressed, and it fails."""
    if not (home / "learners").exists():
        work_up_to(make_learner(home), place_of(), "why")
    terminal = Terminal(
        way, "learn", "break-gelu-identity", "--learner", "ana", "--lang", language,
        home=home, command=PROGRAM,
    )  # fmt: skip
    try:
        if way != "start":
            write_and_press(terminal)
        if way == "driver":
            terminal.interrupt("down")  # what fails is the next key
        terminal.wait_for_end()
    except BaseException:
        terminal.close()
        raise
    return terminal


def write_and_press(terminal: Terminal) -> None:
    terminal.wait_for("Tab ")
    terminal.press_for("tab", "Ctrl+S")
    terminal.press(*"bends")
    terminal.wait_for("bends")
    terminal.press("escape")
    terminal.wait_for("Tab ")
    terminal.press("b")


def report_in(home: Path) -> str:
    (file,) = (home / "learners" / "ana" / "crashes").iterdir()
    return file.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_wherever_it_fails_one_sentence_is_left(home, way):
    with failed(home, way) as terminal:
        words = " ".join(terminal.words().split())
        assert terminal.wait_for_end() == 1
        assert SAID["en"] in words
        assert "Traceback" not in terminal.printed.decode(errors="replace")
        assert left_clean(terminal.printed)
    report = report_in(home)
    assert "Unexpected: on purpose" in report
    assert "in fail" in report
    assert "TERM=xterm-256color" in report
    assert "Python 3" in report


@pytest.mark.slow
@pytest.mark.parametrize("way", ["handler", "worker"])
def test_what_was_half_written_is_there_the_next_time(home, way):
    failed(home, way).close()
    journal = Journal.open(home / "learners" / "ana", version="test")
    assert any("bends" in str(event.payload) for event in journal.events)
    with Terminal("learn", "break-gelu-identity", "--learner", "ana", home=home) as terminal:
        terminal.wait_for(ON_SCREEN, "bends")


@pytest.mark.slow
def test_the_sentence_is_in_the_language_on_screen(home):
    with failed(home, "handler", "es") as terminal:
        assert SAID["es"] in " ".join(terminal.words().split())


@pytest.mark.slow
def test_no_report_names_a_folder_of_the_learners(home):
    failed(home, "handler").close()
    report = report_in(home)
    assert str(Path(__file__).parents[2]) not in report
    assert 'File "failing.py"' in report
    assert "bends" not in report


@pytest.mark.slow
def test_where_no_report_can_be_written_the_sentence_says_so(home):
    work_up_to(make_learner(home), place_of(), "why")
    (home / "learners" / "ana" / "crashes").write_text("a file where the folder should be")
    with failed(home, "handler") as terminal:
        assert "no report of it could be written" in " ".join(terminal.words().split())
        assert terminal.wait_for_end() == 1


def test_ctrl_c_while_everything_is_imported_is_a_sentence(monkeypatch, capsys):
    import signal

    import tutor.__main__ as program
    from tutor.exits import INTERRUPTED
    from tutor.shell import main

    def interrupted_import(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(main, "main", interrupted_import)
    try:
        assert program.main() == INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, before)
    assert "Nothing was lost" in capsys.readouterr().err
