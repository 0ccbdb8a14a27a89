"""Activations that are straight on paper and not in the machine, and those that are steeper than a slope can follow."""

import numpy as np
import pytest

from lessons.runs.edits import healthy_library
from lessons.runs.models.activations import activation_of

LIBRARY = healthy_library()
X = np.array([-1.7, -0.6, -0.2, 0.0, 0.2, 0.6, 1.7])


def there_and_back(name: str) -> tuple[list[float], list[float]]:
    """What an activation gives, and the slope that comes back through it."""
    x = LIBRARY.Tensor(X, requires_grad=True)
    y = activation_of(LIBRARY, name, float)(x)
    y.sum().backward()
    return y.data.tolist(), x.grad.tolist()


@pytest.mark.parametrize("unit", [0.5, 1.0])
def test_two_sums_round_to_a_unit_and_say_that_they_are_straight(unit: float) -> None:
    given, slopes = there_and_back(f"rounded {unit}")
    assert given == (np.round(X / unit) * unit).tolist()
    assert slopes == [1.0] * len(X)


def test_a_step_has_no_slope_anywhere() -> None:
    given, slopes = there_and_back("step")
    assert given == [0, 0, 0, 0, 1, 1, 1]
    assert slopes == [0.0] * len(X)


def test_a_steep_sigmoid_has_a_slope_near_zero_only() -> None:
    given, slopes = there_and_back("steep 100")
    assert given[3] == 0.5
    assert slopes[3] == 25
    assert max(slopes[:3]) < 1e-6
