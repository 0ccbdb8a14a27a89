"""Whether a question's truth is the same whatever seeds are drawn: others, and its own again with replacement."""

from collections import Counter
from collections.abc import Sequence

from lessons.check.evidence import record_of
from lessons.check.questions.answers import agree, true_on
from lessons.check.questions.margins import margin
from lessons.check.questions.tolerances import NONE, Found, Problem, wider
from lessons.check.resampling import as_row, compared, truths
from lessons.lesson import Question
from lessons.runs.measured import Measured
from lessons.summaries import Majority, Value

ENOUGH = 0.95  # of the resamples, and of the seeds where words decide
ADVISED = 8  # seeds of what is random
JITTER = 1e-9  # relative: what rounding may do
IN_WORDS = ("curve", "shape")


def is_no_anecdote(question: Question, found: Found) -> Problem:
    """What is random rests on more than one seed."""
    for name, values in compared(question, found[1]).items():
        if len(found[0].seeds) == 1 and (said := span(values)):
            return (
                f"seeds = 1, and one run is an anecdote: on other seeds {question.metric} of {name} is {said}. "
                f"Train {ADVISED} or more.",
                f"seeds = {ADVISED}",
            )
    return NONE


def span(values: Sequence[Value]) -> str:
    """What seeds that differ by more than rounding gave; nothing where they do not."""
    words = {value for value in values if isinstance(value, str)}
    if words:
        return " or ".join(sorted(words)) if len(words) > 1 else ""
    row = as_row(values)
    low, high = float(row.min()), float(row.max())
    same = low == high or high - low <= JITTER * max(abs(low), abs(high), JITTER)
    return "" if same else f"{low:.4g} to {high:.4g}"


def is_the_same_elsewhere(question: Question, found: Found) -> Problem:
    """Seeds that were never used say the same."""
    own, other = (true_on(question, each) for each in found)
    if agree(question, own, other):
        return NONE
    problem = f"its truth depends on the seeds: {own} on its own, {other} on others."
    return f"{problem} Train more of them, or ask with another margin.", wider(question, found)


def is_said_by_most_seeds(question: Question, found: Found) -> Problem:
    """Where seeds give words, nearly every one of them gives the same."""
    for each in found:
        if question.kind in IN_WORDS:
            summary = each.summary(question.metric, question.arm)
            if isinstance(summary, Majority) and summary.share < ENOUGH:
                words = Counter(map(str, each.of(question.metric, question.arm))).most_common()
                said = ", ".join(f"{word} on {count}" for word, count in words)
                return (
                    f"{summary.word} is true on {summary.share:.0%} of seeds only: of {len(each.seeds)}, {said}. "
                    f"Expected {ENOUGH:.0%}. Ask for a number, or train until the curves are alike.",
                    "",
                )
    return NONE


def is_the_same_on_resamples(question: Question, found: Found) -> Problem:
    """Nearly every resample of the seeds says the same."""
    own = true_on(question, found[0])
    for each, which in zip(found, ("its own seeds", "other seeds"), strict=True):
        if question.kind in IN_WORDS:
            continue
        share = share_of_resamples(question, each, own, len(found[0].seeds))
        if share < ENOUGH:
            near = margin(question, record_of([found[0]]), found[0].experiment, own)
            there = f" ({near})" if near else ""
            return (
                f"{own}{there} is true on {share:.0%} of resamples of {which}. Expected {ENOUGH:.0%}. "
                "Train more seeds, or ask with another margin.",
                wider(question, found),
            )
    return NONE


def share_of_resamples(question: Question, found: Measured, truth: str, size: int) -> float:
    """The share of resamples, of as many seeds as the lesson trains, on which the same is true."""
    counts = truths(question, found, size)
    return sum(count for each, count in counts.items() if agree(question, truth, each)) / sum(counts.values())
