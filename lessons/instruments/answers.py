"""Instruments that look at the answers of a model."""

import numpy as np

from lessons.instruments.arrays import Array, like, read_array, take
from lessons.instruments.readings import Found, Seen
from lessons.instruments.setup import CLASSES, REFUSED, TrainingSetup, UnusableSetup, ask

SAME = 1e-3  # of the outputs' size
STRAIGHT = 1e-4
FEW_WAYS = 0.25  # of the outputs' directions: what was seen only scales what a place has of its own
MOST_SHIFTS, MOST_ALONE = 12, 4


def answers(setup: TrainingSetup) -> Found:
    setup.needs(CLASSES)
    outputs, found = setup.outputs(), []
    if setup.accuracy is not None:
        right, wrong = (own_accuracy(setup, shift) for shift in (0, 1))
        if abs(right - 1) > 0.01 or wrong > 0.01:
            found.append(Seen(right, "own_measure", none=wrong))
    costs = [cost_of_answers(setup, shift) for shift in range(min(outputs.shape[setup.class_axis], MOST_SHIFTS))]
    if np.isfinite(costs).any() and np.nanargmin(costs):
        found.append(Seen(np.nanargmin(costs), "other_answer"))
    spread = outputs.std(0).mean() / (np.abs(outputs).mean() + 1e-30)
    if spread < SAME and setup.can_take_rows and len(outputs) > 1:
        found.append(Seen(spread, "rows_alike"))
    setup.write(setup.by_heart[1])
    said = setup.outputs(setup.few[0]).argmax(setup.class_axis)
    commonest = np.bincount(said.reshape(-1)).argmax()
    share = (said == commonest).mean()
    if share == 1 and len(np.unique(read_array(setup.few[1]))) > 1:
        found.append(Seen(share, "one_answer", answer=int(commonest)))
    return found or [Seen(share)]


def other_classes(setup: TrainingSetup, shift: int) -> Array:
    """Return the classes that are so many further on than the labels; what is ignored stays so."""
    labels = setup.class_numbers()
    return np.where(labels < 0, labels, (labels + shift) % setup.raw_outputs.shape[setup.class_axis])


def own_accuracy(setup: TrainingSetup, shift: int) -> float:
    """Return what the setup's own accuracy says of scores that are highest at classes so many further on."""
    assert setup.accuracy is not None
    scores = like(setup.raw_outputs, 9.0 * setup.one_hot(other_classes(setup, shift)))
    return float(np.mean(read_array(setup.accuracy(scores, setup.batch[1]))))


def cost_of_answers(setup: TrainingSetup, shift: int) -> float:
    """Return the loss of sure answers, so many classes further on than the labels."""
    shares = np.clip(setup.one_hot(other_classes(setup, shift)), 1e-3, 1 - 1e-3)
    return setup.cost_of(shares if setup.gives_shares and not setup.adds_freely else np.log(shares))


def company(setup: TrainingSetup) -> Found:
    """Ask rows alone, and all in another order: in eval(), where an answer is a row's own."""
    if not setup.can_take_rows or len(setup.outputs()) != setup.row_count:
        raise UnusableSetup("no_rows")
    setup.set_mode(False)
    together, rows = setup.outputs(), list(range(setup.row_count))
    size = together.std() + np.abs(together).mean() + 1e-30
    alone = np.concatenate([setup.outputs(take(setup.batch[0], [row])) for row in rows[:MOST_ALONE]])
    turned = setup.outputs(take(setup.batch[0], rows[::-1]))[::-1]
    by_company, by_place = np.abs(alone - together[: len(alone)]).max() / size, np.abs(turned - together).max() / size
    if by_company > SAME:
        return [Seen(by_company, "company")]
    return [Seen(by_place, "place" if by_place > SAME else "")]


def asked_twice(setup: TrainingSetup) -> Found:
    pairs = {}
    for training in (True, False):
        setup.set_mode(training)
        pairs[training] = setup.outputs(), read_array(ask(setup.model, setup.batch[0])).astype(float)  # the next draws
    change = np.abs(np.subtract(*pairs[False])).max()
    if change > 0:
        return [Seen(change, "random")]
    is_other = not setup.training and not np.array_equal(pairs[True][1], pairs[False][1])
    return [Seen(change, "eval_while_training" if is_other else "")]


def tomorrow(setup: TrainingSetup) -> Found:
    inputs = setup.batch[0]
    if isinstance(inputs, tuple | list | dict) or setup.kind != CLASSES or setup.labels.ndim != 2:
        raise UnusableSetup("no_sequence")
    words = read_array(inputs)
    if words.shape != setup.labels.shape or not np.array_equal(words[:, 1:], setup.labels[:, :-1]):
        raise UnusableSetup("no_sequence")
    setup.set_mode(False)
    half, later = words.shape[1] // 2, words.copy()
    later[:, half:] = later[::-1, : half - 1 : -1]  # of other rows, and backwards
    turned = np.concatenate([words[:, :half], words[:, : half - 1 : -1]], axis=1)
    time = 1 if setup.class_axis == -1 else 2
    before, other, reordered = (
        np.moveaxis(setup.outputs(like(inputs, each)), time, 1)[:, :half] for each in (words, later, turned)
    )
    change, by_order = np.abs(other - before).max(), np.abs(reordered - before).max()
    if change <= SAME * np.abs(before).mean():
        return begun(setup, words[:, :half], before, time)
    if by_order < SAME * change:
        return [Seen(change, "blurred")]
    words = words.copy()
    words[:, 0] = words[0, 0]
    first = np.moveaxis(setup.outputs(like(inputs, words)), time, 1)[:, 0]
    ways = np.linalg.matrix_rank(first - first.mean(0), SAME * change)
    return [Seen(change, "scaled" if ways <= FEW_WAYS * first.shape[1] else "seen", ways=int(ways))]


def begun(setup: TrainingSetup, words: Array, before: Array, time: int) -> Found:
    """Ask for the first words alone, where later ones change nothing: their answers should be as in the whole row."""
    try:
        alone = np.moveaxis(setup.outputs(like(setup.batch[0], words)), time, 1)
    except REFUSED:  # it reads rows of one length
        return [Seen(0.0)]
    change = np.abs(alone - before).max()
    return [Seen(change, "length" if change > SAME * np.abs(before).mean() else "")]


def straight(setup: TrainingSetup) -> Found:
    """Ask for a + b: a model that is linear adds up, however many layers it has."""
    inputs = setup.batch[0]
    if isinstance(inputs, tuple | list | dict) or read_array(inputs).dtype.kind != "f":
        raise UnusableSetup("no_sums")
    if len(setup.matrices) < 2 or not setup.can_take_rows:
        raise UnusableSetup("one_layer")
    setup.write(setup.by_heart[1])  # what begins at zero has bent by then
    setup.set_mode(False)
    a, b = np.random.default_rng(0).normal(size=(2, *inputs.shape)) * (read_array(inputs).std() + 1e-6)
    both, one, other, none = (setup.outputs(like(inputs, each)) for each in (a + b, a, b, 0 * a))
    if not np.abs(one - none).mean() > 1e-9:
        raise UnusableSetup("rows_alike")
    bent = np.abs(both + none - one - other).max() / np.abs(one - none).mean()
    return [Seen(bent, "linear" if bent < STRAIGHT else "")]
