"""What the runs say of a question, as a picture: bars with whiskers, or the curves."""

from collections.abc import Iterable
from math import isfinite, nan

from lessons.lesson import Lesson, Prose, Question
from lessons.measurements import metric_words, role_of
from lessons.numbers import is_share
from lessons.pictures import Axis, Bar, Bars, Curve, Curves, Picture
from lessons.questions.arms import named
from lessons.questions.measured import of_arm, statistic
from lessons.questions.number import understood
from lessons.summaries import Band, Record, as_shown, recorded_losses
from lessons.text import Text
from lessons.value_words import ROUNDING, plain, value_words
from lessons.verdict_words import arms_of, found_words
from lessons.verdicts import Verdict, experiment_of
from lessons.vocabulary import ONE

PAIR = 2  # arms, which stand beside each other whatever is asked
SMALL = 9  # rows of curves that stand for an answer


def pictures(
    verdict: Verdict, lesson: Lesson, record: Record, page: Prose, text: Text
) -> tuple[Picture, ...]:
    """The bars of the arms that a question looks at; nothing where there is no number to draw."""
    question = verdict.question
    if question.kind == "curve":
        return curves_of(question, lesson, record, page, text)
    bands = {arm: of_arm(question, record, arm) for arm in in_order(question, lesson)}
    numbers = {arm: asked_for(question, band) for arm, band in bands.items() if isinstance(band, Band)}
    if not numbers or all(band.median is None or not isfinite(band.median) for band in numbers.values()):
        return ()
    return (bars_of(verdict, lesson, numbers, page, text),)


def in_order(question: Question, lesson: Lesson) -> Iterable[str]:
    """The arms in question, as the experiment has them; of two arms always both."""
    names, looked_at = experiment_of(lesson, question).names, arms_of(question, lesson)
    return [arm for arm in names if arm in looked_at or len(names) == PAIR]


def bars_of(verdict: Verdict, lesson: Lesson, bands: dict[str, Band], page: Prose, text: Text) -> Bars:
    """A bar an arm; and one for the answer, where that is a number of the same kind."""
    question, experiment = verdict.question, experiment_of(lesson, verdict.question)
    bars = [
        bar_of(band, named(arm, page, text), role_of(experiment, arm), question, text)
        for arm, band in bands.items()
    ]
    if guess := answer_bar(verdict, text):
        bars.insert(0, guess)
    parts = [
        text("says.bar", arm=named(arm, page, text), value=found_words(band, question, text))
        for arm, band in bands.items()
    ]
    name = metric_words(question.metric, text)
    says = text("says.bars", metric=name, arms="; ".join(parts))
    return Bars("", tuple(bars), axis(bars, question.metric), says[:1].upper() + says[1:])


def asked_for(question: Question, band: Band) -> Band:
    """The band as it is shown; or no more than the one number that the question asks of the seeds, such as a mean."""
    if question.summary not in ONE:
        return as_shown(band, question.metric, question.summary)
    asked = statistic(question, band)
    return Band(asked, mean=asked, least=asked, greatest=asked)


def bar_of(band: Band, name: str, role: str, question: Question, text: Text) -> Bar:
    """What is asked for of the seeds, their middle as a rule, and where nine in ten of them lie."""
    value, low, high = (drawable(end) for end in (band.median, band.p5, band.p95))
    return Bar(name, role, value, low, high, value_words(band.median, question.metric, text))


def drawable(value: float | None) -> float:
    """A number as a bar has it: rounding is 0, and what is none is not drawn."""
    return nan if value is None else 0.0 if abs(value) < ROUNDING else value


def answer_bar(verdict: Verdict, text: Text) -> Bar | None:
    """What was typed, beside what was measured."""
    question = verdict.question
    given = understood(question, verdict.answer.value) if question.kind == "number" else None
    if given is None or question.against:
        return None
    return Bar(text("observe.said"), "ideal", given, words=value_words(given, question.metric, text))


def axis(bars: Iterable[Bar], metric: str) -> Axis:
    """From 0 as far as the bars and whiskers reach; a share spans all of it. The title names it."""
    if is_share(metric):
        return Axis("", 0.0, 1.0)
    ends = [
        end for bar in bars for end in (bar.value, bar.low, bar.high) if end is not None and isfinite(end)
    ]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    return Axis("", low, high if low < high else 1.0)


def curves_of(
    question: Question, lesson: Lesson, record: Record, page: Prose, text: Text
) -> tuple[Picture, ...]:
    """The middle of the seeds at each step, of the first arm and of the one in question."""
    experiment = experiment_of(lesson, question)
    arms = dict.fromkeys((experiment.names[0], question.arm))
    losses = {arm: recorded_losses(record, question.experiment, question.metric, arm) for arm in arms}
    if not all(len(each) > 1 for each in losses.values()):
        return ()
    curves = [
        Curve(named(arm, page, text), role_of(experiment, arm), over(experiment.steps, len(each)), each)
        for arm, each in losses.items()
    ]
    parts = [
        text("says.curve", arm=curve.name, first=plain(curve.y[0]), last=plain(curve.y[-1]))
        for curve in curves
    ]
    says = text("says.swept", steps=experiment.steps, seeds=experiment.seeds, arms="; ".join(parts))
    reached = [loss for curve in curves for loss in curve.y]
    x = Axis(text("axis.steps"), 0.0, float(experiment.steps))
    y = Axis(text("axis.loss"), 0.8 * min(reached), 1.25 * max(reached), log=True)
    return (Curves("", tuple(curves), x, y, says, height=SMALL),)


def over(steps: int, count: int) -> tuple[float, ...]:
    """As many evenly spaced steps, from the first to the last."""
    return tuple(steps * place / (count - 1) for place in range(count))
