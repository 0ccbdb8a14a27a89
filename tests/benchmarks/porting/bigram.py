"""Which letter follows which in a name: by counting, and by a layer trained to the same answer."""

import itertools
import random

import torch
import torch.nn.functional as F

random.seed(1)
parts = ["ma", "ri", "lo", "an", "el", "so", "ti", "ka", "be", "nu"]
ends = ["a", "o", "n", "s", "ie"]
words = ["".join(random.choices(parts, k=random.randint(1, 3))) + random.choice(ends) for _ in range(800)]

letters = sorted(set("".join(words)))
stoi = {letter: i + 1 for i, letter in enumerate(letters)}
stoi["."] = 0
itos = {i: letter for letter, i in stoi.items()}
size = len(stoi)

# by counting
N = torch.zeros((size, size), dtype=torch.int32)
for word in words:
    for first, second in itertools.pairwise("." + word + "."):
        N[stoi[first], stoi[second]] += 1
P = (N + 1).float()
P /= P.sum(1, keepdims=True)

g = torch.Generator().manual_seed(2147483647)
for _ in range(5):
    out = []
    ix = 0
    while True:
        ix = torch.multinomial(P[ix], num_samples=1, replacement=True, generator=g).item()
        out.append(itos[ix])
        if ix == 0:
            break
    print("".join(out))

log_likelihood = 0.0
n = 0
for word in words[:100]:
    for first, second in itertools.pairwise("." + word + "."):
        log_likelihood += torch.log(P[stoi[first], stoi[second]])
        n += 1
print(f"counted: {-log_likelihood / n:.4f}")

# by gradient descent
xs, ys = [], []
for word in words:
    for first, second in itertools.pairwise("." + word + "."):
        xs.append(stoi[first])
        ys.append(stoi[second])
xs = torch.tensor(xs)
ys = torch.tensor(ys)
num = xs.nelement()
print("number of examples:", num)

g = torch.Generator().manual_seed(2147483647)
W = torch.randn((size, size), generator=g, requires_grad=True)
for k in range(150):
    xenc = F.one_hot(xs, num_classes=size).float()
    logits = xenc @ W
    counts = logits.exp()
    probs = counts / counts.sum(1, keepdims=True)
    loss = -probs[torch.arange(num), ys].log().mean() + 0.01 * (W**2).mean()
    W.grad = None
    loss.backward()
    W.data += -50 * W.grad
    if k % 50 == 0:
        print(k, loss.item())

final_loss = loss.item()
