"""The app's line to a browser: Textual's own, which here also ends when nobody is at the other end any more."""

from textual.drivers.web_driver import WebDriver


class BrowserDriver(WebDriver):
    """Ends the app when its input ends: the server is gone, and nobody could ever ask it to."""

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():
            self.on_meta("quit", {})
