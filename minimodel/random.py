"""The source of all chance.

Whatever draws takes a `generator` of its own. Without one it draws from
one for all, which begins as numpy.random.default_rng(), and which
manual_seed sets.
"""

from typing import TypeAlias

import numpy as np

from . import errors

Draws: TypeAlias = np.random.Generator | None


class Generator(np.random.Generator):
    """A generator as scripts make one: Generator().manual_seed(0)."""

    def __init__(self) -> None:
        super().__init__(np.random.PCG64())

    def manual_seed(self, seed: int) -> "Generator":
        """Begin again as numpy.random.default_rng(seed) begins."""
        self.bit_generator.state = np.random.PCG64(checked(seed)).state
        return self


default_generator = Generator()


def manual_seed(seed: int) -> Generator:
    """Let everything drawn without a generator of its own be repeatable.

    Better is to pass a generator: then nobody else's draws come between.
    """
    return default_generator.manual_seed(seed)


def checked(seed: int) -> int:
    """Return a seed that can be had again, or say what one is."""
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise errors.ValueError(
            f"A seed is a whole number, 0 or more, and not {seed!r:.60}."
        )
    return int(seed)


def source(generator: Draws) -> np.random.Generator:
    """Return the generator to draw from."""
    if not isinstance(generator, np.random.Generator | None):
        raise errors.TypeError(
            "A generator is one of NumPy's, numpy.random.default_rng(0), "
            f"and not {generator!r:.60}."
        )
    return default_generator if generator is None else generator
