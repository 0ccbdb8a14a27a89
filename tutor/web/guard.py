"""Who is let in: only pages of this server, by a name that nobody else can give it, and with the link's token."""

import ipaddress
import socket
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from tutor.web.links import Link

COOKIE = "lynx-tutor"
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the terminal writes its colours into the page
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self' ws://{host} wss://{host}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Referrer-Policy": "no-referrer",  # the token stands in the link
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def is_ours(host: str, bound: str) -> bool:
    """Whether a Host header names this server. A stranger's name that was made to lead here does not."""
    name = urlsplit(f"//{host}").hostname or ""
    machine = socket.gethostname().lower()
    return is_address(name) or name in ("localhost", bound.lower(), machine, f"{machine}.local")


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_same_site(request: web.Request) -> bool:
    """Whether a page of this very server asks, where a page asks at all."""
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc.lower() == request.host.lower()


def guard(bound: str) -> Middleware:
    """The middleware that refuses what comes by another name or from another site."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_ours(request.host, bound) or not is_same_site(request):
            raise web.HTTPForbidden
        return await handler(request)

    return guarded


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """What a browser may do with the page: fetch from here, and from nowhere else."""
    response.headers.update(HEADERS)
    response.headers["Content-Security-Policy"] = POLICY.format(host=request.host)


def is_let_in(request: web.Request, link: Link) -> bool:
    """Whether the browser has opened the link before, and shows it by its cookie."""
    return link.opens_with(request.cookies.get(COOKIE, ""))


def let_in(request: web.Request, link: Link) -> web.HTTPSeeOther:
    """Send the browser on to the page, without the token: it stays in no address bar and in no history."""
    answer = web.HTTPSeeOther(link.path)
    answer.set_cookie(
        COOKIE, link.token, path=link.path, httponly=True, samesite="Lax", secure=request.secure
    )
    return answer
