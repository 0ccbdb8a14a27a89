"""The app behind a page, without a browser: who is let in, what the line carries, and how everything ends."""

import asyncio
import json
import re
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest

aiohttp = pytest.importorskip("aiohttp", reason="the extra [web] is not installed")
pytest.importorskip("textual_serve", reason="the extra [web] is not installed")

import pyte  # noqa: E402

from tests.tutor.terminal import NOT_FOR_PYTE, PATIENCE, TUTOR, surroundings  # noqa: E402
from tests.tutor.web.serving import Served, is_alive, served  # noqa: E402

ELSEWHERE = "http://elsewhere.example"


@pytest.fixture
def server(home: Path) -> Iterator[Served]:
    with served(home, "ana", "ben") as server:
        yield server


class Page:
    """An open page: the line to its app, and the screen that the app paints."""

    def __init__(self, line: "aiohttp.ClientWebSocketResponse") -> None:
        self.line = line
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)

    @property
    def words(self) -> str:
        return "\n".join(row.rstrip() for row in self.screen.display)

    async def begin(self) -> None:
        """From the welcome to the first page of the lesson that is proposed."""
        for words in ("Have you trained", "Begin here:", "A staircase"):
            await self.press("\r")
            await self.wait_for(words)

    async def wait_for(self, *words: str) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.read_to(*words)

    async def read_to(self, *words: str) -> None:
        while not all(each in self.words for each in words):
            message = await self.line.receive(PATIENCE)
            if message.type != aiohttp.WSMsgType.BINARY:
                raise EOFError(f"waited for {words}; {message}; on the screen was:\n{self.words}")
            self.stream.feed(NOT_FOR_PYTE.sub(b"", message.data))

    async def wait_for_end(self) -> None:
        while (await self.line.receive(PATIENCE)).type == aiohttp.WSMsgType.BINARY:
            pass

    async def press(self, keys: str) -> None:
        await self.line.send_str(json.dumps(["stdin", keys]))


def line_of(link: str) -> str:
    return f"{link.partition('?')[0]}line?width=80&height=24".replace("http:", "ws:")


@asynccontextmanager
async def browser() -> "AsyncIterator[aiohttp.ClientSession]":
    """Keeps cookies, also for an address without a name."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


class Answer(NamedTuple):
    """What a server answered, read to its end."""

    status: int
    address: str
    headers: Mapping[str, str]
    text: str


async def fetch(session: "aiohttp.ClientSession", address: str, **asked: Any) -> Answer:
    async with session.get(address, **asked) as answer:
        return Answer(answer.status, str(answer.url), answer.headers, await answer.text(errors="replace"))


async def status_of_line(session: "aiohttp.ClientSession", link: str, **asked: Any) -> int:
    """With which status a line is refused; 101 if it is not."""
    try:
        async with session.ws_connect(line_of(link), **asked):
            return 101
    except aiohttp.WSServerHandshakeError as refused:
        return int(refused.status)


@asynccontextmanager
async def opened(link: str) -> AsyncIterator[Page]:
    """A browser that has opened a link."""
    async with browser() as session:
        assert (await fetch(session, link)).status == 200
        async with session.ws_connect(line_of(link)) as line:
            yield Page(line)


async def test_the_whole_link_opens_the_page_and_leaves_the_address_without_its_token(server: Served) -> None:
    async with browser() as session:
        answer = await fetch(session, server.links[0])
        page = answer.text
        assert answer.address == server.links[0].partition("?")[0]
        assert "<title>lynx-tutor · ana</title>" in page
        assert urlsplit(server.links[0]).query.partition("=")[2] not in page
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.slow
async def test_nothing_that_the_page_needs_comes_from_elsewhere(server: Served) -> None:
    async with browser() as session:
        answer = await fetch(session, server.links[0])
        files = re.findall(r'(?:src|href)="([^"]+)"', answer.text)
        needed = [urljoin(answer.address, file) for file in files if not file.startswith("data:")]
        styles = [(await fetch(session, file)).text for file in needed]
        fonts = re.findall(r'url\("([^"]+)"\)', "".join(styles))
        assert len(needed) == 4
        assert len(fonts) == 2
        everything = [*needed, *(urljoin(answer.address, font) for font in fonts)]
        assert {urlsplit(file).netloc for file in everything} == {urlsplit(answer.address).netloc}
        assert {(await fetch(session, file)).status for file in everything} == {200}
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


@pytest.mark.slow
@pytest.mark.parametrize("token", ["", "x", "ñ", "the other learner's"])
async def test_without_the_token_no_page_is_shown_and_no_line_opened(server: Served, token: str) -> None:
    page = server.links[0].partition("?")[0]
    other = server.links[1].partition("=")[2]
    async with browser() as session:
        query = {"token": other if "other" in token else token}
        assert (await fetch(session, page, params=query)).status == 403
        assert (await fetch(session, page)).status == 403
        session.cookie_jar.update_cookies({"lynx-tutor": query["token"]})
        assert await status_of_line(session, page) == 403
    assert server.apps() == []


@pytest.mark.slow
@pytest.mark.parametrize("origin", [ELSEWHERE, "http://[bad", "null"])
async def test_another_site_is_refused_even_with_the_token(server: Served, origin: str) -> None:
    async with browser() as session:
        assert (await fetch(session, server.links[0], headers={"Origin": origin})).status == 403
        assert (await fetch(session, server.links[0])).status == 200
        assert await status_of_line(session, server.links[0], headers={"Origin": origin}) == 403
    assert server.apps() == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("request_line", "status"),
    [("GET /x/", "403"), ("GET /\x1b]0;led out\x07", "400"), ("GET /" + "x" * 99_999, "400")],
)
def test_a_broken_request_is_refused_and_none_of_its_bytes_printed(
    server: Served, request_line: str, status: str
) -> None:
    address = urlsplit(server.links[0])
    with socket.create_connection((address.hostname, address.port), PATIENCE) as line:
        line.sendall(f"{request_line} HTTP/1.1\r\nHost: [::1\r\n\r\n".encode())
        assert line.recv(12).decode().endswith(status)
    before = server.said
    assert server.end() == 0
    assert server.said.split() == f"{before} Ended. Nothing was lost.".split()


@pytest.mark.slow
def test_links_outlive_the_server_until_new_ones_are_asked_for(home: Path) -> None:
    found = []
    for options in ([], [], ["--new-links"]):
        with served(home, "ana", *options) as server:
            found.append(server.links[0].partition("/")[2].partition("/")[2].partition("/")[2])
    assert found[0] == found[1]
    assert set(found[0].split("/?token=")).isdisjoint(found[2].split("/?token="))
    assert (home / "links.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
async def test_the_page_paints_the_course_and_hears_keys(server: Served) -> None:
    async with opened(server.links[0]) as page:
        await page.wait_for("Welcome.", "q quit")
        await page.press("\r")
        await page.wait_for("Have you trained", "q quit")
        assert len(server.apps()) == 1
        await page.press("q")
        await page.wait_for_end()


@pytest.mark.slow
async def test_a_second_page_of_the_same_learner_ends_the_first(server: Served) -> None:
    async with opened(server.links[0]) as first:
        await first.wait_for("Welcome.")
        await first.begin()
        async with opened(server.links[0]) as second, opened(server.links[1]) as other:
            await first.wait_for_end()
            await second.wait_for("▰")
            await other.wait_for("Welcome.")
            assert len(server.apps()) == 2


@pytest.mark.slow
async def test_a_page_that_is_closed_leaves_no_process_and_loses_nothing(server: Served, home: Path) -> None:
    async with opened(server.links[0]) as page:
        await page.wait_for("Welcome.")
        await page.begin()
        apps = server.apps()
    for app in apps:
        await gone(app)
    assert 'kind = "opened"' in (home / "learners" / "ana" / "progress.toml").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_the_server_ends_cleanly_with_its_pages_open(server: Served, how: signal.Signals) -> None:
    async with opened(server.links[0]) as page:
        await page.wait_for("Welcome.")
        apps = server.apps()
        code = await asyncio.to_thread(server.end, how)
    assert code == 0
    assert server.said.endswith("Ended. Nothing was lost.\n")
    assert [app for app in apps if is_alive(app)] == []
    assert "Traceback" not in server.said


@pytest.mark.slow
async def test_no_app_outlives_a_server_that_was_killed(server: Served) -> None:
    async with opened(server.links[0]) as page:
        await page.wait_for("Welcome.")
        (app,) = server.apps()
        server.process.kill()
        await gone(app)


async def gone(process: int) -> None:
    """Wait until a process has gone."""
    async with asyncio.timeout(PATIENCE):
        while is_alive(process):
            await asyncio.sleep(0.02)


def test_a_port_that_is_taken_is_said_in_a_sentence(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = tutor("serve", "--port", str(taken.getsockname()[1]), home=home)
    assert done.returncode == 1
    assert re.fullmatch(r"Nothing can be served at 127\.0\.0\.1, port \d+ \(.+\)\. Choose .+\n", done.stderr)


def tutor(*arguments: str, home: Path) -> "subprocess.CompletedProcess[str]":
    home.parent.mkdir(parents=True, exist_ok=True)
    return subprocess.run(
        [*TUTOR, *arguments], env=surroundings(home, {}), cwd=home.parent, capture_output=True, text=True
    )
