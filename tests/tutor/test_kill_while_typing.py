"""SIGKILL while one types on the last page: of the words, no more than the last second is lost."""

import signal
from pathlib import Path

import pytest

from tests.tutor.conftest import make_learner, place_of
from tests.tutor.terminal import Terminal
from tests.tutor.work import work_up_to
from tutor.draft import Draft
from tutor.session import Session
from tutor.words.text import Text


@pytest.mark.slow
def test_a_kill_while_typing_costs_no_more_than_the_last_second(home: Path) -> None:
    learner = make_learner(home)
    work_up_to(learner, place_of(), "why")
    draft = Draft(learner.folder, place_of())
    with Terminal("--learner", "ana", "--lang", "en", home=home) as terminal:
        terminal.wait_for("continue")
        terminal.press_for("enter", "●Why", "Tab write")
        terminal.press_for("tab", "Ctrl+S save and finish")
        typed = ""
        for letter in "the line bends, and so can two of them":
            terminal.press(letter)
            typed += letter
            terminal.wait_for(typed[-20:].strip())
        while len(kept := draft.found()) < 5:
            terminal.read(0.1)
        terminal.signal(signal.SIGKILL)
        terminal.wait_for_end()
    assert typed.startswith(kept)
    assert Session(make_learner(home), place_of(), Text("en")).state.words == {"why": kept}
