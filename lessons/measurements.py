"""What runs measured, in words: names of metrics and arms, tables of medians, and what else there is to see."""

from lessons.lesson import Experiment, Lesson, Prose, Question
from lessons.numbers import is_share, summary_words
from lessons.page import Block, Look, Table, Words
from lessons.questions.arms import named
from lessons.summaries import Majority, Record, Summary, recorded
from lessons.text import Text
from lessons.vocabulary import METRICS

ROLES = {"healthy": "healthy", "broken": "broken"}


def role_of(experiment: Experiment, arm: str) -> str:
    """What draws an arm: the two of a break have marks of their own, others go by their place."""
    return ROLES.get(arm, f"arm-{experiment.names.index(arm) + 1}")


def metric_words(metric: str, text: Text) -> str:
    """`training accuracy`; an argument stands behind it."""
    if text.has(f"metric.{metric}"):
        return text(f"metric.{metric}")
    base, _, argument = metric.partition(":")
    words = text(f"metric.{base}") if base in METRICS and text.has(f"metric.{base}") else base
    return f"{words} {argument}".strip()


def experiment_words(name: str, page: Prose) -> str:
    """An experiment's name as the page has it, in a section `experiment NAME`, or its id."""
    return page.sections.get(f"experiment {name}", name)


def question_name(question: Question, lesson: Lesson, page: Prose, text: Text) -> str:
    """A question in a word or two, for tables: its own section `name ID`, or its metric."""
    if own := page.sections.get(f"name {question.id}"):
        return own
    if question.of:
        return f"{text('metric.shape') if question.kind == 'shape' else text('metric.entry')} {question.of}"
    name = metric_words(question.metric, text)
    if len(lesson.experiments) > 1 and question.experiment in lesson.experiments:
        name += f" · {experiment_words(question.experiment, page)}"
    return name


def said(found: Summary, metric: str, text: Text) -> str:
    """A summary in words; a word that the tutor knows is translated."""
    if isinstance(found, Majority) and text.has(f"short.{found.word}"):
        return text(f"short.{found.word}")
    return summary_words(found, is_share(metric))


def table_blocks(experiment: Experiment, record: Record, page: Prose, text: Text) -> list[Block]:
    """The medians of an experiment, a row a metric and a column an arm."""
    metrics = record.get(experiment.id, {})
    arms = experiment.names
    headings = ("", *(named(arm, page, text) for arm in arms))
    rows = tuple(
        (
            metric_words(metric, text),
            *(said(recorded(record, experiment.id, metric, arm), metric, text) for arm in arms),
        )
        for metric in metrics
        if metric_words(metric, text)
    )
    done = text("run.sweep_done", seeds=experiment.seeds, task=experiment_words(experiment.id, page))
    return [Words(done, "good"), Table(headings, rows, ("", *(role_of(experiment, arm) for arm in arms)))]


def looks(probes: tuple[str, ...], experiments: tuple[Experiment, ...], text: Text) -> tuple[Look, ...]:
    """Every probe of every experiment: the things to see one at a time."""
    return tuple(
        Look(probe, text(f"observe.{probe}"), experiment) for experiment in experiments for probe in probes
    )
