"""No difference from PyTorch is silent: each case is a program for both, and what it gives."""

import importlib.util

import numpy as np
import pytest

import minimodel
from minimodel.lab.ensemble import Ensemble

NAN = float("nan")


def gradient(of):
    """Let f(library, x) give the gradient of its sum at 1, NaN, 2."""

    def case(m):
        x = m.tensor([1.0, NAN, 2.0], requires_grad=True)
        with np.errstate(all="raise"):
            of(m, x).sum().backward()
        return x.grad

    return case


def rates(*makers, by_hand=None):
    """Let schedulers step together for eight epochs, and give the rate of each."""

    def case(m):
        p = m.nn.Parameter(m.tensor([1.0]))
        optimizer = m.optim.SGD([p], lr=1.0)
        schedulers, found = [make(m.optim.lr_scheduler, optimizer) for make in makers], []
        for epoch in range(8):
            found.append(optimizer.param_groups[0]["lr"])
            p.grad = 0 * p.detach()
            optimizer.step()
            if epoch == 2 and by_hand:
                optimizer.param_groups[0]["lr"] = by_hand
            for scheduler in schedulers:
                scheduler.step()
        return found

    return case


def halves(schedules, optimizer):
    return schedules.StepLR(optimizer, 2, 0.5)


def tenths(schedules, optimizer):
    return schedules.StepLR(optimizer, 3, 0.1)


def warm_up(schedules, optimizer):
    return schedules.LambdaLR(optimizer, lambda epoch: min(1, (epoch + 1) / 4))


def cosine(schedules, optimizer):
    return schedules.CosineAnnealingLR(optimizer, 3, eta_min=0.2)


def kinds(m, *tensors):
    return [str(x.dtype).removeprefix("torch.") for x in tensors]


def whole_numbers(m):
    row, one, flags = m.tensor([1, 2], dtype=m.int32), m.tensor(3), m.tensor([True, False])
    return kinds(m, one**row, row + one, m.where(flags, row, one), row**flags, flags + one, m.tensor([1.0]) + one)


def layer_norm(m):
    x = m.tensor([[1e20, 2e20, 3e20]], dtype=m.float32)
    return m.nn.LayerNorm(3, dtype=m.float32)(x).detach()


def gradients_of_zero(m):
    """Zero the gradients of an optimiser and of a model: one that is None stays None, and no decay moves it."""
    used, unused = (m.nn.Parameter(m.tensor([1.0, 2.0])) for _ in range(2))
    optimizer, model = m.optim.SGD([used, unused], lr=0.1, weight_decay=0.5), m.nn.Linear(2, 1)
    (3 * used).sum().backward()
    model.weight.grad = m.ones(1, 2)
    optimizer.zero_grad(set_to_none=False)
    model.zero_grad(set_to_none=False)
    optimizer.step()
    numbers = [*used.tolist(), *unused.tolist(), *model.weight.grad.tolist()[0]]
    return [*numbers, unused.grad is None, model.bias.grad is None]


def options_in_order(m):
    """Give SGD its options without their names: lr, momentum, dampening, weight_decay, nesterov."""
    group = m.optim.SGD([m.nn.Parameter(m.tensor([1.0]))], 0.1, 0.9, 0, 0.01, True).param_groups[0]
    return [group[name] for name in ("lr", "momentum", "weight_decay", "nesterov")]


CASES = {
    "options in their order": (options_in_order, [0.1, 0.9, 0.01, 1]),
    "gradients of zero": (gradients_of_zero, [0.95, 1.9, 1, 2, 0, 0, 1, 1]),
    "relu": (gradient(lambda m, x: x.relu()), [1, 1, 1]),
    "the largest": (gradient(lambda m, x: x.max()), [0, 1, 0]),
    "the least": (gradient(lambda m, x: x.min()), [0, 1, 0]),
    "LayerNorm that overflows": (layer_norm, [[NAN, NAN, NAN]]),
    "two StepLR": (rates(halves, tenths), [1, 1, 0.5, 0.05, 0.025, 0.025, 0.00125, 0.00125]),
    "a rate by hand": (rates(halves, by_hand=0.6), [1, 1, 0.5, 0.6, 0.3, 0.3, 0.15, 0.15]),
    "a cosine up and down": (rates(cosine), [1, 0.8, 0.4, 0.2, 0.4, 0.8, 1, 0.8]),
    "a cosine after a rate by hand": (rates(cosine, by_hand=2.0), [1, 0.8, 0.4, 0.2, 0.4, 0.8, 1, 0.8]),
    "a warm-up, then steps": (rates(warm_up, halves), [0.25, 0.5, 0.375, 1, 0.5, 1, 0.5, 1]),
    "whole numbers": (whole_numbers, ["int32", "int32", "int32", "int32", "int64", "float64"]),
}


@pytest.mark.parametrize("name", CASES)
def test_no_difference_from_pytorch_is_silent(name):
    case, expected = CASES[name]
    assert_same(case(minimodel), expected)


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
@pytest.mark.parametrize("name", CASES)
def test_and_pytorch_gives_the_same(name, torch_in_float64):
    case, expected = CASES[name]
    assert_same(case(torch_in_float64), expected)


def assert_same(found, expected):
    if isinstance(expected[0], str):
        assert found == expected
    else:
        assert np.allclose(np.asarray(found), expected, rtol=1e-12, atol=0, equal_nan=True)


# ---- in a sentence ------------------------------------------------------


def test_a_gradient_of_another_shape_is_refused_where_it_is_set():
    p = minimodel.nn.Parameter(np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"\(2, 3\) cannot have a gradient of shape \(3,\)"):
        p.grad = np.ones(3)
    p.grad = minimodel.ones(2, 3)
    assert isinstance(p.grad, np.ndarray)


def test_names_that_fit_on_one_side_alone_are_returned():
    model = minimodel.nn.Linear(2, 1)
    missing, unexpected = model.load_state_dict({"wieght": np.ones((1, 2)), "bias": [4.0]}, strict=False)
    assert (missing, unexpected) == (["weight"], ["wieght"])
    assert model.bias.tolist() == [4]
    assert model.load_state_dict(model.state_dict()) == ([], [])


def test_the_members_of_an_ensemble_look_up_their_own_embeddings():
    nn, draw = minimodel.nn, np.random.default_rng(0)
    models = [nn.Sequential(nn.Embedding(4, 3, generator=draw), nn.Flatten(-2), nn.Linear(6, 2)) for _ in range(3)]
    index = draw.integers(4, size=(3, 5, 2))
    many = Ensemble(models)
    many(index).sum().backward()
    for place, model in enumerate(models):
        alone = model(minimodel.tensor(index[place]))
        alone.sum().backward()
        assert np.allclose(many(index)[place].tolist(), alone.tolist(), rtol=1e-12)
        assert np.allclose(many.model[0].weight.grad[place], model[0].weight.grad, rtol=1e-12)
    with pytest.raises(IndexError, match="above 3"):
        many(np.full((3, 5, 2), 4))


@pytest.mark.parametrize("name", ["zip", "text", "pickle", "array"])
def test_what_is_no_checkpoint_is_refused_and_nothing_is_unpickled(name, tmp_path):
    path = tmp_path / "model.pt"
    {
        "zip": lambda: np.savez(path.with_suffix(".npz"), note=np.array("hello")),
        "text": lambda: path.write_text("weights", encoding="utf-8"),
        "pickle": lambda: np.array([{}], dtype=object).dump(path),
        "array": lambda: np.save(path.with_suffix(".npy"), np.ones(2)),
    }[name]()
    (written,) = tmp_path.iterdir()
    with pytest.raises(ValueError, match=r"is not a whole checkpoint .* save\(model, path\)") as caught:
        minimodel.load(written)
    assert "pickle" not in str(caught.value)


def test_a_zip_of_other_files_is_no_checkpoint(tmp_path):
    import zipfile

    with zipfile.ZipFile(tmp_path / "archive.pt", "w") as archive:
        archive.writestr("archive/data.pkl", b"...")
    with pytest.raises(ValueError, match="not a whole checkpoint"):
        minimodel.load(tmp_path / "archive.pt")


def test_of_pytorchs_models_the_sentence_tells_what_can_be_read(tmp_path):
    np.savez(tmp_path / "a.npz", **{"0.weight": np.ones((1, 2))})
    assert minimodel.load(tmp_path / "a.npz")["0.weight"].shape == (1, 2)


X = minimodel.tensor([1.0, 2.0])
REFUSED = [
    (lambda: minimodel.manual_seed(None), "whole number, 0 or more, and not None"),
    (lambda: minimodel.manual_seed(-1), "whole number, 0 or more, and not -1"),
    (lambda: minimodel.Generator().manual_seed(1.5), "whole number, 0 or more, and not 1.5"),
    (lambda: X @ minimodel.tensor([1, 2]), r"matmul got float64 and int64.*write x\.float\(\)"),
    (lambda: minimodel.arange(5, 2), r"arange\(5, 2\) has no numbers"),
    (lambda: minimodel.arange(0, 5, 0), "has no numbers"),
    (lambda: minimodel.arange(-3), "has no numbers"),
]


@pytest.mark.parametrize(("call", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_what_would_go_wrong_in_silence_is_refused(call, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence):
        call()


def test_what_is_empty_on_purpose_is_made():
    assert minimodel.arange(0).tolist() == minimodel.arange(2, 2).tolist() == []
    assert minimodel.arange(5, 2, -1).tolist() == [5, 4, 3]
