"""Training one arm: alone, step by step, or many seeds of it as one batched model.

Whichever way, the model of a seed goes the same way; `lessons/runs/ways.py` sees to it.
"""

import copy
from collections.abc import Iterator
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lessons.lesson import Arm
from lessons.runs.edits import edited_library
from lessons.runs.losses import LOSSES
from lessons.runs.models import build_model
from lessons.runs.optimizers import build_optimizer
from lessons.runs.tasks import draw_rows
from lessons.runs.trained import Trained

Losses = NDArray[np.float64]
NAN = float("nan")


def begin(arm: Arm, seed: int, library: ModuleType | None = None) -> Trained:
    """Draw the rows and the first weights of a seed, by the arm's library or the one that is given.

    May raise whatever an edited line raises.
    """
    library, settings = library or edited_library(arm.edits), arm.settings
    rows = draw_rows(library, settings.task, seed)
    model = build_model(library, settings.model, rows, seed)
    return Trained(library, settings, seed, rows, copy.deepcopy(model), model)


class Alone:
    """One seed of an arm, step by step: the plain loop, or the same replayed."""

    def __init__(
        self,
        arm: Arm,
        seed: int,
        steps: int,
        replayed: bool,
        ruled: bool = False,
        library: ModuleType | None = None,
    ) -> None:
        self.ruled = ruled  # its own loss is a broken ruler: what is noted is the healthy loss
        self.trained = begin(arm, seed, library)
        self.steps = self.training(steps, replayed)

    def training(self, steps: int, replayed: bool) -> Iterator[Any]:
        run, settings = self.trained, self.trained.settings
        learnt = [parameter for parameter in run.model.parameters() if parameter.requires_grad]
        if not steps or not learnt:
            return iter(())
        optimizer = build_optimizer(run.library, settings.optimizer, learnt)
        loss = LOSSES[settings.loss](run.library)
        if replayed and settings.batch_size is None:
            return iter(
                run.library.lab.replay.train(run.model, run.rows.x, run.rows.y, optimizer, steps, loss)
            )
        return iter(
            run.library.training.train(
                run.model,
                run.rows.x,
                run.rows.y,
                optimizer,
                steps,
                loss,
                batch_size=settings.batch_size,
                generator=np.random.default_rng([run.seed, 2]),
            )
        )

    def advance(self) -> float:
        """Train one step and give its loss; NaN once it has raised, the last loss again once it has ended."""
        run = self.trained
        if run.trouble:
            return NAN
        if run.ended:
            run.losses.append(run.losses[-1])
            return run.losses[-1]
        try:
            noted = healthy_loss(run) if self.ruled else None
            loss = float(next(self.steps).loss)
        except StopIteration:
            loss, noted = healthy_loss(run), None
        except Exception as error:  # an edited line may raise anything: that is a finding, and shown
            run.trouble = f"{type(error).__name__}: {error}".splitlines()[0][:200]
            loss, noted = NAN, None
        run.losses.append(loss if noted is None else noted)
        run.ended = run.settings.until is not None and run.losses[-1] < run.settings.until
        return run.losses[-1]


class Together:
    """Many seeds of an arm, each with its own rows, trained as one batched model."""

    def __init__(self, arm: Arm, seeds: tuple[int, ...], steps: int) -> None:
        self.runs = [begin(arm, seed) for seed in seeds]
        library, settings = self.runs[0].library, arm.settings
        self.model = library.lab.ensemble.Ensemble([run.model for run in self.runs])
        x, y = (np.stack([getattr(run.rows, name) for run in self.runs]) for name in ("x", "y"))
        batches: dict[str, Any] = {}
        train = library.lab.replay.train_ensemble
        if settings.batch_size is not None:
            train = library.lab.ensemble.train_ensemble
            batches = {
                "batch_size": settings.batch_size,
                "generators": [np.random.default_rng([seed, 2]) for seed in seeds],
            }
        make = partial(trainable_only, library, settings.optimizer)
        loss = LOSSES[settings.loss](library)
        self.steps = train(self.model, x, y, make, steps, loss, **batches) if steps else iter(())
        self.losses: list[Losses] = []

    def advance(self) -> Losses:
        self.losses.append(np.array(next(self.steps), dtype=np.float64))
        return self.losses[-1]

    def finished(self) -> list[Trained]:
        """Each seed's own model, with its own losses."""
        for place, run in enumerate(self.runs):
            run.model = self.model.member(place)
            run.losses = [float(step[place]) for step in self.losses]
        return self.runs


class OneByOne:
    """Many seeds of an arm, each trained by itself."""

    def __init__(
        self, arm: Arm, seeds: tuple[int, ...], steps: int, replayed: bool, ruled: bool = False
    ) -> None:
        self.alone = [Alone(arm, seed, steps, replayed, ruled) for seed in seeds]

    def advance(self) -> Losses:
        return np.array([each.advance() for each in self.alone])

    def finished(self) -> list[Trained]:
        return [each.trained for each in self.alone]


def trainable_only(library: Any, chosen: Any, parameters: Any) -> Any:
    """The optimizer of what is not frozen."""
    return build_optimizer(library, chosen, [each for each in parameters if each.requires_grad])


def healthy_loss(run: Trained) -> float:
    """The loss of the model as it is now, on all its training rows, by the healthy library."""
    ruler = run.ruler
    outputs = ruler.Tensor(run.outputs(run.rows.x))
    with np.errstate(all="ignore"):
        return float(np.asarray(LOSSES[run.settings.loss](ruler)(outputs, run.rows.y).data))


def own_loss(run: Trained) -> float:
    """The same by the arm's own library."""
    outputs = run.library.Tensor(run.outputs(run.rows.x))
    with np.errstate(all="ignore"):
        return float(np.asarray(LOSSES[run.settings.loss](run.library)(outputs, run.rows.y).data))
