"""States that a training can be carried across between the libraries, model and optimiser, and go on."""

import itertools

import numpy as np
import torch
from agreement import must_agree
from optimisers import settings
from tally import Tally, Wrong

import minimodel

REAL = {np.float64: torch.float64, np.float32: torch.float32}
STEPS, LAP = 24, 4  # steps in all, and from one hand-over to the next


def network(nn, dtype):
    """Makes a network of the same names in both libraries; one layer is shared under two names."""
    shared = nn.Linear(5, 5, dtype=dtype)
    return nn.Sequential(
        nn.Linear(4, 5, dtype=dtype),
        nn.LayerNorm(5, dtype=dtype),
        nn.GELU(approximate="tanh"),
        shared,
        nn.Sequential(nn.PReLU(dtype=dtype), shared, nn.Dropout(0.0)),
        nn.Linear(5, 3, bias=False, dtype=dtype),
    )


class Runner:
    """Trains the network in one library, and takes over from another runner."""

    def __init__(self, library, kind, options, dtype):
        rng = np.random.default_rng(3)
        x, y = rng.normal(size=(7, 4)).astype(dtype), rng.integers(0, 3, 7)
        at_home = library is minimodel
        self.data = (minimodel.Tensor(x), y) if at_home else (torch.tensor(x), torch.tensor(y))
        self.library, self.model = library, network(library.nn, dtype if at_home else REAL[dtype])
        self.optimizer = getattr(library.optim, kind)(self.model.parameters(), **options)

    def step(self, t):
        """Takes one step and returns the loss; now and then one layer is frozen and gets no gradient."""
        x, y = self.data
        self.model[0].weight.requires_grad_(t % 7 != 3)
        self.optimizer.zero_grad()
        loss = self.library.nn.CrossEntropyLoss()(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def take_over(self, other):
        """Loads the states of another runner, which may be in the other library."""
        model, optimizer = other.model.state_dict(), other.optimizer.state_dict()
        if self.library is torch:
            model, optimizer = as_tensors(model), as_pytorchs(optimizer, self.optimizer.state_dict())
        self.model.load_state_dict(model, strict=True)
        self.optimizer.load_state_dict(optimizer)


def as_tensors(state):
    """Turns the arrays of a state into PyTorch's tensors."""
    if isinstance(state, dict):
        return {name: as_tensors(x) for name, x in state.items()}
    return torch.tensor(state) if isinstance(state, np.ndarray) else state


def as_pytorchs(state, own):
    """Completes an optimiser's state with the options that only PyTorch has, and its tensors of steps."""
    groups = [{**ours, **g} for ours, g in zip(own["param_groups"], state["param_groups"], strict=True)]
    kept = as_tensors(state["state"])
    steps = {i: {**entry, "step": torch.tensor(float(entry["step"]))} for i, entry in kept.items()}
    return {"state": steps, "param_groups": groups}


def check_exchange(kind, options, dtype, starts_in_pytorch):
    """Trains in turns in both libraries, and compares each loss with that of PyTorch alone."""
    torch.manual_seed(0)
    mine, theirs, alone = (Runner(library, kind, options, dtype) for library in (minimodel, torch, torch))
    turns = (theirs, mine) if starts_in_pytorch else (mine, theirs)
    for runner in turns:
        runner.take_over(alone)
    for t in range(STEPS):
        runs, waits = turns if t // LAP % 2 == 0 else turns[::-1]
        if t and t % LAP == 0:
            runs.take_over(waits)
        where = f"step {t}, in {runs.library.__name__}"
        must_agree(where, runs.step(t), alone.step(t), 1, 1e-10 if dtype == np.float64 else 2e-3)


def check_names():
    """Compares the names in a state_dict, and their order."""
    mine, theirs = network(minimodel.nn, np.float64), network(torch.nn, torch.float64)
    if list(mine.state_dict()) != list(theirs.state_dict()):
        raise Wrong(f"{list(mine.state_dict())} against {list(theirs.state_dict())}")


def tallied():
    """Counts a statement for each setting, kind of numbers and place to begin, and one for the names."""
    tally = Tally("states exchanged")
    tally.state("names of a state_dict", check_names)
    for (kind, options), dtype, first in itertools.product(settings(), REAL, (False, True)):
        name = f"{kind} {options} {dtype.__name__}, first in {'PyTorch' if first else 'minimodel'}"
        tally.state(name, check_exchange, kind, options, dtype, first)
    return tally
