"""Writing in place: as in PyTorch, noticed where a graph needs the numbers, or refused in a sentence; and views."""

import copy

import numpy as np
import pytest

import minimodel as mm
from minimodel import Tensor, nn, no_grad


def leaf(*values):
    return Tensor(np.array(values, dtype=float), requires_grad=True)


def test_in_no_grad_a_computed_tensor_is_written_and_its_graph_notices():
    """PyTorch writes too: the graph is never dropped in silence."""
    x = leaf(1.0, 2.0)
    y = x * 2
    with no_grad():
        y += 1
    assert (y.tolist(), y.requires_grad) == ([3, 5], True)
    with pytest.raises(RuntimeError, match="was written to after multiply"):
        (y + x).sum().backward()
    row = x[1:]
    with no_grad():
        row += 10
    assert x.tolist() == [1, 12]


def test_without_a_gradient_every_name_sees_what_is_written():
    x = Tensor([1.0, 2.0, 3.0])
    same, part, one = x, x[:2], x[0]
    part += 1
    one *= 10
    assert same.tolist() == [20, 3, 3]


def test_a_leaf_that_wants_a_gradient_is_written_in_no_grad_only():
    w = leaf(1.0)
    with pytest.raises(RuntimeError, match=r"this leaf or view wants a gradient. Write in no_grad\(\)"):
        w -= 0.5
    walked = w * 1
    walked.backward(np.ones(1))
    walked += 1
    part = (w * 1)[:1]
    with pytest.raises(RuntimeError, match="leaf or view"):
        part += 1
    with no_grad():
        w -= 0.5
    assert (w.item(), w.requires_grad, w.is_leaf) == (0.5, True, True)


@pytest.mark.parametrize(("x", "y"), [(Tensor([1, 2]), 0.5), (Tensor([1.0]), Tensor([1.0, 2.0])), (Tensor([True]), 1)])
def test_neither_shape_nor_dtype_changes_in_place(x, y):
    before = x.tolist()
    with pytest.raises(ValueError, match="does not go into"):
        x += y
    assert x.tolist() == before


@pytest.mark.parametrize("value", [Tensor([[1.0, 2.0]]), np.ones((1, 2)), 3, nn.ReLU()], ids=repr)
def test_a_parameter_is_not_replaced_by_what_is_none(value):
    m = nn.Linear(2, 1)
    with pytest.raises(TypeError, match=r"Linear\.weight is a Parameter"):
        m.weight = value
    with pytest.raises(RuntimeError, match="wants a gradient"):
        m.weight -= 0.1
    with pytest.raises(KeyError, match="there already"):
        m.register_buffer("weight", Tensor([1.0]))
    assert [name for name, _ in m.named_parameters()] == ["weight", "bias"]
    m.weight, m.bias = nn.Parameter([[1.0, 2.0]]), None
    assert [name for name, _ in m.named_parameters()] == ["weight"]
    with pytest.raises(TypeError, match=r"Residual\.body is a Module"):
        nn.Residual(nn.ReLU()).body = np.tanh


def test_only_leaves_of_real_numbers_are_switched():
    x = leaf(1.0, 2.0)
    y = x * 2
    with pytest.raises(RuntimeError, match="that of its inputs"):
        y.requires_grad = False
    with pytest.raises(TypeError, match="only real numbers"):
        Tensor([1, 2]).requires_grad = True
    (y * y).sum().backward()
    assert x.grad.tolist() == [8, 16]


def test_a_middle_keeps_its_gradient_where_it_is_asked_to():
    x = leaf(1.0, 2.0)
    y = x * 3
    y.retain_grad()
    z = y * y
    z.sum().backward(retain_graph=True)
    z.sum().backward()
    assert (y.grad.tolist(), z.grad, x.grad.tolist()) == ([12, 24], None, [36, 72])


LOOKS = [lambda y: y.numpy(), lambda y: y.data, lambda y: y.detach(), repr]


@pytest.mark.parametrize("look", LOOKS, ids=["numpy", "data", "detach", "repr"])
def test_looking_at_a_view_does_not_cut_it_off(look):
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    y = x[0]
    look(y)
    x[0, 0] = 9
    y[1] = 5
    assert (x.tolist(), y.tolist()) == ([[9, 5], [3, 4]], [9, 5])


@pytest.mark.parametrize(
    "view", [lambda x: x[1, 0], lambda x: x[1][0], lambda x: x[-1].unbind()[0], lambda x: x[..., 0][1]]
)
def test_one_entry_is_a_view_too(view):
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    y = view(x)
    x[1, 0] = 7
    assert y.item() == 7
    y += 1
    assert x[1, 0].item() == 8


def test_a_view_shares_memory_or_is_refused():
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    x.view(-1)[0] = 9
    assert x[0, 0].item() == 9
    with pytest.raises(ValueError, match="use reshape, which copies"):
        x.T.view(-1)
    assert x.T.contiguous().view(-1).tolist() == [9, 3, 2, 4]


MASK, INTS = Tensor([True, False]), Tensor([1, 2], dtype=np.int32)
KINDS = [  # what PyTorch gives where its default is float64
    (lambda: MASK.exp(), "float64"),
    (lambda: MASK.sin(), "float64"),
    (lambda: MASK.sigmoid(), "float64"),
    (lambda: MASK**2, "int64"),
    (lambda: MASK.clone(), "bool"),
    (lambda: MASK.min(), "bool"),
    (lambda: INTS.clone(), "int32"),
    (lambda: INTS + 1, "int32"),
    (lambda: 2 - INTS, "int32"),
    (lambda: INTS * 0.5, "float64"),
    (lambda: INTS.exp(), "float64"),
]


@pytest.mark.parametrize(("run", "dtype"), KINDS)
def test_kinds_of_numbers_are_pytorchs(run, dtype):
    assert run().dtype == dtype


def test_the_same_kind_is_no_copy_and_whole_numbers_want_no_gradient():
    x = leaf(1.4, 2.6)
    assert x.double() is x
    assert not x.long().requires_grad


def test_clamp_lets_a_gradient_through_up_to_its_ends():
    x = leaf(-2.0, 0.5, 1.0, 3.0)
    y = x.clamp(-1, 1)
    y.sum().backward()
    assert (y.tolist(), x.grad.tolist()) == ([-1, 0.5, 1, 1], [0, 1, 1, 0])
    assert mm.clamp(x, min=1).tolist() == [1, 1, 1, 3]


def test_topk_gives_the_largest_first_and_where_they_stand():
    x = Tensor([[1.0, 5.0, 5.0], [7.0, 2.0, 0.0]], requires_grad=True)
    values, indices = x.topk(2)
    assert (values.tolist(), indices.tolist()) == ([[5, 5], [7, 2]], [[1, 2], [0, 1]])
    assert x.topk(1, dim=0, largest=False).values.tolist() == [[1, 2, 0]]
    values.sum().backward()
    assert x.grad.tolist() == [[0, 1, 1], [1, 1, 0]]


def test_a_batch_norm_counts_in_training_and_rests_in_eval():
    x = Tensor([[1.0, 10.0], [3.0, 30.0]])
    m = nn.BatchNorm1d(2)
    assert np.allclose(m(x).tolist(), [[-1, -1], [1, 1]], atol=1e-5)
    assert np.allclose(m.running_mean.tolist(), [0.2, 2.0])
    assert np.allclose(m.running_var.tolist(), [0.9 + 0.2, 0.9 + 20])
    names = ["weight", "bias", "running_mean", "running_var", "num_batches_tracked"]
    assert (list(m.state_dict()), m.num_batches_tracked.item()) == (names, 1)
    m.eval()
    assert np.allclose(m(x[:1]).tolist(), (x[:1].data - [0.2, 2.0]) / np.sqrt([1.1, 20.9]), atol=1e-5)


def test_writing_through_the_base_of_a_view_is_noticed():
    x, w = Tensor(np.ones((4, 2))), leaf(1.0, 1.0)
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
        lambda x: Tensor([1.0, 2.0]).data.fill(3),
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
    rows = Tensor(np.zeros((2, 2)))
    rows[0] = Tensor([1.0, 2.0])
    assert rows.tolist() == [[1, 2], [0, 0]]
    with pytest.raises(ValueError, match="do not fit"):
        rows[0] = [1.0, 2.0, 3.0]
