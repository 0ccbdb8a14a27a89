"""A small GPT as people write one: tied weights, a mask as a buffer, groups, clipping, a warm-up, top-k."""

import math

import torch
from torch import nn
from torch.nn import functional as F
from torch.optim.lr_scheduler import LambdaLR

torch.manual_seed(0)
text = "the cat sat on the mat. " * 20
letters = sorted(set(text))
data = torch.tensor([letters.index(c) for c in text])
size, block = 24, 12


class Attention(nn.Module):
    def __init__(self, heads=2):
        super().__init__()
        self.heads, self.qkv, self.out = heads, nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.register_buffer("mask", torch.tril(torch.ones(block, block)).view(1, 1, block, block))

    def forward(self, x):
        b, t, c = x.size()
        q, k, v = (part.view(b, t, self.heads, c // self.heads).transpose(1, 2) for part in self.qkv(x).split(c, dim=2))
        weights = (q @ k.transpose(-2, -1)) / math.sqrt(k.size(-1))
        weights = F.softmax(weights.masked_fill(self.mask[:, :, :t, :t] == 0, float("-inf")), dim=-1)
        return self.out((weights @ v).transpose(1, 2).contiguous().view(b, t, c))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.token, self.place = nn.Embedding(len(letters), size), nn.Embedding(block, size)
        self.attention, self.ln1, self.ln2 = Attention(), nn.LayerNorm(size), nn.LayerNorm(size)
        self.mlp = nn.Sequential(nn.Linear(size, 4 * size), nn.GELU(approximate="tanh"), nn.Linear(4 * size, size))
        self.head = nn.Linear(size, len(letters), bias=False)
        self.token.weight = self.head.weight

    def forward(self, index, targets=None):
        x = self.token(index) + self.place(torch.arange(index.size(1)))
        x = x + self.attention(self.ln1(x))
        x = x + self.mlp(self.ln2(x))
        logits = self.head(x)
        if targets is None:
            return logits, None
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))

    @torch.no_grad()
    def generate(self, index, count, top_k=3):
        for _ in range(count):
            logits = self(index[:, -block:])[0][:, -1, :]
            values, _ = torch.topk(logits, top_k)
            logits[logits < values[:, [-1]]] = -float("inf")
            index = torch.cat((index, torch.multinomial(F.softmax(logits, dim=-1), num_samples=1)), dim=1)
        return index


model = GPT()
decay = [p for p in model.parameters() if p.dim() >= 2]
groups = [{"params": decay, "weight_decay": 0.01}, {"params": [p for p in model.parameters() if p.dim() < 2]}]
optimizer = torch.optim.AdamW(groups, lr=0.02, betas=(0.9, 0.95), weight_decay=0.0)
scheduler = LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 20, (160 - step) / 80))
for _ in range(150):
    starts = torch.randint(len(data) - block, (16,))
    x = torch.stack([data[i : i + block] for i in starts])
    y = torch.stack([data[i + 1 : i + block + 1] for i in starts])
    logits, loss = model(x, y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    scheduler.step()
final_loss = loss.item()
accuracy = (logits.argmax(-1) == y).double().mean().item()
said = "".join(letters[i] for i in model.generate(data[:4].view(1, -1), 20)[0].tolist())
