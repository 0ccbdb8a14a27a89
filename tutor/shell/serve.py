"""`serve`: the app in a browser, for one learner a link."""

import asyncio
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from progress.home import home_folder
from tutor.exits import DONE, WRONG_USAGE, Refused
from tutor.shell.request import Asked, chosen_text, given_options, open_learner
from tutor.web.links import Link, keep_tokens
from tutor.words.text import Text, reason_of

ROOT = Path(__file__).parents[2]  # where the tutor itself is, whatever folder it was started in
LOCAL = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")
BROWSER = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1"}  # whatever this terminal is
MOST_PORT = 65_535


def serve(asked: Asked, text: Text) -> int:
    """Serve a page for each learner until Ctrl+C. Raises Refused where that cannot be done here."""
    try:
        from tutor.web.site import Site, serve_until_ended
    except ModuleNotFoundError as missing:
        raise Refused(text("serve.not_installed")) from missing
    if not 0 <= asked.port <= MOST_PORT:
        raise Refused(text("cli.port_range", most=MOST_PORT), WRONG_USAGE)
    links = links_for(asked, text)
    os.environ.update(BROWSER)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    host = "127.0.0.1" if asked.host == "localhost" else asked.host
    try:
        application = Site(links, host, text).application()
        with suppress(KeyboardInterrupt):  # so Windows says it, whose loop hears no signals
            asyncio.run(serve_until_ended(application, host, asked.port, lambda port: tell(links, host, port, text)))
    except (OSError, OverflowError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise Refused(text("serve.taken", host=host, port=asked.port, reason=reason)) from None
    print(text("serve.ended"))
    return DONE


def links_for(asked: Asked, text: Text) -> list[Link]:
    """Return the links of those who are named; else of the one who learns here. Raises Refused for no such name."""
    names = asked.names or [asked.learner]
    learners = [open_learner(Asked(**{**vars(asked), "learner": name})) for name in names]
    home = home_folder(asked.home)
    try:
        tokens = keep_tokens(home, [learner.name for learner in learners], asked.new_links)
    except OSError as error:
        raise Refused(text("serve.no_links", folder=str(home), reason=reason_of(error, text))) from None
    links = []
    for one in learners:
        options = given_options(Asked(**{**vars(asked), "learner": one.name}))
        command = (sys.executable, "-P", "-m", "tutor", "learn", *options)
        links.append(Link(one.name, command, chosen_text(asked, one), tokens[one.name]))
    return links


def tell(links: Sequence[Link], host: str, port: int, text: Text) -> None:
    shown = socket.gethostname() if host in EVERYWHERE else host
    for link in links:
        print(text("serve.link", learner=link.learner))
        print(f"    {link.address(shown, port)}")
    print(text("serve.local" if host in LOCAL else "serve.beyond"))
    print(text("serve.differs"))
    print(text("serve.how_to_end"), flush=True)
