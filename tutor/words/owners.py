"""Who has a lesson open, in words."""

from progress.claim import Owner
from progress.inert import inert
from progress.journal import local_time
from tutor.words.text import Text


def owner_words(key: str, owner: Owner, text: Text) -> str:
    """Say since when it is open in another window, or on another machine, which is named."""
    where = "" if owner.is_here() else "_on"
    return text(f"session.{key}{where}", since=since_words(owner), host=inert(owner.host[:40]))


def since_words(owner: Owner) -> str:
    """The time, by this machine's clock; with the day where it was another one."""
    since, now = owner.since.astimezone(), local_time()
    return f"{since:%H:%M}" if since.date() == now.date() else f"{since:%Y-%m-%d %H:%M}"
