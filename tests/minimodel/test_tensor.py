"""Tensors, and the graph behind them."""

import contextlib
import copy
import gc
import threading
import weakref

import numpy as np
import pytest

from minimodel import Tensor, concatenate, gradcheck, nn, no_grad, optim, stack, where


def test_a_chain_of_10_000_operations_does_not_overflow():
    x = Tensor(1.0, requires_grad=True)
    y = x
    for _ in range(10_000):
        y = y + 0.00001
    y.backward()
    assert x.grad == 1
    del y


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


def test_no_grad_decorates_a_function():
    @no_grad()
    def double(x):
        return x * 2

    x = Tensor(1.0, requires_grad=True)
    assert not double(x).requires_grad
    assert not double(x).requires_grad
    assert (x * 2).requires_grad


def test_arrays_and_numbers_stand_on_either_side_of_an_operator():
    x = Tensor([1.0, 2.0], requires_grad=True)
    y = np.array([3.0, 4.0]) * x + 1
    assert isinstance(y, Tensor)
    assert y.tolist() == [4, 9]
    assert (np.eye(2) @ x).tolist() == [1, 2]
    assert (2 - x).tolist() == [1, 0]


def test_a_step_of_an_optimizer_is_noticed_by_a_graph_that_needs_the_weights():
    w, x = Tensor([1.0, 2.0], requires_grad=True), Tensor([3.0, 4.0])
    optimizer = optim.SGD([w], lr=0.1)
    (w * 2).sum().backward()
    y = (w.reshape(1, 2) * x).sum()
    optimizer.step()
    with pytest.raises(RuntimeError, match="was written to"):
        y.backward()


def test_a_tensor_does_not_share_the_array_it_was_made_from():
    array = np.ones(2)
    x = Tensor([1.0, 2.0], requires_grad=True)
    made, y = Tensor(array), (x * array).sum()
    array[:] = 9
    y.backward()
    assert made.tolist() == x.grad.tolist() == [1, 1]


def test_float32_and_float64_do_not_mix_silently():
    single, double = Tensor([1.0], dtype=np.float32), Tensor([1.0])
    with pytest.raises(TypeError, match="add got float32 and float64"):
        single + double
    with pytest.raises(TypeError, match="do not mix silently"):
        single * np.array([1.0])
    assert (single + double.to(np.float32)).dtype == np.float32
    assert (single * Tensor([2]) * np.float64(3) + [1]).dtype == np.float32


def test_comparisons_give_true_and_false_and_no_graph():
    x = Tensor([1.0, 2.0, 3.0], requires_grad=True)
    assert (x > 2).tolist() == [False, False, True]
    assert (x == Tensor([1.0, 0.0, 3.0])).float().mean().item() == pytest.approx(2 / 3)
    assert not (x >= 2).requires_grad
    assert x in {x}


def test_threads_record_on_their_own():
    found = []
    x = Tensor(1.0, requires_grad=True)
    with no_grad():
        thread = threading.Thread(target=lambda: found.append((x * 2).requires_grad))
        thread.start()
        thread.join()
    assert found == [True]


def test_gradcheck_asks_for_inputs_it_can_check_and_notices_a_gradient_that_is_missing_or_nan():
    with pytest.raises(TypeError, match="float64"):
        gradcheck(lambda x: x, Tensor([1.0], dtype=np.float32, requires_grad=True))
    with pytest.raises(TypeError, match="requires_grad=True"):
        gradcheck(lambda x: x, [Tensor([1.0])])
    with pytest.raises(AssertionError, match=r"input 0"):
        gradcheck(lambda x: x.detach() * 3 + x * 0, Tensor([1.0, 2.0], requires_grad=True))
    with pytest.raises(AssertionError, match=r"input 0 .*worst at \(1, 1\).*-32\.68.*-65\.36"):
        gradcheck(lambda x: x * x.detach(), Tensor([[1.0, 2.0, 3.0], [4.0, 50.0, 6.0]], requires_grad=True))
    with np.errstate(all="ignore"), pytest.raises(AssertionError, match="nan"):
        gradcheck(lambda x: x.log(), Tensor([-1.0], requires_grad=True))


def test_what_numpy_is_given_is_a_copy_and_never_without_a_word_where_a_gradient_is_wanted():
    x, plain = Tensor([1.0, 2.0], requires_grad=True), Tensor([1.0, 2.0])
    np.asarray(plain)[0] = 5
    assert plain.tolist() == [1, 2]
    with pytest.raises(RuntimeError, match="detach"):
        np.asarray(x)
    with no_grad():
        assert np.asarray(x).tolist() == [1, 2]


def test_arrays_and_tensors_are_put_together():
    x = Tensor([1.0, 2.0], requires_grad=True)
    assert concatenate([x, np.array([3.0])]).tolist() == [1, 2, 3]
    assert stack([x, [3.0, 4.0]]).tolist() == [[1, 2], [3, 4]]


def test_a_leaf_can_be_walked_back_from_more_than_once():
    x = Tensor(2.0, requires_grad=True)
    x.backward()
    x.backward()
    assert x.grad == 2


def test_steps_leave_no_tensors_behind_even_without_the_cyclic_collector():
    def count():
        return sum(issubclass(type(thing), Tensor) for thing in gc.get_objects())

    w = Tensor(np.ones((3, 2)), requires_grad=True)
    gc.collect()
    gc.disable()
    try:
        before = count()
        for _ in range(200):
            w.grad = None
            (Tensor(np.ones((4, 3))) @ w).gelu().softmax().log().mean().backward()
        assert count() == before
    finally:
        gc.enable()


def test_a_tensor_prints_its_values_and_what_is_special():
    assert repr(Tensor([1.0, 2.0])) == "Tensor([1., 2.])"
    assert repr(Tensor([1.0], True, dtype=np.float32)) == "Tensor([1.], dtype=float32, requires_grad=True)"


def test_only_tensors_that_were_made_can_be_copied():
    x = Tensor([1.0], requires_grad=True)
    assert copy.deepcopy(x).requires_grad
    with pytest.raises(RuntimeError, match="detach"):
        copy.deepcopy(x * 2)


PARTS = [lambda w: w[0:1], lambda w: w.reshape(2, 1), lambda w: w.T, lambda w: w[1:][:1]]


@pytest.mark.parametrize("recorded", [True, False])
@pytest.mark.parametrize("make", PARTS)
def test_data_of_a_part_of_a_tensor_is_a_window_into_it(make, recorded):
    w = Tensor([1.0, 2.0], requires_grad=True)
    with contextlib.nullcontext() if recorded else no_grad():
        part = make(w)
    loss = (w * w).sum()
    part.data[...] = 5
    assert 5 in w.tolist()
    with pytest.raises(RuntimeError, match="was written to after multiply used it"):
        loss.backward()


def test_lists_take_the_dtype_of_the_tensor_they_are_put_beside():
    x = Tensor([1.0], dtype=np.float32)
    assert concatenate([x, [2.0]]).dtype == stack([[2.0], x]).dtype == where([True], 0.0, x).dtype == np.float32


def test_a_backward_that_is_refused_adds_nothing():
    w, v = Tensor([2.0], requires_grad=True), Tensor([3.0], requires_grad=True)
    used = w * w
    used.sum().backward()
    with pytest.raises(RuntimeError, match="already walked"):
        (used * v).sum().backward()
    assert v.grad is None


def test_a_method_has_a_signature_of_its_own():
    x = Tensor([[1.0, 2.0]])
    assert x.sum(1, True).shape == (1, 1)
    assert x.sum(keepdim=True, dim=0).shape == (1, 2)
    with pytest.raises(TypeError, match=r"exp\(\) takes 1 positional"):
        x.exp(1)
    with pytest.raises(TypeError, match=r"softmax\(\) takes from 1 to 2"):
        x.softmax(1, True)
    with pytest.raises(TypeError, match="keepdim"):
        x.softmax(1, keepdim=True)


@pytest.mark.parametrize(
    "leave",
    [
        lambda h: np.where([True, False], h, 0),
        lambda h: np.concatenate([h, h]),
        lambda h: np.dot(h, h),
        lambda h: Tensor([h[0], h[1]]),
        lambda h: nn.Parameter(h),
        lambda h: h.numpy(),
    ],
)
def test_values_do_not_leave_the_graph_without_a_word(leave):
    h = Tensor([1.0, 2.0], requires_grad=True) * 2
    with pytest.raises((RuntimeError, TypeError), match=r"detach|requires_grad|unsupported|not support"):
        leave(h)
    with no_grad():
        assert Tensor(h).tolist() == [2, 4]
    assert Tensor(h.detach()).tolist() == [2, 4]


def test_a_kept_loss_does_not_keep_its_graph():
    x = Tensor(np.arange(1000.0), requires_grad=True)
    middle = x.tanh()
    watch = weakref.ref(middle)
    loss = (middle * middle).sum()
    del middle
    loss.backward()
    assert watch() is None
    assert loss.item() > 0


def test_no_grad_stands_before_a_generator():
    x = Tensor(1.0, requires_grad=True)

    @no_grad()
    def results():
        received = yield (x * 2).requires_grad
        while received:
            received = yield received, (x * 2).requires_grad

    found = results()
    assert next(found) is False
    assert (x * 2).requires_grad
    assert found.send("a") == ("a", False)
    assert (x * 2).requires_grad
