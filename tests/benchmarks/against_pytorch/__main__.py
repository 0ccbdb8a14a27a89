"""Holds minimodel against live PyTorch, in five families of statements: the same numbers, gradients, refusals,
steps and states, in float64 and where optimisers are concerned in float32 too.

    OPENBLAS_NUM_THREADS=1 python tests/benchmarks/against_pytorch [--graphs 20000] [--only graphs]

Needs the `benchmark` extra. Prints for each family how many statements hold, what was left out and why, and those
that do not hold, alike ones together; exits with 1 if there are any.
"""

import argparse
import sys
import warnings

import graphs
import modules
import numpy as np
import operators
import optimisers
import states
import torch

FAMILIES = {
    "graphs": graphs.tallied,
    "operators": operators.tallied,
    "optimisers": optimisers.tallied,
    "states": states.tallied,
    "modules": modules.tallied,
}


def main():
    """Runs the families that were asked for, and exits with 1 if a statement does not hold."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--graphs", type=int, default=20_000, help="how many random graphs")
    parser.add_argument("--only", choices=FAMILIES, metavar="FAMILY", help=", ".join(FAMILIES))
    asked = parser.parse_args()
    torch.set_num_threads(1)
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    given = {"graphs": (asked.graphs,)}
    names = [asked.only] if asked.only else list(FAMILIES)
    held = [FAMILIES[name](*given.get(name, ())).report() for name in names]
    sys.exit(not all(held))


if __name__ == "__main__":
    main()
