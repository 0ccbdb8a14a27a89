"""Matrix factorisation: users and things as vectors; seen ratings teach, others are guessed."""

import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR

torch.manual_seed(1)
users, things, rank = 30, 20, 3
ratings = (torch.randn(users, rank) @ torch.randn(rank, things)).clamp(-3, 3)
rows, columns = torch.randint(users, (500,)), torch.randint(things, (500,))


class Factors(nn.Module):
    def __init__(self):
        super().__init__()
        self.user, self.thing = nn.Embedding(users, 8), nn.Embedding(things, 8)
        self.bias = nn.Parameter(torch.zeros(things))

    def forward(self, i, j):
        return (self.user(i) * self.thing(j)).sum(1) + self.bias[j]


model = Factors()
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
scheduler = CosineAnnealingLR(optimizer, T_max=300, eta_min=0.001)
for _ in range(300):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(rows, columns), ratings[rows, columns])
    loss.backward()
    optimizer.step()
    scheduler.step()
final_loss = loss.item()
with torch.no_grad():
    guessed = model(rows, columns)
    accuracy = ((guessed > 0) == (ratings[rows, columns] > 0)).double().mean().item()
    best = (model.user.weight @ model.thing.weight.mT + model.bias).topk(3).indices
