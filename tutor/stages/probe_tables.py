"""The probes as text: histogram bars, gradient norms, the hardest rows. Pure: a report in, words and bars out."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from textual.content import Content

from lessons.probing import PairReport, SideReport
from tutor.text import Text, number
from tutor.widgets.bars import shortened


@dataclass(frozen=True)
class Columns:
    """How a table shares the width that there is: a name, and one column a side."""

    name: int
    side: int

    @classmethod
    def within(cls, width: int) -> "Columns":
        name = min(28, max(20, width // 3))
        return cls(name, max(10, min(24, (width - name) // 2)))


def plain(value: float | None) -> str:
    return number(value)


def two_columns(text: Text, rows: Iterable[tuple[str, ...]], width: int) -> Content:
    """A name, the healthy value, the broken value."""
    columns = Columns.within(width)
    lines = []
    for name, healthy, broken in [("", text("side.healthy"), text("side.broken")), *rows]:
        weight = "" if name else "bold "
        lines.append(
            Content.assemble(
                f"{shortened(name, columns.name - 1):<{columns.name}}",
                (f"{healthy:<{columns.side}}", f"{weight}$healthy"),
                (broken, f"{weight}$broken"),
            )
        )
    return Content("\n").join(lines)


def nothing(text: Text, report: PairReport, width: int) -> Content:
    """The loss plot says it all."""
    return Content("")


def accuracies(text: Text, report: PairReport, width: int) -> Content:
    """The accuracies at the end of the run."""

    def share(value: float) -> str:
        return f"{100 * value:.0f} %"

    ends = [side.accuracies[-1] for side in (report.healthy, report.broken)]
    rows = [
        (text("metric.train_accuracy"), share(ends[0][1]), share(ends[1][1])),
        (text("metric.val_accuracy"), share(ends[0][2]), share(ends[1][2])),
    ]
    return two_columns(text, rows, width)


def histogram(text: Text, report: PairReport, width: int) -> Content:
    """Both histograms side by side: a row a bin, the bin's middle, a bar."""
    half = min(36, width // 2)
    names = [(f"{text('side.healthy'):<{half}}", "bold $healthy"), (text("side.broken"), "bold $broken")]
    lines = [Content.assemble(*names)]
    sides = (bar_lines(side, half - 14) for side in (report.healthy, report.broken))
    for healthy, broken in zip(*sides, strict=True):
        lines.append(Content.assemble((f"{healthy:<{half}}", "$healthy"), (broken, "$broken")))
    return Content("\n").join(lines)


def bar_lines(side: SideReport, longest: int) -> list[str]:
    counts, edges = side.histogram
    most = max(counts) or 1
    middles = [(low + high) / 2 for low, high in pairwise(edges)]
    return [
        f"{middle:>7.2f} {'█' * round(longest * count / most):<{longest}} {count}"
        for middle, count in zip(middles, counts, strict=True)
    ]


def gradients(text: Text, report: PairReport, width: int) -> Content:
    """The norm of each parameter's gradient at the end of training."""
    names = report.healthy.gradient_norms
    return two_columns(
        text,
        [
            (name, number(report.healthy.gradient_norms[name]), number(report.broken.gradient_norms[name]))
            for name in names
        ],
        width,
    )


def hardest(text: Text, report: PairReport, width: int) -> Content:
    """The held-out rows that cost the broken model most, and what each model says.

    Where there is no room for the healthy model's words, its mark alone says whether it is right.
    """
    roomy = width >= 68
    names = [
        (f"{text('observe.form_right'):<19}", "bold"),
        (f"{text('side.broken'):<20}{text('run.loss'):>7}  ", "bold $broken"),
        (text("side.healthy"), "bold $healthy"),
    ]
    lines = [Content.assemble(*names)]
    for row in report.hardest:
        broken, healthy = (("✓" if said == row.right else "✗") for said in (row.broken, row.healthy))
        lines.append(
            Content.assemble(
                f"{row.right:<19}",
                (f"{broken} {row.broken:<18}{number(row.broken_loss):>7}  ", "$broken"),
                (f"{healthy} {row.healthy if roomy else ''}", "$healthy"),
            )
        )
    return Content("\n").join(lines)


TABLES: Mapping[str, Callable[[Text, PairReport, int], Content]] = {
    "curves": nothing,
    "accuracy": accuracies,
    "hidden": histogram,
    "gradients": gradients,
    "hardest": hardest,
}
