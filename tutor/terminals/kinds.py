"""Read TERM: by terminfo where it knows the name, else by the family that the name is of; and how many colours."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Kind:
    """A kind of terminal. `colours` is None where nobody knows, and 0 where there are none."""

    name: str = ""
    colours: int | None = None
    draws: bool = True  # can put the cursor anywhere: it has a screen, not only lines
    has_alternate: bool = True  # gives the former screen back
    erases_in_colour: bool = False  # what is erased takes the background; in GNU screen it does not
    erases_characters: bool = False  # inside of a line, too


def kind_of(environ: Mapping[str, str]) -> Kind:
    """Return the kind of this terminal; of one that terminfo does not know, what every emulator has."""
    name = environ.get("TERM", "").lower()
    if sys.platform == "win32":
        return Kind(name)
    if name in POOR:
        return Kind(name, colours=0, draws=False)
    if known := described(environ["TERM"]):
        return known
    rich = bool(RICH.match(name))
    return Kind(name, MANY if rich else None, draws=rich or bool(FAMILIES.match(name)))


def described(name: str) -> Kind | None:
    """Return what terminfo says of a terminal. `RGB` and `Tc` are flags of newer entries; RGB may also be a number."""
    try:
        import curses

        curses.setupterm(name, fd=1)
    except Exception:  # no curses, or a name that terminfo does not know
        return None
    text, flag, number = curses.tigetstr, curses.tigetflag, curses.tigetnum
    has_all = flag("RGB") > 0 or flag("Tc") > 0 or number("RGB") > 0
    colours = ALL if has_all else max(0, number("colors"))
    draws, alternate, characters = (text(each) is not None for each in ("cup", "smcup", "ech"))
    return Kind(name.lower(), colours, draws, alternate, flag("bce") == 1, characters)


def colours_of(environ: Mapping[str, str], kind: Kind | None = None) -> int:
    """Return how many colours may be sent: what the terminal says of itself first, then its kind."""
    kind = kind or kind_of(environ)
    if environ.get("NO_COLOR"):  # an empty one does not count: no-color.org
        return NONE
    if forced := CHOSEN.get(environ.get(FORCED, "").lower()):
        return forced
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return ALL
    colours = FEW if kind.colours is None else kind.colours
    return ALL if colours >= ALL else MANY if colours >= MANY else FEW if colours >= 8 else NONE
