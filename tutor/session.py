"""One learner in one lesson: the only thing that views talk to. It writes the journal, and knows what follows."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from lessons.course.asking.measurements import experiment_words
from lessons.course.course import LessonMode
from lessons.course.lesson import state as acts
from lessons.course.lesson.film import Frame, Outcome
from lessons.course.lesson.glossary import Term
from lessons.course.lesson.lesson import Experiment, Prose
from lessons.course.lesson.page import Ask, Block, Change, Look, Onward, Page, Train, Words
from lessons.course.lesson.pictures import Picture
from lessons.course.lesson.source import Place, about, healthy_text, nearness, source
from lessons.course.lesson.summaries import Record
from lessons.course.lesson.values import LessonError
from lessons.course.steps import flow, hints, recipes
from lessons.course.steps.glossary_marks import first_uses, marked, marked_blocks, terms_on
from lessons.course.steps.lesson_links import Lessons, lesson_entries, lessons_on, linked
from lessons.course.steps.plan import SEED, LessonStep, Steps
from lessons.course.steps.steps import Run
from lessons.engine.job import Job
from lessons.format.glossary import terms_for
from progress.claim import SessionClaim
from tutor import consequences, notes, pack_code
from tutor.course_rows import map_words
from tutor.figures import figured
from tutor.instruments import InstrumentReader
from tutor.learner import Draft, Learner
from tutor.training import HERE, Controls, Doer, JobRun, doer_of
from tutor.words.text import Text, owner_words
from tutor.workbench import Workbench

SHOWN = Frame | Outcome  # what comes of a run


class Session:
    """Pages to show, and acts to do. The journal is on the disk before `do` returns."""

    def __init__(
        self, learner: Learner, place: LessonMode, text: Text, steps: Steps | None = None, is_visit: bool = False
    ) -> None:
        if pack := pack_code.pack_to_ask(learner, place.lesson.id):  # the views ask before they open one
            raise LessonError(text("pack.not_agreed", pack=pack.id))
        self.pack = learner.course.pack_of(place.lesson.id)
        place = LessonMode(figured(place.lesson, self.pack is not None, text), place.mode)
        self.learner, self.place, self.text, self.is_visit = learner, place, text, is_visit
        self.process = doer_of(self.pack)
        self.steps = steps or recipes.steps_of(place)
        self.edits = place.lesson.edits  # of the library that is looked at here
        self.workbench = Workbench(learner.folder, place)
        self.left: Place | None = None  # where the source was left, to point at a line
        self.looking = ""  # the question that is looked at again
        self.instruments = InstrumentReader(place.lesson, self.process, self.watched)
        self.drafts = learner.half_answers.setdefault(place.key, {})
        self.begins_anew()
        self.claim = None if self.steps.review else SessionClaim(learner.folder, place.key)  # a review writes over none
        self.took_over = self.claim.before if self.claim else None
        self.draft = Draft(learner.folder, place)
        if self.claim and (words := self.draft.found()):
            self.do(acts.Wrote(words))

    @property
    def state(self) -> acts.State:
        return replace(self.learner.state(self.place), looking=self.looking)

    def code(self, file: str) -> str:
        """Return a file as the edited library has it; once the repair has passed, as the healthy one has it."""
        return healthy_text(file) if "repair" in self.state.passed else source(self.edits, file)

    def about(self, pointing: bool = False) -> Place:
        """Return the line on which the source opens: the page's subject; or, to point, where to look."""
        if not pointing:
            return about(self.page, self.edits, hides_edit=self.place.mode == "blind" and not self.state.found)
        return hints.place_to_point(self.step.id, self.place.lesson, self.state, self.left)

    @property
    def prose(self) -> Prose:
        return self.place.lesson.prose[self.text.language]

    @property
    def step(self) -> LessonStep:
        return self.steps.all[self.state.here]

    @property
    def is_at_end(self) -> bool:
        return self.state.here + 1 == len(self.steps.all)

    @property
    def page(self) -> Page:
        """Return the page to see and act on now: a pure function of the lesson and the journal."""
        page = self.step.page(self.steps, self.state, self.text)
        if not self.steps.review:
            page = linked(marked(page, first_uses(self.place, self.text, self.terms)), self.lessons)
        match page.want:
            case Change():
                own = self.workbench.own_text() or page.want.text
                gap = hints.first_gap(own) if page.want.is_lab else 0
                return replace(page, want=replace(page.want, text=own, line=page.want.fault or gap or page.want.line))
            case Onward() if self.step.kind == "observe" and not self.step.id.startswith("observe-inside"):
                name = self.text("own.title")
                found = (Look("own", name, each) for each in self.experiments if self.own_lab(each))
                return replace(page, looks=(*page.looks, *found))
            case Ask(question) if question.id in self.drafts:
                answer, confidence = self.drafts[question.id]
                return replace(page, want=replace(page.want, answer=answer, confidence=confidence))
        return page

    @property
    def terms(self) -> tuple[Term, ...]:
        return terms_for(self.place.lesson, self.text.language)

    @property
    def terms_here(self) -> tuple[Term, ...]:
        return (*lessons_on(self.page, self.lessons), *terms_on(self.page, self.terms))

    @property
    def lessons(self) -> Lessons:
        learner, text = self.learner, self.text
        told = partial(map_words, learner=learner, text=text)
        return lesson_entries(learner.course, self.place.lesson.id, text.language, told)

    def do(self, act: acts.Act) -> Page:
        """Write an act to the journal, and what follows from it; then give the page there is now."""
        self.record(act)
        self.looking = ""
        if isinstance(act, acts.Predicted):
            self.drafts.pop(act.question, None)
        for next_act in self.following(act):
            self.record(next_act)
        if isinstance(act, acts.Wrote):
            self.draft.remove()
        if isinstance(act, (acts.Swept, acts.Judged, acts.Wrote, acts.Finished)):
            notes.write(self.learner, self.text)
        return self.page

    def record(self, act: acts.Act) -> None:
        self.learner.record(act, self.place, self.is_visit)

    def following(self, act: acts.Act) -> Iterator[acts.Act]:
        return consequences.of(act, self.steps, lambda: self.state)

    def close(self) -> None:
        if self.claim:
            self.claim.give_back()

    def opening_words(self) -> tuple[str, ...]:
        """Return the notices shown on opening: taken over from another window, pages in another language."""
        before, self.took_over = self.took_over, None
        elsewhere = owner_words("took_over", before, self.text) if before else ""
        return tuple(filter(None, (elsewhere, pack_code.language_words(self.learner, self.place, self.text))))

    def gone_elsewhere(self) -> str:
        """Return a notice if a newer window took this lesson over, else `""`."""
        newer = self.claim.newer() if self.claim else None
        return owner_words("gone", newer, self.text) if newer else ""

    def keep_code(self, code: str) -> None:
        """Keep a draft of the learner's code; what was written elsewhere is newer, unless this is the newest window."""
        if not self.workbench.draft(code) and not self.gone_elsewhere():
            self.workbench.keep(code)

    def keep_words(self, words: str) -> None:
        """Keep what is being typed in the draft; that of a newer window stays."""
        if not self.gone_elsewhere():
            self.draft.keep(words)

    def words_to_keep(self, words: str, before: str) -> acts.Wrote | None:
        """Return the words that were typed where `before` stood, as an act; those of a newer window stay."""
        now, gone = self.state.words.get(self.step.id, ""), self.gone_elsewhere()
        if now == words and not gone:
            self.draft.remove()
        return None if now == words or (gone and now not in (before, self.draft.words)) else acts.Wrote(words)

    def begins_anew(self) -> bool:
        """Open the lesson where it is not: at first, or where it was reset elsewhere; tell whether it was so."""
        if is_new := not self.state.opened:
            self.drafts.clear()
            self.do(acts.Opened())
        return is_new

    def onward(self) -> Page:
        """Go to the next step, if this one is done; at the last one the lesson is finished."""
        if not self.is_at_end:
            return self.go(self.state.here + 1)
        return self.page if self.state.finished else self.do(acts.Finished())

    def go(self, number: int) -> Page:
        """Go to a step by its number from 0, where it may be entered; otherwise stay."""
        if number == self.state.here or not 0 <= number < len(self.steps.all):
            return self.page
        move = acts.Moved(self.steps.all[number].id)
        return self.page if flow.advance(self.steps, self.state, move) == self.state else self.do(move)

    def why_not_yet(self, number: int) -> str:
        """Say what has to be done before a step can be entered; `""` if it can be."""
        return flow.why_not_yet(self.steps, self.state, number, self.text)

    def look_again(self, question: str) -> Page:
        self.looking = question
        return self.page

    def train(self, want: Train, controls: Controls | None = None) -> JobRun:
        """Begin a run; the predictions of its round are locked first. The view drives it, and does its act."""
        open_answers = set(self.state.answers) - self.state.locked
        has_open_answers = any(each.id in open_answers for each in self.steps.about(self.step.id) if not each.inside)
        if self.step.trains and (has_open_answers or self.step.id not in self.state.begun):
            self.do(acts.Locked(self.step.id))
        return self.training(want, controls)

    def training(self, want: Train, controls: Controls | None = None) -> JobRun:
        """Return a run, which is drawn while it trains where somebody has its controls."""
        experiment = self.steps.with_bets(want.experiment, self.state)
        words = self.prose, self.text, controls is not None
        if want.seed is None:
            job = Job("lessons.runs.live:sweep_seen", (experiment, self.seeds(want), *words), SHOWN, True)
            return JobRun(job, self.process, self.text, controls)
        may_name = self.steps.may_name_difference(experiment)
        job = Job("lessons.runs.live:watch", (experiment, want.seed, *words, may_name), SHOWN, True)
        return JobRun(job, self.watcher, self.text, controls)

    def before(self, want: Train) -> JobRun:
        """Return the job that draws what there is to see before the first step of a seed."""
        inputs = self.steps.with_bets(want.experiment, self.state), want.seed, self.prose, self.text
        return JobRun(Job("lessons.runs.live:before", inputs, tuple[Picture, ...]), self.watcher, self.text)

    @property
    def watcher(self) -> Doer:
        """Return who trains what is watched: a thread, but for a pack's code."""
        return self.process if self.pack else HERE

    def run_title(self, want: Train) -> str:
        """Write the task that trains, and its seed, or on how many."""
        key = "run.sweep_title" if want.seed is None else "run.title"
        task = experiment_words(want.experiment.id, self.prose)
        return self.text(key, task=task, seed=want.seed, seeds=want.experiment.seeds)

    def watched(self, experiment: Experiment | None = None) -> Train | None:
        """Return the last watched seed of an experiment, by default of any in the open step; None without one."""
        among = {each.id: each for each in ((experiment,) if experiment else self.experiments)}
        runs = [Train(among[name], seed) for name, seed in self.state.runs if name in among]
        return runs[-1] if runs else None

    @property
    def experiments(self) -> tuple[Experiment, ...]:
        return self.step.trained

    def bets(self, now: Record) -> tuple[Words, ...]:
        """Return the predictions on the open run, beside the numbers so far."""
        return self.step.lines(self.steps, self.state, self.text, now) if isinstance(self.step, Run) else ()

    def made(self) -> Train | None:
        """Return the run that was made last here and has to be drawn again: all its seeds where they are in, or one."""
        want = self.page.want
        if isinstance(want, Onward) and self.experiments:
            return Train(self.experiments[-1])
        return self.watched(want.experiment) if isinstance(want, Train) and want.seed is None else None

    def seeds(self, want: Train) -> tuple[int, ...]:
        return tuple(range(want.experiment.seeds))

    def see(self, look: Look) -> Iterator[tuple[Block, ...] | None]:
        """Train the last watched seed again, and yield a probe's blocks: None while it trains, then the blocks."""
        if lab := look.probe == "own" and self.own_lab(look.experiment):
            yield Workbench(self.learner.folder, lab).seen_in(look.experiment, self.place.lesson, self.prose, self.text)
            return
        ran = [seed for name, seed in self.state.runs if name == look.experiment.id]
        inputs = look, ran[-1] if ran else SEED, self.steps, self.state.record, self.text
        run = JobRun(Job("lessons.runs.probes:look", inputs, tuple[Block, ...]), self.process, self.text)
        for _ in run:
            yield None
        yield marked_blocks(run.outcome or (Words(run.trouble, "note"),), first_uses(self.place, self.text, self.terms))

    @property
    def may_measure(self) -> bool:
        """Return True in a break that shows its edit: met blind it has a step for that."""
        return self.place.mode == "open" and self.place.lesson.symptom is not None and not self.steps.review

    def own_lab(self, experiment: Experiment) -> LessonMode | None:
        """Return the lab that an experiment names, once the learner has passed it."""
        lab = self.learner.course.lessons.get(experiment.runs_on)
        place = LessonMode(lab) if lab else None
        return place if place and self.learner.state(place).passed and not self.steps.review else None

    def hint_acts(self, guess: str) -> list[acts.Act]:
        """Return the act of taking the next hint, behind that of the guess, if there is one."""
        number = self.state.hints.get(self.step.id, 0) + 1
        return [*([acts.Guessed(number, guess.strip())] if guess.strip() else []), acts.TookHint(number)]

    def gap_hint(self, code: str, line: int) -> list[Block]:
        """Take the next hint of the gap at a line of a lab; return those that were taken."""
        lesson = self.place.lesson
        gap = hints.gap_at(lesson.lab, code, line) if lesson.lab else ""
        self.do(acts.TookHint(self.state.hints.get(gap, 0) + 1, gap))
        return hints.gap_blocks(gap, lesson, self.state, self.prose, self.text)

    def pointing(self, file: str, line: int) -> acts.Pointed:
        """Return the act of pointing at a line; the page that follows shows how near it is."""
        return acts.Pointed(file, line, nearness(self.place.lesson, file, line).found)
