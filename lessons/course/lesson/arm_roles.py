"""Give each arm one role, from which its colour and mark follow, in the whole lesson, by the name on the page."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from lessons.course.lesson.lesson import BROKEN, HEALTHY, Experiment, Prose

BREAK = {HEALTHY: "healthy", BROKEN: "broken"}  # which look like the first two
LOOKS = tuple(f"arm-{number}" for number in range(1, 7))


def with_roles(experiments: Mapping[str, Experiment], page: Prose) -> dict[str, Experiment]:
    """Return the experiments with the role of each arm: alike where the name is, and unlike in one experiment."""
    arms = {arm for experiment in experiments.values() for arm in experiment.names}
    known: dict[str, str] = {}
    found = {}
    unused = list(LOOKS[len(BREAK) :] if arms & BREAK.keys() else LOOKS)
    for name, experiment in experiments.items():
        roles: dict[str, str] = {}
        for arm in sorted(experiment.names, key=lambda arm: arm not in experiment.shown):
            words = page.sections.get(f"arm {arm}", arm)
            role = BREAK.get(arm) or known.get(words)
            if not role or role in roles.values():
                free = [each for each in (*unused, *LOOKS) if each not in roles.values()]
                role = next(iter(free), f"arm-{len(roles) + 1}")
            roles[arm] = known[words] = role
            unused = [each for each in unused if each != role]
        found[name] = replace(experiment, roles=roles)
    return found


def activation_roles(experiments: Iterable[Experiment]) -> dict[str, str]:
    """Return the role of the first arm that has an activation, by its name; in no break, whose edit may change it."""
    found: dict[str, str] = {}
    for experiment in experiments:
        for arm in (each for each in experiment.arms if each.name not in BREAK):
            found.setdefault(str(arm.settings.model.get("activation")), experiment.roles.get(arm.name, ""))
    return found
