"""A question has one true answer, whatever seeds of its kind are drawn, and most answers to it are wrong."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lessons.check.evidence import Evidence, Found
from lessons.check.key import key_of
from lessons.check.leaks import tells
from lessons.check.measures import as_row, draws, finite_values, scale_of, statistic, unmeasured
from lessons.check.pages import CLAIM, Proof, called, pages_of
from lessons.check.questions import LocatedQuestion, asked
from lessons.check.rounding import HANGS
from lessons.check.sentences import outcome
from lessons.course.asking.questions import kind_of
from lessons.course.asking.verdicts import VERDICT
from lessons.course.lesson.lesson import Lesson, Question
from lessons.course.lesson.summaries import PAIRS, Majority, Record, Value, as_plain, pair_name, summarise
from lessons.course.lesson.value_words import ROUNDING, is_share, is_steps
from lessons.course.lesson.values import Interval
from lessons.runs.experiment import Measured

ENOUGH = 0.95  # of the resamples, and of the seeds where words decide
MAX_ACCEPTED = 0.5  # of all answers
JITTER = 1e-9  # relative: what rounding may do
TYPED_DIGITS = 3  # nobody types more of a number
SEVERAL = " and "  # between the options of a choice, where more than one holds


def prove_predictions(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    for each in asked(lesson):
        name = each.question.experiment
        yield proof_of(each, lesson, evidence.both(name), evidence.dusted(name))


def proof_of(each: LocatedQuestion, lesson: Lesson, found: Found, dusted: tuple[Measured, ...]) -> Proof:
    question = each.question
    if problem := problem_of(question, found, dusted):
        return each.proof(lesson, problem)
    truth = true_on(question, found[0])
    advice = popular_is_true(question, truth)
    for page in pages_of(lesson):
        for heading in (f"because {question.id}", f"learnt {question.id}"):
            said = kind_of(question).is_paired and outcome(page.texts.get(heading, ""), page.language)
            if said and said != truth:
                problem = f"{called(heading)} says {said!r}, and the runs say {truth!r}: write {VERDICT}."
                return replace(page.wrong(problem, heading), what=each.what)
            advice = advice or tells_other_arms(question, page.texts.get(heading, ""), lesson)
    return replace(each.proof(lesson, advice=advice, shown=shown(question, found, truth)), key=key_of(question, truth))


def tells_other_arms(question: Question, text: str, lesson: Lesson) -> str:
    """Return a tip if a verdict prints numbers only of arms that were not asked about, else `""`."""
    printed = [(name, lesson.claims[name].arguments) for name, _ in CLAIM.findall(text) if name in lesson.claims]
    asked = question.experiment, question.metric
    arms = {each.get("arm"): name for name, each in printed if (each.get("experiment"), each.get("metric")) == asked}
    if not arms or question.against in arms or any(tells(lesson, name, question) for name in arms.values()):
        return ""
    return f"{{{next(iter(arms.values()))}}} is of another arm than {question.arm}, which decides this."


def shown(question: Question, found: Found, truth: str) -> str:
    if kind_of(question).gives_word:
        return f"{truth} on most of the seeds, its own and those held back"
    said = f"{float(truth):.4g} ± {question.within:g}" if kind_of(question).is_number else truth
    on, there = (f"{share_of_resamples(question, each, truth, len(found[0].seeds)):.0%}" for each in found)
    return f"{said} ({measured(question, found[0])}); on {on} of resamples; held back on {there}"


def truth_of(question: Question, record: Record, found: Measured) -> str | None:
    """Return the answer that the runs give, joined to others that hold as well; None if they do not decide."""
    return SEVERAL.join(kind_of(question).truths(question, record, found.experiment)) or None


def true_on(question: Question, found: Measured) -> str:
    """Return the answer that a sweep gives; `""` if it does not decide."""
    return truth_of(question, {found.experiment.id: found.as_record()}, found) or ""


def agree(question: Question, first: str, second: str | None) -> bool:
    """Return True if a learner who says the first is right where the second is true."""
    if not first or not second:
        return False
    kind = kind_of(question)
    return kind.is_right(question, kind.in_terms(question, first), kind.in_terms(question, second))


def popular_is_true(question: Question, truth: str) -> str:
    if question.popular is None:
        return ""
    kind = kind_of(question)
    if not kind.is_right(question, kind.understood(question, question.popular), kind.in_terms(question, truth)):
        return ""
    return f"tempting = {question.popular!r} is the truth: name an answer that tempts, and is wrong."


def measured(question: Question, found: Measured) -> str:
    series = {arm: values[question.metric] for arm, values in found.values.items()}
    if question.against and question.compare in PAIRS:
        series[question.compare] = found.compared(question.metric, question.compare, question.arm, question.against)
    return ", ".join(f"{name} {in_words(question, values)}" for name, values in series.items())


def in_words(question: Question, values: Sequence[Value]) -> str:
    found = summarise(tuple(values))
    if isinstance(found, Majority):
        return f"{found.word} on {found.share:.0%} of seeds"
    value = as_plain(found).get(question.summary)
    return "never" if value is None else f"{value:.4g}"


def share_of_resamples(question: Question, found: Measured, truth: str, size: int) -> float:
    """Return the share of resamples, of as many seeds as the lesson trains, on which the same is true."""
    said: Counter[str | None] = Counter()
    for record, count in records(question, found, size):
        said[truth_of(question, record, found)] += count
    return sum(count for each, count in said.items() if agree(question, truth, each)) / said.total()


def records(question: Question, found: Measured, size: int) -> Iterator[tuple[dict[str, Any], int]]:
    """Return the record of each resample, as far as a question reads it; equal ones once, with their number."""
    series = compared(question, found)
    picks = draws(len(found.seeds), max(size, len(found.seeds)))
    places = [(name, of) for name in series for of in dict.fromkeys((question.summary, "median"))]
    columns = [statistic(of, as_row(series[name])[picks]) for name, of in places]
    each, counts = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    for row, count in zip(each.tolist(), counts.tolist(), strict=True):
        said: dict[str, dict[str, float]] = {name: {} for name in series}
        for (name, of), value in zip(places, row, strict=True):
            if value != np.inf:
                said[name][of] = value
        yield {question.experiment: {question.metric: said}}, count


def compared(question: Question, found: Measured) -> dict[str, Sequence[Value]]:
    """Return the values over the seeds of every arm and pair that a question looks at, by its name in a record."""
    arms = {question.arm, question.against, *question.arms}
    arms |= {arm for option in question.options for arm in option.arms}
    series: dict[str, Sequence[Value]] = {
        arm: found.values[arm][question.metric] for arm in found.experiment.names if arm in arms
    }
    if question.against and question.compare in PAIRS:
        pair = question.compare, question.arm, question.against
        series[pair_name(*pair, found.experiment.names)] = found.compared(question.metric, *pair)
    return series


def undecided(question: Question, found: Found) -> str:
    if problem := unmeasured(question.metric, found[0]):
        return problem
    for each in found:
        truth = true_on(question, each)
        if not truth:
            said = measured(question, each)
            cure = ' Where both arms are 0, or never: compare = "difference".' if "ratio nan" in said else ""
            return f"its runs do not decide it: {question.metric} of {question.experiment} is {said}.{cure}"
        if SEVERAL in truth:
            return f"{truth} are both right. Part their regions."
    return ""


def is_an_anecdote(question: Question, found: Found) -> str:
    for name, values in compared(question, found[1]).items():
        said = {f"{value:.9g}" if isinstance(value, float) else str(value) for value in values}
        if len(found[0].seeds) == 1 and len(said) > 1:
            where = f"on other seeds {question.metric} of {name} differs"
            return f"seeds = 1, and one run is an anecdote: {where}. Train 8 or more."
    return ""


def is_other_elsewhere(question: Question, found: Found) -> str:
    own, other = (true_on(question, each) for each in found)
    if agree(question, own, other):
        return ""
    problem = f"its truth depends on the seeds: {own} on its own, {other} on others."
    return f"{problem} Train more of them, or ask with another margin."


def is_no_majority(question: Question, found: Found) -> str:
    for each in found if kind_of(question).gives_word else ():
        summary = each.summary(question.metric, question.arm)
        if isinstance(summary, Majority) and summary.share < ENOUGH:
            said = f"{summary.word} is true on {summary.share:.0%} of {len(each.seeds)} seeds only"
            return f"{said}. Expected {ENOUGH:.0%}: ask for a number, or train until the curves are alike."
    return ""


def is_near_a_border(question: Question, found: Found) -> str:
    own, size = true_on(question, found[0]), len(found[0].seeds)
    there = f"{own} ({measured(question, found[0])}) is"
    for each, which in zip(found, ("its own seeds", "other seeds"), strict=True):
        share = 1.0 if kind_of(question).gives_word else share_of_resamples(question, each, own, size)
        if share < ENOUGH:
            only = f"{there} true on {share:.0%} of resamples of {which}. Expected {ENOUGH:.0%}."
            return f"{only} Train more seeds, or ask with another margin."
    for by in (1 - JITTER, 1 + JITTER):
        other = replace(question, same_within=question.same_within * by)
        if question.same_within and true_on(other, found[0]) != own:
            return f"{there} just on the border of same_within = {question.same_within:g}. Ask with another margin."
    return ""


def is_right_whatever_is_typed(question: Question, found: Found) -> str:
    if not kind_of(question).is_number:
        return ""
    truth = float(true_on(question, found[0]))
    return wrong_margin(question, truth, sought(question, found[0], truth))


def problem_of(question: Question, found: Found, dusted: tuple[Measured, ...]) -> str:
    """Return why the runs do not answer a question for every learner, or nothing."""
    problem = undecided(question, found) or hangs_on_rounding(question, found[0], dusted)
    return problem or next(filter(None, (check(question, found) for check in OF_SEEDS)), "")


def hangs_on_rounding(question: Question, own: Measured, dusted: tuple[Measured, ...]) -> str:
    """Return that other answers are right where first weights have dust on them, or nothing."""
    truth = true_on(question, own)
    others = (true_on(question, each) for each in dusted)
    other = next((each for each in others if not agree(question, truth, each)), None)
    return "" if other is None else f"its truth hangs on rounding: {truth}, and {other or 'nothing'} {HANGS}"


OF_SEEDS = (is_an_anecdote, is_other_elsewhere, is_no_majority, is_near_a_border, is_right_whatever_is_typed)


def wrong_margin(question: Question, truth: float, whole: Interval) -> str:
    """Return the problem if a typed number is never right, or right too often, between two ends; else `""`."""
    kind = kind_of(question)
    answer = f"{100 * truth:.{TYPED_DIGITS}g} %" if question.percent else f"{truth:.{TYPED_DIGITS}g}"
    if (given := kind.understood(question, answer)) is None:
        return f"its truth is {truth:.4g}, and that cannot be typed: an answer lies between 0 and 100 %."
    within = f"within = {question.within:g}"
    if not kind.is_right(question, given, truth):
        refuses = "refuses every answer that a learner can give"
        return f"{within} {refuses}: it is {truth:.8g}, and who types {answer} is wrong."
    low, high = truth - question.within - ROUNDING, truth + question.within + ROUNDING
    share = max(0.0, min(high, whole[1]) - max(low, whole[0])) / (whole[1] - whole[0])
    if share < MAX_ACCEPTED:
        return ""
    said = f"accepts {share:.0%} of all answers between [{whole[0]:g}, {whole[1]:g}]: it is {truth:.4g}"
    return f"{within} {said}. Expected less than half."


def sought(question: Question, found: Measured, truth: float) -> Interval:
    """Return the interval in which people would look for the number that a question asks for."""
    if question.against:
        scale = scale_of(question.metric, [found])
        return (-scale, scale) if question.compare == "difference" else (0.0, max(2.0, 2 * truth))
    if is_share(question.metric):
        return 0.0, 1.0
    if is_steps(question.metric):
        return 0.0, float(found.experiment.steps)
    twice = [2 * value for value in finite_values(question.metric, [found])]
    ends = [0.0, scale_of(question.metric, [found]), *twice]
    return (min(ends), max(ends)) if any(ends) else (0.0, 1.0)
