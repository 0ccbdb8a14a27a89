"""One's own change of minimodel at play: it is what trains, in a process with limits, and what fails is said."""

from pathlib import Path

import pytest

from lessons.course.lesson.source import healthy_text
from lessons.course.play.knobs import MINE, Turned
from tests.tutor.conftest import make_learner, opened, press, press_all, words_on
from tests.tutor.plain_learner import Plain
from tutor.play_session import PlaySession
from tutor.tui.app import LynxTutor
from tutor.tui.screens.play import PlayScreen
from tutor.words.text import Text

FILE, TEXT = "minimodel/nn/linear.py", Text("en")
LINE = "        return apply(operations.linear, x, self.weight, self.bias)\n"
NUMBER = healthy_text(FILE).split("\n").index(LINE.rstrip("\n")) + 1


def tried(home: Path, line: str) -> PlaySession:
    """Train XOR once with this line in place of the layer's last one."""
    session = PlaySession(make_learner(home), TEXT, "xor")
    session.change.opened(FILE)
    assert session.change.kept(FILE, healthy_text(FILE).replace(LINE, f"        {line}\n")) == ""
    session.do(Turned("break", MINE))
    run = session.training(session.wanted())
    run.result()
    session.ended(run)
    return session


def test_the_edited_library_trains_and_the_healthy_one_is_none_the_worse(home):
    session = tried(home, "return apply(operations.linear, x, self.weight, self.bias) * 2")
    now, (edit,) = session.playing.now, session.change.edits
    assert (edit.file, edit.before) == (FILE, healthy_text(FILE))
    session.do(Turned("break", "none"))
    run = session.training(session.wanted())
    run.result()
    session.ended(run)
    assert session.playing.before == now
    assert now.first != session.playing.now.first
    assert session.playing.now.trouble == ""


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        ("return nothing", f"NameError: name 'nothing' is not defined (nn/linear.py, line {NUMBER})"),
        ("import os; os._exit(0)", TEXT("play.mine_ended")),
        ("open('{outside}', 'w')", "Permission denied"),
    ],
)
def test_what_the_code_does_wrong_is_said_and_stays_in_its_process(home, tmp_path, line, trouble):
    outside = tmp_path / "outside"
    session = tried(home, line.replace("{outside}", str(outside)))
    assert trouble in session.playing.now.trouble
    assert trouble in session.want.words
    assert not outside.exists()


def test_in_plain_lines_a_file_is_changed_line_by_line(home):
    plain = Plain(make_learner(home))
    bad, good = f"{NUMBER} return (", f"{NUMBER} return apply(operations.linear, x, self.weight, self.bias) * 2"
    first = (
        "11 = my own",
        "nowhere.py",
        f"linear.py:{NUMBER}",
        bad,
        "done",
        f"linear.py:{NUMBER}",
        good,
        "done",
        "",
        "",
    )
    plain.run(["play xor", *first, "s", "so", "e", "linear.py", "anew", "done", "", "11"])
    told = "\n".join(plain.told)
    assert f"{FILE}, line {NUMBER}: Python cannot read this" in told
    assert told.count("  11 break = mine (my own)") == 1
    assert "Now: mine." in told  # it stays turned, and is the healthy one again
    assert not PlaySession(plain.learner, TEXT).change.edits
    (event,) = plain.learner.journal.events
    assert event.payload["settings"]["break"] == MINE
    notes = (plain.learner.folder / "notes" / "breaks.md").read_text(encoding="utf-8").replace("\\", "")
    assert f"{FILE}: {LINE.strip()} → {LINE.strip()} * 2" in notes


async def test_by_keys_a_line_is_changed_where_the_source_is_read_and_then_trains(home):
    app = LynxTutor(make_learner(home), TEXT, task="xor")
    async with opened(app) as pilot:
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        await press_all(pilot, "e", *["right"] * 4, "enter", "end", *"((", "escape")
        assert FILE in words_on(pilot)
        assert "((" in words_on(pilot)
        await press_all(pilot, "enter", "ctrl+o", "end", *"  # mine", "escape", "escape")
        assert app.screen is screen
        assert screen.session.playing.values["break"] == MINE
        (edit,) = screen.session.change.edits
        assert edit.after == healthy_text(FILE).replace("\n", "  # mine\n", 1)
        await press(pilot, "enter")
        assert screen.session.playing.now.trouble == ""
        assert "my own" in words_on(pilot)
