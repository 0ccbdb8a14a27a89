"""Whoever types something wrong is told what they may have meant, in their own language, as a command to paste."""

import re
import shlex
from pathlib import Path

import pytest

from tests.tutor.conftest import LESSON, make_learner
from tutor.shell.main import COMMANDS

ENGLISH = re.compile(
    r"\b(the|an?|is|are|not|no such|argument|invalid|choice|choose|expected|required|usage|unrecognized|options?|"
    r"with|of|and|or|lesson|file|folder|name|path|did you mean|there|allowed|value|ambiguous|could)\b"
)
SPANISH = re.compile(r"`[^`]*`|\bno\b|\ba\b|'[^']*'|^    .*$|--[a-z-]+", re.MULTILINE)  # and code


@pytest.fixture
def spanish(home: Path) -> None:
    """The learner chose Spanish, in the app."""
    make_learner(home).prefer("language", "es")


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
        (["gelu-idnetity"], f"lynx-tutor learn {LESSON}"),
        (["gelo"], f"lynx-tutor learn {LESSON}"),
        (["boradcast"], "lynx-tutor learn accuracy-broadcast"),
        (["run", "gelu", "--seeds", "3"], f"lynx-tutor run {LESSON} --seeds 3"),
        (["learn", "gelu-idnetity"], f"lynx-tutor learn {LESSON}"),
        (["reset", "XOR"], "lynx-tutor reset xor-line"),
        (["check", "xor-lin"], "lynx-tutor check xor-line"),
        (["--learner", "zoe", "lisst"], "lynx-tutor list --learner zoe"),
        (["lisst", "--home", "my folder"], "lynx-tutor list --home 'my folder'"),
    ],
)
def test_what_was_meant_is_a_command_to_paste(shell, typed, meant):
    assert shell(*typed, code=2).splitlines()[1] == f"    {meant}"  # the first of those that have the letters
    assert shlex.split(meant)[0] == "lynx-tutor"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["learn", "qqqq"], "`lynx-tutor list`"),
        (["learn", LESSON, "--blnd"], "Did you mean --blind?"),
        (["\x1b[2Jlisst", "\x1b[2J", "--home", "\x1b[2J"], "[2Jlisst"),
        (["--plain", "--nonsense"], "lynx-tutor learn: "),
        (["--lang", "fr", "list"], "lynx-tutor: argument --lang"),
        (["list", "--lang", "fr"], "lynx-tutor list: argument --lang"),
        (["--home"], "lynx-tutor learn: argument --home"),
    ],
)
def test_a_mistake_is_answered_with_what_comes_nearest(shell, typed, said):
    assert said in shell(*typed, code=2)


WRONG = [
    *([command, "--nonsense"] for command in COMMANDS),
    *([command, "--json=x"] for command in ("list", "progress", "run", "check", "report")),
    *([command, "qqqq"] for command in ("learn", "run", "preview", "reset")),
    *([command] for command in ("run", "preview", "new", "merge", "report", "reset")),
    *([command, "--learner", "../x"] for command in ("learn", "list", "export")),
    *(["run", LESSON, name, "x"] for name in ("--seeds", "--steps", "--seed", "--processes")),
    *(["run", LESSON, name, "-1"] for name in ("--seeds", "--steps", "--seed", "--processes")),
    ["run", LESSON, "--processes", "2", "--scheduler", "x"], ["run", LESSON, "--se", "2"], ["list", "--lang"],
    ["learn", "xor-line", "--blind"], ["learn", LESSON, "gelu"], ["new", "B B", "--kind", "lab"], ["--bogus"],
    ["new", "x", "--kind", "poem"], ["new", "x", "--kind"], ["restore", "99"], ["export", "--format", "pdf"],
    ["export", "--lang", "fr"], ["lisst"], [LESSON], ["xor"], ["nonsense"], ["--home"],
]  # fmt: skip


@pytest.mark.usefixtures("spanish")
def test_a_learner_of_spanish_meets_no_english_word(shell):
    for typed in WRONG:
        said = shell(*typed, code=2)
        words = SPANISH.sub("", said.partition("\nlynx-tutor")[2] or said)
        assert ENGLISH.findall(words.lower()) == [], typed


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
def test_help_speaks_the_language_that_the_learner_chose(shell, command):
    words = SPANISH.sub("", shell(*command, "--help"))
    assert words.startswith("uso: ")
    assert ENGLISH.findall(words) == []


@pytest.mark.usefixtures("spanish")
def test_a_language_asked_for_comes_before_the_learners_own(shell):
    assert shell("lisst", "--lang", "en", code=2).startswith("There is no command")


@pytest.mark.usefixtures("spanish")
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
def test_what_fails_is_told_in_spanish(shell, tmp_path, typed, said):
    (tmp_path / "vacío").touch()
    places = {"nowhere": tmp_path / "nowhere", "file": tmp_path / "vacío"}
    words = shell(*(word.format(**places) for word in typed), code=1).replace(str(tmp_path), "")
    assert said in words
    assert ENGLISH.findall(SPANISH.sub("", words)) == []
