"""Sentences for what goes wrong inside an operation.

NumPy says "operands could not be broadcast together"; a learner needs the
name of the operation, the shapes, and the likely cause.
"""

import itertools
import re
from typing import Any

import numpy as np

from .errors import Said, kind_of
from .operations import Array

Shape = tuple[int, ...]
Options = dict[str, Any]

TRANSLATED = {  # what NumPy says, and what that means here
    r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)": (
        r"index \1 is out of bounds: axis \2 has \3 entries"
    ),
    r"too many indices": "there are more indices than axes",
    r"only integers, slices|arrays used as ind|invalid lit|index-sized": (
        "an index is a whole number, a slice, None, ..., a list of whole "
        "numbers, or a mask of True and False"
    ),
    r"boolean index did not match": (
        "a mask must have the shape of what it picks from"
    ),
    r"indexing arrays could not be broadcast": (
        "the lists of an index must be of one length"
    ),
    r"single ellipsis": "an index has at most one ..., and this has two",
    r"same shape|zip\(\)": "all rows of a batch are of one shape",
    r"zero-size array|empty sequence": (
        "it is empty there, and has no largest entry"
    ),
    r"negative integer powers": (
        "for whole numbers, negative integer powers are not allowed"
    ),
    r"Unable to allocate|too big|Maximum allowed": (
        "the result would not fit into memory"
    ),
    r"'(tuple|list)' object cannot|only integer scalar": (
        "it takes one axis, not several"
    ),
    r"slice (step|indices)": (
        "a slice has whole numbers, and a step that is not 0"
    ),
    r"array element|string to float|no loop|input types|did not contain": (
        "a number is needed, and something else was given"
    ),
    r"transpose with ndim|out of bounds for array of dim|tuple index": (
        "it has fewer axes than this needs"
    ),
    r"boolean|bool": (
        "True and False are not numbers: write x.float() first"
    ),
    r"window shape": "a window is longer than what it looks at",
    r"broadcast": "these shapes do not fit together",
}


CAUSES = {  # by operation
    "concatenate": "all other axes than {dim} must be equal.",
    "gather": "",
    "getitem": "",
    "linear": "the weight must be (out, in).",
    "stack": "all shapes must be equal.",
    "transpose": "an order names each of its {axes} axes once.",
}


def explained(
    name: str, arrays: list[Array], options: Options, error: Exception
) -> Exception:
    """Return the same kind of error, in words about tensors."""
    shapes = [a.shape for a in arrays]
    kind = kind_of(error)
    if name == "linear" and len(shapes) > 1 and len(shapes[1]) > 1:
        return kind(linear_cause(*shapes))
    got = " and ".join(str(shape) for shape in shapes)
    why = str(error).rstrip(".") + "."
    if not isinstance(error, Said):
        why = cause(name, shapes, options) or translated(str(error), why)
    return kind(f"{name} got {got}: {why}")


def translated(words: str, otherwise: str) -> str:
    """Translate what NumPy said, where there are words for it."""
    for fragment, meaning in TRANSLATED.items():
        if match := re.search(fragment, words):
            return match.expand(meaning) + "."
    return otherwise


def cause(name: str, shapes: list[Shape], options: Options) -> str:
    """Return the likely cause, if the shapes are to blame."""
    if name == "concatenate" and () in shapes:
        return "a single number has no axes to put together. Use stack."
    if wrong := axis_that_is_none(name, shapes[0], options):
        return wrong
    if name in CAUSES:
        return CAUSES[name].format(axes=len(shapes[0]), **options)
    if name == "matmul":
        return matmul_cause(*shapes[:2])
    if name in {"reshape", "view"}:
        return reshape_cause(options["shape"])
    arrays = [x for x in options.values() if isinstance(x, np.ndarray)]
    return axes_that_differ([*shapes, *(mask.shape for mask in arrays)])


def axis_that_is_none(name: str, shape: Shape, options: Options) -> str:
    """Name the axis that is not there, or is named twice."""
    axes = len(shape) + (name == "stack")  # stack makes one more
    dims = [options[key] for key in ("dim", "to") if key in options]
    if dims and isinstance(dims[0], tuple):
        dims = list(dims[0])
    dims = [dim for dim in dims if isinstance(dim, int)]
    for dim in dims:
        if not -axes <= dim < axes:
            return f"there is no axis {dim}, only {axes} axes."
    places = {dim % axes for dim in dims}
    return "an axis is named twice." if len(places) < len(dims) else ""


def linear_cause(x: Shape, weight: Shape, *bias: Shape) -> str:
    """Name the axis of the input a layer should have found."""
    *members, outputs, inputs = weight
    must = f"the last axis must be {inputs}"
    if x and x[-1] == inputs:
        must = "look for a missing transpose where it is computed"
        if members and x[:1] != (members[0],):
            must = f"the first axis must be one of {members[0]} members"
        elif bias and bias[0][-1:] != (outputs,):
            must = f"the bias must end in {outputs}, and is {bias[0]}"
    return f"Linear({inputs}, {outputs}) got {x}: {must}."


def matmul_cause(a: Shape, *others: Shape) -> str:
    """Name the two axes that should have been equal."""
    b = others[0] if others else ()
    if not a or not b:
        return "a single number has no axes to sum over. Use a * b."
    inner = b[-2] if len(b) > 1 else b[-1]
    if a[-1] == inner:
        return "the leading axes must be equal, or one of them 1."
    hint = " Transpose the second: a @ b.mT." if a[-1] == b[-1] else ""
    return (
        f"the last axis of the first, {a[-1]}, must equal the first axis "
        f"of the second's matrix, {inner}.{hint}"
    )


def reshape_cause(wanted: Shape) -> str:
    """Why the entries do not go into another shape."""
    if [n for n in wanted if n < 0] not in ([], [-1]):
        return f"at most one length of {wanted} can be -1, for the rest."
    return f"its entries do not fill {wanted} exactly."


def axes_that_differ(shapes: list[Shape]) -> str:
    """Name two that cannot be broadcast, from the right, if any."""
    for a, b in itertools.combinations(shapes, 2):
        for back, (m, n) in enumerate(zip(a[::-1], b[::-1]), 1):
            if m != n and 1 not in (m, n):
                return (
                    f"{a} and {b} compared from the right, axis {-back} "
                    f"is {m} in one and {n} in the other; they must be "
                    "equal, or one of them 1."
                )
    return ""
