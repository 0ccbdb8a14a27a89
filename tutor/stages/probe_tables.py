"""The probes as text: histogram bars, gradient norms, the hardest rows. Pure: a report in, words and bars out."""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from textual.content import Content

from lessons.probing import PairReport, SideReport
from tutor.text import Text, number

BAR = 22


def plain(value: float | None) -> str:
    return number(value)


def two_columns(text: Text, rows: Iterable[tuple[str, ...]]) -> Content:
    """A name, the healthy value, the broken value."""
    lines = [head(text)]
    for name, healthy, broken in rows:
        lines.append(Content.assemble(f"{name:<28}", (f"{healthy:<24}", "$healthy"), (broken, "$broken")))
    return Content("\n").join(lines)


def head(text: Text) -> Content:
    return Content.assemble(
        f"{'':<28}", (f"{text('side.healthy'):<24}", "bold $healthy"), (text("side.broken"), "bold $broken")
    )


def nothing(text: Text, report: PairReport) -> Content:
    """The loss plot says it all."""
    return Content("")


def accuracies(text: Text, report: PairReport) -> Content:
    """The accuracies at the end of the run."""

    def share(value: float) -> str:
        return f"{100 * value:.0f} %"

    ends = [side.accuracies[-1] for side in (report.healthy, report.broken)]
    rows = [
        (text("metric.train_accuracy"), share(ends[0][1]), share(ends[1][1])),
        (text("metric.val_accuracy"), share(ends[0][2]), share(ends[1][2])),
    ]
    return two_columns(text, rows)


def histogram(text: Text, report: PairReport) -> Content:
    """Both histograms side by side: a row a bin, the bin's middle, a bar."""
    left, right = bar_lines(report.healthy), bar_lines(report.broken)
    lines = [
        Content.assemble(
            (f"{text('side.healthy'):<36}", "bold $healthy"), (text("side.broken"), "bold $broken")
        )
    ]
    for healthy, broken in zip(left, right, strict=True):
        lines.append(Content.assemble((f"{healthy:<36}", "$healthy"), (broken, "$broken")))
    return Content("\n").join(lines)


def bar_lines(side: SideReport) -> list[str]:
    counts, edges = side.histogram
    most = max(counts) or 1
    middles = [(low + high) / 2 for low, high in pairwise(edges)]
    return [
        f"{middle:>7.2f} {'█' * round(BAR * count / most):<{BAR}} {count}"
        for middle, count in zip(middles, counts, strict=True)
    ]


def gradients(text: Text, report: PairReport) -> Content:
    """The norm of each parameter's gradient at the end of training."""
    names = report.healthy.gradient_norms
    return two_columns(
        text,
        [
            (name, number(report.healthy.gradient_norms[name]), number(report.broken.gradient_norms[name]))
            for name in names
        ],
    )


def hardest(text: Text, report: PairReport) -> Content:
    """The held-out rows that cost the broken model most, and what each model says."""
    lines = [
        Content.assemble(
            (f"{text('observe.form_right'):<20}", "bold"),
            (f"{text('side.broken'):<22}{text('run.loss'):>7}   ", "bold $broken"),
            (text("side.healthy"), "bold $healthy"),
        )
    ]
    for row in report.hardest:
        broken, healthy = (("✓" if said == row.right else "✗") for said in (row.broken, row.healthy))
        lines.append(
            Content.assemble(
                f"{row.right:<20}",
                (f"{broken} {row.broken:<20}{number(row.broken_loss):>7}   ", "$broken"),
                (f"{healthy} {row.healthy}", "$healthy"),
            )
        )
    return Content("\n").join(lines)


TABLES: Mapping[str, Callable[[Text, PairReport], Content]] = {
    "curves": nothing,
    "accuracy": accuracies,
    "hidden": histogram,
    "gradients": gradients,
    "hardest": hardest,
}
