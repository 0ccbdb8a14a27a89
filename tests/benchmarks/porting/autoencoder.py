"""Small pictures of a spot of light, through a bottleneck and back."""

import numpy as np
import torch
from torch import nn, optim

rng = np.random.default_rng(0)
row, column = np.mgrid[0:8, 0:8]
images = np.zeros((1200, 8, 8))
for image in images:
    down, right = rng.uniform(1, 6, 2)
    image += np.exp(-((row - down) ** 2 + (column - right) ** 2) / rng.uniform(2, 6))


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(8 * 8, 64),
            nn.ReLU(True),
            nn.Linear(64, 32),
            nn.ReLU(True),
            nn.Linear(32, 12),
        )
        self.decoder = nn.Sequential(
            nn.Linear(12, 32),
            nn.ReLU(True),
            nn.Linear(32, 64),
            nn.ReLU(True),
            nn.Linear(64, 8 * 8),
            nn.Sigmoid(),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


torch.manual_seed(0)
num_epochs = 40
batch_size = 50
data = torch.tensor(images, dtype=torch.float32)
train_data, test_data = data[:1000], data[1000:]

model = Autoencoder()
criterion = nn.MSELoss()
optimizer = optim.Adam(model.parameters(), lr=3e-3, weight_decay=1e-6)

for epoch in range(num_epochs):
    running_loss = 0.0
    permutation = torch.randperm(train_data.size(0))
    for i in range(0, train_data.size(0), batch_size):
        img = train_data[permutation[i : i + batch_size]]
        img = img.view(img.size(0), -1)
        output = model(img)
        loss = criterion(output, img)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running_loss += loss.item() * img.size(0)
    if epoch % 20 == 0:
        print(f"epoch [{epoch + 1}/{num_epochs}], loss: {running_loss / len(train_data):.4f}")

model.eval()
with torch.no_grad():
    img = test_data.view(test_data.size(0), -1)
    output = model(img)
    codes = model.encoder(img).numpy()
    print("a code:", codes[0].round(2))
    final_loss = criterion(output, img).item()
    baseline = ((img - img.mean(dim=0)) ** 2).mean().item()
    accuracy = 1 - final_loss / baseline
