"""The pages of the server: one for each link, the line from its page to its app, and the files that it needs."""

import asyncio
import contextlib
import html
import logging
import socket
from asyncio import create_subprocess_exec, wait_for
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlsplit

import textual_serve
from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from tutor.exits import call_when_ended
from tutor.web.links import Link
from tutor.words.text import Text

FILES = Path(__file__).parent / "files"
TERMINAL = Path(str(textual_serve.__file__)).parent / "static"  # the terminal that a browser shows
PATIENCE_S = 5.0  # in which the app keeps what is half done, and ends
HEARTBEAT_S = 15.0  # after which a page that does not answer is gone
MAX_PASTE_BYTES = 4_000_000  # of one message from a page
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",  # the token is in the link
    # Nothing comes from elsewhere; the terminal writes its colours into the page.
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
}


class Site:
    """Answers every request. Of one learner's pages only the one opened last is alive."""

    def __init__(self, links: Sequence[Link], host: str, text: Text) -> None:
        self.links, self.text = {link.token: link for link in links}, text
        machine = socket.gethostname().lower()
        self.names = ("localhost", host.lower(), machine, f"{machine}.local")
        self.lines: dict[str, web.WebSocketResponse] = {}  # of each learner's page, to its app

    def application(self) -> web.Application:
        application = web.Application()
        application.router.add_static("/static/", TERMINAL)
        application.router.add_static("/files/", FILES)
        application.router.add_get("/{token}/", self.show)
        application.router.add_get("/{token}/line", self.connect)
        application.on_shutdown.append(self.close_all)
        return application

    def checked(self, request: web.Request) -> Link:
        """Return the link that a request is for. Raises HTTPForbidden for a stranger's token, address or page."""
        link = self.links.get(request.match_info["token"])
        if link and self.is_from_here(request):
            return link
        raise web.HTTPForbidden(text=self.text("serve.refused"))

    def is_from_here(self, request: web.Request) -> bool:
        """Return True unless another site's page asks, or by a name that was made to lead here."""
        with contextlib.suppress(ValueError):  # neither one of our names nor an address
            name = urlsplit(f"//{request.host}").hostname or ""
            own_pages = (None, f"http://{request.host}", f"https://{request.host}")
            return bool(name in self.names or ip_address(name)) and request.headers.get("Origin") in own_pages
        return False

    async def show(self, request: web.Request) -> web.StreamResponse:
        link = self.checked(request)
        values = {key: link.text(f"serve.{key}") for key in ("opening", "closed", "again", "waiting", "no_script")}
        values |= {"language": link.text.language, "learner": link.learner}
        template = Template((FILES / "page.html").read_text(encoding="utf-8"))
        page = template.substitute({name: html.escape(value) for name, value in values.items()})
        return web.Response(text=page, content_type="text/html", headers=HEADERS)

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Hold the line between a page and its app, as long as both are there. It ends an earlier page."""
        link, (width, height) = self.checked(request), self.size_in(request)
        line = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=MAX_PASTE_BYTES)
        await line.prepare(request)
        former, self.lines[link.token] = self.lines.get(link.token), line
        if former:
            await former.close()
        await run(link.command, line, width, height)
        return line

    def size_in(self, request: web.Request) -> tuple[int, int]:
        """Return the size of a page's terminal. Raises HTTPBadRequest if it is no number."""
        try:
            return int(request.query["width"]), int(request.query["height"])
        except (KeyError, ValueError):
            raise web.HTTPBadRequest(text=self.text("serve.no_size")) from None

    async def close_all(self, application: web.Application) -> None:
        for line in self.lines.values():
            await line.close()


async def serve_until_ended(application: web.Application, host: str, port: int, tell: Callable[[int], None]) -> None:
    """Serve until Ctrl+C, a polite kill or a dropped line. Raises OSError where host and port cannot be had."""
    logger = logging.getLogger("lynx-tutor.serve")
    # The bytes of a stranger's broken request are not printed.
    logger.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError)))
    runner = web.AppRunner(application, access_log=None, logger=logger, shutdown_timeout=3 * PATIENCE_S)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        ended = asyncio.Event()
        call_when_ended(asyncio.get_running_loop(), ended.set, "SIGINT", "SIGTERM", "SIGHUP")
        tell(runner.addresses[0][1])
        await ended.wait()
    finally:
        await runner.cleanup()


class Program(AppService):
    """The app behind one open page, without a shell: it is read on when nobody looks any more, and ends in any case."""

    def __init__(self, words: tuple[str, ...], line: Any) -> None:
        write, say, close = line.send_bytes, line.send_str, line.close
        super().__init__("", write_bytes=write, write_str=say, close=close, download_manager=DownloadManager())
        self.words = words

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start it in a session of its own: Ctrl+C in the server's terminal is for the server alone."""
        environment = self._build_environment(width=width, height=height)
        self._process = await create_subprocess_exec(
            *self.words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment, start_new_session=True
        )
        self._stdin = self._process.stdin
        return self._process

    async def on_data(self, payload: bytes) -> None:
        """Show what the app paints, as long as there is a page."""
        with contextlib.suppress(ConnectionError):
            await super().on_data(payload)

    async def end(self) -> None:
        """Let the app keep what is half done; kill it if it does not end."""
        process = self._process
        assert process
        with contextlib.suppress(TimeoutError):
            await wait_for(self.stop(), PATIENCE_S)
            await wait_for(process.wait(), PATIENCE_S)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def run(words: tuple[str, ...], line: web.WebSocketResponse, width: int, height: int) -> None:
    """Run the app behind a page until one of them has gone, and pass on what the page says."""
    program = Program(words, line)
    await program.start(width, height)
    try:
        async for message in line:
            match message.json() if message.type == WSMsgType.TEXT else None:
                case ["stdin", str(keys)]:
                    await program.send_bytes(keys.encode("utf-8", "ignore"))  # half a character is none
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await program.set_terminal_size(width, height)
                case ["ping", what]:
                    await line.send_json(["pong", what])
                case ["blur", *_]:
                    await program.blur()
                case ["focus", *_]:
                    await program.focus()
    finally:
        await program.end()
