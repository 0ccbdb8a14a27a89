"""Tell the kind of a terminal: by TERM, its terminfo or its family; and by asking it whether it speaks UTF-8."""

import os
import re
import select
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

POOR = ("", "dumb", "unknown")
CLEARED = "\x1b[H\x1b[J"
# Emulators that draw in all colours, and bring a terminfo of their own that other machines do not have.
RICH = re.compile(r"(xterm-)?(foot|kitty|ghostty|alacritty|wezterm|contour|rio|iterm2?|mintty)\b|.*(256color|direct)")
FAMILIES = re.compile(
    r"xterm|screen|tmux|rxvt|linux|vt\d|ansi|cons25|konsole|putty|gnome|vte|st\b|stterm|eterm|mlterm|nsterm|apple"
    r"|cygwin|teraterm|dtterm|sun|aixterm|pcansi|wsvt25|hurd|mach|bterm|fbterm|jfbterm|nxterm|kterm|hterm|msys"
)
# Their font is small: no braille, no ticks, no circles.
CONSOLES = re.compile(r"linux|vt\d|ansi|cons25|pcansi|wsvt25|sun\b|cygwin|hurd|mach|bterm")

NONE, FEW, MANY, ALL = 0, 16, 256, 1 << 24
NAMES = {FEW: "standard", MANY: "256", ALL: "truecolor"}  # what Textual and Rich call them
CHOSEN = {name: colours for colours, name in NAMES.items()}
FORCED = "TEXTUAL_COLOR_SYSTEM"

PATIENCE_S = 0.3  # for one round trip; after them a terminal is believed to be its locale's
QUESTION = b"\r\xc3\xa9\x1b[6n\r\x1b[K"  # the letter is gone again before anybody sees it
ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")
INPUT, OUTPUT = 0, 1
IFLAG, LFLAG, CC = 0, 3, 6  # places in the settings of a terminal

Settings = list[Any] | None


class TerminalKind(NamedTuple):
    """A kind of terminal. `colours` is None if unknown, and 0 for a terminal without colours."""

    name: str = ""
    colours: int | None = None
    draws: bool = True  # can put the cursor anywhere: it has a screen, not only lines
    has_alternate: bool = True  # gives the former screen back
    erases_in_colour: bool = False  # what is erased takes the background; in GNU screen it does not
    erases_characters: bool = False  # inside of a line, too


def kind_of(environ: Mapping[str, str]) -> TerminalKind:
    """Return the kind of this terminal; of one that terminfo does not know, what every emulator has."""
    name = environ.get("TERM", "").lower()
    if sys.platform == "win32":
        return TerminalKind(name)
    if name in POOR:
        return TerminalKind(name, colours=0, draws=False)
    if known := described(environ["TERM"]):
        return known
    rich = bool(RICH.match(name))
    return TerminalKind(name, MANY if rich else None, draws=rich or bool(FAMILIES.match(name)))


def described(name: str) -> TerminalKind | None:
    """Return terminfo's entry for a terminal. `RGB` and `Tc` are flags of newer entries; RGB may also be a number."""
    try:
        import curses

        curses.setupterm(name, fd=1)
    except Exception:  # no curses, or a name that terminfo does not know
        return None
    text, flag, number = curses.tigetstr, curses.tigetflag, curses.tigetnum
    has_all = flag("RGB") > 0 or flag("Tc") > 0 or number("RGB") > 0
    colours = ALL if has_all else max(0, number("colors"))
    draws, alternate, characters = (text(each) is not None for each in ("cup", "smcup", "ech"))
    return TerminalKind(name.lower(), colours, draws, alternate, flag("bce") == 1, characters)


def colours_of(environ: Mapping[str, str], kind: TerminalKind | None = None) -> int:
    """Return the number of colours that may be sent: the terminal's own word first, then its kind's."""
    kind = kind or kind_of(environ)
    if environ.get("NO_COLOR"):  # an empty one does not count: no-color.org
        return NONE
    if forced := CHOSEN.get(environ.get(FORCED, "").lower()):
        return forced
    in_windows_terminal = "WT_SESSION" in environ and kind.name.startswith("xterm")  # of WSL
    if in_windows_terminal or environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return ALL
    if sys.platform == "win32":
        return console_colours()
    colours = FEW if kind.colours is None else kind.colours
    return ALL if colours >= ALL else MANY if colours >= MANY else FEW if colours >= 8 else NONE


def console_colours() -> int:
    """Return the number of colours that Rich finds in a console of Windows, which has no name."""
    from rich.console import Console

    return CHOSEN.get(Console(legacy_windows=False).color_system or "", FEW)


class TerminalQuery:
    """A question to the terminal, and what has come back so far."""

    def __init__(self) -> None:
        self.asked_at = time.monotonic()
        self.received = b""
        self.utf8: bool | None = None  # None: no answer
        with suppress(OSError):
            os.write(OUTPUT, QUESTION)

    def answer(self) -> bool | None:
        """Wait until it is there, or patience is over. What else was typed meanwhile is left in `received`."""
        while self.utf8 is None and (more := self.more()):
            self.received += more
            if answer := ANSWER.search(self.received):
                self.utf8 = answer[1] == b"2"
                self.received = self.received.replace(answer[0], b"", 1)
        return self.utf8

    def more(self) -> bytes:
        """Return the next bytes; `b""` if patience is over, or the line has dropped."""
        left = self.asked_at + PATIENCE_S - time.monotonic()
        with suppress(OSError):
            if select.select([INPUT], [], [], max(0.0, left))[0]:
                return os.read(INPUT, 1024)
        return b""


@contextmanager
def asked() -> Iterator[TerminalQuery | None]:
    """Ask, so that the answer can come while something else is done. Yield None without a terminal to ask.

    Until the end of the block nothing that is typed is shown, and Ctrl+S stops nothing; then the terminal is as it was.
    An answer that comes later is read by the app as a report of its cursor, which it does nothing with.
    """
    can_ask = termios and os.isatty(INPUT) and os.isatty(OUTPUT)
    # Nobody but Ctrl+C ends a start that hangs.
    before = take_keys(INPUT, leaves_signals=True) if can_ask else None
    try:
        yield TerminalQuery() if before else None
    finally:
        give_back(INPUT, before)


def settings_of(descriptor: int) -> Settings:
    """Return the settings of a terminal; None without one, or if the line has dropped."""
    if termios:
        with suppress(termios.error):
            return termios.tcgetattr(descriptor)
    return None


def take_keys(descriptor: int, leaves_signals: bool = False) -> Settings:
    """Let keys come as they are pressed, unseen; return the former settings, or None where the line has dropped."""
    before, mode = settings_of(descriptor), settings_of(descriptor)
    if before is None or mode is None:
        return None
    mode[LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | (0 if leaves_signals else termios.ISIG))
    mode[IFLAG] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
    mode[IFLAG] &= ~termios.ISTRIP
    mode[CC][termios.VMIN] = 1
    give_back(descriptor, mode)
    return before


def give_back(descriptor: int, settings: Settings) -> None:
    """Let the terminal have these settings, if it is still there."""
    if settings is not None:
        with suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSANOW, settings)


def is_remote() -> bool:
    """Return True if the terminal is on another machine, over SSH."""
    return bool(os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"))
