"""Write golden.npz: the values and gradients that PyTorch gives.

Run it where torch 2.13 is installed:  python tests/minimodel/golden/write.py
"""

from pathlib import Path

import numpy as np
import torch
from cases import INITIALISERS, everything, moments


def main():
    torch.manual_seed(0)
    found = {f"{name}|{what}": values for name, results in everything(torch) for what, values in results.items()}
    for name in ["Linear's own", *INITIALISERS]:
        found[f"moments|{name}"] = moments(torch, name)
    found["version"] = np.array(torch.__version__)
    path = Path(__file__).with_name("golden.npz")
    np.savez_compressed(path, **found)
    print(f"{len(found)} arrays, {path.stat().st_size} bytes, torch {torch.__version__}")


if __name__ == "__main__":
    main()
