"""Corners in which a wrong number, or an unkind sentence, would be easy."""

import copy
import gc
import pickle
import tracemalloc
import weakref

import numpy as np
import pytest

import minimodel
from minimodel import Tensor, nn, no_grad, operations, optim, training, where
from minimodel.lab.tense import TenseMLP
from minimodel.tensor import apply

T = Tensor


def leaf(*values):
    return T(np.array(values, dtype=float), requires_grad=True)


# ---- gradients -----------------------------------------------------------


@pytest.mark.parametrize("order", [(-1, 0), (0, -1), (1, 0)])
def test_an_order_of_axes_may_count_from_the_end(order):
    x, weights = T(np.zeros((3, 3)), requires_grad=True), np.arange(9.0).reshape(3, 3)
    (x.transpose(order) * weights).sum().backward()
    right = weights if order == (0, -1) else weights.T
    assert x.grad.tolist() == right.tolist()


def test_an_order_of_four_axes_with_one_from_the_end_is_walked_back():
    x = T(np.zeros((2, 3, 4, 5)), requires_grad=True)
    weights = np.random.default_rng(0).normal(size=(2, 4, 5, 3))
    (x.permute(0, -2, -1, 1) * weights).sum().backward()
    assert np.array_equal(x.grad, weights.transpose(0, 3, 1, 2))


@pytest.mark.parametrize("shape", [(0, 3), (1, 0), (2, 0, 3)])
def test_one_copy_that_was_made_no_times_receives_zero(shape):
    x = T(np.ones((1, 3) if shape[-1] == 3 else (1, 1)), requires_grad=True)
    (x * T(np.ones(shape))).sum().backward()
    assert (x.grad == 0).all()


def test_an_array_of_indices_may_be_written_to_afterwards():
    x, i = leaf(0, 0, 0, 0), np.array([0, 1])
    y = x[i].sum()
    i[:] = 3
    y.backward()
    assert x.grad.tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("read", [lambda x, i: x[i, i], lambda x, i: x.gather(0, i[:, None])])
def test_other_arrays_of_indices_too(read):
    x, i = T(np.zeros((4, 4)), requires_grad=True), np.array([0, 1])
    y = read(x, i).sum()
    before = np.zeros((4, 4))
    before[[0, 1], [0, 1] if read(x, i).ndim == 1 else [0, 0]] = 1
    i[:] = 3
    y.backward()
    assert x.grad.tolist() == before.tolist()


def test_infinity_where_relu_is_shut_is_zero():
    x = leaf(-1.0, 2.0)
    with np.errstate(divide="ignore"):
        x.relu().log().backward(np.ones(2))
    assert x.grad.tolist() == [0, 0.5]


def test_an_exponent_of_zero_has_pytorchs_slope():
    e = leaf(-0.3, 0.3, 0.0)
    with np.errstate(all="ignore"):
        (T([0.0, 0.0, 0.0]) ** e).backward(np.ones(3))
    assert e.grad.tolist() == [-np.inf, 0, 0]


def test_a_leaf_can_be_walked_back_from_more_than_once():
    x = T(2.0, requires_grad=True)
    x.backward()
    x.backward()
    assert x.grad == 2


def test_log_softmax_keeps_its_digits():
    single = T([1e4, 1e4 + 1], dtype=np.float32).log_softmax()
    assert single.tolist() == pytest.approx([-1.3132616, -0.3132617], rel=1e-6)
    assert T([1e12, 1e12 + 1]).log_softmax().tolist() == pytest.approx([-1.3132616875, -0.3132616875])


def test_max_is_pytorchs():
    x = T([[1.0, 5.0, 5.0], [7.0, 2.0, 0.0]], requires_grad=True)
    values, indices = x.max(1)
    assert (values.tolist(), indices.tolist()) == ([5, 7], [1, 0])
    x.max(1)[0].sum().backward()
    assert x.grad.tolist() == [[0, 1, 0], [1, 0, 0]]  # the first of equal ones
    assert x.max().item() == 7
    assert x.min(0).values.tolist() == [1, 2, 0]


def test_kinds_of_numbers_change_with_a_gradient():
    x = leaf(1.0, 2.0)
    (x.to(np.float32) * 2).double().sum().backward()
    assert x.grad.tolist() == [2, 2]
    assert x.grad.dtype == np.float64
    assert (x.float() * 1).requires_grad


# ---- writing -------------------------------------------------------------


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


def test_a_first_training_loop_by_hand_moves_the_weights():
    layer = nn.Linear(2, 1)
    before = layer.weight.tolist()
    layer(np.ones((1, 2))).sum().backward()
    with no_grad():
        for p in layer.parameters():
            p -= 0.1 * p.grad
    assert layer.weight.tolist() == [[w - 0.1 for w in before[0]]]
    assert layer.bias.tolist() == [-0.1]


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


# ---- values that leave the graph -----------------------------------------


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


# ---- optimisers ----------------------------------------------------------

KINDS = {
    "SGD": lambda p: optim.SGD(p, lr=0.1, momentum=0.9),
    "Adam": lambda p: optim.Adam(p, lr=0.1),
    "AdamW": lambda p: optim.AdamW(p, lr=0.1),
}


@pytest.mark.parametrize("again", [copy.deepcopy, lambda pair: pickle.loads(pickle.dumps(pair))])
@pytest.mark.parametrize("kind", KINDS)
def test_a_copied_optimiser_goes_on_as_the_first(kind, again):
    model = nn.Linear(2, 1)
    pair = model, KINDS[kind](model.parameters())

    def step(model, optimizer):
        optimizer.zero_grad()
        (model(np.ones((1, 2))) ** 2).sum().backward()
        optimizer.step()

    step(*pair)
    other = again(pair)
    for _ in range(3):
        step(*pair)
        step(*other)
    assert other[0].weight.tolist() == model.weight.tolist()


def test_frozen_parameters_may_be_given_to_an_optimiser():
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
    for p in model[0].parameters():
        p.requires_grad_(False)
    before, optimizer = model.state_dict(), optim.Adam(model.parameters(), lr=0.1)
    model(np.ones((1, 2))).sum().backward()
    optimizer.step()
    after = model.state_dict()
    same = [name for name in before if np.array_equal(before[name], after[name])]
    assert same == ["0.weight", "0.bias"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"betas": (1.0, 0.9)}, "below 1"),
        ({"betas": (0.9, -0.1)}, ">= 0"),
        ({"lr": float("nan")}, "lr is nan"),
        ({"eps": -1.0}, "eps is -1"),
    ],
)
def test_options_out_of_range_are_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        optim.Adam(nn.Linear(2, 1).parameters(), **options)


# ---- modules -------------------------------------------------------------


def test_what_has_two_names_is_listed_once_and_saved_under_both():
    layer = nn.Linear(2, 2)
    model = nn.Sequential(layer, layer)
    assert [name for name, _ in model.named_parameters()] == ["0.weight", "0.bias"]
    assert [name for name, _ in model.named_modules()] == ["", "0"]
    assert sum(p.numel() for _, p in model.named_parameters()) == 6
    assert list(model.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"]


def test_a_module_that_refers_to_one_above_it_is_no_endless_tale():
    child, parent = nn.Linear(2, 2), nn.Sequential()
    parent.child, child.parent = child, parent
    assert list(parent.state_dict()) == ["child.weight", "child.bias"]
    assert len(list(parent.modules())) == 2
    assert "..." in repr(parent)
    parent.eval()
    assert not child.training


def test_buffers_are_saved_and_not_trained():
    class Masked(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(2, 2)
            self.register_buffer("mask", T([[1.0, 0.0]]))
            self.register_buffer("scratch", T([3.0]), persistent=False)

    model = Masked()
    assert list(model.state_dict()) == ["mask", "layer.weight", "layer.bias"]
    assert len(list(model.parameters())) == 2
    model.load_state_dict({"mask": [[5.0, 6.0]], "more": [1.0]}, strict=False)
    assert model.mask.tolist() == [[5, 6]]


# ---- training ------------------------------------------------------------


@pytest.mark.parametrize("batch_size", [None, 4])
@pytest.mark.parametrize(("rows", "labels"), [(0, 0), (10, 20), (10, 5)])
def test_rows_and_labels_must_be_as_many_and_some(batch_size, rows, labels):
    model = nn.Linear(3, 2)
    optimizer, generator = optim.SGD(model.parameters()), np.random.default_rng(0)
    options = {"batch_size": batch_size, "generator": generator}
    with pytest.raises(ValueError, match="at least one"):
        training.train(model, np.zeros((rows, 3)), np.zeros(labels, int), optimizer, 1, **options)


def test_a_loss_that_is_falsy_is_still_the_loss():
    class Falsy(nn.Module):
        def __bool__(self):
            return False

        def forward(self, outputs, labels):
            return (outputs * 0).sum() + 7

    model = nn.Linear(3, 2)
    steps = training.train(model, np.ones((2, 3)), [0, 1], optim.SGD(model.parameters()), 1, Falsy())
    assert next(steps).loss == 7


def test_no_grad_stands_before_a_generator():
    x = leaf(1.0)

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


# ---- shapes --------------------------------------------------------------


@pytest.mark.parametrize("name", ["mean", "amax", "sum", "logsumexp"])
def test_what_is_empty_along_another_axis_is_an_empty_result(name):
    assert getattr(T(np.ones((0, 5))), name)(1).shape == (0,)
    assert nn.LayerNorm(4)(np.ones((0, 4))).shape == (0, 4)
    with pytest.raises(ValueError, match="empty"):
        T(np.ones((0, 5))).mean(0)


def test_linear_takes_rows_of_no_rows():
    assert nn.Linear(4, 3)(np.zeros((2, 0, 4))).shape == (2, 0, 3)


def test_a_linear_that_forgets_to_transpose_is_told_so(monkeypatch):
    def forgetful(x, weight, bias=None):
        return np.dot(x, weight), ()

    forgetful.__name__ = "linear"
    with pytest.raises(ValueError, match=r"Linear\(23, 16\) got \(4, 23\): .*missing transpose"):
        apply(forgetful, T(np.ones((4, 23))), T(np.ones((16, 23))))


@pytest.mark.parametrize(
    ("compute", "shape"),
    [
        (lambda x: x.sum(axis=0), (3,)),
        (lambda x: x.mean(axis=1, keepdims=True), (2, 1)),
        (lambda x: np.sum(x), ()),
        (lambda x: np.mean(x, axis=0), (3,)),
        (lambda x: x.sum([0, 1]), ()),
        (lambda x: x.view(3, 2), (3, 2)),
        (lambda x: x.view(-1), (6,)),
        (lambda x: x.unsqueeze(1), (2, 1, 3)),
        (lambda x: x.unsqueeze(-1).squeeze(-1), (2, 3)),
        (lambda x: x[:1].squeeze(), (3,)),
        (lambda x: x.flatten(), (6,)),
        (lambda x: minimodel.cat([x, x], dim=1), (2, 6)),
        (lambda x: nn.Flatten()(x.reshape(2, 3, 1)), (2, 3)),
    ],
)
def test_pytorchs_and_numpys_words_are_understood(compute, shape):
    x = T(np.arange(6.0).reshape(2, 3), requires_grad=True)
    y = compute(x)
    assert tuple(y.shape) == shape
    y.sum().backward()
    assert x.grad.sum() == pytest.approx(y.numel() if y.numel() > 3 else x.grad.sum())


def test_a_tensor_of_one_number_is_a_number_where_python_asks():
    x = T(2.5)
    assert (f"{x:.2f}", int(x), abs(T(-3.0)).item(), float(x)) == ("2.50", 2, 3, 2.5)
    assert list(range(T(3))) == [0, 1, 2]
    assert (x.numel(), T(np.ones((2, 3))).size(), T(np.ones((2, 3))).size(1)) == (1, (2, 3), 3)


def test_exact_gelu_is_maths_own():
    x = np.linspace(-9, 9, 20_001)
    from math import erf, sqrt

    right = np.array([v * 0.5 * (1 + erf(v / sqrt(2))) for v in x])
    assert np.abs(T(x).gelu("none").data - right).max() < 2e-15
    assert np.isnan(T([np.nan]).gelu("none").data).all()


def test_where_takes_a_condition_that_is_a_tensor():
    x = leaf(1.0, -1.0)
    where(x > 0, x, 0.0).sum().backward()
    assert x.grad.tolist() == [1, 0]


def test_a_linear_of_no_leading_axes_and_of_many_are_one():
    generator = np.random.default_rng(0)
    x, weight, bias = generator.normal(size=(2, 3, 4)), generator.normal(size=(5, 4)), np.ones(5)
    value, _ = operations.linear(x, weight, bias)
    rows = [operations.linear(row, weight, bias)[0] for row in x.reshape(6, 4)]
    assert np.allclose(value, np.stack(rows).reshape(2, 3, 5), rtol=1e-14)


# ---- as in PyTorch -------------------------------------------------------


@pytest.mark.parametrize("target", [0.0, 1.0])
def test_binary_cross_entropy_has_a_slope_at_a_logit_of_zero(target):
    z = leaf(0.0, 0.0)
    nn.BCEWithLogitsLoss()(z, [target, target]).backward()
    assert z.grad.tolist() == [(0.5 - target) / 2] * 2


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_losses_reduce_as_they_are_told(reduction):
    logits, labels = T([[0.0, 2.0], [1.0, 0.0], [0.0, 0.0]], requires_grad=True), [0, 0, 1]
    rows = -np.log(logits.detach().softmax().data)[[0, 1, 2], labels]
    errors = nn.CrossEntropyLoss(reduction)(logits, labels)
    right = {"mean": np.mean, "sum": np.sum, "none": np.array}[reduction](rows)
    assert np.allclose(errors.tolist(), right)
    with pytest.raises(ValueError, match="reduction is one of"):
        nn.MSELoss("total")


@pytest.mark.parametrize(
    ("index", "shape"),
    [
        ((1, slice(None), [0, 1]), (3, 2)),
        ((1, ..., [0, 1]), (3, 2)),
        (([0, 1], slice(None), 2), (2, 3)),
        ((slice(None), 1, [0, 0, 3]), (2, 3)),
        ((None, 1, [True, False, True]), (1, 2, 4)),
        ((0, np.eye(3, 4) > 0), (3,)),
    ],
)
def test_numbers_in_an_index_go_before_lists(index, shape):
    x = T(np.arange(24.0).reshape(2, 3, 4), requires_grad=True)
    assert x[index].shape == shape
    x[index].sum().backward()
    assert x.grad.sum() == np.prod(shape)


def test_a_mask_of_nothing_picks_nothing():
    x = T(np.zeros((0, 3)))
    assert x[np.zeros((0, 3), bool)].shape == (0,)
    assert x[[]].shape == (0, 3)


def test_a_deviation_of_zero_has_slope_zero():
    x = leaf(-1.0, -1.0)
    x.std(unbiased=False).backward()
    assert x.grad.tolist() == [0, 0]


@pytest.mark.parametrize("dim", [0, -1])
@pytest.mark.parametrize("name", ["sum", "mean", "amax", "logsumexp"])
def test_a_single_number_may_be_reduced_along_its_first_axis(name, dim):
    x = T(3.0, requires_grad=True)
    y = getattr(x, name)(dim)
    y.backward()
    assert (y.item(), x.grad.item()) == (3, 1)


def test_an_infinite_logit_shows():
    with np.errstate(invalid="ignore"):
        assert np.isnan(T([[0.0, np.inf]]).log_softmax().data).all()


@pytest.mark.parametrize(
    ("misuse", "sentence"),
    [
        (lambda: minimodel.randn(2, generator=0), "generator is one of NumPy's"),
        (lambda: nn.functional.one_hot([-1], 3), "from 0 to 2"),
        (lambda: minimodel.mean([1, 2]), "mean got"),
        (lambda: nn.Linear("a", 2), "Linear got 'a', 2"),
        (lambda: nn.init.uniform_(leaf(1.0), "a"), "uniform_ got"),
        (lambda: T(np.zeros((2, 3, 4))).flatten(2, 1), "after end_dim"),
        (lambda: minimodel.tril(leaf(1.0)), "two axes"),
        (lambda: optim.SGD([leaf(1.0)], lr="a"), "must be a number"),
        (lambda: minimodel.checkpoint.load(1), "not the name of a file"),
    ],
)
def test_what_was_silent_or_raw_is_a_sentence(misuse, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence):
        misuse()


def test_a_gradient_of_another_shape_is_refused_by_the_step():
    p = nn.Parameter(np.ones((2, 3)))
    optimizer = optim.SGD([p], lr=0.1)
    p.grad = np.ones(3)
    with pytest.raises(ValueError, match=r"\(2, 3\) has a gradient of shape \(3,\)"):
        optimizer.step()


def test_an_error_in_a_learners_own_forward_is_shown_as_it_is():
    class Net(nn.Module):
        def forward(self, x):
            return self.missing(x)

    with pytest.raises(AttributeError, match="'Net' object has no attribute 'missing'"):
        Net()(leaf(1.0))
