"""`serve`: the app in a browser, for one learner a link."""

import argparse
import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.exits import DONE, Refused
from tutor.shell.learners import chosen_text, open_learner
from tutor.words.text import Text

if TYPE_CHECKING:
    from tutor.web.links import Link

ROOT = Path(__file__).parents[2]  # where the tutor itself is, whatever folder it was started in
LOCAL = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")
BROWSER = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1"}  # whatever this terminal is


def serve(asked: argparse.Namespace, text: Text) -> int:
    """Serve a page for each learner until Ctrl+C. Raises Refused where that cannot be done here."""
    try:
        from tutor.web.serving import serve as serve_pages
        from tutor.web.site import Site
    except ModuleNotFoundError as missing:
        raise Refused(text("serve.not_installed")) from missing
    links = [link_for(each) for each in learners_asked(asked)]
    os.environ.update(BROWSER)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    host = "127.0.0.1" if asked.host == "localhost" else asked.host
    try:
        application = Site(links, text).application(host)
        asyncio.run(serve_pages(application, host, asked.port, lambda port: tell(links, host, port, text)))
    except (OSError, OverflowError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise Refused(text("serve.taken", host=host, port=asked.port, reason=reason)) from None
    print(text("serve.ended"))
    return DONE


def learners_asked(asked: argparse.Namespace) -> Iterator[argparse.Namespace]:
    """What was asked, for each of the learners who are named; else for the one who learns here."""
    for name in asked.names or [asked.learner]:
        yield argparse.Namespace(**{**vars(asked), "learner": name})


def link_for(asked: argparse.Namespace) -> "Link":
    """A learner's link. Raises Refused for a name that cannot be one."""
    from tutor.web.links import Link

    learner = open_learner(asked)
    return Link(learner.name, command_for(learner.name, asked), chosen_text(asked, learner))


def command_for(name: str, asked: argparse.Namespace) -> tuple[str, ...]:
    """What runs behind the learner's page."""
    options = [("--learner", name), ("--home", asked.home), ("--lang", asked.lang)]
    options += [("--pack", path) for path in (*(asked.packs or ()), *(asked.pack or ()))]
    said = [word for option, value in options if value for word in (option, value)]
    return (sys.executable, "-P", "-m", "tutor", "learn", *said)


def tell(links: "Sequence[Link]", host: str, port: int, text: Text) -> None:
    """Say how to get in, and what differs from a terminal."""
    import socket

    shown = socket.gethostname() if host in EVERYWHERE else host
    for link in links:
        print(text("serve.link", learner=link.learner))
        print(f"    {link.address(shown, port)}")
    print(text("serve.local" if host in LOCAL else "serve.beyond"))
    print(text("serve.differs"))
    print(text("serve.how_to_end"), flush=True)
