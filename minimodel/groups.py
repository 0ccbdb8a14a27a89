"""Groups of parameters: checked when they are given, saved and loaded."""

import itertools
from typing import Any, ClassVar

import numpy as np

from . import errors
from .error_sentences import Made, in_sentences
from .flat import Flat
from .tensor import Tensor

Group = dict[str, Any]


class Groups(Made):
    """An optimiser's parameters, in groups."""

    memory: ClassVar[tuple[str, ...]] = ()
    param_groups: list[Group]
    flats: list[Flat]

    def state_dict(self) -> dict[str, Any]:
        """PyTorch's form: "state" by parameter number, "param_groups"."""
        state: dict[int, dict[str, Any]] = {}
        groups = []
        for flat in self.flats:
            numbers = range(len(state), len(state) + len(flat.params))
            groups.append({**flat.group, "params": list(numbers)})
            state |= zip(numbers, flat.entries(), strict=True)
        return {"state": state, "param_groups": groups}

    @in_sentences
    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state_dict of the same optimiser and parameters."""
        check_state(type(self).__name__, state, self)
        numbers = itertools.count()
        for flat, group in zip(self.flats, state["param_groups"]):
            known = {k: v for k, v in group.items() if k in flat.group}
            flat.group.update({**known, "params": flat.params})
            for i in range(len(flat.params)):
                flat.restore(i, state["state"].get(next(numbers), {}))


def check_groups(groups: list[Group]) -> None:
    """Refuse empty groups, parameters given twice, other objects."""
    everything = [p for group in groups for p in group["params"]]
    if not groups or not all(group["params"] for group in groups):
        raise errors.ValueError(
            "The optimiser got no parameters. Pass model.parameters(); "
            "pass a list if you iterate over them elsewhere too."
        )
    for p in everything:
        if not isinstance(p, Tensor) or p._function is not None:
            refuse(p)
    if not any(p.requires_grad for p in everything):
        refuse(everything[0])
    if len({id(p) for p in everything}) < len(everything):
        raise errors.ValueError(
            "A parameter is given to the optimiser twice, and would be "
            "changed twice in each step. Give it once."
        )
    for group in groups:
        if len({p.dtype for p in group["params"]}) != 1:
            raise errors.TypeError(
                "Parameters of several dtypes need a group for each."
            )


def refuse(p: Any) -> None:
    """Raise TypeError, and name what an optimiser takes."""
    raise errors.TypeError(
        f"An optimiser changes parameters, and got {p!r:.200}. Pass "
        "model.parameters(), or tensors with requires_grad=True."
    )


def check_options(group: Group, defaults: Group) -> None:
    """Refuse options that are unknown or out of range."""
    for name, value in group.items():
        if name == "params":
            continue
        if name not in defaults:
            raise errors.not_one_of(defaults, "option", name)
        numbers = value if name == "betas" else [value]
        if not all(
            isinstance(x, int | float | np.number) for x in numbers
        ):
            raise errors.TypeError(
                f"{name} is {value!r:.60}: it must be a number."
            )
        if name == "betas" and (
            len(numbers) != 2 or not all(0 <= beta < 1 for beta in numbers)
        ):
            raise errors.ValueError(
                f"betas is {value}: two, each >= 0 and below 1."
            )
        if not all(x >= 0 for x in numbers):
            raise errors.ValueError(f"{name} is {value}: it must be >= 0.")
    if group.get("nesterov") and not group["momentum"]:
        raise errors.ValueError("nesterov needs a momentum above 0.")
    if group.get("dampening"):
        raise errors.ValueError("There is no dampening here: it is 0.")


def check_state(name: str, state: Group, own: Groups) -> None:
    """Refuse the state of another optimiser, or of other parameters."""
    sizes, saved = (
        [len(group["params"]) for group in groups]
        for groups in (own.param_groups, state["param_groups"])
    )
    if sizes != saved:
        raise errors.ValueError(
            f"The state is of groups with {saved} parameters, and this "
            f"optimiser has {sizes}."
        )
    known = {"step", *own.memory}
    if unknown := {*itertools.chain(*state["state"].values())} - known:
        raise errors.ValueError(
            f"The state holds {', '.join(sorted(unknown))}, which {name} "
            "does not use. Load it into the optimiser it came from."
        )
    shapes = [p.shape for flat in own.flats for p in flat.params]
    for number, kept in state["state"].items():
        for part in own.memory:
            array = kept.get(part)
            if array is not None and array.shape != shapes[number]:
                raise errors.ValueError(
                    f"{part} of parameter {number} has shape "
                    f"{tuple(array.shape)}, not {shapes[number]}."
                )
