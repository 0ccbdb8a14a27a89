"""A round in a real browser, by keys and clicks."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("textual_serve", reason="the extra [web] is not installed")

import pyte

from tests.tutor.conftest import make_learner, place_of
from tests.tutor.terminal import GIVEN, NOT_FOR_PYTE, PATIENCE, ROUND
from tests.tutor.web.chromium import Tab, browser, chromium
from tests.tutor.web.serving import served
from tests.tutor.work import work_up_to

pytestmark = pytest.mark.skipif(not chromium(), reason="there is no Chromium here")

NAMES = {"enter": "Enter", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}


class Shown:
    """The terminal that a page shows: its words as they came over the line, and where to click on them."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        tab.on_line, tab.on_frame = self.begin, self.feed

    def begin(self, line: str) -> None:
        """A page has opened its line; there it says how large its terminal is."""
        size = parse_qs(urlsplit(line).query)
        self.screen = pyte.Screen(int(size["width"][0]), int(size["height"][0]))
        self.stream = pyte.ByteStream(self.screen)

    def feed(self, painted: bytes) -> None:
        self.stream.feed(NOT_FOR_PYTE.sub(b"", painted))

    async def open(self, link: str) -> None:
        await self.tab.open(link)
        await self.tab.wait_until("document.body.classList.contains('-first-byte')")

    @property
    def words(self) -> str:
        return "\n".join(row.rstrip() for row in self.screen.display)

    async def wait_until(self, *words: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not all(each in self.words for each in words):
                    await self.tab.listen(1.0)
        except TimeoutError:
            raise TimeoutError(f"waited for {words}; on the screen was:\n{self.words}") from None

    async def press(self, *keys: str) -> None:
        await self.tab.press(*(NAMES.get(key, key) for key in keys))

    async def click(self, words: str) -> None:
        """Click into the middle of these words, where they stand last."""
        rows = self.screen.display
        row = max(number for number, text in enumerate(rows) if words in text)
        column = rows[row].index(words) + len(words) / 2
        box = await self.tab.evaluate(
            "(({left, top, width, height}) => [left, top, width, height])"
            "(document.querySelector('.xterm-screen').getBoundingClientRect())"
        )
        left, top, width, height = box
        await self.tab.click(
            left + column * width / self.screen.columns, top + (row + 0.5) * height / self.screen.lines
        )


@asynccontextmanager
async def lesson_in_browser(home: Path, *arguments: str) -> AsyncIterator[Shown]:
    with served(home, "--learner", "ana", *arguments) as server:
        async with browser(home.parent / "profile") as tab:
            shown = Shown(tab)
            await shown.open(server.links[0])
            yield shown
            host = urlsplit(server.links[0]).netloc
            assert {urlsplit(address).netloc for address in tab.asked} == {host}
            assert tab.refused == []


async def answer(shown: Shown, answers: Mapping[str, Sequence[str]]) -> None:
    """Answer these questions of a round, each a little more surely than a guess."""
    for number, keys in enumerate(answers.values(), 1):
        await shown.wait_until(f"Question {number} of {len(answers)}", "How sure are you?", "not said")
        await shown.press("right", *keys, "enter")
    await shown.wait_until("You can change them until")


async def run_all(shown: Shown, *tasks: str) -> None:
    """One seed of each task at full speed, by a click on the key line, then all of them."""
    await shown.wait_until("ready: Enter starts", tasks[0], "Enter start ·")
    if "f full speed" in shown.words:
        await shown.press("f")
        await shown.wait_until("f watchable")
    for task in tasks:
        await shown.wait_until("ready: Enter starts", task, "Enter start ·")
        await shown.click("Enter start ·")
    await shown.wait_until("One run is an anecdote")
    await shown.press("enter")
    await shown.wait_until("Enter trains")
    await shown.press("enter")
    await shown.wait_until("Enter shows why")


@pytest.mark.slow
async def test_a_round_is_walked_by_keys_and_clicks(home):
    async with lesson_in_browser(home) as shown:
        await shown.wait_until("Welcome.", "q quit")
        await shown.click("Enter begin")
        await shown.wait_until("Which network gets")
        await shown.press("Escape", "/", *"every test is green", "enter")
        await shown.wait_until("How do you want to meet it?")
        await shown.press("down", "enter")
        await shown.wait_until("●Read", "Enter")
        await shown.press("n")
        await answer(shown, ROUND)
        await shown.press("n")
        await run_all(shown, "additive", "agreement")
        await shown.press("enter")
        await shown.wait_until("●Observe", f"of {len(ROUND)} right")
        await shown.press("Escape")
        await shown.wait_until("q quit")
        await shown.press("q")
        await shown.tab.wait_until("document.body.classList.contains('-ended')")
    answers = make_learner(home).state(place_of()).answers
    assert {name: given.value for name, given in answers.items()}.items() <= GIVEN.items()
    assert len(answers) == len(ROUND)


@pytest.mark.slow
async def test_a_page_that_is_loaded_again_or_whose_server_was_away_goes_on_where_it_was(home):
    work_up_to(make_learner(home), place_of(), "predict")
    words = ("--learner", "ana", "--lang", "es")
    with served(home, *words) as first:
        async with browser(home.parent / "profile") as tab:
            shown = Shown(tab)
            await shown.open(first.links[0])
            await shown.wait_until("q salir")
            await shown.press("enter")
            await shown.wait_until("●Predice", "Pregunta 1 de 3")
            await shown.press("right", "down", "enter")
            await shown.wait_until("Pregunta 2 de 3")
            await shown.tab.call("Page.reload")
            await shown.wait_until("q salir")
            first.end()
            await tab.wait_until("document.body.classList.contains('-waiting')")
            with served(home, *words, "--port", str(urlsplit(first.links[0]).port)) as second:
                assert second.links == first.links
                await tab.wait_until("!document.body.classList.contains('-waiting')")
                await shown.wait_until("q salir")
                await shown.press("enter")
                await shown.wait_until("Pregunta 2 de 3")


# The learner's own page: whole, narrow enough for a telephone, and nothing fetched for it.
