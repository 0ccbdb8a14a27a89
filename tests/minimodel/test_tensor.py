"""Tensors, and the graph behind them."""

import contextlib
import copy
import gc
import threading
import weakref

import numpy as np
import pytest

from minimodel import Tensor, concatenate, gradcheck, nn, no_grad, optim, stack, where


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


def test_writing_into_data_that_a_graph_needs_is_caught():
    x = Tensor([1.0, 2.0], requires_grad=True)
    y = (x * x).sum()
    x.data[0] = 5
    with pytest.raises(RuntimeError, match=r"shape \(2,\) was written to after multiply used it"):
        y.backward()


def test_writing_through_an_array_that_was_handed_out_earlier_is_caught():
    x = Tensor([1.0, 2.0], requires_grad=True)
    array = x.data
    array[0] = 3  # before the forward pass: allowed
    y = (x.exp() * x).sum()
    array[1] = np.nan
    with pytest.raises(RuntimeError, match="was written to"):
        y.backward()


@pytest.mark.parametrize("write", ["detached", "view", "input", "optimizer"])
def test_every_way_of_writing_is_caught(write):
    w, x = Tensor([1.0, 2.0], requires_grad=True), Tensor([3.0, 4.0])
    optimizer = optim.SGD([w], lr=0.1)
    (w * 2).sum().backward()
    y = (w.reshape(1, 2) * x).sum()
    if write == "detached":
        w.detach().data[0] = 7
    elif write == "view":
        w.data.reshape(-1)[1] = 7
    elif write == "input":
        x.data[:] = 0
    else:
        optimizer.step()
    with pytest.raises(RuntimeError, match="was written to"):
        y.backward()


def test_writing_before_the_forward_pass_and_after_backward_is_allowed():
    x = Tensor([1.0, 2.0], requires_grad=True)
    for value in (3.0, 4.0):
        x.data[0] = value
        y = (x * x).sum()
        assert x.data[0] == value  # reading never hurts
        y.backward()
    assert x.grad.tolist() == [14, 8]


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


@pytest.mark.parametrize(
    ("compute", "sentence"),
    [
        (lambda a, b: a @ b, r"matmul got \(4, 23\) and \(16, 23\): .*23, must equal .*16\. Transpose"),
        (lambda a, b: a + b, r"add got \(4, 23\) and \(16, 23\): .*axis -2 is 4 in one and 16"),
        (lambda a, b: a.sum(2), r"sum got \(4, 23\): there is no axis 2"),
        (lambda a, b: a.reshape(5, 5), r"reshape got \(4, 23\): its entries do not fill \(5, 5\)"),
        (lambda a, b: a[7], r"getitem got \(4, 23\): index 7 is out of bounds"),
        (lambda a, b: concatenate([a, b], 1), r"concatenate got .*all other axes than 1 must be equal"),
        (lambda a, b: stack([a, b]), r"stack got \(4, 23\) and \(16, 23\)"),
        (lambda a, b: where(True, a, b), r"where got"),
        (lambda a, b: a.item(), r"item\(\) needs one entry, .*\(4, 23\)"),
        (lambda a, b: a.gelu("fast"), r"'fast'"),
        (lambda a, b: a[:0].mean(), r"empty"),
        (lambda a, b: a[:0].max(), r"empty"),
    ],
)
def test_shape_mistakes_name_the_operation_the_shapes_and_the_cause(compute, sentence):
    a, b = Tensor(np.ones((4, 23))), Tensor(np.ones((16, 23)))
    with pytest.raises((ValueError, IndexError), match=sentence):
        compute(a, b)


def test_data_that_is_not_numbers_is_refused():
    with pytest.raises(TypeError, match="holds numbers"):
        Tensor(["she", "writes"])


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


def test_gradcheck_asks_for_inputs_it_can_check():
    with pytest.raises(TypeError, match="float64"):
        gradcheck(lambda x: x, Tensor([1.0], dtype=np.float32, requires_grad=True))
    with pytest.raises(TypeError, match="requires_grad=True"):
        gradcheck(lambda x: x, [Tensor([1.0])])


def test_gradcheck_notices_a_gradient_that_is_missing_or_nan():
    with pytest.raises(AssertionError, match=r"input 0"):
        gradcheck(lambda x: x.detach() * 3 + x * 0, Tensor([1.0, 2.0], requires_grad=True))
    with np.errstate(all="ignore"), pytest.raises(AssertionError, match="nan"):
        gradcheck(lambda x: x.log(), Tensor([-1.0], requires_grad=True))


def test_one_no_grad_can_be_entered_twice():
    x, block = Tensor(1.0, requires_grad=True), no_grad()
    with block, block:
        pass
    assert (x * 2).requires_grad


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
    with pytest.raises(ValueError, match="list is empty"):
        concatenate([])


def test_steps_leave_no_tensors_behind_even_without_the_cyclic_collector():
    def count():
        return sum(issubclass(type(thing), Tensor) for thing in gc.get_objects())

    w = Tensor(np.ones((3, 2)), requires_grad=True)
    gc.collect()
    gc.disable()
    try:
        before = count()
        for _ in range(200):
            w.zero_grad()
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


def test_a_number_is_not_a_list_of_nothing():
    assert [row.tolist() for row in Tensor([[1.0, 2.0], [3.0, 4.0]])] == [[1, 2], [3, 4]]
    with pytest.raises(TypeError):
        list(Tensor(3.0))


@pytest.mark.parametrize("value", [None, "a", 1j, [1, None], np.array([1j])], ids=repr)
def test_what_is_not_a_number_is_refused_beside_a_tensor(value):
    for x in (Tensor([1.0, 2.0]), Tensor([1, 2])):
        with pytest.raises(TypeError, match="holds numbers"):
            x + value


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
    assert (
        concatenate([x, [2.0]]).dtype == stack([[2.0], x]).dtype == where([True], 0.0, x).dtype == np.float32
    )


def test_a_backward_that_is_refused_adds_nothing():
    w, v = Tensor([2.0], requires_grad=True), Tensor([3.0], requires_grad=True)
    used = w * w
    used.sum().backward()
    with pytest.raises(RuntimeError, match="already walked"):
        (used * v).sum().backward()
    assert v.grad is None


@pytest.mark.parametrize(
    ("compute", "sentence"),
    [
        (lambda x: x @ 2.0, r"matmul got \(2, 3\) and \(\): .*Use a \* b"),
        (lambda x: x[0].mT, r"swapaxes got \(3,\)"),
        (lambda x: x.transpose(0, 5), r"swapaxes got \(2, 3\)"),
        (lambda x: x.transpose((0, 0)), r"transpose got \(2, 3\)"),
        (lambda x: stack([x, x[:1]], 2), "all shapes must be equal"),
        (lambda x: stack([x, x], 3), "no axis 3, only 3 axes"),
        (lambda x: x.gather(0, [0, 1]), r"gather got \(2, 3\): .*2 axes"),
        (lambda x: x.gather(2, [[0]]), "no axis 2"),
        (lambda x: x.gather(1, [[3], [0]]), "out of bounds"),
        (lambda x: Tensor([2, 3]) ** -1, r"power got .*negative integer powers are not allowed\.$"),
        (lambda x: where([True] * 5, x, 0.0), r"where got .*\(5,\)"),
        (lambda x: x.sum((0, 2)), r"sum got \(2, 3\)"),
        (lambda x: x[:, :0].softmax(), r"softmax got \(2, 0\)"),
        (lambda x: nn.Linear(3, 2)(x[0, 0]), r"Linear\(3, 2\) got \(\): the last axis must be 3"),
        (lambda x: nn.Linear(3, 2)(x.T), r"Linear\(3, 2\) got \(3, 2\): the last axis must be 3"),
        (lambda x: nn.Linear(2, 4, bias=False)(x[0]), r"Linear\(2, 4\) got \(3,\): the last axis must be 2"),
    ],
)
def test_corner_shapes_are_explained(compute, sentence):
    with pytest.raises((ValueError, IndexError), match=sentence):
        compute(Tensor(np.ones((2, 3)), requires_grad=True))


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
