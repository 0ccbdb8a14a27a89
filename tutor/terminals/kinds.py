"""What TERM says: by terminfo where it knows the name, else by the family that the name is of."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

POOR = ("", "dumb", "unknown")
CLEARED = "\x1b[H\x1b[J"
# Emulators that draw in all colours, and bring a terminfo of their own that other machines do not have.
RICH = re.compile(
    r"(xterm-)?(foot|kitty|ghostty|alacritty|wezterm|contour|rio|iterm2?|mintty)\b|.*(256color|direct)"
)
FAMILIES = re.compile(
    r"xterm|screen|tmux|rxvt|linux|vt\d|ansi|cons25|konsole|putty|gnome|vte|st\b|stterm|eterm|mlterm|nsterm|apple"
    r"|cygwin|teraterm|dtterm|sun|aixterm|pcansi|wsvt25|hurd|mach|bterm|fbterm|jfbterm|nxterm|kterm|hterm|msys"
)
CONSOLES = re.compile(r"linux|vt\d|ansi|cons25|pcansi|wsvt25|sun\b|cygwin|hurd|mach|bterm")
# Those that have no byte above 127, or a table of their own there.
SEVEN_BITS = re.compile(r"vt(52|1\d\d)|ansi|cons25|pcansi|wsvt25|hurd|mach")


@dataclass(frozen=True)
class Kind:
    """A kind of terminal. `colours` is None where nobody knows, and 0 where there are none."""

    name: str
    colours: int | None = None
    draws: bool = True  # can put the cursor anywhere: it has a screen, not only lines
    has_alternate: bool = True  # gives the former screen back

    @property
    def is_console(self) -> bool:
        """Whether its font is small: no braille, no ticks, no circles."""
        return bool(CONSOLES.match(self.name))

    @property
    def hides_another(self) -> bool:
        """Whether it is a program in a terminal that is not asked itself."""
        return self.name.startswith(("screen", "tmux"))

    @property
    def has_latin(self) -> bool:
        """Whether a byte above 127 is a Latin letter to it, if it is no part of UTF-8."""
        return not SEVEN_BITS.match(self.name)


def kind_of(environ: Mapping[str, str]) -> Kind:
    """The kind of this terminal."""
    name = environ.get("TERM", "").lower()
    if sys.platform == "win32":
        return Kind(name)
    if name in POOR:
        return Kind(name, colours=0, draws=False)
    known = described(environ["TERM"])
    if known is not None:
        return Kind(name, *known)
    rich = bool(RICH.match(name))
    return Kind(name, 256 if rich else None, draws=rich or bool(FAMILIES.match(name)))


def described(name: str) -> tuple[int, bool, bool] | None:
    """What terminfo says: how many colours, whether the cursor goes anywhere, whether there is an alternate screen."""
    try:
        import curses

        curses.setupterm(name, fd=1)
    except Exception:  # no curses, or a name that terminfo does not know
        return None
    return colours_in(curses), curses.tigetstr("cup") is not None, curses.tigetstr("smcup") is not None


def colours_in(curses: Any) -> int:
    """How many colours terminfo grants. `RGB` and `Tc` are flags of newer entries; RGB may also be a number."""
    if curses.tigetflag("RGB") > 0 or curses.tigetflag("Tc") > 0 or curses.tigetnum("RGB") > 0:
        return 1 << 24
    return max(0, int(curses.tigetnum("colors")))
