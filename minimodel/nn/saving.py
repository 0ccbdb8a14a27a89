"""Saving: what a module keeps from one day to the next, by name."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .. import errors
from ..checkpoint import as_array, is_numbers
from ..error_sentences import in_sentences
from ..operations import Array
from ..tensor import Tensor
from .contents import Contents, dotted


class Skipped(NamedTuple):
    """Names that load_state_dict found on one side alone."""

    missing_keys: list[str]
    unexpected_keys: list[str]


class Saving(Contents):
    """The parameters and buffers of a module as a dict, and back."""

    _owned: type[Tensor]  # Parameter
    _buffers: dict[str, bool]  # by name, whether it is saved

    @in_sentences
    def register_buffer(
        self, name: str, tensor: Tensor | None, persistent: bool = True
    ) -> None:
        """Keep a tensor that is saved with the parameters, not trained."""
        if hasattr(self, name) and name not in self._buffers:
            raise errors.KeyError(f"{name} is there already.")
        setattr(self, name, tensor)
        self._buffers[name] = persistent

    def _saved(self) -> dict[str, Tensor]:
        """Return the parameters and lasting buffers, by dotted name."""
        return {
            dotted(prefix, name): x
            for prefix, module in self._tree()
            for name, x in module._attributes(Tensor).items()
            if module._buffers.get(name, isinstance(x, self._owned))
        }

    def state_dict(self) -> dict[str, Array]:
        """Copy every parameter's array, under its dotted name."""
        return {name: x._data.copy() for name, x in self._saved().items()}

    @in_sentences
    def load_state_dict(
        self, state: Mapping[str, Any], strict: bool = True
    ) -> Skipped:
        """Write these arrays into the parameters of the same names.

        Raises KeyError when a name is missing on either side; with
        strict=False such names are skipped, and returned. Raises
        ValueError when a shape differs. Nothing is written unless
        everything fits.
        """
        own = self._saved()
        skipped = Skipped(
            [name for name in own if name not in state],
            [name for name in state if name not in own],
        )
        if strict and any(skipped):
            missing, unknown = (", ".join(x) or "nothing" for x in skipped)
            raise errors.KeyError(
                f"The state does not fit {type(self).__name__}. Missing "
                f"from the state: {missing}. "
                f"Not known to the model: {unknown}."
            )
        known = [name for name in own if name in state]
        arrays = {name: as_array(state[name]) for name in known}
        for name, array in arrays.items():
            if array.shape != own[name].shape or not is_numbers(array):
                raise errors.ValueError(
                    f"{name} has shape {own[name].shape} in the model; "
                    f"the state has {array.dtype} of {array.shape}."
                )
        for name, array in arrays.items():
            own[name].write(array)
        return skipped
