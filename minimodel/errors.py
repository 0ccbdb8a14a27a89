"""Python's own kinds of errors, marked as said in a sentence on purpose.

`raise errors.ValueError("...")` is a ValueError whose words are for
people; explain.py and error_sentences.py put NumPy's and Python's own
into words.
"""

import builtins


class Said(Exception):
    """An error in a sentence of this library's own."""


class ValueError(Said, builtins.ValueError):
    """A value that will not do."""


class TypeError(Said, builtins.TypeError):
    """A thing of the wrong kind."""


class IndexError(Said, builtins.IndexError):
    """A place that is not there."""


class KeyError(Said, builtins.KeyError):
    """A name that is not there."""


class MemoryError(Said, builtins.MemoryError):
    """More than goes into memory."""


KINDS = (IndexError, KeyError, MemoryError, TypeError, ValueError)


def kind_of(
    error: Exception, otherwise: type[Said] = ValueError
) -> type[Said]:
    """Return the kind of this file that fits an error."""
    own = [k for k in KINDS if isinstance(error, k.__bases__[1])]
    return own[0] if own else otherwise
