"""Kinds of terminals that people have, and a walk through the pages that tell whether the tutor can be read there."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.tutor.conftest import make_learner, place_of
from tests.tutor.terminal import Terminal
from tests.tutor.work import work_up_to

UNICODE, CONSOLE, LATIN, ASCII = "unicode", "console", "latin", "ascii"
COLOURS = re.compile(r"3[0-79]|4[0-79]|9[0-7]|10[0-7]")
LAB = "build-linear"


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
    term("xterm-256color", 256),
    term("screen", 16),
    term("screen-256color", 256),
    term("tmux", 16),
    term("tmux-256color", 256),
    term("foot", 256),
    term("xterm-kitty", 256),
    term("alacritty", 256),
    term("xterm-ghostty", 256),
    Kind("truecolor", {"COLORTERM": "truecolor"}, 1 << 24),
    term("linux", 16, CONSOLE),
    term("ansi", 16, CONSOLE),
    term("cons25", 16, CONSOLE),
    term("vt220", 0, CONSOLE),
    Kind("vt100", {"TERM": "vt100", **NOTHING}, 0, ASCII, "latin-1"),
    Kind("NO_COLOR", {"NO_COLOR": "1"}, 0),
    Kind("NO_COLOR empty", {"NO_COLOR": ""}, 256),
    Kind("TEXTUAL_COLOR_SYSTEM junk", {"TEXTUAL_COLOR_SYSTEM": "junk"}, 256),
    Kind("LANG=C", NOTHING, 256),
    Kind("LANG=C, Latin-1", NOTHING, 256, LATIN, "latin-1"),
    Kind("LANG=C, no answer", NOTHING, 256, ASCII, answers=False),
    Kind("ISO-8859-1", {"LC_ALL": "es_ES.ISO-8859-1"}, 256, LATIN, "latin-1"),
    Kind("LANG=UTF-8, Latin-1", {}, 256, LATIN, "latin-1"),
    Kind("--ascii", {}, 256, ASCII, arguments=("--ascii",)),
    Kind("COLUMNS of another window", {"COLUMNS": "200", "LINES": "60"}, 256),
)
LINES = tuple(Kind(name, {"TERM": name}, 0) for name in ("dumb", "unknown", "", "nosuchterm"))


@dataclass
class Walk:
    """What was seen on the way: the words of each page, and every byte that was sent."""

    pages: dict[str, str] = field(default_factory=dict)
    printed: bytes = b""


Look = Callable[[str, Terminal], None]


def ignore(page: str, terminal: Terminal) -> None:
    """Nobody looks."""


def prepare(home: Path) -> None:
    """A learner in the middle of two lessons: before a run, and before an editor."""
    learner = make_learner(home)
    work_up_to(learner, place_of(lesson=LAB), "lab")
    work_up_to(learner, place_of(), "run-additive")


def walk(kind: Kind, home: Path, look: Look = ignore) -> Walk:
    """See the editor, the map, the answers of a round, a question and a run, in one session."""
    prepare(home)
    seen = Walk()

    def see(page: str, *words: str) -> None:
        terminal.wait_for(*words)
        terminal.settle(0.15)
        seen.pages[page] = terminal.words()
        look(page, terminal)

    arguments = ("learn", LAB, "--learner", "ana", "--lang", "en", *kind.arguments)
    with opened(kind, arguments, home) as terminal:
        see("editor", "def linear", "Ctrl+S")
        terminal.press("escape")
        terminal.wait_for("Enter")
        terminal.press_for("escape", "choose", "q quit")
        terminal.press("home")
        see("map", f"{kind.mark}  {'●' if kind.characters == UNICODE else '*'} GELU becomes the identity")
        terminal.press_for("enter", "ready: Enter starts")
        terminal.press_for("b", f"{kind.mark} Run the experiment")
        terminal.press("up")
        see("answers", f"{kind.mark} steps to a loss")
        terminal.press("enter")
        see("question", "Question 2 of 2", f"{kind.mark} more")
        terminal.press_for("escape", "q quit")
        terminal.press_for("enter", f"{kind.mark} Run the experiment")
        terminal.press_for("n", "ready: Enter starts")
        terminal.press_for("f", "watchable")
        terminal.press("enter")
        see("run", "One run is an anecdote")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        seen.printed = bytes(terminal.printed)
    return seen


def opened(kind: Kind, arguments: tuple[str, ...], home: Path) -> Terminal:
    terminal = Terminal(*arguments, home=home, environment=kind.environment, charset=kind.charset)
    terminal.answers = kind.answers
    for y in range(
        terminal.screen.lines
    ):  # pyte gives its colour only to cells that it has when all is erased
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
