"""Sentences for what goes wrong inside an operation.

NumPy says "operands could not be broadcast together"; a learner needs the
name of the operation, the shapes, and the likely cause.
"""

import itertools
from typing import Any

from .operations import Array

Shape = tuple[int, ...]
Options = dict[str, Any]


def explained(
    name: str, arrays: list[Array], options: Options, error: Exception
) -> Exception:
    """The same kind of error, in words about tensors."""
    shapes = [a.shape for a in arrays]
    kind = IndexError if isinstance(error, IndexError) else ValueError
    if name == "linear":
        return kind(linear_cause(*shapes))
    said = " and ".join(str(shape) for shape in shapes)
    why = cause(name, shapes, options) or f"{str(error).rstrip('.')}."
    return kind(f"{name} got {said}: {why}")


def cause(name: str, shapes: list[Shape], options: Options) -> str:
    """The likely cause, if the shapes are to blame."""
    dim = options.get("dim")
    axes = len(shapes[0]) + (name == "stack")  # stack makes one more
    if isinstance(dim, int) and not -axes <= dim < axes:
        return f"there is no axis {dim}, only {axes} axes."
    if name == "matmul":
        return matmul_cause(*shapes)
    if name == "reshape":
        return f"its entries do not fill {options['shape']} exactly."
    if name == "concatenate":
        return f"all other axes than {dim} must be equal."
    if name == "stack":
        return "all shapes must be equal."
    return axes_that_differ(shapes)


def linear_cause(x: Shape, weight: Shape, *bias: Shape) -> str:
    """Which axis of the input a layer should have found."""
    *members, outputs, inputs = weight
    must = f"the last axis must be {inputs}"
    if x and x[-1] == inputs:
        must = f"the first axis must be one of {members[0]} members"
    return f"Linear({inputs}, {outputs}) got {x}: {must}."


def matmul_cause(a: Shape, b: Shape) -> str:
    """Which two axes should have been equal."""
    if not a or not b:
        return "a single number has no axes to sum over. Use a * b."
    inner = b[-2] if len(b) > 1 else b[-1]
    if a[-1] == inner:
        return "the leading axes must be equal, or one of them 1."
    hint = ""
    if len(b) > 1 and a[-1] == b[-1]:
        hint = " Transpose the second: a @ b.mT."
    return (
        f"the last axis of the first, {a[-1]}, must equal the first axis "
        f"of the second's matrix, {inner}.{hint}"
    )


def axes_that_differ(shapes: list[Shape]) -> str:
    """Which two cannot be broadcast, compared from the right, if any."""
    for a, b in itertools.pairwise(shapes):
        for back, (m, n) in enumerate(zip(a[::-1], b[::-1]), 1):  # noqa: B905
            if m != n and 1 not in (m, n):
                return (
                    f"compared from the right, axis {-back} is {m} in one "
                    f"and {n} in the other; they must be equal, or one of "
                    "them 1."
                )
    return ""
