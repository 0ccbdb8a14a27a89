"""Lists what is left out: choices of minimodel, and oddities of PyTorch that nobody should copy.

A difference is left out when the request, what minimodel says in refusing it, and what was given fit a line
of the list. What both libraries do alike is never looked up here.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import torch
from tally import LeftOut


class Reason(NamedTuple):
    """Describes one kind of difference, and why it is none that counts."""

    why: str
    asked: str = ""
    refusal: str = ""
    holds: Callable = lambda shapes, theirs: True


def is_empty(shapes, theirs):
    """Says whether what PyTorch returned has no entries."""
    return isinstance(theirs, torch.Tensor) and theirs.numel() == 0


MINIMODELS = (
    Reason("minimodel refuses the mean of nothing", refusal="has no mean and no maximum"),
    Reason(
        "minimodel refuses softmax and logsumexp over an empty axis",
        "(?i)softmax|logsumexp",
        "has no largest entry",
    ),
    Reason("minimodel's round has no gradient", r"^round\(", "backward.. has nothing to do"),
    Reason("minimodel refuses a loss of an empty batch", r"(?i)\bcross_?entropy|nll_loss", "empty batch"),
    Reason(
        "minimodel's cross entropy has the classes last, and rows",
        r"(?i)\bcross_?entropy|nll_loss",
        holds=lambda shapes, theirs: len(shapes[0]) != 2,
    ),
    Reason("minimodel's labels are class numbers", r"\bcross_entropy", "class numbers, and got float"),
    Reason("minimodel's masked_fill takes a number", r"^masked_fill\(.*>, .*<"),
    Reason("minimodel's split takes one size", r"^split\(.*>, \("),
    Reason(
        "an argument that minimodel does not have",
        refusal="unexpected keyword|no keyword|positional argument|A reduction takes|Cannot interpret|data type"
        "|number, not (Tensor|True|False)",
    ),
)
PYTORCHS = (
    Reason(
        "PyTorch's cat passes over the shape (0,)",
        "cat",
        "concatenate",
        lambda shapes, theirs: (0,) in shapes,
    ),
    Reason(
        "PyTorch's gather takes an empty index of any axes",
        "gather",
        r"gather got .* needs \d+ axes",
        is_empty,
    ),
    Reason("PyTorch checks no bounds of an empty result", refusal="out of bounds", holds=is_empty),
    Reason(
        "PyTorch's .mT of a single number is the number",
        r"\.mT$|^mT\(",
        holds=lambda shapes, theirs: () in shapes,
    ),
    Reason("PyTorch's -0 to the power -0.5 is -∞", r"\*\* 0\.5|, 0\.5\)", r"grad: .*inf.* against .*inf"),
)


def check_left_out(asked, shapes, refused, theirs):
    """Raises LeftOut with the reason when a difference is on the list."""
    for reason in MINIMODELS + PYTORCHS:
        fits = re.search(reason.asked, asked) and re.search(reason.refusal, str(refused or ""))
        if fits and reason.holds(shapes, theirs):
            raise LeftOut(reason.why)
