"""Which measurement accuses the changed line: one that told the two models apart, among some that did not."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from lessons.drawings import section_blocks
from lessons.hunt import edit_blocks
from lessons.lesson import BROKEN, HEALTHY, Lesson, Prose
from lessons.measurements import ALWAYS, experiment_words, metric_words, role_of, said
from lessons.page import Aside, Block, Table, Words
from lessons.runs.edits import edited_lines, edited_text
from lessons.source import function_at
from lessons.summaries import Band, Majority, Record, Summary, pair_name, recorded, written
from lessons.text import Text
from lessons.vocabulary import SHAPE, metric_of

# What shows a metric one look at a time, where it has another name.
PROBES = {
    "interaction_gap": "gap", "rank_w2w1": "rank", "train_accuracy": "accuracy", "val_accuracy": "accuracy",
    "final_loss": "curves", "curve": "curves", "gradient_norm": "gradients",
}  # fmt: skip
CLEARED, SUSPECTS = 2, 3  # measurements that came out alike; functions


@dataclass(frozen=True)
class Measured:
    """A metric on both models, and what each seed of the broken one has more than the same seed of the healthy one."""

    experiment: str
    metric: str
    healthy: Summary
    broken: Summary
    more: Summary
    asked: bool

    @property
    def id(self) -> str:
        return f"{self.experiment}/{self.metric}"

    @property
    def is_alike(self) -> bool:
        """Return True if nine in ten seeds, or more, give the same on both sides."""
        if isinstance(self.healthy, Majority):
            return self.healthy == self.broken and self.healthy.share == 1
        return isinstance(self.more, Band) and self.more.p5 == self.more.p95 == 0

    @property
    def tells(self) -> bool:
        """Return True if nine in ten seeds, or more, differ, and in the same direction."""
        if isinstance(self.healthy, Majority) or isinstance(self.broken, Majority):
            return word_of(self.healthy) != word_of(self.broken)
        low, high = (getattr(self.more, end, None) for end in ("p5", "p95"))
        return (low is not None and low > 0) or (high is not None and high < 0)

    @property
    def apart(self) -> float:
        """Return how many times the one is the other, as a logarithm."""
        if isinstance(self.healthy, Majority) or isinstance(self.broken, Majority):
            return 1.0
        sizes = [abs(side.median or 0.0) + 1e-12 for side in (self.healthy, self.broken)]
        return abs(math.log(sizes[0] / sizes[1]))


def word_of(found: Summary) -> str:
    return found.word if isinstance(found, Majority) else ""


def all_measured(lesson: Lesson, record: Record) -> Iterator[Measured]:
    """Every metric that the runs of a break have on both sides, and that is asked about or in every table."""
    asked = {(question.experiment, question.metric) for question in lesson.questions}
    for experiment in lesson.experiments.values():
        for metric in experiment.metrics if {HEALTHY, BROKEN} <= set(experiment.names) else ():
            sides = [written(record, experiment.id, metric, arm) for arm in (HEALTHY, BROKEN)]
            known = metric_of(metric)
            is_asked = (experiment.id, metric) in asked
            if all(sides) and (is_asked or metric in ALWAYS) and not (known and known.kind == SHAPE):
                pair = pair_name("difference", BROKEN, HEALTHY, experiment.names)
                healthy, broken, more = (
                    recorded(record, experiment.id, metric, name) for name in (HEALTHY, BROKEN, pair)
                )
                yield Measured(experiment.id, metric, healthy, broken, more, is_asked)


def offered(lesson: Lesson, record: Record) -> tuple[Measured, ...]:
    """Return the measurement that told most, and two that came out alike; nothing where the runs have no such."""
    every = list(all_measured(lesson, record))
    telling = max(
        (each for each in every if each.tells), key=lambda each: (each.asked, each.apart), default=None
    )
    alike: dict[str, Measured] = {}
    for each in sorted(every, key=lambda each: not each.asked):
        if each.is_alike and telling and each.metric != telling.metric:
            alike.setdefault(each.metric, each)
    if not alike:
        return ()
    chosen = [telling, *list(alike.values())[:CLEARED]]
    return tuple(each for each in every if each in chosen)


def culprit(lesson: Lesson, record: Record) -> str:
    """What is the right answer: the measurement that tells the two apart, else the function that was edited."""
    measured = offered(lesson, record)
    return next((each.id for each in measured if each.tells), edited_function(lesson))


def edited_function(lesson: Lesson) -> str:
    file = lesson.edits[0].file
    text = edited_text(lesson.edits, file)
    return function_at(text, edited_lines(lesson.edits, file)[0]) or file


def suspects(lesson: Lesson) -> tuple[str, ...]:
    """The edited function among the first near misses, by name, so that no place among them tells."""
    others = [miss.function or miss.line for miss in lesson.near_misses]
    names = dict.fromkeys([edited_function(lesson), *others])
    return tuple(sorted(list(names)[:SUSPECTS], key=str.casefold))


def options(lesson: Lesson, record: Record, page: Prose, text: Text) -> dict[str, str]:
    """What there is to choose from: measurements, or, where the runs tell nothing, the suspects themselves."""
    measured = offered(lesson, record)
    if not measured:
        return {name: f"`{name}`" for name in suspects(lesson)}
    return {each.id: name_of(each, lesson, page, text) for each in measured}


def name_of(measured: Measured, lesson: Lesson, page: Prose, text: Text) -> str:
    """`interaction gap · agreement`."""
    name = metric_words(measured.metric, text)
    several = len(lesson.experiments) > 1
    return f"{name} · {experiment_words(measured.experiment, page)}" if several else name


def question_blocks(lesson: Lesson, record: Record, text: Text) -> list[Block]:
    """The suspects, and what is asked about them."""
    names = ", ".join(f"`{name}`" for name in suspects(lesson))
    blocks: list[Block] = [Words(text("accuse.intro", suspects=names))]
    key = "accuse.which_measurement" if offered(lesson, record) else "accuse.which_suspect"
    return [*blocks, Words(text(key), "heading")]


def verdict_blocks(said_id: str, lesson: Lesson, record: Record, page: Prose, text: Text) -> list[Block]:
    """Whether the runs agree, what they measured, and the line once more with its cause."""
    right = culprit(lesson, record)
    names = options(lesson, record, page, text)
    answer = {"said": names.get(said_id, said_id), "truth": names.get(right, right)}
    kind = "measurement" if offered(lesson, record) else "suspect"
    blocks: list[Block] = [
        Words(text(f"accuse.right_{kind}", **answer), "right")
        if said_id == right
        else Words(text(f"accuse.wrong_{kind}", **answer), "wrong")
    ]
    blocks += [*evidence(lesson, record, page, text), *edit_blocks(lesson.edits, text, around=1)]
    return [*blocks, *section_blocks(page.sections["cause"], lesson, page, text)]


def evidence(lesson: Lesson, record: Record, page: Prose, text: Text) -> Iterator[Block]:
    """The measurements on both sides, and what the lesson says of the one that told."""
    measured = offered(lesson, record)
    if not measured:
        return
    rows = tuple((name_of(each, lesson, page, text), *both_said(each, lesson, text)) for each in measured)
    experiment = lesson.experiments[measured[0].experiment]
    roles = ("", *(role_of(experiment, arm) for arm in (HEALTHY, BROKEN)))
    yield Table(("", text("side.healthy"), text("side.broken")), rows, roles)
    told = next(each for each in measured if each.tells)
    probe = f"probe {PROBES.get(told.metric, told.metric)}"
    if words := page.sections.get(f"{probe} {told.experiment}") or page.sections.get(probe):
        yield from section_blocks(words, lesson, page, text)


def both_said(measured: Measured, lesson: Lesson, text: Text) -> Iterator[str]:
    statistic = lesson.experiments[measured.experiment].statistic(measured.metric)
    return (said(side, measured.metric, text, statistic) for side in (measured.healthy, measured.broken))


def cleared_asides(lesson: Lesson, page: Prose, text: Text) -> tuple[Aside, ...]:
    """Why it is none of the other suspects."""
    blocks: list[Block] = []
    for miss in lesson.near_misses:
        if (name := miss.function or miss.line) in suspects(lesson):
            blocks += [Words(f"`{name}`", "heading"), Words(page.sections[f"near {miss.id}"])]
    return (Aside(text("accuse.cleared"), tuple(blocks)),) if blocks else ()
