"""XOR with two layers, as one would write it for PyTorch."""

import torch
from torch import nn, optim

torch.manual_seed(1)
inputs = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
targets = torch.tensor([[0.0], [1.0], [1.0], [0.0]])

model = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1), nn.Sigmoid())
criterion = nn.MSELoss()
optimizer = optim.SGD(model.parameters(), lr=1.0, momentum=0.9)

for _epoch in range(800):
    optimizer.zero_grad()
    loss = criterion(model(inputs), targets)
    loss.backward()
    optimizer.step()

with torch.no_grad():
    predicted = model(inputs) > 0.5
accuracy = (predicted == (targets > 0.5)).float().mean().item()
final_loss = loss.item()
