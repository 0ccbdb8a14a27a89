"""The app behind a page, without a browser: who is let in, what the line carries, and how everything ends."""

import asyncio
import json
import re
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

aiohttp = pytest.importorskip("aiohttp", reason="the extra [web] is not installed")
pytest.importorskip("textual_serve", reason="the extra [web] is not installed")

import pyte  # noqa: E402

from tests.tutor.terminal import NOT_FOR_PYTE, PATIENCE, TUTOR, surroundings  # noqa: E402
from tests.tutor.web.serving import Served, is_alive, served  # noqa: E402


@pytest.fixture
def server(home: Path) -> Iterator[Served]:
    with served(home, "ana", "ben") as server:
        yield server


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of which many tests ask, and that opens no page for any of them."""
    with served(tmp_path_factory.mktemp("asked") / "home", "ana", "ben") as server:
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
        """From the welcome to the first bet."""
        await self.press("\r")
        await self.wait_for("Which network gets")

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
    return f"{link}line?width=80&height=24".replace("http:", "ws:")


async def fetch(session: "aiohttp.ClientSession", address: str) -> "aiohttp.ClientResponse":
    async with session.get(address) as answer:
        await answer.read()
    return answer


@asynccontextmanager
async def opened(link: str) -> AsyncIterator[Page]:
    """A browser that has opened a link."""
    async with aiohttp.ClientSession() as session:
        assert (await fetch(session, link)).status == 200
        async with session.ws_connect(line_of(link)) as line:
            yield Page(line)


async def test_a_link_opens_its_learners_page_and_nothing_it_needs_comes_from_elsewhere(asked):
    async with aiohttp.ClientSession() as session:
        answer = await fetch(session, asked.links[0])
        page = await answer.text()
        assert "<title>lynx-tutor · ana</title>" in page
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        files = re.findall(r'(?:src|href)="([^"]+)"', page)
        needed = [urljoin(asked.links[0], file) for file in files if not file.startswith("data:")]
        styles = [await (await fetch(session, file)).text(errors="replace") for file in needed]
        fonts = re.findall(r'url\("([^"]+)"\)', "".join(styles))
        assert (len(needed), len(fonts)) == (4, 2)
        everything = [*needed, *(urljoin(asked.links[0], font) for font in fonts)]
        assert {urlsplit(file).netloc for file in everything} == {urlsplit(asked.links[0]).netloc}
        assert {(await fetch(session, file)).status for file in everything} == {200}


@pytest.mark.parametrize("token", ["x", "ñ"])
async def test_without_the_token_no_page_is_shown_and_no_line_opened(asked, token):
    link = urljoin(asked.links[0], f"/{token}/")
    async with aiohttp.ClientSession() as session:
        assert (await fetch(session, link)).status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await session.ws_connect(line_of(link))
    assert asked.apps() == []


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"Host": "[half"}, {"Origin": "http://evil.example"}, {"Origin": "null"}],
)
async def test_a_name_made_to_lead_here_and_another_sites_page_open_nothing_even_with_the_token(asked, headers):
    async with aiohttp.ClientSession(headers=headers) as session:
        assert (await fetch(session, asked.links[0])).status in (400, 403)
        with pytest.raises(aiohttp.WSServerHandshakeError, match=r"40[03]"):
            await session.ws_connect(line_of(asked.links[0]))
    assert asked.apps() == []


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "192.168.1.5", socket.gethostname()])
async def test_an_address_and_the_names_of_this_machine_open_a_page(asked, host):
    async with aiohttp.ClientSession(headers={"Host": f"{host}:8000", "Origin": f"http://{host}:8000"}) as session:
        assert (await fetch(session, asked.links[0])).status == 200


async def test_a_line_without_a_size_is_refused_and_nothing_is_printed(server):
    async with aiohttp.ClientSession() as session:
        for line in ("line", "line?width=a&height=24", "line?width=80"):
            assert (await fetch(session, server.links[0] + line)).status == 400
    server.end()
    assert "Traceback" not in server.said


@pytest.mark.slow
def test_links_outlive_the_server_until_new_ones_are_asked_for(home):
    found = []
    for options in ([], [], ["--new-links"]):
        with served(home, "ana", *options) as server:
            found.append(urlsplit(server.links[0]).path)
    assert found[0] == found[1] != found[2]
    assert (home / "links.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
async def test_a_second_page_of_the_same_learner_ends_the_first(server):
    async with opened(server.links[0]) as first:
        await first.wait_for("Welcome.")
        await first.begin()
        async with opened(server.links[0]) as second, opened(server.links[1]) as other:
            await first.wait_for_end()
            await second.wait_for("▰")
            await other.wait_for("Welcome.")
            assert len(server.apps()) == 2


@pytest.mark.slow
@pytest.mark.parametrize("is_killed", [False, True])
async def test_neither_a_closed_page_nor_a_killed_server_leaves_a_process_or_loses_anything(server, home, is_killed):
    async with opened(server.links[0]) as page:
        await page.wait_for("Welcome.")
        await page.begin()
        (app,) = server.apps()
        if is_killed:
            server.process.kill()
            await gone(app)
    await gone(app)
    assert 'kind = "opened"' in (home / "learners" / "ana" / "progress.toml").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_the_server_ends_cleanly_with_its_pages_open(server, how):
    async with opened(server.links[0]) as page:
        await page.wait_for("Welcome.")
        apps = server.apps()
        code = await asyncio.to_thread(server.end, how)
    assert code == 0
    assert server.said.endswith("Ended. Nothing was lost.\n")
    assert [app for app in apps if is_alive(app)] == []
    assert "Traceback" not in server.said


async def gone(process: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while is_alive(process):
            await asyncio.sleep(0.02)


def test_a_port_that_is_taken_is_said_in_a_sentence(home):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = [*TUTOR, "serve", "--port", str(taken.getsockname()[1])]
        home.parent.mkdir(parents=True, exist_ok=True)
        settings = {"env": surroundings(home, {}), "cwd": home.parent}
        done = subprocess.run(words, **settings, capture_output=True, text=True)
    assert done.returncode == 1
    assert re.fullmatch(r"Nothing can be served at 127\.0\.0\.1, port \d+ \(.+\)\. Choose .+\n", done.stderr)
