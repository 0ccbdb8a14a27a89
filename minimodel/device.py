"""Devices: scripts may name the one there is, and nothing moves."""

from typing import Any

from . import errors

NAMES = ("cpu", "cuda", "mps", "xpu")  # as a device's name begins


class Device(str):
    """The name of a device: "cpu", and no other."""

    type = "cpu"

    def __new__(cls, name: Any = "cpu") -> "Device":
        if str(name).partition(":")[0] != "cpu":
            raise errors.ValueError(
                f'There is one device, "cpu", and not {name!r:.60}. A '
                "dtype is given where something is made: "
                "Linear(2, 3, dtype=...)."
            )
        return super().__new__(cls, "cpu")


class cuda:
    """The question of scripts before they choose a device."""

    @staticmethod
    def is_available() -> bool:
        """Return False: NumPy computes on the processor."""
        return False
