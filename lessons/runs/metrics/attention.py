"""Ask a trained model again with other attention: what is still right when a place looks elsewhere."""

import re
from collections.abc import Callable
from typing import Any

from lessons.runs.trained_model import Trained, at_rest


def strongest_weight(run: Trained, where: str = "") -> float | None:
    """Return the largest attention weight of places in a layer, such as 2 (4 6): the mean over the rows."""
    model = at_rest(run.model)
    if (found := layer_and_places(run, model, where)) is None:
        return None
    layer, places = found
    with run.library.no_grad():
        weights = model.weights(run.library.Tensor(run.rows.x_out))[layer].data.mean(-3)
    return float(weights[:, places].max(-1).mean())


def right_when_even(run: Trained, where: str = "") -> float | None:
    """Return the share of held-out rows that are right when places in a layer look at all that they may see alike."""
    return right_when(run, where, lambda x: 0 * x)  # of queries that are 0 every score is


def right_when_swapped(run: Trained, where: str = "") -> float | None:
    """Return the share of held-out rows that are right when places in a layer look where another row's do."""
    return right_when(run, where, lambda x: x[::-1])


def right_when(run: Trained, where: str, other: Callable[[Any], Any]) -> float | None:
    """Return the share of held-out rows that are right when places look as they would, were the layer's x another."""
    model = at_rest(run.model)
    if (found := layer_and_places(run, model, where)) is None:
        return None
    layer, places = found
    look = model.blocks[layer].look
    learned = look.attended

    def attended(x: Any, value: Any, kept: Any = None) -> Any:
        seen = learned(x, value).data.copy()
        seen[..., places, :] = learned(other(x), value).data[..., places, :]
        return run.library.Tensor(seen)

    look.attended = attended
    return float((run.outputs(run.rows.x_out, model).argmax(-1) == run.rows.y_out).mean())


def layer_and_places(run: Trained, model: Any, where: str) -> tuple[int, list[int]] | None:
    """Read a layer and its places, both counted from 1; None where the model has no such ones."""
    layer, *places = (int(each) - 1 for each in re.findall(r"\d+", where) or "0")
    if not hasattr(model, "weights") or not 0 <= layer < len(model.blocks):
        return None
    return (layer, places) if places and all(0 <= each < run.rows.x_out.shape[1] for each in places) else None
