"""Tensors, and the graph behind them."""

import gc
import weakref

import numpy as np
import pytest

from minimodel import Tensor, gradcheck, no_grad


def test_a_chain_of_100_000_operations_does_not_overflow():
    x = Tensor(1.0, requires_grad=True)
    y = x
    for _ in range(100_000):
        y = y + 0.00001
    y.backward()
    assert x.grad == 1
    del y


def test_a_graph_of_100_000_operations_can_be_dropped_without_backward():
    x = Tensor(1.0, requires_grad=True)
    y = x
    for _ in range(100_000):
        y = y * 1.0
    del y
    assert x.grad is None


def test_a_graph_is_freed_without_the_cyclic_collector():
    gc.disable()
    try:
        x = Tensor(np.ones(3), requires_grad=True)
        middle = x.tanh().exp()
        watch = weakref.ref(middle)
        loss = (middle * middle).sum()
        loss.backward()
        del middle, loss
        assert watch() is None
    finally:
        gc.enable()


def test_a_second_backward_says_what_happened():
    x = Tensor(2.0, requires_grad=True)
    y = x * x
    y.backward()
    with pytest.raises(RuntimeError, match="already walked"):
        y.backward()


def test_a_retained_graph_can_be_walked_twice_and_gradients_add_up():
    x = Tensor(3.0, requires_grad=True)
    y = x * x
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad == 12


def test_a_tensor_used_twice_receives_both_gradients():
    x = Tensor([1.0, 2.0], requires_grad=True)
    y = x * 3
    (y * y + y).sum().backward()
    assert x.grad.tolist() == [21, 39]


def test_leaves_never_share_the_memory_of_a_gradient():
    a, b = Tensor([1.0], requires_grad=True), Tensor([2.0], requires_grad=True)
    (a + b).sum().backward()
    a.grad *= 5
    assert b.grad == 1


def test_backward_needs_one_number_or_a_gradient():
    x = Tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(ValueError, match=r"shape \(2,\).*sum"):
        (x * x).backward()
    with pytest.raises(ValueError, match="must be equal"):
        (x * x).backward([1.0])
    (x * x).backward([1.0, 10.0])
    assert x.grad.tolist() == [2, 40]


def test_backward_without_anything_to_differentiate_says_so():
    with pytest.raises(RuntimeError, match="requires_grad=True"):
        Tensor([1.0]).backward()


def test_no_grad_records_nothing_and_ends_with_its_block():
    x = Tensor(1.0, requires_grad=True)
    with no_grad():
        assert not (x * 2).requires_grad
        with no_grad():
            pass
        assert not (x * 2).requires_grad
    assert (x * 2).requires_grad


def test_no_grad_decorates_a_function():
    @no_grad()
    def double(x):
        return x * 2

    x = Tensor(1.0, requires_grad=True)
    assert not double(x).requires_grad
    assert not double(x).requires_grad
    assert (x * 2).requires_grad


def test_detach_cuts_the_graph():
    x = Tensor(2.0, requires_grad=True)
    (x * (x * x).detach()).backward()
    assert x.grad == 4


def test_integers_cannot_have_a_gradient():
    with pytest.raises(TypeError, match="floats"):
        Tensor([1, 2], requires_grad=True)


def test_arrays_and_numbers_stand_on_either_side_of_an_operator():
    x = Tensor([1.0, 2.0], requires_grad=True)
    y = np.array([3.0, 4.0]) * x + 1
    assert isinstance(y, Tensor)
    assert y.tolist() == [4, 9]
    assert (np.eye(2) @ x).tolist() == [1, 2]
    assert (2 - x).tolist() == [1, 0]


def test_float32_stays_float32():
    x = Tensor(np.ones((2, 3), np.float32), requires_grad=True)
    y = (x * 2 + 1.5).gelu().softmax().mean()
    y.backward()
    assert y.dtype == x.grad.dtype == np.float32


def test_gradcheck_names_the_worst_entry():
    def wrong(x):
        return x * x.detach()

    x = Tensor([[1.0, 2.0, 3.0], [4.0, 50.0, 6.0]], requires_grad=True)
    with pytest.raises(AssertionError, match=r"input 0 .*worst at \(1, 1\).*-32\.68.*-65\.36"):
        gradcheck(wrong, x)
