"""Run seven PyTorch scripts here, and print each edit that they need beyond their import lines.

    python tests/benchmarks/minimodel_porting.py

An edit changes one place and stands for one name that is missing, or means something else. With all its
edits a script must reach what it reaches in PyTorch; one that it gets there without is reported as spare.
Needs PyTorch: pip install 'lynx-tutor[benchmark]'.
"""

import contextlib
import io
import re
import sys
from collections import Counter
from pathlib import Path

SCRIPTS = Path(__file__).with_name("porting")
AT_MOST = 25

# how many places; what the edit stands for; what is written => what must be written instead
EDITS = {
    "bigram": "",
    "makemore_mlp": "",
    "autoencoder": """
    1; float32 data; , dtype=torch.float32 => """,
    "two_moons": """
    2; Tensor.type, torch.float; .type(torch.float) => .float()""",
    "digits_mlp": """
    1; lr_scheduler.StepLR; from minimodel.optim.lr_scheduler import StepLR =>
    1; lr_scheduler.StepLR; scheduler = StepLR(optimizer, step_size=1, gamma=0.8) =>
    1; lr_scheduler.StepLR; scheduler.step() => optimizer.param_groups[0]["lr"] *= 0.8
    1; DataLoader; from minimodel.utils.data import DataLoader, TensorDataset =>
    1; DataLoader; DataLoader(TensorDataset(x_train, y_train), batch_size=50, shuffle=True) =>
       [(x_train[rows], y_train[rows]) for rows in torch.randperm(2000).view(-1, 50)]
    1; DataLoader; DataLoader(TensorDataset(x_test, y_test), batch_size=250) => [(x_test, y_test)]
    1; float32 data; images.astype(np.float32) => images""",
    "rnn": """
    1; Module.double; seq.double() => """,
    "transformer": """
    1; cross_entropy(ignore_index); logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1 =>
       logits[targets >= 0], targets[targets >= 0]
    1; torch.sort; torch.sort(inp, dim=1)[0] => torch.tensor([sorted(row) for row in inp.tolist()])
    1; torch.sort; torch.sort(idx[:, :LENGTH], dim=1)[0] =>
       torch.tensor([sorted(row) for row in idx[:, :LENGTH].tolist()])
    1; torch.topk; topk(F.softmax(logits[:, -1, :], dim=-1), k=1, dim=-1) => max(logits[:, -1, :], -1, True)
    1; Tensor.all; .all(dim=1).float() => .float().min(dim=1).values""",
}


def listed(text):
    """Every edit of a list, as (stands for, old, new)."""
    edits = []
    for line in filter(None, re.sub(r"\n\s+(?=[^\d\s])", " ", text.strip()).splitlines()):
        count, name, change = line.strip().split("; ", 2)
        old, new = (part.strip(" ").replace(r"\n", "\n") for part in f"{change} ".split("=> "))
        edits += [(name, old, new)] * int(count)
    return edits


def with_imports(script):
    """The script with its import lines changed, and nothing else."""
    script = re.sub(r"^import torch$", "import minimodel as torch", script, flags=re.M)
    return re.sub(r"^(import|from) torch\b", r"\1 minimodel", script, flags=re.M)


def edited(script, edits):
    """The script with each edit made, at the first place where it fits."""
    for name, old, new in edits:
        assert old in script, f"no place for the edit of {name}: {old}"
        script = script.replace(old, new, 1)
    return script


def run(script, name):
    """(final loss, accuracy) of a script; nan for an accuracy that it does not compute."""
    variables = {"__name__": name}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(script, f"{name}.py", "exec"), variables)
    return float(variables["final_loss"]), float(variables.get("accuracy", "nan"))


def as_good(found, wanted):
    """Two runs with different draws reach the same level."""
    (loss, accuracy), (its_loss, its_accuracy) = found, wanted
    return loss <= 1.25 * its_loss + 0.01 and not accuracy < its_accuracy - 0.02


def spare_ones(script, edits, wanted, name):
    """The names whose edits can be left out: all of them, or one."""
    found = set()
    for i, edit in enumerate(edits):
        for fewer in ([e for e in edits if e[0] != edit[0]], edits[:i] + edits[i + 1 :]):
            with contextlib.suppress(Exception):
                if as_good(run(edited(script, fewer), name), wanted):
                    found.add(edit[0])
    return found


def main(all_edits=EDITS):
    import torch

    torch.set_num_threads(1)
    print("script        edits  PyTorch: loss  accuracy  here: loss  accuracy  what the edits stand for")
    total = wrong = 0
    for name, text in all_edits.items():
        original, edits = (SCRIPTS / f"{name}.py").read_text(encoding="utf-8"), listed(text)
        script = with_imports(original)
        wanted, found = run(original, name), run(edited(script, edits), name)
        spare = spare_ones(script, edits, wanted, name)
        row = f"{name:14s}{len(edits):5d}{wanted[0]:15.4f}{wanted[1]:10.3f}{found[0]:12.4f}{found[1]:10.3f}"
        row += "" if as_good(found, wanted) else "  NOT REACHED"
        for stands_for, count in (Counter(edit[0] for edit in edits) or {"edits": 0}).items():
            print(f"{row:66s}  {count} {stands_for}{': SPARE' * (stands_for in spare)}")
            row = ""
        total, wrong = total + len(edits), wrong + len(spare) + (not as_good(found, wanted))
    print(f"{'all':14s}{total:5d}, at most {AT_MOST}: {'met' if total <= AT_MOST else 'NOT MET'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
