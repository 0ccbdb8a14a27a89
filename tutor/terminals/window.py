"""The window that is really there: COLUMNS and LINES of the environment may be another one's."""

import os
from collections.abc import MutableMapping


def trust_the_window(environ: MutableMapping[str, str], output: int = 1) -> None:
    """Forget COLUMNS and LINES where the terminal itself says how large it is; they never change when it does."""
    try:
        size = os.get_terminal_size(output)
    except (OSError, ValueError):
        return
    for name, known in zip(("COLUMNS", "LINES"), size, strict=True):
        if known:
            environ.pop(name, None)
