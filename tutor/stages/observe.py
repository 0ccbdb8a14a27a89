"""Observe: what was said beside what happened, and one key away each thing that can be measured on the two models."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from lessons.measured import from_record
from lessons.probing import PairReport
from tutor.plot import Axes, Curve, loss_axes, share_axes
from tutor.stages import probe_tables
from tutor.stages.stage import StageView
from tutor.stages.verdict_table import verdict_table
from tutor.widgets.curve_plot import CurvePlot
from tutor.widgets.prose import Prose
from tutor.wording import measured_words

VIEWS = ("verdicts", "curves", "accuracy", "hidden", "rank", "gap", "gradients", "hardest")
PLOTS = ("curves", "accuracy")


class ObserveStage(StageView):
    """Eight views of the same runs, leafed through with ←→."""

    BINDINGS = [
        ("right", "turn(1)", ""),
        ("left", "turn(-1)", ""),
        ("t", "task", ""),
        ("enter", "turn(1)", ""),
    ]

    @dataclass
    class Measured(Message):
        """The reports of a pair of every experiment are there."""

        reports: dict[str, PairReport]

    def compose(self) -> ComposeResult:
        yield Static(id="view-title", classes="heading")
        with VerticalScroll(id="view"):
            yield Prose("", id="caption")
            yield CurvePlot(loss_axes(300), id="plot")
            yield Static(id="table")

    def begin(self) -> None:
        self.view = 0
        self.experiments = list(self.place.lesson.experiments)
        self.experiment = self.experiments[-1]
        self.reports: dict[str, PairReport] = {}
        seed = self.state.seeds_run[-1][1] if self.state.seeds_run else 0
        self.run_worker(lambda: self.measure(seed), thread=True, exclusive=True)
        self.query_one("#view").focus()
        self.show_view()

    def measure(self, seed: int) -> None:
        """In a worker thread: the same runs again, bit for bit, and a look inside."""
        from lessons.experiment import PairedRun
        from lessons.probing import report

        worker = get_current_worker()
        reports = {}
        for name, experiment in self.place.lesson.experiments.items():
            run = PairedRun(self.place.lesson.broken, experiment, seed)
            for _ in run:
                if worker.is_cancelled:
                    return
            reports[name] = report(run)
        self.post_message(self.Measured(reports))

    def on_observe_stage_measured(self, message: Measured) -> None:
        self.reports = message.reports
        self.show_view()

    def action_turn(self, step: int) -> None:
        self.view = (self.view + step) % len(VIEWS)
        self.show_view()

    def action_task(self) -> None:
        self.experiment = self.experiments[
            (self.experiments.index(self.experiment) + 1) % len(self.experiments)
        ]
        self.show_view()

    def keys(self) -> str:
        return self.text("observe.keys")

    def show_view(self) -> None:
        """The view whose turn it is."""
        name = VIEWS[self.view]
        title = self.text(f"observe.{name}")
        about = "" if name == "verdicts" else f" · {self.experiment}"
        self.query_one("#view-title", Static).update(f"{self.view + 1}/{len(VIEWS)} · {title}{about}")
        caption = self.page.sections["observe" if name == "verdicts" else f"probe {name}"]
        self.query_one("#caption", Prose).update(caption)
        self.query_one("#plot").display = name in PLOTS
        self.query_one("#table", Static).update(self.table(name))
        if name in PLOTS:
            self.show_plot(name)
        self.query_one("#view", VerticalScroll).scroll_home(animate=False)

    @property
    def room(self) -> int:
        """The columns that a table may fill."""
        return max(40, self.size.width - 4)

    def on_resize(self) -> None:
        self.show_view()

    def table(self, name: str) -> Content:
        if name == "verdicts":
            return verdict_table(self.text, self.page, self.place, self.state)
        if self.experiment not in self.reports:
            return Content(self.text("observe.loading"))
        report = self.reports[self.experiment]
        if name in ("rank", "gap"):
            return self.two_numbers("rank_w2w1" if name == "rank" else "interaction_gap", report)
        return probe_tables.TABLES[name](self.text, report, self.room)

    def show_plot(self, name: str) -> None:
        report = self.reports.get(self.experiment)
        if report is None:
            return
        curves = []
        for role, side in (("healthy", report.healthy), ("broken", report.broken)):
            if name == "curves":
                curves.append(Curve(role, tuple(range(len(side.losses))), side.losses))
            else:
                steps = tuple(step for step, _, _ in side.accuracies)
                curves.append(Curve(role, steps, tuple(held_out for _, _, held_out in side.accuracies)))
        axes: Axes = loss_axes(report.steps) if name == "curves" else share_axes(report.steps)
        self.query_one("#plot", CurvePlot).show(curves, axes)

    def two_numbers(self, metric: str, report: PairReport) -> Content:
        """One measurement of this run, and over all the seeds of both tasks."""
        of = "rank" if metric == "rank_w2w1" else "gap"
        once = getattr(report.healthy, of), getattr(report.broken, of)
        rows = [(self.text("observe.once", seed=report.seed), *map(probe_tables.plain, once))]
        for task in self.experiments:
            sides = [
                from_record(self.state.record.get(task, {}).get(metric, {}).get(side, {}))
                for side in ("healthy", "broken")
            ]
            seeds = self.text("observe.seeds", seeds=self.place.lesson.experiments[task].seeds)
            rows.append((f"{task}, {seeds}", *map(measured_words, sides)))
        return probe_tables.two_columns(self.text, rows, self.room)
