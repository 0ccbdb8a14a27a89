"""Terminals as people have them, each a real pseudo-terminal: what can be read there, and what is sent to them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.tutor.conftest import make_learner, place_of
from tests.tutor.terminal import Terminal
from tests.tutor.work import work_up_to

pytestmark = pytest.mark.slow
UNICODE, CONSOLE, ASCII = "unicode", "console", "ascii"
COLOURS = re.compile(r"3[0-79]|4[0-79]|9[0-7]|10[0-7]")
LAB = "build-sequential"


@dataclass(frozen=True)
class Kind:
    """A terminal: what its owner's environment says, and what it is able to."""

    name: str
    environment: Mapping[str, str]
    colours: int = 16
    characters: str = UNICODE
    charset: str = "utf-8"  # what it speaks, whatever the environment says
    arguments: tuple[str, ...] = ()
    answers: bool = True

    @property
    def mark(self) -> str:
        return "▸" if self.characters == UNICODE else ">"

    @property
    def broken(self) -> str:
        return "×" if self.characters == UNICODE else "x"

    @property
    def healthy(self) -> str:
        return "⠒" if self.characters == UNICODE else "*"


def term(name: str, colours: int, characters: str = UNICODE, **more: str) -> Kind:
    return Kind(name, {"TERM": name, **more}, colours, characters)


NOTHING = {"LC_ALL": "C"}
DRAWING = (
    term("xterm", 16),
    term("foot", 256),
    term("linux", 16, CONSOLE),
    Kind("vt100", {"TERM": "vt100", **NOTHING}, 0, ASCII, "latin-1"),
    Kind("NO_COLOR", {"NO_COLOR": "1"}, 0),
    Kind("LANG=C", NOTHING, 256),
    Kind("LANG=C, no answer", NOTHING, 256, ASCII, answers=False),
    Kind("ISO-8859-1", {"LC_ALL": "es_ES.ISO-8859-1"}, 256, ASCII, "latin-1"),
    Kind("--ascii", {}, 256, ASCII, arguments=("--ascii",)),
    Kind("COLUMNS of another window", {"COLUMNS": "200", "LINES": "60"}, 256),
)
LINES = tuple(Kind(name, {"TERM": name}, 0) for name in ("dumb", "", "nosuchterm"))


@dataclass
class Walk:
    """The words of each page on the way, and every byte that was sent."""

    pages: dict[str, str] = field(default_factory=dict)
    printed: bytes = b""


def prepare(home: Path) -> None:
    """A learner in the middle of two lessons: before a run, and before an editor."""
    learner = make_learner(home)
    work_up_to(learner, place_of(lesson=LAB), "lab")
    work_up_to(learner, place_of(), "run")


def walk(kind: Kind, home: Path) -> Walk:
    """See the editor, the map, the answers of a round, a question and a run, in one session."""
    prepare(home)
    seen = Walk()

    def see(page: str, *words: str) -> None:
        terminal.wait_for(*words)
        terminal.settle(0.15)
        seen.pages[page] = terminal.words()

    arguments = ("learn", LAB, "--learner", "ana", "--lang", "en", *kind.arguments)
    with opened(kind, arguments, home) as terminal:
        see("editor", "def __init__", "Ctrl+S")
        terminal.press("escape")
        terminal.wait_for("Enter")
        terminal.press_for("escape", "choose", "q quit")
        terminal.press("home")
        see("map", f"{kind.mark}  {'●' if kind.characters == UNICODE else '*'} GELU becomes the identity")
        terminal.press_for("enter", "ready: Enter starts")
        terminal.press_for("b", f"{kind.mark} Run the experiment")
        terminal.press("up", "up")
        see("answers", f"{kind.mark} steps to a loss")
        terminal.press("enter")
        see("question", "Question 2 of 3", f"{kind.mark} 1 more")
        terminal.press_for("escape", "q quit")
        terminal.press_for("enter", f"{kind.mark} Run the experiment")
        terminal.press_for("n", "ready: Enter starts")
        terminal.press_for("f", "watchable")
        terminal.press("enter")
        see("run", "next, agreement")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        seen.printed = bytes(terminal.printed)
    return seen


def opened(kind: Kind, arguments: tuple[str, ...], home: Path) -> Terminal:
    terminal = Terminal(*arguments, home=home, environment=kind.environment, charset=kind.charset)
    terminal.answers = kind.answers
    for y in range(terminal.screen.lines):  # pyte gives its colour only to cells that it has when all is erased
        for x in range(terminal.screen.columns):
            terminal.screen.buffer[y][x] = terminal.screen.default_char
    return terminal


def colours_sent(printed: bytes) -> set[str]:
    """Every colour code that was sent: 31, or 38;5, or 48;2."""
    found = set()
    for codes in re.findall(rb"\x1b\[([\d;]*)m", printed):
        parts = codes.decode().split(";")
        while parts:
            code = parts.pop(0)
            if code in ("38", "48"):
                kind = parts.pop(0)
                del parts[: 1 if kind == "5" else 3]
                found.add(f"{code};{kind}")
            elif COLOURS.fullmatch(code):
                found.add(code)
    return found


@pytest.mark.parametrize("kind", DRAWING, ids=lambda kind: kind.name)
def test_every_page_can_be_read_and_nothing_is_sent_that_the_terminal_lacks(kind, home):
    seen = walk(kind, home)  # which waits for the words, and for the mark before each chosen row
    check_colours(kind, colours_sent(seen.printed))
    assert kind.colours or attributes_sent(seen.printed) <= {"", "0", "1", "2", "3", "4", "7"}
    check_characters(kind, seen.printed)
    check_plot(kind, seen.pages["run"])
    for page, words in seen.pages.items():
        assert all(len(row) <= 80 for row in words.split("\n")), page


def check_colours(kind: Kind, sent: set[str]) -> None:
    extended = {code for code in sent if ";" in code}
    if kind.colours == 0:
        assert not sent
    elif kind.colours == 16:
        assert sent
        assert not extended
    else:
        assert extended == ({"38;5", "48;5"} if kind.colours == 256 else {"38;2", "48;2"})


def attributes_sent(printed: bytes) -> set[str]:
    return {code for codes in re.findall(rb"\x1b\[([\d;]*)m", printed) for code in codes.decode().split(";")}


def check_characters(kind: Kind, printed: bytes) -> None:
    """Nothing above 127 in ASCII but the letter that the terminal was asked with; no braille but in Unicode."""
    if kind.characters == ASCII:
        assert all(byte < 128 for byte in printed.replace(b"\xc3\xa9\x1b[6n", b""))
    words = printed.decode("utf-8")
    assert bool(re.search("[\u2800-\u28ff✓○▰▱⇄↻●]", words)) is (kind.characters == UNICODE)


def check_plot(kind: Kind, words: str) -> None:
    """Each curve is drawn with the mark that the legend gives it."""
    rows = words.split("\n")
    first = next(number for number, row in enumerate(rows) if "healthy" in row)
    plot = "".join(rows[first + 1 : first + 8])
    assert f"{kind.healthy * 2} healthy" in rows[first]
    assert f"{kind.broken} broken" in rows[first].replace("⠒ ", " ")  # of "⠒×⠒ broken"
    assert kind.broken in plot
    assert kind.healthy in plot


@pytest.mark.parametrize("kind", LINES, ids=lambda kind: kind.name or "unset")
def test_where_term_names_no_screen_the_lessons_come_in_plain_lines(kind, home):
    with opened(kind, ("--learner", "ana", "--lang", "en"), home) as terminal:
        words = terminal.wait_for("Which lesson?")
        assert ("TERM=xterm lynx-tutor" in " ".join(words.split())) is (kind.name == "nosuchterm")
        terminal.press("q", "enter")
        assert terminal.wait_for_end() == 0
    assert b"\x1b[" not in terminal.printed
