"""Client of Chromium for tests, by its DevTools protocol: pages, touches, pictures."""

from __future__ import annotations

import base64
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

HOST = "phone.test"  # no secure context, unlike 127.0.0.1, as with the address of a computer
PROGRAM = "chromium"
OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
    "--disable-dev-shm-usage", "--disable-background-networking", "--remote-debugging-port=0",
    "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
)  # fmt: skip
PATIENCE = 30.0  # s, the longest time for anything in the browser


@dataclass
class Browser:
    """Running browser; its own files lie in `folder`."""

    socket: ClientConnection
    folder: Path
    number: int = 0
    contexts: list[str] = field(default_factory=list)  # one for each open page

    def call(self, method: str, session: str = "", **parameters: Any) -> Any:
        """Send a command and return its result. Raises RuntimeError if it fails."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        self.socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while True:
            found = json.loads(self.socket.recv(timeout=PATIENCE))
            if found.get("id") == self.number:
                if "error" in found:
                    raise RuntimeError(f"{method}: {found['error']}")
                return found["result"]

    def open(self, url: str, size: tuple[int, int] = (390, 844)) -> Page:
        """Open a page of a phone with its own storage; `size` in CSS px."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        self.contexts.append(context)
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)
        session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        page = Page(self, session["sessionId"], target["targetId"])
        page.resize(size)
        page.call("Emulation.setTouchEmulationEnabled", enabled=True)
        page.call("Page.enable")
        page.call("Page.navigate", url=url)
        return page

    def close_pages(self) -> None:
        """Close all pages: one whose server is gone would try to come back for ever."""
        while self.contexts:
            self.call("Target.disposeBrowserContext", browserContextId=self.contexts.pop())


@dataclass
class Page:
    """Open page of a browser."""

    browser: Browser
    session: str
    target: str

    def call(self, method: str, **parameters: Any) -> Any:
        return self.browser.call(method, self.session, **parameters)

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=True,
        )  # fmt: skip

    def run(self, script: str) -> Any:
        """Return the value of a script. Raises RuntimeError if it fails."""
        found = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in found:
            raise RuntimeError(f"{script}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def until(self, script: str) -> Any:
        """Wait until a script has a true value, and return it."""
        end = time.monotonic() + PATIENCE
        while not (value := self.run(script)):
            if time.monotonic() > end:
                raise AssertionError(
                    f"it never was: {script}\n{self.run('document.body.innerText')}"
                )
            time.sleep(0.01)
        return value

    def middle(self, selector: str) -> tuple[float, float]:
        """Return the middle of an element, scrolled into view; CSS px."""
        found = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "e.scrollIntoView({block: 'center', inline: 'center'});"
            "const b = e.getBoundingClientRect();"
            "return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        return found[0], found[1]

    def touch(self, kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def tap(self, selector: str) -> None:
        """Touch the middle of the first element that fits."""
        at = self.middle(selector)
        self.touch("touchStart", at)
        self.touch("touchEnd")

    def picture(self) -> bytes:
        """Return a PNG of the visible page."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Start a browser whose own files lie in `folder`."""
    command = [PROGRAM, *OPTIONS, f"--user-data-dir={folder}", "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            port = folder / "DevToolsActivePort"
            end = time.monotonic() + PATIENCE
            while not port.exists() or len(port.read_text().splitlines()) < 2:
                assert time.monotonic() < end, "the browser does not start"
                time.sleep(0.02)
            number, path = port.read_text().splitlines()[:2]
            with connect(
                f"ws://127.0.0.1:{number}{path}", max_size=None, compression=None
            ) as socket:
                found = Browser(socket, folder)
                yield found
                found.call("Browser.close")
        finally:
            process.terminate()
            process.wait()
