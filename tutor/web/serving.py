"""Serving until somebody ends it: Ctrl+C, a polite kill, or a dropped line."""

import asyncio
import signal
from collections.abc import Callable

from aiohttp import web

from tutor.web.program import PATIENCE

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


async def serve(application: web.Application, host: str, port: int, tell: Callable[[int], None]) -> None:
    """Serve, and tell the port once others can come. Raises OSError where host and port cannot be had."""
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=3 * PATIENCE)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        ended = end_of_service()
        tell(runner.addresses[0][1])
        await ended.wait()
    finally:
        await runner.cleanup()


def end_of_service() -> asyncio.Event:
    """What happens once a signal asks for the end."""
    ended = asyncio.Event()
    for name in SIGNALS:
        if hasattr(signal, name):
            try:
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), ended.set)
            except NotImplementedError:  # Windows: Ctrl+C is a KeyboardInterrupt there
                break
    return ended
