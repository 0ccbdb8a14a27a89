"""A lesson: the bar of stages, one stage at a time, and the one place where what happens there is recorded."""

from textual.app import ComposeResult
from textual.containers import Container

from lessons.cascade import Stage, State, can_leave
from tutor import notes
from tutor.learner import Place
from tutor.screens.frame import FramedScreen
from tutor.screens.source import SourceScreen
from tutor.stages.hints import HintsStage
from tutor.stages.observe import ObserveStage
from tutor.stages.predict import PredictStage
from tutor.stages.read import ReadStage
from tutor.stages.repair import RepairStage
from tutor.stages.run import RunStage
from tutor.stages.stage import StageView
from tutor.stages.why import WhyStage
from tutor.start import workspace
from tutor.widgets.bars import KeyLine, StageBar, TitleLine

VIEWS: dict[Stage, type[StageView]] = {
    Stage.READ: ReadStage,
    Stage.PREDICT: PredictStage,
    Stage.RUN: RunStage,
    Stage.OBSERVE: ObserveStage,
    Stage.HINTS: HintsStage,
    Stage.WHY: WhyStage,
}


class LessonScreen(FramedScreen):
    """One lesson in one mode, opened at the stage where it was left."""

    BINDINGS = [
        ("n", "next", ""),
        ("b", "back", ""),
        ("escape", "map", ""),
        ("c", "source", ""),
        *[(str(stage.value), f"go({stage.value})", "") for stage in Stage],
    ]

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place

    def anew(self) -> "LessonScreen":
        return LessonScreen(self.place)

    @property
    def state(self) -> State:
        return self.tutor.learner.state(self.place)

    @property
    def help_key(self) -> str:  # type: ignore[override]
        return f"help.stage_{self.state.stage.key}"

    def compose(self) -> ComposeResult:
        yield TitleLine(self.title_words(), f"{self.who()} ")
        yield StageBar(self.text, self.state)
        yield Container(id="stage")
        yield KeyLine()

    def title_words(self) -> str:
        number = list(self.tutor.learner.course.lessons).index(self.place.lesson.id)
        name = self.text("lesson.break", number=f"{number:02}")
        if self.place.mode == "blind":
            return f" {name} · {self.text('mode.blind')}"
        return f" {name} · {self.place.lesson.prose[self.text.language].title}"

    async def on_mount(self) -> None:
        if not self.state.opened:
            self.record("opened")
        await self.show_stage()

    def record(self, kind: str, **payload: object) -> State:
        """The journal first, then the screen."""
        state = self.tutor.learner.record(kind, self.place, **payload)
        if trouble := self.tutor.new_trouble():
            self.notify(self.text("lesson.unsaved", trouble=trouble), severity="warning", markup=False)
        return state

    async def show_stage(self) -> None:
        """Put the current stage on the screen."""
        self.keep_drafts()
        state = self.state
        box = self.query_one("#stage", Container)
        with self.app.batch_update():  # no frame in between: it would draw a stage that has just gone
            await box.remove_children()
        if box.is_attached:  # unless the learner has left in the same moment
            self.query_one(StageBar).show(state)
            await box.mount(self.view_of(state))

    def view_of(self, state: State) -> StageView:
        if state.stage == Stage.REPAIR:
            return RepairStage(self.text, self.place, state, workspace(self.tutor.learner, self.place))
        return VIEWS[state.stage](self.text, self.place, state)

    async def action_go(self, number: int) -> None:
        """To a stage: the next one if this one is done, or any that was reached before."""
        if not 1 <= number <= len(Stage):
            return
        before = self.state
        after = self.record("moved", stage=Stage(number).key) if number != before.stage else before
        if after.stage != before.stage:
            await self.show_stage()
        elif number > before.stage:
            self.notify(self.text("lesson.locked"), timeout=3)

    async def action_next(self) -> None:
        state = self.state
        if state.stage < state.furthest or can_leave(self.place.lesson, state):
            await self.action_go(state.stage + 1)
        elif state.stage < Stage.WHY:
            self.notify(self.text("lesson.locked"), timeout=3)

    async def action_back(self) -> None:
        if self.state.stage > Stage.READ:
            await self.action_go(self.state.stage - 1)

    def keep_drafts(self) -> None:
        """What is half done on this stage, before it goes from the screen."""
        for view in self.query(StageView):
            if draft := view.draft():
                self.record(draft[0], **draft[1])

    def action_map(self) -> None:
        self.keep_drafts()
        self.tutor.show_map(self)

    def action_source(self) -> None:
        """The real source of what the lesson is about."""
        self.app.push_screen(SourceScreen(self.place, pointing=False))

    # What the stages announce.

    def on_stage_view_happened(self, message: StageView.Happened) -> None:
        message.stop()
        state = self.record(message.kind, **message.payload)
        for bar in self.query(StageBar):  # none, where the learner has just left
            bar.show(state)
        for view in self.query(StageView):
            view.update_state(state)
        if message.kind == "sweep":
            self.tutor.learner.record_verdicts(self.place, str(message.payload["experiment"]))
        if message.kind in ("sweep", "repair", "reflection", "finished"):
            notes.write(self.tutor.learner, self.text)

    def on_stage_view_keys_changed(self, message: StageView.KeysChanged) -> None:
        for line in self.query(KeyLine):
            line.show(message.words)

    async def on_stage_view_onwards(self) -> None:
        await self.action_next()

    def on_stage_view_left(self) -> None:
        self.action_map()

    def on_hints_stage_point_wanted(self) -> None:
        self.app.push_screen(SourceScreen(self.place, pointing=True), self.pointed)

    def pointed(self, found: bool | None) -> None:
        """Back from the source: show the rungs with what was found."""
        for view in self.query(StageView):
            view.update_state(self.state)
