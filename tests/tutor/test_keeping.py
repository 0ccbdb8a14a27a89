"""Looking after the learner's file, on the command line: both languages say the same, in full."""

import re
import subprocess
import sys
import time
from pathlib import Path
from string import Formatter

import pytest

import progress
from lessons.acts import Finished, Opened
from progress.sentence import Sentence
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.terminal import TUTOR, surroundings
from tutor.shell.main import main
from tutor.words.sentences import in_words
from tutor.words.text import LANGUAGES, Text, read_strings


def began(home: Path, name: str = "ana") -> Path:
    """A learner who opened a lesson; their progress file."""
    make_learner(home, name).record(Opened(), place_of())
    return home / "learners" / name / "progress.toml"


def test_every_kind_of_thing_that_progress_tells_has_words_and_no_words_are_left_over() -> None:
    files = Path(progress.__file__).parent.glob("*.py")
    code = "".join(file.read_text(encoding="utf-8") for file in files)
    told = set(re.findall(r'(?:Sentence|_to_know|_to_mend)\(\s*"([a-z0-9-]+)"', code))
    worded = {key.removeprefix("doctor.") for key in read_strings("en") if key.startswith("doctor.")}
    assert told == {kind.removesuffix("-one") for kind in worded}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_said_with_all_its_values(language: str) -> None:
    text = Text(language)
    for key, words in read_strings(language).items():
        if key.startswith("doctor."):
            values = {name: f"«{name}»" for _, name, _, _ in Formatter().parse(words) if name}
            sentence = Sentence(key.removeprefix("doctor."), **values)
            assert in_words(sentence, text) == words.format(**values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_one_thing_is_said_of_one(language: str) -> None:
    text = Text(language)
    one, two = (in_words(Sentence("edited", count=count, first="0a1b"), text) for count in (1, 2))
    assert "0a1b" in one
    assert "1" not in one.replace("0a1b", "")
    assert two.startswith("2 ")


def test_what_comes_from_a_file_is_shown_inert_in_every_sentence() -> None:
    sentence = Sentence("swapped", other="\x1b[31mben\u202e", learner="{ana}")
    assert str(sentence).isprintable()
    assert in_words(sentence, Text("es")).isprintable()
    assert "{ana}" in in_words(sentence, Text("es"))


@pytest.mark.parametrize(
    ("language", "said"), [("en", "cannot be read, from “[[event]]"), ("es", "desde «[[event]]")]
)
def test_the_doctor_names_line_size_and_reason(
    home: Path, capsys: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    file = began(home)
    line = 2 + file.read_bytes().count(b"\n")
    file.write_bytes(file.read_bytes() + b"\n[[event]]\nkind = \x1b[7m")
    assert main(["doctor", "--learner", "ana", "--lang", language]) == 1
    shown = capsys.readouterr().out
    assert said in shown
    assert f" {line}: " in shown
    assert "21 bytes" in shown
    assert "TOML" in shown
    assert "\x1b" not in shown
    assert main(["doctor", "--mend", "--learner", "ana", "--lang", language]) == 0
    assert main(["doctor", "--learner", "ana", "--lang", language]) == 0


@pytest.mark.parametrize(
    ("language", "lacks", "wrong"),
    [
        ("en", "It has no id.", "Its payload is not a table."),
        ("es", "Le falta id.", "Su payload no es una tabla."),
    ],
)
def test_the_doctor_mends_a_block_that_lacks_a_key_or_has_a_wrong_type(
    home: Path, capsys: pytest.CaptureFixture[str], language: str, lacks: str, wrong: str
) -> None:
    file = began(home)
    text = file.read_text()
    good = text[text.rindex("\n[[event]]") :]
    no_id = re.sub("id = .*\n", "", good)
    no_table = re.sub("payload = .*", 'payload = "hello"', good)
    file.write_text(f"{text}\n{no_id}\n{no_table}")
    assert main(["doctor", "--learner", "ana", "--lang", language]) == 1
    shown = capsys.readouterr().out
    assert lacks in shown
    assert wrong in shown
    assert main(["doctor", "--mend", "--learner", "ana", "--lang", language]) == 0
    assert main(["doctor", "--learner", "ana", "--lang", language]) == 0


def test_the_doctor_leaves_a_folder_in_the_file_s_place_alone_and_ends_with_1(home: Path) -> None:
    file = began(home)
    file.unlink()
    file.mkdir()
    file.chmod(0o755)
    assert main(["doctor", "--mend", "--learner", "ana"]) == 1
    assert file.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize(
    ("language", "said"), [("en", "limit on the network"), ("es", "límite del sistema a la red")]
)
def test_the_doctor_says_in_what_judged_code_is_not_limited_here(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    began(home)
    monkeypatch.setattr("lessons.runs.judge.what_is_not_limited", lambda: ("network",))
    assert main(["doctor", "--learner", "ana", "--lang", language]) == 0
    assert said in capsys.readouterr().out
    monkeypatch.setattr("lessons.runs.judge.what_is_not_limited", lambda: ())
    assert main(["doctor", "--learner", "ana", "--lang", language]) == 0
    assert said not in capsys.readouterr().out


@pytest.mark.parametrize(("language", "said"), [("en", "could not be read"), ("es", "no se pudo leer")])
def test_progress_shows_what_the_journal_has_to_say(
    home: Path, capsys: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    file = began(home)
    file.write_text(file.read_text().replace('learner = "ana"', 'learner = "ben"') + "junk")
    assert main(["progress", "--learner", "ana", "--lang", language]) == 0
    shown = capsys.readouterr().out
    assert "ben" in shown
    assert said in shown
    assert str(file.parent / "damaged") in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_merging_another_learners_file_names_both(
    home: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    began(home)
    other = began(home, "ben")
    assert main(["merge", str(other), "--learner", "ana", "--lang", language]) == 0
    shown = capsys.readouterr().out
    assert "ben" in shown
    assert "ana" in shown
    assert "`lynx-tutor restore --learner ana`" in shown


@pytest.mark.parametrize(
    ("language", "said"), [("en", "holds no event"), ("es", "no contiene ningún evento")]
)
def test_what_cannot_be_merged_is_refused_in_the_language_the_learner_chose(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    began(home)
    make_learner(home).prefer("language", language)
    (tmp_path / "empty.toml").touch()
    assert main(["merge", str(tmp_path / "empty.toml"), "--learner", "ana"]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(("language", "said"), [("en", "Not saved"), ("es", "No se guardó")])
def test_a_reset_that_could_not_be_saved_is_no_reset(
    home: Path, capsys: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    folder = home / "learners"
    folder.mkdir(parents=True)
    (folder / "ana").write_text("a file where the folder should be")
    assert main(["reset", "--all", "--learner", "ana", "--lang", language]) == 1
    shown = capsys.readouterr()
    assert said in shown.err
    assert str(folder / "ana") in shown.err
    assert shown.out == ""


@pytest.mark.parametrize("command", [["progress"], ["doctor"], ["doctor", "--mend"], ["restore"], ["list"]])
def test_where_the_locale_lacks_an_accent_the_words_lose_it_and_nothing_else(
    tmp_path: Path, command: list[str]
) -> None:
    strange = "\udcff" if sys.platform.startswith("linux") else ""  # a byte that is no letter in any locale
    home = tmp_path / f"mi año {strange}"
    file = began(home)
    file.write_bytes(file.read_bytes() + "\n[[event]]\nkind = “x”".encode())
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    arguments = [*TUTOR, "--home", str(home), "--learner", "ana", "--lang", "es", *command]
    done = subprocess.run(
        arguments, capture_output=True, text=True, env=surroundings(home, plain), check=False
    )
    assert done.stderr == ""
    assert done.stdout.isascii()
    assert done.returncode == (1 if command == ["doctor"] else 0)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("2 events · 1 lesson done · last: GELU becomes the identity", "3 events · 1 lesson done")),
        ("es", ("2 eventos · 1 lección terminada · la última: GELU pasa a ser la", "3 eventos · 1 lección")),
    ],
)
def test_restore_lists_what_each_backup_holds(
    home: Path, capsys: pytest.CaptureFixture[str], language: str, said: tuple[str, str]
) -> None:
    file = began(home)
    make_learner(home).record(Finished(), place_of())
    file.write_bytes(file.read_bytes() + b"junk")
    assert main(["doctor", "--mend", "--learner", "ana"]) == 0
    make_learner(home).record(Opened(), place_of("open", "xor-line"))
    capsys.readouterr()
    assert main(["restore", "--learner", "ana", "--lang", language]) == 0
    backup, now, advice = capsys.readouterr().out.splitlines()
    assert re.match(r"  1  \d{4}-\d\d-\d\d \d\d:\d\d  ", backup)
    assert said[0] in backup
    assert said[1] in now
    assert "lynx-tutor restore" in advice


def test_a_backup_that_cannot_be_read_is_listed_with_the_reason(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backups = began(home).parent / "backups"
    (backups / "a-folder.toml").mkdir(parents=True)
    (backups / "mine.toml").touch()
    assert main(["restore", "--learner", "ana"]) == 0
    shown = capsys.readouterr().out
    assert "0 events" in shown
    assert "a-folder.toml could not be read" in " ".join(shown.split())


@pytest.mark.parametrize("zone", ["UTC", "America/Mexico_City"])
def test_the_time_of_a_backup_is_the_learners_own(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], zone: str
) -> None:
    backups = began(home).parent / "backups"
    backups.mkdir()
    (backups / "2026-03-01T120000.000000Z.toml").touch()
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    assert main(["restore", "--learner", "ana"]) == 0
    assert ("2026-03-01 12:00" if zone == "UTC" else "2026-03-01 06:00") in capsys.readouterr().out
    monkeypatch.undo()
    time.tzset()
