"""PyTorch's quickstart on made-up pictures: a loader, batch norm, a schedule, and a model saved and loaded."""

import os
import tempfile

import torch
from torch import nn
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
labels = torch.randint(3, (240,))
pictures = torch.randn(240, 1, 4, 4) * 0.3
for digit in range(3):
    pictures[labels == digit, 0, digit] += 2.0
train = DataLoader(TensorDataset(pictures[:200], labels[:200]), batch_size=20, shuffle=True)
test = DataLoader(TensorDataset(pictures[200:], labels[200:]), batch_size=20)


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.flatten = nn.Flatten()
        self.stack = nn.Sequential(nn.Linear(16, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 3))

    def forward(self, x):
        return self.stack(self.flatten(x))


model, loss_fn = Network(), nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = StepLR(optimizer, step_size=2, gamma=0.5)
for _ in range(6):
    model.train()
    for x, y in train:
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    scheduler.step()
final_loss = loss.item()

path = os.path.join(tempfile.mkdtemp(), "model.pth")
torch.save(model.state_dict(), path)
copy = Network()
copy.load_state_dict(torch.load(path))
copy.eval()
with torch.no_grad():
    right = sum((copy(x).argmax(1) == y).double().sum().item() for x, y in test)
accuracy = right / 40
