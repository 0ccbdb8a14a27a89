"""One wrong line does the same wherever a model is trained: alone, watched, in a sweep, and before the judge.

Each edit is made in a copy of minimodel, which trains the same small model from the same seeds in every way.
Either all give the same losses, or all refuse with the same kind of error, or a quick way parts from the
plain one so early that lessons.runs.ways lets the plain one be taken; the table APART says where, and why. And the
plain loop, which the judge runs, shows that something is wrong.
"""

import functools
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from lessons.course.lesson import Edit as LessonEdit
from lessons.runs.edits import edited_library, healthy_library
from lessons.runs.ways import TRIED, alike

SEEDS, STEPS = (0, 1, 2), TRIED + 16
SEEN = 1e-9  # the distance between two losses that lessons.runs.judge sees


class Edit(NamedTuple):
    """One wrong line, the case in which it runs, and why a quick way parts from the plain one, if so."""

    what: str
    before: str
    after: str
    case: str = "gelu"
    apart: str = ""


class Case(NamedTuple):
    build: Callable[[Any, int], Any]
    optimizer: str = "Adam"
    options: dict[str, Any] = {"lr": 0.01}
    batch_size: int | None = None
    together: bool = True  # False: each seed is an ensemble of its own, for members share their draws

    def optimizer_for(self, library):
        return functools.partial(getattr(library.optim, self.optimizer), **self.options)


def tense(activation="gelu", hidden=16):
    def build(library, seed):
        return library.lab.tense.TenseMLP(activation, hidden, generator=np.random.default_rng(seed))

    return build


def net(forward, **layers):
    """A network of these layers; `forward` says how they are used."""

    def build(library, seed):
        class Net(library.nn.Module):
            functions = library.functions

            def forward(self, x):
                return forward(self, x)

        made, generator = Net(), np.random.default_rng(seed)
        for name, layer in layers.items():
            setattr(made, name, layer(library.nn, generator))
        return made

    return build


def linear(inputs, outputs):
    return lambda nn, generator: nn.Linear(inputs, outputs, generator=generator)


FIRST, LAST = linear(23, 8), linear(8, 5)


def between(middle):
    return net(lambda m, x: m.last(m.middle(m.first(x))), first=FIRST, middle=middle, last=LAST)


def lab_of(nn):
    return sys.modules[nn.__name__.removesuffix(".nn")].lab


def shared(m, x):
    h = m.middle(m.first(x))
    return m.last(h + h * m.middle(h).tanh())


def computed(m, x):
    h = m.first(x)
    top = m.functions.cat([h, h], -1).amax(-1, True) + h.mean(-1, True) + h.logsumexp(-1, True)
    return m.last((2 - h.cos()) / (h.exp() + 1) + h**3 + h.log_softmax(-1) + h * (top + h.sum(-1, True)))


def rearranged(m, x):
    h = m.middle(m.first(x))
    pairs = m.functions.stack([h.tanh(), h.sin()], dim=-1).mT.reshape(*x.shape[:-1], 16)
    return m.last(m.functions.cat([pairs, h[..., 2:6], h[..., 1].unsqueeze(-1)], dim=-1))


MOVING = net(rearranged, first=FIRST, middle=lambda nn, g: nn.PReLU(), last=linear(21, 5))
SGD = {"optimizer": "SGD", "options": {"lr": 0.1}}
CASES = {
    **{name: Case(tense(name)) for name in ("gelu", "relu", "prelu", "tanh", "sigmoid")},
    "sgd": Case(tense(), **SGD),
    "slow relu": Case(tense("relu"), "SGD", {"lr": 0.001}),
    "momentum": Case(tense(), "SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.01}),
    "nesterov": Case(tense(), "SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    "adamw": Case(tense(), "AdamW", {"lr": 0.01, "weight_decay": 0.1}),
    "batches": Case(tense(), batch_size=10),
    "hidden 1200": Case(tense(hidden=1200)),
    "hidden 500": Case(tense(hidden=500)),
    "dropout": Case(between(lambda nn, g: nn.Dropout(0.4, generator=g)), together=False),
    "norm": Case(between(lambda nn, g: nn.LayerNorm(8)), **SGD),
    "softmax": Case(between(lambda nn, g: nn.Softmax())),
    "winners": Case(between(lambda nn, g: lab_of(nn).activations.KWinners(3))),
    "exact gelu": Case(between(lambda nn, g: nn.GELU("none"))),
    "nested": Case(between(lambda nn, g: nn.Sequential(nn.Linear(8, 8, generator=g), nn.Tanh()))),
    "square": Case(net(lambda m, x: m.b(m.a(x).tanh()), a=linear(23, 23), b=linear(23, 23)), **SGD),
    "matmul": Case(net(lambda m, x: m.first(x).tanh() @ m.last.weight.mT, first=FIRST, last=LAST)),
    "shared": Case(net(shared, first=FIRST, middle=linear(8, 8), last=LAST), **SGD),
    "computed": Case(net(computed, first=FIRST, last=LAST), "SGD", {"lr": 0.02}),
    "rearranged": Case(MOVING, **SGD),
    "moving batches": Case(MOVING, **SGD, batch_size=10),
}

MEMBERS = "the first axis of a batched model is its members"
ONE_MODEL = "what is computed of all parameters at once is computed of all seeds at once"
PLAIN_ALONE = "only the plain way makes its tensors anew at every step"
SHOWN = "an ensemble shows the losses of its members"
# fmt: off
EDITS = {  # what is wrong; before; after; the case, if not "gelu"
    "operations.py": [
        ("sum_to_shape: mean", "gradient.sum(axis=copied", "gradient.mean(axis=copied", "prelu"),
        ("matmul: not transposed", "widen(g) @ right.mT", "widen(g) @ right", "matmul"),
        ("linear: not transposed, square", "dot(x, weight.mT)", "dot(x, weight)", "square"),
        ("power: factor forgotten", "g * b * raised(a, b", "g * raised(a, b", "computed")],
    "rearranging.py": [
        ("stack: batches", "np.stack(parts, axis", "np.stack(parts[::-1], axis", "moving batches")],
    "nn/activations.py": [("PReLU's slope detached", "leaky_relu, x, slope)", "leaky_relu, x, slope.detach())", "prelu")],
    "nn/members.py": [("parameters detached", "parameter.reshape(*", "parameter.detach().reshape(*", "prelu")],
    "nn/dropout.py": [("slope without the mask", "lambda g: g * mask", "lambda g: g", "dropout")],
    "backward.py": [
        ("fan-in overwritten", "arrived[id(x)] = arrived[id(x)] + part", "arrived[id(x)] = part", "shared"),
        ("walks in any order", 'sorted(found, key=attrgetter("_number"))', "found[::-1]", "shared")],
    "nn/module.py": [
        ("grandchildren lost", "yield from child._tree(dotted(prefix, name), above)",
         "yield dotted(prefix, name), child", "nested"),
        ("no gradient", "(data, requires_grad=True", "(data, requires_grad=False")],
    "recording.py": [("nothing recorded", "    on = True", "    on = False")],
    "optim.py": [
        ("momentum forgotten", "velocity *= momentum", "velocity *= 0", "momentum"),
        ("decay grows", 'at.data *= 1 - options["lr"]', 'at.data *= 1 + options["lr"]', "adamw")],
    "flat.py": [("pieces forget", "{name: a[piece] for", "{name: a[piece].copy() for", "hidden 1200")],
    "training.py": [
        ("step before backward", "error.backward()\n            optimizer.step()",
         "optimizer.step()\n            error.backward()"),
        ("no batches", "batches(x, y, batch_size, generator)", "batches(x, y)", "batches")],
    "data.py": [
        ("last batch left out", "range(0, n, batch_size)", "range(0, n - batch_size, batch_size)", "batches"),
        ("a row left out", "repeat((x, y))", "repeat((Tensor(x._data[1:]), y[1:]))")],
}
APART = {  # where a quick way goes another way, so that lessons.runs.ways takes the plain one; and why
    "reductions.py": [("softmax over axis 0", "= powers / powers.sum(axis=dim", "= powers / powers.sum(axis=0", "softmax", MEMBERS)],
    "nn/losses.py": [
        ("labels reversed from axis 0", "return array.astype(int)", "return array.astype(int)[::-1]", "gelu", MEMBERS),
        ("labels written to", "places = (firsts", "labels[...] = labels[..., ::-1].copy(); places = (firsts", "gelu", PLAIN_ALONE)],
    "nn/normalization.py": [("over axis 0", "value = rows - mean(rows)", "value = rows - rows.mean(0)", "norm", MEMBERS)],
    "optim.py": [("gradient rescaled", "momentum = at.gradient", "momentum = at.gradient / at.gradient.max()", "sgd", ONE_MODEL)],
    "tensor.py": [
        ("inputs rounded", "[x._data for x in inputs]", "[np.round(x._data, 2) for x in inputs]", "gelu", PLAIN_ALONE),
        ("outputs rounded", "output = result(value)", "output = result(np.round(value, 2))", "gelu", PLAIN_ALONE),
        ("the first link kept", "output._links = tensors, links", "output._links = tensors, links[:1]", "gelu", PLAIN_ALONE)],
    "nn/activations.py": [
        ("ReLU by a mask that rests at first", "return x.relu()", "return x * (x._data > 0.1)", "slow relu", PLAIN_ALONE)],
    "training.py": [
        ("the loss shown divided", "Step(step, error.item())", "Step(step, error.item() / len(inputs))", "gelu", SHOWN)],
}
# fmt: on
ROWS = [(file, Edit(*row)) for table in (EDITS, APART) for file, rows in table.items() for row in rows]


def alone(library, case, train):
    optimizer, columns = case.optimizer_for(library), []
    for seed in SEEDS:
        model, x, y, generator = prepared(library, case, seed)
        batches = {"batch_size": case.batch_size, "generator": generator} if case.batch_size else {}
        steps = train(model, x, y, optimizer(model.parameters()), STEPS, **batches)
        columns.append([step.loss for step in steps])
    return np.transpose(columns)


def together(library, case, train):
    found, parts, optimizer = ([prepared(library, case, seed) for seed in SEEDS], [], case.optimizer_for(library))
    for group in [found] if case.together else [[one] for one in found]:
        models, xs, ys, generators = zip(*group, strict=True)
        batches = {"batch_size": case.batch_size, "generators": generators} if case.batch_size else {}
        steps = train(models, np.stack(xs), np.stack(ys), optimizer, STEPS, **batches)
        parts.append([losses.copy() for losses in steps])
    return np.concatenate(parts, axis=1)


def prepared(library, case, seed):
    library.manual_seed(seed + 100)  # for an edit that forgets the generator
    data = library.lab.tense.split("agreement", seed)
    return case.build(library, seed), data.x_train, data.y_train, np.random.default_rng([seed, 2])


def outcomes(library, case):
    lab, found = library.lab, {"plain": outcome(alone, library, case, library.training.train)}
    quick = {"ensemble": (together, lab.ensemble.train_ensemble)}
    if not case.batch_size:  # a replay takes none
        quick |= {"watched": (alone, lab.replay.train), "sweep": (together, lab.replay.train_ensemble)}
    for way, (losses, train) in quick.items():
        found[way] = outcome(losses, library, case, train)
    return found


def outcome(losses, library, case, train):
    try:
        return losses(library, case, train)
    except Exception as error:
        return type(error)


def parted_in_time(found, way):
    """Whether lessons.runs.ways sees that this way is another, and so lets the plain one be taken."""
    plain, quick = found["plain"], found[way]
    if isinstance(plain, type) or isinstance(quick, type):
        return True
    return not alike(plain[:TRIED], quick[:TRIED], tolerance(way))


def tolerance(way):
    return 0.0 if way == "watched" else 1e-9


@functools.cache
def healthy(name):
    return outcomes(healthy_library(), CASES[name])


def disagreeing(found):
    return [way for way in found if not same(found["plain"], found[way], tolerance(way))]


def same(a, b, within):
    if isinstance(a, type) or isinstance(b, type):
        return a is b
    return a.shape == b.shape and np.allclose(a, b, rtol=within, atol=0, equal_nan=True)


def forget(library):
    """Leave no copy behind: there are many."""
    for module in [name for name in sys.modules if name.split(".")[0] == library.__name__]:
        del sys.modules[module]
    sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "name", "") != library.__name__]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if "hidden" in name else ()) for name in CASES]
)
def test_without_an_edit_all_ways_are_one(name):
    assert not disagreeing(healthy(name))
    assert np.isfinite(healthy(name)["plain"]).all()


@pytest.mark.slow
@pytest.mark.parametrize(("file", "edit"), ROWS, ids=[f"{file}: {edit.what}" for file, edit in ROWS])
def test_an_edit_does_the_same_in_every_way_to_train(file, edit):
    library = edited_library((LessonEdit(f"minimodel/{file}", edit.before, edit.after),))
    found = outcomes(library, CASES[edit.case])
    forget(library)
    assert all(parted_in_time(found, way) for way in disagreeing(found)), found
    assert bool(disagreeing(found)) is bool(edit.apart), disagreeing(found)
    broken, usual = found["plain"], healthy(edit.case)["plain"]
    assert isinstance(broken, type) or broken.shape != usual.shape or not np.abs(broken - usual).max() <= SEEN
