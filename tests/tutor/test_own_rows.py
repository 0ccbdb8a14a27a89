"""Rows of one's own in the shell, in plain lines and by keys: a file is read where it lies, or why not is said."""

from pathlib import Path

import pytest

from lessons.course.play.rows_file import MAX_BYTES
from tests.tutor.conftest import make_learner, opened, press, press_all, words_on
from tests.tutor.plain_learner import Plain, assert_readable
from tutor.exits import Refused
from tutor.kiosk import VARIABLE
from tutor.own_rows import rows_in
from tutor.play_session import chosen_task
from tutor.shell.main import main
from tutor.tui.app import LynxTutor
from tutor.tui.screens.dialogs import NoticeScreen
from tutor.tui.screens.play import PlayScreen
from tutor.words.text import Text

TEXT = Text("en")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cats.csv"
    rows = [f"{3 + row % 2 + row % 5 / 4},{40 + row % 7},{('cat', 'ocelot')[row % 2]}" for row in range(40)]
    path.write_text("\n".join(["weight,length,kind", *rows]), encoding="utf-8")
    return path


def test_the_shell_says_in_a_sentence_what_is_no_file_of_rows(tmp_path, file, capsys, monkeypatch):
    huge, secret = tmp_path / "huge.csv", tmp_path / "\x1b[31m.csv"
    with huge.open("wb") as sparse:
        sparse.truncate(MAX_BYTES + 1)
    secret.write_text("")
    for path, words in {
        str(tmp_path): "is a folder. Name a CSV file in it.",
        f"{file}.csv": "There is no file ",
        str(huge): "is larger than 64 MB",
        str(secret): "[31m.csv is empty.",
        "a\0.csv": "There is no file a",
        "~nobody-here/a.csv": "There is no file ~nobody-here/a.csv.",
    }.items():
        assert main(["play", path, "--plain", "--lang", "en", "--home", str(tmp_path)]) == 2
        told = capsys.readouterr().err
        assert words in told
        assert "\x1b" not in told
    monkeypatch.setenv(VARIABLE, "1")
    with pytest.raises(Refused, match=TEXT("rows.kiosk")):
        rows_in(str(file), "", TEXT)


@pytest.mark.parametrize("written", [("play {file}",), ("play", "1 = my rows", "{file}")])
def test_in_plain_lines_rows_are_told_and_trained_and_the_file_stays_as_it_is(home, file, written):
    before = file.read_bytes()
    plain = Plain(make_learner(home))
    plain.run([*(words.format(file=file) for words in written), "", "1 = xor", "1 = cats.csv", "s", "so"])
    for words in plain.told:
        assert_readable(words)
    told = "\n".join(plain.told)
    assert "cats.csv: 40 rows. Columns to learn from, 2: weight, length." in told
    assert "  1 task = cats.csv" in told
    assert "constant: now" in told
    (event,) = plain.learner.journal.events
    assert event.payload["settings"]["task"] == "cats.csv"
    assert file.read_bytes() == before
    assert not [path for path in home.rglob("*") if path.is_file() and "ocelot" in path.read_text(encoding="utf-8")]


def test_a_file_that_is_not_there_leaves_what_was_played_with(home):
    plain = Plain(make_learner(home))
    plain.run(["play sine", "1 = my rows", "nowhere.csv", "1"])
    told = "\n".join(plain.told)
    assert "There is no file nowhere.csv." in told
    assert "Now: sine." in told


def test_a_file_without_an_ending_and_a_folder_are_known_as_what_they_are(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows").write_bytes(file.read_bytes())
    assert not isinstance(chosen_task("rows", TEXT), str)
    with pytest.raises(Refused, match="folder"):
        chosen_task(".", TEXT)
    (tmp_path / "xor").mkdir()
    assert chosen_task("xor", TEXT) == "xor"


async def test_by_keys_a_path_is_asked_mended_and_told_before_the_first_training(home, file):
    app = LynxTutor(make_learner(home), TEXT, task="xor")
    async with opened(app) as pilot:
        await press_all(pilot, "end", *f"{file}x", "enter")
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.is_writing
        await press(pilot, "backspace", "enter")
        assert isinstance(app.screen, NoticeScreen)
        assert "weight, length" in words_on(pilot)
        await press(pilot, "enter")
        assert app.screen is screen
        assert not screen.is_writing
        await press(pilot, "enter")
        assert screen.session.playing.now.values["task"] == "cats.csv"
        assert {"weight", "length", "constant"} <= {*words_on(pilot).split()}


async def test_of_a_file_that_was_named_in_the_shell_the_page_comes_first_and_in_the_other_language_no_more(home, file):
    app = LynxTutor(make_learner(home), TEXT, task=rows_in(str(file), "kind", TEXT))
    async with opened(app) as pilot:
        assert isinstance(app.screen, NoticeScreen)
        await press(pilot, "enter", "l")
        assert isinstance(app.screen, PlayScreen)
        assert "cats.csv" in words_on(pilot)
