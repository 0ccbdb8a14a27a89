"""makemore's GRU: a cell written by hand, a start that is expanded, names that end in ignored targets, a DataLoader."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader

words = ["emma", "olivia", "ava", "isabella", "sophia", "mia", "amelia", "ella", "anna", "lea", "noa", "eva"]
letters = sorted(set("".join(words)))
longest = max(map(len, words))


class Names:
    def __len__(self):
        return len(words)

    def __getitem__(self, idx):
        ix = torch.tensor([letters.index(c) + 1 for c in words[idx]], dtype=torch.long)
        x, y = torch.zeros(longest + 1, dtype=torch.long), torch.zeros(longest + 1, dtype=torch.long)
        x[1 : 1 + len(ix)] = ix
        y[: len(ix)] = ix
        y[len(ix) + 1 :] = -1
        return x, y


class GRUCell(nn.Module):
    def __init__(self, n_embd, n_embd2):
        super().__init__()
        self.xh_to_z = nn.Linear(n_embd + n_embd2, n_embd2)
        self.xh_to_r = nn.Linear(n_embd + n_embd2, n_embd2)
        self.xh_to_hbar = nn.Linear(n_embd + n_embd2, n_embd2)

    def forward(self, xt, hprev):
        xh = torch.cat([xt, hprev], dim=1)
        r = F.sigmoid(self.xh_to_r(xh))
        hbar = F.tanh(self.xh_to_hbar(torch.cat([xt, r * hprev], dim=1)))
        z = F.sigmoid(self.xh_to_z(xh))
        return (1 - z) * hprev + z * hbar


class RNN(nn.Module):
    def __init__(self, n_embd=6, n_embd2=10):
        super().__init__()
        self.start = nn.Parameter(torch.zeros(1, n_embd2))
        self.wte = nn.Embedding(len(letters) + 1, n_embd)
        self.cell = GRUCell(n_embd, n_embd2)
        self.lm_head = nn.Linear(n_embd2, len(letters) + 1)

    def forward(self, idx, targets=None):
        b, t = idx.size()
        emb = self.wte(idx)
        hprev, hiddens = self.start.expand((b, -1)), []
        for i in range(t):
            hprev = self.cell(emb[:, i, :], hprev)
            hiddens.append(hprev)
        logits = self.lm_head(torch.stack(hiddens, 1))
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)


def train(start, draw):
    model = RNN()
    start(model)
    model.to("cpu")
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.01, betas=(0.9, 0.99), eps=1e-8)
    loader = DataLoader(Names(), batch_size=4, shuffle=False, pin_memory=True, num_workers=0)
    losses = []
    for _ in range(8):
        for batch in loader:
            X, Y = [t.to("cpu") for t in batch]
            _, loss = model(X, Y)
            model.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return losses
