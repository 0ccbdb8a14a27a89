"""What the terminal can do, by its terminfo entry."""

import sys


def erases_in_colour() -> bool:
    """Whether what is erased takes the background colour (`bce`); GNU screen and some old terminals leave it."""
    import curses

    try:
        curses.setupterm(fd=sys.__stdout__.fileno() if sys.__stdout__ else -1)
        return bool(curses.tigetflag("bce") == 1)
    except (curses.error, ValueError, OSError):
        return False
