"""What a training step of minimodel is measured against: the same step, written otherwise.

Every rival trains TenseMLP (tanh GELU, mean cross-entropy, Adam at 0.01) from the weights it is given,
one full-batch step a call, and returns the loss, so that they can be checked against one another.
"""

import itertools
import math

import numpy as np

C = math.sqrt(2 / math.pi)
LR, BETA1, BETA2, EPS = 0.01, 0.9, 0.999, 1e-8


def views(flat, shapes):
    """Windows of these shapes into the last axis of a flat array."""
    found, start = [], 0
    for shape in shapes:
        size = math.prod(shape)
        found.append(flat[..., start : start + size].reshape(*flat.shape[:-1], *shape))
        start += size
    return found


class ByHand:
    """One model, or S of them on a leading axis: every product and sum into its own buffer.

    What is constant over the steps is computed once, numbers too, as arrays without axes, which NumPy is
    quicker with; parameters, gradients and Adam's memory are flat.
    """

    def __init__(self, weights, x, y):
        lead, dtype = x.shape[:-2], x.dtype
        rows, hidden, classes = x.shape[-2], weights[0].shape[-2], weights[2].shape[-2]
        shapes = [w.shape[len(lead) :] for w in weights]
        self.flat = np.concatenate([w.reshape(*lead, -1) for w in weights], axis=-1)
        self.g, self.m, self.v, self.t1, self.t2 = (np.zeros_like(self.flat) for _ in range(5))
        self.w1, self.b1, self.w2, self.b2 = views(self.flat, shapes)
        self.gw1, self.gb1, self.gw2, self.gb2 = views(self.g, shapes)
        self.x, self.steps, self.rows = x, 0, rows
        self.multiply_matrices = np.matmul if lead else np.dot
        if lead:
            self.b1, self.b2 = self.b1[:, None], self.b2[:, None]
        names = ("z", "square", "h", "a", "slope", "rest", "ga")
        for name in names:
            setattr(self, name, np.empty((*lead, rows, hidden), dtype))
        self.p = np.empty((*lead, rows, classes), dtype)
        self.top, self.total, self.log = (np.empty((*lead, rows, 1), dtype) for _ in range(3))
        self.one_hot = np.eye(classes, dtype=dtype)[y] / rows
        self.places = np.arange(y.size) * classes + y.reshape(-1)
        self.at_label = np.empty(y.size, dtype)
        self.p_flat = self.p.reshape(-1)
        numbers = {
            "one": 1,
            "half": 0.5,
            "c": C,
            "two_c": 2 * C,
            "bend": 0.044715 * C,
            "six_bend": 6 * 0.044715 * C,
            "count": rows,
            "new1": 1 - BETA1,
            "old2": BETA2,
            "new2": 1 - BETA2,
        }
        for name, number in numbers.items():
            setattr(self, name, np.array(number, dtype))

    def step(self):
        dot, x, z, square, h, a, p = (
            self.multiply_matrices,
            self.x,
            self.z,
            self.square,
            self.h,
            self.a,
            self.p,
        )
        dot(x, self.w1.mT, z)
        np.add(z, self.b1, z)
        np.multiply(z, z, square)
        np.multiply(square, self.bend, h)
        np.add(h, self.c, h)
        np.multiply(h, z, h)
        np.tanh(h, h)
        np.add(h, self.one, h)
        np.multiply(h, self.half, h)
        np.multiply(z, h, a)
        dot(a, self.w2.mT, p)
        np.add(p, self.b2, p)
        np.maximum.reduce(p, axis=-1, keepdims=True, out=self.top)
        np.subtract(p, self.top, p)
        self.p_flat.take(self.places, out=self.at_label, mode="clip")
        np.exp(p, p)
        np.add.reduce(p, axis=-1, keepdims=True, out=self.total)
        np.log(self.total, self.log)
        loss = (np.add.reduce(self.log, axis=None) - np.add.reduce(self.at_label)) / self.rows
        np.multiply(self.total, self.count, self.total)
        np.divide(p, self.total, p)
        np.subtract(p, self.one_hot, p)
        dot(p.mT, a, self.gw2)
        np.add.reduce(p, axis=-2, out=self.gb2)
        dot(p, self.w2, self.ga)
        slope = self.slope
        np.multiply(square, self.six_bend, slope)
        np.add(slope, self.two_c, slope)
        np.multiply(slope, a, slope)
        np.subtract(self.one, h, self.rest)
        np.multiply(slope, self.rest, slope)
        np.add(slope, h, slope)
        np.multiply(self.ga, slope, self.ga)
        dot(self.ga.mT, x, self.gw1)
        np.add.reduce(self.ga, axis=-2, out=self.gb1)
        self.adam()
        return float(loss)

    def adam(self):
        self.steps += 1
        g, m, v, t1, t2 = self.g, self.m, self.v, self.t1, self.t2
        np.subtract(g, m, t1)
        np.multiply(t1, self.new1, t1)
        np.add(m, t1, m)
        np.multiply(v, self.old2, v)
        np.multiply(g, g, g)
        np.multiply(g, self.new2, g)
        np.add(v, g, v)
        correction = math.sqrt(1 - BETA2**self.steps)
        np.sqrt(v, t2)
        np.add(t2, EPS * correction, t2)
        np.divide(m, t2, t2)
        np.multiply(t2, LR * correction / (1 - BETA1**self.steps), t2)
        np.subtract(self.flat, t2, self.flat)


def hips_autograd(weights, x, y):
    """HIPS autograd, with its own Adam's rule on its own flattened parameters."""
    import autograd.numpy as anp
    from autograd import value_and_grad
    from autograd.misc.flatten import flatten

    flat, unflatten = flatten([w.copy() for w in weights])
    rows = np.arange(len(x))

    def loss(flat):
        w1, b1, w2, b2 = unflatten(flat)
        z = anp.dot(x, w1.T) + b1
        a = 0.5 * z * (1 + anp.tanh(C * (z + 0.044715 * z**3)))
        p = anp.dot(a, w2.T) + b2
        p = p - anp.max(p, axis=1, keepdims=True)
        return anp.mean(anp.log(anp.sum(anp.exp(p), axis=1)) - p[rows, y])

    gradient = value_and_grad(loss)
    state = {"flat": flat, "m": np.zeros_like(flat), "v": np.zeros_like(flat), "t": 0}

    def step():
        value, g = gradient(state["flat"])
        state["t"] += 1
        state["m"] = BETA1 * state["m"] + (1 - BETA1) * g
        state["v"] = BETA2 * state["v"] + (1 - BETA2) * g * g
        m_hat = state["m"] / (1 - BETA1 ** state["t"])
        v_hat = state["v"] / (1 - BETA2 ** state["t"])
        state["flat"] = state["flat"] - LR * m_hat / (np.sqrt(v_hat) + EPS)
        return float(value)

    return step


def torch_network(sizes, weights, dtype):
    """Linear, GELU, Linear, ... in PyTorch, with these weights."""
    import torch

    layers = []
    for inputs, outputs in itertools.pairwise(sizes):
        layers += [torch.nn.Linear(inputs, outputs, dtype=dtype), torch.nn.GELU(approximate="tanh")]
    network = torch.nn.Sequential(*layers[:-1])
    with torch.no_grad():
        for parameter, values in zip(network.parameters(), weights, strict=True):
            parameter.copy_(torch.from_numpy(values))
    return network


def torch_eager(weights, x, y, **options):
    """PyTorch as one writes it; `fused=True`, `foreach=True` or neither choose its Adam."""
    import torch

    x, y = torch.from_numpy(x), torch.from_numpy(y)
    sizes = [weights[0].shape[1], *(w.shape[0] for w in weights[::2])]
    network = torch_network(sizes, weights, x.dtype)
    loss, optimizer = torch.nn.CrossEntropyLoss(), torch.optim.Adam(network.parameters(), lr=LR, **options)

    def step():
        optimizer.zero_grad()
        value = loss(network(x), y)
        value.backward()
        optimizer.step()
        return value.item()

    return step


def torch_vmap(weights, x, y):
    """S models as one with torch.func: vmap of grad, and a fused Adam on the stacked parameters."""
    import torch
    from torch.func import functional_call, grad_and_value, vmap

    x, y = torch.from_numpy(x), torch.from_numpy(y)
    sizes = [weights[0].shape[2], *(w.shape[1] for w in weights[::2])]
    network = torch_network(sizes, [w[0] for w in weights], x.dtype)
    names = [name for name, _ in network.named_parameters()]
    stacked = {name: torch.from_numpy(w.copy()) for name, w in zip(names, weights, strict=True)}
    optimizer = torch.optim.Adam(stacked.values(), lr=LR, fused=True)

    def loss(parameters, x, y):
        return torch.nn.functional.cross_entropy(functional_call(network, parameters, (x,)), y)

    gradients = vmap(grad_and_value(loss))

    def step():
        found, values = gradients(stacked, x, y)
        for name, parameter in stacked.items():
            parameter.grad = found[name]
        optimizer.step()
        return values.sum().item()

    return step
