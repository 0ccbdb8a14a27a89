"""A name, letter by letter, from the three letters before: embedding, hidden layer, batch norm by hand."""

import random

import torch
import torch.nn.functional as F

random.seed(42)
parts = ["ma", "ri", "lo", "an", "el", "so", "ti", "ka", "be", "nu"]
ends = ["a", "o", "n", "s", "ie"]
words = ["".join(random.choices(parts, k=random.randint(1, 3))) + random.choice(ends) for _ in range(1000)]
itos = dict(enumerate([".", *sorted(set("".join(words)))]))
stoi = {s: i for i, s in itos.items()}
vocab_size = len(itos)
block_size, n_embd, n_hidden, batch_size, max_steps = 3, 8, 64, 32, 3000


def build_dataset(words):
    X, Y = [], []
    for w in words:
        context = [0] * block_size
        for ch in w + ".":
            X.append(context)
            Y.append(stoi[ch])
            context = [*context[1:], stoi[ch]]
    X = torch.tensor(X)
    Y = torch.tensor(Y)
    print(X.shape, Y.shape)
    return X, Y


Xtr, Ytr = build_dataset(words[:800])
Xdev, Ydev = build_dataset(words[800:])

g = torch.Generator().manual_seed(2147483647)
C = torch.randn((vocab_size, n_embd), generator=g)
W1 = torch.randn((n_embd * block_size, n_hidden), generator=g) * (5 / 3) / ((n_embd * block_size) ** 0.5)
W2 = torch.randn((n_hidden, vocab_size), generator=g) * 0.01
b2 = torch.randn(vocab_size, generator=g) * 0
bngain = torch.ones((1, n_hidden))
bnbias = torch.zeros((1, n_hidden))
bnmean_running = torch.zeros((1, n_hidden))
bnstd_running = torch.ones((1, n_hidden))
parameters = [C, W1, W2, b2, bngain, bnbias]
print(sum(p.nelement() for p in parameters))
for p in parameters:
    p.requires_grad = True

lossi = []
for i in range(max_steps):
    ix = torch.randint(0, Xtr.shape[0], (batch_size,), generator=g)
    Xb, Yb = Xtr[ix], Ytr[ix]
    emb = C[Xb]
    hpreact = emb.view(emb.shape[0], -1) @ W1
    bnmeani = hpreact.mean(0, keepdim=True)
    bnstdi = hpreact.std(0, keepdim=True)
    hpreact = bngain * (hpreact - bnmeani) / bnstdi + bnbias
    with torch.no_grad():
        bnmean_running = 0.99 * bnmean_running + 0.01 * bnmeani
        bnstd_running = 0.99 * bnstd_running + 0.01 * bnstdi
    h = torch.tanh(hpreact)
    logits = h @ W2 + b2
    loss = F.cross_entropy(logits, Yb)
    for p in parameters:
        p.grad = None
    loss.backward()
    lr = 0.1 if i < 2000 else 0.01
    for p in parameters:
        p.data += -lr * p.grad
    lossi.append(loss.log10().item())
print(torch.tensor(lossi).view(-1, 500).mean(1))


@torch.no_grad()
def predict(X):
    embcat = torch.cat(torch.unbind(C[X], 1), 1)
    hpreact = bngain * (embcat @ W1 - bnmean_running) / bnstd_running + bnbias
    return torch.tanh(hpreact) @ W2 + b2


context, out = [0] * block_size, []
while not out or context[-1] != 0:
    probs = F.softmax(predict(torch.tensor([context])), dim=1)
    ix = torch.multinomial(probs, num_samples=1, generator=g).item()
    context = [*context[1:], ix]
    out.append(itos[ix])
print("".join(out))
final_loss = F.cross_entropy(predict(Xdev), Ydev).item()
