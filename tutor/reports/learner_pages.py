"""One learner's own story: as pages of blocks for a screen, and as a Markdown or an HTML page to keep."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lessons.course.asking.measurements import experiment_words
from lessons.course.asking.question_words import answer_words
from lessons.course.asking.verdicts import sure_words, verdict
from lessons.course.course import LessonMode
from lessons.course.lesson.film import Frame, Outcome
from lessons.course.lesson.page import Block, Words
from lessons.course.lesson.pictures import Picture
from lessons.engine.job import Job
from progress.calibration import calibration, over_time
from tutor import course_rows, lesson_status
from tutor.learner import Learner
from tutor.reports import calibration as groups
from tutor.reports.bets import bet_table, bets, milestones, networks
from tutor.reports.findings import finding_rows
from tutor.reports.learner_report import LearnerReport, OwnLesson, fairness, lesson_parts, mark_of, search_words
from tutor.reports.pages import checked_path, free_path, html_page, markdown, unwritable, write_page
from tutor.reports.words import Part, bullets, concept_name, day, literal, own_title, table
from tutor.training import JobRun, doer_of
from tutor.words.text import Text, counted, title_of, when_words

FORMATS = ("md", "html")
SHORTEST_STREAK = 2  # days
MOST_CARDS = 4  # that come back, on the first page
MIN_WEEKS = 2  # a line needs two ends
MAX_SEED = 2**32 - 1
Runs = Mapping[LessonMode, Sequence[Picture]]


def own_pages(report: LearnerReport, learner: Learner, text: Text) -> dict[str, tuple[Block, ...]]:
    """Return every page, by the key of its title under `[mine]`; an empty page says what it will show."""
    told = {
        "overview": overview(report, learner, text),
        "bets": (bet_table(found, text) for found in [bets(report, learner, text)] if found),
        **{name: blocks(report, text) for name, blocks in EXPORTED.items()},
        "hints": hints(report, text),
    }
    return {name: tuple(blocks) or (Words(text(f"mine.{name}_none"), "note"),) for name, blocks in told.items()}


def overview(report: LearnerReport, learner: Learner, text: Text) -> Iterator[Block]:
    """Yield what there is to be proud of: networks, ideas and bets, how sure and how right; then what comes next."""
    finished = {each.place.lesson.id for each in report.lessons if each.state.finished}
    kept = sum(idea.is_known for idea in report.ideas)
    figures = [(str(networks(report, learner)), text("mine.networks")), (str(kept), text("mine.kept"))]
    figures.append((str(len(finished)), text("mine.finished", total=len(report.course.lessons))))
    if found := report.judged:
        right = text("map.tally", done=sum(each.right for each in found), count=len(found))
        figures.append((right, text("mine.predictions")))
    yield table(("", ""), figures)
    if words := " · ".join(habits(report, text)):
        yield Words(words, "note")
    if (sure := groups.calibration_of(report.judged)) and sure.count >= groups.FEW:
        yield Words(groups.verdict_words(sure, text), "heading")
        yield groups.calibration_picture(calibration(report.judged), text)
    yield Words(course_rows.next_words(learner, text), "heading")
    if going := learner.opening_to_continue():
        yield Words(course_rows.listed_title(report.course.headings[going[0]], "open", learner, text), "plain")
    for card in report.cards[:MOST_CARDS]:
        when = when_words(text, card.due, learner.today())
        yield Words(f"↻ {concept_name(card.concept, report.course, text)}: {when}", "plain")
    yield from () if report.cards else (Words(text("mine.comes_back_none"), "note"),)
    yield Words(text("mine.milestones"), "heading")
    yield from milestones(report, text)


def habits(report: LearnerReport, text: Text) -> Iterator[str]:
    """Yield the count of days with work, of days in a row, and of reviews; skip counts of 0."""
    if report.activity.days:
        yield counted(text, "mine.days", len(report.activity.days))
    if report.activity.streak >= SHORTEST_STREAK:
        yield text("mine.streak", count=report.activity.streak)
    if reviews := sum(each.mode is None for each in report.judged):
        yield counted(text, "mine.reviews", reviews)


def confidence(report: LearnerReport, text: Text) -> Iterator[Block]:
    if found := groups.calibration_of(report.judged):
        bins = calibration(report.judged)
        yield Words(groups.verdict_words(found, text), "heading")
        if found.count >= groups.FEW:
            yield groups.calibration_picture(bins, text)
        yield table(map(text, groups.GROUP_KEYS), map(groups.group_row, bins))
    if rows := [*explained(report, text)]:
        yield Words(text("mine.explained"), "heading")
        yield table([text("report.lesson"), text("trial.name"), text("mine.tested")], rows)


def explained(report: LearnerReport, text: Text) -> Iterator[tuple[str, str, str]]:
    """Yield each trial: how the learner explained it, how sure, if that fell, and what their own test could refute."""
    for lesson in report.opened:
        trial, state = lesson.place.lesson.trial, lesson.state
        answer = state.answers.get(trial.id) if trial else None
        if trial and answer and trial.experiment in state.record:
            prose = lesson.place.lesson.prose[text.language]
            found = verdict(trial, answer, state.record, lesson.place.lesson.experiments[trial.experiment])
            said = answer_words(trial, answer.value, prose, text) + sure_words(answer, "run.how_sure", text)
            yield title_of(lesson.place, report.course, text, state), f"{mark_of(found)} {said}", fairness(lesson, text)


def concepts(report: LearnerReport, text: Text) -> Iterator[Block]:
    rows = []
    for idea in report.ideas:
        if found := idea.calibration:
            name = concept_name(idea.concept, report.course, text)
            judged = text(f"calibration.{groups.verdict_of(found)}") if found.count >= groups.FEW else ""
            rows.append((name, *groups.group_row(found), judged))
    if rows:
        yield table([text("export.idea"), *map(text, groups.GROUP_KEYS), ""], rows)


def weeks(report: LearnerReport, text: Text) -> Iterator[Block]:
    found = over_time(report.judged)
    if len(found) >= MIN_WEEKS and sum(each.count for each in found) >= groups.FEW:
        yield groups.weeks_picture(found, text)
    if found:
        rows = [(day(each.monday), *groups.group_row(each)) for each in found]
        yield table([text("mine.week_of"), *map(text, groups.GROUP_KEYS)], rows)


def findings(report: LearnerReport, text: Text) -> Iterator[Block]:
    if rows := [*finding_rows(report.findings, text)]:
        yield table(("", text("mine.finding"), text("mine.finding_about")), rows)


EXPORTED: dict[str, Callable[[LearnerReport, Text], Iterator[Block]]]
EXPORTED = {"confidence": confidence, "concepts": concepts, "weeks": weeks, "findings": findings}


def hints(report: LearnerReport, text: Text) -> Iterator[Block]:
    rows = []
    for each in report.lessons:
        if each.searched and each.place.lesson.hints:
            title = title_of(each.place, report.course, text, each.state)
            rows.append((title, text(f"mine.{how_far(each)}"), search_words(each, text)))
    if rows:
        yield table([text("report.lesson"), "", ""], rows)


def how_far(lesson: OwnLesson) -> str:
    """Return the stage of a search; if the line is shown, that of the repair."""
    state = lesson.state
    if state.found or lesson.place.mode == "blind":
        return "found" if state.found else "searching"
    return "repaired" if state.passed else "repairing"


def draw_runs(report: LearnerReport, text: Text, wanted: Callable[[], bool] = lambda: True) -> Runs:
    """Train a learner's runs again, for the same seed gives the same pictures. It ends once it is not `wanted`."""
    return {lesson.place: list(trained_again(lesson, text, wanted)) for lesson in report.opened}


def trained_again(lesson: OwnLesson, text: Text, wanted: Callable[[], bool]) -> Iterator[Picture]:
    """Draw of each experiment the seed that was watched last."""
    place, last = lesson.place, dict(lesson.state.runs) if lesson.may_run else {}
    prose, doer = place.lesson.prose[text.language], doer_of("/" in place.lesson.id)
    for name, experiment in place.lesson.experiments.items():
        seed = last.get(name, -1)
        if not 0 <= seed <= MAX_SEED:
            continue
        title = text("export.run", task=experiment_words(experiment.id, prose), seed=seed)
        run = JobRun(
            Job("lessons.runs.live:watch", (experiment, seed, prose, text, False), Frame | Outcome, True), doer, text
        )
        if not all(wanted() for _ in run):
            return
        for each in run.outcome.pictures if run.outcome else ():
            yield replace(each, title=f"{title} · {each.title}")


def page_of(kind: str, report: LearnerReport, runs: Runs, text: Text) -> str:
    """Write one page: HTML with its pictures in it; Markdown with them as lines of text."""
    parts = story(report, runs, text)
    if kind == "md":
        return markdown(parts)
    title = f"{text('export.title')} · {report.name}"
    return html_page(text.language, title, [*parts, "---", text("export.footer")])


def story(report: LearnerReport, runs: Runs, text: Text) -> Iterator[Part]:
    yield f"# {text('export.title')}"
    by = text("export.by", name=literal(report.name), day=day(report.made))
    yield " · ".join([by, *habits(report, text)])
    yield f"*{text('export.damaged')}*" if report.damaged else ""
    yield from known(report, text) if report.ideas else ()
    for lesson in report.opened:
        yield f"## {literal(own_title(lesson.place, lesson.state, report.course, text))}"
        yield f"*{lesson_status.where_words(lesson.place, lesson.state, text)}*"
        yield from (pictures := runs.get(lesson.place, ()))
        yield text("export.curves_about") if pictures else ""
        yield from lesson_parts(lesson, text)
    for name, blocks in EXPORTED.items():
        told = list(blocks(report, text))
        yield from [f"## {text(f'mine.{name}')}", *told] if told else ()
    # What this version does not know is named, rather than dropped.
    counts = report.elsewhere
    lines = [counted(text, "export.elsewhere_line", count, lesson=literal(lesson)) for lesson, count in counts]
    yield f"## {text('export.elsewhere')}\n\n{bullets(lines)}" if lines else ""


def known(report: LearnerReport, text: Text) -> Iterator[Part]:
    """Yield the ideas that came back and were kept; then, by name alone, those that have still to come back."""
    yield f"## {text('known.title')}\n\n{text('known.about')}"
    rows, waiting = [], []
    for idea in report.ideas:
        name = concept_name(idea.concept, report.course, text)
        if idea.is_known:
            kept = text("map.tally", done=idea.kept, count=len(idea.reviews))
            last = day(idea.latest.day if idea.latest else None)
            rows.append((name, kept, last, *groups.group_row(idea.calibration)[:2]))
        else:
            waiting.append(literal(name))
    keys = ("export.idea", "known.kept", "known.last", *groups.GROUP_KEYS[:2])
    yield table(map(text, keys), rows) if rows else text("known.none")
    yield f"{text('known.open')} {'; '.join(waiting)}." if waiting else ""


def write_export(formats: Sequence[str], chosen: Path, report: LearnerReport, runs: Runs, text: Text) -> list[Path]:
    """Write pages into a folder, or to one named file. Raises Refused before that where it would lose something."""
    planned: dict[Path, str] = {}
    for kind in formats:
        page, name = page_of(kind, report, runs, text), f"lynx-tutor-{report.name}-{report.made}.{kind}"
        try:
            path = checked_path(chosen / name if is_folder(chosen) else chosen, text)
            path = free_path(path, page) if is_folder(chosen) else path
        except OSError as error:
            raise unwritable(chosen, error, text) from None
        planned[path] = page
    for path, page in planned.items():
        write_page(path, page, text)
    return list(planned)


def is_folder(path: Path) -> bool:
    """Return True if it is a folder, or is to become one."""
    return os.path.isdir(path) or not path.suffix
