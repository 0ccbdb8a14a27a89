"""The pages of the server: a learner's page behind its link, the line to its app, and the files that it needs."""

import asyncio
import html
import logging
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from string import Template

import textual_serve
from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

from tutor.web.links import Link
from tutor.web.program import PATIENCE_S, Program
from tutor.words.text import Text

FILES = Path(__file__).parent / "files"
TERMINAL = Path(str(textual_serve.__file__)).parent / "static"  # the terminal that a browser shows
COOKIE = "lynx-tutor"
HEARTBEAT_S = 15.0  # after which a page that does not answer is gone
MAX_PASTE = 4_000_000  # bytes of one message from a page
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",  # the token stood in the link
    # Nothing comes from elsewhere; the terminal writes its colours into the page.
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
}


class Site:
    """Answers every request. Of one learner's pages only the one opened last is alive."""

    def __init__(self, links: Sequence[Link], text: Text) -> None:
        self.links, self.text = {link.page: link for link in links}, text
        self.lines: dict[str, web.WebSocketResponse] = {}  # of each page, to its app

    def application(self) -> web.Application:
        """Return what aiohttp serves."""
        application = web.Application()
        application.router.add_static("/static/", TERMINAL)
        application.router.add_static("/files/", FILES)
        application.router.add_get("/{page}/", self.show)
        application.router.add_get("/{page}/line", self.connect)
        application.on_shutdown.append(self.close_all)
        return application

    def checked(self, request: web.Request, token: str) -> Link:
        """Return the link that a request is for. Raises HTTPForbidden without its token, and for another site."""
        link = self.links.get(request.match_info["page"])
        ours = (None, f"http://{request.host}", f"https://{request.host}")
        if link and link.opens_with(token) and request.headers.get("Origin") in ours:
            return link
        raise web.HTTPForbidden(text=self.text("serve.refused"))

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Show the page; with the token in its address, let the browser in, and send it there without it."""
        token = request.query.get("token")
        link = self.checked(request, request.cookies.get(COOKIE, "") if token is None else token)
        if token is None:
            return web.Response(text=page_of(link), content_type="text/html", headers=HEADERS)
        answer = web.HTTPSeeOther(f"/{link.page}/")
        answer.set_cookie(COOKIE, token, path=f"/{link.page}/", httponly=True, samesite="Lax")
        raise answer

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Hold the line between a page and its app, as long as both are there. It ends an earlier page."""
        link = self.checked(request, request.cookies.get(COOKIE, ""))
        line = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=MAX_PASTE)
        await line.prepare(request)
        former, self.lines[link.page] = self.lines.get(link.page), line
        if former:
            await former.close()
        await run(link, line, int(request.query["width"]), int(request.query["height"]))
        return line

    async def close_all(self, application: web.Application) -> None:
        """End every page with the server, and the app behind it."""
        for line in self.lines.values():
            await line.close()


async def run(link: Link, line: web.WebSocketResponse, width: int, height: int) -> None:
    """Run the app behind a page until one of them has gone, and pass on what the page says."""
    program = Program(link.command, line)
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


def page_of(link: Link) -> str:
    """Return the page, in the learner's language."""
    names = ("opening", "closed", "again", "waiting", "no_script")
    values = {"language": link.text.language, "learner": link.learner}
    values |= {name: link.text(f"serve.{name}") for name in names}
    template = Template((FILES / "page.html").read_text(encoding="utf-8"))
    return template.substitute({name: html.escape(value) for name, value in values.items()})


async def serve(application: web.Application, host: str, port: int, tell: Callable[[int], None]) -> None:
    """Serve until Ctrl+C, a polite kill or a dropped line. Raises OSError where host and port cannot be had."""
    logger = logging.getLogger("lynx-tutor.serve")
    logger.addFilter(is_our_own)
    runner = web.AppRunner(application, access_log=None, logger=logger, shutdown_timeout=3 * PATIENCE_S)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        ended = asyncio.Event()
        if sys.platform != "win32":  # where Ctrl+C is a KeyboardInterrupt
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, ended.set)
        tell(runner.addresses[0][1])
        await ended.wait()
    finally:
        await runner.cleanup()


def is_our_own(record: logging.LogRecord) -> bool:
    """Return False for a stranger's broken request: its bytes are not printed."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))
