"""The app as a process behind one open page: what is typed goes in, what it paints comes out."""

import asyncio
import contextlib
import shlex
from asyncio.subprocess import PIPE, Process

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

PATIENCE = 5.0  # seconds in which the app keeps what is half done, and ends


class Program(AppService):
    """Starts the app without a shell, reads on when nobody looks any more, and ends it in any case."""

    def __init__(self, words: tuple[str, ...], page: web.WebSocketResponse) -> None:
        async def paint(painted: bytes) -> None:
            with contextlib.suppress(ConnectionError):  # the page is gone: what it painted is for nobody
                await page.send_bytes(painted)

        async def say(message: str) -> None:
            with contextlib.suppress(ConnectionError):
                await page.send_str(message)

        async def close() -> None:
            await page.close()

        super().__init__(
            shlex.join(words),
            write_bytes=paint,
            write_str=say,
            close=close,
            download_manager=DownloadManager(),
        )
        self.words = words

    # textual-serve 1.1 starts its shell here; where it no longer does, the same words go through that shell.

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start it in a session of its own: Ctrl+C in the server's terminal is for the server alone."""
        self._process = await asyncio.create_subprocess_exec(
            *self.words,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(width=width, height=height),
            start_new_session=True,
        )
        self._stdin = self._process.stdin
        return self._process

    async def end(self) -> None:
        """Let the app keep what is half done; kill it if it does not end."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.stop(), PATIENCE)
        if self._process and self._process.returncode is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), PATIENCE)
                return
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
