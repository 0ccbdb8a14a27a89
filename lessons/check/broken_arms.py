"""Arms can be trained; a broken one does the same each time and on every path, and what it breaks shows."""

from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from lessons.check.edits import Edits, distinct_breaks, line_of_break, named_break
from lessons.check.evidence import Evidence, Trouble, experiments
from lessons.check.pages import STRUCTURE, Proof, line_of_experiment
from lessons.check.sweeps import ROUNDING, differ, twin_of
from lessons.course.lesson.lesson import Arm, Experiment, Lesson
from lessons.runs.edits import edited_library, edited_texts, import_copy
from lessons.runs.metrics import OF_WHAT_HAPPENED, measure
from lessons.runs.trained_model import Trained
from lessons.runs.training import TRIED, Alone, alike, is_ruled, watched

ENOUGH = 0.95  # of the seeds
OF_GRADIENTS = ("gradcheck_error", "gradient_norm", "gradient_zeros", "negative_slopes", "least_slope")
COMPARED = "loss_difference"  # where it is measured, to be the same is what is found
RULER = (
    "the trained model is the same to the last bit, and so is what it says of every row: it is the ruler that broke, "
    "and not the network. If the ruler is what the lesson is about, say own_ruler = true in the experiment."
)
NOT_REPEATED = (
    "the run that is watched does not do what the plain loop does with the same seed. What is drawn has to come from "
    "the generator that the seed made, and nothing may be kept from one run to the next."
)

Facts = dict[str, Any]  # of one seed of an edited arm
Training = Generator[float, None, tuple[Trained, np.ndarray]]  # yields how far it is


def broken_arms(lesson: Lesson, edits: Edits = ()) -> list[Experiment]:
    """Return every arm that a broken library trains, or one with these edits, as an experiment on one seed."""
    return [
        replace(each, arms=(arm,), seeds=1, shown=(), probes=None, pairs=(), pictures=())
        for each in experiments(lesson).values()
        for arm in each.arms
        if arm.edits and edits in ((), arm.edits)
    ]


def what_of(broken: Experiment) -> str:
    return f"{broken.id}, broken arm {broken.names[0]}"


def arms_to_train(lesson: Lesson) -> list[str]:
    return [what_of(each) for each in broken_arms(lesson)]


def facts_of(broken: Experiment, evidence: Evidence) -> Facts:
    """Train an edited arm on the first seed of its experiment. Raises Trouble."""
    facts: Facts = evidence.ask(trial, broken, evidence.own_seeds(broken.id)[0])
    return facts


def prove_broken_arms(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    for broken in broken_arms(lesson):
        try:
            problem = unasked(lesson, broken, facts_of(broken, evidence))
        except Trouble as found:
            if found.at_limit:
                raise
            problem = f"it cannot be trained: {found}."
        yield Proof(lesson.id, what_of(broken), problem, STRUCTURE, line_of_experiment(lesson, broken.id))


def unasked(lesson: Lesson, broken: Experiment, facts: Facts) -> str:
    """Return the problem if nobody asks about an arm's error, else `""`: it is a finding only if the lesson says so."""
    raised = facts["trouble"].rstrip(". :")
    questions = [*lesson.questions, *(review.question for review in lesson.reviews)]
    claims = [each.arguments for each in lesson.claims.values() if each.arguments.get("experiment") == broken.id]
    asked = {each.metric for each in questions if each.experiment == broken.id}
    if not raised or {*asked, *(each.get("metric") for each in claims)} & set(OF_WHAT_HAPPENED):
        return ""
    when = f"in step {facts['step']}" if facts["step"] else "before its first step"
    finding = 'is a finding only where the lesson asks about it: a question or a claim with metric = "outcome"'
    return f"{when} it raises {raised}. An arm that raises {finding}."


# ---- one seed of an edited arm, in a worker ----------------------------------------


def trial(experiment: Experiment, seed: int) -> Generator[float, None, Facts]:
    """Train one seed of an edited arm, the only one: watched, in the plain loop, and beside it without its edits."""
    (arm,) = experiment.arms
    steps, ruled = arm.settings.steps, is_ruled(arm, seed)
    broken, losses = yield from trained(Alone(arm, seed, steps, replayed=False, ruled=ruled), steps)
    other, again = yield from trained(watched(arm, seed, steps), steps)
    problem = "" if alike(losses, again) and is_same_run(broken, other, experiment.metrics) else NOT_REPEATED
    if not problem and not np.array_equal(*(yield from first_losses(arm, seed)), equal_nan=True):
        problem = "the run that a repair is judged by does not do what the plain loop does."
    return {
        "trouble": broken.trouble,
        "step": len(broken.losses),
        "losses": losses.tolist(),
        "same network": not broken.trouble and (yield from is_network_of(broken, losses, arm.unedited())),
        "problem": problem,
    }


def is_network_of(broken: Trained, losses: np.ndarray, arm: Arm) -> Generator[float, None, bool]:
    """Train an arm as long as its losses are these, and return True if it becomes the same network."""
    healthy = Alone(arm, broken.seed, len(losses), replayed=False)
    with np.errstate(all="ignore"):
        for step, loss in enumerate(losses):
            if not alike(np.array(healthy.advance()), loss, ROUNDING) and not arm.settings.own_ruler:
                return False
            yield step / len(losses)
    return is_same_network(healthy.trained, broken)


def trained(way: Alone, steps: int) -> Training:
    losses = []
    with np.errstate(all="ignore"):
        for step in range(steps):
            losses.append(way.advance())
            yield step / steps
    return way.trained, np.array(losses)


def first_losses(arm: Arm, seed: int) -> Generator[float, None, tuple[np.ndarray, np.ndarray]]:
    """Return the first losses by the broken library, and by the same under another name, as the judge trains one."""
    judged = import_copy(f"{edited_library(arm.edits).__name__}_judged", edited_texts(arm.edits))
    steps = arm.settings.steps
    _, first = yield from trained(Alone(arm, seed, steps, False), min(TRIED, steps))
    _, second = yield from trained(Alone(arm, seed, steps, False, library=judged), min(TRIED, steps))
    return first, second


def is_same_run(first: Trained, second: Trained, metrics: tuple[str, ...]) -> bool:
    """Return True if two runs of one seed raised the same, or hold the same numbers, to the last bit."""
    if first.trouble or second.trouble:
        return first.trouble == second.trouble
    with np.errstate(all="ignore"):
        same = repr(measure(first, metrics)) == repr(measure(second, metrics))
    return same and is_same_network(first, second, when_raising=True)


def is_same_network(first: Trained, second: Trained, when_raising: bool = False) -> bool:
    """Return True if two runs have the same rows, parameters and outputs for these rows, to the last bit."""
    try:
        both = [list(map(np.asarray, looks(run, first))) for run in (first, second)]
    except Exception:  # an edited line may raise anything when it is asked
        return when_raising
    return len(both[0]) == len(both[1]) and all(map(partial(np.array_equal, equal_nan=True), *both))


def looks(run: Trained, first: Trained) -> Iterator[Any]:
    yield from (run.rows.x, run.rows.y, run.rows.x_out, run.rows.y_out)
    yield from (parameter._data for parameter in run.model.parameters())
    yield from (run.outputs(x) for x in (first.rows.x, first.rows.x_out))


def paths_to_judge(lesson: Lesson) -> list[str]:
    return list(dict.fromkeys(f"one truth in every path of {each.id}" for each in broken_arms(lesson)))


def prove_paths(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that what is watched, swept and judged of every edited arm is what the plain loop does.

    Many seeds at once are rounded otherwise than one: they are compared until dust alone would part them.
    """
    for broken in broken_arms(lesson):
        facts, swept = facts_of(broken, evidence), evidence.swept(broken.id)
        problem, (arm,) = facts["problem"], broken.names
        both = (np.array(losses[: swept.steady[arm]]) for losses in (facts["losses"], swept.losses[arm]))
        if not problem and not is_swept(*both):
            problem = "many seeds at once do not do what the plain loop does."
        what, line = f"one truth in every path of {broken.id}", line_of_experiment(lesson, broken.id)
        yield Proof(lesson.id, what, problem and f"arm {arm}: {problem}", STRUCTURE, line)


def is_swept(plain: np.ndarray, swept: np.ndarray) -> bool:
    """Return True if a sweep has the losses of the plain loop, as far as either comes."""
    length = min(len(plain), len(swept))
    rest = np.concatenate([plain[length:], swept[length:]])
    return alike(plain[:length], swept[:length], ROUNDING) and bool(np.isnan(rest).all())


def effects_to_judge(lesson: Lesson) -> list[str]:
    return [f"{named_break(name)} shows" for name in distinct_breaks(lesson)]


def prove_effects(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that every break shows in an experiment that trains it, and in the network, not only in its ruler."""
    for name, edits in distinct_breaks(lesson).items():
        arms = [each for each in broken_arms(lesson, edits) if name or each.id in lesson.experiments]
        problem, shown = effect(arms, evidence)
        what, line = f"{named_break(name)} shows", line_of_break(lesson, name)
        yield Proof(lesson.id, what, problem, STRUCTURE, line, shown=shown)
    for broken in broken_arms(lesson):
        if broken.arms[0].own and COMPARED not in broken.metrics:
            problem, shown = effect([broken], evidence)
            what = f"the edit of {broken.id}, arm {broken.names[0]} shows"
            yield Proof(lesson.id, what, problem, STRUCTURE, line_of_experiment(lesson, broken.id), shown=shown)
        if said := only_the_ruler(broken, evidence):
            what = f"{what_of(broken)} is measured"
            yield Proof(lesson.id, what, said, STRUCTURE, line_of_experiment(lesson, broken.id))


def effect(arms: list[Experiment], evidence: Evidence) -> tuple[str, str]:
    """Return the problem if a break does not show, else `""`; and the place where it shows."""
    found = [
        (share, f"{what} of {broken.id} differs on {share:.0%} of the seeds")
        for broken in arms
        for what, share in shares(broken, evidence)
    ]
    share, where = max(found, default=(0.0, ""))
    if share >= ENOUGH:
        return "", where
    if share:
        return f"{where}; it should on {ENOUGH:.0%}.", ""
    names = ", ".join(dict.fromkeys(broken.id for broken in arms))
    return f"it changes nothing: in {names} every measured value and every loss is the same, but for rounding.", ""


def shares(broken: Experiment, evidence: Evidence) -> Iterator[tuple[str, float]]:
    """Return on which share of the seeds an arm differs from its healthy twin: in its losses, and in each metric."""
    swept, (arm,) = evidence.swept(broken.id), broken.arms
    if (twin := twin_of(arm, swept.own.experiment)) is None:
        yield "the network", float(not facts_of(broken, evidence)["same network"])
        return
    yield "the loss", swept.apart[arm.name]
    for metric in broken.metrics:
        pairs = list(zip(swept.own.of(metric, arm.name), swept.own.of(metric, twin.name), strict=True))
        yield metric, sum(differ(*pair) for pair in pairs) / len(pairs)


def only_the_ruler(broken: Experiment, evidence: Evidence) -> str:
    """Return the problem if a metric, but of gradients, differs while rows, parameters and outputs agree; else `""`."""
    found, (arm,) = evidence.swept(broken.id).own, broken.arms
    twin = twin_of(arm, found.experiment)
    is_own = arm.settings.own_ruler or not arm.settings.steps
    if is_own or twin is None or not facts_of(broken, evidence)["same network"]:
        return ""
    for metric in broken.metrics:
        pair = found.of(metric, arm.name)[0], found.of(metric, twin.name)[0]
        if metric.partition(":")[0] not in OF_GRADIENTS and differ(*pair):
            return f"{metric} differs, but {RULER}"
    return ""
