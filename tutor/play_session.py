"""Play: one learner with the knobs of a model. Acts go in, pages come out, and findings are kept."""

from dataclasses import replace

from lessons.course.course import Course
from lessons.course.knob_settings import Beginning, beginning_of, beginning_of_task, experiment_of
from lessons.course.knobs import KNOBS, Found, PlayAct, Tried, nearest_task
from lessons.course.lesson import Edit, Prose
from lessons.course.page import Page, Train, Tune
from lessons.course.play import Play, Playing
from progress.sentence import inert
from tutor import notes
from tutor.emergency import trouble_words
from tutor.learner import Learner
from tutor.pack_runs import run_of, trouble_of
from tutor.training import Before, PlayRun
from tutor.words.course import known_title
from tutor.words.text import Text

LONGEST = 40  # letters of a name that is said again


def no_task_words(name: str, text: Text) -> str:
    tasks, shown = ", ".join(KNOBS["task"]), inert(name)[:LONGEST]
    if near := nearest_task(name):
        return text("play.no_task", name=shown, nearest=near, tasks=tasks)
    return text("play.no_such_task", name=shown, tasks=tasks)


PROSE = Prose("", {})  # an experiment of one's own has no words of a lesson
FIRST_TASK = "xor"


class PlaySession:
    """The knobs as they stand, what was tried last, and what it is compared with."""

    def __init__(self, learner: Learner, text: Text, task: str = "", lesson: str = "") -> None:
        self.learner, self.text = learner, text
        self.first = beginning(learner.course, task, lesson)
        self.playing = Playing(self.first.values)
        self.before: Before = ()  # what the next try is compared with

    @property
    def prose(self) -> Prose:
        return PROSE

    @property
    def play(self) -> Play:
        breaks = breaks_of(self.learner.course, self.first.lesson if self.first.is_broken else "")
        headings = self.learner.course.headings
        titles = {
            name: known_title(headings[name], self.learner.course, self.text, self.learner.knows_edit(name))
            for name in breaks
        }
        return Play(self.first, breaks, titles)

    @property
    def page(self) -> Page:
        return self.play.page(self.playing, self.text)

    @property
    def want(self) -> Tune:
        want = self.page.want
        assert isinstance(want, Tune)
        return want

    def do(self, act: PlayAct) -> Page:
        """Do an act; a finding is in the journal and in the notes before this returns."""
        if isinstance(act, Found):
            self.keep(act)
        self.playing = self.play.after(self.playing, act)
        return self.page

    def keep(self, found: Found) -> None:
        """Write a finding with its settings and figures."""
        values, now = self.playing.about, self.playing.now
        figures = dict(now.figures) if now else {}
        settings = dict(values) | ({"lesson": self.first.lesson} if self.first.lesson else {})
        self.learner.keep_finding(replace(found, settings=settings, figures=figures))
        notes.write(self.learner, self.text)

    def kept_words(self) -> str:
        """Return where a finding is, in words; or why it could not be saved yet."""
        if trouble := trouble_words(self.learner, self.text):
            return self.text("play.kept_nowhere", trouble=trouble)
        return self.text("play.kept", file=str(self.learner.folder / "notes" / "breaks.md"))

    # Trying.

    def train(self, want: Train) -> PlayRun:
        return self.training(want)

    def training(self, want: Train) -> PlayRun:
        pack = self.learner.course.pack_of(self.first.lesson)
        return run_of(pack, PlayRun, want, PROSE, self.text, self.playing.values, self.compared())

    def compared(self) -> Before:
        """Return what was tried before, as far as it can be compared with what the knobs say now."""
        now = self.playing.now
        same = now is not None and now.values["task"] == self.playing.values["task"]
        return self.before if same else self.before[:1]

    def wanted(self) -> Train:
        """Return what Enter trains. Raises LessonError for a break that cannot be loaded."""
        values = self.playing.values
        return Train(experiment_of(self.first, values, self.edits_of), int(values["seed"]))

    def edits_of(self, lesson: str) -> tuple[Edit, ...]:
        return self.learner.course.lessons[lesson].edits

    def ended(self, training: PlayRun, tried: Tried | None = None) -> Page:
        """Take in what came of a try; from here on the next one is compared with it."""
        self.before = training.kept()
        ended = Tried(self.playing.values, {}, 0, trouble=trouble_of(training, self.text))
        return self.do(tried or training.act() or ended)


def beginning(course: Course, task: str, lesson: str) -> Beginning:
    """Return a lesson's experiment, or a task with a small network."""
    if lesson:
        return beginning_of(course.lessons[lesson])
    return beginning_of_task(task or FIRST_TASK)


def breaks_of(course: Course, own: str) -> tuple[str, ...]:
    """Return every break of the built-in course, that of the lesson first; of a pack, the lesson's own alone."""
    names = [heading.id for heading, mode in course.openings() if mode == "blind" and not course.pack_of(heading.id)]
    return tuple(dict.fromkeys([*([own] if own else []), *names]))
