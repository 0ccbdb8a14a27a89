"""Play: one learner with the knobs of a model. Acts go in, pages come out, and findings are kept."""

from dataclasses import replace
from functools import cached_property

from lessons.course.lesson.film import Frame
from lessons.course.lesson.lesson import Prose
from lessons.course.lesson.page import Page, Train, Tune
from lessons.course.lesson.pictures import Picture
from lessons.course.lesson.summaries import Record
from lessons.course.play.comparison import Pairing, pairing
from lessons.course.play.knob_settings import beginning_of, beginning_of_task, experiment_of
from lessons.course.play.knobs import KNOBS, MINE, Before, Found, PlayAct, Tried, Try, Values, nearest_task, task_called
from lessons.course.play.play import Play, Playing
from lessons.course.play.rows import OwnRows
from lessons.course.play.rows_words import rows_lines
from lessons.engine.job import Job
from lessons.engine.process import Process
from progress.sentence import inert
from tutor import emergency, notes
from tutor.exits import WRONG_USAGE, Refused
from tutor.learner import Learner
from tutor.own_change import OwnChange, edits_of
from tutor.own_rows import is_there, names_file, rows_in
from tutor.training import HERE, Controls, Doer, JobRun, doer_of
from tutor.words.text import Text, known_title

LONGEST = 40  # letters of a name that is said again
FIRST_TASK = "xor"  # where none is asked for


def chosen_task(name: str | None, text: Text, label: str = "") -> str | OwnRows:
    """Return the task that is asked for, or the first one; of a file its rows. Raises Refused for what there is not."""
    task = task_called(name) if name else FIRST_TASK
    if name and (names_file(name) or (not task and is_there(name))):
        return rows_in(name, label, text)
    if not task:
        raise Refused(no_task_words(str(name), text), WRONG_USAGE)
    return task


def no_task_words(name: str, text: Text) -> str:
    tasks, shown = ", ".join(KNOBS["task"]), inert(name)[:LONGEST]
    if near := nearest_task(name):
        return text("play.no_task", name=shown, nearest=near, tasks=tasks)
    return text("play.no_such_task", name=shown, tasks=tasks)


class PlaySession:
    """The knobs as they stand, what was tried last, and what it is compared with."""

    prose = Prose("", {})  # an experiment of one's own has no words of a lesson

    def __init__(self, learner: Learner, text: Text, task: str | OwnRows = "", lesson: str = "") -> None:
        self.learner, self.text = learner, text
        course = learner.course
        self.first = beginning_of(course.lessons[lesson]) if lesson else beginning_of_task(task or FIRST_TASK)
        self.playing = Playing(self.first.values)
        pack = course.pack_of(self.first.lesson)
        self.watcher = doer_of(pack) if pack else HERE
        self.change = OwnChange(learner, text)
        self.before: Before = ()  # what the next try is compared with
        self.is_told = False  # what there is to say of a file

    def rows_to_tell(self) -> str:
        """Say what was read of a file, once, before the first training; `""` without one."""
        own = None if self.is_told else self.play.own
        self.is_told = True
        return "\n".join((*rows_lines(own, self.text), "", self.text("rows.go_on"))) if own else ""

    def open_rows(self, own: OwnRows) -> None:
        """Begin anew with rows of one's own."""
        self.first, self.watcher, self.before = beginning_of_task(own), HERE, ()
        self.playing, self.is_told = Playing(self.first.values), False

    @property
    def play(self) -> Play:
        """Return the knobs; their breaks are the lesson's own, also a pack's, and then all of the built-in course."""
        course = self.learner.course
        own = [self.first.lesson] if self.first.is_broken else []
        built_in = [each.id for each, mode in course.openings() if mode == "blind" and not course.pack_of(each.id)]
        titles = {
            name: known_title(course.headings[name], course, self.text, self.learner.knows_edit(name))
            for name in (*own, *built_in)
        }
        return Play(self.first, tuple(titles), titles)

    @property
    def page(self) -> Page:
        return self.play.page(self.playing, self.text)

    def page_now(self, values: Values, now: Record) -> Page:
        """Return the page while these values are tried: what that has come to stands beside the last try."""
        arms = {metric: arms.values() for metrics in now.values() for metric, arms in metrics.items()}
        middles = {metric: next(iter(bands)).get("median") for metric, bands in arms.items()}
        figures = {metric: middle for metric, middle in middles.items() if middle is not None}
        return self.play.page(self.play.after(self.playing, Tried(values, figures, 0)), self.text)

    @property
    def want(self) -> Tune:
        want = self.page.want
        assert isinstance(want, Tune)
        return want

    def do(self, act: PlayAct) -> Page:
        """Do an act; a finding is in the journal and in the notes before this returns."""
        if isinstance(act, Found):
            now = self.playing.now
            settings = dict(self.playing.about) | ({"lesson": self.first.lesson} if self.first.lesson else {})
            if settings["break"] == MINE:
                settings["change"] = self.change.words
            self.learner.keep_finding(act.text, settings, dict(now.figures) if now else {})
            notes.write(self.learner, self.text)
        self.playing = self.play.after(self.playing, act)
        return self.page

    def pairing(self, knob: str = "") -> Pairing:
        """Return what can be compared now, measured as last time; before anything was turned, values of this knob."""
        found = pairing(self.play, self.playing, knob)
        may_be = {knob.id: knob.values for knob in found.knobs(self.text)}
        measured = {name: value for name, value in self.learner.compared.items() if value in may_be[name]}
        return replace(found, chosen={**found.chosen, **measured})

    def finding_about(self) -> str:
        """Say what a finding that is kept now is about; and the line to share, once something was turned."""
        about, found = self.text("play.finding_about", settings=self.want.finding), self.pairing()
        return f"{about}\n{found.comparison.share_words(self.text)}" if len(found.tried) > 1 else about

    def kept_words(self) -> str:
        return emergency.kept_words(self.learner, self.text)

    def training(self, want: Train, controls: Controls | None = None) -> JobRun:
        """Return a try, which is drawn while it trains where somebody has its controls."""
        given = self.prose, self.text, controls is not None, self.playing.values, self.compared()
        job = Job("lessons.runs.live:try_out", (want.experiment, want.seed, *given), Frame | Try, True)
        return JobRun(job, self.trainer(want), self.text, controls)

    train = training  # there are no predictions to lock

    @cached_property
    def limited(self) -> Process:
        """The process of a learner's own code."""
        return doer_of(of_pack=True)

    def trainer(self, want: Train) -> Doer:
        return self.limited if any(arm.own for arm in want.experiment.arms) else self.watcher

    def untried(self, want: Train) -> JobRun:
        """Return the job that draws a model before its first step."""
        inputs = want.experiment, want.seed, self.prose, self.text, self.compared()
        return JobRun(Job("lessons.runs.live:before_try", inputs, tuple[Picture, ...]), self.trainer(want), self.text)

    def compared(self) -> Before:
        """Return the curves of earlier tries that can be compared with the knobs as they stand."""
        now = self.playing.now
        same = now is not None and now.values["task"] == self.playing.values["task"]
        return self.before if same else self.before[:1]

    def wanted(self) -> Train:
        """Return the run that Enter trains. Raises LessonError for a break that cannot be loaded."""
        values = self.playing.values
        return Train(experiment_of(self.first, values, edits_of(self.learner, self.change)), int(values["seed"]))

    def ended(self, run: JobRun) -> Page:
        """Take in what came of a try; from here on the next one is compared with it."""
        trouble = self.text("play.mine_ended") if run.doer is self.limited else run.trouble
        attempt = run.outcome or Try(Tried(self.playing.values, {}, 0, trouble=trouble))
        self.before = attempt.kept
        return self.do(attempt.act)
