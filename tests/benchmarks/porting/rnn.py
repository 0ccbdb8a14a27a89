"""A sine wave, one step ahead: a recurrent cell in a loop, then on with its own answers."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim

np.random.seed(0)
torch.manual_seed(0)
T, L, N = 10, 60, 24
x = np.arange(L) + np.random.randint(-4 * T, 4 * T, N).reshape(N, 1)
data = np.sin(x / T).astype("float64")


class Cell(nn.Module):
    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        self.i2h = nn.Linear(input_size, 4 * hidden_size)
        self.h2h = nn.Linear(hidden_size, 4 * hidden_size, bias=False)

    def forward(self, x, state):
        h, c = state
        i, f, o, u = (self.i2h(x) + self.h2h(h)).chunk(4, dim=1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(u)
        h = torch.sigmoid(o) * torch.tanh(c)
        return h, c


class Sequence(nn.Module):
    def __init__(self, hidden_size=24):
        super().__init__()
        self.hidden_size = hidden_size
        self.cell = Cell(1, hidden_size)
        self.linear = nn.Linear(hidden_size, 1)

    def forward(self, input, future=0):
        outputs, states = [], []
        h_t = torch.zeros(input.size(0), self.hidden_size, dtype=torch.double)
        c_t = torch.zeros(input.size(0), self.hidden_size, dtype=torch.double)
        for input_t in input.split(1, dim=1):
            h_t, c_t = self.cell(input_t, (h_t, c_t))
            output = self.linear(h_t)
            outputs += [output]
            states.append(h_t)
        for _ in range(future):
            h_t, c_t = self.cell(output, (h_t, c_t))
            output = self.linear(h_t)
            outputs += [output]
        return torch.cat(outputs, dim=1), torch.stack(states, dim=1)


input = torch.from_numpy(data[3:, :-1])
target = torch.from_numpy(data[3:, 1:])
test_input = torch.from_numpy(data[:3, :-1])
test_target = torch.from_numpy(data[:3, 1:])

seq = Sequence()
seq.double()
criterion = nn.MSELoss()
optimizer = optim.Adam(seq.parameters(), lr=0.01)
for step in range(150):
    optimizer.zero_grad()
    out, states = seq(input)
    loss = criterion(out, target)
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(seq.parameters(), max_norm=1.0)
    optimizer.step()
    if step % 50 == 0:
        print(f"step {step} | loss {loss.item():.6f} | norm {norm:.4f} | largest {states.abs().max():.2f}")

with torch.no_grad():
    future = 20
    pred, _ = seq(test_input, future=future)
    loss = criterion(pred[:, :-future], test_target)
    print("test loss:", loss.item())
    y = pred.detach().numpy()
    final_loss = loss.item()
accuracy = 1 - final_loss / test_target.var().item()
