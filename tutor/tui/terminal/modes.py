"""What the terminal can do by its terminfo entry, what it is asked for at the beginning, and given back at the end."""

import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

HOVERING = "?1003"  # every movement: left on by a line that drops, it types junk into a shell
DRAGGING = "?1002"  # movement while a button is down
ALTERNATE = "?1049"


class Abilities(NamedTuple):
    """What is not to be had everywhere."""

    erases_in_colour: bool = False  # what is erased takes the background; in GNU screen it does not
    erases_characters: bool = False  # inside of a line, too
    has_alternate: bool = True  # another screen, and the former one back


def abilities() -> Abilities:
    """Those of this terminal; of one that terminfo does not know, the ones that every emulator has."""
    import curses

    try:
        curses.setupterm(fd=sys.__stdout__.fileno() if sys.__stdout__ else -1)
    except (curses.error, ValueError, OSError):
        return Abilities()
    has = curses.tigetstr
    return Abilities(curses.tigetflag("bce") == 1, has("ech") is not None, has("smcup") is not None)


def begun(mouse: bool, alternate: bool = True) -> str:
    """Another screen, no cursor, the mouse, pastes that say they are some, no line that wraps."""
    asked = [*([ALTERNATE] if alternate else ()), *(mouse_modes() if mouse else ()), "?1004", "?2004"]
    return "".join(f"\x1b[{mode}h" for mode in asked) + "\x1b[?25l\x1b[?7l"


def ended(mouse: bool, alternate: bool = True) -> str:
    """The same again, backwards; also what nobody asked for, since a terminal may have had it on."""
    given_back = ["?2004", "?1004", *(("?1006", HOVERING, DRAGGING, "?1000") if mouse else ())]
    former_screen = f"\x1b[{ALTERNATE}l" if alternate else "\x1b[H\x1b[2J"
    return (
        "\x1b[m\x1b[r\x1b[?7h" + "".join(f"\x1b[{mode}l" for mode in given_back) + former_screen + "\x1b[?25h"
    )


def mouse_modes() -> Sequence[str]:
    over_ssh = os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY")
    return "?1000", DRAGGING if over_ssh else HOVERING, "?1006"
