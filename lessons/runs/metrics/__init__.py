"""Metrics: what is measured on a trained model. Each is a function of one run; what it means stands in the vocabulary.

What a model lacks has no value (None): a rank without two layers, an accuracy without classes.
"""

from collections.abc import Callable, Mapping, Sequence

from lessons.runs.edits import healthy_library
from lessons.runs.metrics import (
    accuracy,
    data,
    features,
    gradients,
    linear,
    losses,
    memory,
    midpoints,
    nudges,
    pieces,
    pruning,
    separability,
    sureness,
    verbs,
    waves,
    weights,
)
from lessons.runs.trained import Trained
from lessons.summaries import Value

OF_WHAT_HAPPENED = ("outcome", "curve", "first_difference")  # a run that raised has these, too


def measure(run: Trained, metrics: Sequence[str]) -> dict[str, Value]:
    """Measure each of these metrics."""
    return {metric: measure_one(run, metric) for metric in metrics}


def measure_one(run: Trained, metric: str) -> Value:
    """Measure one metric; its argument, if it has one, stands after a colon."""
    name, _, argument = metric.partition(":")
    if run.trouble and name not in OF_WHAT_HAPPENED:
        return None
    try:
        value = METRICS[name](run, argument) if argument else METRICS[name](run)
    except Exception:
        if run.library is healthy_library():
            raise
        return None  # an edited line may raise anything, also while it is measured
    return value if value is None or isinstance(value, str) else float(value)


METRICS: Mapping[str, Callable[..., Value]] = {
    "train_accuracy": accuracy.train_accuracy,
    "val_accuracy": accuracy.val_accuracy,
    "final_loss": losses.final_loss,
    "val_loss": losses.val_loss,
    "steps_to_loss": losses.steps_to_loss,
    "steps_to_loss_0.1": losses.steps_to_loss,
    "outcome": losses.outcome,
    "solved": accuracy.solved,
    "curve": losses.curve,
    "loss_difference": losses.loss_difference,
    "label_entropy": data.label_entropy,
    "baseline": data.baseline,
    "ceiling": data.ceiling,
    "share_decided": accuracy.share_decided,
    "decided_accuracy": accuracy.decided_accuracy,
    "undecided_accuracy": accuracy.undecided_accuracy,
    "gradient_norm": gradients.gradient_norm,
    "gradient_zeros": gradients.gradient_zeros,
    "weight_norm": weights.weight_norm,
    "weight_movement": weights.weight_movement,
    "feature_movement": features.feature_movement,
    "linearised_accuracy": linear.linearised_accuracy,
    "linearisation_gap": linear.linearisation_gap,
    "dead_units": features.dead_units,
    "largest_hidden": features.largest_hidden,
    "layer_mean": features.layer_mean,
    "layer_spread": features.layer_spread,
    "sparsity": features.sparsity,
    "negative_slopes": features.negative_slopes,
    "least_slope": features.least_slope,
    "pieces": pieces.pieces,
    "separable": separability.separable,
    "best_line": separability.best_line,
    "rank_w2w1": weights.rank_w2w1,
    "shape_w2w1": weights.shape_w2w1,
    "interaction_gap": linear.interaction_gap,
    "nearest_alike": verbs.nearest_alike,
    "gradcheck_error": gradients.gradcheck_error,
    "output_spread": features.output_spread,
    "first_difference": losses.first_difference,
    "train_error": losses.train_error,
    "val_error": losses.val_error,
    "labelings": separability.labelings,
    "all_labelings": separability.all_labelings,
    "parameter_mean": weights.parameter_mean,
    "bits_kept": memory.bits_kept,
    "sureness": sureness.sureness,
    "temperature": sureness.temperature,
    "first_loss": losses.first_loss,
    "first_gradient": gradients.first_gradient,
    "classes_used": accuracy.classes_used,
    "parameters": weights.parameters,
    "choosing_accuracy": accuracy.choosing_accuracy,
    "fresh_accuracy": accuracy.fresh_accuracy,
    "renamed_accuracy": accuracy.renamed_accuracy,
    "alone_accuracy": accuracy.alone_accuracy,
    "different_alone": accuracy.different_alone,
    "off_line": linear.off_line,
    "directions": features.directions,
    "strongest_wave": waves.strongest_wave,
    "outputs_apart": features.outputs_apart,
    "above_baseline": accuracy.above_baseline,
    "midpoint": midpoints.midpoint,
    "largest_error": losses.largest_error,
    "pruned_accuracy": pruning.pruned_accuracy,
    "flipped": nudges.flipped,
    "flipped_at_random": nudges.flipped_at_random,
    "row_share": losses.row_share,
}
