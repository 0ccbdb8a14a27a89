"""Names that this library lacks: what to write instead, in a sentence."""

import difflib
from collections.abc import Callable, Iterable
from typing import Any

# fmt: off
INSTEAD = {  # of PyTorch's names, in words that there are here
    "add_": "x += y in no_grad()", "repeat": "cat([x, x])",
    "autograd": "loss.backward(), then p.grad", "compile": "the model",
    "backends": "nothing: it is of other devices",
    "norm": "(x * x).sum().sqrt()",
    "copy_": "p.write(values)", "fill_": "p.write(value)",
    "cosine_similarity": "(a * b).sum(-1), over both norms",
    "cumsum": "tril(ones(n, n)) @ x", "triu": "x - tril(x, -1)",
    "distributions": "multinomial, and log_softmax with gather",
    "einsum": "a @ b, or (a * b).sum(dim)", "index_select": "x[index]",
    "LongTensor": "tensor(whole_numbers)", "zero_": "p.write(0)",
    "normal_": "nn.init.normal_(p)", "scatter": "where, or one_hot",
    "set_default_dtype": "dtype= where it is not float64",
    "uniform_": "nn.init.uniform_(p, low, high)",
}
# fmt: on


def lacking(place: str, names: Iterable[str]) -> Callable[[str], Any]:
    """Make the __getattr__ of a place, which tells what is not there."""

    def tell(name: str) -> Any:
        if name.startswith("_"):  # Python and its tools ask for these
            raise AttributeError(name)
        near = difflib.get_close_matches(name, names, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        if name in INSTEAD:
            hint = f" Write {INSTEAD[name]}."
        raise AttributeError(f"{place} has no {name} here.{hint}")

    return tell
