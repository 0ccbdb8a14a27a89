"""The break shows: the broken arm differs from the healthy one, on nearly every seed, in what is measured.

Where nothing differs, either the runs never come to the edited lines, or only the ruler broke, or nothing did.
"""

from collections.abc import Iterator

from lessons.check.breaks.apart import far, losses_apart
from lessons.check.breaks.broken_runs import broken_arms, twin_of, what_of
from lessons.check.breaks.proofs import Edits, called, distinct, line_of_break
from lessons.check.breaks.reach import reached
from lessons.check.breaks.trials import Facts, trial
from lessons.check.evidence import Evidence
from lessons.check.places import STRUCTURE, line_of_experiment
from lessons.check.proof import Proof
from lessons.lesson import Experiment, Lesson
from lessons.runs.edits import edited_files, edited_lines, edited_text

ENOUGH = 0.95  # of the seeds
MOST_SEEDS = 16  # whose losses are compared, where no metric differs
OF_GRADIENTS = ("gradcheck_error", "gradient_norm", "gradient_zeros", "negative_slopes", "least_slope")
RULER = (
    "the trained model is the same to the last bit, and so is what it says of every row: it is the ruler that broke, "
    "and not the network. If the ruler is what the lesson is about, say own_ruler = true in the experiment."
)


def prove_effects(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Every break shows in an experiment that trains it, and shows in the network, not only in its ruler."""
    for name, edits in distinct(lesson).items():
        arms = [each for each in broken_arms(lesson, edits) if name or each.id in lesson.experiments]
        if not arms:  # another proof says so
            continue
        problem, shown = effect(arms, evidence)
        yield Proof(
            lesson.id, f"{called(name)} shows", problem, STRUCTURE, line_of_break(lesson, name), shown=shown
        )
    for broken in broken_arms(lesson):
        if said := only_the_ruler(broken, evidence):
            place = line_of_experiment(lesson, broken.id)
            what = f"{what_of(broken)} is measured"
            yield Proof(lesson.id, what, said, STRUCTURE, place, "own_ruler = true")


def effect(arms: list[Experiment], evidence: Evidence) -> tuple[str, str]:
    """Why a break does not show, or nothing; and where it does."""
    best, where = 0.0, ""
    for broken in arms:
        for what, share in shares(broken, evidence):
            if share > best:
                best, where = share, f"{what} of {broken.id} differs on {share:.0%} of the seeds"
            if share >= ENOUGH:
                return "", where
    return (f"{where}; it should on {ENOUGH:.0%}." if where else without_effect(arms, evidence)), ""


def shares(broken: Experiment, evidence: Evidence) -> Iterator[tuple[str, float]]:
    """On which share of the seeds an arm differs from its healthy twin: in each metric, and then in its losses."""
    found, (arm,) = evidence.own(broken.id), broken.arms
    if twin := twin_of(arm, found.experiment):
        for metric in broken.metrics:
            pairs = list(zip(found.of(metric, arm.name), found.of(metric, twin.name), strict=True))
            yield metric, sum(far(*pair) for pair in pairs) / len(pairs)
    yield "the loss", evidence.ask(losses_apart, arm, found.seeds[:MOST_SEEDS])


# ---- why nothing shows ---------------------------------------------------------


def without_effect(arms: list[Experiment], evidence: Evidence) -> str:
    """Why a break changes nothing that is measured."""
    if not any(evidence.ask(reached, broken) for broken in arms):
        return f"the runs never come to {first_place(arms[0].arms[0].edits)}: nothing of the break can show."
    facts: list[Facts] = [evidence.ask(trial, broken) for broken in arms]
    if any(not each["losses"] and each["parameters"] and each["outputs"] for each in facts):
        return f"only what the broken library says of its loss differs; {RULER}"
    names = ", ".join(dict.fromkeys(broken.id for broken in arms))
    return (
        f"it changes nothing: in {names} every measured value and every loss is the same, but for rounding."
    )


def first_place(edits: Edits) -> str:
    """The first edited line, as people look for it."""
    file = edited_files(edits)[0]
    number = edited_lines(edits, file)[0]
    line = edited_text(edits, file).splitlines()[number - 1].strip()
    return f"line {number} of {file} (`{line}`)"


def only_the_ruler(broken: Experiment, evidence: Evidence) -> str:
    """What differs though rows, parameters and outputs are the same; what is measured of gradients may."""
    found, (arm,) = evidence.own(broken.id), broken.arms
    twin = twin_of(arm, found.experiment)
    if arm.settings.own_ruler or not arm.settings.steps or twin is None:
        return ""
    facts: Facts = evidence.ask(trial, broken)
    if facts["trouble"] or not (facts["rows"] and facts["parameters"] and facts["outputs"]):
        return ""
    for metric in broken.metrics:
        pair = found.of(metric, arm.name)[0], found.of(metric, twin.name)[0]
        if metric.partition(":")[0] not in OF_GRADIENTS and far(*pair):
            return f"{metric} differs, but {RULER}"
    return ""
