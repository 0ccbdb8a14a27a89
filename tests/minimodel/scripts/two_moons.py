"""Two interleaved half circles, in mini-batches, as one would write it for PyTorch."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim


def moons(count, generator):
    angle = generator.uniform(0, np.pi, count)
    upper = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    lower = np.stack([1 - np.cos(angle), 0.5 - np.sin(angle)], axis=1)
    points = np.concatenate([upper, lower]) + generator.normal(0, 0.1, (2 * count, 2))
    return points.tolist(), [0] * count + [1] * count


class Classifier(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.layer1 = nn.Linear(2, hidden)
        self.layer2 = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, 2)
        self.relu = nn.ReLU()
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        x = self.relu(self.layer1(x))
        x = self.dropout(self.relu(self.layer2(x)))
        return self.out(x)


torch.manual_seed(0)
generator = np.random.default_rng(0)
points, labels = moons(200, generator)
x = torch.tensor(points)
y = torch.tensor(labels, dtype=torch.long)

model = Classifier(16)
criterion = nn.CrossEntropyLoss()
optimizer = optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.01)

model.train()
for _epoch in range(40):
    order = torch.tensor(generator.permutation(len(x)), dtype=torch.long)
    for start in range(0, len(x), 50):
        rows = order[start : start + 50]
        loss = criterion(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

model.eval()
with torch.no_grad():
    logits = model(x)
accuracy = (logits.argmax(dim=1) == y).float().mean().item()
final_loss = criterion(logits, y).item()
