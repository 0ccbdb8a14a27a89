"""Whether a question has one steady answer: on its seeds, on others, on resamples of both, and off its borders."""

from collections.abc import Callable, Sequence

from lessons.check.evidence import record_of
from lessons.check.questions.answers import SEVERAL, accepted, agree, around, sought, true_on, unanswerable
from lessons.check.questions.margins import margin
from lessons.check.questions.options import plain
from lessons.check.resampling import as_row, compared, truths
from lessons.lesson import Question
from lessons.runs.measured import PAIRS, Measured
from lessons.summaries import Majority, Value, as_plain, summarise

ENOUGH = 0.95  # of the resamples, and of the seeds where words decide
HALF = 0.5  # of all answers
JITTER = 1e-9  # relative: what rounding may do
IN_WORDS = ("curve", "shape")

Found = tuple[Measured, Measured]  # on a question's own seeds, and on seeds that are held back


def is_decided(question: Question, found: Found) -> str:
    """Exactly one answer is true, on its own seeds and on others."""
    for each in found:
        truth = true_on(question, each)
        if not truth:
            what = f"{question.metric} of {question.experiment}"
            return f"its runs do not decide it: {what} is {measured(question, each)}."
        if SEVERAL in truth and question.kind == "choice":
            return f"{truth} are both right. Part their regions."
    return ""


def measured(question: Question, found: Measured) -> str:
    """Return what each arm gave, over its seeds, in words."""
    series = {arm: values[question.metric] for arm, values in found.values.items()}
    if question.against and question.compare in PAIRS:
        series[question.compare] = tuple(
            found.compared(question.metric, question.compare, question.arm, question.against)
        )
    return ", ".join(f"{name} {in_words(question, values)}" for name, values in series.items())


def in_words(question: Question, values: Sequence[Value]) -> str:
    found = summarise(tuple(values))
    if isinstance(found, Majority):
        return f"{found.word} on {found.share:.0%} of seeds"
    value = as_plain(found).get(question.summary)
    return "never" if value is None else f"{value:.4g}"


def is_no_anecdote(question: Question, found: Found) -> str:
    """What is random rests on more than one seed."""
    for name, values in compared(question, found[1]).items():
        if len(found[0].seeds) == 1 and differ(values):
            where = f"on other seeds {question.metric} of {name} differs"
            return f"seeds = 1, and one run is an anecdote: {where}. Train 8 or more."
    return ""


def differ(values: Sequence[Value]) -> bool:
    """Return True for values that differ by more than rounding."""
    if any(isinstance(value, str) for value in values):
        return len(set(values)) > 1
    row = as_row(values)
    low, high = float(row.min()), float(row.max())
    return low != high and high - low > JITTER * max(abs(low), abs(high), JITTER)


def is_the_same_elsewhere(question: Question, found: Found) -> str:
    """Seeds that were never used say the same."""
    own, other = (true_on(question, each) for each in found)
    if agree(question, own, other):
        return ""
    problem = f"its truth depends on the seeds: {own} on its own, {other} on others."
    return f"{problem} Train more of them, or ask with another margin."


def is_said_by_most_seeds(question: Question, found: Found) -> str:
    """Where seeds give words, nearly every one of them gives the same."""
    for each in found if question.kind in IN_WORDS else ():
        summary = each.summary(question.metric, question.arm)
        if isinstance(summary, Majority) and summary.share < ENOUGH:
            said = f"{summary.word} is true on {summary.share:.0%} of {len(each.seeds)} seeds only"
            return f"{said}. Expected {ENOUGH:.0%}: ask for a number, or train until the curves are alike."
    return ""


def is_the_same_on_resamples(question: Question, found: Found) -> str:
    """Nearly every resample of the seeds says the same."""
    own = true_on(question, found[0])
    for each, which in zip(found, ("its own seeds", "other seeds"), strict=True):
        share = (
            1.0 if question.kind in IN_WORDS else share_of_resamples(question, each, own, len(found[0].seeds))
        )
        if share < ENOUGH:
            near = margin(question, record_of([found[0]]), found[0].experiment, own)
            there = f" ({near})" if near else ""
            return (
                f"{own}{there} is true on {share:.0%} of resamples of {which}. Expected {ENOUGH:.0%}. "
                "Train more seeds, or ask with another margin."
            )
    return ""


def share_of_resamples(question: Question, found: Measured, truth: str, size: int) -> float:
    """Return the share of resamples, of as many seeds as the lesson trains, on which the same is true."""
    counts = truths(question, found, size)
    return sum(count for each, count in counts.items() if agree(question, truth, each)) / sum(counts.values())


def is_off_the_border(question: Question, found: Found) -> str:
    """The number that decides is not on the border of a margin."""
    for each in found:
        near = margin(question, record_of([each]), each.experiment, true_on(question, each))
        if near and near.is_none and question.kind != "choice" and question.same_within:
            problem = f"{near.name} is {near.value:.6g}, just on the border {near.border:.6g} of its margin."
            return f"{problem} Ask with another margin."
    return ""


def refuses_and_accepts(question: Question, found: Found) -> str:
    """Some answer that can be typed is right, and most are wrong."""
    if question.kind != "number":
        return ""
    truth = float(true_on(question, found[0]))
    if problem := unanswerable(question, truth):
        return problem
    whole = sought(question, found[0], truth)
    share = accepted(around(truth, question.within), whole)
    if share < HALF:
        return ""
    said = f"accepts {share:.0%} of all answers between {plain(whole)}: it is {truth:.4g}"
    return f"within = {question.within:g} {said}. Expected less than half."


CHECKS: tuple[Callable[[Question, Found], str], ...] = (
    is_decided,
    is_no_anecdote,
    is_the_same_elsewhere,
    is_said_by_most_seeds,
    is_the_same_on_resamples,
    is_off_the_border,
    refuses_and_accepts,
)
