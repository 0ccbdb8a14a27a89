"""Attention and convolution beyond PyTorch's values (golden/cases.py): as an ensemble, and what is refused in words."""

import numpy as np
import pytest

from minimodel import Tensor, nn, ones
from minimodel.lab.ensemble import Ensemble
from minimodel.nn.functional import scaled_dot_product_attention

SEEDS = 16


class Speaker(nn.Module):
    def __init__(self, draw):
        super().__init__()
        self.words, self.out = nn.Embedding(5, 8, generator=draw), nn.Linear(8, 3, generator=draw)
        self.layer = nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True, generator=draw)

    def forward(self, x):
        return self.out(self.layer(self.words(x), np.triu(np.ones((6, 6), bool), 1)))


def seer(draw):
    first = nn.Conv2d(2, 4, 3, padding=1, padding_mode="circular", generator=draw)
    return nn.Sequential(first, nn.MaxPool2d(2), nn.Conv2d(4, 3, 2, stride=2, generator=draw))


DRAW = np.random.default_rng(0)
INPUTS = {Speaker: DRAW.integers(5, size=(SEEDS, 4, 6)), seer: DRAW.normal(size=(SEEDS, 5, 2, 8, 8))}


@pytest.mark.parametrize("make", INPUTS)
def test_sixteen_seeds_at_once_are_each_as_if_alone(make):
    models, x = [make(np.random.default_rng(seed)) for seed in range(SEEDS)], INPUTS[make]
    many = Ensemble(models)
    together = many(x)
    (together * together).sum().backward()
    own = dict(many.named_parameters())
    for seed, model in enumerate(models):
        y = model(Tensor(x[seed]))
        (y * y).sum().backward()
        assert np.allclose(together.detach()[seed].data, y.detach().data, rtol=1e-12, atol=1e-14)
        for name, p in model.named_parameters():
            assert np.allclose(own[name].grad[seed], p.grad, rtol=1e-9, atol=1e-12)


def test_dropout_reaches_the_weights_in_training_alone():
    layer, x = nn.MultiheadAttention(8, 2, dropout=0.5, batch_first=True), ones(1, 6, 8)
    drawn = [layer(x, x, x)[0].detach().data for _ in range(2)]
    assert not np.allclose(*drawn)
    layer.eval()
    assert np.allclose(*(layer(x, x, x)[0].detach().data for _ in range(2)))
    assert layer(x, x, x, need_weights=False)[1] is None


X = ones(2, 6, 8)
REFUSED = [
    (lambda: nn.MultiheadAttention(8, 3), "3 heads do not share 8 numbers"),
    (lambda: nn.MultiheadAttention(8, 2, kdim=4), "has no option 'kdim' here. It takes embed_dim"),
    (lambda: nn.TransformerEncoderLayer(8, 2)(X, is_causal=True), "masks nothing by itself: give the mask"),
    (lambda: scaled_dot_product_attention(X, X, X, ones(6, 6)), "of 0 and -∞. Add other numbers to the scores"),
    (lambda: nn.Conv1d(3, 4, 3, groups=3), "Conv1d has no option 'groups' here"),
    (lambda: nn.Conv1d(3, 4, 3, padding_mode="reflect"), '"zeros" or "circular"'),
    (lambda: nn.Conv1d(3, 4, (3, 3)), r"Conv1d got \(3, 3\): it takes 1 whole numbers, each >= 1"),
    (lambda: nn.Conv2d(3, 4, 3)(ones(2, 1, 8, 8)), r"Conv2d\(3, ...\) got \(2, 1, 8, 8\): axis -3 must be 3"),
    (lambda: nn.Conv1d(6, 4, 9)(X), "windows got .*: a window is longer than what it looks at"),
    (lambda: nn.MaxPool1d(0), "each >= 1"),
    (lambda: nn.MaxPool2d(2)(ones(3)), "it needs an axis of channels, and 2 more"),
    (lambda: nn.Conv2d(3, 4, 3)(ones(3, 8)), "Conv2d"),
    (lambda: nn.TransformerEncoderLayer(8, 2, activation="tanh"), '"relu", "gelu" or a function'),
    (lambda: nn.TransformerEncoderLayer(8, 2, bias=False), "TransformerEncoderLayer has no option 'bias' here"),
    (lambda: ones(3).triu(), r"\(3,\): it needs two axes"),
]


@pytest.mark.parametrize(("call", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_what_pytorch_has_and_this_has_not_is_refused_in_words(call, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence):
        call()
