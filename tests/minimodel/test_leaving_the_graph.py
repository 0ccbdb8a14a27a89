"""Values that leave the graph say so, and what is no longer needed is let go."""

import gc
import tracemalloc
import weakref

import numpy as np
import pytest

from minimodel import Tensor, nn, no_grad
from minimodel.lab.tense import TenseMLP

T = Tensor


def leaf(*values):
    return T(np.array(values, dtype=float), requires_grad=True)


@pytest.mark.parametrize(
    "leave",
    [
        lambda h: np.where([True, False], h, 0),
        lambda h: np.concatenate([h, h]),
        lambda h: np.stack([h, h]),
        lambda h: np.array(h),
        lambda h: np.dot(h, h),
        lambda h: np.clip(h, 0, 1),
        lambda h: np.linalg.norm(h),
        lambda h: T([h[0], h[1]]),
        lambda h: T(h),
        lambda h: nn.Parameter(h),
        lambda h: h.numpy(),
    ],
)
def test_values_do_not_leave_the_graph_without_a_word(leave):
    h = leaf(1.0, 2.0) * 2
    with pytest.raises((RuntimeError, TypeError), match=r"detach|requires_grad|unsupported|not support"):
        leave(h)
    with no_grad():
        assert T(h).tolist() == [2, 4]
    assert T(h.detach()).tolist() == [2, 4]


def test_a_kept_loss_does_not_keep_its_graph():
    x = leaf(*range(1000))
    middle = x.tanh()
    watch = weakref.ref(middle)
    loss = (middle * middle).sum()
    del middle
    loss.backward()
    assert watch() is None
    assert loss.item() > 0


def test_two_hundred_kept_losses_need_no_more_memory_than_their_numbers():
    model, x, y, kept = TenseMLP(), np.ones((60, 23)), np.zeros(60, int), []
    gc.collect()
    tracemalloc.start()
    for _ in range(200):
        loss = nn.CrossEntropyLoss()(model(x), y)
        loss.backward()
        kept.append(loss)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used < 200 * 5000
