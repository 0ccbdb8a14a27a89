"""Convolution and pooling: windows, and what is made of each of them."""

import math
from typing import Any

import numpy as np

from .. import errors, operations, rearranging, reductions
from ..axes import as_shape
from ..random import Draws
from ..tensor import Tensor, apply
from . import init
from .module import Module, Parameter


class Windows(Module):
    """The base of what looks through windows along the last axes."""

    axes = 1
    padding_mode, padding_value = "zeros", 0.0

    def look(self, kernel_size: Any, stride: Any, padding: Any) -> None:
        """Note the sizes, each one number or one for each axis."""
        self.kernel_size = self.each(kernel_size)
        self.stride = self.each(kernel_size if stride is None else stride)
        if padding == "same":
            more = [k - 1 for k in self.kernel_size]
            self.padding = [(n // 2, n - n // 2) for n in more]
        else:
            self.padding = [(n, n) for n in self.each(padding, 0)]

    def each(self, number: Any, least: int = 1) -> tuple[int, ...]:
        """Read a number for all axes, or one for each of them."""
        found = as_shape(number)
        found = found * self.axes if len(found) == 1 else found
        if len(found) != self.axes or min(found) < least:
            raise errors.ValueError(
                f"{type(self).__name__} got {number!r:.40}: it takes "
                f"{self.axes} whole numbers, each >= {least}."
            )
        return found

    def windows(self, x: Tensor) -> Tensor:
        """Every window of x: (B, C, H, W) -> (B, H', W', C, h, w)."""
        if x.ndim <= self.axes:
            raise errors.ValueError(
                f"{type(self).__name__} got {x.shape}: it needs an axis "
                f"of channels, and {self.axes} more."
            )
        if self.padding_mode == "circular":
            for axis, (before, after) in enumerate(
                self.padding, -self.axes
            ):
                length = x.shape[axis]
                places = np.arange(-before, length + after) % length
                x = x[(..., places, *[slice(None)] * (-1 - axis))]
        elif any(map(any, self.padding)):
            widths, value = self.padding, self.padding_value
            x = apply(rearranging.pad, x, widths=widths, value=value)
        size, stride = self.kernel_size, self.stride
        return apply(rearranging.windows, x, size=size, stride=stride)

    def placed(self, y: Tensor) -> Tensor:
        """Put the channels before the places: (B, C, H', W')."""
        order = [*range(y.ndim)]
        order.insert(-self.axes, order.pop())
        return y.permute(order)


class Conv1d(Windows):
    """The same linear layer at each place, of what a window shows there.

    Shapes: (B, in_channels, L) -> (B, out_channels, L'); `weight` is
    (out_channels, in_channels, kernel_size), drawn uniformly from
    ±1/√inputs, and `bias` starts at zero, as Linear's. padding is a number
    of zeros at each end, or "same"; with padding_mode "circular" it is the
    other end instead. Source: LeCun et al., 1989.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        *,
        bias: bool = True,
        padding_mode: str = "zeros",
        generator: Draws = None,
        dtype: Any = np.float64,
    ) -> None:
        super().__init__()
        if padding_mode not in ("zeros", "circular"):
            raise errors.ValueError('padding_mode: "zeros" or "circular".')
        self.in_channels, self.out_channels = in_channels, out_channels
        self.look(kernel_size, stride, padding)
        self.padding_mode = padding_mode
        shape = (out_channels, in_channels, *self.kernel_size)
        self.weight = Parameter(np.zeros(shape, dtype))
        bound = 1 / math.sqrt(math.prod(shape[1:]))
        init.uniform_(self.weight, -bound, bound, generator=generator)
        zeros = np.zeros(out_channels, dtype)
        self.bias = Parameter(zeros) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        channels = -1 - self.axes
        if x.shape[channels:][:1] != (self.in_channels,):
            raise errors.ValueError(
                f"{type(self).__name__}({self.in_channels}, ...) got "
                f"{x.shape}: axis {channels} must be {self.in_channels}."
            )
        seen = self.windows(x).flatten(channels)
        weight, own = self.weight.flatten(channels), self.bias
        parts = (weight,) if own is None else (weight, own)
        return self.placed(apply(operations.linear, seen, *parts))


class Conv2d(Conv1d):
    """Conv1d along two axes: (B, C, H, W) -> (B, out_channels, H', W')."""

    axes = 2


class MaxPool1d(Windows):
    """The largest entry of each window: (B, C, L) -> (B, C, L').

    Of equal ones the first receives the gradient. The stride is the
    window's size unless told. Source: Yamaguchi et al., 1990.
    """

    padding_value = -math.inf

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0
    ) -> None:
        super().__init__()
        self.look(kernel_size, stride, padding)

    def forward(self, x: Tensor) -> Tensor:
        rows = self.windows(x).flatten(-self.axes)
        return self.placed(apply(reductions.first_largest, rows))


class MaxPool2d(MaxPool1d):
    """MaxPool1d along two axes: (B, C, H, W) -> (B, C, H', W')."""

    axes = 2
