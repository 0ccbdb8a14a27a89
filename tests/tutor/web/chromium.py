"""A headless Chromium, driven over its DevTools protocol: keys, clicks, pictures, and what it asked the network."""

import asyncio
import base64
import contextlib
import json
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests.tutor.terminal import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--disable-dev-shm-usage", "--hide-scrollbars",
)  # fmt: skip
KEYS = {  # by name: its text, and its Windows key code
    "Enter": ("\r", 13), "Escape": ("", 27), "Tab": ("", 9), "Backspace": ("", 8),
    "ArrowUp": ("", 38), "ArrowDown": ("", 40), "ArrowLeft": ("", 37), "ArrowRight": ("", 39),
}  # fmt: skip


def chromium() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Tab:
    """One page of the browser."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self.line = line
        self.number = 0
        self.asked: list[str] = []  # every address that the page has fetched
        self.refused: list[str] = []  # what it could not fetch, or was forbidden
        self.on_line: Callable[[str], None] = lambda _: None  # a web socket opens
        self.on_frame: Callable[[bytes], None] = lambda _: None  # what comes over a web socket

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask the browser for something, and give its answer."""
        self.number += 1
        await self.line.send_json({"id": self.number, "method": method, "params": parameters})
        while True:
            message = json.loads((await self.line.receive(PATIENCE)).data)
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return dict(message["result"])
            self.note(message)

    def note(self, message: dict[str, Any]) -> None:
        match message.get("method"), message.get("params"):
            case "Network.requestWillBeSent", {"request": {"url": address}}:
                self.asked.append(address)
            case "Network.webSocketCreated", {"url": address}:
                self.asked.append(address)
                self.on_line(address)
            case "Network.webSocketFrameReceived", {"response": {"opcode": 2, "payloadData": data}}:
                self.on_frame(base64.b64decode(data))
            case "Log.entryAdded", {"entry": {"source": "security" | "network", "text": words}}:
                self.refused.append(words)

    async def open(self, address: str) -> None:
        await self.call("Page.navigate", url=address)

    async def evaluate(self, expression: str) -> Any:
        found = await self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return found["result"].get("value")

    async def listen(self, seconds: float) -> None:
        """Take in what the browser reports by itself."""
        with contextlib.suppress(TimeoutError):
            self.note(json.loads((await self.line.receive(seconds)).data))

    async def wait_until(self, expression: str, holds: Callable[[Any], bool] = bool) -> Any:
        async with asyncio.timeout(PATIENCE):
            while not holds(value := await self.evaluate(expression)):
                await asyncio.sleep(0.05)
        return value

    async def press(self, *keys: str) -> None:
        """Keys by their name, or as the characters they are; `Control+s` holds one."""
        for key in keys:
            held, _, last = key.rpartition("+") if len(key) > 1 else ("", "", key)
            text, code = KEYS[last] if last in KEYS else (last, ord(last.upper()) if last.isalnum() else 0)
            modifiers = {"Control": 2, "Shift": 8}.get(held, 0)
            shared = {"key": last, "windowsVirtualKeyCode": code, "modifiers": modifiers}
            down = "keyDown" if text and not held else "rawKeyDown"
            await self.call("Input.dispatchKeyEvent", type=down, text="" if held else text, **shared)
            await self.call("Input.dispatchKeyEvent", type="keyUp", **shared)

    async def click(self, x: float, y: float) -> None:
        where = {"x": x, "y": y, "button": "left", "clickCount": 1}
        await self.call("Input.dispatchMouseEvent", type="mousePressed", **where)
        await self.call("Input.dispatchMouseEvent", type="mouseReleased", **where)


@asynccontextmanager
async def browser(profile: Path, width: int = 1000, height: int = 640) -> AsyncIterator[Tab]:
    """A browser with one empty page. Leave the block, and it is gone."""
    executable = chromium()
    assert executable
    words = [executable, *QUIET, f"--user-data-dir={profile}", f"--window-size={width},{height}"]
    process = subprocess.Popen(
        [*words, "--remote-debugging-port=0", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        listens_at = profile / "DevToolsActivePort"
        async with asyncio.timeout(PATIENCE):
            while not listens_at.exists() or "\n" not in listens_at.read_text():
                await asyncio.sleep(0.05)
        port = int(listens_at.read_text().split()[0])
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                page = next(each for each in await answer.json() if each["type"] == "page")
            async with session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0) as line:
                tab = Tab(line)
                for domain in ("Page", "Network", "Log", "Runtime"):
                    await tab.call(f"{domain}.enable")
                yield tab
                await tab.call("Browser.close")
    finally:
        try:
            await asyncio.to_thread(process.wait, 10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
