"""Which tensors want a gradient: switched on leaves, kept on request."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from . import errors
from .dtypes import check_real


class RequiresGrad:
    """A tensor's wish for a gradient, before there is one."""

    dtype: Any
    _function: Any
    _read: Any
    _data: Any
    _grad: Any = None
    _wants: bool
    _keeps_gradient: bool = False

    @property
    def grad(self) -> Any:
        """d loss / d self, an array of the same shape; None before it."""
        return self._grad

    @grad.setter
    def grad(self, gradient: Any) -> None:
        if gradient is not None:
            gradient = np.asarray(gradient)
            if gradient.shape != self._data.shape:
                raise errors.ValueError(
                    f"A tensor of shape {self._data.shape} cannot have a "
                    f"gradient of shape {gradient.shape}."
                )
        self._grad = gradient

    @property
    def requires_grad(self) -> bool:
        """Tell whether backward() brings it, or its inputs, a gradient."""
        return self._wants

    @requires_grad.setter
    def requires_grad(self, requires_grad: bool) -> None:
        self.requires_grad_(requires_grad if self.is_leaf else False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Ask for a gradient (in place, as PyTorch's name says).

        Raises TypeError for integers, RuntimeError for what was computed:
        its inputs decide.
        """
        if not isinstance(requires_grad, bool | np.bool):
            raise errors.TypeError(
                "requires_grad is True or False. Is it a dtype? dtype=..."
            )
        if requires_grad:
            check_real(self.dtype)
        elif not self.is_leaf:
            raise RuntimeError(
                "requires_grad of a computed tensor is that of its "
                "inputs, and cannot be switched. Use tensor.detach()."
            )
        self._wants = bool(requires_grad)
        return self

    @property
    def is_leaf(self) -> bool:
        """Return True if it stands at the beginning of a graph."""
        return self._function is None

    def retain_grad(self) -> None:
        """Let backward() leave a computed tensor its gradient in .grad."""
        if not self._wants:
            raise RuntimeError(
                "retain_grad() needs a tensor with requires_grad=True."
            )
        self._keeps_gradient = not self.is_leaf
        self._read()
