"""Python's own kinds of errors, marked as said in a sentence on purpose.

`raise errors.ValueError("...")` is a ValueError whose words are for
people; explain.py and error_sentences.py put NumPy's and Python's own
into words.
"""

import builtins
from typing import Any


class Said(Exception):
    """An error in a sentence of this library's own."""


def said(kind: type[Exception]) -> Any:
    """Make the kind of Python's of the same name, marked as Said."""
    return type(kind.__name__, (Said, kind), {"__doc__": kind.__doc__})


IndexError, KeyError = said(builtins.IndexError), said(builtins.KeyError)
TypeError, ValueError = said(builtins.TypeError), said(builtins.ValueError)
MemoryError = said(builtins.MemoryError)
KINDS = (IndexError, KeyError, MemoryError, TypeError, ValueError)


def not_one_of(known: Any, what: str, given: Any) -> Exception:
    """Return the error for a name that is none of those there are."""
    names = ", ".join(known)
    return ValueError(f"There is no {what} {given!r}. There are {names}.")


def kind_of(error: Exception, otherwise: Any = ValueError) -> Any:
    """Return the kind of this file that fits an error."""
    own = [k for k in KINDS if isinstance(error, k.__bases__[1])]
    return own[0] if own else otherwise
