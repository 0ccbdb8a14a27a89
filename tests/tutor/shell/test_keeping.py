"""Looking after the learner's file, on the command line: both languages say the same, in full."""

import re
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest

import progress
from lessons.course.lesson.state import Finished, Opened
from progress.sentence import Sentence
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.terminal import TUTOR, surroundings
from tutor.words.text import LANGUAGES, Text, in_words, read_strings

ANA = ("--learner", "ana", "--lang")


def began(home: Path, name: str = "ana") -> Path:
    make_learner(home, name).record(Opened(), place_of())
    return home / "learners" / name / "progress.toml"


def test_every_kind_of_thing_that_progress_tells_has_words_and_no_words_are_left_over():
    files = Path(progress.__file__).parent.glob("*.py")
    code = "".join(file.read_text(encoding="utf-8") for file in files)
    told = set(re.findall(r'Sentence\(\s*"([a-z0-9-]+)"', code))
    worded = {key.removeprefix("doctor.") for key in read_strings("en") if key.startswith("doctor.")}
    assert told == {kind.removesuffix("-one") for kind in worded}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_one_thing_is_said_of_one(language):
    one, two = (in_words(Sentence("edited", count=count, first="0a1b"), Text(language)) for count in (1, 2))
    assert "0a1b" in one
    assert "1" not in one.replace("0a1b", "")
    assert two.startswith("2 ")


def test_what_comes_from_a_file_is_shown_inert_in_every_sentence():
    sentence = Sentence("swapped", other="\x1b[31mben\u202e", learner="{ana}")
    assert str(sentence).isprintable()
    assert in_words(sentence, Text("es")).isprintable()
    assert "{ana}" in in_words(sentence, Text("es"))


@pytest.mark.parametrize(("language", "said"), [("en", "cannot be read, from “[[event]]"), ("es", "desde «[[event]]")])
def test_the_doctor_names_line_size_and_reason_and_mends(home, shell, language, said):
    file = began(home)
    line = 2 + file.read_bytes().count(b"\n")
    file.write_bytes(file.read_bytes() + b"\n[[event]]\nkind = \x1b[7m")
    told = shell("doctor", *ANA, language, code=1)
    assert all(words in told for words in (said, f" {line}: ", "21 bytes", "TOML"))
    shell("doctor", "--mend", *ANA, language)
    shell("doctor", *ANA, language)


@pytest.mark.parametrize(("language", "said"), [("en", "limit on the network"), ("es", "límite del sistema a la red")])
def test_the_doctor_says_in_what_judged_code_is_not_limited_here(home, shell, monkeypatch, language, said):
    began(home)
    for lacking in (("network",), ()):
        monkeypatch.setattr("tutor.shell.maintain.what_is_not_limited", lambda: lacking)  # noqa: B023
        assert (said in shell("doctor", *ANA, language)) == bool(lacking)


@pytest.mark.parametrize(("language", "said"), [("en", "could not be read"), ("es", "no se pudo leer")])
def test_progress_shows_what_the_journal_has_to_say(home, shell, language, said):
    file = began(home)
    file.write_text(file.read_text().replace('learner = "ana"', 'learner = "ben"') + "junk")
    told = shell("progress", *ANA, language)
    assert all(words in told for words in ("ben", said, str(file.parent / "damaged")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_merging_another_learners_file_names_both(home, shell, language):
    began(home, "ben")
    told = shell("merge", began(home), "--learner", "ben", "--lang", language)
    assert all(words in told for words in ("ben", "ana", "`lynx-tutor restore --learner ben`"))


@pytest.mark.parametrize(("language", "said"), [("en", "Not saved"), ("es", "No se guardó")])
def test_a_reset_that_could_not_be_saved_is_no_reset(home, shell, language, said):
    folder = home / "learners"
    folder.mkdir(parents=True)
    (folder / "ana").write_text("a file where the folder should be")
    told = shell("reset", "--all", *ANA, language, code=1)
    assert said in told
    assert str(folder / "ana") in told


def test_where_the_locale_lacks_an_accent_the_words_lose_it_and_nothing_else(tmp_path):
    strange = "\udcff" if sys.platform.startswith("linux") else ""  # a byte that is no letter in any locale
    home = tmp_path / f"mi año {strange}"
    file = began(home)
    file.write_bytes(file.read_bytes() + "\n[[event]]\nkind = “x”".encode())
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    arguments = [*TUTOR, "--home", str(home), "--learner", "ana", "--lang", "es", "doctor"]
    done = subprocess.run(arguments, capture_output=True, text=True, env=surroundings(home, plain))
    assert (done.stderr, done.returncode) == ("", 1)
    assert done.stdout.isascii()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("2 events · 1 lesson done · last: GELU becomes the identity", "3 events · 1 lesson done")),
        ("es", ("2 eventos · 1 lección terminada · la última: GELU pasa a ser la", "3 eventos · 1 lección")),
    ],
)
def test_restore_lists_what_each_backup_holds(home, shell, language, said):
    file = began(home)
    make_learner(home).record(Finished(), place_of())
    file.write_bytes(file.read_bytes() + b"junk")
    shell("doctor", "--mend", "--learner", "ana")
    make_learner(home).record(Opened(), place_of("open", "xor-line"))
    backup, now, advice = shell("restore", *ANA, language).splitlines()
    assert re.match(r"  1  \d{4}-\d\d-\d\d \d\d:\d\d  ", backup)
    assert said[0] in backup
    assert said[1] in now
    assert "lynx-tutor restore" in advice


@pytest.mark.parametrize(("zone", "hour"), [("UTC", 12), ("America/Mexico_City", 6)])
def test_the_time_of_a_backup_is_the_learners_own(home, monkeypatch, shell, zone, hour):
    backups = began(home).parent / "backups"
    backups.mkdir()
    (backups / "2026-03-01T120000.000000Z.toml").touch()
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    assert f"2026-03-01 {hour:02}:00" in shell("restore", *ANA, "en")
    monkeypatch.undo()
    time.tzset()


def test_who_ends_the_question_of_a_restore_changes_nothing(home, shell, monkeypatch):
    file = began(home)
    file.write_bytes(file.read_bytes() + b"junk")
    shell("doctor", "--mend", "--learner", "ana")
    before = file.read_bytes()
    ended = StringIO()
    monkeypatch.setattr(ended, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", ended)
    shell("restore", "1", "--learner", "ana", code=1)
    assert file.read_bytes() == before


def test_a_lesson_and_all_of_them_are_not_reset_at_once(home, shell):
    file = began(home)
    before = file.read_bytes()
    shell("reset", "--all", "break-gelu-identity", "--learner", "ana", code=2)
    assert file.read_bytes() == before
