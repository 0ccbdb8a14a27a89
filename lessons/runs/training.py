"""Training one arm: alone, step by step, or many seeds of it as one batched model; the quickest way that is true.

A quick way shares the loop, the operations and the optimizer with the plain one, so nearly every edited line is edited
in it too. A few are not: those that only the plain way runs, and those that look at all rows or all parameters at once,
which in a batched model are those of many seeds. So both begin, and where they part the plain one is taken. Where the
losses of an edited arm are not those that the healthy library would say, the healthy ones are noted on the way.
"""

import copy
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

import numpy as np

from lessons.course.lesson.lesson import Arm
from lessons.runs.dust import Dusted, add_dust
from lessons.runs.edits import edited_library, healthy_library, trouble_words
from lessons.runs.models import build_model
from lessons.runs.optimization import LOSSES, Loss, Noting, build_optimizer, trainable
from lessons.runs.tasks import draw_rows
from lessons.runs.trained_model import Array, Library, Trained

LOOP = "minimodel/training.py"
NAN = float("nan")


def begin(arm: Arm, seed: int, library: Library | None = None) -> Trained:
    """Draw the rows and the first weights of a seed, by the arm's library or the one that is given."""
    try:
        return begun(arm, seed, library or edited_library(arm.edits))
    except Exception as error:  # of an edited line: then the healthy library's run has its trouble, and no loss
        if not arm.edits:
            raise
        run = begun(arm, seed, healthy_library())
        run.trouble = trouble_words(error, arm.own)
        return run


def begun(arm: Arm, seed: int, library: Library) -> Trained:
    rows = draw_rows(library, arm.settings.task, seed)
    model = build_model(library, arm.settings.model, rows, seed)
    if isinstance(seed, Dusted):
        add_dust(model, seed)
    return Trained(library, arm.settings, seed, rows, copy.deepcopy(model), model)


def train_one(run: Trained, steps: int, loss: Loss, replayed: bool = False) -> Iterator[Any]:
    """Return the training loop of one seed as it stands in minimodel, or the same replayed."""
    learnt = trainable(run.model)
    if not steps or not learnt:
        return iter(())
    optimizer = build_optimizer(run.library, run.settings.optimizer, learnt, (run.seed,))
    inputs = run.model, run.rows.x, run.rows.y, optimizer, steps, loss
    if replayed:
        return iter(run.library.lab.replay.train(*inputs))
    generator = np.random.default_rng([run.seed, 2])
    batches = {"batch_size": run.settings.batch_size, "generator": generator}
    return iter(run.library.training.train(*inputs, **batches))


class Alone:
    """One seed of an arm, step by step: the plain loop, or the same replayed."""

    def __init__(
        self, arm: Arm, seed: int, steps: int, replayed: bool, ruled: bool = False, library: Library | None = None
    ) -> None:
        self.noting: Noting | None = None
        self.own = arm.own
        self.trained = begin(arm, seed, library)
        self.steps: Iterator[Any] = iter(())
        try:
            self.steps = self.training(steps, replayed and not ruled and arm.settings.batch_size is None, ruled)
        except Exception as error:
            if not arm.edits:
                raise
            self.trained.trouble = trouble_words(error, arm.own)

    def training(self, steps: int, replayed: bool, ruled: bool) -> Iterator[Any]:
        """Return the loop of the arm's library; `ruled`: its own loss is broken, and the healthy one is noted."""
        run = self.trained
        if run.trouble:
            return iter(())
        loss = LOSSES[run.settings.loss](run.library)
        if ruled:
            loss = self.noting = Noting(loss, LOSSES[run.settings.loss](run.ruler), run.ruler)
        return train_one(run, steps, loss, replayed)

    def advance(self) -> float:
        """Train one step and give its loss; NaN once it has raised, the last loss again once it has ended."""
        run = self.trained
        if run.trouble:
            return NAN
        if run.ended:
            run.losses.append(run.losses[-1])
            return run.losses[-1]
        try:
            loss = float(next(self.steps).loss)
            loss = float(self.noting.taken(loss)) if self.noting else loss
        except StopIteration:
            loss = healthy_loss(run, run.rows.x, run.rows.y)
        except Exception as error:  # an edited line may raise anything: that is a finding, and shown
            run.trouble = trouble_words(error, self.own)
            loss = NAN
        run.losses.append(loss)
        run.ended = run.settings.until is not None and loss < run.settings.until
        return run.losses[-1]


class Together:
    """Many seeds of an arm, each with its own rows, trained as one batched model.

    May raise whatever an edited line raises before the first step. One that raises later raises for all seeds: then
    each goes on by itself. A seed that ends early is kept as it was then.
    """

    def __init__(self, arm: Arm, seeds: tuple[int, ...], steps: int, ruled: bool = False) -> None:
        self.one_by_one = partial(OneByOne, arm, seeds, steps, replayed=False, ruled=ruled)
        self.apart: OneByOne | None = None
        self.noting: Noting | None = None
        library = edited_library(arm.edits)
        self.runs = [begun(arm, seed, library) for seed in seeds]
        self.model = library.lab.ensemble.Ensemble([run.model for run in self.runs])
        self.steps = self.training(arm, library, steps, ruled) if steps else iter(())
        self.losses: list[Array] = []
        self.ended: dict[int, Any] = {}  # by its place, the model of a seed that ended early

    def training(self, arm: Arm, library: Library, steps: int, ruled: bool) -> Iterator[Any]:
        settings = arm.settings
        x, y = (np.stack([getattr(run.rows, name) for run in self.runs]) for name in ("x", "y"))
        batches: dict[str, Any] = {}
        loss, train = LOSSES[settings.loss](library), library.lab.replay.train_ensemble
        if size := settings.batch_size:
            generators = [np.random.default_rng([run.seed, 2]) for run in self.runs]
            batches = {"batch_size": size, "generators": generators}
        if ruled:
            loss = self.noting = Noting(loss, LOSSES[settings.loss](healthy_library()), library)
        if ruled or batches or changes_loop(arm):  # what is replayed calls no loss
            train = library.lab.ensemble.train_ensemble
        optimizer = build_optimizer(library, settings.optimizer, trainable(self.model), [run.seed for run in self.runs])
        return iter(train(self.model, x, y, lambda _: optimizer, steps, loss, **batches))

    def advance(self) -> Array:
        if self.apart is None:
            try:
                self.losses.append(self.next_losses())
                return self.losses[-1]
            except Exception:  # of which seed it is only its own run can tell
                self.apart = self.one_by_one()
                for _ in self.losses:
                    self.apart.advance()
        return self.apart.advance()

    def next_losses(self) -> Array:
        """Train one step; a seed that has ended has its last loss again."""
        if len(self.ended) == len(self.runs):
            return self.losses[-1]
        losses = np.array(next(self.steps), dtype=np.float64)
        losses = np.asarray(self.noting.taken(losses)) if self.noting else losses
        for place, run in enumerate(self.runs):
            if place in self.ended:
                losses[place] = self.losses[-1][place]
            elif run.settings.until is not None and losses[place] < run.settings.until:
                self.ended[place] = self.model.member(place)
        return losses

    def so_far(self, stride: int = 1) -> list[list[float]]:
        """Return each seed's losses, at every step or at some, a stride apart."""
        if self.apart is not None:
            return self.apart.so_far(stride)
        return np.reshape(self.losses[::stride], (-1, len(self.runs))).T.tolist()

    def finished(self) -> list[Trained]:
        if self.apart is not None:
            return self.apart.finished()
        self.steps = iter(())  # the recorded graph and the optimizer's state go; other arms are still to come
        for place, run in enumerate(self.runs):
            run.ended = place in self.ended
            run.model = self.ended[place] if run.ended else self.model.member(place)
            run.losses = [float(step[place]) for step in self.losses]
        return self.runs


class OneByOne:
    """Many seeds of an arm, each trained by itself."""

    def __init__(self, arm: Arm, seeds: tuple[int, ...], steps: int, replayed: bool, ruled: bool = False) -> None:
        self.alone = [Alone(arm, seed, steps, replayed, ruled) for seed in seeds]

    def advance(self) -> Array:
        return np.array([each.advance() for each in self.alone])

    def so_far(self, stride: int = 1) -> list[list[float]]:
        return [each.trained.losses[::stride] for each in self.alone]

    def finished(self) -> list[Trained]:
        return [each.trained for each in self.alone]


def healthy_loss(run: Trained, x: Array, y: Array) -> float:
    """Return the loss on these rows of the model as it is now, by the healthy library."""
    outputs = run.ruler.Tensor(run.outputs(x))
    with np.errstate(all="ignore"):
        return float(np.asarray(LOSSES[run.settings.loss](run.ruler)(outputs, y).data))


TRIED = 24  # steps
CLOSE = 1e-9  # relative distance that batched arithmetic may make

Training = Callable[[int], Alone | OneByOne | Together]  # begun anew at each call, for so many steps


def watched(arm: Arm, seed: int, steps: int) -> Alone:
    """Train one seed, replayed if that gives the plain loop's losses to the last bit."""
    return Alone(arm, seed, steps, replays(arm, seed), is_ruled(arm, seed))


def swept(arm: Arm, seeds: tuple[int, ...], steps: int) -> OneByOne | Together:
    """Train many seeds: as one batched model if two of them go as they go alone, else one by one."""
    if goes_together(arm, seeds[:2]):
        try:
            return Together(arm, seeds, steps, is_ruled(arm, seeds[0]))
        except Exception:  # an edited line may raise for a seed that was not tried
            pass
    return OneByOne(arm, seeds, steps, replays(arm, seeds[0]), is_ruled(arm, seeds[0]))


@lru_cache(512)
def replays(arm: Arm, seed: int) -> bool:
    """Return True if the replayed loop agrees with the plain one, bit for bit."""
    if arm.settings.batch_size is not None or changes_loop(arm):
        return False
    return agree(partial(Alone, arm, seed, replayed=False), partial(Alone, arm, seed, replayed=True))


def changes_loop(arm: Arm) -> bool:
    """Return True if lines of the loop itself were edited: a replayed one hides from them what the model answers."""
    return any(edit.file == LOOP for edit in arm.edits)


@lru_cache(512)
def goes_together(arm: Arm, seeds: tuple[int, ...]) -> bool:
    if not arm.settings.steps or reads_values(arm, seeds[0]):
        return False
    plain, quick = partial(OneByOne, arm, seeds, replayed=False), partial(Together, arm, seeds)
    ruled = is_ruled(arm, seeds[0])
    return agree(partial(plain, ruled=ruled), partial(quick, ruled=ruled), CLOSE)


def reads_values(arm: Arm, seed: int) -> bool:
    """Return True if model or loss look at numbers on their way: in a batched model they would see all seeds'."""
    try:
        run = begin(arm, seed)
        loss = LOSSES[arm.settings.loss](run.library)
        with run.library.recording.watch_reads() as reads:
            loss(run.model(run.library.Tensor(run.rows.x)), run.rows.y)
    except Exception:  # it raises: the plain way shows it
        return True
    return bool(reads)


@lru_cache(512)
def is_ruled(arm: Arm, seed: int) -> bool:
    """Return True if the arm's losses are other than the healthy ones of the same outputs and labels."""
    if not arm.edits or arm.settings.own_ruler or not arm.settings.steps:
        return False
    plain = partial(Alone, arm, seed, replayed=False)
    return not agree(plain, partial(plain, ruled=True), CLOSE)


def agree(plain: Training, quick: Training, within: float = 0.0) -> bool:
    """Return True if the first steps of two trainings have the same losses, to a relative distance."""
    try:
        ways = [training(TRIED) for training in (plain, quick)]
        first, second = (np.array([way.advance() for _ in range(TRIED)]) for way in ways)
    except Exception:  # an edited line may raise anything, in one of them or in both: the plain way shows it
        return False
    return not getattr(ways[1], "apart", None) and alike(first, second, within)  # by itself it would be replayed


def alike(first: Array, second: Array, within: float = 0.0) -> bool:
    return first.shape == second.shape and np.allclose(first, second, rtol=within, atol=0, equal_nan=True)
