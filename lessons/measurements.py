"""What runs measured, in words: names of metrics and arms, tables of medians, and what else there is to see."""

from collections.abc import Iterable

from lessons.lesson import Experiment, Lesson, Prose, Question
from lessons.numbers import is_share
from lessons.page import Block, Look, Table, Words
from lessons.questions.arms import named
from lessons.summaries import Majority, Record, Summary, as_shown, recorded
from lessons.text import Text
from lessons.value_words import bare
from lessons.vocabulary import ALWAYS, METRICS

WIDEST = 3  # arms that stand beside each other
ROLES = {"healthy": "healthy", "broken": "broken"}


def role_of(experiment: Experiment, arm: str) -> str:
    """What draws an arm: the two of a break have marks of their own, others go by their place among the rest."""
    if arm in ROLES:
        return ROLES[arm]
    others = [name for name in experiment.names if name not in ROLES]
    taken = len(ROLES) if len(others) < len(experiment.names) else 0
    return f"arm-{taken + others.index(arm) + 1}"


def metric_words(metric: str, text: Text) -> str:
    """Return `training accuracy`; an argument stands behind it."""
    base, _, argument = metric.partition(":")
    return METRICS[base].called(text.language, argument) if base in METRICS else metric.replace(":", " ")


def experiment_words(name: str, page: Prose) -> str:
    """An experiment's name as the page has it, in a section `experiment NAME`, or its id."""
    return page.sections.get(f"experiment {name}", name)


def question_name(question: Question, lesson: Lesson, page: Prose, text: Text) -> str:
    """A question in a word or two, for tables: its own section `name ID`, or its metric."""
    if own := page.sections.get(f"name {question.id}"):
        return own
    if question.of:
        return f"{text('entry.shape') if question.kind == 'shape' else text('entry.entry')} {question.of}"
    name = metric_words(question.metric, text)
    if len(lesson.experiments) > 1 and question.experiment in lesson.experiments:
        name += f" · {experiment_words(question.experiment, page)}"
    return name


def said(found: Summary, metric: str, text: Text, statistic: str = "median") -> str:
    """A summary in a table's cell; a word that the tutor knows is translated."""
    if isinstance(found, Majority):
        return text(f"short.{found.word}") if text.has(f"short.{found.word}") else found.word
    found = as_shown(found, metric, statistic)
    low, middle, high = (bare(value, metric, text) for value in (found.p5, found.median, found.p95))
    words = f"{middle} %" if is_share(metric) and found.median is not None else middle
    return words if found.median is None or low == high else f"{words} [{low}–{high}]"


def table_blocks(
    experiment: Experiment, questions: Iterable[Question], record: Record, page: Prose, text: Text
) -> list[Block]:
    """The medians of an experiment: a column an arm; of more than three arms a row each.

    Only what is asked about it and what every run shows: the rest would give away what is asked later.
    """
    asked = {question.metric for question in questions if question.experiment == experiment.id}
    measured = record.get(experiment.id, {})
    metrics = [each for each in experiment.metrics if each in measured and (each in asked or each in ALWAYS)]
    arms = [named(arm, page, text) for arm in experiment.names]
    cells = [[cell(experiment, metric, arm, record, text) for arm in experiment.names] for metric in metrics]
    names = [metric_words(metric, text) for metric in metrics]
    roles = tuple(role_of(experiment, arm) for arm in experiment.names)
    table = as_table(names, arms, cells, roles)
    if len(arms) > WIDEST:
        turned = [[row[place] for row in cells] for place in range(len(arms))]
        table = as_table(arms, names, turned, ("",) * len(names))
    done = text("run.sweep_done", seeds=experiment.seeds, task=experiment_words(experiment.id, page))
    if not metrics:
        return [Words(done, "good")]
    ranges = any("[" in cell for row in cells for cell in row)
    return [Words(done, "good"), table, *([Words(brackets(experiment, metrics, text), "note")] * ranges)]


def brackets(experiment: Experiment, metrics: list[str], text: Text) -> str:
    """Say which number of the seeds stands in a table, and what stands in brackets."""
    means = [metric_words(metric, text) for metric in metrics if metric in experiment.means]
    if not means:
        return text("run.brackets")
    return text("run.brackets_mean", metrics=", ".join(means))


def cell(experiment: Experiment, metric: str, arm: str, record: Record, text: Text) -> str:
    """What an arm gave. The first arm's curve is what the others are compared with."""
    if metric == "curve" and arm == experiment.names[0]:
        return "—"
    return said(recorded(record, experiment.id, metric, arm), metric, text, experiment.statistic(metric))


def as_table(names: list[str], headings: list[str], cells: list[list[str]], roles: tuple[str, ...]) -> Table:
    """Rows with their names before them."""
    rows = tuple((name, *row) for name, row in zip(names, cells, strict=True))
    return Table(("", *headings), rows, ("", *roles))


def looks(
    lesson: Lesson, probes: Iterable[tuple[Experiment, str]], page: Prose, text: Text
) -> tuple[Look, ...]:
    """What these probes show, each by its title; it names the experiment where there are several."""
    several = len(lesson.experiments) > 1
    return tuple(
        Look(
            probe,
            text(f"observe.{probe}") + f" · {experiment_words(experiment.id, page)}" * several,
            experiment,
        )
        for experiment, probe in probes
    )
