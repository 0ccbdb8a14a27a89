"""Whatever encoding an editor saves in, the learner reads their own letters and is judged by them, or is told."""

import shlex
import sys
from itertools import cycle
from pathlib import Path

import pytest

from lessons.judge.workspace import decoded, read_own, write_own
from tests.tutor.conftest import make_learner, opened, place_of, press, session_of, settle
from tests.tutor.piloting import editor
from tests.tutor.plain_learner import Plain, right_code
from tests.tutor.walks.plain import COPY
from tests.tutor.work import work_up_to
from tutor.session import Session
from tutor.words.text import Text

LAB = place_of(lesson="build-sequential")  # type: ignore[arg-type]
LATIN = "# -*- coding: latin-1 -*-\n# la señal\n"
SAVED = {
    "declared": (LATIN + right_code(LAB)).encode("latin-1"),
    "declared otherwise": ("# vim: set fileencoding=iso8859_5 :\n# сигнал\n" + right_code(LAB)).encode("iso8859_5"),
    "ansi": ("# la señal: “mía”\n" + right_code(LAB)).encode("cp1252"),
    "utf-16": ("# la señal\n" + right_code(LAB)).encode("utf-16"),
    "utf-16 of another machine": ("\ufeff# la señal\n" + right_code(LAB)).encode("utf-16-be"),
    "utf-8 with a mark": ("# la señal\n" + right_code(LAB)).encode("utf-8-sig"),
    "carriage returns": ("# la señal\n" + right_code(LAB)).replace("\n", "\r").encode(),
    "utf-8 that declares another": (LATIN + right_code(LAB)).encode(),
}
NO_TEXT = [bytes(range(256)) * 40, b"# a\0b\n\xff", b"#" * 1_000_001]


def editor_that_saves(content: bytes, folder: Path) -> str:
    saved = folder / "saved.py"
    saved.write_bytes(content)
    return shlex.join([sys.executable, "-c", COPY, str(saved)])


def plain_at_lab(home: Path, language: str = "en") -> Plain:
    learner = make_learner(home)
    work_up_to(learner, LAB, "lab")
    return Plain(learner, language)


@pytest.mark.parametrize("how", SAVED)
def test_the_same_code_is_read_in_whatever_encoding_it_was_saved(how):
    text, encoding = decoded(SAVED[how])
    assert text.endswith(right_code(LAB))
    assert ("сигнал" if how == "declared otherwise" else "señal") in text
    assert (encoding == "cp1252") == (how == "ansi")


@pytest.mark.parametrize("how", ["ansi", "utf-16"])
def test_a_right_solution_passes_in_the_encoding_in_which_an_editor_saved_it(home, tmp_path, monkeypatch, how):
    monkeypatch.setenv("EDITOR", editor_that_saves(SAVED[how], tmp_path))
    plain = plain_at_lab(home)
    plain.run(["", "show", "judge"], LAB)
    assert plain.learner.state(LAB).passed == {"lab"}
    assert any("señal" in words for words in plain.told)
    assert ("Windows" in str(plain.told)) == (how == "ansi")
    file = Session(plain.learner, LAB, Text("en")).workbench.path
    assert list(file.parent.glob("*-before-*")) == []


@pytest.mark.parametrize("text", [LATIN, "# coding: latin-1\n# → ñ\n", "# coding: rot13\n# ñ\n", "# coding: none\nñ"])
def test_a_copy_is_kept_in_the_encoding_that_it_declares_and_is_always_read_as_it_was_written(tmp_path, text):
    write_own(tmp_path, LAB.lesson, text)
    assert read_own(tmp_path, LAB.lesson.lab.file) == text
    assert decoded(LATIN.encode("latin-1"))[0] == LATIN
    if text == LATIN:
        assert (tmp_path / LAB.lesson.lab.file).read_bytes() == LATIN.encode("latin-1")


@pytest.mark.parametrize(("content", "language"), list(zip(NO_TEXT, cycle(("en", "es")))))
def test_what_cannot_be_read_is_said_with_the_name_of_the_copy_that_is_kept(
    home, tmp_path, monkeypatch, content, language
):
    monkeypatch.setenv("EDITOR", editor_that_saves(content, tmp_path))
    plain = plain_at_lab(home, language)
    plain.run([""], LAB)
    file = Session(plain.learner, LAB, Text("en")).workbench.path
    (kept,) = file.parent.glob("*-before-*")
    assert kept.read_bytes() == content
    assert any(kept.name in words for words in plain.told)


@pytest.fixture
def notices(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    told: list[str] = []
    monkeypatch.setattr("tutor.tui.app.LynxTutor.notify", lambda _, words, **options: told.append(words))
    return told


async def test_the_app_takes_in_what_was_saved_in_another_encoding_and_says_what_it_cannot_read(
    make_app, home, notices
):
    work_up_to(make_learner(home), place_of(), "repair")
    async with opened(make_app("en", "open")) as pilot:
        bench = session_of(pilot).workbench
        await press(pilot, "enter", "space", "ctrl+s")
        for content, seen in ((SAVED["ansi"], "la señal: “mía”"), (NO_TEXT[0], "activations.py-before-1")):
            bench.path.write_bytes(content)
            pilot.app.look_elsewhere()
            await settle(pilot)
            assert seen in editor(pilot).text + str(notices)


async def test_an_editor_that_goes_on_saving_in_ansi_is_told_of_once(make_app, home, notices):
    work_up_to(make_learner(home), place_of(), "repair")
    async with opened(make_app("en", "open")) as pilot:
        await press(pilot, "enter", "space", "ctrl+s")
        for number in range(3):
            session_of(pilot).workbench.path.write_bytes(f"# señal {number}".encode("cp1252"))
            pilot.app.look_elsewhere()
            await settle(pilot)
            assert editor(pilot).text == f"# señal {number}"
    assert len(notices) == 1


async def test_a_copy_that_cannot_be_read_is_told_when_its_lesson_is_opened(make_app, home, notices):
    learner = make_learner(home)
    work_up_to(learner, place_of(), "repair")
    bench = Session(learner, place_of(), Text("en")).workbench
    bench.write("mine")
    bench.path.write_bytes(NO_TEXT[0])
    async with opened(make_app("en", "open")):
        assert "activations.py-before-1" in str(notices)
