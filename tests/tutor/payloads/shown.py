"""Everything that is ever shown or written of one learner, but for what a run would train: all the pure layers."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from lessons.acts import Accused, Finished, Locked, Wrote
from lessons.course import Course
from lessons.load import load_course
from lessons.page import Ask, Block, Change, Choose, Onward, Page, Train, Words, Write
from lessons.questions import complaint
from lessons.recipes import steps_of
from progress.journal import Journal
from tutor.card import card_blocks
from tutor.learner import Learner
from tutor.linear_course import course_lines, own_lines
from tutor.mystery import draw as draw_mystery
from tutor.notes import notes, wait
from tutor.plots import ascii, draw
from tutor.plots.svg import svg
from tutor.reports.class_page import class_markdown, class_page
from tutor.reports.class_report import class_report
from tutor.reports.data_pages import csv_page, json_page
from tutor.reports.export import draw_runs, page_of
from tutor.reports.gather import gather
from tutor.reports.learner_report import build_report
from tutor.reports.own_pages import own_pages
from tutor.reports.pseudonyms import pseudonym
from tutor.reports.rendering import terminal_page
from tutor.review_session import ReviewSession
from tutor.session import Session
from tutor.standing import standing_line
from tutor.words.spoken import spoken
from tutor.words.text import Text

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
Shown = Iterator[tuple[str, str]]


def learner_of(folder: Path, content: bytes, name: str = "ana") -> Learner:
    """The learner whose progress file this is."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "progress.toml").write_bytes(content)
    return Learner(name, folder, Journal.open(folder, version="test"), load_course())


def everything(learner: Learner, text: Text) -> Shown:
    """What each view and page says, under the name of its layer."""
    yield from on_pages(learner, text)
    yield from around(learner, text)
    yield from reported(learner, text)
    yield from acted(learner, text)


def on_pages(learner: Learner, text: Text) -> Shown:
    """Every page that a learner may look at now, in words and drawn."""
    for place, state in learner.fold.states.items():
        steps = steps_of(place)
        for step in steps.all[: state.furthest + 1]:
            page = step.page(steps, state, text)
            yield from words_of(page, f"{place.lesson.id} {step.id}", text)
        if state.opened:
            yield from words_of(Session(learner, place, text).page, "session", text)
    for card in learner.cards()[:3]:
        yield from words_of(ReviewSession(learner, card, text).page, "review", text)


def words_of(page: Page, name: str, text: Text) -> Shown:
    for block in (*page.all_blocks, *(block for aside in page.asides for block in aside.blocks)):
        yield name, "\n".join(spoken(block, text))
        yield from drawn(block, name)
    yield (
        name,
        "\n".join([page.title, *(look.title for look in page.looks), *(card.name for card in page.cards)]),
    )
    match page.want:
        case Ask(question, options, answer=answer):
            yield name, "\n".join([*options.values(), answer, complaint(question, answer, text)])
        case Choose(options):
            yield name, "\n".join(options.values())
        case Change(file=file, text=code):
            yield name, f"{file}\n{code}"
        case Onward(words) | Train(words=words) | Write(words):
            yield name, words


def drawn(block: Block, name: str) -> Shown:
    if isinstance(block, Words) or not hasattr(block, "says"):
        return
    yield (
        f"{name} drawn",
        "\n".join(
            line.plain if hasattr(line, "plain") else str(line) for line in draw(block, 60, 12, True).rows
        ),
    )
    yield f"{name} in ASCII", ascii(block, 60, 12)
    yield f"{name} as SVG", svg(block)


def around(learner: Learner, text: Text) -> Shown:
    """The map, cards, own pages and notes."""
    course = learner.course
    begun = [
        heading
        for heading, _ in course.openings()
        if any(heading.id == name for name, _ in learner.fold.events)
    ]
    for heading in begun:
        yield "standing", "\n".join(standing_line(heading, mode, learner, text) for mode in heading.modes)
        yield "card", "\n".join(block.markdown for block in card_blocks(heading, learner, text))
    learner.opening_to_continue(), learner.due(), draw_mystery(learner.fold, set(), Random(1))
    yield "course", "\n".join(course_lines(learner, text))
    yield "own lines", "\n".join(own_lines(learner, text))
    for page in own_pages(build_report(learner), learner, text):
        for block in page.blocks:
            yield f"own {page.name}", "\n".join(spoken(block, text))
            yield from drawn(block, f"own {page.name}")
    yield "notes", notes(learner, text)


def reported(learner: Learner, text: Text) -> Shown:
    """A learner's own story and the report of a class, in each format."""
    report = build_report(learner)
    pictures = draw_runs(report, text, wanted=lambda: False)
    for kind in ("md", "html"):
        yield f"export {kind}", page_of(kind, report, pictures, text)
    course: Course = learner.course
    found = class_report(gather([learner.folder]), course, NOW)
    yield "report csv", csv_page(found)
    yield "report json", json_page(found, text)
    yield "report html", class_page(found, course, text)
    yield "report terminal", terminal_page(class_markdown(found, course, text, whole=False), 80)
    named = class_report(gather([learner.folder]), course, NOW, lambda name: pseudonym(name, b"k" * 32))
    yield "report csv", csv_page(named)


def acted(learner: Learner, text: Text) -> Shown:
    """The pages after each thing that a learner may do next, in every lesson begun."""
    for place, state in learner.fold.states.items():
        session = Session(learner, place, text)
        for name, act in deeds(session).items():
            session.go(min(state.furthest, len(session.steps.all) - 1))
            act()
            yield from words_of(session.page, f"{place.lesson.id} {name}", text)
    wait(learner)
    yield "notes", notes(learner, text)


def deeds(session: Session) -> dict[str, Callable[[], object]]:
    """What can be done at the step that is open, whether it asks for that or not."""
    asked = next(iter(session.steps.questions), "")
    return {
        "back": session.back,
        "onward": session.onward,
        "look again": lambda: session.look_again(asked),
        "hint": lambda: [session.do(act) for act in session.hint_acts("the linear layer?")],
        "point": lambda: session.do(session.pointing("minimodel/nn/linear.py", 3)),
        "accuse": lambda: session.do(Accused("loss")),
        "locked": lambda: session.do(Locked(session.step.id)),
        "write": lambda: session.do(Wrote("my own words")),
        "made": lambda: (session.made(), session.watched(), session.about(), session.about(pointing=True)),
        "finish": lambda: session.do(Finished()),
    }
