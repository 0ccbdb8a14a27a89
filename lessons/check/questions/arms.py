"""Arms that a question compares: they are not one and the same, and what is asked of them can differ."""

from collections.abc import Iterator
from itertools import combinations

from lessons.check.ranges import OF_DATA, base_of
from lessons.lesson import Arm, Experiment, Question

COMPARING = ("which", "order", "trend")


def problems_of_arms(question: Question, experiment: Experiment) -> Iterator[tuple[str, str]]:
    """What is compared is not one and the same."""
    others = [name for name in experiment.names if name != question.arm]
    if question.against and question.arm == question.against:
        yield f"it compares {question.arm} with itself.", f'against = "{others[0]}"' if others else ""
    elif question.against:
        yield from alike(question, (experiment.arm(question.arm), experiment.arm(question.against)))
    if question.kind in COMPARING:
        names = question.arms
        if len(set(names)) < len(names):
            yield f"arms names an arm twice: {', '.join(names)}.", ""
        else:
            yield from alike(question, tuple(map(experiment.arm, names)))
    if question.kind == "trend" and experiment.values:
        order = [name for name in experiment.names if name in question.arms]
        if list(question.arms) != order:
            mend = f"arms = [{', '.join(map(repr, order))}]".replace("'", '"')
            yield "its arms stand in another order than the setting that is varied.", mend


def alike(question: Question, arms: tuple[Arm, ...]) -> Iterator[tuple[str, str]]:
    """Two arms that are trained alike cannot differ, and neither can a metric of data that they share."""
    for first, second in combinations(arms, 2):
        both = f"{first.name} and {second.name}"
        if vars(first.settings) == vars(second.settings) and first.edits == second.edits:
            yield f"{both} are the same model, trained alike: nothing can differ.", ""
            return
        if base_of(question.metric) in OF_DATA and same_rows(first, second):
            yield f"{question.metric} is a number of the rows alone, and {both} have the same rows.", ""
            return


def same_rows(first: Arm, second: Arm) -> bool:
    return first.settings.task == second.settings.task and first.edits == second.edits
