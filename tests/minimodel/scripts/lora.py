"""Low-rank adapters: layers are found and replaced by name, trained while the rest is frozen, merged, and loaded."""

import torch
from torch import nn


class LoRALinear(nn.Module):
    def __init__(self, base, rank=2, alpha=4.0):
        super().__init__()
        self.base, self.scale = base, alpha / rank
        for p in self.base.parameters():
            p.requires_grad = False
        self.A = nn.Parameter(torch.zeros(rank, base.in_features))
        self.B = nn.Parameter(base.weight.new_zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.A.t() @ self.B.t())

    def merge(self):
        self.base.weight.data += self.scale * (self.B @ self.A).detach()
        return self.base


def adapt(model):
    for name, child in model.named_children():
        if isinstance(child, nn.Linear):
            setattr(model, name, LoRALinear(child))
        else:
            adapt(child)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 8), nn.Tanh())
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x) + self.body(x.flip(-1)))


def train(start, draw):
    model = Net()
    adapt(model)
    start(model)
    x = torch.tensor(draw.normal(size=(20, 6)))
    y = (x[:, :3].sum(1) > 0).long()
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.SGD(trained, lr=0.1, momentum=0.9)
    losses = []
    for _ in range(30):
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    before, merged = model(x), Net()
    missing, unexpected = merged.load_state_dict(model.state_dict(), strict=False)
    assert "head.weight" in missing
    assert "head.A" in unexpected
    merged.body = nn.Sequential(*[m.merge() if isinstance(m, LoRALinear) else m for m in model.body])
    merged.head = model.head.merge()
    assert torch.allclose(before, merged(x), atol=1e-8)
    return losses
