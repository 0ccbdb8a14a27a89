"""What the terminal is asked for when the app begins, and given back when it ends."""

import os
from collections.abc import Sequence

HOVERING = "?1003"  # every movement: left on by a line that drops, it types junk into a shell
DRAGGING = "?1002"  # movement while a button is down


def begun(mouse: bool) -> str:
    """Another screen, no cursor, the mouse, pastes that say they are some, no line that wraps."""
    asked = ["?1049", *(mouse_modes() if mouse else ()), "?1004", "?2004"]
    return "".join(f"\x1b[{mode}h" for mode in asked) + "\x1b[?25l\x1b[?7l"


def ended(mouse: bool) -> str:
    """The same again, backwards; also what nobody asked for, since a terminal may have had it on."""
    given_back = ["?2004", "?1004", *(("?1006", HOVERING, DRAGGING, "?1000") if mouse else ())]
    return "\x1b[m\x1b[r\x1b[?7h" + "".join(f"\x1b[{mode}l" for mode in given_back) + "\x1b[?1049l\x1b[?25h"


def mouse_modes() -> Sequence[str]:
    return "?1000", DRAGGING if over_ssh() else HOVERING, "?1006"


def over_ssh() -> bool:
    return bool(os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"))
