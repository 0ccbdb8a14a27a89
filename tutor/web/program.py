"""The app as a process behind one open page: what is typed goes in, what it paints comes out."""

import contextlib
from asyncio import create_subprocess_exec, wait_for
from asyncio.subprocess import PIPE, Process
from typing import Any

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

PATIENCE_S = 5.0  # in which the app keeps what is half done, and ends


class Program(AppService):
    """Start the app without a shell, read on when nobody looks any more, and end it in any case."""

    def __init__(self, words: tuple[str, ...], page: Any) -> None:
        write, say, close = page.send_bytes, page.send_str, page.close
        super().__init__(
            "", write_bytes=write, write_str=say, close=close, download_manager=DownloadManager()
        )
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
