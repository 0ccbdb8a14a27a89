"""Names that this library lacks: what to write instead, in a sentence."""

import difflib
from collections.abc import Callable, Iterable
from typing import Any

INSTEAD = {  # of PyTorch's names, in words that there are here
    "add_": "x += y in no_grad()",
    "autograd": "loss.backward(), then p.grad",
    "backends": "nothing: it is of other devices",
    "compile": "the model itself",
    "copy_": "p.write(values)",
    "cosine_similarity": "(a * b).sum(-1), over both norms",
    "cumsum": "tril(ones(n, n)) @ x",
    "distributions": "multinomial, and log_softmax with gather",
    "einsum": "a @ b, or (a * b).sum(dim)",
    "fill_": "p.write(value)",
    "index_select": "x[index]",
    "LongTensor": "tensor(whole_numbers)",
    "norm": "(x * x).sum().sqrt()",
    "normal_": "nn.init.normal_(p)",
    "repeat": "cat([x, x])",
    "scatter": "where, or one_hot",
    "set_default_dtype": "dtype= where it is not float64",
    "triu": "x - tril(x, -1)",
    "uniform_": "nn.init.uniform_(p, low, high)",
    "zero_": "p.write(0)",
}


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
