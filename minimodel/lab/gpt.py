"""A small GPT, whole: what it reads, the model, training, writing.

    python -m minimodel.lab.gpt

With torch in place of the dots of its imports it runs under PyTorch. A
comment names the lessons in which the lines below it were met.
"""

from dataclasses import dataclass

import numpy as np

from .. import arange, cat, multinomial, nn, no_grad, optim, tensor
from ..nn import functional as F
from ..random import manual_seed

# tomorrows-paper: fourteen words, and the ending that can be known
TIMES, PERSONS = ("yesterday", "now", "tomorrow"), ("i", "you", "she")
VERBS, ENDINGS = ("walk", "sing", "eat", "go"), ("-ed", "-", "-s", "will")
WORDS = (*TIMES, *PERSONS, *VERBS, *ENDINGS)
KINDS = np.array(3 * [0] + 3 * [1] + 4 * [2] + 4 * [3])
SHE, ED, BARE, S, WILL = map(WORDS.index, ("she", *ENDINGS))


def ending(time, person):
    # what-can-be-known: time and person decide it
    now = np.where(person == SHE, S, BARE)
    return np.where(time == 0, ED, np.where(time == 2, WILL, now))


def sentences(generator, rows, count=2):
    # shared-seed: a generator of its own; the same seed, the same rows
    time = generator.integers(3, size=(rows, count))
    person = 3 + generator.integers(3, size=(rows, count))
    verb = 6 + generator.integers(4, size=(rows, count))
    words = np.stack([time, person, verb, ending(time, person)], axis=-1)
    return words.reshape(rows, -1)


def grammatical(rows):
    # tomorrows-paper: each word of the right kind, and both endings right
    in_order = KINDS[rows] == [0, 1, 2, 3, 0, 1, 2, 3]
    ended = ending(rows[:, 0::4], rows[:, 1::4]) == rows[:, 3::4]
    return in_order.all(-1) & ended.all(-1)


def shifted(rows):
    # label-off-by-one: what is read, and for each place the next word
    return rows[:, :-1], rows[:, 1:]


@dataclass
class Config:
    """Sizes. Of blocks, one behind another: who-said-when."""

    words: int = len(WORDS)
    length: int = 7
    width: int = 16
    heads: int = 2
    blocks: int = 1


class Attention(nn.Module):
    """Each place looks at itself and at what stands before it."""

    def __init__(self, config):
        # names-and-places: a layer is found by the name that it has here
        super().__init__()
        self.heads = config.heads
        # the-mean-of-all: queries, keys and values, of one layer
        self.look = nn.Linear(config.width, 3 * config.width)
        self.out = nn.Linear(config.width, config.width)

    def forward(self, x):
        # build-attention, tomorrows-paper, a-mask-of-zero
        q, k, v = (self.cut(part) for part in self.look(x).chunk(3, -1))
        seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        # view-or-permute: the heads of a place, side by side again
        return self.out(seen.transpose(-3, -2).flatten(-2))

    def cut(self, x):
        # cut-across: cut the numbers, then put the heads in front
        rows = x.reshape(*x.shape[:-1], self.heads, -1)
        return rows.transpose(-3, -2)


class Block(nn.Module):
    """A look at the others, then a small network for each place."""

    def __init__(self, config):
        super().__init__()
        width = config.width
        # layernorm-axis: each place's own numbers
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(config)
        # worked-pass: two linear layers
        self.grow = nn.Linear(width, 4 * width)
        self.shrink = nn.Linear(4 * width, width)

    def forward(self, x):
        # no-skip: x passes by, and each part adds to it
        x = x + self.attention(self.norm1(x))
        # break-gelu-identity: the bend between two layers
        hidden = F.gelu(self.grow(self.norm2(x)), approximate="tanh")
        return x + self.shrink(hidden)


class GPT(nn.Module):
    """From words to a score for each word, at each place."""

    def __init__(self, config):
        super().__init__()
        # a-set-of-words: a vector for each word, and for each place
        self.words = nn.Embedding(config.words, config.width)
        self.places = nn.Embedding(config.length, config.width)
        # born-loud: they begin quietly
        for table in (self.words, self.places):
            nn.init.normal_(table.weight, std=0.2)
        # build-sequential, plain-list: modules in a row, all of them found
        blocks = (Block(config) for _ in range(config.blocks))
        self.blocks = nn.Sequential(*blocks)
        self.norm = nn.LayerNorm(config.width)
        self.head = nn.Linear(config.width, config.words)

    def forward(self, x):
        # a-set-of-words, who-said-when
        places = arange(x.shape[-1]).expand(x.shape)
        x = self.words(x) + self.places(places)
        return self.head(self.norm(self.blocks(x)))


def loss_of(model, x, y):
    # softmax-twice: scores go in, and the loss takes their softmax
    logits = model(x)
    return F.cross_entropy(logits.flatten(0, 1), y.flatten())


def train(model, x, y, generator, steps=200, batch=16):
    # decay-on-what: Adam with weight decay
    optimizer = optim.AdamW(model.parameters(), lr=0.01)
    for _ in range(steps):
        # rows-without-labels: rows and their labels are drawn together
        rows = generator.integers(len(x), size=batch)
        # five-lines, zero-grad
        loss = loss_of(model, x[rows], y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        yield loss.item()


@no_grad()
def write(model, text, count, longest=7):
    # sure-and-wrong: the next word is drawn by its probability. Without a
    # cache every word is read anew; with one: one-place-off
    for _ in range(count):
        logits = model(text[:, -longest:])[:, -1]
        word = multinomial(logits.softmax(-1), 1)
        text = cat([text, word], -1)
    return text


def main():
    # before-the-split, leak: 512 rows to train on, 128 held out
    manual_seed(0)
    generator = np.random.default_rng(0)
    x, y = map(tensor, shifted(sentences(generator, 640)))
    model = GPT(Config())
    losses = list(train(model, x[:512], y[:512], generator))
    print("loss", *(f"{loss:.2f}" for loss in losses[::20]))
    # eval-forgotten: there is no dropout in it, so no model.eval()
    with no_grad():
        held_out = loss_of(model, x[512:], y[512:]).item()
    print("held out", round(held_out, 3))
    texts = np.array(write(model, x[512:, :2], 6).tolist())
    print("grammatical", grammatical(texts).mean())
    for text in texts[:5]:
        print(*(WORDS[word] for word in text))


if __name__ == "__main__":
    main()
