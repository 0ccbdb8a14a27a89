"""Which of two half moons a point lies on: one logit, and a sigmoid in the loss."""

import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(42)
angle = rng.uniform(0, np.pi, 500)
upper = np.column_stack([np.cos(angle), np.sin(angle)])
lower = np.column_stack([1 - np.cos(angle), 0.5 - np.sin(angle)])
X = np.concatenate([upper, lower]) + rng.normal(0, 0.12, (1000, 2))
y = np.repeat([0, 1], 500)
order = rng.permutation(1000)
X, y = X[order], y[order]

X = torch.from_numpy(X).type(torch.float)
y = torch.from_numpy(y).type(torch.float)
train_split = int(0.8 * len(X))
X_train, y_train = X[:train_split], y[:train_split]
X_test, y_test = X[train_split:], y[train_split:]


class MoonModel(nn.Module):
    def __init__(self, in_features, out_features, hidden_units=16):
        super().__init__()
        self.layer_1 = nn.Linear(in_features=in_features, out_features=hidden_units)
        self.layer_2 = nn.Linear(in_features=hidden_units, out_features=hidden_units)
        self.layer_3 = nn.Linear(in_features=hidden_units, out_features=out_features)
        self.relu = nn.ReLU()

    def forward(self, x):
        return self.layer_3(self.relu(self.layer_2(self.relu(self.layer_1(x)))))


def accuracy_fn(y_true, y_pred):
    correct = torch.eq(y_true, y_pred).sum().item()
    return correct / len(y_pred)


torch.manual_seed(42)
model = MoonModel(2, 1)
print(model)
loss_fn = nn.BCEWithLogitsLoss()
optimizer = torch.optim.SGD(params=model.parameters(), lr=0.3)

epochs = 1500
for epoch in range(epochs):
    model.train()
    y_logits = model(X_train).squeeze()
    y_pred = torch.round(torch.sigmoid(y_logits))
    loss = loss_fn(y_logits, y_train)
    acc = accuracy_fn(y_true=y_train, y_pred=y_pred)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    model.eval()
    with torch.inference_mode():
        test_logits = model(X_test).squeeze()
        test_pred = torch.round(torch.sigmoid(test_logits))
        test_loss = loss_fn(test_logits, y_test)
        test_acc = accuracy_fn(y_true=y_test, y_pred=test_pred)
    if epoch % 500 == 0:
        print(f"Epoch: {epoch} | Loss: {loss:.5f}, Acc: {acc:.2f} | Test loss: {test_loss:.5f}")

final_loss = test_loss.item()
accuracy = test_acc
