"""What the terminal is asked for when the app begins, and given back when it ends."""

import os
from collections.abc import Sequence

HOVERING = "?1003"  # every movement: left on by a line that drops, it types junk into a shell
DRAGGING = "?1002"  # movement while a button is down


ALTERNATE = "?1049"


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
    return "?1000", DRAGGING if over_ssh() else HOVERING, "?1006"


def over_ssh() -> bool:
    return bool(os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"))
