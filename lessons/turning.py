"""From what a model trains with to its knobs, and back: what no knob says stays as it was."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lessons.knob_parts import (
    KEPT,
    NUMBERS,
    ends_now,
    ends_of,
    model_values,
    new_model,
    optimizer_value,
    task_value,
)
from lessons.knobs import (
    GRAMMAR,
    KNOBS,
    MLP,
    NONE,
    OWN,
    TASKS,
    Values,
    applies,
)  # fmt: skip
from lessons.lesson import Arm, Edit, Experiment, Lesson, Settings

EditsOf = Callable[[str], tuple[Edit, ...]]
NOW = "now"  # the arm that is trained
SEED = "7"
MOMENTUM = 0.9
PLANES = ("xor", "two-moons", "dichotomies")


@dataclass(frozen=True, eq=False)
class Beginning:
    """What is turned from: everything that an arm trains with, and which lesson it comes from."""

    settings: Settings
    lesson: str = ""
    is_broken: bool = False

    @property
    def values(self) -> Values:
        """Where the knobs stand at first."""
        settings = self.settings
        found = {"task": task_value(settings.task), **model_values(settings.model)}
        found |= {"optimizer": optimizer_value(settings.optimizer), "lr": f"{settings.optimizer['lr']:g}"}
        found |= {
            "steps": str(settings.steps),
            "seed": SEED,
            "break": self.lesson if self.is_broken else NONE,
        }
        return {knob: found[knob] for knob in KNOBS}


# What is begun with where no lesson says it: a model that learns its task within a few seconds.
FIRST: Mapping[str, tuple[str, str, float, int]] = {  # activation, width, learning rate, steps
    "xor": ("tanh", "8", 0.05, 400),
    "two-moons": ("relu", "16", 0.02, 400),
    "dichotomies": ("relu", "16", 0.02, 400),
    "multiply": ("tanh", "32", 0.01, 800),
    "line": ("tanh", "16", 0.02, 800),
    "sequence": ("relu", "32", 0.01, 400),
    "modular": ("relu", "64", 0.01, 800),
}
OF_GRAMMAR = ("gelu", "16", 0.02, 200)


def beginning_of_task(task: str) -> Beginning:
    """A small network for a task, healthy."""
    options = TASKS[task]
    activation, width, lr, steps = FIRST.get(str(options["name"]), OF_GRAMMAR)
    values = {"model": MLP, "width": width, "depth": "1", "activation": activation}
    loss = "mean_squares" if options["name"] in NUMBERS else "cross_entropy"
    optimizer = {"name": "adam", "lr": lr}
    return Beginning(Settings(options, new_model(values, ends_of(options), {}), optimizer, steps, loss))


def beginning_of(lesson: Lesson) -> Beginning:
    """A lesson's experiment: of its last round that trains anything, the first arm that is watched."""
    names = [name for names in lesson.rounds for name in names]
    for experiment in reversed([lesson.experiments[name] for name in names]):
        arms = [arm for arm in experiment.arms if not experiment.shown or arm.name in experiment.shown]
        for arm in arms:
            if arm.settings.steps and not arm.edits:
                return Beginning(arm.settings, lesson.id, bool(lesson.edits))
    return Beginning(beginning_of_task("xor").settings, lesson.id, bool(lesson.edits))


# And back.


def experiment_of(first: Beginning, now: Values, edits_of: EditsOf) -> Experiment:
    """What is trained with the knobs as they stand. Raises LessonError for a break that does not load."""
    settings = settings_of(first, now)
    edits = edits_of(now["break"]) if now["break"] != NONE else ()
    return Experiment(
        "play", (Arm(NOW, settings, edits),), 1, metrics_of(settings), pictures_of(settings), probes=()
    )


def settings_of(first: Beginning, now: Values) -> Settings:
    before, begun = first.settings, first.values
    same_task = now["task"] == begun["task"]
    task = before.task if same_task else TASKS[now["task"]]
    numbers = task["name"] in NUMBERS
    return Settings(
        task,
        model_of(first, now, task),
        optimizer_of(first, now),
        int(now["steps"]),
        before.loss if same_task else "mean_squares" if numbers else "cross_entropy",
        before.batch_size if same_task else None,
        before.until if same_task else None,
        before.own_ruler and now["break"] == begun["break"],
    )


def model_of(first: Beginning, now: Values, task: Mapping[str, object]) -> Mapping[str, object]:
    """The model as it was, or a new one where its knobs, or the numbers that it takes, are others."""
    before, begun = first.settings.model, first.values
    parts = ("model", "width", "depth", "activation")
    if now["model"] == OWN:
        return before
    same = all(now[part] == begun[part] for part in parts if applies(part, begun))
    ends = ends_of(task)
    if now["task"] == begun["task"]:
        ends = ends_now(before) or ends
    if same and (now["task"] == begun["task"] or ends == ends_now(before)):
        return before
    kept = {key: before[key] for key in KEPT if key in before} if now["model"] == begun["model"] else {}
    return new_model(now, ends, kept)


def optimizer_of(first: Beginning, now: Values) -> Mapping[str, object]:
    before, lr = first.settings.optimizer, float(now["lr"])
    if now["optimizer"] == first.values["optimizer"]:
        return {**before, "lr": lr}
    momentum = {"momentum": MOMENTUM} if now["optimizer"] == "momentum" else {}
    return {"name": "sgd" if momentum else now["optimizer"], "lr": lr, **momentum}


def metrics_of(settings: Settings) -> tuple[str, ...]:
    """What a try is told by."""
    if settings.task["name"] in NUMBERS:
        return ("final_loss", "val_loss")
    return ("final_loss", "train_accuracy", "val_accuracy")


def pictures_of(settings: Settings) -> tuple[str, ...]:
    """The loss, and what suits the task."""
    name = settings.task["name"]
    if name in GRAMMAR:
        return ("curves", "grid")
    if name == "line":
        return ("curves", "function")
    if name == "modular":
        return ("curves", "table")
    return ("curves", "boundary") if name in PLANES else ("curves",)


def besides(first: Beginning, now: Values) -> tuple[str, ...]:
    """What a try trains with besides what the knobs say, as a lesson file writes it."""
    settings, begun = settings_of(first, now), first.values
    known = (
        "name",
        "sizes",
        "hidden",
        "depth",
        "activation",
        "state",
        "inside",
        "lr",
        "function",
        "question",
    )
    told = [
        f"{key} = {plain(value)}"
        for part in (settings.task, settings.model, settings.optimizer)
        for key, value in part.items()
        if key not in known and not (key == "momentum" and now["optimizer"] != begun["optimizer"])
    ]
    more = {"batch_size": settings.batch_size, "until": settings.until}
    return (*told, *(f"{key} = {value:g}" for key, value in more.items() if value is not None))


def plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, int | float) else str(value)
