"""The TenseMLP on the agreement labelling, as one would write it for PyTorch."""

import torch
import torch.nn as nn
import torch.nn.init as init
import torch.optim as optim

VERBS, PERSONS, TENSES = 20, 3, 5


def label(verb, person):
    """Present in the 3rd person for regular verbs, elsewhere for the irregular ones."""
    present = (person == 2) == (verb < 12)
    return 1 if present else [0, 2, 3, 4][verb % 4]


def one_hot(verb, person):
    row = [0.0] * (VERBS + PERSONS)
    row[verb] = row[VERBS + person] = 1.0
    return row


class TenseMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(VERBS + PERSONS, 16)
        self.activation = nn.GELU(approximate="tanh")
        self.fc2 = nn.Linear(16, TENSES)
        for layer in (self.fc1, self.fc2):
            init.xavier_uniform_(layer.weight)
            init.zeros_(layer.bias)

    def forward(self, x):
        return self.fc2(self.activation(self.fc1(x)))


torch.manual_seed(3)
cells = [(verb, person) for verb in range(VERBS) for person in range(PERSONS)]
x = torch.tensor([one_hot(*cell) for cell in cells])
y = torch.tensor([label(*cell) for cell in cells])

model = TenseMLP()
count = sum(len(p.reshape(-1)) for p in model.parameters())
criterion = nn.CrossEntropyLoss()
optimizer = optim.Adam(model.parameters(), lr=0.01)

losses = []
for _step in range(300):
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())

with torch.no_grad():
    accuracy = (model(x).argmax(dim=1) == y).float().mean().item()
final_loss = losses[-1]
keys = list(model.state_dict())
