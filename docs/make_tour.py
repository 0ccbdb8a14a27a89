"""Films one way through Break 00 for the README: real screens of the app, one after the other, in one SVG.

python docs/make_tour.py            writes docs/tour.svg
python docs/make_tour.py FOLDER     and each of its pictures alone, to look at
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path

from lessons.course.course import LessonMode
from lessons.course.lesson.page import Ask, Change, Train
from lessons.format.course import load_course
from progress.journal import Journal
from tests.tutor.piloting import Hand, burst, editor, is_hurried, session_of, settle, words_on
from tests.tutor.walks import keyboard
from tests.tutor.walks.answers import answer_keys, right_code
from tutor.learner import Learner
from tutor.tui.app import LynxTutor
from tutor.tui.screens.learner import LearnerScreen
from tutor.words.text import Text

LESSON, EXPERIMENT = "break-gelu-identity", "agreement"  # and which of its experiments is shown
QUESTION = "accuracy-agreement"
HERE = Path(__file__).parent
FILE, CONFIDENCE = HERE / "tour.svg", HERE / "confidence.svg"
JOURNAL = HERE.parent / "tests" / "tutor" / "journals" / "both-finished-with-reviews.toml"
SIZE = (80, 24)
VERDICT = "Were you right? Your own runs decide it."
HINTS = 2  # taken, where they are shown
LIVE = 4  # pictures of a run while it trains
STYLE = re.compile(r"^\s*\.terminal-\d+-(r\d+) \{([^}]*)\}", re.MULTILINE)
CELLS = re.compile(
    r"<rect fill=\"(#\w+)\" ([^>]*?) shape-rendering[^>]*/>|<text class=\"[^\"]*-(r\d+)\"([^>]*)>([^<]*)</text>"
)
PLACE = re.compile(r'\b(x|y|width)="([\d.]+)"')
SPOKEN = re.compile(r"\S+(?: \S+)*")  # words with one space between them: what is further apart has its own place
BACKGROUND, WORDS, CAPTION = "#16181d", "#dcdcdc", "#f2b84b"
WIDTH, HEIGHT, CELL, ROW = 976, 586, 12.2, 24.4  # of 80×24 cells, as Textual exports them
MARGIN, BELOW = 12, 44
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


@dataclass(frozen=True)
class Picture:
    """A screen, for how many seconds it is seen, and a line below it."""

    seconds: float
    caption: str
    svg: str


@dataclass
class Film:
    """What has been filmed so far."""

    app: LynxTutor
    pictures: list[Picture] = field(default_factory=list)

    def has(self, caption: str) -> bool:
        return any(each.caption == caption for each in self.pictures)

    def shoot(self, seconds: float, caption: str, anew: bool = False) -> None:
        """Take a picture; `anew`: instead of the last one, if that has the same line below it."""
        if anew and self.pictures[-1].caption == caption:
            self.pictures.pop()
        self.pictures.append(Picture(seconds, caption, self.app.export_screenshot()))


# ---- the way through the lesson --------------------------------------------


@asynccontextmanager
async def tutor_of(journal: bytes = b"") -> AsyncIterator[tuple[Hand, Film]]:
    """Return the app of a learner who did what the journal says, and a film of it."""
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "ana"
        own.mkdir()
        (own / "progress.toml").write_bytes(journal)
        app = LynxTutor(Learner("ana", own, Journal.open(own, version="tour"), load_course()), Text("en"))
        async with app.run_test(size=SIZE) as pilot:
            await settle(pilot)
            yield pilot, Film(app)


async def shot_film() -> list[Picture]:
    """Go from the map through a lesson by keys, and film what is worth seeing."""
    async with tutor_of() as (pilot, film):
        film.shoot(2.5, "Break a neural network, to understand it.")
        await opened(pilot, film)
        while not session_of(pilot).state.finished:
            await went_on(pilot, film)
    return film.pictures


async def shot_confidence() -> list[Picture]:
    """Return the page on how sure a learner was, and how right."""
    async with tutor_of(JOURNAL.read_bytes()) as (pilot, film):
        film.app.push_screen(LearnerScreen())
        await settle(pilot)
        await burst(pilot, "right")
        await settle(pilot)
        film.shoot(1, "How sure you were, and how right.")
    return film.pictures


async def opened(pilot: Hand, film: Film) -> None:
    """Return the lesson, and the end of its first page: there the change is shown."""
    film.app.open_place(LessonMode(load_course().lessons[LESSON], "open"))
    await settle(pilot)
    film.shoot(3, "Read about a network small enough to keep in your head.")
    for _ in range(3):  # prose takes its room as it is read
        await burst(pilot, "end")
        await settle(pilot)
    await burst(pilot, *["up"] * 9)
    await settle(pilot)
    film.shoot(3, "Somebody changes one line of it.")


async def went_on(pilot: Hand, film: Film) -> None:
    """Give a page what it wants, as a learner does; film it where it is of what is shown, or after it."""
    session = session_of(pilot)
    step, want = session.step, session.page.want
    if isinstance(want, Ask) and want.question.id == QUESTION:
        await burst(pilot, *answer_keys(want), *["right"] * 5)
        await settle(pilot)
        film.shoot(3.5, "Predict what it will do, and say how sure you are.")
        await burst(pilot, "enter")
        await settle(pilot)
        return
    if isinstance(want, Train) and want.experiment.id == EXPERIMENT:
        await ran(pilot, film, want)
        return
    if step.kind == "observe" and not film.has(VERDICT):
        film.shoot(4, VERDICT)
    if step.kind == "observe":
        await burst(pilot, "n")
        await settle(pilot)
        return
    if step.kind == "hints" and session.state.hints.get(step.id, 0) <= HINTS:
        film.shoot(3, "Find the line, with as few hints as you need.", anew=True)
    if isinstance(want, Change):
        await mended(pilot, film)
    await keyboard.moved(pilot, keyboard.nothing)


async def ran(pilot: Hand, film: Film, want: Train) -> None:
    """Return a run that is watched while it trains; or every seed, once they are in."""
    watched = want.seed is not None
    caption = "Run both from the same seed, and watch them learn." if watched else "One run is an anecdote: train 32."
    if watched and is_hurried(pilot):
        await burst(pilot, "f")
    live, before = Film(film.app), session_of(pilot).state
    await burst(pilot, "enter")
    while (now := session_of(pilot).state).runs == before.runs and now.record == before.record:
        await pilot.pause(0.1)
        live.shoot(0.7, caption)
    await settle(pilot)
    if watched:
        film.pictures += live.pictures[:: max(1, len(live.pictures) // LIVE)][:LIVE]
    film.shoot(3, caption)


async def mended(pilot: Hand, film: Film) -> None:
    """Return the line, repaired, and what the judge says of it."""
    editor(pilot).replace_all(right_code(session_of(pilot).place))
    await settle(pilot)
    film.shoot(3, "Repair it.")
    await burst(pilot, "ctrl+s")
    await stood_still(pilot)
    film.shoot(4, "What counts is how the network behaves.")


async def stood_still(pilot: Hand) -> None:
    """Until nothing moves on the screen any more."""
    before = ""
    while before != words_on(pilot):
        before = words_on(pilot)
        await settle(pilot)
        await pilot.pause(0.5)


# ---- from pictures to one SVG ----------------------------------------------


class Sheet:
    """The styles and the rows that pictures share: each is written once."""

    def __init__(self) -> None:
        self.styles: dict[str, str] = {}
        self.rows: dict[str, str] = {}

    def style(self, rule: str) -> str:
        return self.styles.setdefault(" ".join(rule.split()), f"s{len(self.styles)}")

    def uses(self, svg: str) -> Iterator[str]:
        """Return a picture as the rows that it is made of."""
        rules = dict(STYLE.findall(svg))
        rows: dict[int, list[str]] = {}
        for colour, where, style, place, words in CELLS.findall(svg):
            at = {name: float(number) for name, number in PLACE.findall(where or place)}
            row = rows.setdefault(round((at["y"] - (1.5 if colour else 18.8)) / ROW), [])
            row += paper(colour, at) if colour else self.words(unescape(words), at, rules[style])
        for cells in rows.values():
            name = self.rows.setdefault("".join(cells), f"r{len(self.rows)}")
            yield f'<use href="#{name}"/>'

    def words(self, words: str, at: dict[str, float], rule: str) -> Iterator[str]:
        for found in SPOKEN.finditer(words.replace("\xa0", " ")):
            x, length = at["x"] + CELL * found.start(), CELL * len(found[0])
            yield (
                f'<text class="{self.style(rule)}" x="{x:g}" y="{at["y"]:g}" textLength="{length:g}">'
                f"{escape(found[0])}</text>"
            )


def paper(colour: str, at: dict[str, float]) -> Iterator[str]:
    """Return the ground that some cells stand on, where it is not that of all."""
    if colour != BACKGROUND:
        place = " ".join(f'{name}="{at[name]:g}"' for name in ("x", "y", "width"))
        yield f'<rect fill="{colour}" {place} height="24.6"/>'


def joined(pictures: list[Picture], still: int) -> str:
    """All pictures in one SVG that plays them; who wants no motion sees one of them."""
    sheet = Sheet()
    frames = [frame(each, number, still, sheet) for number, each in enumerate(pictures)]
    rows = "".join(f'<g id="{name}">{cells}</g>\n' for cells, name in sheet.rows.items())
    width, height = WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN + BELOW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">\n'
        "<title>lynx-tutor</title>\n"
        f"<desc>{escape(' '.join(dict.fromkeys(each.caption for each in pictures)))}</desc>\n"
        f"<style>\n{''.join(style_sheet(sheet, pictures))}</style>\n"
        f'<rect width="{width}" height="{height}" rx="10" fill="{BACKGROUND}"/>\n'
        f"<defs>\n{rows}</defs>\n{''.join(frames)}</svg>\n"
    )


def frame(picture: Picture, number: int, still: int, sheet: Sheet) -> str:
    shown = " still" if number == still else ""
    rows = "".join(sheet.uses(picture.svg))
    caption = f'<text class="caption" x="{WIDTH / 2}" y="{HEIGHT + 36}">{escape(picture.caption)}</text>'
    return f'<g class="f f{number}{shown}" transform="translate({MARGIN} {MARGIN})">{rows}{caption}</g>\n'


def style_sheet(sheet: Sheet, pictures: list[Picture]) -> Iterator[str]:
    yield f"text {{ font: 20px {FONTS}; white-space: pre; }}\n"
    yield f"text.caption {{ font: 600 23px system-ui, sans-serif; fill: {CAPTION}; text-anchor: middle; }}\n"
    yield from (f"text.{name} {{ {rule} }}\n" for rule, name in sheet.styles.items())
    yield ".f { visibility: hidden; }\n.still { visibility: visible; }\n"
    yield "@media (prefers-reduced-motion: no-preference) {\n"
    whole, begun = sum(each.seconds for each in pictures), 0.0
    for number, picture in enumerate(pictures):
        first, last = 100 * begun / whole, 100 * (begun + picture.seconds) / whole
        begun += picture.seconds
        hidden = "0% { visibility: hidden; } " if number else ""
        end = f" {last:.3f}% {{ visibility: hidden; }}" if last < 99.999 else ""
        yield f"@keyframes k{number} {{ {hidden}{first:.3f}% {{ visibility: visible; }}{end} }}\n"
        yield f".f{number} {{ animation: k{number} {whole:g}s step-end infinite; }}\n"
    yield "}\n"


def write_alone(pictures: Iterable[Picture], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, picture in enumerate(pictures):
        (folder / f"{number:02}.svg").write_text(joined([picture], 0), encoding="utf-8")


def main() -> None:
    pictures = asyncio.run(shot_film())
    best = next(number for number, each in enumerate(pictures) if each.caption.startswith("One run"))
    FILE.write_text(joined(pictures, best), encoding="utf-8")
    CONFIDENCE.write_text(joined(asyncio.run(shot_confidence()), 0), encoding="utf-8")
    for folder in sys.argv[1:]:
        write_alone(pictures, Path(folder))
    print(f"{FILE.name}: {len(pictures)} pictures, {FILE.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
