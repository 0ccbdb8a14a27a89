"""Keep the memory of arrays that are no longer needed.

A training step makes and drops the same large arrays again and again. The
C library used by most Linux systems hands memory that was freed back to
the system, unless blocks of that size have been freed before; then the
next step must ask for it again, page by page, which can take as long as
the arithmetic. One large block, asked for and dropped without being
touched, tells it to keep what is below that size. Elsewhere it does
nothing.
"""

import numpy as np


def keep_freed_memory() -> None:
    """Ask for a block just below 32 MiB, the largest size that counts."""
    np.empty(31 * 2**20, np.uint8)
