"""Experiments to draw, and a stand-in for the tutor's strings."""

from collections.abc import Mapping
from typing import Any

from lessons.lesson import Arm, Edit, Experiment, Prose, Settings
from lessons.runs.experiment import WatchedRun
from lessons.runs.pictures import picture_of
from lessons.runs.trained import Trained

ADAM = {"name": "adam", "lr": 0.01}
TENSE = {"name": "TenseMLP"}
PAGE = Prose("A lesson", {"arm narrow": "eight units"})
STRAIGHT = Edit("minimodel/nn/activations.py", "return x.gelu()", "return x")


class Words:
    """A stand-in for the tutor's strings: each key with its values."""

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
    """Healthy and broken, as of a break."""
    return experiment(Arm("healthy", settings()), Arm("broken", settings(), (STRAIGHT,)), **more)


def alone(*parts: Any, **more: Any) -> Experiment:
    picture = more.pop("picture", "curves")
    return experiment(Arm("only", settings(*parts, **more)), picture=picture)


def widths(
    picture: str = "trend", metrics: tuple[str, ...] = ("weight_movement", "train_accuracy")
) -> Experiment:
    arms = [Arm(str(width), settings(model={**TENSE, "hidden": width})) for width in (4, 16, 64)]
    return experiment(*arms, picture=picture, metrics=metrics, values=(4.0, 16.0, 64.0))


def watched(chosen: Experiment, seed: int = 0) -> dict[str, Trained]:
    run = WatchedRun(chosen, seed)
    for _ in run:
        pass
    return run.trained


def drawn(chosen: Experiment) -> tuple[Any, ...]:
    return picture_of(chosen, watched(chosen), PAGE, TEXT)
