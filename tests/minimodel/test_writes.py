"""Writing into a tensor: noticed where a graph needs the numbers, and free everywhere else."""

import copy

import numpy as np
import pytest

from minimodel import Tensor, nn, no_grad

T = Tensor


def leaf(*values):
    return T(np.array(values, dtype=float), requires_grad=True)


def test_writing_through_the_base_of_a_view_is_noticed():
    x, w = T(np.ones((4, 2))), leaf(1.0, 1.0)
    for part in (lambda: x[0], lambda: x.T[:, 1], lambda: x.reshape(8)[2:4]):
        loss = (part() * w).sum()
        x.data[...] = 5
        with pytest.raises(RuntimeError, match="was written to"):
            loss.backward()


@pytest.mark.parametrize("name", ["sigmoid", "exp", "tanh", "sqrt", "softmax"])
def test_writing_into_a_result_is_noticed(name):
    y = getattr(leaf(1.0, 2.0), name)()
    y.data[...] = 9
    with pytest.raises(RuntimeError, match=f"after {name} used it"):
        y.backward(np.ones(2))


WRITES = {
    "an index": lambda x: x.data.__setitem__(0, 9),
    "a mask": lambda x: x.data.__setitem__(x.data > 0, 9),
    "+=": lambda x: x.data.__iadd__(1),
    "out=": lambda x: np.add(1, 1, out=x.data),
    "a part's +=": lambda x: x.data[1:].__imul__(2),
    "fill": lambda x: x.data.fill(3),
    "sort": lambda x: x.data[::-1].sort(),
    "copyto": lambda x: np.copyto(x.data, 4),
    "put": lambda x: np.put(x.data, [0], 4),
    "add.at": lambda x: np.add.at(x.data, [0], 4),
    "clip": lambda x: np.clip(x.data, 0, 1, out=x.data),
    "numpy()": lambda x: x.detach().numpy().fill(3),
    "data +=": lambda x: setattr(x, "data", x.data.__iadd__(1)),
    "write": lambda x: x.write(3),
    "an initialiser": lambda x: nn.init.normal_(x),
}


@pytest.mark.parametrize("how", WRITES)
def test_each_way_of_writing_that_is_promised_is_noticed(how):
    x = leaf(1.0, 2.0)
    y = (x * x).sum()
    WRITES[how](x)
    with pytest.raises(RuntimeError, match="was written to"):
        y.backward()


@pytest.mark.parametrize(
    "read",
    [
        lambda x: x.data * 2,
        lambda x: x.data.copy().fill(3),
        lambda x: x.data.mean() + x.data.max(),
        lambda x: np.sort(x.data).fill(3),
        lambda x: np.where(x.data > 0, x.data, 0),
        lambda x: setattr(x, "data", [5.0, 6.0]),
        lambda x: copy.deepcopy(x.data).fill(1),
        lambda x: T([1.0, 2.0]).data.fill(3),
    ],
)
def test_reading_and_other_memory_never_refuse(read):
    x = leaf(1.0, 2.0)
    y = (x * x).sum()
    read(x)
    y.backward()
    assert x.grad.tolist() == [2, 4]


def test_data_written_in_place_stays_where_it_is():
    x = leaf(1.0, 2.0)
    array = x.data
    x.data += 1
    x.data *= 2
    assert array.tolist() == x.tolist() == [4, 6]
    x.data = x.data[::-1]
    assert x.tolist() == [6, 4]
    assert array.tolist() == [4, 6]


def test_what_is_computed_from_data_is_a_plain_array():
    x = leaf(1.0, 2.0)
    assert type(x.data * 2) is type(x.data + x.data) is np.ndarray
    assert repr(x.data) == "array([1., 2.])"


def test_while_operations_are_remembered_an_in_place_operator_makes_a_new_tensor():
    x = leaf(2.0)
    c = x * 1
    c += c * 3
    c -= 1
    c *= 2
    c /= 4
    c.sum().backward()
    assert x.tolist() == [2]
    assert x.grad.tolist() == [2]


def test_entries_are_written_in_no_grad_and_refused_where_a_derivative_is_lost():
    x = leaf(1.0, 2.0, 3.0)
    with pytest.raises(RuntimeError, match="no derivative"):
        x[0] = 5
    with no_grad():
        x[0] = 5
        x[1:][0] = 6
    assert x.tolist() == [5, 6, 3]
    rows = T(np.zeros((2, 2)))
    rows[0] = T([1.0, 2.0])
    assert rows.tolist() == [[1, 2], [0, 0]]
    with pytest.raises(ValueError, match="do not fit"):
        rows[0] = [1.0, 2.0, 3.0]
