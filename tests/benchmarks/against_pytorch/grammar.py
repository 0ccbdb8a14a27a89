"""Holds the expressions that random graphs are made of, and draws the words that fill their gaps."""

import math

import numpy as np

OPERATIONS = """
    {x} + {y} | {x} - {y} | {x} * {y} | {x} / {y} | {x} + {c} | {c} * {x} | {c} - {x} | {c} / {x} | -{x}
    {n} + {x} | {m} - {x} | {x} - {m} | {n} * {x} | {n} / {x} | {x} / {n} | {x} ** {e} | {x}.abs() ** {y}
    {x} ** {y} | {m} ** {x} | L.pow({x}, {e}) | {x} @ {r} | {l} @ {x} | L.matmul({x}, {z}) | {x} @ {x}.mT
    ({x} * 0.3).exp() | {x}.exp() | {x}.log() | ({x}.abs() + 0.1).log() | {x}.sqrt() | ({x} * {x} + 0.1).sqrt()
    {x}.sin() | {x}.cos() | {x}.tanh() | {x}.sigmoid() | {x}.relu() | F.gelu({x}, approximate={approximate})
    {x}.sum() | {x}.mean() | {x}.amax() | {x}.max() | {x}.min() | {x}.sum({ds}, {k}) | {x}.mean({ds}, {k})
    {x}.amax({ds}, {k}) | {x}.logsumexp({ds}, {k}) | {x}.softmax({d}) | {x}.log_softmax({d}) | L.sum({x}, {d})
    {x}.max({d}, {k}).values | {x}.max({d}, keepdim={k})[1] | {x}.min({d}).values | {x}.argmax({d}, {k})
    {x}.var({d}, {k}) | {x}.std({d}, unbiased={k}, keepdim={k}) | {x}.mean(dim={d}, keepdim={k})
    {x}.reshape({shape}) | {x}.reshape(({shape},)) | {x}.contiguous().view({shape}) | {x}.transpose({d}, {d})
    {x}.permute({order}) | {x}.permute(({order},)) | {x}.swapaxes({d}, {d}) | {x}.unsqueeze({d1})
    {x}.squeeze({d}) | {x}.squeeze({ds}) | {x}.flatten() | {x}.flatten({d}) | {x}.flatten({d}, {d}) | {x}.mT
    {x}[{i}] | {x}[{i}, {i}] | {x}[{i}, {i}, {i}] | {x}[..., {i}] | {x}[{i}, ..., {i}] | {x}[{mask}] | {x}[None]
    {x}[{i}][{i}] | {x}[{rows}] | {x}[{rows}, {i}] | {x}.gather({d}, {places}) | L.where({mask}, {x}, {y})
    L.where({x} > {n}, {x}, {n}) | L.cat([{x}, {same}], {d}) | L.cat([{x}, {z}, {x}], dim={d}) | L.tril({x})
    L.stack([{x}, {same}], {d1}) | L.stack(({x}, {same}, {y}), dim={d1}) | {x}.masked_fill({mask}, {n})
    {x}.detach() | {x}.clone() | quiet(lambda: {x} * {y}) | ({x} > {y}).double() * {x} | {x}.detach() * {y}
    {x}.squeeze() | abs({x})
"""
WRITES = """
    {x}.data[...] = 7.5 | {x}[...] = 7.5 | {x} += 3 | {x} *= 3 | {x}.data += 1 | {x}.data *= {x}.data + 2
    {x}.data.fill(9) | {x}.write(7) | {x}.detach()[...] = 5 | {x}.detach().data[...] = 5
    {x}[..., :1] = 4 | {x}.T[...] = 4 | x0.data = x0.data * 3 | np.copyto({x}.data, 5) | {x}.data.sort()
    {x}.numpy()[...] = 3 | np.add({x}.data, 1, out={x}.data) | {x}.data.put(0, 9) | {x}.data.T[...] = 6
    {x}.data.reshape(-1)[:1] = 6 | base[...] = 8 | part[...] = 8 | turned[...] = 8 | cut[...] = 8 | part += 1
    step() | x0.data = x0.data * 1; step() | own[...] = own[::-1].copy() | {x}.reshape(-1)[...] = 5
    own[...] = ~own if own.dtype == bool else 0 | {x}.flatten().data[...] = 3 | {x}.view(-1).detach()[...] = 3
    {x}[None][0][...] = 2 | {x}.detach().reshape(-1).data[...] = 2 | {x}.data.squeeze()[...] = 2
    np.multiply.at({x}.data, 0, 3) | x0.grad = 1 + x0.data | np.exp({x}.data, {x}.data) | {x}.data[:] = 1
    {x}.data.partition(0)
"""


def listed(text):
    """Splits a list at bars and at the ends of lines."""
    return [part.strip() for line in text.strip().splitlines() for part in line.split("|")]


OPERATIONS, WRITES = listed(OPERATIONS), listed(WRITES)


class Words(dict):
    """Draws a word for every gap of a template; most are made to fit the shape of the x before them."""

    def __init__(self, program, random, numbers):
        self.program, self.random, self.numbers = program, random, numbers
        self.at, self.axis, self.dim = (), 0, 0

    def __missing__(self, gap):
        return str(getattr(self, f"draw_{gap}")())

    def draw_x(self):
        """Draws a value, and mostly one of the last."""
        names = self.program.names
        name = self.random.choice(names[-3:] if self.random.random() < 0.6 else names)
        self.at, self.axis = self.program.shape(name), 0
        return name

    def draw_y(self):
        """Draws a value that broadcasts with x, mostly."""
        names = self.program.names
        fits = [name for name in names if can_broadcast(self.program.shape(name), self.at)]
        if len(fits) < 2 or self.random.random() < 0.3:
            start = self.random.randint(0, len(self.at))
            return self.program.leaf(tuple(self.random.choice((n, n, 1)) for n in self.at[start:]))
        return self.random.choice(fits if self.random.random() < 0.97 else names)

    def draw_z(self):
        """Draws any value."""
        return self.random.choice(self.program.names)

    def draw_same(self):
        """Draws a value of the shape of x."""
        names = self.program.names
        return self.random.choice([name for name in names if self.program.shape(name) == self.at])

    def draw_c(self):
        """Draws an array that broadcasts with x."""
        return self.program.array(self.program.draw(self.at[self.random.randint(0, len(self.at)) :]))

    def draw_r(self):
        """Draws what stands on the right of x @."""
        leading = self.random.choice(((), self.at[:-2]))
        return self.program.leaf((*leading, *self.at[-1:], 2)[self.random.choice((0, 0, -2)) :])

    def draw_l(self):
        """Draws what stands on the left of @ x."""
        inner = self.at[-2] if len(self.at) > 1 else [1, *self.at][-1]
        return self.program.leaf((2, inner)[self.random.choice((0, 0, 1)) :])

    def draw_m(self):
        """Draws a number."""
        return self.random.choice((2, -1.5, 0, 0.5, 3, -1))

    def draw_n(self):
        """Draws a number or True."""
        return self.random.choice((2, -1.5, 0, 0.5, 3, -1, True))

    def draw_e(self):
        """Draws an exponent."""
        return self.random.choice((2, 3, 0.5, -1, 0, 1, -2, 2.5, 2.0, 0.0))

    def draw_k(self):
        """Draws True or False."""
        return self.random.random() < 0.5

    def draw_approximate(self):
        """Draws a form of GELU."""
        return self.random.choice(("'none'", "'tanh'"))

    def draw_d(self, more=0):
        """Draws an axis; now and then one too far."""
        n = max(len(self.at) + more, 1) + (self.random.random() < 0.02)
        self.dim = self.random.randrange(-n, n)
        return self.dim

    def draw_d1(self):
        """Draws a place for a new axis."""
        return self.draw_d(1)

    def draw_ds(self):
        """Draws one axis or several."""
        if not self.at or self.random.random() < 0.5:
            return self.draw_d()
        dims = self.random.sample(range(len(self.at)), self.random.randint(1, len(self.at)))
        return tuple(self.random.choice((i, i - len(self.at))) for i in dims)

    def draw_order(self):
        """Draws an order of the axes."""
        n = len(self.at)
        order = self.random.sample(range(n), n)
        return ", ".join(str(i - n * self.random.randint(0, 1)) for i in order) or "()"

    def draw_shape(self):
        """Draws a shape that mostly has as many entries as x."""
        at, size = self.at, math.prod(self.at)
        shapes = ((size,), (-1,), (1, -1), (size, 1), at[::-1], (*at[:1], -1), (-1, *at[1:]), (2, -1))
        return ", ".join(map(str, self.random.choice(shapes))) or "1"

    def draw_mask(self):
        """Draws a mask of the shape of x."""
        return self.program.array(np.asarray(self.numbers.random(self.at) < 0.5))

    def draw_i(self):
        """Draws an index of the next axis, or None."""
        n, self.axis = ([*self.at, 1] * 4)[self.axis], self.axis + 1
        some = self.random.choices(range(-n, n), k=2) if n else []
        start, stop = self.random.choice(("", "0", "1", "-2")), self.random.choice(("", "2", "-1", "5"))
        slices = (f"{start}:{stop}", f"{start}:{stop}:2", "::3", ":")
        return self.random.choice((*slices, *some[:1], None, some, some[:1]))

    def draw_rows(self):
        """Draws an array of indices of the first axis, or a mask of it."""
        n, self.axis = self.at[0] if self.at else 0, 1
        if not n or self.random.random() < 0.5:
            return self.program.array(self.numbers.random(n) < 0.6)
        shape = self.random.choice(((2,), (2, 2), (), (0,)))
        return self.program.array(np.asarray(self.numbers.integers(-n, n, shape)))

    def draw_places(self):
        """Draws what gather takes along the axis that was drawn before it."""
        dim = self.dim % max(len(self.at), 1)
        shape = [self.random.choice((n, n, max(n - 1, 0))) for n in self.at]
        shape[dim : dim + 1] = [2] * bool(self.at)
        return self.program.array(np.asarray(self.numbers.integers(0, max([*self.at, 1][dim], 1), shape)))


def can_broadcast(a, b):
    """Says whether two shapes fit together."""
    return all(m == n or 1 in (m, n) for m, n in zip(a[::-1], b[::-1], strict=False))
