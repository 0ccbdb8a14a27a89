"""The reference of the format, `lessons/REFERENCE.md`: every key, made from the dataclasses and rules that read it.

`python docs/make_reference.py` writes it anew.
"""

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import lessons
from lessons.course.asking.questions import PREDICTED
from lessons.course.course import Head, Track
from lessons.course.lesson import vocabulary as names
from lessons.course.lesson.claim import Claim
from lessons.course.lesson.drawing import Drawing
from lessons.course.lesson.exercise import LAB_CHECKS, Attempt, Bound, Hint, Lab, LabCheck, NearMiss, Repair, Told
from lessons.course.lesson.lesson import Edit, Experiment, Lesson, Question, Settings, Worked
from lessons.course.lesson.metric import METRICS
from lessons.course.lesson.values import Interval
from lessons.course.lesson.vocabulary import Entry
from lessons.format.experiments import OF_EXPERIMENTS
from lessons.format.own_functions import OwnMetric, OwnTask
from lessons.format.questions import OF_PREDICTIONS, OF_STEPS
from lessons.format.table import PLURALS, WORDS, plain, types_of

REFERENCE = Path(lessons.__file__).with_name("REFERENCE.md")
HOPELESS: Mapping[Any, Any] = {str: "\n", int: -(10**12), float: -1e12, list: (), dict: {"": ""}}
MANY = 9  # names that are not listed where they stand
FIRST = (
    "# The format of lessons: every key\n\nWritten by `python docs/make_reference.py` from the code that reads it.\n"
)
OWN_FUNCTIONS = """
## Functions of a pack

Lessons call them `PACK/NAME`, with the id of the pack: `of = "rings.my-pack/lost"`, `task = "my-pack/ring"`. A file has
the functions of its table, helpers, `import numpy as np` and `import math`. What they may use is on the list of
`lessons/format/inert.py`; they are run in the process with limits alone.

- A metric, `def NAME(run)`, gives a number of a model: `run.rows.x` and `.y`, held out `.x_out` and `.y_out`;
  `run.outputs(x)`, `run.hidden(x)`; `run.parameters()` by name; `run.losses`; `run.start`, as the model began, which
  the three take as well; `run.reference`, the first arm's run of the same seed.
- A task, `def NAME(seed, rows=60)`, gives `x, y, x_out, y_out`, the same for a seed each time. What has a usual value
  is an option: `task = { name = "my-pack/ring", rows = 80 }`.
"""
TABLE = "\n| key | what it is | where it is left out |\n|---|---|---|\n"
NAMED = "a name, or a table with `name` and its options"
HEADED = {"title": "what the pack is called", "description": "what it teaches, and to whom"}
# Keys that are read by a function of their own, with what they are.
OWN: Mapping[str, Mapping[str, str]] = {
    "lesson": {"format": "3", "id": "the folder's name, for good", "rounds": "lists of experiments; one each"},
    "course": {
        "format": "3", "id": "what the pack is called: small letters, digits and hyphens; the folder's name",
        "languages": '`["en"]`: of its pages; both. The first one\'s pages have the blocks',
        "concepts": "an idea and its words, by language: `NAME = { en = …, es = … }`",
        "renamed": "a lesson's old id and its new one",
    },
    "head": {key: f"{words}; by language, or a text where there is but one" for key, words in HEADED.items()},
    "track": {
        "title": "what the map shows, by language, or a text where there is but one",
        "about": "it in a few words, beside its bar on the map",
    },
    "experiment": {
        "task": f"{NAMED}: what is to be learnt",
        "model": f"{NAMED}, or `layers`: what is trained",
        "optimizer": f"{NAMED}: how; needless with `steps = 0`",
        "picture": "a picture, or a list of them: what is seen of one seed",
        "arm": "`[experiment.NAME.arm.ARM]`: what an arm overrides; `edited = true` for the broken library, "
        "and in `[[edit]]` below it edits of its own",
        "vary": 'in place of arms: one setting, `"model.hidden" = [16, 64]`',
    },
    "review": {"break": "an edit of its own, in place of the lesson's; all else as in an experiment"},
    "question": {
        "of": "`EXPERIMENT.METRIC`; in a review the metric alone",
        "kind": f"one of {', '.join(PREDICTED)}; by what else it says",
        "arm": "the arm that is asked about; the last",
        "against": "the arm that it is compared with; the first where a direction is asked",
        "arms": "what `which`, `order` and `trend` compare; all",
        "compare": "`ratio` or `difference`; of `which` `most` or `least`",
        "options": "`{ ID = [low, high] }`, or for single arms `{ ID = { ARM = [low, high] } }`",
        "concept": "an idea of `course.toml`; a review needs one",
    },
    "why": {"survivors": "the causes that no test refutes, `[]` where none is left"},
    "cause": {"expects": "`{ TEST = ANSWER }`, or several answers in a list; nothing of a test unnamed"},
    "metric": {"en": "what it is called, and so in each language of the pack"},
    "step": {"kind": "`shape` or `entry`; `entry` with `at`"},
    "attempt": {"after": "in a repair: what stands in the edit's place", "code": "in a lab: the whole file"},
    "claim": {
        "mean": '`"EXPERIMENT.METRIC"`; other measures are listed below',
        "arm": "the arm, or `ratio` or `difference` of two; the last",
        "of": "with `against`: the two arms of a pair",
        "against": "the arm that `of` is compared with",
        "show": '`"percent"`',
    },
}  # fmt: skip
SECTIONS: tuple[tuple[str, str, Any, tuple[str, ...] | None], ...] = (
    ("`course.toml`", "course", None, ()),
    ("`course.toml`: `[pack]`, which is shown before its code may run", "head", Head, None),
    ("`course.toml`: `[[track]]`", "track", Track, None),
    ("`lesson.toml`", "lesson", Lesson, ("needs", "minutes", "probes", "no_trial", "retired")),
    ("`[experiment.NAME]`", "experiment", Experiment, OF_EXPERIMENTS),
    ("`[experiment.NAME]`, for each arm", "", Settings, ("steps", "loss", "batch_size", "until", "own_ruler")),
    ("`[review.NAME]`", "review", None, ()),
    ("`[break]`, or several `[[break]]`", "", Edit, None),
    ("`[[near]]`", "", NearMiss, None),
    ("`[repair]`", "", Repair, ("seeds", "gradcheck")),
    ("`[[repair.accept]]`", "", Bound, None),
    ("`[[repair.told]]`", "", Told, None),
    ("`[lab]`", "", Lab, ("file", "begin", "solution")),
    ("`[[lab.check]]`", "", LabCheck, ("name",)),
    ("`[[repair.right]]`, `wrong`, and those of a lab", "attempt", Attempt, ("id", "before", "file")),
    ("`[worked]`", "", Worked, ("program", "show")),
    ("`metrics.toml` of a pack: `[NAME]`, for `def NAME(run)` in its `metrics.py`", "metric", OwnMetric, None),
    ("`tasks.toml` of a pack: `[NAME]`, for `def NAME(seed, …)` in its `tasks.py`", "", OwnTask, None),
    ("`en.md`: the block of `## predict ID` and `## review ID`", "question", Question, OF_PREDICTIONS),
    ("`en.md`: the block of `## test ID`: keys of a prediction; of `## explain`", "", Question, ("modes",)),
    ("`en.md`: the block of `## cause ID`", "cause", None, ()),
    ("`en.md`: the block of `## why`, after a trial", "why", None, ()),
    ("`en.md`: the block of `## step ID`", "step", Question, OF_STEPS),
    ("`en.md`: the block of `## hint N`", "", Hint, None),
    ("`en.md`: a claim, `NAME = { … }` in any block", "claim", Claim, ("equals", "within", "between", "unused")),
    ("`en.md`: `drawing.NAME = { … }` in any block", "", Drawing, ("kind",)),
)  # fmt: skip
OF_ANY_TASK = {
    "scale": "inputs multiplied",
    "shuffled": "the training `labels`, or the `rows` without them",
    "leak": "how many held-out rows train as well",
    "label_noise": "the share of training rows with a wrong label",
    "in_one_place": "these rows lie around one of them, and not anywhere",
    "apart": "each row has an input to itself, as large as the row was: no two share one",
}
OF_ANY_MODEL = {
    "init": "how first weights are drawn; times `gain`, plus normal `noise`, with `biases` as spread out as this",
    "rescale": "the first layer's weights times it, the last one's over it",
    "scale": 'parameters or modules by name, multiplied once they are drawn: `{ "fc1.weight" = 10.0 }`',
    "frozen": "parameters or modules, by name, that do not learn",
    "draw": "another draw of the first weights",
    "best_of": "the best of so many starts, by every second held-out row",
    "plus": "the first answers of such a model are added for good: what it has otherwise, "
    "and how many `times`; `{ times = -1.0 }` takes away its own",
}
OF_ANY_OPTIMIZER = {
    "angle": "the whole gradient is turned by so many degrees towards one random direction, its length kept",
    "only": "so many of the numbers learn, drawn at random",
    "instead": "by parameter, what stands in its gradient's place: one random `direction`, `noise` or `uphill`",
    "held": "parameters whose length is put back after each step",
    "decays": "parameters that weight decay presses; all",
}
VOCABULARY: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("Tasks", names.TASKS), ("Options of any task", OF_ANY_TASK),
    ("Models", names.MODELS), ("Layers", names.LAYERS), ("Options of models", OF_ANY_MODEL),
    ("Optimizers", names.OPTIMIZERS), ("Options of any optimizer", OF_ANY_OPTIMIZER), ("Losses", names.LOSSES),
    ("Metrics", METRICS), ("Pictures", names.PICTURES), ("Probes", names.PROBES),
    ("Measures of claims", names.MEASURES), ("Drawings", names.DRAWINGS), ("Checks of labs", LAB_CHECKS),
)  # fmt: skip


def reference() -> str:
    parts = [FIRST, *(section(*each) for each in SECTIONS), OWN_FUNCTIONS, "\n## Names\n"]
    for title, entries in VOCABULARY:
        lines = [f"- `{name}`: {meaning(entry)}".removesuffix(": ") for name, entry in entries.items()]
        parts.append(f"\n### {title}\n\n" + "\n".join(lines) + "\n")
    return "".join(parts)


def section(title: str, own: str, kind: Any, keys: tuple[str, ...] | None) -> str:
    known = OWN.get(own, {})
    rows = [f"| `{key}` | {words} | |" for key, words in known.items()]
    if kind is not None:
        types, source = types_of(kind), inspect.getsource(kind)
        comments = dict(re.findall(r"^    (\w+): [^#\n]*#\s*(.+)$", source, re.MULTILINE))  # behind its fields
        asked = [each for each in fields(kind) if keys is None or each.name in keys]
        rows += [
            row(each, types[each.name], comments.get(each.name, "")) for each in asked if key_of(each) not in known
        ]
    return f"\n## {title}\n{TABLE}" + "\n".join(rows) + "\n"


def row(field: Field[Any], kind: Any, comment: str) -> str:
    words = f"{should(kind)}{f': {comment}' if comment else ''}"
    default = "needed" if field.default is MISSING else ""
    if isinstance(field.default, str | int | float) and field.default != "":
        default = f"`{str(field.default).lower()}`"
    return f"| `{key_of(field)}` | {words} | {default} |"


def key_of(field: Field[Any]) -> str:
    return str(field.metadata.get("key", field.name))


def should(kind: Any) -> str:
    """Say what a value of a type should be, with the words of the rules that would refuse another."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind == Interval:
        return "two numbers, `[low, high]`"
    if origin is Annotated:
        said = next(filter(None, (rule(HOPELESS[plain(kind)]) for rule in inner[1:])), "")
        said = said.partition(" Known:")[0].rstrip(".")
        said = "one of the names below" if said.count(",") > MANY else said
        return said if plain(kind) is str else ", ".join(filter(None, (should(inner[0]), said)))
    if origin is Literal:
        return f"one of {', '.join(inner)}"
    if origin in (Union, UnionType) and NoneType in inner:
        return should(inner[0])
    if origin in (tuple, list):
        return f"a list of {PLURALS.get(inner[0]) or f'values, each {should(inner[0])}'}"
    return WORDS.get(plain(kind), "a value")


def meaning(entry: Any) -> str:
    if isinstance(entry, str):
        return entry
    words: str = entry.meaning
    if not isinstance(entry, Entry):
        return f"{words} ({entry.kind}{f'; :{entry.argument}' if entry.argument else ''})"
    options = [*options_of(entry.needs, " (needed)"), *options_of(entry.options)]
    return f"{words}. {'; '.join(options)}" if options else words


def options_of(options: Mapping[str, Any], after: str = "") -> Iterator[str]:
    yield from (f"`{name}` {should(kind)}{after}" for name, kind in options.items())


if __name__ == "__main__":
    REFERENCE.write_text(reference(), encoding="utf-8")
