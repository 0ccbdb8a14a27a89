"""Putting other widgets into a box, one change after the other, with no frame in between."""

from asyncio import Lock
from weakref import WeakKeyDictionary

from textual.widget import Widget

_locks: WeakKeyDictionary[Widget, Lock] = WeakKeyDictionary()


async def swap(box: Widget, *widgets: Widget) -> None:
    """Show these in place of what is there.

    Keys and messages run in different queues: what one of them has begun ends before the next begins. A frame in
    between would draw widgets that have just gone.
    """
    async with _locks.setdefault(box, Lock()):
        with box.app.batch_update():
            await box.remove_children()
            if box.is_attached:  # unless the learner has left in the same moment
                await box.mount(*widgets)
