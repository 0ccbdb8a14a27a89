"""Words of PyTorch's that scripts use: each case is a program for both, and what it gives. What is missing is told."""

import importlib.util

import numpy as np
import pytest

import minimodel
from minimodel import data, nn, optim, tensor
from minimodel.nn import functional

LOGITS, LABELS = [[2.0, 0.0, 1.0], [0.0, 3.0, 1.0], [1.0, 1.0, 0.0]], [0, 1, 2]
E = np.exp(LOGITS)
LOG_P = np.log(E / E.sum(1, keepdims=True))
PICKED = -LOG_P[[0, 1, 2], LABELS]


def gradient(of, *values):
    """Let f(library, *tensors) give the gradients of its sum, each times another number."""

    def case(m):
        inputs = [m.tensor(value, requires_grad=True) for value in values]
        y = of(m, *inputs).reshape(-1)
        (y * (m.arange(len(y)) + 1)).sum().backward()
        return np.concatenate([np.ravel(x.grad) for x in inputs])

    return case


def loss(labels=LABELS, **options):
    def case(m):
        given = {**options, "weight": m.tensor(options["weight"])} if "weight" in options else options
        return m.nn.functional.cross_entropy(m.tensor(LOGITS), m.tensor(labels), **given)

    return case


def places(m, read, **options):
    logits, labels = np.sin(np.arange(120.0)).reshape(2, 3, 4, 5), np.arange(40).reshape(2, 4, 5) % 3
    return read(m.nn.CrossEntropyLoss(**options)(m.tensor(logits), m.tensor(labels)))


def pair(m):
    return m.tensor([[1.0, 2.0], [3.0, 4.0]])


def binary(m, p, target):
    return m.nn.functional.binary_cross_entropy(p, m.tensor(target), reduction="none")


SMOOTH = -(0.7 * LOG_P[[0, 1, 2], LABELS] + 0.1 * LOG_P.sum(1))
CASES = {
    "any": (lambda m: m.any(pair(m) > 2, dim=1), [False, True]),
    "all": (lambda m: (pair(m) > 0).all(), True),
    "bmm": (lambda m: m.bmm(pair(m)[None], pair(m)[None]), [[[7, 10], [15, 22]]]),
    "mm": (lambda m: pair(m).mm(m.t(pair(m))), [[5, 11], [11, 25]]),
    "neg": (lambda m: m.neg(pair(m))[0].neg(), [1, 2]),
    "allclose": (lambda m: [m.allclose(pair(m), pair(m) + 1e-9), pair(m).allclose(pair(m) + 1)], [True, False]),
    "flip": (gradient(lambda m, x: x.flip(0, 1), [[1.0, 2.0], [3.0, 4.0]]), [4, 3, 2, 1]),
    "expand": (gradient(lambda m, x: x.expand(2, -1, 3), [[1.0], [2.0]]), [30, 48]),
    "full_like": (lambda m: m.full_like(pair(m), 7.0), [[7, 7], [7, 7]]),
    "randn_like": (lambda m: list(m.randn_like(pair(m)).shape), [2, 2]),
    "new_zeros": (lambda m: pair(m).new_zeros(2, 1), [[0], [0]]),
    "the largest of .data": (lambda m: m.max(pair(m).data, 1)[1], [1, 1]),
    "softplus": (lambda m: m.nn.functional.softplus(m.tensor([0.0, -800.0])), [np.log(2), 0]),
    "its slope": (gradient(lambda m, x: m.nn.functional.softplus(x), [0.0, 1.0]), [0.5, 2 / (1 + np.exp(-1))]),
    "logsigmoid": (lambda m: m.nn.functional.logsigmoid(m.tensor([0.0, -800.0])), [-np.log(2), -800]),
    "layer_norm": (lambda m: m.nn.functional.layer_norm(m.tensor([1.0, 3.0]), (2,), eps=0.0), [-1, 1]),
    "layer_norm with a weight": (
        lambda m: m.nn.functional.layer_norm(pair(m), [2], m.tensor([2.0, 1.0]), m.tensor([0.0, 5.0]), 0.0),
        [[-2, 6], [-2, 6]],
    ),
    "binary_cross_entropy": (
        lambda m: binary(m, m.tensor([0.25, 1.0, 0.0]), [1.0, 1.0, 1.0]), [np.log(4), 0, 100]),
    "its gradients": (gradient(lambda m, p: binary(m, p, [1.0, 0.0]), [0.25, 0.5]), [-4, 4]),
    "kl_div": (
        lambda m: m.nn.functional.kl_div(m.tensor([[-1.0, -2.0]]), m.tensor([[1.0, 0.0]]), reduction="batchmean"), 1),
    "ignored labels": (loss([0, -100, 2], ignore_index=-100), (PICKED[0] + PICKED[2]) / 2),
    "another label ignored": (loss(ignore_index=1, reduction="sum"), PICKED[0] + PICKED[2]),
    "weights of classes": (loss(weight=[1.0, 2.0, 5.0]), PICKED @ [1, 2, 5] / 8),
    "smoothed labels": (loss(label_smoothing=0.3), SMOOTH.mean()),
    "all of it": (
        loss([0, -7, 2], ignore_index=-7, weight=[1.0, 2.0, 5.0], label_smoothing=0.3),
        -(
            0.7 * LOG_P[0, 0] + 0.1 * LOG_P[0] @ [1, 2, 5] + 0.7 * 5 * LOG_P[2, 2] + 0.1 * LOG_P[2] @ [1, 2, 5]
        ) / 6,
    ),
    "its gradient where one is ignored": (
        gradient(lambda m, z: m.nn.functional.cross_entropy(z, m.tensor([0, -1]), ignore_index=-1), [[0.0, 0.0]] * 2),
        [-0.5, 0.5, 0, 0],
    ),
    "-100, unless told otherwise": (loss([0, -100, 2]), (PICKED[0] + PICKED[2]) / 2),
    "places in each row": (
        lambda m: places(m, lambda loss: list(loss.shape), reduction="none") + places(m, lambda loss: [loss.item()]),
        [2, 4, 5, 1.2622982870232453],
    ),
    "and its gradient": (
        gradient(
            lambda m, z: m.nn.functional.cross_entropy(z, m.tensor([[1, 0, 1]])), [[[0.0, 1.0, 2.0], [0.0, 1.0, 0.0]]]),
        np.array([[0.5, -0.5, 1 / (1 + np.exp(-2))], [-0.5, 0.5, -1 / (1 + np.exp(-2))]]) / 3,
    ),
    "logits that are masked": (
        lambda m: m.nn.functional.cross_entropy(
            m.tensor([[0.0, 0.0, -np.inf]]), m.tensor([0]), weight=m.tensor([2.0, 1.0, 1.0])
        ),
        np.log(2),
    ),
    "devices": (
        lambda m: m.ones(2, device=m.device("cpu")).to("cpu").cpu().to(pair(m).device, m.float64), [1, 1]),
}  # fmt: skip


def assert_same(found, expected):
    numbers = [float(x) for x in np.ravel(np.asarray(found, dtype=float))]
    assert np.allclose(numbers, np.ravel(np.asarray(expected, dtype=float)), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("name", CASES)
def test_a_word_means_what_it_means_in_pytorch(name):
    case, expected = CASES[name]
    assert_same(case(minimodel), expected)


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
@pytest.mark.parametrize("name", CASES)
def test_and_pytorch_says_the_same(name, torch_in_float64):
    case, expected = CASES[name]
    assert_same(case(torch_in_float64), expected)


def test_a_module_dict_holds_modules_by_name():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleDict({"in": nn.Linear(2, 3), "act": nn.ReLU()})

    net = Net()
    net.layers["out"] = nn.Linear(3, 1)
    assert [name for name, _ in net.named_parameters()] == [
        f"layers.{layer}.{name}" for layer in ("in", "out") for name in ("weight", "bias")
    ]
    assert list(net.layers) == list(net.layers.keys()) == ["in", "act", "out"]
    assert net.layers.out is net.layers["out"] is dict(net.layers.items())["out"]
    assert list(net.layers.values())[1] is net.layers.act
    assert [name for name, _ in net.named_children()] == ["layers"]
    assert list(net.children()) == [net.layers]
    assert len(net.layers) == 3


def test_a_loader_takes_pytorchs_options():
    rows = data.TensorDataset(tensor([1.0, 2.0, 3.0]))
    loader = data.DataLoader(rows, batch_size=2, num_workers=4, pin_memory=True)
    assert [batch[0].tolist() for batch in loader] == [[1, 2], [3]]


def test_data_takes_a_tensor_in_place():
    layer = nn.Linear(2, 1, bias=False)
    layer.weight.write([[1.0, 2.0]])
    layer.weight.data += tensor([[1.0, 1.0]])
    layer.weight.data *= tensor(2.0)
    layer.weight.data -= minimodel.ones(1, 2)
    layer.weight.data /= tensor([[3.0, 5.0]])
    assert layer.weight.tolist() == [[1, 1]]
    x = tensor([1.0], requires_grad=True)
    with pytest.raises(RuntimeError, match=r"lose its gradient.*\.detach\(\)"):
        layer.weight.data += x * 2


def test_a_model_is_on_its_device_already():
    model = nn.Linear(2, 1)
    assert model.to("cpu") is model.cpu() is model.to(minimodel.device("cpu")) is model
    assert tensor([1.0]).device.type == "cpu"
    assert not minimodel.cuda.is_available()


SGD = optim.SGD([tensor([1.0], requires_grad=True)])
SENTENCES = [
    (lambda: minimodel.distributions, "minimodel has no distributions here. Write multinomial"),
    (lambda: minimodel.sofmax, "minimodel has no sofmax here. Did you mean softmax?"),
    (lambda: nn.ReLu, "nn has no ReLu here. Did you mean ReLU?"),
    (lambda: functional.relu6, "nn.functional has no relu6 here. Write a forward of x.sigmoid"),
    (lambda: optim.AdaGrad, "optim has no AdaGrad here."),
    (lambda: tensor([1.0]).scatter, "A tensor has no scatter here. Write where, or one_hot."),
    (lambda: tensor([1.0]).data.uniform_, r"has no uniform_ here. Write nn.init.uniform_\(p, low, high\)."),
    (lambda: tensor([1.0]).to("cuda"), "There is one device, \"cpu\", and not 'cuda'"),
    (lambda: nn.Linear(2, 1).to("cuda:0"), "There is one device"),
    (lambda: minimodel.ones(2, device="cuda"), "There is one device"),
    (lambda: nn.Linear(2, 1).to(np.float32), r"dtype is given where something is made: Linear\(2, 3, dtype="),
    (lambda: nn.Embedding(3, 2, padding_idx=0), "Embedding has no option 'padding_idx' here. It takes num_embeddings,"),
    (lambda: nn.BatchNorm1d(3, affine=False), "BatchNorm1d has no option 'affine' here. It takes num_features, eps"),
    (lambda: nn.BatchNorm1d(3, momentum=None), "no plain mean of all batches: momentum is a number"),
    (lambda: nn.CrossEntropyLoss(size_average=True), r"no option 'size_average' here. It takes weight, .*reduction"),
    (lambda: nn.MSELoss(weight=3), "MSELoss has no option 'weight' here. It takes reduction."),
    (lambda: optim.SGD([tensor([1.0], True)], maximize=True), "SGD has no option 'maximize' here. It takes params, lr"),
    (lambda: optim.Adam(), r"got no parameters. Pass model.parameters\(\)"),
    (lambda: optim.SGD([tensor([1.0], True)], 0.1, 0, 0, False, 0, 7), "SGD has no option 7 here"),
    (lambda: functional.dropout(tensor([1.0]), inplace=True), "dropout has no option 'inplace' here"),
    (lambda: minimodel.multinomial(tensor([0.0, 0.0]), 1), "multinomial cannot draw 1 .*: too few weights are above 0"),
    (lambda: minimodel.multinomial(tensor([-1.0, 2.0]), 1), "by weights that are numbers, 0 or more"),
    (lambda: minimodel.multinomial(tensor([np.nan, 2.0]), 1), "Look for a NaN where they are computed"),
    (lambda: minimodel.multinomial(tensor([1.0, 2.0]), 3), "multinomial cannot draw 3 .*replacement=True"),
    (lambda: minimodel.multinomial(tensor([1.0, 2.0]), 0), "multinomial draws once or more"),
    (lambda: tensor([1.0]).chunk(0), "chunk: 0 parts are none"),
    (lambda: minimodel.save("a.npz", nn.Linear(2, 1)), "takes the model first, and then the name of the file"),
    (lambda: list(data.DataLoader([[1.0], [1.0, 2.0]], 2)), "together got .*: all rows of a batch are of one shape"),
    (lambda: functional.binary_cross_entropy(tensor([2.0]), tensor([1.0])), "p is from 0 to 1"),
    (lambda: functional.cross_entropy(tensor(LOGITS), [0, 1, -1]), "labels from -1 to 1, .*or be the ignore_index"),
    (
        lambda: functional.cross_entropy(minimodel.ones(2, 5, 4), [[0] * 5] * 2),
        r"the classes are axis 1, and the labels must be \(2, 4\)\..*write logits\.flatten\(0, -2\)",
    ),
    (lambda: functional.cross_entropy(tensor(LOGITS), LABELS, weight=[1.0, 2.0]), "a number for each of 3 classes"),
    (lambda: functional.cross_entropy(tensor(LOGITS), LABELS, label_smoothing=2), "a share from 0 to 1, not 2"),
    (lambda: nn.ReLU(foo=1), "ReLU has no option 'foo' here. It takes inplace."),
    (lambda: nn.Tanh(3), "Tanh got 3. It takes nothing."),
    (lambda: nn.Linear(3), "Linear got 3. It takes in_features, out_features, bias"),
    (lambda: optim.lr_scheduler.CyclicLR, "optim.lr_scheduler has no CyclicLR here. Write optimizer.param_groups"),
    (lambda: nn.init.kaiming, "nn.init has no kaiming here. Did you mean kaiming_"),
    (lambda: nn.utils.clip_grad_value_, "nn.utils has no clip_grad_value_ here. Write p.grad = p.grad.clip"),
    (lambda: data.Subset, "data has no Subset here. Write TensorDataset"),
    (lambda: tensor([1.0]).zzz, r"A tensor has no zzz here. See its dir\(\)\."),
    (lambda: nn.Embedding(3, 2)(minimodel.ones(2)), r"Embedding got float64: .* Write x\.long\(\)"),
    (lambda: minimodel.bmm(tensor(LOGITS), tensor(LOGITS)), r"two tensors of 3 axes.*Write x @ y"),
    (lambda: optim.lr_scheduler.StepLR(SGD, step_size=0), "step_size is 0"),
    (lambda: optim.lr_scheduler.StepLR(SGD, gama=2), "StepLR has no option 'gama' here. It takes optimizer, step_size"),
    (lambda: minimodel.save(nn.Linear(2, 1), "."), "is no place for a file"),
    (lambda: minimodel.save(nn.Linear(2, 1), "nowhere/model"), "is no place for a file"),
    (lambda: nn.ModuleDict({"a": 3}), "ModuleDict got 3 in place a, which is not a Module"),
    (lambda: nn.ModuleDict({"train": nn.ReLU()}), "Each module has a train of its own"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_what_is_not_there_is_told_in_a_sentence(call, sentence):
    with pytest.raises((AttributeError, KeyError, TypeError, ValueError), match=sentence) as caught:
        call()
    assert "wrong kind" not in str(caught.value)


def test_an_option_that_a_function_of_ones_own_lacks_is_not_said_of_ours():
    def own(x):
        return own(x, times=2)

    with pytest.raises(TypeError, match=r"own\(\) got an unexpected keyword argument 'times'"):
        minimodel.gradcheck(own, tensor([1.0], requires_grad=True))


def test_tools_that_ask_for_what_is_not_there_get_their_answer():
    assert not hasattr(minimodel, "__wrapped__")
    assert not hasattr(tensor([1.0]), "__cuda_array_interface__")
    assert not hasattr(nn, "Conv9d")
    with pytest.raises(AttributeError, match="'Net' object has no attribute 'layer'"):
        type("Net", (nn.Module,), {})().layer


@pytest.mark.parametrize("place", ["minimodel", "minimodel.nn", "minimodel.nn.functional", "minimodel.data"])
def test_an_import_of_what_is_not_there_is_told_so_too(place):
    with pytest.raises(ImportError, match=r"has no Dropuot here\. Did you mean|See its"):
        exec(f"from {place} import Dropuot", {})
    with pytest.raises(ImportError, match=r"has no RMSprop here\. Write Adam, AdamW or SGD"):
        exec(f"from {place} import RMSprop", {})
