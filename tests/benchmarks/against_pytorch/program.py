"""Writes a random program line by line, and runs it in both libraries."""

import math
import random

import numpy as np
import torch
from agreement import RTOL, SCALE, as_array, both, distance, must_agree
from grammar import OPERATIONS, Words
from left_out import check_left_out
from tally import Wrong

import minimodel

NEARBY, TRIALS = 1e-13, 8  # how far inputs are moved, relatively, and how often, to see what rounding decides


class RoundingDecides(Exception):
    """Says that PyTorch's own result changes as much when its inputs change by rounding."""


class Program:
    """Keeps a random program: its lines, and what its names are in each library."""

    def __init__(self, seed):
        self.random, self.numbers = random.Random(seed), np.random.default_rng(seed)
        self.mine = {"L": minimodel, "F": minimodel.nn.functional, "np": np}
        self.theirs = {"L": torch, "F": torch.nn.functional}
        for names, library in ((self.mine, minimodel), (self.theirs, torch)):
            names["quiet"] = library.no_grad()(lambda f: f())
        self.lines, self.computed = [], {}  # to be read, and to be computed again
        self.names, self.leaves, self.arrays = [], [], []  # that may be used by the lines to come
        self.words = Words(self, self.random, self.numbers)
        self.whole = self.random.random() < 0.25  # whole numbers: zeros, and equal maxima
        self.begin()

    def begin(self):
        """Makes one to three leaves, and asks for a gradient of at least one, mostly."""
        for _ in range(self.random.randint(1, 3)):
            lengths = self.random.choices((0, 1, 2, 3), (1, 4, 8, 8), k=self.random.randint(0, 4))
            self.leaf(tuple(lengths))
        wanted = any(self.mine[name].requires_grad for name in self.leaves)
        if not wanted and self.random.random() < 0.9:
            for name in self.leaves:
                self.mine[name].requires_grad_()
                self.theirs[name].requires_grad_()
                self.lines.append(f"{name}.requires_grad_()")

    def draw(self, shape):
        """Draws numbers."""
        array = self.numbers.normal(size=shape)
        return np.asarray(np.round(array) if self.whole else array)

    def leaf(self, shape):
        """Makes a leaf of both libraries, and returns its name."""
        array, name, wants = self.draw(shape), f"x{len(self.leaves)}", self.random.random() < 0.7
        mine, theirs = minimodel.Tensor(array, wants), torch.tensor(array, requires_grad=wants)
        self.leaves.append(name)
        self.keep(name, f"tensor({array.tolist()}, requires_grad={wants})", mine, theirs)
        return name

    def array(self, array):
        """Gives minimodel an array as it is, which may be written to afterwards; returns its name."""
        name = f"a{len(self.arrays)}"
        self.mine[name], self.theirs[name] = array, torch.tensor(array)
        self.arrays.append(name)
        self.lines.append(f"{name} = array({array.tolist()})")
        return name

    def keep(self, name, line, mine, theirs):
        """Gives a value its name in both libraries."""
        self.mine[name], self.theirs[name] = mine, theirs
        self.lines.append(f"{name} = {line}")
        self.names.append(name)

    def shape(self, name):
        """Says which shape a value has."""
        return self.mine[name].shape

    def extend(self):
        """Adds an expression, unless both libraries refuse it. Raises Wrong where they differ."""
        line = self.random.choice(OPERATIONS).format_map(self.words)
        shapes = [self.shape(name) for name in self.names if name in line]
        try:
            results = both(line, lambda: eval(line, self.mine), lambda: eval(line, self.theirs), shapes)
        except Wrong:
            self.lines.append(line)
            raise
        if results:
            name = f"v{len(self.lines)}"
            self.computed[name] = line
            self.keep(name, line, *results)
            self.compare(name)
            self.forget_or_watch(name)

    def compare(self, name):
        """Compares a value. One that only rounding decides is forgotten: RoundingDecides."""
        mine, theirs = self.mine[name], self.theirs[name]
        if mine.requires_grad != theirs.requires_grad:
            raise Wrong(f"requires_grad is {mine.requires_grad} against {theirs.requires_grad}")
        try:
            self.check_agreement(name, lambda names: names[name])
        except RoundingDecides:
            self.names.remove(name)
            raise

    def forget_or_watch(self, name):
        """Lets no line to come use what is strange or large; watches the gradient of the others."""
        mine, theirs = self.mine[name], self.theirs[name]
        a, b = as_array(mine), as_array(theirs)
        strange = not np.isfinite(b).all() and self.random.random() < 0.8
        zeros = (np.signbit(a) != np.signbit(b)).any()  # 1 / them is another infinity
        large = theirs.numel() > 300 or (np.abs(b) > 1e3).any()
        if not theirs.is_floating_point() or strange or zeros or large:
            self.names.remove(name)
        elif theirs.requires_grad and not theirs.is_leaf:
            theirs.retain_grad()

    def ends(self):
        """Writes the loss: one or two of the values, reduced with weights that are all different."""
        wants = [name for name in self.names if self.theirs[name].requires_grad] or self.names
        ends = sorted({wants[-1], self.random.choice(wants)})
        return " + ".join(f"({name} * {self.weights(name)}).sum()" for name in ends)

    def weights(self, name):
        """Makes an array of weights for a value."""
        shape = self.shape(name)
        return self.array(np.cos(np.arange(math.prod(shape))).reshape(shape))

    # ---- what rounding decides ---------------------------------------------------------------------------

    def check_agreement(self, what, read, scale=SCALE, loss=None):
        """Raises Wrong where what is read differs, or RoundingDecides where PyTorch's differs from itself."""
        mine, theirs = read(self.mine), read(self.theirs)
        try:
            must_agree(what, mine, theirs, scale)
        except Wrong as wrong:
            check_left_out("\n".join(self.lines), [], wrong, theirs)
            if self.was_rounded(what) and self.is_unsettled(mine, theirs, read, scale, loss):
                raise RoundingDecides("rounding decides it in PyTorch too") from None
            raise

    def was_rounded(self, what):
        """Says whether any other value before it is not exactly the same in both libraries."""
        before = (name for name in self.computed if name != what)
        return any(distance(self.mine[name], self.theirs[name]) > 0 for name in before)

    def is_unsettled(self, mine, theirs, read, scale, loss):
        """Says whether PyTorch's result becomes as different when its inputs are moved by rounding."""
        if mine is None or theirs is None or tuple(theirs.shape) != mine.shape:
            return False
        far = max(distance(mine, theirs, scale) / 10, RTOL)
        nearby = (read(self.nearby(trial, loss)) for trial in range(1, TRIALS + 1))
        return any(distance(other, theirs, scale) >= far for other in nearby)

    def nearby(self, trial, loss):
        """Computes all names in PyTorch again from inputs a little moved, equal ones alike."""
        names = dict(self.theirs)
        for leaf in self.leaves:
            x = names[leaf].detach()
            moved = x * (1 + NEARBY * torch.cos(trial * x.abs()))
            names[leaf] = moved.requires_grad_(names[leaf].requires_grad)
        for name, line in self.computed.items():
            names[name] = eval(line, names)
        if loss:
            eval(loss, names).backward()
        return names
