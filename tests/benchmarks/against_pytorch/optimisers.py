"""States that optimisers take PyTorch's steps, whatever happens to parameters and options in between."""

import itertools

import numpy as np
import torch
from agreement import must_agree
from tally import Tally, Wrong

import minimodel

SHAPES = ((3, 2), (4,), (), (2, 1, 3), (0, 2))
EVENTS = ("none", "missing", "frozen", "lr", "options", "clip", "data", "kept", "zeroed", "by hand", "all")
KINDS = (
    (np.float64, True),
    (np.float64, False),
    (np.float32, True),
)  # of numbers; whether there are two groups
STEPS = 30


def settings():
    """Yields every optimiser with every option that both libraries have."""
    for momentum, decay, nesterov in itertools.product((0, 0.9), (0, 0.1), (False, True)):
        if momentum or not nesterov:
            yield "SGD", {"lr": 0.05, "momentum": momentum, "weight_decay": decay, "nesterov": nesterov}
    adams = itertools.product(("Adam", "AdamW"), ((0.9, 0.999), (0.0, 0.99)), (0, 0.1), (1e-8, 1e-2))
    for kind, betas, decay, eps in adams:
        yield kind, {"lr": 0.05, "betas": betas, "weight_decay": decay, "eps": eps}
    yield from (("SGD", {}), ("Adam", {}), ("AdamW", {}), ("SGD", {"lr": 0.0}))


class Training:
    """Trains the same parameters in one of the libraries."""

    def __init__(self, library, kind, options, dtype, grouped):
        rng = np.random.default_rng(len(SHAPES))
        arrays = [rng.normal(size=shape).astype(dtype) for shape in SHAPES]
        self.library, self.dtype = library, dtype
        self.params = [self.tensor(array).requires_grad_() for array in arrays]
        groups = [{"params": self.params[:2], "lr": 0.2}, {"params": self.params[2:]}]
        self.optimizer = getattr(library.optim, kind)(groups if grouped else self.params, **options)

    def tensor(self, array):
        """Makes a tensor of this library."""
        make = minimodel.Tensor if self.library is minimodel else torch.tensor
        return make(array)

    def step(self, t, event):
        """Takes one step, in which the event happens when it is its time; "all" is every one of them."""
        self.before(t, event)
        if event == "zeroed":
            self.optimizer.zero_grad(set_to_none=t % 2 == 0)
        elif event != "kept" or t % 3 == 0:
            self.optimizer.zero_grad()
        loss(self.params, t, {"missing": t % 3, "all": t % 4}.get(event)).backward()
        if event in ("clip", "all") and (event == "all" or 8 <= t < 14):
            self.library.nn.utils.clip_grad_norm_(self.params, 0.5)
        if event == "by hand" and 8 <= t < 14:
            self.params[2].grad = self.params[2].grad * 2 + 1
        self.optimizer.step()

    def before(self, t, event):
        """Lets the event happen to parameters and options before the forward pass."""
        groups = self.optimizer.param_groups
        if event in ("frozen", "all") and t in (5, 12):
            self.params[1].requires_grad_(t == 12)
        if event in ("lr", "all") and t in (9, 17):
            for group in groups:
                group["lr"] *= 0.3
        if event in ("options", "all") and t == 10:
            adams = {"betas": (0.5, 0.9), "eps": 1e-4, "weight_decay": 0.3}
            groups[-1].update(adams if "betas" in groups[-1] else {"momentum": 0.5, "weight_decay": 0.2})
        if event in ("data", "all") and t in (7, 8):
            array = np.full(SHAPES[0], t, self.dtype)
            self.params[0].data = array if self.library is minimodel else torch.tensor(array)


def loss(params, t, missing):
    """Computes a number from all of the parameters, apart from every fourth that is missing."""
    used = [p for i, p in enumerate(params) if missing is None or i % 4 != missing]
    terms = [((p * 0.3 - 0.1 * t + i).sin() * 2 + (p - 1) * (p - 1)).sum() for i, p in enumerate(used)]
    return sum(term * (0.5 + 0.1 * i) for i, term in enumerate(terms))


def check_trajectory(kind, options, event, dtype, grouped):
    """Trains in both libraries, and compares every parameter after every step."""
    mine, theirs = (Training(library, kind, options, dtype, grouped) for library in (minimodel, torch))
    rtol = 1e-10 if dtype == np.float64 else 2e-4
    for t in range(STEPS):
        mine.step(t, event)
        theirs.step(t, event)
        for i, (p, q) in enumerate(zip(mine.params, theirs.params, strict=True)):
            must_agree(f"step {t}, parameter {i}", p, q, 1, rtol)
    if any(p.dtype != dtype for p in mine.params):
        raise Wrong("another dtype")


def tallied():
    """Counts a statement for each setting, event and kind of numbers."""
    tally = Tally("optimisers")
    for (kind, options), event, (dtype, grouped) in itertools.product(settings(), EVENTS, KINDS):
        name = f"{kind} {options}, event {event}, {dtype.__name__}{', groups' * grouped}"
        tally.state(name, check_trajectory, kind, options, event, dtype, grouped)
    return tally
