"""From what a model trains with to its knobs, and back. Settings without a knob keep their value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from lessons.course.lesson.lesson import Arm, Edit, Experiment, Lesson, Settings
from lessons.course.lesson.values import MAX_ROWS
from lessons.course.play.knobs import (
    AT_PLACES,
    CAUSAL,
    EPS,
    GRAMMAR,
    KNOBS,
    MINE,
    MLP,
    MODEL_KEYS,
    NETWORKS,
    NONE,
    OWN,
    TASKS,
    TRAINING_ROWS,
    TRANSFORMER,
    UNCOUNTED,
    WORDED,
    Values,
    applies,
    begun_value,
)
from lessons.course.play.rows import OwnRows

NOW = "now"  # the arm that is trained
SEED = "7"
MOMENTUM = 0.9
OF_CLASSES = ("final_loss", "train_accuracy", "baseline", "val_accuracy")
BATCH, MANY_ROWS = 256, 2_000  # of a file
WORD_BATCH = 16
MODEL_KNOBS = {
    "width": "8",
    "depth": "1",
    "activation": "relu",
    "positions": "learned",
}  # where they begin if they mean nothing
# Of a model, whatever is turned.
KEPT = ("init", "gain", "noise", "rescale", "biases", "bias", "scaling", "dtype", "draw", "best_of")
KEPT_FOR_WORDS = ("heads", "feedforward", "norm", "causal", "look", "joined", "deviation")  # and of the same task
ROWS_OPTIONS = ("rows", "points")  # that say how many rows train
# Settings that the knobs tell themselves.
TOLD = (
    *("name", "own", "function", "question", "sizes", "hidden", "depth", "activation", "state", "inside", "lr", "eps"),
    *("width", "layers", "positions", *ROWS_OPTIONS),
)


@dataclass(frozen=True)
class TaskSetting:
    """The first settings for a task, if no lesson gives any: a network that learns it within a few seconds."""

    activation: str
    width: str
    lr: float
    steps: int
    inputs: int = 2  # numbers of a row
    outputs: int = 2  # numbers of an answer; one is a number, and no class
    picture: str = ""  # that suits it, beside the loss


UNKNOWN_TASK = TaskSetting("gelu", "16", 0.02, 200)
TASK_SETTINGS: Mapping[str, TaskSetting] = {
    "xor": TaskSetting("tanh", "8", 0.05, 400, picture="boundary"),
    "two-moons": TaskSetting("relu", "16", 0.02, 400, picture="boundary"),
    "dichotomies": TaskSetting("relu", "16", 0.02, 400, picture="boundary"),
    "digits": TaskSetting("relu", "32", 0.01, 200, 64, 10),
    "multiply": TaskSetting("tanh", "32", 0.01, 800, 2, 1),
    "line": TaskSetting("tanh", "16", 0.02, 800, 1, 1, "function"),
    "sequence": TaskSetting("relu", "32", 0.01, 400, 8),
    "modular": TaskSetting("relu", "64", 0.01, 800, 22, 11, "table"),
    **dict.fromkeys(("reverse", "most"), TaskSetting("relu", "16", 0.01, 200, picture="attention")),
    **dict.fromkeys(("speech", "sentences"), TaskSetting("relu", "16", 0.01, 400, picture="attention")),
    **dict.fromkeys(GRAMMAR, TaskSetting("gelu", "16", 0.02, 200, 23, 5, "grid")),
}


def setting_of(task: Mapping[str, Any]) -> TaskSetting:
    if own := task.get("own"):
        picture = "boundary" if own.classes and len(own.columns) == 2 else ""
        if len(own.columns) == 1 and len(own.classes) in (0, 2):
            picture = "function"
        return TaskSetting("relu", "16", 0.01, 400, len(own.columns), len(own.classes) or 1, picture)
    return TASK_SETTINGS.get(task["name"], UNKNOWN_TASK)


def task_value(task: Mapping[str, Any]) -> str:
    """Return the task of the knob that this one is: of the same name, and with the same function or question."""
    if own := task.get("own"):
        return str(own.file)
    alike = [each for each, options in TASKS.items() if options["name"] == task["name"]]
    named = [each for each in alike if each in task.values()]
    return next(iter((*named, *alike)), str(task["name"]))


def rows_value(task: Mapping[str, Any]) -> str:
    """Return how many rows of a task train."""
    if own := task.get("own"):
        return str(len(own.drawn[0]))
    given = [str(task[option]) for option in ROWS_OPTIONS if option in task]
    return given[0] if given else TRAINING_ROWS.get(task_value(task), UNCOUNTED)


def with_rows(task: Mapping[str, Any], count: int) -> Mapping[str, Any]:
    """Return a task of which so many rows train."""
    if own := task.get("own"):
        return {**task, "own": replace(own, most=count)}
    return {**task, "points" if task["name"] == "dichotomies" else "rows": count}


def most_rows(task: Mapping[str, Any]) -> int:
    """Return how many rows of a task can train, so that one at least is held out; of one's own, what there is."""
    if own := task.get("own"):
        return len(replace(own, most=None).drawn[0])
    whole = {"triples": 300, "modular": task.get("modulus", 11) ** 2, "sequence": 2 ** task.get("length", 8)}
    return whole.get(task["name"], 60 if task["name"] in GRAMMAR else MAX_ROWS) - 1


def model_values(model: Mapping[str, Any]) -> dict[str, str]:
    """Return the knob positions of a model; knobs it lacks keep their default."""
    found = {"model": str(model["name"]), **MODEL_KNOBS}
    if keys := MODEL_KEYS.get(model["name"]):
        return found | {knob: str(model.get(key, default)) for knob, (key, default) in keys.items()}
    hidden = list(model.get("sizes", ()))[1:-1]
    if "hidden" in model:
        hidden = [model["hidden"]] * len(hidden)
    if "depth" in model:
        hidden = hidden[:1] * model["depth"]
    if model["name"] not in NETWORKS or len(set(hidden)) > 1:
        return found | {"model": OWN}
    found |= {"depth": str(len(hidden)), "activation": model.get("activation", "relu")}
    return found | ({"width": str(hidden[0])} if hidden else {})


def new_model(now: Values, ends: tuple[int, int], kept: Mapping[str, object]) -> Mapping[str, object]:
    """Return the settings of the model that the knobs say, from so many numbers to so many."""
    values: dict[str, object] = {**now, "width": int(now["width"]), "depth": int(now["depth"])}
    if now["model"] == TRANSFORMER:
        kept = {"causal": now["task"] in CAUSAL, "deviation": 0.2, **kept}
    if keys := MODEL_KEYS.get(now["model"]):
        own: dict[str, object] = {key: values[knob] for knob, (key, _) in keys.items()}
    else:
        sizes = [ends[0], *[int(now["width"])] * int(now["depth"]), ends[1]]
        own = {"sizes": sizes, "activation": now["activation"]}
    return {"name": now["model"], **own, **kept}


def ends_of(task: Mapping[str, Any]) -> tuple[int, int]:
    """Return the count of numbers in a row of a task, and in an answer."""
    if "modulus" in task:
        return 2 * task["modulus"], task["modulus"]
    setting = setting_of(task)
    inputs = 3 if task.get("lifted") else task.get("dimensions") or task.get("length") or setting.inputs
    return inputs, setting.outputs


def loss_of(task: Mapping[str, Any]) -> str:
    if task["name"] in AT_PLACES:
        return "at_places"
    return "mean_squares" if setting_of(task).outputs == 1 else "cross_entropy"


def batch_of(task: Mapping[str, Any]) -> int | None:
    """Return the size of a batch of words, or of many rows of one's own; None where all rows are one."""
    own = task.get("own")
    return WORD_BATCH if task["name"] in WORDED else BATCH if own and len(own.asked.values) > MANY_ROWS else None


@dataclass(frozen=True, eq=False)
class Beginning:
    """The settings from which knobs are turned, and the lesson they come from."""

    settings: Settings
    lesson: str = ""
    is_broken: bool = False

    @property
    def values(self) -> Values:
        settings, optimizer = self.settings, self.settings.optimizer
        has_momentum = optimizer["name"] == "sgd" and optimizer.get("momentum")
        found = {
            "task": task_value(settings.task),
            **model_values(settings.model),
            "optimizer": "momentum" if has_momentum else str(optimizer["name"]),
            "lr": f"{optimizer['lr']:g}",
            "eps": f"{optimizer.get('eps', float(EPS)):g}",
            "steps": str(settings.steps),
            "rows": rows_value(settings.task),
            "seed": SEED,
            "break": self.lesson if self.is_broken else NONE,
        }
        return {knob: found[knob] for knob in KNOBS}


def beginning_of_task(asked: str | OwnRows) -> Beginning:
    """Begin with a task of the knob, or with rows of one's own, of which many are trained in small batches."""
    task: Mapping[str, object] = TASKS[asked] if isinstance(asked, str) else {"name": "rows", "own": asked}
    first = setting_of(task)
    name = asked if isinstance(asked, str) else ""
    values = {**MODEL_KNOBS, "task": name, "model": TRANSFORMER if name in WORDED else MLP, "width": first.width}
    values["activation"] = first.activation
    model, optimizer = new_model(values, ends_of(task), {}), {"name": "adam", "lr": first.lr}
    return Beginning(Settings(task, model, optimizer, first.steps, loss_of(task), batch_of(task)))


def beginning_of(lesson: Lesson) -> Beginning:
    """Begin with a lesson's experiment: of its last round that trains anything, the first arm that is watched."""
    experiments = [lesson.experiments[name] for names in lesson.rounds for name in names]
    for experiment in reversed(experiments):
        for arm in experiment.arms:
            is_watched = not experiment.shown or arm.name in experiment.shown
            if is_watched and arm.settings.steps and not arm.edits:
                return Beginning(arm.settings, lesson.id, bool(lesson.edits))
    return Beginning(beginning_of_task("xor").settings, lesson.id, bool(lesson.edits))


def experiment_of(first: Beginning, now: Values, edits_of: Callable[[str], tuple[Edit, ...]]) -> Experiment:
    """Return the experiment that the knobs set. Raises LessonError for a break that does not load."""
    settings = settings_of(first, now)
    edits = edits_of(now["break"]) if now["break"] != NONE else ()
    of_task = setting_of(settings.task)
    metrics = ("final_loss", "val_loss") if of_task.outputs == 1 else OF_CLASSES
    also = ("attention", "arrows") if of_task.picture == "attention" else (of_task.picture,)
    pictures = ("curves", *filter(None, also))
    arm = Arm(NOW, settings, edits, edits if now["break"] == MINE else ())
    return Experiment("play", (arm,), 1, metrics, pictures, probes=())


def settings_of(first: Beginning, now: Values) -> Settings:
    """Return the settings that the knobs set; those without a turned knob keep their value."""
    before, begun = first.settings, first.values
    if now["task"] == begun["task"]:
        task, loss, batch_size, until = before.task, before.loss, before.batch_size, before.until
    else:
        task = TASKS[now["task"]]
        loss, batch_size, until = loss_of(task), batch_of(task), None
    if now["rows"] != begun_value("rows", now, begun):
        task = with_rows(task, int(now["rows"]))
    model, optimizer = model_of(first, now, task), optimizer_of(first, now)
    own_ruler = before.own_ruler and now["break"] == begun["break"]
    return Settings(task, model, optimizer, int(now["steps"]), loss, batch_size, until, own_ruler)


def model_of(first: Beginning, now: Values, task: Mapping[str, object]) -> Mapping[str, object]:
    """Return the model as it was, or a new one where its knobs, or the numbers that it takes, are others."""
    before: Mapping[str, Any] = first.settings.model
    begun = first.values
    if now["model"] == OWN:
        return before
    parts = [part for part in ("model", *MODEL_KNOBS) if applies(part, begun)]
    sizes = before.get("sizes")
    ends_before = (sizes[0], sizes[-1]) if sizes else None
    same_task = now["task"] == begun["task"]
    ends = ends_before if same_task and ends_before else ends_of(task)
    if all(now[part] == begun[part] for part in parts) and (same_task or ends == ends_before):
        return before
    keys = (*KEPT, *KEPT_FOR_WORDS) if same_task else KEPT
    kept = {key: before[key] for key in keys if key in before} if now["model"] == begun["model"] else {}
    return new_model(now, ends, kept)


def optimizer_of(first: Beginning, now: Values) -> Mapping[str, object]:
    has_momentum = now["optimizer"] == "momentum"
    new = {"name": "sgd", "momentum": MOMENTUM} if has_momentum else {"name": now["optimizer"]}
    kept = first.settings.optimizer if now["optimizer"] == first.values["optimizer"] else new
    eps = {"eps": float(now["eps"])} if applies("eps", now) and ("eps" in kept or now["eps"] != EPS) else {}
    return {**kept, "lr": float(now["lr"]), **eps}


def besides(first: Beginning, now: Values) -> tuple[tuple[str, str], ...]:
    """Return the settings of a try that are not knobs, each with its value, as a lesson file writes them."""
    settings, begun = settings_of(first, now), first.values
    told = [
        (key, plain(value))
        for part in (settings.task, settings.model, settings.optimizer)
        for key, value in part.items()
        if key not in TOLD and not (key == "momentum" and now["optimizer"] != begun["optimizer"])
    ]
    more = {"batch_size": settings.batch_size, "until": settings.until}
    return (*told, *((key, f"{value:g}") for key, value in more.items() if value is not None))


def plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, int | float) else str(value)
