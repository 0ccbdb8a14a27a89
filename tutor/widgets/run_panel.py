"""What a run looks like: two curves, their numbers, and one line that says how far it has come."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from lessons.measured import Band, Measured, Summary
from tutor.plot import Curve, loss_axes
from tutor.text import Text, number
from tutor.widgets.curve_plot import CurvePlot
from tutor.widgets.line import Line

NUMBERS = (
    ("run.train", "train_accuracy"),
    ("run.held_out", "val_accuracy"),
    ("run.steps_short", "steps_to_loss_0.1"),
    ("run.loss", "final_loss"),
    ("run.gap", "interaction_gap"),
    ("run.rank", "rank_w2w1"),
)
BAR = 12  # cells


class RunPanel(Vertical):
    """Shows a run, live or done, or the medians of many. Told everything; asks and decides nothing."""

    def __init__(self, text: Text) -> None:
        super().__init__()
        self.text = text
        self.full = -1

    def compose(self) -> ComposeResult:
        with Horizontal(id="run-row"):
            yield CurvePlot(loss_axes(300), id="plot")
            yield Static(id="numbers")
        yield Static(id="run-title")
        with Horizontal(id="progress-row"):
            yield Line(id="progress")
            yield Static(id="bar")

    def show_empty(self, title: str, steps: int) -> None:
        """Before there is anything: the axes, and which mark is whose. Widgets are painted each in its turn: what an
        earlier run left goes first, so that its numbers never stand under the name of the next one.
        """
        self.query_one("#numbers", Static).update(legend(self.text))
        self.query_one("#plot", CurvePlot).show([], loss_axes(steps))
        self.query_one("#run-title", Static).update(title)

    def show_curves(
        self, steps: tuple[int, ...], healthy: tuple[float, ...], broken: tuple[float, ...]
    ) -> None:
        curves = [Curve("healthy", steps, healthy), Curve("broken", steps, broken)]
        self.query_one("#plot", CurvePlot).show(curves)

    def show_progress(self, share: float, words: str) -> None:
        self.query_one("#bar").display = True
        self.query_one("#progress", Line).show(words)
        full = int(share * BAR)
        if full != self.full:
            self.full = full
            bar = ("█" * full, "$primary"), ("░" * (BAR - full), "$muted")
            self.query_one("#bar", Static).update(Content.assemble(*bar))

    def show_words(self, words: str) -> None:
        """What Enter would do, in the place of the bar."""
        self.query_one("#progress", Line).show(words, bold=True)
        self.query_one("#bar").display = False

    def show_numbers(self, measured: Measured) -> None:
        self.query_one("#numbers", Static).update(numbers_table(self.text, measured))

    def show_median(self, measured: Measured, title: str) -> None:
        """The loss of the middle seed at every step, and the medians."""
        self.query_one("#run-title", Static).update(title)  # the name before the numbers
        steps, axes = tuple(range(measured.steps)), loss_axes(measured.steps)
        curves = [
            Curve(role, steps, losses)
            for role, losses in zip(("healthy", "broken"), measured.median_losses, strict=True)
        ]
        self.query_one("#plot", CurvePlot).show(curves, axes)
        self.show_numbers(measured)


def legend(text: Text) -> Content:
    """Which mark is whose."""
    return Content.assemble(
        ("⠒⠒ ", "bold $healthy"), (text("side.healthy"), "bold $healthy"), "\n",
        ("×  ", "bold $broken"), (text("side.broken"), "bold $broken"),
    )  # fmt: skip


def numbers_table(text: Text, measured: Measured) -> Content:
    """The numbers of a finished run, or the medians of many, healthy beside broken."""
    lines = [legend(text), Content("")]
    for words, metric in NUMBERS:
        healthy, broken = (number(middle(measured.summary(metric, side))) for side in ("healthy", "broken"))
        lines.append(
            Content.assemble(f"{text(words):<10}", (f"{healthy:>7}", "$healthy"), (f"{broken:>8}", "$broken"))
        )
    return Content("\n").join(lines)


def middle(found: Summary) -> float | None:
    return found.median if isinstance(found, Band) else None


def clock(seconds: float) -> str:
    """`0:00:07`."""
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def about(rate: float) -> str:
    """A rate in two digits: `11,000`. More would only flicker."""
    return f"{float(f'{rate:.2g}'):,.0f}"
