"""Digits of 8 by 8 pixels, noisy and shifted: the training script everybody begins with."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, TensorDataset

SEGMENTS = [0b1110111, 0b0010010, 0b1011101, 0b1011011, 0b0111010, 0b1101011, 0b1101111, 0b1010010]
SEGMENTS += [0b1111111, 0b1111011]
PLACES = [np.s_[0, 0:4], np.s_[0:4, 0], np.s_[0:4, 3], np.s_[3, 0:4], np.s_[3:7, 0], np.s_[3:7, 3]]
PLACES += [np.s_[6, 0:4]]


def digits(count, rng):
    labels = rng.integers(10, size=count)
    images = rng.normal(0, 0.25, (count, 1, 8, 8))
    for image, label in zip(images, labels, strict=True):
        down, right = rng.integers(2), rng.integers(5)
        for i, place in enumerate(PLACES):
            if SEGMENTS[label] >> (6 - i) & 1:
                image[0, down:, right:][place] += 1
    return images.astype(np.float32), labels


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.flatten = nn.Flatten()
        self.fc1 = nn.Linear(64, 96)
        self.dropout = nn.Dropout(0.2)
        self.fc2 = nn.Linear(96, 10)

    def forward(self, x):
        x = self.flatten(x)
        x = F.relu(self.fc1(x))
        x = self.dropout(x)
        return F.log_softmax(self.fc2(x), dim=1)


def train(model, train_loader, optimizer, epoch):
    model.train()
    for batch_idx, (data, target) in enumerate(train_loader):
        optimizer.zero_grad()
        output = model(data)
        loss = F.nll_loss(output, target)
        loss.backward()
        optimizer.step()
        if batch_idx % 20 == 0:
            print(f"Train Epoch: {epoch} [{batch_idx * len(data)}]\tLoss: {loss.item():.6f}")


def test(model, test_loader):
    model.eval()
    test_loss, correct, total = 0, 0, 0
    with torch.no_grad():
        for data, target in test_loader:
            output = model(data)
            test_loss += F.nll_loss(output, target, reduction="sum").item()
            pred = output.argmax(dim=1, keepdim=True)
            correct += pred.eq(target.view_as(pred)).sum().item()
            total += target.size(0)
    print(f"\nTest set: Average loss: {test_loss / total:.4f}, Accuracy: {correct}/{total}\n")
    return test_loss / total, correct / total


torch.manual_seed(1)
rng = np.random.default_rng(1)
x_train, y_train = map(torch.from_numpy, digits(2000, rng))
x_test, y_test = map(torch.from_numpy, digits(500, rng))
train_loader = DataLoader(TensorDataset(x_train, y_train), batch_size=50, shuffle=True)
test_loader = DataLoader(TensorDataset(x_test, y_test), batch_size=250)

model = Net()
optimizer = optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
scheduler = StepLR(optimizer, step_size=1, gamma=0.8)
for epoch in range(1, 13):
    train(model, train_loader, optimizer, epoch)
    final_loss, accuracy = test(model, test_loader)
    scheduler.step()
