"""The pages of the server: a learner's page, the line behind it, and the files that it needs."""

import asyncio
import html
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template
from typing import Any

import textual_serve
from aiohttp import WSMsgType, web

from tutor.web.guard import add_headers, guard, is_let_in, let_in
from tutor.web.links import Link, link_at
from tutor.web.program import Program
from tutor.words.text import Text

FILES = Path(__file__).parent / "files"
TERMINAL = Path(str(textual_serve.__file__)).parent / "static"  # the terminal that a browser shows
HEARTBEAT = 15.0  # seconds after which a page that does not answer is gone
LONGEST = 4_000_000  # bytes of one message from a page: a long paste
WIDEST, HIGHEST = 500, 300  # cells


class Site:
    """Answers every request. Of one learner's pages only the one opened last is alive."""

    def __init__(self, links: Sequence[Link], text: Text) -> None:
        self.links, self.text = links, text
        self.pages: dict[str, web.WebSocketResponse] = {}  # by the path of their link
        self.turns: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def application(self, bound: str) -> web.Application:
        """What aiohttp serves."""
        application = web.Application(middlewares=[guard(bound)])
        application.router.add_static("/static/", TERMINAL)
        application.router.add_static("/files/", FILES)
        application.router.add_get("/{page}/", self.show)
        application.router.add_get("/{page}/line", self.connect)
        application.router.add_get("/{anything:.*}", self.refuse)
        application.on_response_prepare.append(add_headers)
        application.on_shutdown.append(self.close_all)
        return application

    def link_of(self, request: web.Request) -> Link:
        """The link whose page is asked for. Raises HTTPForbidden where there is none: that is no news for anybody."""
        link = link_at(self.links, f"/{request.match_info['page']}/")
        if link is None:
            raise self.forbidden()
        return link

    def forbidden(self) -> web.HTTPForbidden:
        return web.HTTPForbidden(text=self.text("serve.refused"))

    async def refuse(self, request: web.Request) -> web.StreamResponse:
        raise self.forbidden()

    async def show(self, request: web.Request) -> web.StreamResponse:
        """The page itself; with the token in its address the browser is let in, and sent there without it."""
        link = self.link_of(request)
        if "token" in request.query:
            raise let_in(request, link) if link.opens_with(request.query["token"]) else self.forbidden()
        if not is_let_in(request, link):
            raise self.forbidden()
        return web.Response(
            text=page_of(link), content_type="text/html", headers={"Cache-Control": "no-store"}
        )

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """The line between a page and its app, as long as both are there. It ends an earlier page of the learner."""
        link = self.link_of(request)
        if not is_let_in(request, link):
            raise self.forbidden()
        page = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LONGEST)
        await page.prepare(request)
        former, self.pages[link.path] = self.pages.get(link.path), page
        if former:
            await former.close()
        async with self.turns[link.path]:  # the earlier one has kept what was half done
            if self.pages[link.path] is page:
                await run(link, page, size_of(request))
        return page

    async def close_all(self, application: web.Application) -> None:
        """The server ends: so does every page, and the app behind it."""
        for page in self.pages.values():
            await page.close()


async def run(link: Link, page: web.WebSocketResponse, size: tuple[int, int]) -> None:
    """Run the app behind a page until one of them has gone."""
    program = Program(link.command, page)
    await program.start(*size)
    try:
        async for message in page:
            if message.type == WSMsgType.TEXT:
                for kind, what in understood(message.data):
                    await tell(program, page, kind, what)
    finally:
        await program.end()


def understood(message: str) -> Iterator[tuple[str, Any]]:
    """The kind of a page's message and what it says; nothing of one that is no message."""
    try:
        kind, *what = json.loads(message)
    except (ValueError, TypeError, RecursionError):
        return
    if isinstance(kind, str):
        yield kind, what[0] if what else None


async def tell(program: Program, page: web.WebSocketResponse, kind: str, what: Any) -> None:
    """Pass on what a page says: keys, its size, whether it is looked at."""
    if kind == "stdin" and isinstance(what, str):
        if keys := what.encode("utf-8", "ignore"):  # half a character is none
            await program.send_bytes(keys)
    elif kind == "resize" and isinstance(what, dict):
        await program.set_terminal_size(
            cells(what.get("width"), 80, WIDEST), cells(what.get("height"), 24, HIGHEST)
        )
    elif kind == "ping":
        await page.send_json(["pong", what])
    elif kind == "blur":
        await program.blur()
    elif kind == "focus":
        await program.focus()


def size_of(request: web.Request) -> tuple[int, int]:
    query = request.query
    return cells(query.get("width"), 80, WIDEST), cells(query.get("height"), 24, HIGHEST)


def cells(said: object, otherwise: int, most: int) -> int:
    """A width or a height that a page said, within reason."""
    try:
        return min(max(1, int(str(said))), most)
    except ValueError:
        return otherwise


def page_of(link: Link) -> str:
    """The page, in the learner's language."""
    words = {name: link.text(f"serve.{name}") for name in ("opening", "closed", "again", "no_script")}
    values = {"language": link.text.language, "learner": link.learner, **words}
    template = Template((FILES / "page.html").read_text(encoding="utf-8"))
    return template.substitute({name: html.escape(value) for name, value in values.items()})
