"""Experiments to draw and to sweep, what makes two sweeps the same, and a stand-in for the tutor's strings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lessons.course.lesson.lesson import Arm, Edit, Experiment, Prose, Settings
from lessons.engine.chunks import Executor, Sweep, here, sweep_all
from lessons.runs.experiment import GROUP, Measured, WatchedRun, sweep
from lessons.runs.pictures import picture_of
from lessons.runs.pictures.labels import Labels
from lessons.runs.trained_model import Trained

ADAM = {"name": "adam", "lr": 0.01}
TENSE = {"name": "TenseMLP"}
PAGE = Prose("A lesson", {"arm narrow": "eight units"})
STRAIGHT = Edit("minimodel/nn/activations.py", "return x.gelu()", "return x")


class Words:
    language = "en"

    def __call__(self, key: str, **values: Any) -> str:
        return " ".join([key, *(f"{name}={value}" for name, value in values.items())])

    def has(self, key: str) -> bool:
        return key == "axis.hidden"


TEXT = Words()


def settings(task: Any = "additive", model: Mapping[str, Any] = TENSE, **more: Any) -> Settings:
    task = {"name": task} if isinstance(task, str) else task
    return Settings(task=task, model=model, **{"optimizer": ADAM, "steps": 12, **more})


def experiment(*arms: Arm, picture: str = "curves", **more: Any) -> Experiment:
    return Experiment("plane", arms, 3, pictures=(picture,), **more)


def pair(**more: Any) -> Experiment:
    return experiment(Arm("healthy", settings()), Arm("broken", settings(), (STRAIGHT,)), **more)


def alone(*parts: Any, **more: Any) -> Experiment:
    picture = more.pop("picture", "curves")
    return experiment(Arm("only", settings(*parts, **more)), picture=picture)


def widths(picture: str = "trend", metrics: tuple[str, ...] = ("weight_movement", "train_accuracy")) -> Experiment:
    arms = [Arm(str(width), settings(model={**TENSE, "hidden": width})) for width in (4, 16, 64)]
    return experiment(*arms, picture=picture, metrics=metrics, values=(4.0, 16.0, 64.0))


def watched(chosen: Experiment, seed: int = 0) -> dict[str, Trained]:
    run = WatchedRun(chosen, seed)
    for _ in run:
        pass
    return run.trained


def drawn(chosen: Experiment) -> tuple[Any, ...]:
    return picture_of(Labels(chosen, PAGE, TEXT), watched(chosen))


RAISES = replace(STRAIGHT, after="return x.gelu() if x.data.max() < 0.7 else x.nothing()")
METRICS = ("final_loss", "steps_to_loss:1.4", "curve", "outcome", "rank_w2w1")


def three_chunks() -> list[Sweep]:
    """Two experiments: one that both arms train whole, and one whose second arm raises, for some seeds later."""
    whole = experiment(Arm("healthy", settings()), Arm("broken", settings(), (STRAIGHT,)), metrics=METRICS)
    raising = experiment(Arm("healthy", settings()), Arm("broken", settings(), (RAISES,)), metrics=METRICS)
    return [Sweep(whole, tuple(range(5, 5 + GROUP + 3))), Sweep(raising, (0, 1, 2), 5)]


def swept(sweeps: Sequence[Sweep], executor: Executor = here) -> list[Measured]:
    found = {place: item for place, item in sweep_all(sweeps, executor) if isinstance(item, Measured)}
    return [found[place] for place in range(len(sweeps))]


def swept_by_one_process(sweeps: Sequence[Sweep]) -> list[Measured]:
    """As a lesson in the app does it."""
    found = []
    for each in sweeps:
        *_, measured = sweep(each.experiment, each.seeds, each.steps)
        assert isinstance(measured, Measured)
        found.append(measured)
    return found


def bits(measured: Measured) -> tuple[object, ...]:
    """Everything that was measured, to the last bit; NaN is equal to NaN."""
    losses = {arm: (each.shape, each.tobytes()) for arm, each in measured.losses.items()}
    return measured.experiment.names, measured.seeds, repr(measured.values), losses
