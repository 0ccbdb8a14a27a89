"""Whoever types something wrong is told what they may have meant, in their own language, as a command to paste."""

import re
import shlex
from pathlib import Path

import pytest

from tests.tutor.conftest import LESSON, make_learner
from tutor.shell.main import COMMANDS, main

ENGLISH = re.compile(
    r"\b(the|an?|is|are|not|no such|argument|invalid|choice|choose|expected|required|usage|unrecognized|options?|"
    r"with|of|and|or|lesson|file|folder|name|path|did you mean|there|allowed|value|ambiguous|could)\b"
)
SPANISH = re.compile(
    r"`[^`]*`|\bno\b|\ba\b|'[^']*'|^    .*$|--[a-z-]+", re.MULTILINE
)  # what is Spanish, or code


@pytest.fixture(autouse=True)
def used_home(home: Path) -> Path:
    return home


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What stderr says of a command that nobody could do; nothing is on stdout."""
    try:
        code = main(words)
    except SystemExit as ended:
        code = int(ended.code or 0)
    shown = capsys.readouterr()
    assert (code, shown.out) == (2, "")
    return shown.err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["lisst"], "lynx-tutor list"),
        (["reveiw", "--plain"], "lynx-tutor review --plain"),
        (["LIST", "--json"], "lynx-tutor list --json"),
        (["help"], "lynx-tutor --help"),
        (["ayuda"], "lynx-tutor --help"),
        (["xor"], "lynx-tutor learn xor-line"),
        (["gelu", "--blind"], f"lynx-tutor learn {LESSON} --blind"),
        ([LESSON], f"lynx-tutor learn {LESSON}"),
        ([LESSON, "--plain"], f"lynx-tutor learn {LESSON} --plain"),
        (["gelu-idnetity"], f"lynx-tutor learn {LESSON}"),
        (["run", "gelu", "--seeds", "3"], f"lynx-tutor run {LESSON} --seeds 3"),
        (["learn", "gelu-idnetity"], f"lynx-tutor learn {LESSON}"),
        (["preview", "xor"], "lynx-tutor preview xor-line"),
        (["reset", "XOR"], "lynx-tutor reset xor-line"),
        (["--learner", "zoe", "lisst"], "lynx-tutor list --learner zoe"),
        (["lisst", "--home", "my folder"], "lynx-tutor list --home 'my folder'"),
    ],
)
def test_what_was_meant_is_a_command_to_paste(
    capsys: pytest.CaptureFixture[str], typed: list[str], meant: str
) -> None:
    lines = refused(capsys, *typed).splitlines()
    assert lines[1] == f"    {meant}"  # the first of those that have the letters
    assert shlex.split(meant)[0] == "lynx-tutor"


def test_no_list_of_all_commands_is_thrown_at_anybody(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "nonsense")
    assert "nonsense" in said
    assert "--help" in said
    assert not [name for name in COMMANDS if name in said]


def test_a_lesson_that_nothing_is_like_leads_to_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert "`lynx-tutor list`" in refused(capsys, "learn", "qqqq")


def test_a_mistyped_option_is_told_its_neighbour(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Did you mean --blind?" in refused(capsys, "learn", LESSON, "--blnd")


def test_nothing_that_was_typed_can_move_the_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in refused(capsys, "\x1b[2Jlisst", "\x1b[2J", "--home", "\x1b[2J")


WRONG = [
    *([command, "--nonsense"] for command in COMMANDS),
    *([command, "--lang"] for command in COMMANDS),
    *([command, "--json=x"] for command in ("list", "progress", "run", "check", "report")),
    *([command, "qqqq"] for command in ("learn", "run", "preview", "reset")),
    *([command] for command in ("run", "preview", "new", "merge", "report", "reset")),
    *([command, "--learner", "../x"] for command in ("learn", "mystery", "review", "list", "export", "undo")),
    *(["run", LESSON, name, "x"] for name in ("--seeds", "--steps", "--seed", "--processes")),
    *(["run", LESSON, name, "-1"] for name in ("--seeds", "--steps", "--seed", "--processes")),
    ["run", LESSON, "--processes", "2", "--scheduler", "x"],
    ["run", LESSON, "--se", "2"],
    ["learn", "xor-line", "--blind"],
    ["learn", LESSON, "gelu"],
    ["new", "B B", "--kind", "lab"],
    ["new", "x", "--kind", "poem"],
    ["new", "x", "--kind"],
    ["restore", "99"],
    ["export", "--format", "pdf"],
    ["export", "--lang", "fr"],
    ["lisst"],
    [LESSON],
    ["xor"],
    ["nonsense"],
    ["--home"],
    ["--bogus"],
]


@pytest.mark.parametrize("typed", WRONG, ids=" ".join)
def test_a_learner_of_spanish_meets_no_english_word(
    used_home: Path, capsys: pytest.CaptureFixture[str], typed: list[str]
) -> None:
    make_learner(used_home).prefer("language", "es")
    said = refused(capsys, *typed)
    words = SPANISH.sub("", said.partition("\nlynx-tutor")[2] or said)
    assert ENGLISH.findall(words.lower()) == []


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
def test_help_speaks_the_language_that_the_learner_chose(
    used_home: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    make_learner(used_home).prefer("language", "es")
    with pytest.raises(SystemExit):
        main([*command, "--help"])
    words = SPANISH.sub("", capsys.readouterr().out)
    assert words.startswith("uso: ")
    assert ENGLISH.findall(words) == []


def test_a_language_asked_for_comes_before_the_learners_own(
    used_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_learner(used_home).prefer("language", "es")
    assert refused(capsys, "lisst", "--lang", "en").startswith("There is no command")


def test_looking_for_a_language_writes_nothing(used_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "lisst")
    assert not used_home.exists()


def test_an_option_alone_is_for_the_tutor_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert "lynx-tutor learn: " in refused(capsys, "--plain", "--nonsense")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["merge", "{nowhere}"], "no existe"),
        (["check", "{nowhere}"], "falta course.toml"),
        (["list", "--pack", "{nowhere}"], "no es la carpeta de un paquete"),
        (["glossary", "qqqq"], "ni nada que se le parezca"),
        (["new", "lab-1", "--kind", "lab", "--to", "{file}"], "parte de su ruta no es una carpeta"),
        (["merge", "{file}"], "no contiene ningún evento"),
        (["report", "{nowhere}"], "no está"),
        (["undo"], "No hay ningún reinicio"),
    ],
)
def test_what_fails_is_told_in_spanish(
    used_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: list[str], said: str
) -> None:
    make_learner(used_home).prefer("language", "es")
    (tmp_path / "vacío").touch()
    places = {"nowhere": tmp_path / "nowhere", "file": tmp_path / "vacío"}
    assert main([word.format(**places) for word in typed]) == 1
    words = capsys.readouterr().err.replace(str(tmp_path), "")
    assert said in words
    assert ENGLISH.findall(SPANISH.sub("", words)) == []
