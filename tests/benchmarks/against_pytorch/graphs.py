"""States that random graphs have PyTorch's values and gradients, and that no write goes unnoticed."""

import numpy as np
import torch
from agreement import REFUSALS, as_array, outcome
from grammar import WRITES
from program import Program, RoundingDecides
from tally import LeftOut, Tally, Wrong

import minimodel


def prepare_writes(program):
    """Takes hold of the first leaf's array and of an optimiser, before the forward pass."""
    leaves = [program.mine[name] for name in program.leaves]
    trained = [leaf for leaf in leaves if leaf.requires_grad]
    optimizer = minimodel.optim.SGD(trained, lr=0.5) if trained else None

    def step():
        for p in trained:
            p.grad = np.ones(p.shape)
        optimizer.step()

    data = leaves[0].data
    cut = data[:1] if data.ndim else data
    program.mine |= {"step": step, "base": data, "part": data[...], "turned": data.T, "cut": cut}


def write(program):
    """Writes to something that the graph may need, in minimodel alone."""
    own = program.random.choice(program.arrays) if program.arrays else None
    program.mine["own"] = program.mine[own] if own else np.ones(2)
    line = program.random.choice(WRITES).format_map(program.words)
    program.lines.append(f"with no_grad(): {line}")
    with minimodel.no_grad():
        _, refused = outcome(lambda: exec(line, program.mine))
    if refused is not None and not isinstance(refused, (*REFUSALS, AttributeError)):
        raise refused
    for name in program.leaves:
        program.mine[name].grad = None


def walk(program, writes):
    """Walks back once or twice in both libraries; a write in between is refused, or changes nothing."""
    line, twice = program.ends(), program.random.random() < 0.15 and not writes
    program.lines.append(f"loss = {line}")
    losses = [eval(line, names) for names in (program.mine, program.theirs)]
    if writes:
        write(program)
    refused, also = (outcome(lambda loss=loss: walk_one(loss, twice))[1] for loss in losses)
    noticed = isinstance(refused, RuntimeError) and (also or (writes and "written to" in str(refused)))
    if (refused or also) and not noticed:
        raise Wrong(f"backward: {refused!r:.160} against {also!r:.160}")
    if not refused:
        compare_gradients(program, f"({line}) * {1 + twice}")


def walk_one(loss, twice):
    """Walks back from a loss once or twice."""
    if twice:
        loss.backward(retain_graph=True)
    loss.backward()


def compare_gradients(program, loss):
    """Compares the gradients of all leaves, relative to the largest gradient anywhere on the way."""
    scale = largest_gradient(program)
    for name in program.leaves:
        program.check_agreement(f"{name}.grad", lambda names, name=name: names[name].grad, scale, loss)


def largest_gradient(program):
    """Finds the largest finite gradient that PyTorch's results received, and at least 1."""
    results = [program.theirs[name] for name in program.names]
    received = [as_array(x.grad) for x in results if not x.is_leaf and torch.is_tensor(x.grad)]
    return max([1, *(float(np.abs(g[np.isfinite(g)]).max(initial=0)) for g in received)])


def check_graph(seed, left_out):
    """Builds a random graph, compares every value, and walks back; every third is written to before."""
    program = Program(seed)
    writes = program.random.random() < 0.35
    if writes:
        prepare_writes(program)
    try:
        for _ in range(program.random.randint(1, 10)):
            passing_over(left_out, program.extend)
        passing_over(left_out, walk, program, writes)
    except Exception as error:
        wrong = str(error) if isinstance(error, Wrong) else f"{error!r:.160}"
        raise Wrong("\n".join([wrong, *program.lines])) from None


def passing_over(left_out, part, *inputs):
    """Runs a part of a graph's statement, which may leave out what it is about."""
    try:
        part(*inputs)
    except (LeftOut, RoundingDecides) as why:
        left_out[str(why)] += 1


def tallied(count):
    """Counts a statement for each graph; what is left out are single expressions of them."""
    tally = Tally("graphs")
    for seed in range(count):
        tally.state(f"seed {seed}", check_graph, seed, tally.left_out)
    return tally
