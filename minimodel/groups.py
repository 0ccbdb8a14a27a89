"""What an optimiser is given, checked before it would fail or mislead."""

import itertools
from typing import Any

from .tensor import Tensor

Group = dict[str, Any]


def check_groups(groups: list[Group]) -> None:
    """Refuse what is no parameter, is there twice, or is nothing at all."""
    everything = [p for group in groups for p in group["params"]]
    if not groups or not all(group["params"] for group in groups):
        raise ValueError(
            "The optimiser got no parameters. Pass model.parameters(), and "
            "a list if you iterate over them elsewhere too."
        )
    for p in everything:
        if not isinstance(p, Tensor) or p._function is not None:
            refuse(p)
    if not any(p.requires_grad for p in everything):
        refuse(everything[0])
    if len({id(p) for p in everything}) < len(everything):
        raise ValueError(
            "A parameter is given to the optimiser twice, and would be "
            "changed twice in each step. Give it once."
        )
    for group in groups:
        if len({p.dtype for p in group["params"]}) != 1:
            raise TypeError(
                "The parameters of one group have different dtypes. Give "
                "each dtype its own group."
            )


def refuse(p: Any) -> None:
    """Say what an optimiser takes."""
    raise TypeError(
        f"An optimiser changes parameters, and got {p!r:.200}. Pass "
        "model.parameters(), or tensors with requires_grad=True."
    )


def check_options(group: Group, defaults: Group) -> None:
    """Refuse options that are unknown or out of range."""
    for name, value in group.items():
        if name not in {"params", *defaults}:
            raise ValueError(
                f"There is no option {name!r}. There are "
                f"{', '.join(defaults)}."
            )
        if name == "betas" and not all(0 <= beta < 1 for beta in value):
            raise ValueError(
                f"betas is {value}: each must be >= 0 and below 1."
            )
        if isinstance(value, float | int) and not value >= 0:
            raise ValueError(f"{name} is {value}: it must be >= 0.")


def check_state(
    name: str, state: Group, groups: list[Group], memory: tuple[str, ...]
) -> None:
    """Refuse the state of another optimiser, or of other parameters."""
    sizes = [len(group["params"]) for group in groups]
    saved = [len(group["params"]) for group in state["param_groups"]]
    if sizes != saved:
        raise ValueError(
            f"The state is of groups with {saved} parameters, and this "
            f"optimiser has {sizes}."
        )
    known = {"step", *memory}
    if unknown := {*itertools.chain(*state["state"].values())} - known:
        raise ValueError(
            f"The state holds {', '.join(sorted(unknown))}, which {name} "
            "does not use. Load it into the optimiser it came from."
        )
    shapes = [p.shape for group in groups for p in group["params"]]
    for number, kept in state["state"].items():
        for part in memory:
            array = kept.get(part)
            if array is not None and array.shape != shapes[number]:
                raise ValueError(
                    f"{part} of parameter {number} has shape "
                    f"{tuple(array.shape)} in the state, and the parameter "
                    f"has {shapes[number]}."
                )
