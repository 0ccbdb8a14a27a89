"""What the terminal can do, by its terminfo entry."""

import sys
from typing import NamedTuple


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
