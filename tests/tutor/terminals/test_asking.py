"""Asking a terminal what it is: the question is not seen, no key stops its output, and it is given back."""

import os
import termios
from collections.abc import Iterator

import pytest

from tutor.terminals import asking


@pytest.fixture
def master(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Our end of a terminal at which the question is asked."""
    master, slave = os.openpty()
    monkeypatch.setattr(asking, "INPUT", slave)
    monkeypatch.setattr(asking, "OUTPUT", slave)
    yield master
    os.close(master)
    os.close(slave)


def test_the_letter_of_the_question_is_erased_with_it(master: int) -> None:
    with asking.asked() as question:
        assert question
        assert os.read(master, 64) == "\ré\x1b[6n\r\x1b[K".encode()
        os.write(master, b"x\x1b[1;2R")
        assert question.answer() is True
        assert question.received == b"x"


def test_ctrl_s_is_a_key_while_it_is_asked_and_what_it_was_before_afterwards(master: int) -> None:
    before = termios.tcgetattr(asking.INPUT)
    with asking.asked():
        assert not termios.tcgetattr(asking.INPUT)[0] & termios.IXON
    assert termios.tcgetattr(asking.INPUT) == before
