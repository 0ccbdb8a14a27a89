"""A student that learns from a teacher's soft answers, and is measured as PyTorch's tutorials measure."""

import torch
from torch import nn
from torch.nn import functional as F

device = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"


def train(start, draw):
    models = nn.ModuleList([nn.Sequential(nn.Linear(5, n), nn.ReLU(), nn.Linear(n, 3)) for n in (16, 4)]).to(device)
    start(models)
    teacher, student = models
    x = torch.tensor(draw.normal(size=(40, 5))).to(device)
    labels = torch.tensor(draw.integers(3, size=40), dtype=torch.int64, device=device)
    soft, hard, T = nn.KLDivLoss(reduction="batchmean"), nn.CrossEntropyLoss(label_smoothing=0.1), 2.0
    optimizer = torch.optim.Adam(student.parameters(), lr=0.02)
    losses = []
    teacher.eval()
    student.train()
    for _ in range(30):
        optimizer.zero_grad()
        with torch.no_grad():
            targets = F.softmax(teacher(x) / T, dim=-1)
        logits = student(x)
        loss = 0.5 * soft(F.log_softmax(logits / T, dim=-1), targets) * T**2 + 0.5 * hard(logits, labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    outputs = student(x)
    _, predicted = torch.max(outputs.data, 1)
    correct = (predicted == labels).sum().item()
    return [*losses, correct / labels.size(0)]
