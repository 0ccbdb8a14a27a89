"""Optimisers beyond what PyTorch's golden values show."""

import copy
import pickle

import numpy as np
import pytest

from minimodel import Tensor, flat, nn, optim

KINDS = {
    "SGD": lambda p: optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01),
    "Adam": lambda p: optim.Adam(p, lr=0.1, weight_decay=0.01),
    "AdamW": lambda p: optim.AdamW(p, lr=0.1),
}


def two(values=(1.0, 2.0)):
    return Tensor([list(values)], requires_grad=True), Tensor(3.0, requires_grad=True)


def step(optimizer, *params, use=(0, 1)):
    optimizer.zero_grad()
    sum(((params[i] * params[i]).sum() for i in use), Tensor(0.0)).backward()
    optimizer.step()


@pytest.mark.parametrize("kind", KINDS)
def test_the_flat_rule_equals_the_rule_for_each_parameter_alone(kind):
    together, alone = two(), two()
    whole = KINDS[kind](together)
    single = [KINDS[kind]([p]) for p in alone]
    for _ in range(5):
        step(whole, *together)
        for optimizer, p in zip(single, alone, strict=True):
            step(optimizer, p, use=(0,))
    assert all(np.array_equal(a.data, b.data) for a, b in zip(together, alone, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_a_parameter_without_a_gradient_is_left_alone(kind):
    a, b = two()
    optimizer = KINDS[kind]([a, b])
    step(optimizer, a, b, use=(0,))
    assert b.item() == 3
    assert a.data[0, 0] < 1
    step(optimizer, a, b)  # b's first step, a's second
    alone = Tensor(3.0, requires_grad=True)
    step(KINDS[kind]([alone]), alone, use=(0,))
    assert b.item() == alone.item()


@pytest.mark.parametrize("kind", KINDS)
def test_large_parameters_are_updated_in_pieces_with_the_same_result(kind, monkeypatch):
    values = np.random.default_rng(0).normal(size=(7, 9))
    results = []
    for block in (1000, 10):
        monkeypatch.setattr(flat, "BLOCK", block)
        p, q = Tensor(values, requires_grad=True), Tensor(values[0], requires_grad=True)
        optimizer = KINDS[kind]([p, q])
        for _ in range(3):
            step(optimizer, p, q)
        results.append((p.tolist(), q.tolist()))
    assert results[0] == results[1]


def resumed(pair, kind):
    twin = copy.deepcopy(pair[0])
    optimizer = KINDS[kind](twin)
    optimizer.load_state_dict(pair[1].state_dict())
    return twin, optimizer


@pytest.mark.parametrize("way", ["a state", "a copy", "a pickle"])
@pytest.mark.parametrize("kind", KINDS)
def test_an_optimiser_that_was_saved_or_copied_goes_on_as_the_first(kind, way):
    params = two()
    pair = params, KINDS[kind](params)
    for _ in range(3):
        step(pair[1], *params)
    again = {"a state": resumed, "a copy": lambda p, _: copy.deepcopy(p)}
    other = again.get(way, lambda p, _: pickle.loads(pickle.dumps(p)))(pair, kind)
    for _ in range(3):
        for own, optimizer in (pair, other):
            step(optimizer, *own)
    assert all(np.array_equal(a.data, b.data) for a, b in zip(params, other[0], strict=True))
    assert params[0] is not other[0][0]


def test_a_state_dict_has_pytorchs_names():
    a, b = two()
    optimizer = optim.Adam([a, b], lr=0.1)
    step(optimizer, a, b)
    state = optimizer.state_dict()
    assert set(state) == {"state", "param_groups"}
    assert state["state"][0]["exp_avg"].shape == (1, 2)
    assert state["state"][1]["step"] == 1
    assert state["param_groups"][0]["params"] == [0, 1]
    with pytest.raises(ValueError, match=r"\[2\] parameters, .* has \[1\]"):
        optim.Adam([a]).load_state_dict(state)


def test_data_that_is_replaced_is_still_optimised():
    model = nn.Linear(2, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.5)
    model.weight.data = np.ones((2, 2))
    (model.weight * model.weight).sum().backward()
    optimizer.step()
    assert model.weight.tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda p: optim.SGD([]), "no parameters"),
        (lambda p: optim.SGD([p, p]), "twice"),
        (lambda p: optim.Adam([p], betas=(1.0, 0.9)), "below 1"),
        (lambda p: optim.Adam([p], betas=(0.9, -0.1)), ">= 0"),
        (lambda p: optim.Adam([p], betas=(0.9,)), "two, each"),
        (lambda p: optim.Adam([p], lr=float("nan")), "lr is nan"),
        (lambda p: optim.Adam([p], eps=-1.0), "eps is -1"),
        (lambda p: optim.SGD([p], lr=-1), "lr is -1"),
        (lambda p: optim.SGD([p], nesterov=True), "momentum above 0"),
        (lambda p: optim.SGD([p], 0.1, 0.9, 0.5), "no dampening"),
        (lambda p: optim.Adam([{"params": [p], "rate": 1}]), "no option 'rate'"),
        (lambda p: optim.SGD([p * 2]), "changes parameters"),
        (lambda p: optim.SGD([3.0]), "changes parameters"),
        (lambda p: optim.SGD(p), "changes parameters"),
        (lambda p: optim.SGD([p, Tensor([1.0], dtype=np.float32, requires_grad=True)]), "dtypes"),
    ],
)
def test_what_cannot_be_optimised_is_refused(make, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        make(Tensor([[1.0], [2.0]], requires_grad=True))


def test_the_state_of_another_optimiser_is_refused_and_changes_nothing():
    a, b = two()
    optimizer = optim.SGD([a, b], lr=0.1)
    with pytest.raises(ValueError, match="holds exp_avg, exp_avg_sq, which SGD does not use"):
        optimizer.load_state_dict(optim.Adam([a, b]).state_dict())
    assert optimizer.param_groups[0]["lr"] == 0.1


def test_a_memory_that_has_not_begun_is_none_in_pytorchs_states():
    a, _ = two()
    optimizer = optim.SGD([a], lr=0.1, momentum=0.9)
    state = optimizer.state_dict()
    state["state"][0]["momentum_buffer"] = None
    optimizer.load_state_dict(state)
    step(optimizer, a, use=(0,))
    assert a.tolist() == [[0.8, 1.6]]


def rates(make, epochs):
    optimizer = optim.SGD(list(two()), lr=0.8)
    scheduler, found = make(optimizer), []
    for _ in range(epochs):
        found += scheduler.get_last_lr()
        optimizer.step()
        scheduler.step()
    return found


def test_schedulers_change_the_rate_as_pytorchs_do():
    schedules = optim.lr_scheduler
    assert rates(lambda o: schedules.StepLR(o, 2, 0.5), 5) == [0.8, 0.8, 0.4, 0.4, 0.2]
    assert rates(lambda o: schedules.LambdaLR(o, lambda epoch: 1 / (epoch + 1)), 2) == [0.8, 0.4]
    cosine = rates(lambda o: schedules.CosineAnnealingLR(o, 4, eta_min=0.4), 5)
    assert np.allclose(cosine, [0.8, 0.4 + 0.2 * (1 + 0.5**0.5), 0.6, 0.4 + 0.2 * (1 - 0.5**0.5), 0.4])
