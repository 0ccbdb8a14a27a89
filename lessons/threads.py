"""One thread for NumPy's linear algebra: small matrices gain nothing by more, and many threads round otherwise."""

import os

NAMES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def one_thread() -> None:
    """Let NumPy compute with one thread, here and in processes started from now on, unless it was told otherwise.

    NumPy reads these once, when it is imported: so this imports nothing of it, and has to be called before.
    """
    for name in NAMES:
        os.environ.setdefault(name, "1")
