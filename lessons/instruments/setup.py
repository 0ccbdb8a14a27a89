"""A training setup under measurement: model, loss, optimizer and one batch, put back as they were after each look."""

import copy
import math
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from lessons.instruments.arrays import Array, is_tensor, like, read_array, seed_all, take, write_array

ROWS_BY_HEART = 8
FIT_STEPS, FIT_RATE, FITTED = 300, 0.01, 0.01  # fitted: of the first loss
CLASSES, YES_OR_NO, NUMBERS = "classes", "yes_or_no", "numbers"  # what is learnt
Step = Callable[[Any, Any, Any, Any], Any]  # (model, loss, optimizer, batch) -> the loss
Gradients = dict[str, Any]  # an array by name; None where backward() never came by


class UnusableSetup(Exception):
    """An instrument cannot look at this setup: `reason` is a key of the words, `values` go into them."""

    def __init__(self, reason: str, **values: Any) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


# What a model may raise that takes no such rows.
REFUSED = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError, UnusableSetup)


def ask(model: Any, inputs: Any) -> Any:
    """Return the outputs of a model: a tuple of inputs, or a dict, is passed on as several."""
    if isinstance(inputs, dict):
        return model(**inputs)
    return model(*inputs) if isinstance(inputs, tuple | list) else model(inputs)


def checked(outputs: Any) -> Any:
    """Return outputs that are numbers for each row. Raises UnusableSetup for others."""
    if not is_tensor(outputs):
        raise UnusableSetup("outputs", kind=type(outputs).__name__)
    if not len(outputs.shape):
        raise UnusableSetup("one_number")
    return outputs


def plain_step(model: Any, loss: Any, optimizer: Any, batch: Any) -> Any:
    """Train one step, as everybody does."""
    inputs, labels = batch
    optimizer.zero_grad()
    error = loss(ask(model, inputs), labels)
    error.backward()
    optimizer.step()
    return error


class TrainingSetup:
    """A setup for instruments to look at; `accuracy` and `held_out` are for those that a batch alone tells nothing."""

    def __init__(
        self,
        model: Any,
        loss: Any,
        optimizer: Any,
        batch: tuple[Any, Any],
        step: Step | None = None,
        accuracy: Callable[[Any, Any], Any] | None = None,
        held_out: tuple[Any, Any] | None = None,
    ) -> None:
        self.model, self.loss, self.optimizer, self.batch = model, loss, optimizer, batch
        self.step, self.accuracy, self.held_out = step or plain_step, accuracy, held_out
        self.training = getattr(model, "training", True)
        self.stateful = [each for each in (model, optimizer, loss) if hasattr(each, "load_state_dict")]
        self.kept = [copy.deepcopy(each.state_dict()) for each in self.stateful]

    def restore(self) -> None:
        """Put weights, the optimizer's memory and the mode back as they were, and forget all gradients."""
        for each, state in zip(self.stateful, self.kept, strict=True):
            each.load_state_dict(copy.deepcopy(state))
        self.set_mode(self.training)
        self.forget_gradients()
        seed_all()

    def set_mode(self, training: bool) -> None:
        if getattr(self.model, "training", training) != training:
            self.model.train(training)

    def forget_gradients(self) -> None:
        for parameter in self.parameters.values():
            parameter.grad = None

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """All parameters that are not frozen, by name."""
        return {name: each for name, each in self.model.named_parameters() if each.requires_grad}

    @cached_property
    def matrices(self) -> list[str]:
        """The names of weights of units: no biases, and no tables, in which a row is a word and most are not asked."""
        modules = [each for _, each in getattr(self.model, "named_modules", lambda: ())()]
        tables = [each for each in modules if "Embedding" in type(each).__name__]
        looked_up = {id(own) for each in tables for _, own in each.named_parameters()}
        return [name for name, p in self.parameters.items() if len(p.shape) > 1 and id(p) not in looked_up]

    @cached_property
    def known(self) -> dict[str, Any]:
        """The optimizer's group of each parameter that it knows, by name."""
        groups = {id(p): group for group in self.optimizer.param_groups for p in group["params"]}
        return {name: groups[id(p)] for name, p in self.parameters.items() if id(p) in groups}

    def length(self, name: str) -> float:
        return float(np.linalg.norm(read_array(self.parameters[name]).astype(float)))

    def weights(self) -> dict[str, Array]:
        return {name: read_array(each).astype(float) for name, each in self.parameters.items()}

    def write(self, weights: dict[str, Array]) -> None:
        for name, values in weights.items():
            write_array(self.parameters[name], values)

    def loss_of(self, batch: Any = None) -> float:
        """Return the loss of a batch, its draws being the same each time."""
        seed_all()
        inputs, labels = batch or self.batch
        return self.loss_at(ask(self.model, inputs), labels)

    def loss_at(self, outputs: Any, labels: Any = None) -> float:
        """Return the loss of these outputs."""
        error = read_array(self.loss(outputs, self.batch[1] if labels is None else labels))
        if error.size != 1:
            raise UnusableSetup("no_number", shape=str(error.shape))
        return float(error.reshape(-1)[0])

    def loss_of_array(self, outputs: Array, labels: Any = None) -> float:
        return self.loss_at(like(self.raw_outputs, outputs), labels)

    def gradients(self, batch: Any = None) -> Gradients:
        """Return the gradient of each parameter for a batch; None where backward() never came by."""
        return self.loss_and_gradients(batch)[1]

    def loss_and_gradients(self, batch: Any = None) -> tuple[float, Gradients]:
        self.forget_gradients()
        seed_all()
        inputs, labels = batch or self.batch
        error = self.loss(ask(self.model, inputs), labels)
        error.backward()
        return float(read_array(error).reshape(-1)[0]), self.noted_gradients()

    def noted_gradients(self) -> Gradients:
        """Return what is in `.grad` now."""
        return {name: None if p.grad is None else read_array(p.grad).copy() for name, p in self.parameters.items()}

    def train(self, steps: int) -> Iterator[float]:
        """Train on the batch as its owner does, and yield each loss."""
        for count in range(steps):
            seed_all(count)
            yield float(read_array(self.step(self.model, self.loss, self.optimizer, self.batch)).reshape(-1)[0])

    @cached_property
    def raw_outputs(self) -> Any:
        seed_all()
        return checked(ask(self.model, self.batch[0])).detach()

    def outputs(self, inputs: Any = None) -> Array:
        """Return the outputs for the batch's inputs, or for others."""
        seed_all()
        return read_array(checked(ask(self.model, self.batch[0] if inputs is None else inputs))).astype(float)

    @cached_property
    def labels(self) -> Array:
        if not is_tensor(self.batch[1]):
            raise UnusableSetup("labels", kind=type(self.batch[1]).__name__)
        return read_array(self.batch[1])

    @cached_property
    def class_axis(self) -> Any:
        """The axis of the outputs that counts classes; None where the labels are no class numbers.

        With places in each row it is the second, as PyTorch's loss wants it, or the last, as most models give it.
        """
        shape, labels = self.raw_outputs.shape, self.labels
        if labels.dtype.kind not in "iu" or len(shape) not in (labels.ndim + 1, labels.ndim):
            return None
        column = labels.ndim == len(shape) and labels.shape[-1:] == (1,)
        wanted = labels.shape[:-1] if column else labels.shape
        axes = [axis for axis in (1, -1) if tuple(np.delete(shape, axis)) == wanted] if len(shape) > 1 else []
        return axes[0] if axes and labels.max(initial=0) < shape[axes[0]] else None

    @cached_property
    def kind(self) -> str:
        """Return what the labels are: classes, yes or no, or numbers."""
        if self.class_axis is not None:
            return CLASSES
        is_one_each = self.raw_outputs.shape[:1] == self.labels.shape[:1] and self.labels.size == self.outputs().size
        return YES_OR_NO if is_one_each and set(np.unique(self.labels)) == {0, 1} else NUMBERS

    def needs(self, *kinds: str) -> None:
        """Raise UnusableSetup unless it is one of these that is learnt."""
        if self.kind not in kinds:
            raise UnusableSetup(f"learns_{self.kind}")

    def class_numbers(self) -> Array:
        """Return the labels, one for each place at which there are scores; those that are ignored are below 0."""
        shape = list(self.raw_outputs.shape)
        del shape[self.class_axis]
        return self.labels.reshape(shape)

    def one_hot(self, classes: Array) -> Array:
        """Return 1 at the class of each place, and 0 elsewhere; of ignored places 0 everywhere."""
        count = self.raw_outputs.shape[self.class_axis]
        marked = np.eye(count)[np.clip(classes, 0, None)] * (classes >= 0)[..., None]
        return np.moveaxis(marked, -1, self.class_axis)

    @cached_property
    def constant_cost(self) -> float:
        """Return the cost of the best constant answer: the classes' shares, or the mean; NaN where there is none."""
        outputs = self.outputs()
        if self.kind == CLASSES:
            counts = self.one_hot(self.class_numbers())
            others = tuple(axis for axis in range(counts.ndim) if axis != self.class_axis % counts.ndim)
            shares = np.broadcast_to(counts.sum(others, keepdims=True) / counts.sum(), outputs.shape)
            return self.cost_of(shares if self.gives_shares else np.log(shares + 1e-9))
        if self.labels.size != outputs.size:
            return float("nan")
        mean = np.broadcast_to(self.labels.mean(0), self.labels.shape).astype(float).reshape(outputs.shape)
        answers = [mean, np.log((mean + 1e-9) / (1 - mean + 1e-9))] if self.kind == YES_OR_NO else [mean]
        return min(filter(np.isfinite, map(self.cost_of, answers)), default=float("nan"))

    def are_shares(self, outputs: Array) -> bool:
        """Return True if outputs are probabilities: of classes, which add up to 1, or each by itself."""
        adds_up = self.class_axis is None or np.allclose(outputs.sum(self.class_axis), 1, atol=1e-3)
        return bool(adds_up and 0 <= outputs.min() <= outputs.max() <= 1)

    @cached_property
    def gives_shares(self) -> bool:
        return self.are_shares(self.outputs())

    def cost_of(self, outputs: Array) -> float:
        """Return the loss of these outputs; NaN where the loss takes no such numbers."""
        try:
            return self.loss_of_array(outputs)
        except (RuntimeError, ValueError, AssertionError):
            return float("nan")

    @cached_property
    def adds_freely(self) -> bool:
        """True where 1 more on all scores of a row is the same to the loss, as it is to one that takes logits."""
        outputs = self.outputs()
        return bool(np.isclose(self.cost_of(outputs + 1), self.cost_of(outputs), rtol=1e-3, atol=1e-6))

    @cached_property
    def can_take_rows(self) -> bool:
        """True where a few rows of the batch are a batch, too."""
        try:
            return len(self.outputs(self.rows(range(2))[0])) == 2 and bool(self.loss_of(self.rows(range(2))) or True)
        except REFUSED:
            return False

    def rows(self, rows: Any) -> tuple[Any, Any]:
        return take(self.batch[0], rows), take(self.batch[1], rows)

    @property
    def row_count(self) -> int:
        inputs = self.batch[0]
        while isinstance(inputs, tuple | list | dict):
            inputs = next(iter(inputs.values() if isinstance(inputs, dict) else inputs))
        return len(inputs)

    @cached_property
    def few(self) -> Any:
        """Eight rows of the batch, or all of it where rows cannot be taken out."""
        if not self.can_take_rows or self.row_count <= ROWS_BY_HEART:
            return self.batch
        return self.rows(np.linspace(0, self.row_count - 1, ROWS_BY_HEART).astype(int).tolist())

    @cached_property
    def by_heart(self) -> tuple[float, dict[str, Array]]:
        """The least loss of the few rows in a training of our own, and the weights there."""
        return self.fit(self.few)

    def fit(self, batch: Any) -> tuple[float, dict[str, Array]]:
        """Train by an Adam of our own, so that optimizer and loop are left out; return the least loss, its weights."""
        weights = self.weights()
        first, best = self.loss_of(batch), (math.inf, weights)
        mean, square = ({name: np.zeros_like(each) for name, each in weights.items()} for _ in range(2))
        for step in range(1, FIT_STEPS + 1):
            error, gradients = self.loss_and_gradients(batch)
            best = (error, weights) if error < best[0] else best
            if not np.isfinite(error) or 0 <= error < FITTED * first:
                break
            weights = dict(weights)
            for name, g in ((name, g) for name, g in gradients.items() if g is not None):
                mean[name] += 0.1 * (g - mean[name])
                square[name] += 0.001 * (g * g - square[name])
                size = np.sqrt(square[name] / (1 - 0.999**step)) + 1e-12
                weights[name] = weights[name] - FIT_RATE / (1 - 0.9**step) * mean[name] / size
            self.write(weights)
        return best
