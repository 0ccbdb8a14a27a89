"""Runs random programs in minimodel and in PyTorch, and compares every variable after every line.

    python tests/minimodel/against_pytorch.py [--programs 1000] [--family views] [--seed 0]

A program is some twelve lines: tensors are made, viewed, written to, computed with, switched and walked back
from. Values, dtypes, requires_grad and gradients of all that is alive must be PyTorch's. Where only minimodel
refuses a line, in a sentence, the program ends: that is allowed, and counted. Where minimodel does what
PyTorch refuses, or anything is another number, the program differs: the first ones are printed. Exits with 1
where less than 99.5 % agree or refuse. Needs the `benchmark` extra.

Not drawn are minimodel's stated difference, two names of one tensor when x += y makes a new one; and views made
in no_grad(), of which PyTorch says that they want a gradient.
"""

import argparse
import contextlib
import math
import random
import re
import sys
import warnings
from collections import Counter

import numpy as np
import torch

import minimodel

LINES, GOAL, SHOWN = 12, 0.995, 3
REFUSALS = (RuntimeError, TypeError, ValueError, IndexError, KeyError)
KINDS = ("float64", "float32", "int64", "int32", "boolean")

VIEWS = """
    {n} = {v}[{i}] | {n} = {v}[{i}:] | {n} = {v}[:{i}] | {n} = {v}[..., {i}] | {n} = {v}[::2] | {n} = {v}[None]
    {n} = {v}.mT | {n} = {v}.transpose(0, -1) | {n} = {v}.reshape(-1) | {n} = {v}.view(-1) | {n} = {v}.flatten()
    {n} = {v}.unsqueeze(0) | {n} = {v}.squeeze() | {n} = {v}.squeeze(0) | {n} = {v}.detach()
    {n} = {v}[...]
    {n} = {v}[[0]] | {n} = {v}[{v} > 0] | {n} = {v}.clone() | {n} = {v}.contiguous() | {n} = {v}.double()
"""
WRITES = """
    {v}[{i}] = {c} | {v}[...] = {c} | {v}[{i}:] = {c} | {v}[{i}] = {w}[{i}] | {v}[{v} > 0] = {c} | {v} += {c}
    {v} *= {c} | {v} -= {w} | {v}[{i}] += {c} | {v}[[0]] = {c} | {v}[..., 0] *= {c} | {v} /= {c}
"""
COMPUTED = """
    {n} = {v} * {w} | {n} = {v} + {w} | {n} = {v} - {w} | {n} = {v} * {c} | {n} = {v} + {c} | {n} = -{v}
    {n} = {v}.tanh() | {n} = {v}.exp() | {n} = {v}.relu() | {n} = {v}.sigmoid() | {n} = {v}.sum() | {n} = {v}.mean()
    {n} = {v}.sum(0) | {n} = {v} ** 2 | {n} = {v} @ {w} | {n} = {v}.softmax(-1) | {n} = {v}.amax(0) | {n} = {v}.abs()
    {n} = {v}.masked_fill({v} > 0, {c}) | {n} = L.cat([{v}, {w}]) | {n} = L.where({v} > {c}, {v}, {w})
"""
WALKS = """
    {v}.sum().backward() | {v}.sum().backward() | ({v} * {w}).sum().backward() | {v}.backward(L.ones_like({v}))
    {v}.sum().backward(retain_graph=True) | {v}.backward() | {v}.grad = None | {v}.retain_grad()
"""
TOGGLES = """
    {v}.requires_grad_() | {v}.requires_grad_(False) | {v}.requires_grad = True | {v}.requires_grad = False
"""
MIXED = """
    {n} = {v}.to({kind}) | {n} = {v}.long() | {n} = {v}.double() | {n} = {v} > {w} | {n} = {v} == {c} | {n} = {v} ** 2
    {n} = {v} / {w} | {n} = {v} / {c} | {n} = {c} - {v} | {n} = {v} + {w} | {n} = {v} * {w} | {n} = {v} - {w}
    {n} = {v} * {c} | {n} = {v}.round() | {n} = {v}.abs() | {n} = {v}.min() | {n} = {v}.max() | {n} = {v}.argmax()
    {n} = {v}.sum() | {n} = {v}.mean() | {n} = {v}.var() | {n} = {v}.softmax(-1) | {n} = {v}.exp() | {n} = {v}.sin()
    {n} = {v}.sigmoid() | {n} = {v}.sqrt() | {n} = {v}.relu() | {n} = {v}.clone() | {n} = {v}.amax(0) | {n} = {v}.cos()
    {n} = {v}.clamp(0, 1) | {n} = {v}.topk(1).values | {n} = L.where({v} > {c}, {v}, {w}) | {n} = {v}.logsumexp(-1)
    {n} = {v}.masked_fill({v} > 0, {c}) | {n} = L.zeros_like({v}) | {v} += {c} | {v} *= {w} | {v} -= {c}
"""


def listed(*texts):
    return [part.strip() for text in texts for line in text.strip().splitlines() for part in line.split("|")]


FAMILIES = {  # what its lines are drawn from, how often in no_grad(), and the dtypes of its tensors
    "views": ((VIEWS, VIEWS, WRITES, WRITES, COMPUTED, WALKS), 0.5, KINDS[:1]),
    "walks": ((COMPUTED, COMPUTED, WALKS, WALKS, WRITES), 0.3, KINDS[:1]),
    "toggles": ((TOGGLES, COMPUTED, WALKS), 0.1, KINDS[:1]),
    "in place": ((WRITES, COMPUTED, WALKS), 0.4, KINDS[:1]),
    "kinds": ((MIXED, MIXED, WALKS), 0.1, KINDS),
}


class Refused(Exception):
    """Says that minimodel alone refused a line, in a sentence."""


class Agreed(Exception):
    """Ends a program in which all was alike."""


class Differs(Exception):
    """Says what is other than in PyTorch."""


class Program:
    """A random program: its lines, and what its names are in each library."""

    def __init__(self, family, seed):
        parts, self.quiet, self.kinds = FAMILIES[family]
        self.random, self.lines, self.shown = random.Random(f"{family} {seed}"), [], []
        self.groups = [listed(part) for part in parts]
        self.mine = {"L": minimodel, "boolean": bool}
        self.theirs = {"L": torch, "boolean": torch.bool}
        for kind in KINDS[:-1]:
            self.mine[kind], self.theirs[kind] = getattr(np, kind), getattr(torch, kind)
        for name in "xyz"[: self.random.randint(2, 3)]:
            self.run(self.made(name))

    @property
    def names(self):
        return [name for name, x in self.theirs.items() if isinstance(x, torch.Tensor)]

    def made(self, name):
        shape = self.random.choice(((3,), (2, 3), (2, 2), (4,), (2, 3)))
        kind = self.random.choice(self.kinds)
        drawn = np.array([self.random.randint(-8, 8) / 4 for _ in range(math.prod(shape))]).reshape(shape)
        if kind[0] != "f":
            drawn = drawn > 0 if kind == "boolean" else drawn.astype(int)
        wants = kind[0] == "f" and self.random.random() < 0.6
        return f"{name} = L.tensor({drawn.tolist()}, dtype={kind}, requires_grad={wants})"

    def extend(self):
        group = self.random.choice(self.groups)
        template = self.random.choice(group)
        words = {
            "n": f"v{len(self.lines)}",
            "v": self.random.choice(self.names[-4:]),
            "w": self.random.choice(self.names),
            "i": self.random.choice((0, 1, -1)),
            "c": self.random.choice((2.0, -1.5, 3)),
            "kind": self.random.choice(self.kinds),
        }
        line = template.format(**words)
        if group != listed(VIEWS) and self.random.random() < self.quiet:
            line = f"with L.no_grad(): {line}"
        self.run(line)

    def run(self, line):
        """Run a line in both libraries. Raise Refused or Differs."""
        self.lines.append(line)
        refused, also = (tried(line, names) for names in (self.mine, self.theirs))
        if refused and not also:
            if not isinstance(refused, REFUSALS) or not re.search(r"\w \w.*\.$", str(refused).strip("'\""), re.S):
                raise Differs(f"not refused in a sentence: {refused!r}")
            raise Refused(sentence(refused))
        if also and refused and "backward(" in line:
            raise Agreed  # how far PyTorch came is its own affair
        if also and not refused:
            if "inplace operation" in str(also) and any(re.match(r"\w+ [-+*/]=", each) for each in self.lines):
                raise Agreed  # what x += y leaves whole here
            raise Differs(f"refused by PyTorch alone: {str(also).splitlines()[0]:.100}")
        for name in self.names:
            compare(name, self.mine[name], self.theirs[name])


def tried(line, names):
    try:
        with contextlib.redirect_stdout(None):
            exec(line, names)
    except Exception as error:
        return error
    return None


def compare(name, mine, theirs):
    if not isinstance(mine, minimodel.Tensor):
        raise Differs(f"{name} is {mine!r:.60}")
    same(name, mine.detach().numpy(), theirs.detach().numpy())
    if mine.requires_grad != theirs.requires_grad or mine.is_leaf != theirs.is_leaf:
        raise Differs(f"{name} wants a gradient: {mine.requires_grad}, in PyTorch {theirs.requires_grad}")
    if theirs.is_leaf or theirs.retains_grad:
        if (mine.grad is None) != (theirs.grad is None):
            raise Differs(f"{name}.grad is {mine.grad}, in PyTorch {theirs.grad}")
        if mine.grad is not None:
            same(f"{name}.grad", mine.grad, theirs.grad.numpy())


def same(name, a, b):
    if a.dtype != b.dtype or a.shape != b.shape:
        raise Differs(f"{name} is {a.dtype} {a.shape}, in PyTorch {b.dtype} {b.shape}")
    rtol = 1e-4 if a.dtype == np.float32 else 1e-6  # which may have been float32 before
    if not np.allclose(a, b, rtol=rtol, atol=rtol, equal_nan=True):
        raise Differs(f"{name} is {a.tolist()}, in PyTorch {b.tolist()}")


def sentence(error):
    """The first words of a refusal, without its numbers and names."""
    return re.sub(r"[(\[].*?[)\]]|\d+", "…", str(error))[:60]


def told(family, programs, first):
    found, refusals, shown = Counter(), Counter(), []
    for seed in range(first, first + programs):
        program = None
        try:
            program = Program(family, seed)
            for _ in range(LINES):
                program.extend()
            found["agree"] += 1
        except Agreed:
            found["agree"] += 1
        except Refused as why:
            found["refuse"] += 1
            refusals[str(why)] += 1
        except Differs as why:
            found["differ"] += 1
            shown.append((seed, str(why), program.lines if program else []))
    counts = ", ".join(f"{found[what]} {what}" for what in ("agree", "refuse", "differ"))
    print(f"{family}: {programs} programs: {counts}", flush=True)
    for words, count in refusals.most_common(SHOWN):
        print(f"  {count} refuse: {words}")
    for seed, why, lines in sorted(shown, key=lambda each: len(each[2]))[:SHOWN]:
        print("\n      ".join([f"  seed {seed} differs: {why}", *lines]))
    return found["differ"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--programs", type=int, default=1000, help="of each family")
    parser.add_argument("--family", choices=FAMILIES, help="only this one")
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    asked = parser.parse_args()
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(1)
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    families = [asked.family] if asked.family else list(FAMILIES)
    differ = sum(told(family, asked.programs, asked.seed) for family in families)
    share = 1 - differ / (asked.programs * len(families))
    print(f"{share:.2%} agree or refuse in words; the goal is {GOAL:.1%}")
    sys.exit(share < GOAL)


if __name__ == "__main__":
    main()
